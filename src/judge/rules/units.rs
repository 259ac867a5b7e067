//! Elements that a rule names: records, comments, titles, authors and dates.

use super::{BlockRules, RuleAction};
use crate::base::arena::{Bump, Vec};
use crate::judge::comments::{Comments, Part, Unit};
use crate::read::html::{Node, Tree};
use crate::read::page::{Block, Page, flag};
use std::ops::Range;

/// An element that a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub node: u32,
    pub rule: u32,
    pub kind: MarkKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkKind {
    Record,
    Comment,
    Title,
    Author,
    Date,
}

impl Mark {
    pub fn of(action: RuleAction, node: u32, rule: u32) -> Option<Mark> {
        let kind = match action {
            RuleAction::Record => MarkKind::Record,
            RuleAction::Comment => MarkKind::Comment,
            RuleAction::Title => MarkKind::Title,
            RuleAction::Author => MarkKind::Author,
            RuleAction::Date => MarkKind::Date,
            _ => return None,
        };
        Some(Mark { node, rule, kind })
    }
}

/// The blocks with characters in an element.
fn ranges_of(blocks: &[Block], node: &Node) -> Range<usize> {
    let first = blocks.partition_point(|block| block.source.1 <= node.start);
    let end = blocks.partition_point(|block| block.source.0 < node.end);
    first..end.max(first)
}

/// The blocks that begin in an element.
pub(super) fn blocks_in(page: &Page<'_>, node: u32) -> Range<usize> {
    let node = &page.tree.nodes[node as usize];
    let mut blocks = ranges_of(page.blocks, node);
    blocks.start += usize::from(page.blocks[blocks.clone()].first().is_some_and(|block| block.source.0 < node.start));
    blocks
}

impl<'a> BlockRules<'a> {
    /// The elements that rules name so, in document order.
    pub fn marks(&self, kind: MarkKind) -> impl Iterator<Item = &'a Mark> {
        self.marks.iter().filter(move |mark| mark.kind == kind)
    }

    /// The block that a rule says is the headline: of the last such rule the first one.
    pub fn title(&self, page: &Page<'_>) -> Option<u32> {
        let is_shown = |block: &usize| page.blocks[*block].flags & flag::IN_HEAD == 0;
        let first = |mark: &Mark| Some((mark.rule, blocks_in(page, mark.node).find(is_shown)?));
        let titles = self.marks(MarkKind::Title).filter_map(first);
        titles.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, block)| block as u32)
    }

    /// The element and the blocks of each record that rules name: disjoint, in order. Records in others are none.
    pub fn records(&self, page: &Page<'_>) -> impl Iterator<Item = (u32, Range<usize>)> {
        let mut end = 0;
        self.marks(MarkKind::Record).filter_map(move |mark| {
            let mut blocks = blocks_in(page, mark.node);
            blocks.start = blocks.start.max(end);
            (!blocks.is_empty()).then(|| {
                end = blocks.end;
                (mark.node, blocks)
            })
        })
    }

    /// Whether rules name records.
    pub fn has_records(&self) -> bool {
        self.marks(MarkKind::Record).next().is_some()
    }

    /// The text range of the first author or date that rules name in an element.
    pub fn text_in(&self, page: &Page<'_>, kind: MarkKind, element: u32) -> Option<(u32, u32)> {
        let end = page.tree.nodes[element as usize].subtree_end;
        let first = self.marks.partition_point(|mark| mark.node < element);
        let inside = self.marks[first..].iter().take_while(|mark| mark.node < end).filter(|mark| mark.kind == kind);
        let best = inside.reduce(|best, other| if other.rule > best.rule { other } else { best })?;
        text_of(page, best.node)
    }

    /// The comments of a page on which rules name some: no others. What was found about them stays.
    pub fn comments(&self, arena: &'a Bump, page: &Page<'_>, found: Comments<'a>) -> Comments<'a> {
        let mut marks = self.marks(MarkKind::Comment).peekable();
        if marks.peek().is_none() {
            return found;
        }
        let parts = arena.alloc_slice_fill_copy(page.blocks.len(), (Part::Outside, 0u32));
        let mut units: Vec<'a, Unit> = Vec::new_in(arena);
        let mut last = None;
        // The units around the next element, outer ones first.
        let mut around: Vec<'a, u32> = Vec::new_in(arena);
        for mark in marks.filter(|mark| last.replace(mark.node) != Some(mark.node)) {
            let blocks = blocks_in(page, mark.node);
            if blocks.is_empty() {
                continue;
            }
            let like = found.found.partition_point(|unit| (unit.blocks.0 as usize) < blocks.start);
            let like = found.found.get(like).filter(|unit| (unit.blocks.0 as usize) < blocks.end);
            let ends_before =
                |unit: &u32| page.tree.nodes[units[*unit as usize].node as usize].subtree_end <= mark.node;
            while around.last().is_some_and(ends_before) {
                around.pop();
            }
            let byline =
                |kind, known: Option<(u32, u32)>| self.text_in(page, kind, mark.node).or(known).unwrap_or_default();
            let mut unit = Unit::named(mark.node);
            unit.author = byline(MarkKind::Author, like.map(|unit| unit.author));
            unit.date = byline(MarkKind::Date, like.map(|unit| unit.date));
            unit.parent = around.last().copied();
            unit.source = (page.blocks[blocks.start].source.0, page.blocks[blocks.end - 1].source.1);
            unit.blocks = (blocks.start as u32, blocks.end as u32);
            units.push(unit);
            around.push(units.len() as u32 - 1);
            let number = units.len() as u32;
            // Of nested comments a block belongs to the inner one, which comes later.
            for block in blocks {
                let part = match found.part(block) {
                    Part::Outside => Part::Text,
                    part => part,
                };
                parts[block] = (if self.is_byline(block) { Part::Byline } else { part }, number);
            }
        }
        let tokens = parts.iter().zip(page.blocks).filter(|((part, _), _)| *part == Part::Text);
        let tokens = tokens.map(|(_, block)| block.tokens).sum();
        let units = units.into_bump_slice();
        Comments { units, parts, is_announced: true, tokens, follows_text: true, found: units, ..found }
    }
}

/// The range of an element in the text of the page.
pub(crate) fn text_of(page: &Page<'_>, node: u32) -> Option<(u32, u32)> {
    let tree: &Tree<'_> = &page.tree;
    let node = &tree.nodes[node as usize];
    let blocks = ranges_of(page.blocks, node);
    let (first, last) = (page.blocks.get(blocks.start)?, page.blocks[..blocks.end].last()?);
    let at = |source: u32| {
        let (mut low, mut high) = (first.text.0, last.text.1);
        while low < high {
            let middle = low + (high - low) / 2;
            if page.text_map.to_view(middle) < source { low = middle + 1 } else { high = middle }
        }
        low
    };
    let is_char = |at: u32| page.text.is_char_boundary(at as usize);
    let (mut start, mut end) = (at(node.start), at(node.end));
    while start < end && !is_char(start) {
        start += 1;
    }
    while start < end && !is_char(end) {
        end -= 1;
    }
    let text = page.text.get(start as usize..end as usize)?;
    let from = start + (text.len() - text.trim_start().len()) as u32;
    let trimmed = text.trim();
    (!trimmed.is_empty()).then_some((from, from + trimmed.len() as u32))
}
