//! Units: elements with text and an author or a date, runs of siblings where these alternate ([`super::runs`]), and
//! elements in a row that are named comments. Units of one kind form a group.

use super::byline;
use super::clues::Clue;
use super::lines;
use super::runs;
use crate::base::arena::{Bump, Vec};
use crate::base::hash::{hash_bytes, mix};
use crate::base::intern::Interner;
use crate::judge::containers::{Container, Containers};
use crate::read::class_words;
use crate::read::html::attributes::Name;
use crate::read::html::{NONE, Node, Tag, Tree};
use crate::read::page::unicode::is_letter;
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
    /// Whether author or date are a line of a block of text.
    pub is_letter: bool,
    /// Whether author or date begin as "Posted by" does.
    pub is_posted: bool,
    /// Whether it has a link of several words or in a heading, such as the title of another page.
    pub is_titled: bool,
    /// Whether its date is to the minute.
    pub is_stamped: bool,
    /// Whether that is a time of the day, not an age.
    pub is_timed: bool,
    /// One past the block of its byline; 0 if it has none.
    pub byline: u32,
    /// One past its last block.
    pub end: u32,
    /// One past its first block.
    pub opening: u32,
    /// Whether it is a run of siblings.
    pub is_run: bool,
    /// Whether it is one element, and neither that nor its parent has a class.
    pub is_unnamed: bool,
    /// How many more comments are in its blocks of text, which line breaks divide.
    pub more: u32,
    /// The meanings of the names of these siblings, or of the parts of an element that have its author or date.
    pub words: u32,
}

/// Units of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UnitGroup {
    /// The first unit, and the last.
    pub first: u32,
    pub last: u32,
    pub count: u32,
    /// The number of units with dates, authors, reply buttons, headings.
    pub dated: u32,
    pub signed: u32,
    /// The number of units with names beside their dates.
    pub bylines: u32,
    pub answerable: u32,
    pub headed: u32,
    /// The number of units whose author or date is a line of a block of text, and of runs of siblings.
    pub letters: u32,
    pub runs: u32,
    /// The number of units with a line such as "Posted by Ann".
    pub posted: u32,
    /// The number of units with titles of other pages, with dates to the minute, and with times of the day.
    pub titled: u32,
    pub stamped: u32,
    pub timed: u32,
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
    #[inline]
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
    blocks * size_of::<u32>()
        + containers * (4 * size_of::<u32>() + 1)
        + runs::capacity(blocks)
        + 2 * Interner::capacity_bytes(KINDS)
}

/// Finds the candidates; `items` are the [`named_items`]. `None` if no block is a date or an author, and no elements in a row are named comments.
pub(super) fn candidates<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    containers: &Containers<'_>,
    clues: &'s [Clue],
    items: &'s [u32],
) -> Option<Candidates<'s>> {
    let replies = first_reply(clues);
    if items.is_empty() && replies == clues.len() && !clues.iter().any(|clue| clue.is_anchor()) {
        return None;
    }
    let around = containers_with_anchors(scratch, page, containers, clues, replies);
    // For each container one plus its unit; 0 for none.
    let number = scratch.alloc_slice_fill_copy(containers.len(), 0u32);
    let mut units: Vec<'s, UnitCandidate> = Vec::new_in(scratch);
    let texts = || page.blocks.iter().enumerate().filter(|&(i, _)| clues[i].is_text());
    let container_of = |block: &Block| containers.index(block.container) as usize;
    for (i, block) in texts() {
        let unit = around[container_of(block)];
        // The date may be that of the next comment.
        let is_byline = || {
            let is_in_unit = |below: &&Block| {
                page.tree.subtree(containers.list[unit as usize].node).contains(&(below.container as usize))
            };
            let below = page.blocks.get(i + 1).filter(|_| unit != NONE).filter(is_in_unit);
            below.is_some() && is_name_above_date(page, clues, i)
        };
        if !is_byline() {
            add_unit(page, containers, unit, number, &mut units);
        }
    }
    let with_items = if items.is_empty() { &mut [] } else { scratch.alloc_slice_copy(number) };
    spread(containers, number);
    let unit_of_block = scratch.alloc_slice_fill_iter(page.blocks.iter().map(|block| number[container_of(block)]));
    let found = runs::find(scratch, page, clues, unit_of_block, units.len());
    // What is in no run belongs to the item around it, if that is inside the unit.
    for (_, block) in texts().filter(|_| !items.is_empty()) {
        let (item, around) = (items[container_of(block)], around[container_of(block)]);
        if item != NONE && (around == NONE || item > around) {
            add_unit(page, containers, item, with_items, &mut units);
        }
    }
    let number = if items.is_empty() {
        number
    } else {
        spread(containers, with_items);
        with_items
    };
    let first_run = units.len() as u32;
    for run in found.list {
        let UnitCandidate { container, kind, .. } = units[run.unit as usize];
        units.push(UnitCandidate { container, kind: mix(kind, run.shape), is_run: true, ..UnitCandidate::default() });
    }
    let is_announced = clues.contains(&Clue::Announcement);
    for (i, (block, &clue)) in page.blocks.iter().zip(clues).enumerate() {
        let container = container_of(block);
        let run = found.of_block.get(i).copied().unwrap_or(0);
        unit_of_block[i] = if run > 0 { first_run + run } else { number[container] };
        if let Some(at) = unit_of_block[i].checked_sub(1) {
            let unit = &mut units[at as usize];
            let is_byline = matches!(clue, Clue::Author | Clue::Date);
            unit.words |= if unit.is_run || is_byline { containers.list[container].words } else { 0 };
            if unit.opening == 0 {
                unit.opening = i as u32 + 1;
            }
            unit.end = i as u32 + 1;
            add(unit, clue, page, block);
            if unit.byline == 0 && byline::may_open(page, block, clue) {
                unit.byline = i as u32 + 1;
            }
            // A name right above its date, or one that opens the comment, may be a heading.
            if clue == Clue::Date && !unit.has_byline {
                let is_name_of_unit = |above: usize| unit_of_block[above] == at + 1 && is_name(page, clues, above);
                let opening = unit.opening.checked_sub(1).filter(|_| is_announced).map(|opening| opening as usize);
                // Points may stand between a name and a date.
                let is_points = |at: usize| clues[at] == Clue::Text && is_points(&page.blocks[at]);
                let above = i.checked_sub(1).and_then(|at| if is_points(at) { at.checked_sub(1) } else { Some(at) });
                let name = above
                    .filter(|&above| is_name_of_unit(above))
                    .or(opening.filter(|&opening| is_name(page, clues, opening)));
                if let Some(name) = name {
                    (unit.has_byline, unit.byline) = (true, name as u32 + 1);
                }
            }
        }
    }
    divide_unnamed(page, clues, &mut units);
    let groups = group(scratch, &mut units);
    Some(Candidates { clues, units: units.into_bump_slice(), groups, unit_of_block })
}

