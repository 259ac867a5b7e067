//! The mask by rules: dense text with few links is content, and so is what is close to it. Text density and link
//! density are the features of Kohlschütter, Fankhauser and Nejdl 2010; the other rules are heuristics of our own.
//!
//! A score card in integer points, above 0 for content:
//!
//! 1. *Own points* of the block: density, length, link share, element, end of a sentence, digits, landmarks.
//! 2. *Tag path*: blocks on the same tag path are mostly of one kind, so each score moves towards the mean of its path.
//! 3. *Core*: the smallest element around the median of the text that scores above 0 which contains most of it. It
//!    gives points to what is inside; this distinguishes a short line of the article from one of the page.
//! 4. *Neighbors*: running means of the scores before and after. For a heading only those after it count.
//!
//! The numbers of all rules are in [`super::points`].

use super::landmarks::Landmarks;
#[cfg(feature = "unstable")]
use super::points::Points;
use super::points::{Chosen, Numbers};
use super::{BlockLabel, NOT_CONTENT};
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::published::tag_path::Sequence;
use crate::read::html::{NONE, Tag};
use crate::read::page::sentences::ends_sentence;
use crate::read::page::{Block, Page, flag};
use std::ops::Range;

/// The score of what is never content, far below what points can outweigh.
const EXCLUDED: i32 = -1000;

/// Labels all blocks by their scores.
pub(crate) fn label<'a>(arena: &'a Bump, page: &Page<'_>, sequence: &Sequence<'_>) -> &'a mut [BlockLabel] {
    let scores = scores(arena, page, sequence, Chosen);
    arena.alloc_slice_fill_iter(scores.iter().map(|&score| label_of(score)))
}

/// Whether each block is content by rules with other numbers.
#[cfg(feature = "unstable")]
pub fn is_content_by<'a>(arena: &'a Bump, page: &Page<'_>, sequence: &Sequence<'_>, points: &Points) -> &'a [bool] {
    let scores = scores(arena, page, sequence, points);
    arena.alloc_slice_fill_iter(scores.iter().map(|&score| score > 0))
}

/// The score of each block, 0 to 255, above 127 for content: a feature of the learned mask.
pub fn rule_scores<'a, 's>(arena: &'a Bump, scratch: &'s Bump, page: &Page<'_>, sequence: &Sequence<'s>) -> &'a [u8] {
    let scores = scores(scratch, page, sequence, Chosen);
    arena.alloc_slice_fill_iter(scores.iter().map(|&score| {
        let whole = score.abs() + CONFIDENT as i32;
        (255 * (whole + score) / (2 * whole)) as u8
    }))
}

/// Bytes that [`rule_scores`] allocates in its scratch arena.
pub(super) fn capacity(page: &Page<'_>, sequence: &Sequence<'_>) -> usize {
    page.blocks.len() * 2 * size_of::<i32>()
        + Landmarks::capacity(&page.tree, sequence)
        + (sequence.symbols as usize + 1) * size_of::<(i64, i64)>()
        + (1 << 10)
}

/// Points of each block, in five passes over the blocks, the third of them up to the core.
fn scores<'a>(arena: &'a Bump, page: &Page<'_>, sequence: &Sequence<'a>, points: impl Numbers) -> ArenaVec<'a, i32> {
    let mut paths = PathMeans::new(arena, sequence);
    let mut scores = own_points(arena, page, sequence, &mut paths, points);
    let good = smooth_by_path(page.blocks, &paths, &mut scores, points);
    let core = core(page, &scores, good, points);
    smooth_by_neighbors(arena, page.blocks, core.as_ref(), &mut scores, points);
    scores
}

/// Points of each block by itself, added to the points of its path.
fn own_points<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    sequence: &Sequence<'a>,
    paths: &mut PathMeans<'_>,
    points: impl Numbers,
) -> ArenaVec<'a, i32> {
    let mut landmarks = Landmarks::new(arena, &page.tree, sequence, &points);
    let mut scores = ArenaVec::with_capacity_in(page.blocks.len(), arena);
    let TokenSums { all: mut rest, noscript, visible } = TokenSums::of(page.blocks);
    // With more text than the rest, the page needs scripts to show its text.
    let never = NOT_CONTENT | if noscript > visible { 0 } else { flag::NOSCRIPT };
    let tail = rest / 10;
    for block in page.blocks {
        let score = if block.flags & never != 0 {
            EXCLUDED
        } else {
            let at_the_end = if rest < tail { points.at_the_end } else { 0 };
            let notice = if block.flags & flag::NO_SNIPPET != 0 { points.no_snippet } else { 0 };
            let text = text_points(block, points) + character_points(page, block, points) + at_the_end + notice;
            points.bias + text + element_points(block, points) + landmarks.points(block.container)
        };
        paths.add(block, score, points);
        scores.push(score);
        rest = rest.saturating_sub(u64::from(block.tokens));
    }
    scores
}

