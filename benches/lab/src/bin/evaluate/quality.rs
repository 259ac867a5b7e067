//! `evaluate quality`: how often pages of the corpora, which have content, get a reason why they have little; and the
//! observations from which `training/train_quality.py` fits the expected F1.

use super::corpus::{self, LabeledPage};
use super::text::block_text;
use super::words::{Score, Words};
use blockmask::internals::quality::evidence;
use blockmask::{Analyzer, Document, Model, Options, Parts, QualityReason};
use clap::Args;
use cpu_time::ThreadTime;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The corpora, those with gold main texts first.
const CORPORA: [&str; 8] = [
    "wcxb",
    "aeb",
    "magic-html-article",
    "magic-html-forum",
    "harvest-forum",
    "trafilatura-eval",
    "htmldate",
    "records-testbed2017",
];

#[derive(Args)]
pub struct QualityArgs {
    /// The folder with the labeled pages
    #[arg(long, value_name = "DIR", default_value = "../shared")]
    shared: PathBuf,
    /// The folder with the models that do not know the pages of a fold, as `train.py --folds` writes them
    #[arg(long, value_name = "DIR", default_value = "target/training")]
    models: PathBuf,
    /// Write the observations of all pages with a gold text, by these models
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// Print the pages with a reason
    #[arg(long)]
    detail: bool,
}

pub fn report(args: &QualityArgs) -> io::Result<String> {
    let mut pages = Vec::new();
    for name in CORPORA {
        pages.extend(corpus::pages(&args.shared, name)?);
    }
    if pages.is_empty() {
        return Ok(format!("skipped: there are no labeled pages in {}\n", args.shared.display()));
    }
    if let Some(file) = &args.export {
        std::fs::write(file, observations(&pages, &args.models)?)?;
        return Ok(String::new());
    }
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::MASK));
    let mut counts = vec![BTreeMap::new(); CORPORA.len()];
    let mut times = [Duration::ZERO; 2];
    for page in &pages {
        let bytes = page.bytes()?;
        let start = ThreadTime::now();
        let document = analyzer.analyze(&bytes).map_err(io::Error::other)?;
        let analyzed = start.elapsed();
        let quality = document.quality();
        times[0] += analyzed;
        times[1] += start.elapsed() - analyzed;
        let reason = quality.and_then(|quality| quality.reason);
        let corpus = CORPORA.iter().position(|name| *name == page.corpus).unwrap_or(0);
        *counts[corpus].entry(reason.map(|reason| reason as u8)).or_insert(0) += 1;
        if let (true, Some(reason)) = (args.detail, reason) {
            let f1 = f1(page, &document).map_or_else(|| "-".into(), |f1| format!("{f1:.2}"));
            eprintln!("{reason} {} {} F1 {f1} {}", page.corpus, page.id, page.url);
        }
    }
    let share = times[1].as_secs_f64() / times[0].as_secs_f64();
    Ok(format!(
        "{}\nThe quality takes {:.1} % of the time of an analysis for the mask.\n",
        table(&counts),
        100.0 * share
    ))
}

/// How many pages of each corpus have each reason.
fn table(counts: &[BTreeMap<Option<u8>, usize>]) -> String {
    let mut out = String::from("| reason |");
    CORPORA.iter().for_each(|name| _ = write!(out, " {name} |"));
    out += "\n|---|";
    out += &"---:|".repeat(CORPORA.len());
    let reasons = QualityReason::VALUES.iter().map(|&reason| (Some(reason as u8), reason.name()));
    for (reason, name) in [(None, "none")].into_iter().chain(reasons) {
        let _ = write!(out, "\n| {name} |");
        counts.iter().for_each(|count| _ = write!(out, " {} |", count.get(&reason).copied().unwrap_or(0)));
    }
    out + "\n"
}

/// A line for each page: corpus, id, domain, F1 and observations.
fn observations(pages: &[LabeledPage], models: &Path) -> io::Result<String> {
    let folds = folds(models)?;
    let mut analyzers = Vec::new();
    for fold in 0..=folds.values().copied().max().unwrap_or(0) {
        let model = Model::read(&std::fs::read(models.join(format!("fold-{fold}.bin")))?).map_err(io::Error::other)?;
        let mut analyzer = Analyzer::new(Options::with_parts(Parts::MASK));
        analyzer.set_model(Some(Arc::new(model)));
        analyzers.push(analyzer);
    }
    let mut out = String::new();
    for page in pages {
        let Some(&fold) = folds.get(&(page.corpus.clone(), page.id.clone())) else { continue };
        let bytes = page.bytes()?;
        let document = analyzers[fold].analyze(&bytes).map_err(io::Error::other)?;
        let Some(f1) = f1(page, &document) else { continue };
        let _ = write!(out, "{}\t{}\t{}\t{f1:.4}", page.corpus, page.id, page.domain);
        evidence::observations(&document).iter().for_each(|value| _ = write!(out, "\t{value:.4}"));
        out.push('\n');
    }
    Ok(out)
}

/// The word F1 of the main text, if its gold text is known.
fn f1(page: &LabeledPage, document: &Document<'_>) -> Option<f64> {
    let gold = page.text();
    (!gold.is_empty()).then(|| Score::of(&Words::of(&gold), &Words::of(&block_text(document, "mask"))).f1)
}

/// The fold of each page, by corpus and id.
fn folds(models: &Path) -> io::Result<BTreeMap<(String, String), usize>> {
    let row = |line: &str| {
        let mut cells = line.split('\t').map(str::to_owned);
        let page = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
        Ok((page, cells.next().unwrap_or_default().parse().map_err(io::Error::other)?))
    };
    std::fs::read_to_string(models.join("folds.tsv"))?.lines().map(row).collect()
}
