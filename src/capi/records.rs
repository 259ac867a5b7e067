//! Records.
//!
//! A page is described by tables of records: structs without pointers, in source order. Positions are ranges of
//! offsets,
//! [start, end): those called source count bytes of the page as it was passed in, whatever its encoding; those called
//! text count bytes of the normalized text (see Text).
//!
//! A table is borrowed from the analyzer, and valid until it takes the next page. Its records may be longer than those
//! of this header, so that the distance in bytes from one record to the next is the stride and not sizeof;
//! BLOCKMASK_RECORD takes it into account. A table without records has a pointer that is not NULL and must not be read.

use super::analyzer::{State, blockmask_analyzer};
use super::comments::blockmask_comment;
use super::guard::{Accept, enter};
use super::layout::blockmask_area;
use super::pointer::{Out, Versioned, check_size, write_prefix};
use super::push::Pushed;
use super::status::{
    BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_POINTER, BLOCKMASK_BUFFER_TOO_SMALL, Failure, blockmask_status, failure,
};
use super::structure::{blockmask_block_structure, blockmask_image};
use super::visual::{blockmask_block_visibility, blockmask_visual_area};
use crate::read::page::hashes::{HASH_VERSION, PathHashes};
use crate::{Block, Link, Parts, Segment};
use std::ffi::c_void;
use std::ops::Range;

/// No block, no segment, no comment, no area, no kind.
pub const BLOCKMASK_NONE: u32 = 0xFFFF_FFFF;

/// role: content.
pub const BLOCKMASK_ROLE_MAIN: u8 = 1;
/// role: a heading, of content or of template text (see is_template), but not one of a menu, a sidebar or a footer.
pub const BLOCKMASK_ROLE_HEADING: u8 = 2;
/// role: a comment under an article, or a post of a thread.
pub const BLOCKMASK_ROLE_COMMENT: u8 = 3;
/// role: author, date, tags; content or not (see is_template).
pub const BLOCKMASK_ROLE_METADATA: u8 = 4;
/// role: menus, page numbers, and other links.
pub const BLOCKMASK_ROLE_NAVIGATION: u8 = 5;
/// role: sidebars, advertising, teasers of other pages.
pub const BLOCKMASK_ROLE_ASIDE: u8 = 6;
/// role: footers, such as imprint and copyright.
pub const BLOCKMASK_ROLE_LEGAL: u8 = 7;
/// role: the title in the head.
pub const BLOCKMASK_ROLE_TITLE: u8 = 8;
/// role: not visible.
pub const BLOCKMASK_ROLE_HIDDEN: u8 = 9;

/// field: the title in the head.
pub const BLOCKMASK_FIELD_TITLE: u8 = 1;
/// field: the headline: h1, or a short block that repeats the title or a part of it.
pub const BLOCKMASK_FIELD_H1: u8 = 2;
/// field: h2 to h6.
pub const BLOCKMASK_FIELD_HEADING: u8 = 3;
/// field: a heading that links to another page.
pub const BLOCKMASK_FIELD_LINKED_HEADING: u8 = 4;
/// field: names what follows: dt, th, a caption, a signature, a line in bold, a short block before a longer one.
pub const BLOCKMASK_FIELD_LABEL: u8 = 5;
/// field: all other text, content or template.
pub const BLOCKMASK_FIELD_TEXT: u8 = 6;
/// field: preformatted text.
pub const BLOCKMASK_FIELD_CODE: u8 = 7;
/// field: mostly links to places in the page itself.
pub const BLOCKMASK_FIELD_IN_PAGE_LINK: u8 = 8;
/// field: mostly links to other pages.
pub const BLOCKMASK_FIELD_LINK: u8 = 9;
/// field: author, date, tags.
pub const BLOCKMASK_FIELD_BYLINE: u8 = 10;
/// field: a comment under an article, or a post of a thread.
pub const BLOCKMASK_FIELD_COMMENT: u8 = 11;
/// field: not to be searched: hidden, excluded by the author of the page, or from metadata only.
pub const BLOCKMASK_FIELD_HIDDEN: u8 = 12;

