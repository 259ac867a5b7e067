//! Features of the containers of blocks and their ancestors, each visited once: kinds and distances of ancestors, and
//! shares of the page's text, links and prose.

use crate::base::arena::{Bump, Vec};
use crate::base::scale::{Whole, share};
use crate::judge::containers::{Container, Containers};
use crate::published::tag_path::Sequence;
use crate::read::class_words::GROUPS;
use crate::read::html::{NONE, Tag, Tree};
use crate::read::page::{Block, Page, flag};

/// Kinds of ancestors: the groups of [`GROUPS`], then these tags.
#[rustfmt::skip]
const TAG_KINDS: [&str; 20] = [
    "nav", "header", "footer", "aside", "main", "article", "section", "form", "table", "cell", "item", "list", "dl",
    "paragraph", "pre", "figure", "quote", "heading", "div", "control",
];
/// How many kinds there are.
pub(super) const KINDS: usize = GROUPS.len() + TAG_KINDS.len();

/// Names of [`Nearness::values`].
pub(super) const NEAR_NAMES: [&str; KINDS] = {
    let mut names = [""; KINDS];
    let mut i = 0;
    while i < KINDS {
        names[i] = if i < GROUPS.len() { GROUPS[i] } else { TAG_KINDS[i - GROUPS.len()] };
        i += 1;
    }
    names
};

/// For each kind the nearness of the nearest ancestor of the kind, in four bits: 15 the element itself, 14 its parent,
/// ..., 1 far up, 0 none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Nearness([u64; KINDS / 16]);

/// The lowest bit of each four.
const LOWEST: u64 = 0x1111_1111_1111_1111;

impl Nearness {
    /// The values one level further down.
    fn below(self) -> Nearness {
        Nearness(self.0.map(|word| word - ((word >> 1 | word >> 2 | word >> 3) & LOWEST)))
    }

    fn set_here(&mut self, kind: usize) {
        self.0[kind / 16] |= 15 << (kind % 16 * 4);
    }

    /// One byte for each kind.
    pub(super) fn values(self) -> [u8; KINDS] {
        let bytes = self.0.map(u64::to_le_bytes);
        let mut values = [0; KINDS];
        for (pair, byte) in values.as_chunks_mut::<2>().0.iter_mut().zip(bytes.as_flattened()) {
            *pair = [byte & 15, byte >> 4];
        }
        values
    }
}

/// Text of a part of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub tokens: u32,
    pub linked: u32,
    /// Tokens of the blocks that [`is_prose`].
    pub prose: u32,
    pub blocks: u32,
}

impl Sums {
    pub(super) fn of(block: &Block) -> Sums {
        // Hidden text must not affect the sums of the rest.
        if block.flags & (flag::HIDDEN | flag::IN_HEAD) != 0 {
            return Sums { blocks: 1, ..Sums::default() };
        }
        let prose = if is_prose(block) { block.tokens } else { 0 };
        Sums { tokens: block.tokens, linked: block.linked_tokens, prose, blocks: 1 }
    }

    pub(super) fn add(&mut self, other: Sums) {
        self.tokens += other.tokens;
        self.linked += other.linked;
        self.prose += other.prose;
        self.blocks += other.blocks;
    }
}

/// A simple test for running text: more than a line of text, and less than a third of it in links.
#[inline]
pub(super) fn is_prose(block: &Block) -> bool {
    block.tokens >= 12 && 3 * block.linked_tokens < block.tokens && block.flags & (flag::HIDDEN | flag::IN_HEAD) == 0
}

/// An element with a block in its subtree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    /// The index of its nearest ancestor that is a container; its own for the root.
    pub parent: u32,
    /// The number of its tag path among all tag paths; elements without a path share one number.
    pub path: u32,
    /// How many of its ancestors are containers.
    pub level: u16,
    /// Level of its deepest common ancestor with the center of the page's prose.
    pub shared_level: u16,
    /// Kinds of ancestors, itself included.
    pub near: Nearness,
    /// Of the whole subtree.
    pub sums: Sums,
    /// Of the whole subtree: the share of the page's tokens, and the share of these in links.
    pub shares: [u8; 2],
}

/// The table; parents before children.
#[derive(Debug)]
pub(super) struct Elements<'a> {
    pub list: Vec<'a, Element>,
    /// For every block the index of its container.
    of_blocks: Vec<'a, u32>,
    /// How many tag paths the elements have.
    pub paths: usize,
    /// The tokens of the whole page.
    pub tokens: Whole,
    /// Level of the deepest element with more than half of the page's prose.
    pub center_level: u16,
    /// The number of elements of each kind.
    pub of_kinds: [u32; KINDS],
}

/// The container of a block, and the element around that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub element: u32,
    pub parent: u32,
    /// The numbers of their tag paths.
    pub path: u32,
    pub parent_path: u32,
}

/// Bytes that [`Elements::new`] allocates.
pub(super) fn capacity(blocks: usize, elements: usize, sequence: &Sequence<'_>) -> usize {
    elements * size_of::<Element>() + (blocks + sequence.symbols as usize + 1) * size_of::<u32>()
}

