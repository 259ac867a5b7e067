//! The day of publication in the data of a page's scripts, of a page that states none elsewhere: `"published_at":
//! "2026-05-02T10:11:12Z"`. Data with the headline of the page is of the page, and so is data in the article that names
//! nothing else; other data is of something else, such as an offer, and data that names several days is of several things.

use super::evidence::Evidence;
use super::visible::HEADLINE_ABOVE;
use super::{Candidate, Kind, agree};
use crate::base::fallible::List;
use crate::on_demand::facts::FactOrigin;
use crate::on_demand::facts::date::Date;
use crate::on_demand::facts::places::Places;
use crate::on_demand::facts::read::Reader;
use crate::read::page::{is_json_ld, scripts};
use memchr::memmem;
use std::ops::Range;

/// What all names of such values have in common.
const STEM: &[u8] = b"ubli";
/// Names in lower case, without marks.
const NAMES: [&[u8]; 7] = [
    b"datepublished",
    b"publisheddate",
    b"publishedat",
    b"publishdate",
    b"publishedtime",
    b"publicationdate",
    b"firstpublishedat",
];
/// Longer names and values are none of these.
const MAX_NAME: usize = 24;
const MAX_VALUE: usize = 40;

/// The fewest bytes of a headline that tell it from other text.
const LEAST_HEADLINE: usize = 8;

/// Adds the day, if there is no other candidate.
pub(super) fn add(reader: Reader<'_, '_>, found: &mut List<Candidate>) {
    if found.iter().any(|candidate| candidate.kind == Kind::Published && candidate.date.is_day()) {
        return;
    }
    let Some(headline) = reader.document.headline() else { return };
    let (tree, page) = (reader.tree(), reader.document.page());
    let Places { start, end, .. } = Places::of(reader);
    let first = start.saturating_sub(HEADLINE_ABOVE);
    let of_article =
        page.blocks.get(first..end).and_then(|blocks| Some(blocks.first()?.source.1..blocks.last()?.source.1));
    let of_article = of_article.unwrap_or_default();
    let mut only: Option<Candidate> = None;
    for (script, text) in scripts(tree, reader.document.page().metadata_elements()) {
        reader.document.end_if_cancelled();
        let code = &tree.source[text.clone()];
        let is_of_article = || of_article.contains(&script.start) && !names_something(code);
        if is_json_ld(tree, script) || !has_headline(code, headline.text()) && !is_of_article() {
            continue;
        }
        for value in memmem::find_iter(code, STEM).filter_map(|at| value_at(code, at)) {
            let date = std::str::from_utf8(&code[value.clone()]).ok().and_then(Date::parse);
            let Some(date) = date.filter(|date| date.is_day() && !date.is_epoch()) else { continue };
            match &only {
                Some(other) if !agree(&other.date, &date) => return,
                Some(_) => {}
                None => {
                    let source = ((text.start + value.start) as u32, (text.start + value.end) as u32);
                    let (kind, origin) = (Kind::Published, FactOrigin::JsonLd);
                    only = Some(Candidate { kind, date, origin, source, evidence: Evidence::VAGUE_META });
                }
            }
        }
    }
    found.extend(only);
}

/// Whether code has a headline, up to the first character that data may write in another way.
fn has_headline(code: &[u8], headline: &str) -> bool {
    let start = headline.split(['"', '\'', '\\', '/', '<', '>', '&']).next().unwrap_or_default();
    start.len() >= LEAST_HEADLINE && memmem::find(code, start.trim_end().as_bytes()).is_some()
}

/// Whether data has the name of a thing.
fn names_something(code: &[u8]) -> bool {
    const KEYS: [&[u8]; 4] = [b"title\"", b"name\"", b"headline\"", b"url\""];
    KEYS.into_iter().any(|key| memmem::find(code, key).is_some())
}

