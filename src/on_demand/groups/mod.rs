//! Groups: the repeated parts of a page, and what they are: comments, posts, results, offers, teasers, menus.
//!
//! The finder of [`crate::judge::groups`] proposes groups that overlap. [`choice`] selects the main list, whose items are
//! the records of the page, and orders the others; those that do not cross what was chosen before are chosen, too.
//! Comments are found by [`crate::judge::comments`]. The [`judge`] says which kind each group is of, by its
//! [`evidence`].
//!
//! Groups are computed when [`Document::groups`] is called, not during the analysis.

mod choice;
mod entries;
mod evidence;
mod judge;
mod looks;
mod places;
#[cfg(test)]
mod tests;
#[cfg(feature = "unstable")]
mod training;
mod values;
mod weights;

use crate::base::arena::Bump;
use crate::base::fallible::{List, or_end};
use crate::base::sort::sort_by_key;
use crate::document::Document;
use crate::judge::comments::{Signs, Unit};
use crate::judge::containers::Containers;
use crate::judge::groups::{self, Arrangement, EQUAL, Groups, Item, Least, Shape};
use crate::judge::mask::{self, PageKind};
use crate::judge::rules::MarkKind;
use crate::read::class_words::GroupCache;
use crate::read::html::NONE;
use choice::Sums;
use entries::Entry;
use evidence::{Evidence, Reader};
pub use judge::GroupKind;
use places::Places;
use std::ops::Range;
#[cfg(feature = "unstable")]
pub use training::{FEATURES, JudgedGroup, judged_groups};
use values::Value;

/// The probability of groups of comments: the precision of their words on pages held out, in docs/comments.md.
const COMMENTS: f32 = 0.96;
/// The probability that entries within blocks are results, set by hand.
const ENTRIES: f32 = 0.8;
/// The least probability of a group inside an item of another one.
const MIN_INSIDE: f32 = 0.5;

/// Repeated parts of a page of the same kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Group<'a> {
    kind: GroupKind,
    probability: f32,
    is_main_list: bool,
    items: Vec<GroupItem<'a>>,
}

/// One of the repeated parts.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupItem<'a> {
    text: &'a str,
    source: (u32, u32),
    blocks: (u32, u32),
    parent: u32,
    author: (u32, u32),
    date: (u32, u32),
    rating: (u32, u32),
    price: (u32, u32),
}

impl<'a> Group<'a> {
    /// What the items are, most probably.
    pub fn group_kind(&self) -> GroupKind {
        self.kind
    }

    /// The probability of the kind, 0 to 1. It is coarse: the scores behind it are fitted on few labels.
    pub fn probability(&self) -> f32 {
        self.probability
    }

    /// Whether the items are the [records](Document::records) of the page.
    pub fn is_main_list(&self) -> bool {
        self.is_main_list
    }

    /// The source range, from the first item to the end of the last one, with all that stands between.
    pub fn source(&self) -> Range<usize> {
        let first = self.items.iter().map(|item| item.source.0).min().unwrap_or_default();
        let end = self.items.iter().map(|item| item.source.1).max().unwrap_or_default();
        first as usize..end as usize
    }

    /// The items, in source order; at least one.
    pub fn items(&self) -> &[GroupItem<'a>] {
        &self.items
    }

    fn place(&self) -> (u32, u32) {
        let first = self.items.iter().map(|item| item.blocks.0).min().unwrap_or_default();
        (first, u32::MAX - self.items.iter().map(|item| item.blocks.1).max().unwrap_or_default())
    }
}

impl<'a> GroupItem<'a> {
    /// The source range, from the first to the last character of the text.
    pub fn source(&self) -> Range<usize> {
        self.source.0 as usize..self.source.1 as usize
    }

    /// The range of blocks, `[start, end)`; some of them may be template, and those of replies may be among them.
    pub fn blocks(&self) -> Range<usize> {
        self.blocks.0 as usize..self.blocks.1 as usize
    }

    /// The index of the item of the group that this one answers.
    pub fn parent(&self) -> Option<usize> {
        (self.parent != NONE).then_some(self.parent as usize)
    }

    /// The author, as written.
    pub fn author(&self) -> Option<&'a str> {
        self.text_of(self.author)
    }

    /// The first date, as written.
    pub fn date(&self) -> Option<&'a str> {
        self.text_of(self.date)
    }

    /// The rating, as written: stars, or points with their maximum, such as `4.5/5`.
    pub fn rating(&self) -> Option<&'a str> {
        self.text_of(self.rating)
    }

    /// The first price, as written, with its currency.
    pub fn price(&self) -> Option<&'a str> {
        self.text_of(self.price)
    }

    /// The text ranges of author, date, rating and price; empty for what is not there.
    #[cfg(feature = "capi")]
    pub(crate) fn text_ranges(&self) -> [(u32, u32); 4] {
        [self.author, self.date, self.rating, self.price]
    }

    fn text_of(&self, (start, end): (u32, u32)) -> Option<&'a str> {
        self.text.get(start as usize..end as usize).filter(|text| !text.is_empty())
    }
}