/// The first word of a name beside the text and the date of a unit: that of its last line below its text, or of the line
/// right above it.
pub(super) fn name_beside<'p>(page: &'p Page<'_>, clues: &[Clue], unit: &UnitCandidate) -> Option<&'p str> {
    let first_word = |at: usize| page.text_of(&page.blocks[at]).split(' ').next();
    let [first, last] = [unit.opening, unit.end].map(|end| (end as usize).checked_sub(1));
    let (first, last) = (first?, last?);
    let is_below = last > 0 && clues[last - 1].is_text() && is_name(page, clues, last);
    if is_below {
        return first_word(last);
    }
    if let Some(name) = byline::closing_name_of(page, &page.blocks[last]) {
        return name.split(' ').next();
    }
    first.checked_sub(1).filter(|&above| is_name(page, clues, above)).and_then(first_word)
}

/// The maximum number of bytes of a letter.
const MOST_OF_INITIAL: usize = 4;
/// The maximum number of tokens of points, such as "3 likes".
const MOST_OF_POINTS: u32 = 3;

/// Whether a block is a name, and the date is right below it, or its first letter, which stands for a picture: the text of
/// the comment makes the unit.
pub(super) fn is_name_above_date(page: &Page<'_>, clues: &[Clue], at: usize) -> bool {
    let block = &page.blocks[at];
    let text = page.text_of(block);
    if is_initial(page, block) {
        return true;
    }
    let is_date = |at: usize| matches!(clues.get(at), Some(Clue::Date | Clue::Letter));
    // Most texts stand above others.
    let is_above_date = || is_date(at + 1) || clues.get(at + 1) == Some(&Clue::Text) && is_date(at + 2);
    // Points may stand between a name and a date.
    let is_number = |at: usize| clues.get(at) == Some(&Clue::Text) && is_points(&page.blocks[at]);
    if block.tokens > lines::NAME_TOKENS || !is_above_date() || byline::is_sentence_without_initial(text) {
        return false;
    }
    if is_date(at + 1) {
        is_name(page, clues, at) || is_number(at) && at > 0 && is_name(page, clues, at - 1)
    } else {
        is_number(at + 1) && is_date(at + 2) && is_name(page, clues, at)
    }
}

/// Whether a block is the first letter of a name, which stands for a picture.
pub(super) fn is_initial(page: &Page<'_>, block: &Block) -> bool {
    if block.tokens != 1 || (block.text.1 - block.text.0) as usize > MOST_OF_INITIAL {
        return false;
    }
    let text = page.text_of(block);
    text.chars().nth(1).is_none() && text.starts_with(is_letter)
}

