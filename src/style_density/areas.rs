//! What is handed out: areas with role, order, nesting, source range and text.

use super::own_text::Piece;
use super::{Area, Role};
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::html::NONE;
use crate::page::Page;

/// An area as an algorithm names it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub role: Role,
    pub node: u32,
    pub title: u32,
}

/// Makes the areas. `outlines` are in document order; `area_of` gives the area that a piece of text belongs to.
pub(super) fn build<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    pieces: &[Piece],
    outlines: &[Outline],
    area_of: impl Fn(usize, &Piece) -> Option<u32>,
) -> &'a [Area<'a>] {
    let mut builders = ArenaVec::with_capacity_in(outlines.len(), arena);
    builders.extend(outlines.iter().map(|_| Builder::default()));
    each_piece(page, pieces, &area_of, &mut builders, |builder, piece, separator| {
        builder.len += piece.len() + separator.map_or(0, char::len_utf8);
    });
    let room: usize = builders.iter().map(|builder| builder.len).sum();
    let buffer = arena.alloc_slice_fill_copy(room, 0u8);
    let mut start = 0;
    for builder in &mut builders {
        *builder = Builder { start, at: start, len: builder.len, ..Builder::default() };
        start += builder.len;
    }
    each_piece(page, pieces, &area_of, &mut builders, |builder, piece, separator| {
        if let Some(separator) = separator {
            buffer[builder.at] = separator as u8;
            builder.at += 1;
        }
        buffer[builder.at..builder.at + piece.len()].copy_from_slice(piece.as_bytes());
        builder.at += piece.len();
    });
    // Whole characters of a checked text, so this check cannot fail.
    let text = std::str::from_utf8(buffer).unwrap_or_default();
    let areas = arena.alloc_slice_fill_iter(outlines.iter().zip(&builders).map(|(outline, builder)| Area {
        role: outline.role,
        node: outline.node,
        title: outline.title,
        source: builder.source(page, pieces),
        text: text.get(builder.start..builder.at).unwrap_or_default(),
        characters: builder.characters,
        parent: None,
        depth: 0,
    }));
    nest(arena, page, areas);
    areas
}

/// An area while its text is put together.
#[derive(Clone, Copy, Default)]
struct Builder {
    start: usize,
    at: usize,
    len: usize,
    characters: u32,
    /// One more than the first and the last piece; 0 for none.
    first: u32,
    last: u32,
    /// The block of the last piece.
    block: u32,
}

impl Builder {
    fn source(&self, page: &Page<'_>, pieces: &[Piece]) -> (u32, u32) {
        let piece = |number: u32| number.checked_sub(1).and_then(|i| pieces.get(i as usize));
        let (Some(first), Some(last)) = (piece(self.first), piece(self.last)) else { return (0, 0) };
        let node = &page.tree.nodes[last.node as usize];
        let mut end = node.end;
        while end > node.start && page.tree.source[end as usize - 1].is_ascii_whitespace() {
            end -= 1;
        }
        let start = page.text_map.to_view(first.text.0);
        (start, end.max(start))
    }
}

/// Shows every piece to its area, with what separates it there from the piece before: nothing if it follows on from it,
/// a space inside of a block, else a line feed.
fn each_piece(
    page: &Page<'_>,
    pieces: &[Piece],
    area_of: &impl Fn(usize, &Piece) -> Option<u32>,
    builders: &mut [Builder],
    mut take: impl FnMut(&mut Builder, &str, Option<char>),
) {
    let mut block = 0;
    for (i, piece) in pieces.iter().enumerate() {
        let Some(builder) = area_of(i, piece).and_then(|area| builders.get_mut(area as usize)) else { continue };
        while page.blocks.get(block).is_some_and(|block| block.text.1 <= piece.text.0) {
            block += 1;
        }
        let before = builder.last.checked_sub(1).and_then(|last| pieces.get(last as usize));
        let separator = before.and_then(|before| {
            let joins = before.text.1 == piece.text.0;
            (!joins).then_some(if builder.block == block as u32 { ' ' } else { '\n' })
        });
        take(builder, &page.text[piece.text.0 as usize..piece.text.1 as usize], separator);
        builder.characters += piece.characters + u32::from(separator.is_some());
        builder.block = block as u32;
        builder.last = i as u32 + 1;
        if builder.first == 0 {
            builder.first = builder.last;
        }
    }
}

/// Sets parents: an area inside another one belongs to it; a comment, or post, that stands deeper in the tree than one
/// before answers it.
fn nest(arena: &Bump, page: &Page<'_>, areas: &mut [Area<'_>]) {
    let nodes = page.tree.nodes;
    // Areas that what follows may belong to, deepest last.
    let mut open: ArenaVec<u32> = ArenaVec::new_in(arena);
    for i in 0..areas.len() {
        let node = &nodes[areas[i].node as usize];
        let is_comment = areas[i].role == Role::Comment;
        while let Some(&last) = open.last() {
            let above = &nodes[areas[last as usize].node as usize];
            let holds = above.subtree_end > areas[i].node;
            if holds || is_comment && areas[last as usize].role == Role::Comment && above.depth < node.depth {
                break;
            }
            open.pop();
        }
        areas[i].parent = open.last().copied();
        areas[i].depth = open.len() as u32;
        open.push(i as u32);
    }
    debug_assert!(areas.iter().all(|area| area.node != NONE));
}