impl<'a> Document<'a> {
    /// The groups of repeated parts of the page, by place, outer ones first: comments, posts, results, offers, teasers,
    /// menus and others, with what their items say about author, date, rating and price. Each call computes them again.
    ///
    /// Comments are those of [`Document::comments`], and one group has the items of [`Document::records`]. Groups beside
    /// these two neither cross each other nor them: the items of one lie beside those of another, or all in one of them.
    ///
    /// ```
    /// use blockmask::{Analyzer, GroupKind, Options};
    ///
    /// let offer = |name| format!("<li><h3><a href=/{name}>{name}</a></h3><p>The river guide in its third edition.</p><b>€12.50</b>");
    /// let html = format!("<h1>Maps</h1><ul>{}{}{}</ul>", offer("Rhine"), offer("Main"), offer("Neckar"));
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze(html.as_bytes())?;
    /// let groups = page.groups();
    /// let [offers] = &groups[..] else { panic!("one group") };
    /// assert_eq!(offers.group_kind(), GroupKind::Offers);
    /// assert_eq!(offers.items()[1].price(), Some("€12.50"));
    /// assert!(html[offers.items()[1].source()].starts_with("Main</a>"));
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn groups(&self) -> Vec<Group<'a>> {
        or_end(|| self.found_groups(|_, evidence| judge::judge(evidence))).into_vec()
    }

    /// `judge` says of which kind items with their evidence are.
    fn found_groups(&self, mut judge: impl FnMut(&[Item], &Evidence) -> (GroupKind, f32)) -> List<Group<'a>> {
        self.end_if_cancelled();
        let (arena, scratch) = (Bump::new(), Bump::new());
        let mut cache = GroupCache::new(&arena, mask::class_paths(&self.sequence));
        let containers = Containers::of(&arena, &self.page, &mut cache);
        let signs = Signs::of(&arena, &self.page, &containers, &mut cache);
        let found = self.repeated_parts(&arena, &scratch, |_| 0);
        let reader = Reader::new(self, &containers, signs, &found.sums);
        let mut places = Places::new(self.page.blocks.len());
        let mut chosen: List<Group<'a>> = List::default();
        if let Some(comments) = self.group_of_comments(&reader, &mut places) {
            chosen.push(comments);
        }
        if self.rules.has_records() {
            chosen.extend(self.group_of_records(&reader, &mut judge, &mut places));
        } else if let Some(list) = found.main_list {
            let group = &found.groups.list[list];
            let items = found.groups.items_of(group);
            let judged = judge(items, &reader.evidence(group, items, true));
            chosen.push(self.group(&reader, (group, items), true, judged, &mut places));
        } else {
            chosen.extend(self.group_of_entries(&found.sums, &mut places));
        }
        for &number in choice::ranked(&self.page, &found.groups, &found.sums, |items| reader.is_marked(items)).iter() {
            self.end_if_cancelled();
            let group = &found.groups.list[number];
            let items = found.groups.items_of(group);
            if found.main_list == Some(number) && !self.rules.has_records() {
                continue;
            }
            let Some(is_inside) = places.room(items) else { continue };
            let judged = judge(items, &reader.evidence(group, items, false));
            if !is_inside || judged.0 != GroupKind::Unknown && judged.1 >= MIN_INSIDE {
                chosen.push(self.group(&reader, (group, items), false, judged, &mut places));
            }
        }
        let mut ordered: List<_> =
            chosen.into_iter().enumerate().map(|(at, group)| (group.place(), at, group)).collect();
        sort_by_key(&mut ordered, |&(place, at, _)| (place, at));
        ordered.into_iter().map(|(.., group)| group).collect()
    }

    /// The records: their blocks and their source ranges, disjoint, in source order.
    pub(in crate::on_demand) fn found_records(&self) -> List<(Range<usize>, Range<usize>)> {
        let list = self.main_list();
        if !list.is_empty() || self.rules.has_records() {
            return list.into_iter().map(|(blocks, _)| (blocks.clone(), self.source_of(&blocks))).collect();
        }
        let sums = self.sums();
        let entries = self.entries(&sums);
        entries.iter().map(|entry| (entry.blocks(), self.source_range(entry.view))).collect()
    }

    /// The items of the main list that have blocks of their own: disjoint, in source order.
    pub(in crate::on_demand) fn main_list(&self) -> List<Kept> {
        self.end_if_cancelled();
        if self.rules.has_records() {
            return self.rules.records(&self.page).map(|(_, blocks)| (blocks, NONE)).collect();
        }
        if self.kind() == Some(PageKind::Article) {
            return List::default();
        }
        let (arena, scratch) = (Bump::new(), Bump::new());
        let found = self.repeated_parts(&arena, &scratch, choice::least_main);
        let list = found.main_list.map(|list| &found.groups.list[list]);
        let mut kept = list.map(|list| disjoint(list, found.groups.items_of(list))).unwrap_or_default();
        choice::trim_ends(&mut kept, &found.sums);
        kept
    }

    /// The repeated parts; `least` gives the tokens of main text that each group must have to be of use, by all tokens of it.
    fn repeated_parts<'g>(&self, arena: &'g Bump, scratch: &Bump, least: fn(u64) -> u64) -> Found<'g> {
        let is_forum = self.kind() == Some(PageKind::Forum);
        let sums = self.sums();
        let main_before = |block: u32| sums.get(block as usize).map_or(0, |sums| sums.main);
        let tokens_of = |blocks: Range<u32>| main_before(blocks.end) - main_before(blocks.start);
        let least = Least { tokens_of: &tokens_of, tokens: least(sums.last().map_or(0, |all| all.main)) };
        let groups = groups::find(arena, scratch, &self.page, &self.sequence, is_forum, least);
        let is_article = self.kind() == Some(PageKind::Article);
        let list = if is_article { None } else { choice::main_list(&self.page, &groups, &sums, is_forum) };
        Found { groups, sums, main_list: list }
    }

    fn is_main_text(&self, block: usize) -> bool {
        self.block(block).is_some_and(|block| !block.is_template())
    }

    fn sums(&self) -> List<Sums> {
        Sums::before_blocks(&self.page, |block| {
            self.end_if_cancelled();
            self.is_main_text(block)
        })
    }

    /// The entries within blocks, of a page without another main list.
    fn entries(&self, sums: &[Sums]) -> List<Entry> {
        if self.kind() == Some(PageKind::Article) {
            return List::default();
        }
        entries::entries(&self.page, sums, |block| self.is_main_text(block))
    }

    /// These entries as a group.
    fn group_of_entries(&self, sums: &[Sums], places: &mut Places) -> Option<Group<'a>> {
        let mut items: List<GroupItem<'a>> = List::default();
        for entry in self.entries(sums).iter() {
            let (source, blocks) = (self.source_range(entry.view), entry.blocks());
            let blocks = (blocks.start as u32, blocks.end as u32);
            if items.last().is_none_or(|last| last.blocks != blocks) {
                places.take(entry.blocks());
            }
            let (text, source) = (self.page.text, (source.start as u32, source.end as u32));
            let [author, date, rating, price] = [(0, 0); 4];
            items.push(GroupItem { text, source, blocks, parent: NONE, author, date, rating, price });
        }
        let (kind, items) = (GroupKind::Results, items.into_vec());
        (!items.is_empty()).then_some(Group { kind, probability: ENTRIES, is_main_list: true, items })
    }

    /// The records that rules name as a group.
    fn group_of_records(
        &self,
        reader: &Reader<'_, 'a>,
        mut judge: impl FnMut(&[Item], &Evidence) -> (GroupKind, f32),
        places: &mut Places,
    ) -> Option<Group<'a>> {
        let item = |(node, blocks): (u32, Range<usize>)| Item {
            group: 0,
            nodes: (node, self.page.tree.nodes[node as usize].subtree_end),
            blocks: (blocks.start as u32, blocks.end as u32),
            parent: NONE,
        };
        let items: List<Item> = self.rules.records(&self.page).map(item).collect();
        let (arrangement, shape) = (Arrangement::Cousins, Shape::default());
        let group = groups::Group { arrangement, items: (0, items.len() as u32), shape, similarity: EQUAL };
        let judged = judge(&items, &reader.evidence(&group, &items, true));
        let mut named = self.group(reader, (&group, &items), true, judged, places);
        for (item, found) in named.items.iter_mut().zip(items.iter()) {
            let said = |kind| self.rules.text_in(&self.page, kind, found.nodes.0);
            item.author = said(MarkKind::Author).unwrap_or(item.author);
            item.date = said(MarkKind::Date).unwrap_or(item.date);
        }
        (!named.items.is_empty()).then_some(named)
    }

    /// A group of found items. One inside its predecessor ends the predecessor, and is a reply to it.
    fn group(
        &self,
        reader: &Reader<'_, 'a>,
        (group, items): (&groups::Group, &[Item]),
        is_main_list: bool,
        (kind, probability): (GroupKind, f32),
        places: &mut Places,
    ) -> Group<'a> {
        let mut list = List::default();
        let mut kept = disjoint(group, items);
        if is_main_list && !self.rules.has_records() {
            choice::trim_ends(&mut kept, reader.sums);
        }
        for (blocks, parent) in kept.iter() {
            let [mut author, mut date] = reader.byline(blocks);
            if let Some(unit) = self.unit_in(blocks) {
                (author, date) = (unit.author, unit.date);
            }
            list.push(self.item(reader, blocks, *parent, [author, date]));
            places.take(blocks.clone());
        }
        Group { kind, probability, is_main_list, items: list.into_vec() }
    }

    fn item(
        &self,
        reader: &Reader<'_, 'a>,
        blocks: &Range<usize>,
        parent: u32,
        [author, date]: [(u32, u32); 2],
    ) -> GroupItem<'a> {
        let source = self.source_of(blocks);
        let value = |value| reader.value(blocks, value).unwrap_or_default();
        GroupItem {
            text: self.page.text,
            source: (source.start as u32, source.end as u32),
            blocks: (blocks.start as u32, blocks.end as u32),
            parent,
            author,
            date,
            rating: value(Value::Rating),
            price: value(Value::Price),
        }
    }

    /// The source range of blocks.
    pub(in crate::on_demand) fn source_of(&self, blocks: &Range<usize>) -> Range<usize> {
        let entry = |block: usize| self.page.blocks[block].source;
        self.source_range((entry(blocks.start).0, entry(blocks.end - 1).1))
    }

    /// The comments as a group.
    fn group_of_comments(&self, reader: &Reader<'_, 'a>, places: &mut Places) -> Option<Group<'a>> {
        let mut list = List::default();
        let mut rated = 0;
        for comment in self.comments() {
            let unit = comment.table_entry();
            let blocks = unit.blocks.0 as usize..unit.blocks.1 as usize;
            let parent = unit.parent.unwrap_or(NONE);
            let mut item = self.item(reader, &blocks, parent, [unit.author, unit.date]);
            let source = comment.source();
            item.source = (source.start as u32, source.end as u32);
            rated += usize::from(item.rating().is_some());
            list.push(item);
            let number = comment.index() as u32;
            let read = blocks.start..blocks.end.min(blocks.start + evidence::MAX_READ);
            places.take(read.filter(|&block| self.comment_of(block) == Some(number)));
        }
        let is_review = self.comments.are_reviews() || 2 * rated > list.len();
        let kind = if is_review { GroupKind::Reviews } else { GroupKind::Comments };
        let items = list.into_vec();
        (!items.is_empty()).then_some(Group { kind, probability: COMMENTS, is_main_list: false, items })
    }

    /// The first unit with author and date that begins in blocks.
    fn unit_in(&self, blocks: &Range<usize>) -> Option<&'a Unit> {
        let found = self.comments.found;
        let first = found.partition_point(|unit| (unit.blocks.0 as usize) < blocks.start);
        found.get(first).filter(|unit| (unit.blocks.0 as usize) < blocks.end)
    }
}

