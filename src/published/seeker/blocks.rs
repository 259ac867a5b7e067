//! From strings to blocks: the heuristics on a whole page, and how much of each block is main text.

use super::strings::Strings;
use super::{SeekerOptions, lbs, sls, tp};
use crate::base::arena::Bump;
use crate::read::page::Page;

/// A heuristic that finds main text without a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// The largest block string: [`lbs`].
    Lbs,
    /// String length smoothing: [`sls`].
    Sls,
    /// Table pattern: [`tp`].
    Tp,
}

/// For each string of the page whether a heuristic keeps it.
pub fn by_heuristic<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    strings: &Strings<'_>,
    heuristic: Heuristic,
    options: &SeekerOptions,
) -> &'a [bool] {
    let kept = arena.alloc_slice_fill_copy(strings.list.len(), false);
    // The body; a page of frames has none.
    let root = if page.tree.body as usize >= page.tree.nodes.len() { 0 } else { page.tree.body };
    match heuristic {
        Heuristic::Lbs => lbs::mark(arena, page, strings, root, options.inline_counts, kept),
        Heuristic::Sls => sls::mark(arena, page, strings, root, options.radius, kept),
        Heuristic::Tp => {
            let records = tp::records(arena, page, strings, root);
            tp::mark(arena, page, strings, records, options.inline_counts, kept);
        }
    }
    kept
}

/// For each block the share of its characters that are in kept strings, 0 to 1.
pub fn block_shares<'a>(arena: &'a Bump, page: &Page<'_>, strings: &Strings<'_>, kept: &[bool]) -> &'a [f32] {
    let sums = arena.alloc_slice_fill_copy(page.blocks.len(), (0u32, 0u32));
    for (string, &kept) in strings.list.iter().zip(kept) {
        let (inside, all) = &mut sums[string.block as usize];
        *inside += if kept { string.characters } else { 0 };
        *all += string.characters;
    }
    arena.alloc_slice_fill_iter(sums.iter().map(|&(inside, all)| inside as f32 / all.max(1) as f32))
}
