//! Metrics besides word scores: word 4-grams (shingles), snippets, posts and records.

use super::corpus::LabeledPage;
use super::words::words;
use blockmask::internals::page::unicode::{TOKEN, class};
use std::collections::{BTreeMap, BTreeSet};

/// The number of words in a shingle.
const LENGTH: usize = 4;
/// A post or a record counts as found if this share of its shingles was found.
const FOUND_SHARE: f64 = 0.75;

/// The shingles of a text as in the article extraction benchmark: four words `\w+`, case-sensitive; a shorter text is
/// one shingle.
pub struct Shingles<'t>(BTreeMap<Vec<&'t str>, u32>);

impl<'t> Shingles<'t> {
    pub fn of(text: &'t str) -> Shingles<'t> {
        let words: Vec<&str> = words(text).collect();
        let mut counts = BTreeMap::new();
        let runs = words.windows(LENGTH.min(words.len()).max(1));
        runs.for_each(|run| *counts.entry(run.to_vec()).or_insert(0) += 1);
        Shingles(counts)
    }

    fn total(&self) -> u32 {
        self.0.values().sum()
    }

    fn common(&self, other: &Shingles) -> u32 {
        self.0.iter().map(|(run, &count)| count.min(other.0.get(run).copied().unwrap_or(0))).sum()
    }

    /// Precision and recall of `found`; 1 if both texts are empty.
    pub fn precision_recall(&self, found: &Shingles) -> (f64, f64) {
        let (wanted, given, common) = (self.total(), found.total(), self.common(found));
        if wanted == 0 && given == 0 {
            return (1.0, 1.0);
        }
        let share = |of: u32| if of == 0 { 0.0 } else { f64::from(common) / f64::from(of) };
        (share(given), share(wanted))
    }
}

/// Sums over pages.
#[derive(Default)]
pub struct Found {
    /// Precision and recall.
    shingles: (Mean, Mean),
    wanted_snippets: Mean,
    unwanted_snippets: Mean,
    posts: Mean,
    records: Mean,
    record_precision: Mean,
}

#[derive(Default)]
struct Mean(f64, u32);

impl Mean {
    fn add(&mut self, value: f64) {
        (self.0, self.1) = (self.0 + value, self.1 + 1);
    }

    fn value(&self) -> f64 {
        self.0 / f64::from(self.1.max(1))
    }
}

impl Found {
    /// Adds a page, and the text that was found on it.
    pub fn add(&mut self, page: &LabeledPage, text: &str) {
        if page.corpus == "aeb" && !page.main_text.is_empty() {
            let (precision, recall) = Shingles::of(&page.main_text).precision_recall(&Shingles::of(text));
            self.shingles.0.add(precision);
            self.shingles.1.add(recall);
        }
        let flat = collapse_whitespace(text);
        let has = |snippet: &String| f64::from(u8::from(flat.contains(&collapse_whitespace(snippet))));
        page.with.iter().for_each(|snippet| self.wanted_snippets.add(has(snippet)));
        page.without.iter().for_each(|snippet| self.unwanted_snippets.add(1.0 - has(snippet)));
        // Shingles do not cross the fields of a record or the boundaries of blocks.
        let runs: Vec<Shingles> = text.lines().map(Shingles::of).collect();
        let known: BTreeSet<&[&str]> = runs.iter().flat_map(|line| line.0.keys().map(Vec::as_slice)).collect();
        let words: BTreeSet<&str> = known.iter().flat_map(|run| run.iter().copied()).collect();
        let is_known = |run: &[&str]| match run {
            [one] => words.contains(one),
            _ if run.len() < LENGTH => known.iter().any(|other| other.windows(run.len()).any(|part| part == run)),
            _ => known.contains(run),
        };
        let is_found = |fields: &[String]| {
            let (mut all, mut common) = (0, 0);
            for (run, count) in fields.iter().flat_map(|field| Shingles::of(field).0) {
                all += count;
                common += if is_known(&run) { count } else { 0 };
            }
            all > 0 && f64::from(common) >= FOUND_SHARE * f64::from(all)
        };
        page.posts.iter().for_each(|post| self.posts.add(f64::from(u8::from(is_found(std::slice::from_ref(post))))));
        for record in &page.records {
            self.records.add(f64::from(u8::from(is_found(record))));
        }
        if !page.records.is_empty() {
            let record_text: String = page.records.concat().join("\n");
            let wanted: BTreeSet<&str> = record_text.split(|c| class(c) & TOKEN == 0).collect();
            let given = text.split(|c| class(c) & TOKEN == 0).filter(|word| !word.is_empty());
            let (mut all, mut right) = (0u32, 0u32);
            given.for_each(|word| (all, right) = (all + 1, right + u32::from(wanted.contains(word))));
            self.record_precision.add(if all == 0 { 0.0 } else { f64::from(right) / f64::from(all) });
        }
    }

    /// The names and values of the metrics.
    pub fn rows(&self) -> Vec<(&'static str, f64)> {
        let (precision, recall) = (self.shingles.0.value(), self.shingles.1.value());
        let f1 = if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 };
        vec![
            ("aeb: F1 of runs of four words", f1),
            ("snippets: wanted, found", self.wanted_snippets.value()),
            ("snippets: unwanted, kept out", self.unwanted_snippets.value()),
            ("harvest-forum: posts found", self.posts.value()),
            ("records-testbed2017: records found", self.records.value()),
            ("records-testbed2017: share of the words that are of records", self.record_precision.value()),
        ]
    }
}

/// Collapses whitespace.
fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shingles_of_four_words() {
        let score = |wanted, found| Shingles::of(wanted).precision_recall(&Shingles::of(found));
        assert_eq!(score("a b c d e", "a b c d"), (1.0, 0.5));
        assert_eq!(score("a b c d", "A b c d"), (0.0, 0.0));
        assert_eq!(score("a b", "a, b!"), (1.0, 1.0));
        assert_eq!((score("", ""), score("a", "")), ((1.0, 1.0), (0.0, 0.0)));
    }

    #[test]
    fn snippets_posts_and_records() {
        let mut page = LabeledPage::empty("harvest-forum");
        page.with = vec!["river  rose".into(), "not there".into()];
        page.without = vec!["Home".into()];
        page.posts = vec!["The river rose by two metres".into(), "Nobody was hurt at all".into()];
        page.records = vec![vec!["river rose".into(), "two".into()], vec!["absent".into()]];
        let mut found = Found::default();
        found.add(&page, "The river rose by two metres\nNobody");
        let values: Vec<f64> = found.rows().into_iter().map(|(_, value)| value).collect();
        assert_eq!(values, [0.0, 0.5, 1.0, 0.5, 0.5, 3.0 / 7.0]);
    }
}
