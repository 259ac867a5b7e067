//! Blocks.
//!
//! A block is the text between two block-level tags; inline tags such as b and span do not divide it. Positions are
//! ranges of offsets, [start, end): source offsets count bytes of the page as it was passed in, whatever its encoding;
//! text offsets count bytes of the normalized text.

use super::document::View;
use super::start::blockmask_table;
use super::status::Failure;
use super::tables::Tables;
use crate::Block;
use crate::read::page::hashes::{HASH_VERSION, PathHashes};

/// The value of a field that holds an index, or the kind of the page, if there is none.
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
/// flags: the headline of the page.
pub const BLOCKMASK_FLAG_HEADLINE: u32 = 1024;

/// The version of path_hash and text_hash; only hashes of one version can be compared.
pub const BLOCKMASK_HASH_VERSION: u32 = 1;

const _: () = assert!(BLOCKMASK_HASH_VERSION == HASH_VERSION);

/// A row of the table of blocks.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blockmask_block {
    /// First byte of its first character in the bytes of the page.
    pub source_start: u32,
    /// One past its last character.
    pub source_end: u32,
    /// Where it begins in the normalized text.
    pub text_start: u32,
    /// One past its end in the normalized text.
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
    /// The segment that it begins in (blockmask_experimental.h), or BLOCKMASK_NONE.
    pub segment: u32,
    /// The probability that it is content, 0 to 1.
    pub probability: f32,
    /// Union of BLOCKMASK_FLAG_.
    pub flags: u32,
    /// Depth of its container in the tree.
    pub depth: u16,
    /// Its term weight in a ranking, in quarters: 4 is 1.0; 0 means not to be searched. See docs/ranking.md.
    pub weight: u8,
    /// One of BLOCKMASK_ROLE_.
    pub role: u8,
    /// 1 to 6 inside h1 to h6, else 0.
    pub heading_level: u8,
    /// 1 if the template mask covers it, else 0.
    pub is_template: u8,
    /// 1 if its text is in the main region (blockmask_experimental.h), else 0.
    pub is_in_main_region: u8,
    /// What it is for a search engine: one of BLOCKMASK_FIELD_.
    pub field: u8,
    /// How many other pages it links to, at most 65535; 0 unless at least half of its tokens are linked.
    pub link_targets: u16,
    /// Zero.
    pub reserved: u16,
    /// A hash of its tag path, equal for equal paths on every page and every machine. It covers the names of the
    /// elements from the root to the container of the block, except html and body, each with its first three classes;
    /// long numbers are replaced. Not keyed: authors can make paths whose hashes collide.
    pub path_hash: u64,
    /// A hash of its normalized text. Both hashes may be stored, together with BLOCKMASK_HASH_VERSION.
    pub text_hash: u64,
    /// The index of the comment that it belongs to, or BLOCKMASK_NONE.
    pub comment: u32,
    /// Zero.
    pub reserved_2: u32,
}

impl Tables {
    pub fn blocks(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        let tree = &view.document.page().tree;
        let Tables { blocks, path_hashes, .. } = self;
        if !blocks.is_made() {
            path_hashes.clear();
            path_hashes.try_reserve(tree.nodes.len())?;
            path_hashes.resize(tree.nodes.len(), 0);
        }
        let mut paths = PathHashes::new(path_hashes);
        blocks.fill(view.document.blocks().map(|block| {
            let path_hash = paths.of(tree, block.table_entry().container);
            row(&block, path_hash)
        }))
    }
}

#[inline]
fn row(block: &Block<'_, '_>, path_hash: u64) -> blockmask_block {
    let (entry, source) = (block.table_entry(), block.source());
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
        is_in_main_region: block.is_in_main_region().into(),
        field: block.field() as u8,
        link_targets: block.link_targets(),
        reserved: 0,
        path_hash,
        text_hash: block.text_hash(),
        comment: block.comment().map_or(BLOCKMASK_NONE, |comment| comment as u32),
        reserved_2: 0,
    }
}
