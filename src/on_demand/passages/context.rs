//! What a passage is about, for readers who see nothing else of the page: the title, the headings above it, and the
//! caption and the header of the table whose rows it begins with, the row that heads these, what announces the list or the
//! code, and its language.

use super::headers::Headers;
use super::lines::{line_before, separator};
use super::looks::is_title_of;
use super::openings::{Openings, term_of};
use super::tokens::{TokenStarts, count};
use super::units::Unit;
use crate::base::fallible::List;
use crate::base::hash::mix;
use crate::document::{Block, Document, TableCell};
use crate::judge::field::Field;
use crate::judge::structure::BlockType;
use crate::on_demand::render::language_of;
use crate::on_demand::shapes::{JoinedText, Part};
use crate::read::page::hashes::text_hash;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::ops::Range;

/// The maximum length in bytes of a heading or title in a context, and of a cell or caption.
const MAX_HEADING: usize = 256;
const MAX_CELL: usize = 96;
/// The maximum length of a context, in bytes for each token of the longest passage: so that contexts are short beside
/// the passages.
const BYTES_PER_TOKEN: usize = 4;

/// A part of a context.
struct Piece {
    block: usize,
    text: Range<usize>,
    before: Cow<'static, str>,
}

/// The contexts of the passages of a page.
pub(super) struct Contexts<'d> {
    document: &'d Document<'d>,
    /// The tokens of the caller.
    starts: Option<TokenStarts<'d>>,
    max_bytes: usize,
    title: Option<usize>,
    headers: Headers,
    openings: Openings,
}

/// The context of one passage, and its id.
pub(super) struct Context {
    pub joined: JoinedText,
    pub tokens: u32,
    pub id: u64,
}