/// flags: hidden by the hidden attribute or by an inline style.
pub const BLOCKMASK_FLAG_HIDDEN: u32 = 1;
/// flags: hidden from assistive technology only.
pub const BLOCKMASK_FLAG_ARIA_HIDDEN: u32 = 2;
/// flags: in the head: the title.
pub const BLOCKMASK_FLAG_IN_HEAD: u32 = 4;
/// flags: inside noscript.
pub const BLOCKMASK_FLAG_NOSCRIPT: u32 = 8;
/// flags: marked by the author of the page as not to be indexed.
pub const BLOCKMASK_FLAG_NO_INDEX: u32 = 16;
/// flags: text that only JSON-LD or a meta element of the page holds; HIDDEN is set too.
pub const BLOCKMASK_FLAG_METADATA_SOURCE: u32 = 32;
/// flags: hidden until readers open it, such as the panels of tabs and accordions; HIDDEN is not set.
pub const BLOCKMASK_FLAG_COLLAPSED: u32 = 64;
/// flags: the learned mask chose another block with the same text instead, such as the post that this one quotes.
pub const BLOCKMASK_FLAG_REPEATED: u32 = 128;
/// flags: may be indexed, but not shown in search results (data-nosnippet, googleoff: snippet).
pub const BLOCKMASK_FLAG_NO_SNIPPET: u32 = 256;
/// flags: the option comments leaves the block out: it is not content, and has neither run nor zone.
pub const BLOCKMASK_FLAG_LEFT_OUT: u32 = 512;

/// The version of path_hash and text_hash; only hashes of one version can be compared.
pub const BLOCKMASK_HASH_VERSION: u32 = 1;

const _: () = assert!(BLOCKMASK_HASH_VERSION == HASH_VERSION);

/// A block: text between two tags that are not inline (such as b and span are).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blockmask_block {
    /// First byte of its first character.
    pub source_start: u32,
    /// One past its last character.
    pub source_end: u32,
    /// Its normalized text.
    pub text_start: u32,
    /// One past its normalized text.
    pub text_end: u32,
    /// Tokens.
    pub tokens: u32,
    /// Tokens that begin inside a link.
    pub linked_tokens: u32,
    /// Lines when wrapped.
    pub lines: u32,
    /// Characters of its text.
    pub characters: u32,
    /// Text density, tokens per line, as an exact fraction: the tokens of all lines but the last.
    pub density_tokens: u32,
    /// The number of these lines, at least 1.
    pub density_lines: u32,
    /// The segment that it begins in, or BLOCKMASK_NONE.
    pub segment: u32,
    /// The probability that it is content, 0 to 1.
    pub probability: f32,
    /// Union of BLOCKMASK_FLAG_.
    pub flags: u32,
    /// Depth of its container in the tree.
    pub depth: u16,
    /// What its terms count in a ranking, in quarters: 4 is 1.0, 0 is not to be searched. See docs/ranking.md.
    pub weight: u8,
    /// One of BLOCKMASK_ROLE_.
    pub role: u8,
    /// 1 to 6 inside h1 to h6, else 0.
    pub heading_level: u8,
    /// 1 if the template mask covers it, else 0.
    pub is_template: u8,
    /// 1 if its text is in the main region by tag paths, else 0.
    pub is_in_region: u8,
    /// What it is for a search engine: one of BLOCKMASK_FIELD_.
    pub field: u8,
    /// How many other pages it links to, at most 65535; 0 unless at least half of its tokens are linked.
    pub link_targets: u16,
    /// Zero.
    pub reserved: u16,
    /// A hash of its tag path, equal for equal paths on every page and every machine: of the names of the elements from
    /// the root to the one that contains it, each with its first three classes, without those of html and body and with
    /// long numbers replaced. Not keyed: authors can make paths whose hashes collide.
    pub path_hash: u64,
    /// A hash of its normalized text. Both may be stored, with BLOCKMASK_HASH_VERSION.
    pub text_hash: u64,
    /// The index of the comment that it belongs to, or BLOCKMASK_NONE.
    pub comment: u32,
    /// Zero.
    pub reserved_2: u32,
}

/// A segment: neighboring text that belongs together by its density.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_segment {
    /// First byte of its first character.
    pub source_start: u32,
    /// One past its last character.
    pub source_end: u32,
    /// Its normalized text.
    pub text_start: u32,
    /// One past its normalized text.
    pub text_end: u32,
    /// Tokens.
    pub tokens: u32,
    /// Tokens that begin inside a link.
    pub linked_tokens: u32,
    /// Lines when wrapped.
    pub lines: u32,
    /// Text density as an exact fraction, like that of a block.
    pub density_tokens: u32,
    /// Its denominator.
    pub density_lines: u32,
}

/// A part of the main region, with its tags: there are one or two.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_region {
    /// First byte.
    pub source_start: u32,
    /// One past the last byte.
    pub source_end: u32,
}

