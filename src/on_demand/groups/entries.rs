//! Entries of a list that nothing but empty lines divides: links with texts in one block, without an element around each.
//!
//! Old pages of results and lists of links are such text: a link, a line break, some words, two line breaks, the next link.
//! Paragraphs of running text are divided like that, too, but seldom has each of them a link.

use super::choice::{MIN_ITEMS, Sums, least_main};
use crate::base::fallible::List;
use crate::read::html::{Node, Tag};
use crate::read::page::{Page, flag};
use std::ops::Range;

/// An entry: its block, and the bytes of the UTF-8 view from its first character to its last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub block: usize,
    pub view: (u32, u32),
}

impl Entry {
    pub fn blocks(&self) -> Range<usize> {
        self.block..self.block + 1
    }
}

/// The entries of a page, in its order; none if they have too little of the main text. `is_main` says whether a block is
/// main text.
pub(super) fn entries(page: &Page<'_>, sums: &[Sums], is_main: impl Fn(usize) -> bool) -> List<Entry> {
    let mut entries: List<Entry> = List::default();
    if !page.tree.source_order.is_empty() {
        return entries;
    }
    let (mut links, mut tokens) = (page.links, 0);
    for (number, block) in page.blocks.iter().enumerate() {
        let first = links.partition_point(|link| link.text.1 <= block.text.0);
        links = &links[first..];
        let own = &links[..links.partition_point(|link| link.text.0 < block.text.1)];
        // Most blocks have fewer links than a list has entries.
        if own.len() < MIN_ITEMS || block.is_linked() || !is_main(number) {
            continue;
        }
        let mut parts = parts(page, number);
        let has_link = |part: &Entry| {
            let at = own.partition_point(|link| link.source.1 <= part.view.0);
            own.get(at).is_some_and(|link| link.source.0 < part.view.1)
        };
        let Some(start) = parts.iter().position(has_link) else { continue };
        let end = parts.iter().rposition(has_link).map_or(start, |last| last + 1);
        parts.truncate(end);
        let parts = &parts[start..];
        if parts.len() >= MIN_ITEMS && 4 * parts.iter().filter(|part| has_link(part)).count() >= 3 * parts.len() {
            entries.extend(parts.iter().copied());
            tokens += u64::from(block.tokens);
        }
    }
    if tokens < least_main(sums.last().map_or(0, |all| all.main)) {
        entries.truncate(0);
    }
    entries
}

/// The parts of a block between empty lines.
fn parts(page: &Page<'_>, number: usize) -> List<Entry> {
    let tree = &page.tree;
    let block = &page.blocks[number];
    let mut parts: List<Entry> = List::default();
    let mut breaks = 2;
    let nodes = (block.first_text as usize..tree.nodes.len()).map(|index| (index, &tree.nodes[index]));
    for (index, node) in nodes.take_while(|(_, node)| node.start < block.source.1) {
        if page.contexts[index].flags & flag::DROPPED != 0 {
            continue;
        }
        match node.tag {
            Tag::BR => breaks += 1,
            Tag::TEXT => {
                let Some(text) = visible(tree.source, node) else { continue };
                match parts.last_mut().filter(|_| breaks < 2) {
                    Some(part) => part.view.1 = text.end,
                    None => parts.push(Entry { block: number, view: (text.start, text.end) }),
                }
                breaks = 0;
            }
            _ => {}
        }
    }
    parts
}

/// The bytes of a text without the spaces around it, if there are others.
fn visible(source: &[u8], node: &Node) -> Option<Range<u32>> {
    const SPACES: [&[u8]; 8] = [b" ", b"\n", b"\r", b"\t", b"\x0c", b"&nbsp;", b"&#160;", "\u{a0}".as_bytes()];
    let mut range = node.start..node.end;
    let mut text = &source[node.start as usize..node.end as usize];
    while let Some(space) = SPACES.iter().find(|&&space| text.starts_with(space)) {
        text = &text[space.len()..];
        range.start += space.len() as u32;
    }
    while let Some(space) = SPACES.iter().find(|&&space| text.ends_with(space)) {
        text = &text[..text.len() - space.len()];
        range.end -= space.len() as u32;
    }
    (!text.is_empty()).then_some(range)
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, GroupKind, MaskMethod, Options};

    fn records(body: &str) -> Vec<String> {
        // This mask takes no page for an article.
        let options = Options { mask: MaskMethod::Density, ..Options::default() };
        let mut analyzer = Analyzer::new(options);
        let page = analyzer.analyze(body.as_bytes()).unwrap();
        let list = page.groups().into_iter().find(|group| group.is_main_list());
        let records: Vec<_> = page.records().iter().map(|record| body[record.source()].to_owned()).collect();
        if let Some(list) = list {
            assert_eq!((list.group_kind(), list.items().len()), (GroupKind::Results, records.len()));
        }
        records
    }

    const SNIPPETS: [&str; 4] = [
        "Vierzehn Brücken zwischen Quelle und Mündung, mit den Jahren, in denen sie gebaut wurden.",
        "Wann die Fähre fährt und was sie für ein Fahrrad und für einen Wagen verlangt.",
        "Im Museum stehen die Kähne, mit denen bis zum Krieg der Sand gefahren wurde.",
        "Ein Wirtshaus am Treidelpfad, das sonntags geöffnet hat und Fisch aus dem Fluss brät.",
    ];

    #[test]
    fn links_with_texts_between_empty_lines() {
        let entry = |i: usize| format!("<a href=/{i}>Ort {i}</a><br>{}", SNIPPETS[i]);
        let entries = [0, 1, 2, 3].map(entry);
        let lines: Vec<_> = (0..4).map(|i| format!("Ort {i}</a><br>{}", SNIPPETS[i])).collect();
        for line in ["<br><br>\n", "<br>&nbsp;<br>", "<br />\n<br />\u{a0}<br />"] {
            let list = entries.join(line);
            assert_eq!(records(&format!("<table><tr><td>4 Treffer{line}{list}{line}Ende</td></tr></table>")), lines);
        }
    }

    #[test]
    fn running_text_and_single_lines_are_no_entries() {
        let none: [String; 0] = [];
        assert_eq!(records(&SNIPPETS.join("<br><br>")), none);
        let entry = |i: usize| format!("<a href=/{i}>Ort {i}</a><br>{}", SNIPPETS[i]);
        assert_eq!(records(&[0, 1, 2, 3].map(entry).join("<br>")), none);
        assert_eq!(records(&format!("{}<br><br>{}<br><br>{}", entry(0), SNIPPETS[1], entry(2))), none);
        assert_eq!(
            records(&format!("{}<p>{}", [0, 1, 2].map(entry).join("<br><br>"), SNIPPETS.concat().repeat(4))),
            none
        );
    }
}
