//! Which group of a page is its main list.
//!
//! A linear score of properties of the groups, whose weights were fitted on the development halves of labeled pages; see
//! `docs/records.md`.

use crate::base::fallible::List;
use crate::base::scale::log2;
use crate::base::sort::sort_by_key;
use crate::judge::groups::{Arrangement, EQUAL, Group, Groups, Item};
use crate::on_demand::groups::Kept;
use crate::read::html::{NONE, Tag, TagSet};
use crate::read::page::Page;

/// The minimum share of the main text that is in a list, in tenths.
const MIN_TENTHS: u64 = 3;
/// The minimum number of items, except of threads.
pub(super) const MIN_ITEMS: usize = 3;
/// How many groups are compared with each other, the best ones.
const COMPARED: usize = 12;
/// How many items at the ends of the main list may be foreign.
const MOST_FOREIGN: usize = 2;
/// Other items have so many times as much text outside of links.
const FOREIGN: u64 = 4;
/// How many nodes between two runs are searched for a line.
const GAP: usize = 16;
/// The least deviation that counts, squared: the texts of equal items differ by chance, too.
const MIN_VARIATION: u128 = 400;

/// The weights, in thousandths: for each doubling, or for what is or is not.
mod weight {
    /// Of the share of the main text.
    pub const MAIN: i64 = 2544;
    pub const SIMILARITY: i64 = 2509;
    /// Divided by the number of items.
    pub const FEW: i64 = -4560;
    /// Of the tokens of an item.
    pub const TOKENS: i64 = -1178;
    /// Of the deviation of the tokens of items from their mean, in parts of that.
    pub const VARIATION: i64 = -1234;
    /// Of the different elements that most items have.
    pub const RICH: i64 = 291;
    pub const COUSINS: i64 = -1660;
    pub const NAMESAKES: i64 = 1760;
    pub const PART_OF_TEXT: i64 = -4080;
    /// Each item has one block, without line breaks.
    pub const SINGLE: i64 = -1760;
    /// Nearly all of the text is links.
    pub const MENU: i64 = -620;
    /// Of the share of the items that begin with a link.
    pub const BEGIN_WITH_LINK: i64 = 3390;
    /// Of the number of smaller items, of another group, in an item.
    pub const INNER: i64 = -950;
}

/// Elements that are parts of a text or of a form. Links and paragraphs with links may be records.
const PARTS_OF_TEXT: TagSet = TagSet::of(&[
    Tag::ABBR,
    Tag::ACRONYM,
    Tag::B,
    Tag::BDI,
    Tag::BDO,
    Tag::BIG,
    Tag::BLOCKQUOTE,
    Tag::BR,
    Tag::CITE,
    Tag::CODE,
    Tag::DATA,
    Tag::DD,
    Tag::DFN,
    Tag::DT,
    Tag::EM,
    Tag::FIGURE,
    Tag::FONT,
    Tag::FORM,
    Tag::H1,
    Tag::H2,
    Tag::H3,
    Tag::H4,
    Tag::H5,
    Tag::H6,
    Tag::HR,
    Tag::I,
    Tag::IMG,
    Tag::INS,
    Tag::KBD,
    Tag::LABEL,
    Tag::MARK,
    Tag::OL,
    Tag::PRE,
    Tag::Q,
    Tag::S,
    Tag::SAMP,
    Tag::SMALL,
    Tag::SPAN,
    Tag::STRIKE,
    Tag::STRONG,
    Tag::SUB,
    Tag::SUP,
    Tag::TIME,
    Tag::TT,
    Tag::U,
    Tag::UL,
    Tag::VAR,
    Tag::WBR,
]);

/// Sums over the blocks before each block, and over all.
#[derive(Clone, Copy, Default)]
pub(super) struct Sums {
    pub tokens: u64,
    pub main: u64,
    pub linked: u64,
}

