//! Reader comments under an article, as units with author, date and text.
//!
//! Templates print comments one after the other, each with its author, its date and a button to reply. So an element
//! with text and an author or a date may be a *unit*, and units of one kind are a *group*. Class names, these clues and
//! the position on the page decide whether a group is comments.
//!
//! | file | what |
//! |---|---|
//! | `clues` | clues in short blocks: dates, authors, reply buttons |
//! | `lines`, `dates`, `phrases` | what a short text says by itself, in many languages |
//! | `names` | names without dates below a heading |
//! | `units` | elements with text and such clues, and their groups |
//! | `runs` | units of several siblings each |
//! | `score` | whether a group is comments, with its `weights` |
//! | `items` | text beside the units of such groups |
//! | `notes` | comments on single posts, by their place |
//! | `rating` | stars and points |
//! | `byline` | author and date of a unit |
//! | `signs` | the clues of all blocks, for other repeated parts |
//! | `training` | what the weights are learned from |
//!
//! The posts of a thread are such units, too, and reviews of a product; [`crate::judge::mask`] distinguishes threads,
//! products and articles, and [`Comments::on`] then says which units are comments.

mod byline;
mod clues;
mod dates;
mod items;
pub(crate) mod lines;
#[cfg(test)]
mod markup_tests;
mod names;
mod nesting;
mod notes;
pub(crate) mod phrases;
#[cfg(test)]
mod printed_tests;
pub(crate) mod rating;
mod runs;
pub mod score;
mod signs;
#[cfg(test)]
mod tests;
#[cfg(feature = "unstable")]
mod training;
mod units;
mod weights;

use crate::base::arena::{Bump, Vec};
use crate::judge::containers::Containers;
use crate::read::class_words::GroupCache;
use crate::read::html::{NONE, Node};
use crate::read::page::{Block, Page};
use clues::{Clue, ClueReader};
pub(crate) use nesting::nest;
use score::{PageSums, TextBefore, Weights};
pub(crate) use signs::Signs;
#[cfg(feature = "unstable")]
pub use training::groups_of;
use units::{Candidates, UnitCandidate};
pub use weights::WEIGHTS;

/// What a block is in a comment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// It is in no comment.
    #[default]
    Outside = 0,
    /// The text of the comment.
    Text = 1,
    /// The author, the date, or both.
    Byline = 2,
    /// Buttons and links to reply, to vote, to share.
    Control = 3,
}

/// One comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Bytes of the UTF-8 view, from its first block to its last, without answers.
    pub source: (u32, u32),
    /// The text range of the author; empty if unknown.
    pub author: (u32, u32),
    /// The text range of the date; empty if unknown.
    pub date: (u32, u32),
    /// The index of the comment that it answers.
    pub parent: Option<u32>,
    /// The range of its block indices, which may include blocks of answers.
    pub blocks: (u32, u32),
    /// The element that holds it.
    pub node: u32,
    /// What it may be.
    role: UnitRole,
}

impl Unit {
    /// A unit that a rule names, which is a comment on every page.
    pub(crate) fn named(node: u32) -> Unit {
        let role =
            UnitRole { is_comment: true, is_review: false, is_named_review: false, is_note: true, is_rated: false };
        Unit::new(node, role)
    }

    /// Whether it is one of several with stars or points, and a date.
    pub(crate) fn is_rated(&self) -> bool {
        self.role.is_rated
    }

    /// Whether it is a comment on a post.
    pub(crate) fn is_note(&self) -> bool {
        self.role.is_note
    }

    /// A unit without blocks.
    fn new(node: u32, role: UnitRole) -> Unit {
        let (source, blocks) = ((u32::MAX, 0), (u32::MAX, 0));
        Unit { source, blocks, author: (0, 0), date: (0, 0), parent: None, node, role }
    }
}

/// What the units of a group may be; which of it they are depends on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct UnitRole {
    /// Comments on an article, or posts of a thread.
    is_comment: bool,
    /// Reviews of a product.
    is_review: bool,
    /// Reviews if the page is of a product: several units of that name, or with stars.
    is_named_review: bool,
    /// Comments between longer texts, such as on the answers of a thread.
    is_note: bool,
    /// Whether each has stars or points, and a date.
    is_rated: bool,
}

