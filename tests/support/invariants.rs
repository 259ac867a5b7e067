//! What holds for every node table, whatever the page: checked on each tree that a test writes.

use blockmask::html::node::{NONE, Node, Tree};
use blockmask::html::tags::Tag;

/// Panics unless the table is a tree in preorder whose spans lie in the source.
pub fn check(tree: &Tree) {
    let document = &tree.nodes[0];
    assert_eq!((document.tag, document.parent, document.depth), (Tag::DOCUMENT, NONE, 0));
    assert_eq!(document.subtree_end as usize, tree.nodes.len(), "the document holds every node");
    for (i, node) in tree.nodes.iter().enumerate().skip(1) {
        check_place(tree, i, node);
        check_spans(tree, i, node);
    }
    check_source_order(tree);
    for (name, index, tag) in
        [("html", tree.html, Tag::HTML), ("head", tree.head, Tag::HEAD), ("body", tree.body, Tag::BODY)]
    {
        assert!(index == NONE || tree.nodes[index as usize].tag == tag, "{name} is node {index}");
    }
}

fn check_place(tree: &Tree, i: usize, node: &Node) {
    assert!((node.parent as usize) < i, "node {i} comes after its parent {}", node.parent);
    let parent = &tree.nodes[node.parent as usize];
    assert!(parent.tag == Tag::DOCUMENT || parent.tag.is_element(), "the parent of node {i} is no element");
    assert_eq!(node.depth, parent.depth + 1, "depth of node {i}");
    let range = i as u32 + 1..=parent.subtree_end;
    assert!(range.contains(&node.subtree_end), "subtree of node {i}: {} not in {range:?}", node.subtree_end);
    if !node.tag.is_element() {
        assert_eq!(node.subtree_end, i as u32 + 1, "node {i} is no element and has children");
    }
}

fn check_spans(tree: &Tree, i: usize, node: &Node) {
    let ordered = node.start <= node.content && node.content <= node.end && node.end as usize <= tree.source.len();
    assert!(ordered, "span of node {i} ({:?}): {}, {}, {}", node.tag, node.start, node.content, node.end);
    if node.tag == Tag::TEXT {
        assert!(node.start < node.end, "text node {i} is empty");
    }
    if node.tag.is_element() {
        for attribute in tree.attributes_of(node) {
            let name_end = attribute.name_start as usize + attribute.name_len as usize;
            let value = attribute.value_start as usize..attribute.value_end as usize;
            let ordered = name_end <= value.start && value.start <= value.end && value.end <= tree.source.len();
            assert!(ordered, "attribute of node {i}: name up to {name_end}, value {value:?}");
        }
    }
}

/// The order of the source names every node once, by the place where it begins.
fn check_source_order(tree: &Tree) {
    let order = tree.source_order;
    if order.is_empty() {
        return;
    }
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    assert!(sorted.iter().copied().eq(0..tree.nodes.len() as u32), "the source order is no order of all nodes");
    let texts = order.iter().map(|&i| &tree.nodes[i as usize]).filter(|node| node.tag == Tag::TEXT);
    assert!(texts.is_sorted_by_key(|node| node.start), "texts are not in the order of the source");
}
