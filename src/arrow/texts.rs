//! Texts of a page that its tables do not hold: tag paths and the targets of links.

use super::column::{Refused, Result, append};
use crate::Document;
use crate::html::attributes::Name;
use crate::html::path::PathWriter;
use crate::html::text::{Decoding, decode};

/// One text for each block or link of a page, some of which may be missing.
///
/// Together they take no more than 16 bytes for each byte of the page, and 64 KiB: a deep tree, or a link around a whole
/// page, would multiply one long attribute by the number of blocks. Texts beyond that are missing.
#[derive(Default)]
pub(super) struct Texts {
    text: String,
    /// Where each ends in `text`, and whether it is there.
    ends: Vec<(usize, bool)>,
    paths: PathWriter,
    budget: usize,
}

impl Texts {
    fn begin(&mut self, page: &Document<'_>) {
        self.text.clear();
        self.ends.clear();
        self.budget = page.bytes().len().saturating_mul(16).saturating_add(64 << 10);
    }

    /// The tag path of each block.
    pub fn tag_paths(&mut self, page: &Document<'_>) -> Result<&Texts> {
        self.begin(page);
        self.paths.clear();
        let tree = &page.page.tree;
        for block in page.page.blocks {
            if self.budget > 0 {
                let path = self.paths.path(tree, block.container)?;
                self.budget = self.budget.saturating_sub(path.len());
                if self.budget > 0 {
                    self.text.try_reserve(path.len())?;
                    self.text.push_str(path);
                }
            }
            self.end_text()?;
        }
        Ok(self)
    }

    /// The target of each link, as [`crate::Link::target`].
    pub fn link_targets(&mut self, page: &Document<'_>) -> Result<&Texts> {
        self.begin(page);
        let tree = &page.page.tree;
        for link in page.page.links {
            let node = tree.nodes.get(link.node as usize);
            if let Some(href) = node.and_then(|node| tree.attribute(node, Name::HREF)) {
                let (start, end) = (href.value_start as usize, href.value_end as usize);
                self.budget = self.budget.saturating_sub(end - start);
                if self.budget > 0 {
                    // A malformed byte becomes three.
                    self.text.try_reserve((end - start).checked_mul(3).ok_or(Refused::OutOfMemory)?)?;
                    decode(tree.source, start, end, Decoding::ATTRIBUTE, &mut self.text);
                }
            }
            self.end_text()?;
        }
        Ok(self)
    }

    fn end_text(&mut self) -> Result {
        append(&mut self.ends, (self.text.len(), self.budget > 0))
    }

    pub fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, is_there)| {
            let text = self.text.get(start..end)?;
            start = end;
            is_there.then_some(text)
        })
    }
}
