//! Which elements are the areas of a page, once it is known what the page is.

use super::super::areas::Outline;
use super::super::own_text::{Piece, Place};
use super::super::{PageKind, Role};
use super::features::{Candidate, Overview, plain};
use super::groups::{Groups, Holder, kind_of};
use super::signals::{self, FRAME};
use super::{Answer, Genre};
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::html::{NONE, Node};
use crate::page::Page;

/// What all steps read.
pub(super) struct Sources<'s, 'a> {
    pub page: &'s Page<'a>,
    pub places: &'s [Place],
    pub pieces: &'s [Piece],
    pub groups: &'s Groups<'s>,
    pub seen: &'s Overview,
}

/// Finds the areas.
pub(super) fn outline<'a>(arena: &'a Bump, sources: &Sources<'_, '_>, genre: Genre) -> Answer<'a> {
    match genre {
        Genre::Article => article(arena, sources),
        Genre::Thread => thread(arena, sources),
        Genre::List => list(arena, sources),
    }
}

/// Characters that an opening post has at least.
const LEAST_OPENING: u32 = 40;
/// Elements that are tried as an opening post, the largest first.
const OPENINGS: usize = 4;
/// Characters that a comment on an article has on the average at least.
const LEAST_COMMENT: u64 = 20;

fn thread<'a>(arena: &'a Bump, sources: &Sources<'_, '_>) -> Answer<'a> {
    let Some(posts) = posts(sources) else { return article(arena, sources) };
    let members = members(arena, sources, &posts);
    let mut outlines = ArenaVec::new_in(arena);
    let opening = opening(sources, &members);
    outlines.extend(opening.map(|node| Outline { role: Role::Article, node, title: NONE }));
    outlines.extend(members.iter().map(|&node| Outline { role: Role::Comment, node, title: NONE }));
    if let Some(first) = outlines.first_mut() {
        first.role = Role::Article;
    }
    let fields = fields(arena, sources, &members);
    let area_of_piece = areas_of_pieces(arena, sources, &outlines, |piece, _| !fields[piece]);
    Answer { kind: PageKind::ArticleWithComments, outlines, area_of_piece }
}

fn list<'a>(arena: &'a Bump, sources: &Sources<'_, '_>) -> Answer<'a> {
    let Some(group) = sources.seen.candidates[..sources.seen.count].first() else { return article(arena, sources) };
    let members = members(arena, sources, group);
    let mut outlines = ArenaVec::new_in(arena);
    outlines.extend(members.iter().map(|&node| Outline { role: Role::Area, node, title: NONE }));
    let area_of_piece = areas_of_pieces(arena, sources, &outlines, |_, _| true);
    Answer { kind: PageKind::Multiple, outlines, area_of_piece }
}

fn article<'a>(arena: &'a Bump, sources: &Sources<'_, '_>) -> Answer<'a> {
    let mut outlines = ArenaVec::new_in(arena);
    let Some(largest) = sources.seen.largest else {
        let area_of_piece = areas_of_pieces(arena, sources, &outlines, |_, _| true);
        return Answer { kind: PageKind::Multiple, outlines, area_of_piece };
    };
    let groups = sources.groups;
    let end = sources.page.tree.nodes[largest.node as usize].subtree_end;
    let commenting = sources.seen.candidates[..sources.seen.count].iter().find(|candidate| {
        let group = &candidate.group;
        (candidate.own | candidate.above) & signals::COMMENTS != 0
            && groups.holders[group.first as usize].node >= end
            && group.plain() >= LEAST_COMMENT * u64::from(group.count)
    });
    outlines.push(Outline { role: Role::Article, node: main_element(sources, &largest), title: NONE });
    if let Some(candidate) = commenting {
        let members = members(arena, sources, candidate);
        outlines.extend(members.iter().map(|&node| Outline { role: Role::Comment, node, title: NONE }));
    }
    let first_comment = outlines.get(1).map_or(NONE, |outline| outline.node);
    let area_of_piece = areas_of_pieces(arena, sources, &outlines, |i, area| {
        let piece = &sources.pieces[i];
        area != 1 || piece.node < first_comment && !is_linked(sources, piece)
    });
    let kind = if outlines.len() > 1 { PageKind::ArticleWithComments } else { PageKind::Article };
    Answer { kind, outlines, area_of_piece }
}

