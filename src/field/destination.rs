//! Where a link leads: to its own page or to another one (RFC 3986, without building addresses).
//!
//! The page's own addresses are the one that the caller passed and the one that the page declares as canonical. Without
//! any, only fragments are known to stay on the page.

use crate::html::attributes::Name;
use crate::html::scan::{find_either, same_name};
use crate::html::{Tag, Tree};

/// Where a link leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To a place in its own page, or to no page at all: `#top`, `mailto:`, `javascript:`.
    SamePage,
    /// To another page.
    OtherPage,
}

/// The parts of a reference that tell pages apart, as they stand in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reference<'p> {
    scheme: Option<&'p [u8]>,
    authority: Option<&'p [u8]>,
    path: &'p [u8],
    query: Option<&'p [u8]>,
}

impl<'p> Reference<'p> {
    fn parse(text: &'p [u8]) -> Reference<'p> {
        let text = text.trim_ascii();
        let text = &text[..memchr::memchr(b'#', text).unwrap_or(text.len())];
        let (text, query) = match memchr::memchr(b'?', text) {
            Some(at) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        };
        let (scheme, text) = match text.iter().position(|byte| !is_of_scheme(*byte)) {
            Some(at) if text[at] == b':' && text[0].is_ascii_alphabetic() => (Some(&text[..at]), &text[at + 1..]),
            _ => (None, text),
        };
        match text.strip_prefix(b"//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(memchr::memchr(b'/', rest).unwrap_or(rest.len()));
                Reference { scheme, authority: Some(authority), path, query }
            }
            None => Reference { scheme, authority: None, path: text, query },
        }
    }

    /// Whether it names no page: a script, an e-mail address, a telephone number, data.
    fn is_no_page(&self) -> bool {
        let is_of_pages = |scheme: &[u8]| {
            [&b"https"[..], b"http", b"file", b"ftp"].into_iter().any(|other| scheme.eq_ignore_ascii_case(other))
        };
        self.scheme.is_some_and(|scheme| !is_of_pages(scheme))
    }
}

fn is_of_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The addresses of a page, and the base of its links.
#[derive(Clone, Copy, Debug, Default)]
pub struct PageAddress<'p> {
    given: Option<Reference<'p>>,
    canonical: Option<Reference<'p>>,
    base: Option<Reference<'p>>,
    /// How the paths of `given` and `canonical` end.
    ends: [PathEnd; 2],
}

