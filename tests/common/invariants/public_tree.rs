//! Invariants of the public tree: the links between nodes agree, and the ranges are where they should be in the bytes.

use blockmask::{Analyzer, Document, Node, NodeKind, Options, Tree};

/// Panics if the tree violates an invariant.
#[allow(dead_code)]
pub fn check(tree: &Tree<'_>) {
    if let Err(violation) = violation_alone(tree) {
        panic!("{violation}");
    }
}

/// Checks the tree of a page that was parsed without hints.
#[allow(dead_code)]
pub fn violation_alone(tree: &Tree<'_>) -> Result<(), String> {
    let mut analyzer = Analyzer::new(Options::default());
    let has_ascii_tags = analyzer.analyze(tree.bytes()).is_ok_and(|document| has_ascii_tags(&document));
    violation(tree, has_ascii_tags)
}

/// Whether the encoding of a page writes tags as ASCII does: not as UTF-16, nor between escapes.
pub fn has_ascii_tags(document: &Document<'_>) -> bool {
    !["UTF-16LE", "UTF-16BE", "ISO-2022-JP"].iter().any(|name| name.eq_ignore_ascii_case(document.encoding()))
}

/// Checks links and ranges of all nodes.
pub fn violation(tree: &Tree<'_>, has_ascii_tags: bool) -> Result<(), String> {
    let root = tree.root();
    require!(root.parent().is_none() && root.kind() == NodeKind::Document, "node 0 is not the document");
    require!(root.subtree_end() == tree.nodes().len(), "node {} is outside of the document", root.subtree_end());
    let mut children = 0;
    for node in tree.nodes() {
        let i = node.index();
        let mut next = i + 1;
        for child in node.children() {
            require!(child.index() == next, "child {} of node {i} is not the next one", child.index());
            require!(child.parent().is_some_and(|parent| parent.index() == i), "the parent of node {next}");
            require!(child.depth() == node.depth().saturating_add(1), "the depth of node {next}");
            next = child.subtree_end();
            children += 1;
        }
        require!(next == node.subtree_end(), "the subtree of node {i}: {next}, {}", node.subtree_end());
        require!(node.descendants().len() == next - i - 1, "the descendants of node {i}");
        ranges(tree, &node, has_ascii_tags)?;
        attributes(tree, &node)?;
    }
    require!(children + 1 == tree.nodes().len(), "{children} children");
    Ok(())
}

fn ranges(tree: &Tree<'_>, node: &Node<'_, '_>, has_ascii_tags: bool) -> Result<(), String> {
    let (i, bytes, source, content) = (node.index(), tree.bytes(), node.source(), node.content());
    let ordered = source.start <= content.start && content.start <= content.end && content.end <= source.end;
    require!(ordered && source.end <= bytes.len(), "node {i} is at {source:?}, its content at {content:?}");
    let is_element = node.kind() == NodeKind::Element;
    let (start_tag, end_tag) = (node.start_tag(), node.end_tag());
    require!(is_element || start_tag.is_none() && end_tag.is_none(), "node {i} is no element and has a tag");
    if let Some(tag) = start_tag {
        require!(tag.start == source.start && tag.end == content.start, "the start tag of node {i}: {tag:?}");
        let written = &bytes[tag.clone()];
        let is_whole = tag.len() > 1 && written[0] == b'<' && written.last() == Some(&b'>');
        require!(
            !has_ascii_tags || is_whole && has_name(&written[1..], &node.name()),
            "{:?} begins {:?}",
            node.name(),
            tag
        );
    }
    if let Some(tag) = end_tag {
        require!(tag.end == source.end && tag.start == content.end, "the end tag of node {i}: {tag:?}");
        let written = &bytes[tag.clone()];
        let is_whole = tag.len() > 2 && written.starts_with(b"</") && written.last() == Some(&b'>');
        let is_heading = |name: &str| matches!(name.as_bytes(), [b'h', b'1'..=b'6']);
        let has_its_name = has_name(&written[2.min(written.len())..], &node.name()) || is_heading(&node.name());
        require!(
            !has_ascii_tags || is_whole && has_its_name,
            "{:?} ends with {:?} at {tag:?}",
            node.name(),
            written.escape_ascii().to_string()
        );
    }
    Ok(())
}

/// Whether a tag has this name, which may contain what is no ASCII or replaced.
fn has_name(tag: &[u8], name: &str) -> bool {
    let end = tag.iter().position(|byte| matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ' | b'/' | b'>'));
    let written = &tag[..end.unwrap_or(tag.len())];
    let is_plain = written.iter().all(|byte| byte.is_ascii_graphic());
    !is_plain
        || written.eq_ignore_ascii_case(name.as_bytes())
        || name == "img" && written.eq_ignore_ascii_case(b"image")
}

fn attributes(tree: &Tree<'_>, node: &Node<'_, '_>) -> Result<(), String> {
    for attribute in node.attributes() {
        let (name, value) = (attribute.name_source(), attribute.value_source());
        let ordered = name.end <= value.start && value.end <= tree.bytes().len();
        require!(ordered && !name.is_empty(), "attribute of node {}: {name:?}, {value:?}", node.index());
        let is_short = node.attributes().nth(64).is_none();
        require!(!is_short || node.attribute(&attribute.name()).is_some(), "no attribute {:?}", attribute.name());
    }
    Ok(())
}