/// Whether a piece stands in a holder that is mostly links.
fn is_linked(sources: &Sources<'_, '_>, piece: &Piece) -> bool {
    holder_of(sources, piece).is_some_and(|holder| 2 * holder.linked > holder.characters)
}

fn holder_of<'s>(sources: &'s Sources<'_, '_>, piece: &Piece) -> Option<&'s Holder> {
    let root = sources.places.get(piece.owner as usize)?.root;
    let number = sources.groups.of_node.get(root as usize)?.checked_sub(1)?;
    sources.groups.holders.get(number as usize)
}

/// The group of the posts of a thread: much text, and names that say so.
fn posts(sources: &Sources<'_, '_>) -> Option<Candidate> {
    let candidates = &sources.seen.candidates[..sources.seen.count];
    let score = |candidate: &&Candidate| {
        let group = &candidate.group;
        let factor = match candidate {
            _ if 2 * group.linked > group.characters => 0,
            c if c.own & signals::POSTS != 0 => 4,
            c if c.above & signals::POSTS != 0 => 3,
            _ => 2,
        };
        (factor * group.plain(), std::cmp::Reverse(group.first))
    };
    candidates.iter().max_by_key(score).copied()
}

/// All elements of the kind of a group that show text, in document order. Elements without text of their own count too:
/// a post may be nothing but a quotation.
fn members<'a>(arena: &'a Bump, sources: &Sources<'_, '_>, candidate: &Candidate) -> ArenaVec<'a, u32> {
    let tree = &sources.page.tree;
    let first = sources.groups.holders[candidate.group.first as usize].node;
    let model = &tree.nodes[first as usize];
    let kind = kind_of(tree, model);
    let mut members = ArenaVec::new_in(arena);
    let mut pieces = sources.pieces.iter().map(|piece| piece.node).peekable();
    // Pieces are in the order of the text, members in that of the tree: where these differ, a member may be missed.
    for (i, node) in tree.nodes.iter().enumerate().skip(first as usize) {
        if node.tag == model.tag && kind_of(tree, node) == kind {
            while pieces.next_if(|&piece| piece < i as u32).is_some() {}
            if pieces.peek().is_some_and(|&piece| piece < node.subtree_end) {
                members.push(i as u32);
            }
        }
    }
    members
}

/// The element of the post that opens a thread, if it is of another kind than its answers: the largest between the
/// page's heading and the first of them.
fn opening(sources: &Sources<'_, '_>, members: &[u32]) -> Option<u32> {
    let first = *members.first()?;
    let nodes = sources.page.tree.nodes;
    let heading = nodes[..first as usize].iter().rposition(|node| node.tag.heading_level() == 1).unwrap_or(0) as u32;
    let record = record(nodes, members);
    let holders = sources.groups.holders.iter().filter(|holder| (heading..record).contains(&holder.node));
    let is_post = |holder: &&Holder| {
        plain(holder) >= LEAST_OPENING
            && 2 * holder.linked <= holder.characters
            && nodes[holder.node as usize].subtree_end <= first
    };
    let size = |holder: &Holder| (plain(holder), std::cmp::Reverse(holder.node));
    let mut last: Option<&Holder> = None;
    for _ in 0..OPENINGS {
        let smaller = |holder: &&Holder| last.is_none_or(|last| size(holder) < size(last));
        let holder = holders.clone().filter(is_post).filter(smaller).max_by_key(|holder| size(holder))?;
        let (own, above) = signals::words_of_holder(&sources.page.tree, holder.node);
        if (own | above) & FRAME == 0 {
            return Some(holder.node);
        }
        last = Some(holder);
    }
    None
}

/// The outermost element around the first member that does not hold the second one too.
fn record(nodes: &[Node], members: &[u32]) -> u32 {
    let [first, second, ..] = *members else { return members.first().copied().unwrap_or(0) };
    let mut record = first;
    while let Some(parent) = nodes.get(nodes[record as usize].parent as usize) {
        if parent.subtree_end > second {
            break;
        }
        record = nodes[record as usize].parent;
    }
    record
}

