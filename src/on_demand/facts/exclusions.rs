//! Parts of a page that the author excludes from the index or from snippets, by elements, attributes and comments.

use super::FactOptions;
use super::read::Reader;
use crate::base::fallible::List;
use crate::base::named::named;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag, Tree};
use std::ops::Range;

/// The rule by which a part of a page is excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum ExclusionRule {
    /// An element with `data-nosnippet` (Google, Bing).
    DataNosnippet = 1,
    /// A `noindex` element, or text between the comments `noindex` and `/noindex` (Yandex).
    Noindex = 2,
    /// Between the comments `googleoff: …` and `googleon: …` (Google Search Appliance and others that read them).
    Googleoff = 3,
    /// An element of the class `robots-nocontent` (Yahoo).
    RobotsNocontent = 4,
    /// An element with `data-pagefind-ignore` (Pagefind).
    PagefindIgnore = 5,
    /// An element with one of [`FactOptions::exclusion_attributes`].
    Attribute = 6,
}

named! {
    ExclusionRule {
        DataNosnippet = "data-nosnippet",
        Noindex = "noindex",
        Googleoff = "googleoff",
        RobotsNocontent = "robots-nocontent",
        PagefindIgnore = "pagefind-ignore",
        Attribute = "attribute",
    }
}

/// The scope of an exclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum ExclusionScope {
    /// From everything: `googleoff: all`.
    All = 1,
    /// From the index: queries do not match its words.
    Index = 2,
    /// From snippets in search results.
    Snippet = 3,
    /// From anchor texts: its link texts do not describe their targets (`googleoff: anchor`).
    Anchor = 4,
}

named! {
    ExclusionScope { All = "all", Index = "index", Snippet = "snippet", Anchor = "anchor" }
}

/// A part of a page that the author excludes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exclusion {
    /// From the start of the element or comment to its end.
    pub source: Range<usize>,
    /// The rule.
    pub rule: ExclusionRule,
    /// The scope.
    pub scope: ExclusionScope,
}

/// Attributes of an option list that are read.
const MAX_ATTRIBUTES: usize = 32;
const RULES: usize = ExclusionRule::VALUES.len() + 1;

/// The excluded parts, in source order. Of nested elements with the same rule only the outermost is listed.
pub(super) fn exclusions(reader: Reader<'_, '_>, options: &FactOptions<'_>) -> Vec<Exclusion> {
    let tree = reader.tree();
    let attributes = &options.exclusion_attributes[..options.exclusion_attributes.len().min(MAX_ATTRIBUTES)];
    let mut found = List::default();
    let mut comments = List::default();
    // By number of the rule: one past the last node of its last element.
    let mut ends = [0u32; RULES];
    for (index, node) in tree.nodes.iter().enumerate() {
        if node.tag == Tag::COMMENT {
            comments.extend(Mark::of(tree, node));
        } else if node.tag.is_element() {
            for rule in rules_of(tree, node, attributes).into_iter().flatten() {
                let end = &mut ends[rule as usize];
                if index as u32 >= *end && node.start < node.end {
                    *end = node.subtree_end;
                    found.push((node.start, node.end, rule, scope_of(rule)));
                }
            }
        }
    }
    // Misnested markup moves nodes.
    comments.sort_unstable_by_key(|mark: &Mark| mark.start);
    between(&comments, tree.source.len() as u32, &mut found);
    found.sort_unstable_by_key(|&(start, end, rule, _)| (start, end, rule as u8));
    let exclusion =
        |&(start, end, rule, scope): &_| Exclusion { source: reader.document.source_range((start, end)), rule, scope };
    found.iter().map(exclusion).collect::<List<Exclusion>>().into_vec()
}

fn scope_of(rule: ExclusionRule) -> ExclusionScope {
    if rule == ExclusionRule::DataNosnippet { ExclusionScope::Snippet } else { ExclusionScope::Index }
}

