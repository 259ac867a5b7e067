//! What a group shows of its kind: its items, its names, its place, and what the page declares.

use super::choice::Sums;
use super::looks::{Look, looks};
use super::values::{self, VALUES, Value};
use crate::base::fallible::List;
use crate::base::sort::sort;
use crate::document::Document;
use crate::judge::comments::Signs;
use crate::judge::containers::{Containers, NAMING_ATTRIBUTES};
use crate::judge::groups::{Arrangement, Group, Item};
use crate::judge::mask::PageKind;
use crate::judge::mask::reviews::speaks_of_reviews;
use crate::on_demand::facts;
use crate::read::class_words::{group, is_equal, item, items_in};
use crate::read::html::attributes::Name;
use crate::read::html::{NONE, Node, Tag};
use std::ops::Range;

/// The names of the features.
pub(super) const NAMES: [&str; COUNT] = [
    "six",
    "single",
    "tiny",
    "short",
    "prose",
    "linked",
    "unlinked",
    "with-links",
    "links-first",
    "dated",
    "signed",
    "answerable",
    "priced",
    "rated",
    "headed",
    "asked",
    "pictured",
    "list-item",
    "ordered",
    "row",
    "details",
    "figure",
    "article",
    "in-menu",
    "aside",
    "template",
    "main",
    "main-list",
    "units",
    "page-forum",
    "page-product",
    "page-collection",
    "page-listing",
    "page-article",
    "answer",
    "review",
    "question",
    "step",
    "gallery",
    "tag",
    "teaser",
    "result",
    "comment",
    "post",
    "product",
    "menu",
    "list",
    "title-answer",
    "title-review",
    "title-question",
    "title-step",
    "title-teaser",
    "declares-faq",
    "declares-how-to",
    "declares-answers",
    "voted",
    "numbered",
    "measured",
    "sentences",
    "captioned",
    "to-images",
    "to-tags",
    "early",
    "late",
    "counted",
    "page-asks",
    "title-gallery",
    "title-tag",
    "list-of-posts",
];

/// How many features a group has.
pub(super) const COUNT: usize = 69;

/// The features of a group.
pub(super) type Evidence = [bool; COUNT];

/// The number of a feature. A name that does not exist fails to compile in a constant.
pub(super) const fn number(name: &str) -> usize {
    let mut at = 0;
    while !is_equal(NAMES[at].as_bytes(), name.as_bytes()) {
        at += 1;
    }
    at
}

/// What names ([`item`]) and the heading say about the items: the words, and the features of a name and of a heading.
const SAID: [(u32, usize, Option<usize>); 8] = [
    (1 << item::ANSWER | 1 << item::ANSWER_OR_REPLY, number("answer"), Some(number("title-answer"))),
    (1 << item::REVIEW | 1 << item::RATING, number("review"), Some(number("title-review"))),
    (1 << item::QUESTION, number("question"), Some(number("title-question"))),
    (1 << item::STEP, number("step"), Some(number("title-step"))),
    (1 << item::GALLERY, number("gallery"), Some(number("title-gallery"))),
    (1 << item::TAG, number("tag"), Some(number("title-tag"))),
    (1 << item::TEASER, number("teaser"), Some(number("title-teaser"))),
    (1 << item::RESULT, number("result"), None),
];

/// The levels of elements around an item whose names are read, and those whose elements are.
const NAMED_LEVELS: usize = 3;
const LEVELS: usize = 24;
/// How many blocks before a group its heading may begin.
const HEADING_DISTANCE: usize = 4;
/// The blocks of an item that are read.
pub(super) const MAX_READ: usize = 64;
/// The items that are read.
const MAX_ITEMS: usize = 256;
/// The items in which marks are looked for.
const MARKED: usize = 16;
/// The most tokens below an image that describe it.
const CAPTION: u64 = 12;

/// What judges read.
pub(super) struct Reader<'r, 'a> {
    pub document: &'r Document<'a>,
    pub containers: &'r Containers<'r>,
    pub signs: Signs<'r>,
    pub sums: &'r [Sums],
    /// The images before each node.
    images: List<u32>,
    /// For each unit of [`crate::judge::comments::Comments::found`] its first block, ascending.
    units: List<u32>,
    types: [bool; 4],
    /// By block, the text ranges of its price and its rating. Groups overlap, so that blocks are in several.
    values: List<[Option<(u32, u32)>; 2]>,
    looks: List<Look>,
    /// Whether the first heading of the page is a question.
    asks: bool,
}

