//! Units: a table, a list or preformatted text is content as a whole if the text around it is.
//!
//! The model judges each block alone, and the cells of a table or the items of a list are short, as those of a menu are.
//! What tells them apart is where they stand. A unit becomes content if nearly all other text of the element around it
//! is content and it touches content there, or if most of its own text is content; unless a name, a role or its share of
//! links says that it is something else.

mod rows;
mod runs;
#[cfg(test)]
mod tests;

use self::rows::Rows;
pub(super) use self::runs::{complete as complete_runs, is_in_surroundings};
use super::features::Features;
use super::{BlockLabel, PageKind, roles};
use crate::base::arena::{Bump, Vec};
use crate::judge::containers::{Container, Containers};
use crate::read::class_words::{group, groups_in};
use crate::read::html::attributes::Name;
use crate::read::html::scan::{contains_name, same_name};
use crate::read::html::{Attribute, Tag, Tree};
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The maximum number of tokens of a unit for each token of content around it.
const MOST_FOR_EACH: u64 = 2;
/// The minimum number of tokens of the content around a unit.
const LEAST_AROUND: u64 = 40;
/// The description of a product is shorter, and buttons stand after it.
const LEAST_AROUND_IN_PRODUCT: u64 = 25;
/// Where most of the prose of the page is, less suffices.
const LEAST_AROUND_IN_PROSE: u64 = 12;
/// On a short page, in the part with the headline.
const LEAST_AROUND_IN_OWN: u64 = 4;
/// There a page of one post may look like a thread. With more units it is one.
const MOST_IN_THREAD: usize = 2;
/// There prices and buttons of at most so many tokens may stand between a unit and the text of the same element.
const MOST_BETWEEN: u32 = 4;
/// The maximum number of blocks of lists in one element with lines that name them, and the minimum number of these lines.
const MOST_OF_GROUP: usize = 64;
const LEAST_NAMES: usize = 2;
/// The maximum number of tokens of a line that names the list below it.
const MOST_OF_LABEL: u32 = 8;
/// At most this share of the text around a unit is template, in percent.
const MOST_TEMPLATE: u64 = 20;
const MOST_TEMPLATE_IN_OWN: u64 = 35;
/// At most these shares of a unit are in links, in percent. Links are normal in a table of data, and make a list a menu
/// unless they are parts of its items.
const MOST_LINKED: u64 = 30;
const MOST_LINKED_ITEMS: u64 = 10;
const MOST_LINKED_CELLS: u64 = 80;
/// The minimum number of linked headings in a table that make it one for layout.
const LEAST_TITLES: usize = 3;
/// The minimum number of tokens beside the link of an item that describe it.
const LEAST_BESIDE: u32 = 2;
/// With at least this share of content of its own, in percent, a unit needs no content around it.
const LEAST_OWN: u64 = 60;
/// How many headings, captions, hidden blocks and blocks of what surrounds content may stand between a unit and the block
/// that it touches.
const REACH: usize = 8;
/// How many children of a table are looked at in search of its head, such as groups of columns before it.
const MOST_BEFORE_HEAD: usize = 4;
/// How many elements around an item of a list are looked at in search of one beside another list.
const MOST_LEVELS_OF_TWIN: usize = 4;
/// How many elements without other text may be wrapped around a unit.
const MOST_WRAPPERS: usize = 10;

/// Pages with more blocks are left to the model: they are mostly lists and tables themselves, and the tables of this module
/// would take a tenth of the memory of a page of cells.
const MAX_BLOCKS: usize = 1 << 12;

/// Meanings of class and id words of what surrounds content.
const SURROUNDING: u32 = roles::NAVIGATION
    | roles::LEGAL
    | roles::ASIDE
    | group("header")
    | group("comment")
    | group("author")
    | group("meta")
    | group("form")
    | group("user")
    | group("media")
    | group("hidden");