/// Tokens of a page: all, those in `noscript`, and those that may be content.
#[derive(Default)]
struct TokenSums {
    all: u64,
    noscript: u64,
    visible: u64,
}

impl TokenSums {
    fn of(blocks: &[Block]) -> TokenSums {
        let mut sums = TokenSums::default();
        for block in blocks {
            let tokens = u64::from(block.tokens);
            sums.all += tokens;
            if block.flags & flag::NOSCRIPT != 0 {
                sums.noscript += tokens;
            } else if block.flags & NOT_CONTENT == 0 {
                sums.visible += tokens;
            }
        }
        sums
    }
}

/// Maximum of bytes of a text whose digits count.
const SHORT: usize = 128;

/// Density, length and link share.
#[inline]
fn text_points(block: &Block, points: impl Numbers) -> i32 {
    let (tokens, linked) = (u64::from(block.tokens), u64::from(block.linked_tokens));
    // An ideograph is a token, but half a word.
    let tokens_per_word = if u64::from(block.characters) < 3 * tokens { 2 } else { 1 };
    let density = block.density.tokens / block.density.lines.max(1) / tokens_per_word;
    let long = if tokens >= points.long_from as u64 * u64::from(tokens_per_word) { points.long } else { 0 };
    let links = if linked == 0 || linked >= tokens {
        // Nothing but a link: as often the title of a record as an entry of a menu. Its surroundings decide.
        0
    } else if 3 * linked >= 2 * tokens {
        points.many_links
    } else if 3 * linked >= tokens {
        points.some_links
    } else {
        0
    };
    let of_density = match density as i32 {
        words if words < points.middling_from => points.sparse,
        words if words < points.dense_from => points.middling,
        words if words < points.full_from => points.dense,
        _ => points.full,
    };
    of_density + long + links
}

/// The end of a sentence, in any script, is a sign of content; many digits, as in dates, counts and prices, are not.
#[inline]
fn character_points(page: &Page<'_>, block: &Block, points: impl Numbers) -> i32 {
    let text = page.text_of(block);
    let sentence = if ends_sentence(text) { points.sentence } else { 0 };
    // The digits of long blocks do not count.
    if text.len() > SHORT {
        return sentence;
    }
    if 6 * usize::from(block.digits) >= text.len() { sentence + points.digits } else { sentence }
}

#[inline]
fn element_points(block: &Block, points: impl Numbers) -> i32 {
    match block.tag {
        Tag::P => points.paragraph,
        Tag::TD => points.cell,
        Tag::H1 | Tag::H2 => points.headline,
        Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => points.heading,
        Tag::DD | Tag::DT => points.definition,
        _ => 0,
    }
}

/// The mean score of the blocks on each tag path, weighted by tokens.
struct PathMeans<'a> {
    path_of_node: &'a [u32],
    /// By path, the sums of weighted points and of weights.
    sums: &'a mut [(i64, i64)],
}

impl<'a> PathMeans<'a> {
    fn new(arena: &'a Bump, sequence: &Sequence<'a>) -> PathMeans<'a> {
        let sums = arena.alloc_slice_fill_copy(sequence.symbols as usize + 1, (0, 0));
        PathMeans { path_of_node: sequence.path_of_node, sums }
    }

    #[inline]
    fn path_of(&self, block: &Block) -> usize {
        self.path_of_node.get(block.container as usize).map_or(NONE, |&path| path) as usize
    }

    #[inline]
    fn add(&mut self, block: &Block, score: i32, numbers: impl Numbers) {
        let path = self.path_of(block);
        if let Some((points, weight)) = self.sums.get_mut(path) {
            let tokens = i64::from(block.tokens.min(numbers.path_tokens as u32)) + 1;
            *points += i64::from(score.clamp(-numbers.path_limit, numbers.path_limit)) * tokens;
            *weight += tokens;
        }
    }

    /// 0 for a block without a path.
    #[inline]
    fn mean(&self, block: &Block) -> i32 {
        self.sums.get(self.path_of(block)).map_or(0, |(points, weight)| (points / (*weight).max(1)) as i32)
    }
}