/// Counts over the items of a group.
#[derive(Default)]
struct Counts {
    items: usize,
    blocks: usize,
    tokens: u64,
    main: u64,
    linked: u64,
    with_links: usize,
    links_first: usize,
    dated: usize,
    signed: usize,
    answerable: usize,
    priced: usize,
    rated: usize,
    headed: usize,
    asked: usize,
    pictured: usize,
    captioned: usize,
    units: usize,
    voted: usize,
    numbered: usize,
    measured: usize,
    sentences: usize,
    to_images: usize,
    to_tags: usize,
}

impl<'r, 'a> Reader<'r, 'a> {
    pub fn new(
        document: &'r Document<'a>,
        containers: &'r Containers<'r>,
        signs: Signs<'r>,
        sums: &'r [Sums],
    ) -> Reader<'r, 'a> {
        let (mut images, mut before) = (List::default(), 0);
        for node in document.page.tree.nodes {
            images.push(before);
            before += u32::from(node.tag == Tag::IMG);
        }
        images.push(before);
        let mut units = List::default();
        document.comments.found.iter().for_each(|unit| units.push(unit.blocks.0));
        sort(&mut units);
        let types = facts::declares(document, [b"FAQPage", b"HowTo", b"Recipe", b"QAPage"]);
        let values = |block| {
            document.end_if_cancelled();
            VALUES.map(|value| values::find(&document.page, block, value))
        };
        let values = (0..document.page.blocks.len()).map(values).collect();
        let looks = looks(&document.page);
        let first = document.page.blocks.iter().position(|block| block.heading != 0);
        let asks = first.is_some_and(|block| looks[block].asks);
        Reader { document, containers, signs, sums, images, units, types, values, looks, asks }
    }

    /// The features of a group.
    pub fn evidence(&self, group: &Group, items: &[Item], is_main_list: bool) -> Evidence {
        let mut found = [false; COUNT];
        self.add_items(group, items, &mut found);
        self.add_elements(group, items, &mut found);
        self.add_heading(items, &mut found);
        self.add_place(items, &mut found);
        let kind = self.document.kind();
        let mut set = |name: usize, is_set: bool| found[name] |= is_set;
        set(const { number("main-list") }, is_main_list);
        let is_thread = kind == Some(PageKind::Forum) || self.document.comments.is_thread;
        set(const { number("page-forum") }, is_thread);
        // Both together say more than their sum: without names, a few posts show little else.
        set(const { number("list-of-posts") }, is_thread && is_main_list);
        set(const { number("page-product") }, kind == Some(PageKind::Product));
        set(const { number("page-collection") }, kind == Some(PageKind::Collection));
        set(const { number("page-listing") }, kind == Some(PageKind::Listing));
        set(const { number("page-article") }, kind == Some(PageKind::Article));
        let [faq, how_to, recipe, answers] = self.types;
        set(const { number("declares-faq") }, faq);
        set(const { number("declares-how-to") }, how_to || recipe);
        set(const { number("declares-answers") }, answers);
        set(const { number("page-asks") }, self.asks);
        found
    }

    fn add_items(&self, group: &Group, items: &[Item], found: &mut Evidence) {
        let mut counts = Counts::default();
        for item in items.iter().take(MAX_ITEMS) {
            self.count(group, item, &mut counts);
        }
        let Counts { items: count, tokens, linked, main, .. } = counts;
        let mean = tokens / count.max(1) as u64;
        let most = |some: usize| 2 * some >= count;
        let mut set = |name: usize, is_set: bool| found[name] |= is_set;
        set(const { number("six") }, items.len() >= 6);
        set(const { number("single") }, counts.blocks == count);
        set(const { number("tiny") }, mean <= 2);
        set(const { number("short") }, mean <= 6);
        set(const { number("prose") }, mean >= 25);
        set(const { number("linked") }, 5 * linked >= 4 * tokens);
        set(const { number("unlinked") }, linked == 0);
        set(const { number("with-links") }, 4 * counts.with_links >= 3 * count);
        set(const { number("links-first") }, 5 * counts.links_first >= 3 * count);
        set(const { number("dated") }, most(counts.dated));
        set(const { number("signed") }, most(counts.signed));
        set(const { number("answerable") }, 5 * counts.answerable >= count.max(1));
        set(const { number("priced") }, most(counts.priced));
        set(const { number("rated") }, most(counts.rated));
        set(const { number("headed") }, most(counts.headed));
        set(const { number("asked") }, most(counts.asked));
        set(const { number("pictured") }, most(counts.pictured));
        set(const { number("template") }, 4 * main < tokens);
        set(const { number("main") }, 4 * main >= 3 * tokens);
        set(const { number("units") }, most(counts.units));
        set(const { number("voted") }, most(counts.voted));
        set(const { number("numbered") }, most(counts.numbered));
        set(const { number("measured") }, most(counts.measured) && !most(counts.numbered));
        set(const { number("sentences") }, most(counts.sentences));
        set(const { number("captioned") }, most(counts.captioned));
        set(const { number("to-images") }, most(counts.to_images));
        set(const { number("to-tags") }, most(counts.to_tags));
    }