/// What is known about a container.
#[derive(Clone, Copy, Debug, Default)]
struct Inside {
    /// The first block in its subtree, and one past the last.
    blocks: (u32, u32),
    /// It is a unit or in one.
    in_unit: bool,
    /// It is in something that surrounds content, or in a control.
    is_surrounding: bool,
    /// A form is in its subtree.
    has_form: bool,
    /// The rows among its children; only where [`rows`] looked.
    rows: Rows,
}

impl Inside {
    /// Whether it is a table by another name.
    fn has_only_rows(&self) -> bool {
        self.blocks.0 < self.blocks.1 && self.rows.are_all(self.blocks.1 - self.blocks.0)
    }
}

/// Bytes that [`complete`] allocates.
pub(super) fn capacity(blocks: usize, containers: usize) -> usize {
    if blocks > MAX_BLOCKS {
        return 0;
    }
    containers * (size_of::<Inside>() + size_of::<u32>()) + 2 * (blocks + 1) * size_of::<u32>()
}

/// Makes the units content that stand in content. `own` is the container with the headline of a short page and its text,
/// as [`sides`](super::sides) found it. `may_be_content` says whether a block that the model took for template
/// may become content. Returns whether one did.
pub(super) fn complete(
    scratch: &Bump,
    page: &Page<'_>,
    features: &Features<'_>,
    containers: &Containers<'_>,
    labels: &mut [BlockLabel],
    (kind, own): (PageKind, Option<usize>),
    may_be_content: impl Fn(usize) -> bool,
) -> bool {
    // In a thread the lists and tables between texts are of the authors' profiles and the controls of posts.
    let is_thread = kind == PageKind::Forum;
    if page.blocks.len() > MAX_BLOCKS || is_thread && own.is_none() {
        return false;
    }
    let rows = rows::part(page, features, containers, labels, own);
    let parts = (rows, own);
    let Some((inside, units)) = look_inside(scratch, page, features, containers, parts) else { return false };
    if is_thread && units.len() > MOST_IN_THREAD {
        return false;
    }
    let may_change = |(i, block): (usize, &Block)| {
        let here = &inside[containers.index(block.container) as usize];
        here.in_unit && !here.is_surrounding && labels[i].is_template && may_be_content(i)
    };
    // Where misnested markup moved nodes, a unit may hold blocks of other containers.
    if page.tree.source_order.is_empty() && !page.blocks.iter().enumerate().any(may_change) {
        return false;
    }
    if rows.is_none() {
        count_blocks(page, containers, inside);
    }
    let least = if kind == PageKind::Product { LEAST_AROUND_IN_PRODUCT } else { LEAST_AROUND };
    let text = Text::of(scratch, page, containers, inside, labels);
    let mut has_changed = false;
    let mut last_group = None;
    for &unit in units {
        let group = group_of(page, inside, containers, unit as usize);
        if group.is_some() && group == last_group {
            continue;
        }
        last_group = group.or(last_group);
        let unit = group.unwrap_or(unit as usize);
        let (range, tokens) = (inside[unit].blocks, features.text_in(unit).0);
        // A table of one cell is a frame.
        if range.0 + 1 == range.1 && containers.list[unit].tag(&page.tree) == Tag::TABLE {
            continue;
        }
        // Without links it may be the last of the content, whatever follows.
        let is_last = features.text_in(unit).1 == 0;
        // Rows of more than a name and a value are one only below content.
        let is_listed = kinds(&page.tree, &containers.list[unit]) & kind::UNIT != 0 || inside[unit].rows.are_pairs();
        let by_rows = group.is_none() && !is_listed;
        let is_own = own.is_some_and(|own| contains(inside[own].blocks, range));
        let title = is_own.then(|| title_of(page, inside, containers, unit)).flatten();
        let titled = (title.unwrap_or(range.0), range.1);
        let is_code = containers.list[unit].tag(&page.tree) == Tag::PRE;
        let follows_text = |labels: &[BlockLabel]| {
            let before = range.0.checked_sub(1).map(|at| at as usize);
            before.is_some_and(|at| {
                let text = &containers.list[containers.index(page.blocks[at].container) as usize];
                !labels[at].is_template && page.blocks[at].heading == 0 && text.parent == containers.list[unit].parent
            })
        };
        let is_in_content = |labels: &[BlockLabel], least: u64, most_template: u64| {
            let (around, least, at) = around(containers, features, inside, &text, unit, least);
            let is_beside = is_own && around == inside[wrapped_in(page, containers, inside, unit)].blocks;
            let is_around = |around| text.is_content_around(tokens, (range, around), (least, most_template));
            let may_end = is_last && containers.list[at].tag(&page.tree) != Tag::BODY;
            (is_around(around) || may_end && is_around((text.first_content_in(around).min(range.0), range.1)))
                && touches_content(
                    page,
                    labels,
                    inside,
                    containers,
                    (titled, around),
                    Touch { is_beside: is_beside || is_code, is_last, by_rows },
                )
        };
        let least_in_own = if by_rows { LEAST_AROUND_IN_PROSE } else { LEAST_AROUND_IN_OWN };
        let is_in_own =
            || is_own && (!by_rows || title.is_some()) && is_in_content(labels, least_in_own, MOST_TEMPLATE_IN_OWN);
        let is_content = || {
            let is_most = !is_thread && text.is_content(tokens, range);
            is_most || is_code && follows_text(labels) || is_in_own() || is_in_content(labels, least, MOST_TEMPLATE)
        };
        if has_few_links(page, features, containers, inside, unit) && is_content() {
            let range = with_heading(page, titled);
            for i in (range.0 as usize..range.1 as usize).filter(|&i| may_be_content(i)) {
                let container = containers.index(page.blocks[i].container) as usize;
                let stays_template = labels[i].is_template && inside[container].is_surrounding;
                has_changed |= labels[i].is_template && !stays_template;
                labels[i].is_template = stays_template;
            }
        }
    }
    has_changed
}

