//! A reader comment.

use super::{Block, Document};
use crate::judge::comments::{Part, Unit};
use std::ops::Range;

/// A reader comment on the article of a page.
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

    /// The index among the comments of the page.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The source range of text, author, date and buttons. It includes answers that are nested in the comment.
    pub fn source(&self) -> Range<usize> {
        self.document.source_range(self.table_entry().source)
    }

    /// The author, as written.
    pub fn author(&self) -> Option<&'a str> {
        self.text_of(self.table_entry().author)
    }

    /// The date, as written.
    pub fn date(&self) -> Option<&'a str> {
        self.text_of(self.table_entry().date)
    }

    fn text_of(&self, (start, end): (u32, u32)) -> Option<&'a str> {
        self.document.page.text.get(start as usize..end as usize).filter(|text| !text.is_empty())
    }

    /// The index of the comment that this one answers.
    pub fn parent(&self) -> Option<usize> {
        self.table_entry().parent.map(|parent| parent as usize)
    }

    /// The blocks of the text, without author, date, buttons and answers.
    pub fn blocks(&self) -> impl Iterator<Item = Block<'d, 'a>> + use<'d, 'a> {
        let (document, unit, (first, end)) = (self.document, self.index as u32, self.table_entry().blocks);
        let is_text = move |&block: &usize| {
            document.comments.part(block) == Part::Text && document.comments.unit_of(block) == Some(unit)
        };
        (first as usize..end as usize).filter(is_text).map(move |block| Block::new(document, block))
    }

    /// The text: the texts of [`Comment::blocks`], separated by line feeds.
    pub fn text(&self) -> String {
        self.blocks().map(|block| block.text()).collect::<Vec<_>>().join("\n")
    }
}
