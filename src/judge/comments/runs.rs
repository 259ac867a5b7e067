//! Runs: comments that are several siblings each, such as a `dt` and a `dd`, two rows of a table, or paragraphs and the
//! line "Posted by Ann on Sunday" below them. So one element has many dates or authors, and text between them.
//!
//! The anchors (dates and authors) of one shape that alternate with text say where runs begin, or end. Anchors after a
//! heading that announces comments go before others: above it is the article.

use super::clues::Clue;
use super::lines;
use super::units::{is_name_above_date, kind_of};
use crate::base::arena::{Bump, Vec};
use crate::base::hash::mix;
use crate::base::intern::Interner;
use crate::read::page::{Block, Page};

/// One run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The unit whose blocks it cuts out.
    pub unit: u32,
    /// A hash of the shape of its anchor.
    pub shape: u64,
}

/// The runs of a page.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Runs<'s> {
    pub list: &'s [Run],
    /// For each block one plus its run, 0 for none; empty if there are no runs.
    pub of_block: &'s [u32],
}

/// Bytes of scratch memory that [`find`] needs on most pages.
pub(super) fn capacity(blocks: usize) -> usize {
    2 * blocks * size_of::<u32>() + SHAPES * size_of::<Anchors>() + Interner::capacity_bytes(SHAPES)
}

/// About how many shapes there are.
const SHAPES: usize = 64;
/// The only comment after an announcement is at most this many blocks away.
const NEAR: u32 = 4;

/// The anchors of one shape in a unit, after the same announcement.
#[derive(Clone, Copy, Debug)]
struct Anchors {
    unit: u32,
    shape: u64,
    is_announced: bool,
    /// How many of them have text between them and the one before.
    alternations: u32,
    /// The first and the last.
    blocks: (u32, u32),
    /// The texts of the unit before the last of them.
    texts: u32,
    /// Whether text of the unit is between the last heading and the first of them.
    follows_text: bool,
    /// The distance of that heading, in blocks.
    distance: u32,
    /// The kinds of the last texts before the first of them, and before the last.
    above: u64,
    between: u64,
}

impl Anchors {
    /// Whether the text above the first of them, and not the one below the last, is of the kind of those between.
    fn is_below_texts(&self, below: u64) -> bool {
        self.above == self.between && below != self.between
    }

    /// The best anchors of a unit have the highest rank; `None` if they cut nothing.
    fn rank(&self) -> Option<(bool, u32)> {
        let is_single = self.is_announced && self.distance <= NEAR;
        (self.alternations > 0 || is_single).then_some((self.is_announced, self.alternations))
    }
}

/// What was read of a unit so far.
#[derive(Clone, Copy, Default)]
struct State {
    texts: u32,
    /// One plus the block of the last one that is no name.
    last_text: u32,
    /// The texts before the last heading, and one plus its block.
    texts_before_heading: u32,
    heading: u32,
    announcements: u32,
    texts_before_announcement: u32,
    /// One plus the index of the best anchors.
    best: u32,
    /// Whether text follows the last anchor, before another heading.
    text_follows: bool,
    is_closed: bool,
    /// One plus the run that blocks are added to, and whether it has text.
    run: u32,
    has_text: bool,
    /// The texts of this run, and the most texts of a run before it.
    texts_of_run: u32,
    most_texts: u32,
}

impl State {
    /// The kind of the last text; 0 if there is none.
    fn kind_of_last(&self, page: &Page<'_>) -> u64 {
        self.last_text.checked_sub(1).map_or(0, |at| kind_of_text(page, &page.blocks[at as usize]))
    }

    fn best_of<'c>(&self, anchors: &'c [Anchors]) -> Option<&'c Anchors> {
        Some(&anchors[self.best.checked_sub(1)? as usize])
    }
}

/// Finds the runs in `count` units. `unit_of_block` has one plus the unit, 0 for none. Takes linear time.
pub(super) fn find<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    clues: &[Clue],
    unit_of_block: &[u32],
    count: usize,
) -> Runs<'s> {
    let states = scratch.alloc_slice_fill_copy(count, State::default());
    let anchors = anchors(scratch, page, clues, unit_of_block, states);
    for (i, found) in anchors.iter().enumerate() {
        let state = &mut states[found.unit as usize];
        if found.rank() > state.best_of(anchors).and_then(Anchors::rank) {
            state.best = i as u32 + 1;
        }
    }
    if states.iter().all(|state| state.best == 0) {
        return Runs::default();
    }
    look_behind(page, clues, unit_of_block, anchors, states);
    let mut cutter = Cutter {
        page,
        clues,
        anchors,
        states,
        list: Vec::new_in(scratch),
        of_block: scratch.alloc_slice_fill_copy(page.blocks.len(), 0),
    };
    let units = || unit_of_block.iter().enumerate().filter_map(|(i, unit)| Some((i, unit.checked_sub(1)? as usize)));
    units().for_each(|(i, unit)| cutter.visit(i, unit, false));
    units().rev().for_each(|(i, unit)| cutter.visit(i, unit, true));
    Runs { list: cutter.list.into_bump_slice(), of_block: cutter.of_block }
}