/// The element around a unit that holds nothing but units and what names them, headings and lines such as "For the dough:".
fn group_of(page: &Page<'_>, inside: &[Inside], containers: &Containers<'_>, unit: usize) -> Option<usize> {
    let above = containers.list[unit].parent as usize;
    let (own, (first, end)) = (inside[unit].blocks, inside[above].blocks);
    let in_unit = |block: &Block| {
        let here = &inside[containers.index(block.container) as usize];
        here.in_unit && !here.is_surrounding
    };
    let is_name = |block: &Block| is_plain_heading(block) || announces(page, block);
    let blocks = page.blocks.get(first as usize..end as usize)?;
    let may_be = own != (first, end) && above != unit && blocks.len() <= MOST_OF_GROUP;
    let is_group = || {
        let names = blocks.iter().filter(|block| !in_unit(block));
        names.clone().all(is_name) && names.count() >= LEAST_NAMES
    };
    (may_be && is_group()).then_some(above)
}

/// The short line above a list or the rows of a unit that is alone with them in an element: a heading by another name.
fn title_of(page: &Page<'_>, inside: &[Inside], containers: &Containers<'_>, unit: usize) -> Option<u32> {
    let (first, end) = inside[unit].blocks;
    let title = first.checked_sub(1)?;
    let is_alone = inside[containers.list[unit].parent as usize].blocks == (title, end);
    let is_short = page.blocks.get(title as usize).is_some_and(|block| rows::is_cell(block, MOST_BETWEEN));
    let is_list = || {
        matches!(containers.list[unit].tag(&page.tree), Tag::UL | Tag::OL)
            && is_beside_list(page, containers, unit, title as usize..end as usize)
    };
    (is_alone && is_short && (inside[unit].has_only_rows() || is_list())).then_some(title)
}

/// Whether another list stands in an element right beside that of a list with its title, as of pros and cons.
fn is_beside_list(page: &Page<'_>, containers: &Containers<'_>, unit: usize, blocks: Range<usize>) -> bool {
    let own = containers.list[unit].parent;
    let is_twin = |at: u32| {
        let [twin, own] = [&containers.list[at as usize], &containers.list[own as usize]];
        twin.node != own.node && twin.parent == own.parent && twin.tag(&page.tree) == own.tag(&page.tree)
    };
    let is_item = |i: usize| {
        let item = page.blocks.get(i).filter(|block| block.tag == Tag::LI);
        item.is_some_and(|item| {
            containers.ancestors(containers.index(item.container)).take(MOST_LEVELS_OF_TWIN).any(is_twin)
        })
    };
    blocks.start > 0 && is_item(blocks.start - 1) || is_item(blocks.end + 1)
}

