//! Blocks: the unit of text that an indexer stores, scores and masks.

use super::density::Density;
use crate::read::html::Tag;
use std::ops::Range;

/// A maximal run of text that only phrasing tags interrupt, so that `<b>` and `<span>` do not cut a sentence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Block {
    /// Bytes of the normalized text, `[start, end)`.
    pub text: (u32, u32),
    /// Bytes of the UTF-8 view of the page, from the first to the last character of the text.
    pub source: (u32, u32),
    /// Number of tokens.
    pub tokens: u32,
    /// Number of tokens that begin inside a link.
    pub linked_tokens: u32,
    /// Number of lines when wrapped at the configured width.
    pub lines: u32,
    /// Length of the normalized text in Unicode scalar values.
    pub characters: u32,
    /// Text density: tokens per line.
    pub density: Density,
    /// Node index of the nearest ancestor that is not phrasing content.
    pub container: u32,
    /// Node index of its first text node.
    pub first_text: u32,
    /// Its fragments, `[first, end)`.
    pub fragments: (u32, u32),
    /// See [`super::flag`].
    pub flags: u16,
    /// Depth of the container in the tree.
    pub depth: u16,
    /// ASCII digits among its first [`DIGIT_BYTES`].
    pub digits: u8,
    /// 1 to 6 inside `h1` to `h6`, else 0.
    pub heading: u8,
    /// Name of the container.
    pub tag: Tag,
}

/// Bytes of a block whose digits are counted: those of lines such as dates, prices and bylines.
pub const DIGIT_BYTES: usize = 240;

impl Block {
    /// The amount of text in a unit that hardly depends on the script: tokens, of scripts without spaces every second
    /// character, which says about as much as a word.
    #[inline]
    pub fn words(&self) -> u32 {
        // Tokens between spaces have at least two characters with their spaces.
        self.tokens.min(self.characters.div_ceil(2))
    }

    /// Its bytes in the normalized text.
    #[inline]
    pub fn range(&self) -> Range<usize> {
        self.text.0 as usize..self.text.1 as usize
    }

    /// Whether an ASCII digit may be in it, as far as they were counted.
    #[inline]
    pub fn may_have_digit(&self) -> bool {
        self.digits > 0 || self.text.1 - self.text.0 > DIGIT_BYTES as u32
    }

    /// Whether at least half of the tokens are in links; also without tokens.
    #[inline]
    pub fn is_linked(&self) -> bool {
        2 * self.linked_tokens >= self.tokens
    }

    /// Linked tokens over tokens, 0 to 1; 0 without tokens.
    pub fn link_density(&self) -> f64 {
        if self.tokens == 0 { 0.0 } else { f64::from(self.linked_tokens) / f64::from(self.tokens) }
    }
}

#[cfg(test)]
mod tests {
    use super::Block;

    /// Between spaces tokens are words, however short; of Chinese and Japanese every second character is one.
    #[test]
    fn words_hardly_depend_on_the_script() {
        let words = |tokens, characters| Block { tokens, characters, ..Block::default() }.words();
        assert_eq!([words(0, 0), words(1, 1), words(5, 9), words(8, 40)], [0, 1, 5, 8]);
        assert_eq!([words(8, 8), words(9, 10), words(10, 21)], [4, 5, 10]);
    }
}
