//! Growing a tree by gain ratio.

use super::{Examples, Options, Split, Tree};

/// A candidate split of the examples by one attribute.
#[derive(Clone, Copy, Debug)]
struct Cut {
    attribute: usize,
    threshold: u32,
    /// Information gain in bits per example, minus the cost of the threshold.
    gain: f64,
    /// Gain ratio: the gain divided by the entropy of the split.
    ratio: f64,
}

/// Tolerance for gains below the mean.
const SLACK: f64 = 1e-3;
/// Differences of gains below this are rounding errors.
const ROUNDING: f64 = 1e-6;

/// Grows a tree from a sample of the examples, without pruning.
pub fn grow(
    examples: &Examples<'_>,
    some: &[usize],
    options: &Options,
    random: &mut dyn FnMut(usize) -> usize,
) -> Tree {
    let counts = counts(examples, some);
    if counts.contains(&0) || some.len() < 2 * options.least {
        return Tree::leaf(counts);
    }
    let width = examples.rows[some[0]].len();
    let cuts: Vec<Cut> =
        drawn(width, options.drawn, random).into_iter().filter_map(|a| best_cut(examples, some, a, options)).collect();
    let Some(best) = choose(&cuts, options) else { return Tree::leaf(counts) };
    let is_above = |&&i: &&usize| examples.rows[i][best.attribute] > best.threshold;
    let (above, below): (Vec<usize>, Vec<usize>) = some.iter().partition(is_above);
    let branches = [grow(examples, &below, options, random), grow(examples, &above, options, random)];
    Tree { counts, split: Some(Box::new(Split { attribute: best.attribute, threshold: best.threshold, branches })) }
}

pub(super) fn counts(examples: &Examples<'_>, some: &[usize]) -> [usize; 2] {
    let yes = some.iter().filter(|&&i| examples.classes[i]).count();
    [some.len() - yes, yes]
}

/// The attributes that a split may use, in increasing order.
fn drawn(width: usize, count: Option<usize>, random: &mut dyn FnMut(usize) -> usize) -> Vec<usize> {
    let mut all: Vec<usize> = (0..width).collect();
    let Some(count) = count else { return all };
    for i in 0..count.min(width) {
        all.swap(i, i + random(width - i));
    }
    all.truncate(count);
    all.sort_unstable();
    all
}

/// The cut with the best gain ratio among those with at least the mean gain; the first one on ties. A forest uses the
/// best gain instead.
fn choose(cuts: &[Cut], options: &Options) -> Option<Cut> {
    let better = |best: Option<Cut>, cut: &Cut, value: fn(&Cut) -> f64| match best {
        Some(best) if value(&best) >= value(cut) => Some(best),
        _ => Some(*cut),
    };
    if options.drawn.is_some() {
        return cuts.iter().fold(None, |best, cut| better(best, cut, |cut| cut.gain));
    }
    let mean = cuts.iter().map(|cut| cut.gain).sum::<f64>() / cuts.len().max(1) as f64;
    let enough = cuts.iter().filter(|cut| cut.gain >= mean - SLACK);
    enough.fold(None, |best, cut| better(best, cut, |cut| cut.ratio))
}

/// The threshold of an attribute with the largest gain; `None` if no threshold has a positive gain.
fn best_cut(examples: &Examples<'_>, some: &[usize], attribute: usize, options: &Options) -> Option<Cut> {
    let mut pairs: Vec<(u32, bool)> =
        some.iter().map(|&i| (examples.rows[i][attribute], examples.classes[i])).collect();
    pairs.sort_unstable();
    let total = pairs.len();
    // C4.5 requires 10% of the average class size on either side, at least m and at most 25 examples.
    let least = match options.drawn {
        Some(_) => options.least,
        None => total.div_ceil(20).min(25).max(options.least),
    };
    let all = counts(examples, some);
    let before = entropy(all);
    let (mut below, mut candidates) = ([0usize; 2], 0usize);
    let mut best: Option<(usize, f64)> = None;
    for (i, pair) in pairs.windows(2).enumerate() {
        below[usize::from(pair[0].1)] += 1;
        let count = i + 1;
        if pair[0].0 == pair[1].0 || count < least || total - count < least {
            continue;
        }
        candidates += 1;
        let above = [all[0] - below[0], all[1] - below[1]];
        let after = (count as f64 * entropy(below) + (total - count) as f64 * entropy(above)) / total as f64;
        let gain = before - after;
        if gain > best.map_or(0.0, |(_, best)| best + ROUNDING) {
            best = Some((i, gain));
        }
    }
    let (at, gain) = best?;
    // The cost of encoding the threshold (Quinlan 1996), which a forest omits.
    let gain = if options.drawn.is_some() { gain } else { gain - (candidates as f64).log2() / total as f64 };
    let ratio = gain / entropy([at + 1, total - at - 1]);
    // As in C4.5, the threshold is a value of the examples, not a midpoint.
    (gain > 0.0).then_some(Cut { attribute, threshold: pairs[at].0, gain, ratio })
}

/// The entropy of a split in bits.
pub(super) fn entropy(counts: [usize; 2]) -> f64 {
    let total = (counts[0] + counts[1]) as f64;
    let of = |count: usize| if count == 0 { 0.0 } else { -(count as f64 / total) * (count as f64 / total).log2() };
    of(counts[0]) + of(counts[1])
}