/// The blocks of a unit and of the label and the heading above it.
fn with_heading(page: &Page<'_>, (first, end): (u32, u32)) -> (u32, u32) {
    let above = |first: u32, is_part: &dyn Fn(&Block) -> bool| {
        first.checked_sub(1).filter(|&above| is_part(&page.blocks[above as usize])).unwrap_or(first)
    };
    let label = above(first, &|block| announces(page, block));
    (above(label, &is_plain_heading), end)
}

fn is_plain_heading(block: &Block) -> bool {
    block.heading > 1 && block.linked_tokens == 0
}

/// Whether a line names what follows it: "For the dough:".
fn announces(page: &Page<'_>, block: &Block) -> bool {
    block.tokens <= MOST_OF_LABEL
        && block.linked_tokens == 0
        && block.heading == 0
        && page.text_of(block).ends_with([':', '\u{ff1a}'])
}

/// Whether a range of blocks is in another.
fn contains((first, end): (u32, u32), (inner_first, inner_end): (u32, u32)) -> bool {
    first <= inner_first && inner_end <= end
}

/// The blocks of the innermost element around a unit that has enough other text to judge by, how much is enough, and the
/// element.
fn around(
    containers: &Containers<'_>,
    features: &Features<'_>,
    inside: &[Inside],
    text: &Text<'_>,
    unit: usize,
    least: u64,
) -> ((u32, u32), u64, usize) {
    let least_of = |at: usize| if features.is_around_prose(at) { least.min(LEAST_AROUND_IN_PROSE) } else { least };
    let mut at = containers.list[unit].parent as usize;
    for _ in 0..MOST_WRAPPERS {
        if text.is_enough(inside[unit].blocks, inside[at].blocks, least_of(at)) {
            break;
        }
        at = containers.list[at].parent as usize;
    }
    (inside[at].blocks, least_of(at), at)
}

/// The element that a unit stands in: of a table the innermost one that holds more, as a tab holds nothing else.
fn wrapped_in(page: &Page<'_>, containers: &Containers<'_>, inside: &[Inside], unit: usize) -> usize {
    let above = containers.list[unit].parent as usize;
    if !matches!(containers.list[unit].tag(&page.tree), Tag::TABLE | Tag::DL) {
        return above;
    }
    let around = containers.ancestors(above as u32).take(MOST_WRAPPERS).map(|at| at as usize);
    around.into_iter().find(|&at| inside[at].blocks != inside[unit].blocks).unwrap_or(above)
}

