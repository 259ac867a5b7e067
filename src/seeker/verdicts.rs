//! What the seeker and its heuristics say, block by block.

use super::strings::Strings;
use super::{SeekerOptions, analyze, lbs, sls, tp};
use crate::arena::Bump;
use crate::mask::{MaskMethod, UNSCORED, Verdict};
use crate::page::{Block, Page, flag};
use crate::tag_path::TagPath;

/// Judges every block by one of the seeker's methods; by the main region for any other method.
///
/// A block is content if more than half of its characters are.
pub(crate) fn judge<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    tag_path: &TagPath<'_>,
    method: MaskMethod,
    options: &SeekerOptions,
) -> &'a mut [Verdict] {
    let shares = match method {
        MaskMethod::Seeker => {
            let found = analyze(arena, page, options);
            shares(arena, page, &found.strings, found.kept)
        }
        MaskMethod::SeekerLbs | MaskMethod::SeekerSls | MaskMethod::SeekerTp => {
            let strings = Strings::new(arena, page);
            let kept = by_heuristic(arena, page, &strings, method, options);
            shares(arena, page, &strings, kept)
        }
        _ => &*arena.alloc_slice_fill_iter(page.blocks.iter().map(|block| {
            let is_seen = block.flags & (flag::IN_HEAD | flag::HIDDEN) == 0;
            f32::from(u8::from(is_seen && tag_path.holds(block.first_text, block.container)))
        })),
    };
    arena.alloc_slice_fill_iter(page.blocks.iter().zip(shares).map(|(block, &share)| {
        let in_region = tag_path.holds(block.first_text, block.container);
        Verdict {
            probability: share,
            weight: weight(block, share),
            template: share <= 0.5,
            in_region,
            ..Verdict::default()
        }
    }))
}

/// The strings that a heuristic keeps of the whole page.
pub fn by_heuristic<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    strings: &Strings<'_>,
    method: MaskMethod,
    options: &SeekerOptions,
) -> &'a [bool] {
    let kept = arena.alloc_slice_fill_copy(strings.list.len(), false);
    // The body; a page of frames has none.
    let root = if page.tree.body as usize >= page.tree.nodes.len() { 0 } else { page.tree.body };
    if method == MaskMethod::SeekerSls {
        sls::mark(arena, page, strings, root, options.radius, kept);
        return kept;
    }
    if method == MaskMethod::SeekerTp {
        let records = tp::records(arena, page, strings, root);
        tp::mark(arena, page, strings, records, options.inline_counts, kept);
        return kept;
    }
    lbs::mark(arena, page, strings, root, options.inline_counts, kept);
    kept
}

/// For each block the share of its characters that are in kept strings.
pub fn shares<'a>(arena: &'a Bump, page: &Page<'_>, strings: &Strings<'_>, kept: &[bool]) -> &'a [f32] {
    let sums = arena.alloc_slice_fill_copy(page.blocks.len(), (0u32, 0u32));
    for (string, &kept) in strings.list.iter().zip(kept) {
        let (inside, all) = &mut sums[string.block as usize];
        *inside += if kept { string.characters } else { 0 };
        *all += string.characters;
    }
    arena.alloc_slice_fill_iter(sums.iter().map(|&(inside, all)| inside as f32 / all.max(1) as f32))
}

/// Content counts in full, template a quarter; hidden words and those not to be indexed not at all.
fn weight(block: &Block, share: f32) -> u8 {
    match share > 0.5 {
        _ if block.flags & UNSCORED != 0 => 0,
        true => 16,
        false => 4,
    }
}
