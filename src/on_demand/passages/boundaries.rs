//! Where the text may be divided: what is known of the place of each unit, and how strong the boundary between two is.

use super::lines::Lines;
use super::units::Unit;
use crate::base::fallible::List;
use crate::document::Block;
use crate::judge::structure::BlockType;
use crate::read::html::NONE;

/// A structure that a passage keeps together if it fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    None,
    /// The number of its outermost list.
    List(u32),
    /// The number of its table.
    Table(u32),
    /// The scope of the code.
    Code(u32),
}

/// The place of a unit in the structure of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    block: usize,
    block_type: BlockType,
    /// 1 to 6 for a heading, else 0.
    heading_level: u8,
    /// The list, table or code that it is part of.
    whole: Whole,
    /// The number of tokens of that structure.
    whole_tokens: u64,
    /// Its table and row.
    pub row: Option<(u32, u32)>,
    /// The number of tokens of its row, or of itself.
    pub row_tokens: u32,
    segment: Option<usize>,
    /// Whether its text announces what follows.
    is_lead_in: bool,
    /// Whether it is a short question.
    is_question: bool,
    /// Whether it begins behind an empty line of its block, and whether it is not indented then.
    paragraph: Option<bool>,
}

/// The maximum number of tokens of a question that is kept with its answer.
const QUESTION_TOKENS: u32 = 32;

impl Whole {
    pub fn of(block: &Block<'_, '_>) -> Whole {
        match (block.table_cell(), block.block_type()) {
            (Some(cell), _) => Whole::Table(cell.table),
            (None, BlockType::Code) => Whole::Code(block.scope_index()),
            _ => match block.outermost_list() {
                NONE => Whole::None,
                list => Whole::List(list),
            },
        }
    }
}

impl Place {
    fn of(unit: &Unit, block: &Block<'_, '_>, lines: &Lines) -> Place {
        let (cell, whole) = (block.table_cell(), Whole::of(block));
        Place {
            block: unit.block,
            block_type: block.block_type(),
            heading_level: block.level(),
            whole,
            whole_tokens: 0,
            row: cell.map(|cell| (cell.table, cell.row)),
            row_tokens: unit.tokens,
            segment: block.segment(),
            is_lead_in: ends_in_colon(block.text()),
            is_question: unit.tokens <= QUESTION_TOKENS && block.text().ends_with(['?', '\u{ff1f}', '\u{61f}']),
            paragraph: lines.paragraph_at(unit.text.start),
        }
    }
}

/// Whether a text announces what follows it.
pub(super) fn ends_in_colon(text: &str) -> bool {
    text.ends_with([':', '\u{ff1a}'])
}

/// The places of all units; `block_of` gives the block with an index.
pub(super) fn places_of<'d>(
    units: &[Unit],
    lines: &Lines,
    block_of: impl Fn(usize) -> Option<Block<'d, 'd>>,
) -> List<Place> {
    let mut places: List<Place> = List::default();
    for unit in units {
        if let Some(block) = block_of(unit.block) {
            places.push(Place::of(unit, &block, lines));
        }
    }
    for whole in places.chunk_by_mut(|one, next| one.whole == next.whole && one.whole != Whole::None) {
        let tokens = whole.iter().map(|place| u64::from(place.row_tokens)).sum();
        whole.iter_mut().for_each(|place| place.whole_tokens = tokens);
    }
    for row in places.chunk_by_mut(|one, next| one.row == next.row && one.row.is_some()) {
        let tokens = row.iter().fold(0u32, |sum, place| sum.saturating_add(place.row_tokens));
        row.iter_mut().for_each(|place| place.row_tokens = tokens);
    }
    places
}

/// How well the text may be divided between two units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Strength(u8);

impl Strength {
    /// Between a heading and what it heads.
    const AFTER_HEADING: Strength = Strength(0);
    /// Inside a row that fits into a passage.
    const INSIDE_ROW: Strength = Strength(1);
    /// Between a term and its definition, a line that announces what follows, a caption and its table.
    const AFTER_LEAD_IN: Strength = Strength(2);
    /// Inside a block.
    pub const SENTENCE: Strength = Strength(3);
    /// Inside a list, table or code that fits into a passage.
    const INSIDE_WHOLE: Strength = Strength(4);
    /// Inside a longer one.
    const INSIDE_LONG_WHOLE: Strength = Strength(5);
    const PARAGRAPH: Strength = Strength(6);
    /// Where a list, table, code or Block Fusion segment begins or ends.
    const STRUCTURE: Strength = Strength(7);
    /// Before a heading of level 6; one more for each level above.
    const HEADING: Strength = Strength(8);

    /// The strength of the boundary between two successive units, of which at most `max` tokens fit into a passage.
    pub fn between(before: &Place, after: &Place, max: u64) -> Strength {
        if before.block == after.block {
            // Functions of code begin behind an empty line, and are not indented.
            return match after.paragraph {
                Some(true) => Strength::INSIDE_LONG_WHOLE,
                Some(false) => Strength::INSIDE_WHOLE,
                None => Strength::SENTENCE,
            };
        }
        if before.heading_level > 0 {
            return Strength::AFTER_HEADING;
        }
        if after.heading_level > 0 {
            return Strength(Strength::HEADING.0 + 6_u8.saturating_sub(after.heading_level));
        }
        if before.row == after.row && before.row.is_some() {
            let fits = u64::from(before.row_tokens) <= max;
            return if fits { Strength::INSIDE_ROW } else { Strength::SENTENCE };
        }
        let begins_definition =
            before.block_type == BlockType::DefinitionTerm && after.block_type != BlockType::DefinitionTerm;
        let is_one_whole = before.whole == after.whole && before.whole != Whole::None;
        let is_captioned = before.block_type == BlockType::Caption && matches!(after.whole, Whole::Table(_));
        let is_asked = before.is_question && !after.is_question;
        if begins_definition || is_captioned || (before.is_lead_in || is_asked) && !is_one_whole {
            return Strength::AFTER_LEAD_IN;
        }
        match is_one_whole {
            true if before.whole_tokens <= max => Strength::INSIDE_WHOLE,
            true => Strength::INSIDE_LONG_WHOLE,
            false if before.whole != after.whole || before.segment != after.segment => Strength::STRUCTURE,
            false => Strength::PARAGRAPH,
        }
    }

    pub fn is_heading(self) -> bool {
        self >= Strength::HEADING
    }
}
