//! Growing a tree by gain ratio.

use super::{Examples, Options, Split, Tree};

/// A way to part the examples by one attribute.
#[derive(Clone, Copy, Debug)]
struct Cut {
    attribute: usize,
    threshold: u32,
    /// Information gained, in bits an example, less the cost of the threshold.
    gain: f64,
    /// Gain by the information of the split itself.
    ratio: f64,
}

/// Gains this far below the mean still take part.
const SLACK: f64 = 1e-3;
/// Gains below that are rounding.
const ROUNDING: f64 = 1e-6;

/// Grows a tree from some of the examples, without pruning.
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

/// The attributes that a node may ask for, in rising order.
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

/// Of the cuts with at least the mean gain the one with the best ratio, the first on ties. A forest takes the best
/// gain.
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

/// The threshold of an attribute that gains most; none if none gains anything.
fn best_cut(examples: &Examples<'_>, some: &[usize], attribute: usize, options: &Options) -> Option<Cut> {
    let mut pairs: Vec<(u32, bool)> =
        some.iter().map(|&i| (examples.rows[i][attribute], examples.classes[i])).collect();
    pairs.sort_unstable();
    let total = pairs.len();
    // A tenth of the examples of a class on average, but not below m and not above 25.
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
        if gain > best.map_or(0.0, |(_, most)| most + ROUNDING) {
            best = Some((i, gain));
        }
    }
    let (at, gain) = best?;
    // What it costs to tell the threshold; a forest does without.
    let gain = if options.drawn.is_some() { gain } else { gain - (candidates as f64).log2() / total as f64 };
    let ratio = gain / entropy([at + 1, total - at - 1]);
    // The largest value that is not above the middle is the one before it.
    (gain > 0.0).then_some(Cut { attribute, threshold: pairs[at].0, gain, ratio })
}

/// In bits.
pub(super) fn entropy(counts: [usize; 2]) -> f64 {
    let total = (counts[0] + counts[1]) as f64;
    let of = |count: usize| if count == 0 { 0.0 } else { -(count as f64 / total) * (count as f64 / total).log2() };
    of(counts[0]) + of(counts[1])
}