/// Whether a block may be points, such as "3 likes".
pub(super) fn is_points(block: &Block) -> bool {
    block.digits > 0 && block.tokens <= MOST_OF_POINTS
}

/// Whether a short block is all a name.
fn is_name(page: &Page<'_>, clues: &[Clue], at: usize) -> bool {
    let block = &page.blocks[at];
    let may_be = matches!(clues[at], Clue::Author | Clue::Heading | Clue::Text | Clue::Control);
    let may_be = may_be && block.tokens <= lines::NAME_TOKENS;
    may_be && lines::is_name(page.text_of(block))
}

/// Adds a unit for a container, unless that is [`NONE`] or has one.
fn add_unit(
    page: &Page<'_>,
    containers: &Containers<'_>,
    container: u32,
    number: &mut [u32],
    units: &mut Vec<'_, UnitCandidate>,
) {
    if container != NONE && number[container as usize] == 0 {
        let (kind, is_unnamed) = kind_and_names(&page.tree, containers.list[container as usize].node);
        units.push(UnitCandidate { container, kind, is_unnamed, ..UnitCandidate::default() });
        number[container as usize] = units.len() as u32;
    }
}

/// For each container the nearest enclosing one, or itself, that is named comment, or an item of a list of that name, as is
/// a sibling of its kind; [`NONE`] for none. Empty if there are none.
pub(super) fn named_items<'s>(scratch: &'s Bump, page: &Page<'_>, containers: &Containers<'_>) -> &'s [u32] {
    if containers.words & COMMENT == 0 {
        return &[];
    }
    let has_name = |at: &Container| at.words & COMMENT != 0;
    let is_in_named_list = |at: &Container| {
        let list = &containers.list[at.parent as usize];
        at.tag(&page.tree) == Tag::LI && matches!(list.tag(&page.tree), Tag::UL | Tag::OL) && has_name(list)
    };
    let is_named =
        |at: &Container| (has_name(at) || is_in_named_list(at)) && !matches!(at.tag(&page.tree), Tag::FORM | Tag::BODY);
    let key = |at: &Container| mix(kind_of(&page.tree, at.node), u64::from(at.parent));
    let mut kinds = Interner::new(scratch, KINDS);
    // For each named container its index and its kind; the number of each kind.
    let (mut named, mut counts) = (Vec::new_in(scratch), Vec::new_in(scratch));
    for (i, container) in containers.list.iter().enumerate().filter(|(_, at)| is_named(at)) {
        let kind = kinds.intern(key(container)) as usize;
        if kind > counts.len() {
            counts.push(0u32);
        }
        counts[kind - 1] += 1;
        named.push((i as u32, kind as u32 - 1));
    }
    if counts.iter().all(|&count| count < 2) {
        return &[];
    }
    let items = scratch.alloc_slice_fill_copy(containers.len(), NONE);
    let mut named = named.iter().peekable();
    for (i, container) in containers.list.iter().enumerate() {
        // The parts of an item are not items.
        let above = items[container.parent as usize];
        let is_part = above != NONE && above == container.parent;
        let has_siblings =
            named.next_if(|&&(at, _)| at == i as u32).is_some_and(|&(_, kind)| counts[kind as usize] >= 2);
        items[i] = if !is_part && has_siblings { i as u32 } else { above };
    }
    items
}

const COMMENT: u32 = class_words::group("comment");

/// So many buttons to reply show comments that have neither dates nor authors.
const LEAST_REPLIES: usize = 3;

/// The first button to reply that stands for the dates and authors of comments: below a heading that announces these, where
/// several such buttons follow and no date does. The number of blocks if there is none.
fn first_reply(clues: &[Clue]) -> usize {
    let Some(heading) = clues.iter().position(|&clue| clue == Clue::Announcement) else { return clues.len() };
    let below = &clues[heading..];
    let is_reply = |&clue: &Clue| clue == Clue::Reply;
    let has_others = below.iter().any(|clue| clue.is_anchor());
    if has_others || below.iter().filter(|&clue| is_reply(clue)).count() < LEAST_REPLIES {
        return clues.len();
    }
    below.iter().position(is_reply).map_or(clues.len(), |at| heading + at)
}

