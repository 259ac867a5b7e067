//! Hidden text that readers get all the same, found when the whole page is known.
//!
//! - What a control reveals: it names the id of the hidden element (`aria-controls`, `data-target`, `href="#id"`, a call
//!   in `onclick`) and stands near it, or it stands right before or after the element, as in "read more". Such text is
//!   collapsed, and so are several hidden elements of one kind, each below a visible line: questions with answers, and
//!   the body of a box whose head is visible.
//! - What fades in: it keeps its place on the page (`visibility:hidden` in its own style). Such text is visible.
//! - Articles that scripts show: if one element holds far more hidden prose than the rest of the page shows, or the
//!   elements in it do, then that is the article; of an element that is named as its text it is enough to outweigh what is
//!   shown between it and the main heading. Such text is visible.
//!
//! Menus, dialogs and forms are neither. Takes linear time.

#[cfg(test)]
mod tests;

use super::context::{Context, flag};
use super::hidden::stays;
use super::sentences::is_question_mark;
use super::words::last_character;
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::base::flags::Fallbacks;
use crate::base::hash::hash_bytes;
use crate::base::sort::{sort, sort_by_key};
use crate::read::class_words::{group, groups_in};
use crate::read::html::attributes::Name;
use crate::read::html::scan::{contains_name, same_name};
use crate::read::html::{Attribute, NONE, Node, Tag, Tree, node_flag};

/// A text of at least as many bytes, outside of links, is prose.
pub(super) const MIN_PROSE_BYTES: usize = 60;
/// Shorter text is revealed only beside prose that is hidden by an element of the same kind.
const MIN_LINE_BYTES: usize = 20;
/// An article has at least as many bytes of prose, in as many texts.
const MIN_ARTICLE: (usize, usize) = (300, 3);
/// The text of an article that its name tells has at least as many, and so many times the bytes that are shown beside it.
const MIN_NAMED: (usize, usize) = (600, 3);
const MIN_NAMED_RATIO: usize = 3;
/// Controls of one element that are looked at.
const MAX_CONTROLS: usize = 8;
/// As many hidden elements of one kind, each below a line, are answers to questions; two are if the lines are headings or
/// end with question marks.
const MIN_ANSWERS: usize = 3;
/// A longer text before a hidden element is not its question.
const MAX_QUESTION: usize = 240;
/// Longer values of attributes are no ids.
const MAX_ID: usize = 96;
/// What fades in has so small a part of the bytes that would outweigh the rest.
const MAX_FADING: usize = 4;
/// Longer styles are not read.
const MAX_STYLE: usize = 512;
/// Elements between a control and what follows it that are skipped, and one.
const MAX_SKIPPED: usize = 4;
/// Nodes between a hidden element and its question.
const MAX_BETWEEN: usize = 16;

/// A hidden element that may be revealed.
#[derive(Clone, Copy)]
struct Part {
    node: u32,
    parent: u32,
    /// Prose in it, none if it has only lines.
    bytes: usize,
    texts: usize,
    /// No prose, but a table or a list of definitions: the panel of a product.
    has_data: bool,
    /// The hash of its tag and class, and the hash of its parent's.
    kind: u64,
}

