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
}

/// Features of a segment: the last ones of [`NAMES`].
const OF_SEGMENT: usize = 3;

/// Room that [`Surroundings::of`] takes in its arena, in bytes.
pub(super) fn room(blocks: usize, segments: usize) -> usize {
    (blocks + 1) * size_of::<Sums>() + 2 * blocks * size_of::<u32>() + segments * OF_SEGMENT + 64
}

impl<'a> Surroundings<'a> {
    pub(super) fn of(arena: &'a Bump, blocks: &[Block], segments: &[Segment]) -> Surroundings<'a> {
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
        Surroundings { before, heading_before, heading_after, first_h1, of_segments }
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

    /// The features of a block; `own` has an entry for each block.
    #[inline]
    pub(super) fn values(
        &self,
        page: &Page<'_>,
        own: &[Own],
        segmentation: &Segmentation<'_>,
        i: usize,
    ) -> [u8; NAMES.len()] {
        let blocks = page.blocks;
        let block = &blocks[i];
        let neighbour = |offset: isize| i.checked_add_signed(offset).filter(|&at| at < blocks.len());
        let near = |offset: isize| neighbour(offset).map_or([0; 3], |at| seen_from_beside(&blocks[at], &own[at]));
        let [b1, a1] = [-1, 1].map(|offset| neighbour(offset).map(|at| &blocks[at]));
        let [[b2_tokens, b2_links, b2_density], [b1_tokens, b1_links, b1_density]] = [-2, -1].map(near);
        let [[a1_tokens, a1_links, a1_density], [a2_tokens, a2_links, a2_density]] = [1, 2].map(near);
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
            b2_tokens,
            b2_links,
            b2_density,
            b1_tokens,
            b1_links,
            b1_density,
            b1.map_or(0, |b| b.heading),
            same(b1),
            a1_tokens,
            a1_links,
            a1_density,
            a1.map_or(0, |b| b.heading),
            same(a1),
            a2_tokens,
            a2_links,
            a2_density,
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
