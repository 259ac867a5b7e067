//! Runs an extractor written in Rust over pages, for benches/lab/training/peers.py, which decodes the pages and scores the
//! texts: `extractors NAME < PAGES > TEXTS`. Both are lines of JSON: `{"html": ...}`, and in the same order `{"text": ...}`.
//! The text of a page on which the extractor fails is null. The CPU time in seconds is the only line of the standard error.

#[allow(dead_code)]
mod clock;

use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::panic::catch_unwind;

type Extract = fn(&str) -> Option<String>;

/// Comments and tables are included, as in the gold text and for all other programs; rs-trafilatura has them in its text.
const EXTRACTORS: [(&str, Extract); 3] =
    [("dom_smoothie", dom_smoothie), ("rs-trafilatura", rs_trafilatura), ("trafilatura-rs", trafilatura)];

fn dom_smoothie(html: &str) -> Option<String> {
    let article = dom_smoothie::Readability::new(html, None, None).ok()?.parse().ok()?;
    Some(article.text_content.to_string())
}

fn rs_trafilatura(html: &str) -> Option<String> {
    Some(rs_trafilatura::extract(html).ok()?.content_text)
}

fn trafilatura(html: &str) -> Option<String> {
    let result = trafilatura::extract(html, &trafilatura::Options::default()).ok()?;
    Some(result.content_text + "\n" + &result.comments_text)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let found = EXTRACTORS.iter().find(|(known, _)| *known == name);
    let (_, extract) =
        found.ok_or_else(|| format!("no extractor {name:?}; there are {:?}", EXTRACTORS.map(|e| e.0)))?;
    // A panic is a failure like others.
    std::panic::set_hook(Box::new(|_| {}));
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut spent = 0.0;
    for line in std::io::stdin().lock().lines() {
        let page: Value = serde_json::from_str(&line?)?;
        let html = page["html"].as_str().ok_or("a line without \"html\"")?;
        let mut text = None;
        spent += clock::nanoseconds(|| text = catch_unwind(|| extract(html)).ok().flatten());
        writeln!(out, "{}", json!({ "text": text }))?;
    }
    eprintln!("{:.3}", spent / 1e9);
    Ok(())
}
