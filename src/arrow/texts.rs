//! Texts of a page that its tables do not hold: tag paths and the targets of links.

use super::column::{Refused, Result, append};
use crate::Document;
use crate::fallible::FallibleString;
use std::fmt::{Display, Write};

/// One text for each block or link of a page, some of which may be missing: the targets of links beyond
/// [`Limits::max_output`](crate::Limits::max_output), which bounds the length of all.
#[derive(Default)]
pub(super) struct Texts {
    text: FallibleString,
    /// Where each ends in `text`, and whether it is there.
    ends: Vec<(usize, bool)>,
}

impl Texts {
    /// The tag path of each block.
    pub fn tag_paths(&mut self, page: &Document<'_>) -> Result<&Texts> {
        self.fill(page.blocks().map(|block| Some(block.tag_path())))
    }

    /// The target of each link, as [`crate::Link::target`].
    pub fn link_targets(&mut self, page: &Document<'_>) -> Result<&Texts> {
        self.fill(page.links().map(|link| link.displayed_target()))
    }

    fn fill(&mut self, texts: impl Iterator<Item = Option<impl Display>>) -> Result<&Texts> {
        self.text.0.clear();
        self.ends.clear();
        for text in texts {
            if let Some(text) = &text {
                // Writing fails only for lack of memory.
                write!(self.text, "{text}").map_err(|_| Refused::OutOfMemory)?;
            }
            append(&mut self.ends, (self.text.0.len(), text.is_some()))?;
        }
        Ok(self)
    }

    pub fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, is_there)| {
            let text = self.text.0.get(start..end)?;
            start = end;
            is_there.then_some(text)
        })
    }
}
