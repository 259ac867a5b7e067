//! Totals of the page, to classify its kind: a forum, a shop and an article differ in text, links and structure.

use super::elements::{Elements, KINDS, NEAR_NAMES, Sums};
use super::punctuation::CharacterCounts;
use crate::base::scale::{log, share};
use crate::read::page::{Block, flag};

const TOTALS: usize = 17;

/// Names of [`Totals::values`]: totals, then for each kind of element how many contain text.
pub(super) const NAMES: [&str; TOTALS + KINDS] = {
    let totals = [
        "page_tokens",
        "page_blocks",
        "page_links",
        "page_prose",
        "page_mean",
        "page_sentence_ends",
        "page_digits",
        "page_money",
        "page_lower_words",
        "page_headings",
        "page_h1",
        "page_prose_blocks",
        "page_longest",
        "page_hidden",
        "page_center_level",
        "page_center_share",
        "page_center_links",
    ];
    let mut names = [""; TOTALS + KINDS];
    let mut i = 0;
    while i < names.len() {
        names[i] = if i < TOTALS { totals[i] } else { NEAR_NAMES[i - TOTALS] };
        i += 1;
    }
    names
};

/// Sums over all blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    sums: Sums,
    letters: u32,
    headings: u32,
    h1: u32,
    prose_blocks: u32,
    longest: u32,
    hidden: u32,
    /// Tokens that are no words of their own: every second one of scripts without spaces.
    halves: u32,
}

impl Totals {
    /// Adds a block with its text in tokens.
    #[inline]
    pub(super) fn add(&mut self, block: &Block, text: Sums) {
        self.add_amount(block, text, block.tokens);
    }

    /// The totals of blocks with their text in words.
    pub(super) fn in_words(blocks: &[Block]) -> Totals {
        let mut totals = Totals::default();
        blocks.iter().for_each(|block| totals.add_amount(block, Sums::in_words(block), block.words()));
        totals
    }

    #[inline]
    fn add_amount(&mut self, block: &Block, text: Sums, amount: u32) {
        self.sums.add(text);
        if block.flags & flag::HIDDEN != 0 {
            self.hidden += amount;
            return;
        }
        self.halves += block.tokens - amount;
        self.letters += block.characters;
        self.headings += u32::from(block.heading > 0);
        self.h1 += u32::from(block.heading == 1);
        self.prose_blocks += u32::from(text.prose > 0);
        self.longest = text.prose.max(self.longest);
    }

    /// The features of the page.
    pub(super) fn values(&self, characters: &CharacterCounts, elements: &Elements<'_>) -> [u8; NAMES.len()] {
        let mut values = [0; NAMES.len()];
        let (totals, kinds) = values.split_at_mut(TOTALS);
        totals.copy_from_slice(&self.quantized(characters, elements));
        kinds.iter_mut().zip(elements.of_kinds).for_each(|(value, count)| *value = log(count));
        values
    }

    fn quantized(&self, characters: &CharacterCounts, elements: &Elements<'_>) -> [u8; TOTALS] {
        let Totals { sums, letters, headings, h1, prose_blocks, longest, hidden, halves } = *self;
        // Of scripts without spaces: words that no space precedes, and of few letters.
        let lower_words = characters.lower_words.saturating_add(halves);
        let letters = letters.saturating_add(halves.saturating_mul(4));
        let at_center =
            elements.list.iter().rev().find(|e| e.level == elements.center_level && e.shared_level == e.level);
        let center = at_center.map_or(sums, |element| element.sums);
        [
            log(sums.tokens),
            log(sums.blocks),
            share(sums.linked, sums.tokens),
            share(sums.prose, sums.tokens),
            log(4 * (sums.tokens / sums.blocks.max(1)).min(1 << 16)),
            share(4 * characters.sentence_ends.min(1 << 24), sums.tokens),
            share(4 * characters.digits.min(1 << 24), letters),
            log(characters.money),
            share(lower_words, sums.tokens),
            log(headings),
            log(h1),
            log(prose_blocks),
            log(longest),
            share(hidden, sums.tokens),
            elements.center_level.min(255) as u8,
            share(center.tokens, sums.tokens),
            share(center.linked, center.tokens),
        ]
    }
}