/// Describes each container, whose blocks are not yet known, and lists the outermost units; `None` if there are none.
fn look_inside<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    features: &Features<'_>,
    containers: &Containers<'_>,
    (rows, own): (Option<usize>, Option<usize>),
) -> Option<(&'s mut [Inside], &'s [u32])> {
    let tree = &page.tree;
    let mut all = 0;
    for container in containers.list {
        all |= kinds(tree, container);
        if all & kind::UNIT != 0 && all & kind::FORM != 0 {
            break;
        }
    }
    if all & kind::UNIT == 0 && rows.is_none() {
        return None;
    }
    let nothing = Inside { blocks: (u32::MAX, 0), ..Inside::default() };
    let inside = scratch.alloc_slice_fill_copy(containers.len(), nothing);
    if all & kind::FORM != 0 {
        find_forms(tree, containers, inside);
    }
    if let Some(part) = rows {
        count_blocks(page, containers, inside);
        rows::find(page, containers, inside, part);
    }
    let mut units = Vec::new_in(scratch);
    for (i, container) in containers.list.iter().enumerate() {
        let &Inside { is_surrounding: above_is_surrounding, in_unit: above_in_unit, .. } =
            &inside[container.parent as usize];
        if above_is_surrounding {
            (inside[i].is_surrounding, inside[i].in_unit) = (true, above_in_unit);
            continue;
        }
        let kinds = kinds(tree, container);
        let is_around_own = |own: usize| tree.subtree(container.node).contains(&(containers.list[own].node as usize));
        let is_around = || features.is_around_prose(i) || own.is_some_and(is_around_own);
        let is_named = || surrounds(tree, container) && !is_around();
        let is_twin =
            |inside: &[Inside]| units.last().is_some_and(|&unit| is_twin(tree, containers, inside, (unit as usize, i)));
        let is_list = |inside: &[Inside]| kinds & kind::UNIT != 0 || inside[i].has_only_rows() || is_twin(inside);
        let here = &mut inside[i];
        here.is_surrounding = kinds & kind::SURROUNDING != 0 || is_named();
        here.in_unit = above_in_unit;
        let may_be_unit = !(above_in_unit || here.is_surrounding || here.has_form);
        if may_be_unit && is_list(inside) && (is_data(tree, container) || !is_around()) {
            // A figure is one with its caption.
            let above = container.parent as usize;
            let is_figure = containers.list[above].tag(tree) == Tag::FIGURE && !features.is_around_prose(above);
            inside[i].in_unit = true;
            inside[above].in_unit |= is_figure;
            units.push(if is_figure { above as u32 } else { i as u32 });
        }
    }
    (!units.is_empty()).then(|| (inside, units.into_bump_slice()))
}

/// Whether an element holds data even if it holds most of the page: a table with a caption or a head, or terms.
fn is_data(tree: &Tree<'_>, container: &Container) -> bool {
    let has_head = || {
        let first = tree.children(container.node).map(|child| tree.nodes[child as usize].tag);
        first.take(MOST_BEFORE_HEAD).any(|tag| matches!(tag, Tag::CAPTION | Tag::THEAD))
    };
    match container.tag(tree) {
        Tag::TABLE => has_head(),
        tag => tag == Tag::DL,
    }
}

/// Whether an element has only rows, fewer than a table has, and follows a table of rows as its second part.
fn is_twin(tree: &Tree<'_>, containers: &Containers<'_>, inside: &[Inside], (unit, at): (usize, usize)) -> bool {
    let (first, second) = (&containers.list[unit], &containers.list[at]);
    let class = |container: &Container| {
        let class = tree.attribute(&tree.nodes[container.node as usize], Name::CLASS);
        class.map(|class| tree.raw_value(class))
    };
    let (above, here) = (&inside[unit], &inside[at]);
    above.has_only_rows()
        && here.rows.are_few(here.blocks.1.saturating_sub(here.blocks.0))
        && first.parent == second.parent
        && above.blocks.1 == here.blocks.0
        && first.tag(tree) == second.tag(tree)
        && class(first) == class(second)
}

/// Whether class and id of an element are of what surrounds content. In manuals a field is a parameter, and a signature that
/// of a function.
fn surrounds(tree: &Tree<'_>, container: &Container) -> bool {
    const HEADER: u32 = group("header");
    const FORM: u32 = group("form");
    const AUTHOR: u32 = group("author");
    const HIDDEN: u32 = group("hidden");
    let words = container.words & SURROUNDING;
    if words == 0 || has_modifier(tree, container) && words & words_without(tree, container, &MODIFIERS) == 0 {
        return false;
    }
    let others = match container.tag(tree) {
        Tag::FIGCAPTION => SURROUNDING,
        // The header of a table heads its columns.
        Tag::TABLE | Tag::TR | Tag::TH | Tag::TD => HEADER,
        Tag::DL | Tag::DD => FORM,
        Tag::DT => FORM | const { group("user") },
        _ => 0,
    };
    let cut_off = if words & HIDDEN != 0 && is_only_cut_off(tree, container) { HIDDEN } else { 0 };
    match words & !others & !cut_off {
        0 => false,
        words if words & !(const { group("sidebar") } | AUTHOR) != 0 => true,
        words => !is_part_of_builder(tree, container, words & AUTHOR != 0),
    }
}