impl<'p> PageAddress<'p> {
    /// The address from the caller, and what the page declares. `elements` are the nodes that may declare it.
    pub fn find(tree: &Tree<'p>, elements: &[u32], address: Option<&'p str>) -> PageAddress<'p> {
        let given = address.map(|text| Reference::parse(text.as_bytes()));
        let mut found = PageAddress { given, ..PageAddress::default() };
        for &index in elements {
            let node = &tree.nodes[index as usize];
            let is_base = node.tag == Tag::BASE;
            if !is_base && node.tag != Tag::LINK {
                continue;
            }
            let Some(href) = tree.attribute(node, Name::HREF) else { continue };
            let is_canonical =
                || tree.attribute(node, Name::REL).is_some_and(|rel| same_name(tree.raw_value(rel), b"canonical"));
            if is_base && found.base.is_none() {
                found.base = Some(Reference::parse(tree.raw_value(href)));
            } else if !is_base && found.canonical.is_none() && is_canonical() {
                found.canonical = Some(Reference::parse(tree.raw_value(href)));
            }
        }
        found.with_ends()
    }

    fn with_ends(self) -> PageAddress<'p> {
        let end_of = |page: Option<Reference<'_>>| page.map_or(PathEnd::None, |page| PathEnd::of(page.path));
        PageAddress { ends: [end_of(self.given), end_of(self.canonical)], ..self }
    }

    /// Where an `href` leads, as it stands in the source.
    pub fn destination(&self, href: &[u8]) -> Destination {
        let is_other = match href {
            [] | [b'#', ..] => false,
            [b'/' | b'.' | b'a'..=b'z', ..] if self.is_surely_other(href) => true,
            _ => {
                let link = Reference::parse(href);
                !link.is_no_page() && !self.is_own(&link)
            }
        };
        if is_other { Destination::OtherPage } else { Destination::SamePage }
    }

    /// A quick check that most links to other pages pass: no scheme but that of pages, and a path that does not end as
    /// that of the page.
    fn is_surely_other(&self, href: &[u8]) -> bool {
        if !is_plainly_of_a_page(href) && start_of(href).contains(&b':') {
            return false;
        }
        let path = &href[..find_either(href, 0, b'#', b'?')];
        match PathEnd::of(path) {
            PathEnd::Bytes(end) => self.ends.iter().all(|&page| match page {
                PathEnd::None => true,
                PathEnd::Special => false,
                PathEnd::Bytes(page) => page != end,
            }),
            _ => self.ends == [PathEnd::None; 2] && !path.is_empty(),
        }
    }

    /// Whether a reference is to the page itself.
    fn is_own(&self, link: &Reference<'_>) -> bool {
        if link.authority.is_none() && link.path.is_empty() && link.query.is_none() {
            return true;
        }
        let Some(base) = self.base.or(self.given).or(self.canonical) else { return false };
        [self.given, self.canonical].iter().flatten().any(|page| self.is_page(link, &base, page))
    }

    /// Whether a reference, relative to `base`, is to `page`.
    fn is_page(&self, link: &Reference<'_>, base: &Reference<'_>, page: &Reference<'_>) -> bool {
        let directory = match (link.authority, link.path.first()) {
            (Some(_), _) | (None, Some(b'/')) => &[][..],
            // A reference without a path keeps that of its base.
            (None, None) => return is_same_query(link.query, page.query) && self.base.is_none(),
            (None, Some(_)) => &base.path[..memchr::memrchr(b'/', base.path).map_or(0, |at| at + 1)],
        };
        let authority = link.authority.or(base.authority).or(page.authority);
        let is_same_authority = match (authority, page.authority) {
            (Some(one), Some(other)) => without_www(one).eq_ignore_ascii_case(without_www(other)),
            (one, other) => one == other,
        };
        is_same_authority
            && is_same_query(link.query, page.query)
            && segments(link.path, directory).eq(segments(page.path, &[]))
    }
}

/// Longer schemes are taken for parts of paths.
const LONGEST_SCHEME: usize = 24;

/// The bytes of an `href` among which its scheme ends, if it has one.
#[inline]
pub(super) fn start_of(href: &[u8]) -> &[u8] {
    &href[..href.len().min(LONGEST_SCHEME)]
}

/// Whether an `href` needs no look at its scheme: a path or a fragment, or one that begins with `http`.
#[inline]
pub(super) fn is_plainly_of_a_page(href: &[u8]) -> bool {
    matches!(href, [b'/' | b'#' | b'.', ..] | [b'h', b't', b't', b'p', ..])
}

/// The end of a path, to tell quickly that two paths differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PathEnd {
    /// There is no path.
    #[default]
    None,
    /// A short path, or one that ends in a dot segment, an index page or whitespace: it may be equal to one with
    /// another end.
    Special,
    /// Its last bytes, without a trailing slash: as many as the end of an index page has, and more than `.html` has, so
    /// that they differ between most pages.
    Bytes([u8; 8]),
}

impl PathEnd {
    #[inline]
    fn of(path: &[u8]) -> PathEnd {
        let path = path.strip_suffix(b"/").unwrap_or(path);
        match path.last_chunk() {
            Some(b"dex.html" | b"ndex.htm" | b"ndex.php") | None => PathEnd::Special,
            Some([.., b'/' | b'.' | b' ' | b'\t'..=b'\r']) => PathEnd::Special,
            Some(&end) => PathEnd::Bytes(end),
        }
    }
}

fn without_www(authority: &[u8]) -> &[u8] {
    match authority.split_first_chunk() {
        Some((b"www." | b"WWW.", rest)) => rest,
        _ => authority,
    }
}

/// Whether two queries are equal; `&amp;` stands for `&`, as in the source of a page.
fn is_same_query(one: Option<&[u8]>, other: Option<&[u8]>) -> bool {
    fn plain(query: &[u8]) -> impl Iterator<Item = u8> + '_ {
        let mut rest = query;
        std::iter::from_fn(move || {
            let (&byte, after) = rest.split_first()?;
            rest = if byte == b'&' { after.strip_prefix(b"amp;").unwrap_or(after) } else { after };
            Some(byte)
        })
    }
    plain(one.unwrap_or_default()).eq(plain(other.unwrap_or_default()))
}

