//! Training examples for the two classifiers, and the models learned from them.

use crate::corpus::CorpusPage;
use crate::labels::labels;
use blockmask::internals::arena::Bump;
use blockmask::internals::seeker::segments::{self, Features, candidates};
use blockmask::internals::seeker::{ModelKind, Node, Strings, is_innermost};
use blockmask::{Analyzer, Options};
use blockmask_lab::c45::{self, Examples, Tree};
use blockmask_lab::forest::{self, ForestOptions};

/// The minimum weight of a leaf of the single tree: 2 as in C4.5, times the largest weight of an example.
const MIN_TREE_LEAF: usize = 24;
/// The number of trees in a forest, and the minimum weight of their leaves.
const TREES: usize = 8;
const MIN_FOREST_LEAF: usize = 100;
/// The maximum number of examples per page and classifier.
const MAX_PER_PAGE: usize = 60;

/// The index of the feature with the number of words.
const WORDS: usize = segments::WORDS;

/// The examples of one page, by classifier.
pub struct PageExamples {
    pub kind: ModelKind,
    pub fold: u64,
    pub stages: [Vec<(Features, bool)>; 2],
}

/// Extracts the examples of a page.
pub fn examples_of(page: &CorpusPage, kind: ModelKind, seed: u64) -> PageExamples {
    let mut analyzer = Analyzer::new(Options::default());
    let arena = Bump::new();
    let mut stages = [Vec::new(), Vec::new()];
    if let Ok(document) = analyzer.analyze(&page.html) {
        let tables = document.page();
        let strings = Strings::new(&arena, tables);
        let candidates = candidates(&arena, tables, &strings);
        let labels = labels(tables, &strings, &candidates, &page.gold);
        for (i, (candidate, label)) in candidates.iter().zip(labels).enumerate() {
            if label.is_visited && !is_innermost(tables, &candidates, i) {
                stages[0].push((candidate.features, label.is_good));
            }
            if label.is_visited && label.is_good {
                stages[1].push((candidate.features, label.is_content));
            }
        }
    }
    for stage in &mut stages {
        sample(stage, seed);
    }
    PageExamples { kind, fold: page.fold, stages }
}

/// Draws a random sample of the examples, in order.
fn sample(examples: &mut Vec<(Features, bool)>, seed: u64) {
    let mut random = forest::random(seed);
    let mut left = examples.len();
    let mut wanted = MAX_PER_PAGE.min(left);
    examples.retain(|_| {
        let keeps = random(left) < wanted;
        left -= 1;
        wanted -= usize::from(keeps);
        keeps
    });
}

/// The models of one page kind, indexed by learner and classifier, each a list of trees.
pub type KindModel = [[Vec<Tree>; 2]; 2];

/// Learns the models of a page kind from all pages outside a fold, or from all pages.
pub fn learn(pages: &[PageExamples], kind: ModelKind, without: Option<u64>) -> KindModel {
    let of_stages = [0, 1].map(|stage| {
        let pages = pages.iter().filter(|page| page.kind == kind && Some(page.fold) != without);
        let examples = pages.flat_map(|page| &page.stages[stage]);
        let examples: Vec<_> = examples.flat_map(|example| std::iter::repeat_n(example, weight(&example.0))).collect();
        let rows: Vec<&[u32]> = examples.iter().map(|(features, _)| features.as_slice()).collect();
        let classes: Vec<bool> = examples.iter().map(|(_, class)| *class).collect();
        let examples = Examples { rows: &rows, classes: &classes };
        let options = c45::Options { least: MIN_TREE_LEAF, ..c45::Options::default() };
        let tree = c45::learn(&examples, &options, &mut forest::random(0));
        let options = ForestOptions { trees: TREES, least: MIN_FOREST_LEAF, seed: 1 + stage as u64 };
        (vec![tree], forest::learn(&examples, &options))
    });
    let [(good, good_forest), (content, content_forest)] = of_stages;
    [[good, content], [good_forest, content_forest]]
}

/// The weight of an example: errors in long texts are worse.
fn weight(features: &Features) -> usize {
    (features[WORDS].isqrt() / 4).clamp(1, 12) as usize
}

/// Converts the trees to node tables for the model file.
pub fn tables(model: &KindModel) -> [[Vec<Vec<Node>>; 2]; 2] {
    let of_stage = |trees: &Vec<Tree>| trees.iter().map(Tree::to_nodes).collect();
    [0, 1].map(|learner| [0, 1].map(|stage| of_stage(&model[learner][stage])))
}