/// Reveals hidden elements: `hidden` lists the outermost ones. `shown` is how many bytes of prose the article needs to
/// outweigh what the page shows.
pub(super) fn reveal(
    arena: &Bump,
    tree: &Tree<'_>,
    contexts: &mut [Context],
    hidden: &[u32],
    shown: usize,
) -> Fallbacks {
    let mut parts = ArenaVec::with_capacity_in(hidden.len(), arena);
    parts.extend(hidden.iter().filter_map(|&node| part(tree, contexts, node)));
    let has_content = |part: &Part| part.texts > 0 || part.has_data;
    if !parts.iter().any(has_content) && !may_hold_lines(tree, contexts, &mut parts) {
        return Fallbacks::default();
    }
    if let Some(parent) = article(&mut parts, shown) {
        for part in parts.iter().filter(|part| part.parent == parent) {
            change(tree, contexts, part.node, 0);
        }
        return Fallbacks::HIDDEN;
    }
    if let Some(node) = named_text(tree, contexts, &parts) {
        change(tree, contexts, node, 0);
        return Fallbacks::HIDDEN;
    }
    sort_by_kind(&mut parts);
    let controls = Controls::find(arena, tree);
    for alike in parts.chunk_by(is_alike) {
        if alike.iter().all(|part| part.texts == 0) {
            let are_lines = are_below_headings(tree, contexts, alike);
            for part in alike.iter().filter(|part| (part.has_data || are_lines) && controls.name(tree, part.node)) {
                change(tree, contexts, part.node, flag::COLLAPSED);
            }
            continue;
        }
        let is_below = |is_asked| alike.iter().all(|part| has_question(tree, contexts, part, is_asked));
        let are_answers = alike.len() >= MIN_ANSWERS && is_below(false) || alike.len() > 1 && is_below(true);
        for part in alike {
            if fades_in(tree, part, shown) {
                change(tree, contexts, part.node, 0);
            } else if are_answers
                || is_labelled(tree, contexts, part)
                || has_head(tree, contexts, part)
                || controls.reveal(tree, part.node)
            {
                change(tree, contexts, part.node, flag::COLLAPSED);
            }
        }
    }
    Fallbacks::default()
}

/// Once, as each copy of a sort is some kilobytes of code.
#[inline(never)]
fn sort_by_kind(parts: &mut [Part]) {
    sort_by_key(parts, |part| (part.kind, part.node));
}

fn is_alike(a: &Part, b: &Part) -> bool {
    a.kind == b.kind
}

/// Whether several hidden elements of one kind each stand below a heading or a question, and may so be revealed although
/// none has a sentence.
fn are_below_headings(tree: &Tree<'_>, contexts: &[Context], alike: &[Part]) -> bool {
    alike.len() > 1 && alike.iter().all(|part| has_question(tree, contexts, part, true))
}

fn may_hold_lines(tree: &Tree<'_>, contexts: &[Context], parts: &mut [Part]) -> bool {
    sort_by_kind(parts);
    parts.chunk_by(is_alike).any(|alike| are_below_headings(tree, contexts, alike))
}

/// Whether a hidden element says that the line before it names it.
fn is_labelled(tree: &Tree<'_>, contexts: &[Context], part: &Part) -> bool {
    labels(tree, &tree.nodes[part.node as usize]).next().is_some() && has_question(tree, contexts, part, false)
}

/// The attributes of an element that name what labels it.
fn labels<'t>(tree: &'t Tree<'_>, element: &Node) -> impl Iterator<Item = &'t Attribute> {
    let attributes = tree.each_attribute(element);
    attributes.filter(|attribute| same_name(tree.raw_attribute_name(attribute), b"aria-labelledby"))
}

/// Whether a hidden element is the body of a box in a text, by the names of the two parts of the box: `sp-head` and `sp-body`.
fn has_head(tree: &Tree<'_>, contexts: &[Context], part: &Part) -> bool {
    let class = |node: &Node| tree.attribute(node, Name::CLASS).map(|class| tree.raw_value(class));
    let Some(parent) = tree.nodes.get(part.parent as usize) else { return false };
    let Some(body) = class(&tree.nodes[part.node as usize]) else { return false };
    let shown = |node: &&Node| !is_blank(node);
    let Some(head) = tree.nodes[part.parent as usize + 1..part.node as usize].iter().take(MAX_BETWEEN).find(shown)
    else {
        return false;
    };
    let is_pair = |head| stem(head, b"head").is_some_and(|name| stem(body, b"body") == Some(name));
    let above = tree.nodes[..part.parent as usize].iter().rev().take(MAX_BETWEEN).find(shown);
    let follows_text = above.is_some_and(|text| {
        let in_line = tree.nodes.get(text.parent as usize).is_some_and(|above| above.tag == Tag::P);
        text.tag == Tag::BR || text.tag == Tag::TEXT && (in_line || text.parent == parent.parent)
    });
    follows_text && class(head).is_some_and(is_pair) && has_question(tree, contexts, part, false)
}