impl Sums {
    /// By block, with the sums over all at the end. `is_main` says whether a block is main text.
    pub fn before_blocks(page: &Page<'_>, is_main: impl Fn(usize) -> bool) -> List<Sums> {
        let mut sums = List::default();
        let mut before = Sums::default();
        sums.push(before);
        for (index, block) in page.blocks.iter().enumerate() {
            let tokens = u64::from(block.tokens);
            before.tokens += tokens;
            before.main += if is_main(index) { tokens } else { 0 };
            before.linked += u64::from(block.linked_tokens);
            sums.push(before);
        }
        sums
    }
}

/// What the score of a group needs.
#[derive(Default)]
struct Totals {
    sums: Sums,
    items: u64,
    blocks: u64,
    /// The items with a link, and those that begin with one.
    with_link: u64,
    begin_with_link: u64,
    squares: u128,
}

/// The tokens of the main text that are in the main list at least, by all tokens of it.
pub(super) fn least_main(main: u64) -> u64 {
    (MIN_TENTHS * main.max(1)).div_ceil(10)
}

/// The number of the group that is the main list of a page, if there is one. In a forum posts may be anywhere, and be
/// two.
pub(super) fn main_list(page: &Page<'_>, groups: &Groups<'_>, sums: &[Sums], is_forum: bool) -> Option<usize> {
    let main = sums.last().map_or(0, |all| all.main);
    let mut scored: List<(i64, usize)> = List::default();
    for (number, group) in groups.list.iter().enumerate() {
        let totals = Totals::of(page, sums, groups.items_of(group));
        if is_possible(page, groups, group, &totals, is_forum) && totals.sums.main >= least_main(main) {
            let items = groups.items_of(group);
            let (is_part, is_single) = (PARTS_OF_TEXT.has(tag_of(page, group, items)), totals.are_single(page, items));
            scored.push((score(group, &totals, (totals.sums.main, main), (is_part, is_single, is_forum)), number));
        }
    }
    sort_by_key(&mut scored, |&(score, number)| (-score, number));
    scored.truncate(COMPARED);
    let group = |number: usize| &groups.list[number];
    let smaller = |number: usize| {
        let others = scored.iter().map(|&(_, other)| smaller_items(groups, group(number), group(other)));
        others.max().unwrap_or(0) * weight::INNER / 1024
    };
    let best = scored.iter().map(|&(score, number)| (score + smaller(number), number));
    best.max_by_key(|&(score, number)| (score, -(number as i64))).map(|(_, number)| number)
}

/// Removes what begins or ends the main list without main text and with hardly any text outside of links, such as the menu
/// of a page whose results are tables, too. Where other items have no main text, either, that says nothing.
pub(super) fn trim_ends(kept: &mut List<Kept>, sums: &[Sums]) {
    let has_main = |(blocks, _): &Kept| sums[blocks.end].main > sums[blocks.start].main;
    let unlinked = |(blocks, _): &Kept| {
        let (before, all) = (sums[blocks.start], sums[blocks.end]);
        (all.tokens - before.tokens) - (all.linked - before.linked)
    };
    let Some(first) = kept.iter().position(has_main) else { return };
    let end = kept.iter().rposition(has_main).map_or(0, |last| last + 1);
    let (items, foreign) = (&kept[first..end], || kept[..first].iter().chain(&kept[end..]));
    let mean = items.iter().map(unlinked).sum::<u64>() / items.len() as u64;
    let is_flat = kept.iter().all(|&(_, parent)| parent == NONE);
    if (1..=MOST_FOREIGN).contains(&foreign().count())
        && items.len() >= MIN_ITEMS
        && is_flat
        && items.iter().all(has_main)
        && foreign().all(|item| FOREIGN * unlinked(item) < mean)
    {
        *kept = items.iter().cloned().collect();
    }
}

