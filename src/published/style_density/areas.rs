//! Assembles areas from their root elements and text spans: role, order, nesting, source range and text.

use super::own_text::TextSpan;
use super::{Area, LayoutAreaRole};
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::judge::comments;
use crate::read::html::NONE;
use crate::read::page::Page;

/// The root element of an area, and its role.
#[derive(Clone, Copy, Debug)]
pub(super) struct AreaRoot {
    pub role: LayoutAreaRole,
    pub node: u32,
    pub title: u32,
}

/// Builds the areas. `roots` are in document order; `area_of` gives the area that a text span belongs to.
pub(super) fn build<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    spans: &[TextSpan],
    roots: &[AreaRoot],
    area_of: impl Fn(usize, &TextSpan) -> Option<u32>,
) -> &'a [Area<'a>] {
    let mut builders = ArenaVec::with_capacity_in(roots.len(), arena);
    builders.extend(roots.iter().map(|_| Builder::default()));
    for_each_span(page, spans, &area_of, &mut builders, |builder, span, separator| {
        builder.len += span.len() + separator.map_or(0, char::len_utf8);
    });
    let len: usize = builders.iter().map(|builder| builder.len).sum();
    let buffer = arena.alloc_slice_fill_copy(len, 0u8);
    let mut start = 0;
    for builder in &mut builders {
        *builder = Builder { start, at: start, len: builder.len, ..Builder::default() };
        start += builder.len;
    }
    for_each_span(page, spans, &area_of, &mut builders, |builder, span, separator| {
        if let Some(separator) = separator {
            buffer[builder.at] = separator as u8;
            builder.at += 1;
        }
        buffer[builder.at..builder.at + span.len()].copy_from_slice(span.as_bytes());
        builder.at += span.len();
    });
    // Concatenated substrings of valid UTF-8, so this cannot fail.
    let text = std::str::from_utf8(buffer).unwrap_or_default();
    let areas = arena.alloc_slice_fill_iter(roots.iter().zip(&builders).map(|(root, builder)| Area {
        role: root.role,
        node: root.node,
        title: root.title,
        source: builder.source(page, spans),
        text: text.get(builder.start..builder.at).unwrap_or_default(),
        characters: builder.characters,
        parent: None,
        depth: 0,
    }));
    nest(arena, page, areas);
    areas
}

/// An area while its text is assembled.
#[derive(Clone, Copy, Default)]
struct Builder {
    start: usize,
    at: usize,
    len: usize,
    characters: u32,
    /// One plus the first and the last span; 0 for none.
    first: u32,
    last: u32,
    /// The block of the last span.
    block: u32,
}

impl Builder {
    fn source(&self, page: &Page<'_>, spans: &[TextSpan]) -> (u32, u32) {
        let span = |number: u32| number.checked_sub(1).and_then(|i| spans.get(i as usize));
        let (Some(first), Some(last)) = (span(self.first), span(self.last)) else { return (0, 0) };
        let node = &page.tree.nodes[last.node as usize];
        let mut end = node.end;
        while end > node.start && page.tree.source[end as usize - 1].is_ascii_whitespace() {
            end -= 1;
        }
        let start = page.text_map.to_view(first.text.0);
        (start, end.max(start))
    }
}

/// Calls `take` for every span of an area with what separates it from the span before: nothing if they are adjacent, a
/// space within a block, else a line feed.
fn for_each_span(
    page: &Page<'_>,
    spans: &[TextSpan],
    area_of: &impl Fn(usize, &TextSpan) -> Option<u32>,
    builders: &mut [Builder],
    mut take: impl FnMut(&mut Builder, &str, Option<char>),
) {
    let mut block = 0;
    for (i, span) in spans.iter().enumerate() {
        let Some(builder) = area_of(i, span).and_then(|area| builders.get_mut(area as usize)) else { continue };
        while page.blocks.get(block).is_some_and(|block| block.text.1 <= span.text.0) {
            block += 1;
        }
        let before = builder.last.checked_sub(1).and_then(|last| spans.get(last as usize));
        let separator = before.and_then(|before| {
            let is_adjacent = before.text.1 == span.text.0;
            (!is_adjacent).then_some(if builder.block == block as u32 { ' ' } else { '\n' })
        });
        take(builder, &page.text[span.text.0 as usize..span.text.1 as usize], separator);
        builder.characters += span.characters + u32::from(separator.is_some());
        builder.block = block as u32;
        builder.last = i as u32 + 1;
        if builder.first == 0 {
            builder.first = builder.last;
        }
    }
}

/// Sets parents: an area inside another one belongs to it; a comment or post that is deeper in the tree than one before
/// it answers that one.
fn nest(arena: &Bump, page: &Page<'_>, areas: &mut [Area<'_>]) {
    let nodes = page.tree.nodes;
    let parents = comments::nest(arena, areas.len(), |above, area| {
        let (above, area) = (&areas[above as usize], &areas[area as usize]);
        let answers = above.role == LayoutAreaRole::Comment && area.role == LayoutAreaRole::Comment;
        let node = &nodes[above.node as usize];
        node.subtree_end > area.node || answers && node.depth < nodes[area.node as usize].depth
    });
    for (i, &parent) in parents.iter().enumerate() {
        areas[i].parent = parent;
        areas[i].depth = parent.map_or(0, |parent| areas[parent as usize].depth + 1);
    }
    debug_assert!(areas.iter().all(|area| area.node != NONE));
}
