//! Decision trees and forests as tables of whole numbers.
//!
//! # Format
//! Little-endian: `BMSEEK01`; u32 number of features; u32 number of trees; for each page kind, learner and stage, in
//! this order, the first of its trees and how many they are, u32 each; the first node of every tree, u32; then the
//! nodes, eight bytes each: u32 threshold, u16 skip, u8 feature, u8 probability. A value of at most the threshold leads
//! to the next node, another one `skip` nodes on; a leaf has skip 0. So a walk only goes forward, and ends.

use super::kind::PageKind;
use super::segments::{COUNT, Features};

/// The models that come with the library; `make train-seeker` makes them.
static BUILT_IN: &[u8] = include_bytes!("models.bin");

const MAGIC: &[u8; 8] = b"BMSEEK01";
/// Page kinds, learners and stages.
const MODELS: usize = 3 * 2 * 2;
const HEAD: usize = 8 + 4 + 4 + 8 * MODELS;

/// What was learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Learner {
    /// One C4.5 tree for each decision, as in the paper.
    Tree = 0,
    /// A random forest for each decision: more accurate.
    #[default]
    Forest = 1,
}

/// The two decisions.
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
pub struct Node {
    /// The largest value that leads to the next node.
    pub threshold: u32,
    /// How many nodes on a larger value leads; 0 is a leaf.
    pub skip: u16,
    /// The feature that is compared.
    pub feature: u8,
    /// Of a leaf, the probability of yes in 255ths.
    pub probability: u8,
}

/// Models for all page kinds, borrowed from their file.
#[derive(Clone, Copy, Debug)]
pub struct Model<'m> {
    head: &'m [[u8; 4]],
    roots: &'m [[u8; 4]],
    nodes: &'m [[u8; 8]],
}

impl Model<'static> {
    /// The models that come with the library.
    pub fn built_in() -> Model<'static> {
        // A test reads it; if it were damaged all the same, no candidate would be good.
        Model::read(BUILT_IN).unwrap_or(Model { head: &[], roots: &[], nodes: &[] })
    }
}

impl<'m> Model<'m> {
    /// Reads a model file; none if it is for other features, or cut.
    pub fn read(bytes: &'m [u8]) -> Option<Model<'m>> {
        let (head, rest) = bytes.split_first_chunk::<HEAD>()?;
        let (magic, head) = head.split_first_chunk::<8>()?;
        let head = head.as_chunks::<4>().0;
        if magic != MAGIC || number(head, 0)? as usize != COUNT {
            return None;
        }
        let (roots, nodes) = rest.split_at_checked(4 * number(head, 1)? as usize)?;
        let (nodes, cut) = nodes.as_chunks::<8>();
        cut.is_empty().then_some(Model { head: &head[2..], roots: roots.as_chunks::<4>().0, nodes })
    }

    /// The file of some models: the trees of each page kind, learner and stage.
    #[cfg(any(test, feature = "eval"))]
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
        let mut root = 0;
        for tree in all().flatten() {
            push(root);
            root += tree.len();
        }
        for node in all().flatten().flatten() {
            bytes.extend(node.threshold.to_le_bytes());
            bytes.extend(node.skip.to_le_bytes());
            bytes.extend([node.feature, node.probability]);
        }
        bytes
    }

    /// How likely the answer is yes, in 255ths: the mean over the trees.
    pub fn probability(&self, kind: PageKind, learner: Learner, stage: Stage, features: &Features) -> u8 {
        let model = 4 * kind as usize + 2 * learner as usize + stage as usize;
        let first = number(self.head, 2 * model).unwrap_or(0) as usize;
        let count = number(self.head, 2 * model + 1).unwrap_or(0) as usize;
        let Some(roots) = self.roots.get(first..).and_then(|roots| roots.get(..count)) else { return 0 };
        let sum: u32 = roots.iter().map(|root| self.walk(u32::from_le_bytes(*root), features)).sum();
        (sum / (roots.len() as u32).max(1)) as u8
    }

    fn walk(&self, root: u32, features: &Features) -> u32 {
        let mut at = root as usize;
        while let Some(&[t0, t1, t2, t3, s0, s1, feature, probability]) = self.nodes.get(at) {
            let skip = usize::from(u16::from_le_bytes([s0, s1]));
            if skip == 0 {
                return u32::from(probability);
            }
            let value = features.get(usize::from(feature)).copied().unwrap_or(0);
            at += if value <= u32::from_le_bytes([t0, t1, t2, t3]) { 1 } else { skip };
        }
        0
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
    fn a_walk_takes_the_next_node_or_skips() {
        let question = Node { threshold: 7, skip: 2, feature: 1, probability: 0 };
        let mut models: [[[Vec<Vec<Node>>; 2]; 2]; 3] = Default::default();
        models[2][1][0] = vec![vec![question, leaf(200), leaf(10)], vec![leaf(100)]];
        models[0][0][1] = vec![vec![leaf(3)]];
        let bytes = Model::write(&models);
        let model = Model::read(&bytes).unwrap();
        let mut features = [0; COUNT];
        let forum = |features: &Features| model.probability(PageKind::Forum, Learner::Forest, Stage::Good, features);
        for (value, expected) in [(0, 150), (7, 150), (8, 55), (u32::MAX, 55)] {
            features[1] = value;
            assert_eq!(forum(&features), expected);
        }
        assert_eq!(model.probability(PageKind::News, Learner::Tree, Stage::Content, &features), 3);
        assert_eq!(model.probability(PageKind::Blog, Learner::Tree, Stage::Content, &features), 0);
    }

    #[test]
    fn damaged_models_are_refused_or_say_no() {
        assert!(Model::read(BUILT_IN).is_some());
        for len in 0..BUILT_IN.len().min(300) {
            if let Some(model) = Model::read(&BUILT_IN[..len]) {
                model.probability(PageKind::News, Learner::Tree, Stage::Good, &[1; COUNT]);
            }
        }
        let mut other = BUILT_IN.to_vec();
        other[8] ^= 1;
        assert!(Model::read(&other).is_none());
        other = BUILT_IN.to_vec();
        other[16..].fill(0xff);
        if let Some(model) = Model::read(&other) {
            assert_eq!(model.probability(PageKind::News, Learner::Tree, Stage::Good, &[1; COUNT]), 0);
        }
    }
}