/// What is on a page besides comments, which decides what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// An article: what readers wrote below it are comments.
    Article,
    /// A product: so are the reviews of customers, as their names say.
    Product,
    /// Things that an organization offers: reviews, such as testimonials, are its text.
    Offers,
    /// Other posts: only the comments on single posts are comments.
    Thread,
}

/// The comments of a page. From [`find`] they include reviews, and the posts of a thread; [`Comments::on`] leaves those
/// out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Comments<'a> {
    /// In the order of the page.
    pub units: &'a [Unit],
    /// For each block its part, and one plus the index of its unit; empty if there is no comment.
    pub parts: &'a [(Part, u32)],
    /// Whether class names call most of them comments, and a heading does, too, or they follow an `article`.
    pub is_announced: bool,
    /// Whether class names alone call most of them comments, and what is before them is longer than each, and no topic.
    pub is_named: bool,
    /// Tokens of the units that are comments or posts.
    pub tokens: u32,
    /// Tokens of text before them, without links, bylines and headings.
    pub tokens_before: u32,
    /// Whether such text is before them that does not stand beside the main text.
    pub follows_text: bool,
    /// Whether names call most of that text a question, or the topic of a thread.
    pub is_on_topic: bool,
    /// Whether a short text before them begins as they do, with a name and an age: it opens a thread.
    pub is_opened_alike: bool,
    /// All units that were found: what dates belong to.
    pub found: &'a [Unit],
    /// Whether the units found are the posts of a thread.
    pub is_thread: bool,
}

impl<'a> Comments<'a> {
    /// The units that are comments on a page of this kind.
    pub fn on(mut self, arena: &'a Bump, around: Around) -> Comments<'a> {
        self.is_thread = around == Around::Thread;
        let is_comment = |UnitRole { is_comment, is_review, is_named_review, is_note, .. }: UnitRole| match around {
            Around::Article => is_comment || is_review || is_note,
            Around::Product => is_comment || is_review || is_named_review,
            Around::Offers => is_comment || is_note,
            Around::Thread => is_note,
        };
        let count = self.units.iter().filter(|unit| is_comment(unit.role)).count();
        if count == self.units.len() {
            return self;
        }
        if count == 0 {
            return Comments { units: &[], parts: &[], ..self };
        }
        // For each unit one plus its index among those that stay; 0 for others.
        let numbers = arena.alloc_slice_fill_copy(self.units.len(), 0u32);
        let mut units: Vec<'a, Unit> = Vec::with_capacity_in(count, arena);
        for (number, unit) in numbers.iter_mut().zip(self.units).filter(|(_, unit)| is_comment(unit.role)) {
            units.push(*unit);
            *number = units.len() as u32;
        }
        for unit in &mut units {
            unit.parent = unit.parent.and_then(|parent| numbers[parent as usize].checked_sub(1));
        }
        let parts = arena.alloc_slice_fill_iter(self.parts.iter().map(|&(part, unit)| {
            let number = unit.checked_sub(1).map_or(0, |unit| numbers[unit as usize]);
            if number == 0 { (Part::Outside, 0) } else { (part, number) }
        }));
        Comments { units: units.into_bump_slice(), parts, ..self }
    }

    /// The first unit that is named a review, or has stars.
    pub fn first_review(&self) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.role.is_named_review || unit.role.is_review)
    }

    /// Whether most of the comments are reviews of customers.
    pub fn are_reviews(&self) -> bool {
        2 * self.units.iter().filter(|unit| unit.role.is_review).count() > self.units.len()
    }

    /// The first block of the first comment; 0 without comments.
    pub fn first_block(&self) -> usize {
        self.units.iter().map(|unit| unit.blocks.0 as usize).min().unwrap_or(0)
    }

    /// What a block is in a comment.
    #[inline]
    pub fn part(&self, block: usize) -> Part {
        self.parts.get(block).map_or(Part::Outside, |&(part, _)| part)
    }

    /// The index of the comment that a block belongs to.
    pub fn unit_of(&self, block: usize) -> Option<u32> {
        self.parts.get(block)?.1.checked_sub(1)
    }
}

