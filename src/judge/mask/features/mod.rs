//! The features of the learned mask: one byte each, computed from the tables of the page in linear time, in integers
//! only, so that they are the same on every machine.
//!
//! | file | features |
//! |---|---|
//! | `text` | the text of the block: length, density, links, beginning and end |
//! | `elements` | kinds of ancestors and how near they are |
//! | `repetition` | blocks of the same tag path, equal texts |
//! | `position` | position, neighbors, the containers of the block |
//! | `rule_scores` | the scores of [`super::density`] of the block and its neighbors |
//! | `whole_page` | totals of the page, to classify its kind |
//! | `signals` | declarations of the page, to classify its kind |
//! | `punctuation` | characters by class, for the others |
//! | `training` | the names of the features, and what else only training reads |
//!
//! The last features of a block are the probabilities of the page kinds.

mod elements;
mod position;
mod punctuation;
mod repetition;
mod rule_scores;
mod signals;
mod text;
#[cfg(feature = "unstable")]
mod training;
mod whole_page;

#[cfg(feature = "unstable")]
pub use super::density::rule_scores;
#[cfg(feature = "unstable")]
pub use training::{names, page_names};

pub(crate) use punctuation::is_currency;

use super::duplicates::{self, Texts};
use super::kind::PAGE_KINDS;
use crate::base::arena::Bump;
use crate::base::limits::Watch;
use crate::base::simd::{self, SIDE, Table, transpose};
use crate::judge::containers::Containers;
use crate::published::tag_path::Sequence;
use crate::read::page::{Block, Page};
use elements::{Elements, KINDS, Sums};
use position::Positions;
use punctuation::CharacterCounts;
use repetition::Repetition;
use rule_scores::RuleScores;
use text::Amount;
use whole_page::Totals;

/// How many features a block has.
pub const COUNT: usize =
    text::NAMES.len() + KINDS + repetition::NAMES.len() + position::NAMES.len() + rule_scores::NAMES.len() + PAGE_KINDS;

/// How many features a page has, to classify its kind.
pub const PAGE_COUNT: usize = whole_page::NAMES.len() + signals::SIGNALS;

/// The version of the features; a model is for one version.
pub const VERSION: u32 = 8;

/// Blocks that are scored at once.
pub const LANES: usize = 2 * simd::ROWS;

/// The features of [`LANES`] blocks, one array for each feature; those from [`COUNT`] on are unspecified.
pub type Group = Table<LANES>;

/// The sums that the features of all blocks are computed from.
#[derive(Debug)]
pub struct Features<'p> {
    page: &'p Page<'p>,
    elements: Elements<'p>,
    repetition: Repetition<'p>,
    positions: Positions<'p>,
    pub(super) texts: Texts<'p>,
    rule_scores: RuleScores<'p>,
    of_page: [u8; whole_page::NAMES.len()],
    /// `of_page` as of a page whose words stand between spaces, for East Asian pages.
    as_spaced: Option<[u8; whole_page::NAMES.len()]>,
    /// The probabilities of the kinds of page, which all blocks share.
    kinds: [u8; PAGE_KINDS],
}

/// Bytes of a row: the features of a block, filled up to whole vectors.
const WIDTH: usize = COUNT.next_multiple_of(SIDE);

impl<'p> Features<'p> {
    /// Bytes that [`Features::new`] allocates.
    pub fn capacity(page: &Page<'_>, sequence: &Sequence<'_>, containers: &Containers<'_>) -> usize {
        let (blocks, elements) = (page.blocks.len(), containers.len());
        let paths = elements.min(sequence.symbols as usize + 1);
        elements::capacity(blocks, elements, sequence)
            + repetition::capacity(paths)
            + duplicates::capacity_of_texts(blocks)
            + position::capacity(blocks)
            + rule_scores::capacity(blocks, elements, paths)
            + (1 << 10)
    }

