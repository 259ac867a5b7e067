//! The node table: one document tree in preorder, 32 bytes a node.
//!
//! Node 0 is the document. The subtree of node `i` is the index range `i..nodes[i].subtree_end`, so that every
//! algorithm walks it forwards without pointers and without recursion. A text node is one piece of source text;
//! neighboring text nodes (no node between them, same parent) together are what the DOM calls one text node.

use super::tags::Tag;

/// "No node", "no attribute list" and the like.
pub const NONE: u32 = u32::MAX;

/// The namespace of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Namespace {
    /// HTML.
    Html = 0,
    /// SVG.
    Svg = 1,
    /// MathML.
    MathMl = 2,
}

/// Bits of [`Node::flags`].
pub mod node_flag {
    /// Text holds no character references (raw text, script, plain text, CDATA).
    pub const RAW: u8 = 1;
    /// NUL is U+FFFD in this text; without the flag it is dropped.
    pub const NUL_REPLACED: u8 = 2;
    /// Text of nothing but whitespace.
    pub const BLANK: u8 = 4;
    /// An element without a start tag of its own in the source: implied or reconstructed.
    pub const IMPLIED: u8 = 8;
    /// The children of this `template` are its contents.
    pub const TEMPLATE_CONTENTS: u8 = 16;
    /// An element that was closed by its own end tag.
    pub const CLOSED: u8 = 32;
    /// The element is on the stack of open elements (only while the tree is built).
    pub const OPEN: u8 = 64;
    /// A MathML `annotation-xml` whose content is HTML (only while the tree is built).
    pub const HOLDS_HTML: u8 = 128;
}

/// One node. Offsets are byte offsets into the UTF-8 view of the page ([`Tree::source`]).
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// First byte: the `<` of the start tag, or the first byte of text or comment.
    pub start: u32,
    /// First byte after the start tag; of a comment, first byte of its text; of text the first byte that is no white
    /// space as written.
    pub content: u32,
    /// One past the last byte: after the end tag, or where the element was closed.
    pub end: u32,
    /// The parent's index; [`NONE`] for the document.
    pub parent: u32,
    /// One past the last node of the subtree.
    pub subtree_end: u32,
    /// First entry of the attribute list, or [`NONE`]. Of a comment, one past the last byte of its text.
    pub attributes: u32,
    /// Distance from the document, which has 0.
    pub depth: u16,
    /// Name of the element or kind of the node.
    pub tag: Tag,
    /// Namespace of the element.
    pub namespace: Namespace,
    /// See [`node_flag`].
    pub flags: u8,
    /// Text only: the boundary bits of all tags, as written, between the previous text and this one.
    pub gap: u8,
    /// Which of the commonest attributes the element has: their [`bit`](super::attributes::Name::bit)s.
    pub known: u16,
}

/// One attribute: two spans of the source. The last of an element's list has [`Attribute::LAST`].
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// First byte of the name.
    pub name_start: u32,
    /// First byte of the value, inside the quotes.
    pub value_start: u32,
    /// One past the value.
    pub value_end: u32,
    /// Bytes of the name, at most 65,535.
    pub name_len: u16,
    /// The name, if it is one of the known ones.
    pub name: super::attributes::Name,
    /// See [`Attribute::LAST`].
    pub flags: u8,
}

impl Attribute {
    /// The last attribute of its element.
    pub const LAST: u8 = 1;
}

/// A parsed page: the flat tables that all algorithms read.
#[derive(Clone, Copy, Debug)]
pub struct Tree<'a> {
    /// The bytes that the offsets point into: the page as UTF-8 (invalid sequences are left as they are).
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
    /// What had to be left out; see [`truncated`].
    pub truncated: u8,
    /// Bytes of text that an unclosed element holds to the end of the page (`title`, `textarea`, `iframe`, `style`
    /// ...).
    pub swallowed: u32,
    /// Bytes of text that raw text elements hold whose start tags are self-closing, as XML would have it and HTML does
    /// not.
    pub self_closed: u32,
    /// All nodes in the order of the source, if that is not the preorder (misnested markup moves nodes); else empty.
    pub source_order: &'a [u32],
    /// The document type declaration, if there is one.
    pub doctype: Option<super::tokenizer::DoctypeToken>,
}

