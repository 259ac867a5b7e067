//! Turns attribute values and JSON strings into facts.

use super::{Fact, FactOrigin};
use crate::base::fallible::Text;
use crate::document::Document;
use crate::read::html::{Attribute, NONE, Node, Tree};
use crate::read::page::{decode_json_char, flag};
use std::ops::Range;

/// Longer values are left out: no title, description or address is that long.
pub(super) const MAX_VALUE: usize = 8_192;

/// Reads the metadata of a page.
#[derive(Clone, Copy)]
pub(super) struct Reader<'d, 'a> {
    pub document: &'d Document<'a>,
}

impl<'d, 'a> Reader<'d, 'a> {
    pub fn tree(self) -> &'d Tree<'a> {
        &self.document.page().tree
    }

    /// The elements that may hold metadata, in the order of the tree, without those in templates and drawings.
    pub fn metadata_elements(self) -> impl Iterator<Item = &'d Node> + use<'d, 'a> {
        let page = self.document.page();
        let nodes = page.metadata_elements().iter().map(|&index| &page.tree.nodes[index as usize]);
        nodes.filter(move |node| {
            self.document.end_if_cancelled();
            self.flags_around(node) & flag::DROPPED == 0
        })
    }

    fn flags_around(self, node: &Node) -> u16 {
        if node.parent == NONE { 0 } else { self.document.page().contexts[node.parent as usize].flags }
    }

    /// The decoded value of an attribute with its whitespace collapsed; `None` if it is empty or too long.
    pub fn text(self, attribute: &Attribute) -> Option<Text> {
        let value = self.value(attribute)?;
        collapsed(&value)
    }

    /// The decoded value of an attribute, unless it is too long.
    pub fn value(self, attribute: &Attribute) -> Option<Text> {
        let tree = self.tree();
        (tree.raw_value(attribute).len() <= MAX_VALUE).then(|| tree.decoded_value(attribute))
    }

    pub fn source(self, attribute: &Attribute) -> Range<usize> {
        self.document.source_range((attribute.value_start, attribute.value_end))
    }

    /// The text of an attribute as a fact.
    pub fn fact(self, attribute: &Attribute, origin: FactOrigin) -> Option<Fact> {
        let value = self.text(attribute)?.into_string();
        Some(Fact { value, origin, source: self.source(attribute), confidence: None })
    }

    /// An attribute with an address as a fact: absolute, if the base of the page is known.
    pub fn address(self, attribute: &Attribute, origin: FactOrigin) -> Option<Fact> {
        let reference = self.text(attribute)?;
        let value = self.document.resolve(&reference).unwrap_or(reference).into_string();
        Some(Fact { value, origin, source: self.source(attribute), confidence: None })
    }

    /// The address in a header, which has no place in the page.
    pub fn address_of_header(self, reference: &str) -> Fact {
        let value = self.document.resolve_header(reference).unwrap_or_else(|| Text::from(reference)).into_string();
        Fact { value, origin: FactOrigin::Header, source: 0..0, confidence: None }
    }

    /// A string of JSON-LD: escapes and character references decoded, whitespace collapsed. `None` if it is empty or too
    /// long.
    pub fn json_text(self, range: (u32, u32)) -> Option<Text> {
        ((range.1 - range.0) as usize <= MAX_VALUE).then(|| self.long_json_text(range))?
    }

    /// [`Reader::json_text`] of any length.
    pub fn long_json_text(self, (start, end): (u32, u32)) -> Option<Text> {
        let source = &self.tree().source[..end as usize];
        let mut at = start as usize;
        let mut text = Text::default();
        while at < source.len() {
            let (c, len) = decode_json_char(source, at);
            text.push(c);
            at += len;
        }
        collapsed(&text)
    }

    pub fn json_fact(self, range: (u32, u32)) -> Option<Fact> {
        let value = self.json_text(range)?.into_string();
        Some(Fact { value, origin: FactOrigin::JsonLd, source: self.document.source_range(range), confidence: None })
    }
}

/// A text with single spaces; `None` if nothing is left.
pub(super) fn collapsed(text: &str) -> Option<Text> {
    Some(Text::collapsed(text)).filter(|text| !text.is_empty())
}
