//! The tree.
//!
//! What the parser built, read-only: elements, texts, comments and declarations, each with its place in the bytes of the
//! page. A document of blockmask_analyze has the tree that was analyzed, which lacks whitespace between two blocks;
//! blockmask_parse makes a document that has a tree and nothing else.

use super::analyzer::{State, blockmask_analyzer};
use super::blocks::BLOCKMASK_NONE;
use super::document::{View, blockmask_document};
use super::guard::{Accept, enter};
use super::options::blockmask_hints;
use super::pointer::{Buffer, Out, array, text};
use super::start::blockmask_table;
use super::status::{Failure, blockmask_status};
use super::tables::{Rows, Table};
use crate::base::fallible::Text;
use crate::read::html::Attribute;
use crate::{Document, Node, NodeKind, Tree};
use std::borrow::Cow;
use std::ffi::c_char;

/// table: the nodes in document order, from the document itself, which has index 0; rows are blockmask_node. A node and
/// its descendants are the rows from its own up to subtree_end.
pub const BLOCKMASK_TABLE_NODES: u32 = 18;
/// table: the attributes; rows are blockmask_attribute.
pub const BLOCKMASK_TABLE_ATTRIBUTES: u32 = 19;
/// table: for each block the index of the element that contains it; rows are uint32_t.
pub const BLOCKMASK_TABLE_BLOCK_NODES: u32 = 20;

/// string of a node: the text of a text or a comment, decoded; the data of a processing instruction; empty for others.
pub const BLOCKMASK_STRING_NODE_TEXT: u32 = 9;
/// string of a node: the public identifier of a document type declaration; empty for others.
pub const BLOCKMASK_STRING_PUBLIC_ID: u32 = 10;
/// string of a node: the system identifier of a document type declaration; empty for others.
pub const BLOCKMASK_STRING_SYSTEM_ID: u32 = 11;
/// string of an attribute: its value, character references decoded.
pub const BLOCKMASK_STRING_ATTRIBUTE_VALUE: u32 = 12;

/// node_kind: the document.
pub const BLOCKMASK_NODE_DOCUMENT: u8 = 0;
/// node_kind: a document type declaration.
pub const BLOCKMASK_NODE_DOCTYPE: u8 = 1;
/// node_kind: an element.
pub const BLOCKMASK_NODE_ELEMENT: u8 = 2;
/// node_kind: text. Adjacent ones are one text node of the DOM.
pub const BLOCKMASK_NODE_TEXT: u8 = 3;
/// node_kind: a comment.
pub const BLOCKMASK_NODE_COMMENT: u8 = 4;
/// node_kind: a processing instruction.
pub const BLOCKMASK_NODE_PROCESSING_INSTRUCTION: u8 = 5;

/// node_namespace: HTML, and all nodes that are no elements.
pub const BLOCKMASK_NAMESPACE_HTML: u8 = 0;
/// node_namespace: SVG.
pub const BLOCKMASK_NAMESPACE_SVG: u8 = 1;
/// node_namespace: MathML.
pub const BLOCKMASK_NAMESPACE_MATHML: u8 = 2;

/// A row of the table of nodes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_node {
    /// The name of an element as in the DOM, such as "div" or "foreignObject"; of a document type; the target of a
    /// processing instruction. UTF-8, not terminated by a zero; it belongs to the document.
    pub name: *const c_char,
    /// Its length in bytes; 0 for other nodes.
    pub name_length: u32,
    /// Depth in the tree; 0 for the document.
    pub depth: u16,
    /// What it is: one of BLOCKMASK_NODE_.
    pub node_kind: u8,
    /// One of BLOCKMASK_NAMESPACE_.
    pub node_namespace: u8,
    /// The index of its parent, or BLOCKMASK_NONE.
    pub parent: u32,
    /// The index of its first child, or BLOCKMASK_NONE. The children of a template are its contents.
    pub first_child: u32,
    /// The index of its next sibling, or BLOCKMASK_NONE.
    pub next_sibling: u32,
    /// One past the index of its last descendant.
    pub subtree_end: u32,
    /// First byte of its start tag, of a text, or of the delimiters of a comment.
    pub source_start: u32,
    /// One past its start tag; the first byte between the delimiters of a comment.
    pub content_start: u32,
    /// First byte of its end tag, or where it was closed without one.
    pub content_end: u32,
    /// One past its end tag.
    pub source_end: u32,
    /// The index of its first attribute, or BLOCKMASK_NONE. The others follow, up to one that is_last.
    pub first_attribute: u32,
    /// The first block that has characters between source_start and source_end.
    pub first_block: u32,
    /// One past the last such block.
    pub end_block: u32,
    /// 1 if it has a start tag, 0 if that is implied or it is no element.
    pub has_start_tag: u8,
    /// 1 if it has an end tag, else 0.
    pub has_end_tag: u8,
    /// Zero.
    pub reserved: u16,
}