/// The string whose name has the stem at this place. Data in a string of JavaScript has escaped quotes.
fn value_at(code: &[u8], stem: usize) -> Option<Range<usize>> {
    let is_of_name = |byte: &&u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-');
    let before = code[..stem].iter().rev().take(MAX_NAME).take_while(is_of_name).count();
    let after = code[stem..].iter().take(MAX_NAME).take_while(is_of_name).count();
    let name = || code[stem - before..stem + after].iter().filter(|byte| byte.is_ascii_alphabetic());
    let is_name = |known: &[u8]| name().map(u8::to_ascii_lowercase).eq(known.iter().copied());
    if code[..stem - before].last() != Some(&b'"') || !NAMES.into_iter().any(is_name) {
        return None;
    }
    let start = stem + after;
    let between = code[start..].iter().take(8).take_while(|byte| matches!(byte, b'"' | b'\\' | b':' | b' ')).count();
    let start = start + between;
    let marks = &code[start - between..start];
    let is_value = marks.contains(&b':') && marks.iter().filter(|&&mark| mark == b'"').count() == 2;
    let len = code[start..].iter().take(MAX_VALUE).position(|byte| matches!(byte, b'"' | b'\\'))?;
    is_value.then_some(start..start + len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_names() {
        for (code, expected) in [
            (r#"{"publishedDate":"2026-05-02T10:11:12Z"}"#, Some("2026-05-02T10:11:12Z")),
            (r#"{"id":1,"published_at" : "2026-05-02"}"#, Some("2026-05-02")),
            (r#"f("{\"publishedAt\":\"2026-05-02\"}")"#, Some("2026-05-02")),
            (r#"{"publisher":"2026-05-02"}"#, None),
            (r#"{"published_at":null,"x":"2026-05-02"}"#, None),
            (r#"{publishedAt:"2026-05-02"}"#, None),
            (r#"{"publishedAt":"2026-05-02"#, None),
            (r#"ubli"#, None),
        ] {
            let stem = memmem::find(code.as_bytes(), STEM).unwrap();
            let value = value_at(code.as_bytes(), stem).map(|value| &code[value]);
            assert_eq!(value, expected, "{code}");
        }
    }

    #[test]
    fn data_in_the_article_that_names_nothing_is_of_the_page() {
        let published = |above: &str, below: &str, after: &str| {
            let text = "<p>The pier that the storm had damaged is open again, and the ferry lands there every hour, as long \
                as the wind lets it.</p>";
            let page = format!(
                "<title>The pier opens</title><nav><ul><li><a href=/a>Town</a><li><a href=/b>Port</a></ul></nav><main>\
                 {above}<h1>The pier opens</h1>{below}{text}{text}</main><footer>{after}</footer>"
            );
            let mut analyzer = crate::Analyzer::default();
            let document = analyzer.analyze(page.as_bytes()).unwrap();
            document.facts(&crate::FactOptions::default()).published.map(|fact| fact.date)
        };
        let script = |data: &str| format!("<div><script type=application/json>{data}</script></div>");
        let dates = script(r#"{"publishedDate":"2026-05-02","updatedDate":"2026-05-03"}"#);
        assert_eq!(published(&dates, "", "").as_deref(), Some("2026-05-02"));
        assert_eq!(published("", &dates, "").as_deref(), Some("2026-05-02"));
        assert_eq!(
            published("", &dates.replace("publishedDate", "first_published_at"), "").as_deref(),
            Some("2026-05-02")
        );
        assert_eq!(published("", "", &dates), None);
        for of_another in
            [r#"{"name":"A film","publishedAt":"2026-05-02"}"#, r#"{"title":"Rain","publishedAt":"2026-05-02"}"#]
        {
            assert_eq!(published("", &script(of_another), ""), None, "{of_another}");
        }
        let two = format!("{dates}{}", dates.replace("-05-02", "-05-09"));
        assert_eq!(published("", &two, ""), None);
    }

    #[test]
    fn data_is_of_the_page_if_it_has_the_headline() {
        let published = |data: &str| {
            let page =
                format!("<title>The pier opens</title><script>x={data}</script><h1>The pier opens</h1><p>Rain fell.");
            let mut analyzer = crate::Analyzer::default();
            let document = analyzer.analyze(page.as_bytes()).unwrap();
            document.facts(&crate::FactOptions::default()).published.map(|fact| fact.date)
        };
        let article = r#"{"title":"The pier opens","publishedAt":"2026-05-02"}"#;
        assert_eq!(published(article).as_deref(), Some("2026-05-02"));
        assert_eq!(published(r#"{"title":"An offer","datePublished":"2031-01-31"}"#), None);
        assert_eq!(published(&format!("[{article},{}]", article.replace("-02", "-09"))), None);
    }
}
