//! Names that readers see near the headline, or after the main text.

use super::{Candidate, Source, names, push};
use crate::base::fallible::{List, Text};
use crate::on_demand::facts::places::Places;
use crate::on_demand::facts::read::{Reader, collapsed};
use crate::read::address::has_rel;
use crate::read::class_words::vocabulary::Vocabulary;
use crate::read::class_words::{group, groups_in};
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::text::{Decoding, decode};
use crate::read::html::{NONE, Node, Tag, Tree};
use crate::read::page::unicode::is_letter;
use crate::read::page::words::are_parted;
use crate::read::page::{Block, flag, gap};
use std::ops::Range;

/// Blocks above the headline, and below it.
const ABOVE: usize = 3;
const BELOW: usize = 10;
/// Blocks after the main text.
const AFTER: usize = 4;
/// The most nodes of an element with a name.
const MAX_NODES: u32 = 24;
/// The most bytes of a byline.
const MAX_TEXT: usize = 200;
/// The most bytes of a name and a date.
const MAX_DATED: usize = 120;
/// Shorter words have other meanings in lower case.
const LEAST_USUAL: usize = 4;
/// Text with these flags is no byline.
const IGNORED: u16 = flag::IN_HEAD | flag::HIDDEN | flag::DROPPED;

/// Classes in other languages than English, whose words are in the dictionary of class words.
static CLASSES: Vocabulary<64> = Vocabulary::of(&[(
    "author",
    "autor autora autoren auteur auteurs autore autori firma firmante redacteur redattore yazar penulis skribent \
     journalist journaliste periodista reporter writer writers verfasser schrijver skribenter forfatter authorsign",
)]);
const AUTHOR: u32 = group("author");
/// With one of them an element is not the byline.
const OTHERS: u32 = group("comment") | group("related") | group("social") | group("ad") | group("nav");

/// The directories of addresses of people.
const DIRECTORIES: [&[u8]; 20] = [
    b"author",
    b"authors",
    b"auteur",
    b"auteurs",
    b"autor",
    b"autoren",
    b"autores",
    b"autore",
    b"autori",
    b"byline",
    b"bio",
    b"by",
    b"contributor",
    b"contributors",
    b"people",
    b"person",
    b"profile",
    b"staff",
    b"writer",
    b"journalist",
];

/// Adds the names of elements that mark them, and of lines that begin as bylines.
pub(super) fn add(reader: Reader<'_, '_>, places: Places, found: &mut List<Candidate>) {
    let blocks = reader.document.page().blocks;
    let near = places.start.saturating_sub(ABOVE)..(places.start + BELOW).min(blocks.len());
    let after = (places.end + 1).max(near.end).min(blocks.len())..(places.end + 1 + AFTER).min(blocks.len());
    add_dated(reader, places, found);
    for (range, is_near) in [(near, true), (after, false)] {
        if range.is_empty() {
            continue;
        }
        add_elements(reader, &blocks[range.clone()], is_near, found);
        for index in range {
            add_line(reader, blocks, index, if is_near { Source::Line } else { Source::End }, found);
        }
    }
}

/// Adds the names in elements that mark them, between the first and the last of some blocks.
fn add_elements(reader: Reader<'_, '_>, blocks: &[Block], is_near: bool, found: &mut List<Candidate>) {
    let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else { return };
    let (tree, page) = (reader.tree(), reader.document.page());
    let (mut end, mut first_item) = (0, None);
    for (index, node) in tree.nodes.iter().enumerate() {
        reader.document.end_if_cancelled();
        if index < end || node.content >= last.source.1 || node.end <= first.source.0 {
            continue;
        }
        let Some(source) = marked(reader, node) else { continue };
        let is_other = page.contexts[index].flags & IGNORED != 0
            || node.subtree_end - index as u32 > MAX_NODES
            || reader.is_in_comment(node.start)
            || reader.is_aside(node.parent);
        if is_other {
            continue;
        }
        // Other articles, of which a page shows the beginning, have authors, too.
        if source == Source::Microdata {
            let item = item_of(tree, node);
            if *first_item.get_or_insert(item) != item {
                continue;
            }
        }
        // An item of microdata has its name inside.
        let is_name = |&inner: &usize| source == Source::Microdata && has_property(reader, &tree.nodes[inner], b"name");
        let at = tree.subtree(index as u32).find(is_name).unwrap_or(index);
        let Some(text) = text_of(reader, at) else { continue };
        let name = names::after_phrase(&text).unwrap_or(&text);
        if source == Source::Class && are_marked_inside(reader, index as u32, name) {
            continue;
        }
        let source = if is_near || source < Source::Class { source } else { Source::End };
        // Names of accounts are often in lower case.
        let is_named = source == Source::Link || at != index || source == Source::Address && is_card_name(tree, node);
        let is_account = is_named && names::may_be_name(name) && !name.contains(' ');
        let account = is_account.then_some(name);
        for name in account.into_iter().chain(names::shown(name).filter(|_| !is_account)) {
            push(found, name, source, (tree.nodes[at].content, tree.nodes[at].end));
            end = node.subtree_end as usize;
        }
    }
}