    fn count(&self, group: &Group, item: &Item, counts: &mut Counts) {
        let page = &self.document.page;
        let (first, end) = (item.blocks.0 as usize, item.blocks.1 as usize);
        let (before, after) = (self.sums[first], self.sums[end]);
        counts.items += 1;
        counts.blocks += end - first;
        counts.tokens += after.tokens - before.tokens;
        counts.main += after.main - before.main;
        counts.linked += after.linked - before.linked;
        counts.with_links += usize::from(after.linked > before.linked);
        let block = &page.blocks[first];
        counts.links_first += usize::from(block.is_linked() && block.tokens > 0);
        let read = first..end.min(first + MAX_READ);
        let [author, date] = self.signs.byline(page, read.clone());
        counts.signed += usize::from(author.0 < author.1);
        counts.dated += usize::from(date.0 < date.1);
        let has = |is: &dyn Fn(usize) -> bool| usize::from(read.clone().any(is));
        counts.answerable += has(&|block| self.signs.is_reply(block));
        counts.priced += has(&|block| self.values[block][Value::Price as usize].is_some());
        counts.rated += has(&|block| self.values[block][Value::Rating as usize].is_some());
        counts.headed += has(&|block| page.blocks[block].heading != 0);
        counts.asked += usize::from(self.looks[first].asks && (end - first > 1 || block.tokens > 12));
        counts.voted += has(&|block| self.looks[block].is_number && end - first > 1);
        counts.to_images += has(&|block| self.looks[block].leads_to_image);
        counts.to_tags += has(&|block| self.looks[block].leads_to_tag);
        counts.sentences += usize::from(self.looks[end - 1].ends_sentence);
        counts.numbered += usize::from(self.looks[first].number.map(usize::from) == Some(counts.items));
        counts.measured += usize::from(self.looks[first].number.is_some());
        let images = self.images_in(item);
        counts.pictured += usize::from(images > 0);
        counts.captioned += usize::from(images > 0 && after.tokens - before.tokens <= CAPTION);
        let is_outer = group.arrangement == Arrangement::Namesakes || item.parent == NONE;
        let units = self.units.partition_point(|&unit| (unit as usize) < end)
            - self.units.partition_point(|&unit| (unit as usize) < first);
        counts.units += usize::from(is_outer && (1..=3).contains(&units));
    }

    fn add_elements(&self, group: &Group, items: &[Item], found: &mut Evidence) {
        let tree = &self.document.page.tree;
        let node = |index: u32| &tree.nodes[index as usize];
        let is_run = group.arrangement == Arrangement::Runs;
        let mut set = |name: usize, is_set: bool| found[name] |= is_set;
        for item in items.iter().take(2) {
            let element = node(item.nodes.0);
            set(const { number("list-item") }, element.tag == Tag::LI);
            set(const { number("row") }, element.tag == Tag::TR);
            set(const { number("details") }, element.tag == Tag::DETAILS);
            set(const { number("figure") }, element.tag == Tag::FIGURE);
            set(const { number("article") }, element.tag == Tag::ARTICLE);
            // The names of its first child are often its own.
            for index in [item.nodes.0, item.nodes.0 + 1].into_iter().filter(|&index| index < element.subtree_end) {
                self.add_names(index, &mut set);
            }
        }
        let Some(first) = items.first() else { return };
        let around = tree.ancestors(first.nodes.0).skip(1).take(LEVELS);
        let around = around.take_while(|&at| !matches!(node(at).tag, Tag::BODY | Tag::HTML));
        for (level, at) in around.enumerate() {
            let element = node(at);
            set(const { number("ordered") }, level == 0 && !is_run && element.tag == Tag::OL);
            set(const { number("in-menu") }, element.tag == Tag::NAV);
            set(const { number("aside") }, matches!(element.tag, Tag::ASIDE | Tag::FOOTER | Tag::HEADER));
            if level < NAMED_LEVELS {
                self.add_names(at, &mut set);
            }
        }
    }

