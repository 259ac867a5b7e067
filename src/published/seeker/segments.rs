//! Candidate segments and their features, after the paper on Content Seeker.
//!
//! A candidate is a structural element with text. Its features are integers, shares in thousandths, so that a model
//! gives the same answer on every machine. There is no layout, so the features `x` and `w` of the paper are left out,
//! and `y` and `h` are the share of the page's text before the element and in it.

use super::strings::{EXCLUDED, Strings};
use super::words::{self, WordCounts};
use crate::base::arena::{Bump, Vec};
use crate::read::class_words::{GROUPS, groups_in};
use crate::read::html::attributes::Name;
use crate::read::html::{Namespace, Node, Tag, TagSet, Tree, node_flag};
use crate::read::page::{Block, Page};

macro_rules! features {
    ($($name:ident: $doc:literal,)*) => {
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy)]
        enum Id { $(#[doc = $doc] $name,)* Count }
        /// How many features a candidate has: these, and one for each group of words of class names.
        pub const COUNT: usize = Id::Count as usize + GROUPS.len();
        /// The names of the features; features of class words have the names of the word groups.
        #[cfg(feature = "unstable")]
        pub const NAMES: [&str; COUNT] = {
            let mut names = [""; COUNT];
            let own = [$(stringify!($name),)*];
            let mut i = 0;
            while i < COUNT {
                names[i] = if i < own.len() { own[i] } else { GROUPS[i - own.len()] };
                i += 1;
            }
            names
        };
    };
}

features! {
    inner_text: "characters of the text",
    inner_html: "bytes between start and end tag",
    images: "img inside",
    forms: "form inside",
    inputs: "input inside",
    buttons: "button inside",
    selects: "select inside",
    textareas: "textarea inside",
    tables: "table inside",
    rows: "tr inside",
    cells: "td inside",
    links: "a with href inside",
    y: "share of the page's text before it",
    h: "share of the page's text in it",
    stop_words: "stop words",
    stop_share: "stop words of all words",
    anchor_share: "characters in links of all",
    height: "longest path down to a leaf, in edges",
    depth: "distance from the document",
    children: "child elements",
    paragraphs: "p inside",
    breaks: "br inside",
    words: "words",
    sentence_ends: "sentence ends",
    headings: "h1 to h6 inside",
    items: "li inside",
    text_per_link: "characters for each link",
    text_share_of_parent: "share of the enclosing candidate's text",
    own_words: "words in no candidate inside",
    blocks: "blocks that begin inside",
    prose: "words of blocks of twelve or more, less than a third of them in links",
    prose_share: "prose of all words",
    prose_of_page: "share of the page's prose",
}

/// The index of the feature `words`.
#[cfg(feature = "unstable")]
pub const WORDS: usize = Id::words as usize;

/// The features of a candidate.
pub type Features = [u32; COUNT];

/// A candidate.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The element.
    pub node: u32,
    /// The index of its nearest ancestor among the candidates; its own for none.
    pub parent: u32,
    /// See [`NAMES`].
    pub features: Features,
}

/// Finds the candidates of a page, in document order.
pub fn candidates<'a>(arena: &'a Bump, page: &Page<'_>, strings: &Strings<'_>) -> Vec<'a, Candidate> {
    let words = words::count(arena, page, strings);
    let mut list = count(arena, page, strings, &words);
    sum_up(&mut list);
    finish(page, strings, &mut list);
    list
}

/// One pass over the nodes: counts what is in each candidate, but not in one inside of it.
fn count<'a>(arena: &'a Bump, page: &Page<'_>, strings: &Strings<'_>, words: &[WordCounts]) -> Vec<'a, Candidate> {
    let tree = &page.tree;
    let mut list: Vec<Candidate> = Vec::with_capacity_in(strings.list.len() + 16, arena);
    // The ancestors of the node among the candidates, outermost first, with the ends of their subtrees.
    let mut open: Vec<(u32, u32)> = Vec::with_capacity_in(64, arena);
    let mut next = 0;
    for (i, node) in tree.nodes.iter().enumerate() {
        while open.last().is_some_and(|&(_, end)| end <= i as u32) {
            open.pop();
        }
        let parent = open.last().map(|&(candidate, _)| candidate);
        if let Some(around) = parent.and_then(|parent| list.get_mut(parent as usize)) {
            enter(page, node, around);
            if let Some(string) = strings.list.get(next).filter(|string| string.node as usize == i) {
                add_words(&mut around.features, &words[next]);
                if next == 0 || strings.list[next - 1].block != string.block {
                    add_block(&mut around.features, &page.blocks[string.block as usize]);
                }
            }
        }
        next += usize::from(strings.list.get(next).is_some_and(|string| string.node as usize == i));
        if is_candidate(page, strings, i as u32) {
            let index = list.len() as u32;
            let mut features = [0; COUNT];
            // The depth of the deepest node, until `finish` subtracts its own.
            features[Id::height as usize] = u32::from(node.depth);
            near(&page.tree, node, parent.map(|parent| &list[parent as usize].features), &mut features);
            list.push(Candidate { node: i as u32, parent: parent.unwrap_or(index), features });
            open.push((index, node.subtree_end));
        }
    }
    list
}