/// Names that say what an element has, such as `has-image`, not what it is.
const MODIFIERS: [&[u8]; 2] = [b"has-", b"with-"];

fn has_modifier(tree: &Tree<'_>, container: &Container) -> bool {
    let class = tree.attribute(&tree.nodes[container.node as usize], Name::CLASS).map(|class| tree.raw_value(class));
    class.is_some_and(|class| MODIFIERS.iter().any(|modifier| contains_name(class, modifier)))
}

/// The meanings of the names of an element that contain none of these parts.
fn words_without(tree: &Tree<'_>, container: &Container, parts: &[&[u8]]) -> u32 {
    let node = &tree.nodes[container.node as usize];
    let id = tree.attribute(node, Name::ID).map(|id| tree.raw_value(id));
    let names = tree.class_names(node).chain(id).filter(|name| !parts.iter().any(|part| contains_name(name, part)));
    names.fold(0, |all, name| all | groups_in(name))
}

/// Whether the only name of an element that speaks of hiding is one for what exceeds its box: `overflow-hidden`.
fn is_only_cut_off(tree: &Tree<'_>, container: &Container) -> bool {
    words_without(tree, container, &[b"overflow"]) & const { group("hidden") } == 0
}

/// Whether an element is a column or a widget of a builder of pages, which sets the text itself into such elements; or, if
/// its name is that of an author, too, a text that was edited there.
fn is_part_of_builder(tree: &Tree<'_>, container: &Container, is_author: bool) -> bool {
    const BUILDERS: [&[u8]; 4] = [b"elementor-", b"wp-block-column", b"vc_column", b"et_pb_column"];
    const EDITED: [&[u8]; 1] = [b"elementor-widget-text-editor"];
    let names: &[&[u8]] = if is_author { &EDITED } else { &BUILDERS };
    let class = tree.attribute(&tree.nodes[container.node as usize], Name::CLASS);
    class.is_some_and(|class| names.iter().any(|name| contains_name(tree.raw_value(class), name)))
}

/// Whether an `aside` is a footnote, as in books (EPUB Structural Semantics Vocabulary, DPUB-ARIA).
pub(super) fn is_footnote(tree: &Tree<'_>, container: &Container) -> bool {
    const TYPES: [&[u8]; 5] = [b"footnote", b"rearnote", b"endnote", b"doc-footnote", b"doc-endnote"];
    let node = &tree.nodes[container.node as usize];
    let has_type = |attribute: &Attribute| {
        let mut values = tree.raw_value(attribute).split(u8::is_ascii_whitespace);
        same_name(tree.raw_attribute_name(attribute), b"epub:type")
            && values.any(|value| TYPES.iter().any(|known| same_name(value, known)))
    };
    tree.has_role(node, &TYPES) || tree.each_attribute(node).any(has_type)
}

/// Marks what is around a form.
fn find_forms(tree: &Tree<'_>, containers: &Containers<'_>, inside: &mut [Inside]) {
    let forms = containers.list.iter().filter(|container| kinds(tree, container) & kind::FORM != 0);
    for form in forms {
        for at in containers.ancestors(form.parent) {
            if std::mem::replace(&mut inside[at as usize].has_form, true) {
                break;
            }
        }
    }
}

/// Finds the blocks of each container.
fn count_blocks(page: &Page<'_>, containers: &Containers<'_>, inside: &mut [Inside]) {
    for (i, block) in page.blocks.iter().enumerate() {
        let (first, end) = &mut inside[containers.index(block.container) as usize].blocks;
        (*first, *end) = ((*first).min(i as u32), i as u32 + 1);
    }
    for (i, container) in containers.list.iter().enumerate().rev() {
        let (first, end) = inside[i].blocks;
        let above = &mut inside[container.parent as usize].blocks;
        *above = (above.0.min(first), above.1.max(end));
    }
}

/// What an element is by its tag, as bits of [`kinds`].
mod kind {
    pub const UNIT: u8 = 1;
    pub const FORM: u8 = 2;
    /// It surrounds content, or is a control.
    pub const SURROUNDING: u8 = 4;
    /// It surrounds content, or is a footnote.
    pub const ASIDE: u8 = 8;
}

