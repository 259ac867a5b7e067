//! Nodes.

use super::Tree;
use super::attribute::Attribute;
use crate::base::fallible::{Text, or_end};
use crate::base::named::named;
use crate::read::html::text::{Decoding, decode};
use crate::read::html::token::Span;
use crate::read::html::{self, NONE, Namespace, Tag, node_flag};
use std::borrow::Cow;
use std::ops::Range;

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[repr(u8)]
pub enum NodeKind {
    /// The document, the root of the tree.
    Document = 0,
    /// A document type declaration.
    Doctype = 1,
    /// An element.
    Element = 2,
    /// Text. Adjacent ones are one text node of the DOM: markup that has no node stands between them.
    Text = 3,
    /// A comment.
    Comment = 4,
    /// A processing instruction, `<?name data>`, which was a comment in the HTML standard before June 2026.
    ProcessingInstruction = 5,
}

named!(NodeKind {
    Document = "document",
    Doctype = "doctype",
    Element = "element",
    Text = "text",
    Comment = "comment",
    ProcessingInstruction = "processing-instruction",
});

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug)]
pub struct Node<'t, 'a> {
    pub(super) tree: &'t Tree<'a>,
    pub(super) index: usize,
}

/// The place in the tree.
impl<'t, 'a> Node<'t, 'a> {
    pub(super) fn new(tree: &'t Tree<'a>, index: usize) -> Node<'t, 'a> {
        Node { tree, index }
    }

    fn entry(&self) -> &'a html::Node {
        &self.tree.table.nodes[self.index]
    }

    fn at(&self, index: u32) -> Node<'t, 'a> {
        Node { index: index as usize, ..*self }
    }

    /// The index in the tree.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The depth; the document has 0.
    pub fn depth(&self) -> u16 {
        self.entry().depth
    }

    /// The parent; `None` for the document.
    pub fn parent(&self) -> Option<Node<'t, 'a>> {
        let parent = self.entry().parent;
        (parent != NONE).then(|| self.at(parent))
    }

    /// The first child. The children of a `template` are its contents.
    pub fn first_child(&self) -> Option<Node<'t, 'a>> {
        let next = self.index as u32 + 1;
        (next < self.entry().subtree_end).then(|| self.at(next))
    }

    /// The next sibling.
    pub fn next_sibling(&self) -> Option<Node<'t, 'a>> {
        let next = self.entry().subtree_end;
        (next < self.parent()?.entry().subtree_end).then(|| self.at(next))
    }

    /// One past the index of the last descendant: the node and its descendants are the nodes from [`Node::index`] up to
    /// here.
    pub fn subtree_end(&self) -> usize {
        self.entry().subtree_end as usize
    }

    /// The children, in order.
    pub fn children(&self) -> impl Iterator<Item = Node<'t, 'a>> + use<'t, 'a> {
        std::iter::successors(self.first_child(), Node::next_sibling)
    }

    /// The descendants, in document order.
    pub fn descendants(&self) -> impl ExactSizeIterator<Item = Node<'t, 'a>> + DoubleEndedIterator + use<'t, 'a> {
        let tree = self.tree;
        (self.index + 1..self.subtree_end()).map(move |index| Node { tree, index })
    }

    /// The ancestors, from the parent to the document.
    pub fn ancestors(&self) -> impl Iterator<Item = Node<'t, 'a>> + use<'t, 'a> {
        std::iter::successors(self.parent(), Node::parent)
    }
}

/// What it is, and where.
impl<'t, 'a> Node<'t, 'a> {
    /// What the node is.
    #[inline]
    pub fn kind(&self) -> NodeKind {
        match self.entry().tag {
            Tag::DOCUMENT => NodeKind::Document,
            Tag::DOCTYPE => NodeKind::Doctype,
            Tag::TEXT => NodeKind::Text,
            Tag::COMMENT if self.instruction().is_some() => NodeKind::ProcessingInstruction,
            Tag::COMMENT => NodeKind::Comment,
            _ => NodeKind::Element,
        }
    }

    /// The namespace of an element.
    pub fn namespace(&self) -> Namespace {
        self.entry().namespace
    }

