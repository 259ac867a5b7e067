//! Collapsing of useless splits, and pessimistic pruning with subtree raising.

use super::grow::counts;
use super::{Examples, Tree};

/// A subtree is kept only if its estimate is better by more than this.
const SLACK: f64 = 0.1;
/// Tolerance in comparisons of training errors.
const ROUNDING: f64 = 1e-3;

/// Prunes a tree that was grown from these examples. First collapses splits that do not reduce the training errors;
/// then, bottom-up, replaces subtrees by a leaf or by their largest branch where this does not increase the estimated
/// errors.
pub fn prune(examples: &Examples<'_>, some: &[usize], tree: &mut Tree, confidence: f64) {
    collapse(tree);
    prune_branch(examples, some, tree, confidence);
}

fn collapse(tree: &mut Tree) {
    if tree.split.is_none() {
        return;
    }
    let as_leaf = tree.counts[0].min(tree.counts[1]);
    if tree.errors() as f64 >= as_leaf as f64 - ROUNDING {
        tree.split = None;
    } else if let Some(split) = &mut tree.split {
        split.branches.iter_mut().for_each(collapse);
    }
}

fn prune_branch(examples: &Examples<'_>, some: &[usize], tree: &mut Tree, confidence: f64) {
    let Some(split) = &mut tree.split else { return };
    let parts = part(examples, some, split.attribute, split.threshold);
    for (branch, part) in split.branches.iter_mut().zip(&parts) {
        prune_branch(examples, part, branch, confidence);
    }
    // The last one on ties, as in WEKA.
    let largest = usize::from(parts[1].len() >= parts[0].len());
    let of_largest = estimate_on(examples, some, &split.branches[largest], confidence);
    let of_leaf = estimate(tree.counts, confidence);
    let of_tree = estimate_of(tree, confidence);
    if of_leaf <= of_tree + SLACK && of_leaf <= of_largest + SLACK {
        tree.split = None;
    } else if of_largest <= of_tree + SLACK
        && let Some(split) = tree.split.take()
    {
        let [below, above] = split.branches;
        *tree = if largest == 1 { above } else { below };
        redistribute(examples, some, tree);
        prune_branch(examples, some, tree, confidence);
    }
}

fn part(examples: &Examples<'_>, some: &[usize], attribute: usize, threshold: u32) -> [Vec<usize>; 2] {
    let (below, above) = some.iter().partition(|&&i| examples.rows[i][attribute] <= threshold);
    [below, above]
}

/// Recomputes the counts of all nodes.
fn redistribute(examples: &Examples<'_>, some: &[usize], tree: &mut Tree) {
    tree.counts = counts(examples, some);
    if let Some(split) = &mut tree.split {
        let parts = part(examples, some, split.attribute, split.threshold);
        for (branch, part) in split.branches.iter_mut().zip(&parts) {
            redistribute(examples, part, branch);
        }
    }
}

/// The estimated errors of a leaf with these counts.
fn estimate(counts: [usize; 2], confidence: f64) -> f64 {
    let (total, errors) = ((counts[0] + counts[1]) as f64, counts[0].min(counts[1]) as f64);
    errors + added_errors(total, errors, confidence)
}

fn estimate_of(tree: &Tree, confidence: f64) -> f64 {
    match &tree.split {
        None => estimate(tree.counts, confidence),
        Some(split) => split.branches.iter().map(|branch| estimate_of(branch, confidence)).sum(),
    }
}

/// The estimated errors of a tree on these examples.
fn estimate_on(examples: &Examples<'_>, some: &[usize], tree: &Tree, confidence: f64) -> f64 {
    let Some(split) = &tree.split else { return estimate(counts(examples, some), confidence) };
    let parts = part(examples, some, split.attribute, split.threshold);
    split.branches.iter().zip(&parts).map(|(branch, part)| estimate_on(examples, part, branch, confidence)).sum()
}

/// The pessimistic correction to `errors` errors in `total` examples (Quinlan 1993): from the upper confidence limit of
/// a binomial distribution, in its normal approximation.
pub fn added_errors(total: f64, errors: f64, confidence: f64) -> f64 {
    if total <= 0.0 {
        return 0.0;
    }
    if errors < 1.0 {
        let none = total * (1.0 - confidence.powf(1.0 / total));
        return if errors == 0.0 { none } else { none + errors * (added_errors(total, 1.0, confidence) - none) };
    }
    if errors + 0.5 >= total {
        return (total - errors).max(0.0);
    }
    let z = normal_quantile(1.0 - confidence);
    let f = (errors + 0.5) / total;
    let root = (f / total - f * f / total + z * z / (4.0 * total * total)).sqrt();
    let rate = (f + z * z / (2.0 * total) + z * root) / (1.0 + z * z / total);
    rate * total - errors
}

/// The quantile function of the standard normal distribution, by bisection.
pub(super) fn normal_quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        *if normal_cdf(middle) < probability { &mut low } else { &mut high } = middle;
    }
    (low + high) / 2.0
}

/// The standard normal distribution function: 1/2 + phi(x) (x + x^3/3 + x^5/15 + ...).
fn normal_cdf(x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs() && n < 400.0 {
        n += 2.0;
        term *= x * x / n;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}
