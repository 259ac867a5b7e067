//! Units: elements with text and an author or a date. Units of one kind form a group.

use super::byline;
use super::clues::Clue;
use crate::base::arena::{Bump, Vec};
use crate::base::hash::{hash_bytes, mix};
use crate::base::intern::Interner;
use crate::judge::containers::Containers;
use crate::read::html::attributes::Name;
use crate::read::html::{NONE, Node, Tag, Tree};
use crate::read::page::{Block, Page};

/// An element that may be a comment. The counts exclude units inside it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UnitCandidate {
    /// Its index among the containers.
    pub container: u32,
    /// A hash of its tag and its names.
    pub kind: u64,
    /// Its group.
    pub group: u32,
    /// Tokens of text, and those inside links.
    pub text: u32,
    pub linked: u32,
    /// Whether it has a date, an author, a button to reply, a heading.
    pub is_dated: bool,
    pub is_signed: bool,
    /// Whether a name is beside its date.
    pub has_byline: bool,
    pub is_answerable: bool,
    pub is_headed: bool,
}

/// Units of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UnitGroup {
    /// The first unit.
    pub first: u32,
    pub count: u32,
    /// The number of units with dates, authors, reply buttons, headings.
    pub dated: u32,
    pub signed: u32,
    /// The number of units with names beside their dates.
    pub bylines: u32,
    pub answerable: u32,
    pub headed: u32,
    /// Tokens of text, and those inside links.
    pub text: u32,
    pub linked: u32,
}

/// All candidates of a page.
pub(super) struct Candidates<'s> {
    /// By block.
    pub clues: &'s [Clue],
    /// In no order.
    pub units: &'s [UnitCandidate],
    pub groups: &'s [UnitGroup],
    /// For each block one plus its unit; 0 for none.
    pub unit_of_block: &'s [u32],
}

impl Candidates<'_> {
    /// The unit that a block belongs to: the innermost one around it.
    pub fn unit_of(&self, block: usize) -> Option<&UnitCandidate> {
        self.units.get(self.unit_of_block[block].checked_sub(1)? as usize)
    }

    /// Whether a block belongs to a unit that satisfies `condition`.
    pub fn is_in(&self, block: usize, condition: impl Fn(&UnitCandidate) -> bool) -> bool {
        self.unit_of(block).is_some_and(condition)
    }
}

/// Bytes of scratch memory that [`candidates`] needs.
pub(super) fn capacity(blocks: usize, containers: usize) -> usize {
    blocks * (size_of::<u32>() + size_of::<usize>())
        + containers * (2 * size_of::<u32>() + 1)
        + Interner::capacity_bytes(KINDS)
}

/// Finds the candidates; `None` if no block is a date or an author.
pub(super) fn candidates<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    containers: &Containers<'_>,
    clues: &'s [Clue],
) -> Option<Candidates<'s>> {
    if !clues.iter().any(|clue| is_anchor(*clue)) {
        return None;
    }
    let around = containers_with_anchors(scratch, page, containers, clues);
    // For each container one plus its unit; 0 for none.
    let number = scratch.alloc_slice_fill_copy(containers.len(), 0u32);
    let mut units: Vec<'s, UnitCandidate> = Vec::new_in(scratch);
    for (block, _) in page.blocks.iter().zip(clues).filter(|(_, clue)| **clue == Clue::Text) {
        let container = around[containers.index(block.container) as usize];
        if container != NONE && number[container as usize] == 0 {
            let kind = kind_of(&page.tree, containers.list[container as usize].node);
            units.push(UnitCandidate { container, kind, ..UnitCandidate::default() });
            number[container as usize] = units.len() as u32;
        }
    }
    spread(containers, number);
    let of_block = |block: &Block| number[containers.index(block.container) as usize];
    let unit_of_block = scratch.alloc_slice_fill_iter(page.blocks.iter().map(of_block));
    // For each unit the unit to which its blocks now belong.
    let current = scratch.alloc_slice_fill_iter(0..units.len());
    for ((block, &clue), number) in page.blocks.iter().zip(clues).zip(&mut *unit_of_block) {
        let Some(now) = number.checked_sub(1).map(|first| &mut current[first as usize]) else { continue };
        if is_anchor(clue) && units[*now].text > 0 && is_term(page, containers, &units[*now], block) {
            let UnitCandidate { container, kind, .. } = units[*now];
            *now = units.len();
            units.push(UnitCandidate { container, kind, ..UnitCandidate::default() });
        }
        *number = *now as u32 + 1;
        add(&mut units[*now], clue, page, block);
    }
    let groups = group(scratch, &mut units);
    Some(Candidates { clues, units: units.into_bump_slice(), groups, unit_of_block })
}

