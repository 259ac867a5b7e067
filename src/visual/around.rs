//! What is around an area: its siblings on each side, others with the same text or color, names of the elements that
//! it stands in. Each function is given all areas at once.

use super::areas::RawArea;
use super::cascade::Styles;
use super::flow::Flow;
use super::grid::{Sides, sides};
use super::pieces::Piece;
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::class_words::GroupCache;
use crate::hash::hash_mapped;
use crate::html::NONE;
use crate::html::attributes::Name;
use crate::html::names::lower_packed;
use crate::intern::Interner;
use crate::page::Page;

/// The siblings on each side, for all areas: the children of a group are its areas and the groups in it.
pub fn all_sides<'a>(arena: &'a Bump, flow: &Flow<'_>, areas: &[RawArea]) -> ArenaVec<'a, Sides> {
    let mut all = ArenaVec::with_capacity_in(areas.len(), arena);
    all.resize(areas.len(), Sides::default());
    // Children sorted by group: areas first, then groups, as numbers behind those of the areas.
    let first_group = areas.len() as u32;
    let of_areas =
        areas.iter().enumerate().filter(|(_, area)| area.hidden == 0).map(|(i, area)| (area.group, i as u32));
    let of_groups = flow.groups.iter().enumerate().skip(1).map(|(i, group)| (group.parent, first_group + i as u32));
    let mut ends: ArenaVec<u32> = ArenaVec::with_capacity_in(flow.groups.len(), arena);
    ends.resize(flow.groups.len(), 0);
    of_areas.clone().chain(of_groups.clone()).for_each(|(group, _)| ends[group as usize] += 1);
    let mut count = 0;
    for end in &mut ends {
        (*end, count) = (count, count + *end);
    }
    let mut children: ArenaVec<u32> = ArenaVec::with_capacity_in(count as usize, arena);
    children.resize(count as usize, 0);
    for (group, child) in of_areas.chain(of_groups) {
        let end = &mut ends[group as usize];
        children[*end as usize] = child;
        *end += 1;
    }
    let rect_of = |&child: &u32| match areas.get(child as usize) {
        Some(area) => area.rect,
        None => flow.groups[(child - first_group) as usize].rect,
    };
    let mut rects = ArenaVec::with_capacity_in(children.len(), arena);
    let mut begin = 0;
    for &end in &ends {
        let children = &children[begin..end as usize];
        begin = end as usize;
        rects.clear();
        rects.extend(children.iter().map(rect_of));
        for (&child, sides) in children.iter().zip(sides(arena, &rects)) {
            if let Some(slot) = all.get_mut(child as usize) {
                *slot = sides;
            }
        }
    }
    all
}

/// `cperc`: for each area that is seen, the mean over its characters of the share of the page's characters, without
/// spaces, that have the same color; colors by four bits a channel. In 255ths.
pub fn color_shares<'a>(
    arena: &'a Bump,
    styles: &Styles<'_>,
    pieces: &[Piece],
    areas: &[RawArea],
    seen: &[u32],
) -> ArenaVec<'a, u8> {
    let mut counts: ArenaVec<u32> = ArenaVec::with_capacity_in(4096, arena);
    counts.resize(4096, 0);
    let color = |piece: &Piece| {
        let [red, green, blue] = styles.of(piece.node).color.channels().map(|channel| usize::from(channel >> 4));
        red << 8 | green << 4 | blue
    };
    let mut all = 0u64;
    for piece in pieces.iter().filter(|piece| piece.hidden == 0) {
        counts[color(piece)] += piece.inked;
        all += u64::from(piece.inked);
    }
    let mut shares = ArenaVec::with_capacity_in(seen.len(), arena);
    shares.extend(seen.iter().map(|&i| {
        let (first, end) = areas[i as usize].pieces;
        let (mut sum, mut inked) = (0u64, 0u64);
        for piece in &pieces[first as usize..end as usize] {
            sum = sum.saturating_add(u64::from(counts[color(piece)]) * u64::from(piece.inked));
            inked += u64::from(piece.inked);
        }
        let whole = all.max(1).saturating_mul(inked.max(1));
        match sum.checked_mul(255) {
            Some(sum) => (sum / whole).min(255) as u8,
            None => (u128::from(sum) * 255 / u128::from(whole)).min(255) as u8,
        }
    }));
    shares
}

/// So many elements around a text are asked for their classes and ids.
const AROUND: usize = 3;

/// Elements whose groups are remembered: areas next to each other share what is around them.
const REMEMBERED: usize = 64;

pub fn names_around<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    pieces: &[Piece],
    areas: &[RawArea],
    seen: &[u32],
) -> ArenaVec<'a, u32> {
    let tree = &page.tree;
    let mut words = GroupCache::default();
    let mut remembered = [(NONE, 0); REMEMBERED];
    let mut all = ArenaVec::with_capacity_in(seen.len(), arena);
    all.extend(seen.iter().map(|&i| {
        let mut node = pieces[areas[i as usize].pieces.0 as usize].node;
        let mut groups = 0;
        for _ in 0..AROUND {
            node = tree.nodes[node as usize].parent;
            if node == NONE {
                break;
            }
            let entry = &mut remembered[node as usize % REMEMBERED];
            if entry.0 != node {
                *entry = (node, words.groups_of(tree, node, Name::CLASS.bit() | Name::ID.bit()));
            }
            groups |= entry.1;
        }
        groups
    }));
    all
}

/// For each area that is seen, how many have the same text, in upper or lower case.
pub fn repetitions<'a>(arena: &'a Bump, page: &Page<'_>, areas: &[RawArea], seen: &[u32]) -> ArenaVec<'a, u32> {
    let mut texts = Interner::new(arena, seen.len());
    let mut counts: ArenaVec<u32> = ArenaVec::with_capacity_in(seen.len(), arena);
    let mut all = ArenaVec::with_capacity_in(seen.len(), arena);
    for &i in seen {
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
