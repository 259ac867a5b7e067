//! Records: the repeated items of a page, such as search results, offers, or the posts of a thread.
//!
//! They are the items of one of the [groups](crate::on_demand::groups) of the page: one with enough main text, of similar
//! items, which are not divided any further.
//!
//! Records are computed when [`Document::records`] is called, not during the analysis.

use crate::base::fallible::{List, or_end};
use crate::document::Document;
#[cfg(any(feature = "arrow", feature = "unstable"))]
use crate::on_demand::groups::Group;
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

/// The records of a page whose groups are known: finding them takes most of the time of both.
#[cfg(any(feature = "arrow", feature = "unstable"))]
pub fn of_groups(groups: &[Group<'_>]) -> Vec<Record> {
    let items = groups.iter().filter(|group| group.is_main_list()).flat_map(Group::items);
    let records = || items.map(|item| Record { source: item.source(), blocks: item.blocks() }).collect::<List<_>>();
    or_end(records).into_vec()
}

impl Document<'_> {
    /// The records of the main list of the page (results, offers, posts), disjoint, in source order, each with at least
    /// one block. Records that only empty lines (`<br><br>`) divide have one block together. Empty if no list has three tenths of the main text, and if the page kind, which the learned mask
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
        let record = |(blocks, source)| Record { source, blocks };
        or_end(|| self.found_records().into_iter().map(record).collect::<List<_>>()).into_vec()
    }
}
