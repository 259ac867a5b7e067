//! The addresses of a page, and whether a link leads to the page itself.
//!
//! A page has up to two addresses: the one that the caller passed, and the one that it declares as canonical. Without
//! any, only fragments are known to stay on the page. `http` and `https`, and hosts with `www.` and without, are one.
//!
//! Nothing is written: addresses are compared segment by segment. What depends on the page only is compared once, so
//! that a link costs no more than its own length, whatever the addresses of the page are.

use super::Declared;
use super::reference::Reference;
use crate::base::arena::{Bump, Vec};
use crate::read::html::attributes::Name;
use crate::read::html::scan::find_either_before;
use crate::read::page::{Block, Page};

/// The address of a page, which its `base` is relative to: the one that the caller passed or, if that is none or a file,
/// the canonical one, as the links of a page that was saved to a file lead to where it was.
pub(crate) fn own_address<'t>(given: Option<Reference<'t>>, canonical: Option<Reference<'t>>) -> Option<Reference<'t>> {
    let given = given.filter(Reference::is_absolute);
    match given {
        Some(given) if !given.has_scheme(b"file") => Some(given),
        _ => canonical.filter(Reference::is_absolute).or(given),
    }
}

/// Whether the first link of a block leads to the home page, as the name of a site does.
pub(crate) fn leads_home(page: &Page<'_>, block: &Block) -> bool {
    let href = page
        .links_in(block)
        .next()
        .and_then(|link| page.tree.attribute(&page.tree.nodes[link.node as usize], Name::HREF));
    href.is_some_and(|href| Reference::parse(page.tree.raw_value(href)).is_home())
}

/// The addresses of a page, and the base of its links.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OwnPage<'r, 'p> {
    /// The one from the caller, and the canonical one.
    pages: [Option<Own<'r, 'p>>; 2],
    /// How many segments the folder of the base has.
    depth: usize,
    /// What the paths of the addresses end in, as [`last_bytes`] tells; 0 without an address or a path.
    names: [u64; 2],
    /// Whether one of them is an address without a path.
    is_root: bool,
    /// Whether one of them has a query.
    has_query: bool,
}

/// An address of a page.
#[derive(Clone, Copy, Debug)]
struct Own<'r, 'p> {
    authority: Option<&'p [u8]>,
    query: Option<&'p [u8]>,
    /// The segments of its path, the last one first.
    segments: &'r [&'p [u8]],
    /// How many of the first segments belong to the folder of the base.
    shared: usize,
    /// Whether it has the authority of the base.
    is_at_base: bool,
    /// Whether it has the path of the base.
    is_base: bool,
}

impl<'r, 'p> OwnPage<'r, 'p> {
    /// Bytes that [`OwnPage::find`] allocates on most pages.
    pub const CAPACITY: usize = 1 << 10;

    /// The address from the caller, and those that the page declares.
    pub fn find(arena: &'r Bump, page: &Page<'p>, declared: Declared, address: Option<&'p str>) -> OwnPage<'r, 'p> {
        let given = address.and_then(|address| Reference::parse_limited(address.as_bytes()));
        let tree = &page.tree;
        let href = |element| Reference::parse_limited(tree.raw_value(Declared::href(tree, element)?));
        OwnPage::of(arena, given, href(declared.canonical), href(declared.base))
    }

    #[inline(never)]
    fn of(
        arena: &'r Bump,
        given: Option<Reference<'p>>,
        canonical: Option<Reference<'p>>,
        base: Option<Reference<'p>>,
    ) -> OwnPage<'r, 'p> {
        if given.is_none() && canonical.is_none() && base.is_none() {
            return OwnPage::default();
        }
        let own = own_address(given, canonical);
        let base = match (own, base) {
            (Some(own), Some(base)) => own.resolve(&base).or(Some(own)),
            (own, base) => base.or(own),
        };
        let resolved = |address: Reference<'p>| base.and_then(|base| base.resolve(&address)).unwrap_or(address);
        let pages = [given, canonical.map(resolved)];
        let base = base.or(pages[0]).or(pages[1]).unwrap_or_default();
        let folder = Vec::from_iter_in(base.folder_segments(), arena).into_bump_slice();
        let pages = pages.map(|page| page.map(|page| Own::of(arena, &page, &base, folder)));
        let names = pages.map(|page| page.and_then(|page| page.segments.first()).map_or(0, |name| last_bytes(name)));
        OwnPage {
            pages,
            depth: folder.len(),
            names,
            is_root: pages.iter().flatten().any(|page| page.segments.is_empty()),
            has_query: pages.iter().flatten().any(|page| page.query.is_some()),
        }
    }

