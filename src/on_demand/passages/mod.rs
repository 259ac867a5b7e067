//! Passages: the text in pieces of limited length, for vector stores and language models.
//!
//! The text is a sequence of blocks. Blocks that are longer than a passage are cut into sentences, and long sentences
//! between words ([`units`]). A passage ends at the strongest boundary ([`boundaries`]) that it reaches ([`cut`]):
//!
//! - before a heading, if it is a quarter full; a heading is the last block of a passage only at the end of the text,
//!   or if the next sentence does not fit beside it;
//! - else, if it is half full, where a list, a table, code or a Block Fusion segment begins or ends, or else between two
//!   paragraphs; of equal boundaries a hash of the text behind them decides, so that an edit changes only the passages
//!   around it.
//!
//! A table row is not cut if it fits; a term stays with its definition, a question with its answer, a list with the line
//! that announces it. Code that is longer than a passage is cut between lines ([`lines`]), rather where an empty line
//! ends a function or a paragraph; a function that fits is not cut. Nor is an item of the main list (an offer, a post), and
//! a part of a longer one is in no passage with another item.

mod boundaries;
mod context;
mod cut;
mod diff;
pub(in crate::on_demand) mod headers;
mod labels;
mod lines;
mod looks;
mod names;
mod openings;
mod sentence_table;
mod sentences;
mod series;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;
mod tokens;
mod units;

use crate::base::fallible::{List, or_end};
use crate::base::sort::sort;
use crate::document::{Block, Document};
use crate::judge::field::Field;
use crate::judge::mask::{PageKind, Role};
use crate::on_demand::shapes::JoinedText;
use crate::read::page::hashes::text_hash;
use boundaries::places_of;
use context::{Context, Contexts};
use cut::{Cutter, Draft};
pub use diff::{ChangeKind, PassageChange, diff_passages};
pub(in crate::on_demand) use lines::Lines;
use lines::separator;
pub(in crate::on_demand) use sentences::{ends_sentence, sentence_starts};
use std::ops::Range;
use tokens::{TokenStarts, tokens_in, tokens_of};
use units::{Unit, sentences, units_of};

/// Options of passages: their length and overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PassageOptions {
    /// The maximum number of tokens of a passage, at least 1 (0 counts as 1). Default: 256.
    pub max_tokens: u32,
    /// The maximum number of tokens that a passage repeats from the end of the previous one: whole sentences, in code
    /// whole lines. They count toward `max_tokens`, and are at most half of it. Default: 0.
    pub overlap_tokens: u32,
    /// Whether passages have only the main text. By default they have all visible text that a query may ask for: headings,
    /// links in the page and asides too, but no menus, legal text and comments that are left out. Default: false.
    pub main_only: bool,
}

impl Default for PassageOptions {
    fn default() -> PassageOptions {
        PassageOptions { max_tokens: 256, overlap_tokens: 0, main_only: false }
    }
}

/// A piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    joined: JoinedText,
    context: JoinedText,
    context_tokens: u32,
    id: u64,
    blocks: Range<usize>,
    heading: Option<usize>,
    source: Range<usize>,
    text: Range<usize>,
    tokens: u32,
    overlap_tokens: u32,
    roles: Vec<(Role, u32)>,
}

impl Passage {
    /// The text: the texts of the blocks with their line breaks ([`Block::formatted_text`]), separated by line feeds. A
    /// row of a table is a line, with ` | ` between its cells; a label and its value, or a term and its definition, are
    /// joined by a colon.
    ///
    /// [`Block::formatted_text`]: crate::Block::formatted_text
    pub fn text(&self) -> &str {
        self.joined.text()
    }

    /// The text with a map to the page.
    pub fn joined(&self) -> &JoinedText {
        &self.joined
    }

    /// What the passage is about, to be put in front of its text for an index or a model: a line with the title of the
    /// page and the headings above the text, without the line that the text begins with; for rows of a table below its first ones
    /// a line with the caption and a line with the header, of which a first row that looks like one serves, too; for items of
    /// a list and for code the sentence that announces them, for code its language, for a definition its term. At most 4 bytes for each token of
    /// [`PassageOptions::max_tokens`]: longer headings and cells are cut after a word, and what does not fit is left out.
    pub fn context(&self) -> &JoinedText {
        &self.context
    }