/// The first name of a class that ends so, without its end.
fn stem<'t>(class: &'t [u8], end: &[u8]) -> Option<&'t [u8]> {
    let mut names = class.get(..MAX_ID.min(class.len()))?.split(u8::is_ascii_whitespace);
    names.find_map(|name| name.strip_suffix(end).filter(|stem| stem.len() > 1))
}

fn is_blank(node: &Node) -> bool {
    node.tag == Tag::COMMENT || node.tag == Tag::TEXT && node.flags & node_flag::WHITESPACE != 0
}

/// Whether the text before a hidden element, inside its parent, is visible and short, and, if it `is_asked`, a heading or a
/// question.
fn has_question(tree: &Tree<'_>, contexts: &[Context], part: &Part, is_asked: bool) -> bool {
    let before = part.node.saturating_sub(MAX_BETWEEN as u32).max(part.parent + 1)..part.node;
    let is_phrasing = contexts[part.node as usize].container != part.node;
    let mut texts = before
        .rev()
        .map(|index| &tree.nodes[index as usize])
        .filter(|node| node.tag == Tag::TEXT && node.flags & node_flag::WHITESPACE == 0);
    !is_phrasing
        && texts.next().is_some_and(|text| {
            contexts[text.parent as usize].flags & (flag::HIDDEN | flag::COLLAPSED | flag::DROPPED) == 0
                && (text.end - text.content) as usize <= MAX_QUESTION
                && (!is_asked || contexts[text.parent as usize].heading != 0 || asks(tree, text))
        })
}

fn asks(tree: &Tree<'_>, text: &Node) -> bool {
    let text = tree.source[text.content as usize..text.end as usize].trim_ascii_end();
    text.ends_with(b"?") || last_character(text).is_some_and(is_question_mark)
}

/// Whether the own style of an element makes it invisible but leaves it its place, as scripts do that fade parts of an
/// article in. `shown` is how many bytes outweigh what the page shows.
fn fades_in(tree: &Tree<'_>, part: &Part, shown: usize) -> bool {
    if part.bytes * MAX_FADING > shown {
        return false;
    }
    let Some(style) = tree.attribute(&tree.nodes[part.node as usize], Name::STYLE) else { return false };
    let style = tree.raw_value(style);
    let has = |word: &[u8]| contains_name(style, word);
    style.len() <= MAX_STYLE && has(b"visibility") && ![&b"display"[..], b"absolute", b"fixed"].into_iter().any(has)
}

/// A hidden element with its prose; `None` if it has no line of text, or is a menu, a dialog or a form.
fn part(tree: &Tree<'_>, contexts: &[Context], node: u32) -> Option<Part> {
    let range = tree.subtree(node);
    let inside = || range.clone().map(|index| &tree.nodes[index]);
    let is_text = |text: &Node, least: usize| {
        let context = &contexts[text.parent as usize];
        text.tag == Tag::TEXT
            && (text.end - text.content) as usize >= least
            && context.link == NONE
            && context.flags & (flag::DROPPED | flag::IN_HEAD) == 0
    };
    let (bytes, texts) = inside()
        .filter(|node| is_text(node, MIN_PROSE_BYTES))
        .fold((0, 0), |(bytes, texts), text| (bytes + (text.end - text.content) as usize, texts + 1));
    let is_form = |node: &Node| matches!(node.tag, Tag::FORM | Tag::INPUT | Tag::SELECT | Tag::TEXTAREA | Tag::NAV);
    let element = &tree.nodes[node as usize];
    let is_named = element.known & Name::ID.bit() != 0;
    let has_data = texts == 0 && is_named && inside().any(|node| matches!(node.tag, Tag::TABLE | Tag::DL));
    let is_short = || !has_data && !inside().any(|node| is_text(node, MIN_LINE_BYTES));
    // Whatever its class says: the panel of a drop-down is named like a menu.
    let is_panel = || tree.has_role(element, &[b"region"]) && labels(tree, element).next().is_some();
    let is_apart = texts == 0 && is_short()
        || stays(tree, element) && !is_panel()
        || inside().any(is_form)
        || element.tag == Tag::DIALOG;
    let kind = [node, element.parent].into_iter().fold(0, |hash, node| {
        let node = &tree.nodes[node as usize];
        let class = tree.attribute(node, Name::CLASS).map_or(&b""[..], |class| tree.raw_value(class));
        hash_bytes(hash ^ u64::from(node.tag.0), class)
    });
    (!is_apart).then_some(Part { node, parent: element.parent, bytes, texts, has_data, kind })
}

