//! Features of an area's context: its neighbors on each side, areas with the same text, text of the same color, words
//! in the classes and ids of its ancestors.
//!
//! Neighbor counts and color shares are features of Burget and Burgetová 2011; the others are ours. Each function takes
//! all areas at once, so that the whole page costs linear time.

use super::areas::RawArea;
use super::cascade::Styles;
use super::grid::{NeighborCounts, count_neighbors};
use super::layout::Layout;
use super::text_runs::TextRun;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::hash::hash_mapped;
use crate::base::intern::Interner;
use crate::read::class_words::{ClassPaths, GroupCache};
use crate::read::html::NONE;
use crate::read::html::attributes::Name;
use crate::read::html::names::lower_packed;
use crate::read::page::Page;

/// The neighbors of every area. The children of a separated box are its areas and the separated boxes in it.
pub fn neighbor_counts<'a>(arena: &'a Bump, layout: &Layout<'_>, areas: &[RawArea]) -> ArenaVec<'a, NeighborCounts> {
    let mut all = ArenaVec::with_capacity_in(areas.len(), arena);
    all.resize(areas.len(), NeighborCounts::default());
    // Counting sort of the children by parent; boxes are numbered after the areas.
    let first_box = areas.len() as u32;
    let area_children =
        areas.iter().enumerate().filter(|(_, area)| area.hidden == 0).map(|(i, area)| (area.separated_box, i as u32));
    let box_children = layout.boxes.iter().enumerate().skip(1).map(|(i, child)| (child.parent, first_box + i as u32));
    let mut ends: ArenaVec<u32> = ArenaVec::with_capacity_in(layout.boxes.len(), arena);
    ends.resize(layout.boxes.len(), 0);
    area_children.clone().chain(box_children.clone()).for_each(|(parent, _)| ends[parent as usize] += 1);
    let mut count = 0;
    for end in &mut ends {
        (*end, count) = (count, count + *end);
    }
    let mut children: ArenaVec<u32> = ArenaVec::with_capacity_in(count as usize, arena);
    children.resize(count as usize, 0);
    for (parent, child) in area_children.chain(box_children) {
        let end = &mut ends[parent as usize];
        children[*end as usize] = child;
        *end += 1;
    }
    let rect_of = |&child: &u32| match areas.get(child as usize) {
        Some(area) => area.rect,
        None => layout.boxes[(child - first_box) as usize].rect,
    };
    let mut rects = ArenaVec::with_capacity_in(children.len(), arena);
    let mut begin = 0;
    for &end in &ends {
        let children = &children[begin..end as usize];
        begin = end as usize;
        rects.clear();
        rects.extend(children.iter().map(rect_of));
        for (&child, counts) in children.iter().zip(count_neighbors(arena, &rects)) {
            if let Some(slot) = all.get_mut(child as usize) {
                *slot = counts;
            }
        }
    }
    all
}

/// `cperc` of each visible area, in 255ths: the mean, over its characters, of the share of the page's characters with
/// the same color. Whitespace is ignored; colors are quantized to four bits per channel.
pub fn color_shares<'a>(
    arena: &'a Bump,
    styles: &Styles<'_>,
    runs: &[TextRun],
    areas: &[RawArea],
    visible: &[u32],
) -> ArenaVec<'a, u8> {
    let mut counts: ArenaVec<u32> = ArenaVec::with_capacity_in(4096, arena);
    counts.resize(4096, 0);
    let color = |run: &TextRun| {
        let [red, green, blue] = styles.of(run.node).color.channels().map(|channel| usize::from(channel >> 4));
        red << 8 | green << 4 | blue
    };
    let mut all = 0u64;
    for run in runs.iter().filter(|run| run.hidden == 0) {
        counts[color(run)] += run.non_spaces;
        all += u64::from(run.non_spaces);
    }
    let mut shares = ArenaVec::with_capacity_in(visible.len(), arena);
    shares.extend(visible.iter().map(|&i| {
        let (first, end) = areas[i as usize].runs;
        let (mut sum, mut non_spaces) = (0u64, 0u64);
        for run in &runs[first as usize..end as usize] {
            sum = sum.saturating_add(u64::from(counts[color(run)]) * u64::from(run.non_spaces));
            non_spaces += u64::from(run.non_spaces);
        }
        let whole = all.max(1).saturating_mul(non_spaces.max(1));
        match sum.checked_mul(255) {
            Some(sum) => (sum / whole).min(255) as u8,
            None => (u128::from(sum) * 255 / u128::from(whole)).min(255) as u8,
        }
    }));
    shares
}

/// Ancestors whose classes and ids are read.
const MAX_ANCESTORS: usize = 3;

/// Slots of a direct-mapped cache of the words of an element: neighboring areas share ancestors.
const CACHED: usize = 64;

/// For each visible area the groups of words in the classes and ids of its nearest ancestors, as a bitmask.
pub fn class_and_id_words<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    runs: &[TextRun],
    areas: &[RawArea],
    visible: &[u32],
) -> ArenaVec<'a, u32> {
    let tree = &page.tree;
    let mut words = GroupCache::new(arena, ClassPaths::default());
    let mut cache = [(NONE, 0); CACHED];
    let mut all = ArenaVec::with_capacity_in(visible.len(), arena);
    all.extend(visible.iter().map(|&i| {
        let mut groups = 0;
        let text = runs[areas[i as usize].runs.0 as usize].node;
        for node in tree.ancestors(text).skip(1).take(MAX_ANCESTORS) {
            let entry = &mut cache[node as usize % CACHED];
            if entry.0 != node {
                *entry = (node, words.groups_of(tree, node, Name::CLASS.bit() | Name::ID.bit()));
            }
            groups |= entry.1;
        }
        groups
    }));
    all
}

/// For each visible area, how many areas have its text, ignoring case.
pub fn duplicate_counts<'a>(arena: &'a Bump, page: &Page<'_>, areas: &[RawArea], visible: &[u32]) -> ArenaVec<'a, u32> {
    let mut texts = Interner::new(arena, visible.len());
    let mut counts: ArenaVec<u32> = ArenaVec::with_capacity_in(visible.len(), arena);
    let mut all = ArenaVec::with_capacity_in(visible.len(), arena);
    for &i in visible {
        let (start, end) = areas[i as usize].text;
        let text = &page.text.as_bytes()[start as usize..end as usize];
        let text = texts.intern_index(hash_mapped(0, text, lower_packed));
        match counts.get_mut(text as usize) {
            Some(count) => *count += 1,
            None => counts.push(1),
        }
        all.push(text);
    }
    all.iter_mut().for_each(|count| *count = counts[*count as usize]);
    all
}
