//! The mask by rules: dense text with few links is content, and so is what is close to it. Text density and link
//! density are the features of Kohlschütter, Fankhauser and Nejdl 2010; the other rules are heuristics of our own.
//!
//! A score card in integer points, above 0 for content. Each step is one pass over the blocks:
//!
//! 1. *Own points* of the block: density, length, link share, element, end of a sentence, digits, landmarks.
//! 2. *Tag path*: blocks on the same tag path are mostly of one kind, so each score moves towards the mean of its path.
//! 3. *Core*: the smallest element around the median of the text that scores above 0 which contains most of it. It
//!    gives points to what is inside; this distinguishes a short line of the article from one of the page.
//! 4. *Neighbors*: running means of the scores before and after. For a heading only those after it count.
//!
//! The points come from a search for the best word F1 on real articles, forums, products and lists.

use super::landmarks::Landmarks;
use super::{BlockLabel, NOT_CONTENT};
use crate::arena::{Bump, Vec as ArenaVec};
use crate::html::{NONE, Tag, scan};
use crate::page::{Block, Page, flag};
use crate::tag_path::Sequence;
use std::ops::Range;

/// The score of what is never content, far below what points can outweigh.
const EXCLUDED: i32 = -1000;

/// Points by density in words per line, the last entry for 11 and more. Fitted, and not monotonic: long blocks get
/// points of their own.
const DENSITY: [i32; 12] = [-40, -40, -40, -40, -40, -20, -20, -20, 40, 40, 40, 0];

/// Labels all blocks by their scores.
pub(crate) fn label<'a>(arena: &'a Bump, page: &Page<'_>, sequence: &Sequence<'_>) -> &'a mut [BlockLabel] {
    let scores = scores(arena, page, sequence);
    arena.alloc_slice_fill_iter(scores.iter().map(|&score| label_of(score)))
}

/// The score of each block, 0 to 255, above 127 for content: a feature of the learned mask.
pub fn rule_scores<'a, 's>(arena: &'a Bump, scratch: &'s Bump, page: &Page<'_>, sequence: &Sequence<'s>) -> &'a [u8] {
    let scores = scores(scratch, page, sequence);
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

/// Points of each block.
fn scores<'a>(arena: &'a Bump, page: &Page<'_>, sequence: &Sequence<'a>) -> ArenaVec<'a, i32> {
    let mut scores = own_points(arena, page, sequence);
    smooth_by_path(arena, page.blocks, sequence, &mut scores);
    add_core_points(page, &mut scores);
    smooth_by_neighbors(arena, page.blocks, &mut scores);
    scores
}

/// Points of each block by itself.
fn own_points<'a>(arena: &'a Bump, page: &Page<'_>, sequence: &Sequence<'a>) -> ArenaVec<'a, i32> {
    let mut landmarks = Landmarks::new(arena, &page.tree, sequence);
    let mut scores = ArenaVec::with_capacity_in(page.blocks.len(), arena);
    let never = NOT_CONTENT | if noscript_is_the_page(page.blocks) { 0 } else { flag::NOSCRIPT };
    let mut rest: u64 = page.blocks.iter().map(|block| u64::from(block.tokens)).sum();
    let tail = rest / 10;
    for block in page.blocks {
        if block.flags & never != 0 {
            scores.push(EXCLUDED);
        } else {
            let at_the_end = if rest < tail { AT_THE_END } else { 0 };
            let notice = if block.flags & flag::NO_SNIPPET != 0 { NO_SNIPPET } else { 0 };
            let text = text_points(block) + character_points(page, block) + at_the_end + notice;
            scores.push(BIAS + text + element_points(block) + landmarks.points(block.container));
        }
        rest = rest.saturating_sub(u64::from(block.tokens));
    }
    scores
}

/// Words of a long block.
const LONG: u64 = 20;
const BIAS: i32 = -5;
/// For blocks in the last tenth of the page's tokens.
const AT_THE_END: i32 = -70;
/// Most text with `data-nosnippet` is about cookies; a paid article may have it, too.
const NO_SNIPPET: i32 = -80;
const SENTENCE: i32 = 15;
/// For blocks with at least a sixth of the bytes digits.
const DIGITS: i32 = -110;
/// Maximum of bytes of a text whose digits are counted.
const SHORT: usize = 128;