    /// Whether an `href`, as it stands in the source, leads to another page. Fragments stay, and so does what leads to no
    /// page at all: a script, an e-mail address, a telephone number, data.
    pub fn is_left_by(&self, href: &[u8]) -> bool {
        if matches!(href, [] | [b'#', ..]) {
            return false;
        }
        let link = Reference::parse(href);
        let is_page = || [&b"https"[..], b"http", b"file", b"ftp"].iter().any(|scheme| link.has_scheme(scheme));
        if link.is_absolute() && !is_page() || link.is_fragment() {
            return false;
        }
        !self.pages.iter().flatten().any(|page| self.is_page(&link, page))
    }

    /// A quick check of the `href` at `start..end` of the source, which most links to other pages pass: it has no
    /// scheme other than page schemes, and a query that the page has not, or a path that ends in another name. If it
    /// passes, [`OwnPage::is_left_by`] says the same; if not, it may.
    #[inline]
    pub fn is_surely_left_by(&self, source: &[u8], start: usize, end: usize) -> bool {
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
        if self.pages.iter().all(Option::is_none) {
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

    /// Whether a link is to one of the addresses.
    fn is_page(&self, link: &Reference<'_>, page: &Own<'_, '_>) -> bool {
        let is_same_authority = match link.authority {
            None if !link.is_absolute() => page.is_at_base,
            authority => is_same_authority(authority, page.authority),
        };
        is_same_authority && is_same_query(link.query, page.query) && self.is_path_of(link, page)
    }

    fn is_path_of(&self, link: &Reference<'_>, page: &Own<'_, '_>) -> bool {
        if link.keeps_path() && !link.is_absolute() {
            return page.is_base;
        }
        let mut left = page.segments.iter();
        let mut segments = link.segments();
        if segments.by_ref().any(|segment| left.next() != Some(&segment)) {
            return false;
        }
        // The first segments belong to the folder of the base.
        let (depth, shared) = if link.is_in_folder() { (self.depth, page.shared) } else { (0, 0) };
        left.len() == depth.saturating_sub(segments.above) && left.len() <= shared
    }
}

impl<'r, 'p> Own<'r, 'p> {
    /// An address of a page with the base `base`, whose folder has the segments `folder`.
    fn of(arena: &'r Bump, address: &Reference<'p>, base: &Reference<'p>, folder: &[&[u8]]) -> Own<'r, 'p> {
        let segments = Vec::from_iter_in(address.segments(), arena).into_bump_slice();
        let first = segments.iter().rev().zip(folder.iter().rev());
        Own {
            authority: address.authority,
            query: address.query,
            segments,
            shared: first.take_while(|(one, other)| one == other).count(),
            is_at_base: base.authority.is_none() || is_same_authority(base.authority, address.authority),
            is_base: base.segments().eq(segments.iter().copied()),
        }
    }
}

fn is_same_authority(one: Option<&[u8]>, other: Option<&[u8]>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => without_www(one).eq_ignore_ascii_case(without_www(other)),
        (one, other) => one == other,
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
pub(crate) fn may_hide_its_scheme(href: &[u8]) -> bool {
    !has_plain_start(href) && href.iter().take(LONGEST_SCHEME).any(|&byte| byte == b'&')
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

/// Of the [`last_bytes`] of a path, the bytes after its last slash.
#[inline]
fn after_slash(last: u64) -> u64 {
    const LOW: u64 = u64::MAX / 255 * 0x7f;
    // The top bit of each byte that is a slash, by arithmetic without carries between bytes.
    let other = last ^ (u64::MAX / 255 * u64::from(b'/'));
    let slashes = !(((other & LOW) + LOW) | other | LOW);
    last & !u64::MAX.checked_shr(slashes.leading_zeros()).unwrap_or(0)
}

/// Whether a path, by its [`last_bytes`], may lead to a page with another name: it is empty, or ends in a
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::simd::rounds;
    use std::vec::Vec;

    fn parse(text: &str) -> Option<Reference<'_>> {
        (!text.is_empty()).then(|| Reference::parse(text.as_bytes()))
    }

    /// Whether a link leaves a page with an address and a base.
    fn leaves(address: &str, base: &str, href: &str) -> bool {
        let arena = Bump::new();
        find(&OwnPage::of(&arena, parse(address), None, parse(base)), href).0
    }

    /// Whether a link leaves the page, and whether the quick check sees that.
    fn find(page: &OwnPage<'_, '_>, href: &str) -> (bool, bool) {
        let source = format!("\"{href}\" and what follows");
        let is_surely_left = page.is_surely_left_by(source.as_bytes(), 1, 1 + href.len());
        let is_left = page.is_left_by(href.as_bytes());
        assert!(!is_surely_left || is_left, "{href} in {page:?}");
        (is_left, is_surely_left)
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
            let known = random.below(8u32);
            let parse = |text, bit| if known & bit != 0 { parse(text) } else { None };
            let arena = Bump::new();
            let page = OwnPage::of(&arena, parse(&given, 1), parse(&canonical, 2), parse(&base, 4));
            passed += usize::from(find(&page, &href).1);
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
            assert!(!leaves(page, "", href), "{href}");
        }
        assert!(!leaves("https://example.org/docs/", "", "index.html"));
        assert!(!leaves("https://example.org/?a=1&b=2", "", "?a=1&amp;b=2#c"));
        assert!(!leaves("https://example.org/a/b", "/a/", "b"));
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
            assert!(leaves(page, "", href), "{href}");
        }
        assert!(leaves("https://example.org/a/b", "/c/", "b"));
        assert!(leaves("https://example.org/a/b", "https://example.com/a/", "b"));
    }

