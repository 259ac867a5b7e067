//! Passages as the unit of retrieval: a page is found by its best passage. Passages are compared with windows of 200
//! words, and questions made of table cells ask for the passage with the cell: `make ranking-passages`.

use crate::html::words;
use crate::measures::{View, mean};
use crate::report::{self, Measured};
use crate::sites::RawSite;
use blockmask::{Analyzer, Document, Field, Input, Options, PassageOptions};
use std::collections::{HashMap, HashSet};

/// Saturation and length normalization of BM25.
const K1: f32 = 1.2;
const B: f32 = 0.75;
/// The words of a window.
const WINDOW: usize = 200;
/// The most questions about the tables of one site.
const MOST_QUESTIONS: usize = 300;

/// The fewest questions of a site whose share is compared with other sites.
const LEAST_QUESTIONS: usize = 50;

/// A way to cut a page.
type Cut = fn(&Document<'_>) -> Vec<String>;

const METHODS: [(&str, Cut); 5] = [
    ("windows of 200 words, title in front", windows),
    ("passages of the main text", |document| texts(document, true, false)),
    ("passages of the main text, with context", |document| texts(document, true, true)),
    ("passages", |document| texts(document, false, false)),
    ("**passages with context**", |document| texts(document, false, true)),
];

/// Windows of all visible text; each begins with the title.
fn windows(document: &Document<'_>) -> Vec<String> {
    let blocks = document.blocks().filter(|block| !matches!(block.field(), Field::Hidden | Field::Title));
    let all: Vec<&str> = blocks.flat_map(|block| block.text().split_whitespace()).collect();
    let title = document.title().unwrap_or_default();
    all.chunks(WINDOW).map(|window| format!("{title} {}", window.join(" "))).collect()
}

fn texts(document: &Document<'_>, main_only: bool, with_context: bool) -> Vec<String> {
    let mut options = PassageOptions::default();
    options.main_only = main_only;
    let text = |passage: &blockmask::Passage| match with_context {
        true => format!("{}\n{}", passage.context().text(), passage.text()),
        false => passage.text().to_owned(),
    };
    document.passages(&options).iter().map(text).collect()
}

/// A question that one row of a table answers: the label of the row and the heading of the column ask for the value.
struct Question {
    page: u32,
    words: Vec<String>,
    row: String,
    value: String,
}

/// The words of a text, for comparisons.
fn plain(text: &str) -> String {
    format!(" {} ", words(text).collect::<Vec<_>>().join(" "))
}

/// The questions about the tables of a page whose first row is of headings.
fn questions(document: &Document<'_>, page: u32, found: &mut Vec<Question>) {
    let mut cells: HashMap<u32, HashMap<(u32, u16), String>> = HashMap::new();
    let mut headed: HashSet<u32> = HashSet::new();
    for block in document.blocks() {
        let Some(cell) = block.table_cell().filter(|_| block.field() != Field::Hidden) else { continue };
        let text = cells.entry(cell.table).or_default().entry((cell.row, cell.column)).or_default();
        *text = format!("{text} {}", block.text());
        if cell.row == 0 && cell.column > 0 && cell.is_header {
            headed.insert(cell.table);
        }
    }
    let mut tables: Vec<_> = cells.into_iter().filter(|(table, _)| headed.contains(table)).collect();
    tables.sort_by_key(|(table, _)| *table);
    for (_, cells) in tables {
        let mut places: Vec<_> = cells.keys().copied().filter(|(row, column)| *row > 0 && *column > 0).collect();
        places.sort();
        for (row, column) in places {
            let (Some(label), Some(heading)) = (cells.get(&(row, 0)), cells.get(&(0, column))) else { continue };
            let (row, value) = (plain(label), plain(&cells[&(row, column)]));
            let is_short = |text: &str| (1..=8).contains(&text.split_whitespace().count());
            if is_short(&row) && is_short(heading) && is_short(&value) {
                let words = words(label).chain(words(heading)).collect();
                found.push(Question { page, words, row, value });
            }
        }
    }
}

/// An index of passages.
struct Index {
    /// The page and the length of each passage.
    passages: Vec<(u32, f32)>,
    /// The words of each passage, for the questions.
    texts: Vec<String>,
    ids: HashMap<String, usize>,
    postings: Vec<Vec<(u32, f32)>>,
    average: f32,
}

impl Index {
    fn new(cut: Cut, site: &RawSite, asked: &HashSet<String>) -> Index {
        let ids: HashMap<String, usize> = asked.iter().cloned().enumerate().map(|(id, word)| (word, id)).collect();
        let mut index =
            Index { passages: Vec::new(), texts: Vec::new(), postings: vec![Vec::new(); ids.len()], ids, average: 0.0 };
        let mut analyzer = Analyzer::new(Options::default());
        for (page, raw) in (0..).zip(&site.pages) {
            let Ok(document) = analyzer.analyze_input(Input::new(&raw.bytes).address(&raw.address)) else { continue };
            for text in cut(&document) {
                index.add(page, &text);
            }
        }
        let lengths: Vec<f32> = index.passages.iter().map(|(_, length)| *length).collect();
        index.average = mean(&lengths).max(1.0);
        index
    }

    fn add(&mut self, page: u32, text: &str) {
        let (mut counts, mut length) = (HashMap::<usize, f32>::new(), 0.0);
        for word in words(text) {
            length += 1.0;
            if let Some(&id) = self.ids.get(&word) {
                *counts.entry(id).or_default() += 1.0;
            }
        }
        let passage = self.passages.len() as u32;
        for (id, count) in counts {
            self.postings[id].push((passage, count));
        }
        self.passages.push((page, length));
        self.texts.push(plain(text));
    }

    /// The passages with a word of the query and their scores, best first.
    fn rank(&self, query: impl Iterator<Item = String>) -> Vec<(u32, f32)> {
        let mut scores: HashMap<u32, f32> = HashMap::new();
        let count = self.passages.len() as f32;
        let asked: HashSet<usize> = query.filter_map(|word| self.ids.get(&word).copied()).collect();
        let mut asked: Vec<usize> = asked.into_iter().collect();
        asked.sort_unstable();
        for id in asked {
            let found = self.postings[id].len() as f32;
            let idf = (1.0 + (count - found + 0.5) / (found + 0.5)).ln();
            for &(passage, frequency) in &self.postings[id] {
                let norm = 1.0 - B + B * self.passages[passage as usize].1 / self.average;
                *scores.entry(passage).or_default() += idf * frequency * (K1 + 1.0) / (frequency + K1 * norm);
            }
        }
        let mut ranked: Vec<(u32, f32)> = scores.into_iter().collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        ranked
    }
}

/// The reciprocal rank of the best relevant page by its best passage; ties count half.
fn reciprocal(index: &Index, ranked: &[(u32, f32)], relevant: &[u32]) -> f32 {
    let mut best: HashMap<u32, f32> = HashMap::new();
    for &(passage, score) in ranked {
        best.entry(index.passages[passage as usize].0).or_insert(score);
    }
    let Some(score) = relevant.iter().filter_map(|page| best.get(page)).copied().reduce(f32::max) else { return 0.0 };
    let better = best.values().filter(|other| **other > score).count() as f32;
    let equal = best.values().filter(|other| **other == score).count() as f32;
    1.0 / (1.0 + better + (equal - 1.0) / 2.0)
}

/// The views of all methods on a site, and the share of questions that the first passage answers, with their number.
fn measure(site: &RawSite, most: usize) -> Vec<(Vec<View>, usize, usize)> {
    let names: HashMap<&str, u32> = site.pages.iter().map(|page| page.name.as_str()).zip(0..).collect();
    let mut asked: HashSet<String> = site.queries.iter().flat_map(|query| words(&query.text)).collect();
    let mut all = Vec::new();
    let mut analyzer = Analyzer::new(Options::default());
    for (page, raw) in (0..).zip(&site.pages) {
        if let Ok(document) = analyzer.analyze(&raw.bytes) {
            questions(&document, page, &mut all);
        }
    }
    // A question with the words of another has two answers.
    let mut asked_by: HashMap<&[String], usize> = HashMap::new();
    all.iter().for_each(|question: &Question| *asked_by.entry(&question.words).or_default() += 1);
    let single: Vec<bool> = all.iter().map(|question| asked_by[&question.words[..]] == 1).collect();
    let mut single = single.into_iter();
    all.retain(|_| single.next().unwrap_or_default());
    let step = all.len().div_ceil(MOST_QUESTIONS).max(1);
    let questions: Vec<Question> = all.into_iter().step_by(step).collect();
    asked.extend(questions.iter().flat_map(|question| question.words.iter().cloned()));
    METHODS
        .map(|(_, cut)| {
            let index = Index::new(cut, site, &asked);
            let mut views: HashMap<&str, View> = HashMap::new();
            for query in site.queries.iter().filter(|query| !query.is_title()) {
                let relevant: Vec<u32> =
                    query.relevant.iter().filter_map(|name| names.get(name.as_str())).copied().collect();
                let view = views.entry(&query.kind).or_default();
                if !relevant.is_empty() && view.reciprocal.len() < most {
                    view.reciprocal.push(reciprocal(&index, &index.rank(words(&query.text)), &relevant));
                }
            }
            let mut views: Vec<View> = views
                .into_iter()
                .filter(|(_, view)| view.reciprocal.len() >= 20)
                .map(|(kind, view)| View {
                    site: site.name.clone(),
                    kind: kind.to_owned(),
                    is_web: site.is_web,
                    ..view
                })
                .collect();
            views.sort_by(|one, other| one.kind.cmp(&other.kind));
            let is_answered = |question: &&Question| {
                let ranked = index.rank(question.words.iter().cloned());
                ranked.first().is_some_and(|&(passage, _)| {
                    let text = &index.texts[passage as usize];
                    index.passages[passage as usize].0 == question.page
                        && text.contains(&question.row)
                        && text.contains(&question.value)
                })
            };
            (views, questions.iter().filter(is_answered).count(), questions.len())
        })
        .into()
}

/// Prints both tables.
pub fn print(sites: &[RawSite], most: usize) {
    let measured = crate::in_parallel(sites.iter().map(|site| move || measure(site, most)).collect());
    let mut rows: Vec<Measured> = Vec::new();
    println!("\n| cut into | table questions whose first passage has the cell | on the worst site |\n|---|--:|---|");
    for (i, (name, _)) in METHODS.iter().enumerate() {
        let answered: usize = measured.iter().map(|site| site[i].1).sum();
        let questions: usize = measured.iter().map(|site| site[i].2).sum();
        let share = |site: &[(Vec<View>, usize, usize)]| site[i].1 as f32 / site[i].2.max(1) as f32;
        let asked = measured.iter().zip(sites).filter(|(found, _)| found[i].2 >= LEAST_QUESTIONS);
        let shares = asked.map(|(found, site)| (share(found), site.name.as_str()));
        let (least, worst) = shares.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or_default();
        println!("| {name} | {:.3} of {questions} | {least:.3} ({worst}) |", answered as f32 / questions.max(1) as f32);
        rows.push(Measured {
            name: (*name).to_owned(),
            views: measured.iter().flat_map(|site| site[i].0.clone()).collect(),
        });
    }
    report::print("A page is found by its best passage: mean reciprocal rank", &rows, |view| &view.reciprocal);
    if let [windows, .., last] = &rows[..] {
        report::print_views(windows, last);
    }
}