    /// The name of an element as in the DOM: in lower case but for the mixed-case names of SVG. The name of a document
    /// type, or the target of a processing instruction; empty for other nodes.
    pub fn name(&self) -> Cow<'a, str> {
        let (table, entry) = (&self.tree.table, self.entry());
        match entry.tag {
            Tag::DOCTYPE => or_end(|| html::Tree::lower_name(self.declared(|doctype| doctype.name))),
            Tag::COMMENT => match self.instruction() {
                Some((start, end, _)) => String::from_utf8_lossy(&table.source[start..end]),
                None => Cow::Borrowed(""),
            },
            tag if !tag.is_element() => Cow::Borrowed(""),
            _ => table.element_name(entry),
        }
    }

    /// The source range: from the start tag to the end tag of an element, or where it was closed; a comment or a
    /// declaration with its delimiters. Misnested descendants may lie outside of it.
    #[inline]
    pub fn source(&self) -> Range<usize> {
        let entry = self.entry();
        self.tree.range((entry.start, entry.end))
    }

    /// [`Node::source`] and [`Node::content`] together, and whether the node has an end tag.
    #[cfg(feature = "capi")]
    pub(crate) fn ranges(&self) -> (Range<usize>, Range<usize>, bool) {
        let entry = self.entry();
        if !entry.tag.is_element() {
            return (self.source(), self.content(), false);
        }
        let end_tag = self.tree.table.end_tag(entry);
        let content = (entry.content, end_tag.map_or(entry.end, |(start, _)| start));
        (self.source(), self.tree.range(content), end_tag.is_some())
    }

    /// Whether [`Node::name`] may be another text than a part of the page or a name that HTML knows.
    #[cfg(feature = "capi")]
    pub(crate) fn may_make_name(&self) -> bool {
        let entry = self.entry();
        matches!(entry.tag, Tag::UNKNOWN | Tag::DOCTYPE | Tag::COMMENT) || entry.namespace != Namespace::Html
    }

    /// The name, if it is one that HTML knows, or empty.
    #[cfg(feature = "capi")]
    pub(crate) fn known_name(&self) -> Option<&'static str> {
        let tag = self.entry().tag;
        (!self.may_make_name()).then(|| if tag.is_element() { tag.name() } else { "" })
    }

    /// The source range of the start tag; `None` if it is implied, and for nodes that are no elements.
    ///
    /// It begins with `<` and the name, in upper or lower case; an `img` may be written as `image`.
    pub fn start_tag(&self) -> Option<Range<usize>> {
        let entry = self.entry();
        self.has_start_tag().then(|| self.tree.range((entry.start, entry.content)))
    }

    /// Whether the start tag is in the source.
    pub(crate) fn has_start_tag(&self) -> bool {
        let entry = self.entry();
        entry.tag.is_element() && entry.flags & node_flag::IMPLIED == 0
    }

    /// The source range of the end tag; `None` if it is implied, for void elements, and for nodes that are no elements.
    pub fn end_tag(&self) -> Option<Range<usize>> {
        self.tree.table.end_tag(self.entry()).map(|range| self.tree.range(range))
    }

    /// The source range between the tags of an element, of a text itself, and of a comment between its delimiters.
    pub fn content(&self) -> Range<usize> {
        let entry = self.entry();
        self.tree.range(match entry.tag {
            Tag::TEXT | Tag::DOCUMENT | Tag::DOCTYPE => (entry.start, entry.end),
            Tag::COMMENT => (entry.content, entry.attributes),
            _ => (entry.content, self.tree.table.end_tag(entry).map_or(entry.end, |(start, _)| start)),
        })
    }

    /// The blocks of the analysis, by index, that have characters in the source range of the node: the block of a text, the
    /// blocks in an element. Empty without an analysis.
    pub fn blocks(&self) -> Range<usize> {
        let entry = self.entry();
        self.tree.blocks_in((entry.start, entry.end))
    }
}

