//! What a page says about itself, as rows of the view.

use super::units::Units;
use crate::facts::{Row, rows};
use crate::memory::text;
use crate::origin::Origin;
use blockmask::Document;
use serde::Serialize;
use std::ops::Range;

/// More facts than this are not shown.
const MAX_FACTS: usize = 1_000;

#[derive(Serialize)]
pub struct FactView {
    name: &'static str,
    value: String,
    origin: &'static str,
    /// In code units of the source; `None` for headers.
    pub range: Option<[usize; 2]>,
}

/// The facts that the page states, in the order of `blockmask facts`, and how many there are beyond those.
pub fn facts(document: &Document<'_>, origin: &Origin) -> (Vec<FactView>, usize) {
    let mut rows = rows(document.facts(&origin.fact_options()));
    let more = rows.len().saturating_sub(MAX_FACTS);
    rows.truncate(MAX_FACTS);
    let offsets = |source: &Range<usize>| [source.start, source.end].map(|byte| view_offset(document, byte));
    let ranges: Vec<Option<[u32; 2]>> = rows.iter().map(|row| row.source.as_ref().map(offsets)).collect();
    let units = Units::of(document, ranges.iter().flatten().flatten().copied().collect());
    let in_units = |(row, range): (Row, Option<[u32; 2]>)| FactView {
        name: row.name,
        value: match row.confidence {
            Some(confidence) => text(format_args!("{}, confidence {confidence:.2}", row.value)),
            None => row.value,
        },
        origin: row.origin,
        range: range.map(|[start, end]| units.range((start, end))),
    };
    (rows.into_iter().zip(ranges).map(in_units).collect(), more)
}

/// The offset in the page in UTF-8 of a byte of the page: the first that is not before it.
fn view_offset(document: &Document<'_>, byte: usize) -> u32 {
    let (mut low, mut high) = (0, document.page().tree.source.len() as u32);
    while low < high {
        let middle = low + (high - low) / 2;
        match document.source_range((middle, middle)).start < byte {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::origin::Headers;
    use blockmask::Analyzer;

    fn origin(x_robots_tag: &str) -> Origin {
        let headers = Headers { x_robots_tag: x_robots_tag.to_owned(), ..Headers::default() };
        Origin { headers, ..Origin::of_path("-") }
    }

    /// The name, the value and the source text of each fact.
    fn found(html: &[u8], x_robots_tag: &str) -> Vec<(&'static str, String, Option<String>)> {
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html).unwrap();
        let source = String::from_utf8_lossy(document.page().tree.source);
        let units: Vec<u16> = source.encode_utf16().collect();
        let text = |[start, end]: [usize; 2]| String::from_utf16(&units[start..end]).unwrap();
        let facts = facts(&document, &origin(x_robots_tag)).0;
        facts.into_iter().map(|fact| (fact.name, fact.value, fact.range.map(text))).collect()
    }

    #[test]
    fn ranges_are_of_the_source_in_code_units() {
        let html = "<html lang=en><title>😀</title><meta name=description content='naïve 😀 &amp; more'>\
            <meta name=robots content=noindex>";
        let expected = [
            ("robots", "noarchive", None),
            ("robots", "noindex", Some("noindex")),
            ("usage", "search denied by noindex", Some("noindex")),
            ("usage", "snippet denied by noindex", Some("noindex")),
            ("language", "en", Some("en")),
            ("description", "naïve 😀 & more", Some("naïve 😀 &amp; more")),
        ];
        let found = found(html.as_bytes(), "noarchive");
        let mut found: Vec<_> = found.iter().map(|(name, value, text)| (*name, &**value, text.as_deref())).collect();
        found.sort_unstable();
        let mut sorted = expected;
        sorted.sort_unstable();
        assert_eq!(found, sorted);
    }

    #[test]
    fn ranges_of_other_encodings_are_of_the_same_text() {
        let html = b"<meta charset=windows-1252><p>\xe9\xe9\xe9</p><meta name=description content='caf\xe9 bar'>";
        assert_eq!(found(html, ""), [("description", "café bar".to_owned(), Some("café bar".to_owned()))]);
    }

    #[test]
    fn the_number_is_limited() {
        let html = "<p data-nosnippet>a</p>".repeat(MAX_FACTS + 5);
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let (facts, more) = facts(&document, &origin(""));
        assert_eq!((facts.len(), more), (MAX_FACTS, 5));
    }
}
