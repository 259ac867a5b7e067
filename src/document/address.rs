//! The addresses of links, resolved against the base of the page.

use super::Document;
use crate::base::fallible::{Text, or_end};
use crate::read::address::{Declared, MAX_LENGTH, Reference, own_address, resolve};
use crate::read::html::attributes::Name;

impl Document<'_> {
    /// The address to which the links of the page are relative: the `href` of its first `base` element that has one,
    /// itself relative to the address that the caller passed ([`Input::address`](crate::Input::address)) or, without
    /// one and for files (`file:`), to the canonical address that the page declares in its head. `None` if none of them is
    /// absolute.
    pub fn base_address(&self) -> Option<String> {
        or_end(|| self.base().map(Text::from)).map(Text::into_string)
    }

    /// The base, which is found once: when the first relative reference needs it.
    fn base(&self) -> Option<&str> {
        self.base.get_or_init(|| self.found_base()).as_deref()
    }

    fn found_base(&self) -> Option<Text> {
        let own = self.own_address();
        match self.declared_address(self.declared.base) {
            Some(base) => resolve(|| own.as_deref(), &base).or(own),
            None => own,
        }
    }

    /// The address of the page: the given one, or the one that it declares.
    fn own_address(&self) -> Option<Text> {
        let given = self.address.and_then(|address| Reference::parse_limited(address.as_bytes()));
        let canonical = self.declared_address(self.declared.canonical);
        let canonical = canonical.as_ref().map(|address| Reference::parse(address.as_bytes()));
        own_address(given, canonical).map(Reference::to_text)
    }

    /// The absolute address of a reference in an HTTP header, for which a `base` does not count (RFC 8288, section 3.2).
    pub(crate) fn resolve_header(&self, reference: &str) -> Option<Text> {
        let own = self.own_address();
        resolve(|| own.as_deref(), reference)
    }

    /// The absolute address of a reference.
    pub(crate) fn resolve(&self, reference: &str) -> Option<Text> {
        resolve(|| self.base(), reference)
    }

    /// The absolute address of the target of a link; `None` if those before it may have repeated the base too often.
    pub(super) fn resolve_link(&self, link: usize, target: &str) -> Option<Text> {
        let base = || self.base().filter(|base| link < self.output.addresses(base.len()));
        resolve(base, target)
    }

    /// Whether links have no address because those before them repeat the base too often.
    pub(super) fn leaves_out_addresses(&self) -> bool {
        let links = self.page.links.len();
        // The base is found only if one of the greatest length were too long.
        links > self.output.addresses(MAX_LENGTH)
            && self.base().is_some_and(|base| links > self.output.addresses(base.len()))
    }

    /// Where the link of an element leads: an absolute address, or else its target as it is.
    pub(crate) fn address_of_link(&self, node: u32) -> Text {
        let tree = &self.page.tree;
        let href = tree.nodes.get(node as usize).and_then(|node| tree.attribute(node, Name::HREF));
        let target = href.map(|href| tree.decoded_value(href)).unwrap_or_default();
        self.resolve(&target).unwrap_or(target)
    }

    /// The `href` of an element that declares an address, unless it is too long.
    fn declared_address(&self, element: u32) -> Option<Text> {
        let tree = &self.page.tree;
        Declared::href(tree, element)
            .filter(|href| tree.raw_value(href).len() <= MAX_LENGTH)
            .map(|href| tree.decoded_value(href))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, Input};

    #[test]
    fn the_base_of_a_page() {
        let address = |html: &str, address: Option<&str>| {
            let mut analyzer = Analyzer::default();
            let input = Input::new(html.as_bytes());
            let page = analyzer.analyze_input(match address {
                Some(address) => input.address(address),
                None => input,
            });
            let page = page.unwrap();
            page.links().map(|link| link.address()).collect::<Vec<_>>()
        };
        let some = |text: &str| [Some(text.to_owned())];
        let link = "<p><a href='x?a&amp;b'>x</a>";
        assert_eq!(address(link, None), [None]);
        assert_eq!(address(link, Some("http://a/b/c")), some("http://a/b/x?a&b"));
        let base = format!("<base target=_top><base href=/d/>{link}");
        assert_eq!(address(&base, Some("http://a/b/c")), some("http://a/d/x?a&b"));
        assert_eq!(address(&base, None), [None]);
        let canonical = format!("<link rel=canonical href=http://e/f/g>{link}");
        assert_eq!(address(&canonical, None), some("http://e/f/x?a&b"));
        assert_eq!(address(&canonical, Some("http://a/b/c")), some("http://a/b/x?a&b"));
        assert_eq!(address(&canonical, Some("file:///b/c")), some("http://e/f/x?a&b"));
        assert_eq!(address(link, Some("file:///b/c")), some("file:///b/x?a&b"));
        assert_eq!(address("<p><a href=/x>x</a>", Some("file:///b/c")), [None]);
        // Anybody who writes a comment could add a link to the body.
        let in_body = format!("<p>x<link rel=canonical href=http://e/f/g>{link}");
        assert_eq!(address(&in_body, None), [None]);
        assert_eq!(address(&in_body, Some("file:///b/c")), some("file:///b/x?a&b"));
        for rel in ["'canonical shortlink'", "'shortlink\tCanonical'"] {
            assert_eq!(address(&canonical.replace("canonical", rel), None), some("http://e/f/x?a&b"), "{rel}");
        }
        assert_eq!(address(&canonical.replace("canonical", "canonical-x"), None), [None]);
        let broken = format!("<base href='::not an address'>{link}");
        assert_eq!(address(&broken, Some("http://a/b/c")), some("http://a/b/x?a&b"));
    }
}
