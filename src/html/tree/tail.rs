//! Templates, what follows the body, and framesets (HTML 13.2.6.4.16 to 13.2.6.4.22).

use super::super::node::{Namespace, node_flag};
use super::super::tags::Tag;
use super::super::tokenizer::{TagToken, TextToken};
use super::{Builder, Flow, Mode, push_within};

impl Builder<'_> {
    pub(super) fn start_template(&mut self, tag: &TagToken) {
        let node = self.insert_element(tag);
        self.nodes[node as usize].flags |= node_flag::TEMPLATE_CONTENTS;
        self.push_marker();
        self.frameset_ok = false;
        self.mode = Mode::InTemplate;
        push_within(self.spare, &mut self.template_modes, Mode::InTemplate);
    }

    pub(super) fn end_template(&mut self) -> Flow {
        if self.stack.has(Tag::TEMPLATE) {
            self.pop_through(Tag::TEMPLATE, true);
            self.formatting.clear_to_marker();
            self.template_modes.pop();
            self.reset_mode();
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
            Tag::CAPTION | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => Mode::InTable,
            Tag::COL => Mode::InColumnGroup,
            Tag::TR => Mode::InTableBody,
            Tag::TD | Tag::TH => Mode::InRow,
            _ => Mode::InBody,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Flow::Again
    }

    pub(super) fn end_in_template(&mut self, tag: &TagToken) -> Flow {
        if tag.tag == Tag::TEMPLATE { self.end_template() } else { Flow::Done }
    }

    pub(super) fn text_after_body(&mut self, text: &mut TextToken) -> Flow {
        let blank = self.take_blank(text);
        if blank.start < blank.end {
            self.reorder_after_comment();
            self.text_in_body(&blank);
        }
        if text.start == text.end { Flow::Done } else { self.back_to_body() }
    }

    pub(super) fn start_after_body(&mut self, tag: &TagToken) -> Flow {
        if tag.tag == Tag::HTML { self.start_in_body(tag) } else { self.back_to_body() }
    }

    pub(super) fn end_after_body(&mut self, tag: &TagToken) -> Flow {
        if tag.tag == Tag::HTML {
            self.html_end = self.token.end;
            self.mode = Mode::AfterAfterBody;
            return Flow::Done;
        }
        self.back_to_body()
    }

    /// More content after the end of the body: the body goes on.
    pub(super) fn back_to_body(&mut self) -> Flow {
        self.reorder_after_comment();
        self.mode = Mode::InBody;
        Flow::Again
    }

    /// A comment already stands behind the element that is to get another child.
    fn reorder_after_comment(&mut self) {
        if self.comment_behind {
            self.order.link(&self.nodes);
        }
    }

    pub(super) fn start_in_frameset(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HTML => return self.start_in_body(tag),
            Tag::FRAMESET => {
                self.insert_element(tag);
            }
            Tag::FRAME => {
                self.insert_void(tag, Namespace::Html);
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
                self.mode = Mode::AfterFrameset;
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
            self.mode = Mode::AfterAfterFrameset;
        }
        Flow::Done
    }

    /// In and after framesets only whitespace is kept, each stretch of it.
    pub(super) fn text_in_frameset(&mut self, text: &mut TextToken) -> Flow {
        while text.start < text.end {
            let blank = self.take_blank(text);
            if blank.start < blank.end {
                self.reorder_after_comment();
                if self.mode == Mode::AfterAfterFrameset {
                    self.text_in_body(&blank);
                } else {
                    self.insert_text(&blank);
                }
            }
            self.skip_to_blank(text);
        }
        Flow::Done
    }
}
