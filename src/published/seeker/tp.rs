//! TP, table pattern: the posts of a forum page are in tables with the same properties. A heuristic of Content Seeker
//! for forums.
//!
//! Elements with equal tag, class and layout attributes below one grandparent are *similar* if the multisets of the
//! paths to their children and grandchildren have a Jaccard index of at least 0.8. The group of similar elements with
//! the most text outside of links are the posts. `div`, `li` and `article` are candidates only on a page without
//! repeated tables.

mod groups;

use super::lbs;
use super::strings::Strings;
use crate::base::arena::{Bump, Vec};
use crate::read::html::Tag;
use crate::read::page::Page;
use groups::{Group, Member};

/// Minimum of characters of a record other than a table.
const MIN_CHARACTERS: u32 = 40;
/// Maximum of steps from a group to one inside of it.
const MAX_DESCENTS: usize = 8;

/// Finds the records in the subtree of `root`: their nodes in document order, empty if nothing repeats.
pub fn records<'a>(arena: &'a Bump, page: &Page<'_>, strings: &Strings<'_>, root: u32) -> &'a [u32] {
    let [tables, boxes] = candidates(arena, page, strings, root);
    let tables = best(arena, page, tables);
    if tables.is_empty() { best(arena, page, boxes) } else { tables }
}

/// Marks the strings of the records: in a table the strings of the cell with the most text outside of links, in other
/// elements the strings of their largest block.
pub fn mark(
    arena: &Bump,
    page: &Page<'_>,
    strings: &Strings<'_>,
    records: &[u32],
    inline_counts: bool,
    kept: &mut [bool],
) {
    for &record in records {
        if page.tree.nodes[record as usize].tag == Tag::TABLE {
            let cell = cell(page, strings, record);
            kept[strings.of(&page.tree, cell)].fill(true);
        } else {
            lbs::mark(arena, page, strings, record, inline_counts, kept);
        }
    }
}

/// The cell with the most text outside of links, the innermost on ties; the table itself without a cell.
fn cell(page: &Page<'_>, strings: &Strings<'_>, table: u32) -> u32 {
    let mut best = (table, 0);
    for i in page.tree.subtree(table) {
        if matches!(page.tree.nodes[i].tag, Tag::TD | Tag::TH) {
            let text = strings.unlinked(strings.of(&page.tree, i as u32));
            if text >= best.1 {
                best = (i as u32, text);
            }
        }
    }
    best.0
}

/// The candidates for records: tables, and boxes with some text.
fn candidates<'a>(arena: &'a Bump, page: &Page<'_>, strings: &Strings<'_>, root: u32) -> [Vec<'a, Member>; 2] {
    let tree = &page.tree;
    let mut members = [Vec::new_in(arena), Vec::new_in(arena)];
    let inside = tree.subtree(root).start + 1..tree.subtree(root).end;
    let found = arena.alloc_slice_fill_copy(inside.len(), 0u32);
    let mut count = 0;
    // Branchless: which tags match is unpredictable, so each node is written, and `count` only advances for matches.
    for i in inside {
        found[count] = i as u32;
        let tag = tree.nodes[i].tag;
        count += usize::from((tag == Tag::TABLE) | (tag == Tag::DIV) | (tag == Tag::LI) | (tag == Tag::ARTICLE));
    }
    for &i in &found[..count] {
        let node = &tree.nodes[i as usize];
        let (list, minimum) = match node.tag {
            Tag::TABLE => (&mut members[0], 1),
            _ => (&mut members[1], MIN_CHARACTERS),
        };
        let inside = strings.of(tree, i);
        if strings.characters(inside.clone()) >= minimum {
            list.push(Member { node: i, end: node.subtree_end, text: strings.unlinked(inside), group: 0 });
        }
    }
    members
}

/// The members of the best group of at least two.
fn best<'a>(arena: &'a Bump, page: &Page<'_>, mut members: Vec<'a, Member>) -> &'a [u32] {
    let groups = groups::group(arena, page, &mut members);
    let score = |group: &Group| if group.count >= 2 { group.text } else { 0 };
    // The first one on ties.
    let mut best = match (1..groups.len()).rev().max_by_key(|&i| score(&groups[i])) {
        Some(best) if score(&groups[best]) > 0 => best,
        _ => return &[],
    };
    let inside = arena.alloc_slice_fill_copy(groups.len(), 0u32);
    for _ in 0..MAX_DESCENTS {
        count_inside(&members, best, inside);
        let least = 2 * groups[best].count;
        let inner = (1..groups.len()).rev().filter(|&i| i != best && groups[i].count >= 2 && inside[i] >= least);
        match inner.max_by_key(|&i| groups[i].text) {
            Some(inner) => best = inner,
            None => break,
        }
    }
    let records = members.iter().filter(|member| member.group as usize == best).map(|member| member.node);
    Vec::from_iter_in(records, arena).into_bump_slice()
}

/// Counts for each group the members that lie inside a member of `outer`.
fn count_inside(members: &[Member], outer: usize, inside: &mut [u32]) {
    inside.fill(0);
    let mut end = 0;
    for member in members {
        if member.node < end {
            inside[member.group as usize] += 1;
        }
        if member.group as usize == outer {
            end = end.max(member.end);
        }
    }
}