    /// Computes the sums of a page, in one pass over its blocks. `rule_scores` has an entry for each block, as
    /// [`rule_scores`] gives them. The sums are partial if the analysis is cancelled.
    pub fn new(
        arena: &'p Bump,
        page: &'p Page<'p>,
        sequence: &Sequence<'_>,
        rule_scores: &'p [u8],
        containers: &Containers<'_>,
        watch: &Watch,
    ) -> Features<'p> {
        let texts = Texts::of(arena, page);
        let mut elements = Elements::new(arena, page, containers, sequence);
        let mut repetition = Repetition::new(arena, elements.paths);
        let mut positions = Positions::new(arena, page.blocks.len());
        let mut rule_scores = RuleScores::new(arena, rule_scores, &elements);
        let (mut totals, mut tokens, mut characters) = (Totals::default(), 0, 0);
        for (i, block) in page.blocks.iter().enumerate() {
            if watch.is_cancelled_at(i) {
                break;
            }
            let text = Sums::of(block);
            let place = elements.add(containers.index(block.container), text);
            repetition.add(place, text);
            positions.add(text);
            rule_scores.add(i, place, block);
            totals.add(block, text);
            tokens += u64::from(block.tokens);
            characters += u64::from(block.characters);
        }
        elements.finish();
        repetition.finish(elements.page());
        rule_scores.finish();
        let counts = CharacterCounts::of(page.text);
        let of_page = totals.values(&counts, &elements);
        let as_spaced = whole_page::is_east_asian(page, tokens, characters)
            .then(|| Totals::as_spaced(page).values(&counts, &elements));
        let kinds = [0; PAGE_KINDS];
        Features { page, elements, repetition, positions, texts, rule_scores, of_page, as_spaced, kinds }
    }

    /// The features to classify the kind of the page, on which the mask depends: in tokens, as in training.
    pub fn of_page(&self) -> [u8; PAGE_COUNT] {
        let mut values = [0; PAGE_COUNT];
        let (totals, signals) = values.split_at_mut(whole_page::NAMES.len());
        totals.copy_from_slice(&self.of_page);
        signals.copy_from_slice(&signals::values(self.page));
        values
    }

    /// [`Features::of_page`] of an East Asian page in units that hardly depend on the script; `None` of other pages.
    pub fn of_page_as_spaced(&self, mut of_page: [u8; PAGE_COUNT]) -> Option<[u8; PAGE_COUNT]> {
        let totals = self.as_spaced.as_ref()?;
        of_page[..totals.len()].copy_from_slice(totals);
        Some(of_page)
    }

    /// The tokens in a container and its descendants, and how many of them are in links.
    pub(super) fn text_in(&self, container: usize) -> (u32, u32) {
        let Sums { tokens, linked, .. } = self.elements.list[container].sums;
        (tokens, linked)
    }

    /// Whether the text of a block is on the page more than once.
    pub(super) fn is_repeated(&self, block: usize) -> bool {
        self.texts.copies(block) > 1
    }

    /// Whether the template prints the text of a block: `least` or more blocks are on its tag path, all with this text.
    pub(super) fn is_printed(&self, block: usize, least: u32) -> bool {
        let on_path = self.repetition.blocks_on(self.elements.place_of(block).path);
        on_path >= least && on_path == u32::from(self.texts.copies(block))
    }

    /// Whether a container has more than half of the page's prose.
    pub(super) fn is_around_prose(&self, container: usize) -> bool {
        let element = &self.elements.list[container];
        element.shared_level == element.level
    }

    /// Sets the probabilities of the kinds of page, in 255ths; they are 0 at first.
    pub fn set_kinds(&mut self, probabilities: [u8; PAGE_KINDS]) {
        self.kinds = probabilities;
    }

    /// The features of [`LANES`] blocks starting at block `first`; lanes past the last block are unspecified.
    #[cfg(any(test, feature = "unstable"))]
    pub fn group(&self, first: usize) -> Group {
        let mut group = [[0; LANES]; simd::FEATURES];
        self.write_group(first, &mut group);
        group
    }

    /// Writes the features of the blocks starting at block `first`; lanes past the last block are unspecified.
    pub(super) fn write_group<const N: usize>(&self, first: usize, group: &mut Table<N>) {
        let mut rows = [[0; WIDTH]; SIDE];
        for at in (first..self.page.blocks.len().min(first + N)).step_by(SIDE) {
            self.write_rows(at, &mut rows);
            transpose(&rows, &mut group[..], at - first);
        }
    }

    /// Writes the features of the blocks starting at block `first`.
    #[inline(never)]
    fn write_rows(&self, first: usize, rows: &mut [[u8; WIDTH]; SIDE]) {
        let blocks = self.page.blocks;
        let amount = |block: Option<&Block>| block.map(Amount::of).unwrap_or_default();
        let mut before = amount(first.checked_sub(1).and_then(|before| blocks.get(before)));
        let mut own = amount(blocks.get(first));
        for (i, row) in (first..blocks.len()).zip(rows) {
            let after = amount(blocks.get(i + 1));
            self.write_row(i, [before, own, after], row);
            (before, own) = (own, after);
        }
    }

    /// Writes the features of block `i`; `amounts` are the amounts of text of the previous block, the block and the
    /// next block.
    #[inline]
    fn write_row(&self, i: usize, [before, own, after]: [Amount; 3], row: &mut [u8; WIDTH]) {
        let (page, block) = (self.page, &self.page.blocks[i]);
        let place = self.elements.place_of(i);
        let mut rest = &mut row[..];
        put(&mut rest, text::values(page, block, own));
        put(&mut rest, self.elements.list[place.element as usize].near.values());
        put(&mut rest, self.repetition.values(place, self.texts.ordinals[i]));
        put(&mut rest, self.positions.values(page, &self.elements, i, [before, after]));
        put(&mut rest, self.rule_scores.values(place, i));
        put(&mut rest, self.kinds);
    }
}

/// Writes the next values of a row.
#[inline]
fn put<const N: usize>(rest: &mut &mut [u8], values: [u8; N]) {
    if let Some((next, after)) = std::mem::take(rest).split_first_chunk_mut() {
        *next = values;
        *rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::mask::class_paths;
    use crate::read::class_words::GroupCache;

    /// By block, its features of a group of [`names`], on a page with these scores by the rules.
    pub(super) fn values_of(page: &Page<'_>, sequence: &Sequence<'_>, scores: &[u8], group: &str) -> Vec<Vec<u8>> {
        let arena = Bump::new();
        let containers = Containers::of(&arena, page, &mut GroupCache::new(&arena, class_paths(sequence)));
        let features = Features::new(&arena, page, sequence, scores, &containers, &Watch::default());
        let is_wanted = |name: &String| name.split_once('.').is_some_and(|(of, _)| of == group);
        let wanted: Vec<usize> = (0..COUNT).filter(|&feature| is_wanted(&names()[feature])).collect();
        let value = |features: &Features<'_>, block: usize, feature: usize| {
            features.group(block / LANES * LANES)[feature][block % LANES]
        };
        let values = (0..page.blocks.len()).map(|block| wanted.iter().map(|&w| value(&features, block, w)).collect());
        values.collect()
    }
}
