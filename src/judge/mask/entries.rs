//! Entries: on a page that lists several things, each with a linked title above its text, the title is content if the text
//! is, and so is a short line beside them, such as a place or a date. In a thread the links above texts are names of people.

use super::{BlockLabel, NOT_CONTENT, buttons};
use crate::read::html::{NONE, Tag};
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The minimum number of entries.
const LEAST: usize = 3;
/// The minimum number of tokens of the text of an entry.
const LEAST_TEXT: u32 = 4;
/// How many blocks may stand between the title of an entry and its text.
const REACH: usize = 3;
/// The maximum number of tokens of a line beside them.
const MOST_OF_LINE: u32 = 8;
/// Elements around a block that are looked at.
const MOST_LEVELS: usize = 6;

/// An entry: the element that it stands in, the element around that one, and its blocks from its title to its text.
struct Entry {
    item: u32,
    list: u32,
    blocks: Range<usize>,
}

/// Makes the titles of entries content. `may_be_content` says whether a block that the model took for template may become
/// content.
pub(super) fn complete(page: &Page<'_>, labels: &mut [BlockLabel], may_be_content: impl Fn(usize) -> bool) {
    let (mut at, mut title) = (0, None);
    while let Some(block) = page.blocks.get(at) {
        let first = at;
        at += 1;
        if block.is_linked() {
            title = Some(first);
        } else if is_text(block, &labels[first]) {
            let near = title.filter(|title| first - title <= REACH + 1);
            let Some(entry) = near.and_then(|title| entry_between(page, title, first)) else { continue };
            let (mut item, mut count, mut last) = (entry.item, 1, first);
            while let Some((text, next)) = next_entry(page, labels, last, entry.list, item) {
                (last, item, count) = (text, next.item, count + 1);
            }
            at = last + 1;
            if count >= LEAST {
                let end = page.tree.nodes[item as usize].subtree_end;
                let lines = page.blocks[at..].iter().take(REACH).take_while(|block| block.container < end).count();
                complete_in(page, labels, entry.blocks.start..at + lines, entry.list, &may_be_content);
            }
        }
    }
}

/// The entry after the one whose text is `last`, in the same list.
fn next_entry(page: &Page<'_>, labels: &[BlockLabel], last: usize, list: u32, item: u32) -> Option<(usize, Entry)> {
    let end = page.tree.nodes[list as usize].subtree_end;
    let within = (last + 1..page.blocks.len()).take(4 * REACH).take_while(|&i| page.blocks[i].container < end);
    within.into_iter().find_map(|i| {
        let entry = entry_with_text(page, labels, i)?;
        (entry.list == list && entry.item != item).then_some((i, entry))
    })
}

/// Whether a block may be the text of an entry.
fn is_text(block: &Block, label: &BlockLabel) -> bool {
    !label.is_template && block.heading == 0 && !block.is_linked() && block.tokens >= LEAST_TEXT
}

/// The entry whose first text is a block.
fn entry_with_text(page: &Page<'_>, labels: &[BlockLabel], text: usize) -> Option<Entry> {
    if !is_text(&page.blocks[text], &labels[text]) {
        return None;
    }
    let mut before = text.saturating_sub(REACH + 1)..text;
    entry_between(page, before.rfind(|&i| page.blocks[i].is_linked())?, text)
}

/// The entry from a title to its text: the element with both, if nothing in it is before the title.
fn entry_between(page: &Page<'_>, title: usize, text: usize) -> Option<Entry> {
    let tree = &page.tree;
    let is_in = |item: u32, block: usize| tree.subtree(item).contains(&(page.blocks[block].container as usize));
    let item = around_both(page, title, text)?;
    let list = tree.nodes[item as usize].parent;
    let is_frame = list == NONE || matches!(tree.nodes[item as usize].tag, Tag::BODY | Tag::HTML | Tag::MAIN);
    let is_first = title.checked_sub(1).is_none_or(|above| !is_in(item, above));
    (!is_frame && is_first).then_some(Entry { item, list, blocks: title..text + 1 })
}

/// The smallest element around two blocks, near the first.
pub(super) fn around_both(page: &Page<'_>, first: usize, second: usize) -> Option<u32> {
    let second = page.blocks.get(second)?.container as usize;
    let mut around = page.tree.ancestors(page.blocks[first].container).take(MOST_LEVELS);
    around.find(|&at| page.tree.subtree(at).contains(&second))
}

/// Makes the titles of the entries among some blocks content, and the short lines in them.
fn complete_in(
    page: &Page<'_>,
    labels: &mut [BlockLabel],
    blocks: Range<usize>,
    list: u32,
    may_be_content: impl Fn(usize) -> bool,
) {
    let mut item = NONE;
    for i in blocks {
        if let Some(entry) = entry_with_text(page, labels, i).filter(|entry| entry.list == list) {
            item = entry.item;
            for i in entry.blocks.filter(|&i| may_be_content(i)) {
                labels[i].is_template = false;
            }
        } else if item != NONE
            && page.tree.subtree(item).contains(&(page.blocks[i].container as usize))
            && is_line(&page.blocks[i])
            && !buttons::is_button(page, &page.blocks[i])
            && may_be_content(i)
        {
            labels[i].is_template = false;
        }
    }
}

fn is_line(block: &Block) -> bool {
    block.linked_tokens == 0 && block.tokens <= MOST_OF_LINE && block.flags & NOT_CONTENT == 0
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    fn main_text(list: &str) -> String {
        let html = format!(
            "<title>Quay | Site</title><nav><a href=/>Home</a></nav><main><h1>Quay</h1><div>{list}</div></main><div><h2>More</h2>\
             <ul><li><a href=/a>Snow closes the road</a><li><a href=/b>Ferry is late again</a></ul></div><footer>2024</footer>"
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn titles_of_entries_are_content() {
        for all in [
            [
                ["Deck hand", "Season work on the island ferry, April to October."],
                ["Cook", "Breakfast and lunch for a crew of nine."],
                ["Painter", "Two weeks in May, scaffolding is provided."],
            ],
            [
                ["Matrosin", "Arbeit auf der Inselfähre, von April bis Oktober."],
                ["Koch", "Frühstück und Mittag für neun Leute."],
                ["Maler", "Zwei Wochen im Mai, ein Gerüst ist da."],
            ],
        ] {
            for [open, between, close] in [
                ["<div><div><a href=/j>", "</a></div><div>Northport</div><div><p>", "</p></div></div>"],
                ["<section><h3><a href=/j>", "</a></h3><p>", "</p></section>"],
            ] {
                let list = all.map(|[title, text]| format!("{open}{title}{between}{text}{close}")).concat();
                let text = main_text(&list);
                assert!(all.iter().flatten().all(|part| text.contains(part)), "{list}: {text}");
                assert!(!text.contains("Snow"), "{text}");
            }
        }
    }

    #[test]
    fn one_link_above_a_text_is_none() {
        let text = main_text(
            "<div><a href=/c>All news of the quay</a><p>The crane was sold on Friday, for the second time in a year.</p></div>",
        );
        assert!(!text.contains("All news"), "{text}");
    }
}
