//! Attributes.

use super::Tree;
use crate::base::fallible::{Text, or_end};
use crate::read::html::{self, Namespace, foreign_names};
use std::borrow::Cow;
use std::ops::Range;

/// An attribute of an element.
///
/// A second `html` or `body` tag adds its attributes to the first one's, and an element that misnesting repeats has the
/// attributes of the original: their ranges may lie outside of the element's own tag.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'t, 'a> {
    pub(super) tree: &'t Tree<'a>,
    pub(super) entry: &'a html::Attribute,
    pub(super) namespace: Namespace,
}

impl<'a> Attribute<'_, 'a> {
    /// The name as in the DOM: in lower case but for the mixed-case names of SVG and MathML, with its prefix, if any, as in
    /// `xlink:href`.
    pub fn name(&self) -> Cow<'a, str> {
        let known = html::attributes::Name::ALL[usize::from(self.entry.name.0)];
        let raw = self.tree.table.raw_attribute_name(self.entry);
        if !known.is_empty() && self.namespace == Namespace::Html && raw.eq_ignore_ascii_case(known.as_bytes()) {
            return Cow::Borrowed(known);
        }
        let name = or_end(|| lower_name(raw));
        match foreign_names::attribute_name(self.namespace, &name) {
            ("", local) if local != name => or_end(|| Text::from(local)).into_string().into(),
            _ => name,
        }
    }

    #[cfg(feature = "capi")]
    pub(crate) fn entry(&self) -> &'a html::Attribute {
        self.entry
    }

    /// The value, with character references decoded; empty if there is none.
    pub fn value(&self) -> String {
        or_end(|| self.tree.table.decoded_value(self.entry)).into_string()
    }

    /// The name as written.
    pub fn raw_name(&self) -> &'a [u8] {
        self.tree.bytes.get(self.name_source()).unwrap_or_default()
    }

    /// The value as written, without its quotes.
    pub fn raw_value(&self) -> &'a [u8] {
        self.tree.bytes.get(self.value_source()).unwrap_or_default()
    }

    /// The source range of the name.
    pub fn name_source(&self) -> Range<usize> {
        let start = self.entry.name_start;
        self.tree.range((start, start + u32::from(self.entry.name_len)))
    }

    /// The source range of the value, without its quotes; empty, at the end of the name, if there is none.
    pub fn value_source(&self) -> Range<usize> {
        self.tree.range((self.entry.value_start, self.entry.value_end))
    }
}

/// A name in lower case, NUL and invalid bytes replaced; the source itself if nothing is to be done.
pub(super) fn lower_name(raw: &[u8]) -> Cow<'_, str> {
    let is_plain = |&byte: &u8| matches!(byte, 0x21..=0x7e) && !byte.is_ascii_uppercase();
    if let (true, Ok(name)) = (raw.iter().all(is_plain), std::str::from_utf8(raw)) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(html::Tree::decoded_name(raw))
}
