//! The strings of a page: one entry for every visible text node, with prefix sums for the length of the text of any
//! subtree in constant time. All heuristics and features of this module read this table.

use crate::base::arena::{Bump, Vec};
use crate::read::html::{NONE, Tag, Tree, node_flag};
use crate::read::page::text_map::{MapEntry, end_of_character};
use crate::read::page::{Block, Page, flag};
use std::ops::Range;

/// Text with these flags is no string: it is not visible.
pub(super) const EXCLUDED: u16 = flag::DROPPED | flag::IN_HEAD | flag::NOSCRIPT | flag::HIDDEN;

/// The text of one text node, whitespace collapsed and trimmed, never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextString {
    /// The text node.
    pub node: u32,
    /// Its bytes of the page's normalized text, `[start, end)`.
    pub text: (u32, u32),
    /// The block that holds it.
    pub block: u32,
    /// Characters, as Unicode scalar values.
    pub characters: u32,
    /// Whether whitespace or a block boundary separates it from the string before.
    pub is_spaced: bool,
    /// Whether it is in a link.
    pub is_linked: bool,
}

/// The strings in preorder.
#[derive(Clone, Copy, Debug)]
pub struct Strings<'a> {
    /// The strings.
    pub list: &'a [TextString],
    /// For every node, and one past the last, how many strings are before it.
    before_node: &'a [u32],
    /// Prefix sums, one for every string and one past the last.
    sums: &'a [Sums],
}

/// Characters of all strings before one.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    /// With the spaces in front of strings.
    spaced: u32,
    /// Of those outside of links, without spaces.
    unlinked: u32,
    /// Of those in links, without spaces.
    linked: u32,
}

impl<'a> Strings<'a> {
    /// Finds the strings of a page in one pass over its nodes.
    pub fn new(arena: &'a Bump, page: &Page<'_>) -> Strings<'a> {
        let nodes = page.tree.nodes;
        let mut list = Vec::with_capacity_in(nodes.len() / 2, arena);
        let mut before_node = Vec::with_capacity_in(nodes.len() + 1, arena);
        let mut cursor = Cursor { page, entry: 0, block: 0 };
        for (i, node) in nodes.iter().enumerate() {
            before_node.push(list.len() as u32);
            if node.tag != Tag::TEXT || node.flags & node_flag::WHITESPACE != 0 {
                continue;
            }
            let context = &page.contexts[node.parent as usize];
            if context.flags & EXCLUDED != 0 {
                continue;
            }
            let text = cursor.text_of(node.start, node.end);
            if text.0 < text.1 {
                let block = cursor.block_of(text.0);
                let characters = characters(page, &page.blocks[block], text);
                let is_spaced = text.0 == 0 || matches!(page.text.as_bytes()[text.0 as usize - 1], b' ' | b'\n');
                let is_linked = context.link != NONE;
                let (node, block) = (i as u32, block as u32);
                list.push(TextString { node, text, block, characters, is_spaced, is_linked });
            }
        }
        before_node.push(list.len() as u32);
        let list = list.into_bump_slice();
        Strings { list, before_node: before_node.into_bump_slice(), sums: sums(arena, list) }
    }

    /// The strings of the subtree of `node`, as indices.
    #[inline]
    pub fn of(&self, tree: &Tree<'_>, node: u32) -> Range<usize> {
        let end = tree.nodes[node as usize].subtree_end;
        self.before_node[node as usize] as usize..self.before_node[end as usize] as usize
    }

    /// The string of a text node; `None` for any other node.
    #[inline]
    pub fn at(&self, node: usize) -> Option<usize> {
        let before = &self.before_node[node..node + 2];
        // The count only grows after a text node with a string.
        (before[0] < before[1]).then_some(before[0] as usize)
    }

    /// Characters of the text of these strings, with one for each space between them.
    #[inline]
    pub fn characters(&self, strings: Range<usize>) -> u32 {
        if strings.is_empty() {
            return 0;
        }
        let spaced = self.sums[strings.end].spaced - self.sums[strings.start].spaced;
        spaced - u32::from(self.list[strings.start].is_spaced)
    }

    /// Characters of these strings outside of links, spaces between strings left out.
    #[inline]
    pub fn unlinked(&self, strings: Range<usize>) -> u32 {
        self.sums[strings.end].unlinked - self.sums[strings.start].unlinked
    }

    /// Characters of these strings in links, spaces between strings left out.
    #[inline]
    pub fn linked(&self, strings: Range<usize>) -> u32 {
        self.sums[strings.end].linked - self.sums[strings.start].linked
    }
}

fn sums<'a>(arena: &'a Bump, list: &[TextString]) -> &'a [Sums] {
    let mut sums = Vec::with_capacity_in(list.len() + 1, arena);
    let mut sum = Sums::default();
    for string in list {
        sums.push(sum);
        sum.spaced += string.characters + u32::from(string.is_spaced);
        *if string.is_linked { &mut sum.linked } else { &mut sum.unlinked } += string.characters;
    }
    sums.push(sum);
    sums.into_bump_slice()
}

