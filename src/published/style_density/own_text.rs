//! The own text of each element: its direct text children, with inline formatting dissolved, so that a link or a bold
//! word does not split a paragraph (Pappas et al. 2012).

use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::read::html::{NONE, Namespace, Node, Tag, TagSet, node_flag};
use crate::read::page::text_map::end_of_character;
use crate::read::page::{Page, flag};

/// Text with these flags is ignored: hidden, or not in the body.
pub(super) const EXCLUDED: u16 = flag::HIDDEN | flag::NOSCRIPT | flag::IN_HEAD | flag::DROPPED;

/// The text of one visible text node.
#[derive(Clone, Copy, Debug)]
pub struct TextSpan {
    /// The nearest ancestor that is not dissolved: the element whose own text it is.
    pub owner: u32,
    /// The text node.
    pub node: u32,
    /// Bytes of [`Page::text`], without whitespace at the ends.
    pub text: (u32, u32),
    /// Characters, as Unicode scalar values.
    pub characters: u32,
}

/// The ancestors that the text of an element is attributed to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ancestors {
    /// The element itself, or the nearest ancestor that is not dissolved.
    pub owner: u32,
    /// The element itself or its nearest ancestor that is strong, below `body`; [`NONE`] without one.
    pub root: u32,
}

/// The ancestors of all nodes; the entries of text nodes and comments are unused.
pub(super) fn ancestors<'a>(arena: &'a Bump, nodes: &[Node], strong: &TagSet) -> &'a [Ancestors] {
    let mut ancestors: ArenaVec<Ancestors> = ArenaVec::with_capacity_in(nodes.len(), arena);
    for (i, node) in nodes.iter().enumerate() {
        let above = ancestors.get(node.parent as usize).copied().unwrap_or(Ancestors { owner: i as u32, root: NONE });
        if !node.tag.is_element() {
            ancestors.push(above);
            continue;
        }
        let is_html = node.namespace == Namespace::Html;
        let owner = if is_html && TagSet::DISSOLVED.has(node.tag) { above.owner } else { i as u32 };
        let is_root = is_html && strong.has(node.tag) && node.tag != Tag::BODY;
        ancestors.push(Ancestors { owner, root: if is_root { i as u32 } else { above.root } });
    }
    ancestors.into_bump_slice()
}

/// All text spans in text order, and for each node the number of characters in its own text. Text with one of the flags
/// `excluded` is left out.
pub(super) fn own_text<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    ancestors: &[Ancestors],
    excluded: u16,
) -> (&'a [TextSpan], &'a [u32]) {
    let nodes = page.tree.nodes;
    let own = arena.alloc_slice_fill_copy(nodes.len(), 0u32);
    let mut spans = ArenaVec::with_capacity_in(page.fragments.len() + page.links.len() + 16, arena);
    let mut finder = Finder { page, entry: 0 };
    let mut take = |index: u32| {
        let node = &nodes[index as usize];
        if page.contexts[node.parent as usize].flags & excluded != 0 {
            return;
        }
        let text = trimmed(page.text, (finder.text_at(node.start), finder.text_at(node.end)));
        if text.0 == text.1 {
            return;
        }
        let owner = ancestors[node.parent as usize].owner;
        let characters = count_characters(&page.text.as_bytes()[text.0 as usize..text.1 as usize]);
        let so_far = &mut own[owner as usize];
        let after_space = text.0 > 0 && page.text.as_bytes()[text.0 as usize - 1] == b' ';
        *so_far += characters + u32::from(*so_far > 0 && after_space);
        spans.push(TextSpan { owner, node: index, text, characters });
    };
    match page.tree.source_order {
        [] => nodes.iter().enumerate().filter(|(_, node)| is_visible(node)).for_each(|(index, _)| take(index as u32)),
        order => order.iter().filter(|&&index| is_visible(&nodes[index as usize])).for_each(|&index| take(index)),
    }
    (spans.into_bump_slice(), own)
}

#[inline]
fn is_visible(node: &Node) -> bool {
    node.tag == Tag::TEXT && node.flags & node_flag::WHITESPACE == 0
}

/// Maps source offsets to text offsets; queries must be in ascending order.
struct Finder<'p, 'a> {
    page: &'p Page<'a>,
    /// All entries of the text map before this one are before the last query.
    entry: usize,
}

impl Finder<'_, '_> {
    /// The first byte of the text that comes from this source offset or a later one.
    fn text_at(&mut self, source: u32) -> u32 {
        let entries = self.page.text_map.entries;
        while entries.get(self.entry).is_some_and(|entry| entry.source < source) {
            self.entry += 1;
        }
        let next = entries.get(self.entry);
        if let Some(entry) = next.filter(|entry| entry.source == source) {
            return entry.text;
        }
        let next = next.map_or(self.page.text.len() as u32, |entry| entry.text);
        let before = self.entry.checked_sub(1).and_then(|i| entries.get(i));
        let at = before.map_or(next, |entry| next.min(entry.text + (source - entry.source)));
        end_of_character(self.page.text, at)
    }
}

fn trimmed(text: &str, (mut start, mut end): (u32, u32)) -> (u32, u32) {
    let is_space = |at: u32| matches!(text.as_bytes().get(at as usize), Some(b' ' | b'\n'));
    while start < end && is_space(start) {
        start += 1;
    }
    while start < end && is_space(end - 1) {
        end -= 1;
    }
    (start, end.max(start))
}

fn count_characters(utf8: &[u8]) -> u32 {
    utf8.iter().map(|&byte| u32::from(byte as i8 >= -0x40)).sum()
}
