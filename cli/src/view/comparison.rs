//! How another mask, or another version of the page, judges the blocks of a view.

use crate::memory::{List, Text};
use serde::Serialize;

/// More blocks that are on the other side only are not shown.
const MAX_ADDED: usize = 1_000;

/// How a side of a comparison judges a block.
#[derive(Clone, Copy, Serialize)]
pub struct Judgement {
    /// Its number on that side.
    pub index: usize,
    pub kept: bool,
    pub probability: f32,
}

/// The other side of a comparison.
#[derive(Serialize)]
pub struct Comparison {
    /// The names of the side that the view shows, and of the other.
    sides: [String; 2],
    /// For each block of the view.
    blocks: Vec<OtherJudgement>,
    /// Main text of the other side that the page does not have.
    added: Vec<AddedBlock>,
    /// The number of such blocks that are not among them.
    more_added: usize,
}

#[derive(Serialize)]
struct OtherJudgement {
    /// `None` if the other side has no such block.
    other: Option<Judgement>,
    differs: bool,
}

#[derive(Serialize)]
struct AddedBlock {
    text: String,
    judgement: Judgement,
}

impl Comparison {
    /// `blocks` has for each block of the view how the other side judges it, and whether that differs.
    pub fn new(sides: [String; 2], blocks: impl Iterator<Item = (Option<Judgement>, bool)>) -> Comparison {
        let blocks = blocks.map(|(other, differs)| OtherJudgement { other, differs }).collect::<List<_>>().into_vec();
        Comparison { sides, blocks, added: Vec::new(), more_added: 0 }
    }

    /// Adds main text that only the other side has.
    pub fn add(&mut self, text: &str, judgement: Judgement) {
        match self.added.len() < MAX_ADDED {
            true => self.added.push(AddedBlock { text: Text::from(text).into_string(), judgement }),
            false => self.more_added += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_added_blocks_is_limited() {
        let mut comparison = Comparison::new(["a", "b"].map(str::to_owned), std::iter::empty());
        for index in 0..MAX_ADDED + 5 {
            comparison.add("text", Judgement { index, kept: true, probability: 1.0 });
        }
        assert_eq!((comparison.added.len(), comparison.more_added), (MAX_ADDED, 5));
    }
}
