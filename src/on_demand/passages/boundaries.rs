//! Where the text may be divided: what is known of the place of each unit, and how strong the boundary between two is.

use super::lines::Lines;
use super::units::Unit;
use crate::base::fallible::List;
use crate::document::Block;
use crate::judge::structure::BlockType;
use crate::read::html::NONE;
use crate::read::page::sentences::is_question_mark;
use std::ops::Range;

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
    /// The number of tokens of the function or paragraph of code that it is part of.
    function_tokens: u64,
    /// The item of the main list that it is part of.
    item: Option<u32>,
    /// The number of tokens of that item.
    item_tokens: u64,
    /// Whether a passage begins here: with what heads a table, or behind one.
    pub begins_passage: bool,
    /// Whether it is of a table that has passages of its own, or heads it.
    pub is_of_table: bool,
}

/// A shorter table is a part of the text around it.
const MIN_TABLE_TOKENS: u64 = 24;
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
    fn of(unit: &Unit, block: &Block<'_, '_>, lines: &Lines, item: Option<u32>) -> Place {
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
            is_question: unit.tokens <= QUESTION_TOKENS && block.text().ends_with(is_question_mark),
            paragraph: lines.paragraph_at(unit.text.start),
            function_tokens: u64::from(unit.tokens),
            item,
            item_tokens: u64::from(unit.tokens),
            begins_passage: false,
            is_of_table: false,
        }
    }

    /// Whether both are of one item of the main list, with at most `max` tokens.
    fn is_in_item(&self, next: &Place, max: u64) -> bool {
        self.item.is_some() && self.item == next.item && self.item_tokens <= max
    }
}

/// Whether a text announces what follows it.
pub(super) fn ends_in_colon(text: &str) -> bool {
    text.ends_with([':', '\u{ff1a}'])
}

/// The places of all units; `block_of` gives the block with an index, `items` are the blocks of the items of the main
/// list, in order.
pub(super) fn places_of<'d>(
    units: &[Unit],
    lines: &Lines,
    block_of: impl Fn(usize) -> Option<Block<'d, 'd>>,
    items: &[Range<usize>],
) -> List<Place> {
    let mut places: List<Place> = List::default();
    places.reserve(units.len());
    let mut next = 0;
    for unit in units {
        while items.get(next).is_some_and(|item| item.end <= unit.block) {
            next += 1;
        }
        let item = items.get(next).filter(|item| item.contains(&unit.block)).map(|_| next as u32);
        if let Some(block) = block_of(unit.block) {
            places.push(Place::of(unit, &block, lines, item));
        }
    }
    for item in places.chunk_by_mut(|one, next| one.item == next.item && one.item.is_some()) {
        let tokens = item.iter().map(|place| place.item_tokens).sum();
        item.iter_mut().for_each(|place| place.item_tokens = tokens);
    }
    for function in places.chunk_by_mut(|one, next| one.block == next.block && next.paragraph != Some(true)) {
        let tokens = function.iter().map(|place| place.function_tokens).sum();
        function.iter_mut().for_each(|place| place.function_tokens = tokens);
    }
    for whole in places.chunk_by_mut(|one, next| one.whole == next.whole && one.whole != Whole::None) {
        let tokens = whole.iter().map(|place| u64::from(place.row_tokens)).sum();
        whole.iter_mut().for_each(|place| place.whole_tokens = tokens);
    }
    for row in places.chunk_by_mut(|one, next| one.row == next.row && one.row.is_some()) {
        let tokens = row.iter().fold(0u32, |sum, place| sum.saturating_add(place.row_tokens));
        row.iter_mut().for_each(|place| place.row_tokens = tokens);
    }
    set_tables_apart(&mut places);
    places
}

/// Gives each table its own passages, with what heads it: a row is found by few words, which other text would bury.
fn set_tables_apart(places: &mut [Place]) {
    let mut end = 0;
    for at in 0..places.len() {
        let is_table = matches!(places[at].whole, Whole::Table(_)) && places[at].whole_tokens >= MIN_TABLE_TOKENS;
        if at < end || !is_table {
            continue;
        }
        let behind = places[at..].iter().position(|place| place.whole != places[at].whole);
        let table_end = behind.map_or(places.len(), |length| at + length);
        let inside = &places[at..table_end];
        if inside.iter().all(|place| place.item.is_some() && place.item == inside[0].item) {
            continue;
        }
        let mut first = at;
        while first > end && Strength::between(&places[first - 1], &places[first], u64::MAX) <= Strength::AFTER_LEAD_IN
        {
            first -= 1;
        }
        places[first..table_end].iter_mut().for_each(|place| place.is_of_table = true);
        for begin in [first, table_end] {
            places.get_mut(begin).into_iter().for_each(|place| place.begins_passage = true);
        }
        end = table_end;
    }
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
        let strength = Strength::of_structure(before, after, max);
        match before.is_in_item(after, max) {
            true => strength.min(Strength::SENTENCE),
            false => strength,
        }
    }

    fn of_structure(before: &Place, after: &Place, max: u64) -> Strength {
        if before.block == after.block {
            // Functions of code begin behind an empty line, and are not indented.
            return match after.paragraph {
                Some(true) => Strength::INSIDE_LONG_WHOLE,
                Some(false) if before.function_tokens > max => Strength::INSIDE_WHOLE,
                Some(false) | None => Strength::SENTENCE,
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
        // Several terms may have one definition.
        let begins_definition = before.block_type == BlockType::DefinitionTerm;
        let is_one_whole = before.whole == after.whole && before.whole != Whole::None;
        let is_captioned = before.block_type == BlockType::Caption && matches!(after.whole, Whole::Table(_));
        let is_asked = before.is_question && !after.is_question;
        if begins_definition || is_captioned || (before.is_lead_in || is_asked) && !is_one_whole {
            return Strength::AFTER_LEAD_IN;
        }
        match is_one_whole {
            true if before.whole_tokens <= max => Strength::INSIDE_WHOLE,
            _ if before.item != after.item => Strength::STRUCTURE,
            true => Strength::INSIDE_LONG_WHOLE,
            false if before.whole != after.whole || before.segment != after.segment => Strength::STRUCTURE,
            false => Strength::PARAGRAPH,
        }
    }

    pub fn is_heading(self) -> bool {
        self >= Strength::HEADING
    }
}

/// Whether a passage that begins with one unit has to end between two others: a part of an item of the main list is in
/// no passage with another item.
pub(super) fn ends_item(first: &Place, before: &Place, after: &Place, max: u64) -> bool {
    let is_between = before.item.is_some() && after.item.is_some() && before.item != after.item;
    is_between && (first.item == before.item && first.item_tokens > max || after.item_tokens > max)
}
