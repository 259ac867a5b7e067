//! `evaluate dates`: how often the dates of the facts are right, and what speaks for dates.
//!
//! References are the days of the corpus `htmldate`, found by people; in the other corpora the day in the address of a
//! page, the day of the first post of a labeled thread, or the day that JSON-LD and `meta` elements agree on. What a
//! reference is made of is no evidence there. The weights of the evidence are fitted on one half of the domains
//! (`--export`); the other half calibrates the confidence.

use super::corpus::{self, LabeledPage};
use blockmask::internals::facts::date::Date;
use blockmask::internals::facts::dates::evidence::Evidence;
use blockmask::internals::facts::dates::{self, Candidate, Kind};
use blockmask::{Analyzer, Document, FactOptions, Input, Options};
use clap::Args;
use cpu_time::ThreadTime;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

const CORPORA: [&str; 7] =
    ["htmldate", "wcxb", "aeb", "magic-html-article", "magic-html-forum", "harvest-forum", "trafilatura-eval"];
/// Upper limits of the confidences of a row.
const CONFIDENCES: [f32; 5] = [0.6, 0.8, 0.9, 0.97, 1.0];
/// Halves by domain.
const HALVES: [(u64, &str); 2] = [(1, "fitted"), (0, "held out")];

#[derive(Args)]
pub struct DateArgs {
    /// The folder with the labeled pages
    #[arg(long, value_name = "DIR", default_value = "../shared")]
    shared: PathBuf,
    /// Print the dates that differ from the references
    #[arg(long)]
    detail: bool,
    /// Tell the analyzer the addresses of the pages
    #[arg(long)]
    address: bool,
    /// Write the candidates of all pages with their evidence
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
}

/// How many dates were compared, and how many of them are right.
#[derive(Clone, Copy, Default)]
struct Share {
    all: usize,
    right: usize,
}

impl Share {
    fn add(&mut self, is_right: bool) {
        self.all += 1;
        self.right += usize::from(is_right);
    }

    fn value(&self) -> f64 {
        self.right as f64 / self.all.max(1) as f64
    }

    fn cell(&self) -> String {
        if self.all == 0 { String::new() } else { format!("{} of {}: {:.3}", self.right, self.all, self.value()) }
    }
}

/// What is counted on one half of the pages of `htmldate`.
#[derive(Clone, Default)]
struct Half {
    /// Pages whose day is exactly right, of those with a reference.
    exact: Share,
    /// Of the days that were found.
    precision: Share,
    /// By upper limit: the sum of confidences, and how many of the dates are right to within a day.
    rows: [(f32, Share); CONFIDENCES.len()],
    /// By observation: how many candidates that it speaks for are right to within a day.
    evidence: Vec<Share>,
}

pub fn report(args: &DateArgs) -> io::Result<String> {
    let mut analyzer = Analyzer::new(Options::default());
    let mut halves = [Half::default(), Half::default()];
    let mut export = String::new();
    let (mut pages, mut bytes, mut time) = (0, 0, Duration::ZERO);
    for name in CORPORA {
        for page in corpus::pages(&args.shared, name)? {
            if name != "htmldate" && args.export.is_none() {
                continue;
            }
            let source = page.bytes()?;
            let mut input = Input::new(&source);
            if args.address && !page.url.is_empty() {
                input = input.address(&page.url);
            }
            let document = analyzer.analyze_input(input).map_err(io::Error::other)?;
            pages += 1;
            bytes += source.len();
            let start = ThreadTime::now();
            let found = dates::all(&document);
            time += start.elapsed();
            let half = HALVES.iter().position(|&(fold, _)| fold == page.fold(2)).unwrap_or(0);
            write_page(&mut export, &page, half, &found);
            if name == "htmldate" {
                halves[half].add(&page, &document, &found, args.detail);
            }
        }
    }
    if let Some(file) = &args.export {
        std::fs::write(file, export)?;
    }
    if pages == 0 {
        return Ok(format!("skipped: there are no labeled pages in {}\n", args.shared.display()));
    }
    let speed = time.as_secs_f64() * 1e6 / (bytes as f64 / 1e3);
    Ok(format!("{pages} pages; {speed:.2} microseconds a kB.\n\n{}", tables(&halves)))
}

