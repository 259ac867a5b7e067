//! Passages: the main text in pieces of limited length, for vector stores and language models.
//!
//! The main text is a sequence of blocks. Blocks that are longer than a passage are cut into sentences, and long
//! sentences between words ([`units`]). Then passages are filled in order ([`cut`]). A passage ends early:
//!
//! - before a heading, if it is a quarter full; a heading is the last block of a passage only at the end of the text,
//!   or if the next sentence does not fit beside it;
//! - before a list, a table or code that fits into the next passage but not into this one;
//! - at the end of a Block Fusion segment, if it is three quarters full.
//!
//! A table row is not cut if it fits. Code that is longer than a passage is cut between lines ([`lines`]).

mod cut;
mod lines;
mod sentence_table;
mod sentences;
#[cfg(test)]
mod tests;
mod units;

use crate::base::fallible::{List, or_end};
use crate::document::Document;
use crate::judge::mask::Role;
use crate::on_demand::shapes::JoinedText;
use crate::read::page::runs;
use cut::{Cutter, Draft};
use lines::Lines;
use std::ops::Range;
use units::{Facts, TokenStarts, Unit, groups_of, sentences, units_of};

/// Options of passages: their length and overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PassageOptions {
    /// The maximum number of tokens of a passage, at least 1 (0 counts as 1). Default: 256.
    pub max_tokens: u32,
    /// The maximum number of tokens that a passage repeats from the end of the previous one: whole sentences, in code
    /// whole lines. They count toward `max_tokens`, and are at most half of it. Default: 0.
    pub overlap_tokens: u32,
}

impl Default for PassageOptions {
    fn default() -> PassageOptions {
        PassageOptions { max_tokens: 256, overlap_tokens: 0 }
    }
}

/// A piece of the main text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    joined: JoinedText,
    blocks: Range<usize>,
    heading: Option<usize>,
    source: Range<usize>,
    tokens: u32,
    overlap_tokens: u32,
    roles: Vec<(Role, u32)>,
}

impl Passage {
    /// The text: the texts of the blocks with their line breaks ([`Block::formatted_text`]), separated by line feeds.
    ///
    /// [`Block::formatted_text`]: crate::Block::formatted_text
    pub fn text(&self) -> &str {
        self.joined.text()
    }

    /// The text with a map to the page.
    pub fn joined(&self) -> &JoinedText {
        &self.joined
    }

    /// The range of blocks, `[start, end)`; template blocks among them are not part of the passage.
    pub fn blocks(&self) -> Range<usize> {
        self.blocks.clone()
    }

    /// The source range, from the first to the last character.
    pub fn source(&self) -> Range<usize> {
        self.source.clone()
    }

    /// The index of the nearest heading above the text, which may be a block of the passage.
    /// [`Block::heading_path`](crate::Block::heading_path) gives the headings above it.
    pub fn heading(&self) -> Option<usize> {
        self.heading
    }

    /// The number of tokens, including the overlap.
    pub fn tokens(&self) -> u32 {
        self.tokens
    }

    /// The number of tokens at the start that are also in the previous passage.
    pub fn overlap_tokens(&self) -> u32 {
        self.overlap_tokens
    }

    /// The number of tokens in blocks of each role; roles without tokens are left out.
    pub fn roles(&self) -> &[(Role, u32)] {
        &self.roles
    }
}

