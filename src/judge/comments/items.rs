//! The items of a list of comments. Templates print one element for each comment. So all text in an element with an
//! accepted unit is part of the comment, and a sibling element with a date and text is a comment, too.
//!
//! This corrects errors of the units: a byline that contains text ("Party: none") and the comment text beside it are
//! two units; a quotation with a date is a unit inside a comment; a pingback has another class than the comments, and
//! is therefore in another group.

use super::clues::Clue;
use super::units::{Candidates, UnitCandidate};
use super::{Part, part_of};
use crate::base::arena::{Bump, Vec};
use crate::judge::containers::Containers;
use crate::read::html::NONE;
use crate::read::page::{Block, Page};

/// The minimum number of children with comments of a list.
const LEAST_ITEMS: u32 = 2;

/// The minimum number of tokens of a complete comment: other text in its item is template.
const COMPLETE_TOKENS: u32 = 8;

/// The part of a block that belongs to no comment.
const OUTSIDE: (Part, u32) = (Part::Outside, 0);

/// The comments of a page: first the units, with the same numbers, then items without a unit.
pub(super) struct Assignment<'s> {
    /// For each block its part, and one plus its comment; 0 for none.
    pub parts: &'s [(Part, u32)],
    /// For each comment the index of the container that holds it.
    pub containers: &'s [u32],
}

/// Bytes of scratch memory that [`assign`] needs.
pub(super) fn capacity(blocks: usize, containers: usize) -> usize {
    blocks * (size_of::<(Part, u32)>() + 3 * size_of::<u32>())
        + containers * (size_of::<Place>() + 4 * size_of::<u32>())
}

/// Assigns blocks to comments: the blocks of units of accepted groups, and the blocks beside those that make `lists`. Takes
/// linear time.
pub(super) fn assign<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    containers: &Containers<'_>,
    found: &Candidates<'_>,
    is_accepted: impl Fn(&UnitCandidate) -> bool + Copy,
    lists: impl Fn(&UnitCandidate) -> bool,
) -> Assignment<'s> {
    let places = places(scratch, page, containers, found, lists);
    let outer = outer_parts(scratch, containers, found, places, is_accepted);
    let mut of_comments = Vec::from_iter_in(found.units.iter().map(|unit| unit.container), scratch);
    number_items(found, places, outer, &mut of_comments, is_accepted);

    let tokens = scratch.alloc_slice_fill_copy(of_comments.len(), 0u32);
    for unit in (0..found.units.len()).filter(|&unit| is_accepted(&found.units[unit])) {
        tokens[outer[unit] as usize] += found.units[unit].text;
    }
    let beside = |i: usize, block: &Block| {
        let item = places[containers.index(block.container) as usize].item;
        let comment = places.get(item as usize)?.comment.checked_sub(1)?;
        let is_complete = found.clues[i].is_text() && tokens[comment as usize] >= COMPLETE_TOKENS;
        Some((if is_complete { Part::Control } else { part_of(found.clues[i]) }, comment + 1))
    };
    let parts = scratch.alloc_slice_fill_copy(page.blocks.len(), OUTSIDE);
    let mut tokens_beside = 0;
    for (i, (block, part)) in page.blocks.iter().zip(&mut *parts).enumerate() {
        if found.clues[i] == Clue::None {
            continue;
        }
        let unit = found.unit_of_block[i].checked_sub(1).filter(|_| found.is_in(i, is_accepted));
        *part = match unit {
            Some(unit) => (part_of(found.clues[i]), outer[unit as usize] + 1),
            None => beside(i, block).unwrap_or(OUTSIDE),
        };
        tokens_beside += if unit.is_some() || *part == OUTSIDE { 0 } else { u64::from(block.tokens) };
    }
    // If most of the text is beside the units, the list is not a list of comments.
    if tokens_beside > tokens.iter().map(|&tokens| u64::from(tokens)).sum::<u64>() {
        let others = parts.iter_mut().enumerate().filter(|(i, _)| !found.is_in(*i, is_accepted));
        others.for_each(|(_, part)| *part = OUTSIDE);
    }
    Assignment { parts, containers: of_comments.into_bump_slice() }
}

/// A container among the lists of comments.
#[derive(Clone, Copy)]
struct Place {
    /// Whether accepted units are in it.
    has_units: bool,
    /// Whether a date and text are in it.
    has_date: bool,
    has_text: bool,
    /// The number of children with accepted units, and the first of these children.
    items: u32,
    first_item: u32,
    /// The innermost item around it, or itself; [`NONE`] for none.
    item: u32,
    /// One plus the comment of an item; 0 for none.
    comment: u32,
}

