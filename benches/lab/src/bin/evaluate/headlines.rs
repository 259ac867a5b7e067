//! `evaluate headlines`: whether the headline of a page is found, is the first line of the main text, and is in the
//! heading path of the passages. The labels are in `benches/lab/headlines`.

use super::corpus::{self, LabeledPage};
use blockmask::{Analyzer, Block, Document, FactOptions, FactOrigin, Options, PassageOptions};
use clap::Args;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::ops::Range;
use std::path::PathBuf;

/// The labels by which the rules were adjusted, and the labels of held-out pages.
const SETS: [(&str, &str); 2] = [
    ("adjusted on", include_str!("../../../headlines/labels.jsonl")),
    ("held out", include_str!("../../../headlines/held-out.jsonl")),
];

#[derive(Args)]
pub struct HeadlineArgs {
    /// The folder with the labeled pages
    #[arg(long, value_name = "DIR", default_value = "../shared")]
    shared: PathBuf,
    /// Print the pages whose headline is not found
    #[arg(long)]
    detail: bool,
}

/// A labeled page.
struct Label {
    corpus: String,
    id: String,
    kind: String,
    bytes: usize,
    /// Where the headline stands; nowhere if the page shows none.
    headline: Vec<Range<usize>>,
}

impl Label {
    fn read(line: &str) -> Option<Label> {
        let fields: Value = serde_json::from_str(line).ok()?;
        let text = |name: &str| fields[name].as_str().map(str::to_owned);
        let number = |value: &Value| value.as_u64().map(|number| number as usize);
        let ranges = fields["headline"].as_array()?.iter();
        let headline = ranges.map(|range| Some(number(&range[0])?..number(&range[1])?)).collect::<Option<_>>()?;
        Some(Label {
            corpus: text("corpus")?,
            id: text("id")?,
            kind: text("kind")?,
            bytes: number(&fields["bytes"])?,
            headline,
        })
    }

    fn contains(&self, source: &Range<usize>) -> bool {
        self.headline.iter().any(|range| range.start < source.end && source.start < range.end)
    }
}

/// Passages of the main text: others may stand above the headline.
fn main_only() -> PassageOptions {
    let mut options = PassageOptions::default();
    options.main_only = true;
    options
}

/// Counts of pages and passages of one kind.
#[derive(Default)]
struct Counts {
    pages: usize,
    found: usize,
    first: usize,
    passages: usize,
    named: usize,
    /// Pages without a headline, and how many of them get none.
    without: usize,
    left_alone: usize,
}

pub fn report(args: &HeadlineArgs) -> io::Result<String> {
    let mut out = String::new();
    for (name, labels) in SETS {
        let _ = writeln!(out, "\n{name}:\n");
        out.push_str(&table(args, &labels.lines().filter_map(Label::read).collect::<Vec<_>>())?);
    }
    Ok(out)
}

/// The results for some labeled pages, by kind.
fn table(args: &HeadlineArgs, labels: &[Label]) -> io::Result<String> {
    let mut pages: BTreeMap<&str, Vec<LabeledPage>> = BTreeMap::new();
    for label in labels {
        if !pages.contains_key(label.corpus.as_str()) {
            pages.insert(&label.corpus, corpus::pages(&args.shared, &label.corpus)?);
        }
    }
    let mut analyzer = Analyzer::new(Options::default());
    let mut kinds: BTreeMap<&str, Counts> = BTreeMap::new();
    // By confidence in percent, how many headlines of the facts there are, and how many are right.
    let mut confidences: BTreeMap<u32, [usize; 2]> = BTreeMap::new();
    for label in labels {
        let Some(page) = pages[label.corpus.as_str()].iter().find(|page| page.id == label.id) else { continue };
        let bytes = page.bytes()?;
        if bytes.len() != label.bytes {
            continue;
        }
        let document = analyzer.analyze(&bytes).map_err(io::Error::other)?;
        let is_right = kinds.entry(&label.kind).or_default().add(&document, label);
        if let Some(fact) = document.facts(&FactOptions::default()).headline {
            let percent = (fact.confidence.unwrap_or_default() * 100.0).round() as u32;
            let [all, right] = confidences.entry(percent).or_default();
            *all += 1;
            *right += usize::from(label.contains(&fact.source) || fact.origin != FactOrigin::Visual);
        }
        if args.detail && !is_right {
            let found = document.headline().map_or("", |headline| headline.text());
            let wanted = label.headline.iter().map(|range| String::from_utf8_lossy(&bytes[range.clone()]));
            let first = document.main_text().into_text();
            let first = first.lines().next().unwrap_or_default();
            let wanted = wanted.collect::<Vec<_>>().join(" / ");
            let passages = document.passages(&main_only()).len();
            eprintln!(
                "{} {} ({passages} passages)\n  wanted {wanted}\n  found  {found}\n  first  {first}",
                label.corpus, label.id
            );
        }
    }
    let mut out = String::from(
        "| kind | pages | headline found | first line | passages | headline in the heading path | pages without | none found |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for (kind, counts) in &kinds {
        let Counts { pages, found, first, passages, named, without, left_alone } = *counts;
        let share = |part: usize, all: usize| part as f64 / all.max(1) as f64;
        let _ = writeln!(
            out,
            "| {kind} | {pages} | {:.3} | {:.3} | {passages} | {:.3} | {without} | {left_alone} |",
            share(found, pages),
            share(first, pages),
            share(named, passages),
        );
    }
    out.push_str("\n| confidence of the fact | right |\n|---:|---:|\n");
    for (percent, [all, right]) in &confidences {
        let share = *right as f64 / *all as f64;
        let _ = writeln!(out, "| .{percent} | {right} of {all}: {share:.3} |");
    }
    Ok(out)
}

impl Counts {
    /// Adds a page; returns whether it is right.
    fn add(&mut self, document: &Document<'_>, label: &Label) -> bool {
        let found = document.headline();
        if label.headline.is_empty() {
            self.without += 1;
            self.left_alone += usize::from(found.is_none());
            return found.is_none();
        }
        let is_headline = |block: &Block<'_, '_>| label.contains(&block.source());
        let is_found = found.as_ref().is_some_and(is_headline);
        let main = document.main_text();
        let first_line = main.text().lines().next().map_or(0, str::len);
        let is_first = label.contains(&main.source_range(document, 0..first_line));
        let passages = document.passages(&main_only());
        let named = passages.iter().filter(|passage| {
            let nearest = passage.heading().and_then(|heading| document.block(heading));
            nearest
                .is_some_and(|heading| is_headline(&heading) || heading.heading_path().any(|block| is_headline(&block)))
        });
        let named = named.count();
        self.pages += 1;
        self.found += usize::from(is_found);
        self.first += usize::from(is_first);
        self.passages += passages.len();
        self.named += named;
        is_found && is_first && named == passages.len()
    }
}
