//! Test pages: a strict parser for simple, well-formed markup, so that golden trees have no implied elements.

use crate::base::arena::Bump;

use crate::base::flags::Truncation;
use crate::read::html::attributes::Name;
use crate::read::html::doctype::QuirksMode;
use crate::read::html::names::name_key;
use crate::read::html::node::{Attribute, NONE, Namespace, Node, Tree, node_flag};
use crate::read::html::tags::{Tag, class};

/// Parses `<name attribute="value">`, `</name>`, void elements, comments and text. The elements `html` and `body` are
/// found by name; nothing is implied. `|` in a text begins an adjacent text node.
pub fn parse<'a>(arena: &'a Bump, markup: &str) -> Tree<'a> {
    let source: &'a [u8] = arena.alloc_slice_copy(markup.as_bytes());
    let mut builder = Builder { source, nodes: Vec::new(), attributes: Vec::new(), open: Vec::new() };
    builder.add(Tag::DOCUMENT, 0, source.len(), 0);
    builder.open.push(0);
    let mut at = 0;
    while at < source.len() {
        at = builder.step(at);
    }
    while let Some(node) = builder.open.pop() {
        builder.close(node, source.len());
    }
    let find = |tag| builder.nodes.iter().position(|node| node.tag == tag).map_or(NONE, |i| i as u32);
    Tree {
        source,
        html: find(Tag::HTML),
        head: find(Tag::HEAD),
        body: find(Tag::BODY),
        nodes: arena.alloc_slice_copy(&builder.nodes),
        attributes: arena.alloc_slice_copy(&builder.attributes),
        quirks: QuirksMode::default(),
        truncation: Truncation::default(),
        swallowed: 0,
        self_closed: 0,
        omitted_blanks: 0,
        source_order: &[],
        doctype: None,
    }
}

struct Builder<'a> {
    source: &'a [u8],
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    open: Vec<usize>,
}

impl Builder<'_> {
    /// Parses the tag, comment or text at `at`; returns its end.
    fn step(&mut self, at: usize) -> usize {
        let rest = &self.source[at..];
        let until = |needle: &str| {
            let found = rest.windows(needle.len()).position(|window| window == needle.as_bytes());
            at + found.expect("markup is well formed") + needle.len()
        };
        if rest.starts_with(b"<!--") {
            let end = until("-->");
            self.add(Tag::COMMENT, at, end, 0);
            end
        } else if rest.starts_with(b"</") {
            let end = until(">");
            let node = self.open.pop().expect("every end tag closes an element");
            self.close(node, end);
            end
        } else if rest[0] == b'<' {
            let end = until(">");
            self.element(at, end);
            end
        } else {
            let bar = usize::from(rest[0] == b'|');
            let len = rest[bar..].iter().position(|b| b"<|".contains(b)).unwrap_or(rest.len() - bar);
            let end = at + bar + len;
            let blank = self.source[at + bar..end].iter().all(u8::is_ascii_whitespace);
            self.add(Tag::TEXT, at, end, if blank { node_flag::WHITESPACE } else { 0 });
            end
        }
    }

    fn element(&mut self, start: usize, end: usize) {
        let inside = &self.source[start + 1..end - 1];
        let len = inside.iter().position(|b| b.is_ascii_whitespace()).unwrap_or(inside.len());
        let tag = Tag::from_name(&inside[..len]);
        let node = self.add(tag, start, end, 0);
        let first = self.attributes.len();
        let mut at = start + 1 + len;
        while let Some(skip) = self.source[at..end - 1].iter().position(|b| !b.is_ascii_whitespace()) {
            at = self.attribute(at + skip);
        }
        if let Some(last) = self.attributes[first..].last_mut() {
            last.flags = Attribute::LAST;
            self.nodes[node].attributes = first as u32;
        }
        if !tag.is(class::VOID) {
            self.open.push(node);
        }
    }

    /// Parses `name="value"`; returns its end.
    fn attribute(&mut self, start: usize) -> usize {
        let find = |start: usize, byte: u8| start + self.source[start..].iter().position(|&b| b == byte).unwrap();
        let name_end = find(start, b'=');
        let value_end = find(name_end + 2, b'"');
        self.attributes.push(Attribute {
            name_start: start as u32,
            value_start: name_end as u32 + 2,
            value_end: value_end as u32,
            name_len: (name_end - start) as u16,
            name: Name::from_key(name_key(&self.source[start..name_end])),
            flags: 0,
        });
        value_end + 1
    }

    fn add(&mut self, tag: Tag, start: usize, end: usize, flags: u8) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node {
            start: start as u32,
            content: end as u32,
            end: end as u32,
            parent: self.open.last().map_or(NONE, |&i| i as u32),
            subtree_end: index as u32 + 1,
            attributes: NONE,
            depth: self.open.len() as u16,
            tag,
            namespace: Namespace::Html,
            flags,
            gap: 0,
            known: u16::MAX,
        });
        index
    }

    fn close(&mut self, node: usize, end: usize) {
        self.nodes[node].subtree_end = self.nodes.len() as u32;
        self.nodes[node].end = end as u32;
    }
}
