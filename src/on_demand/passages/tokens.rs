//! What the length of a passage is counted in.

use crate::document::Block;
use crate::read::page::runs::Runs;
use crate::read::page::unicode::{TOKEN, UNIGRAM, class_of_three};
use crate::read::page::{Run, TokenMode, runs};
use std::ops::Range;

/// The offsets at which the tokens of a text start, for the length of passages: words, and every second character of
/// scripts without spaces, which says about as much as a word.
pub(super) fn tokens_in(text: &str, mode: TokenMode) -> impl Iterator<Item = usize> {
    let mut halves = Halves::default();
    let tokens = runs(text, mode).filter(|run| run.is_token);
    tokens.filter(move |run| halves.keeps(is_ideograph(text, run))).map(|run| run.start)
}

/// Which of the characters that are half a token count.
#[derive(Default)]
struct Halves {
    is_second: bool,
}

impl Halves {
    /// Whether the next token counts.
    fn keeps(&mut self, is_ideograph: bool) -> bool {
        let is_kept = !(is_ideograph && self.is_second);
        self.is_second = is_ideograph && !self.is_second;
        is_kept
    }
}

/// Whether a run is a character of three bytes or more.
fn is_ideograph(text: &str, run: &Run) -> bool {
    text.as_bytes()[run.start] >= FIRST_OF_THREE && text[run.start..run.end].chars().nth(1).is_none()
}

/// The number of [`tokens_in`] a block. The analysis has counted them in a text without characters that may be half a
/// token.
pub(super) fn tokens_of(block: &Block<'_, '_>) -> u32 {
    let bytes = block.text().as_bytes();
    // Punctuation of three bytes is no token.
    let is_punctuation = |at: usize| bytes[at] == 0xe2 && bytes.get(at + 1) == Some(&0x80);
    let is_other = |at: usize| bytes[at] >= FIRST_OF_THREE && !is_punctuation(at);
    // Most parts of most texts have no such byte.
    let mut parts = (0..).step_by(PART).zip(bytes.chunks(PART));
    let is_long = |part: &[u8]| part.iter().fold(0, |greatest, &byte| greatest.max(byte)) >= FIRST_OF_THREE;
    let has_others = parts.any(|(start, part)| is_long(part) && (start..start + part.len()).any(is_other));
    if has_others { count(block.text(), block.document().token_mode) } else { block.table_entry().tokens }
}

/// The number of [`tokens_in`] a text.
pub(super) fn count(text: &str, mode: TokenMode) -> u32 {
    if mode != TokenMode::Unicode {
        return tokens_in(text, mode).count() as u32;
    }
    let (mut count, mut halves) = (0, Halves::default());
    // Between characters that are runs by themselves are others, perhaps without a letter.
    let (mut at, mut start, mut may_have_token) = (0, 0, false);
    while let Some(&byte) = text.as_bytes().get(at) {
        let class = if byte < FIRST_OF_THREE { None } else { class_of_three(&text.as_bytes()[at..]) };
        at += if class.is_some() { 3 } else { 1 };
        let Some(class) = class.filter(|class| class & UNIGRAM != 0) else {
            may_have_token |= class.map_or(byte > b' ', |class| class & TOKEN != 0);
            continue;
        };
        if may_have_token {
            count += count_runs(text, start..at - 3, &mut halves);
        }
        count += u32::from(class & TOKEN != 0 && halves.keeps(true));
        (start, may_have_token) = (at, false);
    }
    count + count_runs(text, start..at, &mut halves)
}

/// The tokens of a part of a text that count.
fn count_runs(text: &str, part: Range<usize>, halves: &mut Halves) -> u32 {
    let tokens = Runs::over(text, part.start, part.end, TokenMode::Unicode).filter(|run| run.is_token);
    tokens.filter(|run| halves.keeps(is_ideograph(text, run))).count() as u32
}

/// The bytes of a text that are read together.
const PART: usize = 64;
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
    use super::{count, tokens_in, tokens_of};
    use crate::read::page::TokenMode;
    use crate::{Analyzer, Options};

    #[test]
    fn counted_tokens_are_those_in_the_text() {
        let texts = [
            "Rain – “fell” on <b>the</b>city’s wall… 3 × 4",
            "三日目も町に雨が降り",
            "ฝนตก และ",
            "№ 5 ⅷ ⅸ ™ 한 글",
            "、雨。。「三」×，4；𠀋𠀋々ab日，é本ไไไไไ雨 – 雨﹏雨",
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
                    assert_eq!((tokens_of(&block), count(block.text(), token_mode)), (all, all), "{}", block.text());
                }
            }
        }
    }
}
