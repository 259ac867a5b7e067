//! Records: the repeated items of a page, such as search results, offers, or the posts of a thread.
//!
//! A template writes each record with the same tags, so records are ranges of siblings with similar subtrees (B. Liu,
//! R. Grossman and Y. Zhai, "Mining Data Records in Web Pages", KDD 2003). Three kinds of groups are candidates:
//!
//! - children of an element with the same tag;
//! - ranges of children of equal length, if a record consists of several siblings, such as two table rows: the sequence
//!   of the kinds of children is then periodic, like the tag path sequence of a list (R. P. Velloso and C. F. Dorneles,
//!   "Extracting Records from the Web Using a Signal Processing Approach", CIKM 2017);
//! - in a forum, elements with the same tag and class at any depth, because answers may be nested in the answered post.
//!
//! The paper compares strings of tags by edit distance. Here a [`shape`](elements) of 128 bits represents a subtree,
//! and members are compared with the majority of their group, so that the work is linear except for sorting
//! ([`groups`]). Of the groups with enough main text, the one with the most main text and the most similar members
//! wins; outliers, such as headings and advertisements, are dropped.
//!
//! Records are computed when [`Document::records`] is called, not during the analysis.

mod classes;
mod elements;
mod groups;
#[cfg(test)]
mod tests;

use crate::base::fallible::{List, or_end};
use crate::document::Document;
use crate::judge::mask::PageKind;
use elements::Elements;
use std::ops::Range;

/// A record of a page: an item of its main list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    source: Range<usize>,
    blocks: Range<usize>,
}

impl Record {
    /// The source range, from the first to the last character of the text.
    pub fn source(&self) -> Range<usize> {
        self.source.clone()
    }

    /// The range of blocks, `[start, end)`; some of them may be template.
    pub fn blocks(&self) -> Range<usize> {
        self.blocks.clone()
    }
}

impl Document<'_> {
    /// The records of the main list of the page (results, offers, posts), disjoint, in source order, each with at least
    /// one block. Empty if no list has three tenths of the main text, and if the page kind, which the learned mask
    /// estimates, is article. Each call computes them again.
    ///
    /// ```
    /// use blockmask::{Analyzer, MaskMethod, Options};
    ///
    /// let offer = |name| format!("<li><h3>{name}</h3><p>The river guide in its third edition.<b>12.50</b></li>");
    /// let html = format!("<h1>Maps</h1><ul>{}{}{}</ul>", offer("Rhine"), offer("Main"), offer("Neckar"));
    /// let mut options = Options::default();
    /// options.mask = MaskMethod::Density;
    /// let mut analyzer = Analyzer::new(options);
    /// let page = analyzer.analyze(html.as_bytes())?;
    /// let records = page.records();
    /// assert_eq!(records.len(), 3);
    /// assert!(html[records[1].source()].starts_with("Main</h3>"));
    /// assert_eq!(page.block(records[1].blocks().start).unwrap().text(), "Main");
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn records(&self) -> Vec<Record> {
        or_end(|| self.unwinding_records()).into_vec()
    }

    /// [`Document::records`] for callers that handle a lack of memory.
    pub(crate) fn unwinding_records(&self) -> List<Record> {
        if self.kind() == Some(PageKind::Article) {
            return List::default();
        }
        let is_main = |block| self.block(block).is_some_and(|block| !block.is_template());
        let mut elements = Elements::new(&self.page, &self.sequence, is_main);
        let found = groups::find(&mut elements, self.kind() == Some(PageKind::Forum));
        let mut records = List::default();
        let mut covered = 0;
        for blocks in elements.blocks_of(&found) {
            // Misnested markup can order text otherwise than elements.
            let blocks = blocks.start.max(covered)..blocks.end;
            if blocks.is_empty() {
                continue;
            }
            covered = blocks.end;
            let entry = |block: usize| self.page.blocks[block].source;
            let source = self.source_range((entry(blocks.start).0, entry(blocks.end - 1).1));
            records.push(Record { source, blocks });
        }
        records
    }
}
