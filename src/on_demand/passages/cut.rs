//! Divides the units into passages: each ends at the best boundary within its length ([`Strength`]).
//!
//! Where passages end depends on the text and not on a count from the top of the page, so that an edit changes only the
//! passages around it: a boundary is as strong wherever the passage begins, and of equally strong ones the text behind
//! them decides (content-defined chunking; Muthitacharoen, Chen and Mazières 2001, section 3.1).

use super::boundaries::{Place, Strength, ends_item};
use super::units::Unit;
use crate::base::fallible::List;
use std::cmp::Ordering;
use std::ops::Range;

/// A passage of a table is full with this fraction (1/n) of the tokens of others, but at least with so many.
const TABLE_SHARE: u64 = 4;
const TABLE_TOKENS: u64 = 32;

/// A passage without the overlap.
pub(super) struct Draft {
    pub units: Range<usize>,
    pub tokens: u32,
}

/// Divides units into passages.
pub(super) struct Cutter<'u, H> {
    pub max: u32,
    /// The number of tokens reserved for the overlap in each passage but the first.
    pub overlap: u32,
    pub units: &'u [Unit],
    /// What is known of each unit.
    pub places: &'u [Place],
    /// The hash of the text of a unit.
    pub hash: H,
}

/// A boundary where a passage may end.
#[derive(Clone, Copy)]
struct Choice {
    is_in_window: bool,
    strength: Strength,
    end: usize,
    /// The tokens before it, and of a full passage.
    filled: u64,
    full: u64,
    /// What is preferred among equally strong ones, once that has been asked.
    preference: Option<u64>,
}

impl<H: Fn(usize) -> u64> Cutter<'_, H> {
    pub fn drafts(&self) -> List<Draft> {
        let mut drafts = List::default();
        let mut start = 0;
        while start < self.units.len() {
            let (end, tokens) = self.end_of(start);
            drafts.push(Draft { units: start..end, tokens });
            start = end;
        }
        drafts
    }

    /// Where the passage that begins with a unit ends, and its tokens.
    fn end_of(&self, start: usize) -> (usize, u32) {
        let limit = u64::from(if start == 0 { self.max } else { self.max - self.overlap });
        let full = match self.places[start].is_of_table {
            true => (limit / TABLE_SHARE).max(TABLE_TOKENS).min(limit),
            false => limit,
        };
        let mut best: Option<Choice> = None;
        let (mut filled, mut best_tokens) = (u64::from(self.units[start].tokens), 0);
        let mut end = start + 1;
        loop {
            // What fits without the overlap is not cut.
            let is_first_row = self.places[start].row_tokens <= self.max && self.is_first_row(start, end);
            let is_full = filled > limit || filled > full && best.is_some_and(|best| best.is_in_window);
            if is_full && !is_first_row && end > start + 1 {
                break;
            }
            let Some(mut choice) = self.choice(end, filled, full) else {
                // The rest fits; only a heading ends the passage before.
                let ends_before = best.is_some_and(|best| best.is_in_window && best.strength.is_heading());
                if !ends_before {
                    return (end, filled as u32);
                }
                break;
            };
            if best.as_mut().is_none_or(|best| self.is_better(&mut choice, best)) {
                (best, best_tokens) = (Some(choice), filled as u32);
            }
            if self.places[end].begins_passage
                || ends_item(&self.places[start], &self.places[end - 1], &self.places[end], self.max.into())
            {
                return (end, filled as u32);
            }
            filled += u64::from(self.units[end].tokens);
            end += 1;
        }
        best.map_or((start + 1, self.units[start].tokens), |best| (best.end, best_tokens))
    }

    /// Whether the units before `end` are of the row of the first one.
    fn is_first_row(&self, start: usize, end: usize) -> bool {
        self.places[start].row.is_some() && self.places[start].row == self.places[end - 1].row
    }

    /// The boundary before unit `end`; `None` at the end of the text.
    fn choice(&self, end: usize, filled: u64, full: u64) -> Option<Choice> {
        let after = self.places.get(end)?;
        let strength = Strength::between(&self.places[end - 1], after, u64::from(self.max));
        // A heading ends a passage that is a quarter full, the first of the ones with its rank.
        let is_in_window = match strength.is_heading() {
            true => filled * 4 >= full,
            false => is_half_full(filled, full) && strength > Strength::SENTENCE,
        };
        Some(Choice { is_in_window, strength, end, filled, full, preference: None })
    }

    fn is_better(&self, choice: &mut Choice, best: &mut Choice) -> bool {
        let rank = |choice: &Choice| (choice.is_in_window, choice.strength);
        match rank(choice).cmp(&rank(best)) {
            Ordering::Equal => (self.preference(choice), choice.end) > (self.preference(best), best.end),
            order => order.is_gt(),
        }
    }

    fn preference(&self, choice: &mut Choice) -> u64 {
        let Choice { is_in_window, strength, end, filled, full, .. } = *choice;
        let preference = || match (is_in_window, strength.is_heading()) {
            (true, true) if is_half_full(filled, full) => u64::from(u32::MAX).saturating_sub(filled),
            (true, true) => u64::from(u32::MAX) + ((self.hash)(end) >> 32),
            (true, false) => (self.hash)(end),
            (false, _) => filled,
        };
        *choice.preference.get_or_insert_with(preference)
    }
}

fn is_half_full(filled: u64, full: u64) -> bool {
    filled * 2 >= full
}
