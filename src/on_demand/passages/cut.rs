//! Fills passages with units.

use super::units::{Group, Unit, Whole};
use crate::base::fallible::List;
use std::ops::Range;

/// A passage without the overlap.
pub(super) struct Draft {
    pub units: Range<usize>,
    pub tokens: u32,
}

/// Fills passages with groups, in order.
pub(super) struct Cutter<'u> {
    pub max: u32,
    /// The number of tokens reserved for the overlap in each passage but the first.
    pub overlap: u32,
    pub units: &'u [Unit],
    pub groups: &'u [Group],
}

impl Cutter<'_> {
    pub fn drafts(&self) -> List<Draft> {
        let mut drafts = List::default();
        let mut open = Draft { units: 0..0, tokens: 0 };
        // The first of the headings at the end of the open passage, and their tokens.
        let mut headings: Option<(usize, u32)> = None;
        let mut rest_of_whole = 0u64;
        for (i, group) in self.groups.iter().enumerate() {
            let begins_whole = i == 0 || self.groups[i - 1].whole != group.whole;
            if begins_whole {
                rest_of_whole = self.tokens_of_whole(i);
            }
            if self.ends_before(i, &open, begins_whole, rest_of_whole) {
                // Headings at the end belong to the text after them.
                let (end, carried) = match headings {
                    Some((first, tokens)) if first > open.units.start => (first, tokens),
                    _ => (open.units.end, 0),
                };
                let carried = if carried + group.tokens.min(self.max) > self.max { 0 } else { carried };
                let end = if carried == 0 { open.units.end } else { end };
                open.tokens -= carried;
                let next = Draft { units: end..open.units.end, tokens: carried };
                drafts.push(Draft { units: open.units.start..end, tokens: open.tokens });
                open = next;
            }
            headings = match (group.heading_level > 0, headings) {
                (true, Some((first, tokens))) => Some((first, tokens + group.tokens)),
                (true, None) => Some((group.units.start, group.tokens)),
                (false, _) => None,
            };
            self.add(group, &mut open, &mut drafts);
        }
        if !open.units.is_empty() {
            drafts.push(open);
        }
        drafts
    }

    /// The number of tokens of the list, table or code that begins with a group.
    fn tokens_of_whole(&self, first: usize) -> u64 {
        let whole = self.groups[first].whole;
        if whole == Whole::None {
            return 0;
        }
        let of_whole = self.groups[first..].iter().take_while(|group| group.whole == whole);
        of_whole.map(|group| u64::from(group.tokens)).sum()
    }

    /// The maximum number of tokens of a passage without the overlap.
    fn limit(&self, draft: &Draft) -> u32 {
        if draft.units.start == 0 { self.max } else { self.max - self.overlap }
    }

    /// Whether a passage ends before a group.
    fn ends_before(&self, i: usize, open: &Draft, begins_whole: bool, whole: u64) -> bool {
        if i == 0 {
            return false;
        }
        let (group, before) = (&self.groups[i], &self.groups[i - 1]);
        let (max, filled) = (u64::from(self.limit(open)), u64::from(open.tokens));
        if filled > 0 && filled + u64::from(group.tokens) > max {
            return true;
        }
        let is_quarter_full = filled * 4 >= max;
        if group.heading_level > 0 && before.heading_level == 0 && is_quarter_full {
            return true;
        }
        if begins_whole
            && whole > 0
            && before.heading_level == 0
            && is_quarter_full
            && filled + whole > max
            && whole <= u64::from(self.max - self.overlap)
        {
            return true;
        }
        group.segment != before.segment && before.heading_level == 0 && filled * 4 >= max * 3
    }

    /// Adds a group to the open passage; a group that is longer than a passage fills several. A group that fits without
    /// overlap is not cut.
    fn add(&self, group: &Group, open: &mut Draft, drafts: &mut List<Draft>) {
        let fits = u64::from(open.tokens) + u64::from(group.tokens) <= u64::from(self.max);
        for index in group.units.clone() {
            let unit = &self.units[index];
            let limit = if fits { self.max } else { self.limit(open) };
            if open.tokens > 0 && open.tokens + unit.tokens > limit {
                drafts.push(Draft { units: open.units.clone(), tokens: open.tokens });
                *open = Draft { units: index..index, tokens: 0 };
            }
            open.units.end = index + 1;
            open.tokens += unit.tokens;
        }
    }
}