fn places<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    containers: &Containers<'_>,
    found: &Candidates<'_>,
    is_accepted: impl Fn(&UnitCandidate) -> bool,
) -> &'s mut [Place] {
    let nothing = Place {
        has_units: false,
        has_date: false,
        has_text: false,
        items: 0,
        first_item: NONE,
        item: NONE,
        comment: 0,
    };
    let places = scratch.alloc_slice_fill_copy(containers.len(), nothing);
    for unit in found.units.iter().filter(|unit| is_accepted(unit)) {
        places[unit.container as usize].has_units = true;
    }
    for (block, &clue) in page.blocks.iter().zip(found.clues) {
        let place = &mut places[containers.index(block.container) as usize];
        place.has_date |= clue == Clue::Date;
        place.has_text |= clue.is_text();
    }
    for (i, container) in containers.list.iter().enumerate().rev().filter(|(i, at)| *i != at.parent as usize) {
        let Place { has_units, has_date, has_text, .. } = places[i];
        let above = &mut places[container.parent as usize];
        above.has_units |= has_units;
        above.has_date |= has_date;
        above.has_text |= has_text;
        if has_units {
            above.items += 1;
            above.first_item = i as u32;
        }
    }
    let tag = |i: u32| containers.list[i as usize].tag(&page.tree);
    for (i, container) in containers.list.iter().enumerate().filter(|(i, at)| *i != at.parent as usize) {
        let (above, i) = (places[container.parent as usize], i as u32);
        let place = &mut places[i as usize];
        let is_alike = || place.has_date && place.has_text && above.first_item < i && tag(above.first_item) == tag(i);
        let is_item = above.items >= LEAST_ITEMS && (place.has_units || is_alike());
        place.item = if is_item { i } else { above.item };
    }
    places
}

/// For each unit the unit around it, if that has no author and date and is therefore the rest of the same comment;
/// otherwise itself.
fn outer_parts<'s>(
    scratch: &'s Bump,
    containers: &Containers<'_>,
    found: &Candidates<'_>,
    places: &[Place],
    is_accepted: impl Fn(&UnitCandidate) -> bool,
) -> &'s [u32] {
    let is_signed = |unit: &UnitCandidate| unit.is_dated || unit.is_signed;
    // For each container one plus the innermost unit around it, or its own, in the same item; 0 if that is signed.
    let unsigned = scratch.alloc_slice_fill_copy(containers.len(), 0u32);
    let own = scratch.alloc_slice_fill_copy(containers.len(), 0u32);
    for (i, unit) in found.units.iter().enumerate().filter(|(_, unit)| is_accepted(unit)) {
        own[unit.container as usize] = i as u32 + 1;
    }
    for (i, container) in containers.list.iter().enumerate() {
        unsigned[i] = match own[i].checked_sub(1) {
            Some(unit) if is_signed(&found.units[unit as usize]) => 0,
            Some(unit) => unit + 1,
            None if places[i].item == i as u32 => 0,
            None => unsigned[container.parent as usize],
        };
    }
    let outer = scratch.alloc_slice_fill_iter(0..found.units.len() as u32);
    let is_complete = scratch.alloc_slice_fill_copy(found.units.len(), false);
    for (i, unit) in found.units.iter().enumerate().filter(|(_, unit)| is_accepted(unit) && is_signed(unit)) {
        let at = unit.container;
        if places[at as usize].item == at {
            continue;
        }
        // A second unit with an author or date in it is a separate comment.
        let around = unsigned[containers.list[at as usize].parent as usize].checked_sub(1);
        if let Some(rest) = around.filter(|&rest| !std::mem::replace(&mut is_complete[rest as usize], true)) {
            outer[i] = rest;
        }
    }
    outer
}

/// Gives each item the first comment in it, and dated items without units a new comment.
fn number_items(
    found: &Candidates<'_>,
    places: &mut [Place],
    outer: &[u32],
    of_comments: &mut Vec<'_, u32>,
    is_accepted: impl Fn(&UnitCandidate) -> bool,
) {
    for (i, unit) in found.units.iter().enumerate().filter(|(_, unit)| is_accepted(unit)) {
        let item = places[unit.container as usize].item;
        if let Some(item) = places.get_mut(item as usize).filter(|item| item.comment == 0) {
            item.comment = outer[i] + 1;
        }
    }
    for (i, place) in places.iter_mut().enumerate().filter(|(i, place)| place.item == *i as u32 && !place.has_units) {
        of_comments.push(i as u32);
        place.comment = of_comments.len() as u32;
    }
}
