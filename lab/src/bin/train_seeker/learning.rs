//! Examples for the two decisions, and the models learned from them.

use crate::corpus::CorpusPage;
use crate::labels::labels;
use blockmask::arena::Bump;
use blockmask::seeker::segments::{self, Features, candidates};
use blockmask::seeker::{ModelKind, Node, Strings, is_innermost};
use blockmask::{Analyzer, Options};
use blockmask_lab::c45::{self, Examples, Tree};
use blockmask_lab::forest::{self, ForestOptions};

/// Least examples in a leaf of the single tree: the 2 of C4.5, as one example may count twelve times.
const LEAST_OF_TREE: usize = 24;
/// Trees of a forest, and least examples in a leaf of theirs.
const TREES: usize = 8;
const LEAST_OF_FOREST: usize = 100;
/// A page gives at most so many examples of each decision.
const MOST_OF_PAGE: usize = 60;

/// The number of words among the features.
const WORDS: usize = segments::WORDS;

/// The examples of one page, by decision.
pub struct Lesson {
    pub kind: ModelKind,
    pub fold: u64,
    pub stages: [Vec<(Features, bool)>; 2],
}

/// Makes the examples of a page.
pub fn lesson(page: &CorpusPage, kind: ModelKind, seed: u64) -> Lesson {
    let mut analyzer = Analyzer::new(Options::default());
    let arena = Bump::new();
    let mut stages = [Vec::new(), Vec::new()];
    if let Ok(document) = analyzer.analyze(&page.html) {
        let tables = document.page();
        let strings = Strings::new(&arena, tables);
        let candidates = candidates(&arena, tables, &strings);
        let labels = labels(tables, &strings, &candidates, &page.gold);
        for (i, (candidate, label)) in candidates.iter().zip(labels).enumerate() {
            if label.is_on_the_way && !is_innermost(tables, &candidates, i) {
                stages[0].push((candidate.features, label.is_good));
            }
            if label.is_on_the_way && label.is_good {
                stages[1].push((candidate.features, label.is_content));
            }
        }
    }
    for stage in &mut stages {
        thin(stage, seed);
    }
    Lesson { kind, fold: page.fold, stages }
}

/// Keeps some of the examples, drawn at random, in their order.
fn thin(examples: &mut Vec<(Features, bool)>, seed: u64) {
    let mut random = forest::random(seed);
    let mut left = examples.len();
    let mut wanted = MOST_OF_PAGE.min(left);
    examples.retain(|_| {
        let keeps = random(left) < wanted;
        left -= 1;
        wanted -= usize::from(keeps);
        keeps
    });
}

/// The two learners' models of one page kind: learner, then stage, then trees.
pub type KindModel = [[Vec<Tree>; 2]; 2];

/// Learns the models of a kind from the pages that are not in a fold, or from all.
pub fn learn(lessons: &[Lesson], kind: ModelKind, without: Option<u64>) -> KindModel {
    let of_stages = [0, 1].map(|stage| {
        let lessons = lessons.iter().filter(|lesson| lesson.kind == kind && Some(lesson.fold) != without);
        let examples = lessons.flat_map(|lesson| &lesson.stages[stage]);
        let examples: Vec<_> = examples.flat_map(|example| std::iter::repeat_n(example, weight(&example.0))).collect();
        let rows: Vec<&[u32]> = examples.iter().map(|(features, _)| features.as_slice()).collect();
        let classes: Vec<bool> = examples.iter().map(|(_, class)| *class).collect();
        let examples = Examples { rows: &rows, classes: &classes };
        let options = c45::Options { least: LEAST_OF_TREE, ..c45::Options::default() };
        let tree = c45::learn(&examples, &options, &mut forest::random(0));
        let options = ForestOptions { trees: TREES, least: LEAST_OF_FOREST, seed: 1 + stage as u64 };
        (vec![tree], forest::learn(&examples, &options))
    });
    let [(good, good_forest), (content, content_forest)] = of_stages;
    [[good, content], [good_forest, content_forest]]
}

/// How often an example counts: one of much text is worse to get wrong.
fn weight(features: &Features) -> usize {
    (features[WORDS].isqrt() / 4).clamp(1, 12) as usize
}

/// As tables, for the model file.
pub fn tables(model: &KindModel) -> [[Vec<Vec<Node>>; 2]; 2] {
    let of_stage = |trees: &Vec<Tree>| trees.iter().map(Tree::to_nodes).collect();
    [0, 1].map(|learner| [0, 1].map(|stage| of_stage(&model[learner][stage])))
}
