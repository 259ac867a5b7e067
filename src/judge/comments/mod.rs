//! Reader comments under an article, as units with author, date and text.
//!
//! Templates print comments one after the other, each with its author, its date and a button to reply. So an element
//! with text and an author or a date may be a *unit*, and units of one kind are a *group*. Class names, these clues and
//! the position on the page decide whether a group is comments.
//!
//! | file | what |
//! |---|---|
//! | `clues` | clues in short blocks: dates, authors, reply buttons |
//! | `units` | elements with text and such clues, and their groups |
//! | `score` | whether a group is comments, with its `weights` |
//! | `items` | text beside the units of such groups |
//! | `byline` | author and date of a unit |
//! | `training` | what the weights are learned from |
//!
//! The posts of a thread are such units, too; [`crate::judge::mask`] distinguishes threads from articles.

mod byline;
mod clues;
mod items;
mod nesting;
pub mod score;
#[cfg(test)]
mod tests;
#[cfg(feature = "unstable")]
mod training;
mod units;
mod weights;

use crate::base::arena::{Bump, Vec};
use crate::judge::containers::Containers;
use crate::read::class_words::GroupCache;
use crate::read::html::Node;
use crate::read::page::Page;
use clues::{Clue, ClueReader};
pub(crate) use nesting::nest;
use score::{PageSums, Weights};
#[cfg(feature = "unstable")]
pub use training::groups_of;
use units::Candidates;
pub use weights::WEIGHTS;

/// What a block is in a comment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// It is in no comment.
    #[default]
    Outside = 0,
    /// The text of the comment.
    Text = 1,
    /// The author, the date, or both.
    Byline = 2,
    /// Buttons and links to reply, to vote, to share.
    Control = 3,
}

/// One comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Bytes of the UTF-8 view, from its first block to its last, without answers.
    pub source: (u32, u32),
    /// The text range of the author; empty if unknown.
    pub author: (u32, u32),
    /// The text range of the date; empty if unknown.
    pub date: (u32, u32),
    /// The index of the comment that it answers.
    pub parent: Option<u32>,
    /// The range of its block indices, which may include blocks of answers.
    pub blocks: (u32, u32),
    /// The element that holds it.
    pub node: u32,
}

impl Unit {
    /// A unit without blocks.
    fn new(node: u32) -> Unit {
        let (source, blocks) = ((u32::MAX, 0), (u32::MAX, 0));
        Unit { source, blocks, author: (0, 0), date: (0, 0), parent: None, node }
    }
}

/// The comments of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Comments<'a> {
    /// In the order of the page.
    pub units: &'a [Unit],
    /// For each block its part, and one plus the index of its unit; empty if there is no comment.
    pub parts: &'a [(Part, u32)],
    /// Whether class names and a heading call the units comments.
    pub is_announced: bool,
}

impl Comments<'_> {
    /// What a block is in a comment.
    #[inline]
    pub fn part(&self, block: usize) -> Part {
        self.parts.get(block).map_or(Part::Outside, |&(part, _)| part)
    }

    /// The index of the comment that a block belongs to.
    pub fn unit_of(&self, block: usize) -> Option<u32> {
        self.parts.get(block)?.1.checked_sub(1)
    }
}

/// Bytes of scratch memory that [`find`] needs.
pub(crate) fn scratch_capacity(page: &Page<'_>, containers: &Containers<'_>) -> usize {
    let blocks = page.blocks.len();
    containers.len()
        + blocks * (size_of::<Clue>() + 2 * size_of::<u32>())
        + units::capacity(blocks, containers.len())
        + items::capacity(blocks, containers.len())
        + (4 << 10)
}

/// Finds the comments of a page, or the posts if it is a thread. Takes linear time.
pub fn find<'a>(
    arena: &'a Bump,
    scratch: &Bump,
    page: &Page<'_>,
    containers: &Containers<'_>,
    groups: &mut GroupCache<'_>,
    weights: &Weights,
) -> Comments<'a> {
    let Some(found) = candidates(scratch, page, containers, groups) else { return Comments::default() };
    let sums = PageSums::of(scratch, page, &found);
    let mut is_announced = false;
    let accepted = &*scratch.alloc_slice_fill_iter((0..found.groups.len()).map(|group| {
        let features = sums.features(page, containers, &found, group);
        let is_accepted = score::is_comments(&features, weights);
        is_announced |= is_accepted && score::is_announced(&features);
        is_accepted
    }));
    if !accepted.contains(&true) {
        return Comments::default();
    }
    let assignment = items::assign(scratch, page, containers, &found, accepted);
    // For each comment of the assignment one plus its unit; 0 as long as it has none.
    let numbers = scratch.alloc_slice_fill_copy(assignment.containers.len(), 0u32);
    let mut units: Vec<'a, Unit> = Vec::with_capacity_in(assignment.containers.len(), arena);
    let parts = arena.alloc_slice_fill_iter(assignment.parts.iter().map(|&(part, comment)| {
        let Some(comment) = comment.checked_sub(1) else { return (Part::Outside, 0) };
        let number = &mut numbers[comment as usize];
        if *number == 0 {
            units.push(Unit::new(containers.list[assignment.containers[comment as usize] as usize].node));
            *number = units.len() as u32;
        }
        (part, *number)
    }));
    for (i, &(_, number)) in parts.iter().enumerate() {
        if let Some(unit) = number.checked_sub(1).and_then(|at| units.get_mut(at as usize)) {
            let block = &page.blocks[i];
            unit.source = (unit.source.0.min(block.source.0), unit.source.1.max(block.source.1));
            unit.blocks = (unit.blocks.0.min(i as u32), i as u32 + 1);
            byline::read(page, block, found.clues[i], unit);
        }
    }
    byline::read_linked_names(scratch, page, parts, &mut units);
    set_parents(scratch, page.tree.nodes, &mut units);
    Comments { units: units.into_bump_slice(), parts, is_announced }
}

fn set_parents(scratch: &Bump, nodes: &[Node], units: &mut [Unit]) {
    let parents = nest(scratch, units.len(), |above, unit| {
        let (above, unit) = (units[above as usize].node, units[unit as usize].node);
        let is_around = above < unit && unit < nodes[above as usize].subtree_end;
        is_around || nodes[above as usize].depth < nodes[unit as usize].depth
    });
    for (unit, &parent) in units.iter_mut().zip(parents) {
        unit.parent = parent;
    }
}

fn part_of(clue: Clue) -> Part {
    match clue {
        Clue::Date | Clue::Author => Part::Byline,
        Clue::Reply | Clue::Control => Part::Control,
        Clue::None | Clue::Text | Clue::Heading | Clue::Announcement => Part::Text,
    }
}

fn candidates<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    containers: &Containers<'_>,
    groups: &mut GroupCache<'_>,
) -> Option<Candidates<'s>> {
    let mut reader = ClueReader::new(scratch, page, containers, groups);
    if !reader.speaks_of_comments() {
        return None;
    }
    let clues = scratch.alloc_slice_fill_iter(page.blocks.iter().map(|block| reader.clue(block)));
    units::candidates(scratch, page, containers, clues)
}
