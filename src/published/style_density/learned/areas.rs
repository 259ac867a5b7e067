//! Finds the elements that are layout areas, given the genre of the page.

use super::super::areas::AreaRoot;
use super::super::own_text::{Ancestors, TextSpan};
use super::super::{LayoutAreaRole, PageLayout};
use super::features::{Candidate, PageSummary, unlinked};
use super::groups::{Groups, Holder, kind_of};
use super::signals::{self, FRAME};
use super::{Areas, Genre};
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::base::sort::sort;
use crate::judge::comments::Comments;
use crate::read::html::{NONE, Node};
use crate::read::page::Page;

/// The input of all steps.
pub(super) struct Context<'s, 'a> {
    pub page: &'s Page<'a>,
    pub ancestors: &'s [Ancestors],
    pub spans: &'s [TextSpan],
    pub groups: &'s Groups<'s>,
    pub summary: &'s PageSummary,
    pub comments: &'s Comments<'s>,
}

/// Finds the areas.
pub(super) fn find<'a>(arena: &'a Bump, context: &Context<'_, '_>, genre: Genre) -> Areas<'a> {
    match genre {
        Genre::Article => article(arena, context),
        Genre::Thread => thread(arena, context),
        Genre::List => list(arena, context),
    }
}

/// Minimum of characters of an opening post.
const MIN_OPENING: u32 = 40;
/// How many elements are tried as an opening post, the largest first.
const OPENINGS: usize = 4;
/// Minimum of the average number of characters of the comments on an article.
const MIN_COMMENT: u64 = 20;

fn thread<'a>(arena: &'a Bump, context: &Context<'_, '_>) -> Areas<'a> {
    let Some(posts) = posts(context) else { return article(arena, context) };
    let members = members(arena, context, &posts);
    let mut roots = ArenaVec::new_in(arena);
    let opening = opening(context, &members);
    roots.extend(opening.map(|node| AreaRoot { role: LayoutAreaRole::Article, node, title: NONE }));
    roots.extend(members.iter().map(|&node| AreaRoot { role: LayoutAreaRole::Comment, node, title: NONE }));
    if let Some(first) = roots.first_mut() {
        first.role = LayoutAreaRole::Article;
    }
    let fields = fields(arena, context, &members);
    let area_of_span = areas_of_spans(arena, context, &roots, |span, _| !fields[span]);
    Areas { layout: PageLayout::ArticleWithComments, roots, area_of_span }
}

fn list<'a>(arena: &'a Bump, context: &Context<'_, '_>) -> Areas<'a> {
    let Some(group) = context.summary.candidates().first() else { return article(arena, context) };
    let members = members(arena, context, group);
    let mut roots = ArenaVec::new_in(arena);
    roots.extend(members.iter().map(|&node| AreaRoot { role: LayoutAreaRole::Item, node, title: NONE }));
    let area_of_span = areas_of_spans(arena, context, &roots, |_, _| true);
    Areas { layout: PageLayout::Multiple, roots, area_of_span }
}

/// The comments on an article, in the order of the page: those that say when they were written, or else the group after its
/// largest element that is named so.
fn comments<'a>(arena: &'a Bump, context: &Context<'_, '_>, (article, largest): (u32, u32)) -> ArenaVec<'a, u32> {
    let mut found = ArenaVec::new_in(arena);
    let dated = context.comments.units.iter().filter(|unit| unit.date.0 < unit.date.1);
    found.extend(dated.map(|unit| unit.node).filter(|&node| node > article));
    if found.is_empty() {
        let end = context.page.tree.nodes[largest as usize].subtree_end;
        let named = context.summary.candidates().iter().find(|candidate| {
            let group = &candidate.group;
            (candidate.own | candidate.above) & signals::COMMENTS != 0
                && context.groups.holders[group.first as usize].node >= end
                && group.unlinked() >= MIN_COMMENT * u64::from(group.count)
        });
        found.extend(named.into_iter().flat_map(|candidate| members(arena, context, candidate)));
    }
    sort(&mut found);
    // Comments of several siblings each are in one element.
    let mut distinct = ArenaVec::with_capacity_in(found.len(), arena);
    distinct.extend(found.chunk_by(|a, b| a == b).map(|equal| equal[0]));
    distinct
}

