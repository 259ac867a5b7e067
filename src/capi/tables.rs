//! Tables.
//!
//! A document is a set of tables. The rows of a table are structs without pointers to memory of the caller's, in source
//! order unless its constant says otherwise. They belong to the document, and are valid as long as it is. A table is
//! made when it is first asked for; other threads that ask for a table of the document meanwhile wait.

use super::blocks::{BLOCKMASK_NONE, blockmask_block};
use super::cells::CellTables;
use super::counts::CountTables;
use super::document::{View, blockmask_document};
use super::experimental::Experimental;
use super::fingerprint::blockmask_fingerprint;
use super::guard::read;
use super::languages::LanguageTables;
use super::malloc::Kept;
use super::page::blockmask_page;
use super::pointer::Out;
use super::quality::{BLOCKMASK_TABLE_QUALITY, blockmask_quality};
use super::start::blockmask_table;
use super::status::{BLOCKMASK_BAD_ARGUMENT, Failure, blockmask_status, failure};
use super::structure::{blockmask_block_structure, blockmask_image};
use super::tree::TreeTables;
use crate::{Annotation, Document};
use std::ffi::c_char;

/// table: the blocks; rows are blockmask_block.
pub const BLOCKMASK_TABLE_BLOCKS: u32 = 1;
/// table: the links; rows are blockmask_link. blockmask_write_string writes their targets.
pub const BLOCKMASK_TABLE_LINKS: u32 = 4;
/// table: the comments of readers; rows are blockmask_comment.
pub const BLOCKMASK_TABLE_COMMENTS: u32 = 9;
/// table: the structure of each block, by the index of the block; rows are blockmask_block_structure.
pub const BLOCKMASK_TABLE_STRUCTURE: u32 = 10;
/// table: the images with an alternative text; rows are blockmask_image.
pub const BLOCKMASK_TABLE_IMAGES: u32 = 11;
/// table: the records of the main list; rows are blockmask_record. Takes a fifth of an analysis.
pub const BLOCKMASK_TABLE_RECORDS: u32 = 12;
/// table: the weighted runs; rows are blockmask_run.
pub const BLOCKMASK_TABLE_RUNS: u32 = 13;
/// table: the probability of each kind of page, 0 to 1; rows are float, by BLOCKMASK_KIND_. Empty if the mask does not
/// classify pages.
pub const BLOCKMASK_TABLE_KIND_PROBABILITIES: u32 = 14;

/// table: the formulas and the readings of text, by the place of that text; rows are blockmask_annotation.
pub const BLOCKMASK_TABLE_ANNOTATIONS: u32 = 15;

/// annotation_type: a formula in a line of text.
pub const BLOCKMASK_ANNOTATION_FORMULA: u32 = 1;
/// annotation_type: a formula on a line by itself.
pub const BLOCKMASK_ANNOTATION_DISPLAY_FORMULA: u32 = 2;
/// annotation_type: how text is read: the rt of a ruby element.
pub const BLOCKMASK_ANNOTATION_READING: u32 = 3;

/// Text inside a link. A link that spans several blocks has a row in each.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_link {
    /// First byte of its first character in the bytes of the page.
    pub source_start: u32,
    /// One past its last character.
    pub source_end: u32,
    /// Where it begins in the normalized text.
    pub text_start: u32,
    /// One past its end in the normalized text.
    pub text_end: u32,
}

/// A comment that a reader wrote under an article. The option comments says whether comments are content; the table is
/// the same in any case. A thread has no comments: its posts are its content.
///
/// The blocks of a comment have its index in their field comment. Its text is in the blocks whose role is
/// BLOCKMASK_ROLE_COMMENT; author and date have BLOCKMASK_ROLE_METADATA, buttons such as "Reply"
/// BLOCKMASK_ROLE_NAVIGATION.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_comment {
    /// First byte of the first character of its blocks.
    pub source_start: u32,
    /// One past the last character of its blocks. If answers stand inside it, they are within the range.
    pub source_end: u32,
    /// Where its author begins in the normalized text.
    pub author_text_start: u32,
    /// One past its author; author_text_start if it has none.
    pub author_text_end: u32,
    /// Where its date, as written, begins in the normalized text.
    pub date_text_start: u32,
    /// One past its date; date_text_start if it has none.
    pub date_text_end: u32,
    /// The index of the comment that it answers, or BLOCKMASK_NONE.
    pub parent: u32,
}