/// Whether `noscript` contains more text than the rest: the page needs scripts to show its text.
fn noscript_is_the_page(blocks: &[Block]) -> bool {
    let (mut noscript, mut visible) = (0u64, 0u64);
    for block in blocks {
        if block.flags & flag::NOSCRIPT != 0 {
            noscript += u64::from(block.tokens);
        } else if block.flags & NOT_CONTENT == 0 {
            visible += u64::from(block.tokens);
        }
    }
    noscript > visible
}

/// Density, length and link share.
#[inline]
fn text_points(block: &Block) -> i32 {
    let (tokens, linked) = (u64::from(block.tokens), u64::from(block.linked_tokens));
    // An ideograph is a token, but half a word.
    let tokens_per_word = if u64::from(block.characters) < 3 * tokens { 2 } else { 1 };
    let density = block.density.tokens / block.density.lines.max(1) / tokens_per_word;
    let long = if tokens >= LONG * u64::from(tokens_per_word) { 45 } else { 0 };
    let links = if linked == 0 || linked >= tokens {
        // Nothing but a link: as often the title of a record as an entry of a menu. Its surroundings decide.
        0
    } else if 3 * linked >= 2 * tokens {
        -120
    } else if 3 * linked >= tokens {
        -40
    } else {
        0
    };
    DENSITY[density.min(11) as usize] + long + links
}

/// The end of a sentence, in any script, is a sign of content; many digits, as in dates, counts and prices, are not.
#[inline]
fn character_points(page: &Page<'_>, block: &Block) -> i32 {
    let text = page.text.as_bytes().get(block.text.0 as usize..block.text.1 as usize).unwrap_or_default();
    let points = if ends_a_sentence(text) { SENTENCE } else { 0 };
    // The digits of long blocks are not counted.
    if text.len() > SHORT {
        return points;
    }
    let digits = scan::count_digits(page.text.as_bytes(), block.text.0 as usize, block.text.1 as usize);
    if 6 * digits as usize >= text.len() { points + DIGITS } else { points }
}

/// Whether the text ends with `. ! ? … 。 ！ ？`, ignoring closing quotes and brackets.
#[inline]
pub(super) fn ends_a_sentence(mut text: &[u8]) -> bool {
    while let [rest @ .., b'"' | b'\'' | b')'] | [rest @ .., 0xe2, 0x80, 0x99 | 0x9d] | [rest @ .., 0xe3, 0x80, 0x8d] =
        text
    {
        text = rest;
    }
    matches!(
        text,
        [.., b'.' | b'!' | b'?'] | [.., 0xe2, 0x80, 0xa6] | [.., 0xe3, 0x80, 0x82] | [.., 0xef, 0xbc, 0x81 | 0x9f]
    )
}

#[inline]
fn element_points(block: &Block) -> i32 {
    match block.tag {
        Tag::P => 45,
        Tag::TD => 25,
        Tag::H1 | Tag::H2 => 80,
        Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => 15,
        Tag::DD | Tag::DT => -35,
        _ => 0,
    }
}

/// Scores are clamped to this magnitude for the mean of a tag path.
const PATH_LIMIT: i32 = 16;
/// The factor of the mean, in 64ths.
const PATH_SHARE: i32 = 267;

/// Adds a multiple of the mean score of the blocks on the same tag path, weighted by tokens up to 61 per block.
fn smooth_by_path(arena: &Bump, blocks: &[Block], sequence: &Sequence<'_>, scores: &mut [i32]) {
    let paths = sequence.path_of_node;
    let path_of = |block: &Block| paths.get(block.container as usize).map_or(NONE, |&path| path) as usize;
    let sums = arena.alloc_slice_fill_copy(sequence.symbols as usize + 1, (0i64, 0i64));
    for (block, score) in blocks.iter().zip(&*scores) {
        if let Some((points, weight)) = sums.get_mut(path_of(block)) {
            let tokens = i64::from(block.tokens.min(60)) + 1;
            *points += i64::from((*score).clamp(-PATH_LIMIT, PATH_LIMIT)) * tokens;
            *weight += tokens;
        }
    }
    for (block, score) in blocks.iter().zip(scores) {
        if let Some((points, weight)) = sums.get(path_of(block))
            && *score > EXCLUDED
        {
            *score += PATH_SHARE * (points / (*weight).max(1)) as i32 / 64;
        }
    }
}

/// The core of a page: ranges of blocks, the first inside the second.
#[derive(Default)]
struct Core {
    inner: Range<usize>,
    outer: Range<usize>,
}

