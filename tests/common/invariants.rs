//! What holds for every document, whatever the bytes.

use blockmask::page::{Fragment, Page};
use blockmask::{Document, html};
use std::fmt::Write;

/// Panics with `what` if the document of `bytes` contradicts itself.
pub fn check(document: &Document, bytes: &[u8], what: &str) {
    check_blocks(document, bytes.len(), what);
    check_segments(document, bytes.len(), what);
    check_text(document, bytes.len(), what);
    check_tables(document.page(), what);
    check_tree(&document.page().tree, what);
    for range in document.region() {
        assert!(range.start <= range.end && range.end <= bytes.len(), "region {range:?}: {what}");
    }
    assert!(document.tag_path().keep.len() <= document.page().tree.nodes.len(), "{what}");
    assert_eq!(document.bytes().len(), bytes.len(), "{what}");
}

fn check_blocks(document: &Document, len: usize, what: &str) {
    let (mut source_end, mut text_end) = (0, 0);
    for block in document.blocks() {
        let (source, text) = (block.source(), block.text_range());
        assert!(source.start < source.end && source.end <= len, "block {}: {source:?} of {len}: {what}", block.index());
        assert!(source_end <= source.start, "block {} begins before {source_end}: {source:?}: {what}", block.index());
        assert!(text_end <= text.start && text.start < text.end, "text of block {}: {text:?}: {what}", block.index());
        assert_eq!(Some(block.text()), document.text().get(text.clone()), "{what}");
        assert_eq!(block.characters() as usize, block.text().chars().count(), "block {}: {what}", block.index());
        assert!(block.linked_tokens() <= block.tokens(), "{what}");
        assert!((0.0..=1.0).contains(&block.probability()) && (0.0..=1.0).contains(&block.link_density()), "{what}");
        assert!(block.segment().is_none_or(|segment| segment < document.segments().len()), "{what}");
        // Neither reads a table out of bounds.
        let _ = (block.is_template(), block.weight(), block.is_in_region(), block.heading_level());
        (source_end, text_end) = (source.end, text.end);
    }
}

/// Segments hold every fragment and every token once, in order.
fn check_segments(document: &Document, len: usize, what: &str) {
    let fragments = document.page().fragments;
    let (mut fragment, mut token) = (0, 0);
    for segment in document.segments() {
        assert_eq!(segment.fragments.0, fragment, "segments leave a gap of fragments: {what}");
        assert_eq!(segment.tokens.0, token, "segments leave a gap of tokens: {what}");
        assert!(segment.fragments.0 < segment.fragments.1, "an empty segment: {what}");
        let source = document.segment_source(segment);
        assert!(source.start <= source.end && source.end <= len, "segment {source:?} of {len}: {what}");
        (fragment, token) = (segment.fragments.1, segment.tokens.1);
    }
    assert_eq!(fragment as usize, fragments.len(), "{what}");
    assert_eq!(token, fragments.last().map_or(0, |last| last.tokens.1), "{what}");
}

/// The way from text to source only goes forwards and stays in the source.
fn check_text(document: &Document, len: usize, what: &str) {
    let mut last = 0;
    for (offset, _) in document.text().char_indices() {
        let source = document.source_of_text(offset);
        assert!(last <= source && source <= len, "text {offset} comes from {source}, after {last}, of {len}: {what}");
        last = source;
    }
}

fn check_tables(page: &Page, what: &str) {
    for pair in page.fragments.windows(2) {
        let [Fragment { text: a, source: b, tokens: c, lines: d, .. }, next] = pair else { continue };
        assert!(a.1 <= next.text.0 && b.1 <= next.source.0, "fragments overlap: {pair:?}: {what}");
        assert!(c.1 == next.tokens.0 && d.1 == next.lines.0, "fragments leave a gap: {pair:?}: {what}");
    }
    for pair in page.links.windows(2) {
        assert!(pair[0].text.1 <= pair[1].text.0, "links overlap: {pair:?}: {what}");
    }
    assert!(
        page.links.iter().all(|link| link.text.0 <= link.text.1 && link.text.1 as usize <= page.text.len()),
        "{what}"
    );
}

/// The node table is a tree in preorder.
fn check_tree(tree: &html::Tree, what: &str) {
    for (i, node) in tree.nodes.iter().enumerate() {
        assert!(node.start <= node.end && node.end as usize <= tree.source.len(), "node {i}: {node:?}: {what}");
        assert!(i < node.subtree_end as usize && node.subtree_end as usize <= tree.nodes.len(), "node {i}: {what}");
        if node.parent == html::NONE {
            assert_eq!(i, 0, "{what}");
            continue;
        }
        let parent = &tree.nodes[node.parent as usize];
        assert!((node.parent as usize) < i && node.subtree_end <= parent.subtree_end, "node {i}: {what}");
    }
}

/// Everything that a caller sees, as text, to compare two documents by.
#[allow(dead_code)]
pub fn description(document: &Document) -> String {
    let mut out = String::new();
    for block in document.blocks() {
        let verdict = (block.probability(), block.weight(), block.is_template(), block.is_in_region());
        let _ = writeln!(
            out,
            "{:?} {:?} {verdict:?} {:?} {}",
            block.table_entry(),
            block.source(),
            block.text(),
            block.path()
        );
    }
    let region: Vec<_> = document.region().collect();
    let _ = writeln!(out, "{:?} {region:?} {:?}", document.segments(), document.fingerprint());
    let _ = writeln!(out, "{} {:?} {}", document.encoding(), document.title(), document.truncation());
    out
}
