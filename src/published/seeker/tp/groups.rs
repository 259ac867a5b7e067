//! Grouping of similar elements by leader clustering: each element joins the first group whose first member it
//! resembles.

use crate::base::arena::{Bump, Vec};
use crate::base::fnv;
use crate::base::intern::Interner;
use crate::base::sort::sort;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::Page;

/// A candidate for a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub node: u32,
    /// One past its subtree.
    pub end: u32,
    /// Characters outside of links.
    pub text: u32,
    /// Its group; 0 if it is similar to no other element.
    pub group: u32,
}

/// A group of similar elements.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    pub count: u32,
    /// Characters outside of links in all members.
    pub text: u32,
}

/// Maximum of groups of elements with the same properties; with more of them nothing repeats.
const LEADERS: usize = 4;

/// Assigns every member to a group; group 0 is for those that are similar to no other.
///
/// A member is compared with the first ones of at most [`LEADERS`] groups, and only if both have a similar number
/// of paths; so the time is linear.
pub(super) fn group<'a>(arena: &'a Bump, page: &Page<'_>, members: &mut [Member]) -> Vec<'a, Group> {
    let tree = &page.tree;
    // Early exit: most elements are the only ones of their tag below their grandparent.
    let siblings = count(arena, members, |member| Some(position_hash(tree, member.node)));
    let counts = count(arena, members, |member| {
        let has_others = siblings[member.group as usize] >= 2;
        has_others.then(|| properties(tree, member.node))
    });
    let mut buckets = Vec::from_iter_in(counts.iter().map(|_| [(&[] as &[u16], 0u32); LEADERS]), arena);
    let mut groups = Vec::from_iter_in([Group::default()], arena);
    for member in members {
        let bucket = std::mem::take(&mut member.group) as usize;
        if counts[bucket] < 2 {
            continue;
        }
        let paths = paths(arena, tree, member.node);
        for leader in &mut buckets[bucket] {
            if leader.1 == 0 {
                *leader = (paths, groups.len() as u32);
                groups.push(Group::default());
            }
            if is_similar(leader.0, paths) {
                member.group = leader.1;
                groups[leader.1 as usize].count += 1;
                groups[leader.1 as usize].text += member.text;
                break;
            }
        }
    }
    groups
}

/// Numbers the members by a hash, in their groups, and counts each number; those without a hash have number 0, which is
/// not counted.
fn count<'a>(arena: &'a Bump, members: &mut [Member], hash: impl Fn(&Member) -> Option<u64>) -> Vec<'a, u32> {
    let mut numbers = Interner::new(arena, members.len());
    let mut counts = Vec::from_iter_in([0], arena);
    for member in members {
        member.group = hash(member).map_or(0, |hash| numbers.intern(hash));
        if member.group as usize == counts.len() {
            counts.push(0);
        }
        counts[member.group as usize] += u32::from(member.group > 0);
    }
    counts
}

/// Layout attributes that records have in common.
const LAYOUT: [Name; 2] = [Name::WIDTH, Name::ALIGN];
const OTHER_LAYOUT: [&[u8]; 3] = [b"border", b"cellspacing", b"cellpadding"];

/// A hash of grandparent and tag.
fn position_hash(tree: &Tree<'_>, index: u32) -> u64 {
    let node = &tree.nodes[index as usize];
    let parent = tree.nodes.get(node.parent as usize).map_or(0, |parent| parent.parent);
    mix(u64::from(parent) << 8 | u64::from(node.tag.0))
}

/// A hash of grandparent, tag, class and layout attributes.
fn properties(tree: &Tree<'_>, index: u32) -> u64 {
    let node = &tree.nodes[index as usize];
    let mut hash = position_hash(tree, index);
    for attribute in tree.attributes_of(node) {
        if attribute.name == Name::CLASS {
            hash = hash.wrapping_add(class(tree.raw_value(attribute)));
        } else if node.tag == Tag::TABLE {
            let name = tree.raw_attribute_name(attribute);
            let is_layout = LAYOUT.contains(&attribute.name) || OTHER_LAYOUT.iter().any(|l| same_name(name, l));
            if is_layout {
                let value = fnv::hash(tree.raw_value(attribute).trim_ascii().iter().copied());
                hash =
                    hash.wrapping_add(mix(fnv::hash(name.iter().map(u8::to_ascii_lowercase)) ^ value.rotate_left(32)));
            }
        }
    }
    hash
}

/// A hash of the words of a class in any order, without digits, which number the records.
fn class(value: &[u8]) -> u64 {
    value.split(u8::is_ascii_whitespace).fold(0u64, |sum, word| {
        let mut bytes = word.iter().copied().filter(|byte| !byte.is_ascii_digit()).peekable();
        if bytes.peek().is_some() { sum.wrapping_add(mix(fnv::hash(bytes) ^ 1)) } else { sum }
    })
}

fn mix(value: u64) -> u64 {
    let value = (value ^ value >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value ^ value >> 32
}

/// The paths to the children and grandchildren as pairs of tags, sorted. Each node is visited from at most two
/// ancestors.
fn paths<'a>(arena: &'a Bump, tree: &Tree<'_>, index: u32) -> &'a [u16] {
    let mut paths = Vec::with_capacity_in(16, arena);
    let is_element = |node: &Node| node.tag.is_element();
    for child in tree.children(index) {
        let node = &tree.nodes[child as usize];
        if !is_element(node) {
            continue;
        }
        let tag = u16::from(node.tag.0) << 8;
        paths.push(tag);
        let grandchildren = tree.children(child).map(|grandchild| &tree.nodes[grandchild as usize]);
        paths.extend(grandchildren.filter(|node| is_element(node)).map(|node| tag | u16::from(node.tag.0)));
    }
    sort(&mut paths);
    paths.into_bump_slice()
}

/// Whether the Jaccard index of two sorted multisets is at least 0.8. Two empty ones are equal.
pub(super) fn is_similar(a: &[u16], b: &[u16]) -> bool {
    if 5 * a.len().min(b.len()) < 4 * a.len().max(b.len()) {
        return false;
    }
    if a == b {
        return true;
    }
    let (mut i, mut j, mut both) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        both += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    5 * both >= 4 * (a.len() + b.len() - both)
}
