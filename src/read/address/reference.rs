//! The parts of a reference, and the address that it resolves to (RFC 3986, section 5.2).
//!
//! As browsers do, whitespace around a reference is dropped, and line feeds and tabs inside it. Nothing else is
//! normalized: no escapes, no host names.

use crate::base::fallible::{List, Text};

/// Longer addresses are neither resolved nor compared.
pub(crate) const MAX_LENGTH: usize = 8_192;

/// The parts of a reference, as spans of a text. With a scheme it is an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reference<'t> {
    pub scheme: Option<&'t [u8]>,
    pub authority: Option<&'t [u8]>,
    /// What is before the path if it was resolved: the folder of its base, in up to two pieces that end in a slash, as
    /// the base may itself be relative to another one.
    folders: [&'t [u8]; 2],
    pub path: &'t [u8],
    pub query: Option<&'t [u8]>,
    pub fragment: Option<&'t [u8]>,
}

impl<'t> Reference<'t> {
    pub fn parse(text: &'t [u8]) -> Reference<'t> {
        let (text, fragment) = cut(trimmed(text), b'#');
        let (text, query) = cut(text, b'?');
        let (scheme, text) = match text.iter().position(|byte| !is_of_scheme(*byte)) {
            Some(at) if text[at] == b':' && text[0].is_ascii_alphabetic() => (Some(&text[..at]), &text[at + 1..]),
            _ => (None, text),
        };
        let (authority, path) = match text.strip_prefix(b"//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(memchr::memchr(b'/', rest).unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, text),
        };
        Reference { scheme, authority, folders: [b"", b""], path, query, fragment }
    }

    /// The parts of a text that is not too long.
    pub fn parse_limited(text: &'t [u8]) -> Option<Reference<'t>> {
        (text.len() <= MAX_LENGTH).then(|| Reference::parse(text))
    }

    pub fn is_absolute(&self) -> bool {
        self.scheme.is_some()
    }

    pub fn has_scheme(&self, name: &[u8]) -> bool {
        self.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(name))
    }

    /// Whether it is empty but for a fragment.
    pub fn is_fragment(&self) -> bool {
        self.scheme.is_none() && self.keeps_path() && self.query.is_none()
    }

    /// Whether it leads to the home page of its host.
    pub fn is_home(&self) -> bool {
        let is_root = self.path == b"/" || self.path.is_empty() && self.authority.is_some();
        is_root && self.query.is_none() && self.fragment.is_none()
    }

    /// Whether it has the path of its base.
    pub fn keeps_path(&self) -> bool {
        self.authority.is_none() && self.path.is_empty()
    }

    /// Whether its path is relative to the folder of its base.
    pub fn is_in_folder(&self) -> bool {
        self.scheme.is_none() && !self.keeps_path() && self.authority.is_none() && !self.path.starts_with(b"/")
    }

    /// What `link`, which is not resolved yet, is relative to this base. `None` if the base has no hierarchy, such as
    /// `mailto:`, which resolves nothing but fragments. A base without a scheme gives what is known of the address.
    pub fn resolve(&self, link: &Reference<'t>) -> Option<Reference<'t>> {
        let Reference { scheme, authority, .. } = *self;
        if link.is_absolute() {
            return Some(*link);
        }
        if link.is_fragment() {
            return Some(Reference { fragment: link.fragment, ..*self });
        }
        if self.is_absolute() && authority.is_none() && !self.path.starts_with(b"/") {
            return None;
        }
        if link.keeps_path() {
            return Some(Reference { query: link.query, fragment: link.fragment, ..*self });
        }
        if link.is_in_folder() {
            return Some(Reference { scheme, authority, folders: self.folders()?, ..*link });
        }
        Some(Reference { scheme, authority: link.authority.or(authority), ..*link })
    }

    /// The folder that references are relative to; `None` for a base that was resolved twice.
    fn folders(&self) -> Option<[&'t [u8]; 2]> {
        let own = &self.path[..memchr::memrchr(b'/', self.path).map_or(0, |at| at + 1)];
        match self.folders {
            [b"", b""] if own.is_empty() && self.authority.is_some() => Some([b"", b"/"]),
            folders if own.is_empty() => Some(folders),
            [b"", folder] => Some([folder, own]),
            _ => None,
        }
    }

    /// The segments of the folder that references are relative to.
    pub fn folder_segments(&self) -> Segments<'t> {
        let [first, second] = self.folders().unwrap_or_default();
        Segments { folders: [b"", first], rest: second, above: 0, is_last: true }
    }

    /// The segments of the path, from the last to the first.
    pub fn segments(&self) -> Segments<'t> {
        Segments { folders: self.folders, rest: self.path, above: 0, is_last: true }
    }

