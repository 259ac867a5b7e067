//! Tag paths, shared by the blocks that have the same one.

use crate::values::Text;
use blockmask::{Document, TagPaths};
use std::ops::Range;
use std::sync::Arc;

/// The tag paths of all blocks, one after the other; neighbors with the same path share it.
pub struct Paths<'d> {
    all: Arc<str>,
    /// By block.
    ranges: Vec<Range<usize>>,
    hashes: TagPaths<'d, 'd>,
}

impl<'d> Paths<'d> {
    /// Reads the paths of all blocks of a document.
    pub fn of(document: &'d Document<'d>) -> Paths<'d> {
        let (mut all, mut ranges) = (String::new(), Vec::<Range<usize>>::with_capacity(document.blocks().len()));
        let mut paths = document.tag_paths();
        for block in document.blocks() {
            let start = all.len();
            all.push_str(paths.of(&block));
            match ranges.last().filter(|last| all[(*last).clone()] == all[start..]) {
                Some(last) => {
                    all.truncate(start);
                    ranges.push(last.clone());
                }
                None => ranges.push(start..all.len()),
            }
        }
        Paths { all: all.into(), ranges, hashes: document.tag_paths() }
    }

    /// The tag path of a block.
    pub fn get(&self, index: usize) -> Text {
        Text::part_of(&self.all, self.ranges[index].clone())
    }

    /// The hash of the tag path of a block.
    pub fn hash_of(&mut self, block: &blockmask::Block<'_, '_>) -> u64 {
        self.hashes.hash_of(block)
    }
}