/// The element whose hidden children are the article of the page.
fn article(parts: &mut [Part], shown: usize) -> Option<u32> {
    sort_by_key(parts, |part| (part.parent, part.node));
    let sums = parts.chunk_by(|a, b| a.parent == b.parent).map(|siblings| {
        let sum = siblings.iter().fold((0, 0), |(bytes, texts), part| (bytes + part.bytes, texts + part.texts));
        (sum, siblings[0].parent)
    });
    let ((bytes, texts), parent) = sums.max_by_key(|&((bytes, _), _)| bytes)?;
    (bytes >= MIN_ARTICLE.0 && texts >= MIN_ARTICLE.1 && bytes >= shown).then_some(parent)
}

/// The hidden element that is named as the text of an article, such as `article-body`, and outweighs what the part of the page
/// around it and the main heading above it shows: a script shows it to those who may read it.
fn named_text(tree: &Tree<'_>, contexts: &[Context], parts: &[Part]) -> Option<u32> {
    let is_long = |part: &&Part| part.bytes >= MIN_NAMED.0 && part.texts >= MIN_NAMED.1;
    let named = parts.iter().filter(|part| is_long(part) && is_named_text(tree, &tree.nodes[part.node as usize]));
    let part = named.max_by_key(|part| part.bytes)?;
    let is_seen = |flags: u16| flags & (flag::HIDDEN | flag::COLLAPSED | flag::DROPPED) == 0;
    let mut before = 0..part.node as usize;
    let heading = before.rfind(|&at| tree.nodes[at].tag == Tag::H1 && is_seen(contexts[at].flags))?;
    let around = tree.ancestors(part.node).find(|&at| tree.subtree(at).contains(&heading))?;
    let texts = tree.subtree(around).map(|at| &tree.nodes[at]).filter(|node| node.tag == Tag::TEXT);
    let shown = texts.filter(|text| {
        let context = &contexts[text.parent as usize];
        context.link == NONE && is_seen(context.flags) && (text.end - text.content) as usize >= MIN_PROSE_BYTES
    });
    let shown: usize = shown.map(|text| (text.end - text.content) as usize).sum();
    (part.bytes >= MIN_NAMED_RATIO * shown).then_some(part.node)
}

/// Whether the class, the id or the property of an element names it as the text of an article: `entry-content`, `articleBody`.
fn is_named_text(tree: &Tree<'_>, element: &Node) -> bool {
    const ARTICLE: u32 = group("article") | group("post");
    const OTHER: u32 = group("comment") | group("related") | group("popup") | group("ad") | group("product");
    let names = [Name::CLASS, Name::ID, Name::ITEMPROP].into_iter().filter_map(|name| tree.attribute(element, name));
    let groups = names.map(|name| groups_in(tree.raw_value(name))).fold(0, |all, groups| all | groups);
    groups & ARTICLE != 0 && groups & group("content") != 0 && groups & OTHER == 0
}

