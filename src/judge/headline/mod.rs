//! The headline of a page: the one block that names what the page is about.
//!
//! Three kinds of evidence add up to a score, and the best block wins if its score is high enough:
//!
//! - its words are those of a title that the page declares ([`titles`]);
//! - its element is a heading, best an `h1`, and not part of a menu, a sidebar or a footer;
//! - it stands shortly before the main text.
//!
//! The mask does not decide: models learn from main texts that leave headlines out. A site name shares few words with
//! the title, and links to the home page.

#[cfg(test)]
mod tests;
mod titles;

use crate::base::arena::Bump;
use crate::judge::mask::{BlockLabel, NOT_CONTENT, Role};
use crate::read::address::leads_home;
use crate::read::html::{NONE, Tag};
use crate::read::page::{Block, Page};
use std::ops::Range;
use titles::Titles;

/// Longer blocks are no headlines, in tokens.
const MAX_TOKENS: u32 = 72;
/// The main text begins with the first block of content that has more tokens and is no heading.
const LEAD_TOKENS: u32 = 25;
/// The number of blocks from a headline to the main text, to count as close to it or as near.
const CLOSE: usize = 16;
const NEAR: usize = 64;

/// The words of a title and of a block are the same: the highest score of a comparison.
const SAME: i32 = 60;
/// The lowest score of a block that is not a heading, for the words that it shares with a title.
const TITLE_IN_TEXT: i32 = 45;
/// The lowest score of a heading below `h1` that the title begins with, for these words.
const TITLE_AND_SITE: i32 = 50;
/// The lowest score of a headline.
const ENOUGH: i32 = 40;
/// The number of items of the trail before a headline.
const MIN_ITEMS: usize = 2;
const MOST_ITEMS: usize = 8;
/// With it no score is enough.
const NOT_ENOUGH: i32 = -1000;

/// For an `h1`, and for one that has half of the words of a title; for an `h2`.
const OF_H1: i32 = 40;
const OF_TITLE: i32 = 15;
const OF_H2: i32 = 20;
/// For a place right before the main text.
const OF_PLACE: i32 = 20;
/// For a block that is mostly links.
const OF_LINK: i32 = -15;
/// The highest score of a block that is no `h1`.
const MOST_OF_OTHERS: i32 = SAME + OF_H2 + OF_PLACE;

/// Bytes of scratch memory that [`find`] needs, for most pages.
pub(crate) const SCRATCH_CAPACITY: usize = 4 << 10;

/// The index of the block that is the headline of a page, or [`NONE`].
#[inline(never)]
pub(crate) fn find(scratch: &Bump, page: &Page<'_>, labels: &[BlockLabel]) -> u32 {
    found(scratch, page, labels).unwrap_or(NONE)
}

fn found(scratch: &Bump, page: &Page<'_>, labels: &[BlockLabel]) -> Option<u32> {
    let titles = Titles::declared(scratch, page);
    let lead = lead(page, labels);
    let best = best(page, labels, &titles, lead);
    let is_sure = |&(_, score): &(u32, i32)| score >= SAME + ENOUGH;
    // JSON-LD is read only where it may change the answer.
    if let Some((index, _)) = best.filter(is_sure) {
        return Some(h1_above(page, index).or_else(|| h1_again(page, index, lead)).unwrap_or(index));
    }
    let best = match Titles::of_scripts(scratch, page) {
        Some(titles_of_scripts) => best_of(best, self::best(page, labels, &titles_of_scripts, lead)),
        None => best,
    };
    let best = best?;
    Some(sole_h1(page, labels, &titles, lead, best).unwrap_or(best.0))
}

