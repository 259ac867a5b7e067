//! The insertion modes before the body: "initial", "before html", "before head", "in head", "in head noscript", "after
//! head" (HTML, "The rules for parsing tokens in HTML content").

use super::super::doctype::QuirksMode;
use super::super::node::{NONE, Namespace};
use super::super::tags::Tag;
use super::super::token::{TagToken, TextToken, TokenizerState};
use super::stack::OpenElement;
use super::{Builder, Flow, InsertionMode};

impl Builder<'_> {
    /// Anything but whitespace, a comment or a doctype: a page without doctype is in quirks mode.
    pub(super) fn leave_initial(&mut self) -> Flow {
        self.quirks = QuirksMode::Quirks;
        self.mode = InsertionMode::BeforeHtml;
        Flow::Reprocess
    }

    pub(super) fn start_before_html(&mut self, tag: &TagToken) -> Flow {
        if tag.tag == Tag::HTML {
            self.insert_element(tag);
            self.mode = InsertionMode::BeforeHead;
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
        self.mode = InsertionMode::BeforeHead;
        Flow::Reprocess
    }

    pub(super) fn start_before_head(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HTML => self.start_in_body(tag),
            Tag::HEAD => {
                self.head = self.insert_element(tag);
                self.mode = InsertionMode::InHead;
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
        self.mode = InsertionMode::InHead;
        Flow::Reprocess
    }

    /// Before html, before head: whitespace is dropped.
    pub(super) fn text_before_head(&mut self, text: &mut TextToken) -> Flow {
        self.split_leading_whitespace(text);
        if text.start == text.end {
            return Flow::Done;
        }
        if self.mode == InsertionMode::BeforeHtml { self.imply_html() } else { self.imply_head() }
    }

    /// In head, in head noscript, after head: whitespace is inserted.
    pub(super) fn text_around_head(&mut self, text: &mut TextToken) -> Flow {
        let whitespace = self.split_leading_whitespace(text);
        if whitespace.start < whitespace.end {
            self.insert_text(&whitespace);
        }
        if text.start == text.end {
            return Flow::Done;
        }
        match self.mode {
            InsertionMode::InHead => self.leave_head(),
            InsertionMode::InHeadNoscript => self.leave_head_noscript(),
            _ => self.imply_body(),
        }
    }

    pub(super) fn start_in_head(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HTML => return self.start_in_body(tag),
            Tag::BASE | Tag::BASEFONT | Tag::BGSOUND | Tag::LINK | Tag::META => {
                self.insert_and_pop(tag, Namespace::Html);
            }
            Tag::TITLE => self.raw_text_element(tag, TokenizerState::RcData),
            Tag::NOFRAMES if self.options.recover => {}
            Tag::NOFRAMES | Tag::STYLE => self.raw_text_element(tag, TokenizerState::RawText),
            Tag::SCRIPT => self.raw_text_element(tag, TokenizerState::ScriptData),
            Tag::NOSCRIPT => {
                self.insert_element(tag);
                self.mode = InsertionMode::InHeadNoscript;
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
                self.mode = InsertionMode::AfterHead;
                Flow::Done
            }
            Tag::TEMPLATE => self.end_template(),
            Tag::BODY | Tag::HTML | Tag::BR => self.leave_head(),
            _ => Flow::Done,
        }
    }

    pub(super) fn leave_head(&mut self) -> Flow {
        self.pop();
        self.mode = InsertionMode::AfterHead;
        Flow::Reprocess
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
                self.mode = InsertionMode::InHead;
                Flow::Done
            }
            Tag::BR => self.leave_head_noscript(),
            _ => Flow::Done,
        }
    }

    pub(super) fn leave_head_noscript(&mut self) -> Flow {
        self.pop();
        self.mode = InsertionMode::InHead;
        Flow::Reprocess
    }

    pub(super) fn start_after_head(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::HTML => self.start_in_body(tag),
            Tag::BODY => {
                self.body = self.insert_element(tag);
                self.frameset_ok = false;
                self.mode = InsertionMode::InBody;
                Flow::Done
            }
            Tag::FRAMESET if self.options.recover => Flow::Done,
            Tag::FRAMESET => {
                self.insert_element(tag);
                self.mode = InsertionMode::InFrameset;
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

    /// Head content after the head is inserted into the head.
    fn start_back_in_head(&mut self, tag: &TagToken) -> Flow {
        if self.head == NONE {
            return Flow::Done;
        }
        self.link_nodes();
        let key = super::super::names::name_key(b"head");
        self.push_open_element(OpenElement {
            node: self.head,
            tag: Tag::HEAD,
            namespace: Namespace::Html,
            depth: self.nodes[self.head as usize].depth,
            key,
        });
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
        self.mode = InsertionMode::InBody;
        Flow::Reprocess
    }
}
