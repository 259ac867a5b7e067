//! The insertion modes before the body: initial, before html, before head, in head, in head noscript, after head
//! (HTML 13.2.6.4.1 to 13.2.6.4.6).

use super::super::doctype::QuirksMode;
use super::super::node::{NONE, Namespace};
use super::super::tags::Tag;
use super::super::tokenizer::{TagToken, TextKind, TextToken};
use super::stack::Open;
use super::{Builder, Flow, Mode};

impl Builder<'_> {
    /// Anything but whitespace, a comment or a doctype: the page has none, and so it has quirks.
    pub(super) fn leave_initial(&mut self) -> Flow {
        self.quirks = QuirksMode::Quirks;
        self.mode = Mode::BeforeHtml;
        Flow::Again
    }

    pub(super) fn start_before_html(&mut self, tag: &TagToken) -> Flow {
        if tag.tag == Tag::HTML {
            self.insert_element(tag);
            self.mode = Mode::BeforeHead;
            return Flow::Done;
        }
        self.imply_html()
    }

    pub(super) fn end_before_html(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HEAD | Tag::BODY | Tag::HTML | Tag::BR => self.imply_html(),
            _ => Flow::Done,
        }
    }

    pub(super) fn imply_html(&mut self) -> Flow {
        self.insert_implied(Tag::HTML);
        self.mode = Mode::BeforeHead;
        Flow::Again
    }

    pub(super) fn start_before_head(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HTML => self.start_in_body(tag),
            Tag::HEAD => {
                self.head = self.insert_element(tag);
                self.mode = Mode::InHead;
                Flow::Done
            }
            _ => self.imply_head(),
        }
    }

    pub(super) fn end_before_head(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HEAD | Tag::BODY | Tag::HTML | Tag::BR => self.imply_head(),
            _ => Flow::Done,
        }
    }

    pub(super) fn imply_head(&mut self) -> Flow {
        self.head = self.insert_implied(Tag::HEAD);
        self.mode = Mode::InHead;
        Flow::Again
    }

    /// Before html, before head: whitespace is dropped.
    pub(super) fn text_before_head(&mut self, text: &mut TextToken) -> Flow {
        self.take_blank(text);
        if text.start == text.end {
            return Flow::Done;
        }
        if self.mode == Mode::BeforeHtml { self.imply_html() } else { self.imply_head() }
    }

    /// In head, in head noscript, after head: whitespace stays where it is.
    pub(super) fn text_around_head(&mut self, text: &mut TextToken) -> Flow {
        let blank = self.take_blank(text);
        if blank.start < blank.end {
            self.insert_text(&blank);
        }
        if text.start == text.end {
            return Flow::Done;
        }
        match self.mode {
            Mode::InHead => self.leave_head(),
            Mode::InHeadNoscript => self.leave_head_noscript(),
            _ => self.imply_body(),
        }
    }

    pub(super) fn start_in_head(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HTML => return self.start_in_body(tag),
            Tag::BASE | Tag::BASEFONT | Tag::BGSOUND | Tag::LINK | Tag::META => {
                self.insert_void(tag, Namespace::Html);
            }
            Tag::TITLE => self.raw_text_element(tag, TextKind::RcData),
            Tag::NOFRAMES | Tag::STYLE => self.raw_text_element(tag, TextKind::RawText),
            Tag::SCRIPT => self.raw_text_element(tag, TextKind::ScriptData),
            Tag::NOSCRIPT => {
                self.insert_element(tag);
                self.mode = Mode::InHeadNoscript;
            }
            Tag::TEMPLATE => self.start_template(tag),
            Tag::HEAD => {}
            _ => return self.leave_head(),
        }
        Flow::Done
    }

    pub(super) fn end_in_head(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HEAD => {
                self.pop_closed();
                self.mode = Mode::AfterHead;
                Flow::Done
            }
            Tag::TEMPLATE => self.end_template(),
            Tag::BODY | Tag::HTML | Tag::BR => self.leave_head(),
            _ => Flow::Done,
        }
    }

    pub(super) fn leave_head(&mut self) -> Flow {
        self.pop();
        self.mode = Mode::AfterHead;
        Flow::Again
    }

    pub(super) fn start_in_head_noscript(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HTML => self.start_in_body(tag),
            Tag::BASEFONT | Tag::BGSOUND | Tag::LINK | Tag::META | Tag::NOFRAMES | Tag::STYLE => {
                self.start_in_head(tag)
            }
            Tag::HEAD | Tag::NOSCRIPT => Flow::Done,
            _ => self.leave_head_noscript(),
        }
    }

    pub(super) fn end_in_head_noscript(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::NOSCRIPT => {
                self.pop_closed();
                self.mode = Mode::InHead;
                Flow::Done
            }
            Tag::BR => self.leave_head_noscript(),
            _ => Flow::Done,
        }
    }

    pub(super) fn leave_head_noscript(&mut self) -> Flow {
        self.pop();
        self.mode = Mode::InHead;
        Flow::Again
    }

    pub(super) fn start_after_head(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HTML => self.start_in_body(tag),
            Tag::BODY => {
                self.body = self.insert_element(tag);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
                Flow::Done
            }
            Tag::FRAMESET => {
                self.insert_element(tag);
                self.mode = Mode::InFrameset;
                Flow::Done
            }
            Tag::BASE
            | Tag::BASEFONT
            | Tag::BGSOUND
            | Tag::LINK
            | Tag::META
            | Tag::NOFRAMES
            | Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::TITLE => self.start_back_in_head(tag),
            Tag::HEAD => Flow::Done,
            _ => self.imply_body(),
        }
    }

    /// Head content after the head: goes into the head all the same.
    fn start_back_in_head(&mut self, tag: &TagToken) -> Flow {
        if self.head == NONE {
            return Flow::Done;
        }
        self.order.link(&self.nodes);
        let key = super::super::names::name_key(b"head");
        self.push_open(Open { node: self.head, tag: Tag::HEAD, namespace: Namespace::Html, depth: 2, key });
        let flow = self.start_in_head(tag);
        if let Some(position) = self.stack.position(self.head) {
            self.stack.remove(position);
            self.update_foreign();
        }
        flow
    }

    pub(super) fn end_after_head(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::TEMPLATE => self.end_template(),
            Tag::BODY | Tag::HTML | Tag::BR => self.imply_body(),
            _ => Flow::Done,
        }
    }

    pub(super) fn imply_body(&mut self) -> Flow {
        self.body = self.insert_implied(Tag::BODY);
        self.mode = Mode::InBody;
        Flow::Again
    }
}
