//! Invariants of the node table: a preorder tree whose spans lie in the source.

use blockmask::internals::html::node::{NONE, Node, Tree};
use blockmask::internals::html::tags::Tag;

/// Panics if the table violates an invariant.
#[allow(dead_code)]
pub fn check(tree: &Tree) {
    if let Err(violation) = violation(tree) {
        panic!("{violation}");
    }
}

/// Checks nodes, attributes and source order.
pub fn violation(tree: &Tree) -> Result<(), String> {
    let document = &tree.nodes[0];
    let root = (document.tag, document.parent, document.depth, document.subtree_end as usize);
    require!(root == (Tag::DOCUMENT, NONE, 0, tree.nodes.len()), "node 0 is not the document: {document:?}");
    for (i, node) in tree.nodes.iter().enumerate().skip(1) {
        position(tree, i, node)?;
        spans(tree, i, node)?;
        attributes(tree, i, node)?;
    }
    for (name, index, tag) in
        [("html", tree.html, Tag::HTML), ("head", tree.head, Tag::HEAD), ("body", tree.body, Tag::BODY)]
    {
        let found = index == NONE || tree.nodes.get(index as usize).is_some_and(|node| node.tag == tag);
        require!(found, "{name} is node {index}");
    }
    source_order(tree)
}

fn position(tree: &Tree, i: usize, node: &Node) -> Result<(), String> {
    require!((node.parent as usize) < i, "node {i} comes before its parent {}", node.parent);
    let parent = &tree.nodes[node.parent as usize];
    let may_have_children = parent.tag == Tag::DOCUMENT || parent.tag.is_element();
    require!(may_have_children, "the parent of node {i} is not an element");
    require!(node.depth == parent.depth.saturating_add(1), "depth of node {i}");
    let range = i as u32 + 1..=parent.subtree_end;
    require!(range.contains(&node.subtree_end), "subtree of node {i}: {} not in {range:?}", node.subtree_end);
    let leaf = node.subtree_end == i as u32 + 1;
    require!(node.tag.is_element() || leaf, "node {i} is not an element but has children");
    Ok(())
}

fn spans(tree: &Tree, i: usize, node: &Node) -> Result<(), String> {
    let ordered = node.start <= node.content && node.content <= node.end && node.end as usize <= tree.source.len();
    require!(ordered, "span of node {i} ({:?}): {}, {}, {}", node.tag, node.start, node.content, node.end);
    require!(node.tag != Tag::TEXT || node.start < node.end, "text node {i} is empty");
    if node.tag == Tag::COMMENT {
        let text = node.start <= node.content && node.content <= node.attributes && node.attributes <= node.end;
        require!(text, "the text of comment {i} is outside the comment: {node:?}");
    }
    Ok(())
}

fn attributes(tree: &Tree, i: usize, node: &Node) -> Result<(), String> {
    if !node.tag.is_element() || node.attributes == NONE {
        return Ok(());
    }
    require!((node.attributes as usize) < tree.attributes.len(), "node {i} has attributes out of range");
    let list = tree.attributes_of(node);
    require!(!list.is_empty() && list.len() <= 2048, "node {i} has {} attributes", list.len());
    let mut last = 0;
    for attribute in list {
        let name_end = attribute.name_start as usize + attribute.name_len as usize;
        let value = attribute.value_start as usize..attribute.value_end as usize;
        let ordered = last <= attribute.name_start as usize && name_end <= value.start && value.start <= value.end;
        let within = value.end <= tree.source.len();
        require!(ordered && within, "attribute of node {i}: name up to {name_end}, value {value:?}");
        last = value.end;
    }
    Ok(())
}

/// The source order is a permutation of the nodes, sorted by their start.
fn source_order(tree: &Tree) -> Result<(), String> {
    let order = tree.source_order;
    let mut seen = vec![false; tree.nodes.len()];
    for &node in order {
        let entry = seen.get_mut(node as usize);
        let new = entry.is_some_and(|seen| !std::mem::replace(seen, true));
        require!(new, "the source order has node {node} twice or out of range");
    }
    require!(order.is_empty() || order.len() == tree.nodes.len(), "the source order lacks nodes");
    let mut last = 0;
    for i in 0..tree.nodes.len() {
        let node = &tree.nodes[if order.is_empty() { i } else { order[i] as usize }];
        if node.tag == Tag::TEXT {
            require!(last <= node.start, "texts are not in source order: {node:?} after {last}");
            last = node.end;
        }
    }
    Ok(())
}