/// Replaces the flag of hidden text in an element.
fn change(tree: &Tree<'_>, contexts: &mut [Context], node: u32, by: u16) {
    for context in &mut contexts[tree.subtree(node)] {
        if context.flags & flag::HIDDEN != 0 {
            context.flags = context.flags & !flag::HIDDEN | by;
        }
    }
}

/// The controls of a page.
struct Controls<'a> {
    /// The hashes of ids with the controls that name them, sorted.
    named: &'a [(u64, u32)],
    /// The elements right after a control, sorted.
    followers: &'a [u32],
}

impl<'a> Controls<'a> {
    fn find(arena: &'a Bump, tree: &Tree<'_>) -> Controls<'a> {
        let mut named = ArenaVec::new_in(arena);
        let mut followers = ArenaVec::new_in(arena);
        for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.tag.is_element()) {
            let index = index as u32;
            let is_marked = for_each_target(tree, node, |id| named.push((hash_bytes(0, id), index)));
            if is_marked || is_control(tree, node) {
                let next = [next_element(tree, index), next_of_parent(tree, index)];
                for next in next.into_iter().flatten() {
                    // What holds nothing but the hidden element, too.
                    followers.extend([Some(next), only_child(tree, next)].into_iter().flatten());
                }
            }
        }
        sort(&mut named);
        sort(&mut followers);
        Controls { named: named.into_bump_slice(), followers: followers.into_bump_slice() }
    }

    /// Whether a control reveals an element.
    fn reveal(&self, tree: &Tree<'_>, node: u32) -> bool {
        if self.followers.binary_search(&node).is_ok() || follows_named_control(tree, node) {
            return true;
        }
        let next = [next_element(tree, node), next_of_parent(tree, node)].into_iter().flatten();
        next.into_iter().any(|next| holds_control(tree, next)) || self.name(tree, node)
    }

    /// Whether a control near an element names its id.
    fn name(&self, tree: &Tree<'_>, node: u32) -> bool {
        let Some(id) = tree.attribute(&tree.nodes[node as usize], Name::ID) else { return false };
        let hash = hash_bytes(0, tree.raw_value(id));
        let parent_of = |node: u32| Some(tree.nodes[node as usize].parent).filter(|&parent| parent != NONE);
        let near = parent_of(node).map_or(node, |parent| parent_of(parent).unwrap_or(parent));
        let first = self.named.partition_point(|&(named, _)| named < hash);
        let of_id = self.named[first..].iter().take(MAX_CONTROLS).take_while(|&&(named, _)| named == hash);
        let holds = |node: u32, control: u32| tree.subtree(node).contains(&(control as usize));
        // One in the element closes it.
        let is_near = |&(_, control): &(u64, u32)| holds(near, control) && !holds(node, control);
        of_id.into_iter().any(is_near)
    }
}

/// Calls `found` with each id that an element may control. Whether an attribute says that it is a control.
fn for_each_target<'t>(tree: &Tree<'t>, node: &Node, mut found: impl FnMut(&'t [u8])) -> bool {
    let mut is_marked = false;
    for attribute in tree.each_attribute(node) {
        let value = tree.raw_value(attribute).trim_ascii();
        let name = tree.raw_attribute_name(attribute);
        let is = |known: &[u8]| same_name(name, known);
        match () {
            () if attribute.name == Name::HREF => value.strip_prefix(b"#").into_iter().for_each(&mut found),
            () if attribute.name != Name::OTHER => {}
            () if is(b"aria-controls") => value.split(u8::is_ascii_whitespace).for_each(&mut found),
            () if is(b"aria-expanded") => is_marked = true,
            () if is(b"popovertarget") || is(b"commandfor") => found(value),
            // `data-target`, `data-bs-target`, `data-toggle`, and the like of other frameworks.
            () if name.len() > 5 && same_name(&name[..5], b"data-") && value.len() <= MAX_ID => {
                found(value.strip_prefix(b"#").unwrap_or(value));
            }
            // Such as `show('rest')`.
            () if is(b"onclick") => {
                value.split(|byte| b"'\"`#() ,&;".contains(byte)).filter(|word| !word.is_empty()).for_each(&mut found);
                is_marked = true;
            }
            () => {}
        }
    }
    is_marked
}