/// The blocks of the trail that leads to the headline: a list right before it, all of whose items are links, but for the
/// page itself at the end. None in most cases.
pub(crate) fn trail(page: &Page<'_>, headline: u32) -> Range<usize> {
    let list_of = |block: &Block| {
        let item = &page.tree.nodes[block.container as usize];
        (item.tag == Tag::LI).then_some(item.parent)
    };
    let before = page.blocks.get(..headline as usize).unwrap_or_default();
    let Some(list) = before.last().and_then(list_of) else { return 0..0 };
    let items = before.iter().rev().take(MOST_ITEMS).take_while(|block| list_of(block) == Some(list)).count();
    let first = before.len() - items;
    let mut others = before[first..].iter().enumerate().filter(|(_, item)| !item.is_linked());
    let is_trail = others.next().is_none_or(|(at, _)| at + 1 == items) && others.next().is_none();
    if is_trail && (MIN_ITEMS..MOST_ITEMS).contains(&items) { first..before.len() } else { 0..0 }
}

/// The `h1` right above an `h2`, if the title in the head begins with it and does not have the `h2`, which is a subtitle, or the
/// title for other sites.
fn h1_above(page: &Page<'_>, index: u32) -> Option<u32> {
    let above = index.checked_sub(1)?;
    let (h1, h2) = (page.blocks.get(above as usize)?, &page.blocks[index as usize]);
    let title = page.text_of(page.title_block()?);
    let is_title = h1.heading == 1 && !h1.is_linked() && title.starts_with(page.text_of(h1));
    (is_title && h2.heading == 2 && !title.contains(page.text_of(h2))).then_some(above)
}

/// The last `h1` before the main text with the words of an `h1` above it, which is in a bar that stays at the top.
fn h1_again(page: &Page<'_>, index: u32, lead: usize) -> Option<u32> {
    let first = &page.blocks[index as usize];
    let is_same =
        |block: &Block| block.heading == 1 && !block.is_linked() && page.text_of(block) == page.text_of(first);
    let below = page.blocks.get(index as usize + 1..=lead).filter(|_| first.heading == 1)?;
    below.iter().rposition(is_same).map(|at| index + 1 + at as u32)
}

/// The only `h1` of a page, if the best block has a low score and the main text begins far below the `h1`, as on pages of
/// many parts.
fn sole_h1(
    page: &Page<'_>,
    labels: &[BlockLabel],
    titles: &Titles<'_>,
    lead: usize,
    (best, score_of_best): (u32, i32),
) -> Option<u32> {
    if score_of_best >= SAME || page.blocks[best as usize].heading == 1 {
        return None;
    }
    let is_h1 = |(_, block): &(usize, &Block)| block.heading == 1 && block.flags & NOT_CONTENT == 0;
    let mut found = page.blocks.iter().enumerate().filter(is_h1);
    let (index, h1) = found.next().filter(|(index, _)| index + NEAR < lead)?;
    let label = &labels[index];
    let score = || without_words(h1, label, lead.checked_sub(index)) + of_words(page, h1, label, titles);
    (found.next().is_none() && !h1.is_linked() && score() >= ENOUGH).then_some(index as u32)
}

fn best_of(one: Option<(u32, i32)>, other: Option<(u32, i32)>) -> Option<(u32, i32)> {
    if other.map(|(_, score)| score) > one.map(|(_, score)| score) { other } else { one }
}

/// The block in which the main text begins: the first long paragraph of it, else its first block that is no heading.
fn lead(page: &Page<'_>, labels: &[BlockLabel]) -> usize {
    let is_paragraph = |(block, label): (&Block, &BlockLabel)| {
        !label.is_template && block.heading == 0 && block.flags & NOT_CONTENT == 0
    };
    let blocks = || page.blocks.iter().zip(labels);
    let long = blocks().position(|(block, label)| block.tokens > LEAD_TOKENS && is_paragraph((block, label)));
    long.or_else(|| blocks().position(is_paragraph))
        .or_else(|| labels.iter().position(|label| !label.is_template))
        .unwrap_or(page.blocks.len())
}

