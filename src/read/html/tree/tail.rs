//! The insertion modes "in template", after the body, and of framesets (HTML, "The rules for parsing tokens in HTML
//! content").

use super::super::node::{Namespace, node_flag};
use super::super::tags::Tag;
use super::super::token::{TagToken, TextToken};
use super::{Builder, Flow, InsertionMode, push_to_stack};

impl Builder<'_> {
    pub(super) fn start_template(&mut self, tag: &TagToken) {
        let node = self.insert_element(tag);
        self.nodes[node as usize].flags |= node_flag::TEMPLATE_CONTENTS;
        self.push_marker();
        self.frameset_ok = false;
        self.mode = InsertionMode::InTemplate;
        push_to_stack(self.spare, &mut self.template_modes, InsertionMode::InTemplate);
    }

    pub(super) fn end_template(&mut self) -> Flow {
        if self.stack.has(Tag::TEMPLATE) {
            self.pop_through(Tag::TEMPLATE, true);
            self.formatting.clear_to_marker();
            self.template_modes.pop();
            self.reset_insertion_mode();
        }
        Flow::Done
    }

    pub(super) fn start_in_template(&mut self, tag: &TagToken) -> Flow {
        let mode = match tag.tag {
            Tag::BASE
            | Tag::BASEFONT
            | Tag::BGSOUND
            | Tag::LINK
            | Tag::META
            | Tag::NOFRAMES
            | Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::TITLE => return self.start_in_head(tag),
            Tag::CAPTION | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => InsertionMode::InTable,
            Tag::COL => InsertionMode::InColumnGroup,
            Tag::TR => InsertionMode::InTableBody,
            Tag::TD | Tag::TH => InsertionMode::InRow,
            _ => InsertionMode::InBody,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Flow::Reprocess
    }

    pub(super) fn end_in_template(&mut self, tag: &TagToken) -> Flow {
        if tag.tag == Tag::TEMPLATE { self.end_template() } else { Flow::Done }
    }

    pub(super) fn text_after_body(&mut self, text: &mut TextToken) -> Flow {
        let whitespace = self.split_leading_whitespace(text);
        if whitespace.start < whitespace.end {
            self.reorder_after_comment();
            self.text_in_body(&whitespace);
        }
        if text.start == text.end { Flow::Done } else { self.back_to_body() }
    }

    pub(super) fn start_after_body(&mut self, tag: &TagToken) -> Flow {
        if tag.tag == Tag::HTML { self.start_in_body(tag) } else { self.back_to_body() }
    }

    pub(super) fn end_after_body(&mut self, tag: &TagToken) -> Flow {
        if tag.tag == Tag::HTML {
            self.html_end = Some(self.token);
            self.mode = InsertionMode::AfterAfterBody;
            return Flow::Done;
        }
        self.back_to_body()
    }

    /// Content after the end of the body: reprocessed in the body.
    pub(super) fn back_to_body(&mut self) -> Flow {
        self.reorder_after_comment();
        self.mode = InsertionMode::InBody;
        Flow::Reprocess
    }

    /// Switches to linked order if a comment is already after the element that gets another child.
    fn reorder_after_comment(&mut self) {
        if self.has_trailing_comment {
            self.link_nodes();
        }
    }

    pub(super) fn start_in_frameset(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HTML => return self.start_in_body(tag),
            Tag::FRAMESET => {
                self.insert_element(tag);
            }
            Tag::FRAME => {
                self.insert_and_pop(tag, Namespace::Html);
            }
            Tag::NOFRAMES => return self.start_in_head(tag),
            _ => {}
        }
        Flow::Done
    }

    pub(super) fn end_in_frameset(&mut self, tag: &TagToken) -> Flow {
        if tag.tag == Tag::FRAMESET && self.stack.len() > 1 {
            self.pop_closed();
            if !self.stack.current_is(Tag::FRAMESET) {
                self.mode = InsertionMode::AfterFrameset;
            }
        }
        Flow::Done
    }

    pub(super) fn start_after_frameset(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HTML => self.start_in_body(tag),
            Tag::NOFRAMES => {
                self.reorder_after_comment();
                self.start_in_head(tag)
            }
            _ => Flow::Done,
        }
    }

    pub(super) fn end_after_frameset(&mut self, tag: &TagToken) -> Flow {
        if tag.tag == Tag::HTML {
            self.mode = InsertionMode::AfterAfterFrameset;
        }
        Flow::Done
    }

    /// In and after framesets only runs of whitespace are kept.
    pub(super) fn text_in_frameset(&mut self, text: &mut TextToken) -> Flow {
        while text.start < text.end {
            let whitespace = self.split_leading_whitespace(text);
            if whitespace.start < whitespace.end {
                self.reorder_after_comment();
                if self.mode == InsertionMode::AfterAfterFrameset {
                    self.text_in_body(&whitespace);
                } else {
                    self.insert_text(&whitespace);
                }
            }
            self.skip_to_whitespace(text);
        }
        Flow::Done
    }
}
