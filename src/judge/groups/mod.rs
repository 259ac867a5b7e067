//! Groups: the repeated parts of a page, such as results, posts, comments, offers, teasers, entries of a menu.
//!
//! A template prints each item of a list with the same tags. So items are siblings, or runs of siblings, with similar
//! subtrees (B. Liu, R. Grossman and Y. Zhai, "Mining Data Records in Web Pages", KDD 2003; Y. Zhai and B. Liu, "Web
//! Data Extraction Based on Partial Tree Alignment", WWW 2005), and repeat in the sequence of tag paths (G. Miao et al.,
//! "Extracting Data Records from the Web Using Tag Path Clustering", WWW 2009; R. P. Velloso and C. F. Dorneles,
//! "Extracting Records from the Web Using a Signal Processing Approach", CIKM 2017). The papers compare strings of tags
//! or trees; here a [`Shape`] represents a subtree, so that the work is linear.
//!
//! | file | what |
//! |---|---|
//! | `texts` | the blocks in a range of nodes |
//! | `shapes` | the tags in a subtree as a set, and how similar two sets are |
//! | `siblings` | the children of an element in which blocks begin, and which of them are alike |
//! | `runs` | items of several siblings |
//! | `cousins` | items with the same tag path in several elements |
//! | `namesakes` | items with the same class at any depth |
//! | `nesting` | which items hold a group |
//!
//! The finder does not choose: the same text may be in several groups, such as the rows of a table, the cells of all
//! rows, and pairs of rows. Names of classes are a hint only. Groups are found where they are asked for, not on every
//! page.

mod by_key;
mod cousins;
mod namesakes;
#[cfg(any(test, feature = "unstable"))]
mod nesting;
mod runs;
mod shapes;
mod siblings;
#[cfg(test)]
mod tests;
mod texts;

use crate::base::arena::{Bump, Vec};
use crate::published::tag_path::Sequence;
use crate::read::html::NONE;
use crate::read::page::Page;
pub(crate) use shapes::Shapes;
pub use shapes::{EQUAL, Shape, similarity};
use std::ops::Range;
pub(crate) use texts::Texts;

/// The minimum number of items of a group.
pub const MIN_ITEMS: usize = 2;

/// How the items of a group stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Each item is one child of the same element.
    Siblings,
    /// Each item is a run of children of the same element.
    Runs,
    /// Each item is one element; their parents differ, but not their tag paths.
    Cousins,
    /// Each item is one element; they have a class in common, at any depth. One may be inside another.
    Namesakes,
}

/// Repeated parts of similar shape.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "unstable"), allow(dead_code, reason = "not all is used yet"))]
pub struct Group {
    /// How its items stand to each other.
    pub arrangement: Arrangement,
    /// The range of its items in [`Groups::items`].
    pub items: (u32, u32),
    /// What at least half of the items have.
    pub shape: Shape,
    /// The mean similarity of the items to `shape`, of [`EQUAL`].
    pub similarity: u32,
}

/// One of the repeated parts.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "unstable"), allow(dead_code, reason = "not all is used yet"))]
pub struct Item {
    /// The index of its group.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub group: u32,
    /// The nodes, `[start, end)`.
    pub nodes: (u32, u32),
    /// The blocks that begin in them, `[first, end)`; at least one.
    pub blocks: (u32, u32),
    /// The index of the innermost item of the same group around it, or [`NONE`].
    pub parent: u32,
}

/// The groups of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Groups<'a> {
    /// Those of children first, in the order of their parents, then cousins and namesakes.
    pub list: &'a [Group],
    /// The items of all groups, ordered by group, then by place on the page.
    pub items: &'a [Item],
}

impl Groups<'_> {
    /// The items of a group.
    pub fn items_of(&self, group: &Group) -> &[Item] {
        &self.items[group.items.0 as usize..group.items.1 as usize]
    }

    /// For each group the index of the innermost item around it, of any other group, or [`NONE`].
    // The judges of groups do not need it yet.
    #[cfg(any(test, feature = "unstable"))]
    pub fn outer<'a>(&self, arena: &'a Bump, scratch: &Bump) -> &'a [u32] {
        nesting::outer(arena, scratch, self)
    }
}

