//! Weights and length normalization by field, and limits against keyword stuffing.
//!
//! The weights were chosen on documentation sites and web pages, the highest ones with `make ranking-develop` on other
//! sites than `docs/ranking.md` measures. They are few and round on purpose.

use super::Field;
use super::classify::LABEL_WORDS;
use crate::judge::mask::BlockLabel;
use crate::read::html::Tag;
use crate::read::page::{Block, Page};

/// The weight of plain text, which stands for 1.0.
pub const UNIT: u8 = 4;

/// The weight of text that is repeated in the page.
const REPEATED: u8 = 1;
/// The weight of headings below `h1` on documentation pages, where people search for the names in headings.
const DOCUMENTATION_HEADING: u8 = 24;
/// The weight of the terms of a definition list, which documentation uses for names and signatures.
const TERM: u8 = 24;

impl Field {
    /// The default weight of its terms, in quarters: 4 is 1.0. [`Block::weight`](crate::Block::weight) starts from it.
    pub const fn weight(self) -> u8 {
        match self {
            Field::Title | Field::H1 => 64,
            Field::Heading => 16,
            Field::LinkedHeading | Field::Label | Field::InPageLink => 8,
            Field::Text | Field::Byline | Field::Comment => UNIT,
            Field::Code | Field::Link => 2,
            Field::Hidden => 0,
        }
    }

    /// The default length normalization of BM25F for this field, its parameter `b`, 0 to 1.
    pub const fn length_normalization(self) -> f32 {
        match self {
            Field::Title | Field::H1 => 0.5,
            // A page with many names is as relevant for each of them as a page with few.
            Field::Heading | Field::Label | Field::InPageLink => 0.1,
            _ => 0.75,
        }
    }
}

/// Longer blocks, in tokens, get unit weight even in a field with a higher weight.
pub(crate) const MAX_BLOCK: u32 = 64;
/// In each field with a higher weight than unit weight, this fraction (1/n) of the page's tokens keeps it, but at least
/// [`MIN_FIELD`] tokens.
const FIELD_SHARE: u32 = 4;
const MIN_FIELD: u32 = 256;

/// Assigns weights, and counts the text with more than unit weight: words that are repeated a thousand times in
/// headings get no more weight than words repeated in text.
pub(super) struct WeightLimits {
    is_documentation: bool,
    /// Tokens of each field that may still get more than unit weight, by number.
    rest: [u32; Field::VALUES.len() + 1],
}

impl WeightLimits {
    pub fn new(page: &Page<'_>, is_documentation: bool) -> WeightLimits {
        let tokens = page.line_sums.last().map_or(0, |&tokens| tokens);
        WeightLimits { is_documentation, rest: [(tokens / FIELD_SHARE).max(MIN_FIELD); Field::VALUES.len() + 1] }
    }

    pub fn weight(&mut self, field: Field, block: &Block, label: &BlockLabel) -> u8 {
        let weight = match field {
            Field::Heading if self.is_documentation => DOCUMENTATION_HEADING,
            Field::Label if block.tag == Tag::DT && block.words() <= LABEL_WORDS => TERM,
            _ => field.weight(),
        };
        if label.is_duplicate && weight > 0 {
            return REPEATED;
        }
        if weight <= UNIT {
            return weight;
        }
        let rest = &mut self.rest[field as usize];
        if block.tokens > MAX_BLOCK || block.tokens > *rest {
            return UNIT;
        }
        *rest -= block.tokens;
        weight
    }
}
