//! The features of the classifier: shares, lengths and words, as integers.

use super::groups::{Group, Groups, Holder};
use super::signals::{self, FRAME, PageWords};
use crate::read::html::NONE;
use crate::read::page::Page;

/// Number of features.
pub const COUNT: usize = 16 + 2 * OF_GROUP + 32;
const OF_GROUP: usize = 7 + 32;

/// The features of a page, 0 to 64 each.
pub type Features = [u8; COUNT];

/// How many groups are candidates.
const TOP: usize = 8;

/// A group with the words of its names.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate {
    pub group: Group,
    /// Bits of [`signals::HOLDER_WORDS`]: for its names, and for the names of its ancestors.
    pub own: u32,
    pub above: u32,
}

/// The input of the classifier and of the rules for areas.
pub(super) struct PageSummary {
    candidates: [Candidate; TOP],
    count: usize,
    /// The largest single holder.
    pub largest: Option<Holder>,
    pub features: Features,
}

impl PageSummary {
    /// The groups with the most unlinked text that do not frame the page, largest first; at most [`TOP`].
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates[..self.count]
    }
}

/// Characters outside of links.
pub(super) fn unlinked(holder: &Holder) -> u32 {
    holder.characters - holder.linked
}

/// Summarizes the groups of a page.
pub(super) fn summarize(page: &Page<'_>, groups: &Groups<'_>) -> PageSummary {
    let mut summary =
        PageSummary { candidates: [Candidate::default(); TOP], count: 0, largest: None, features: [0; COUNT] };
    let mut top: [(u64, u32); TOP] = [(0, 0); TOP];
    for (kind, group) in groups.groups.iter().enumerate().filter(|(_, group)| group.count > 1) {
        let entry = (group.unlinked(), kind as u32);
        let rank = top.iter().position(|other| entry.0 > other.0).unwrap_or(TOP);
        if rank < TOP {
            top[rank..].rotate_right(1);
            top[rank] = entry;
        }
    }
    for &(_, kind) in top.iter().filter(|(characters, _)| *characters > 0) {
        let group = groups.groups[kind as usize];
        let (own, above) = signals::words_of_holder(&page.tree, groups.holders[group.first as usize].node);
        if (own | above) & FRAME == 0 || own & signals::POSTS != 0 {
            summary.candidates[summary.count] = Candidate { group, own, above };
            summary.count += 1;
        }
    }
    summary.largest =
        groups.holders.iter().copied().max_by_key(|holder| (unlinked(holder), std::cmp::Reverse(holder.node)));
    let words = signals::page_words(page);
    write(&mut summary, page, groups, &words);
    summary
}

/// The logarithm to base 2, in quarters, at most 64.
fn log(value: u64) -> u8 {
    let value = value + 1;
    let whole = value.ilog2();
    let rest = (value << 2 >> whole) & 3;
    (4 * whole + rest as u32).min(64) as u8
}

/// `part / whole` in 64ths; 0 of nothing.
fn share(part: u64, whole: u64) -> u8 {
    (64 * part.min(whole)).checked_div(whole).unwrap_or(0) as u8
}

fn write(summary: &mut PageSummary, page: &Page<'_>, groups: &Groups<'_>, words: &PageWords) {
    let nodes = page.tree.nodes;
    let sum = |of: fn(&Holder) -> u32| groups.holders.iter().map(|holder| u64::from(of(holder))).sum::<u64>();
    let (all, linked) = (sum(|holder| holder.characters), sum(|holder| holder.linked));
    let whole = all - linked;
    let headings = |level: u8| nodes.iter().filter(|node| node.tag.heading_level() == level).count() as u64;
    let largest = summary.largest.map_or((0, 0, NONE), |holder| (unlinked(&holder), holder.linked, holder.node));
    let last = summary.largest.map_or(0, |holder| groups.of_node[holder.node as usize] - 1);
    let before: u64 = groups.holders[..last as usize].iter().map(|holder| u64::from(unlinked(holder))).sum();
    let long = |least: u32| groups.holders.iter().filter(|holder| unlinked(holder) > least).count() as u64;
    let mut values = [0u8; COUNT];
    let page_values = [
        log(whole),
        share(linked, all),
        log(groups.holders.len() as u64),
        log(headings(1)),
        log(headings(2)),
        log(headings(3) + headings(4)),
        share(u64::from(largest.0), whole),
        log(u64::from(largest.0)),
        share(u64::from(largest.1), u64::from(largest.0 + largest.1)),
        share(before, whole),
        log(long(50)),
        log(long(200)),
        log(long(1000)),
        share(long(200), long(50)),
        log(page.links.len() as u64),
        share(summary.count as u64, TOP as u64),
    ];
    values[..16].copy_from_slice(&page_values);
    let comments = summary.candidates().iter().find(|c| (c.own | c.above) & signals::COMMENTS != 0);
    for (i, candidate) in [summary.candidates().first(), comments].into_iter().enumerate() {
        if let Some(candidate) = candidate {
            let at = 16 + i * OF_GROUP;
            write_group(&mut values[at..at + OF_GROUP], candidate, page, groups, whole);
        }
    }
    for bit in 0..16 {
        let at = 16 + 2 * OF_GROUP + bit;
        values[at] = (words.declared >> bit & 1) as u8 * 64;
        values[at + 16] = (words.named >> bit & 1) as u8 * 64;
    }
    summary.features = values;
}

fn write_group(values: &mut [u8], candidate: &Candidate, page: &Page<'_>, groups: &Groups<'_>, whole: u64) {
    let group = &candidate.group;
    let (first, last) = (groups.holders[group.first as usize], groups.holders[group.last as usize]);
    let inside = &page.tree.nodes[first.node as usize..page.tree.nodes[last.node as usize].subtree_end as usize];
    let headings = inside.iter().filter(|node| node.tag.heading_level() != 0).count() as u64;
    let between: u64 =
        groups.holders[group.first as usize..=group.last as usize].iter().map(|h| u64::from(unlinked(h))).sum();
    let numbers = [
        share(group.unlinked(), whole),
        log(u64::from(group.count)),
        log(group.unlinked() / u64::from(group.count.max(1))),
        share(group.linked, group.characters),
        share(headings, u64::from(group.count) * 2),
        share(between, whole),
        share(group.unlinked(), between),
    ];
    values[..7].copy_from_slice(&numbers);
    for bit in 0..16 {
        values[7 + bit] = (candidate.own >> bit & 1) as u8 * 64;
        values[23 + bit] = (candidate.above >> bit & 1) as u8 * 64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_shares_stay_in_range() {
        assert_eq!((log(0), log(1), log(2), log(3), log(u64::MAX >> 4)), (0, 4, 6, 8, 64));
        assert!((1..100_000u64).all(|i| log(i) >= log(i - 1)));
        assert_eq!((share(0, 0), share(1, 2), share(5, 2)), (0, 32, 64));
    }
}