/// An item of the main list of a page, such as a search result, an offer, or a post of a thread, so that an index can
/// rank each by itself. Records are disjoint, and each has at least one block; those that only empty lines divide are parts
/// of the same block. There are none if no list holds three tenths of the main text, and in articles, as far as the learned
/// mask has found the kind of the page. docs/records.md says how they are found, and how well.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_record {
    /// First byte of its first character in the bytes of the page.
    pub source_start: u32,
    /// One past its last character, with all that stands between.
    pub source_end: u32,
    /// Its first block.
    pub first_block: u32,
    /// One past its last block; some of its blocks may be template.
    pub end_block: u32,
}

/// A part of a block that is a formula, or that has a reading.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_annotation {
    /// First byte of the element, or of the delimiters in the text.
    pub source_start: u32,
    /// One past its last byte.
    pub source_end: u32,
    /// Where what it is of begins in the normalized text.
    pub text_start: u32,
    /// One past its end in the normalized text.
    pub text_end: u32,
    /// The index of its block.
    pub block: u32,
    /// One of BLOCKMASK_ANNOTATION_.
    pub annotation_type: u32,
}

/// The text of a block with its weight, for loops over a term generator; none for blocks that the option comments leaves out.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_run {
    /// Normalized text, not terminated by a zero; it belongs to the document.
    pub text: *const c_char,
    /// Its length in bytes, never 0.
    pub text_length: u32,
    /// Where it begins in the normalized text of the page.
    pub text_start: u32,
    /// First byte of its first character in the bytes of the page.
    pub source_start: u32,
    /// One past its last character.
    pub source_end: u32,
    /// Its term weight in a ranking, in quarters: 4 is 1.0; 0 means not to be searched. See docs/ranking.md.
    pub weight: u32,
    /// One of BLOCKMASK_ROLE_.
    pub role: u32,
    /// One of BLOCKMASK_FIELD_.
    pub field: u32,
    /// 1 to 6 inside h1 to h6, else 0.
    pub heading_level: u32,
    /// The index of its block.
    pub block: u32,
    /// Zero.
    pub reserved: u32,
}

/// Writes a table of the document: table is one of BLOCKMASK_TABLE_. Returns BLOCKMASK_NOT_COMPUTED if the option parts
/// lacks what the table needs, and BLOCKMASK_NOT_BUILT if the library was built without it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_table(
    document: *const blockmask_document,
    table: u32,
    rows: *mut blockmask_table,
) -> blockmask_status {
    // SAFETY: the caller promises a document and a variable.
    unsafe {
        read(document, |view| {
            let mut out = Out::new(rows, "rows")?;
            let mut tables = view.tables();
            out.write(match table {
                BLOCKMASK_TABLE_BLOCKS => tables.blocks(view)?,
                BLOCKMASK_TABLE_LINKS => tables.links(view)?,
                BLOCKMASK_TABLE_COMMENTS => tables.comments(view)?,
                BLOCKMASK_TABLE_STRUCTURE => tables.structure(view)?,
                BLOCKMASK_TABLE_IMAGES => tables.images(view)?,
                BLOCKMASK_TABLE_RECORDS => tables.records(view)?,
                BLOCKMASK_TABLE_RUNS => tables.runs(view)?,
                BLOCKMASK_TABLE_ANNOTATIONS => tables.annotations(view)?,
                BLOCKMASK_TABLE_KIND_PROBABILITIES => tables.kind_probabilities(view)?,
                BLOCKMASK_TABLE_QUALITY => tables.quality(view)?,
                _ => match tables.of_one_section(table, view) {
                    Some(found) => found?,
                    None => tables.experimental.table(table, view)?,
                },
            });
            Ok(())
        })
    }
}

