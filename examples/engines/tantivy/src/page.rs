//! What blockmask says of a page: its words, each with a weight and its place in the bytes of the page.

use blockmask::{Analyzer, BlockFlags, Input};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

/// Words of a snippet, and how many of them stand before the first one that was found.
const LENGTH: usize = 32;
const LEAD: usize = 6;

/// A page as it is indexed and shown.
#[derive(Default)]
pub struct PageText {
    pub title: String,
    /// The normalized text.
    pub text: String,
    pub words: Vec<Word>,
}

/// A run of letters and digits.
pub struct Word {
    /// In lower case.
    pub term: String,
    /// The term weight of its block, in quarters.
    pub weight: u8,
    place: Place,
    /// Its byte range and the range of its block in [`PageText::text`].
    text: Range<usize>,
    block: Range<usize>,
    /// Its bytes in the page.
    source: Range<usize>,
}

/// Where snippets are taken from: what comes later is preferred.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    NotShown,
    Title,
    Template,
    Content,
}

/// Reads a page: to index it, and again for its snippet.
pub fn read(analyzer: &mut Analyzer, html: &[u8], address: &str) -> Result<PageText, blockmask::Error> {
    let page = analyzer.analyze_input(Input::new(html).address(address))?;
    let mut words = Vec::new();
    for block in page.blocks().filter(|block| block.weight() > 0) {
        let place = match () {
            () if block.flags().contains(BlockFlags::NO_SNIPPET) => Place::NotShown,
            () if block.flags().contains(BlockFlags::IN_HEAD) => Place::Title,
            () if block.is_template() => Place::Template,
            () => Place::Content,
        };
        for text in split(page.text(), block.text_range()) {
            let term = page.text()[text.clone()].to_lowercase();
            let source = page.map_text_range(text.clone());
            words.push(Word { term, weight: block.weight(), place, text, block: block.text_range(), source });
        }
    }
    Ok(PageText { title: page.title().unwrap_or_default().to_owned(), text: page.text().to_owned(), words })
}

/// The words of a part of a text.
fn split(text: &str, part: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut rest = part.start;
    std::iter::from_fn(move || {
        let start = rest + text[rest..part.end].find(is_word_character)?;
        let end = text[start..part.end].find(|c| !is_word_character(c)).map_or(part.end, |length| start + length);
        rest = end;
        Some(start..end)
    })
}

/// An index is searched by the program that made it, so the compiler's version of Unicode is good enough.
#[allow(clippy::disallowed_methods)]
fn is_word_character(c: char) -> bool {
    c.is_alphanumeric()
}

/// The words of a query or of a plain text, in lower case.
pub fn terms(text: &str) -> impl Iterator<Item = String> {
    split(text, 0..text.len()).map(|word| text[word].to_lowercase())
}

/// What an indexer does without blockmask: strips the tags. All words weigh the same.
pub fn read_plain(html: &[u8]) -> PageText {
    let markup = regex::Regex::new(r"(?is)<script\b.*?</script>|<style\b.*?</style>|<!--.*?-->|<[^>]*>");
    let text = markup.expect("the expression is correct").replace_all(&String::from_utf8_lossy(html), " ").into_owned();
    let references = [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    let text = references.iter().fold(text, |text, (reference, character)| text.replace(reference, character));
    let weight = blockmask::Field::Text.weight();
    let word = |term| Word { term, weight, place: Place::NotShown, text: 0..0, block: 0..0, source: 0..0 };
    PageText { words: terms(&text).map(word).collect(), ..PageText::default() }
}

impl PageText {
    /// A part of one block with as many words of the query as possible, from the content if that has any of them, and
    /// where these words are in the bytes of the page.
    pub fn snippet(&self, query: &BTreeSet<String>) -> (String, Vec<Range<usize>>) {
        let is_found = |i: &usize| query.contains(&self.words[*i].term);
        let value = |window: &Range<usize>| {
            let found: BTreeSet<&String> = window.clone().filter(is_found).map(|i| &self.words[i].term).collect();
            (self.words[window.start].place, found.len())
        };
        let found = (0..self.words.len()).filter(is_found).map(|i| self.window(i));
        let shown = found.filter(|window| self.words[window.start].place > Place::NotShown);
        // Of equal ones the first. A page that was found by words that are not shown has its first content instead.
        let best = shown.min_by_key(|window| Reverse(value(window)));
        let first_content = || self.words.iter().position(|word| word.place == Place::Content).map(|i| self.window(i));
        let Some(window) = best.or_else(first_content) else { return Default::default() };
        let (first, last) = (&self.words[window.start], &self.words[window.end - 1]);
        let has_words = |part| split(&self.text, part).next().is_some();
        let (start, before) = match has_words(first.block.start..first.text.start) {
            true => (first.text.start, "\u{2026} "),
            false => (first.block.start, ""),
        };
        let (end, after) = match has_words(last.text.end..last.block.end) {
            true => (last.text.end, " \u{2026}"),
            false => (last.block.end, ""),
        };
        let highlights = window.filter(is_found).map(|i| self.words[i].source.clone()).collect();
        (format!("{before}{}{after}", &self.text[start..end]), highlights)
    }

    /// The words around a word, of the same block.
    fn window(&self, found: usize) -> Range<usize> {
        let is_near = |i: &usize| self.words[*i].block == self.words[found].block;
        let start = (found.saturating_sub(LEAD)..=found).find(is_near).unwrap_or(found);
        let end = (found + 1..self.words.len().min(start + LENGTH)).find(|i| !is_near(i));
        start..end.unwrap_or(self.words.len().min(start + LENGTH))
    }
}
