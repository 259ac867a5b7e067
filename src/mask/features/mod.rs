//! The features of the learned mask: one byte each, computed from the tables of the page in linear time, in integers
//! only, so that they are the same on every machine.
//!
//! | file | features |
//! |---|---|
//! | `text` | the block by itself: length, density, links, beginning and end |
//! | `elements` | kinds of ancestors and how near they are |
//! | `repetition` | blocks of the same tag path, equal texts |
//! | `position` | position, neighbors, the containers of the block |
//! | `rule_scores` | the scores of [`super::density`] of the block and of those around it |
//! | `whole_page` | totals of the page, to classify its kind |
//! | `signals` | what the page declares about itself, to classify its kind |
//! | `punctuation` | characters by class, for the others |
//!
//! The last features of a block are the probabilities of the kinds of page.

mod elements;
mod position;
mod punctuation;
mod repetition;
mod rule_scores;
mod signals;
mod text;
mod whole_page;

pub use super::density::rule_scores;

use super::duplicates;
use super::kind::{PAGE_KINDS, PageKind};
use crate::arena::Bump;
use crate::containers::Containers;
use crate::page::Page;
use crate::tag_path::Sequence;
use elements::{Elements, KINDS, NEAR_NAMES};
use position::Positions;
use punctuation::CharacterCounts;
use repetition::Repetition;
use rule_scores::RuleScores;

/// How many features a block has.
pub const COUNT: usize =
    text::NAMES.len() + KINDS + repetition::NAMES.len() + position::NAMES.len() + rule_scores::NAMES.len() + PAGE_KINDS;

/// How many features a page has, to classify its kind.
pub const PAGE_COUNT: usize = whole_page::NAMES.len() + signals::SIGNALS;

/// The version of the features; a model is for one version.
pub const VERSION: u32 = 8;

/// Blocks that are scored at once.
pub const LANES: usize = 2 * crate::simd::ROWS;

/// The features of [`LANES`] blocks, one array for each feature.
pub type Group = [[u8; LANES]; COUNT];

/// The names of all features, as `group.name`.
pub fn names() -> Vec<String> {
    let kinds: Vec<&str> = PageKind::VALUES.iter().map(|kind| kind.name()).collect();
    let groups: [(&str, &[&str]); 6] = [
        ("text", &text::NAMES),
        ("near", &NEAR_NAMES),
        ("repetition", &repetition::NAMES),
        ("place", &position::NAMES),
        ("rules", &rule_scores::NAMES),
        ("kind", &kinds),
    ];
    groups.iter().flat_map(|(group, names)| names.iter().map(move |name| format!("{group}.{name}"))).collect()
}

/// The names of the features of a page.
pub fn page_names() -> Vec<String> {
    let totals = whole_page::NAMES.iter().map(|name| format!("page.{name}"));
    totals.chain(signals::names().into_iter().map(|name| format!("signal.{name}"))).collect()
}

/// The sums that the features of all blocks are computed from.
#[derive(Debug)]
pub struct Features<'p> {
    page: &'p Page<'p>,
    elements: Elements<'p>,
    repetition: Repetition<'p>,
    positions: Positions<'p>,
    /// For each block the first one with the same text.
    pub(super) first_with_text: &'p mut [u32],
    rule_scores: RuleScores<'p>,
    of_page: [u8; whole_page::NAMES.len()],
    /// The last group; its probabilities of the kinds, which all blocks share, stay.
    group: &'p mut Group,
}

impl<'p> Features<'p> {
    /// Bytes that [`Features::new`] allocates.
    pub fn capacity(page: &Page<'_>, sequence: &Sequence<'_>, containers: &Containers<'_>) -> usize {
        let blocks = page.blocks.len();
        blocks * size_of::<u32>()
            + containers.len() * size_of::<elements::Element>()
            + repetition::capacity(blocks, sequence)
            + duplicates::capacity_of_first(blocks)
            + position::capacity(blocks)
            + rule_scores::capacity(blocks, containers.len(), sequence)
            + size_of::<Group>()
            + (1 << 10)
    }

    /// Computes the sums of a page. `rule_scores` has an entry for each block, as [`rule_scores`] gives them.
    pub fn new(
        arena: &'p Bump,
        page: &'p Page<'p>,
        sequence: &'p Sequence<'p>,
        rule_scores: &'p [u8],
        containers: &Containers<'_>,
    ) -> Features<'p> {
        let elements = elements::elements(arena, page, containers);
        let first_with_text = duplicates::first_with_text(arena, page);
        let repetition = Repetition::of(arena, page.blocks, &elements, sequence, first_with_text);
        let positions = Positions::of(arena, page.blocks);
        let rule_scores = RuleScores::of(arena, page.blocks, rule_scores, &elements, sequence);
        let of_page = whole_page::values(page, &CharacterCounts::of(page.text), &elements);
        let group = &mut arena.alloc_slice_fill_with(1, |_| [[0; LANES]; COUNT])[0];
        Features { page, elements, repetition, positions, first_with_text, rule_scores, of_page, group }
    }

    /// [`Features::of_page`] alone, for training.
    pub fn page_features(page: &Page<'_>, sequence: &Sequence<'_>, containers: &Containers<'_>) -> [u8; PAGE_COUNT] {
        let arena = Bump::new();
        let scores = rule_scores(&arena, &Bump::new(), page, sequence);
        Features::new(&arena, page, sequence, scores, containers).of_page()
    }

    /// The features to classify the kind of the page.
    pub fn of_page(&self) -> [u8; PAGE_COUNT] {
        let mut values = [0; PAGE_COUNT];
        let (totals, signals) = values.split_at_mut(whole_page::NAMES.len());
        totals.copy_from_slice(&self.of_page);
        signals.copy_from_slice(&signals::values(self.page));
        values
    }

    /// Sets the probabilities of the kinds of page, in 255ths; they are 0 at first.
    pub fn set_kinds(&mut self, probabilities: [u8; PAGE_KINDS]) {
        let rows = self.group[COUNT - PAGE_KINDS..].iter_mut();
        rows.zip(probabilities).for_each(|(row, value)| *row = [value; LANES]);
    }

    /// The features of [`LANES`] blocks starting at block `first`; lanes past the last block are unspecified.
    pub fn group(&mut self, first: usize) -> &Group {
        let blocks = self.page.blocks.iter().enumerate().skip(first).take(LANES);
        for (lane, (i, block)) in blocks.enumerate() {
            let element = &self.elements.list[self.elements.of_blocks[i] as usize];
            let mut column = Column { group: self.group, lane, next: 0 };
            column.write(&text::values(block, self.page.text_of(block)));
            column.write(&element.near.values());
            column.write(&self.repetition.values(&self.elements, i));
            column.write(&self.positions.values(self.page, &self.elements, i));
            column.write(&self.rule_scores.values(&self.elements, i));
        }
        self.group
    }
}

/// The lane of one block in a group, written feature by feature.
struct Column<'g> {
    group: &'g mut Group,
    lane: usize,
    next: usize,
}

impl Column<'_> {
    #[inline]
    fn write<const N: usize>(&mut self, values: &[u8; N]) {
        let lane = self.lane % LANES;
        for (row, &value) in self.group[self.next..self.next + N].iter_mut().zip(values) {
            row[lane] = value;
        }
        self.next += N;
    }
}
