//! A comment of a reader.

use super::{Block, Document};
use crate::judge::comments::{Part, Unit};
use std::ops::Range;

/// A comment on the article of a page.
#[derive(Clone, Copy, Debug)]
pub struct Comment<'d, 'a> {
    document: &'d Document<'a>,
    index: usize,
}

impl<'d, 'a> Comment<'d, 'a> {
    pub(super) fn new(document: &'d Document<'a>, index: usize) -> Comment<'d, 'a> {
        Comment { document, index }
    }

    /// The entry of the table of comments.
    pub(crate) fn table_entry(&self) -> &'a Unit {
        &self.document.comments.units[self.index]
    }

    /// Its index among the comments of the page.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its bytes in the source, from the first to the last character of its text, author, date and buttons. If answers
    /// stand inside it, they are within the range.
    pub fn source(&self) -> Range<usize> {
        self.document.source_range(self.table_entry().source)
    }

    /// Its author, as written.
    pub fn author(&self) -> Option<&'a str> {
        self.text_of(self.table_entry().author)
    }

    /// Its date, as written.
    pub fn date(&self) -> Option<&'a str> {
        self.text_of(self.table_entry().date)
    }

    fn text_of(&self, (start, end): (u32, u32)) -> Option<&'a str> {
        self.document.page.text.get(start as usize..end as usize).filter(|text| !text.is_empty())
    }

    /// The index of the comment that it answers.
    pub fn parent(&self) -> Option<usize> {
        self.table_entry().parent.map(|parent| parent as usize)
    }

    /// The blocks with its text, without author, date, buttons and answers.
    pub fn blocks(&self) -> impl Iterator<Item = Block<'d, 'a>> + use<'d, 'a> {
        let (document, unit, (first, end)) = (self.document, self.index as u32, self.table_entry().blocks);
        let is_text = move |&block: &usize| {
            document.comments.part(block) == Part::Text && document.comments.unit_of(block) == Some(unit)
        };
        (first as usize..end as usize).filter(is_text).map(move |block| Block::new(document, block))
    }

    /// Its text: its blocks, separated by line feeds.
    pub fn text(&self) -> String {
        self.blocks().map(|block| block.text()).collect::<Vec<_>>().join("\n")
    }
}
