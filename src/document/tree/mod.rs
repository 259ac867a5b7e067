//! The tree of a page, read-only: what the parser built, with the place of everything in the bytes of the page.
//!
//! It is a view of the parser's tables: nothing is copied, and nothing is decoded before it is read. Links between nodes
//! follow from preorder: the first child of a node is the next node, and its next sibling the node after its subtree.

mod attribute;
mod node;
mod select;

pub use attribute::Attribute;
pub use node::{Node, NodeKind};

use super::{Block, Document};
use crate::base::flags::Truncation;
use crate::read::encoding::SourceMap;
use crate::read::html;
use crate::read::page;
use std::ops::Range;

/// The tree of a page: its nodes in document order, from index 0, which is the document itself.
///
/// Of a [`Document`], by [`Document::tree`], or of a [`Parser`](crate::Parser), which parses and does nothing else.
///
/// ```
/// use blockmask::{Analyzer, NodeKind, Options};
///
/// let html = b"<h1>Rain</h1><p>It fell on the city <!-- again --> for the third day.";
/// let mut analyzer = Analyzer::new(Options::default());
/// let page = analyzer.analyze(html)?;
/// let tree = page.tree();
/// let comment = tree.nodes().find(|node| node.kind() == NodeKind::Comment).unwrap();
/// assert_eq!((comment.text().as_str(), &html[comment.source()]), (" again ", &b"<!-- again -->"[..]));
/// let p = comment.parent().unwrap();
/// assert_eq!((p.name().as_ref(), p.blocks()), ("p", 1..2));
/// assert_eq!(page.block(1).unwrap().node(), p.index());
/// assert!(p.end_tag().is_none());
/// # Ok::<(), blockmask::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tree<'a> {
    bytes: &'a [u8],
    table: html::Tree<'a>,
    map: SourceMap<'a>,
    blocks: &'a [page::Block],
    truncation: Truncation,
}

impl<'a> Tree<'a> {
    /// The bytes of the page, to which all ranges refer.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// All nodes, in document order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_, 'a>> + DoubleEndedIterator + '_ {
        (0..self.table.nodes.len()).map(|index| Node::new(self, index))
    }

    /// The node with this index.
    pub fn node(&self, index: usize) -> Option<Node<'_, 'a>> {
        (index < self.table.nodes.len()).then(|| Node::new(self, index))
    }

    /// The document: node 0, of which all others are descendants.
    pub fn root(&self) -> Node<'_, 'a> {
        Node::new(self, 0)
    }

    /// The limits that cut the page short.
    pub fn truncation(&self) -> Truncation {
        self.truncation
    }

    /// The attributes of all elements, those that elements share once, each as of the element that it was written in.
    #[cfg(feature = "capi")]
    pub(crate) fn attribute_table(&self) -> impl ExactSizeIterator<Item = Attribute<'_, 'a>> {
        let mut foreign = self.foreign_lists();
        let mut namespace = (0, html::Namespace::Html);
        self.table.attributes.iter().enumerate().map(move |(index, entry)| {
            if index >= namespace.0 {
                namespace = (0, html::Namespace::Html);
            }
            while foreign.next_if(|&(first, _)| first < index).is_some() {}
            if let Some((_, found)) = foreign.next_if(|&(first, _)| first == index) {
                let list = &self.table.attributes[index..];
                let end = list.iter().position(|attribute| attribute.flags & html::Attribute::LAST != 0);
                namespace = (index + end.map_or(0, |last| last + 1), found);
            }
            Attribute { tree: self, entry, namespace: namespace.1 }
        })
    }

    /// Where the attributes of foreign elements begin in the table, with their namespaces.
    #[cfg(feature = "capi")]
    fn foreign_lists(&self) -> std::iter::Peekable<impl Iterator<Item = (usize, html::Namespace)> + '_> {
        let order = self.table.source_order;
        let nodes = (0..self.table.nodes.len()).map(move |at| order.get(at).map_or(at, |&index| index as usize));
        let nodes = nodes.map(|index| &self.table.nodes[index]);
        let foreign = nodes.filter(|node| {
            node.tag.is_element() && node.namespace != html::Namespace::Html && node.attributes != html::NONE
        });
        foreign.map(|node| (node.attributes as usize, node.namespace)).peekable()
    }

    /// The attribute with this index in that table.
    #[cfg(feature = "capi")]
    pub(crate) fn attribute_at(&self, index: usize) -> Option<Attribute<'_, 'a>> {
        let entry = self.table.attributes.get(index)?;
        Some(Attribute { tree: self, entry, namespace: html::Namespace::Html })
    }

    /// A range of the page in UTF-8 as a range of its bytes.
    #[inline]
    fn range(&self, (start, end): (u32, u32)) -> Range<usize> {
        self.map.to_source(start) as usize..self.map.to_source(end.max(start)) as usize
    }

    /// The blocks that have characters in a range of the page in UTF-8.
    fn blocks_in(&self, (start, end): (u32, u32)) -> Range<usize> {
        let first = self.blocks.partition_point(|block| block.source.1 <= start);
        let end = self.blocks.partition_point(|block| block.source.0 < end);
        first..end.max(first)
    }
}

impl<'a> Document<'a> {
    /// The tree of the page, as it was analyzed: with the elements that the HTML standard implies, and misnested ones moved
    /// to where it moves them. It costs nothing: the analysis reads the same tables.
    ///
    /// Whitespace between two blocks is not in it, except where an element contains nothing else; and if
    /// [`Document::is_recovered`], it is the tree of the second attempt. The tree of a [`Parser`](crate::Parser) is the
    /// standard's in both respects.
    pub fn tree(&self) -> Tree<'a> {
        Tree {
            bytes: self.bytes,
            table: self.page.tree,
            map: self.decoded.map,
            blocks: self.page.blocks,
            truncation: self.truncation(),
        }
    }
}

impl Block<'_, '_> {
    /// The index in [`Document::tree`] of the element that contains the block.
    pub fn node(&self) -> usize {
        self.table_entry().container as usize
    }
}
