//! The slots of declarative shadow roots (DOM standard, 4.2.2): the children of the host stand in place of the slots of its
//! shadow tree. Text keeps the order of the source; but what stands in a heading is one, and the fallback of a slot that
//! is filled is not shown.

use super::beside::drop_subtree;
use super::boundaries::{class, element_class};
use super::context::{Context, Display};
use crate::base::hash::hash_bytes;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag, Tree, node_flag};

/// The children of a host that are looked at.
const MAX_CHILDREN: usize = 64;

/// Fills the slots of these shadow roots, in preorder.
pub(super) fn fill(tree: &Tree<'_>, contexts: &mut [Context], shadow_roots: &[u32]) {
    let mut last_end = 0;
    for &root in shadow_roots {
        let node = &tree.nodes[root as usize];
        let host = &tree.nodes[node.parent as usize];
        // Of a host the first one counts.
        if root >= last_end || host.subtree_end < last_end {
            last_end = host.subtree_end;
            fill_root(tree, contexts, root);
        }
    }
}

fn fill_root(tree: &Tree<'_>, contexts: &mut [Context], root: u32) {
    let mut children = [(0, 0); MAX_CHILDREN];
    let mut count = 0;
    for child in content_of(tree, tree.nodes[root as usize].parent).filter(|&child| child != root).take(MAX_CHILDREN) {
        children[count] = (slot_name(tree, &tree.nodes[child as usize]), child);
        count += 1;
    }
    let children = &children[..count];
    let (mut at, end) = (root as usize + 1, tree.subtree(root).end);
    while at < end {
        let (slot, node) = (at, &tree.nodes[at]);
        // Templates in it have slots of their own.
        at = if node.tag == Tag::TEMPLATE { node.subtree_end as usize } else { at + 1 };
        if node.tag != Tag::SLOT {
            continue;
        }
        let name = tree.attribute(node, Name::NAME).map_or(0, |name| hash_bytes(0, tree.raw_value(name)));
        let (heading, mut filling) =
            (contexts[slot].heading, children.iter().filter(|child| child.0 == name).peekable());
        if filling.peek().is_some() {
            drop_subtree(tree, contexts, slot as u32);
        }
        for &(_, child) in filling.filter(|_| heading > 0) {
            make_heading(tree, contexts, child, heading);
        }
    }
}

/// The children of an element that are elements or have text.
fn content_of<'t>(tree: &'t Tree<'_>, parent: u32) -> impl Iterator<Item = u32> + use<'t> {
    tree.children(parent).filter(|&child| {
        let node = &tree.nodes[child as usize];
        node.tag.is_element() || node.tag == Tag::TEXT && node.flags & node_flag::WHITESPACE == 0
    })
}

/// The hash of the name of the slot in which a child of a host stands; 0 for the slot without a name.
fn slot_name(tree: &Tree<'_>, child: &Node) -> u64 {
    let mut attributes = tree.each_attribute(child);
    let slot = attributes.find(|attribute| same_name(tree.raw_attribute_name(attribute), b"slot"));
    slot.map_or(0, |slot| hash_bytes(0, tree.raw_value(slot)))
}

fn make_heading(tree: &Tree<'_>, contexts: &mut [Context], child: u32, heading: u8) {
    let node = &tree.nodes[child as usize];
    if !node.tag.is_element() || contexts[child as usize].heading > 0 {
        return;
    }
    let outer = contexts[child as usize].container;
    let is_phrasing = element_class(node.tag) & class::CONTAINER == 0;
    for context in &mut contexts[tree.subtree(child)] {
        context.heading = context.heading.max(heading);
        if is_phrasing && context.container == outer {
            context.container = child;
        }
    }
    contexts[child as usize].display = Display::Block;
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    /// The blocks of a page, headings with their level.
    fn blocks(html: &str) -> String {
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let shown = |level: u8, text: &str| if level > 0 { format!("h{level} {text}") } else { text.to_owned() };
        let all = document.blocks().map(|block| shown(block.heading_level(), block.text()));
        all.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn children_stand_in_the_slots_of_their_host() {
        for (html, expected) in [
            (
                "<x-a><template shadowrootmode=open><h1><slot name=t>No title</slot></h1><p>Lead.</p><slot>Empty</slot>\
                 </template><span slot=t>Pier</span><p>Rain.</x-a>",
                "Lead.|h1 Pier|Rain.",
            ),
            ("<x-a><template shadowrootmode=closed><p><slot name=t>No title</slot></template></x-a>", "No title"),
            ("<x-a><template shadowrootmode=open><h2><slot></slot></h2></template><div><p>Pier</div></x-a>", "h2 Pier"),
            ("<x-a><template shadowroot=open><p>Old.<slot></slot></template> Rain.</x-a>", "Old.|Rain."),
            ("<x-a><template><p>Not shown.</template><p>Rain.</x-a>", "Rain."),
        ] {
            assert_eq!(blocks(html), expected, "{html}");
        }
    }

    #[test]
    fn nested_and_repeated_roots_take_linear_time() {
        for part in [
            "<x-a><template shadowrootmode=open><h1><slot name=t></slot></h1></template><b slot=t>x</b>",
            "<template shadowrootmode=open><slot>x</slot></template><b>x</b>",
            "<x-a><template shadowrootmode=open><x-b>",
            "<x-a><template shadowrootmode=open><h1><slot name=t></slot></h1></template><i slot=t>x",
        ] {
            assert!(!blocks(&format!("<x-a>{}", part.repeat(3_000) + "x")).is_empty());
        }
    }
}