/// Members that a part must occur in, of all, to be a field of the template.
const FIELD_SHARE: (u64, u64) = (6, 10);
/// Longer parts are text.
const LONGEST_FIELD: u64 = 60;

/// Which pieces are fields of the records: parts of one kind that most members have, with little text.
fn fields<'a>(arena: &'a Bump, sources: &Sources<'_, '_>, members: &[u32]) -> &'a [bool] {
    let nodes = sources.page.tree.nodes;
    let groups = sources.groups;
    // Of each kind: in how many members, in which last (plus one), and with how many characters.
    let counts = arena.alloc_slice_fill_copy(groups.groups.len(), (0u64, 0usize, 0u64));
    let mut at = 0;
    for holder in groups.holders {
        while members.get(at + 1).is_some_and(|&next| next <= holder.node) {
            at += 1;
        }
        let Some(&member) = members.get(at) else { break };
        if holder.node > member && holder.node < nodes[member as usize].subtree_end {
            let (count, last, characters) = &mut counts[holder.kind as usize];
            *count += u64::from(*last != at + 1);
            *last = at + 1;
            *characters += u64::from(holder.characters);
        }
    }
    let is_field = |kind: u32| {
        let (count, _, characters) = counts[kind as usize];
        members.len() > 2
            && count * FIELD_SHARE.1 >= members.len() as u64 * FIELD_SHARE.0
            && characters <= LONGEST_FIELD * count
    };
    arena.alloc_slice_fill_iter(sources.pieces.iter().map(|piece| {
        holder_of(sources, piece).is_some_and(|holder| !members.contains_node(holder.node) && is_field(holder.kind))
    }))
}

/// Membership in a sorted list of nodes.
trait Contains {
    fn contains_node(&self, node: u32) -> bool;
}

impl Contains for [u32] {
    fn contains_node(&self, node: u32) -> bool {
        self.binary_search(&node).is_ok()
    }
}

/// The element of an article: the smallest one around the largest holder that has most of the page's running text.
fn main_element(sources: &Sources<'_, '_>, largest: &Holder) -> u32 {
    let nodes = sources.page.tree.nodes;
    let holders = sources.groups.holders;
    let running = |holder: &Holder| if 3 * holder.linked <= holder.characters { u64::from(plain(holder)) } else { 0 };
    let whole: u64 = holders.iter().map(running).sum();
    let at = sources.groups.of_node[largest.node as usize] as usize - 1;
    let (mut low, mut high) = (at, at + 1);
    let mut held = running(largest);
    let mut node = largest.node;
    loop {
        let end = nodes[node as usize].subtree_end;
        while low > 0 && holders[low - 1].node >= node {
            low -= 1;
            held += running(&holders[low]);
        }
        while high < holders.len() && holders[high].node < end {
            held += running(&holders[high]);
            high += 1;
        }
        let parent = nodes[node as usize].parent;
        if 16 * held >= 9 * whole || parent == NONE || parent == sources.page.tree.body {
            return node;
        }
        node = parent;
    }
}

/// One more than the area of each piece: the innermost one around it, if `belongs` agrees.
fn areas_of_pieces<'a>(
    arena: &'a Bump,
    sources: &Sources<'_, '_>,
    outlines: &[Outline],
    belongs: impl Fn(usize, u32) -> bool,
) -> &'a [u32] {
    let nodes: &[Node] = sources.page.tree.nodes;
    let inside = arena.alloc_slice_fill_copy(nodes.len(), 0u32);
    for (i, outline) in outlines.iter().enumerate() {
        inside[outline.node as usize] = i as u32 + 1;
    }
    for (i, node) in nodes.iter().enumerate().skip(1) {
        if inside[i] == 0 {
            inside[i] = inside[node.parent.min(i as u32) as usize];
        }
    }
    arena.alloc_slice_fill_iter(sources.pieces.iter().enumerate().map(|(i, piece)| {
        let area = inside[piece.node as usize];
        if area != 0 && belongs(i, area) { area } else { 0 }
    }))
}
