//! The node table: one document tree in preorder, 32 bytes a node.
//!
//! Node 0 is the document. The subtree of node `i` is the index range `i..nodes[i].subtree_end`, so that an algorithm
//! walks it forwards without pointers and without recursion. A text node is one span of the source; adjacent text nodes
//! of one parent together are one text node of the DOM.

use super::scan::same_name;
use super::tags::Tag;
use crate::base::flags::Truncation;

/// A sentinel: no node, no attribute list.
pub const NONE: u32 = u32::MAX;

/// The namespace of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Namespace {
    /// HTML.
    Html = 0,
    /// SVG.
    Svg = 1,
    /// MathML.
    MathMl = 2,
}

crate::base::named::named!(Namespace { Html = "html", Svg = "svg", MathMl = "mathml" });

/// Bits of [`Node::flags`].
pub mod node_flag {
    /// Text without character references (raw text, script, plain text, CDATA).
    pub const RAW: u8 = 1;
    /// NUL becomes U+FFFD in this text; without the flag it is dropped.
    pub const NUL_REPLACED: u8 = 2;
    /// Text of whitespace only.
    pub const WHITESPACE: u8 = 4;
    /// An element without a start tag in the source: implied, or a clone of a formatting element.
    pub const IMPLIED: u8 = 8;
    /// The children of this `template` are its contents.
    pub const TEMPLATE_CONTENTS: u8 = 16;
    /// An element closed by its end tag.
    pub const CLOSED: u8 = 32;
    /// An element on the stack of open elements (only while the tree is built).
    pub const OPEN: u8 = 64;
    /// A MathML `annotation-xml` that is an HTML integration point (only while the tree is built).
    pub const HTML_INTEGRATION_POINT: u8 = 128;
}

/// One node. Offsets are byte offsets into the UTF-8 view of the page ([`Tree::source`]).
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// First byte: the `<` of the start tag, or the first byte of text or comment.
    pub start: u32,
    /// First byte after the start tag; of a comment, the first byte of its text; of text, the first byte that is not
    /// whitespace before decoding.
    pub content: u32,
    /// One past the last byte: after the end tag, or where the element was closed.
    pub end: u32,
    /// The parent's index; [`NONE`] for the document.
    pub parent: u32,
    /// One past the last node of the subtree.
    pub subtree_end: u32,
    /// First entry of the attribute list, or [`NONE`]. Of a comment, one past the last byte of its text.
    pub attributes: u32,
    /// Depth in the tree; the document has 0.
    pub depth: u16,
    /// Name of the element, or kind of the node.
    pub tag: Tag,
    /// Namespace of the element.
    pub namespace: Namespace,
    /// See [`node_flag`].
    pub flags: u8,
    /// Of a text: the [boundary](super::ParseOptions::boundaries) bits of all tags in the source between the previous
    /// text and this one. Of an element: the length of its end tag, 0 if it has none, 255 if it is longer.
    pub gap: u8,
    /// A bitmask of the most common attributes that the element has: their [`bit`](super::attributes::Name::bit)s.
    pub known: u16,
}

/// One attribute: two spans of the source. The last one of an element has [`Attribute::LAST`].
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// First byte of the name.
    pub name_start: u32,
    /// First byte of the value, inside the quotes.
    pub value_start: u32,
    /// One past the value.
    pub value_end: u32,
    /// Length of the name, at most 65,535.
    pub name_len: u16,
    /// The name, if it is one of the known ones.
    pub name: super::attributes::Name,
    /// See [`Attribute::LAST`].
    pub flags: u8,
}

impl Attribute {
    /// The last attribute of its element.
    pub const LAST: u8 = 1;

    /// The name as in the source.
    #[inline]
    pub fn raw_name<'s>(&self, source: &'s [u8]) -> &'s [u8] {
        let start = self.name_start as usize;
        &source[start..start + usize::from(self.name_len)]
    }
}

/// A parsed page: the flat tables that all algorithms read.
#[derive(Clone, Copy, Debug)]
pub struct Tree<'a> {
    /// The bytes that the offsets refer to: the page as UTF-8, in which invalid sequences remain.
    pub source: &'a [u8],
    /// Preorder; node 0 is the document.
    pub nodes: &'a [Node],
    /// The attribute lists of all elements.
    pub attributes: &'a [Attribute],
    /// No-quirks, limited-quirks or quirks mode.
    pub quirks: super::doctype::QuirksMode,
    /// The first node of `html`, `head` and `body`, [`NONE`] where there is none.
    pub html: u32,
    /// See `html`.
    pub head: u32,
    /// See `html`. A `frameset` page has none.
    pub body: u32,
    /// The limits that were reached.
    pub truncation: Truncation,
    /// Bytes of text that an unclosed element (`title`, `textarea`, `iframe`, `style` ...) swallows up to the end of
    /// the page.
    pub swallowed: u32,
    /// Bytes of text in raw text elements with self-closing start tags, which end the element in XML but not in HTML.
    pub self_closed: u32,
    /// How many blank texts are not in the tree (see [`ParseOptions::omit_blanks_after`](super::ParseOptions)); the
    /// limit of nodes counts them.
    // For tests and tools.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub omitted_blanks: u32,
    /// All nodes in source order, if that is not preorder (misnested markup moves nodes); else empty.
    pub source_order: &'a [u32],
    /// The document type declaration, if there is one.
    pub doctype: Option<super::token::DoctypeToken>,
}

