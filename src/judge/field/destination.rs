//! Where a link leads: to its own page or to another one (RFC 3986, without building addresses).
//!
//! The page's own addresses are the one that the caller passed and the one that the page declares as canonical. Without
//! any, only fragments are known to stay on the page.

use crate::read::html::attributes::Name;
use crate::read::html::scan::{find_either_before, same_name};
use crate::read::html::{Tag, Tree};

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
    /// What the paths of `given` and `canonical` end in, as [`name_of`] tells; 0 without an address or a path.
    names: [u64; 2],
    /// Whether one of them is an address without a path.
    is_root: bool,
    /// Whether one of them has a query.
    has_query: bool,
}

impl<'p> PageAddress<'p> {
    /// The address from the caller, and what the page declares. `elements` are the nodes that may declare it.
    pub fn find(tree: &Tree<'p>, elements: &[u32], address: Option<&'p str>) -> PageAddress<'p> {
        let given = address.map(|text| Reference::parse(text.as_bytes()));
        let mut found = PageAddress { given, ..PageAddress::default() };
        let is_canonical =
            |node| tree.attribute(node, Name::REL).is_some_and(|rel| same_name(tree.raw_value(rel), b"canonical"));
        for &index in elements {
            let node = &tree.nodes[index as usize];
            let declared = match node.tag {
                Tag::BASE if found.base.is_none() => &mut found.base,
                Tag::LINK if found.canonical.is_none() && is_canonical(node) => &mut found.canonical,
                _ => continue,
            };
            *declared = tree.attribute(node, Name::HREF).map(|href| Reference::parse(tree.raw_value(href)));
        }
        found.with_names()
    }

    fn with_names(self) -> PageAddress<'p> {
        let pages = [self.given, self.canonical];
        let names = pages.map(|page| page.map_or(0, |page| name_of(page.path)));
        let is_root = pages.iter().zip(names).any(|(page, name)| page.is_some() && name == 0);
        let has_query = pages.iter().flatten().any(|page| page.query.is_some());
        PageAddress { names, is_root, has_query, ..self }
    }

    /// Where an `href` leads, as it stands in the source.
    pub fn destination(&self, href: &[u8]) -> Destination {
        if matches!(href, [] | [b'#', ..]) {
            return Destination::SamePage;
        }
        let link = Reference::parse(href);
        if link.is_no_page() || self.is_own(&link) { Destination::SamePage } else { Destination::OtherPage }
    }

    /// A quick check of the `href` at `start..end` of the source, which most links to other pages pass: it has no
    /// scheme but that of pages, and a query that the page has not, or a path that ends in another name. If it passes,
    /// [`PageAddress::destination`] is another page; if not, it may be.
    #[inline]
    pub(super) fn is_surely_other(&self, source: &[u8], start: usize, end: usize) -> bool {
        let href = &source[start..end];
        if matches!(href, [] | [..=b' ' | b'#' | b'?', ..]) {
            return false;
        }
        if !has_plain_start(href) {
            let limit = end.min(start + LONGEST_SCHEME);
            if find_either_before(source, start, limit, b':', b'&') < limit {
                return false;
            }
        }
        if self.given.is_none() && self.canonical.is_none() {
            return true;
        }
        let path_end = find_either_before(source, start, end, b'#', b'?');
        if !self.has_query && matches!(source[path_end..end], [b'?', b'!'..=b'"' | b'$'.., ..]) {
            return true;
        }
        let path = &source[start..path_end - usize::from(source[path_end - 1] == b'/')];
        let last = last_bytes(path);
        let name = after_slash(last);
        !(is_uncertain(last) || self.names.contains(&name) || self.is_root && is_host(path))
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

/// Whether an `href` begins as a path, a fragment or a page on the web, so that its scheme needs no closer look.
#[inline]
fn has_plain_start(href: &[u8]) -> bool {
    matches!(href, [b'/' | b'#' | b'.', ..]) || href.starts_with(b"http://") || href.starts_with(b"https://")
}

/// Whether the scheme of an `href` may be written with character references.
pub(super) fn may_hide_its_scheme(href: &[u8]) -> bool {
    !has_plain_start(href) && href.iter().take(LONGEST_SCHEME).any(|&byte| byte == b'&')
}

/// The end of the name of a page, its last segment, as [`last_bytes`]; 0 for a path without segments.
fn name_of(path: &[u8]) -> u64 {
    segments(path, &[]).next().map_or(0, last_bytes)
}

/// The last eight bytes of a text, the last one highest, with zeros for those it lacks. As many as the end of an index
/// page has, and more than `.html` has, so that they differ between most pages.
#[inline]
fn last_bytes(text: &[u8]) -> u64 {
    match text.last_chunk() {
        Some(&bytes) => u64::from_le_bytes(bytes),
        None => text.iter().fold(0, |word, &byte| word >> 8 | u64::from(byte) << 56),
    }
}

/// Those of the [`last_bytes`] of a path that follow its last slash.
#[inline]
fn after_slash(last: u64) -> u64 {
    const LOW: u64 = u64::MAX / 255 * 0x7f;
    // The top bit of each byte that is a slash, by arithmetic without carries between bytes.
    let other = last ^ (u64::MAX / 255 * u64::from(b'/'));
    let slashes = !(((other & LOW) + LOW) | other | LOW);
    last & !u64::MAX.checked_shr(slashes.leading_zeros()).unwrap_or(0)
}

/// Whether a path, by its [`last_bytes`], may be that of a page with another name: one that is empty, or ends in a
/// slash, a dot segment, an index page or whitespace.
#[inline]
fn is_uncertain(last: u64) -> bool {
    const INDEX_PAGES: [u64; 3] =
        [u64::from_le_bytes(*b"dex.html"), u64::from_le_bytes(*b"ndex.htm"), u64::from_le_bytes(*b"ndex.php")];
    matches!((last >> 56) as u8, b'/' | b'.' | ..=b' ') || INDEX_PAGES.contains(&last)
}

/// Whether the last segment of a reference may be its host.
fn is_host(path: &[u8]) -> bool {
    memchr::memrchr(b'/', path).is_some_and(|at| path[..at].ends_with(b"/"))
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
    use crate::base::simd::rounds;

    fn leads(address: &str, base: &str, href: &str) -> Destination {
        let parse = |text: &'static str| (!text.is_empty()).then(|| Reference::parse(text.as_bytes()));
        let leak = |text: &str| -> &'static str { String::leak(text.to_owned()) };
        let page = PageAddress { given: parse(leak(address)), base: parse(leak(base)), ..PageAddress::default() };
        find(&page.with_names(), href).0
    }

    /// Where a link leads, and whether the quick check sees that.
    fn find(page: &PageAddress, href: &str) -> (Destination, bool) {
        let source = format!("\"{href}\" and what follows");
        let is_surely_other = page.is_surely_other(source.as_bytes(), 1, 1 + href.len());
        let destination = page.destination(href.as_bytes());
        assert!(!is_surely_other || destination == Destination::OtherPage, "{href} in {page:?}");
        (destination, is_surely_other)
    }

    #[test]
    fn the_quick_check_never_contradicts() {
        const HOSTS: &[&str] = &["", "", "//www.example.org", "https://example.org", "http://api.html", "http:", "x:"];
        const NAMES: &[&str] =
            &["a", "page", "socket.html", "my-socket.html", "index.html", "an-index.php", ".", "..", "", "a:b"];
        const ENDS: &[&str] = &["", "", "/", "//", " ", "?", "?x=1", "?#y", "#y", ".", "/.."];
        let mut random = crate::base::random::Random(11);
        let mut passed = 0;
        for _ in 0..rounds(20_000) {
            let mut reference = |hosts: &[&str]| {
                let mut text = (*random.pick(hosts)).to_owned();
                for _ in 0..random.below(4usize) {
                    text += if random.below(5usize) > 0 { "/" } else { "" };
                    text += random.pick::<&str>(NAMES);
                }
                text + random.pick::<&str>(ENDS)
            };
            let [given, canonical] = [reference(&["https://example.org"]), reference(HOSTS)];
            let (base, href) = (reference(HOSTS), reference(HOSTS));
            let parse = |text, is_known| if is_known { Some(Reference::parse(str::as_bytes(text))) } else { None };
            let known = random.below(8u32);
            let page = PageAddress {
                given: parse(&given, known & 1 != 0),
                canonical: parse(&canonical, known & 2 != 0),
                base: parse(&base, known & 4 != 0),
                ..PageAddress::default()
            };
            passed += usize::from(find(&page.with_names(), &href).1);
        }
        assert!(passed > rounds(4_000), "{passed}");
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
