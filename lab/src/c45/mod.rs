//! C4.5 decision trees (Quinlan 1993) for two classes and whole numbers, after the J48 of WEKA (section 4.4).
//!
//! A tree is grown by gain ratio ([`grow`]), then pruned by a pessimistic estimate of its errors ([`prune`]), and can
//! be printed as rules ([`Tree::rules`]) or laid out as a table ([`Tree::to_nodes`]). Learning needs memory and time
//! that analysis must not, so this module is there with feature `eval` only.

mod grow;
mod prune;
#[cfg(test)]
mod tests;

pub use grow::grow;
pub use prune::{added_errors, prune};

use blockmask::seeker::Node;
use std::fmt::Write;

/// Examples: rows of attributes, and for each the class.
#[derive(Clone, Copy, Debug)]
pub struct Examples<'e> {
    /// One row an example, all of the same length.
    pub rows: &'e [&'e [u32]],
    /// Whether the answer is yes.
    pub classes: &'e [bool],
}

/// How a tree is learned.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Least weight of two branches of a split (m).
    pub least: usize,
    /// Confidence of the pessimistic estimate (CF), above 0 and at most 0.5; none leaves the tree as it grew.
    pub confidence: Option<f64>,
    /// Attributes among which each node chooses, drawn at random; none for all of them, by the rules of C4.5.
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
    /// Examples with the answers no and yes.
    pub counts: [usize; 2],
    /// The question, and the branches for values of at most the threshold and above; none for a leaf.
    pub split: Option<Box<Split>>,
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// The attribute.
    pub attribute: usize,
    /// The largest value of the first branch.
    pub threshold: u32,
    /// Values of at most the threshold, and above.
    pub branches: [Tree; 2],
}

impl Tree {
    /// A leaf.
    pub fn leaf(counts: [usize; 2]) -> Tree {
        Tree { counts, split: None }
    }

    /// The share of yes in the leaf that an example comes to; of an empty leaf one half.
    pub fn probability(&self, row: &[u32]) -> f64 {
        let mut tree = self;
        while let Some(split) = &tree.split {
            tree = &split.branches[usize::from(row[split.attribute] > split.threshold)];
        }
        let [no, yes] = tree.counts;
        if no + yes == 0 { 0.5 } else { yes as f64 / (no + yes) as f64 }
    }

    /// How many nodes it has.
    pub fn size(&self) -> usize {
        1 + self.split.as_ref().map_or(0, |split| split.branches.iter().map(Tree::size).sum())
    }

    /// Examples that the majorities of the leaves get wrong.
    pub fn errors(&self) -> usize {
        match &self.split {
            None => self.counts[0].min(self.counts[1]),
            Some(split) => split.branches.iter().map(Tree::errors).sum(),
        }
    }

    /// As a table; a branch that is too far away becomes a leaf.
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

    /// As indented rules: one line a branch, with the counts of no and yes behind each answer.
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

/// Learns a tree. `random` gives a number below the one it is called with; only [`Options::drawn`] asks for it.
pub fn learn(examples: &Examples<'_>, options: &Options, random: &mut dyn FnMut(usize) -> usize) -> Tree {
    let all: Vec<usize> = (0..examples.classes.len()).collect();
    learn_from(examples, &all, options, random)
}

/// The same, from some of the examples, each as often as it is listed.
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
