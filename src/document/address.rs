//! The addresses of links: references resolved against the base of the page (RFC 3986, section 5.2).
//!
//! As browsers do, whitespace around a reference is dropped, and line feeds and tabs inside it. Nothing else is
//! normalized: no escapes, no host names.

use super::Document;
use crate::base::fallible::{List, Text, or_end};
use crate::read::html::attributes::Name;
use std::borrow::Cow;

/// Longer addresses are not resolved.
const MAX_LENGTH: usize = 8_192;

impl Document<'_> {
    /// The address that the links of the page are relative to: that of its first `base` element with an `href`,
    /// itself relative to the address that the caller passed ([`Input::address`](crate::Input::address)) or, without
    /// one and for files (`file:`), to the canonical address that the page declares. `None` if none of them is absolute.
    pub fn base_address(&self) -> Option<String> {
        or_end(|| self.base().map(Text::from)).map(Text::into_string)
    }

    /// The base, which is found once: when the first relative reference needs it.
    fn base(&self) -> Option<&str> {
        self.base.get_or_init(|| self.found_base()).as_deref()
    }

    fn found_base(&self) -> Option<Text> {
        let given = self.address.filter(|address| is_absolute(address));
        // The links of a page that was saved to a file lead to where it was.
        let is_file = given.is_none_or(|address| Parts::of(address).scheme.is_some_and(is_file));
        let canonical = if is_file { self.declared(self.structure.canonical) } else { None };
        let own = canonical.filter(|address| is_absolute(address)).or_else(|| given.map(Text::from));
        match self.declared(self.structure.base) {
            Some(base) => resolve(|| own.as_deref(), &base).or(own),
            None => own,
        }
    }

    /// The absolute address of a reference.
    pub(crate) fn resolve(&self, reference: &str) -> Option<Text> {
        resolve(|| self.base(), reference)
    }

    /// Where the link of an element leads: an absolute address, or else its target as it is.
    pub(crate) fn address_of_link(&self, node: u32) -> Text {
        let tree = &self.page.tree;
        let href = tree.nodes.get(node as usize).and_then(|node| tree.attribute(node, Name::HREF));
        let target = href.map(|href| tree.decoded_value(href)).unwrap_or_default();
        self.resolve(&target).unwrap_or(target)
    }

    /// The `href` of an element, unless it is too long.
    fn declared(&self, node: u32) -> Option<Text> {
        let tree = &self.page.tree;
        let href = tree.nodes.get(node as usize).and_then(|node| tree.attribute(node, Name::HREF))?;
        (tree.raw_value(href).len() <= MAX_LENGTH).then(|| tree.decoded_value(href))
    }
}

fn is_file(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("file")
}

/// The parts of an address or a reference.
#[derive(Clone, Copy)]
struct Parts<'t> {
    scheme: Option<&'t str>,
    authority: Option<&'t str>,
    path: &'t str,
    query: Option<&'t str>,
    fragment: Option<&'t str>,
}

impl<'t> Parts<'t> {
    fn of(text: &'t str) -> Parts<'t> {
        let (text, fragment) = cut(text, '#');
        let (text, query) = cut(text, '?');
        let is_scheme = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        };
        let (scheme, text) = match text.split_once(':') {
            Some((name, rest)) if is_scheme(name) => (Some(name), rest),
            _ => (None, text),
        };
        let (authority, path) = match text.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, text),
        };
        Parts { scheme, authority, path, query, fragment }
    }

    fn write(self, path: &str) -> Text {
        let mut out = Text::default();
        let parts = [
            (self.scheme, "", ":"),
            (self.authority, "//", ""),
            (Some(path), "", ""),
            (self.query, "?", ""),
            (self.fragment, "#", ""),
        ];
        let texts = parts.map(|(part, before, after)| part.map_or([""; 3], |part| [before, part, after]));
        out.reserve(texts.iter().flatten().map(|text| text.len()).sum());
        texts.iter().flatten().for_each(|text| out.push_str(text));
        out
    }
}

