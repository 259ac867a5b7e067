//! Lines of code without `pre`, each in an element of its own: a `div` as Doxygen and SyntaxHighlighter write it, or a cell
//! beside that of its number, as GitHub does. They are told by the words of their classes and of those around.

use super::{BlockType, Scope};
use crate::base::arena::Vec;
use crate::read::html::attributes::Name;
use crate::read::html::{Tag, Tree};
use crate::read::page::{Beside, Block, Page, has_name};

/// Elements around a line that may say it is of code.
const MAX_CLIMB: usize = 3;

/// Finds lines of code, block by block.
#[derive(Default)]
pub(super) struct CodeLines {
    /// The element around the last lines, the scope around it, and the scope that the lines share.
    last: Option<(u32, u32, u32)>,
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
        let is_plain = matches!(kind, BlockType::Paragraph | BlockType::TableCell);
        let is_candidate =
            is_plain && matches!(block.tag, Tag::DIV | Tag::TD) && may_be_line(&page.tree, block.container);
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
        let parent = tree.nodes[block.container as usize].parent;
        if let Some((_, _, scope)) = self.last.filter(|last| (last.0, last.1) == (parent, outer)) {
            return Some(scope);
        }
        let is_line = match block.tag {
            Tag::TD => follows_number(tree, block.container),
            _ => {
                let mut around = tree.ancestors(block.container).skip(1).take(MAX_CLIMB);
                around.any(|at| tree.nodes[at as usize].tag == Tag::CODE || has_name(tree, at, Beside::Code))
            }
        };
        let scope = scopes.len() as u32;
        is_line.then(|| {
            scopes.push(Scope { kind: BlockType::Code, is_preformatted: true, ..scopes[outer as usize] });
            self.last = (block.tag == Tag::DIV).then_some((parent, outer, scope));
            scope
        })
    }
}

/// Whether an element is in `code`, or its class ends with a word for a line or its code: `line`, `crayon-line`,
/// `blob-code`, but not `headline`.
#[inline]
fn may_be_line(tree: &Tree<'_>, element: u32) -> bool {
    let node = &tree.nodes[element as usize];
    let is_word = |name: &[u8]| {
        let Some((before, word)) = name.split_last_chunk::<4>() else { return false };
        let is_line = word.eq_ignore_ascii_case(b"line") || word.eq_ignore_ascii_case(b"code");
        is_line && (!before.last().is_some_and(u8::is_ascii_alphabetic) || word[0].is_ascii_uppercase())
    };
    node.known & Name::CLASS.bit() != 0 && tree.class_names(node).any(is_word)
        || tree.nodes.get(node.parent as usize).is_some_and(|parent| parent.tag == Tag::CODE)
}

/// Whether the cell before another one is that of the number of its line.
fn follows_number(tree: &Tree<'_>, cell: u32) -> bool {
    let row = tree.nodes[cell as usize].parent;
    let cells = tree.children(row).take(8).take_while(|&at| at < cell);
    let before = cells.filter(|&at| tree.nodes[at as usize].tag == Tag::TD).last();
    before.is_some_and(|number| has_name(tree, number, Beside::LineNumber))
}
