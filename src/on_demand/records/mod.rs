//! Records: the repeated items of a page, such as search results, offers, or the posts of a thread.
//!
//! They are the items of one of the [groups](crate::judge::groups) of the page, which [`choice`] selects: one with enough
//! main text, of similar items, which are not divided any further.
//!
//! Records are computed when [`Document::records`] is called, not during the analysis.

mod choice;
#[cfg(test)]
mod tests;

use crate::base::arena::Bump;
use crate::base::fallible::{List, or_end};
use crate::document::Document;
use crate::judge::groups::{self, Item};
use crate::judge::mask::PageKind;
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
        let (arena, scratch) = (Bump::new(), Bump::new());
        let is_forum = self.kind() == Some(PageKind::Forum);
        let groups = groups::find(&arena, &scratch, &self.page, &self.sequence, is_forum);
        let is_main = |block| self.block(block).is_some_and(|block| !block.is_template());
        let chosen = choice::choose(&self.page, &groups, is_main, is_forum);
        let mut records = List::default();
        let mut covered = 0;
        for blocks in chosen.into_iter().flat_map(|group| disjoint(groups.items_of(group))) {
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

/// The blocks of items. One inside its predecessor ends the predecessor.
fn disjoint(items: &[Item]) -> impl Iterator<Item = Range<usize>> {
    items.iter().enumerate().map(|(index, item)| {
        let end = items.get(index + 1).map_or(item.blocks.1, |next| item.blocks.1.min(next.blocks.0));
        item.blocks.0 as usize..end as usize
    })
}