/// What groups must hold to be of use, so that parts of the page with less are not searched. Groups with less may be found,
/// too.
#[derive(Clone, Copy)]
pub struct Least<'m> {
    /// The tokens that count of a range of blocks.
    pub tokens_of: &'m dyn Fn(Range<u32>) -> u64,
    /// The least number of them in all items.
    pub tokens: u64,
}

impl Least<'_> {
    /// All groups are of use.
    pub const NOTHING: Least<'static> = Least { tokens_of: &|_| 0, tokens: 0 };
}

/// Finds the groups of a page, in linear time except for sorting; [`Arrangement::Namesakes`] only if they are wanted. The
/// result lives in `arena`, working memory in `scratch`.
pub fn find<'a>(
    arena: &'a Bump,
    scratch: &Bump,
    page: &Page<'_>,
    sequence: &Sequence<'_>,
    wants_namesakes: bool,
    mut least: Least<'_>,
) -> Groups<'a> {
    if page.tree.nodes.get(page.tree.body as usize).is_none() {
        return Groups::default();
    }
    let texts = Texts::of(scratch, page);
    if !texts.are_ordered() {
        // A part may have blocks that the whole has not.
        least = Least::NOTHING;
    }
    let shapes = Shapes::of(scratch, page, sequence);
    let (groups, items) = (Vec::new_in(arena), Vec::new_in(arena));
    let mut found = Found { texts: &texts, shapes: &shapes, least, groups, items };
    siblings::add(scratch, page, &mut found);
    cousins::add(scratch, page, &mut found);
    if wants_namesakes {
        namesakes::add(scratch, page, &mut found);
    }
    Groups { list: found.groups.into_bump_slice(), items: found.items.into_bump_slice() }
}

/// The groups found so far.
struct Found<'a, 's> {
    texts: &'s Texts<'s>,
    shapes: &'s Shapes<'s>,
    least: Least<'s>,
    groups: Vec<'a, Group>,
    items: Vec<'a, Item>,
}

impl Found<'_, '_> {
    /// Whether some ranges of nodes, which may be inside one another, can have enough text together.
    fn have_enough(&self, ranges: impl IntoIterator<Item = Range<u32>>) -> bool {
        let tokens = |range| self.texts.blocks(&range).map_or(0, self.least.tokens_of);
        let mut left = self.least.tokens;
        let mut ranges = ranges.into_iter();
        while left > 0 {
            let Some(range) = ranges.next() else { return false };
            left = left.saturating_sub(tokens(range));
        }
        true
    }

    /// Adds a group, if enough ranges of nodes have blocks. The ranges ascend.
    fn add(&mut self, arrangement: Arrangement, ranges: impl Iterator<Item = Range<u32>> + Clone) {
        let common = shapes::common(ranges.clone().map(|range| self.shapes.of_range(&range)));
        let (first, group) = (self.items.len() as u32, self.groups.len() as u32);
        let mut sum = 0;
        for range in ranges {
            let Some(blocks) = self.texts.blocks(&range) else { continue };
            sum += similarity(self.shapes.of_range(&range), common);
            let mut parent = self.items.len() as u32;
            parent = if parent == first { NONE } else { parent - 1 };
            while let Some(above) = self.items.get(parent as usize).filter(|above| above.nodes.1 <= range.start) {
                parent = above.parent;
            }
            let (nodes, blocks) = ((range.start, range.end), (blocks.start, blocks.end));
            self.items.push(Item { group, nodes, blocks, parent });
        }
        let count = self.items.len() as u32 - first;
        if (count as usize) < MIN_ITEMS {
            self.items.truncate(first as usize);
            return;
        }
        let items = (first, first + count);
        self.groups.push(Group { arrangement, items, shape: common, similarity: sum / count });
    }
}