/// The rules that exclude an element.
fn rules_of(tree: &Tree<'_>, node: &Node, attributes: &[&str]) -> [Option<ExclusionRule>; RULES] {
    let mut rules = [None; RULES];
    let mut add = |rule: ExclusionRule| rules[rule as usize] = Some(rule);
    if node.tag == Tag::NOINDEX {
        add(ExclusionRule::Noindex);
    }
    for attribute in tree.each_attribute(node) {
        match attribute.name {
            Name::DATA_NOSNIPPET => add(ExclusionRule::DataNosnippet),
            Name::CLASS => {
                let mut classes = tree.raw_value(attribute).split(u8::is_ascii_whitespace);
                if classes.any(|class| same_name(class, b"robots-nocontent")) {
                    add(ExclusionRule::RobotsNocontent);
                }
            }
            Name::OTHER if same_name(tree.raw_attribute_name(attribute), b"data-pagefind-ignore") => {
                add(ExclusionRule::PagefindIgnore);
            }
            _ => {}
        }
        let name = tree.raw_attribute_name(attribute);
        if attributes.iter().any(|listed| same_name(listed.as_bytes(), name)) {
            add(ExclusionRule::Attribute);
        }
    }
    rules
}

/// A comment that begins or ends an excluded part.
#[derive(Clone, Copy, Debug)]
struct Mark {
    start: u32,
    end: u32,
    begins: bool,
    rule: ExclusionRule,
    scope: ExclusionScope,
}

impl Mark {
    fn of(tree: &Tree<'_>, node: &Node) -> Option<Mark> {
        let text = tree.source[node.content as usize..node.attributes as usize].trim_ascii();
        let mark = |begins, rule, scope| Mark { start: node.start, end: node.end, begins, rule, scope };
        if same_name(text, b"noindex") || same_name(text, b"/noindex") {
            return Some(mark(text[0] != b'/', ExclusionRule::Noindex, ExclusionScope::Index));
        }
        let starts = |word: &[u8]| text.get(..word.len()).is_some_and(|start| same_name(start, word));
        let (begins, len) = match () {
            () if starts(b"googleoff") => (true, b"googleoff".len()),
            () if starts(b"googleon") => (false, b"googleon".len()),
            () => return None,
        };
        let value = text[len..].trim_ascii();
        let value = value.strip_prefix(b":").unwrap_or(value).trim_ascii();
        let named = ExclusionScope::VALUES.iter().find(|scope| same_name(value, scope.name().as_bytes()));
        Some(mark(begins, ExclusionRule::Googleoff, named.copied().unwrap_or(ExclusionScope::All)))
    }
}

type Found = (u32, u32, ExclusionRule, ExclusionScope);

/// The parts between comments. Without an end comment, a part extends to the end of the page.
fn between(marks: &[Mark], end_of_page: u32, found: &mut List<Found>) {
    const KINDS: usize = ExclusionScope::VALUES.len() + 1;
    let mut open: [Option<u32>; KINDS] = [None; KINDS];
    let slot_of = |mark: &Mark| if mark.rule == ExclusionRule::Noindex { 0 } else { mark.scope as usize };
    let kind_of = |slot: usize| match ExclusionScope::from_number(slot as u32) {
        Some(scope) => (ExclusionRule::Googleoff, scope),
        None => (ExclusionRule::Noindex, ExclusionScope::Index),
    };
    let mut close = |open: &mut [Option<u32>; KINDS], slot: usize, end: u32| {
        if let Some(start) = open[slot].take() {
            let (rule, scope) = kind_of(slot);
            found.push((start, end, rule, scope));
        }
    };
    for mark in marks {
        let slot = slot_of(mark);
        match (mark.begins, slot) {
            (true, _) => {
                open[slot].get_or_insert(mark.start);
            }
            (false, slot) if slot == ExclusionScope::All as usize => {
                (1..KINDS).for_each(|slot| close(&mut open, slot, mark.end));
            }
            (false, slot) => close(&mut open, slot, mark.end),
        }
    }
    (0..KINDS).for_each(|slot| close(&mut open, slot, end_of_page));
}