/// The segments of `path` relative to `directory`, from the last to the first, with `.` and `..` resolved. Empty
/// segments and the names of index pages are left out, so that `/a`, `/a/` and `/a/index.html` are one page.
fn segments<'s>(path: &'s [u8], directory: &'s [u8]) -> impl Iterator<Item = &'s [u8]> {
    let mut skip = 0u32;
    let mut is_last = true;
    path.rsplit(|&byte| byte == b'/').chain(directory.rsplit(|&byte| byte == b'/')).filter(move |segment| {
        let was_last = std::mem::replace(&mut is_last, false);
        match *segment {
            b"" | b"." => false,
            b"index.html" | b"index.htm" | b"index.php" if was_last => false,
            b".." => {
                skip += 1;
                false
            }
            _ if skip > 0 => {
                skip -= 1;
                false
            }
            _ => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(address: &str, base: &str, href: &str) -> Destination {
        let parse = |text: &'static str| (!text.is_empty()).then(|| Reference::parse(text.as_bytes()));
        let leak = |text: &str| -> &'static str { String::leak(text.to_owned()) };
        let page = PageAddress { given: parse(leak(address)), base: parse(leak(base)), ..PageAddress::default() };
        page.with_ends().destination(href.as_bytes())
    }

    #[test]
    fn links_within_the_page() {
        let page = "https://www.example.org/docs/api/socket.html";
        for href in [
            "#AF_INET",
            "",
            " \n",
            "socket.html",
            "./socket.html#x",
            "../api/socket.html",
            "/docs/api/socket.html#x",
            "//example.org/docs/api/socket.html",
            "HTTP://EXAMPLE.org/docs/api/socket.html#y",
            "mailto:a@example.org",
            "javascript:void(0)",
            "tel:+49",
        ] {
            assert_eq!(leads(page, "", href), Destination::SamePage, "{href}");
        }
        assert_eq!(leads("https://example.org/docs/", "", "index.html"), Destination::SamePage);
        assert_eq!(leads("https://example.org/?a=1&b=2", "", "?a=1&amp;b=2#c"), Destination::SamePage);
        assert_eq!(leads("https://example.org/a/b", "/a/", "b"), Destination::SamePage);
    }

    #[test]
    fn links_to_other_pages() {
        let page = "https://example.org/docs/api/socket.html";
        for href in [
            "ssl.html",
            "../socket.html",
            "/socket.html",
            "socket.html?print=1",
            "?print=1",
            "https://example.com/docs/api/socket.html",
            "socket.html/x",
        ] {
            assert_eq!(leads(page, "", href), Destination::OtherPage, "{href}");
        }
        assert_eq!(leads("https://example.org/a/b", "/c/", "b"), Destination::OtherPage);
        assert_eq!(leads("https://example.org/a/b", "https://example.com/a/", "b"), Destination::OtherPage);
    }

    #[test]
    fn what_the_page_declares() {
        let links = |html: &str, address: Option<&str>| -> Vec<Destination> {
            let mut analyzer = crate::Analyzer::new(crate::Options::default());
            let document = analyzer.analyze(html.as_bytes()).unwrap();
            let page = document.page();
            let own = PageAddress::find(&page.tree, page.metadata_elements(), address);
            document.links().map(|link| own.destination(link.target().as_bytes())).collect()
        };
        let html = "<link rel=Canonical href=https://example.org/a/b><base href=/a/><p><a href=b#x>x</a> \
            <a href=https://example.org/a/b>y</a> <a href=c>z</a>";
        use Destination::{OtherPage, SamePage};
        assert_eq!(links(html, None), [SamePage, SamePage, OtherPage]);
        assert_eq!(links(html, Some("https://example.org/a/c")), [SamePage, SamePage, SamePage]);
        assert_eq!(links(&html.replace("canonical", "next").replace("Canonical", "next"), None), [OtherPage; 3]);
    }

    #[test]
    fn without_an_address_only_fragments_stay() {
        for (href, destination) in [
            ("#x", Destination::SamePage),
            ("javascript:x", Destination::SamePage),
            ("x", Destination::OtherPage),
            ("?x", Destination::OtherPage),
            ("/", Destination::OtherPage),
            ("https://example.org/#x", Destination::OtherPage),
        ] {
            assert_eq!(leads("", "", href), destination, "{href}");
        }
    }
}
