//! Readings: the `rt` elements of `ruby`, which are not in the running text, with the text that they annotate.
//!
//! A ruby element is a row of bases, each followed by its readings (HTML, "The ruby element"). Several `rb` before as many
//! `rt` are read pair by pair (W3C, "HTML Ruby Markup Extensions"); what stands in an `rtc` annotates the whole base, or its
//! parts in the same way. The base of an outer ruby may be a ruby itself.

use super::{Annotation, AnnotationType, Annotations};
use crate::base::fallible::{List, Text};
use crate::read::html::text::{Decoding, decode};
use crate::read::html::{Tag, node_flag};
use crate::read::page::flag;
use std::ops::Range;

/// The maximum number of nodes before the first text of a base, and after its last one.
const MAX_NODES: usize = 64;

impl Annotations<'_, '_> {
    /// Adds the readings of all ruby elements.
    pub fn add_readings(&mut self) {
        let nodes = self.document.page().tree.nodes;
        for (index, node) in nodes.iter().enumerate() {
            self.document.end_if_cancelled();
            if node.tag == Tag::RUBY {
                self.add_readings_of(index as u32);
            }
        }
    }

    fn add_readings_of(&mut self, ruby: u32) {
        let tree = &self.document.page().tree;
        let mut row = Row::default();
        for child in tree.children(ruby) {
            let node = &tree.nodes[child as usize];
            match node.tag {
                Tag::RT => row.readings.push(child),
                // Each row of readings annotates the same base.
                Tag::RTC => {
                    self.add_row(&row);
                    row.readings = tree.children(child).filter(|&at| tree.nodes[at as usize].tag == Tag::RT).collect();
                    if row.readings.is_empty() {
                        row.readings.push(child);
                    }
                    self.add_row(&row);
                    row.readings = List::default();
                    row.is_read = true;
                }
                Tag::RP | Tag::COMMENT => {}
                Tag::TEXT if node.flags & node_flag::WHITESPACE != 0 => {}
                _ => {
                    if row.is_read || !row.readings.is_empty() {
                        self.add_row(&row);
                        row = Row::default();
                    }
                    row.bases.push(child);
                }
            }
        }
        self.add_row(&row);
    }

    /// Adds the readings of one base: each of its part if there are as many parts, else each of the whole.
    fn add_row(&mut self, row: &Row) {
        let tree = &self.document.page().tree;
        let (Some(&first), Some(&last)) = (row.bases.first(), row.bases.last()) else { return };
        let is_paired = row.bases.len() > 1
            && row.bases.len() == row.readings.len()
            && row.bases.iter().all(|&base| tree.nodes[base as usize].tag == Tag::RB);
        for (i, &reading) in row.readings.iter().enumerate() {
            let (first, last) = if is_paired { (row.bases[i], row.bases[i]) } else { (first, last) };
            let base = first as usize..tree.nodes[last as usize].subtree_end as usize;
            if let Some(text_range) = self.text_of(base) {
                self.add_reading(reading, text_range);
            }
        }
    }

    fn add_reading(&mut self, element: u32, text_range: Range<usize>) {
        let tree = &self.document.page().tree;
        let mut text = Text::default();
        let mut at = element as usize + 1;
        while at < tree.nodes[element as usize].subtree_end as usize {
            let node = &tree.nodes[at];
            if node.tag == Tag::TEXT {
                decode(tree.source, node.start as usize, node.end as usize, Decoding::of(node), &mut text);
            }
            let is_code = matches!(node.tag, Tag::SCRIPT | Tag::STYLE | Tag::TEMPLATE | Tag::RUBY | Tag::RP);
            at = if is_code { node.subtree_end as usize } else { at + 1 };
        }
        let text = Text::collapsed(&text);
        if !text.is_empty() {
            self.add(Annotation {
                annotation_type: AnnotationType::Reading,
                source: self.source_of(element),
                text: text.into_string(),
                ..self.at(text_range)
            });
        }
    }

    /// The range of the text of these nodes in the text of the page, in one block.
    fn text_of(&self, nodes: Range<usize>) -> Option<Range<usize>> {
        let page = self.document.page();
        let is_seen = |&at: &usize| {
            let node = &page.tree.nodes[at];
            node.tag == Tag::TEXT
                && node.flags & node_flag::WHITESPACE == 0
                && page.contexts[node.parent as usize].flags & flag::DROPPED == 0
        };
        let first = nodes.clone().take(MAX_NODES).find(is_seen)?;
        let last = nodes.rev().take(MAX_NODES).find(is_seen)?;
        self.text_between(page.tree.nodes[first].start, page.tree.nodes[last].end)
    }
}

/// A base with its readings, as node indices.
#[derive(Default)]
struct Row {
    bases: List<u32>,
    readings: List<u32>,
    /// The readings were in an `rtc`.
    is_read: bool,
}
