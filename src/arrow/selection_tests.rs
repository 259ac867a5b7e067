use super::*;
use crate::arrow::BatchBuilder;
use crate::arrow::tests::read;
use crate::{Analyzer, Options};
use serde_json::{Map, Value};

/// A page with something in nearly every column.
const PAGE: &[u8] = b"<html lang=en><title>Rain</title><meta name=robots content=noindex>\
    <link rel=canonical href=https://example.org/rain><nav><a href=/>Home</a> <a href=/all rel=nofollow>All</a></nav>\
    <article><h1>Rain</h1><p>Rain fell on the city for the third day, and the river rose by a meter.\
    <ol><li>The bridge is closed.<li>The school is open.</ol><blockquote>It will go on.</blockquote>\
    <table><tr><th>Day<td>Rain<tr><th>Monday<td>12 mm</table><pre>a\nb</pre><img src=rain.png alt='The river'></article>\
    <section id=comments><div class=comment><b class=author>Ann</b> <time>2026-01-02</time><p>Stay dry, everyone, and \
    do not cross the bridge.</div></section><footer>Imprint</footer>";

/// The rows of a batch of that page and of one that failed, with the parts that it needs.
fn rows(selection: &Selection) -> Vec<Value> {
    let mut analyzer = Analyzer::new(Options::with_parts(selection.parts()));
    let mut batch = BatchBuilder::new(selection.clone());
    batch.push(&analyzer.analyze(PAGE).expect("a page"));
    batch.push_failure("missing", "there is no page");
    read(&batch.finish())
}

/// The paths of all columns and of all fields within them.
fn paths() -> Vec<String> {
    let mut open: Vec<(String, &Layout)> = LAYOUTS.iter().map(|(_, layout)| (String::new(), layout)).collect();
    let mut paths = Vec::new();
    while let Some((path, field)) = open.pop() {
        let path = path + field.name.to_str().expect("ASCII");
        open.extend(fields_within(field).iter().map(|field| (format!("{path}."), field)));
        paths.push(path);
    }
    paths
}

/// What a path leads to, without the other fields.
fn project(value: &Value, path: &str) -> Value {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    match value {
        Value::Array(items) => items.iter().map(|item| project(item, path)).collect(),
        Value::Object(fields) => {
            let kept = rest.map_or_else(|| fields[name].clone(), |rest| project(&fields[name], rest));
            Map::from_iter([(name.to_owned(), kept)]).into()
        }
        other => other.clone(),
    }
}

#[test]
fn a_field_is_as_in_a_batch_of_all() {
    let all = rows(&Columns::ALL.into());
    let paths = paths();
    assert!(paths.len() > 100 && paths.iter().any(|path| path == "facts.robots.directives.origin"));
    for path in paths {
        let found = rows(&path.parse().expect("a column"));
        for (row, mut found) in all.iter().zip(found) {
            let found = found.as_object_mut().expect("a row");
            assert_eq!(
                (found.remove("status"), found.remove("error")),
                (row.get("status").cloned(), row.get("error").cloned())
            );
            assert_eq!(Value::from(found.clone()), project(row, &path), "{path}");
        }
    }
}

#[test]
fn several_fields_keep_the_order_of_the_schema() {
    let selection: Selection = "blocks.weight,title, blocks.text,blocks.text,error".parse().expect("columns");
    let fields = selection.fields().expect("memory");
    let names: Vec<&CStr> = fields.iter().map(|field| field.name).collect();
    assert_eq!(names, [c"status", c"error", c"title", c"blocks"]);
    let of_blocks: Vec<&CStr> = fields[3].children[0].children.iter().map(|field| field.name).collect();
    assert_eq!(of_blocks, [c"text", c"weight"]);
}

#[test]
fn a_field_within_what_is_whole_changes_nothing() {
    let whole: Selection = "blocks".parse().expect("a column");
    for names in ["blocks,blocks.text", "blocks.text,blocks"] {
        assert_eq!(names.parse(), Ok(whole.clone()), "{names}");
    }
    assert_eq!(rows(&whole), rows(&Columns::BLOCKS.into()));
}

#[test]
fn parts_are_those_of_the_fields() {
    let parts = |names: &str| names.parse::<Selection>().expect("columns").parts();
    assert!(!parts("blocks.text").contains(Parts::SEGMENTS) && !parts("blocks.text").contains(Parts::FIELDS));
    assert!(parts("blocks.text,blocks.segment").contains(Parts::SEGMENTS));
    assert!(parts("blocks.weight").contains(Parts::FIELDS));
    assert!(parts("blocks.text,segments").contains(Parts::SEGMENTS));
    assert_eq!(Selection::from(Columns::ALL).parts(), Columns::ALL.parts());
}

#[test]
fn names_that_nothing_has_are_refused() {
    for (name, why) in [
        ("titel", "no such name; the names are main_text, "),
        ("", "no such name"),
        ("title.text", "title has no fields"),
        ("blocks.", "blocks has no such field; its fields are text, source_start, "),
        ("blocks.flags.x", "flags has no fields"),
        ("facts.robots.x", "robots has no such field; its fields are rules, "),
    ] {
        let message = name.parse::<Selection>().expect_err("an error").to_string();
        assert!(message.starts_with(&format!("{name:?}: {why}")), "{message}");
    }
}