fn is_anchor(clue: Clue) -> bool {
    matches!(clue, Clue::Date | Clue::Author)
}

/// For each container the nearest enclosing one, or itself, with a date or an author; [`NONE`] for none.
fn containers_with_anchors<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    containers: &Containers<'_>,
    clues: &[Clue],
) -> &'s [u32] {
    let around = scratch.alloc_slice_fill_copy(containers.len(), NONE);
    for (block, _) in page.blocks.iter().zip(clues).filter(|(_, clue)| is_anchor(**clue)) {
        let at = containers.index(block.container);
        around[at as usize] = at;
    }
    for (i, container) in containers.list.iter().enumerate().rev() {
        if around[i] != NONE {
            around[container.parent as usize] = container.parent;
        }
    }
    for (i, container) in containers.list.iter().enumerate() {
        if around[i] == NONE {
            around[i] = around[container.parent as usize];
        }
    }
    around
}

/// Gives containers without a number the number of their parent.
fn spread(containers: &Containers<'_>, number: &mut [u32]) {
    for (i, container) in containers.list.iter().enumerate() {
        if number[i] == 0 {
            number[i] = number[container.parent as usize];
        }
    }
}

/// Whether a block is the term of a definition list that holds these comments: the next one begins there.
fn is_term(page: &Page<'_>, containers: &Containers<'_>, unit: &UnitCandidate, block: &Block) -> bool {
    let tag = |node: u32| page.tree.nodes[node as usize].tag;
    tag(block.container) == Tag::DT && tag(containers.list[unit.container as usize].node) == Tag::DL
}

fn add(unit: &mut UnitCandidate, clue: Clue, page: &Page<'_>, block: &Block) {
    match clue {
        Clue::Text => {
            unit.text += block.tokens;
            unit.linked += block.linked_tokens;
        }
        Clue::Date => {
            unit.is_dated = true;
            unit.has_byline = unit.has_byline || byline::has_name(page, block);
        }
        Clue::Author => unit.is_signed = true,
        Clue::Reply => unit.is_answerable = true,
        Clue::Heading => unit.is_headed = true,
        Clue::None | Clue::Control | Clue::Announcement => {}
    }
}

/// About how many kinds there are.
const KINDS: usize = 64;

fn group<'s>(scratch: &'s Bump, units: &mut [UnitCandidate]) -> &'s [UnitGroup] {
    let mut kinds = Interner::new(scratch, KINDS);
    for unit in units.iter_mut() {
        unit.group = kinds.intern(unit.kind) - 1;
    }
    let groups = scratch.alloc_slice_fill_copy(kinds.len() as usize, UnitGroup::default());
    for (i, unit) in units.iter().enumerate() {
        let group = &mut groups[unit.group as usize];
        group.first = if group.count == 0 { i as u32 } else { group.first };
        group.count += 1;
        group.dated += u32::from(unit.is_dated);
        group.signed += u32::from(unit.is_signed);
        group.bylines += u32::from(unit.has_byline);
        group.answerable += u32::from(unit.is_answerable);
        group.headed += u32::from(unit.is_headed);
        group.text += unit.text;
        group.linked += unit.linked;
    }
    groups
}

/// A hash of the tag of an element, the first word of its class and the first word of its parent's class.
fn kind_of(tree: &Tree<'_>, node: u32) -> u64 {
    let node = &tree.nodes[node as usize];
    let above = tree.nodes.get(node.parent as usize).and_then(|above| first_word(tree, above));
    mix(mix(first_word(tree, node).unwrap_or(0), above.unwrap_or(0)), u64::from(node.tag.0))
}

/// The first word of a class up to the first digit.
fn first_word(tree: &Tree<'_>, node: &Node) -> Option<u64> {
    let class = tree.raw_value(tree.attribute(node, Name::CLASS)?);
    let class = class[..class.len().min(256)].trim_ascii_start();
    let end = class.iter().position(|byte| byte.is_ascii_whitespace() || byte.is_ascii_digit()).unwrap_or(class.len());
    (end > 0).then(|| hash_bytes(5, &class[..end]))
}