// The tables of a document, each made on its first use, in memory that is reused.
#[derive(Default)]
pub(super) struct Tables {
    pub blocks: Table<blockmask_block>,
    // By node: the memory of `PathHashes`.
    pub path_hashes: Vec<u64>,
    pub links: Table<blockmask_link>,
    pub comments: Table<blockmask_comment>,
    pub structure: Table<blockmask_block_structure>,
    pub images: Table<blockmask_image>,
    pub records: Table<blockmask_record>,
    pub runs: Table<blockmask_run>,
    pub kind_probabilities: Table<f32>,
    pub annotations: Table<blockmask_annotation>,
    // By row.
    pub annotation_texts: Vec<Annotation>,
    // Of one row.
    pub page: Table<blockmask_page>,
    pub fingerprint: Table<blockmask_fingerprint>,
    pub quality: Table<blockmask_quality>,
    pub tree: TreeTables,
    pub cells: CellTables,
    pub counts: CountTables,
    pub languages: LanguageTables,
    pub experimental: Experimental,
    pub kept: Kept,
}

// SAFETY: the pointers in it are to the text of the document, which is only read.
unsafe impl Send for Tables {}

impl Tables {
    // Forgets all rows.
    pub fn clear(&mut self) {
        self.each(&mut |table| table.clear());
        self.annotation_texts = Vec::new();
        self.tree.clear_names();
        self.kept = Kept::default();
    }

    pub fn memory_in_use(&mut self) -> usize {
        let mut bytes = self.path_hashes.capacity() * size_of::<u64>();
        bytes += self.annotation_texts.capacity() * size_of::<Annotation>();
        bytes += self.annotation_texts.iter().map(|annotation| annotation.text().len()).sum::<usize>();
        bytes += self.tree.names_in_use();
        self.each(&mut |table| bytes += table.bytes());
        bytes
    }

    fn each(&mut self, work: &mut dyn FnMut(&mut dyn Rows)) {
        let Tables { blocks, path_hashes: _, links, comments, structure, images, records, runs, .. } = self;
        let tables: [&mut dyn Rows; 7] = [blocks, links, comments, structure, images, records, runs];
        tables.into_iter().for_each(&mut *work);
        let Tables { kind_probabilities, annotations, page, fingerprint, quality, .. } = self;
        let tables: [&mut dyn Rows; 5] = [kind_probabilities, annotations, page, fingerprint, quality];
        tables.into_iter().for_each(&mut *work);
        let Tables { tree, cells, counts, languages, experimental, .. } = self;
        tree.tables()
            .into_iter()
            .chain(cells.tables())
            .chain(counts.tables())
            .chain(languages.tables())
            .chain(experimental.tables())
            .for_each(work);
    }

    // The table of this number, if its section keeps it.
    fn of_one_section(&mut self, table: u32, view: &View<'_>) -> Option<Result<blockmask_table, Failure>> {
        let found = self.tree.table(table, view).or_else(|| self.cells.table(table, view));
        let found = found.or_else(|| self.counts.table(table, view));
        found.or_else(|| self.languages.table(table, view))
    }

    fn links(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        self.links.fill(view.document.links().map(|link| {
            let (source, text) = (link.source(), link.text_range());
            blockmask_link {
                source_start: source.start as u32,
                source_end: source.end as u32,
                text_start: text.start as u32,
                text_end: text.end as u32,
            }
        }))
    }

