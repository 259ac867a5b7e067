//! Author and date of a comment. Both may be in one block, which tags divide: `<b>Ann</b> on Sunday`, or words:
//! "Posted by Ann on Sunday".

use super::Unit;
use super::clues::{self, Clue};
use crate::page::{Block, Page};

/// Reads a block of a unit, if it is an author or a date.
pub(super) fn read(page: &Page<'_>, block: &Block, clue: Clue, unit: &mut Unit) {
    if !matches!(clue, Clue::Author | Clue::Date) {
        return;
    }
    for fragment in &page.fragments[block.fragments.0 as usize..block.fragments.1 as usize] {
        let range = (fragment.text.0.max(block.text.0), fragment.text.1.min(block.text.1));
        let Some(text) = page.text.get(range.0 as usize..range.1 as usize) else { continue };
        if let Some(found) = clues::name_and_date(text).filter(|_| is_empty(unit.author) && is_empty(unit.date)) {
            [unit.author, unit.date] = found.map(|at| (range.0 + at.start as u32, range.0 + at.end as u32));
            continue;
        }
        if clues::is_number(text) {
            continue;
        }
        let target = if clues::is_date(text) { &mut unit.date } else { &mut unit.author };
        if is_empty(*target) {
            *target = (range.0, range.0 + clues::without_verb(text).len() as u32);
        }
    }
}

fn is_empty((start, end): (u32, u32)) -> bool {
    start == end
}