    /// Whether each link of a page leaves it.
    fn left(html: &str, address: Option<&str>) -> Vec<bool> {
        let mut analyzer = crate::Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let page = document.page();
        let arena = Bump::new();
        let own = OwnPage::find(&arena, page, Declared::find(page), address);
        document.links().map(|link| own.is_left_by(link.target().as_bytes())).collect()
    }

    #[test]
    fn what_the_page_declares() {
        let html = "<link rel=Canonical href=https://example.org/a/b><base href=/a/><p><a href=b#x>x</a> \
            <a href=https://example.org/a/b>y</a> <a href=c>z</a>";
        assert_eq!(left(html, None), [false, false, true]);
        assert_eq!(left(html, Some("https://example.org/a/c")), [false, false, false]);
        assert_eq!(left(&html.replace("Canonical", "next"), None), [true; 3]);
        assert_eq!(left(&html.replace("Canonical", "'shortlink canonical'"), None), [false, false, true]);
        assert_eq!(left(&html.replace("<link", "<p><link"), None), [true; 3]);
    }

    #[test]
    fn a_canonical_address_serves_as_a_given_one() {
        let links =
            ["b.html", "b.html#x", "/a/b.html", "../a/b.html", "//e.org/a/b.html", "?", "https://e.org/a/b.html"];
        let others = ["c.html", "/b.html", "?x", "//f.org/a/b.html", "..", "https://e.org/a/b.html/c"];
        let link = |href: &&str| format!("<p><a href='{href}'>x</a>");
        let html = links.iter().chain(&others).map(link).collect::<String>();
        let canonical = format!("<link rel=canonical href=https://e.org/a/b.html>{html}");
        let expected = [[false; 7].as_slice(), &[true; 6]].concat();
        assert_eq!(left(&html, Some("https://e.org/a/b.html")), expected);
        assert_eq!(left(&canonical, None), expected);
        assert_eq!(left(&canonical, Some("file:///home/ann/saved.html")), expected);
    }

    #[test]
    fn canonical_addresses_and_bases_may_be_relative() {
        let link = "<p><a href=/a/b>x</a> <a href=b>y</a>";
        let canonical = format!("<link rel=canonical href=/a/b>{link}");
        assert_eq!(left(&canonical, None), [false, false]);
        assert_eq!(left(&canonical, Some("https://e.org/x")), [false, true]);
        assert_eq!(left(&canonical, Some("file:///x.html")), [false, true]);
        assert_eq!(left(&format!("<base href=a/>{canonical}"), Some("https://e.org/x")), [false, false]);
        assert_eq!(left(&format!("<base href=../c/>{link}"), Some("https://e.org/a/b")), [false, true]);
    }

    /// Neither the addresses of a page nor its links can make the work for a link longer than the link.
    #[test]
    fn hostile_addresses() {
        let slashes = "/".repeat(8_000);
        for address in [format!("https://e.org{slashes}b"), format!("https://{}/b", "e".repeat(8_000))] {
            let html = format!("<link rel=canonical href={address}>{}", "<p><a href=b>x</a>".repeat(2_000));
            assert_eq!(left(&html, None), [false; 2_000]);
        }
        let deep = format!("https://e.org/{}b", "a/".repeat(4_000));
        assert!(!leaves(&deep, "", "b") && !leaves(&deep, "", &deep) && leaves(&deep, "", "../b"));
        assert!(leaves(&deep, "", &"../".repeat(5_000)) && !leaves("https://e.org", "", &"../".repeat(5_000)));
    }

    #[test]
    fn without_an_address_only_fragments_stay() {
        for (href, is_left) in [
            ("#x", false),
            ("javascript:x", false),
            ("x", true),
            ("?x", true),
            ("/", true),
            ("https://example.org/#x", true),
        ] {
            assert_eq!(leaves("", "", href), is_left, "{href}");
        }
    }
}