impl<'a> Elements<'a> {
    /// The entries of all containers. [`Elements::add`] fills the sums, [`Elements::finish`] the values derived from
    /// them.
    pub(super) fn new(
        arena: &'a Bump,
        page: &Page<'_>,
        containers: &Containers<'_>,
        sequence: &Sequence<'_>,
    ) -> Elements<'a> {
        let mut list: Vec<Element> = Vec::with_capacity_in(containers.len(), arena);
        let mut of_kinds = [0; KINDS];
        // For each symbol one plus the number of its path; 0 for none so far.
        let numbers = arena.alloc_slice_fill_copy(sequence.symbols as usize + 1, 0u32);
        let mut paths = 0;
        for container in containers.list {
            let mut element = below(container, &list);
            let symbol = sequence.path_of_node.get(container.node as usize).filter(|&&symbol| symbol != NONE);
            let number = &mut numbers[symbol.map_or(0, |&symbol| symbol as usize)];
            if *number == 0 {
                paths += 1;
                *number = paths;
            }
            element.path = *number - 1;
            for_each_kind(&page.tree, container, |kind| {
                element.near.set_here(kind);
                of_kinds[kind] += 1;
            });
            list.push(element);
        }
        let of_blocks = Vec::with_capacity_in(page.blocks.len(), arena);
        Elements { list, of_blocks, paths: paths as usize, tokens: Whole::new(0), center_level: 0, of_kinds }
    }

    /// Adds the text of the next block to its container.
    #[inline]
    pub(super) fn add(&mut self, container: u32, text: Sums) -> Place {
        self.list[container as usize].sums.add(text);
        self.of_blocks.push(container);
        self.place(container)
    }

    /// Computes the sums of the subtrees, and what depends on them.
    pub(super) fn finish(&mut self) {
        self.center_level = sum_up(&mut self.list);
        self.tokens = Whole::new(self.page().tokens);
        for element in &mut *self.list {
            let Sums { tokens, linked, .. } = element.sums;
            element.shares = [self.tokens.share(tokens), share(linked, tokens)];
        }
    }

    /// The text of the whole page.
    pub(super) fn page(&self) -> Sums {
        self.list.first().map_or_else(Sums::default, |root| root.sums)
    }

    #[inline]
    fn place(&self, element: u32) -> Place {
        let Element { parent, path, .. } = self.list[element as usize];
        Place { element, parent, path, parent_path: self.list[parent as usize].path }
    }

    /// Where a block is.
    #[inline]
    pub(super) fn place_of(&self, block: usize) -> Place {
        self.place(self.of_blocks[block])
    }

    /// The container of a block, and the element around that.
    #[inline]
    pub(super) fn around_block(&self, block: usize) -> [&Element; 2] {
        let container = &self.list[self.of_blocks[block] as usize];
        [container, &self.list[container.parent as usize]]
    }
}

/// An element without own kinds and text. The root has no parent, because `list` is still empty.
fn below(container: &Container, list: &[Element]) -> Element {
    let above = list.get(container.parent as usize);
    let near = above.map_or_else(Nearness::default, |above| above.near.below());
    let level = above.map_or(0, |above| above.level.saturating_add(1));
    Element { parent: container.parent, path: 0, level, shared_level: 0, near, sums: Sums::default(), shares: [0; 2] }
}

/// Calls `visit` once for each kind of an element.
fn for_each_kind(tree: &Tree<'_>, container: &Container, mut visit: impl FnMut(usize)) {
    if let Some(kind) = kind_of(container.tag(tree)) {
        visit(GROUPS.len() + kind);
    }
    let mut bits = container.words;
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// The index of a tag in [`TAG_KINDS`].
fn kind_of(tag: Tag) -> Option<usize> {
    Some(match tag {
        Tag::NAV | Tag::MENU => 0,
        Tag::HEADER => 1,
        Tag::FOOTER => 2,
        Tag::ASIDE => 3,
        Tag::MAIN => 4,
        Tag::ARTICLE => 5,
        Tag::SECTION => 6,
        Tag::FORM | Tag::FIELDSET => 7,
        Tag::TABLE => 8,
        Tag::TD | Tag::TH => 9,
        Tag::LI => 10,
        Tag::UL | Tag::OL => 11,
        Tag::DL | Tag::DT | Tag::DD => 12,
        Tag::P => 13,
        Tag::PRE => 14,
        Tag::FIGURE | Tag::FIGCAPTION => 15,
        Tag::BLOCKQUOTE => 16,
        Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => 17,
        Tag::DIV => 18,
        Tag::BUTTON | Tag::SUMMARY | Tag::LEGEND | Tag::DIALOG => 19,
        _ => return None,
    })
}

/// Adds the sums of every element to the sums of its parent. Returns the level of the center.
fn sum_up(list: &mut [Element]) -> u16 {
    for i in (1..list.len()).rev() {
        let Element { parent, sums, .. } = list[i];
        if parent as usize != i {
            list[parent as usize].sums.add(sums);
        }
    }
    let whole = list.first().map_or_else(Sums::default, |root| root.sums);
    let mut center_level = 0;
    // The elements with more than half of the prose are all on one path from the root.
    for i in 0..list.len() {
        let Element { parent, level, sums, .. } = list[i];
        let is_on_path = u64::from(sums.prose) * 2 > u64::from(whole.prose);
        list[i].shared_level = if is_on_path { level } else { list[parent as usize].shared_level };
        center_level = if is_on_path { center_level.max(level) } else { center_level };
    }
    center_level
}
