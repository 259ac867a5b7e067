//! Decoding of source text: character references, newlines, NUL, invalid UTF-8 (HTML, "Preprocessing the input stream"
//! and "Tokenization").

use super::attributes::Name;
use super::node::{Attribute, Namespace, Node, Tree, node_flag};
use super::scan::find_lanes;
use super::tags::Tag;
use super::{entities, foreign_names};
use crate::base::fallible::{Text, or_end};
use crate::base::simd::Lanes;
use crate::read::encoding::stray_character;
use std::borrow::Cow;

/// Receives decoded text in pieces.
pub trait TextSink {
    /// Bytes of the source that are not changed: valid UTF-8 without carriage return or NUL. `at` is their source
    /// offset.
    fn plain(&mut self, bytes: &[u8], at: usize);
    /// Text that replaces the bytes `source`.
    fn replaced(&mut self, text: &str, source: std::ops::Range<usize>);
}

/// Passes each character on, for callers that need no copy of the text.
pub(crate) struct EachCharacter<F>(pub F);

impl<F: FnMut(char)> TextSink for EachCharacter<F> {
    fn plain(&mut self, bytes: &[u8], _: usize) {
        std::str::from_utf8(bytes).unwrap_or_default().chars().for_each(&mut self.0);
    }

    fn replaced(&mut self, text: &str, _: std::ops::Range<usize>) {
        text.chars().for_each(&mut self.0);
    }
}

/// How source text is decoded.
#[derive(Clone, Copy, Debug)]
pub struct Decoding {
    /// Character references are decoded.
    pub references: bool,
    /// Character references follow the rules for attribute values.
    pub attribute: bool,
    /// NUL becomes U+FFFD; otherwise it is dropped.
    pub replace_nul: bool,
}

impl Decoding {
    /// Attribute values.
    pub const ATTRIBUTE: Decoding = Decoding { references: true, attribute: true, replace_nul: true };
    /// Names, comments and raw text.
    pub const RAW: Decoding = Decoding { references: false, attribute: false, replace_nul: true };

    /// The decoding of a text node.
    pub fn of(node: &Node) -> Decoding {
        Decoding {
            references: node.flags & node_flag::RAW == 0,
            attribute: false,
            replace_nul: node.flags & node_flag::NUL_REPLACED != 0,
        }
    }
}

/// Decodes `source[start..end]` into `sink`, in time linear in its length.
pub fn decode(source: &[u8], start: usize, end: usize, decoding: Decoding, sink: &mut impl TextSink) {
    let text = &source[..end];
    // Most texts are well-formed, which is found out faster as a whole.
    if std::str::from_utf8(&text[start..]).is_ok() {
        decode_valid(text, start, end, decoding, sink);
        return;
    }
    let mut at = start;
    for chunk in text[start..].utf8_chunks() {
        at = decode_valid(text, at, at + chunk.valid().len(), decoding, sink);
        if !chunk.invalid().is_empty() {
            let after = at + chunk.invalid().len();
            sink.replaced(stray_character(text, at).encode_utf8(&mut [0; 4]), at..after);
            at = after;
        }
    }
}

/// Decodes `text[at..valid_end]`, which is well-formed; returns `valid_end`. A reference is ASCII, so it cannot extend
/// beyond.
#[inline]
fn decode_valid(text: &[u8], mut at: usize, valid_end: usize, decoding: Decoding, sink: &mut impl TextSink) -> usize {
    while at < valid_end {
        at = decode_step(text, at, valid_end, decoding, sink);
    }
    at
}

/// Decodes a run of unchanged bytes, or a single other byte or reference, at `at`; returns the position after it.
fn decode_step(text: &[u8], at: usize, valid_end: usize, decoding: Decoding, sink: &mut impl TextSink) -> usize {
    match text[at] {
        b'&' => match decoding.references.then(|| entities::decode(&text[at..], decoding.attribute)).flatten() {
            Some((value, len)) => {
                sink.replaced(value.as_str(&mut [0; 4]), at..at + len);
                at + len
            }
            None => {
                sink.plain(b"&", at);
                at + 1
            }
        },
        b'\r' => {
            let end = if text.get(at + 1) == Some(&b'\n') { at + 2 } else { at + 1 };
            sink.replaced("\n", at..end);
            end
        }
        0 => {
            if decoding.replace_nul {
                sink.replaced("\u{fffd}", at..at + 1);
            }
            at + 1
        }
        _ => {
            let special = |lanes: Lanes| lanes.either(b'&', b'\r') | lanes.equal(0);
            let end = find_lanes(&text[..valid_end], at, special);
            sink.plain(&text[at..end], at);
            end
        }
    }
}

