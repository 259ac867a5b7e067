//! Items of several siblings: a `dt` with its `dd`s, a heading with what follows, the rows of a result, what is between
//! two `hr`.
//!
//! The children of an element have kinds. Those of one kind, with which each item begins, divide the others into runs;
//! the kind is taken that makes the runs most alike. So items may lack parts, and need not be of equal length. Kinds
//! that few runs have, such as an advertisement, are cut off from the ends of runs.

use super::shapes::{EQUAL, Shape, similarity};
use super::siblings::Child;
use super::{Arrangement, Found};
use crate::base::arena::{Bump, Vec};
use crate::read::html::{Tag, Tree};
use std::ops::Range;

/// The minimum similarity of children of one kind.
const SAME_KIND: u32 = EQUAL * 3 / 4;
/// The maximum number of kinds; all further ones count as one.
const MAX_KINDS: usize = 14;
/// The kind of all further ones.
const OTHERS: usize = MAX_KINDS;
/// The minimum number of runs.
const MIN_RUNS: usize = 3;
/// The maximum mean number of children of a run.
const MAX_MEAN: usize = 12;
/// How many divisions of the same children are groups.
const MAX_DIVISIONS: usize = 2;

/// Adds the divisions of the children of an element into runs.
pub(super) fn add(scratch: &Bump, tree: &Tree<'_>, found: &mut Found<'_, '_>, children: &[Child]) {
    if children.len() < 2 * MIN_RUNS {
        return;
    }
    let (kinds, lines) = kinds(scratch, children);
    let mut best: [(u64, usize); MAX_DIVISIONS] = [(0, 0); MAX_DIVISIONS];
    for leader in 0..OTHERS {
        let mut new = (Division::of(&kinds, lines, leader).map_or(0, |division| division.score()), leader);
        for old in &mut best {
            if new.0 > old.0 {
                std::mem::swap(old, &mut new);
            }
        }
    }
    for (_, leader) in best.into_iter().filter(|&(score, _)| score > 0) {
        if let Some(division) = Division::of(&kinds, lines, leader) {
            let nodes = |run: Range<usize>| {
                children[run.start].node..tree.nodes[children[run.end - 1].node as usize].subtree_end
            };
            found.add(Arrangement::Runs, division.runs().map(nodes));
        }
    }
}

/// Whether less than a quarter of two shapes differs.
fn is_same_kind(a: Shape, b: Shape) -> bool {
    4 * (a.tags ^ b.tags).count_ones() <= (a.tags | b.tags).count_ones() && similarity(a, b) >= SAME_KIND
}

/// The kind of each child, and the set of the kinds without text. Children of a kind have one tag and similar shapes.
fn kinds<'s>(scratch: &'s Bump, children: &[Child]) -> (Vec<'s, u8>, u64) {
    let mut known: [(Tag, Shape, bool); MAX_KINDS] = [(Tag::UNKNOWN, Shape::default(), false); MAX_KINDS];
    let (mut len, mut lines) = (0, 0);
    let kinds = children.iter().map(|child| {
        let is_kind = |&(tag, shape, has_text): &(Tag, Shape, bool)| {
            tag == child.tag && has_text == child.has_text && is_same_kind(shape, child.shape)
        };
        let kind = known[..len].iter().position(is_kind).unwrap_or_else(|| {
            if len == MAX_KINDS {
                return OTHERS;
            }
            known[len] = (child.tag, child.shape, child.has_text);
            lines |= u64::from(!child.has_text) << len;
            len += 1;
            len - 1
        });
        kind as u8
    });
    let kinds = Vec::from_iter_in(kinds, scratch);
    (kinds, lines)
}

/// A division of children into runs that begin with one kind, or are between children of one kind without text.
struct Division<'k> {
    kinds: &'k [u8],
    leader: u8,
    /// Kinds without text.
    lines: u64,
    /// Kinds that enough runs have.
    frequent: u64,
    /// The mean number of children of a run, rounded up.
    mean: usize,
    /// What is before the first line, if that is a run, too.
    before: Option<Range<usize>>,
}