/// Text inside a link. A link that spans several blocks has a record in each.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_link {
    /// First byte of its first character.
    pub source_start: u32,
    /// One past its last character.
    pub source_end: u32,
    /// Its normalized text.
    pub text_start: u32,
    /// One past its normalized text.
    pub text_end: u32,
}

/// A block inside h1 to h6.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_heading {
    /// The number of the block.
    pub block: u32,
    /// 1 to 6.
    pub level: u32,
}

/// table: blocks.
pub const BLOCKMASK_TABLE_BLOCKS: u32 = 1;
/// table: segments.
pub const BLOCKMASK_TABLE_SEGMENTS: u32 = 2;
/// table: regions.
pub const BLOCKMASK_TABLE_REGIONS: u32 = 3;
/// table: links.
pub const BLOCKMASK_TABLE_LINKS: u32 = 4;
/// table: headings.
pub const BLOCKMASK_TABLE_HEADINGS: u32 = 5;
/// table: areas.
pub const BLOCKMASK_TABLE_AREAS: u32 = 6;
/// table: visual areas.
pub const BLOCKMASK_TABLE_VISUAL_AREAS: u32 = 7;
/// table: visibility of blocks.
pub const BLOCKMASK_TABLE_BLOCK_VISIBILITY: u32 = 8;
/// table: comments.
pub const BLOCKMASK_TABLE_COMMENTS: u32 = 9;
/// table: structure of blocks.
pub const BLOCKMASK_TABLE_STRUCTURE: u32 = 10;
/// table: images.
pub const BLOCKMASK_TABLE_IMAGES: u32 = 11;

/// Writes the address, the number and the stride of the blocks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_blocks(
    analyzer: *mut blockmask_analyzer,
    blocks: *mut *const blockmask_block,
    count: *mut usize,
    stride: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { borrow(analyzer, (blocks, "blocks"), count, Some(stride), State::blocks) }
}

/// Writes the address, the number and the stride of the segments, which need BLOCKMASK_PART_SEGMENTS.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_segments(
    analyzer: *mut blockmask_analyzer,
    segments: *mut *const blockmask_segment,
    count: *mut usize,
    stride: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { borrow(analyzer, (segments, "segments"), count, Some(stride), State::segments) }
}

/// Writes the address, the number and the stride of the parts of the main region, which need BLOCKMASK_PART_REGION.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_regions(
    analyzer: *mut blockmask_analyzer,
    regions: *mut *const blockmask_region,
    count: *mut usize,
    stride: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { borrow(analyzer, (regions, "regions"), count, Some(stride), State::regions) }
}

/// Writes the address, the number and the stride of the links. blockmask_write_link_target writes their targets.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_links(
    analyzer: *mut blockmask_analyzer,
    links: *mut *const blockmask_link,
    count: *mut usize,
    stride: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { borrow(analyzer, (links, "links"), count, Some(stride), State::links) }
}

/// Writes the address, the number and the stride of the headings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_headings(
    analyzer: *mut blockmask_analyzer,
    headings: *mut *const blockmask_heading,
    count: *mut usize,
    stride: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { borrow(analyzer, (headings, "headings"), count, Some(stride), State::headings) }
}

/// Copies a table, one of BLOCKMASK_TABLE_, into an array of capacity structs whose sizeof is record_size. NULL is an
/// empty array. Writes the number of records of the table, also with BLOCKMASK_BUFFER_TOO_SMALL, when nothing is
/// copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_copy_records(
    analyzer: *mut blockmask_analyzer,
    table: u32,
    records: *mut c_void,
    record_size: usize,
    capacity: usize,
    count: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let count = unsafe { Out::new(count, "count") }?;
        let capacity = if records.is_null() { 0 } else { capacity };
        let mut target = Target { records: records.cast(), record_size, capacity, count };
        match table {
            BLOCKMASK_TABLE_BLOCKS => target.fill(state.blocks()?),
            BLOCKMASK_TABLE_SEGMENTS => target.fill(state.segments()?),
            BLOCKMASK_TABLE_REGIONS => target.fill(state.regions()?),
            BLOCKMASK_TABLE_LINKS => target.fill(state.links()?),
            BLOCKMASK_TABLE_HEADINGS => target.fill(state.headings()?),
            BLOCKMASK_TABLE_AREAS => target.fill(state.areas()?),
            BLOCKMASK_TABLE_VISUAL_AREAS => target.fill(state.visual_areas()?),
            BLOCKMASK_TABLE_BLOCK_VISIBILITY => target.fill(state.block_visibility()?),
            BLOCKMASK_TABLE_COMMENTS => target.fill(state.comments()?),
            BLOCKMASK_TABLE_STRUCTURE => target.fill(state.structure()?),
            BLOCKMASK_TABLE_IMAGES => target.fill(state.images()?),
            _ => Err(failure!(BLOCKMASK_BAD_ARGUMENT, "there is no table {table}")),
        }
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