/// An attribute. Elements that misnesting repeats share the attributes of the original.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_attribute {
    /// Its name as in the DOM, such as "class", "viewBox" or "xlink:href". UTF-8, not terminated by a zero; it belongs to
    /// the document.
    pub name: *const c_char,
    /// The length of the name in bytes.
    pub name_length: u32,
    /// 1 if it is the last one of its element, else 0.
    pub is_last: u32,
    /// First byte of its name in the bytes of the page.
    pub name_source_start: u32,
    /// One past its name.
    pub name_source_end: u32,
    /// First byte of its value as written, inside of quotes; the end of the name if it has none.
    pub value_source_start: u32,
    /// One past its value.
    pub value_source_end: u32,
}

/// Parses a page, and writes the address of a document that has a tree and nothing else: all other tables and texts are
/// empty. It is borrowed like a document of blockmask_analyze. context is NULL for a whole document. For a fragment it is
/// the name of the element whose content it is, such as "body", "td", "svg path" or "math mi"; the nodes of a fragment are
/// children of the document. The limits of the options apply.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_parse(
    analyzer: *mut blockmask_analyzer,
    html: *const c_char,
    length: usize,
    hints: *const blockmask_hints,
    context: *const c_char,
    context_length: usize,
    document: *mut *const blockmask_document,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises a variable, `length` bytes that stay as long as the document is used, a string, and
        // hints or NULL.
        unsafe {
            let mut out = Out::new(document, "document")?;
            let hints = blockmask_hints::read(hints)?.for_tree(text(context, context_length, "context")?);
            out.write(state.held.analyze(array(html.cast(), length, "html")?, hints)?);
        }
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Parses a page like blockmask_parse, and writes the address of a document that the caller owns, as
/// blockmask_analyze_owned does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_parse_owned(
    analyzer: *mut blockmask_analyzer,
    html: *const c_char,
    length: usize,
    hints: *const blockmask_hints,
    context: *const c_char,
    context_length: usize,
    document: *mut *mut blockmask_document,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises a variable, `length` bytes, a string, and hints or NULL.
        unsafe {
            let mut out = Out::new(document, "document")?;
            let hints = blockmask_hints::read(hints)?.for_tree(text(context, context_length, "context")?);
            out.write(state.held.analyze_owned(array(html.cast(), length, "html")?, hints, state.token.watched())?);
        }
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

// The tables of the tree, and the names in them that are not in the page as they are.
#[derive(Default)]
pub(super) struct TreeTables {
    nodes: Table<blockmask_node>,
    node_names: String,
    attributes: Table<blockmask_attribute>,
    attribute_names: String,
    block_nodes: Table<u32>,
}

// SAFETY: the pointers in it are to names in the document and in itself, which are only read.
unsafe impl Send for TreeTables {}

impl TreeTables {
    // The table of this number, if it is one of the tree's.
    pub fn table(&mut self, table: u32, view: &View<'_>) -> Option<Result<blockmask_table, Failure>> {
        Some(match table {
            BLOCKMASK_TABLE_NODES => self.nodes(view),
            BLOCKMASK_TABLE_ATTRIBUTES => self.attributes(view),
            BLOCKMASK_TABLE_BLOCK_NODES => {
                self.block_nodes.fill(view.document.blocks().map(|block| block.node() as u32))
            }
            _ => return None,
        })
    }

    pub fn tables(&mut self) -> [&mut dyn Rows; 3] {
        [&mut self.nodes, &mut self.attributes, &mut self.block_nodes]
    }

    pub fn clear_names(&mut self) {
        (self.node_names, self.attribute_names) = (String::new(), String::new());
    }

    pub fn names_in_use(&self) -> usize {
        self.node_names.capacity() + self.attribute_names.capacity()
    }

    fn nodes(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        if self.nodes.is_made() {
            return Ok(self.nodes.lend());
        }
        self.node_names =
            view.derive(|document| made(document.tree().nodes().filter(Node::may_make_name).map(|node| node.name())))?;
        let names = &mut Names::of(&self.node_names);
        let nodes = &mut self.nodes;
        view.derive(|document| nodes.fill(document.tree().nodes().map(|node| node_row(&node, names))))?
    }

    fn attributes(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        if self.attributes.is_made() {
            return Ok(self.attributes.lend());
        }
        self.attribute_names = view.derive(|document| {
            let tree = document.tree();
            made(tree.attribute_table().map(|attribute| attribute.name()))
        })?;
        let names = &mut Names::of(&self.attribute_names);
        let attributes = &mut self.attributes;
        view.derive(|document| {
            attributes.fill(document.tree().attribute_table().map(|attribute| {
                let (name, name_source, value_source) =
                    (names.place(attribute.name()), attribute.name_source(), attribute.value_source());
                blockmask_attribute {
                    name: name.0,
                    name_length: name.1,
                    is_last: u32::from(attribute.entry().flags & Attribute::LAST != 0),
                    name_source_start: name_source.start as u32,
                    name_source_end: name_source.end as u32,
                    value_source_start: value_source.start as u32,
                    value_source_end: value_source.end as u32,
                }
            }))
        })?
    }
}