/// The text before comments is an article if it has so many times the tokens of one of them.
const LONGER: u64 = 2;

/// The text that opens a thread of comments has at most so many times the tokens of one of them.
const MOST_OF_OPENING: u64 = 3;

/// Whether most of the units are dated by their age.
fn has_ages(page: &Page<'_>, units: &[Unit]) -> bool {
    let text_of = |(start, end): (u32, u32)| page.text.get(start as usize..end as usize).unwrap_or_default();
    2 * units.iter().filter(|unit| lines::has_age(text_of(unit.date))).count() > units.len()
}

/// Whether the last date before a block is an age with a name beside it.
fn opens_with_age(page: &Page<'_>, clues: &[Clue], first: usize) -> bool {
    let date = clues[..first].iter().rposition(|&clue| clue == Clue::Date).map(|date| &page.blocks[date]);
    date.is_some_and(|date| lines::has_age(page.text_of(date)) && byline::has_name(page, date))
}

/// Bytes of scratch memory that [`find`] needs.
pub(crate) fn scratch_capacity(page: &Page<'_>, containers: &Containers<'_>) -> usize {
    let blocks = page.blocks.len();
    containers.len()
        + blocks * (size_of::<Clue>() + 2 * size_of::<u32>())
        + units::capacity(blocks, containers.len())
        + items::capacity(blocks, containers.len())
        + (4 << 10)
}

