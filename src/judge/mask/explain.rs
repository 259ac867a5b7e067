//! Explains classifications by the learned mask: the contribution of each feature to the score of a block.
//!
//! The expected value of a tree before a split is the mean, over the blocks of the page, of the leaves that are still
//! reachable. The split changes this mean, and the change is credited to the feature of the split (Saabas 2014,
//! "Interpreting random forests"). So the score is the sum of the mean score of the page's blocks and of the effects of
//! the features, which show how a block differs from the rest of its page.

use super::class_paths;
use super::features::{COUNT, Features, LANES, rule_scores};
use super::model::Model;
use crate::base::arena::Bump;
use crate::base::fallible::List;
use crate::base::limits::Watch;
use crate::judge::containers::Containers;
use crate::published::tag_path::Sequence;
use crate::read::class_words::GroupCache;
use crate::read::page::Page;

/// The contribution of a feature to the score of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Its index in [`names`](super::features::names).
    pub feature: usize,
    /// Its value.
    pub value: u8,
    /// The contribution, in log odds.
    pub effect: f32,
}

/// The parts of a block's score.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The sum of `base` and all effects, in log odds. The calibrated probability follows from it.
    pub score: f32,
    /// The mean score of the page's blocks.
    pub base: f32,
    /// The nonzero effects, the largest first.
    pub effects: Vec<Effect>,
}

/// Explains these blocks of a page, in this order; invalid indices are skipped. `model` must be the model of the
/// analysis. Site statistics ([`SitePrior`](super::SitePrior)) are left out.
///
/// Takes several times as long as the mask, and memory of about 100 bytes per block of the page plus 400 bytes per
/// explained block.
pub fn explain(
    page: &Page<'_>,
    sequence: &Sequence<'_>,
    model: &Model,
    wanted: impl IntoIterator<Item = usize>,
    mut each: impl FnMut(usize, Explanation),
) {
    let (arena, scratch) = (Bump::new(), Bump::new());
    let rule_scores = rule_scores(&arena, &scratch, page, sequence);
    let mut groups = GroupCache::new(&arena, class_paths(sequence));
    let containers = Containers::of(&arena, page, &mut groups);
    let mut features = Features::new(&arena, page, sequence, rule_scores, &containers, &Watch::default());
    features.set_kinds(model.kinds(&features.of_page()).bytes());
    let blocks = page.blocks.len();
    let mut rows = List::<[u8; COUNT]>::default();
    for first in (0..blocks).step_by(LANES) {
        let group = features.group(first);
        rows.extend((0..LANES.min(blocks - first)).map(|lane| std::array::from_fn(|feature| group[feature][lane])));
    }
    let wanted: List<usize> = wanted.into_iter().filter(|&index| index < blocks).collect();
    let mut effects = List::repeat([0.0; COUNT], wanted.len());
    let base = model.explain(&rows, &wanted, &mut effects);
    for (&index, effects) in wanted.iter().zip(&*effects) {
        each(index, explanation(base, effects, &rows[index]));
    }
}

fn explanation(base: f32, effects: &[f32; COUNT], values: &[u8; COUNT]) -> Explanation {
    let effect = |(feature, (&effect, &value))| (effect != 0.0).then_some(Effect { feature, value, effect });
    let mut found: Vec<Effect> = effects.iter().zip(values).enumerate().filter_map(effect).collect();
    found.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
    Explanation { score: base + effects.iter().sum::<f32>(), base, effects: found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::mask::features::names;
    use crate::{Analyzer, Document, Options};

    const HTML: &[u8] = b"<title>Rain</title><nav><a href=/>Home</a> <a href=/news>News</a></nav><main><h1>Rain</h1>\
        <p>Rain fell on the city for the third day, and the river rose by two metres over night.\
        <p>Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.\
        </main><footer class=footer>Copyright</footer>";

    /// The explanations of all blocks.
    fn explained(document: &Document<'_>) -> Vec<Explanation> {
        let mut all = Vec::new();
        let blocks = 0..document.blocks().len();
        explain(document.page(), document.sequence(), Model::built_in(), blocks, |index, explanation| {
            assert_eq!(index, all.len());
            all.push(explanation);
        });
        all
    }

    #[test]
    fn the_effects_add_up_to_the_score_that_the_mask_used() {
        let mut analyzer = Analyzer::new(Options::default());
        let document = analyzer.analyze(HTML).unwrap();
        let all = explained(&document);
        assert_eq!(all.len(), document.blocks().len());
        let model = Model::built_in();
        for (block, explanation) in document.blocks().zip(&all) {
            let sum = explanation.base + explanation.effects.iter().map(|effect| effect.effect).sum::<f32>();
            assert!((sum - explanation.score).abs() < 0.001);
            // The score's bin is a quarter wide; next to its end a rounded mean may fall into the neighbor.
            let near = [-0.04, 0.0, 0.04].map(|slack| model.probability_of(explanation.score + slack));
            assert!(near.contains(&block.probability()), "{} {near:?} {}", block.text(), block.probability());
        }
    }

    #[test]
    fn a_landmark_is_named() {
        let mut analyzer = Analyzer::new(Options::default());
        let document = analyzer.analyze(HTML).unwrap();
        let all = explained(&document);
        let footer = document.blocks().position(|block| block.text() == "Copyright").unwrap();
        let names = names();
        let of_footer = all[footer].effects.iter().find(|effect| names[effect.feature] == "near.footer").unwrap();
        assert!(of_footer.effect < 0.0 && of_footer.value == 15);
        let story = document.blocks().position(|block| block.text().starts_with("Nobody")).unwrap();
        assert!(all[story].score > all[footer].score);
    }

    #[test]
    fn blocks_are_explained_as_among_all() {
        let mut analyzer = Analyzer::new(Options::default());
        let document = analyzer.analyze(HTML).unwrap();
        let all = explained(&document);
        let (last, mut some) = (all.len() - 1, Vec::new());
        let wanted = [last, 1, all.len()];
        explain(document.page(), document.sequence(), Model::built_in(), wanted, |index, explanation| {
            some.push((index, explanation));
        });
        assert_eq!(some, [(last, all[last].clone()), (1, all[1].clone())]);
    }

    #[test]
    fn pages_at_the_edge_are_explained() {
        let mut analyzer = Analyzer::new(Options::default());
        for html in [&b""[..], b"x", &b"<p>a".repeat(LANES * 2 + 1)] {
            let document = analyzer.analyze(html).unwrap();
            assert_eq!(explained(&document).len(), document.blocks().len());
        }
    }
}