static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let set = [
        (Tag::TABLE, kind::UNIT),
        (Tag::UL, kind::UNIT),
        (Tag::OL, kind::UNIT),
        (Tag::DL, kind::UNIT),
        (Tag::PRE, kind::UNIT),
        (Tag::DETAILS, kind::UNIT),
        (Tag::FORM, kind::FORM | kind::SURROUNDING),
        (Tag::FIELDSET, kind::FORM | kind::SURROUNDING),
        (Tag::NAV, kind::SURROUNDING),
        (Tag::MENU, kind::SURROUNDING),
        (Tag::ASIDE, kind::ASIDE),
        (Tag::FOOTER, kind::SURROUNDING),
        (Tag::HEADER, kind::SURROUNDING),
        (Tag::DIALOG, kind::SURROUNDING),
        (Tag::BUTTON, kind::SURROUNDING),
    ];
    let mut i = 0;
    while i < set.len() {
        kinds[set[i].0.0 as usize] = set[i].1;
        i += 1;
    }
    kinds
};

#[inline(always)]
fn kinds(tree: &Tree<'_>, container: &Container) -> u8 {
    match KINDS[container.tag(tree).0 as usize] {
        kind::ASIDE if is_footnote(tree, container) => kind::UNIT,
        kind::ASIDE => kind::SURROUNDING,
        0 if tree.has_role(&tree.nodes[container.node as usize], &ROLES) => kind::UNIT,
        kinds => kinds,
    }
}

/// Roles of tables.
const ROLES: [&[u8]; 3] = [b"table", b"grid", b"treegrid"];

fn has_few_links(
    page: &Page<'_>,
    features: &Features<'_>,
    containers: &Containers<'_>,
    inside: &[Inside],
    unit: usize,
) -> bool {
    let (tokens, linked) = features.text_in(unit);
    let is_few = |linked: u32, most: u64| u64::from(linked) * 100 <= u64::from(tokens) * most;
    let (first, end) = inside[unit].blocks;
    if containers.list[unit].tag(&page.tree) == Tag::TABLE {
        // Titles that lead to other pages are in tables for layout.
        let is_title = |block: &&Block| block.heading > 0 && block.is_linked();
        let titles = || page.blocks[first as usize..end as usize].iter().filter(is_title).take(LEAST_TITLES).count();
        return is_few(linked, MOST_LINKED_CELLS) && titles() < LEAST_TITLES;
    }
    // The term of a definition may be linked, and a question is where its answer opens.
    let blocks = || page.blocks[first as usize..end as usize].iter().filter(|block| block.tag != Tag::DT);
    let items = || blocks().filter(|item| 2 * item.linked_tokens > item.tokens);
    let linked = if containers.list[unit].tag(&page.tree) == Tag::DL {
        blocks().map(|block| block.linked_tokens).sum()
    } else {
        linked
    };
    // Documents with what they are.
    let are_described =
        || 2 * linked <= tokens && blocks().all(|item| item.tokens >= item.linked_tokens + LEAST_BESIDE);
    is_few(linked, MOST_LINKED)
        || are_described()
        || is_few(items().map(|item| item.linked_tokens).sum(), MOST_LINKED_ITEMS)
}

/// Sums of tokens before each block.
struct Text<'s> {
    sums: Vec<'s, Sums>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    content: u32,
    /// Tokens of template that is in no unit and no heading.
    template: u32,
}