    /// Writes an address; `path` is its path.
    fn write(&self, write_path: impl FnOnce(&mut Text)) -> Text {
        let mut out = Text::default();
        let lengths = [self.scheme, self.authority, Some(self.path), self.query, self.fragment];
        let folders = self.folders.iter().map(|folder| folder.len()).sum::<usize>();
        out.reserve(lengths.iter().flatten().map(|part| part.len() + 2).sum::<usize>() + folders);
        let push = |out: &mut Text, before: &str, part: Option<&[u8]>, after: &str| {
            if let Some(part) = part {
                [before, text_of(part), after].iter().for_each(|text| out.push_str(text));
            }
        };
        push(&mut out, "", self.scheme, ":");
        push(&mut out, "//", self.authority, "");
        write_path(&mut out);
        push(&mut out, "?", self.query, "");
        push(&mut out, "#", self.fragment, "");
        out
    }

    /// The text of an address, its path as it is.
    pub fn to_text(self) -> Text {
        self.write(|out| {
            [self.folders[0], self.folders[1], self.path].iter().for_each(|part| out.push_str(text_of(part)))
        })
    }

    /// The text of an address, its path without the segments `.` and `..` (section 5.2.4).
    fn to_text_without_dots(self) -> Text {
        let is_dot = |path: &[u8], at: usize| at == 0 || path[at - 1] == b'/';
        let has_dots = |path: &[u8]| memchr::memchr_iter(b'.', path).any(|at| is_dot(path, at));
        if self.folders.into_iter().chain([self.path]).any(has_dots) {
            return self.write(|out| self.write_without_dots(out));
        }
        self.to_text()
    }

    fn write_without_dots(&self, out: &mut Text) {
        let folders = self.folders.iter().filter_map(|folder| folder.strip_suffix(b"/"));
        let mut segments = folders.chain([self.path]).flat_map(|piece| piece.split(|&byte| byte == b'/')).peekable();
        let mut kept: List<&[u8]> = List::default();
        while let Some(segment) = segments.next() {
            if !matches!(segment, b"." | b"..") {
                kept.push(segment);
                continue;
            }
            // The empty segment before the first slash stays.
            if segment == b".." && kept.len() > 1 {
                kept.pop();
            }
            if segments.peek().is_none() {
                kept.push(b"");
            }
        }
        for (i, segment) in kept.iter().enumerate() {
            out.push_str(if i > 0 { "/" } else { "" });
            out.push_str(text_of(segment));
        }
    }
}

/// The absolute address of a reference; `base`, which is asked for if the reference is relative, is absolute.
pub(crate) fn resolve<'b>(base: impl FnOnce() -> Option<&'b str>, reference: &str) -> Option<Text> {
    if reference.len() > MAX_LENGTH {
        return None;
    }
    let reference = without_breaks(text_of(trimmed(reference.as_bytes())));
    let link = Reference::parse(reference.as_bytes());
    if link.is_absolute() {
        return Some(reference);
    }
    let base = base()?;
    // A page in a file was saved from a host, so its root is not the root of the file system.
    let is_in_file = base.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
    if is_in_file && reference.starts_with('/') && !reference.starts_with("//") {
        return None;
    }
    let base = Reference::parse_limited(base.as_bytes()).filter(Reference::is_absolute)?;
    let resolved = base.resolve(&link)?;
    Some(if link.keeps_path() { resolved.to_text() } else { resolved.to_text_without_dots() })
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

/// A part of a text, which is cut at ASCII characters only.
fn text_of(part: &[u8]) -> &str {
    std::str::from_utf8(part).unwrap_or_default()
}

/// A reference without control characters and spaces around it.
fn trimmed(text: &[u8]) -> &[u8] {
    let is_blank = |byte: &u8| *byte <= b' ';
    let start = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_blank(byte)).map_or(start, |at| at + 1);
    &text[start..end]
}

