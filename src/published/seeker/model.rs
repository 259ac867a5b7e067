//! Decision trees and random forests as tables of integers. The paper's learner is C4.5; a forest is more accurate.
//!
//! # Format
//! Little-endian: `BMSEEK02`; u32 number of features; u32 number of trees; for each kind of model, learner and stage,
//! in this order, the first of its trees and how many they are, u32 each; for every tree where its nodes begin, u32;
//! then the nodes. A leaf is the byte 63 and a probability. A split is a byte with the feature, and in its two high
//! bits the number of bytes of its threshold minus one; u16 skip; the threshold. A value of at most the threshold leads
//! to the next node, a larger one `skip` bytes further. So evaluation only moves forward, and terminates.

use super::model_kind::ModelKind;
use super::segments::{COUNT, Features};

/// The models that come with the library; `make train-seeker` makes them.
static BUILT_IN: &[u8] = include_bytes!("models.bin");

// Features have six bits.
const _: () = assert!(COUNT < LEAF as usize);
const MAGIC: &[u8; 8] = b"BMSEEK02";
/// Kinds of models, learners and stages.
const MODELS: usize = 3 * 2 * 2;
const HEAD: usize = 8 + 4 + 4 + 8 * MODELS;
/// The feature of a leaf.
const LEAF: u8 = 63;

/// The kind of classifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
// Only experimental options choose another value.
#[cfg_attr(not(any(feature = "capi", feature = "unstable")), allow(dead_code))]
pub enum Learner {
    /// One C4.5 tree for each decision, as in the paper.
    Tree = 0,
    /// A random forest for each decision: more accurate.
    #[default]
    Forest = 1,
}

/// The two classifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Stage {
    /// Whether a candidate is a good segment.
    Good = 0,
    /// Whether a good segment is main content.
    Content = 1,
}

/// A node of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg(feature = "unstable")]
pub struct Node {
    /// The largest value that leads to the next node.
    pub threshold: u32,
    /// By how many nodes a larger value skips; 0 for a leaf.
    pub skip: u16,
    /// The feature that is compared.
    pub feature: u8,
    /// Of a leaf, the probability of the positive class, in 255ths.
    pub probability: u8,
}

/// The models of all kinds, borrowed from their file.
#[derive(Clone, Copy, Debug)]
pub struct Model<'m> {
    head: &'m [[u8; 4]],
    roots: &'m [[u8; 4]],
    nodes: &'m [u8],
}

impl Model<'static> {
    /// The models that come with the library.
    pub fn built_in() -> Model<'static> {
        // A test reads the file; with a damaged one no candidate would be good.
        Model::read(BUILT_IN).unwrap_or(Model { head: &[], roots: &[], nodes: &[] })
    }
}