fn cut(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn is_absolute(address: &str) -> bool {
    Parts::of(address).scheme.is_some()
}

/// Resolves a reference against a base, which is asked for if the reference is relative; `None` if the base then is not
/// an address with a path.
fn resolve<'b>(base: impl FnOnce() -> Option<&'b str>, reference: &str) -> Option<Text> {
    if reference.len() > MAX_LENGTH {
        return None;
    }
    let reference = without_breaks(reference.trim_matches(|c: char| c <= ' '));
    let link = Parts::of(&reference);
    if link.scheme.is_some() {
        return Some(reference);
    }
    let base = Parts::of(base().filter(|base| base.len() <= MAX_LENGTH)?);
    base.scheme?;
    // An address without a hierarchy, such as mailto:, resolves no references but fragments.
    if base.authority.is_none() && !base.path.starts_with('/') && !(reference.is_empty() || reference.starts_with('#'))
    {
        return None;
    }
    let scheme = base.scheme;
    let resolved = match link {
        Parts { authority: Some(_), path, .. } => Parts { scheme, ..link }.write(&without_dots(path)),
        Parts { path: "", query: None, .. } => Parts { fragment: link.fragment, ..base }.write(base.path),
        Parts { path: "", .. } => Parts { scheme, authority: base.authority, ..link }.write(base.path),
        Parts { path, .. } => {
            let folder = match base.path.rfind('/') {
                _ if path.starts_with('/') => "",
                Some(end) => &base.path[..=end],
                None => "/",
            };
            let mut joined = Text::from(folder);
            joined.push_str(path);
            let path = without_dots(&joined);
            Parts { scheme, authority: base.authority, ..link }.write(&path)
        }
    };
    Some(resolved)
}

/// A reference without line feeds, carriage returns and tabs.
fn without_breaks(reference: &str) -> Text {
    if memchr::memchr3(b'\n', b'\r', b'\t', reference.as_bytes()).is_none() {
        return Text::from(reference);
    }
    let mut plain = Text::default();
    reference.split(['\n', '\r', '\t']).for_each(|piece| plain.push_str(piece));
    plain
}

/// A path without its segments `.` and `..` (RFC 3986, section 5.2.4).
fn without_dots(path: &str) -> Cow<'_, str> {
    let begins_segment = |at: usize| at == 0 || path.as_bytes()[at - 1] == b'/';
    match memchr::memchr_iter(b'.', path.as_bytes()).any(begins_segment) {
        true => Cow::Owned(remove_dots(path).into_string()),
        false => Cow::Borrowed(path),
    }
}

fn remove_dots(path: &str) -> Text {
    let mut kept: List<&str> = List::default();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                // The empty segment before the first slash stays.
                if segment == ".." && kept.len() > 1 {
                    kept.pop();
                }
                if is_last {
                    kept.push("");
                }
            }
            _ => kept.push(segment),
        }
    }
    let mut joined = Text::default();
    for (i, segment) in kept.iter().enumerate() {
        joined.push_str(if i > 0 { "/" } else { "" });
        joined.push_str(segment);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::resolve;
    use crate::{Analyzer, Input};

    /// RFC 3986, section 5.4.
    #[test]
    fn the_examples_of_the_standard() {
        let base = Some("http://a/b/c/d;p?q");
        for (reference, expected) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"),
            ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"),
            ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            (".g", "http://a/b/c/.g"),
            ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/../x", "http://a/b/c/g#s/../x"),
        ] {
            assert_eq!(resolve(|| base, reference).as_deref(), Some(expected), "{reference}");
        }
    }

    #[test]
    fn bases_that_resolve_nothing() {
        for base in [None, Some(""), Some("page.html"), Some("mailto:a@example.org"), Some("//a/b")] {
            assert_eq!(resolve(|| base, "x"), None, "{base:?}");
            assert_eq!(resolve(|| base, " http://b/\n").as_deref(), Some("http://b/"));
        }
        assert_eq!(resolve(|| Some("http://a"), "x").as_deref(), Some("http://a/x"));
    }

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
        let broken = format!("<base href='::not an address'>{link}");
        assert_eq!(address(&broken, Some("http://a/b/c")), some("http://a/b/x?a&b"));
    }
}
