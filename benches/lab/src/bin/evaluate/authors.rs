//! `evaluate authors`: how often the names that readers see are those that a page declares in JSON-LD.
//!
//! References are the authors of the main entity, where the text of the page shows all of them. They are withheld: the
//! names come from `meta` elements, markup and lines alone. Other programs read pages without their scripts
//! (`--export`), and `--predictions` scores what they find.

use super::corpus::{self, LabeledPage};
use blockmask::internals::facts::authors::{self, Candidate, Source};
use blockmask::internals::page::unicode::{TOKEN, class};
use blockmask::{Analyzer, Document, FactOptions, Options};
use clap::Args;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;

const CORPORA: [&str; 5] = ["htmldate", "wcxb", "aeb", "magic-html-article", "trafilatura-eval"];
/// Upper limits of the confidences of a row.
const CONFIDENCES: [f32; 4] = [0.6, 0.8, 0.9, 1.0];
const HALVES: [(u64, &str); 2] = [(1, "fitted"), (0, "held out")];

#[derive(Args)]
pub struct AuthorArgs {
    /// The folder with the labeled pages
    #[arg(long, value_name = "DIR", default_value = "../shared")]
    shared: PathBuf,
    /// Print the names that differ from the references
    #[arg(long)]
    detail: bool,
    /// Write the corpus, id and reference of each page that has one
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// What another program found: lines with corpus, id and authors
    #[arg(long, value_name = "FILE")]
    predictions: Vec<PathBuf>,
}

/// How many names were found, and how many of them are right.
#[derive(Clone, Copy, Default)]
struct Counts {
    pages: usize,
    exact: usize,
    names: usize,
    found: usize,
    right: usize,
}

impl Counts {
    fn add(&mut self, reference: &[String], found: &[String]) {
        let right = found.iter().filter(|name| reference.contains(name)).count();
        self.pages += 1;
        self.exact += usize::from(right == reference.len() && found.len() == right);
        self.names += reference.len();
        self.found += found.len();
        self.right += right;
    }

    fn cells(&self) -> String {
        let share = |part: usize, all: usize| part as f64 / all.max(1) as f64;
        let (precision, recall) = (share(self.right, self.found), share(self.right, self.names));
        format!("{} of {}: {:.3} | {precision:.3} | {recall:.3}", self.exact, self.pages, share(self.exact, self.pages))
    }
}

/// Names with similar confidences.
#[derive(Clone, Copy, Default)]
struct Row {
    sum: f32,
    names: usize,
    right: usize,
}

impl Row {
    fn add(&mut self, confidence: f32, is_right: bool) {
        self.sum += confidence;
        self.names += 1;
        self.right += usize::from(is_right);
    }
}

pub fn report(args: &AuthorArgs) -> io::Result<String> {
    let mut analyzer = Analyzer::new(Options::default());
    let others = args.predictions.iter().map(predictions).collect::<io::Result<Vec<_>>>()?;
    let mut rows: BTreeMap<(usize, usize), Counts> = BTreeMap::new();
    let mut sources = [[Counts::default(); Source::NAMES.len()]; 2];
    let mut confidences = [[Row::default(); CONFIDENCES.len()]; 2];
    let mut export = String::new();
    for name in CORPORA {
        for page in corpus::pages(&args.shared, name)? {
            let source = page.bytes()?;
            let document = analyzer.analyze(&source).map_err(io::Error::other)?;
            let found = authors::all(&document);
            let site =
                document.facts(&FactOptions::default()).site_name.map(|site| key(&site.value)).unwrap_or_default();
            let Some(reference) = reference(&document, &found) else { continue };
            // Sites that declare themselves show no author.
            if reference.iter().any(|name| *name == site || key(&page.domain).contains(name.as_str())) {
                continue;
            }
            let half = HALVES.iter().position(|&(fold, _)| fold == page.fold(2)).unwrap_or(0);
            let chosen = chosen(&document, &found);
            let ours: Vec<_> = chosen.iter().map(|(name, _)| name.clone()).collect();
            for (name, confidence) in &chosen {
                let row = CONFIDENCES.iter().position(|limit| confidence <= limit).unwrap_or(0);
                confidences[half][row].add(*confidence, reference.contains(name));
            }
            if args.detail && half == 0 && ours != reference {
                let names: Vec<_> = found.iter().map(|one| (one.source, key(&one.name))).collect();
                eprintln!("{} {} {reference:?} {names:?}", page.corpus, page.id);
            }
            rows.entry((0, half)).or_default().add(&reference, &ours);
            for (number, other) in others.iter().enumerate() {
                let names = other.get(&(page.corpus.clone(), page.id.clone())).cloned().unwrap_or_default();
                rows.entry((number + 1, half)).or_default().add(&reference, &names);
            }
            for (at, counts) in sources[half].iter_mut().enumerate() {
                let names: Vec<_> =
                    found.iter().filter(|one| one.source as usize == at).map(|one| key(&one.name)).collect();
                if !names.is_empty() {
                    counts.add(&reference, &names);
                }
            }
            line(&mut export, &page, &reference);
        }
    }
    if let Some(file) = &args.export {
        std::fs::write(file, export)?;
    }
    Ok(table(args, &rows, &sources) + &reliability(&confidences))
}