fn article<'a>(arena: &'a Bump, context: &Context<'_, '_>) -> Areas<'a> {
    let mut roots = ArenaVec::new_in(arena);
    let Some(largest) = context.summary.largest else {
        let area_of_span = areas_of_spans(arena, context, &roots, |_, _| true);
        return Areas { layout: PageLayout::Multiple, roots, area_of_span };
    };
    let article = main_element(context, &largest);
    roots.push(AreaRoot { role: LayoutAreaRole::Article, node: article, title: NONE });
    let comments = comments(arena, context, (article, largest.node));
    roots.extend(comments.iter().map(|&node| AreaRoot { role: LayoutAreaRole::Comment, node, title: NONE }));
    let first_comment = roots.get(1).map_or(NONE, |root| root.node);
    let area_of_span = areas_of_spans(arena, context, &roots, |i, area| {
        let span = &context.spans[i];
        area != 1 || span.node < first_comment && !is_linked(context, span)
    });
    let layout = if roots.len() > 1 { PageLayout::ArticleWithComments } else { PageLayout::Article };
    Areas { layout, roots, area_of_span }
}

/// Whether the holder of a span is mostly links.
fn is_linked(context: &Context<'_, '_>, span: &TextSpan) -> bool {
    holder_of(context, span).is_some_and(|holder| 2 * holder.linked > holder.characters)
}

fn holder_of<'s>(context: &'s Context<'_, '_>, span: &TextSpan) -> Option<&'s Holder> {
    let root = context.ancestors.get(span.owner as usize)?.root;
    let number = context.groups.of_node.get(root as usize)?.checked_sub(1)?;
    context.groups.holders.get(number as usize)
}

/// The group of the posts of a thread: much text, and class names that mention posts.
fn posts(context: &Context<'_, '_>) -> Option<Candidate> {
    let score = |candidate: &&Candidate| {
        let group = &candidate.group;
        let factor = match candidate {
            _ if 2 * group.linked > group.characters => 0,
            c if c.own & signals::POSTS != 0 => 4,
            c if c.above & signals::POSTS != 0 => 3,
            _ => 2,
        };
        (factor * group.unlinked(), std::cmp::Reverse(group.first))
    };
    context.summary.candidates().iter().max_by_key(score).copied()
}

/// All elements of the kind of a group that contain visible text, in document order. Elements without own text count,
/// too: a post may consist of a quotation.
fn members<'a>(arena: &'a Bump, context: &Context<'_, '_>, candidate: &Candidate) -> ArenaVec<'a, u32> {
    let tree = &context.page.tree;
    let first = context.groups.holders[candidate.group.first as usize].node;
    let sample = &tree.nodes[first as usize];
    let kind = kind_of(tree, sample);
    let mut members = ArenaVec::new_in(arena);
    let mut spans = context.spans.iter().map(|span| span.node).peekable();
    // Spans are in text order, members in tree order: where these differ, a member may be missed.
    for (i, node) in tree.nodes.iter().enumerate().skip(first as usize) {
        if node.tag == sample.tag && kind_of(tree, node) == kind {
            while spans.next_if(|&span| span < i as u32).is_some() {}
            if spans.peek().is_some_and(|&span| span < node.subtree_end) {
                members.push(i as u32);
            }
        }
    }
    members
}