fn add_words(features: &mut Features, words: &WordCounts) {
    features[Id::words as usize] += words.words;
    features[Id::own_words as usize] += words.words;
    features[Id::stop_words as usize] += words.stop_words;
    features[Id::sentence_ends as usize] += words.sentence_ends;
}

/// Minimum of words of a block of running text.
const MIN_PROSE: u32 = 12;

fn add_block(features: &mut Features, block: &Block) {
    features[Id::blocks as usize] += 1;
    let is_prose = block.tokens >= MIN_PROSE && 3 * block.linked_tokens < block.tokens;
    features[Id::prose as usize] += if is_prose { block.tokens } else { 0 };
}

/// The nearness of the nearest ancestor with a word of a group in its class, id or role: this value for the candidate
/// itself, one less for each level of candidates, but at least 1; 0 for none.
const HERE: u32 = 8;

fn near(tree: &Tree<'_>, node: &Node, around: Option<&Features>, features: &mut Features) {
    let first = Id::Count as usize;
    if let Some(around) = around {
        for (near, outer) in features[first..].iter_mut().zip(&around[first..]) {
            *near = outer - u32::from(*outer > 1);
        }
    }
    let tag = node.tag.name().as_bytes();
    let mut groups = groups_in(if node.tag == Tag::MAIN { b"content" } else { tag });
    if node.known & (Name::CLASS.bit() | Name::ID.bit() | Name::ROLE.bit()) != 0 {
        let is_read = |name| matches!(name, Name::CLASS | Name::ID | Name::ROLE);
        for attribute in tree.attributes_of(node).iter().filter(|attribute| is_read(attribute.name)) {
            groups |= groups_in(tree.raw_value(attribute));
        }
    }
    while groups != 0 {
        features[first + groups.trailing_zeros() as usize] = HERE;
        groups &= groups - 1;
    }
}

/// Counts a node for its candidate.
fn enter(page: &Page<'_>, node: &Node, around: &mut Candidate) {
    if node.tag == Tag::COMMENT || node.flags & node_flag::WHITESPACE != 0 {
        return;
    }
    if page.contexts[node.parent as usize].flags & EXCLUDED != 0 {
        return;
    }
    let features = &mut around.features;
    features[Id::height as usize] = features[Id::height as usize].max(u32::from(node.depth));
    if !node.tag.is_element() {
        return;
    }
    features[Id::children as usize] += u32::from(node.parent == around.node);
    let counted = match node.tag {
        Tag::IMG => Id::images,
        Tag::FORM => Id::forms,
        Tag::INPUT => Id::inputs,
        Tag::BUTTON => Id::buttons,
        Tag::SELECT => Id::selects,
        Tag::TEXTAREA => Id::textareas,
        Tag::TABLE => Id::tables,
        Tag::TR => Id::rows,
        Tag::TD => Id::cells,
        Tag::A if node.known & Name::HREF.bit() != 0 => Id::links,
        Tag::P => Id::paragraphs,
        Tag::BR => Id::breaks,
        Tag::LI => Id::items,
        tag if tag.heading_level() > 0 => Id::headings,
        _ => return,
    };
    features[counted as usize] += 1;
}

/// The elements that may be segments: the elements of the paper, and newer ones.
#[rustfmt::skip]
const STRUCTURAL: TagSet = TagSet::of(&[
    Tag::DIV, Tag::SPAN, Tag::UL, Tag::OL, Tag::LI, Tag::TABLE, Tag::TR, Tag::TD, Tag::SECTION, Tag::ARTICLE,
    Tag::MAIN, Tag::ASIDE, Tag::HEADER, Tag::FOOTER, Tag::NAV, Tag::P, Tag::BLOCKQUOTE, Tag::DL, Tag::DT, Tag::DD,
    Tag::TH, Tag::TBODY, Tag::FORM,
]);

