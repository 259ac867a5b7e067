//! The WordWrap baseline of Kohlschütter and Nejdl 2008: the text of the whole page, without regard to tags, is wrapped
//! again and each line is a segment.
//!
//! The texts of the fragments are joined by one space, so a line may cross fragments. A line of nothing but punctuation
//! is a segment without tokens.

use super::{FusionInput, Segment, Segmentation};
use crate::base::arena::{Bump, Vec};
use crate::read::page::{Density, Fragment, Link, Run, runs};

/// Wraps the whole page at the width that its fragments were wrapped at.
pub(super) fn segment<'a>(arena: &'a Bump, input: &FusionInput<'_>) -> Segmentation<'a> {
    let mut lines = Lines {
        input,
        width: input.wrap.width,
        segments: Vec::new_in(arena),
        columns: 0,
        links: input.links,
        next_token: 0,
    };
    let mut segment_of_fragment = Vec::with_capacity_in(input.fragments.len(), arena);
    for (fragment, index) in input.fragments.iter().zip(0..) {
        let text = &input.text[fragment.text.0 as usize..fragment.text.1 as usize];
        let mut runs = runs(text, input.wrap.tokens);
        if let Some(first) = runs.next() {
            lines.push(fragment, index, &first);
        }
        segment_of_fragment.push((lines.segments.len() as u32).saturating_sub(1));
        for run in runs {
            lines.push(fragment, index, &run);
        }
    }
    lines.close();
    Segmentation {
        segments: lines.segments.into_bump_slice(),
        passes: 0,
        segment_of_fragment: segment_of_fragment.into_bump_slice(),
    }
}

/// The lines so far; the last one is still open.
struct Lines<'a, 'p> {
    input: &'p FusionInput<'p>,
    width: u32,
    segments: Vec<'a, Segment>,
    /// Columns of the open line.
    columns: u32,
    /// Links that do not end before the current run.
    links: &'p [Link],
    next_token: u32,
}

impl Lines<'_, '_> {
    /// Adds a run of the fragment with that index to the open line, or to a new one.
    fn push(&mut self, fragment: &Fragment, index: u32, run: &Run) {
        let text = (fragment.text.0 + run.start as u32, fragment.text.0 + run.end as u32);
        let space = u32::from(run.after_space || run.start == 0);
        let columns = self.columns.saturating_add(space).saturating_add(run.columns);
        if self.segments.is_empty() || columns > self.width {
            self.close();
            self.open(text.0, index);
            self.columns = run.columns;
        } else {
            self.columns = columns;
        }
        let linked = run.is_token && self.is_linked(fragment.text.0 + run.first_letter as u32);
        let Some(line) = self.segments.last_mut() else { return };
        line.text.1 = text.1;
        line.fragments.1 = index + 1;
        if run.is_token {
            self.next_token += 1;
            line.tokens.1 = self.next_token;
            line.density.tokens += 1;
            line.linked_tokens += u32::from(linked);
        }
    }

    /// Opens a line at byte `start` of the text.
    fn open(&mut self, start: u32, fragment: u32) {
        let number = self.segments.len() as u32;
        let source = (self.input.source_of)(start);
        self.segments.push(Segment {
            text: (start, start),
            source: (source, source),
            lines: (number, number + 1),
            tokens: (self.next_token, self.next_token),
            linked_tokens: 0,
            fragments: (fragment, fragment + 1),
            density: Density { tokens: 0, lines: 1 },
        });
    }

    /// Sets the source end of the open line: the end of its fragment, or the start of the next character inside of it.
    fn close(&mut self) {
        let Some(line) = self.segments.last_mut() else { return };
        let fragment = &self.input.fragments[line.fragments.1 as usize - 1];
        let inside = line.text.1 < fragment.text.1;
        line.source.1 = if inside { (self.input.source_of)(line.text.1) } else { fragment.source.1 };
    }

    /// Whether the first letter of a token lies in a link. Tokens must come in order.
    fn is_linked(&mut self, first_letter: u32) -> bool {
        while let [first, rest @ ..] = self.links
            && first.text.1 <= first_letter
        {
            self.links = rest;
        }
        self.links.first().is_some_and(|link| link.text.0 <= first_letter)
    }
}