/// The numbers of the groups that may stand beside the main list, the best ones first, by the same score, in which the
/// share of all text takes the place of the share of the main text. `is_marked` says whether items are more than parts of
/// a text, such as numbered paragraphs.
pub(super) fn ranked(
    page: &Page<'_>,
    groups: &Groups<'_>,
    sums: &[Sums],
    is_marked: impl Fn(&[Item]) -> bool,
) -> List<usize> {
    let all = sums.last().map_or(0, |all| all.tokens);
    let mut scored: List<(i64, usize)> = List::default();
    for (number, group) in groups.list.iter().enumerate() {
        let items = groups.items_of(group);
        let totals = Totals::of(page, sums, items);
        let is_possible = is_possible(page, groups, group, &totals, false) || has_marks(group, items, &is_marked);
        if is_possible
            && group.arrangement != Arrangement::Namesakes
            && !is_part(page, group, items, &totals, &is_marked)
        {
            let is_single = totals.are_single(page, items);
            scored.push((score(group, &totals, (totals.sums.tokens, all), (false, is_single, false)), number));
        }
    }
    sort_by_key(&mut scored, |&(score, number)| (-score, number));
    scored.into_iter().map(|(_, number)| number).collect()
}

/// Whether items stand for themselves, though they are parts of a text elsewhere.
fn has_marks(group: &Group, items: &[Item], is_marked: impl Fn(&[Item]) -> bool) -> bool {
    items.len() >= MIN_ITEMS && group.arrangement != Arrangement::Cousins && is_marked(items)
}

/// Whether items are parts of a text, of a form or of a row. Images with captions may stand in cells, and links of a menu
/// in the cells of one row or below a term.
fn is_part(
    page: &Page<'_>,
    group: &Group,
    items: &[Item],
    totals: &Totals,
    is_marked: impl Fn(&[Item]) -> bool,
) -> bool {
    let is_menu = group.arrangement == Arrangement::Siblings && totals.is_menu();
    match tag_of(page, group, items) {
        Tag::TD | Tag::TH => totals.blocks < 2 * totals.items && !is_menu && !is_marked(items),
        Tag::DD => !is_menu,
        Tag::FIGURE => false,
        tag => PARTS_OF_TEXT.has(tag),
    }
}

impl Totals {
    fn of(page: &Page<'_>, sums: &[Sums], items: &[Item]) -> Totals {
        let mut totals = Totals { items: items.len() as u64, ..Totals::default() };
        let mut covered = 0;
        for item in items {
            // The rest of an item inside another one is counted there.
            let (first, end) = (item.blocks.0.max(covered) as usize, item.blocks.1 as usize);
            if first >= end {
                continue;
            }
            covered = end as u32;
            let tokens = sums[end].tokens - sums[first].tokens;
            let linked = sums[end].linked - sums[first].linked;
            totals.sums.tokens += tokens;
            totals.sums.main += sums[end].main - sums[first].main;
            totals.sums.linked += linked;
            totals.blocks += (end - first) as u64;
            totals.with_link += u64::from(linked > 0);
            let block = &page.blocks[first];
            totals.begin_with_link += u64::from(block.is_linked() && block.tokens > 0);
            totals.squares += u128::from(tokens) * u128::from(tokens);
        }
        totals
    }

    /// Whether each item is one block, in one line.
    fn are_single(&self, page: &Page<'_>, items: &[Item]) -> bool {
        let has_lines = |item: &Item| {
            (item.nodes.0..item.nodes.1).take(GAP).any(|node| page.tree.nodes[node as usize].tag == Tag::BR)
        };
        self.blocks == self.items && !items.iter().take(MIN_ITEMS).all(has_lines)
    }

    fn is_menu(&self) -> bool {
        10 * self.sums.linked >= 9 * self.sums.tokens
    }
}

