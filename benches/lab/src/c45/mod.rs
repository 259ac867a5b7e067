//! C4.5 decision trees (Quinlan 1993) for two classes and integer attributes, equivalent to J48 of WEKA.
//!
//! A tree is grown by gain ratio ([`grow`]) and pruned by a pessimistic error estimate ([`prune`]). It can be printed
//! as rules ([`Tree::rules`]) or converted to the library's node table ([`Tree::to_nodes`]).

mod grow;
mod prune;
#[cfg(test)]
mod tests;

pub use grow::grow;
pub use prune::{added_errors, prune};

use blockmask::internals::seeker::Node;
use std::fmt::Write;

/// Examples: rows of attributes with their classes.
#[derive(Clone, Copy, Debug)]
pub struct Examples<'e> {
    /// One row per example, all of equal length.
    pub rows: &'e [&'e [u32]],
    /// Whether each example is positive.
    pub classes: &'e [bool],
}

/// How a tree is learned.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The minimum number of examples in either branch of a split (m).
    pub least: usize,
    /// The confidence of the pessimistic estimate (CF), above 0 and at most 0.5; `None` disables pruning.
    pub confidence: Option<f64>,
    /// The number of random attributes considered for each split; `None` for all, by the rules of C4.5.
    pub drawn: Option<usize>,
}

impl Default for Options {
    /// The defaults of J48.
    fn default() -> Options {
        Options { least: 2, confidence: Some(0.25), drawn: None }
    }
}

/// A tree, or a branch of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The numbers of negative and positive examples.
    pub counts: [usize; 2],
    /// The split; `None` for a leaf.
    pub split: Option<Box<Split>>,
}

/// A split by one attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// The attribute.
    pub attribute: usize,
    /// The largest value in the first branch.
    pub threshold: u32,
    /// The branches for values up to the threshold and above it.
    pub branches: [Tree; 2],
}

impl Tree {
    /// A leaf.
    pub fn leaf(counts: [usize; 2]) -> Tree {
        Tree { counts, split: None }
    }

    /// The share of positive examples in the leaf of an example; one half for an empty leaf.
    pub fn probability(&self, row: &[u32]) -> f64 {
        let mut tree = self;
        while let Some(split) = &tree.split {
            tree = &split.branches[usize::from(row[split.attribute] > split.threshold)];
        }
        let [no, yes] = tree.counts;
        if no + yes == 0 { 0.5 } else { yes as f64 / (no + yes) as f64 }
    }

    /// The number of nodes.
    pub fn size(&self) -> usize {
        1 + self.split.as_ref().map_or(0, |split| split.branches.iter().map(Tree::size).sum())
    }

    /// The number of training errors: examples that are not in the majority class of their leaf.
    pub fn errors(&self) -> usize {
        match &self.split {
            None => self.counts[0].min(self.counts[1]),
            Some(split) => split.branches.iter().map(Tree::errors).sum(),
        }
    }

    /// Converts the tree to a node table. A split whose first branch has too many nodes becomes a leaf.
    pub fn to_nodes(&self) -> Vec<Node> {
        let [no, yes] = self.counts;
        let probability = (yes * 255 + (no + yes) / 2).checked_div(no + yes).unwrap_or(127);
        let leaf = Node { probability: probability as u8, ..Node::default() };
        let Some(split) = &self.split else { return vec![leaf] };
        let first = split.branches[0].to_nodes();
        let Ok(skip) = u16::try_from(first.len() + 1) else { return vec![leaf] };
        let mut nodes = vec![Node { threshold: split.threshold, skip, feature: split.attribute as u8, probability: 0 }];
        nodes.extend(first);
        nodes.extend(split.branches[1].to_nodes());
        nodes
    }

    /// Formats the tree as indented rules, one line per branch, with the counts of each leaf.
    pub fn rules(&self, names: &[&str]) -> String {
        let mut text = String::new();
        self.write_rules(names, 0, &mut text);
        text
    }

    fn write_rules(&self, names: &[&str], depth: usize, text: &mut String) {
        let Some(split) = &self.split else {
            let [no, yes] = self.counts;
            let answer = if yes > no { "yes" } else { "no" };
            let _ = writeln!(text, "{}{answer} ({no}/{yes})", "|   ".repeat(depth));
            return;
        };
        for (branch, sign) in split.branches.iter().zip(["<=", ">"]) {
            let name = names.get(split.attribute).copied().unwrap_or("?");
            let _ = writeln!(text, "{}{name} {sign} {}", "|   ".repeat(depth), split.threshold);
            branch.write_rules(names, depth + 1, text);
        }
    }
}

/// Learns a tree. `random` returns a number below its argument and is used only with [`Options::drawn`].
pub fn learn(examples: &Examples<'_>, options: &Options, random: &mut dyn FnMut(usize) -> usize) -> Tree {
    let all: Vec<usize> = (0..examples.classes.len()).collect();
    learn_from(examples, &all, options, random)
}

/// Learns a tree from a sample of the examples, which may contain an example several times.
pub fn learn_from(
    examples: &Examples<'_>,
    some: &[usize],
    options: &Options,
    random: &mut dyn FnMut(usize) -> usize,
) -> Tree {
    let mut tree = grow(examples, some, options, random);
    if let Some(confidence) = options.confidence {
        prune(examples, some, &mut tree, confidence);
    }
    tree
}
