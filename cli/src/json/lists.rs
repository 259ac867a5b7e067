//! JSON lines of passages, facts, groups, visual areas, layout areas and selected elements.

use super::Head;
use super::budget::bounded_line;
use crate::origin::Origin;
use blockmask::internals::json::{PassageRow, VisualAreaRow};
use blockmask::{Document, Group, LayoutArea, Node, NodeKind, PageFacts, PageLayout, Passage, Tree};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

/// A page, as `blockmask passages --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Passages<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    title: Option<&'a str>,
    #[cfg_attr(test, schemars(with = "Vec<super::schema::Of<PassageRow<'_>>>"))]
    passages: Vec<PassageRow<'a>>,
    /// The limits that truncated the analysis or this list, whose passages repeat the headings above them.
    truncation: Vec<&'static str>,
}

/// The text in passages, with links to them if asked for.
pub fn passages(document: &Document<'_>, origin: &Origin, passages: &[Passage], text_fragments: bool) -> Vec<u8> {
    let fragment = |passage: &Passage| text_fragments.then(|| document.text_fragment(passage.text_range()));
    let rows = || passages.iter().map(|passage| PassageRow { document, passage, text_fragment: fragment(passage) });
    bounded_line(document, |budget| Passages {
        head: Head::of(origin),
        title: document.title(),
        passages: budget.take(rows()),
        truncation: budget.truncation(document),
    })
}

/// A page, as `blockmask facts --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Facts<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[cfg_attr(test, schemars(with = "super::schema::Of<PageFacts>"))]
    facts: PageFacts,
    truncation: Vec<&'static str>,
}

/// The facts of the page.
pub fn facts(document: &Document<'_>, origin: &Origin, facts_of: impl Fn() -> PageFacts) -> Vec<u8> {
    bounded_line(document, |budget| Facts {
        head: Head::of(origin),
        facts: budget.trim_facts(facts_of()),
        truncation: budget.truncation(document),
    })
}

/// A page, as `blockmask groups --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Groups<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// By their first blocks, outer ones first.
    #[cfg_attr(test, schemars(with = "Vec<super::schema::Of<Group<'_>>>"))]
    groups: Vec<&'a Group<'a>>,
    truncation: Vec<&'static str>,
}

/// The groups of repeated parts.
pub fn groups(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    let groups = document.groups();
    bounded_line(document, |budget| Groups {
        head: Head::of(origin),
        groups: budget.take(groups.iter()),
        truncation: budget.truncation(document),
    })
}

/// A page, as `blockmask visual --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct VisualAreas<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[cfg_attr(test, schemars(with = "Vec<super::schema::Of<VisualAreaRow<'_>>>"))]
    visual_areas: Vec<VisualAreaRow<'a>>,
    /// The mean font size of the page in pixels.
    font_size: f64,
    height: u32,
    truncation: Vec<&'static str>,
}

/// The visual areas.
pub fn visual_areas(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    let visual = document.visual();
    bounded_line(document, |budget| VisualAreas {
        head: Head::of(origin),
        visual_areas: budget.take(document.visual_areas().map(|area| VisualAreaRow { document, area })),
        font_size: f64::from(visual.map_or(0, |visual| visual.font_size)) / 1000.0,
        height: visual.map_or(0, |visual| visual.height),
        truncation: budget.truncation(document),
    })
}

/// A page, as `blockmask layout --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Layout<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    page_layout: &'static str,
    #[cfg_attr(test, schemars(with = "Vec<super::schema::Of<LayoutArea<'_>>>"))]
    layout_areas: Vec<LayoutArea<'a>>,
    truncation: Vec<&'static str>,
}

/// The layout of a page.
pub fn layout(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    bounded_line(document, |budget| Layout {
        head: Head::of(origin),
        page_layout: document.page_layout().map_or("", PageLayout::name),
        layout_areas: budget.take(document.layout_areas()),
        truncation: budget.truncation(document),
    })
}

/// A page, as `blockmask select --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Elements<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// In document order.
    elements: Vec<Element<'a>>,
    truncation: Vec<&'static str>,
}

/// An element of the tree.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Element<'a> {
    /// Its index in the tree.
    node: usize,
    /// Its name as in the DOM.
    name: std::borrow::Cow<'a, str>,
    /// Its first byte in the page.
    source_start: usize,
    /// One past its last byte in the page.
    source_end: usize,
    /// The first byte after its start tag.
    content_start: usize,
    /// The first byte of its end tag.
    content_end: usize,
    #[cfg_attr(test, schemars(with = "Vec<ElementAttribute>"))]
    attributes: Attributes<'a>,
    /// All text in it.
    #[cfg_attr(test, schemars(with = "String"))]
    text: ElementText<'a>,
}

