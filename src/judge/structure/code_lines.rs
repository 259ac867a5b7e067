//! Lines of code, each in an element of its own: a `div` as Doxygen and SyntaxHighlighter write it, a cell beside that of
//! its number, as GitHub does, a `pre` or a `div` of an editor (CodeMirror, Monaco, Ace), or a table, as older versions of
//! SyntaxHighlighter do. They are told by the words of their classes and of those around.

use super::{BlockType, Scope};
use crate::base::arena::Vec;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{NONE, Tag, Tree};
use crate::read::page::{Beside, Block, Page, has_name};

/// Elements around a line that may say it is of code.
const MAX_CLIMB: usize = 3;
/// Elements between a cell and the line whose table it is in.
const MAX_BETWEEN: usize = 4;

/// Finds lines of code, block by block.
#[derive(Default)]
pub(super) struct CodeLines {
    last: Option<Lines>,
}

/// The last lines.
#[derive(Clone, Copy)]
struct Lines {
    /// The element right around the last one, and the element of code around all of them.
    parent: u32,
    listing: u32,
    /// The scope around them, and the one that they share.
    outer: u32,
    scope: u32,
}

impl CodeLines {
    /// The scope of a block that is a line of code; that of the lines right before, if they have the same parent.
    #[inline]
    pub fn scope(
        &mut self,
        page: &Page<'_>,
        block: &Block,
        kind: BlockType,
        outer: u32,
        scopes: &mut Vec<'_, Scope>,
    ) -> Option<u32> {
        let is_plain = match kind {
            BlockType::Paragraph | BlockType::TableCell => matches!(block.tag, Tag::DIV | Tag::TD),
            BlockType::Code => block.tag == Tag::PRE,
            _ => false,
        };
        let is_candidate = is_plain && (may_be_line(&page.tree, block.container) || is_code_in_cell(page, block));
        if is_candidate { self.scope_of_line(page, block, outer, scopes) } else { None }
    }

    #[inline(never)]
    fn scope_of_line(
        &mut self,
        page: &Page<'_>,
        block: &Block,
        outer: u32,
        scopes: &mut Vec<'_, Scope>,
    ) -> Option<u32> {
        let tree = &page.tree;
        let line = if block.tag == Tag::TD { line_around(tree, block.container) } else { Some(block.container) };
        let parent = line.map_or(NONE, |line| tree.nodes[line as usize].parent);
        // The scope of a `pre` or of a cell is of one line.
        let around = if matches!(block.tag, Tag::DIV) { outer } else { NONE };
        if let Some(last) = self.last.filter(|last| (last.parent, last.outer) == (parent, around)) {
            return Some(last.scope);
        }
        let listing = line.and_then(|line| listing_around(tree, line));
        if let Some(last) = self.last.filter(|last| (Some(last.listing), last.outer) == (listing, around)) {
            self.last = Some(Lines { parent, ..last });
            return Some(last.scope);
        }
        let is_line = listing.is_some() || block.tag == Tag::TD && follows_number(tree, block.container);
        let scope = scopes.len() as u32;
        is_line.then(|| {
            scopes.push(Scope { kind: BlockType::Code, is_preformatted: true, ..scopes[outer as usize] });
            self.last = listing.map(|listing| Lines { parent, listing, outer: around, scope });
            scope
        })
    }
}

/// The element of code around a line.
fn listing_around(tree: &Tree<'_>, line: u32) -> Option<u32> {
    let mut around = tree.ancestors(line).skip(1).take(MAX_CLIMB);
    around.find(|&at| tree.nodes[at as usize].tag == Tag::CODE || has_name(tree, at, Beside::Code))
}

/// Whether the text of a cell begins in `code`.
fn is_code_in_cell(page: &Page<'_>, block: &Block) -> bool {
    let nodes = page.tree.nodes;
    block.tag == Tag::TD && nodes[nodes[block.first_text as usize].parent as usize].tag == Tag::CODE
}

/// The element of a line of code that holds nothing but the table of a cell.
fn line_around(tree: &Tree<'_>, cell: u32) -> Option<u32> {
    let table = tree.ancestors(cell).take(MAX_BETWEEN).find(|&at| tree.nodes[at as usize].tag == Tag::TABLE)?;
    Some(tree.nodes[table as usize].parent).filter(|&line| line != NONE && may_be_line(tree, line))
}

/// Whether an element is in `code`, or its class ends with a word for a line or its code: `line`, `crayon-line`,
/// `blob-code`, but not `headline`. That of a cell may begin so, too: `lines-code`, `line_text`.
#[inline]
fn may_be_line(tree: &Tree<'_>, element: u32) -> bool {
    let node = &tree.nodes[element as usize];
    let is_word = |name: &[u8]| {
        let Some((before, word)) = name.split_last_chunk::<4>() else { return false };
        let is_line = word.eq_ignore_ascii_case(b"line") || word.eq_ignore_ascii_case(b"code");
        is_line && (!before.last().is_some_and(u8::is_ascii_alphabetic) || word[0].is_ascii_uppercase())
    };
    let is_part = |name: &[u8]| {
        let mut words = name.split(|byte| !byte.is_ascii_alphanumeric());
        words.any(|word| [&b"line"[..], b"lines", b"code"].iter().any(|known| same_name(word, known)))
    };
    let is_named = |name: &[u8]| is_word(name) || node.tag == Tag::TD && is_part(name);
    node.known & Name::CLASS.bit() != 0 && tree.class_names(node).any(is_named)
        || tree.nodes.get(node.parent as usize).is_some_and(|parent| parent.tag == Tag::CODE)
}

/// Whether a cell before another one in its row is that of the number of its line.
fn follows_number(tree: &Tree<'_>, cell: u32) -> bool {
    let row = tree.nodes[cell as usize].parent;
    let mut cells = tree.children(row).take(8).take_while(|&at| at < cell);
    cells.any(|at| tree.nodes[at as usize].tag == Tag::TD && has_name(tree, at, Beside::LineNumber))
}