/// Finds the comments of a page, or the posts if it is a thread. Takes linear time.
pub fn find<'a>(
    arena: &'a Bump,
    scratch: &Bump,
    page: &Page<'_>,
    containers: &Containers<'_>,
    groups: &mut GroupCache<'_>,
    weights: &Weights,
) -> Comments<'a> {
    let Some(found) = candidates(scratch, page, containers, groups) else { return Comments::default() };
    let sums = PageSums::of(scratch, page, containers, &found);
    // Tokens of the groups that are comments, of those that are announced or named, too, and of all that are named.
    let (mut accepted, mut announced, mut accepted_by_name, mut named) = (0u64, 0u64, 0u64, 0u64);
    let roles = scratch.alloc_slice_fill_iter((0..found.groups.len()).map(|group| {
        let features = sums.features(page, containers, &found, group);
        let role = sums.role(page, containers, &found, group, &features, weights);
        let text = u64::from(found.groups[group].text);
        accepted += if role.is_comment { text } else { 0 };
        announced += if role.is_comment && score::is_announced(&features) { text } else { 0 };
        let is_named = score::is_named_itself(page, containers, &found, group, &features);
        named += if is_named { text } else { 0 };
        accepted_by_name += if is_named && role.is_comment { text } else { 0 };
        role
    }));
    // Where most of the text is named comment, the posts themselves are, and answers to them are no notes.
    if 2 * named > u64::from(sums.text()) {
        roles.iter_mut().for_each(|role| role.is_note = false);
    }
    if roles.iter().all(|&role| role == UnitRole::default()) {
        return Comments::default();
    }
    let is_accepted = |unit: &UnitCandidate| roles[unit.group as usize] != UnitRole::default();
    // Beside a comment on a post is the post.
    let lists = |unit: &UnitCandidate| is_accepted(unit) && !roles[unit.group as usize].is_note;
    let assignment = items::assign(scratch, page, containers, &found, is_accepted, lists);
    let role_of = |comment: u32| match found.units.get(comment as usize) {
        Some(unit) => roles[unit.group as usize],
        None => UnitRole { is_comment: true, ..UnitRole::default() },
    };
    // For each comment of the assignment one plus its unit, `WAITING` as long as it has none; 0 for comments without text,
    // such as the byline of one that is all a link.
    const WAITING: u32 = u32::MAX;
    let numbers = scratch.alloc_slice_fill_copy(assignment.containers.len(), 0u32);
    for &(part, comment) in assignment.parts {
        if let Some(comment) = comment.checked_sub(1).filter(|_| part == Part::Text) {
            numbers[comment as usize] = WAITING;
        }
    }
    let mut units: Vec<'a, Unit> = Vec::with_capacity_in(assignment.containers.len(), arena);
    let parts = arena.alloc_slice_fill_iter(assignment.parts.iter().map(|&(part, comment)| {
        let Some(comment) = comment.checked_sub(1) else { return (Part::Outside, 0) };
        let number = &mut numbers[comment as usize];
        if *number == 0 {
            return (Part::Outside, 0);
        }
        if *number == WAITING {
            let node = containers.list[assignment.containers[comment as usize] as usize].node;
            units.push(Unit::new(node, role_of(comment)));
            *number = units.len() as u32;
        }
        (part, *number)
    }));
    let (mut tokens, mut first) = (0, page.blocks.len());
    for (i, &(part, number)) in parts.iter().enumerate() {
        if let Some(unit) = number.checked_sub(1).and_then(|at| units.get_mut(at as usize)) {
            let block = &page.blocks[i];
            unit.source = (unit.source.0.min(block.source.0), unit.source.1.max(block.source.1));
            unit.blocks = (unit.blocks.0.min(i as u32), i as u32 + 1);
            byline::read(page, block, found.clues[i], unit);
            if unit.role.is_comment || unit.role.is_review {
                first = first.min(i);
                tokens += if part == Part::Text { block.tokens } else { 0 };
            }
        }
    }
    byline::read_linked_names(scratch, page, parts, &mut units);
    set_parents(scratch, page.tree.nodes, &mut units);
    let units = units.into_bump_slice();
    let before = TextBefore::of(scratch, page, containers, &found, first);
    // A post that opens a thread is about as long as the others.
    let is_longer = u64::from(before.tokens) * units.len() as u64 >= LONGER * accepted;
    let is_opened_alike = u64::from(before.tokens) * units.len() as u64 <= MOST_OF_OPENING * accepted
        && opens_with_age(page, found.clues, first)
        && has_ages(page, units);
    let of_announced = if before.is_in_article() { announced.max(accepted_by_name) } else { announced };
    Comments {
        units,
        parts,
        is_announced: 2 * of_announced > accepted,
        is_named: 2 * accepted_by_name > accepted && is_longer && !before.is_on_topic(),
        tokens,
        tokens_before: before.tokens,
        follows_text: before.main > 0,
        is_on_topic: before.is_on_topic(),
        is_opened_alike,
        found: units,
        is_thread: false,
    }
}

fn set_parents(scratch: &Bump, nodes: &[Node], units: &mut [Unit]) {
    let parents = nest(scratch, units.len(), |above, unit| {
        let (above, unit) = (units[above as usize].node, units[unit as usize].node);
        let is_around = above < unit && unit < nodes[above as usize].subtree_end;
        is_around || nodes[above as usize].depth < nodes[unit as usize].depth
    });
    for (unit, &parent) in units.iter_mut().zip(parents) {
        unit.parent = parent;
    }
}

fn part_of(clue: Clue) -> Part {
    match clue {
        Clue::Date | Clue::Author => Part::Byline,
        Clue::Reply | Clue::Control => Part::Control,
        Clue::None | Clue::Text | Clue::Letter | Clue::Signed | Clue::Heading | Clue::Announcement => Part::Text,
    }
}

fn candidates<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    containers: &Containers<'_>,
    groups: &mut GroupCache<'_>,
) -> Option<Candidates<'s>> {
    let mut reader = ClueReader::new(scratch, page, containers, groups);
    if !reader.speaks_of_comments() {
        return None;
    }
    let clues = scratch.alloc_slice_fill_iter(page.blocks.iter().map(|block| reader.clue(block)));
    let items = units::named_items(scratch, page, containers);
    let is_in_item =
        |block: &Block| items.get(containers.index(block.container) as usize).is_some_and(|&item| item != NONE);
    names::read(page, clues, is_in_item);
    units::candidates(scratch, page, containers, clues, items)
}
