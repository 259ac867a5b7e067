//! What the length of a passage is counted in.

use crate::document::Block;
use crate::read::page::{TokenMode, runs};
use std::ops::Range;

/// The offsets at which the tokens of a text start, for the length of passages: words, and every second character of
/// scripts without spaces, which says about as much as a word.
pub(super) fn tokens_in(text: &str, mode: TokenMode) -> impl Iterator<Item = usize> {
    let mut is_second = false;
    runs(text, mode).filter(|run| run.is_token).filter_map(move |run| {
        // A character of three bytes or more.
        let is_ideograph =
            text.as_bytes()[run.start] >= FIRST_OF_THREE && text[run.start..run.end].chars().nth(1).is_none();
        let is_kept = !(is_ideograph && is_second);
        is_second = is_ideograph && !is_second;
        is_kept.then_some(run.start)
    })
}

/// The number of [`tokens_in`] a block, if the analysis has counted it: in a text without characters that may be half a
/// token.
pub(super) fn counted_tokens(block: &Block<'_, '_>) -> Option<u32> {
    let bytes = block.text().as_bytes();
    // Punctuation of three bytes is no token.
    let is_punctuation = |at: usize| bytes[at] == 0xe2 && bytes.get(at + 1) == Some(&0x80);
    let has_others = || (0..bytes.len()).any(|at| bytes[at] >= FIRST_OF_THREE && !is_punctuation(at));
    let greatest = bytes.iter().fold(0, |greatest, &byte| greatest.max(byte));
    (greatest < FIRST_OF_THREE || !has_others()).then(|| block.table_entry().tokens)
}

/// The first byte of characters of three bytes is this one or greater.
const FIRST_OF_THREE: u8 = 0xe0;

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

#[cfg(test)]
mod tests {
    use super::{counted_tokens, tokens_in};
    use crate::read::page::TokenMode;
    use crate::{Analyzer, Options};

    #[test]
    fn counted_tokens_are_those_in_the_text() {
        let texts = [
            "Rain – “fell” on <b>the</b>city’s wall… 3 × 4",
            "三日目も町に雨が降り",
            "ฝนตก และ",
            "№ 5 ⅷ ⅸ ™ 한 글",
            "-- & ★ ★",
        ];
        let html: String = texts.iter().map(|text| format!("<p>{text}")).collect();
        let rich = "<title>Rain</title><h1>Rain <wbr>fall</h1><ul><li>One<li><a href=/>two</a> three</ul>\
            <pre>let x = 1;\n\ty</pre><table><tr><th>City<td>30 mm</table><p>E = \\(mc^2\\) <ruby>雨<rt>あめ</rt></ruby> so&shy;ft<br>line";
        let pages = [html.as_bytes(), rich.as_bytes()];
        for token_mode in [TokenMode::Unicode, TokenMode::Paper] {
            let mut analyzer = Analyzer::new(Options { token_mode, ..Options::default() });
            for page in pages {
                let document = analyzer.analyze(page).unwrap();
                for block in document.blocks() {
                    let all = tokens_in(block.text(), token_mode).count() as u32;
                    assert!(counted_tokens(&block).is_none_or(|tokens| tokens == all), "{}", block.text());
                }
                assert!(document.blocks().any(|block| counted_tokens(&block).is_some()));
            }
        }
    }
}
