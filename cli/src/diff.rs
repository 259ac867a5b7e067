//! `blockmask diff`: which passages of a page stayed, moved, changed, came and went.

use crate::analysis::Analysis;
use crate::failure::caught;
use crate::files::Files;
use crate::options::AnalysisArgs;
use crate::output::screen;
use crate::pages;
use crate::report::Report;
use blockmask::{Document, Parts, PassageOptions, diff_passages};
use blockmask_cli::memory::{List, Text, check};
use clap::{Args, ValueHint};
use indicatif::ProgressBar;
use serde::Deserialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub struct DiffArgs {
    /// The older version: a page, or what `blockmask passages --format jsonl` printed of it (*.json, *.jsonl), of which
    /// only the ids are read
    #[arg(value_name = "OLD", value_hint = ValueHint::FilePath)]
    old: PathBuf,
    /// The newer version
    #[arg(value_name = "NEW", value_hint = ValueHint::FilePath)]
    new: PathBuf,
    /// The maximum number of tokens of a passage
    #[arg(long, value_name = "N", default_value = "256", value_parser = clap::value_parser!(u32).range(1..))]
    max_tokens: u32,
    /// Compare only the main text
    #[arg(long)]
    main_only: bool,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

/// What is compared of a passage, and the start of its text.
struct Cut {
    id: u64,
    start: String,
}

/// The JSON of the passages of a page.
#[derive(Deserialize)]
struct Stored {
    passages: Vec<StoredPassage>,
}

#[derive(Deserialize)]
struct StoredPassage {
    id: String,
}

/// The characters of a text that are printed.
const START: usize = 60;

pub fn run(args: &DiffArgs) -> ExitCode {
    let mut has_failed = false;
    let sides = [&args.old, &args.new].map(|path| match is_stored(path) {
        true => stored(path, &mut has_failed),
        false => cut(path, args, &mut has_failed),
    });
    if let [Some(old), Some(new)] = sides {
        let mut report = Report::new(ProgressBar::hidden(), false);
        match caught(|| Ok(screen::printable(table(&old, &new).into_string()))) {
            Ok(table) => drop(report.write(table.as_bytes())),
            Err(failure) => report.failure(&args.new.display(), &failure),
        }
        has_failed |= report.has_failed();
    }
    ExitCode::from(u8::from(has_failed))
}

fn is_stored(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json" || extension == "jsonl")
}

/// The passages in a file of JSON lines, of which the first is read.
fn stored(path: &Path, has_failed: &mut bool) -> Option<Vec<Cut>> {
    let read = || -> Result<Vec<Cut>, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let line = text.lines().next().unwrap_or_default();
        let stored: Stored = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let id = |passage: &StoredPassage| u64::from_str_radix(&passage.id, 16).map_err(|error| error.to_string());
        stored.passages.iter().map(|passage| Ok(Cut { id: id(passage)?, start: String::new() })).collect()
    };
    let found = read();
    if let Err(error) = &found {
        Report::new(ProgressBar::hidden(), false).failure(&path.display(), error);
        *has_failed = true;
    }
    found.ok()
}

/// The passages of a page.
fn cut(path: &Path, args: &DiffArgs, has_failed: &mut bool) -> Option<Vec<Cut>> {
    let mut options = PassageOptions::default();
    (options.max_tokens, options.main_only) = (args.max_tokens, args.main_only);
    let analysis =
        Analysis::of(&args.analysis).asking(Parts::MASK | Parts::FIELDS | Parts::STRUCTURE | Parts::SEGMENTS);
    let of_page = |document: &Document<'_>, _: &_| {
        let passages = document.passages(&options);
        let start = |text: &str| text.chars().take(START).map(|c| if c.is_control() { ' ' } else { c }).collect();
        passages.iter().map(|passage| Cut { id: passage.id(), start: start(passage.text()) }).collect::<Vec<Cut>>()
    };
    let mut found = None;
    let report = pages::each(&Files::of(vec![path.to_owned()]), 1, &analysis, of_page, |_, _, page| found = Some(page));
    *has_failed |= report.has_failed();
    found
}

/// A line for each passage: what became of it, its number in both versions, its id and the start of its text.
fn table(old: &[Cut], new: &[Cut]) -> Text {
    let ids = |cuts: &[Cut]| cuts.iter().map(|cut| cut.id).collect::<List<u64>>();
    let changes = diff_passages(&ids(old), &ids(new));
    let mut out = Text::default();
    let number = |number: Option<usize>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    for change in changes {
        check();
        let of_new = change.new_passage.and_then(|index| new.get(index));
        let Some(Cut { id, start }) = of_new.or_else(|| old.get(change.old_passage?)) else { continue };
        let (old, new) = (number(change.old_passage), number(change.new_passage));
        let _ = writeln!(out, "{}\t{old}\t{new}\t{id:016x}\t{start}", change.change_kind);
    }
    out
}