impl<'s> Text<'s> {
    fn of(
        scratch: &'s Bump,
        page: &Page<'_>,
        containers: &Containers<'_>,
        inside: &[Inside],
        labels: &[BlockLabel],
    ) -> Text<'s> {
        let mut sums = Vec::with_capacity_in(labels.len() + 1, scratch);
        let mut sum = Sums::default();
        for (block, label) in page.blocks.iter().zip(labels) {
            sums.push(sum);
            if block.flags & super::NOT_CONTENT != 0 {
                continue;
            }
            let is_other = || block.heading == 0 && !inside[containers.index(block.container) as usize].in_unit;
            if !label.is_template {
                sum.content += block.tokens;
            } else if is_other() {
                sum.template += block.tokens;
            }
        }
        sums.push(sum);
        Text { sums }
    }

    /// The tokens of a range of blocks.
    fn sum(&self, (first, end): (u32, u32)) -> (u64, u64) {
        let (before, upto) = (self.sums[first as usize], self.sums[end as usize]);
        (u64::from(upto.content - before.content), u64::from(upto.template - before.template))
    }

    /// The tokens of `around` that are not in `unit`.
    fn outside(&self, unit: (u32, u32), around: (u32, u32)) -> (u64, u64) {
        let ((content, template), of_unit) = (self.sum(around), self.sum(unit));
        (content - of_unit.0, template - of_unit.1)
    }

    /// The first block of content in a range, or its end.
    fn first_content_in(&self, (first, end): (u32, u32)) -> u32 {
        let sums = &self.sums[first as usize..=end as usize];
        end.min(first + sums.partition_point(|sum| sum.content == sums[0].content) as u32 - 1)
    }

    /// Whether `around` has enough text besides `unit` to judge by.
    fn is_enough(&self, unit: (u32, u32), around: (u32, u32), least: u64) -> bool {
        let (content, template) = self.outside(unit, around);
        content + template >= least
    }

    /// Whether most of a unit of that many tokens is content.
    fn is_content(&self, tokens: u32, unit: (u32, u32)) -> bool {
        self.sum(unit).0 * 100 >= u64::from(tokens) * LEAST_OWN
    }

    /// Whether the blocks of `around`, without those of a unit of that many tokens, are content, as the model judged.
    fn is_content_around(
        &self,
        tokens: u32,
        (unit, around): ((u32, u32), (u32, u32)),
        (least, most_template): (u64, u64),
    ) -> bool {
        let (content, template) = self.outside(unit, around);
        content >= least
            && template * 100 <= (content + template) * most_template
            && u64::from(tokens) <= content * MOST_FOR_EACH
    }
}

/// How a unit may touch content.
#[derive(Clone, Copy)]
struct Touch {
    /// Short labels may stand in between.
    is_beside: bool,
    /// Content before it suffices.
    is_last: bool,
    /// Content before it is needed.
    by_rows: bool,
}

/// Whether the block before the unit is content, or the one after it, which must be content or in a unit itself.
fn touches_content(
    page: &Page<'_>,
    labels: &[BlockLabel],
    inside: &[Inside],
    containers: &Containers<'_>,
    (unit, around): ((u32, u32), (u32, u32)),
    touch: Touch,
) -> bool {
    let is_surrounding = |block: &Block| inside[containers.index(block.container) as usize].is_surrounding;
    let is_passed = |block: &Block| {
        block.heading != 0 || block.tag == Tag::FIGCAPTION || is_surrounding(block) || announces(page, block)
    };
    let is_label = |i: usize| touch.is_beside && labels[i].is_template && page.blocks[i].tokens <= MOST_BETWEEN;
    let is_seen =
        |&i: &usize| page.blocks[i].flags & super::NOT_CONTENT == 0 && !is_passed(&page.blocks[i]) && !is_label(i);
    let before = (around.0 as usize..unit.0 as usize).rev().take(REACH).find(is_seen);
    let after = (unit.1 as usize..around.1 as usize).take(REACH).find(is_seen);
    let is_content = |i: usize| !labels[i].is_template;
    let in_unit = |i: usize| inside[containers.index(page.blocks[i].container) as usize].in_unit;
    match (before, after) {
        (None, _) if touch.by_rows => false,
        (Some(before), _) if touch.by_rows && !is_content(before) => false,
        (Some(before), _) if touch.is_last && is_content(before) => true,
        (_, Some(after)) if is_content(after) => true,
        (Some(before), None) => is_content(before),
        (Some(before), Some(after)) => is_content(before) && in_unit(after),
        _ => false,
    }
}
