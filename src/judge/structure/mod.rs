//! The structure of a page: the type of each block (paragraph, list item, table cell ...), the headings above it, its
//! language, and the images between the blocks.
//!
//! Two passes, both linear:
//!
//! 1. [`scopes`]: a preorder pass over the nodes collects the elements that structure text, as *scopes*, with the
//!    values that each inherits. Positions of cells follow HTML, "Forming a table" ([`grid`]).
//! 2. [`assign`]: each block gets its innermost scope, and the nearest heading above it.
//!
//! Layout tables have no cells: their text has the structure of the elements around the table.

mod code_lines;
mod grid;
mod headings;
mod images;
mod scopes;
#[cfg(test)]
mod tests;

use crate::base::arena::{Bump, Vec};
use crate::base::named::named;
use crate::judge::mask::Mask;
use crate::read::html::{NONE, Tag};
use crate::read::page::{Block, Page, flag};
use code_lines::CodeLines;
pub use grid::Cell;
use headings::Headings;
pub use images::Image;
use images::placed;
pub use scopes::Scope;
use scopes::{Change, Collector, PAGE};

/// The structural type of a block. The numbers are stable.
///
/// The type comes from the innermost enclosing element that defines one: a heading in a cell is a heading. Phrasing
/// elements such as `b` define none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum BlockType {
    /// The title in the head.
    Title = 1,
    /// All other text.
    #[default]
    Paragraph = 2,
    /// In `h1` to `h6`.
    Heading = 3,
    /// In an `li`.
    ListItem = 4,
    /// In a `dt`.
    DefinitionTerm = 5,
    /// In a `dd`.
    Definition = 6,
    /// In a `td` of a data table.
    TableCell = 7,
    /// In a `th` of a data table.
    TableHeader = 8,
    /// Preformatted: `pre`, `listing`, `xmp`, `plaintext`, lines of code in elements of their own, and what a style makes
    /// preformatted and monospaced.
    Code = 9,
    /// In a `blockquote`.
    Quotation = 10,
    /// In a `caption` or a `figcaption`.
    Caption = 11,
    /// Labels and buttons of forms: in a `legend`, or beginning in a `label` or a `button`.
    FormText = 12,
}

named! {
    BlockType {
        Title = "title",
        Paragraph = "paragraph",
        Heading = "heading",
        ListItem = "list-item",
        DefinitionTerm = "definition-term",
        Definition = "definition",
        TableCell = "table-cell",
        TableHeader = "table-header",
        Code = "code",
        Quotation = "quotation",
        Caption = "caption",
        FormText = "form-text",
    }
}

/// The direction of a text, as a `dir` attribute declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Direction {
    /// Left to right.
    Ltr = 1,
    /// Right to left.
    Rtl = 2,
    /// By the first letter with a direction.
    Auto = 3,
}

named! {
    Direction { Ltr = "ltr", Rtl = "rtl", Auto = "auto" }
}

/// The structure of one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockStructure {
    /// Its innermost scope, an index of [`Structure::scopes`].
    pub scope: u32,
    /// The block that is the nearest heading above it, or [`NONE`].
    pub heading: u32,
    /// The structural type.
    pub kind: BlockType,
}

/// A paragraph under no heading.
impl Default for BlockStructure {
    fn default() -> BlockStructure {
        BlockStructure { scope: 0, heading: NONE, kind: BlockType::Paragraph }
    }
}

/// The structure of a page.
#[derive(Clone, Copy, Debug)]
pub struct Structure<'a> {
    /// By block.
    pub blocks: &'a [BlockStructure],
    /// In the order of their nodes, after them those of lines of code; the first one is the whole page.
    pub scopes: &'a [Scope],
    /// The cells of all tables, in the order of their nodes.
    pub cells: &'a [Cell],
    /// In the order of their nodes.
    pub images: &'a [Image],
    /// For each block the position of its first text node in
    /// [`Tree::source_order`](crate::read::html::Tree::source_order); empty if `source_order` is empty.
    pub positions: &'a [u32],
    /// Whether the budget for spans was exhausted: then positions in large tables ignore the spans of further cells.
    pub is_cut: bool,
}