/// What marks an element as the name of the author.
fn marked(reader: Reader<'_, '_>, node: &Node) -> Option<Source> {
    const NAMES: u16 = Name::CLASS.bit() | Name::ID.bit() | Name::REL.bit() | Name::ITEMPROP.bit() | Name::HREF.bit();
    let tree = reader.tree();
    if node.known & NAMES == 0 || matches!(node.tag, Tag::META | Tag::LINK | Tag::BODY | Tag::HTML) {
        return None;
    }
    if has_property(reader, node, b"author") {
        return Some(Source::Microdata);
    }
    if has_rel(tree, node, b"author") {
        return Some(Source::Link);
    }
    let value = |name| tree.attribute(node, name).map(|attribute| tree.raw_value(attribute));
    if node.tag == Tag::A && value(Name::HREF).is_some_and(is_address_of_person) {
        return Some(Source::Address);
    }
    let values = || [Name::CLASS, Name::ID].into_iter().filter_map(value);
    let words = values().fold(0, |all, value| all | groups_in(value));
    let is_author = words & AUTHOR != 0 || values().any(|value| CLASSES.groups_in(value) != 0);
    (is_author && words & OTHERS == 0).then_some(Source::Class)
}

/// The element of the item of microdata that an element states a property of.
fn item_of(tree: &Tree<'_>, node: &Node) -> Option<u32> {
    let is_scope = |attribute| same_name(tree.raw_attribute_name(attribute), b"itemscope");
    let begins = |&at: &u32| tree.each_attribute(&tree.nodes[at as usize]).any(is_scope);
    tree.ancestors(node.parent).filter(|&at| at != NONE).find(begins)
}

/// Whether elements inside one whose class says author mark each of its names better, and may leave out what stands
/// beside them, such as a role.
fn are_marked_inside(reader: Reader<'_, '_>, index: u32, names: &str) -> bool {
    let tree = reader.tree();
    let is_better = |&at: &usize| marked(reader, &tree.nodes[at]).is_some_and(|source| source < Source::Class);
    let mut inside = List::<Text>::default();
    let mut end = 0;
    for at in tree.subtree(index).skip(1).filter(is_better) {
        if at >= end
            && let Some(text) = text_of(reader, at)
        {
            end = tree.nodes[at].subtree_end as usize;
            inside.push(text);
        }
    }
    let is_inside = |name: &str| inside.iter().any(|text| name.contains(&**text) || text.contains(name));
    !inside.is_empty() && names::shown(names).all(is_inside)
}

/// Whether an element has the formatted name of an hCard, as many blogs mark their authors.
fn is_card_name(tree: &Tree<'_>, node: &Node) -> bool {
    tree.class_names(node).any(|name| name == b"fn")
}

fn has_property(reader: Reader<'_, '_>, node: &Node, name: &[u8]) -> bool {
    let tree = reader.tree();
    let value = tree.attribute(node, Name::ITEMPROP).map(|property| tree.raw_value(property)).unwrap_or_default();
    value.split(u8::is_ascii_whitespace).any(|one| one.eq_ignore_ascii_case(name))
}

/// Whether an address has a directory of people, and something in it.
fn is_address_of_person(address: &[u8]) -> bool {
    let path = address.split(|byte| matches!(byte, b'?' | b'#')).next().unwrap_or_default();
    let mut parts = path.split(|byte| *byte == b'/').rev().skip_while(|part| part.is_empty());
    let last = parts.next().unwrap_or_default();
    last.starts_with(b"@") && last.len() > 1
        || last.len() > 2 && parts.any(|part| DIRECTORIES.iter().any(|name| name.eq_ignore_ascii_case(part)))
}

/// The text of an element; a tag that ends a block is a divider.
fn text_of(reader: Reader<'_, '_>, index: usize) -> Option<Text> {
    let (tree, page) = (reader.tree(), reader.document.page());
    let mut text = Text::default();
    let mut last = None;
    for at in tree.subtree(index as u32) {
        let node = &tree.nodes[at];
        if node.tag == Tag::TEXT && page.contexts[node.parent as usize].flags & IGNORED == 0 {
            let is_parted = |last: u32| are_parted(&page.tree, page.contexts, last, at as u32);
            text.push_str(match last {
                _ if node.gap & (gap::BLOCK | gap::SPACE) != 0 => names::DIVIDER,
                Some(last) if is_parted(last) => " ",
                _ => "",
            });
            decode(tree.source, node.start as usize, node.end as usize, Decoding::of(node), &mut text);
            last = Some(at as u32);
        }
        if text.len() > MAX_TEXT {
            return None;
        }
    }
    collapsed(text.trim_matches([' ', '|']))
}