/// Minimum of characters of a `span` without a block in it.
const LONG_SPAN: u32 = 100;

/// Whether a node is a structural element with text.
fn is_candidate(page: &Page<'_>, strings: &Strings<'_>, index: u32) -> bool {
    let node = &page.tree.nodes[index as usize];
    if node.namespace != Namespace::Html || !STRUCTURAL.has(node.tag) {
        return false;
    }
    let inside = strings.of(&page.tree, index);
    let Some((first, last)) = strings.list[inside.clone()].first().zip(strings.list[inside.clone()].last()) else {
        return false;
    };
    // A span with the container of a block in it is like a block.
    node.tag != Tag::SPAN
        || first.block != last.block
        || page.blocks[first.block as usize].container > index
        || strings.characters(inside) >= LONG_SPAN
}

/// Adds the counts of candidates to the counts of their parents.
fn sum_up(list: &mut [Candidate]) {
    #[rustfmt::skip]
    const HELD: [Id; 19] = [
        Id::images, Id::forms, Id::inputs, Id::buttons, Id::selects, Id::textareas, Id::tables, Id::rows, Id::cells,
        Id::links, Id::stop_words, Id::paragraphs, Id::breaks, Id::words, Id::sentence_ends, Id::headings, Id::items,
        Id::blocks, Id::prose,
    ];
    for i in (0..list.len()).rev() {
        let Candidate { parent, features, .. } = list[i];
        if parent as usize == i {
            continue;
        }
        let around = &mut list[parent as usize].features;
        for id in HELD {
            around[id as usize] += features[id as usize];
        }
        around[Id::height as usize] = around[Id::height as usize].max(features[Id::height as usize]);
    }
}

/// Derives features from the sums.
fn finish(page: &Page<'_>, strings: &Strings<'_>, list: &mut [Candidate]) {
    let all = strings.characters(0..strings.list.len());
    let prose = list.iter().filter(|candidate| list[candidate.parent as usize].node == candidate.node);
    let prose: u32 = prose.map(|candidate| candidate.features[Id::prose as usize]).sum();
    for i in 0..list.len() {
        let Candidate { node: index, parent, .. } = list[i];
        let node = &page.tree.nodes[index as usize];
        let inside = strings.of(&page.tree, index);
        let text = strings.characters(inside.clone());
        let around = if parent as usize == i { all } else { list[parent as usize].features[Id::inner_text as usize] };
        let features = &mut list[i].features;
        let linked = strings.linked(inside.clone());
        let links = features[Id::links as usize];
        let mut set = |id: Id, value: u32| features[id as usize] = value;
        set(Id::inner_text, text);
        set(Id::inner_html, inner_html(&page.tree, node));
        set(Id::y, share(strings.characters(0..inside.start), all));
        set(Id::h, share(text, all));
        set(Id::anchor_share, share(linked, text));
        set(Id::depth, u32::from(node.depth));
        set(Id::text_per_link, text / (links + 1));
        set(Id::text_share_of_parent, share(text, around));
        features[Id::height as usize] -= u32::from(node.depth);
        features[Id::stop_share as usize] = share(features[Id::stop_words as usize], features[Id::words as usize]);
        features[Id::prose_share as usize] =
            share(features[Id::prose as usize], features[Id::words as usize]).min(1000);
        features[Id::prose_of_page as usize] = share(features[Id::prose as usize], prose);
    }
}

/// `part / whole` in thousandths; 0 of nothing.
fn share(part: u32, whole: u32) -> u32 {
    (u64::from(part) * 1000 / u64::from(whole.max(1))) as u32
}

/// Bytes between the start and the end tag.
fn inner_html(tree: &Tree<'_>, node: &Node) -> u32 {
    let (start, mut end) = (node.content, node.end.max(node.content));
    if node.flags & node_flag::CLOSED != 0 {
        // An end tag is short, and its only `<` is its first byte.
        let tail = &tree.source[start.max(end.saturating_sub(64)) as usize..end as usize];
        end -= tail.iter().rposition(|&byte| byte == b'<').map_or(0, |at| tail.len() - at) as u32;
    }
    end - start
}
