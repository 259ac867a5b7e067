//! What stands around a block: its neighbours, windows of text, headings, its segment, its place in the page.

use super::elements::{Sums, is_prose};
use super::scale::{log, share};
use super::text::{Own, eighths};
use crate::arena::{Bump, Vec};
use crate::fusion::{Segment, Segmentation};
use crate::page::{Block, Page, flag};

/// Names of [`Surroundings::values`].
pub(super) const NAMES: [&str; 34] = [
    "before2_tokens",
    "before2_links",
    "before2_density",
    "before1_tokens",
    "before1_links",
    "before1_density",
    "before1_heading",
    "before1_same_container",
    "after1_tokens",
    "after1_links",
    "after1_density",
    "after1_heading",
    "after1_same_container",
    "after2_tokens",
    "after2_links",
    "after2_density",
    "window3_prose",
    "window3_links",
    "window10_prose",
    "window10_links",
    "blocks_since_heading",
    "heading_above",
    "blocks_to_heading",
    "seen_h1",
    "tokens_since_h1",
    "position",
    "tokens_before",
    "tokens_after",
    "prose_before",
    "prose_after",
    "gap",
    "segment_tokens",
    "segment_density",
    "segment_links",
];

/// Running sums and the nearest headings of all blocks.
#[derive(Debug)]
pub(super) struct Surroundings<'a> {
    /// Entry `i` sums the blocks before block `i`; one entry more than there are blocks.
    before: Vec<'a, Sums>,
    /// For every block the last heading at or before it, as index + 1, and 0 without.
    heading_before: Vec<'a, u32>,
    heading_after: &'a [u32],
    /// The first block inside `h1`.
    first_h1: Option<usize>,
    of_segments: &'a [[u8; OF_SEGMENT]],
    /// Tokens, links and density of the blocks, as their neighbours see them, with none around the page.
    seen: Vec<'a, [u8; 3]>,
}

/// Neighbours on each side that a block sees.
const NEIGHBOURS: usize = 2;

/// Features of a segment: the last ones of [`NAMES`].
const OF_SEGMENT: usize = 3;

/// Room that [`Surroundings::of`] takes in its arena, in bytes.
pub(super) fn room(blocks: usize, segments: usize) -> usize {
    (blocks + 1) * size_of::<Sums>() + 2 * blocks * size_of::<u32>() + 3 * blocks + segments * OF_SEGMENT + 64
}

impl<'a> Surroundings<'a> {
    /// `own` has an entry for each block.
    pub(super) fn of(arena: &'a Bump, blocks: &[Block], own: &[Own], segments: &[Segment]) -> Surroundings<'a> {
        let mut before = Vec::with_capacity_in(blocks.len() + 1, arena);
        let mut heading_before = Vec::with_capacity_in(blocks.len(), arena);
        let (mut sums, mut heading) = (Sums::default(), 0);
        before.push(sums);
        for (i, block) in blocks.iter().enumerate() {
            sums.add(Sums::of(block));
            before.push(sums);
            heading_before.push(heading);
            heading = if block.heading > 0 { i as u32 + 1 } else { heading };
        }
        let heading_after = arena.alloc_slice_fill_copy(blocks.len(), blocks.len() as u32);
        let mut next = blocks.len() as u32;
        for (i, block) in blocks.iter().enumerate().rev() {
            heading_after[i] = next;
            next = if block.heading > 0 { i as u32 } else { next };
        }
        let first_h1 = blocks.iter().position(|block| block.heading == 1 && block.flags & flag::HIDDEN == 0);
        let of_segments = arena.alloc_slice_fill_iter(segments.iter().map(segment_values));
        let mut seen = Vec::with_capacity_in(blocks.len() + 2 * NEIGHBOURS, arena);
        let none = std::iter::repeat_n([0; 3], NEIGHBOURS);
        seen.extend(none.clone());
        seen.extend(blocks.iter().zip(own).map(|(block, own)| seen_from_beside(block, own)));
        seen.extend(none);
        Surroundings { before, heading_before, heading_after, first_h1, of_segments, seen }
    }

    /// The text of the blocks `first..end`.
    fn between(&self, first: usize, end: usize) -> Sums {
        let (low, high) = (&self.before[first], &self.before[end]);
        Sums {
            tokens: high.tokens - low.tokens,
            linked: high.linked - low.linked,
            prose: high.prose - low.prose,
            blocks: high.blocks - low.blocks,
        }
    }

    /// The features of a block.
    #[inline]
    pub(super) fn values(&self, page: &Page<'_>, segmentation: &Segmentation<'_>, i: usize) -> [u8; NAMES.len()] {
        let blocks = page.blocks;
        let block = &blocks[i];
        let [b1, a1] = [i.wrapping_sub(1), i + 1].map(|at| blocks.get(at));
        let [before2, before1, _, after1, after2] =
            self.seen[i..].first_chunk::<{ 2 * NEIGHBOURS + 1 }>().copied().unwrap_or_default();
        let same = |other: Option<&Block>| u8::from(other.is_some_and(|other| other.container == block.container));
        let window = |reach: usize| self.between(i.saturating_sub(reach), (i + reach + 1).min(blocks.len()));
        let (narrow, wide) = (window(3), window(10));
        let whole = self.before[blocks.len()];
        let (before, through) = (self.before[i], self.before[i + 1]);
        let heading = self.heading_before[i] as usize;
        let h1 = self.first_h1.filter(|&h1| h1 < i).map(|h1| self.between(h1 + 1, i));
        let segment = segmentation.segment_of_fragment.get(block.fragments.0 as usize);
        let segment = segment.and_then(|&index| self.of_segments.get(index as usize)).copied().unwrap_or_default();
        [
            before2[0],
            before2[1],
            before2[2],
            before1[0],
            before1[1],
            before1[2],
            b1.map_or(0, |b| b.heading),
            same(b1),
            after1[0],
            after1[1],
            after1[2],
            a1.map_or(0, |b| b.heading),
            same(a1),
            after2[0],
            after2[1],
            after2[2],
            log(narrow.prose),
            share(narrow.linked, narrow.tokens),
            log(wide.prose),
            share(wide.linked, wide.tokens),
            log((i + 1 - heading) as u32),
            heading.checked_sub(1).map_or(0, |at| blocks[at].heading),
            log(self.heading_after[i] - i as u32),
            u8::from(h1.is_some()),
            h1.map_or(0, |since| log(since.tokens)),
            share(before.tokens, whole.tokens),
            log(before.tokens),
            log(whole.tokens - through.tokens),
            share(before.prose, whole.prose),
            share(whole.prose - through.prose, whole.prose),
            page.fragments.get(block.fragments.0 as usize).map_or(0, |fragment| fragment.gap),
            segment[0],
            segment[1],
            segment[2],
        ]
    }
}

/// Tokens, links and density of a neighbour.
#[inline]
fn seen_from_beside(block: &Block, own: &Own) -> [u8; 3] {
    // Prose has at least this density by definition, so short blocks differ from it.
    let density = if is_prose(block) { own.density } else { own.density.min(64) };
    [own.tokens, own.links, density]
}

fn segment_values(segment: &Segment) -> [u8; OF_SEGMENT] {
    let tokens = segment.token_count();
    [log(tokens), eighths(segment.density), share(segment.linked_tokens, tokens)]
}
