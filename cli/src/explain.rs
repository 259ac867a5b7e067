//! `blockmask explain`: explains in the terminal why a block is kept or left out.

use crate::analysis::Analysis;
use crate::files::Files;
use crate::options::AnalysisArgs;
use crate::output::screen;
use crate::pages;
use crate::rules::written;
use crate::show::model;
use blockmask::internals::mask::explain::{Explanation, explain};
use blockmask::internals::mask::features::names;
use blockmask::{Block, Document, Model, Parts, Rules};
use blockmask_cli::memory::{self, List, Text, check};
use blockmask_cli::origin::Origin;
use blockmask_cli::view::features;
use blockmask_cli::view::verdict::{cut, verdict};
use clap::{Args, ValueHint};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Features that are printed one by one.
const SHOWN: usize = 10;
/// The maximum number of explained blocks.
const MOST: usize = 5;

#[derive(Args)]
pub struct ExplainArgs {
    /// The page; `-` reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    page: PathBuf,
    /// The block: its number, from 0, or words that are in it
    #[arg(value_name = "BLOCK")]
    block: String,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

pub fn run(args: &ExplainArgs) -> ExitCode {
    let analysis = Analysis::of(&args.analysis).asking(Parts::MASK | Parts::FIELDS);
    let model = model(&analysis);
    let rules = analysis.rules.clone();
    let make =
        |document: &Document<'_>, origin: &Origin| explanations(document, origin, &args.block, model, rules.as_deref());
    let report =
        pages::each(&Files::of(vec![args.page.clone()]), 1, &analysis, make, |report, origin, text| match text {
            Ok(text) => {
                let _ = report.write(text.as_bytes());
            }
            Err(error) => report.failure(origin, &error),
        });
    report.finish()
}

/// The explanations of the blocks with this number or these words.
fn explanations(
    document: &Document<'_>,
    origin: &Origin,
    wanted: &str,
    model: Option<&Model>,
    rules: Option<&Rules>,
) -> Result<String, String> {
    let found = find(document, wanted)?;
    let shown = &found[..found.len().min(MOST)];
    let mut explained = Vec::new();
    if let Some(model) = model {
        explain(document.page(), document.sequence(), model, shown.iter().copied(), |_, explanation| {
            explained.push(explanation);
        });
    }
    let mut explained = explained.into_iter();
    let mut out = Text::default();
    for block in shown.iter().filter_map(|&index| document.block(index)) {
        out.push_str(&one(document, origin, &block, explained.next(), rules));
    }
    if found.len() > MOST {
        let rest: Vec<String> = found[MOST..].iter().take(20).map(usize::to_string).collect();
        let _ = writeln!(out, "The words are in {} more blocks: {}, ...", found.len() - MOST, rest.join(", "));
    }
    Ok(out.into_string())
}

/// Words with letters that are not ASCII may be missing because the page was read in another encoding.
fn advice(document: &Document<'_>, wanted: &str) -> String {
    if wanted.is_ascii() || !document.text().contains(char::REPLACEMENT_CHARACTER) {
        return String::new();
    }
    format!("; it was read as {}, in which bytes of it are malformed: --charset names another", document.encoding())
}

/// The block with this number, or the blocks with these words.
fn find(document: &Document<'_>, wanted: &str) -> Result<Vec<usize>, String> {
    let blocks = document.blocks().len();
    if let Ok(number) = wanted.parse::<usize>() {
        return match number < blocks {
            true => Ok(vec![number]),
            false => Err(format!("there is no block {number}: the page has {blocks}, from 0")),
        };
    }
    let words = folded(wanted);
    let found: List<usize> =
        document.blocks().filter(|block| folded(block.text()).contains(&*words)).map(|block| block.index()).collect();
    if !found.is_empty() {
        return Ok(found.into_vec());
    }
    let source = folded(&Text::lossy(document.page().tree.source));
    Err(match source.contains(&*words) {
        true => format!("no block has the text {wanted:?}; the source has it, in a script, an attribute or a comment"),
        false => format!("neither a block nor the source has the text {wanted:?}{}", advice(document, wanted)),
    })
}

/// Lower case, with single spaces.
fn folded(text: &str) -> Text {
    check();
    let mut folded = Text::default();
    Text::collapsed(text).chars().flat_map(char::to_lowercase).for_each(|c| folded.push(c));
    folded
}

fn one(
    document: &Document<'_>,
    origin: &Origin,
    block: &Block<'_, '_>,
    explanation: Option<Explanation>,
    rules: Option<&Rules>,
) -> String {
    let (source, blocks) = (block.source(), document.blocks().len());
    let name = screen::fit(origin.name(), None);
    let mut out = Text::default();
    let _ = writeln!(out, "{name}: block {} of {blocks}, bytes {} to {}", block.index(), source.start, source.end);
    let _ = writeln!(out, "  {}", screen::fit(block.text(), Some(screen::columns().unwrap_or(120).saturating_sub(2))));
    let _ = writeln!(out, "  {}", screen::fit(&memory::text(format_args!("{}", block.tag_path())), screen::columns()));
    let (role, field, weight) = (block.role().name(), block.field().name(), block.weight());
    let _ = writeln!(out, "  role {role}, field {field}, weight {weight}");
    if let Some((number, rule)) = block.rule().and_then(|number| Some((number, rules?.get(number)?))) {
        let _ = writeln!(out, "  rule {number}, line {}: {}", rule.line, written(&rule));
    }
    let _ = writeln!(out, "{}", verdict(document, block, cut(document)));
    match explanation {
        Some(explanation) => effects(&mut out, &explanation),
        None => out.push_str("Only the mask `learned` can say what moved the probability.\n"),
    }
    out.push('\n');
    out.into_string()
}

/// The effects of features on the probability.
fn effects(out: &mut Text, explanation: &Explanation) {
    let (names, meanings) = (names(), features::meanings());
    out.push_str("What moved its probability, in log odds:\n");
    let _ = writeln!(out, "  {:+7.2}  the mean of the page's blocks", explanation.base);
    for effect in explanation.effects.iter().take(SHOWN) {
        let value = features::value(&names[effect.feature], effect.value);
        let _ = writeln!(out, "  {:+7.2}  {}: {value}", effect.effect, meanings[effect.feature]);
    }
    let rest = explanation.effects.get(SHOWN..).unwrap_or_default();
    if !rest.is_empty() {
        let sum: f32 = rest.iter().map(|effect| effect.effect).sum();
        let _ = writeln!(out, "  {sum:+7.2}  {} other features", rest.len());
    }
    let _ = writeln!(out, "  {:+7.2}  together", explanation.score);
}