impl<'k> Division<'k> {
    /// The division by a kind, if it makes enough runs.
    fn of(kinds: &'k [u8], lines: u64, leader: usize) -> Option<Division<'k>> {
        let mut starts = kinds.iter().enumerate().filter(|&(_, &kind)| usize::from(kind) == leader);
        let (first, count) = (starts.next()?.0, 1 + starts.clone().count());
        let last = starts.next_back()?.0;
        if count < MIN_RUNS - 1 || 2 * (last - first) < 3 * (count - 1) {
            return None;
        }
        let mean = (last - first).div_ceil(count - 1);
        let mut division = Division { kinds, leader: leader as u8, lines, frequent: u64::MAX, mean, before: None };
        let mut counts = [0; MAX_KINDS + 1];
        for run in division.runs() {
            let set = set(&kinds[run]);
            (0..=OTHERS).for_each(|kind| counts[kind] += (set >> kind & 1) as usize);
        }
        let least = (count / 5).max(2);
        division.frequent = (0..OTHERS).fold(0, |set, kind| set | u64::from(counts[kind] >= least) << kind);
        if lines >> leader & 1 != 0 {
            division.before = division.run_before(first);
        }
        (mean <= MAX_MEAN && division.runs().take(MIN_RUNS).count() == MIN_RUNS).then_some(division)
    }

    /// The runs, with text at both ends, without kinds at the ends that few have.
    fn runs(&self) -> impl Iterator<Item = Range<usize>> + Clone {
        let is_leader = |&(_, &kind): &(usize, &u8)| kind == self.leader;
        let starts = self.kinds.iter().enumerate().filter(is_leader).map(|(at, _)| at);
        let ends = starts.clone().skip(1).chain([self.kinds.len()]);
        let runs = starts.zip(ends).map(|(start, end)| start..end.min(start + 2 * self.mean));
        self.before.clone().into_iter().chain(runs.filter_map(|run| self.trimmed(run)))
    }

    /// The run before the first line: it begins with the same kind as most of the others, of which it has as many.
    fn run_before(&self, first: usize) -> Option<Range<usize>> {
        let (mut firsts, mut counts, mut number) = ([0; MAX_KINDS + 1], [0; MAX_KINDS + 1], 0);
        for run in self.runs() {
            firsts[usize::from(self.kinds[run.start])] += 1;
            self.kinds[run].iter().for_each(|&kind| counts[usize::from(kind)] += 1);
            number += 1;
        }
        let (_, kind) = firsts.iter().zip(0u8..).max_by_key(|&(count, kind)| (count, u8::MAX - kind))?;
        let in_each = ((counts[usize::from(kind)] + number / 2) / number.max(1)).max(1);
        let window = first.saturating_sub(2 * self.mean)..first;
        let start = window.rev().filter(|&at| self.kinds[at] == kind).take(in_each).last()?;
        self.trimmed(start..first)
    }

    fn trimmed(&self, mut run: Range<usize>) -> Option<Range<usize>> {
        let is_outside = |at: usize| (self.lines | !self.frequent) >> self.kinds[at] & 1 != 0;
        while !run.is_empty() && is_outside(run.end - 1) {
            run.end -= 1;
        }
        while !run.is_empty() && is_outside(run.start) {
            run.start += 1;
        }
        (!run.is_empty()).then_some(run)
    }

    /// How alike the runs are, times the share of the children in them; 0 if most are one child.
    fn score(&self) -> u64 {
        let (mut counts, mut covered, mut number) = ([0; MAX_KINDS + 1], 0, 0);
        for run in self.runs() {
            covered += run.len() as u64;
            number += 1;
            let set = set(&self.kinds[run]);
            (0..=OTHERS).for_each(|kind| counts[kind] += set >> kind & 1);
        }
        let common = (0..=OTHERS).fold(0, |set, kind| set | u64::from(2 * counts[kind] >= number) << kind);
        if self.lines >> self.leader & 1 == 0 && 2 * covered < 3 * number {
            return 0;
        }
        let alike = self.runs().map(|run| {
            let set = set(&self.kinds[run.clone()]);
            let of_sets = 2 * EQUAL * (set & common).count_ones() / (set.count_ones() + common.count_ones());
            u64::from(of_sets)
        });
        let mean = alike.sum::<u64>() / number.max(1);
        mean * mean * covered / self.kinds.len() as u64
    }
}

fn set(kinds: &[u8]) -> u64 {
    kinds.iter().fold(0, |set, &kind| set | 1 << kind)
}
