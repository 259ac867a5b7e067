//! Parts of a page that the author excludes from the index or from snippets, by elements, attributes and comments.

use super::FactOptions;
use super::read::Reader;
use crate::base::fallible::List;
use crate::base::named::named;
use crate::base::sort::sort_by_key;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::{Mark, Part, Scope, for_each_part};
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
        reader.document.end_if_cancelled();
        if node.tag == Tag::COMMENT {
            comments.extend(Mark::of(tree, node));
        } else if node.tag.is_element() && may_be_excluded(node, attributes) {
            for rule in rules_of(tree, node, attributes).into_iter().flatten() {
                let end = &mut ends[rule as usize];
                if index as u32 >= *end && node.start < node.end {
                    *end = node.subtree_end;
                    found.push((node.start, node.end, rule, scope_of(rule)));
                }
            }
        }
    }
    for_each_part(&mut comments, |Part { source: (start, end), scope, .. }| {
        let (rule, scope) = named(scope);
        found.push((start, end, rule, scope));
    });
    sort_by_key(&mut found, |&(start, end, rule, _)| (start, end, rule as u8));
    let exclusion =
        |&(start, end, rule, scope): &_| Exclusion { source: reader.document.source_range((start, end)), rule, scope };
    found.iter().map(exclusion).collect::<List<Exclusion>>().into_vec()
}

fn scope_of(rule: ExclusionRule) -> ExclusionScope {
    if rule == ExclusionRule::DataNosnippet { ExclusionScope::Snippet } else { ExclusionScope::Index }
}

/// Whether an element has one of the attributes that are read.
fn may_be_excluded(node: &Node, attributes: &[&str]) -> bool {
    // That of Pagefind has the bit of the other one.
    const READ: u16 = Name::CLASS.bit() | Name::DATA_NOSNIPPET.bit();
    node.known & READ != 0 || node.tag == Tag::NOINDEX || !attributes.is_empty()
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
            Name::DATA_PAGEFIND_IGNORE => add(ExclusionRule::PagefindIgnore),
            _ => {}
        }
        let is_it = |listed: &&str| same_name(listed.as_bytes(), tree.raw_attribute_name(attribute));
        if attributes.iter().any(is_it) {
            add(ExclusionRule::Attribute);
        }
    }
    rules
}

/// The rule and the scope of a part between comments.
fn named(scope: Scope) -> (ExclusionRule, ExclusionScope) {
    match scope {
        Scope::Noindex => (ExclusionRule::Noindex, ExclusionScope::Index),
        Scope::All => (ExclusionRule::Googleoff, ExclusionScope::All),
        Scope::Index => (ExclusionRule::Googleoff, ExclusionScope::Index),
        Scope::Snippet => (ExclusionRule::Googleoff, ExclusionScope::Snippet),
        Scope::Anchor => (ExclusionRule::Googleoff, ExclusionScope::Anchor),
    }
}
