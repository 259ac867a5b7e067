//! `evaluate text`: word scores of the main text, by all methods of the library or by other programs.

use super::corpus::{self, LabeledPage};
use super::found::Found;
use super::words::{Score, Words};
use blockmask::internals::fusion::FusionMethod;
use blockmask::internals::mask::MaskMethod;
use blockmask::{Analyzer, BlockFlags, Document, Options, Parts};
use clap::Args;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// The corpora with gold main texts.
const CORPORA: [&str; 5] = ["wcxb", "aeb", "magic-html-article", "magic-html-forum", "harvest-forum"];
/// The corpora with snippets or records only.
const OTHERS: [&str; 2] = ["trafilatura-eval", "records-testbed2017"];

/// A segment of Block Fusion counts as content from this text density on, if less than a third of its tokens are
/// linked.
const MIN_DENSITY: u64 = 9;

#[derive(Args)]
pub struct TextArgs {
    /// The folder with the labeled pages
    #[arg(long, value_name = "DIR", default_value = "../shared")]
    shared: PathBuf,
    /// Only these methods: masks or fusion methods [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    method: Vec<String>,
    /// Count the headline as the mask does, always or never: readers want it, gold texts differ
    #[arg(long, value_name = "HOW", default_value = "mask", value_parser = ["mask", "with", "without"])]
    headline: String,
    /// Score the texts in this file instead: one {"corpus", "id", "text"} a line
    #[arg(long, value_name = "FILE", conflicts_with = "method")]
    predictions: Option<PathBuf>,
    /// Also report by page type and by language
    #[arg(long)]
    detail: bool,
    /// Use only every nth page
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

/// The source of extracted texts.
enum Source {
    Mask(MaskMethod),
    Fusion(FusionMethod),
    File(BTreeMap<(String, String), String>),
}

/// The scores of a source.
struct Result {
    name: String,
    /// Word scores by group of pages.
    scores: BTreeMap<String, Vec<Score>>,
    /// The other metrics.
    found: Found,
}

pub fn report(args: &TextArgs) -> io::Result<String> {
    let mut pages = Vec::new();
    for name in CORPORA.into_iter().chain(OTHERS) {
        pages.extend(corpus::pages(&args.shared, name)?);
    }
    pages.retain(|page| !page.text().is_empty() || OTHERS.contains(&page.corpus.as_str()));
    let pages: Vec<LabeledPage> = pages.into_iter().step_by(args.every as usize).collect();
    if pages.is_empty() {
        return Err(io::Error::other(format!("no labeled pages in {}", args.shared.display())));
    }
    let mut results = Vec::new();
    for (name, source) in sources(args)? {
        results.push(measure(name, &source, &pages, args)?);
    }
    Ok(table(&results))
}

fn sources(args: &TextArgs) -> io::Result<Vec<(String, Source)>> {
    if let Some(path) = &args.predictions {
        let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        return Ok(vec![(name, Source::File(predictions(path)?))]);
    }
    let masks = MaskMethod::VALUES.iter().map(|&method| (method.name().to_owned(), Source::Mask(method)));
    let fusions = FusionMethod::VALUES.iter().map(|&method| (method.name().to_owned(), Source::Fusion(method)));
    let all: Vec<(String, Source)> = masks.into_iter().chain(fusions).collect();
    if let Some(unknown) = args.method.iter().find(|wanted| all.iter().all(|(name, _)| name != *wanted)) {
        return Err(io::Error::other(format!("no method {unknown}")));
    }
    Ok(all.into_iter().filter(|(name, _)| args.method.is_empty() || args.method.contains(name)).collect())
}

fn predictions(path: &Path) -> io::Result<BTreeMap<(String, String), String>> {
    let text = std::fs::read_to_string(path)?;
    let entry = |line: &str| {
        let fields: Value = serde_json::from_str(line).map_err(io::Error::other)?;
        let field = |name: &str| fields[name].as_str().unwrap_or_default().to_owned();
        Ok(((field("corpus"), field("id")), field("text")))
    };
    text.lines().map(entry).collect()
}

/// Evaluates a source on all pages.
fn measure(name: String, source: &Source, pages: &[LabeledPage], args: &TextArgs) -> io::Result<Result> {
    let mut options = Options::with_parts(Parts::MASK | Parts::SEGMENTS);
    match source {
        Source::Mask(method) => options.mask = *method,
        Source::Fusion(method) => (options.fusion, options.mask) = (*method, MaskMethod::Density),
        Source::File(_) => {}
    }
    let mut analyzer = Analyzer::new(options);
    let mut result = Result { name, scores: BTreeMap::new(), found: Found::default() };
    for page in pages {
        let text = match source {
            Source::File(texts) => match texts.get(&(page.corpus.clone(), page.id.clone())) {
                Some(text) => text.clone(),
                None => continue,
            },
            _ => {
                let bytes = page.bytes()?;
                let document = analyzer.analyze(&bytes).map_err(io::Error::other)?;
                if matches!(source, Source::Fusion(_)) {
                    segment_text(&document)
                } else {
                    block_text(&document, &args.headline)
                }
            }
        };
        result.found.add(page, &text);
        if page.text().is_empty() {
            continue;
        }
        let score = Score::of(&Words::of(&page.text()), &Words::of(&text));
        for group in groups(page, args.detail) {
            result.scores.entry(group).or_default().push(score);
        }
    }
    Ok(result)
}

/// The groups of a page, named so that corpora sort first.
fn groups(page: &LabeledPage, detail: bool) -> Vec<String> {
    let mut groups = vec![format!("1 {}", page.corpus)];
    if page.corpus == "wcxb" && detail {
        groups.push(format!("2 wcxb {}", page.page_type));
    }
    if detail && !page.language.is_empty() {
        groups.push(format!("3 {}", page.language));
    }
    groups
}

/// The text of all content blocks; `headline` is the argument.
pub fn block_text(document: &Document<'_>, headline: &str) -> String {
    let kept = document.blocks().filter(|block| match block.flags().contains(BlockFlags::HEADLINE) {
        true if headline != "mask" => headline == "with",
        _ => !block.is_template(),
    });
    kept.map(|block| block.text().to_owned() + "\n").collect()
}

/// The text of dense segments with few links.
fn segment_text(document: &Document<'_>) -> String {
    let dense = document.segments().filter(|segment| {
        let (tokens, linked) = (u64::from(segment.tokens()), u64::from(segment.linked_tokens()));
        let density = segment.text_density();
        u64::from(density.tokens) >= MIN_DENSITY * u64::from(density.lines) && 3 * linked < tokens
    });
    dense.map(|segment| document.text()[segment.text_range()].to_owned() + "\n").collect()
}

fn table(results: &[Result]) -> String {
    let groups: Vec<&String> = results.first().map(|first| first.scores.keys().collect()).unwrap_or_default();
    let mut out = String::from("| pages | count |");
    for result in results {
        let _ = write!(out, " {} |", result.name);
    }
    out += "\n|---|---:|";
    out += &"---:|".repeat(results.len());
    for group in &groups {
        let count = results[0].scores[*group].len();
        let _ = write!(out, "\n| {} | {count} |", &group[2..]);
        for result in results {
            let scores = result.scores.get(*group).map_or(&[][..], Vec::as_slice);
            let _ = write!(out, " {:.3} |", mean(scores, |score| score.f1));
        }
    }
    for (title, of) in MEASURES {
        let _ = write!(out, "\n| {title} | |");
        for result in results {
            let all: Vec<Score> = corpora(result).flatten().copied().collect();
            let _ = write!(out, " {:.3} |", mean(&all, of));
        }
    }
    let _ = write!(out, "\n| mean of the corpora | |");
    for result in results {
        let means: Vec<f64> = corpora(result).map(|scores| mean(scores, |score| score.f1)).collect();
        let _ = write!(out, " {:.3} |", means.iter().sum::<f64>() / means.len().max(1) as f64);
    }
    let rows: Vec<_> = results.iter().map(|result| result.found.rows()).collect();
    for (i, (title, _)) in rows.first().into_iter().flatten().enumerate() {
        let _ = write!(out, "\n| {title} | |");
        rows.iter().for_each(|row| out += &format!(" {:.3} |", row[i].1));
    }
    out + "\n"
}

type Measure = (&'static str, fn(&Score) -> f64);

const MEASURES: [Measure; 4] = [
    ("all: precision", |score| score.precision),
    ("all: recall", |score| score.recall),
    ("all: F1", |score| score.f1),
    ("all: share below .5", |score| f64::from(u8::from(score.f1 < 0.5))),
];

fn corpora(result: &Result) -> impl Iterator<Item = &Vec<Score>> {
    result.scores.iter().filter(|(group, _)| group.starts_with('1')).map(|(_, scores)| scores)
}

fn mean(scores: &[Score], of: impl Fn(&Score) -> f64) -> f64 {
    scores.iter().map(of).sum::<f64>() / scores.len().max(1) as f64
}