/// Bits of [`Tree::truncated`] and of [`Document::truncation`](crate::Document::truncation): see [`crate::Limits`].
pub mod truncated {
    /// Elements nested deeper than the cap were attached higher up.
    pub const DEPTH: u8 = 1;
    /// The page has more nodes than allowed; the rest was not read.
    pub const NODES: u8 = 2;
    /// Repair of misnested markup, or search, was cut short: its cost would not have been linear.
    pub const WORK: u8 = 4;
    /// The page has more blocks than allowed; further text was left out.
    pub const BLOCKS: u8 = 8;
    /// The page has more attributes than allowed; further ones were left out.
    pub const ATTRIBUTES: u8 = 16;
    /// The tables of the whole page need more memory than allowed; only its beginning was read.
    pub const MEMORY: u8 = 32;
    /// The page takes more steps than allowed.
    pub const STEPS: u8 = 64;
    /// The page has more bytes than allowed; the rest was not read.
    pub const INPUT: u8 = 128;

    /// The option that each bit belongs to.
    pub const NAMES: [(u8, &str); 8] = [
        (DEPTH, "max_depth"),
        (NODES, "max_nodes"),
        (WORK, "the work of repair and search"),
        (BLOCKS, "max_blocks"),
        (ATTRIBUTES, "max_attributes"),
        (MEMORY, "max_memory"),
        (STEPS, "max_steps"),
        (INPUT, "max_input"),
    ];
}

impl<'a> Tree<'a> {
    /// The indices of the subtree of `node`, itself included.
    #[inline]
    pub fn subtree(&self, node: u32) -> std::ops::Range<usize> {
        node as usize..self.nodes[node as usize].subtree_end as usize
    }

    /// The attributes of an element, in source order, duplicates left out.
    #[inline]
    pub fn attributes_of(&self, node: &Node) -> &'a [Attribute] {
        attribute_list(self.attributes, node.attributes)
    }

    /// The attribute of an element with a known name.
    #[inline]
    pub fn attribute(&self, node: &Node, name: super::attributes::Name) -> Option<&'a Attribute> {
        if node.known & name.bit() == 0 {
            return None;
        }
        self.each_attribute(node).find(|a| a.name == name)
    }

    /// The same attributes as [`Tree::attributes_of`] gives, found while they are read: their number is not known before.
    #[inline]
    pub(crate) fn each_attribute(&self, node: &Node) -> impl Iterator<Item = &'a Attribute> + use<'a> {
        let mut rest = self.attributes.get(node.attributes as usize..).unwrap_or_default();
        std::iter::from_fn(move || {
            let (first, after) = rest.split_first()?;
            rest = if first.flags & Attribute::LAST != 0 { &[] } else { after };
            Some(first)
        })
    }

    /// An attribute's value as written, character references not decoded.
    #[inline]
    pub fn raw_value(&self, attribute: &Attribute) -> &'a [u8] {
        &self.source[attribute.value_start as usize..attribute.value_end as usize]
    }

    /// An attribute's name as written.
    #[inline]
    pub fn raw_attribute_name(&self, attribute: &Attribute) -> &'a [u8] {
        let start = attribute.name_start as usize;
        &self.source[start..start + attribute.name_len as usize]
    }

    /// The element's name as written; the lower-case name if the element is not in the source.
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

/// The list that begins at `first`.
pub(crate) fn attribute_list(table: &[Attribute], first: u32) -> &[Attribute] {
    if first == NONE {
        return &[];
    }
    let list = &table[first as usize..];
    let len = list.iter().position(|a| a.flags & Attribute::LAST != 0).map_or(0, |i| i + 1);
    &list[..len]
}
