//! Rows: elements that are tables or lists by another name, because all that they hold is three or more alike children
//! with a few short blocks each, without links.

use super::super::{BlockLabel, NOT_CONTENT};
use super::{Features, Inside};
use crate::judge::containers::{Container, Containers};
use crate::read::html::{Tag, Tree, node_flag};
use crate::read::page::{Block, Page};

/// The minimum number of rows that make an element a table.
const LEAST: u16 = 3;
/// The maximum number of tokens of the cells of a name and its value.
pub(super) const MOST_OF_CELL: u32 = 8;
/// On long pages, the maximum number of tokens of a cell, such as a step, and of cells in a row.
const MOST_OF_STEP: u32 = 40;
const MOST_CELLS: usize = 6;

/// Rows among the children of an element.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rows {
    rows: u16,
    /// How many of them are a name with its value.
    pairs: u16,
    /// The blocks of all of them, and of a heading before.
    blocks: u16,
}

impl Rows {
    /// Whether an element of so many blocks is a table by another name.
    pub fn are_all(self, blocks: u32) -> bool {
        self.rows >= LEAST && blocks == u32::from(self.blocks)
    }

    /// Whether an element of so many blocks has nothing but rows, however few.
    pub fn are_few(self, blocks: u32) -> bool {
        self.rows > 0 && blocks == u32::from(self.blocks)
    }

    /// Whether all of them are names with values.
    pub fn are_pairs(self) -> bool {
        self.pairs == self.rows
    }
}

/// The container that may have rows: on a short page with its headline in `own` around that, else around the prose.
pub(super) fn part(
    page: &Page<'_>,
    features: &Features<'_>,
    containers: &Containers<'_>,
    labels: &[BlockLabel],
    own: Option<usize>,
) -> Option<usize> {
    let is_body = |at: usize| containers.list[at].tag(&page.tree) == Tag::BODY;
    if let Some(own) = own {
        let around = containers.list[own].parent as usize;
        let around = if is_body(around) { own } else { around };
        return has_template(page, containers, labels, around).then_some(around);
    }
    if !has_short_run(page, labels) {
        return None;
    }
    // The outermost element around the prose inside of the body.
    let body = (0..containers.len()).find(|&at| is_body(at))?;
    (body + 1..containers.len()).find(|&at| features.is_around_prose(at)).or(Some(body))
}

/// Whether enough of a container is template that may be a table by another name.
fn has_template(page: &Page<'_>, containers: &Containers<'_>, labels: &[BlockLabel], around: usize) -> bool {
    let around = page.tree.subtree(containers.list[around].node);
    let is_in = |(block, _): &(&Block, &BlockLabel)| around.contains(&(block.container as usize));
    let inside = || page.blocks.iter().zip(labels).filter(is_in);
    inside().nth(usize::from(LEAST) - 1).is_some() && inside().any(|(_, label)| label.is_template)
}

/// Whether content is followed by enough short blocks of which some are template, at most a heading in between.
fn has_short_run(page: &Page<'_>, labels: &[BlockLabel]) -> bool {
    // Short blocks in a row, and whether one is template.
    let mut run = None;
    page.blocks.iter().zip(labels).any(|(block, label)| {
        let is_template = label.is_template;
        if !is_cell(block, MOST_OF_STEP) {
            let goes_on = !is_template || block.heading != 0 && matches!(run, Some((0, _)));
            run = goes_on.then_some((0, false));
            return false;
        }
        run = match run {
            Some((count, any)) => Some((count + 1, any || is_template)),
            None => (!is_template).then_some((1, false)),
        };
        run.is_some_and(|(count, any)| count >= LEAST && any)
    })
}

pub(super) fn is_cell(block: &Block, most: u32) -> bool {
    block.tokens <= most && block.linked_tokens == 0 && block.heading == 0 && block.flags & NOT_CONTENT == 0
}

/// Counts the rows among the children of each container in a part.
pub(super) fn find(page: &Page<'_>, containers: &Containers<'_>, inside: &mut [Inside], part: usize) {
    let end = page.tree.nodes[containers.list[part].node as usize].subtree_end;
    for i in (part + 1..containers.len()).take_while(|&i| containers.list[i].node < end) {
        let Container { node, parent, .. } = containers.list[i];
        let (first, end) = inside[i].blocks;
        if (end - first) as usize > MOST_CELLS {
            continue;
        }
        let blocks = &page.blocks[first as usize..end as usize];
        let is_pair = match blocks {
            [row] => row.container == node && is_cell(row, 2 * MOST_OF_CELL) && has_two_parts(&page.tree, node),
            [name, value] => is_cell(name, MOST_OF_CELL) && is_cell(value, MOST_OF_CELL),
            _ => false,
        };
        let are_cells = |cells: &[Block]| match cells {
            [_] if page.tree.nodes[node as usize].tag == Tag::P => false,
            _ => cells.iter().all(|cell| is_cell(cell, MOST_OF_STEP)),
        };
        let is_row = is_pair || are_cells(blocks);
        let here = &mut inside[parent as usize].rows;
        // The heading of a table belongs to it.
        let is_heading = matches!(blocks, [heading] if heading.heading > 1) && here.blocks == 0;
        here.rows += u16::from(is_row);
        here.pairs += u16::from(is_pair);
        here.blocks += if is_row || is_heading { blocks.len() as u16 } else { 0 };
    }
}

/// Whether an element has two children with text, at least one of which is an element.
pub(super) fn has_two_parts(tree: &Tree<'_>, node: u32) -> bool {
    let has_text = |at: u32| {
        let texts = tree.nodes[tree.subtree(at)].iter().filter(|node| node.tag == Tag::TEXT);
        texts.into_iter().any(|text| text.flags & node_flag::WHITESPACE == 0)
    };
    let (mut at, end) = (node + 1, tree.nodes[node as usize].subtree_end);
    let (mut parts, mut elements) = (0, 0);
    while at < end {
        if has_text(at) {
            parts += 1;
            elements += usize::from(tree.nodes[at as usize].tag.is_element());
        }
        at = tree.nodes[at as usize].subtree_end;
    }
    parts == 2 && elements > 0
}