// Lends a table to the caller.
pub(super) unsafe fn borrow<T>(
    analyzer: *mut blockmask_analyzer,
    (records, name): (*mut *const T, &str),
    count: *mut usize,
    stride: Option<*mut usize>,
    table: impl Fn(&mut State) -> Result<&[T], Failure>,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let (mut records, mut count) = unsafe { (Out::new(records, name)?, Out::new(count, "count")?) };
        // SAFETY: the caller makes the same promises.
        let stride = stride.map(|stride| unsafe { Out::new(stride, "stride") }).transpose()?;
        let table = table(state)?;
        records.write(table.as_ptr());
        count.write(table.len());
        stride.into_iter().for_each(|mut stride| stride.write(size_of::<T>()));
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

// The caller's array.
struct Target<'a> {
    records: *mut u8,
    record_size: usize,
    capacity: usize,
    count: Out<'a, usize>,
}

impl Target<'_> {
    fn fill<T: Versioned>(&mut self, table: &[T]) -> Result<(), Failure> {
        check_size::<T>(self.record_size, "a record")?;
        self.count.write(table.len());
        if table.len() > self.capacity {
            let (capacity, count) = (self.capacity, table.len());
            let status = BLOCKMASK_BUFFER_TOO_SMALL;
            return Err(failure!(status, "the array holds {capacity} records, the table has {count}"));
        }
        if !(self.records as usize).is_multiple_of(align_of::<T>()) {
            return Err(Failure::new(BLOCKMASK_BAD_POINTER, "records is not aligned"));
        }
        for (index, record) in table.iter().enumerate() {
            // SAFETY: the caller promises `capacity` records of `record_size` bytes; `index` is less than `capacity`.
            unsafe { write_prefix(self.records.add(index * self.record_size), self.record_size, record) };
        }
        Ok(())
    }
}

// The tables of a page, each computed on its first use, in memory that is reused.
#[derive(Default)]
pub(super) struct Tables {
    blocks: Table<blockmask_block>,
    /// By node: the memory of [`PathHashes`].
    path_hashes: Vec<u64>,
    segments: Table<blockmask_segment>,
    regions: Table<blockmask_region>,
    links: Table<blockmask_link>,
    headings: Table<blockmask_heading>,
    pub comments: Table<blockmask_comment>,
    pub areas: Table<blockmask_area>,
    pub visual_areas: Table<blockmask_visual_area>,
    pub block_visibility: Table<blockmask_block_visibility>,
    pub kind_probabilities: Table<f32>,
    pub structure: Table<blockmask_block_structure>,
    pub images: Table<blockmask_image>,
}

impl Tables {
    pub fn clear(&mut self) {
        self.blocks.made = false;
        self.segments.made = false;
        self.regions.made = false;
        self.links.made = false;
        self.headings.made = false;
        self.comments.made = false;
        self.areas.made = false;
        self.visual_areas.made = false;
        self.block_visibility.made = false;
        self.kind_probabilities.made = false;
        self.structure.made = false;
        self.images.made = false;
    }

    pub fn memory_in_use(&self) -> usize {
        let text = self.blocks.bytes()
            + self.path_hashes.capacity() * size_of::<u64>()
            + self.segments.bytes()
            + self.headings.bytes()
            + self.comments.bytes();
        let visual = self.visual_areas.bytes() + self.block_visibility.bytes() + self.kind_probabilities.bytes();
        let structure = self.structure.bytes() + self.images.bytes();
        text + visual + structure + self.regions.bytes() + self.links.bytes() + self.areas.bytes()
    }
}

pub(super) struct Table<T> {
    records: Vec<T>,
    made: bool,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { records: Vec::new(), made: false }
    }
}

impl<T> Table<T> {
    pub fn fill(&mut self, records: impl Iterator<Item = T>) -> Result<&[T], Failure> {
        if !self.made {
            self.records.clear();
            self.reserve(records.size_hint().0)?;
            for record in records {
                if self.records.len() == self.records.capacity() {
                    self.reserve(1)?;
                }
                self.records.push(record);
            }
            self.made = true;
        }
        Ok(&self.records)
    }

