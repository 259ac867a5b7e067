//! Texts that are computed for a batch: tag paths, and targets, addresses and `rel` of links.

use super::Selection;
use super::column::{Result, append};
use crate::Document;
use crate::base::budget::OutputBudget;
use crate::base::fallible::Text;
use crate::fields::{BlockRow, LinkRow};
use crate::read::html::path::PathWriter;
use std::borrow::Cow;
use std::fmt::{Display, Write};

/// One text per block or link of a page. Texts of links are missing after all of these texts together exceed
/// [`Limits::max_output`](crate::Limits::max_output).
#[derive(Default)]
pub(super) struct Texts {
    text: Text,
    /// The end of each text in `text`, and whether it is present.
    ends: Vec<(usize, bool)>,
    paths: PathWriter,
    has_tag_paths: bool,
    /// Of all these texts of a page together.
    budget: OutputBudget,
}

impl Texts {
    pub fn new(selection: &Selection) -> Texts {
        let has_tag_paths = selection.has_block_field(c"tag_path");
        Texts { has_tag_paths, ..Texts::default() }
    }

    /// Begins a page.
    pub fn begin(&mut self, page: &Document<'_>) {
        self.budget = page.output_budget();
    }

    /// The tag path of each block; empty if the batch does not include them.
    pub fn tag_paths(&mut self, page: &Document<'_>) -> Result<&Texts> {
        if !self.has_tag_paths {
            return self.fill(page.blocks().map(|_| None::<&str>));
        }
        self.clear();
        self.paths.clear();
        for block in page.blocks() {
            page.end_if_cancelled();
            let path = self.paths.write(&page.path_of(block.table_entry().container));
            self.text.push_str(path);
            // All of them are within a new budget.
            let _ = self.budget.take(path.len());
            append(&mut self.ends, (self.text.len(), true))?;
        }
        Ok(self)
    }

    /// The target of each link, like [`crate::Link::target`].
    pub fn link_targets(&mut self, page: &Document<'_>) -> Result<&Texts> {
        self.fill(page.links().map(|link| link.displayed_target()))
    }

    fn fill(&mut self, texts: impl Iterator<Item = Option<impl Display>>) -> Result<&Texts> {
        self.clear();
        for text in texts {
            let start = self.text.len();
            if let Some(text) = text.as_ref().filter(|_| !self.budget.is_exceeded()) {
                // Writing unwinds if memory runs out, and cannot fail.
                let _ = write!(self.text, "{text}");
            }
            let is_within = self.budget.take(self.text.len() - start);
            self.text.truncate(if is_within { self.text.len() } else { start });
            append(&mut self.ends, (self.text.len(), text.is_some() && is_within))?;
        }
        Ok(self)
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    pub fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, is_there)| {
            let text = self.text.get(start..end)?;
            start = end;
            is_there.then_some(text)
        })
    }

    /// The blocks of a page whose tag paths these are. Columns have no hashes of them.
    pub fn blocks<'t>(&'t self, page: &'t Document<'t>) -> impl Iterator<Item = BlockRow<'t>> {
        let row = |(block, tag_path): (_, Option<&'t str>)| BlockRow {
            block,
            tag_path: tag_path.map(Cow::Borrowed),
            #[cfg(feature = "serde")]
            path_hash: 0,
        };
        page.blocks().zip(self.iter()).map(row)
    }

    /// The links of a page with these targets. Addresses and values of `rel` are within the budget, too, because each may
    /// repeat the base of the page, or an attribute of an element around many blocks.
    pub fn links<'t>(&'t self, page: &'t Document<'_>) -> impl Iterator<Item = LinkRow<'t>> {
        let blocks = page.page().blocks;
        let mut budget = self.budget;
        page.links().zip(self.iter()).map(move |(link, target)| {
            let start = link.text_range().start as u32;
            let holds_start = |block: &usize| blocks.get(*block).is_some_and(|block| block.text.0 <= start);
            let block = Some(page.page().block_at(start)).filter(holds_start);
            let mut take = |make: &dyn Fn() -> Option<String>| {
                let text = if budget.is_exceeded() { None } else { make() }?;
                budget.take(text.len()).then_some(text)
            };
            let address = take(&|| page.resolve(target?).map(Text::into_string));
            let rel = take(&|| Some(link.rel()));
            LinkRow { link, block, target: target.map(Cow::Borrowed), address, rel }
        })
    }
}