impl<'m> Model<'m> {
    /// Reads a model file; `None` if it is for other features, or truncated.
    pub fn read(bytes: &'m [u8]) -> Option<Model<'m>> {
        let (head, rest) = bytes.split_first_chunk::<HEAD>()?;
        let (magic, head) = head.split_first_chunk::<8>()?;
        let head = head.as_chunks::<4>().0;
        if magic != MAGIC || number(head, 0)? as usize != COUNT {
            return None;
        }
        let (roots, nodes) = rest.split_at_checked(4 * number(head, 1)? as usize)?;
        Some(Model { head: &head[2..], roots: roots.as_chunks::<4>().0, nodes })
    }

    /// Serializes models: the trees of each kind, learner and stage.
    ///
    /// # Panics
    /// If a tree takes 64 kB.
    #[cfg(any(test, feature = "unstable"))]
    pub fn write(models: &[[[Vec<Vec<Node>>; 2]; 2]; 3]) -> Vec<u8> {
        let all = || models.iter().flatten().flatten();
        let trees = all().map(Vec::len).sum::<usize>();
        let mut bytes = MAGIC.to_vec();
        let mut push = |number: usize| bytes.extend((number as u32).to_le_bytes());
        push(COUNT);
        push(trees);
        let mut first = 0;
        for model in all() {
            push(first);
            push(model.len());
            first += model.len();
        }
        let mut nodes = Vec::new();
        for tree in all().flatten() {
            push(nodes.len());
            write_tree(tree, &mut nodes);
        }
        bytes.extend(nodes);
        bytes
    }

    /// The probability of the positive class, in 255ths: the mean over the trees.
    pub fn probability(&self, kind: ModelKind, learner: Learner, stage: Stage, features: &Features) -> u8 {
        let model = 4 * kind as usize + 2 * learner as usize + stage as usize;
        let first = number(self.head, 2 * model).unwrap_or(0) as usize;
        let count = number(self.head, 2 * model + 1).unwrap_or(0) as usize;
        let Some(roots) = self.roots.get(first..).and_then(|roots| roots.get(..count)) else { return 0 };
        let sum: u32 = roots.iter().map(|root| self.evaluate(u32::from_le_bytes(*root), features)).sum();
        (sum / (roots.len() as u32).max(1)) as u8
    }

    fn evaluate(&self, root: u32, features: &Features) -> u32 {
        let mut nodes = self.nodes.get(root as usize..).unwrap_or_default();
        loop {
            nodes = match *nodes {
                [LEAF, probability, ..] => return u32::from(probability),
                [feature, s0, s1, ref rest @ ..] => {
                    let Some((threshold, rest)) = rest.split_at_checked(usize::from(feature >> 6) + 1) else {
                        return 0;
                    };
                    let threshold = threshold.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
                    let value = features.get(usize::from(feature & LEAF)).copied().unwrap_or(0);
                    let skip = if value <= threshold { 0 } else { u16::from_le_bytes([s0, s1]) };
                    rest.get(usize::from(skip)..).unwrap_or_default()
                }
                _ => return 0,
            }
        }
    }
}

#[cfg(any(test, feature = "unstable"))]
fn write_tree(tree: &[Node], bytes: &mut Vec<u8>) {
    let threshold_bytes = |node: &Node| (4 - node.threshold.leading_zeros() as usize / 8).max(1);
    let size = |node: &Node| if node.skip == 0 { 2 } else { 3 + threshold_bytes(node) };
    for (at, node) in tree.iter().enumerate() {
        if node.skip == 0 {
            bytes.extend([LEAF, node.probability]);
            continue;
        }
        let skip: usize = tree[at + 1..at + usize::from(node.skip)].iter().map(size).sum();
        let len = threshold_bytes(node);
        bytes.push(node.feature | (len as u8 - 1) << 6);
        assert!(skip < 1 << 16, "a tree of 64 kB");
        bytes.extend((skip as u16).to_le_bytes());
        bytes.extend(&node.threshold.to_le_bytes()[..len]);
    }
}

fn number(words: &[[u8; 4]], at: usize) -> Option<u32> {
    words.get(at).map(|&word| u32::from_le_bytes(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(probability: u8) -> Node {
        Node { probability, ..Node::default() }
    }

    #[test]
    fn evaluation_takes_the_next_node_or_skips() {
        let split = Node { threshold: 7, skip: 2, feature: 1, probability: 0 };
        let mut models: [[[Vec<Vec<Node>>; 2]; 2]; 3] = Default::default();
        models[2][1][0] = vec![vec![split, leaf(200), leaf(10)], vec![leaf(100)]];
        models[0][0][1] = vec![vec![leaf(3)]];
        let bytes = Model::write(&models);
        let model = Model::read(&bytes).unwrap();
        let mut features = [0; COUNT];
        let forum = |features: &Features| model.probability(ModelKind::Forum, Learner::Forest, Stage::Good, features);
        for (value, expected) in [(0, 150), (7, 150), (8, 55), (u32::MAX, 55)] {
            features[1] = value;
            assert_eq!(forum(&features), expected);
        }
        assert_eq!(model.probability(ModelKind::News, Learner::Tree, Stage::Content, &features), 3);
        for threshold in [0, 255, 256, 0xFFFF, 0x1_0000, u32::MAX - 1] {
            let deep = Node { threshold, skip: 4, feature: 1, probability: 0 };
            models[2][1][0] = vec![vec![deep, split, leaf(200), leaf(10), leaf(77)]];
            let bytes = Model::write(&models);
            let model = Model::read(&bytes).unwrap();
            for (value, expected) in [(threshold, if threshold <= 7 { 200 } else { 10 }), (threshold + 1, 77)] {
                features[1] = value;
                assert_eq!(model.probability(ModelKind::Forum, Learner::Forest, Stage::Good, &features), expected);
            }
        }
        assert_eq!(model.probability(ModelKind::Blog, Learner::Tree, Stage::Content, &features), 0);
    }

    #[test]
    fn damaged_models_are_refused_or_say_no() {
        assert!(Model::read(BUILT_IN).is_some());
        for len in 0..BUILT_IN.len().min(300) {
            if let Some(model) = Model::read(&BUILT_IN[..len]) {
                model.probability(ModelKind::News, Learner::Tree, Stage::Good, &[1; COUNT]);
            }
        }
        let mut other = BUILT_IN.to_vec();
        other[8] ^= 1;
        assert!(Model::read(&other).is_none());
        other = BUILT_IN.to_vec();
        other[16..].fill(0xff);
        if let Some(model) = Model::read(&other) {
            assert_eq!(model.probability(ModelKind::News, Learner::Tree, Stage::Good, &[1; COUNT]), 0);
        }
    }
}
