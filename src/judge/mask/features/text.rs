//! Features of the text of a block: length, density, share of links, first and last character.

use super::punctuation::Punctuation;
use crate::base::scale::{count, log, part_of, share};
use crate::read::page::{Block, Density, flag};

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
pub(super) fn values(block: &Block, amount: Amount, text: &str) -> [u8; NAMES.len()] {
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
        ending(text),
        beginning(text),
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
fn ending(text: &str) -> u8 {
    // Fast path: most texts end in a letter or a digit.
    if text.bytes().next_back().is_none_or(|last| last.is_ascii_alphanumeric()) {
        return Punctuation::Other as u8;
    }
    let closers = ['"', '\'', ')', ']', '”', '’', '»', '」', '』', '）', ' '];
    text.trim_end_matches(closers).chars().next_back().map_or(0, |c| Punctuation::of(c) as u8)
}

/// The class of the first character: 0 lower-case letter, 1 capital, 2 digit, 3 other ASCII, 4 not ASCII.
fn beginning(text: &str) -> u8 {
    match text.bytes().next().unwrap_or(b' ') {
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
        assert_eq!((ending("真的吗？"), ending("He said “no.”"), ending("Home"), ending("Note:")), (3, 3, 0, 1));
    }

    #[test]
    fn texts_begin_with_letters_digits_and_marks() {
        assert_eq!(["a", "B", "7", "(c)", "é", ""].map(beginning), [0, 1, 2, 3, 4, 3]);
    }
}
