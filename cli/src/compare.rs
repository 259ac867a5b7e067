//! `blockmask compare`: the blocks that two masks, or two versions of a page, classify differently.

use crate::analysis::Analysis;
use crate::failure::caught;
use crate::files::Files;
use crate::options::{AnalysisArgs, names};
use crate::output::screen;
use crate::pages;
use crate::report::Report;
use crate::show;
use blockmask::{Block, Document, MaskMethod, Parts};
use blockmask_cli::memory::{List, Text, check};
use blockmask_cli::view::comparison::{Comparison, Judgement};
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueHint};
use indicatif::ProgressBar;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub struct CompareArgs {
    /// The page
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = PathBufValueParser::new().try_map(file))]
    page: PathBuf,
    /// Another version of it
    #[arg(value_name = "OTHER", value_hint = ValueHint::FilePath, value_parser = PathBufValueParser::new().try_map(file))]
    other: Option<PathBuf>,
    /// A mask to compare with `--mask`, on the same page
    #[arg(long, value_name = "METHOD", conflicts_with = "other", required_unless_present = "other",
          value_parser = names(MaskMethod::VALUES, MaskMethod::name))]
    with_mask: Option<MaskMethod>,
    /// Write a view of the page, in which the differences are marked, to this HTML file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    view: Option<PathBuf>,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

/// Standard input cannot be read twice.
fn file(path: PathBuf) -> Result<PathBuf, &'static str> {
    if path.as_os_str() == "-" { Err("a page to compare must be a file") } else { Ok(path) }
}

/// One side of the comparison.
struct Side {
    name: String,
    blocks: Vec<Judged>,
}

/// A block with its classification.
struct Judged {
    index: usize,
    text: String,
    is_main: bool,
    probability: f32,
}

pub fn run(args: &CompareArgs) -> ExitCode {
    let first = Analysis::of(&args.analysis).asking(Parts::MASK);
    let mut second = Analysis::of(&args.analysis).asking(Parts::MASK);
    let (of_page, other, of_other) = match (&args.other, args.with_mask) {
        (None, Some(mask)) => {
            second.set_mask(mask);
            (first.options.mask.name().to_owned(), &args.page, mask.name().to_owned())
        }
        (other, _) => {
            let other = other.as_ref().unwrap_or(&args.page);
            (args.page.display().to_string(), other, other.display().to_string())
        }
    };
    let (page, page_failed) = judge(&args.page, of_page, &first);
    let (other, other_failed) = judge(other, of_other, &second);
    let mut has_failed = page_failed || other_failed;
    if let Some((page, other)) = page.zip(other) {
        let compared = caught(|| {
            let pairs = Pairs::of(&page, &other);
            Ok((table(&page, &other, &pairs), args.view.as_ref().map(|_| comparison(&page, &other, &pairs))))
        });
        let mut report = Report::new(ProgressBar::hidden(), false);
        match &compared {
            Ok((table, _)) => drop(report.write(table.as_bytes())),
            Err(failure) => report.failure(&args.page.display(), failure),
        }
        has_failed |= report.has_failed();
        drop(report);
        if let Some((file, comparison)) = args.view.as_ref().zip(compared.ok().and_then(|(_, comparison)| comparison)) {
            let analysis = Analysis::of(&args.analysis);
            has_failed |= show::compared(&args.page, &analysis, &comparison, file);
        }
    }
    ExitCode::from(u8::from(has_failed))
}

/// Analyzes one side; `true` if that failed, which was reported.
fn judge(page: &Path, name: String, analysis: &Analysis<'_>) -> (Option<Side>, bool) {
    let mut side = None;
    let judged = |document: &Document<'_>, _: &_| {
        document.blocks().map(|block| Judged::of(&block)).collect::<List<_>>().into_vec()
    };
    let report = pages::each(&Files::of(vec![page.to_owned()]), 1, analysis, judged, |_, _, blocks| {
        side = Some(Side { name: name.clone(), blocks });
    });
    let has_failed = report.has_failed();
    (side, has_failed)
}

impl Judged {
    fn of(block: &Block<'_, '_>) -> Judged {
        check();
        let (index, text) = (block.index(), Text::from(block.text()).into_string());
        Judged { index, text, is_main: block.is_main(), probability: block.probability() }
    }

    fn judgement(&self) -> Judgement {
        Judgement { index: self.index, kept: self.is_main, probability: self.probability }
    }
}

/// For each block of `first` the block of `second` with the same text; the n-th occurrence of a text is paired with the
/// n-th.
fn partners(first: &[Judged], second: &[Judged]) -> List<Option<usize>> {
    let mut places: BTreeMap<&str, VecDeque<usize>> = BTreeMap::new();
    for (place, block) in second.iter().enumerate() {
        check();
        places.entry(&block.text).or_default().push_back(place);
    }
    first.iter().map(|block| places.get_mut(block.text.as_str())?.pop_front()).collect()
}