fn cut(text: &[u8], mark: u8) -> (&[u8], Option<&[u8]>) {
    memchr::memchr(mark, text).map_or((text, None), |at| (&text[..at], Some(&text[at + 1..])))
}

fn is_of_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The segments of a path that tell pages apart, from the last to the first, with `.` and `..` resolved. Empty segments
/// and the names of index pages are left out, so that `/a`, `/a/` and `/a/index.html` are one page.
#[derive(Clone, Debug)]
pub(crate) struct Segments<'t> {
    folders: [&'t [u8]; 2],
    rest: &'t [u8],
    /// How many segments of the folder before the path are left out by `..` in it, once all of it is read.
    pub above: usize,
    is_last: bool,
}

impl<'t> Iterator for Segments<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        loop {
            if self.rest.is_empty() {
                let [before, next] = self.folders;
                (self.folders, self.rest) = ([b"", before], next);
                if next.is_empty() && before.is_empty() {
                    return None;
                }
                continue;
            }
            let start = memchr::memrchr(b'/', self.rest).map_or(0, |at| at + 1);
            let segment = &self.rest[start..];
            self.rest = &self.rest[..start.saturating_sub(1)];
            match segment {
                b"" | b"." => {}
                b"index.html" | b"index.htm" | b"index.php" if self.is_last => {}
                b".." => self.above += 1,
                _ if self.above > 0 => self.above -= 1,
                _ => {
                    self.is_last = false;
                    return Some(segment);
                }
            }
            self.is_last = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    /// RFC 3986, section 5.4: the normal and the abnormal examples, as a strict parser resolves them.
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
            ("g;x", "http://a/b/c/g;x"),
            ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../", "http://a/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."),
            ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
            ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g#s/./x"),
            ("g#s/../x", "http://a/b/c/g#s/../x"),
            ("http:g", "http:g"),
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
        assert_eq!(resolve(|| Some("mailto:a"), "#x").as_deref(), Some("mailto:a#x"));
        assert_eq!(resolve(|| Some("http://a/"), &"x".repeat(MAX_LENGTH + 1)), None);
        let long = format!("http://a/{}", "x".repeat(MAX_LENGTH));
        assert_eq!(resolve(|| Some(&long), "x"), None);
    }

    /// A base that is relative to another one, without writing it.
    #[test]
    fn references_that_are_resolved_twice() {
        for (own, base, link, expected) in [
            ("http://a/b/c", "d/e", "../f", "http://a/b/f"),
            ("http://a/b/c", "d/e", "f", "http://a/b/d/f"),
            ("http://a", "d", "f", "http://a/f"),
            ("http://a/b/c", "?x", "f", "http://a/b/f"),
            ("http://a/b/c", "/d/", "f", "http://a/d/f"),
        ] {
            let [own, base, link] = [own, base, link].map(|text| Reference::parse(text.as_bytes()));
            let resolved = own.resolve(&base).and_then(|base| base.resolve(&link)).unwrap();
            assert_eq!(&*resolved.to_text_without_dots(), expected);
        }
    }

    #[test]
    fn hostile_addresses_resolve_to_something_short() {
        const PIECES: [&str; 16] =
            ["a", "/", "//", "..", "../", ".", "?", "#", ":", "http:", "[", "@", "\u{e9}", " ", "\t", "x:"];
        let mut random = Random(5);
        for _ in 0..20_000 {
            let mut text = || (0..random.below(9usize)).map(|_| *random.pick(&PIECES)).collect::<String>();
            let (base, reference) = (text(), text());
            if let Some(address) = resolve(|| Some(&base), &reference) {
                assert!(address.len() <= base.len() + reference.len() + 1, "{base} {reference} {address:?}");
                assert!(Reference::parse(address.as_bytes()).is_absolute());
            }
        }
        let deep = "../".repeat(MAX_LENGTH / 3);
        assert_eq!(resolve(|| Some("http://a/b/c"), &deep).as_deref(), Some("http://a/"));
    }
}