fn table(
    args: &AuthorArgs,
    rows: &BTreeMap<(usize, usize), Counts>,
    sources: &[[Counts; Source::NAMES.len()]; 2],
) -> String {
    let mut out = String::from("| program | half | all names right | precision | recall |\n|---|---|---:|---:|---:|\n");
    for (&(number, half), counts) in rows {
        let name = match number.checked_sub(1) {
            Some(at) => args.predictions[at].file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            None => "blockmask".to_owned(),
        };
        let _ = writeln!(out, "| {name} | {} | {} |", HALVES[half].1, counts.cells());
    }
    out.push_str("\n| source | half | all names right | precision | recall |\n|---|---|---:|---:|---:|\n");
    for (at, name) in Source::NAMES.iter().enumerate() {
        for (half, (_, title)) in HALVES.iter().enumerate() {
            let _ = writeln!(out, "| {name} | {title} | {} |", sources[half][at].cells());
        }
    }
    out
}

fn reliability(confidences: &[[Row; CONFIDENCES.len()]; 2]) -> String {
    let mut out = String::from("\n| confidence up to | half | mean | right |\n|---:|---|---:|---:|\n");
    for (row, limit) in CONFIDENCES.iter().enumerate() {
        for (half, (_, title)) in HALVES.iter().enumerate() {
            let Row { sum, names, right } = confidences[half][row];
            let all = names.max(1) as f32;
            let _ = writeln!(
                out,
                "| {limit} | {title} | {:.2} | {right} of {names}: {:.3} |",
                sum / all,
                right as f32 / all
            );
        }
    }
    out
}

/// The authors in JSON-LD, if the text of the page has all of them.
fn reference(document: &Document<'_>, found: &[Candidate]) -> Option<Vec<String>> {
    let declared = found.iter().filter(|candidate| candidate.source == Source::Entity);
    let names: Vec<_> = declared.map(|candidate| key(&candidate.name)).collect();
    let mut texts = document
        .blocks()
        .skip(1)
        .filter(|block| !block.flags().contains(blockmask::BlockFlags::HIDDEN))
        .map(|block| key(block.text()));
    let text = texts.by_ref().collect::<String>();
    let is_shown = |name: &String| name.len() > 4 && text.contains(name.as_str());
    (!names.is_empty() && names.iter().all(is_shown)).then_some(names)
}

/// What is chosen without JSON-LD, with the confidences.
fn chosen(document: &Document<'_>, found: &[Candidate]) -> Vec<(String, f32)> {
    let others: Vec<_> = found.iter().filter(|candidate| candidate.source != Source::Entity).cloned().collect();
    let authors = authors::chosen(document, &others);
    authors.iter().map(|author| (key(&author.value), author.confidence.unwrap_or_default())).collect()
}

/// A name without case, punctuation and spaces.
fn key(name: &str) -> String {
    name.chars().filter(|c| class(*c) & TOKEN != 0).flat_map(char::to_lowercase).collect()
}

fn line(out: &mut String, page: &LabeledPage, reference: &[String]) {
    let _ = writeln!(out, "{}\t{}\t{}", page.corpus, page.id, reference.join("\t"));
}

fn predictions(file: &PathBuf) -> io::Result<BTreeMap<(String, String), Vec<String>>> {
    let mut all = BTreeMap::new();
    for line in std::fs::read_to_string(file)?.lines() {
        let fields: Value = serde_json::from_str(line)?;
        let text = |name: &str| fields[name].as_str().unwrap_or_default().to_owned();
        let names = fields["authors"].as_array().into_iter().flatten().filter_map(Value::as_str).map(key);
        all.insert((text("corpus"), text("id")), names.collect());
    }
    Ok(all)
}