/// The element of the post that opens a thread, if it is of another kind than its answers: the largest holder between
/// the heading of the page and the first answer.
fn opening(context: &Context<'_, '_>, members: &[u32]) -> Option<u32> {
    let first = *members.first()?;
    let nodes = context.page.tree.nodes;
    let heading = nodes[..first as usize].iter().rposition(|node| node.tag.heading_level() == 1).unwrap_or(0) as u32;
    let record = record(nodes, members);
    let holders = context.groups.holders.iter().filter(|holder| (heading..record).contains(&holder.node));
    let is_post = |holder: &&Holder| {
        unlinked(holder) >= MIN_OPENING
            && 2 * holder.linked <= holder.characters
            && nodes[holder.node as usize].subtree_end <= first
    };
    let size = |holder: &Holder| (unlinked(holder), std::cmp::Reverse(holder.node));
    let mut last: Option<&Holder> = None;
    for _ in 0..OPENINGS {
        let smaller = |holder: &&Holder| last.is_none_or(|last| size(holder) < size(last));
        let holder = holders.clone().filter(is_post).filter(smaller).max_by_key(|holder| size(holder))?;
        let (own, above) = signals::words_of_holder(&context.page.tree, holder.node);
        if (own | above) & FRAME == 0 {
            return Some(holder.node);
        }
        last = Some(holder);
    }
    None
}

/// The outermost ancestor of the first member that does not contain the second one.
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

/// The share of members that a part must occur in to be a field of the template.
const FIELD_SHARE: (u64, u64) = (6, 10);
/// Parts with more characters on average are text.
const MAX_FIELD: u64 = 60;

/// Which spans are fields of the records, such as names and dates: parts of one kind that most members have, with
/// little text.
fn fields<'a>(arena: &'a Bump, context: &Context<'_, '_>, members: &[u32]) -> &'a [bool] {
    let nodes = context.page.tree.nodes;
    let groups = context.groups;
    // For each kind: in how many members, one plus the last of these, and the number of characters.
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
            && characters <= MAX_FIELD * count
    };
    arena.alloc_slice_fill_iter(context.spans.iter().map(|span| {
        holder_of(context, span)
            .is_some_and(|holder| members.binary_search(&holder.node).is_err() && is_field(holder.kind))
    }))
}

/// The element of an article: the nearest ancestor of the largest holder that has most of the running text of the page.
fn main_element(context: &Context<'_, '_>, largest: &Holder) -> u32 {
    let nodes = context.page.tree.nodes;
    let holders = context.groups.holders;
    let running_text =
        |holder: &Holder| if 3 * holder.linked <= holder.characters { u64::from(unlinked(holder)) } else { 0 };
    let whole: u64 = holders.iter().map(running_text).sum();
    let at = context.groups.of_node[largest.node as usize] as usize - 1;
    let (mut low, mut high) = (at, at + 1);
    let mut held = running_text(largest);
    let mut node = largest.node;
    loop {
        let end = nodes[node as usize].subtree_end;
        while low > 0 && holders[low - 1].node >= node {
            low -= 1;
            held += running_text(&holders[low]);
        }
        while high < holders.len() && holders[high].node < end {
            held += running_text(&holders[high]);
            high += 1;
        }
        let parent = nodes[node as usize].parent;
        if 16 * held >= 9 * whole || parent == NONE || parent == context.page.tree.body {
            return node;
        }
        node = parent;
    }
}

/// One plus the area of each span, which is the innermost one around it, if `belongs` agrees; 0 for none.
fn areas_of_spans<'a>(
    arena: &'a Bump,
    context: &Context<'_, '_>,
    roots: &[AreaRoot],
    belongs: impl Fn(usize, u32) -> bool,
) -> &'a [u32] {
    let nodes: &[Node] = context.page.tree.nodes;
    let inside = arena.alloc_slice_fill_copy(nodes.len(), 0u32);
    for (i, root) in roots.iter().enumerate() {
        inside[root.node as usize] = i as u32 + 1;
    }
    for (i, node) in nodes.iter().enumerate().skip(1) {
        if inside[i] == 0 {
            inside[i] = inside[node.parent.min(i as u32) as usize];
        }
    }
    arena.alloc_slice_fill_iter(context.spans.iter().enumerate().map(|(i, span)| {
        let area = inside[span.node as usize];
        if area != 0 && belongs(i, area) { area } else { 0 }
    }))
}
