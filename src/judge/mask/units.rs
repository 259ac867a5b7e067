//! Units: a table, a list or preformatted text is content as a whole if the text around it is.
//!
//! The model judges each block alone, and the cells of a table or the items of a list are short, as those of a menu are.
//! What tells them apart is where they stand. A unit becomes content if nearly all other text of the element around it
//! is content and it touches content there, or if most of its own text is content; unless a name, a role or its share of
//! links says that it is something else.

use super::features::Features;
use super::{BlockLabel, PageKind, roles};
use crate::base::arena::{Bump, Vec};
use crate::judge::containers::{Container, Containers};
use crate::read::class_words::group;
use crate::read::html::scan::same_name;
use crate::read::html::{Attribute, Tag, Tree, node_flag};
use crate::read::page::{Block, Page};

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
/// The minimum number of rows that make an element a table, and the maximum number of tokens of their cells.
const LEAST_ROWS: u16 = 3;
const MOST_OF_CELL: u32 = 8;
/// At most this share of the text around a unit is template, in percent.
const MOST_TEMPLATE: u64 = 20;
const MOST_TEMPLATE_IN_OWN: u64 = 35;
/// At most these shares of a unit are in links, in percent. Links are normal in a table of data, and make a list a menu
/// unless they are parts of its items.
const MOST_LINKED: u64 = 30;
const MOST_LINKED_ITEMS: u64 = 10;
const MOST_LINKED_CELLS: u64 = 80;
/// With at least this share of content of its own, in percent, a unit needs no content around it.
const LEAST_OWN: u64 = 60;
/// How many headings, captions, hidden blocks and blocks of what surrounds content may stand between a unit and the block
/// that it touches.
const REACH: usize = 8;
/// How many elements without other text may be wrapped around a unit.
const MOST_WRAPPERS: usize = 3;

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
    /// How many of its children are a name and a value, and the blocks of these; only where [`find_rows`] looked.
    rows: (u16, u16),
}

