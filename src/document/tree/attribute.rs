//! Attributes.

use super::Tree;
use crate::base::fallible::or_end;
use crate::read::html::{self, Namespace};
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
        self.tree.table.attribute_name(self.entry, self.namespace)
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
