//! Groups.
//!
//! The repeated parts of a page, and what they are: docs/groups.md. How kinds are told from each other is new, and which
//! groups are found may change with every version.

use super::blocks::BLOCKMASK_NONE;
use super::document::View;
use super::experimental::Experimental;
use super::start::blockmask_table;
use super::status::Failure;

/// table: the groups, by their first blocks, outer ones first; rows are blockmask_group. Takes half of an analysis.
pub const BLOCKMASK_TABLE_GROUPS: u32 = 16;
/// table: the items of all groups, group by group; rows are blockmask_group_item.
pub const BLOCKMASK_TABLE_GROUP_ITEMS: u32 = 17;

/// group_kind: something else.
pub const BLOCKMASK_GROUP_UNKNOWN: u32 = 0;
/// group_kind: comments of readers, as in BLOCKMASK_TABLE_COMMENTS.
pub const BLOCKMASK_GROUP_COMMENTS: u32 = 1;
/// group_kind: posts of a thread.
pub const BLOCKMASK_GROUP_POSTS: u32 = 2;
/// group_kind: answers to a question.
pub const BLOCKMASK_GROUP_ANSWERS: u32 = 3;
/// group_kind: reviews of customers.
pub const BLOCKMASK_GROUP_REVIEWS: u32 = 4;
/// group_kind: results of a search, entries of a list.
pub const BLOCKMASK_GROUP_RESULTS: u32 = 5;
/// group_kind: things for sale.
pub const BLOCKMASK_GROUP_OFFERS: u32 = 6;
/// group_kind: pointers to other pages, with a title or more.
pub const BLOCKMASK_GROUP_TEASERS: u32 = 7;
/// group_kind: links of a menu or of a list of links.
pub const BLOCKMASK_GROUP_MENU: u32 = 8;
/// group_kind: rows of a table.
pub const BLOCKMASK_GROUP_TABLE_ROWS: u32 = 9;
/// group_kind: questions with their answers.
pub const BLOCKMASK_GROUP_FAQ: u32 = 10;
/// group_kind: steps of instructions, or ingredients.
pub const BLOCKMASK_GROUP_STEPS: u32 = 11;
/// group_kind: images with captions.
pub const BLOCKMASK_GROUP_GALLERY: u32 = 12;
/// group_kind: keywords.
pub const BLOCKMASK_GROUP_TAGS: u32 = 13;

/// Repeated parts of a page.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blockmask_group {
    /// First byte of its first item in the bytes of the page.
    pub source_start: u32,
    /// One past its last item, with all that stands between.
    pub source_end: u32,
    /// Its first item in BLOCKMASK_TABLE_GROUP_ITEMS.
    pub first_item: u32,
    /// One past its last item there.
    pub end_item: u32,
    /// What its items are: one of BLOCKMASK_GROUP_.
    pub group_kind: u32,
    /// Flag: they are the records of the page.
    pub is_main_list: u32,
    /// The probability of the kind, 0 to 1; it is coarse.
    pub probability: f32,
}

/// One of repeated parts. Author, date, rating and price are as written in the normalized text; both ends are equal if
/// it has none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_group_item {
    /// First byte of its first character in the bytes of the page.
    pub source_start: u32,
    /// One past its last character, with all that stands between.
    pub source_end: u32,
    /// Its first block.
    pub first_block: u32,
    /// One past its last block; some of its blocks may be template or belong to replies.
    pub end_block: u32,
    /// Which item of its group it answers, counted from 0, or BLOCKMASK_NONE.
    pub parent: u32,
    /// Where its author begins.
    pub author_text_start: u32,
    /// One past its author.
    pub author_text_end: u32,
    /// Where its date begins.
    pub date_text_start: u32,
    /// One past its date.
    pub date_text_end: u32,
    /// Where its rating begins: stars, or points with their maximum.
    pub rating_text_start: u32,
    /// One past its rating.
    pub rating_text_end: u32,
    /// Where its price begins, with its currency.
    pub price_text_start: u32,
    /// One past its price.
    pub price_text_end: u32,
}

impl Experimental {
    pub(super) fn groups(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        self.make_groups(view)?;
        Ok(self.groups.lend())
    }

    pub(super) fn group_items(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        self.make_groups(view)?;
        Ok(self.group_items.lend())
    }

    // Both tables at once.
    fn make_groups(&mut self, view: &View<'_>) -> Result<(), Failure> {
        if self.groups.is_made() && self.group_items.is_made() {
            return Ok(());
        }
        let found = view.derive(|document| document.groups())?;
        self.group_items.fill(found.iter().flat_map(|group| group.items()).map(|item| {
            let (source, blocks, [author, date, rating, price]) = (item.source(), item.blocks(), item.text_ranges());
            blockmask_group_item {
                source_start: source.start as u32,
                source_end: source.end as u32,
                first_block: blocks.start as u32,
                end_block: blocks.end as u32,
                parent: item.parent().map_or(BLOCKMASK_NONE, |parent| parent as u32),
                author_text_start: author.0,
                author_text_end: author.1,
                date_text_start: date.0,
                date_text_end: date.1,
                rating_text_start: rating.0,
                rating_text_end: rating.1,
                price_text_start: price.0,
                price_text_end: price.1,
            }
        }))?;
        let mut end_item = 0;
        self.groups.fill(found.iter().map(|group| {
            let (source, first_item) = (group.source(), end_item);
            end_item += group.items().len() as u32;
            blockmask_group {
                source_start: source.start as u32,
                source_end: source.end as u32,
                first_item,
                end_item,
                group_kind: group.group_kind() as u32,
                is_main_list: group.is_main_list().into(),
                probability: group.probability(),
            }
        }))?;
        Ok(())
    }
}