/// Whether a group may be a list at all.
fn is_possible(page: &Page<'_>, groups: &Groups<'_>, group: &Group, totals: &Totals, is_forum: bool) -> bool {
    let items = groups.items_of(group);
    let tag = tag_of(page, group, items);
    let has_links = 4 * totals.with_link >= 3 * totals.items;
    match group.arrangement {
        Arrangement::Cousins if totals.is_menu() => return false,
        Arrangement::Runs if !has_links && is_prose(page, items) => return false,
        _ if tag == Tag::P && !has_links => return false,
        _ => {}
    }
    items.len() >= if is_forum { 2 } else { MIN_ITEMS }
}

/// The element of the items; nothing for runs.
fn tag_of(page: &Page<'_>, group: &Group, items: &[Item]) -> Tag {
    let is_run = group.arrangement == Arrangement::Runs;
    items.first().filter(|_| !is_run).map_or(Tag::UNKNOWN, |item| page.tree.nodes[item.nodes.0 as usize].tag)
}

/// Whether runs begin with an element of running text, such as a heading or a paragraph, without lines between them.
fn is_prose(page: &Page<'_>, items: &[Item]) -> bool {
    let tag = |node: u32| page.tree.nodes[node as usize].tag;
    let [first, second, ..] = items else { return false };
    let is_part = |tag| tag == Tag::P || PARTS_OF_TEXT.has(tag) && tag != Tag::DT;
    is_part(tag(first.nodes.0)) && !(first.nodes.1..second.nodes.0).take(GAP).any(|node| tag(node) == Tag::HR)
}

/// `share` is that of the text which counts, in all of it.
fn score(group: &Group, totals: &Totals, share: (u64, u64), (is_part, is_single, is_forum): (bool, bool, bool)) -> i64 {
    let Totals { sums, items, .. } = *totals;
    let log = |part: u64, whole: u64| log2(u128::from(part.max(1))) - log2(u128::from(whole.max(1)));
    let mut score = weight::MAIN * log(share.0, share.1) / 1024;
    score += weight::SIMILARITY * log(u64::from(group.similarity), u64::from(EQUAL)) / 1024;
    score += weight::FEW / items as i64;
    score += weight::RICH * log(u64::from(group.shape.tags.count_ones()), 1) / 1024;
    score += match group.arrangement {
        Arrangement::Cousins => weight::COUSINS,
        Arrangement::Namesakes => weight::NAMESAKES,
        Arrangement::Siblings | Arrangement::Runs => 0,
    };
    score += if is_part { weight::PART_OF_TEXT } else { 0 };
    score += if is_single { weight::SINGLE } else { 0 };
    score += if totals.is_menu() { weight::MENU } else { 0 };
    if is_forum {
        // Posts are of any length, and may begin with anything.
        return score;
    }
    score += weight::TOKENS * log(sums.tokens, items) / 1024;
    let square = u128::from(sums.tokens) * u128::from(sums.tokens);
    let variation = (u128::from(items) * totals.squares).saturating_sub(square).max(square / MIN_VARIATION);
    score += weight::VARIATION * (log2(variation.max(1)) - log2(square.max(1))) / 2048;
    score + weight::BEGIN_WITH_LINK * totals.begin_with_link as i64 / items as i64
}

/// How many times more items the other group has, if nearly all of them are in these, and are about as similar: the
/// logarithm, or 0.
fn smaller_items(groups: &Groups<'_>, group: &Group, other: &Group) -> i64 {
    let (items, others) = (groups.items_of(group), groups.items_of(other));
    if others.len() <= items.len() || 10 * other.similarity < 9 * group.similarity {
        return 0;
    }
    let (mut at, mut inside) = (0, 0);
    for item in others {
        while items.get(at).is_some_and(|large| large.nodes.1 <= item.nodes.0) {
            at += 1;
        }
        let is_inside =
            |large: &&Item| large.nodes.0 <= item.nodes.0 && item.nodes.1 <= large.nodes.1 && large.nodes != item.nodes;
        inside += usize::from(items.get(at).filter(is_inside).is_some());
    }
    if 10 * inside >= 9 * others.len() { log2(others.len() as u128) - log2(items.len() as u128) } else { 0 }
}