fn node_row(node: &Node<'_, '_>, names: &mut Names<'_>) -> blockmask_node {
    let ((source, content, has_end_tag), blocks) = (node.ranges(), node.blocks());
    let name = match node.known_name() {
        Some(name) => (name.as_ptr().cast(), name.len() as u32),
        None => names.place(node.name()),
    };
    let index_of = |node: Option<Node<'_, '_>>| node.map_or(BLOCKMASK_NONE, |node| node.index() as u32);
    blockmask_node {
        name: name.0,
        name_length: name.1,
        depth: node.depth(),
        node_kind: node.kind() as u8,
        node_namespace: node.namespace() as u8,
        parent: index_of(node.parent()),
        first_child: index_of(node.first_child()),
        next_sibling: index_of(node.next_sibling()),
        subtree_end: node.subtree_end() as u32,
        source_start: source.start as u32,
        content_start: content.start as u32,
        content_end: content.end as u32,
        source_end: source.end as u32,
        first_attribute: node.first_attribute(),
        first_block: blocks.start as u32,
        end_block: blocks.end as u32,
        has_start_tag: node.has_start_tag().into(),
        has_end_tag: has_end_tag.into(),
        reserved: 0,
    }
}

// The names that are made, one after the other.
fn made<'n>(names: impl Iterator<Item = Cow<'n, str>>) -> String {
    let mut all = Text::default();
    for name in names {
        if let Cow::Owned(name) = name {
            all.push_str(&name);
        }
    }
    all.into_string()
}

// Where names are: in the document, or in the text that `made` made of the same names.
struct Names<'m> {
    rest: &'m str,
}

impl<'m> Names<'m> {
    fn of(made: &'m str) -> Names<'m> {
        Names { rest: made }
    }

    fn place(&mut self, name: Cow<'_, str>) -> (*const c_char, u32) {
        let length = name.len() as u32;
        let place = match name {
            Cow::Borrowed(name) => name.as_ptr(),
            Cow::Owned(name) => {
                let (first, rest) = self.rest.split_at(name.len());
                self.rest = rest;
                first.as_ptr()
            }
        };
        (place.cast(), length)
    }
}

// Fills a buffer with a string of the tree; false if it is none of these.
pub(super) fn write_string(
    string: u32,
    index: usize,
    view: &View<'_>,
    buffer: &mut Buffer<'_>,
) -> Result<bool, Failure> {
    let text = match string {
        BLOCKMASK_STRING_NODE_TEXT => {
            let is_own = |node: &Node<'_, '_>| !matches!(node.kind(), NodeKind::Document | NodeKind::Element);
            of_node(view, index, |node| is_own(node).then(|| node.text()))?
        }
        BLOCKMASK_STRING_PUBLIC_ID => of_node(view, index, |node| node.public_id())?,
        BLOCKMASK_STRING_SYSTEM_ID => of_node(view, index, |node| node.system_id())?,
        BLOCKMASK_STRING_ATTRIBUTE_VALUE => {
            let count = view.document.tree().attribute_table().len();
            let value = |document: &Document<'_>| document.tree().attribute_at(index).map(|found| found.value());
            Some(view.derive(value)?.ok_or_else(|| Failure::no_such("attribute", index, count))?)
        }
        _ => return Ok(false),
    };
    buffer.fill(&text.unwrap_or_default())?;
    Ok(true)
}

fn of_node(
    view: &View<'_>,
    index: usize,
    text: impl FnOnce(&Node<'_, '_>) -> Option<String>,
) -> Result<Option<String>, Failure> {
    let tree: Tree<'_> = view.document.tree();
    let node = tree.node(index).ok_or_else(|| Failure::no_such("node", index, tree.nodes().len()))?;
    view.derive(|_| text(&node))
}

const _: () = {
    assert!(BLOCKMASK_NODE_PROCESSING_INSTRUCTION == NodeKind::ProcessingInstruction as u8);
    assert!(BLOCKMASK_NODE_DOCUMENT == NodeKind::Document as u8 && BLOCKMASK_NODE_DOCTYPE == NodeKind::Doctype as u8);
    assert!(BLOCKMASK_NODE_ELEMENT == NodeKind::Element as u8 && BLOCKMASK_NODE_TEXT == NodeKind::Text as u8);
    assert!(BLOCKMASK_NODE_COMMENT == NodeKind::Comment as u8);
};