impl<'a> Tree<'a> {
    /// The indices of the subtree of `node`, itself included.
    #[inline]
    pub fn subtree(&self, node: u32) -> std::ops::Range<usize> {
        node as usize..self.nodes[node as usize].subtree_end as usize
    }

    /// The children of a node, in order.
    #[inline]
    pub(crate) fn children(&self, node: u32) -> impl Iterator<Item = u32> + use<'a> {
        let (nodes, end) = (self.nodes, self.nodes[node as usize].subtree_end);
        let mut at = node + 1;
        std::iter::from_fn(move || {
            let child = at;
            at = nodes.get(child as usize).filter(|_| child < end)?.subtree_end;
            Some(child)
        })
    }

    /// A node and its ancestors, from the innermost to the root.
    #[inline]
    pub(crate) fn ancestors(&self, node: u32) -> impl Iterator<Item = u32> + use<'a> {
        let nodes = self.nodes;
        std::iter::successors(Some(node), move |&at| {
            Some(nodes.get(at as usize)?.parent).filter(|&parent| parent != NONE)
        })
    }

    /// The attributes of an element, in source order, without duplicates.
    #[inline]
    pub fn attributes_of(&self, node: &Node) -> &'a [Attribute] {
        attribute_list(self.attributes, node.attributes)
    }

    /// An element's attribute with this name, which must be a known one.
    #[inline]
    pub fn attribute(&self, node: &Node, name: super::attributes::Name) -> Option<&'a Attribute> {
        if node.known & name.bit() == 0 {
            return None;
        }
        self.each_attribute(node).find(|a| a.name == name)
    }

    /// Whether the `type` of an element is one of these.
    pub(crate) fn is_of_type(&self, node: &Node, types: &[&[u8]]) -> bool {
        let kind = self.attribute(node, super::attributes::Name::TYPE);
        let kind = kind.map(|kind| self.raw_value(kind)).unwrap_or_default();
        types.iter().any(|of| kind.eq_ignore_ascii_case(of))
    }

    /// [`Tree::attributes_of`] as an iterator, without a pass to find their number first.
    #[inline]
    pub(crate) fn each_attribute(&self, node: &Node) -> impl Iterator<Item = &'a Attribute> + use<'a> {
        let mut rest = self.attributes.get(node.attributes as usize..).unwrap_or_default();
        std::iter::from_fn(move || {
            let (first, after) = rest.split_first()?;
            rest = if first.flags & Attribute::LAST != 0 { &[] } else { after };
            Some(first)
        })
    }

    /// The class names of an element, as in the source.
    pub(crate) fn class_names(&self, node: &Node) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let class = self.attribute(node, super::attributes::Name::CLASS).map(|class| self.raw_value(class));
        class.unwrap_or_default().split(u8::is_ascii_whitespace).filter(|name| !name.is_empty())
    }

    /// An attribute's value as in the source, character references not decoded.
    #[inline]
    pub fn raw_value(&self, attribute: &Attribute) -> &'a [u8] {
        &self.source[attribute.value_start as usize..attribute.value_end as usize]
    }

    /// An attribute's name as in the source.
    #[inline]
    pub fn raw_attribute_name(&self, attribute: &Attribute) -> &'a [u8] {
        attribute.raw_name(self.source)
    }

    /// The range of the element's end tag; `None` if the source has none.
    #[inline]
    pub(crate) fn end_tag(&self, node: &Node) -> Option<(u32, u32)> {
        const LONG: u32 = u8::MAX as u32;
        match u32::from(node.gap) {
            _ if !node.tag.is_element() => None,
            0 => None,
            LONG => Some(self.long_end_tag(node, LONG)),
            length => Some((node.end.saturating_sub(length).max(node.content), node.end)),
        }
    }

    /// The range of an end tag of at least so many bytes.
    #[cold]
    fn long_end_tag(&self, node: &Node, least: u32) -> (u32, u32) {
        let name = self.raw_name(node);
        let end = (node.end - least).max(node.content) as usize;
        let is_tag = |at: &usize| {
            let name_at = self.source.get(at + 2..at + 2 + name.len());
            self.source[*at..].starts_with(b"</") && name_at.is_some_and(|found| same_name(found, name))
        };
        // From the last one on, as a longer tag has but attributes after its name.
        let start = memchr::memrchr_iter(b'<', &self.source[node.content as usize..=end]);
        let start = start.map(|at| at + node.content as usize).find(is_tag);
        (start.map_or(node.end, |at| at as u32), node.end)
    }

    /// The element's name: as in the source if it is unknown or foreign, else in lower case.
    pub fn raw_name(&self, node: &Node) -> &'a [u8] {
        if node.tag != Tag::UNKNOWN && (node.flags & node_flag::IMPLIED != 0 || node.namespace == Namespace::Html) {
            return node.tag.name().as_bytes();
        }
        let from = node.start as usize + 1;
        let name = &self.source[from.min(self.source.len())..];
        let len = name.iter().position(|&b| super::scan::ends_tag_name(b)).unwrap_or(name.len());
        &name[..len]
    }
}

/// The attribute list that begins at `first`.
pub(crate) fn attribute_list(table: &[Attribute], first: u32) -> &[Attribute] {
    if first == NONE {
        return &[];
    }
    let list = &table[first as usize..];
    let len = list.iter().position(|a| a.flags & Attribute::LAST != 0).map_or(0, |i| i + 1);
    &list[..len]
}