/// The block with the highest score that is enough, the last one of equals before the main text. The words of a block
/// are read only if it may be that one, and an `h1` mostly is.
fn best(page: &Page<'_>, labels: &[BlockLabel], titles: &Titles<'_>, lead: usize) -> Option<(u32, i32)> {
    let mut best = Best { lead, score: ENOUGH, index: NONE };
    // Threads on a link, such as those of link sharing, have no other headline.
    let above = page.blocks.iter().take(lead);
    let may_be_link = above.into_iter().all(|block| block.heading == 0 || block.flags & NOT_CONTENT != 0);
    for is_first in [true, false] {
        if !is_first && best.score > MOST_OF_OTHERS {
            break;
        }
        for (index, block) in page.blocks.iter().enumerate().filter(|(_, block)| (block.heading == 1) == is_first) {
            if block.flags & NOT_CONTENT != 0 || !(1..=MAX_TOKENS).contains(&block.tokens) {
                continue;
            }
            let is_late = || index > lead || block.is_linked() && !may_be_link;
            let may_be_title = || titles.may_be(page.text_of(block)) || titles.begin_with(page.text_of(block));
            if block.heading == 0 && (is_late() || !may_be_title()) {
                continue;
            }
            let known = without_words(block, &labels[index], lead.checked_sub(index));
            let known = if may_be_link && block.is_linked() { known - OF_LINK } else { known };
            if known + most_of_words(block) >= best.score {
                best.add(index, known + of_words(page, block, &labels[index], titles));
            }
        }
    }
    (best.index != NONE).then_some((best.index, best.score))
}

/// The best block so far.
struct Best {
    lead: usize,
    score: i32,
    /// [`NONE`] if there is none.
    index: u32,
}

impl Best {
    fn add(&mut self, index: usize, score: i32) {
        // Before the main text the last one, after it the first one.
        let is_nearer = || match self.index as usize {
            _ if self.index == NONE => true,
            other if index <= self.lead => other > self.lead || index > other,
            other => other > self.lead && index < other,
        };
        if score > self.score || score == self.score && is_nearer() {
            (self.index, self.score) = (index as u32, score);
        }
    }
}

/// The part of a score that needs no words; `before` is the number of blocks up to the main text.
fn without_words(block: &Block, label: &BlockLabel, before: Option<usize>) -> i32 {
    let of_element = match block.heading {
        0 => 0,
        1 => OF_H1,
        2 => OF_H2,
        3 => 16,
        _ => 10,
    };
    let of_role = match label.role {
        // Template text outside of menus and footers has the role aside.
        Role::Aside if block.heading == 0 => 0,
        Role::Navigation | Role::Aside | Role::Legal => -15,
        Role::Metadata => -20,
        Role::Comment => -60,
        _ => 0,
    };
    let of_place = match before {
        Some(..=CLOSE) if !label.is_template => OF_PLACE,
        Some(..=CLOSE) => 15,
        Some(..=NEAR) => 10,
        Some(_) => 5,
        None => -30,
    };
    of_element + of_role + of_place
}

/// The highest value of [`of_words`].
fn most_of_words(block: &Block) -> i32 {
    SAME + if block.heading == 1 { OF_TITLE } else { 0 } + if block.is_linked() { OF_LINK } else { 0 }
}

/// The part of a score that depends on the words that a block shares with a title.
fn of_words(page: &Page<'_>, block: &Block, label: &BlockLabel, titles: &Titles<'_>) -> i32 {
    let words = titles.shared(page.text_of(block));
    let shared = match words.score() {
        // A short headline has few words of a title with the names of section and site.
        shared if block.heading > 1 && titles.begin_with(page.text_of(block)) => shared.max(TITLE_AND_SITE),
        shared if block.heading != 0 || shared >= TITLE_IN_TEXT => shared,
        _ if titles.begin_with(page.text_of(block)) => TITLE_IN_TEXT,
        _ => return NOT_ENOUGH,
    };
    let of_title = if block.heading == 1 && words.is_half_of_title() { OF_TITLE } else { 0 };
    let of_link = match block.is_linked() {
        true if leads_home(page, block) => -60,
        true if shared < SAME / 2 && label.is_template => -40,
        true => OF_LINK,
        false => 0,
    };
    shared + of_title + of_link
}
