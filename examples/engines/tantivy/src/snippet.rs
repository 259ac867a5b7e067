//! Snippets, and where in the source the words to be highlighted are.
//!
//! A snippet is made by analyzing the page again, which the index stores. Tantivy's index has no offsets, and to store
//! text and offsets takes about as much room as the page does, compressed.

use crate::document::{analyze, block_tokens};
use crate::schema::Fields;
use crate::words::words;
use blockmask::{Analyzer, Block, Document, Field, PageKind};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use tantivy::TantivyDocument;
use tantivy::schema::Value;
use tantivy::tokenizer::Token;

/// Words of a snippet.
const LENGTH: usize = 32;
/// Of these, how many stand before the first one that was found.
const LEAD: usize = 6;

/// What the user sees of a page.
#[derive(Debug, PartialEq, Eq)]
pub struct Snippet {
    pub title: String,
    pub kind: Option<PageKind>,
    /// A part of one block, with an ellipsis where it was cut.
    pub text: String,
    /// The words of the query that are in the text, as ranges of the bytes of the page.
    pub highlights: Vec<Range<usize>>,
}

/// Makes the snippet of a page of the index for the words of a query.
pub fn of_stored_page(
    analyzer: &mut Analyzer,
    fields: &Fields,
    document: &TantivyDocument,
    query: &BTreeSet<String>,
) -> Result<Snippet, blockmask::Error> {
    let text = |field| document.get_first(field).and_then(|value| value.as_str());
    let html = document.get_first(fields.html).and_then(|value| value.as_bytes()).unwrap_or_default();
    let page = analyze(analyzer, html, text(fields.address).unwrap_or_default(), text(fields.charset))?;
    Ok(of_page(&page, query))
}

fn of_page(page: &Document<'_>, query: &BTreeSet<String>) -> Snippet {
    let searched = page.blocks().filter(|block| block.weight() > 0 && block.field() != Field::Title);
    let best = searched.min_by_key(|block| {
        let found = words(block.text()).map(|word| word.text).filter(|word| query.contains(word));
        let found = found.collect::<BTreeSet<String>>().len();
        // Content before template, if it has any of the words; the block with most of them; the first of these.
        (found == 0, block.is_template(), Reverse(found))
    });
    let (text, highlights) = best.map(|block| cut(page, &block, query)).unwrap_or_default();
    Snippet { title: page.title().unwrap_or_default().to_owned(), kind: page.kind(), text, highlights }
}

/// The part of a block that has most words of the query, and where these words are in the source.
fn cut(page: &Document<'_>, block: &Block<'_, '_>, query: &BTreeSet<String>) -> (String, Vec<Range<usize>>) {
    let text = block.text();
    let ranges: Vec<Range<usize>> = words(text).map(|word| word.range).collect();
    let tokens: Vec<Token> = block_tokens(page, block).collect();
    let window = best_window(&tokens, query);
    let start = if window.start == 0 { 0 } else { ranges[window.start].start };
    let end = if window.end == ranges.len() { text.len() } else { ranges[window.end - 1].end };
    let ellipsis = |is_cut, ellipsis| if is_cut { ellipsis } else { "" };
    let snippet =
        format!("{}{}{}", ellipsis(start > 0, "\u{2026} "), &text[start..end], ellipsis(end < text.len(), " \u{2026}"));
    let found = tokens[window].iter().filter(|token| query.contains(&token.text));
    (snippet, found.map(|token| token.offset_from..token.offset_to).collect())
}

/// The tokens of a snippet: of all stretches that begin shortly before a word of the query the one with most of the
/// query's words, the first of these.
fn best_window(tokens: &[Token], query: &BTreeSet<String>) -> Range<usize> {
    let is_found = |i: &usize| query.contains(&tokens[*i].text);
    let windows = (0..tokens.len()).filter(is_found).map(|first| {
        let start = first.saturating_sub(LEAD);
        start..tokens.len().min(start + LENGTH)
    });
    let distinct =
        |window: &Range<usize>| window.clone().filter(is_found).map(|i| &tokens[i].text).collect::<BTreeSet<_>>().len();
    windows.min_by_key(|window| Reverse(distinct(window))).unwrap_or(0..tokens.len().min(LENGTH))
}

#[cfg(test)]
mod tests {
    use super::*;
    use blockmask::Options;

    const PAGE: &str = "<title>Rivers</title><nav><a href=/rain>Rain</a> <a href=/sun>Sun</a></nav><h1>Rivers</h1>\
        <p>It was a long and dry summer in the valley, and nobody had seen a cloud for many weeks. Then <b>ra</b>in \
        fell for three days, the r&iacute;ver rose, and the streets near the old harbor were under water before the \
        people had brought their things to the upper floors of the houses.";

    #[track_caller]
    fn check(html: &str, query: &str, text: &str, highlights: &[&str]) {
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyze(&mut analyzer, html.as_bytes(), "https://example.org/", None).unwrap();
        let snippet = of_page(&page, &words(query).map(|word| word.text).collect());
        assert_eq!(snippet.text, text);
        let found: Vec<&str> = snippet.highlights.into_iter().map(|range| &html[range]).collect();
        assert_eq!(found, highlights);
    }

    #[test]
    fn content_goes_before_template() {
        let text = "\u{2026} a cloud for many weeks. Then rain fell for three days, the r\u{ed}ver rose, and the \
            streets near the old harbor were under water before the people had brought their things to \u{2026}";
        check(PAGE, "rain R\u{cd}VER", text, &["ra</b>in", "r&iacute;ver"]);
        check(PAGE, "sun", "Rain Sun", &["Sun"]);
    }

    #[test]
    fn pages_without_the_words_have_a_snippet_too() {
        check(
            "<title>Rain</title><p>One short line of text, with <i>no</i> such word.",
            "rain",
            "One short line of text, with no such word.",
            &[],
        );
        check("<title>Rain</title>", "rain", "", &[]);
    }
}
