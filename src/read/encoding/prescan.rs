//! The HTML standard's "[prescan a byte stream to determine its encoding]": finds a `<meta>` or an XML declaration
//! without parsing.
//!
//! The functions have the names of the standard's algorithms and keep their order of steps, oddities included: a quoted
//! `>` inside a `<meta>` is skipped properly, `<!doctype ...>` ends at its first `>`, and script text is read as
//! markup. At the end of the bytes the prescan stops, even within a declaration that looks complete; only an XML
//! declaration at the very start is then used. In the code the end of the bytes is `None`, propagated by `?`.
//!
//! The time is linear, as the position only moves forward.
//!
//! [prescan a byte stream to determine its encoding]:
//!     https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};

/// The encoding declared in the markup of `bytes`, the beginning of a page.
pub(super) fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some(UTF_16BE);
    }
    Prescan { bytes, position: 0 }.run().or_else(|| xml_encoding(bytes))
}

/// An attribute as in the source: not lower-cased, character references not decoded.
struct Attribute<'a> {
    name: &'a [u8],
    value: &'a [u8],
}

struct Prescan<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Prescan<'a> {
    /// The main loop. `None` at the end of the bytes.
    fn run(&mut self) -> Option<&'static Encoding> {
        loop {
            // Between most tags is nothing but whitespace.
            self.skip_until(|byte| !is_space(byte))?;
            if self.peek()? != b'<' {
                self.position += memchr(b'<', self.rest())?;
            }
            let rest = self.rest();
            if rest.starts_with(b"<!--") {
                // The hyphens of "-->" may belong to "<!--": "<!-->" is a complete comment.
                self.position += 2;
                self.position += memmem::find(self.rest(), b"-->")? + 3;
            } else if is_meta(rest) {
                self.position += b"<meta".len();
                if let Some(encoding) = self.meta()? {
                    return Some(encoding);
                }
                self.position += 1;
            } else if is_tag(rest) {
                self.skip_until(|byte| is_space(byte) || byte == b'>')?;
                while self.attribute()?.is_some() {}
                self.position += 1;
            } else if matches!(rest, [b'<', b'!' | b'/' | b'?', ..]) {
                self.position += memchr(b'>', rest)? + 1;
            } else {
                self.position += 1;
            }
        }
    }

    /// Reads the attributes of a `<meta>`. `Some(None)` if it declares no encoding; `None` at the end of the bytes.
    fn meta(&mut self) -> Option<Option<&'static Encoding>> {
        let (mut seen_http_equiv, mut seen_content, mut seen_charset) = (false, false, false);
        let mut got_pragma = false;
        let mut need_pragma = None;
        // The outer level is the standard's "null", the inner one its "failure".
        let mut charset: Option<Option<&'static Encoding>> = None;
        while let Some(Attribute { name, value }) = self.attribute()? {
            // Only the first attribute of each name is used.
            let first = |seen: &mut bool| !std::mem::replace(seen, true);
            if name.eq_ignore_ascii_case(b"http-equiv") && first(&mut seen_http_equiv) {
                got_pragma = value.eq_ignore_ascii_case(b"content-type");
            } else if name.eq_ignore_ascii_case(b"content") && first(&mut seen_content) {
                if let (None, Some(encoding)) = (charset, content_encoding(value)) {
                    charset = Some(Some(encoding));
                    need_pragma = Some(true);
                }
            } else if name.eq_ignore_ascii_case(b"charset") && first(&mut seen_charset) {
                charset = Some(Encoding::for_label(value));
                need_pragma = Some(false);
            }
        }
        let counts = matches!((need_pragma, got_pragma), (Some(false), _) | (Some(true), true));
        Some(charset.flatten().filter(|_| counts).map(as_declared_in_meta))
    }

    /// "Get an attribute". `Some(None)` at the `>` of the tag; `None` at the end of the bytes.
    fn attribute(&mut self) -> Option<Option<Attribute<'a>>> {
        self.skip_until(|byte| !is_space(byte) && byte != b'/')?;
        if self.peek()? == b'>' {
            return Some(None);
        }
        let start = self.position;
        // A leading "=" is part of the name.
        self.position += 1;
        self.skip_until(|byte| is_space(byte) || matches!(byte, b'=' | b'/' | b'>'))?;
        let name = self.since(start);
        if is_space(self.peek()?) {
            self.skip_until(|byte| !is_space(byte))?;
        }
        if self.peek()? != b'=' {
            return Some(Some(Attribute { name, value: &[] }));
        }
        self.position += 1;
        self.skip_until(|byte| !is_space(byte))?;
        let value = self.value()?;
        Some(Some(Attribute { name, value }))
    }

    /// The value of an attribute that begins at the current position.
    fn value(&mut self) -> Option<&'a [u8]> {
        let quote = self.peek()?;
        if matches!(quote, b'"' | b'\'') {
            self.position += 1;
            let start = self.position;
            self.position += memchr(quote, self.rest())?;
            let value = self.since(start);
            self.position += 1;
            return Some(value);
        }
        let start = self.position;
        self.skip_until(|byte| is_space(byte) || byte == b'>')?;
        Some(self.since(start))
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    fn since(&self, start: usize) -> &'a [u8] {
        self.bytes.get(start..self.position).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    /// Advances to the next byte, the current one included, for which `stop` is true.
    fn skip_until(&mut self, stop: impl Fn(u8) -> bool) -> Option<()> {
        self.position += self.rest().iter().position(|&byte| stop(byte))?;
        Some(())
    }
}

