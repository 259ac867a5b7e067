//! The records of pages whose results are known, in the markup of 1998 to 2008 and of today.
//!
//! A record is right if it has nine tenths of the words of a result, and at most a tenth of its words are foreign.

#[path = "../src/base/random.rs"]
#[allow(dead_code)]
mod random;
#[path = "common/result_pages.rs"]
mod result_pages;

use blockmask::{Analyzer, Document};
use result_pages::{MODERN, OLD, ResultPage, Template, page};
use std::collections::BTreeMap;

fn words(text: &str) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    for word in text.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        *words.entry(word.to_lowercase()).or_default() += 1;
    }
    words
}

/// The texts of the records.
fn records(document: &Document<'_>) -> Vec<String> {
    let text = |block| document.block(block).map(|block| block.text().to_owned()).unwrap_or_default();
    let records = document.records();
    records.iter().map(|record| record.blocks().map(text).collect::<Vec<_>>().join(" ")).collect()
}

/// How many of the records are right.
fn right(page: &ResultPage, records: &[String]) -> usize {
    let results: Vec<_> = page.results.iter().map(|result| words(result)).collect();
    let is_right = |record: &&String| {
        let record = words(record);
        let count = |words: &BTreeMap<String, usize>| words.values().sum::<usize>();
        let common = |result: &BTreeMap<String, usize>| {
            result.iter().map(|(word, &count)| count.min(record.get(word).copied().unwrap_or(0))).sum::<usize>()
        };
        let is_same = |result| 10 * common(result) >= 9 * count(result) && 10 * common(result) >= 9 * count(&record);
        results.iter().any(is_same)
    };
    records.iter().filter(is_right).count()
}

/// F1 over the records of all pages, and the pages on which some are wrong.
fn f1(pages: &[Template]) -> (f64, Vec<&'static str>) {
    let mut analyzer = Analyzer::default();
    let (mut both, mut correct, mut wrong) = (0, 0, Vec::new());
    for page in pages.iter().map(page) {
        let document = analyzer.analyze(page.html.as_bytes()).unwrap();
        let found = records(&document);
        both += found.len() + page.results.len();
        let right = right(&page, &found);
        correct += right;
        if right < found.len().max(page.results.len()) {
            wrong.push(page.name);
        }
    }
    (2.0 * correct as f64 / both as f64, wrong)
}

#[test]
fn results_of_old_and_modern_pages() {
    let (old, modern) = (f1(&OLD), f1(&MODERN));
    assert!(old.0 >= 0.9 && modern.0 >= 0.95, "{old:?} {modern:?}");
}

/// The mask may change with the names, and the records with the mask, but on few pages.
#[test]
fn names_of_classes_are_not_needed() {
    let mut analyzer = Analyzer::default();
    let mut of = |html: &str| records(&analyzer.analyze(html.as_bytes()).unwrap());
    let is_same = |page: &ResultPage| of(&page.html) == of(&page.html.replace(" class=", " data-x="));
    let same = MODERN.iter().map(page).filter(is_same).count();
    assert!(10 * same >= 9 * MODERN.len(), "{same} of {}", MODERN.len());
}