    /// What the names of an element say.
    fn add_names(&self, index: u32, set: &mut impl FnMut(usize, bool)) {
        let tree = &self.document.page.tree;
        let element: &Node = &tree.nodes[index as usize];
        let container = self.containers.list.get(self.containers.index(index) as usize);
        let words = container.map_or(0, |container| container.words);
        set(const { number("comment") }, words & const { group("comment") } != 0);
        set(const { number("post") }, words & const { group("post") } != 0);
        set(const { number("product") }, words & const { group("product") } != 0);
        set(const { number("menu") }, words & const { group("nav") } != 0);
        set(const { number("list") }, words & const { group("list") } != 0);
        set(const { number("aside") }, words & const { group("sidebar") | group("footer") | group("related") } != 0);
        set(const { number("teaser") }, words & const { group("related") } != 0);
        const NAMES: u16 = NAMING_ATTRIBUTES | Name::ITEMTYPE.bit() | Name::REL.bit();
        if element.known & NAMES != 0 {
            for name in tree.each_attribute(element).filter(|attribute| attribute.name.bit() & NAMES != 0) {
                let words = items_in(tree.raw_value(name));
                SAID.iter().for_each(|&(said, of_name, _)| set(of_name, words & said != 0));
            }
        }
    }

    /// What the last heading before the group says, or else a line above reviews that reads like one.
    fn add_heading(&self, items: &[Item], found: &mut Evidence) {
        let page = &self.document.page;
        let first = items.first().map_or(0, |item| item.blocks.0 as usize);
        let near = (first.saturating_sub(HEADING_DISTANCE)..first).rev();
        let is_heading = |&block: &usize| page.blocks[block].heading != 0 || self.signs.is_announcement(block);
        let heading = near.clone().find(is_heading);
        found[const { number("title-review") }] = match heading {
            Some(block) => speaks_of_reviews(page, block),
            None => near.into_iter().any(|block| speaks_of_reviews(page, block)),
        };
        let Some(block) = heading else { return };
        let text = page.text_of(&page.blocks[block]);
        found[const { number("counted") }] = counts_to(text, items.len());
        let words = items_in(text.as_bytes());
        for (said, _, of_heading) in SAID {
            if let Some(feature) = of_heading {
                found[feature] |= words & said != 0;
            }
        }
    }

    /// Where the group stands: before or after what is main text outside of it.
    fn add_place(&self, items: &[Item], found: &mut Evidence) {
        let main = |block: u32| self.sums[block as usize].main;
        let all = self.sums.last().map_or(0, |all| all.main);
        let first = items.first().map_or(0, |item| main(item.blocks.0));
        let end = items.iter().map(|item| item.blocks.1).max().map_or(0, main);
        let outside = all - (end - first);
        if outside > 0 {
            found[const { number("early") }] = 10 * first <= outside;
            found[const { number("late") }] = 10 * first >= 9 * outside;
        }
    }

    /// Whether most items are numbered, are questions with answers, or have images or ratings.
    pub fn is_marked(&self, items: &[Item]) -> bool {
        let few = &items[..items.len().min(MARKED)];
        let most = |is: &dyn Fn(usize, &Item) -> bool| {
            2 * few.iter().enumerate().filter(|&(at, item)| is(at, item)).count() >= few.len()
        };
        let look = |item: &Item| self.looks[item.blocks.0 as usize];
        most(&|at, item| look(item).number == Some(at as u16 + 1))
            || most(&|_, item| self.images_in(item) > 0)
            || most(&|_, item| self.values[item.blocks.0 as usize][Value::Rating as usize].is_some())
            || most(&|_, item| look(item).asks && item.blocks.1 - item.blocks.0 > 1)
    }

    fn images_in(&self, item: &Item) -> u32 {
        self.images[item.nodes.1 as usize] - self.images[item.nodes.0 as usize]
    }

    /// The text ranges of author and date of blocks.
    pub fn byline(&self, blocks: &Range<usize>) -> [(u32, u32); 2] {
        let end = blocks.end.min(blocks.start + MAX_READ);
        self.signs.byline(&self.document.page, blocks.start..end)
    }

    /// The text range of the first price or rating in blocks.
    pub fn value(&self, blocks: &Range<usize>, value: Value) -> Option<(u32, u32)> {
        let end = blocks.end.min(blocks.start + MAX_READ);
        (blocks.start..end).find_map(|block| self.values[block][value as usize])
    }
}

/// Whether the first number in a heading is that of the items: "4 answers".
fn counts_to(heading: &str, items: usize) -> bool {
    let from = heading.find(|c: char| c.is_ascii_digit()).unwrap_or(heading.len());
    let digits = heading[from..].bytes().take_while(u8::is_ascii_digit).count();
    heading[from..from + digits].parse() == Ok(items)
}
