//! JSON lines of bounded length: without a limit, the line of a page with many small blocks would be several hundred
//! times as long as the page.

use super::escape::{self, Line};
use crate::memory::List;
use blockmask::internals::OutputBudget;
use blockmask::{Document, PageFacts, Truncation};
use serde::Serialize;

/// The budget of a line of JSON.
pub struct Budget {
    /// `None` without a limit.
    left: Option<OutputBudget>,
}

impl Budget {
    /// As many of the objects as fit.
    pub fn take<T: Serialize>(&mut self, objects: impl Iterator<Item = T>) -> Vec<T> {
        let Some(left) = self.left.as_mut() else { return objects.collect::<List<T>>().into_vec() };
        let mut taken = List::default();
        for object in objects {
            let mut line = Line::within(left.left());
            let is_within = escape::write(&mut line, &object).is_ok();
            // With a comma.
            let length = if is_within { line.written() as usize + 1 } else { usize::MAX };
            if !left.take(length) {
                break;
            }
            taken.push(object);
        }
        taken.into_vec()
    }

    /// The facts with as much of their lists as fits.
    pub fn trim_facts(&mut self, mut facts: PageFacts) -> PageFacts {
        self.trim(&mut facts.robots.directives);
        self.trim(&mut facts.usage);
        self.trim(&mut facts.licenses);
        self.trim(&mut facts.alternates);
        self.trim(&mut facts.types);
        self.trim(&mut facts.authors);
        self.trim(&mut facts.exclusions);
        facts
    }

    fn trim<T: Serialize>(&mut self, list: &mut Vec<T>) {
        let fits = self.take(list.iter()).len();
        list.truncate(fits);
    }

    /// The limits that truncated the analysis or the line.
    pub fn truncation(&self, document: &Document<'_>) -> Vec<&'static str> {
        let is_exceeded = self.left.is_some_and(|left| left.is_exceeded());
        let line = if is_exceeded { Truncation::OUTPUT } else { Truncation::default() };
        (document.truncation() | line).names().collect()
    }
}

/// A page as a line of JSON within its output limit; `page` builds the object within the budget.
pub fn bounded_line<P: Serialize>(document: &Document<'_>, mut page: impl FnMut(&mut Budget) -> P) -> Vec<u8> {
    let limit = document.output_limit();
    let mut make = |left: Option<u64>| page(&mut Budget { left: left.map(OutputBudget::new) });
    let mut line = Line::within(limit);
    if escape::write(&mut line, &make(None)).is_err() {
        // Values outside of lists are about as long as the title.
        let mut without_lists = Line::within(u64::MAX);
        let _ = escape::write(&mut without_lists, &make(Some(0)));
        line = Line::within(u64::MAX);
        // Serializing plain structs into memory cannot fail.
        let _ = escape::write(&mut line, &make(Some(limit.saturating_sub(without_lists.written()))));
    }
    line.finish()
}