/// Whether `<meta` and a byte that ends the tag name come next.
fn is_meta(rest: &[u8]) -> bool {
    rest.get(..5).is_some_and(|name| name.eq_ignore_ascii_case(b"<meta"))
        && rest.get(5).is_some_and(|&byte| is_space(byte) || byte == b'/')
}

/// Whether `<` or `</` and a letter come next.
fn is_tag(rest: &[u8]) -> bool {
    matches!(rest, [b'<', b'a'..=b'z' | b'A'..=b'Z', ..] | [b'<', b'/', b'a'..=b'z' | b'A'..=b'Z', ..])
}

/// ASCII whitespace.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// The encoding to use for one that a `<meta>` names. UTF-16 cannot be meant, as the `<meta>` itself was ASCII.
fn as_declared_in_meta(encoding: &'static Encoding) -> &'static Encoding {
    match encoding {
        e if e == X_USER_DEFINED => WINDOWS_1252,
        e if e == UTF_16LE || e == UTF_16BE => UTF_8,
        e => e,
    }
}

/// "Algorithm for extracting a character encoding from a meta element": `charset=...` in a `content` attribute.
fn content_encoding(content: &[u8]) -> Option<&'static Encoding> {
    let mut rest = content;
    loop {
        let found = rest.windows(7).position(|window| window.eq_ignore_ascii_case(b"charset"))?;
        rest = skip_while(&rest[found + 7..], is_space);
        if let [b'=', value @ ..] = rest {
            rest = skip_while(value, is_space);
            break;
        }
    }
    let label = match rest {
        [quote @ (b'"' | b'\''), value @ ..] => &value[..memchr(*quote, value)?],
        value => &value[..value.iter().position(|&byte| is_space(byte) || byte == b';').unwrap_or(value.len())],
    };
    Encoding::for_label(label)
}

/// "Get an XML encoding": the pseudo-attribute `encoding` of an XML declaration at the start.
fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let is_xml_space = |byte| byte <= b' ';
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let declaration = &bytes[..memchr(b'>', bytes)?];
    let rest = &declaration[memmem::find(declaration, b"encoding")? + b"encoding".len()..];
    let [b'=', rest @ ..] = skip_while(rest, is_xml_space) else { return None };
    let [quote @ (b'"' | b'\''), rest @ ..] = skip_while(rest, is_xml_space) else { return None };
    let label = &rest[..memchr(*quote, rest)?];
    if label.iter().any(|&byte| is_xml_space(byte)) {
        return None;
    }
    Encoding::for_label(label).map(|encoding| match encoding {
        e if e == UTF_16LE || e == UTF_16BE => UTF_8,
        e => e,
    })
}

fn skip_while(bytes: &[u8], skip: impl Fn(u8) -> bool) -> &[u8] {
    &bytes[bytes.iter().position(|&byte| !skip(byte)).unwrap_or(bytes.len())..]
}
