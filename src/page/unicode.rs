//! What a character counts as in text measures: part of a token, whitespace, nothing, one column or two.
//!
//! The properties come from the Unicode Character Database, frozen at [`UNICODE_VERSION`] in a table of our own. The
//! standard library's methods would move with the compiler, and the numbers of a page with them.
//!
//! # The table
//!
//! A trie of three stages: the code point without its last nine bits selects a row of the second stage, the next five
//! bits an entry in it, that a row of the third, the last four bits a class in it. Equal rows are stored once, which
//! leaves 17 KB, of which a page in one script touches a few cache lines. `tests/unicode_table.rs` writes the table and
//! compares it with the database.

use super::unicode_table::{BLOCKS, CLASSES, PLANES};

pub use super::unicode_table::UNICODE_VERSION;

/// A letter or a number, General_Category L* or N*: what makes a run of characters a token.
pub const TOKEN: u8 = 1;
/// White_Space, and U+200B and U+FEFF, which separate words without taking room.
pub const SPACE: u8 = 2;
/// Takes no column: General_Category Mn, Me or Cf, which includes the joiners U+200C and U+200D. Never with [`SPACE`].
pub const ZERO: u8 = 4;
/// Takes two columns: East_Asian_Width W or F.
pub const WIDE: u8 = 8;
/// A token of its own: a letter of Han, Hiragana or Katakana, or a mark such as U+30FC that takes the place of one.
/// Hangul is not among them, since Korean puts spaces between words.
pub const SOLO: u8 = 16;
/// Of a script that is written without spaces but not in syllables of one character: Line_Break SA, as in Thai, Lao,
/// Khmer and Myanmar. Includes the combining marks of these scripts.
pub const COMPLEX: u8 = 32;

/// The class of a character: an OR of [`TOKEN`], [`SPACE`], [`ZERO`], [`WIDE`], [`SOLO`] and [`COMPLEX`].
#[inline]
pub fn class(c: char) -> u8 {
    let code = c as usize;
    let block = PLANES.get(code >> 9).map_or(0, |&row| usize::from(row) << 5 | (code >> 4 & 0x1F));
    let entry = BLOCKS.get(block).map_or(0, |&row| usize::from(row) << 4 | (code & 0xF));
    CLASSES.get(entry).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii() {
        for c in '\0'..='\x7F' {
            let expected = match c {
                _ if c.is_ascii_alphanumeric() => TOKEN,
                '\t'..='\r' | ' ' => SPACE,
                _ => 0,
            };
            assert_eq!(class(c), expected, "{c:?}");
        }
    }

    #[test]
    fn one_of_each_kind() {
        let cases = [
            ('\u{85}', SPACE),
            ('\u{A0}', SPACE),
            ('\u{3000}', SPACE | WIDE),
            ('\u{200B}', SPACE),
            ('\u{FEFF}', SPACE),
            ('\u{AD}', ZERO),
            ('\u{200C}', ZERO),
            ('\u{200D}', ZERO),
            ('\u{301}', ZERO),
            ('\u{20DD}', ZERO),
            ('\u{903}', 0),
            ('é', TOKEN),
            ('Ж', TOKEN),
            ('ª', TOKEN),
            ('½', TOKEN),
            ('Ⅷ', TOKEN),
            ('٣', TOKEN),
            ('€', 0),
            ('’', 0),
            ('，', WIDE),
            ('😀', WIDE),
            ('Ａ', TOKEN | WIDE),
            ('中', TOKEN | WIDE | SOLO),
            ('々', TOKEN | WIDE | SOLO),
            ('〇', TOKEN | WIDE | SOLO),
            ('豈', TOKEN | WIDE | SOLO),
            ('𠀋', TOKEN | WIDE | SOLO),
            ('あ', TOKEN | WIDE | SOLO),
            ('ッ', TOKEN | WIDE | SOLO),
            ('ー', TOKEN | WIDE | SOLO),
            ('ｶ', TOKEN | SOLO),
            ('ﾞ', TOKEN | SOLO),
            ('・', WIDE),
            ('한', TOKEN | WIDE),
            ('ไ', TOKEN | COMPLEX),
            ('\u{E31}', ZERO | COMPLEX),
            ('\u{E51}', TOKEN),
            ('ລ', TOKEN | COMPLEX),
            ('ក', TOKEN | COMPLEX),
            ('မ', TOKEN | COMPLEX),
            ('\u{378}', 0),
            ('\u{E000}', 0),
            ('\u{E0100}', ZERO),
            ('\u{10FFFF}', 0),
        ];
        for (c, expected) in cases {
            assert_eq!(class(c), expected, "{c:?} U+{:04X}", c as u32);
        }
    }

    #[test]
    fn the_table_is_small() {
        assert!(size_of_val(&PLANES) + size_of_val(&BLOCKS) + size_of_val(&CLASSES) < 24 << 10);
    }
}