/// Bytes of scratch memory that [`assign`] needs, for most pages.
pub(crate) fn scratch_capacity(page: &Page<'_>) -> usize {
    page.tree.nodes.len() / 8 * (size_of::<Scope>() + 2 * size_of::<Change>())
}

/// Finds the structure of every block.
#[inline(never)]
pub(crate) fn assign<'a>(
    arena: &'a Bump,
    scratch: &Bump,
    page: &Page<'a>,
    mask: &Mask<'_>,
    headline: u32,
) -> Structure<'a> {
    let reserved = scratch.allocated_bytes();
    let mut collector = Collector::new(scratch, page);
    collector.collect();
    collector.leave_layout_tables();
    arena.lower_allocation_limit(scratch.allocated_bytes().saturating_sub(reserved));
    let mut blocks = Vec::with_capacity_in(page.blocks.len(), arena);
    let mut headings = Headings::new(page, mask.labels, headline);
    let mut cursor = 0;
    let mut code_lines = CodeLines::default();
    for (i, block) in page.blocks.iter().take(mask.labels.len()).enumerate() {
        let scope = scope_of(&collector.changes, &mut cursor, block.container);
        let kind = block_type(page, block, collector.scopes[scope as usize].kind);
        let heading = headings.above(i);
        let code = code_lines.scope(page, block, kind, scope, &mut collector.scopes);
        blocks.push(match code {
            Some(scope) => BlockStructure { scope, heading, kind: BlockType::Code },
            None => BlockStructure { scope, heading, kind },
        });
    }
    Structure {
        blocks: blocks.into_bump_slice(),
        scopes: copied(arena, &collector.scopes),
        cells: copied(arena, &collector.cells),
        images: placed(arena, scratch, page, &collector.images),
        positions: positions(arena, page),
        is_cut: collector.is_cut(),
    }
}

/// The structure of a page if it was not requested.
pub(crate) fn unknown<'a>(arena: &'a Bump, page: &Page<'a>) -> Structure<'a> {
    Structure {
        blocks: &[],
        scopes: &[PAGE],
        cells: &[],
        images: &[],
        positions: positions(arena, page),
        is_cut: false,
    }
}

fn copied<'a, T: Copy>(arena: &'a Bump, items: &[T]) -> &'a [T] {
    let mut copy = Vec::with_capacity_in(items.len(), arena);
    copy.extend_from_slice_copy(items);
    copy.into_bump_slice()
}

/// The innermost scope around a node. `cursor` is the position where the last search ended, because successive
/// containers are mostly neighbors.
#[inline]
fn scope_of(changes: &[Change], cursor: &mut usize, node: u32) -> u32 {
    let is_before = |change: &Change| change.node <= node;
    if !is_before(&changes[*cursor]) {
        *cursor = changes.partition_point(is_before).saturating_sub(1);
    } else if changes.get(*cursor + 1).is_some_and(is_before) {
        *cursor += 1;
        if changes.get(*cursor + 1).is_some_and(is_before) {
            *cursor += changes[*cursor..].partition_point(is_before).saturating_sub(1);
        }
    }
    changes[*cursor].scope
}

fn block_type(page: &Page<'_>, block: &Block, of_scope: BlockType) -> BlockType {
    if block.flags & flag::IN_HEAD != 0 {
        return BlockType::Title;
    }
    if block.heading != 0 {
        return BlockType::Heading;
    }
    let nodes = page.tree.nodes;
    let parent = nodes.get(nodes[block.first_text as usize].parent as usize).map(|node| node.tag);
    match parent {
        Some(Tag::LABEL | Tag::BUTTON) if of_scope != BlockType::Code => BlockType::FormText,
        _ => of_scope,
    }
}

/// Where the first text nodes of the blocks are in the source order, which lists both in the same order.
fn positions<'a>(arena: &'a Bump, page: &Page<'_>) -> &'a [u32] {
    let order = page.tree.source_order;
    if order.is_empty() {
        return &[];
    }
    let mut positions = Vec::with_capacity_in(page.blocks.len(), arena);
    let mut blocks = page.blocks.iter().peekable();
    for (at, &node) in order.iter().enumerate() {
        while blocks.next_if(|block| block.first_text == node).is_some() {
            positions.push(at as u32);
        }
    }
    positions.into_bump_slice()
}
