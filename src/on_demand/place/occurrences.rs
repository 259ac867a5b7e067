//! Whether a text occurs earlier in the page. Browsers ignore the case of letters; whitespace and block boundaries
//! between a text and the words before and after it do not count.

use super::is_shown;
use crate::document::{Block, Document};
use crate::read::page::unicode::{COMPLEX_CONTEXT, TOKEN, ZERO_WIDTH, class};
use std::ops::Range;

/// What is searched: a text inside a block, and the text around it without whitespace.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sought<'d> {
    pub text: &'d str,
    /// What ends before it, and what begins behind it; may be empty.
    pub prefix: &'d str,
    pub suffix: &'d str,
}

/// Whether a character is part of a word: a letter, a number, or a mark of a letter, such as a vowel sign. A browser finds
/// whole words only.
pub(super) fn is_of_word(c: char) -> bool {
    class(c) & (TOKEN | ZERO_WIDTH | COMPLEX_CONTEXT) != 0 || c == '_' || is_of_india(c)
}

/// Whether a character is of the scripts of India, whose marks may take a column, and no sign between sentences.
fn is_of_india(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{dff}') && !matches!(c, '\u{964}' | '\u{965}' | '\u{970}' | '\u{df4}')
}

impl Sought<'_> {
    /// Whether the text occurs between two offsets of the text of the page.
    pub fn occurs(&self, document: &Document<'_>, within: Range<usize>) -> bool {
        let first = document.page.block_at(within.start as u32);
        for index in first..document.blocks().len() {
            let Some(block) = document.block(index).filter(|block| block.text_range().start < within.end) else {
                break;
            };
            if !is_shown(&block) {
                continue;
            }
            document.end_if_cancelled();
            let start = block.text_range().start;
            let inside = within.start.saturating_sub(start)..(within.end - start).min(block.text().len());
            if self.is_in(document, &block, inside) {
                return true;
            }
        }
        false
    }

    /// Whether an occurrence begins in a part of a block and ends before its end.
    fn is_in(&self, document: &Document<'_>, block: &Block<'_, '_>, within: Range<usize>) -> bool {
        let text = block.text();
        let Some(first) = self.text.chars().next() else { return false };
        let Some(part) = text.get(within.clone()) else { return false };
        let matches = |at: usize| {
            let is_start = !text[..at].chars().next_back().is_some_and(is_of_word);
            let end = if is_start { folded_end(&text[at..], self.text) } else { None };
            end.is_some_and(|end| at + end <= within.end && self.fits(document, block, at, at + end))
        };
        let is_candidate = |c: char| c == first || !c.is_ascii() || c.eq_ignore_ascii_case(&first);
        part.match_indices(is_candidate).any(|(at, _)| matches(within.start + at))
    }

    /// Whether the text around an occurrence is the text around what is sought.
    fn fits(&self, document: &Document<'_>, block: &Block<'_, '_>, start: usize, end: usize) -> bool {
        let shown = |index: usize| document.block(index).filter(is_shown).map_or("", |block| block.text());
        let before = (0..block.index()).rev().flat_map(|index| shown(index).chars().rev());
        let before = block.text()[..start].chars().rev().chain(before);
        let after = (block.index() + 1..document.blocks().len()).flat_map(|index| shown(index).chars());
        let after = block.text()[end..].chars().chain(after);
        is_followed(self.prefix.chars().rev(), before) && is_followed(self.suffix.chars(), after)
    }
}

/// Whether a text begins with the characters that are sought, whitespace apart.
fn is_followed(sought: impl Iterator<Item = char>, text: impl Iterator<Item = char>) -> bool {
    let mut text = text.filter(|c| !c.is_whitespace());
    sought.filter(|c| !c.is_whitespace()).all(|c| text.next().is_some_and(|other| is_alike(c, other)))
}

/// Where a prefix of `text` that is `sought` but for case ends, if the word ends there.
fn folded_end(text: &str, sought: &str) -> Option<usize> {
    let mut rest = text.chars();
    if !sought.chars().all(|c| rest.next().is_some_and(|other| is_alike(c, other))) {
        return None;
    }
    Some(text.len() - rest.as_str().len()).filter(|_| !rest.next().is_some_and(is_of_word))
}

fn is_alike(one: char, other: char) -> bool {
    one == other || one.to_lowercase().eq(other.to_lowercase())
}