/// Whether an element is something to click that leads nowhere else.
fn is_control(tree: &Tree<'_>, node: &Node) -> bool {
    let is_button = || tree.has_role(node, &[b"button"]);
    match node.tag {
        Tag::INPUT => tree.is_of_type(node, &[b"button"]),
        // Right in a form it sends the form.
        Tag::BUTTON => tree.nodes[node.parent as usize].tag != Tag::FORM,
        // Of a checkbox.
        Tag::LABEL => true,
        Tag::A => tree.attribute(node, Name::HREF).is_none_or(|href| {
            let value = tree.raw_value(href).trim_ascii();
            value == b"#" || value.get(..11).is_some_and(|start| same_name(start, b"javascript:"))
        }),
        _ => is_button(),
    }
}

/// Whether the class of the element right before another one, such as "read-more-toggle", says that it is something to click.
fn follows_named_control(tree: &Tree<'_>, node: u32) -> bool {
    const NAMES: [&[u8]; 4] = [b"toggle", b"more", b"expand", b"spoiler"];
    let parent = tree.nodes[node as usize].parent;
    for before in tree.ancestors(node - 1).take(MAX_BETWEEN) {
        let element = &tree.nodes[before as usize];
        if element.parent == parent {
            let class = tree.attribute(element, Name::CLASS).map(|class| tree.raw_value(class)).unwrap_or_default();
            let is_named = class.len() <= MAX_ID && NAMES.iter().any(|name| contains_name(class, name));
            return is_named && next_element(tree, before) == Some(node);
        }
        if before <= parent {
            return false;
        }
    }
    false
}

/// Whether an element is a control, or begins with one.
fn holds_control(tree: &Tree<'_>, index: u32) -> bool {
    let first = tree.nodes[tree.subtree(index)].iter().filter(|node| node.tag.is_element()).take(2);
    first.into_iter().any(|node| is_control(tree, node))
}

/// The next sibling that is an element, unless there is text before it. Styles and scripts, which some programs write
/// beside each element, are skipped.
fn next_element(tree: &Tree<'_>, index: u32) -> Option<u32> {
    let node = &tree.nodes[index as usize];
    let mut next = node.subtree_end;
    for _ in 0..MAX_SKIPPED {
        let mut after = (next..).zip(tree.nodes.get(next as usize..)?).take(3);
        let (at, element) = after.find(|(_, node)| node.tag.is_element())?;
        if element.parent != node.parent {
            return None;
        }
        if !matches!(element.tag, Tag::STYLE | Tag::SCRIPT | Tag::TEMPLATE | Tag::LINK) {
            return Some(at);
        }
        next = element.subtree_end;
    }
    None
}

/// The element that is all of another one.
fn only_child(tree: &Tree<'_>, index: u32) -> Option<u32> {
    let (first, end) = (index + 1, tree.nodes[index as usize].subtree_end);
    let child = tree.nodes.get(first as usize).filter(|child| child.tag.is_element() && first < end)?;
    (child.subtree_end == end).then_some(first)
}

/// The element after the parent of the last element in it.
fn next_of_parent(tree: &Tree<'_>, index: u32) -> Option<u32> {
    let parent = tree.nodes[index as usize].parent;
    let end = tree.nodes.get(parent as usize)?.subtree_end;
    let rest = tree.nodes.get(tree.nodes[index as usize].subtree_end as usize..end as usize)?;
    if rest.iter().take(3).any(|node| node.tag.is_element()) || rest.len() > 2 {
        return None;
    }
    next_element(tree, parent)
}