impl<'d> Contexts<'d> {
    pub fn of(document: &'d Document<'d>, starts: Option<TokenStarts<'d>>, max_tokens: u32) -> Contexts<'d> {
        let max_bytes = (max_tokens as usize).saturating_mul(BYTES_PER_TOKEN);
        let mut contexts = Contexts {
            document,
            starts,
            max_bytes,
            title: None,
            headers: Headers::default(),
            openings: Openings::default(),
        };
        contexts.find();
        contexts
    }

    /// Finds the title, the headers of all tables, and what announces lists, tables and code.
    fn find(&mut self) {
        let (mut caption, mut table) = (None, None);
        let mut before: Option<Block<'_, '_>> = None;
        for block in self.document.blocks() {
            match block.field() {
                Field::Title if self.title.is_none() => self.title = Some(block.index()),
                Field::Title | Field::Hidden => continue,
                _ => {}
            }
            if let Some(cell) = block.table_cell() {
                let is_new = table.replace(cell.table) != Some(cell.table);
                let title = before.as_ref().filter(|before| is_new && is_title_of(before, &block));
                self.headers.add(&block, &cell, caption.or(title.map(Block::index)));
            }
            caption = (block.block_type() == BlockType::Caption).then_some(block.index());
            self.openings.add(&block);
            before = Some(block);
        }
        self.headers.end();
    }

    /// Whether a cell heads its row by its looks.
    pub fn is_label(&self, cell: &TableCell) -> bool {
        self.headers.is_label(cell)
    }

    /// The context of a passage that consists of these units, and its id.
    pub fn of_passage(&self, units: &[Unit]) -> Context {
        let mut pieces: List<Piece> = List::default();
        let mut id = 0;
        if let Some(first) = units.first().and_then(|unit| self.document.block(unit.block)) {
            let above = headings_above(&first);
            id = self.id(&above, units);
            self.add_headings(&units[0].text, above, &mut pieces);
            self.add_opening(&first, &mut pieces);
            self.add_header(&first, &mut pieces);
        }
        let mut left = self.max_bytes;
        pieces.retain(|piece| {
            let length = piece.text.len() + piece.before.len();
            let fits = length <= left;
            left -= if fits { length } else { 0 };
            fits
        });
        if let Some(first) = pieces.first_mut() {
            let before = std::mem::take(&mut first.before);
            first.before = Cow::Owned(before.trim_start_matches([' ', '>', '\n']).to_owned());
        }
        let tokens = pieces.iter().map(|piece| self.tokens(piece)).sum();
        let length = self.max_bytes - left;
        let parts = pieces.iter().map(|piece| Part {
            block: piece.block,
            text: piece.text.clone(),
            before: ("", &piece.before),
        });
        Context { joined: JoinedText::of_parts(self.document, length, parts), tokens, id }
    }

    /// The title and the headings above a text, without the line that the text itself begins with; no title that a heading
    /// repeats.
    fn add_headings(&self, first: &Range<usize>, mut headings: List<Piece>, pieces: &mut List<Piece>) {
        let of = |text: &Range<usize>| self.document.text()[text.clone()].trim_end();
        headings.retain(|heading| of(&heading.text) != of(first));
        let title = self.title.and_then(|title| self.document.block(title)).map(|title| heading_piece(&title, ""));
        let is_said = |title: &Piece| {
            let mut said = headings.iter().map(|heading| &heading.text).chain([first]);
            said.any(|text| of(text) == of(&title.text))
        };
        pieces.extend(title.filter(|title| !is_said(title)));
        pieces.extend(headings);
    }

    /// What announces the list, table or code that a block is in; of code its language, too; the term of a definition.
    fn add_opening(&self, first: &Block<'_, '_>, pieces: &mut List<Piece>) {
        let mut add = |text: Option<Range<usize>>, block: usize| {
            if let Some(text) = text.filter(|text| text.len() <= MAX_HEADING) {
                pieces.push(Piece { block, text, before: Cow::Borrowed("\n") });
            }
        };
        if let Some((lead, text)) = self.openings.lead_of(first) {
            add(Some(text), lead);
        }
        if let Some(term) = term_of(first) {
            add(Some(term.text_range()), term.index());
        }
        let is_code = first.block_type() == BlockType::Code;
        if let Some(language) = is_code.then(|| language_of(first)).flatten() {
            let start = first.text_range().start;
            let before = Cow::Owned(format!("\n{}", &*language));
            pieces.push(Piece { block: first.index(), text: start..start, before });
        }
    }

    /// The caption and the header of the table, if a block is in a row below them, and the row that heads it.
    fn add_header(&self, first: &Block<'_, '_>, pieces: &mut List<Piece>) {
        let Some(cell) = first.table_cell() else { return };
        let Some((header, cells)) = self.headers.of_table(cell.table) else { return };
        if cell.row < header.end_row {
            return;
        }
        let groups: SmallVec<[usize; 2]> = self.headers.groups_above(&cell).collect();
        let mut length = 0;
        let mut before: Option<Block<'_, '_>> = None;
        for &block in header.caption.iter().chain(cells).chain(&groups) {
            if length > self.max_bytes {
                return;
            }
            if let Some(block) = self.document.block(block) {
                let separator = match &before {
                    Some(before) => separator(Some(before), &block, |_| false),
                    None => line_before(&block),
                };
                let text = clipped(&block, MAX_CELL);
                length += text.len() + separator.len();
                pieces.push(Piece { block: block.index(), text, before: Cow::Borrowed(separator) });
                before = Some(block);
            }
        }
    }

    /// The tokens of a piece. The language of code, which is not in the text, is one.
    fn tokens(&self, piece: &Piece) -> u32 {
        let text = &piece.text;
        match self.starts {
            _ if text.is_empty() => 1,
            Some(starts) => starts.count(text),
            None => count(&self.document.text()[text.clone()], self.document.token_mode),
        }
    }

    /// The id of a passage that consists of these units below these headings: a hash of its text and of the headings above it.
    ///
    /// Definition, version 2: `h = mix(h, text hash)` from 0, for each heading above, the highest first and each cut
    /// after 256 bytes, and then for each successive part of a block; `mix` and the hash of a text are those of blocks
    /// ([`hashes`](crate::read::page::hashes)). The nearest heading is [without its number](unnumbered); other headings
    /// with digits, such as the name of a manual with its version, are their words without digits, each for itself.
    fn id(&self, above: &[Piece], units: &[Unit]) -> u64 {
        let of = |text: &Range<usize>| self.document.text()[text.clone()].trim_end();
        let (nearest, others) = above.split_last().map_or((None, above), |(last, others)| (Some(last), others));
        let mut hash = 0;
        for heading in others.iter().map(|piece| of(&piece.text)) {
            hash = match has_digit(heading) {
                true => heading
                    .split(' ')
                    .filter(|word| !has_digit(word))
                    .fold(hash, |hash, word| mix(hash, text_hash(word))),
                false => mix(hash, text_hash(heading)),
            };
        }
        let nearest = nearest.map(|piece| unnumbered(of(&piece.text)));
        let texts = nearest.into_iter().chain(units.iter().map(|unit| of(&unit.text)));
        texts.fold(hash, |hash, text| mix(hash, text_hash(text)))
    }
}

/// The text of a block, ending after a word if it is longer than `max` bytes.
fn clipped(block: &Block<'_, '_>, max: usize) -> Range<usize> {
    let (range, text) = (block.text_range(), block.text());
    if text.len() <= max {
        return range;
    }
    let end = (0..=max).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    let head = &text[..end];
    range.start..range.start + head.rfind(' ').unwrap_or(head.len())
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

/// A heading without its number, which changes when a section is added before: without its first word if that has a digit,
/// or without the first two if the second is a number that ends in a sign ("Chapter 20.").
fn unnumbered(heading: &str) -> &str {
    match heading.split_once(' ') {
        Some((first, rest)) if has_digit(first) => rest,
        Some((_, rest)) => match rest.split_once(' ') {
            Some((number, rest)) if has_digit(number) && number.ends_with(['.', ':']) => rest,
            _ => heading,
        },
        None => heading,
    }
}

/// The headings above a block, the highest first.
fn headings_above(block: &Block<'_, '_>) -> List<Piece> {
    let mut headings: List<Piece> = List::default();
    for heading in block.heading_path() {
        headings.push(heading_piece(&heading, " > "));
    }
    headings.reverse();
    headings
}

/// A heading or a title as a part of a context.
fn heading_piece(block: &Block<'_, '_>, before: &'static str) -> Piece {
    Piece { block: block.index(), text: clipped(block, MAX_HEADING), before: Cow::Borrowed(before) }
}
