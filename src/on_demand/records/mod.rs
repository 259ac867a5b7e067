//! Records: the repeated items of a page, such as search results, offers, or the posts of a thread.
//!
//! A template writes each record with the same tags, so records are ranges of siblings with similar subtrees (B. Liu,
//! R. Grossman and Y. Zhai, "Mining Data Records in Web Pages", KDD 2003). Three kinds of groups are candidates:
//!
//! - the children of an element that have one tag;
//! - ranges of children of equal length, where a record is several siblings, such as two table rows: the sequence of
//!   the children's kinds then has a period, as the tag path sequence of a list has (R. P. Velloso and C. F. Dorneles,
//!   "Extracting Records from the Web Using a Signal Processing Approach", CIKM 2017);
//! - in a forum, elements of one tag and class wherever they are, as answers may be inside what they answer.
//!
//! The paper compares strings of tags by edit distance. Here a [`shape`](elements) of 128 bits stands for a subtree, and
//! a group is compared with what most of its members have, so that the work is linear but for sorting ([`groups`]). Of
//! the groups that hold enough of the main text, that with most of it and the most similar members wins; members unlike
//! the others, such as headings and advertisements, are dropped.
//!
//! Nothing of it is part of an analysis: it runs when [`Document::records`] is called.

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
    /// Its bytes in the source, from the first to the last character of its text.
    pub fn source(&self) -> Range<usize> {
        self.source.clone()
    }

    /// Its blocks, `[start, end)`; some of them may be template.
    pub fn blocks(&self) -> Range<usize> {
        self.blocks.clone()
    }
}

impl Document<'_> {
    /// The records of the main list of the page: results, offers, posts. In the order of the source, disjoint, each with
    /// at least one block. None if no list holds three tenths of the main text, and in articles, as far as the learned
    /// mask has found the kind of the page. Computed by each call, from the elements and the mask.
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

    /// [`Document::records`] for callers who catch a lack of memory.
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