    /// The number of tokens of the context, which do not count toward [`PassageOptions::max_tokens`].
    pub fn context_tokens(&self) -> u32 {
        self.context_tokens
    }

    /// A hash of the text without its overlap and of the headings above it, equal on all machines: an edit of the page
    /// changes only the ids of the passages that it touches. Equal passages of a page have equal ids.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The range of blocks, `[start, end)`; blocks among them that were left out are not part of the passage.
    pub fn blocks(&self) -> Range<usize> {
        self.blocks.clone()
    }

    /// The source range, from the first to the last character.
    pub fn source(&self) -> Range<usize> {
        self.source.clone()
    }

    /// The range in [`Document::text`], from the first to the last character.
    pub fn text_range(&self) -> Range<usize> {
        self.text.clone()
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
    /// Cuts the text into passages. Without overlap, each token is in exactly one passage.
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

    /// Cuts the text into passages, counting the tokens of another tokenizer: `token_starts` are the start offsets
    /// of its tokens in [`Document::text`], strictly ascending. Tokens outside the passages do not count. If the
    /// offsets are not ascending, passages have wrong lengths.
    pub fn passages_by(&self, options: &PassageOptions, token_starts: &[u32]) -> Vec<Passage> {
        or_end(|| self.cut(options, Some(token_starts))).into_vec()
    }

    /// The passages, by the given tokens or else by the tokens of the library.
    fn cut(&self, options: &PassageOptions, given: Option<&[u32]>) -> List<Passage> {
        let max = options.max_tokens.max(1);
        let overlap = options.overlap_tokens.min(max / 2);
        // Without an overlap most blocks need no more than the number of their tokens.
        let own = if given.is_none() && overlap > 0 { self.token_starts(options) } else { List::default() };
        let starts = TokenStarts(given.unwrap_or(&own));
        let known = (given.is_some() || overlap > 0).then_some(starts);
        let (units, lines) = self.units(options, known, (max, overlap));
        let places = places_of(&units, &lines, |index| self.block(index), &self.passage_items());
        let hash = |unit: usize| units.get(unit).map_or(0, |unit| text_hash(&self.text()[unit.text.clone()]));
        let drafts = Cutter { max, overlap, units: &units, places: &places, hash }.drafts();
        let contexts = Contexts::of(self, given.map(TokenStarts), max);
        let mut passages = List::default();
        passages.reserve(drafts.len());
        for (i, draft) in drafts.iter().enumerate() {
            self.end_if_cancelled();
            let repeated = match i.checked_sub(1).and_then(|before| drafts.get(before)) {
                Some(before) if overlap > 0 => {
                    let left = overlap.min(max.saturating_sub(draft.tokens));
                    self.tail(&units[before.units.clone()], &lines, starts, left)
                }
                _ => List::default(),
            };
            passages.push(self.passage(draft, &units, repeated, &lines, &contexts));
        }
        passages
    }

    /// The blocks that passages are made of.
    fn passage_blocks(&self, options: &PassageOptions) -> impl Iterator<Item = Block<'_, '_>> {
        let main_only = options.main_only;
        let rows = if main_only { List::default() } else { self.main_rows() };
        let is_asked = move |block: &Block<'_, '_>| match (block.field(), block.role()) {
            (Field::Title | Field::Hidden | Field::Comment, _) => false,
            // A label is often a link; without it the rest of the row says nothing.
            _ if block.table_cell().is_some_and(|cell| rows.binary_search(&(cell.table, cell.row)).is_ok()) => true,
            // Main text, unless it is to be left out.
            _ if block.is_headline() => false,
            // The contents of the page, though they are navigation.
            (Field::InPageLink, _) => true,
            // Teasers of other pages.
            (Field::Link | Field::LinkedHeading, Role::Aside) => false,
            (_, role) => !matches!(role, Role::Navigation | Role::Legal | Role::Comment),
        };
        let blocks = self.blocks().inspect(|_| self.end_if_cancelled());
        blocks.filter(move |block| block.is_main() || !main_only && is_asked(block))
    }

    /// The rows of tables that have main text, by table and row.
    fn main_rows(&self) -> List<(u32, u32)> {
        let mut rows: List<(u32, u32)> = List::default();
        if self.structure.cells.is_empty() {
            return rows;
        }
        for block in self.blocks().filter(|block| block.is_main()) {
            let row = block.table_cell().map(|cell| (cell.table, cell.row));
            rows.extend(row.filter(|row| rows.last() != Some(row)));
        }
        sort(&mut rows);
        rows
    }

    /// The blocks of the items of the main list, of pages that consist of one.
    fn passage_items(&self) -> List<Range<usize>> {
        match self.kind() {
            None | Some(PageKind::Collection | PageKind::Forum | PageKind::Listing) => {
                self.main_list().into_iter().map(|(blocks, _)| blocks).collect()
            }
            Some(_) => List::default(),
        }
    }

    /// The units of these blocks, and their line breaks; `known` are the starts of all tokens.
    fn units(
        &self,
        options: &PassageOptions,
        known: Option<TokenStarts<'_>>,
        (max, overlap): (u32, u32),
    ) -> (List<Unit>, Lines) {
        let (mut units, mut lines) = (List::default(), Lines::default());
        units.reserve(self.blocks().len());
        // The tokens of the headings right above a block.
        let mut above: u32 = 0;
        for block in self.passage_blocks(options) {
            lines.add(&block);
            // The text after a heading is cut if that keeps them together.
            let room = if above > 0 { (max - overlap).saturating_sub(above) } else { max };
            let counted = known.is_none().then(|| tokens_of(&block));
            let tokens = match counted.filter(|&tokens| tokens <= room.min(max)) {
                Some(tokens) => {
                    units.push(Unit { block: block.index(), text: block.text_range(), tokens });
                    tokens
                }
                None => {
                    let mut own = List::default();
                    if known.is_none() {
                        self.add_token_starts(&block, &mut own);
                    }
                    let starts = known.unwrap_or(TokenStarts(&own));
                    units_of(&block, &lines, starts, (max, room), &mut units);
                    starts.count(&block.text_range())
                }
            };
            above = if block.level() > 0 { tokens.saturating_add(above) } else { 0 };
        }
        (units, lines)
    }

    /// The start offsets of the tokens of these blocks.
    fn token_starts(&self, options: &PassageOptions) -> List<u32> {
        let mut starts = List::default();
        self.passage_blocks(options).for_each(|block| self.add_token_starts(&block, &mut starts));
        starts
    }

    fn add_token_starts(&self, block: &Block<'_, '_>, starts: &mut List<u32>) {
        starts.reserve(block.table_entry().tokens as usize);
        let start = block.text_range().start;
        starts.extend(tokens_in(block.text(), self.token_mode).map(|token| (start + token) as u32));
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

    fn passage(
        &self,
        draft: &Draft,
        units: &[Unit],
        repeated: List<Unit>,
        lines: &Lines,
        contexts: &Contexts<'_>,
    ) -> Passage {
        let own = &units[draft.units.clone()];
        let overlap_tokens = repeated.iter().map(|unit| unit.tokens).sum();
        let mut all: List<Unit> = repeated.into_iter().chain(own.iter().cloned()).collect();
        // The space after the last sentence belongs to no passage.
        if let Some(last) = all.last_mut() {
            last.text.end = last.text.start + self.text()[last.text.clone()].trim_end().len();
        }
        let between = |before: Option<usize>, after: usize| match self.block(after) {
            Some(after) => {
                let before = before.and_then(|before| self.block(before));
                separator(before.as_ref(), &after, |cell| contexts.is_label(cell))
            }
            None => "",
        };
        let length = all.iter().map(|unit| unit.text.len() + 1).sum();
        let joined = JoinedText::of_parts(self, length, lines.laid_out(&all, between).into_iter());
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
            (block.level() == 0).then_some(block)
        });
        let first = first_text.or_else(|| own.first().and_then(|unit| self.block(unit.block)));
        let blocks = all.first().map_or(0, |unit| unit.block)..all.last().map_or(0, |unit| unit.block + 1);
        let text = all.first().map_or(0, |unit| unit.text.start)..all.last().map_or(0, |unit| unit.text.end);
        let Context { joined: context, tokens: context_tokens, id } = contexts.of_passage(own);
        Passage {
            joined,
            context,
            context_tokens,
            id,
            blocks,
            heading: first.and_then(|block| block.heading()),
            source: self.map_text_range(text.clone()),
            text,
            tokens: draft.tokens + overlap_tokens,
            overlap_tokens,
            roles: roles.into_vec(),
        }
    }
}