/// For each container the nearest enclosing one, or itself, with a date, an author, or a button to reply from the block
/// `replies` on; [`NONE`] for none.
fn containers_with_anchors<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    containers: &Containers<'_>,
    clues: &[Clue],
    replies: usize,
) -> &'s [u32] {
    let around = scratch.alloc_slice_fill_copy(containers.len(), NONE);
    for (i, (block, &clue)) in page.blocks.iter().zip(clues).enumerate() {
        if clue.is_anchor() || i >= replies && clue == Clue::Reply {
            let at = containers.index(block.container);
            around[at as usize] = at;
        }
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

/// The title of another page has at least so many tokens.
const LEAST_TITLE: u32 = 4;

fn add(unit: &mut UnitCandidate, clue: Clue, page: &Page<'_>, block: &Block) {
    if clue.is_text() {
        unit.text += block.tokens;
        unit.linked += block.linked_tokens;
    }
    match clue {
        Clue::Date => {
            unit.is_dated = true;
            unit.is_titled = unit.is_titled || block.heading > 0 && block.linked_tokens > 0;
            unit.is_stamped = unit.is_stamped || lines::is_stamp(page.text_of(block));
            unit.is_timed = unit.is_timed || lines::has_odd_time(page.text_of(block));
            unit.is_posted = unit.is_posted || lines::is_posted_by(page.text_of(block));
            unit.has_byline = unit.has_byline || byline::has_name(page, block);
        }
        Clue::Letter => {
            (unit.is_letter, unit.is_dated) = (true, true);
            unit.more += byline::bylines_in(page, block).saturating_sub(1);
            let line = byline::line_of_letter(page, block);
            unit.is_stamped = unit.is_stamped || line.is_some_and(lines::is_stamp);
            unit.is_timed = unit.is_timed || line.is_some_and(lines::has_odd_time);
            unit.is_posted = unit.is_posted || line.is_some_and(lines::is_posted_by);
            unit.is_signed = unit.is_signed || byline::signs(page, block);
        }
        Clue::Signed | Clue::Author => unit.is_signed = true,
        Clue::Reply => unit.is_answerable = true,
        Clue::Heading => {
            unit.is_headed = true;
            unit.is_titled = unit.is_titled || block.linked_tokens > 0;
        }
        Clue::Control => unit.is_titled = unit.is_titled || block.linked_tokens >= LEAST_TITLE,
        Clue::Text | Clue::None | Clue::Announcement => {}
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
        group.last = i as u32;
        let own = 1 + unit.more;
        group.count += own;
        group.dated += own * u32::from(unit.is_dated);
        group.signed += own * u32::from(unit.is_signed);
        group.bylines += u32::from(unit.has_byline);
        group.answerable += u32::from(unit.is_answerable);
        group.headed += u32::from(unit.is_headed);
        group.letters += own * u32::from(unit.is_letter);
        group.runs += u32::from(unit.is_run);
        group.posted += u32::from(unit.is_posted);
        group.titled += u32::from(unit.is_titled);
        group.stamped += u32::from(unit.is_stamped);
        group.timed += u32::from(unit.is_timed);
        group.text += unit.text;
        group.linked += unit.linked;
    }
    groups
}

/// A hash of the tag of an element, the first word of its class and the first word of its parent's class, or its parent's
/// tag if neither has a class.
pub(super) fn kind_of(tree: &Tree<'_>, node: u32) -> u64 {
    kind_and_names(tree, node).0
}

/// Such a hash, and whether neither has a class.
fn kind_and_names(tree: &Tree<'_>, node: u32) -> (u64, bool) {
    let node = &tree.nodes[node as usize];
    let parent = tree.nodes.get(node.parent as usize);
    let (own, above) = (first_word(tree, node), parent.and_then(|above| first_word(tree, above)));
    let (names, is_unnamed) = match (own, above) {
        (None, None) => (parent.map_or(0, |parent| u64::from(parent.tag.0)), true),
        _ => (mix(own.unwrap_or(0), above.unwrap_or(0)), false),
    };
    (mix(names, u64::from(node.tag.0)), is_unnamed)
}

/// Divides kinds that tags alone tell. An element without author and date is around others, and is none of them. What
/// stands above the heading that announces comments is an article.
fn divide_unnamed(page: &Page<'_>, clues: &[Clue], units: &mut [UnitCandidate]) {
    let is_heading = |(block, &clue): (&Block, &Clue)| block.heading > 0 && clue == Clue::Announcement;
    let heading = page.blocks.iter().zip(clues).position(is_heading).unwrap_or(clues.len());
    for unit in units.iter_mut().filter(|unit| unit.is_unnamed) {
        let is_anchored = unit.is_dated || unit.is_signed || unit.is_answerable;
        let is_below = unit.opening as usize > heading;
        unit.kind = mix(unit.kind, u64::from(is_anchored) | u64::from(is_below) << 1);
    }
}

/// The first word of a class up to the first digit.
fn first_word(tree: &Tree<'_>, node: &Node) -> Option<u64> {
    let class = tree.raw_value(tree.attribute(node, Name::CLASS)?);
    let class = class[..class.len().min(256)].trim_ascii_start();
    let end = class.iter().position(|byte| byte.is_ascii_whitespace() || byte.is_ascii_digit()).unwrap_or(class.len());
    (end > 0).then(|| hash_bytes(5, &class[..end]))
}
