//! The examples in `docs/text.md`.

use blockmask::{Analyzer, BlockFlags, Document, MarkdownOptions};
use std::path::Path;

/// An example: the line of the page, what is made of it, and what that is.
struct Example {
    line: usize,
    page: Vec<u8>,
    result: String,
    expected: String,
}

fn examples(markdown: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut page = (0, Vec::new());
    let mut open: Option<(usize, String, String)> = None;
    for (number, line) in markdown.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(kind)) => open = Some((number + 1, kind.to_owned(), String::new())),
            (Some(_), Some(_)) => match open.take().unwrap() {
                (at, kind, text) if kind == "html" => page = (at, text.into_bytes()),
                (at, kind, text) if kind == "html bytes" => page = (at, with_bytes(&text)),
                (_, result, expected) => {
                    assert!(!page.1.is_empty(), "no page before line {number}");
                    let (line, page) = std::mem::take(&mut page);
                    examples.push(Example { line, page, result, expected });
                }
            },
            (Some((_, _, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    examples
}

/// The bytes of a text in which `\xe9` stands for a byte.
fn with_bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend(part[2..].bytes());
    }
    bytes
}

fn seen(document: &Document<'_>) -> String {
    let unseen = BlockFlags::HIDDEN | BlockFlags::NO_INDEX;
    let is_seen = |flags: BlockFlags| flags.bits() & (unseen | BlockFlags::IN_HEAD).bits() == 0;
    document.blocks().filter(|block| is_seen(block.flags())).map(|block| format!("{}\n", block.text())).collect()
}

fn annotations(document: &Document<'_>) -> String {
    let lines = document.annotations().into_iter().map(|found| {
        format!("{} {}: {}\n", found.annotation_type(), &document.text()[found.text_range()], found.text())
    });
    lines.collect()
}

#[test]
fn what_is_text() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/text.md");
    let examples = examples(&std::fs::read_to_string(path).unwrap());
    assert!(examples.len() >= 20, "{} examples", examples.len());
    let mut analyzer = Analyzer::default();
    let mut wrong = String::new();
    for Example { line, page, result, expected } in examples {
        let document = analyzer.analyze(&page).unwrap();
        let found = match result.as_str() {
            "text" => seen(&document),
            "markdown" => document.markdown(&MarkdownOptions::default()).into_text(),
            "annotations" => annotations(&document),
            "main" => document.main_text().text().trim_end().to_owned() + "\n",
            other => panic!("line {line}: {other}"),
        };
        if found != expected {
            wrong += &format!("docs/text.md:{line}:\n{found}instead of\n{expected}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
