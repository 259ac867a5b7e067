//! What the view shows, as JSON. Positions in the source are in UTF-16 code units, which is how browsers count.

use super::comparison::Comparison;
use super::facts::{self, FactView};
use super::features;
use super::units::Units;
use super::verdict::{cut, is_eligible, verdict};
use crate::json::escape;
use crate::memory::{List, Text, check, text};
use crate::origin::Origin;
use blockmask::internals::OutputBudget;
use blockmask::internals::mask::explain::{Explanation, explain};
use blockmask::internals::mask::features::names;
use blockmask::{Block, Document, Model, PageKind, Truncation};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Effects that are shown of each block.
const EFFECTS: usize = 6;
/// On pages with more blocks the effects are left out.
const MAX_EXPLAINED: usize = 50_000;
/// Positions of the tag path sequence that are plotted.
const MAX_POSITIONS: usize = 8_000;
/// The bytes of what does not grow with the page: style, program, names of features, plotted positions.
const FIXED: usize = 192 << 10;

#[derive(Serialize)]
pub struct View<'d> {
    file: &'d str,
    pub title: Option<&'d str>,
    encoding: &'static str,
    kind: Option<&'static str>,
    kinds: BTreeMap<&'static str, f32>,
    truncation: Vec<&'static str>,
    /// The lowest probability that is kept.
    cut: Option<f32>,
    source: Cow<'d, str>,
    blocks: Vec<BlockView<'d>>,
    segments: Vec<SegmentView>,
    facts: Vec<FactView>,
    /// The number of facts that are not among them.
    more_facts: usize,
    /// The meanings of the features in the effects.
    features: Vec<String>,
    tag_paths: TagPathView,
    comparison: Option<&'d Comparison>,
}

#[derive(Serialize)]
struct BlockView<'d> {
    text: &'d str,
    /// In code units of `source`.
    range: [usize; 2],
    /// In bytes of the page.
    bytes: [usize; 2],
    path: String,
    probability: f32,
    /// Whether the main text has it.
    kept: bool,
    /// Whether only the probability decides.
    eligible: bool,
    verdict: String,
    role: &'static str,
    field: &'static str,
    weight: u8,
    /// The index of the rule of the site's owner that decided something.
    rule: Option<usize>,
    heading: u8,
    tokens: u32,
    density: f64,
    links: f64,
    segment: Option<usize>,
    /// Index into `features`, value, effect.
    effects: Vec<(usize, String, f32)>,
}

#[derive(Serialize)]
struct SegmentView {
    density: f64,
    tokens: u32,
}

/// The tag path sequence: the symbol of every `step`th position.
#[derive(Serialize)]
struct TagPathView {
    positions: usize,
    step: usize,
    symbols: u32,
    codes: Vec<u32>,
    region: [u32; 2],
}