/// An attribute, decoded.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ElementAttribute {
    name: String,
    value: String,
}

/// The attributes of an element, which are made when they are written: within the limit of a line.
struct Attributes<'a>(Node<'a, 'a>);

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for attribute in self.0.attributes() {
            let (name, value) = (attribute.name().into_owned(), attribute.value());
            list.serialize_element(&ElementAttribute { name, value })?;
        }
        list.end()
    }
}

/// The text of an element, which is made when it is written.
struct ElementText<'a>(Node<'a, 'a>);

impl Serialize for ElementText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.text())
    }
}

impl<'a> Element<'a> {
    fn of(node: &Node<'a, 'a>) -> Element<'a> {
        let (source, content) = (node.source(), node.content());
        Element {
            node: node.index(),
            name: node.name(),
            source_start: source.start,
            source_end: source.end,
            content_start: content.start,
            content_end: content.end,
            attributes: Attributes(*node),
            text: ElementText(*node),
        }
    }
}

/// The elements that a selector matches.
pub fn elements<'a>(document: &Document<'_>, origin: &Origin, found: &[Node<'a, 'a>]) -> Vec<u8> {
    bounded_line(document, |budget| Elements {
        head: Head::of(origin),
        elements: budget.take(found.iter().map(Element::of)),
        truncation: budget.truncation(document),
    })
}

/// A page as a tree.
#[derive(Serialize)]
struct Nodes<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// In document order; the first one is the document.
    nodes: Vec<TreeNode<'a>>,
    /// Of a page that was analyzed: for each block the element that contains it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    block_nodes: Vec<usize>,
    truncation: Vec<&'static str>,
}

/// A node of the tree.
#[derive(Serialize)]
struct TreeNode<'a> {
    node: usize,
    kind: &'static str,
    name: std::borrow::Cow<'a, str>,
    /// Of an element.
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'static str>,
    parent: Option<usize>,
    /// One past the last node in it.
    subtree_end: usize,
    source_start: usize,
    source_end: usize,
    content_start: usize,
    content_end: usize,
    /// Of an element.
    #[serde(skip_serializing_if = "Option::is_none")]
    attributes: Option<RangedAttributes<'a>>,
    /// Of a text, a comment or a processing instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<ElementText<'a>>,
    /// Of a page that was analyzed: the first of the blocks that have characters of the node, and one past the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<[usize; 2]>,
}

/// The attributes of an element with the ranges of their values.
struct RangedAttributes<'a>(Node<'a, 'a>);

#[derive(Serialize)]
struct RangedAttribute<'a> {
    name: std::borrow::Cow<'a, str>,
    value: String,
    source_start: usize,
    source_end: usize,
}

impl Serialize for RangedAttributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.attributes().map(|attribute| {
            let source = attribute.value_source();
            let (source_start, source_end) = (source.start, source.end);
            RangedAttribute { name: attribute.name(), value: attribute.value(), source_start, source_end }
        }))
    }
}

impl<'a> TreeNode<'a> {
    fn of(node: Node<'a, 'a>) -> TreeNode<'a> {
        let (source, content) = (node.source(), node.content());
        let is_element = node.kind() == NodeKind::Element;
        let has_text = matches!(node.kind(), NodeKind::Text | NodeKind::Comment | NodeKind::ProcessingInstruction);
        TreeNode {
            node: node.index(),
            kind: node.kind().name(),
            name: node.name(),
            namespace: is_element.then(|| node.namespace().name()),
            parent: node.parent().map(|parent| parent.index()),
            subtree_end: node.subtree_end(),
            source_start: source.start,
            source_end: source.end,
            content_start: content.start,
            content_end: content.end,
            attributes: is_element.then_some(RangedAttributes(node)),
            text: has_text.then_some(ElementText(node)),
            blocks: None,
        }
    }

    /// With its blocks, of a page that was analyzed.
    fn with_blocks(node: Node<'a, 'a>) -> TreeNode<'a> {
        let blocks = node.blocks();
        TreeNode { blocks: Some([blocks.start, blocks.end]), ..TreeNode::of(node) }
    }
}

/// All nodes of a tree.
pub fn nodes<'a>(document: &Document<'_>, origin: &Origin, tree: &'a Tree<'a>) -> Vec<u8> {
    let row = if document.blocks().len() > 0 { TreeNode::with_blocks } else { TreeNode::of };
    bounded_line(document, |budget| Nodes {
        head: Head::of(origin),
        nodes: budget.take(tree.nodes().map(row)),
        block_nodes: document.blocks().map(|block| block.node()).collect(),
        truncation: budget.truncation(document),
    })
}