/// The blocks of both sides, by text.
struct Pairs<'s> {
    /// Each block of the first side with the block of the second side that has the same text.
    of_first: Vec<(&'s Judged, Option<&'s Judged>)>,
    /// The main text of the second side that the first does not have.
    added: Vec<&'s Judged>,
}

impl<'s> Pairs<'s> {
    fn of(first: &'s Side, second: &'s Side) -> Pairs<'s> {
        let partners = partners(&first.blocks, &second.blocks);
        let mut is_matched = List::repeat(false, second.blocks.len());
        partners.iter().flatten().for_each(|&place| is_matched[place] = true);
        let of_first = first.blocks.iter().zip(partners);
        let added = second.blocks.iter().zip(is_matched).filter(|(block, is_matched)| !is_matched && block.is_main);
        Pairs {
            of_first: of_first
                .map(|(block, partner)| (block, partner.map(|place| &second.blocks[place])))
                .collect::<List<_>>()
                .into_vec(),
            added: added.map(|(block, _)| block).collect::<List<_>>().into_vec(),
        }
    }
}

/// Whether a block is classified differently, or is main text and missing on the other side.
fn differs(block: &Judged, other: Option<&Judged>) -> bool {
    other.map_or(block.is_main, |other| other.is_main != block.is_main)
}

/// The results of the second side for the view of the first.
fn comparison(first: &Side, second: &Side, pairs: &Pairs<'_>) -> Comparison {
    let others = pairs.of_first.iter().map(|&(block, other)| (other.map(Judged::judgement), differs(block, other)));
    let mut comparison = Comparison::new([first.name.clone(), second.name.clone()], others);
    pairs.added.iter().for_each(|block| comparison.add(&block.text, block.judgement()));
    comparison
}

/// The blocks that are classified differently, or are main text on one side and missing on the other, as a table.
fn table(first: &Side, second: &Side, pairs: &Pairs<'_>) -> String {
    let different = pairs.of_first.iter().filter(|&&(block, other)| differs(block, other));
    let mut rows: List<_> = different.map(|&(block, other)| (Some(block), other)).collect();
    rows.extend(pairs.added.iter().map(|&block| (None, Some(block))));
    let mut out = Text::default();
    for side in [first, second] {
        let main = side.blocks.iter().filter(|block| block.is_main).count();
        let _ =
            writeln!(out, "{}: {main} of {} blocks are main text", screen::fit(&side.name, None), side.blocks.len());
    }
    let _ = writeln!(out, "{} judged differently", rows.len());
    let available = screen::columns().map(|columns| columns.saturating_sub(BEFORE_TEXT).max(MIN_TEXT));
    for (one, other) in rows {
        check();
        let text = one.or(other).map_or("", |block| &block.text);
        let _ = writeln!(out, "{}  {}  {}", cell(one), cell(other), screen::fit(text, available));
    }
    out.into_string()
}

/// Columns before the text, and the minimum width of the text.
const BEFORE_TEXT: usize = 36;
const MIN_TEXT: usize = 16;

/// The result of one side for a block: its number, its mark and its probability.
fn cell(block: Option<&Judged>) -> String {
    match block {
        None => format!("{:>16}", "absent"),
        Some(Judged { index, is_main, probability, .. }) => {
            let verdict = if *is_main { "main" } else { "left" };
            format!("{index:>6} {verdict} {probability:.2}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(name: &str, blocks: &[(&str, bool)]) -> Side {
        let judged = |(index, &(text, is_main)): (usize, &(&str, bool))| Judged {
            index,
            text: text.to_owned(),
            is_main,
            probability: if is_main { 0.75 } else { 0.25 },
        };
        Side { name: name.to_owned(), blocks: blocks.iter().enumerate().map(judged).collect() }
    }

    #[test]
    fn differences_are_listed_by_text() {
        let first = side("a", &[("menu", false), ("text", true), ("more", true), ("menu", true), ("old", true)]);
        let second = side("b", &[("new", true), ("menu", false), ("menu", false), ("text", true), ("more", false)]);
        let expected = "\
a: 4 of 5 blocks are main text
b: 2 of 5 blocks are main text
4 judged differently
     2 main 0.75       4 left 0.25  more
     3 main 0.75       2 left 0.25  menu
     4 main 0.75            absent  old
          absent       0 main 0.75  new
";
        assert_eq!(table(&first, &second, &Pairs::of(&first, &second)), expected);
    }
}