impl Half {
    fn add(&mut self, page: &LabeledPage, document: &Document<'_>, found: &[Candidate], detail: bool) {
        let reference = Date::parse(&page.date).filter(Date::is_day);
        let published = document.facts(&FactOptions::default()).published;
        let date = published.as_ref().and_then(|published| Date::parse(&published.date));
        let is_exact = date.map(|date| date.day_number()) == reference.map(|date| date.day_number());
        if reference.is_some() {
            self.exact.add(is_exact);
        }
        if let Some(published) = &published {
            self.precision.add(is_exact);
            let row = CONFIDENCES.iter().position(|&limit| published.confidence <= limit).unwrap_or(0);
            self.rows[row].0 += published.confidence;
            self.rows[row].1.add(is_same(date, reference));
        }
        if detail && !is_exact {
            let shown = published.map_or_else(String::new, |found| format!("{} {:.2}", found.date, found.confidence));
            eprintln!("{} {} {shown} {}", page.id, page.date, page.url);
        }
        self.evidence.resize(Evidence::NAMES.len(), Share::default());
        for candidate in found.iter().filter(|candidate| candidate.kind == Kind::Published) {
            for (bit, share) in self.evidence.iter_mut().enumerate() {
                if candidate.evidence.0 >> bit & 1 == 1 {
                    share.add(is_same(Some(candidate.date), reference));
                }
            }
        }
    }
}

fn tables(halves: &[Half; 2]) -> String {
    let mut out = String::from("| pages of htmldate | exactly right | of the days found |\n|---|---:|---:|\n");
    for ((_, title), half) in HALVES.iter().zip(halves) {
        let _ = writeln!(out, "| {title} | {} | {} |", half.exact.cell(), half.precision.cell());
    }
    out.push_str("\n| confidence up to | fitted: mean | right to within a day | held out: mean | right |\n");
    out.push_str("|---:|---:|---:|---:|---:|\n");
    for (row, limit) in CONFIDENCES.iter().enumerate() {
        let cells = [0, 1].map(|half| {
            let (sum, share) = halves[half].rows[row];
            format!("{:.2} | {}", sum / share.all.max(1) as f32, share.cell())
        });
        let _ = writeln!(out, "| {limit} | {} |", cells.join(" | "));
    }
    out.push_str("\n| evidence | fitted: right to within a day | held out |\n|---|---:|---:|\n");
    for (bit, name) in Evidence::NAMES.iter().enumerate() {
        let cell = |half: usize| halves[half].evidence.get(bit).map_or_else(String::new, Share::cell);
        let name = name.to_lowercase().replace('_', " ");
        let _ = writeln!(out, "| {name} | {} | {} |", cell(0), cell(1));
    }
    out
}

/// A line for a page: id, half, reference, and the candidates as kind, day, origin and evidence.
fn write_page(out: &mut String, page: &LabeledPage, half: usize, found: &[Candidate]) {
    let reference = Date::parse(&page.date).or_else(|| Date::parse(&page.first_posted)).filter(Date::is_day);
    let day = reference.map_or_else(|| "-".into(), |date| date.day_number().to_string());
    let _ = write!(out, "{}\t{}\t{half}\t{day}", page.corpus, page.id);
    for Candidate { kind, date, origin, evidence, .. } in found.iter().filter(|found| found.date.is_day()) {
        let _ = write!(out, "\t{} {} {origin} {}", *kind as u8, date.day_number(), evidence.0);
    }
    out.push('\n');
}

/// Sources differ in their time zones.
fn is_same(one: Option<Date>, other: Option<Date>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one.day_number().abs_diff(other.day_number()) <= 1)
}