impl Document<'_> {
    /// Cuts the main text into passages. Without overlap, each token is in exactly one passage.
    ///
    /// ```
    /// use blockmask::{Analyzer, Options, PassageOptions};
    ///
    /// let html = b"<p>Rain fell on the city for the third day. The river rose, and the old bridge was closed.";
    /// let mut options = PassageOptions::default();
    /// options.max_tokens = 12;
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze(html)?;
    /// let passages = page.passages(&options);
    /// let texts: Vec<&str> = passages.iter().map(|passage| passage.text()).collect();
    /// let expected = ["Rain fell on the city for the third day.", "The river rose, and the old bridge was closed."];
    /// assert_eq!(texts, expected);
    /// assert_eq!(passages[1].tokens(), 9);
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn passages(&self, options: &PassageOptions) -> Vec<Passage> {
        or_end(|| self.cut(options, None)).into_vec()
    }

    /// Cuts the main text into passages, counting the tokens of another tokenizer: `token_starts` are the start offsets
    /// of its tokens in [`Document::text`], strictly ascending. Tokens outside the main text do not count. If the
    /// offsets are not ascending, passages have wrong lengths.
    pub fn passages_by(&self, options: &PassageOptions, token_starts: &[u32]) -> Vec<Passage> {
        or_end(|| self.cut(options, Some(token_starts))).into_vec()
    }

    /// The passages, by the given tokens or else by the tokens of the library.
    fn cut(&self, options: &PassageOptions, starts: Option<&[u32]>) -> List<Passage> {
        let own = if starts.is_none() { self.token_starts() } else { List::default() };
        let starts = TokenStarts(starts.unwrap_or(&own));
        let max = options.max_tokens.max(1);
        let overlap = options.overlap_tokens.min(max / 2);
        let (mut units, mut lines) = (List::default(), Lines::default());
        // The tokens of the headings right above a block.
        let mut above = 0;
        for block in self.main_blocks() {
            lines.add(&block);
            // The text after a heading is cut if that keeps them together.
            let room = if above > 0 { (max - overlap).saturating_sub(above) } else { max };
            units_of(&block, &lines, starts, (max, room), &mut units);
            above = if block.level() > 0 { starts.count(&block.text_range()).saturating_add(above) } else { 0 };
        }
        let groups = groups_of(&units, |index| self.block(index).map_or_else(Facts::none, |block| Facts::of(&block)));
        let drafts = Cutter { max, overlap, units: &units, groups: &groups }.drafts();
        let mut passages = List::default();
        for (i, draft) in drafts.iter().enumerate() {
            self.end_if_cancelled();
            let repeated = match i.checked_sub(1).and_then(|before| drafts.get(before)) {
                Some(before) if overlap > 0 => {
                    let left = overlap.min(max.saturating_sub(draft.tokens));
                    self.tail(&units[before.units.clone()], &lines, starts, left)
                }
                _ => List::default(),
            };
            passages.push(self.passage(draft, &units, repeated, &lines));
        }
        passages
    }

    /// The start offsets of the tokens of the main text.
    fn token_starts(&self) -> List<u32> {
        let mut starts = List::default();
        for block in self.main_blocks() {
            let start = block.text_range().start;
            let tokens = runs(block.text(), self.token_mode).filter(|run| run.is_token);
            starts.extend(tokens.map(|run| (start + run.start) as u32));
        }
        starts
    }

    /// The last sentences of some units, of at most `max` tokens together.
    fn tail(&self, units: &[Unit], lines: &Lines, starts: TokenStarts<'_>, max: u32) -> List<Unit> {
        let mut kept = List::default();
        let mut left = max;
        for unit in units.iter().rev() {
            let pieces = self.block(unit.block).map(|block| sentences(&block, lines, &unit.text)).unwrap_or_default();
            for text in pieces.into_iter().rev() {
                let tokens = starts.count(&text);
                if tokens > left {
                    kept.reverse();
                    return kept;
                }
                left -= tokens;
                kept.push(Unit { block: unit.block, text, tokens });
            }
        }
        kept.reverse();
        kept
    }

    fn passage(&self, draft: &Draft, units: &[Unit], repeated: List<Unit>, lines: &Lines) -> Passage {
        let own = &units[draft.units.clone()];
        let overlap_tokens = repeated.iter().map(|unit| unit.tokens).sum();
        let mut all: List<Unit> = repeated.into_iter().chain(own.iter().cloned()).collect();
        // The space after the last sentence belongs to no passage.
        if let Some(last) = all.last_mut() {
            last.text.end = last.text.start + self.text()[last.text.clone()].trim_end().len();
        }
        let joined = JoinedText::of_parts(self, lines.laid_out(&all).into_iter());
        let mut roles: List<(Role, u32)> = List::default();
        for unit in all.iter() {
            let Some(role) = self.block(unit.block).map(|block| block.role()).filter(|_| unit.tokens > 0) else {
                continue;
            };
            match roles.iter_mut().find(|(known, _)| *known == role) {
                Some((_, tokens)) => *tokens += unit.tokens,
                None => roles.push((role, unit.tokens)),
            }
        }
        let first_text = own.iter().find_map(|unit| {
            let block = self.block(unit.block)?;
            (Facts::of(&block).heading_level == 0).then_some(block)
        });
        let first = first_text.or_else(|| own.first().and_then(|unit| self.block(unit.block)));
        let blocks = all.first().map_or(0, |unit| unit.block)..all.last().map_or(0, |unit| unit.block + 1);
        let text = all.first().map_or(0, |unit| unit.text.start)..all.last().map_or(0, |unit| unit.text.end);
        Passage {
            joined,
            blocks,
            heading: first.and_then(|block| block.heading()),
            source: self.map_text_range(text),
            tokens: draft.tokens + overlap_tokens,
            overlap_tokens,
            roles: roles.into_vec(),
        }
    }
}
