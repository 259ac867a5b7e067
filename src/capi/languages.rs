//! Languages.
//!
//! The language of the main text and of each block, by which an index chooses an analyzer.

use super::document::View;
use super::start::blockmask_table;
use super::status::Failure;
use super::tables::{Rows, Table};
use crate::on_demand::language::codes;
use crate::{Document, TextLanguage};

/// table: the language of the main text; one row, blockmask_text_language. What parts declare needs BLOCKMASK_PART_STRUCTURE.
pub const BLOCKMASK_TABLE_PAGE_LANGUAGE: u32 = 26;
/// table: the language of each block; rows are blockmask_text_language.
pub const BLOCKMASK_TABLE_BLOCK_LANGUAGES: u32 = 27;

/// columns: page_language, struct.
pub const BLOCKMASK_COLUMN_PAGE_LANGUAGE: u32 = 268435456;
/// columns: block_languages, list of struct.
pub const BLOCKMASK_COLUMN_BLOCK_LANGUAGES: u32 = 536870912;

/// names: the languages of ISO 639-1 by their codes, such as "en": numbers from 1 in the order of the codes.
pub const BLOCKMASK_NAMES_LANGUAGE: u32 = 17;

/// The language of a text.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blockmask_text_language {
    /// The language that its letters are of, or else the declared one: a number of BLOCKMASK_NAMES_LANGUAGE, or 0 if
    /// neither is known.
    pub language: u32,
    /// That the letters are of this language, 0 to 1; 0 if it is only declared.
    pub confidence: f32,
}

// Both tables, each made on its first use.
#[derive(Default)]
pub(super) struct LanguageTables {
    page: Table<blockmask_text_language>,
    blocks: Table<blockmask_text_language>,
}

impl LanguageTables {
    pub fn tables(&mut self) -> [&mut dyn Rows; 2] {
        [&mut self.page, &mut self.blocks]
    }

    // The table of this number, if it is one of these.
    pub fn table(&mut self, table: u32, view: &View<'_>) -> Option<Result<blockmask_table, Failure>> {
        match table {
            BLOCKMASK_TABLE_PAGE_LANGUAGE => {
                Some(self.page.fill_of(|| view.derive(Document::page_language).map(std::iter::once), row))
            }
            BLOCKMASK_TABLE_BLOCK_LANGUAGES => {
                Some(self.blocks.fill_of(|| view.derive(Document::block_languages), row))
            }
            _ => None,
        }
    }
}

fn row(found: TextLanguage) -> blockmask_text_language {
    blockmask_text_language { language: found.language.map_or(0, codes::number), confidence: found.confidence }
}
