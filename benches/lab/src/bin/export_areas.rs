//! Exports the visual areas of pages with their features, for training: `export_areas FILE... > areas.jsonl`. Files may
//! be compressed by gzip; `-` reads their names from standard input.
//!
//! The output has one JSON object per page: its areas (text, source range, features as two hexadecimal digits each,
//! class and score of the built-in model), and the page's own metadata: raw JSON-LD and declaring elements. The first
//! line names the features.

use blockmask::internals::arena::Bump;
use blockmask::internals::html::{NONE, Node, Tag, Tree, attributes::Name};
use blockmask::internals::visual::{feature_rows, features};
use blockmask::{Analyzer, Document, Options};
use blockmask_lab::pages::{each_page, hexadecimal};
use serde_json::{Value, json};
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", json!({ "version": features::VERSION, "names": features::NAMES.to_vec() }))?;
    let mut options = Options::default();
    options.visual = true;
    let mut analyzer = Analyzer::new(options);
    each_page(|file, bytes| {
        let document = analyzer.analyze(bytes).map_err(io::Error::other)?;
        writeln!(out, "{}", record(file, &document))
    })?;
    out.flush()
}

fn record(file: &str, document: &Document) -> Value {
    let arena = Bump::new();
    let tree = &document.page().tree;
    let areas = document.visual().map_or(&[][..], |visual| visual.areas);
    let rows = feature_rows(&arena, document.page());
    let records: Vec<Value> = rows
        .iter()
        .map(|(index, row)| {
            let area = &areas[*index as usize];
            json!({
                "text": &document.text()[area.text.0 as usize..area.text.1 as usize],
                "start": area.source.0,
                "end": area.source.1,
                "class": area.class.name(),
                "score": area.score,
                "features": hexadecimal(row),
            })
        })
        .collect();
    let mut declared = Vec::new();
    let mut json_ld = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.tag.is_element()) {
        if node.tag == Tag::SCRIPT {
            json_ld.extend(json_ld_of(tree, index as u32, node));
        } else {
            declared.extend(declaration(tree, node));
        }
    }
    json!({ "file": file, "title": document.title(), "areas": records, "declared": declared, "json_ld": json_ld })
}

fn json_ld_of(tree: &Tree, index: u32, node: &Node) -> Option<String> {
    let kind = tree.attribute(node, Name::TYPE)?;
    if !tree.raw_value(kind).eq_ignore_ascii_case(b"application/ld+json") {
        return None;
    }
    Some(tree.subtree(index).skip(1).map(|i| tree.text_of(&tree.nodes[i])).collect())
}

/// An element that may declare metadata: its name, relevant attributes and source range.
fn declaration(tree: &Tree, node: &Node) -> Option<Value> {
    let value = |name: Name| tree.attribute(node, name).map(|a| tree.value_of(a));
    let named = |name: &[u8]| {
        let found = tree.attributes_of(node).iter().find(|a| tree.raw_attribute_name(a).eq_ignore_ascii_case(name))?;
        Some(tree.value_of(found))
    };
    let (itemprop, rel) = (value(Name::ITEMPROP), value(Name::REL).filter(|rel| rel.contains("author")));
    let is_meta = node.tag == Tag::META;
    let may_declare = node.tag.heading_level() > 0
        || node.tag == Tag::TIME
        || node.tag == Tag::P
        || itemprop.is_some()
        || rel.is_some();
    if !(may_declare || is_meta) || node.parent == NONE {
        return None;
    }
    Some(json!({
        "tag": node.tag.name(),
        "start": node.start,
        "end": node.end,
        "itemprop": itemprop,
        "rel": rel,
        "datetime": value(Name::DATETIME),
        "name": if is_meta { value(Name::NAME).or_else(|| value(Name::PROPERTY)) } else { None },
        "content": named(b"content"),
    }))
}
