//! What the characters of a block tell, in any script: sentences have punctuation and words in lower case, menus have
//! not.

use super::scale::{count, log, share};
use crate::page::{Block, Density, flag};
use crate::simd;

/// Names of the [`values`].
pub(super) const NAMES: [&str; 22] = [
    "tokens",
    "tokens_log",
    "characters_log",
    "token_length",
    "density",
    "link_share",
    "unlinked_log",
    "lines",
    "enders",
    "enders_share",
    "commas_share",
    "symbols_share",
    "digits_share",
    "upper_share",
    "lower_words_share",
    "upper_words_share",
    "money",
    "ending",
    "beginning",
    "heading",
    "hidden",
    "marked",
];

/// How many characters of each kind a text has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Characters {
    /// Full stops, question and exclamation marks.
    pub enders: u32,
    /// Commas, colons, semicolons.
    pub commas: u32,
    /// Other punctuation and symbols of ASCII.
    pub symbols: u32,
    /// ASCII digits.
    pub digits: u32,
    /// ASCII capitals.
    pub upper: u32,
    /// Words that begin with a small letter, or one that is not ASCII.
    pub lower_words: u32,
    /// Words that begin with an ASCII capital, right behind white space.
    pub upper_words: u32,
    /// Currency signs.
    pub money: u32,
}

impl Characters {
    /// Of a text of so many characters.
    pub(super) fn of(text: &str, characters: u32) -> Characters {
        let [enders, commas, symbols, digits, upper, lower_words, upper_words, money] =
            simd::count_kinds(text.as_bytes());
        let mut counts = Characters { enders, commas, symbols, digits, upper, lower_words, upper_words, money };
        if text.len() != characters as usize {
            counts.add_other_scripts(text);
        }
        counts
    }

    /// Adds what the totals of the page are made of.
    pub(super) fn add_to_page(&self, page: &mut Characters) {
        page.enders += self.enders;
        page.digits += self.digits;
        page.money += self.money;
        page.lower_words += self.lower_words;
    }

    fn add_other_scripts(&mut self, text: &str) {
        // Most bytes are ASCII in most languages, so eight at once are left out first.
        let parts = text.as_bytes().chunks(8).enumerate().filter(|(_, part)| !part.is_ascii());
        let begin_marks = parts.flat_map(|(i, part)| {
            part.iter().enumerate().filter(|(_, byte)| begins_mark(**byte)).map(move |(at, _)| 8 * i + at)
        });
        for c in begin_marks.filter_map(|at| text[at..].chars().next()) {
            match kind_of(c) {
                Kind::Ender => self.enders += 1,
                Kind::Comma => self.commas += 1,
                Kind::Money => self.money += 1,
                _ => {}
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Other = 0,
    Comma = 1,
    Money = 2,
    Ender = 3,
}

/// Whether a mark that is not ASCII may begin with the byte.
#[inline]
fn begins_mark(byte: u8) -> bool {
    matches!(byte, 0xc2 | 0xd8 | 0xdb | 0xe0..=0xe3 | 0xef)
}

/// The kind of a mark, ASCII or not.
fn kind_of(c: char) -> Kind {
    match c {
        '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡' | '؟' | '۔' | '।' | '॥' | '።' => Kind::Ender,
        ',' | ';' | ':' | '，' | '、' | '；' | '：' | '،' | '؛' | '፣' => Kind::Comma,
        '$' | '€' | '£' | '¥' | '₹' | '￥' | '₽' | '₩' => Kind::Money,
        _ => Kind::Other,
    }
}

/// How a text ends, closing quotes and brackets aside: 3 a sentence, 1 a clause, 0 else.
fn ending(text: &str) -> u8 {
    let closers = ['"', '\'', ')', ']', '”', '’', '»', '」', '』', '）', ' '];
    text.trim_end_matches(closers).chars().next_back().map_or(0, |c| kind_of(c) as u8)
}

/// How a text begins: 0 small letter, 1 capital, 2 digit, 3 mark, 4 other script.
fn beginning(text: &str) -> u8 {
    match text.bytes().next().unwrap_or(b' ') {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        0..=0x7f => 3,
        _ => 4,
    }
}

/// What is asked of a block more than once, or must be known of all blocks before any is judged.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Own {
    /// [`log`] of its tokens.
    pub tokens: u8,
    /// Share of linked tokens.
    pub links: u8,
    /// Text density in eighths.
    pub density: u8,
    /// What its characters tell, in the order of [`NAMES`] from `enders` to `money`.
    marks: [u8; 9],
}

impl Own {
    pub(super) fn of(block: &Block, characters: &Characters) -> Own {
        let per_token = |x: u32| share(x, block.tokens.max(1));
        Own {
            tokens: log(block.tokens),
            links: share(block.linked_tokens, block.tokens),
            density: eighths(block.density),
            marks: [
                count(characters.enders),
                per_token(characters.enders),
                per_token(characters.commas),
                per_token(characters.symbols),
                share(characters.digits, block.characters),
                share(characters.upper, block.characters),
                per_token(characters.lower_words),
                per_token(characters.upper_words),
                count(characters.money),
            ],
        }
    }
}

/// A text density in eighths of a token per line.
#[inline]
pub(super) fn eighths(density: Density) -> u8 {
    (8 * u64::from(density.tokens) / u64::from(density.lines.max(1))).min(255) as u8
}

/// The features of a block by itself.
#[inline]
pub(super) fn values(block: &Block, text: &str, own: &Own) -> [u8; NAMES.len()] {
    let tokens = block.tokens;
    let [enders, enders_share, commas, symbols, digits, upper, lower_words, upper_words, money] = own.marks;
    [
        count(tokens),
        own.tokens,
        log(block.characters),
        count(8 * block.characters.min(1 << 20) / tokens.max(1)),
        own.density,
        own.links,
        log(tokens - block.linked_tokens.min(tokens)),
        count(block.lines),
        enders,
        enders_share,
        commas,
        symbols,
        digits,
        upper,
        lower_words,
        upper_words,
        money,
        ending(text),
        beginning(text),
        block.heading,
        (block.flags & (flag::HIDDEN | flag::ARIA_HIDDEN | flag::COLLAPSED)) as u8,
        (block.flags & (flag::IN_HEAD | flag::NOSCRIPT | flag::NO_INDEX)) as u8,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_each_kind() {
        let expected = Characters {
            enders: 2,
            commas: 1,
            symbols: 2,
            digits: 2,
            upper: 2,
            lower_words: 2,
            upper_words: 1,
            money: 1,
        };
        assert_eq!(Characters::of("Buy it, (New) for $12.!", 23), expected);
    }

    #[test]
    fn no_mark_begins_otherwise() {
        for c in ('\u{80}'..=char::MAX).filter(|&c| kind_of(c) != Kind::Other) {
            assert!(begins_mark(c.encode_utf8(&mut [0; 4]).as_bytes()[0]), "{c}");
        }
    }

    #[test]
    fn other_scripts_have_sentences_too() {
        let chinese = Characters::of("我们的善良，痛苦。真的吗？", 13);
        assert_eq!((chinese.enders, chinese.commas), (2, 1));
        assert_eq!((ending("真的吗？"), ending("He said “no.”"), ending("Home"), ending("Note:")), (3, 3, 0, 1));
    }
}
