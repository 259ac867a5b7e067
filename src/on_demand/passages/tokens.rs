//! What the length of a passage is counted in.

use crate::read::page::{TokenMode, runs};
use std::ops::Range;

/// The offsets at which the tokens of a text start, for the length of passages: words, and every second character of
/// scripts without spaces, which says about as much as a word.
pub(super) fn tokens_in(text: &str, mode: TokenMode) -> impl Iterator<Item = usize> {
    let mut is_second = false;
    runs(text, mode).filter(|run| run.is_token).filter_map(move |run| {
        let is_ideograph = run.end - run.start >= 3 && text[run.start..run.end].chars().nth(1).is_none();
        let is_kept = !(is_ideograph && is_second);
        is_second = is_ideograph && !is_second;
        is_kept.then_some(run.start)
    })
}

/// The starts of tokens in the text of a page, ascending.
#[derive(Clone, Copy)]
pub(super) struct TokenStarts<'t>(pub &'t [u32]);

impl TokenStarts<'_> {
    /// The number of tokens that begin in a range.
    pub fn count(&self, text: &Range<usize>) -> u32 {
        self.before(text.end).saturating_sub(self.before(text.start)) as u32
    }

    fn before(&self, offset: usize) -> usize {
        self.0.partition_point(|&start| (start as usize) < offset)
    }

    /// The start of token number `count`, from 0, in a range; `None` if there are fewer tokens.
    pub fn after(&self, text: &Range<usize>, count: u32) -> Option<usize> {
        let start = *self.0.get(self.before(text.start) + count as usize)? as usize;
        (start < text.end).then_some(start)
    }
}