/// What it contains.
impl<'t, 'a> Node<'t, 'a> {
    /// The attributes of an element, in source order. Of several with one name the first counts, and is the only one here.
    pub fn attributes(&self) -> impl Iterator<Item = Attribute<'t, 'a>> + use<'t, 'a> {
        let (tree, entry) = (self.tree, self.entry());
        let first = if entry.tag.is_element() { entry.attributes } else { NONE };
        let node = html::Node { attributes: first, ..*entry };
        let namespace = entry.namespace;
        tree.table.each_attribute(&node).map(move |entry| Attribute { tree, entry, namespace })
    }

    /// The index of the first attribute in the table of all.
    #[cfg(feature = "capi")]
    pub(crate) fn first_attribute(&self) -> u32 {
        if self.entry().tag.is_element() { self.entry().attributes } else { NONE }
    }

    /// The attribute with this name, as [`Attribute::name`](super::Attribute::name) gives it.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'t, 'a>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// The text, decoded: of a text or comment its own, of a processing instruction its data, of an element or the document
    /// the text of all its descendants, one after the other.
    pub fn text(&self) -> String {
        or_end(|| {
            let mut text = Text::default();
            match self.kind() {
                NodeKind::Document | NodeKind::Element => self.descendants().for_each(|node| node.push_text(&mut text)),
                NodeKind::Comment | NodeKind::ProcessingInstruction => self.push_comment(&mut text),
                _ => self.push_text(&mut text),
            }
            text
        })
        .into_string()
    }

    /// The public identifier of a document type declaration.
    pub fn public_id(&self) -> Option<String> {
        self.identifier(|doctype| doctype.public_id)
    }

    /// The system identifier of a document type declaration.
    pub fn system_id(&self) -> Option<String> {
        self.identifier(|doctype| doctype.system_id)
    }

    fn push_text(&self, text: &mut Text) {
        let entry = self.entry();
        if entry.tag == Tag::TEXT {
            let (start, end) = (entry.start as usize, entry.end as usize);
            decode(self.tree.table.source, start, end, Decoding::of(entry), text);
        }
    }

    fn push_comment(&self, text: &mut Text) {
        let entry = self.entry();
        let start = self.instruction().map_or(entry.content as usize, |(_, _, data)| data);
        let mut end = entry.attributes as usize;
        let source = self.tree.table.source;
        if self.instruction().is_some() && end > start && source[end - 1] == b'?' {
            end -= 1;
        }
        decode(source, start, end.max(start), Decoding::RAW, text);
    }

    /// Where the target of a processing instruction begins and ends, and where its data begins; `None` for a comment.
    fn instruction(&self) -> Option<(usize, usize, usize)> {
        let (entry, source) = (self.entry(), self.tree.table.source);
        if entry.tag != Tag::COMMENT || !source[entry.start as usize..].starts_with(b"<?") {
            return None;
        }
        let (start, end) = (entry.start as usize + 2, (entry.attributes as usize).max(entry.start as usize + 2));
        let rest = &source[start..end];
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let name = &rest[..rest.iter().position(|byte| !is_name(byte)).unwrap_or(rest.len())];
        let after = &rest[name.len()..];
        let is_whole = matches!(after.first(), None | Some(b'?' | b'\t' | b'\n' | b'\r' | 0x0c | b' '));
        let is_reserved = [&b"xml"[..], b"xml-stylesheet"].iter().any(|other| name.eq_ignore_ascii_case(other));
        let is_target = name.first().is_some_and(u8::is_ascii_alphabetic) && is_whole && !is_reserved;
        let end = start + name.len();
        let space = after.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        is_target.then_some((start, end, end + space))
    }

    /// A part of the document type declaration as written.
    fn declared(&self, part: impl Fn(&html::token::DoctypeToken) -> Option<Span>) -> &'a [u8] {
        let span = self.tree.table.doctype.as_ref().and_then(part);
        span.map_or(&[], |span| &self.tree.table.source[span.start as usize..span.end as usize])
    }

    fn identifier(&self, part: impl Fn(&html::token::DoctypeToken) -> Option<Span>) -> Option<String> {
        let doctype = self.tree.table.doctype.as_ref().filter(|_| self.entry().tag == Tag::DOCTYPE)?;
        let span = part(doctype)?;
        let mut text = Text::default();
        or_end(|| {
            decode(self.tree.table.source, span.start as usize, span.end as usize, Decoding::RAW, &mut text);
        });
        Some(text.into_string())
    }
}
