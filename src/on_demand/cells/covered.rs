//! Which places of a line some spans cover.

use crate::base::fallible::List;
use crate::base::sort::sort_by_key;
use std::ops::Range;

/// Spans, joined where they meet.
pub(super) struct Covered {
    /// Disjoint, ascending.
    spans: List<Range<u32>>,
}

impl Covered {
    pub fn of(spans: impl Iterator<Item = Range<u32>>) -> Covered {
        let mut sorted: List<Range<u32>> = spans.collect();
        sort_by_key(&mut sorted, |span| span.start);
        let mut joined: List<Range<u32>> = List::default();
        for span in sorted {
            match joined.last_mut().filter(|last| last.end >= span.start) {
                Some(last) => last.end = last.end.max(span.end),
                None => joined.push(span),
            }
        }
        Covered { spans: joined }
    }

    /// Whether one of the spans has a place of this one.
    pub fn meets(&self, span: Range<u32>) -> bool {
        let first = self.spans.partition_point(|known| known.end <= span.start);
        self.spans.get(first).is_some_and(|known| known.start < span.end)
    }
}
