//! Groups of elements that may be the records of the page, and the selection of one group.

use super::elements::{EQUAL, Elements, Shape, common_shape, similarity};
use crate::base::fallible::List;
use crate::read::html::{Tag, TagSet};
use std::ops::Range;

/// The minimum similarity of a record to the others, of [`EQUAL`].
const MIN_SIMILARITY: u64 = EQUAL / 2;
/// The minimum similarity of siblings of one kind.
const SAME_KIND: u64 = EQUAL * 3 / 5;
/// The maximum number of kinds of siblings; siblings of any further kind count as one kind more.
const MAX_KINDS: usize = 8;
/// The maximum number of siblings in a record.
const MAX_PERIOD: usize = 8;
/// The minimum number of records in a list.
const MIN_RECORDS: usize = 3;
/// The minimum mean number of blocks of records that are found by tag and class.
const MIN_BLOCKS: u32 = 2;

/// Elements that are parts of a text or of a form. Links may be records.
const PARTS_OF_TEXT: TagSet = TagSet::of(&[
    Tag::ABBR,
    Tag::ACRONYM,
    Tag::B,
    Tag::BDI,
    Tag::BDO,
    Tag::BIG,
    Tag::BLOCKQUOTE,
    Tag::BR,
    Tag::CITE,
    Tag::CODE,
    Tag::DATA,
    Tag::DFN,
    Tag::EM,
    Tag::FIGURE,
    Tag::FONT,
    Tag::FORM,
    Tag::H1,
    Tag::H2,
    Tag::H3,
    Tag::H4,
    Tag::H5,
    Tag::H6,
    Tag::HR,
    Tag::I,
    Tag::IMG,
    Tag::INS,
    Tag::KBD,
    Tag::LABEL,
    Tag::MARK,
    Tag::OL,
    Tag::P,
    Tag::PRE,
    Tag::Q,
    Tag::S,
    Tag::SAMP,
    Tag::SMALL,
    Tag::SPAN,
    Tag::STRIKE,
    Tag::STRONG,
    Tag::SUB,
    Tag::SUP,
    Tag::TIME,
    Tag::TT,
    Tag::U,
    Tag::UL,
    Tag::VAR,
    Tag::WBR,
]);

/// The best group so far.
struct Best {
    score: u64,
    records: List<Range<u32>>,
}

/// The records, as ranges of nodes, ascending; one may be inside another. `is_forum` allows records at any depth.
pub(super) fn find(elements: &mut Elements<'_>, is_forum: bool) -> List<Range<u32>> {
    let mut best = Best { score: 0, records: List::default() };
    if elements.tree.nodes.get(elements.tree.body as usize).is_none() {
        return best.records;
    }
    let parents = parents(elements);
    let mut siblings = List::default();
    for &parent in parents.iter() {
        list_siblings(elements, parent, &mut siblings);
        siblings.sort_unstable();
        for group in siblings.chunk_by(|a, b| a.tag == b.tag) {
            if group.len() >= MIN_RECORDS && !PARTS_OF_TEXT.has(group[0].tag) {
                best.consider(elements, group.iter().map(|sibling| elements.subtree(sibling.node)));
            }
        }
    }
    for &parent in parents.iter() {
        list_siblings(elements, parent, &mut siblings);
        consider_periods(elements, &siblings, &mut best);
    }
    if is_forum {
        find_by_class(elements, &mut best);
    }
    best.records
}

/// An element with text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sibling {
    tag: Tag,
    node: u32,
}

/// The elements with enough main text for a list, in preorder: the body, and at most three elements per level.
fn parents(elements: &Elements<'_>) -> List<u32> {
    let needed = needed(elements);
    let mut parents = List::default();
    let Range { start: mut at, end } = elements.subtree(elements.tree.body);
    while at < end {
        let subtree = elements.subtree(at);
        if 10 * u64::from(elements.main_tokens(&subtree)) >= needed {
            parents.push(at);
            at += 1;
        } else {
            at = subtree.end.max(at + 1);
        }
    }
    parents
}

/// Replaces the list by the children of an element that have text.
fn list_siblings(elements: &Elements<'_>, parent: u32, siblings: &mut List<Sibling>) {
    siblings.truncate(0);
    for node in elements.children(parent) {
        let tag = elements.tag(node);
        if tag.is_element() && elements.tokens(&elements.subtree(node)) > 0 {
            siblings.push(Sibling { tag, node });
        }
    }
}

/// Considers the children of an element as records of several siblings.
fn consider_periods(elements: &Elements<'_>, children: &[Sibling], best: &mut Best) {
    let [first, .., last] = children else { return };
    let all = first.node..elements.subtree(last.node).end;
    if children.len() < 2 * MIN_RECORDS || u64::from(elements.main_tokens(&all)) * EQUAL * EQUAL <= best.score {
        return;
    }
    let kinds = kinds(elements, children);
    let Some((first_kind, period)) = period(&kinds) else { return };
    let starts: List<usize> = (0..kinds.len()).filter(|&at| kinds[at] == first_kind).collect();
    let end = |at: usize| starts.get(at + 1).map_or(kinds.len(), |&next| next);
    let ranges = starts.iter().enumerate().map(|(at, &start)| {
        // Siblings after the last record, or far from the next one, do not belong to the record.
        let limit = if at + 1 < starts.len() { 2 * period } else { period };
        let last = end(at).min(start + limit) - 1;
        children[start].node..elements.subtree(children[last].node).end
    });
    if starts.len() >= MIN_RECORDS {
        best.consider(elements, ranges);
    }
}

