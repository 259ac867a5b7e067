//! Entries: on a page that lists several things, each with a linked title above its text, the title is content if the text
//! is, and so is a short line beside them, such as a place or a date. In a thread the links above texts are names of people.

use super::{BlockLabel, NOT_CONTENT};
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
/// Elements around a title that are looked at.
const MOST_LEVELS: usize = 6;

/// An entry: the element that it stands in, that around it, and its blocks from its title to its text.
struct Entry {
    item: u32,
    list: u32,
    blocks: Range<usize>,
}

/// Makes the titles of entries content. `may_be_content` says whether a block that the model took for template may become
/// content.
pub(super) fn complete(page: &Page<'_>, labels: &mut [BlockLabel], may_be_content: impl Fn(usize) -> bool) {
    let mut at = 1;
    while at < page.blocks.len() {
        let first = at;
        at += 1;
        let Some(entry) = entry_with_text(page, labels, first) else { continue };
        let (list, mut item, mut count, mut last) = (entry.list, entry.item, 1, first);
        while let Some((text, next)) = next_entry(page, labels, last, list, item) {
            (last, item, count) = (text, next.item, count + 1);
        }
        at = last + 1;
        if count >= LEAST {
            complete_in(page, labels, entry.blocks.start, list, &may_be_content);
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

/// The entry whose first text is a block.
fn entry_with_text(page: &Page<'_>, labels: &[BlockLabel], text: usize) -> Option<Entry> {
    let tree = &page.tree;
    let block = &page.blocks[text];
    let is_text = !labels[text].is_template && block.heading == 0 && !block.is_linked() && block.tokens >= LEAST_TEXT;
    if !is_text {
        return None;
    }
    let before = text.saturating_sub(REACH + 1)..text;
    let title = before.rev().find(|&i| page.blocks[i].is_linked())?;
    let holds_text = |&at: &u32| tree.subtree(at).contains(&(block.container as usize));
    let mut around = tree.ancestors(page.blocks[title].container).take(MOST_LEVELS);
    let item = around.find(holds_text)?;
    let list = tree.nodes[item as usize].parent;
    let is_frame = list == NONE || matches!(tree.nodes[item as usize].tag, Tag::BODY | Tag::HTML | Tag::MAIN);
    let is_first =
        title.checked_sub(1).is_none_or(|above| !tree.subtree(item).contains(&(page.blocks[above].container as usize)));
    (!is_frame && is_first).then_some(Entry { item, list, blocks: title..text + 1 })
}

fn complete_in(
    page: &Page<'_>,
    labels: &mut [BlockLabel],
    first: usize,
    list: u32,
    may_be_content: impl Fn(usize) -> bool,
) {
    let end = page.tree.nodes[list as usize].subtree_end;
    let mut item = NONE;
    for i in first..page.blocks.len() {
        if page.blocks[i].container >= end {
            break;
        }
        if let Some(entry) = entry_with_text(page, labels, i).filter(|entry| entry.list == list) {
            item = entry.item;
            for i in entry.blocks.filter(|&i| may_be_content(i)) {
                labels[i].is_template = false;
            }
        } else if item != NONE
            && page.tree.subtree(item).contains(&(page.blocks[i].container as usize))
            && is_line(&page.blocks[i])
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