impl TextSink for crate::base::arena::Vec<'_, u8> {
    fn plain(&mut self, bytes: &[u8], _at: usize) {
        self.extend_from_slice_copy(bytes);
    }
    fn replaced(&mut self, text: &str, _source: std::ops::Range<usize>) {
        self.extend_from_slice_copy(text.as_bytes());
    }
}

impl TextSink for Text {
    fn plain(&mut self, bytes: &[u8], _at: usize) {
        // The bytes are well-formed.
        self.push_str(std::str::from_utf8(bytes).unwrap_or_default());
    }
    fn replaced(&mut self, text: &str, _source: std::ops::Range<usize>) {
        self.push_str(text);
    }
}

impl TextSink for String {
    fn plain(&mut self, bytes: &[u8], _at: usize) {
        self.push_str(&String::from_utf8_lossy(bytes));
    }
    fn replaced(&mut self, text: &str, _source: std::ops::Range<usize>) {
        self.push_str(text);
    }
}

impl<'a> Tree<'a> {
    /// The text of a text or comment node, decoded. Allocates; for tools and tests.
    #[cfg(feature = "unstable")]
    pub fn text_of(&self, node: &Node) -> String {
        let mut text = Text::default();
        let (start, end, decoding) = match node.tag {
            Tag::COMMENT => (node.content, node.attributes, Decoding::RAW),
            _ => (node.start, node.end, Decoding::of(node)),
        };
        or_end(|| decode(self.source, start as usize, end as usize, decoding, &mut text));
        text.into_string()
    }

    /// An attribute's value, decoded.
    pub(crate) fn decoded_value(&self, attribute: &Attribute) -> Text {
        let mut text = Text::default();
        let (start, end) = (attribute.value_start as usize, attribute.value_end as usize);
        decode(self.source, start, end, Decoding::ATTRIBUTE, &mut text);
        text
    }

    /// An attribute's value, decoded. Allocates; for tools and tests.
    #[cfg(feature = "unstable")]
    pub fn value_of(&self, attribute: &Attribute) -> String {
        or_end(|| self.decoded_value(attribute)).into_string()
    }

    /// A name as in the DOM: in lower case, NUL and invalid bytes replaced. Allocates.
    pub fn decoded_name(raw: &[u8]) -> String {
        let mut text = Text::default();
        or_end(|| decode(raw, 0, raw.len(), Decoding::RAW, &mut text));
        let mut text = text.into_string();
        text.make_ascii_lowercase();
        text
    }

    /// [`Tree::decoded_name`]; the source itself if nothing is to be done.
    pub(crate) fn lower_name(raw: &[u8]) -> Cow<'_, str> {
        let is_plain = |&byte: &u8| matches!(byte, 0x21..=0x7e) && !byte.is_ascii_uppercase();
        if let (true, Ok(name)) = (raw.iter().all(is_plain), std::str::from_utf8(raw)) {
            return Cow::Borrowed(name);
        }
        Cow::Owned(Tree::decoded_name(raw))
    }

    /// The name of an element as in the DOM.
    pub(crate) fn element_name(&self, node: &Node) -> Cow<'a, str> {
        if node.tag != Tag::UNKNOWN && node.namespace != Namespace::Svg {
            return Cow::Borrowed(node.tag.name());
        }
        let name = or_end(|| Tree::lower_name(self.raw_name(node)));
        match foreign_names::element_name(node.namespace, &name) {
            adjusted if adjusted != name => or_end(|| Text::from(adjusted)).into_string().into(),
            _ => name,
        }
    }

    /// The name of an attribute as in the DOM, with its prefix, on an element of this namespace.
    pub(crate) fn attribute_name(&self, attribute: &Attribute, namespace: Namespace) -> Cow<'a, str> {
        let known = Name::ALL[usize::from(attribute.name.0)];
        let raw = self.raw_attribute_name(attribute);
        if !known.is_empty() && namespace == Namespace::Html && raw.eq_ignore_ascii_case(known.as_bytes()) {
            return Cow::Borrowed(known);
        }
        let name = or_end(|| Tree::lower_name(raw));
        match foreign_names::attribute_name(namespace, &name) {
            ("", local) if local != name => or_end(|| Text::from(local)).into_string().into(),
            _ => name,
        }
    }
}