/// Adds a multiple of the mean score of the blocks on the same tag path. Returns the sum of the good tokens.
fn smooth_by_path(blocks: &[Block], paths: &PathMeans<'_>, scores: &mut [i32], points: impl Numbers) -> u64 {
    let mut sum = 0;
    for (block, score) in blocks.iter().zip(scores) {
        if *score > EXCLUDED {
            *score += points.path_share * paths.mean(block) / 64;
        }
        sum += good_tokens(block, *score);
    }
    sum
}

/// Tokens outside of links, if the block has a score above 0.
#[inline]
fn good_tokens(block: &Block, score: i32) -> u64 {
    if score > 0 { u64::from(block.tokens.saturating_sub(block.linked_tokens)) } else { 0 }
}

/// The core of a page: ranges of blocks, the first inside the second.
#[derive(Default)]
struct Core {
    inner: Range<usize>,
    outer: Range<usize>,
}

impl Core {
    /// Points by the position of a block, in the core or not.
    #[inline]
    fn points(&self, block: usize, points: impl Numbers) -> i32 {
        let position = usize::from(!self.inner.contains(&block)) + usize::from(!self.outer.contains(&block));
        let of_position = [points.inner, points.outer, points.outside][position];
        of_position + if block < self.inner.start { points.before_core } else { 0 }
    }
}

/// Goes up from the block at the median of the good tokens to the first ancestors that contain enough of them. Linear:
/// the ancestors contain each other, so both ends of the range only move outwards. A page without good tokens, of which
/// there are `total`, has no core.
fn core(page: &Page<'_>, scores: &[i32], total: u64, points: impl Numbers) -> Option<Core> {
    let blocks = page.blocks;
    let good = |i: usize| good_tokens(&blocks[i], scores[i]);
    let mut sum = 0;
    let median = (0..blocks.len()).find(|&i| {
        sum += good(i);
        total > 0 && 2 * sum >= total
    })?;
    let mut range = median..median + 1;
    let mut held = good(median);
    let mut core = Core::default();
    for element in page.tree.ancestors(blocks[median].container) {
        let inside = element..page.tree.nodes[element as usize].subtree_end;
        while range.start > 0 && inside.contains(&blocks[range.start - 1].container) {
            range.start -= 1;
            held += good(range.start);
        }
        while range.end < blocks.len() && inside.contains(&blocks[range.end].container) {
            held += good(range.end);
            range.end += 1;
        }
        if core.inner.is_empty() && 64 * held >= points.inner_share as u64 * total {
            core.inner = range.clone();
        }
        if 64 * held >= points.outer_share as u64 * total {
            core.outer = range;
            return Some(core);
        }
    }
    None
}

/// The factors of the running means before and after the block, in 64ths.
#[inline]
fn neighbor_shares(block: &Block, points: impl Numbers) -> (i32, i32) {
    if block.heading > 0 {
        (0, points.after_heading)
    } else if block.tokens < points.short_below as u32 {
        (points.before_short, points.after_short)
    } else {
        (0, points.after_others)
    }
}

/// Adds the points of the core, then multiples of the running means of the scores before and after. A page is assumed
/// to start and end with template.
fn smooth_by_neighbors(arena: &Bump, blocks: &[Block], core: Option<&Core>, scores: &mut [i32], points: impl Numbers) {
    let mut means_before = ArenaVec::with_capacity_in(blocks.len(), arena);
    let mut mean = -points.neighbor_limit / 2;
    for (i, (block, score)) in blocks.iter().zip(&mut *scores).enumerate() {
        *score += core.map_or(0, |core| core.points(i, points));
        means_before.push(mean);
        mean = next_mean(mean, *score, block.tokens, points);
    }
    let mut mean = -points.neighbor_limit / 2;
    for ((block, score), before) in blocks.iter().zip(scores).zip(means_before).rev() {
        let (share_before, share_after) = neighbor_shares(block, points);
        let own = *score;
        *score += (before * share_before + mean * share_after) / 64;
        mean = next_mean(mean, own, block.tokens, points);
    }
}

/// The running mean after the next block.
#[inline]
fn next_mean(mean: i32, score: i32, tokens: u32, points: impl Numbers) -> i32 {
    let share = match tokens {
        0..=4 => points.mean_of_line,
        5..=16 => points.mean_of_phrase,
        _ => points.mean_of_text,
    };
    mean + (score.clamp(-points.neighbor_limit, points.neighbor_limit) - mean) * share / 64
}

/// The score with probability 3/4; its negative has 1/4.
const CONFIDENT: f32 = 100.0;

fn label_of(score: i32) -> BlockLabel {
    let points = score as f32;
    let probability = 0.5 + 0.5 * points / (points.abs() + CONFIDENT);
    BlockLabel { probability, is_template: score <= 0, ..BlockLabel::default() }
}
