//! Tables: the insertion modes from "in table" to "in cell" (HTML, "The rules for parsing tokens in HTML content"),
//! with foster parenting of content that is not allowed in a table.

use super::super::node::{NONE, Namespace};
use super::super::tags::{Tag, class};
use super::super::token::{TagToken, TextToken};
use super::stack::Scope;
use super::{Builder, Flow, InsertionMode, push_to_stack};

impl Builder<'_> {
    pub(super) fn text_in_table(&mut self, text: &TextToken) -> Flow {
        let in_table = self.stack.last().is_some_and(|open| {
            open.namespace == Namespace::Html && (open.tag.is(class::FOSTER_PARENTING) || open.tag == Tag::TEMPLATE)
        });
        if in_table {
            if self.has_capacity_for_clones(self.pending_table_text.len()) {
                push_to_stack(self.spare, &mut self.pending_table_text, *text);
            }
            return Flow::Done;
        }
        self.foster_parenting = true;
        self.text_in_body(text);
        self.foster_parenting = false;
        Flow::Done
    }

    /// The end of the "in table text" mode: whitespace stays in the table, any other text is foster-parented as a
    /// whole.
    #[cold]
    pub(super) fn flush_table_text(&mut self) {
        let mut whitespace = true;
        for i in 0..self.pending_table_text.len() {
            let text = self.pending_table_text[i];
            whitespace &= self.is_whitespace_or_nul(&text);
        }
        let current = self.token;
        for i in 0..self.pending_table_text.len() {
            let text = self.pending_table_text[i];
            self.token = super::Span { start: text.start, end: text.end };
            if whitespace {
                if self.source[text.start as usize..text.end as usize].iter().any(|&b| b != 0) {
                    self.insert_text(&text);
                }
            } else {
                self.foster_parenting = true;
                self.text_in_body(&text);
                self.foster_parenting = false;
            }
        }
        self.pending_table_text.clear();
        self.token = current;
    }

    pub(super) fn start_in_table(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::CAPTION => {
                self.clear_to_table();
                self.push_marker();
                self.insert_element(tag);
                self.mode = InsertionMode::InCaption;
            }
            Tag::COLGROUP => {
                self.clear_to_table();
                self.insert_element(tag);
                self.mode = InsertionMode::InColumnGroup;
            }
            Tag::COL => {
                self.clear_to_table();
                self.insert_implied(Tag::COLGROUP);
                self.mode = InsertionMode::InColumnGroup;
                return Flow::Reprocess;
            }
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                self.clear_to_table();
                self.insert_element(tag);
                self.mode = InsertionMode::InTableBody;
            }
            Tag::TD | Tag::TH | Tag::TR => {
                self.clear_to_table();
                self.insert_implied(Tag::TBODY);
                self.mode = InsertionMode::InTableBody;
                return Flow::Reprocess;
            }
            Tag::TABLE => {
                if self.stack.in_scope(Tag::TABLE, Scope::Table) {
                    self.pop_through(Tag::TABLE, false);
                    self.reset_insertion_mode();
                    return Flow::Reprocess;
                }
            }
            Tag::STYLE | Tag::SCRIPT | Tag::TEMPLATE => return self.start_in_head(tag),
            Tag::INPUT if self.is_hidden_input(tag) => {
                self.insert_and_pop(tag, Namespace::Html);
            }
            Tag::FORM => {
                if self.form == NONE && !self.stack.has(Tag::TEMPLATE) {
                    self.form = self.insert_and_pop(tag, Namespace::Html);
                }
            }
            _ => {
                self.foster_parenting = true;
                let flow = self.start_in_body(tag);
                self.foster_parenting = false;
                return flow;
            }
        }
        Flow::Done
    }

    pub(super) fn end_in_table(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::TABLE => {
                if self.stack.in_scope(Tag::TABLE, Scope::Table) {
                    self.pop_through(Tag::TABLE, true);
                    self.reset_insertion_mode();
                }
                Flow::Done
            }
            Tag::BODY
            | Tag::CAPTION
            | Tag::COL
            | Tag::COLGROUP
            | Tag::HTML
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR => Flow::Done,
            Tag::TEMPLATE => self.end_template(),
            _ => {
                self.foster_parenting = true;
                let flow = self.end_in_body(tag);
                self.foster_parenting = false;
                flow
            }
        }
    }

    pub(super) fn start_in_table_body(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::TR => {
                self.clear_to_table_body();
                self.insert_element(tag);
                self.mode = InsertionMode::InRow;
                Flow::Done
            }
            Tag::TH | Tag::TD => {
                self.clear_to_table_body();
                self.insert_implied(Tag::TR);
                self.mode = InsertionMode::InRow;
                Flow::Reprocess
            }
            Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => self.leave_table_body(),
            _ => self.start_in_table(tag),
        }
    }

    pub(super) fn end_in_table_body(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                if self.stack.in_scope(tag.tag, Scope::Table) {
                    self.clear_to_table_body();
                    self.pop_closed();
                    self.mode = InsertionMode::InTable;
                }
                Flow::Done
            }
            Tag::TABLE => self.leave_table_body(),
            Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML | Tag::TD | Tag::TH | Tag::TR => Flow::Done,
            _ => self.end_in_table(tag),
        }
    }

    fn leave_table_body(&mut self) -> Flow {
        let in_scope = [Tag::TBODY, Tag::THEAD, Tag::TFOOT].iter().any(|&t| self.stack.in_scope(t, Scope::Table));
        if !in_scope {
            return Flow::Done;
        }
        self.clear_to_table_body();
        self.pop();
        self.mode = InsertionMode::InTable;
        Flow::Reprocess
    }

    pub(super) fn start_in_row(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::TH | Tag::TD => {
                self.clear_to_row();
                self.insert_element(tag);
                self.mode = InsertionMode::InCell;
                self.push_marker();
                Flow::Done
            }
            Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TR => {
                self.leave_row(false)
            }
            _ => self.start_in_table(tag),
        }
    }

    pub(super) fn end_in_row(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::TR => {
                self.leave_row(true);
                Flow::Done
            }
            Tag::TABLE => self.leave_row(false),
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => match self.stack.in_scope(tag.tag, Scope::Table) {
                true => self.leave_row(false),
                false => Flow::Done,
            },
            Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML | Tag::TD | Tag::TH => Flow::Done,
            _ => self.end_in_table(tag),
        }
    }

    fn leave_row(&mut self, closed: bool) -> Flow {
        if !self.stack.in_scope(Tag::TR, Scope::Table) {
            return Flow::Done;
        }
        self.clear_to_row();
        match closed {
            true => self.pop_closed(),
            false => drop(self.pop()),
        }
        self.mode = InsertionMode::InTableBody;
        Flow::Reprocess
    }

    pub(super) fn start_in_cell(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::CAPTION
            | Tag::COL
            | Tag::COLGROUP
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR => {
                let in_scope = [Tag::TD, Tag::TH].iter().any(|&t| self.stack.in_scope(t, Scope::Table));
                if in_scope { self.close_cell() } else { Flow::Done }
            }
            _ => self.start_in_body(tag),
        }
    }

    pub(super) fn end_in_cell(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::TD | Tag::TH => {
                if self.stack.in_scope(tag.tag, Scope::Table) {
                    self.generate_implied_end_tags(Tag::DOCUMENT);
                    self.pop_through(tag.tag, true);
                    self.formatting.clear_to_marker();
                    self.mode = InsertionMode::InRow;
                }
                Flow::Done
            }
            Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML => Flow::Done,
            Tag::TABLE | Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TR => {
                if self.stack.in_scope(tag.tag, Scope::Table) { self.close_cell() } else { Flow::Done }
            }
            _ => self.end_in_body(tag),
        }
    }

    fn close_cell(&mut self) -> Flow {
        self.generate_implied_end_tags(Tag::DOCUMENT);
        self.pop_until_any(&[Tag::TD, Tag::TH]);
        self.pop();
        self.formatting.clear_to_marker();
        self.mode = InsertionMode::InRow;
        Flow::Reprocess
    }

    pub(super) fn start_in_caption(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::CAPTION
            | Tag::COL
            | Tag::COLGROUP
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR => self.leave_caption(false),
            _ => self.start_in_body(tag),
        }
    }

    pub(super) fn end_in_caption(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::CAPTION => {
                self.leave_caption(true);
                Flow::Done
            }
            Tag::TABLE => self.leave_caption(false),
            Tag::BODY
            | Tag::COL
            | Tag::COLGROUP
            | Tag::HTML
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR => Flow::Done,
            _ => self.end_in_body(tag),
        }
    }

    fn leave_caption(&mut self, closed: bool) -> Flow {
        if !self.stack.in_scope(Tag::CAPTION, Scope::Table) {
            return Flow::Done;
        }
        self.generate_implied_end_tags(Tag::DOCUMENT);
        self.pop_through(Tag::CAPTION, closed);
        self.formatting.clear_to_marker();
        self.mode = InsertionMode::InTable;
        Flow::Reprocess
    }

    pub(super) fn text_in_column_group(&mut self, text: &mut TextToken) -> Flow {
        loop {
            let whitespace = self.split_leading_whitespace(text);
            if whitespace.start < whitespace.end {
                self.insert_text(&whitespace);
            }
            if text.start == text.end {
                return Flow::Done;
            }
            if self.leave_column_group() == Flow::Reprocess {
                return Flow::Reprocess;
            }
            self.skip_to_whitespace(text);
        }
    }

    pub(super) fn start_in_column_group(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HTML => self.start_in_body(tag),
            Tag::COL => {
                self.insert_and_pop(tag, Namespace::Html);
                Flow::Done
            }
            Tag::TEMPLATE => self.start_in_head(tag),
            _ => self.leave_column_group(),
        }
    }

    pub(super) fn end_in_column_group(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::COLGROUP => {
                if self.stack.current_is(Tag::COLGROUP) {
                    self.pop_closed();
                    self.mode = InsertionMode::InTable;
                }
                Flow::Done
            }
            Tag::COL => Flow::Done,
            Tag::TEMPLATE => self.end_template(),
            _ => self.leave_column_group(),
        }
    }

    fn leave_column_group(&mut self) -> Flow {
        if !self.stack.current_is(Tag::COLGROUP) {
            return Flow::Done;
        }
        self.pop();
        self.mode = InsertionMode::InTable;
        Flow::Reprocess
    }

    fn clear_to_table(&mut self) {
        self.pop_until_any(&[Tag::TABLE, Tag::TEMPLATE, Tag::HTML]);
    }

    fn clear_to_table_body(&mut self) {
        self.pop_until_any(&[Tag::TBODY, Tag::TFOOT, Tag::THEAD, Tag::TEMPLATE, Tag::HTML]);
    }

    fn clear_to_row(&mut self) {
        self.pop_until_any(&[Tag::TR, Tag::TEMPLATE, Tag::HTML]);
    }
}