#[inline]
fn characters(page: &Page<'_>, block: &Block, text: (u32, u32)) -> u32 {
    if block.characters == block.text.1 - block.text.0 {
        return text.1 - text.0;
    }
    let bytes = &page.text.as_bytes()[text.0 as usize..text.1 as usize];
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u32
}

/// Positions in the text map and in the blocks that advance along with the nodes. After misnested markup, which may go
/// back, they are found by binary search.
struct Cursor<'p> {
    page: &'p Page<'p>,
    entry: usize,
    block: usize,
}

impl Cursor<'_> {
    /// The trimmed range of the normalized text for a range of the view.
    #[inline]
    fn text_of(&mut self, start: u32, end: u32) -> (u32, u32) {
        let text = self.page.text.as_bytes();
        let (mut start, mut end) = (self.seek(start), self.seek(end));
        let is_space = |byte: u8| matches!(byte, b' ' | b'\n');
        while start < end && is_space(text[start as usize]) {
            start += 1;
        }
        while start < end && is_space(text[end as usize - 1]) {
            end -= 1;
        }
        (start, end)
    }

    /// The first byte of text that comes from `view` or from a later offset.
    #[inline]
    fn seek(&mut self, view: u32) -> u32 {
        let entries: &[MapEntry] = self.page.text_map.entries;
        let Some(mut here) = entries.get(self.entry) else { return 0 };
        if here.source > view {
            self.entry = entries.partition_point(|entry| entry.source <= view).saturating_sub(1);
            here = &entries[self.entry];
        }
        let mut next = entries.get(self.entry + 1);
        while let Some(following) = next.filter(|next| next.source <= view) {
            self.entry += 1;
            here = following;
            next = entries.get(self.entry + 1);
        }
        let limit = next.map_or(self.page.text.len() as u32, |next| next.text);
        end_of_character(self.page.text, (here.text + view.saturating_sub(here.source)).min(limit))
    }

    /// The block that contains a byte of text.
    #[inline]
    fn block_of(&mut self, text: u32) -> usize {
        let blocks = self.page.blocks;
        if blocks.get(self.block).is_none_or(|block| block.text.0 > text) {
            self.block = blocks.partition_point(|block| block.text.0 <= text).saturating_sub(1);
        }
        while blocks.get(self.block + 1).is_some_and(|block| block.text.0 <= text) {
            self.block += 1;
        }
        self.block
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Analyzer, Options};

    fn check(html: &str, expected: &[(&str, bool, bool)]) {
        let mut analyzer = Analyzer::new(Options::default());
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let (arena, page) = (Bump::new(), document.page());
        let strings = Strings::new(&arena, page);
        let found: std::vec::Vec<_> = strings
            .list
            .iter()
            .map(|s| (&page.text[s.text.0 as usize..s.text.1 as usize], s.is_spaced, s.is_linked))
            .collect();
        assert_eq!(found, expected, "{html}");
        for string in strings.list {
            let block = &page.blocks[string.block as usize];
            assert!(block.text.0 <= string.text.0 && string.text.1 <= block.text.1);
        }
    }

    #[test]
    fn one_string_a_text_node() {
        check(
            "<title>T</title><p> Hello <a href=x>wor</a>ld &amp;\n me</p>\n\
             <div hidden>no</div><ul><li>caf&eacute;</ul>&nbsp;",
            &[("Hello", true, false), ("wor", true, true), ("ld & me", false, false), ("caf\u{e9}", true, false)],
        );
        check("", &[]);
        check("<body><script>x</script><noscript>y</noscript><svg><text>z</text></svg>", &[]);
        // Foster parenting: the text stands before the table in the tree, behind its tag in the source.
        check(
            "<table><tr><td>in</td></tr>out<tr><td>more",
            &[("out", true, false), ("in", true, false), ("more", true, false)],
        );
    }

    #[test]
    fn the_text_of_a_subtree_is_joined_as_it_reads() {
        let mut analyzer = Analyzer::new(Options::default());
        let html = "<body><table><tr><td>a</td><td>b<b>c</b> d\u{e9}</td></tr></table><p><a href=x>link</a> on";
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let (arena, tree) = (Bump::new(), &document.page().tree);
        let strings = Strings::new(&arena, document.page());
        let of = |tag: Tag| {
            let node = tree.nodes.iter().position(|node| node.tag == tag).unwrap() as u32;
            let range = strings.of(tree, node);
            (strings.characters(range.clone()), strings.unlinked(range))
        };
        assert_eq!(of(Tag::TABLE), ("a bc d\u{e9}".chars().count() as u32, 5));
        assert_eq!(of(Tag::P), (7, 2));
        assert_eq!(of(Tag::BODY), (15, 7));
        assert_eq!(of(Tag::HEAD), (0, 0));
    }
}
