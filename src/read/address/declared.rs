//! What `rel` says, and the elements that declare the canonical address of a page and the base of its links.

use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Attribute, NONE, Node, Tag, Tree};
use crate::read::page::{Context, Page, flag};

/// The elements that declare addresses, as node indices or [`NONE`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    /// The first `base` with an `href`.
    pub base: u32,
    /// The first link to the canonical address of the page, which its own links are relative to. A page that names
    /// several mostly means the same site.
    pub canonical: u32,
}

impl Declared {
    pub fn find(page: &Page<'_>) -> Declared {
        Declared::among(&page.tree, page.contexts, page.metadata_elements)
    }

    /// Of a page that is known by its tree and its contexts, with the elements that may hold metadata.
    pub fn among(tree: &Tree<'_>, contexts: &[Context], metadata_elements: &[u32]) -> Declared {
        let mut declared = Declared { base: NONE, canonical: NONE };
        for &index in metadata_elements {
            let node = &tree.nodes[index as usize];
            match node.tag {
                Tag::BASE if declared.base == NONE && is_base(contexts, node) => declared.base = index,
                Tag::LINK if declared.canonical == NONE && names_canonical(tree, contexts, node) => {
                    declared.canonical = index;
                }
                _ => {}
            }
        }
        declared
    }

    /// The `href` of one of the elements.
    pub fn href<'a>(tree: &Tree<'a>, element: u32) -> Option<&'a Attribute> {
        tree.attribute(tree.nodes.get(element as usize)?, Name::HREF)
    }
}

/// Whether the attribute `rel` of an element has a word, which is in lower case.
pub(crate) fn has_rel(tree: &Tree<'_>, node: &Node, word: &[u8]) -> bool {
    let rel = tree.attribute(node, Name::REL).map_or(&[][..], |rel| tree.raw_value(rel));
    rel.split(u8::is_ascii_whitespace).any(|other| same_name(other, word))
}

/// Whether an element is a link to the canonical address of the page. Links count in the head only, as anybody who
/// writes a comment could add them elsewhere.
pub(crate) fn is_canonical(page: &Page<'_>, node: &Node) -> bool {
    names_canonical(&page.tree, page.contexts, node)
}

fn names_canonical(tree: &Tree<'_>, contexts: &[Context], node: &Node) -> bool {
    node.tag == Tag::LINK
        && has_rel(tree, node, b"canonical")
        && tree.attribute(node, Name::HREF).is_some_and(|href| !tree.raw_value(href).trim_ascii().is_empty())
        && is_head(contexts, node)
}

/// Browsers take a `base` from the body, too.
fn is_base(contexts: &[Context], node: &Node) -> bool {
    node.tag == Tag::BASE && node.known & Name::HREF.bit() != 0 && flags_around(contexts, node) & flag::DROPPED == 0
}

/// Whether an element is in the head, and not in a template there.
pub(crate) fn is_in_head(page: &Page<'_>, node: &Node) -> bool {
    is_head(page.contexts, node)
}

fn is_head(contexts: &[Context], node: &Node) -> bool {
    flags_around(contexts, node) & (flag::IN_HEAD | flag::DROPPED) == flag::IN_HEAD
}

/// The [`flag`]s of what an element is in.
fn flags_around(contexts: &[Context], node: &Node) -> u16 {
    contexts.get(node.parent as usize).map_or(0, |context| context.flags)
}
