//! Character classes for word segmentation and line wrapping: letter, whitespace, column width, script without spaces.
//!
//! The properties come from the Unicode Character Database, frozen at [`UNICODE_VERSION`] in a table of our own: the
//! standard library's methods change with the compiler, and token counts and fingerprints would change with them.
//!
//! # The table
//!
//! A three-stage lookup table (trie): the high bits of the code point select a row of stage 2, the next five bits an
//! entry of it, which selects a row of stage 3, the low four bits the class. Equal rows are stored once, which leaves
//! 17 KB, of which a page in one script touches a few cache lines. `tests/unicode_table.rs` generates the table and
//! compares it with the database.

use super::unicode_table::{STAGE_1, STAGE_2, STAGE_3};
use std::ops::RangeInclusive;

#[cfg(feature = "unstable")]
pub use super::unicode_table::UNICODE_VERSION;

/// A letter or a number, General_Category L* or N*: what makes a run of characters a token.
pub const TOKEN: u8 = 1;
/// White_Space, and U+200B and U+FEFF, which separate words without any width.
pub const SPACE: u8 = 2;
/// Takes no column: General_Category Mn, Me or Cf, which includes the joiners U+200C and U+200D. Never with [`SPACE`].
pub const ZERO_WIDTH: u8 = 4;
/// Where a word may be broken; not part of any text.
pub const SOFT_HYPHEN: char = '\u{AD}';
/// Takes two columns: East_Asian_Width W or F.
pub const WIDE: u8 = 8;
/// A token by itself, as in CJK unigram segmentation: a letter of Han, Hiragana or Katakana, or a mark such as U+30FC
/// that takes the place of one. Hangul is not included, since Korean separates words by spaces.
pub const UNIGRAM: u8 = 16;
/// Of a script without spaces whose words have several characters: Line_Break SA (complex context), as in Thai, Lao,
/// Khmer and Myanmar. Includes the combining marks of these scripts.
pub const COMPLEX_CONTEXT: u8 = 32;

/// Characters of which all are ideographs.
const IDEOGRAPHS: RangeInclusive<char> = '\u{4E00}'..='\u{9FFF}';

/// The class of a character: a bitmask of [`TOKEN`], [`SPACE`], [`ZERO_WIDTH`], [`WIDE`], [`UNIGRAM`] and
/// [`COMPLEX_CONTEXT`].
#[inline]
pub fn class(c: char) -> u8 {
    // Fast path: most letters of Chinese and many of Japanese.
    if IDEOGRAPHS.contains(&c) { TOKEN | WIDE | UNIGRAM } else { class_by_table(c) }
}

#[inline]
fn class_by_table(c: char) -> u8 {
    let code = c as usize;
    let second = STAGE_1.get(code >> 9).map_or(0, |&row| usize::from(row) << 5 | (code >> 4 & 0x1F));
    let third = STAGE_2.get(second).map_or(0, |&row| usize::from(row) << 4 | (code & 0xF));
    STAGE_3.get(third).copied().unwrap_or(0)
}

/// The class of ideographs.
const IDEOGRAPH: u8 = TOKEN | WIDE | UNIGRAM;

/// The [`class`] of the first character of a text, if it has three bytes.
#[inline]
pub fn class_of_three(text: &[u8]) -> Option<u8> {
    let &[first, second, third] = text.first_chunk()?;
    // U+5000 to U+8FFF, most ideographs.
    if matches!(first, 0xe5..=0xe8) {
        return Some(IDEOGRAPH);
    }
    let code = u32::from(first & 0x0f) << 12 | u32::from(second & 0x3f) << 6 | u32::from(third & 0x3f);
    char::from_u32(code).filter(|_| first & 0xf0 == 0xe0).map(class)
}

/// Whether words of its script have no spaces between them, as in Chinese, Japanese, Thai, Lao, Burmese and Khmer.
pub fn is_unspaced(c: char) -> bool {
    class(c) & (UNIGRAM | COMPLEX_CONTEXT) != 0
}

/// Whether a character is a letter or a number.
#[inline]
pub fn is_letter_or_number(c: char) -> bool {
    class(c) & TOKEN != 0
}

/// Whether a character is a letter, or a number that is not an ASCII digit.
#[inline]
pub fn is_letter(c: char) -> bool {
    is_letter_or_number(c) && !c.is_ascii_digit()
}

/// Whether a character is for private use: only a font gives it a form, such as an icon.
pub(super) fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}')
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
    fn classes_of_three_bytes() {
        let texts = ('\0'..='\u{10fff}').map(String::from);
        for text in texts {
            let expected = (text.len() == 3).then(|| class(text.chars().next().unwrap()));
            assert_eq!(class_of_three(format!("{text}a").as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn one_character_of_each_class() {
        let cases = [
            ('\u{85}', SPACE),
            ('\u{A0}', SPACE),
            ('\u{3000}', SPACE | WIDE),
            ('\u{200B}', SPACE),
            ('\u{FEFF}', SPACE),
            ('\u{AD}', ZERO_WIDTH),
            ('\u{200C}', ZERO_WIDTH),
            ('\u{200D}', ZERO_WIDTH),
            ('\u{301}', ZERO_WIDTH),
            ('\u{20DD}', ZERO_WIDTH),
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
            ('中', TOKEN | WIDE | UNIGRAM),
            ('々', TOKEN | WIDE | UNIGRAM),
            ('〇', TOKEN | WIDE | UNIGRAM),
            ('豈', TOKEN | WIDE | UNIGRAM),
            ('𠀋', TOKEN | WIDE | UNIGRAM),
            ('あ', TOKEN | WIDE | UNIGRAM),
            ('ッ', TOKEN | WIDE | UNIGRAM),
            ('ー', TOKEN | WIDE | UNIGRAM),
            ('ｶ', TOKEN | UNIGRAM),
            ('ﾞ', TOKEN | UNIGRAM),
            ('・', WIDE),
            ('한', TOKEN | WIDE),
            ('ไ', TOKEN | COMPLEX_CONTEXT),
            ('\u{E31}', ZERO_WIDTH | COMPLEX_CONTEXT),
            ('\u{E51}', TOKEN),
            ('ລ', TOKEN | COMPLEX_CONTEXT),
            ('ក', TOKEN | COMPLEX_CONTEXT),
            ('မ', TOKEN | COMPLEX_CONTEXT),
            ('\u{378}', 0),
            ('\u{E000}', 0),
            ('\u{E0100}', ZERO_WIDTH),
            ('\u{10FFFF}', 0),
        ];
        for (c, expected) in cases {
            assert_eq!(class(c), expected, "{c:?} U+{:04X}", c as u32);
        }
    }

    #[test]
    fn ideographs_are_in_the_table() {
        assert!(IDEOGRAPHS.into_iter().all(|c| class(c) == class_by_table(c)));
    }

    #[test]
    fn the_table_is_small() {
        assert!(size_of_val(&STAGE_1) + size_of_val(&STAGE_2) + size_of_val(&STAGE_3) < 24 << 10);
    }
}
