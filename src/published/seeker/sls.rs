//! SLS, string length smoothing: the article is where long strings are close together. A heuristic of Content Seeker;
//! the smoothing follows Weninger and Hsu 2008.
//!
//! The lengths of all strings in order, with a zero for every structural start tag between them, are smoothed by a
//! running mean; a string is kept if its smoothed length is at least the standard deviation of all. The comparison is
//! exact, in integers.

use super::strings::{EXCLUDED, Strings};
use crate::base::arena::{Bump, Vec};
use crate::read::html::{Tag, TagSet};
use crate::read::page::Page;

/// Maximum radius of the running mean.
pub const MAX_RADIUS: u32 = 1000;

/// An entry of the list of lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Characters of the string; 0 for a tag.
    pub length: u32,
    /// One plus the index of the string; 0 for a tag.
    pub string: u32,
}

/// Marks the strings in the subtree of `root` that are kept, with a running mean over `2 * radius + 1` entries.
pub fn mark(arena: &Bump, page: &Page<'_>, strings: &Strings<'_>, root: u32, radius: u32, kept: &mut [bool]) {
    let entries = entries(arena, page, strings, root);
    let sums = smoothed(arena, entries, radius.min(MAX_RADIUS));
    let threshold = threshold(&sums);
    for (entry, &sum) in entries.iter().zip(&sums) {
        if entry.string > 0 && sum >= threshold {
            kept[entry.string as usize - 1] = true;
        }
    }
}

/// The tags with an entry in the list.
const STRUCTURAL: TagSet = TagSet::of(&[Tag::DIV, Tag::TR, Tag::TD, Tag::TABLE, Tag::UL, Tag::LI]);

/// Strings and structural tags of a subtree, in preorder.
pub fn entries<'a>(arena: &'a Bump, page: &Page<'_>, strings: &Strings<'_>, root: u32) -> &'a [Entry] {
    let subtree = page.tree.subtree(root);
    let entries = arena.alloc_slice_fill_copy(subtree.len(), Entry { length: 0, string: 0 });
    let mut count = 0;
    // Branchless: which nodes are entries is unpredictable, so each is written, and `count` only advances for entries.
    for i in subtree {
        let string = strings.at(i).and_then(|at| strings.list.get(at).map(|string| (at, string.characters)));
        let is_tag = STRUCTURAL.has(page.tree.nodes[i].tag) & (page.contexts[i].flags & EXCLUDED == 0);
        let (string, length) = string.map_or((0, 0), |(at, characters)| (at as u32 + 1, characters));
        entries[count] = Entry { length, string };
        count += usize::from(is_tag | (string > 0));
    }
    &entries[..count]
}

/// For each entry the sum of the lengths at most `radius` away, zeros outside: `2 * radius + 1` times the mean.
pub fn smoothed<'a>(arena: &'a Bump, entries: &[Entry], radius: u32) -> Vec<'a, u64> {
    let mut sums = Vec::with_capacity_in(entries.len(), arena);
    let radius = radius as usize;
    let mut sum: u64 = entries.iter().take(radius).map(|entry| u64::from(entry.length)).sum();
    for i in 0..entries.len() {
        sum += entries.get(i + radius).map_or(0, |entry| u64::from(entry.length));
        sums.push(sum);
        sum -= i.checked_sub(radius).map_or(0, |first| u64::from(entries[first].length));
    }
    sums
}

/// The population standard deviation of the sums, rounded up; 0 if there are none.
pub fn threshold(sums: &[u64]) -> u64 {
    let count = sums.len() as u128;
    let sum = u128::from(sums.iter().sum::<u64>());
    // A sum is less than 2^32, as the page is, and there are less than 2^31 of them: nothing overflows.
    let squares: u128 = sums.iter().map(|&sum| u128::from(sum.wrapping_mul(sum))).sum();
    // The variance times the square of the count.
    let variance = (count * squares).saturating_sub(sum * sum);
    let root = variance.isqrt();
    let root = root + u128::from(root * root < variance);
    root.div_ceil(count.max(1)) as u64
}