/// Adds the names of a line such as "By Ann Smith", or of one below a line "By".
fn add_line(reader: Reader<'_, '_>, blocks: &[Block], index: usize, source: Source, found: &mut List<Candidate>) {
    let page = reader.document.page();
    let block = &blocks[index];
    let text = page.text_of(block);
    let is_other = block.flags & IGNORED != 0 || matches!(block.heading, 1..=4) || text.len() > MAX_TEXT;
    if is_other || reader.is_in_comment(block.source.0) || is_beside(reader, blocks, index) {
        return;
    }
    if let Some(name) = names::before_title(text) {
        push(found, name, source, block.source);
        return;
    }
    let is_label = |block: &Block| names::is_phrase(page.text_of(block));
    let name = match names::in_line(text) {
        Some(name) => name,
        None if index.checked_sub(1).is_some_and(|before| is_label(&blocks[before])) => text,
        None => return,
    };
    let start = block.text.0 + (text.len() - name.len()) as u32;
    let linked = linked_names(reader, start..block.text.1);
    if linked.is_empty() {
        names::shown(name).for_each(|name| push(found, name, source, block.source));
    }
    for (name, span) in linked.iter() {
        push(found, name, source, *span);
    }
}

/// Whether a line is beside the article. Some pages have the byline and the date there, below the headline.
fn is_beside(reader: Reader<'_, '_>, blocks: &[Block], index: usize) -> bool {
    let page = reader.document.page();
    let is_dated = |block: &Block| names::is_dated(page.text_of(block));
    let is_byline = || blocks[index..].iter().take(2).any(is_dated);
    reader.is_aside(blocks[index].container) && !is_byline()
}

/// Adds the name beside a date between the headline and the first paragraph: in its line, or in the line above or below.
fn add_dated(reader: Reader<'_, '_>, places: Places, found: &mut List<Candidate>) {
    let page = reader.document.page();
    let Some(headline) = places.headline else { return };
    let text_at =
        |at: usize| page.blocks.get(at).map(|block| page.text_of(block)).filter(|text| text.len() <= MAX_DATED);
    for index in headline + 1..(headline + BELOW).min(page.blocks.len()) {
        let block = &page.blocks[index];
        let Some(text) = text_at(index) else { return };
        let is_other = block.flags & IGNORED != 0 || block.heading > 0 || names::in_line(text).is_some();
        if is_other || reader.is_in_comment(block.source.0) || reader.is_aside(block.container) {
            continue;
        }
        let is_beside = |at: usize| text_at(at).is_some_and(names::is_dated);
        let alone = text.split(',').next().unwrap_or_default().trim();
        let name = names::beside_date(text).or_else(|| {
            let is_name =
                names::is_person(alone) && (is_beside(index + 1) || index > headline + 1 && is_beside(index - 1));
            is_name.then_some(alone)
        });
        if let Some(name) = name.filter(|name| !is_of_site(reader, name)) {
            push(found, name, Source::Dated, block.source);
            return;
        }
    }
}

/// Whether a name is one of the site or of a part of it: it stands in the title, or one of its words is a link of its own
/// or a usual word of the page.
fn is_of_site(reader: Reader<'_, '_>, name: &str) -> bool {
    let page = reader.document.page();
    let is_in_title = page.title_block().is_some_and(|title| page.text_of(title).contains(name));
    let is_word = |text: &str| name.split(' ').any(|word| word == text);
    let is_usual = || {
        let mut words = page.text.split(|c: char| !is_letter(c)).filter(|word| word.len() >= LEAST_USUAL);
        let parts = name.split(' ').filter(|word| word.len() >= LEAST_USUAL);
        let is_lower = |word: &str, part: &str| {
            word.len() == part.len() && word != part && word.chars().eq(part.chars().flat_map(char::to_lowercase))
        };
        words.any(|word| word.starts_with(char::is_lowercase) && parts.clone().any(|part| is_lower(word, part)))
    };
    is_in_title || page.links.iter().any(|link| is_word(page.text_of_link(link))) || is_usual()
}

/// The names of the links that a text consists of at its beginning.
fn linked_names<'d>(reader: Reader<'d, '_>, text: Range<u32>) -> List<(&'d str, (u32, u32))> {
    let page = reader.document.page();
    let mut found = List::default();
    let mut at = text.start;
    let first = page.links.partition_point(|link| link.text.0 < text.start);
    for link in page.links[first..].iter().take_while(|link| link.text.1 <= text.end) {
        let between = page.text.get(at as usize..link.text.0 as usize).unwrap_or_default();
        let name = page.text_of_link(link);
        if !names::is_divider(between) || !names::may_be_name(name) || !names::begins_as_name(name) {
            break;
        }
        at = link.text.1;
        found.push((name, link.source));
    }
    found
}
