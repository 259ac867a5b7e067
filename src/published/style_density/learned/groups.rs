//! Elements of one kind, which a template repeats: the template of a thread or list puts each post or item into an
//! element of the same kind.

use super::super::names;
use super::super::own_text::{Ancestors, TextSpan};
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::base::hash::{hash_bytes, mix};
use crate::base::intern::Interner;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{NONE, Node, Tag, TagSet, Tree};
use crate::read::page::Page;

/// The elements that may hold a post: the strong ones of the paper, cells, list items and quotations.
#[rustfmt::skip]
pub(super) const HOLDERS: TagSet = TagSet::of(&[
    Tag::TABLE, Tag::TBODY, Tag::TR, Tag::TD, Tag::TH, Tag::DIV, Tag::UL, Tag::OL, Tag::LI, Tag::DL, Tag::DD, Tag::DT,
    Tag::SECTION, Tag::ARTICLE, Tag::MAIN, Tag::ASIDE, Tag::HEADER, Tag::FOOTER, Tag::NAV, Tag::FORM, Tag::FIELDSET,
    Tag::BLOCKQUOTE, Tag::BODY,
]);

/// An element that is the nearest holder of some text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Holder {
    pub node: u32,
    /// The number of its kind, from 0.
    pub kind: u32,
    /// Characters of own text, all and inside links.
    pub characters: u32,
    pub linked: u32,
}

/// Holders of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    /// The first and the last holder.
    pub first: u32,
    pub last: u32,
    pub count: u32,
    pub characters: u64,
    pub linked: u64,
}

impl Group {
    /// Characters outside of links.
    pub fn unlinked(&self) -> u64 {
        self.characters - self.linked
    }
}

/// All holders in document order, and their groups.
pub(super) struct Groups<'a> {
    pub holders: &'a [Holder],
    /// By kind.
    pub groups: &'a mut [Group],
    /// By node, one plus its index in `holders`; 0 for other nodes.
    pub of_node: &'a [u32],
}

/// Finds the holders of all text.
pub(super) fn groups<'a>(arena: &'a Bump, page: &Page<'_>, ancestors: &[Ancestors], spans: &[TextSpan]) -> Groups<'a> {
    let tree = &page.tree;
    let of_node = arena.alloc_slice_fill_copy(tree.nodes.len(), 0u32);
    let root = |span: &TextSpan| ancestors[span.owner as usize].root;
    for span in spans.iter().filter(|span| root(span) != NONE) {
        of_node[root(span) as usize] = 1;
    }
    let mut holders: ArenaVec<Holder> = ArenaVec::new_in(arena);
    let mut kinds = Interner::new(arena, 256);
    for (node, number) in of_node.iter_mut().enumerate().filter(|(_, number)| **number != 0) {
        let kind = kinds.intern(kind_of(tree, &tree.nodes[node])) - 1;
        holders.push(Holder { node: node as u32, kind, ..Holder::default() });
        *number = holders.len() as u32;
    }
    for span in spans.iter().filter(|span| root(span) != NONE) {
        let holder = &mut holders[of_node[root(span) as usize] as usize - 1];
        let is_linked = page.contexts[tree.nodes[span.node as usize].parent as usize].link != NONE;
        holder.characters += span.characters;
        holder.linked += if is_linked { span.characters } else { 0 };
    }
    let groups = arena.alloc_slice_fill_copy(kinds.len() as usize, Group::default());
    for (i, holder) in holders.iter().enumerate() {
        let group = &mut groups[holder.kind as usize];
        group.first = if group.count == 0 { i as u32 } else { group.first };
        group.last = i as u32;
        group.count += 1;
        group.characters += u64::from(holder.characters);
        group.linked += u64::from(holder.linked);
    }
    Groups { holders: holders.into_bump_slice(), groups, of_node }
}

/// A hash of the kind of an element: its tag, and its classes except classes that number elements; without such a
/// class, its id up to the first digit; without an id, the kind of its parent.
pub(super) fn kind_of(tree: &Tree<'_>, node: &Node) -> u64 {
    let own = style_hash(tree, node);
    let parent = tree.nodes.get(node.parent as usize);
    let above = |parent: &Node| mix(style_hash(tree, parent).unwrap_or(1), u64::from(parent.tag.0));
    mix(own.unwrap_or_else(|| parent.map_or(0, above)), u64::from(node.tag.0))
}

fn style_hash(tree: &Tree<'_>, node: &Node) -> Option<u64> {
    let class = names::prefix(names::value(tree, node, Name::CLASS));
    let mut words = class.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty() && !is_counter(word));
    if let Some(first) = words.next() {
        return Some(words.fold(hash_bytes(3, first), |sum, word| sum.wrapping_add(hash_bytes(3, word))));
    }
    let id = names::prefix(names::value(tree, node, Name::ID));
    let end = id.iter().position(u8::is_ascii_digit).unwrap_or(id.len());
    (end > 0).then(|| hash_bytes(4, &id[..end]))
}

/// Whether a class only says which one of several elements it is: `post-17`, `odd`, `last`.
fn is_counter(word: &[u8]) -> bool {
    const SIDES: [&[u8]; 6] = [b"odd", b"even", b"alt", b"first", b"last", b"alternate"];
    word.iter().any(u8::is_ascii_digit) || SIDES.iter().any(|side| same_name(word, side))
}