/// The groups of a page, and which of them is the main list.
struct Found<'g> {
    groups: Groups<'g>,
    sums: List<Sums>,
    main_list: Option<usize>,
}

/// An item that is kept, with the index of the kept item that it answers, or [`NONE`].
type Kept = (Range<usize>, u32);

/// The items of a group without what they share: one inside its predecessor ends the predecessor, and answers it.
fn disjoint(group: &groups::Group, items: &[Item]) -> List<Kept> {
    let mut kept: List<Kept> = List::default();
    // For each item the index of the last kept one around it, or itself.
    let mut indices: List<u32> = List::default();
    let mut covered = 0;
    for (index, item) in items.iter().enumerate() {
        let end = items.get(index + 1).map_or(item.blocks.1, |next| item.blocks.1.min(next.blocks.0));
        let above = item.parent.checked_sub(group.items.0).and_then(|above| indices.get(above as usize)).copied();
        let parent = if item.parent == NONE { NONE } else { above.unwrap_or(NONE) };
        // Misnested markup can order text otherwise than elements.
        let blocks = (item.blocks.0 as usize).max(covered)..end as usize;
        if blocks.is_empty() {
            indices.push(parent);
            continue;
        }
        covered = blocks.end;
        indices.push(kept.len() as u32);
        kept.push((blocks, parent));
    }
    kept
}
