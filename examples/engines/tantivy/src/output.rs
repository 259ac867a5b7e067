//! What a search prints: JSON lines for one query, a table for a file of queries.

use crate::search::{Hit, Search};
use crate::snippet;
use crate::words::words;
use blockmask::{Analyzer, Options};
use serde::Serialize;
use std::io::Write;
use tantivy::TantivyDocument;

/// A line about a page that was found.
#[derive(Serialize)]
struct Line<'h> {
    rank: usize,
    score: f32,
    path: &'h str,
    title: String,
    kind: Option<&'static str>,
    snippet: String,
    /// Starts and ends of the words found, in bytes of the page.
    highlights: Vec<(usize, usize)>,
}

/// Prints the best pages for a query, a JSON object each.
pub fn json_lines(search: &Search, query: &str, output: &mut impl Write) -> anyhow::Result<()> {
    let mut analyzer = Analyzer::new(Options::default());
    let query_words = words(query).map(|word| word.text).collect();
    for (i, hit) in search.best(query)?.iter().enumerate() {
        let document: TantivyDocument = search.searcher.doc(hit.document)?;
        let snippet = snippet::of_stored_page(&mut analyzer, &search.fields, &document, &query_words)?;
        let line = Line {
            rank: i + 1,
            score: hit.score,
            path: &hit.path,
            title: snippet.title,
            kind: snippet.kind.map(|kind| kind.name()),
            snippet: snippet.text,
            highlights: snippet.highlights.iter().map(|range| (range.start, range.end)).collect(),
        };
        serde_json::to_writer(&mut *output, &line)?;
        writeln!(output)?;
    }
    Ok(())
}

/// Prints the best pages for each query, a line of query, rank, path and score for each page.
pub fn table(search: &Search, queries: &str, output: &mut impl Write) -> anyhow::Result<()> {
    let queries: Vec<&str> = queries.lines().collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = queries.len().div_ceil(threads).max(1);
    let tables = std::thread::scope(|scope| {
        let threads: Vec<_> = queries.chunks(share).map(|part| scope.spawn(|| rows(search, part))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a search does not panic")).collect::<Vec<_>>()
    });
    for table in tables {
        output.write_all(table?.as_bytes())?;
    }
    Ok(())
}

fn rows(search: &Search, queries: &[&str]) -> tantivy::Result<String> {
    let mut rows = String::new();
    for query in queries {
        for (i, Hit { path, score, .. }) in search.best(query)?.iter().enumerate() {
            rows.push_str(&format!("{query}\t{}\t{path}\t{score}\n", i + 1));
        }
    }
    Ok(rows)
}