/// Numbers the kinds of siblings; siblings of a kind have one tag and similar shapes.
fn kinds(elements: &Elements<'_>, siblings: &[Sibling]) -> List<usize> {
    let mut known: [(Tag, Shape); MAX_KINDS] = [(Tag::UNKNOWN, 0); MAX_KINDS];
    let mut count = 0;
    let kind = |sibling: &Sibling| {
        let shape = elements.shape(&elements.subtree(sibling.node));
        let is_kind = |&(tag, other): &(Tag, Shape)| tag == sibling.tag && similarity(shape, other) >= SAME_KIND;
        known[..count].iter().position(is_kind).unwrap_or_else(|| {
            if count == MAX_KINDS {
                return MAX_KINDS;
            }
            known[count] = (sibling.tag, shape);
            count += 1;
            count - 1
        })
    };
    siblings.iter().map(kind).collect()
}

/// The shortest period of a sequence of kinds, and the kind that each record begins with: the first that occurs about
/// as often as there are records. `None` if neighbors are mostly of one kind, or if fewer than three quarters repeat.
fn period(kinds: &[usize]) -> Option<(usize, usize)> {
    let repeated = |period: usize| kinds.iter().zip(&kinds[period..]).filter(|(a, b)| a == b).count();
    let len = kinds.len();
    if 2 * repeated(1) > len - 1 {
        return None;
    }
    let mut counts = [0; MAX_KINDS];
    kinds.iter().for_each(|&kind| {
        if let Some(count) = counts.get_mut(kind) {
            *count += 1;
        }
    });
    (2..=MAX_PERIOD.min(len / 2)).filter(|&period| 4 * repeated(period) >= 3 * (len - period)).find_map(|period| {
        let is_frequent = |&count: &usize| 4 * (count * period).abs_diff(len) <= len + 2 * period;
        Some((counts.iter().position(is_frequent)?, period))
    })
}

/// Considers elements with the same tag and class at any depth.
fn find_by_class(elements: &mut Elements<'_>, best: &mut Best) {
    let mut named: List<(Tag, u64, u32)> = List::default();
    for node in elements.subtree(elements.tree.body).skip(1) {
        let tag = elements.tag(node);
        if tag == Tag::A || PARTS_OF_TEXT.has(tag) || elements.tokens(&elements.subtree(node)) == 0 {
            continue;
        }
        let class = elements.class(node);
        if class != 0 {
            named.push((tag, class, node));
        }
    }
    named.sort_unstable();
    for group in named.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let blocks: u32 = outermost(elements, group).map(|range| elements.block_count(&range)).sum();
        if group.len() >= MIN_RECORDS && blocks >= MIN_BLOCKS * group.len() as u32 {
            best.consider(elements, group.iter().map(|&(_, _, node)| elements.subtree(node)));
        }
    }
}

/// The elements of a group that are not inside another one.
fn outermost(elements: &Elements<'_>, group: &[(Tag, u64, u32)]) -> impl Iterator<Item = Range<u32>> {
    disjoint(group.iter().map(|&(_, _, node)| elements.subtree(node)))
}

/// Removes ranges that begin inside an earlier range.
fn disjoint(ranges: impl Iterator<Item = Range<u32>>) -> impl Iterator<Item = Range<u32>> {
    let mut covered = 0;
    ranges.filter(move |range| {
        let is_new = range.start >= covered;
        covered = covered.max(range.end);
        is_new
    })
}

impl Best {
    /// Takes a group if its score is higher: its main text times the squared similarity of its members.
    fn consider(&mut self, elements: &Elements<'_>, ranges: impl Iterator<Item = Range<u32>> + Clone) {
        let main_tokens = |ranges: &mut dyn Iterator<Item = Range<u32>>| -> u64 {
            ranges.map(|range| u64::from(elements.main_tokens(&range))).sum()
        };
        let all = main_tokens(&mut disjoint(ranges.clone()));
        if all * EQUAL * EQUAL <= self.score || all * 10 < needed(elements) {
            return;
        }
        let shapes: List<Shape> = ranges.clone().map(|range| elements.shape(&range)).collect();
        let common = common_shape(&shapes);
        let similar: List<u64> = shapes.iter().map(|&shape| similarity(shape, common)).collect();
        let mean = similar.iter().sum::<u64>() / (similar.len() as u64).max(1);
        let kept =
            ranges.zip(similar.iter()).filter(|&(_, &similar)| similar >= MIN_SIMILARITY).map(|(range, _)| range);
        let (kept_count, tokens) = (kept.clone().count() as u64, main_tokens(&mut disjoint(kept.clone())));
        if kept_count < 2 || tokens * 10 < needed(elements) {
            return;
        }
        let score = tokens * mean * mean / kept_count * (kept_count - 1);
        if score > self.score {
            *self = Best { score, records: kept.collect() };
        }
    }
}

/// Ten times the minimum number of tokens of a list, which is three tenths of the main text.
fn needed(elements: &Elements<'_>) -> u64 {
    3 * u64::from(elements.main_tokens(&elements.subtree(elements.tree.body))).max(1)
}