    #[inline(never)]
    fn reserve(&mut self, more: usize) -> Result<(), Failure> {
        self.records.try_reserve(more).map_err(|_| Failure::out_of_memory())
    }

    fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<T>()
    }
}

impl State {
    pub fn blocks(&mut self) -> Result<&[blockmask_block], Failure> {
        let State { held, tables, pushed, .. } = self;
        let document = held.document()?;
        let tree = &document.page().tree;
        let Tables { blocks, path_hashes, .. } = tables;
        if !blocks.made {
            path_hashes.clear();
            path_hashes.try_reserve(tree.nodes.len()).map_err(|_| Failure::out_of_memory())?;
            path_hashes.resize(tree.nodes.len(), 0);
        }
        let mut paths = PathHashes::new(path_hashes);
        blocks.fill(document.blocks().map(|block| {
            let path_hash = paths.of(tree, block.table_entry().container);
            block_record(&block, pushed, path_hash)
        }))
    }

    pub fn segments(&mut self) -> Result<&[blockmask_segment], Failure> {
        let State { held, tables, pushed, .. } = self;
        let document = held.computed(Parts::SEGMENTS, "the segments were", "SEGMENTS")?;
        tables.segments.fill(document.segments().map(|segment| segment_record(&segment, pushed)))
    }

    pub fn regions(&mut self) -> Result<&[blockmask_region], Failure> {
        let State { held, tables, pushed, .. } = self;
        let record = |range: Range<usize>| {
            let source = pushed.to_source(range);
            blockmask_region { source_start: source.start as u32, source_end: source.end as u32 }
        };
        let document = held.computed(Parts::REGION, "the regions were", "REGION")?;
        tables.regions.fill(document.main_regions().map(record))
    }

    pub fn links(&mut self) -> Result<&[blockmask_link], Failure> {
        let State { held, tables, pushed, .. } = self;
        let record = |link: Link<'_, '_>| {
            let (source, text) = (pushed.to_source(link.source()), link.text_range());
            blockmask_link {
                source_start: source.start as u32,
                source_end: source.end as u32,
                text_start: text.start as u32,
                text_end: text.end as u32,
            }
        };
        tables.links.fill(held.document()?.links().map(record))
    }

    pub fn headings(&mut self) -> Result<&[blockmask_heading], Failure> {
        let headings = self.held.document()?.blocks().filter(|block| block.heading_level() != 0);
        let record =
            |block: Block| blockmask_heading { block: block.index() as u32, level: block.heading_level().into() };
        self.tables.headings.fill(headings.map(record))
    }
}

#[inline]
fn block_record(block: &Block<'_, '_>, pushed: &Pushed, path_hash: u64) -> blockmask_block {
    let (entry, source) = (block.table_entry(), pushed.to_source(block.source()));
    blockmask_block {
        source_start: source.start as u32,
        source_end: source.end as u32,
        text_start: entry.text.0,
        text_end: entry.text.1,
        tokens: entry.tokens,
        linked_tokens: entry.linked_tokens,
        lines: entry.lines,
        characters: entry.characters,
        density_tokens: entry.density.tokens,
        density_lines: entry.density.lines,
        segment: block.segment().map_or(BLOCKMASK_NONE, |segment| segment as u32),
        probability: block.probability(),
        flags: block.flags().bits(),
        depth: entry.depth,
        weight: block.weight(),
        role: block.role() as u8,
        heading_level: entry.heading,
        is_template: block.is_template().into(),
        is_in_region: block.is_in_main_region().into(),
        field: block.field() as u8,
        link_targets: block.link_targets(),
        reserved: 0,
        path_hash,
        text_hash: block.text_hash(),
        comment: block.comment().map_or(BLOCKMASK_NONE, |comment| comment as u32),
        reserved_2: 0,
    }
}

fn segment_record(segment: &Segment<'_, '_>, pushed: &Pushed) -> blockmask_segment {
    let (source, text, density) = (pushed.to_source(segment.source()), segment.text_range(), segment.text_density());
    blockmask_segment {
        source_start: source.start as u32,
        source_end: source.end as u32,
        text_start: text.start as u32,
        text_end: text.end as u32,
        tokens: segment.tokens(),
        linked_tokens: segment.linked_tokens(),
        lines: segment.lines(),
        density_tokens: density.tokens,
        density_lines: density.lines,
    }
}