/// The shares of the good tokens in the inner and in the outer core, in 64ths.
const CORE_SHARES: [u64; 2] = [36, 47];

/// For blocks in the inner core, in the outer core, and outside of both.
const CORE_POINTS: [i32; 3] = [55, -140, -215];
/// For blocks before the core, where the title of the page is.
const BEFORE_CORE: i32 = 39;

/// Adds points by the position of a block, in the core or not. A page with no score above 0 has no core.
fn add_core_points(page: &Page<'_>, scores: &mut [i32]) {
    let Some(core) = core(page, scores) else { return };
    for (i, score) in scores.iter_mut().enumerate() {
        let position = usize::from(!core.inner.contains(&i)) + usize::from(!core.outer.contains(&i));
        *score += CORE_POINTS[position] + if i < core.inner.start { BEFORE_CORE } else { 0 };
    }
}

/// Goes up from the block at the median of the good tokens to the first ancestors that contain enough of them. Linear:
/// the ancestors contain each other, so both ends of the range only move outwards.
fn core(page: &Page<'_>, scores: &[i32]) -> Option<Core> {
    let blocks = page.blocks;
    let good = |i: usize| {
        let block = &blocks[i];
        if scores[i] > 0 { u64::from(block.tokens.saturating_sub(block.linked_tokens)) } else { 0 }
    };
    let total: u64 = (0..blocks.len()).map(good).sum();
    let mut sum = 0;
    let median = (0..blocks.len()).find(|&i| {
        sum += good(i);
        total > 0 && 2 * sum >= total
    })?;
    let mut range = median..median + 1;
    let mut held = good(median);
    let mut core = Core::default();
    let mut element = blocks[median].container;
    while let Some(node) = page.tree.nodes.get(element as usize) {
        let inside = element..node.subtree_end;
        while range.start > 0 && inside.contains(&blocks[range.start - 1].container) {
            range.start -= 1;
            held += good(range.start);
        }
        while range.end < blocks.len() && inside.contains(&blocks[range.end].container) {
            held += good(range.end);
            range.end += 1;
        }
        if core.inner.is_empty() && 64 * held >= CORE_SHARES[0] * total {
            core.inner = range.clone();
        }
        if 64 * held >= CORE_SHARES[1] * total {
            core.outer = range;
            return Some(core);
        }
        element = node.parent;
    }
    None
}

/// Scores are clamped to this magnitude for the running means.
const NEIGHBOR_LIMIT: i32 = 55;

/// The factors of the running means before and after the block, in 64ths.
#[inline]
fn neighbor_shares(block: &Block) -> (i32, i32) {
    match (block.heading, block.tokens) {
        (1.., _) => (0, 164),
        (_, 0..12) => (30, 30),
        _ => (0, 30),
    }
}

/// Adds multiples of the running means of the scores before and after. A page is assumed to start and end with
/// template.
fn smooth_by_neighbors(arena: &Bump, blocks: &[Block], scores: &mut [i32]) {
    let mut means_before = ArenaVec::with_capacity_in(blocks.len(), arena);
    let mut mean = -NEIGHBOR_LIMIT / 2;
    for (block, &score) in blocks.iter().zip(&*scores) {
        means_before.push(mean);
        mean = next_mean(mean, score, block.tokens);
    }
    let mut mean = -NEIGHBOR_LIMIT / 2;
    for ((block, score), before) in blocks.iter().zip(scores).zip(means_before).rev() {
        let (share_before, share_after) = neighbor_shares(block);
        let own = *score;
        *score += (before * share_before + mean * share_after) / 64;
        mean = next_mean(mean, own, block.tokens);
    }
}

/// The running mean after the next block.
#[inline]
fn next_mean(mean: i32, score: i32, tokens: u32) -> i32 {
    let share = match tokens {
        0..=4 => 55,
        5..=16 => 50,
        _ => 24,
    };
    mean + (score.clamp(-NEIGHBOR_LIMIT, NEIGHBOR_LIMIT) - mean) * share / 64
}

/// The score with probability 3/4; its negative has 1/4.
const CONFIDENT: f32 = 100.0;

fn label_of(score: i32) -> BlockLabel {
    let points = score as f32;
    let probability = 0.5 + 0.5 * points / (points.abs() + CONFIDENT);
    BlockLabel { probability, is_template: score <= 0, ..BlockLabel::default() }
}
