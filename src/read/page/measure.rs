//! Measures the normalized text: wraps each fragment and block and counts its lines, tokens, linked tokens, characters
//! and text density (Kohlschütter and Nejdl 2008).

use super::block::{Block, DIGIT_BYTES};
use super::context::flag;
use super::density::Density;
use super::fragment::Fragment;
use super::link::Link;
use super::wrap::{Counts, Padded, WrapOptions, wrap};
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::limits::Watch;
use crate::base::simd::{self, Level, Task};
use crate::read::html::scan;
use std::ops::Range;

/// The measured tables.
pub(super) struct Measured<'a> {
    pub fragments: ArenaVec<'a, Fragment>,
    pub blocks: ArenaVec<'a, Block>,
    /// Prefix sums of tokens per line, over all fragments.
    pub line_sums: ArenaVec<'a, u32>,
}

/// Measures all blocks and their fragments, and compacts the table of fragments: one without a token is dropped and its
/// gap added to the next one, as is text of the head and of metadata.
pub(super) fn measure<'a>(
    arena: &'a Bump,
    text: Padded<'_>,
    fragments: ArenaVec<'a, Fragment>,
    blocks: ArenaVec<'a, Block>,
    links: &[Link],
    options: &WrapOptions,
    watch: &Watch,
) -> Measured<'a> {
    simd::run(Units { arena, text, fragments, blocks, links, options, watch })
}

/// What is measured.
struct Units<'a, 't> {
    arena: &'a Bump,
    text: Padded<'t>,
    fragments: ArenaVec<'a, Fragment>,
    blocks: ArenaVec<'a, Block>,
    links: &'t [Link],
    options: &'t WrapOptions,
    watch: &'t Watch,
}

impl<'a> Task for Units<'a, '_> {
    type Output = Measured<'a>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Measured<'a> {
        measure_at(level, self)
    }
}

#[inline(always)]
fn measure_at<'a>(level: impl Level, units: Units<'a, '_>) -> Measured<'a> {
    let Units { arena, text, mut fragments, mut blocks, links, options, watch } = units;
    let mut sums = ArenaVec::with_capacity_in(text.text.len() / 64 + fragments.len() + 1, arena);
    sums.push(0);
    let mut kept = 0;
    let mut gap = 0;
    let mut tokens = 0;
    let mut first_link = 0;
    for (at, block) in blocks.iter_mut().enumerate() {
        if watch.is_cancelled_at(at) {
            break;
        }
        while first_link < links.len() && links[first_link].text.1 <= block.text.0 {
            first_link += 1;
        }
        let block_links = &links[first_link..];
        let mut links = block_links;
        let (first, end) = block.fragments;
        let first_kept = kept;
        let mut counts = Counts::default();
        for i in first as usize..end as usize {
            let fragment = &mut fragments[i];
            let lines_before = sums.len();
            let mut sum = tokens;
            while links.first().is_some_and(|link| link.text.1 <= fragment.text.0) {
                links = &links[1..];
            }
            counts = wrap(level, text, fragment.text, links, options, |line| {
                sum += line;
                sums.push(sum);
            });
            gap |= fragment.gap;
            if counts.tokens == 0 || block.flags & (flag::IN_HEAD | flag::METADATA_SOURCE) != 0 {
                sums.truncate(lines_before);
                continue;
            }
            fragment.gap = std::mem::take(&mut gap);
            fragment.lines = (lines_before as u32 - 1, sums.len() as u32 - 1);
            fragment.tokens = (tokens, tokens + counts.tokens);
            fragment.linked_tokens = counts.linked_tokens;
            tokens += counts.tokens;
            fragments[kept] = fragments[i];
            kept += 1;
        }
        block.fragments = (first_kept as u32, kept as u32);
        if end - first != 1 {
            counts = wrap(level, text, block.text, block_links, options, |_| ());
        }
        set_counts(block, &counts, text.bytes);
    }
    fragments.truncate(kept);
    Measured { fragments, blocks, line_sums: sums }
}

#[inline(always)]
fn set_counts(block: &mut Block, counts: &Counts, text: &[u8]) {
    block.tokens = counts.tokens;
    block.linked_tokens = counts.linked_tokens;
    block.lines = counts.lines;
    block.density = match counts.lines {
        0 => Density::default(),
        1 => Density { tokens: counts.tokens, lines: 1 },
        lines => Density { tokens: counts.tokens - counts.last_line, lines: lines - 1 },
    };
    let Range { start, end } = block.range();
    let beginning = end.min(start + DIGIT_BYTES);
    block.digits = counts.digits.unwrap_or_else(|| scan::count_digits(text, start, beginning)) as u8;
    let bytes = &text[start..end];
    let continuations = if counts.is_ascii { 0 } else { scan::count_bytes(bytes, |byte| byte & 0xc0 == 0x80) };
    block.characters = bytes.len() as u32 - continuations;
}