impl<'d> View<'d> {
    pub fn of(document: &'d Document<'_>, origin: &'d Origin, model: Option<&Model>) -> View<'d> {
        let source = lossy(document.page().tree.source);
        let ends = document.blocks().flat_map(|block| <[u32; 2]>::from(block.table_entry().source));
        let units = Units::of(document, ends.collect::<List<_>>().into_vec());
        let mut budget = document.output_budget();
        let segments = segments(document).collect::<List<_>>().into_vec();
        let _ = budget.take(FIXED + length(&source) + length(&segments));
        let (mut facts, mut more_facts) = facts::facts(document, origin);
        more_facts += keep_what_fits(&mut facts, &mut budget);
        let mut effects = effects(document, model);
        let cut = cut(document);
        let block_view = |block: Block<'d, '_>| BlockView {
            text: block.text(),
            range: units.range(block.table_entry().source),
            bytes: [block.source().start, block.source().end],
            path: text(format_args!("{}", block.tag_path())),
            probability: block.probability(),
            kept: block.is_main(),
            eligible: is_eligible(document, &block, cut),
            verdict: verdict(document, &block, cut),
            role: block.role().name(),
            field: block.field().name(),
            weight: block.weight(),
            rule: block.rule(),
            heading: block.heading_level(),
            tokens: block.tokens(),
            density: block.text_density().value(),
            links: block.link_density(),
            segment: block.segment(),
            effects: effects.get_mut(block.index()).map(std::mem::take).unwrap_or_default(),
        };
        let mut blocks = List::<BlockView<'_>>::default();
        for block in document.blocks().map(block_view) {
            if !budget.take(length(&block)) {
                break;
            }
            blocks.push(block);
        }
        let cut_short = if budget.is_exceeded() { Truncation::OUTPUT } else { Truncation::default() };
        View {
            file: origin.name(),
            title: document.title(),
            encoding: document.encoding(),
            kind: document.kind().map(PageKind::name),
            kinds: PageKind::VALUES.iter().map(|&kind| (kind.name(), document.kind_probability(kind))).collect(),
            truncation: (document.truncation() | cut_short).names().collect(),
            cut,
            blocks: blocks.into_vec(),
            segments,
            facts,
            more_facts,
            features: features::meanings(),
            tag_paths: tag_paths(document),
            comparison: None,
            source,
        }
    }

    /// Adds how another side judges the same blocks.
    pub fn compared(self, comparison: Option<&'d Comparison>) -> View<'d> {
        View { comparison, ..self }
    }
}

/// The source, whose malformed parts are replaced.
fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    let lossy = || Text::lossy(bytes).into_string().into();
    std::str::from_utf8(bytes).map_or_else(|_| lossy(), Cow::Borrowed)
}

fn segments(document: &Document<'_>) -> impl Iterator<Item = SegmentView> {
    document.segments().map(|segment| SegmentView { density: segment.text_density().value(), tokens: segment.tokens() })
}

/// The length of a value in the view, in which `<` is escaped.
fn length<T: Serialize + ?Sized>(value: &T) -> usize {
    let json = escape::line(&value);
    json.len() + 5 * json.iter().filter(|&&byte| byte == b'<').count()
}

/// Leaves out the facts that do not fit; returns how many.
fn keep_what_fits(facts: &mut Vec<FactView>, budget: &mut OutputBudget) -> usize {
    let all = facts.len();
    let fitting = facts.iter().take_while(|fact| budget.take(length(fact))).count();
    facts.truncate(fitting);
    all - fitting
}

/// The strongest effects of each block; none without a model, or for very many blocks.
fn effects(document: &Document<'_>, model: Option<&Model>) -> Vec<Vec<(usize, String, f32)>> {
    let Some(model) = model.filter(|_| document.blocks().len() <= MAX_EXPLAINED) else {
        return Vec::new();
    };
    let names = names();
    let mut all = List::default();
    let blocks = 0..document.blocks().len();
    explain(document.page(), document.sequence(), model, blocks, |_, Explanation { effects, .. }| {
        let strongest = effects.iter().take(EFFECTS);
        let of_block = strongest.map(|effect| {
            (effect.feature, features::value(&names[effect.feature], effect.value), round(effect.effect))
        });
        check();
        all.push(of_block.collect());
    });
    all.into_vec()
}

/// Two decimals are enough, and make a smaller file.
fn round(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

fn tag_paths(document: &Document<'_>) -> TagPathView {
    let sequence = document.sequence();
    let codes = sequence.codes;
    let step = codes.len().div_ceil(MAX_POSITIONS).max(1);
    TagPathView {
        positions: codes.len(),
        step,
        symbols: sequence.symbols,
        codes: codes.iter().step_by(step).copied().collect(),
        region: document.tag_path().map_or([0, 0], |found| [found.region.lo, found.region.hi]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use blockmask::Analyzer;

    #[test]
    fn ranges_are_in_code_units() {
        let html = "<p>naïve 😀 text<p>after".as_bytes();
        let origin = Origin::of_path("page.html");
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html).unwrap();
        let view = View::of(&document, &origin, Some(Model::built_in()));
        let units: Vec<u16> = view.source.encode_utf16().collect();
        let of = |block: &BlockView<'_>| String::from_utf16(&units[block.range[0]..block.range[1]]).unwrap();
        assert_eq!(view.blocks.iter().map(of).collect::<Vec<_>>(), ["naïve 😀 text", "after"]);
        assert!(view.blocks.iter().all(|block| (1..=EFFECTS).contains(&block.effects.len())));
    }

    #[test]
    fn bytes_that_are_not_utf_8_keep_the_ranges_in_step() {
        let mut analyzer = Analyzer::default();
        let html = b"<meta charset=utf-8><p>a \xff\xfe b<p>after";
        let origin = Origin::of_path("-");
        let document = analyzer.analyze(html).unwrap();
        let view = View::of(&document, &origin, None);
        let units: Vec<u16> = view.source.encode_utf16().collect();
        let last = view.blocks.last().unwrap();
        assert_eq!(String::from_utf16(&units[last.range[0]..last.range[1]]).unwrap(), "after");
        assert!(last.effects.is_empty());
    }
}