    fn comments(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        self.comments.fill(view.document.comments().map(|comment| {
            let (entry, source) = (comment.table_entry(), comment.source());
            blockmask_comment {
                source_start: source.start as u32,
                source_end: source.end as u32,
                author_text_start: entry.author.0,
                author_text_end: entry.author.1,
                date_text_start: entry.date.0,
                date_text_end: entry.date.1,
                parent: entry.parent.unwrap_or(BLOCKMASK_NONE),
            }
        }))
    }

    fn records(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        self.records.fill_of(
            || view.derive(Document::records),
            |record| blockmask_record {
                source_start: record.source().start as u32,
                source_end: record.source().end as u32,
                first_block: record.blocks().start as u32,
                end_block: record.blocks().end as u32,
            },
        )
    }

    fn runs(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        let document = view.document;
        let blocks = document.blocks().filter(|block| !document.leaves_out(block.index()));
        self.runs.fill(blocks.map(|block| {
            let (text, source) = (block.text(), block.source());
            blockmask_run {
                text: text.as_ptr().cast(),
                text_length: text.len() as u32,
                text_start: block.text_range().start as u32,
                source_start: source.start as u32,
                source_end: source.end as u32,
                weight: block.weight().into(),
                role: block.role() as u32,
                field: block.field() as u32,
                heading_level: block.heading_level().into(),
                block: block.index() as u32,
                reserved: 0,
            }
        }))
    }

    pub fn annotations(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        if self.annotations.is_made() {
            return Ok(self.annotations.lend());
        }
        self.annotation_texts = view.derive(Document::annotations)?;
        self.annotations.fill(self.annotation_texts.iter().map(|annotation| blockmask_annotation {
            source_start: annotation.source().start as u32,
            source_end: annotation.source().end as u32,
            text_start: annotation.text_range().start as u32,
            text_end: annotation.text_range().end as u32,
            block: annotation.block() as u32,
            annotation_type: annotation.annotation_type() as u32,
        }))
    }

    fn kind_probabilities(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        let known = view.document.kind().is_some();
        self.kind_probabilities.fill(view.document.kind_probabilities().into_iter().filter(|_| known))
    }
}

// The rows of one table. They stay where they are until the table is cleared and made again.
pub(super) struct Table<T> {
    rows: Vec<T>,
    made: bool,
}

// A table of any rows.
pub(super) trait Rows {
    fn clear(&mut self);
    fn bytes(&self) -> usize;
}

impl<T> Rows for Table<T> {
    fn clear(&mut self) {
        self.made = false;
    }

    fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<T>()
    }
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { rows: Vec::new(), made: false }
    }
}

impl<T> Table<T> {
    pub fn is_made(&self) -> bool {
        self.made
    }

    // The table, made of these rows unless it was made before.
    pub fn fill(&mut self, rows: impl Iterator<Item = T>) -> Result<blockmask_table, Failure> {
        if !self.made {
            self.rows.clear();
            self.reserve(rows.size_hint().0)?;
            for row in rows {
                if self.rows.len() == self.rows.capacity() {
                    self.reserve(1)?;
                }
                self.rows.push(row);
            }
            self.made = true;
        }
        Ok(self.lend())
    }

    // The table, made of a row for each of what is found, which is looked for unless the table was made before.
    pub fn fill_of<F, I: IntoIterator<Item = F>>(
        &mut self,
        find: impl FnOnce() -> Result<I, Failure>,
        row: impl Fn(F) -> T,
    ) -> Result<blockmask_table, Failure> {
        if self.made {
            return Ok(self.lend());
        }
        self.fill(find()?.into_iter().map(row))
    }

    pub fn lend(&self) -> blockmask_table {
        blockmask_table { rows: self.rows.as_ptr().cast(), count: self.rows.len(), stride: size_of::<T>() }
    }

    #[inline(never)]
    fn reserve(&mut self, more: usize) -> Result<(), Failure> {
        Ok(self.rows.try_reserve(more)?)
    }
}

// What no constant stands for.
pub(super) fn no_table(table: u32) -> Failure {
    failure!(BLOCKMASK_BAD_ARGUMENT, "there is no table {table}")
}
