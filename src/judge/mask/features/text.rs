//! Features of the text of a block: length, density, share of links, first and last character.

use super::punctuation::Punctuation;
use crate::base::scale::{count, log, part_of, share};
use crate::read::page::{Block, Density, Page, flag};

/// Names of [`values`].
pub(super) const NAMES: [&str; 13] = [
    "tokens",
    "tokens_log",
    "characters_log",
    "token_length",
    "density",
    "link_share",
    "unlinked_log",
    "lines",
    "ending",
    "beginning",
    "heading",
    "hidden",
    "marked",
];

/// How much text a block has, and the share of it in links. Features of its neighbors, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Amount {
    pub tokens_log: u8,
    pub link_share: u8,
}

impl Amount {
    #[inline]
    pub(super) fn of(block: &Block) -> Amount {
        Amount { tokens_log: log(block.tokens), link_share: share(block.linked_tokens, block.tokens) }
    }
}

/// The features of the text of a block; `amount` is its amount of text.
#[inline]
pub(super) fn values(page: &Page<'_>, block: &Block, amount: Amount) -> [u8; NAMES.len()] {
    let tokens = block.tokens;
    [
        count(tokens),
        amount.tokens_log,
        log(block.characters),
        count(8 * block.characters.min(1 << 20) / tokens.max(1)),
        eighths(block.density),
        amount.link_share,
        log(tokens - block.linked_tokens.min(tokens)),
        count(block.lines),
        ending(page, block),
        beginning(page.bytes_of(block)),
        block.heading,
        (block.flags & (flag::HIDDEN | flag::ARIA_HIDDEN | flag::COLLAPSED)) as u8,
        marked(block.flags),
    ]
}

/// Other flags of a block.
fn marked(flags: u16) -> u8 {
    let no_snippet = (flags & flag::NO_SNIPPET) >> 1;
    (flags & (flag::IN_HEAD | flag::NOSCRIPT | flag::NO_INDEX) | no_snippet) as u8
}

/// A text density in eighths of a token per line.
fn eighths(density: Density) -> u8 {
    part_of(8, density.tokens, density.lines.max(1))
}

/// The class of the last character, ignoring closing quotes and brackets: 3 the end of a sentence, 1 of a clause.
fn ending(page: &Page<'_>, block: &Block) -> u8 {
    // Fast path: most texts end in a letter or a digit.
    match page.bytes_of(block).last().is_none_or(u8::is_ascii_alphanumeric) {
        true => Punctuation::Other as u8,
        false => ending_of(page.text_of(block)),
    }
}

fn ending_of(text: &str) -> u8 {
    let closers = ['"', '\'', ')', ']', '”', '’', '»', '」', '』', '）', ' '];
    text.trim_end_matches(closers).chars().next_back().map_or(0, |c| Punctuation::of(c) as u8)
}

/// The class of the first character: 0 lower-case letter, 1 capital, 2 digit, 3 other ASCII, 4 not ASCII.
fn beginning(text: &[u8]) -> u8 {
    match text.first().unwrap_or(&b' ') {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        0..=0x7f => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_in_every_script() {
        assert_eq!(["真的吗？", "He said “no.”", "Home", "Note:"].map(ending_of), [3, 3, 0, 1]);
    }

    #[test]
    fn texts_begin_with_letters_digits_and_marks() {
        assert_eq!(["a", "B", "7", "(c)", "é", ""].map(|text| beginning(text.as_bytes())), [0, 1, 2, 3, 4, 3]);
    }
}
