//! Word wrap (spec 1.3): lines, and the tokens on each.

use super::link::Link;
use super::runs::{Runs, TokenMode};
use crate::html::scan;

/// How text is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrapOptions {
    /// Columns of a line.
    pub width: u32,
    /// What counts as a token.
    pub tokens: TokenMode,
}

impl Default for WrapOptions {
    fn default() -> Self {
        WrapOptions { width: 80, tokens: TokenMode::Unicode }
    }
}

/// What a stretch of text holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub tokens: u32,
    pub linked_tokens: u32,
    pub lines: u32,
    /// Tokens of the last line.
    pub last_line: u32,
}

/// Wraps `text[start..end]`, telling `on_line` the tokens of each line. `links` are sorted and lie in no earlier text
/// than `start`.
#[inline]
pub(super) fn wrap(
    text: &str,
    (start, end): (u32, u32),
    links: &[Link],
    options: &WrapOptions,
    mut on_line: impl FnMut(u32),
) -> Counts {
    if let Some(counts) = short_line(text, start, end, links, options) {
        on_line(counts.last_line);
        return counts;
    }
    let mut counts = Counts::default();
    let mut links = links.iter().peekable();
    let mut column = 0u64;
    for run in Runs::over(text, start as usize, end as usize, options.tokens) {
        let after = column + u64::from(run.after_space) + u64::from(run.columns);
        if counts.lines == 0 || after > u64::from(options.width) {
            if counts.lines > 0 {
                on_line(counts.last_line);
            }
            counts.lines += 1;
            counts.last_line = 0;
            column = u64::from(run.columns);
        } else {
            column = after;
        }
        if run.is_token {
            counts.tokens += 1;
            counts.last_line += 1;
            let first = run.first_letter as u32;
            while links.next_if(|link| link.text.1 <= first).is_some() {}
            if links.peek().is_some_and(|link| link.text.0 <= first) {
                counts.linked_tokens += 1;
            }
        }
    }
    if counts.lines > 0 {
        on_line(counts.last_line);
    }
    counts
}

/// Counts a text that surely fits on one line: less than 64 characters of ASCII, in a link as a whole or not at all.
/// Most texts of a page are of this kind, and there is no branch in it that depends on their words.
#[inline(always)]
fn short_line(text: &str, start: u32, end: u32, links: &[Link], options: &WrapOptions) -> Option<Counts> {
    let len = end - start;
    if len == 0 || len >= 64 || options.width < 64 {
        return None;
    }
    let masks = scan::text_masks_of_64(text.as_bytes(), start as usize)?;
    let inside = (1u64 << len) - 1;
    if masks.non_ascii & inside != 0 {
        return None;
    }
    // Adding a run's letters to the run, a row of ones, carries into the place behind it if there are any.
    let runs = !masks.spaces & inside;
    let carried = runs.wrapping_add(masks.alphanumeric & inside);
    let tokens = (carried & !runs).count_ones();
    let linked_tokens = match links.first() {
        Some(link) if link.text.0 <= start && end <= link.text.1 => tokens,
        Some(link) if link.text.0 < end => return None,
        _ => 0,
    };
    Some(Counts { tokens, linked_tokens, lines: 1, last_line: tokens })
}