impl Inside {
    /// Whether it is a table by another name.
    fn has_only_rows(&self) -> bool {
        self.rows.0 >= LEAST_ROWS && self.blocks.1 - self.blocks.0 == u32::from(self.rows.1)
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
/// may become content.
pub(super) fn complete(
    scratch: &Bump,
    page: &Page<'_>,
    features: &Features<'_>,
    containers: &Containers<'_>,
    labels: &mut [BlockLabel],
    (kind, own): (PageKind, Option<usize>),
    may_be_content: impl Fn(usize) -> bool,
) {
    // In a thread the lists and tables between texts are of the authors' profiles and the controls of posts.
    let is_thread = kind == PageKind::Forum;
    if page.blocks.len() > MAX_BLOCKS || is_thread && own.is_none() {
        return;
    }
    let rows = own.map(|own| around_rows(page, containers, own));
    let rows = rows.filter(|&around| may_have_rows(page, containers, labels, around));
    let Some((inside, units)) = look_inside(scratch, page, features, containers, rows) else { return };
    if is_thread && units.len() > MOST_IN_THREAD {
        return;
    }
    let may_change = |(i, block): (usize, &Block)| {
        let here = &inside[containers.index(block.container) as usize];
        here.in_unit && !here.is_surrounding && labels[i].is_template && may_be_content(i)
    };
    // Where misnested markup moved nodes, a unit may hold blocks of other containers.
    if page.tree.source_order.is_empty() && !page.blocks.iter().enumerate().any(may_change) {
        return;
    }
    if rows.is_none() {
        count_blocks(page, containers, inside);
    }
    let least = if kind == PageKind::Product { LEAST_AROUND_IN_PRODUCT } else { LEAST_AROUND };
    let text = Text::of(scratch, page, containers, inside, labels);
    for &unit in units {
        let unit = unit as usize;
        let (range, tokens) = (inside[unit].blocks, features.text_in(unit).0);
        let is_own = own.is_some_and(|own| contains(inside[own].blocks, range));
        let is_in_content = |labels: &[BlockLabel], least: u64, most_template: u64| {
            let (around, least) = around(containers, features, inside, &text, unit, least);
            let is_beside = is_own && around == inside[containers.list[unit].parent as usize].blocks;
            text.is_content_around(tokens, (range, around), (least, most_template))
                && touches_content(page, labels, inside, containers, (range, around), is_beside)
        };
        let is_in_own = || is_own && is_in_content(labels, LEAST_AROUND_IN_OWN, MOST_TEMPLATE_IN_OWN);
        let is_content = || {
            let is_most = !is_thread && text.is_content(tokens, range);
            is_most || is_in_own() || is_in_content(labels, least, MOST_TEMPLATE)
        };
        if has_few_links(page, features, containers, inside, unit) && is_content() {
            for i in (range.0 as usize..range.1 as usize).filter(|&i| may_be_content(i)) {
                let container = containers.index(page.blocks[i].container) as usize;
                labels[i].is_template &= inside[container].is_surrounding;
            }
        }
    }
}

/// Whether a range of blocks is in another.
fn contains((first, end): (u32, u32), (inner_first, inner_end): (u32, u32)) -> bool {
    first <= inner_first && inner_end <= end
}

/// The blocks of the innermost element around a unit that has enough other text to judge by, and how much is enough.
fn around(
    containers: &Containers<'_>,
    features: &Features<'_>,
    inside: &[Inside],
    text: &Text<'_>,
    unit: usize,
    least: u64,
) -> ((u32, u32), u64) {
    let least_of = |at: usize| if features.is_around_prose(at) { least.min(LEAST_AROUND_IN_PROSE) } else { least };
    let mut at = containers.list[unit].parent as usize;
    for _ in 0..MOST_WRAPPERS {
        if text.is_enough(inside[unit].blocks, inside[at].blocks, least_of(at)) {
            break;
        }
        at = containers.list[at].parent as usize;
    }
    (inside[at].blocks, least_of(at))
}

/// Describes each container, whose blocks are not yet known, and lists the outermost units; `None` if there are none.
fn look_inside<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    features: &Features<'_>,
    containers: &Containers<'_>,
    rows: Option<usize>,
) -> Option<(&'s mut [Inside], &'s [u32])> {
    let tree = &page.tree;
    let all = containers.list.iter().fold(0, |all, container| all | kinds(tree, container));
    if all & kind::UNIT == 0 && rows.is_none() {
        return None;
    }
    let nothing = Inside { blocks: (u32::MAX, 0), ..Inside::default() };
    let inside = scratch.alloc_slice_fill_copy(containers.len(), nothing);
    if all & kind::FORM != 0 {
        find_forms(tree, containers, inside);
    }
    if let Some(around) = rows {
        count_blocks(page, containers, inside);
        find_rows(page, containers, inside, around);
    }
    let mut units = Vec::new_in(scratch);
    for (i, container) in containers.list.iter().enumerate() {
        let (kinds, above) = (kinds(tree, container), &inside[container.parent as usize]);
        let (above_is_surrounding, above_in_unit) = (above.is_surrounding, above.in_unit);
        let is_named = || container.words & SURROUNDING != 0 && !features.is_around_prose(i);
        let here = &mut inside[i];
        here.is_surrounding = above_is_surrounding || kinds & kind::SURROUNDING != 0 || is_named();
        here.in_unit = above_in_unit;
        let is_unit = (kinds & kind::UNIT != 0 || here.has_only_rows())
            && !(above_in_unit || here.is_surrounding || here.has_form);
        if is_unit && !features.is_around_prose(i) {
            here.in_unit = true;
            units.push(i as u32);
        }
    }
    (!units.is_empty()).then(|| (inside, units.into_bump_slice()))
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

/// Where rows are looked for: they may stand beside the part with the headline and the text.
fn around_rows(page: &Page<'_>, containers: &Containers<'_>, own: usize) -> usize {
    let around = containers.list[own].parent as usize;
    if containers.list[around].tag(&page.tree) == Tag::BODY { own } else { around }
}

/// Whether enough of a container is template that may be a table by another name.
fn may_have_rows(page: &Page<'_>, containers: &Containers<'_>, labels: &[BlockLabel], around: usize) -> bool {
    let around = page.tree.subtree(containers.list[around].node);
    let template = page.blocks.iter().zip(labels).filter(|(_, label)| label.is_template);
    template.filter(|(block, _)| around.contains(&(block.container as usize))).count() >= usize::from(LEAST_ROWS)
}

/// Counts the children of each container in `around` that consist of two short blocks, or of one with two parts, which no
/// link is in.
fn find_rows(page: &Page<'_>, containers: &Containers<'_>, inside: &mut [Inside], around: usize) {
    let end = page.tree.nodes[containers.list[around].node as usize].subtree_end;
    let is_short = |block: &Block, most: u32| block.tokens <= most && block.linked_tokens == 0 && block.heading == 0;
    for i in (around + 1..containers.len()).take_while(|&i| containers.list[i].node < end) {
        let Container { node, parent, .. } = containers.list[i];
        let blocks = &page.blocks[inside[i].blocks.0 as usize..inside[i].blocks.1 as usize];
        let is_row = match blocks {
            [row] => row.container == node && is_short(row, 2 * MOST_OF_CELL) && has_two_parts(&page.tree, node),
            [name, value] => is_short(name, MOST_OF_CELL) && is_short(value, MOST_OF_CELL),
            _ => false,
        };
        if is_row {
            let (rows, of_rows) = &mut inside[parent as usize].rows;
            (*rows, *of_rows) = (*rows + 1, *of_rows + blocks.len() as u16);
        }
    }
}

/// Whether an element has two children with text, at least one of which is an element.
fn has_two_parts(tree: &Tree<'_>, node: u32) -> bool {
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

/// Marks what is around a form.
fn find_forms(tree: &Tree<'_>, containers: &Containers<'_>, inside: &mut [Inside]) {
    let forms = containers.list.iter().filter(|container| kinds(tree, container) & kind::FORM != 0);
    for form in forms {
        let mut at = form.parent as usize;
        while !std::mem::replace(&mut inside[at].has_form, true) {
            at = containers.list[at].parent as usize;
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
        kinds => kinds,
    }
}

fn has_few_links(
    page: &Page<'_>,
    features: &Features<'_>,
    containers: &Containers<'_>,
    inside: &[Inside],
    unit: usize,
) -> bool {
    let (tokens, linked) = features.text_in(unit);
    let is_few = |linked: u32, most: u64| u64::from(linked) * 100 <= u64::from(tokens) * most;
    if containers.list[unit].tag(&page.tree) == Tag::TABLE {
        return is_few(linked, MOST_LINKED_CELLS);
    }
    let (first, end) = inside[unit].blocks;
    let items = || page.blocks[first as usize..end as usize].iter().filter(|item| 2 * item.linked_tokens > item.tokens);
    is_few(linked, MOST_LINKED) || is_few(items().map(|item| item.linked_tokens).sum(), MOST_LINKED_ITEMS)
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

/// Whether the block before the unit is content, or the one after it, which must be content or in a unit itself.
fn touches_content(
    page: &Page<'_>,
    labels: &[BlockLabel],
    inside: &[Inside],
    containers: &Containers<'_>,
    (unit, around): ((u32, u32), (u32, u32)),
    may_have_labels: bool,
) -> bool {
    let is_surrounding = |block: &Block| inside[containers.index(block.container) as usize].is_surrounding;
    let is_passed = |block: &Block| block.heading != 0 || block.tag == Tag::FIGCAPTION || is_surrounding(block);
    let is_label = |i: usize| may_have_labels && labels[i].is_template && page.blocks[i].tokens <= MOST_BETWEEN;
    let is_seen =
        |&i: &usize| page.blocks[i].flags & super::NOT_CONTENT == 0 && !is_passed(&page.blocks[i]) && !is_label(i);
    let before = (around.0 as usize..unit.0 as usize).rev().take(REACH).find(is_seen);
    let after = (unit.1 as usize..around.1 as usize).take(REACH).find(is_seen);
    let is_content = |i: usize| !labels[i].is_template;
    let in_unit = |i: usize| inside[containers.index(page.blocks[i].container) as usize].in_unit;
    match (before, after) {
        (_, Some(after)) if is_content(after) => true,
        (Some(before), None) => is_content(before),
        (Some(before), Some(after)) => is_content(before) && in_unit(after),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    const STORY: &str = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.</p>\
        <p>Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.</p>\
        <p>Trains stop at the eastern station, from where buses leave for the center every ten minutes.</p>\
        <p>The schools stay open, and the market moves to the square behind the town hall for a week.</p>";

    /// Whether the text `wanted` is in the main text of a page with this article.
    fn is_content(article: &str, wanted: &str) -> bool {
        let page = format!(
            "<title>Rain</title><nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav>\
             <main><article><h1>Rain again</h1>{article}</article></main>\
             <footer><p>Copyright 2026 <a href=/legal>Legal notice</a></p></footer>"
        );
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(page.as_bytes()).unwrap();
        let block = document.blocks().find(|block| block.text() == wanted).expect("a block");
        !block.is_template()
    }

    #[test]
    fn short_cells_and_items_in_an_article_belong_to_it() {
        for unit in [
            "<table><tr><th>Gauge<th>Level<tr><td>North<td>Wanted<tr><td>South<td>3 m</table>",
            "<ul><li>rope<li>Wanted<li>oil</ul>",
            "<ol><li>Coil it.<li>Wanted<li>Wait.</ol>",
            "<dl><dt>Seams<dd>Taped<dt>Weight<dd>Wanted</dl>",
            "<pre>06:12 2.9 m</pre><pre>Wanted</pre>",
            "<div><div><table><tr><td>Pegel<td>Nord<tr><td>Wanted<td>3,1</table></div></div>",
            "<details><summary>Where?</summary><p>Wanted</p></details>",
            "<figure><table><tr><td>1<td>Wanted</table><figcaption>Levels</figcaption></figure>",
            "<h2>Levels</h2><table><tr><td>1<td>2<tr><td>Wanted<td>4</table>",
            "<figure><table><tr><td>1<td>2<tr><td>Wanted<td>4</table><figcaption>Source: gauge</figcaption></figure>",
            "<aside epub:type=footnote id=n1><p>Wanted</aside>",
            "<aside role=doc-endnote><p>1. <p>Wanted</aside>",
            "<ul><li>See <a href=/a>below</a>.<li>Wanted<li>And <a href=/b>others</a>, too</ul>",
        ] {
            assert!(is_content(&format!("{STORY}{unit}"), "Wanted"), "at the end: {unit}");
            assert!(is_content(&format!("{STORY}{unit}{STORY}"), "Wanted"), "in the middle: {unit}");
        }
    }

    #[test]
    fn a_wrapper_with_other_template_is_not_all_that_counts() {
        let cell = "<div><i>In [3]:</i><pre>rope = 5 lock(rope)</pre><i>Out[3]:</i><div><pre>Wanted</pre></div></div>";
        assert!(is_content(&format!("{STORY}{cell}<p>Every rope has a lock of its own.</p>"), "Wanted"));
    }

    #[test]
    fn names_with_values_belong_to_the_text_of_a_short_page() {
        let text = "<p>The house was built of brick in 1912 and renovated in 2018. From the living room you look at the \
            harbor.</p><p>The station is ten minutes away on foot, and the school five.</p>";
        let facts = [["Price", "480,000"], ["Living area", "142 m²"], ["Year built", "1912"], ["Heating", "Wanted"]];
        for [open, row, between, end, close] in [
            ["<div>", "<div><span>", "</span><span>", "</span></div>", "</div>"],
            ["<div class=key-facts>", "<div><small>", "</small> <b>", "</b></div>", "</div>"],
            ["<section>", "<p>", ": <b>", "</b></p>", "</section>"],
            ["<div>", "<div><div>", "</div><div>", "</div></div>", "</div>"],
        ] {
            let rows = facts.map(|[name, value]| [row, name, between, value, end].concat()).concat();
            let rows = [open, &rows, close].concat();
            for main in [
                format!("<main><h1>House at the harbor</h1>{rows}{text}</main>"),
                format!("<main><div><h1>House at the harbor</h1>{text}</div>{rows}</main>"),
            ] {
                let html = format!(
                    "<title>House</title><nav><a href=/>Home</a> <a href=/b>Buy</a></nav>{main}<footer><p>2026 <a href=/i>Imprint</a>"
                );
                let found = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
                assert!(["Price", "142 m²", "Wanted"].iter().all(|fact| found.contains(fact)), "{main}: {found}");
            }
        }
    }

    #[test]
    fn what_surrounds_an_article_stays_outside() {
        for unit in [
            "<ul><li><a href=/1>Ferry</a><li><a href=/2>Wanted</a><li><a href=/3>Library</a></ul>",
            "<ul class=share-buttons><li>Print<li>Wanted<li>Mail</ul>",
            "<div class=related><ul><li>Ferry<li>Wanted</ul></div>",
            "<form><ul><li>Name<li>Wanted<li>Mail</ul></form>",
            "<ul><li>Name<li>Wanted<li><form>Send</form></ul>",
            "<aside><table><tr><td>Ferry<td>Wanted</table></aside>",
        ] {
            assert!(!is_content(&format!("{STORY}{unit}"), "Wanted"), "{unit}");
        }
        // The text around it is template, and too short.
        assert!(!is_content(&format!("<div>{STORY}</div><div>Ads<ul><li>Wanted<li>b</ul></div>"), "Wanted"));
    }

    #[test]
    fn terms_belong_to_their_definitions() {
        let terms = "<dl><dt>Port<dd>Where the program listens for what others ask.<dt>Wanted<dd>Calls a function when a while has \
            passed.<dt>Root<dd>The folder with all of the pages of the site.</dl>";
        assert!(is_content(
            &format!("<p>Words that the other pages use without explaining them.</p>{terms}"),
            "Wanted"
        ));
    }

    #[test]
    fn many_units_and_wrappers_cost_linear_time() {
        let units = format!("{STORY}{}", "<div><div><table><tr><td hidden>a<td>b</table></div></div>".repeat(3000));
        let nested = format!("{STORY}{}x", "<table><tr><td>".repeat(3000));
        for article in [units, nested, "<ul><li>x".repeat(3000)] {
            Analyzer::default().analyze(article.as_bytes()).unwrap();
        }
    }
}
