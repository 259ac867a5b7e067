//! Counts.
//!
//! Counts of the main text and of each block, by which corpora of web pages are filtered: docs/counts.md has the rules of
//! C4, Gopher and FineWeb in these terms.

use super::document::View;
use super::start::blockmask_table;
use super::status::Failure;
use super::tables::{Rows, Table};
use crate::{Counts, Document};

/// table: the counts of the main text; one row, blockmask_counts. Without BLOCKMASK_PART_MASK all text is main text.
pub const BLOCKMASK_TABLE_COUNTS: u32 = 24;
/// table: the counts of each block; rows are blockmask_counts.
pub const BLOCKMASK_TABLE_BLOCK_COUNTS: u32 = 25;

/// columns: counts, struct.
pub const BLOCKMASK_COLUMN_COUNTS: u32 = 67108864;
/// columns: block_counts, list of struct.
pub const BLOCKMASK_COLUMN_BLOCK_COUNTS: u32 = 134217728;

/// Counts of a text: of the main text of a page, in which each block is a line, or of one block. A word has a letter or a
/// number; it begins and ends with one. Characters are Unicode scalar values.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_counts {
    /// Characters, with the line feeds between lines.
    pub characters: u32,
    /// Words; each character of Chinese and Japanese is one.
    pub words: u32,
    /// Characters of words: of each, from its first to its last letter or number.
    pub word_characters: u32,
    /// What stands between spaces without a letter or a number.
    pub symbol_words: u32,
    /// Words with a letter.
    pub alphabetic_words: u32,
    /// Words that are frequent words of the language of which the text has most.
    pub stop_words: u32,
    /// Which of the eight words of Gopher occur, in small letters: `the`, `be`, `to`, `of`, `and`, `that`, `have`,
    /// `with`.
    pub gopher_stop_words: u32,
    /// Sentences, by the rules of Unicode.
    pub sentences: u32,
    /// Lines.
    pub lines: u32,
    /// Decimal digits of ASCII.
    pub digits: u32,
    /// The character `#`.
    pub hashes: u32,
    /// The character `…`, and three full stops.
    pub ellipses: u32,
    /// The characters `{` and `}`.
    pub braces: u32,
    /// The phrase "lorem ipsum".
    pub lorem_ipsum: u32,
    /// Lines that begin with `•` or `-`.
    pub bullet_lines: u32,
    /// Lines that end with an ellipsis.
    pub ellipsis_lines: u32,
    /// Lines that end with what ends a sentence.
    pub punctuated_lines: u32,
    /// Lines of at most 30 characters.
    pub short_lines: u32,
    /// Lines that C4 keeps.
    pub c4_lines: u32,
    /// Sentences in lines that C4 keeps.
    pub c4_sentences: u32,
    /// Lines that occurred before.
    pub repeated_lines: u32,
    /// Characters of lines that occurred before.
    pub repeated_line_characters: u32,
    /// Characters of all occurrences of the most frequent two words in a row.
    pub top_two_gram_characters: u32,
    /// Characters of all occurrences of the most frequent three words in a row.
    pub top_three_gram_characters: u32,
    /// Characters of all occurrences of the most frequent four words in a row.
    pub top_four_gram_characters: u32,
    /// Characters of five words in a row that occurred before, without the spaces between them.
    pub repeated_five_gram_characters: u32,
    /// Of six words.
    pub repeated_six_gram_characters: u32,
    /// Of seven words.
    pub repeated_seven_gram_characters: u32,
    /// Of eight words.
    pub repeated_eight_gram_characters: u32,
    /// Of nine words.
    pub repeated_nine_gram_characters: u32,
    /// Of ten words.
    pub repeated_ten_gram_characters: u32,
}

// Both tables, each made on its first use.
#[derive(Default)]
pub(super) struct CountTables {
    page: Table<blockmask_counts>,
    blocks: Table<blockmask_counts>,
}

impl CountTables {
    pub fn tables(&mut self) -> [&mut dyn Rows; 2] {
        [&mut self.page, &mut self.blocks]
    }

    // The table of this number, if it is one of these.
    pub fn table(&mut self, table: u32, view: &View<'_>) -> Option<Result<blockmask_table, Failure>> {
        match table {
            BLOCKMASK_TABLE_COUNTS => {
                Some(self.page.fill_of(|| view.derive(Document::counts).map(std::iter::once), row))
            }
            BLOCKMASK_TABLE_BLOCK_COUNTS => Some(self.blocks.fill_of(|| view.derive(Document::block_counts), row)),
            _ => None,
        }
    }
}

fn row(counts: Counts) -> blockmask_counts {
    blockmask_counts {
        characters: counts.characters,
        words: counts.words,
        word_characters: counts.word_characters,
        symbol_words: counts.symbol_words,
        alphabetic_words: counts.alphabetic_words,
        stop_words: counts.stop_words,
        gopher_stop_words: counts.gopher_stop_words,
        sentences: counts.sentences,
        lines: counts.lines,
        digits: counts.digits,
        hashes: counts.hashes,
        ellipses: counts.ellipses,
        braces: counts.braces,
        lorem_ipsum: counts.lorem_ipsum,
        bullet_lines: counts.bullet_lines,
        ellipsis_lines: counts.ellipsis_lines,
        punctuated_lines: counts.punctuated_lines,
        short_lines: counts.short_lines,
        c4_lines: counts.c4_lines,
        c4_sentences: counts.c4_sentences,
        repeated_lines: counts.repeated_lines,
        repeated_line_characters: counts.repeated_line_characters,
        top_two_gram_characters: counts.top_two_gram_characters,
        top_three_gram_characters: counts.top_three_gram_characters,
        top_four_gram_characters: counts.top_four_gram_characters,
        repeated_five_gram_characters: counts.repeated_five_gram_characters,
        repeated_six_gram_characters: counts.repeated_six_gram_characters,
        repeated_seven_gram_characters: counts.repeated_seven_gram_characters,
        repeated_eight_gram_characters: counts.repeated_eight_gram_characters,
        repeated_nine_gram_characters: counts.repeated_nine_gram_characters,
        repeated_ten_gram_characters: counts.repeated_ten_gram_characters,
    }
}