/// The anchors of all shapes and units.
fn anchors<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    clues: &[Clue],
    unit_of_block: &[u32],
    states: &mut [State],
) -> &'s [Anchors] {
    let mut shapes = Interner::new(scratch, SHAPES);
    let mut found: Vec<'s, Anchors> = Vec::with_capacity_in(SHAPES, scratch);
    for (i, (block, &clue)) in page.blocks.iter().zip(clues).enumerate() {
        let Some(unit) = unit_of_block[i].checked_sub(1) else { continue };
        let (state, at) = (&mut states[unit as usize], i as u32);
        if clue.is_heading() {
            (state.heading, state.texts_before_heading) = (at + 1, state.texts);
        }
        if clue == Clue::Announcement {
            state.announcements += 1;
            state.texts_before_announcement = state.texts;
        }
        if clue.is_anchor() {
            let shape = shape_of(page, block, clue);
            let place = mix(u64::from(unit), u64::from(state.announcements));
            let number = shapes.intern(mix(place, shape)) as usize;
            if number > found.len() {
                found.push(Anchors {
                    unit,
                    shape,
                    is_announced: state.announcements > 0 && state.texts_before_announcement > 0,
                    alternations: 0,
                    blocks: (at, at),
                    texts: state.texts,
                    follows_text: state.texts > state.texts_before_heading,
                    distance: at - state.heading,
                    above: state.kind_of_last(page),
                    between: 0,
                });
            }
            let anchors = &mut found[number - 1];
            if state.texts > anchors.texts {
                anchors.alternations += 1;
                anchors.between = state.kind_of_last(page);
            }
            (anchors.texts, anchors.blocks.1) = (state.texts, at);
        }
        if clue.is_text() {
            state.texts += 1;
            state.last_text = if is_name_above_date(page, clues, i) { state.last_text } else { at + 1 };
        }
    }
    found.into_bump_slice()
}

/// Reads what follows the last of the best anchors of each unit.
fn look_behind(page: &Page<'_>, clues: &[Clue], unit_of_block: &[u32], anchors: &[Anchors], states: &mut [State]) {
    for (i, (&clue, &unit)) in clues.iter().zip(unit_of_block).enumerate() {
        let Some(state) = unit.checked_sub(1).map(|unit| &mut states[unit as usize]) else { continue };
        let Some(best) = state.best_of(anchors) else { continue };
        if i as u32 > best.blocks.1 {
            state.is_closed |= clue.is_heading();
            let is_text = !state.is_closed && clue.is_text();
            state.text_follows |= is_text && !best.is_below_texts(kind_of_text(page, &page.blocks[i]));
        }
    }
    // A single date beside no text of the unit, such as that of an item whose text is a unit of its own, is no run.
    for state in states.iter_mut() {
        if state
            .best_of(anchors)
            .is_some_and(|best| best.alternations == 0 && !best.follows_text && !state.text_follows)
        {
            state.best = 0;
        }
    }
}

/// Cuts units into runs: forward where anchors begin them, backward where they end them.
struct Cutter<'c, 's> {
    page: &'c Page<'c>,
    clues: &'c [Clue],
    anchors: &'c [Anchors],
    states: &'c mut [State],
    list: Vec<'s, Run>,
    of_block: &'s mut [u32],
}

impl Cutter<'_, '_> {
    fn visit(&mut self, i: usize, unit: usize, is_backward: bool) {
        let (state, clue, at) = (&mut self.states[unit], self.clues[i], i as u32);
        let Some(best) = state.best_of(self.anchors) else { return };
        let first = best.blocks.0 as usize;
        let is_end = best.follows_text
            && !self.clues[first].is_text()
            && (!state.text_follows || lines::is_posted_by(self.page.text_of(&self.page.blocks[first])));
        if is_end != is_backward {
            return;
        }
        let is_inside = best.blocks.0 <= at && at <= best.blocks.1;
        // What stands above comments that end with their bylines is no part of the first.
        let is_long = || clue.is_text() && state.most_texts > 0 && state.texts_of_run >= state.most_texts;
        if !is_inside && (clue.is_heading() || is_backward && is_long()) {
            state.run = 0;
        } else if is_inside
            && clue.is_anchor()
            && (state.run == 0 || state.has_text)
            && shape_of(self.page, &self.page.blocks[i], clue) == best.shape
        {
            self.list.push(Run { unit: unit as u32, shape: best.shape });
            (state.run, state.has_text) = (self.list.len() as u32, false);
            (state.most_texts, state.texts_of_run) = (state.most_texts.max(state.texts_of_run), 0);
        }
        state.has_text |= clue.is_text();
        state.texts_of_run += u32::from(clue.is_text());
        self.of_block[i] = state.run;
    }
}

/// A hash of the names of the element around a text, and of its depth.
fn kind_of_text(page: &Page<'_>, block: &Block) -> u64 {
    mix(kind_of(&page.tree, block.container), u64::from(block.depth))
}

/// A hash of the names of an anchor, of its depth, and of whether it is an author: where an author above a text and the
/// date below it are alike, each must not begin a run.
fn shape_of(page: &Page<'_>, block: &Block, clue: Clue) -> u64 {
    let depth = u64::from(block.depth) << 1 | u64::from(clue == Clue::Author);
    mix(kind_of(&page.tree, block.container), depth)
}
