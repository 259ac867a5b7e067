//! End tags in the body, and the end of the input (HTML, "The 'in body' insertion mode").

use super::super::names::{is_hashed, same_decoded_name};
use super::super::node::{NONE, Namespace, node_flag};
use super::super::scan;
use super::super::tag_set::TagSet;
use super::super::tags::{Tag, class};
use super::super::token::{Span, TagToken};
use super::stack::{OpenElement, Scope};
use super::{Builder, Flow, InsertionMode};

/// The end tags that do more than close the current node if it has their tag, without formatting elements.
#[rustfmt::skip]
const CLOSES_MORE: TagSet = TagSet::of(&[
    Tag::FORM, Tag::APPLET, Tag::MARQUEE, Tag::OBJECT, Tag::BR, Tag::BODY, Tag::HTML, Tag::TEMPLATE, Tag::UNKNOWN,
]);

impl Builder<'_> {
    pub(super) fn end_in_body(&mut self, tag: &TagToken) -> Flow {
        // Fast path of most end tags, before the match below: its indirect jump is often mispredicted.
        let does_more = tag.tag.is(class::FORMATTING) | CLOSES_MORE.has(tag.tag);
        if !does_more && self.stack.current_is(tag.tag) {
            self.pop_closed();
            return Flow::Done;
        }
        match tag.tag {
            #[rustfmt::skip]
            Tag::DIV | Tag::UL | Tag::ADDRESS | Tag::ARTICLE | Tag::ASIDE | Tag::BLOCKQUOTE | Tag::BUTTON
            | Tag::CENTER | Tag::DETAILS | Tag::DIALOG | Tag::DIR | Tag::DL | Tag::FIELDSET | Tag::FIGCAPTION
            | Tag::FIGURE | Tag::FOOTER | Tag::HEADER | Tag::HGROUP | Tag::LISTING | Tag::MAIN | Tag::MENU
            | Tag::NAV | Tag::OL | Tag::PRE | Tag::SEARCH | Tag::SECTION | Tag::SELECT | Tag::SUMMARY
            => self.close_in_scope(tag.tag, Scope::Default, Tag::DOCUMENT),
            Tag::P => {
                if !self.stack.in_scope(Tag::P, Scope::Button) {
                    self.insert_implied(Tag::P);
                }
                self.generate_implied_end_tags(Tag::P);
                self.pop_through(Tag::P, true);
            }
            #[rustfmt::skip]
            Tag::A | Tag::B | Tag::BIG | Tag::CODE | Tag::EM | Tag::FONT | Tag::I | Tag::NOBR | Tag::S | Tag::SMALL
            | Tag::STRIKE | Tag::STRONG | Tag::TT | Tag::U => return self.adoption_agency(tag),
            Tag::LI => self.close_in_scope(Tag::LI, Scope::ListItem, Tag::LI),
            Tag::DD | Tag::DT => self.close_in_scope(tag.tag, Scope::Default, tag.tag),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => self.end_heading(),
            Tag::FORM => self.end_form(),
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                if self.stack.in_scope(tag.tag, Scope::Default) {
                    self.generate_implied_end_tags(Tag::DOCUMENT);
                    self.pop_through(tag.tag, true);
                    self.formatting.clear_to_marker();
                }
            }
            Tag::BR => {
                self.reconstruct_formatting();
                let tag = TagToken { attributes: NONE, known: 0, ..*tag };
                let node = self.insert_and_pop(&tag, Namespace::Html);
                // It has no start tag.
                self.nodes[node as usize].flags |= node_flag::IMPLIED;
                self.frameset_ok = false;
            }
            Tag::BODY | Tag::HTML => return self.end_body_or_html(tag),
            Tag::TEMPLATE => return self.end_template(),
            _ => return self.other_end_tag(tag),
        }
        Flow::Done
    }

    /// Closes the element of this name if it is in scope, after generating implied end tags except for `except`, which
    /// is `tag` if its own end tag can be implied.
    fn close_in_scope(&mut self, tag: Tag, scope: Scope, except: Tag) {
        if self.stack.current_is(tag) {
            self.pop_closed();
        } else if self.stack.in_scope(tag, scope) {
            self.generate_implied_end_tags(except);
            self.pop_through(tag, true);
        }
    }

    fn end_heading(&mut self) {
        let heading = |open: &OpenElement| open.namespace == Namespace::Html && open.tag.is(class::HEADING);
        if self.stack.last().is_some_and(heading) {
            return self.pop_closed();
        }
        if !self.stack.any_in_scope(Scope::Default, heading) {
            return;
        }
        self.generate_implied_end_tags(Tag::DOCUMENT);
        while self.stack.last().is_some_and(|open| !heading(open)) {
            self.pop();
        }
        self.pop_closed();
    }

    fn end_form(&mut self) {
        if self.stack.has(Tag::TEMPLATE) {
            return self.close_in_scope(Tag::FORM, Scope::Default, Tag::DOCUMENT);
        }
        let form = std::mem::replace(&mut self.form, NONE);
        if form == NONE || !self.stack.any_in_scope(Scope::Default, |open| open.node == form) {
            return;
        }
        self.generate_implied_end_tags(Tag::DOCUMENT);
        if self.stack.current() == form {
            self.pop_closed();
        } else if let Some(position) = self.stack.position(form) {
            self.close_at(position);
            self.end_by_tag(form);
        }
    }

    fn end_body_or_html(&mut self, tag: &TagToken) -> Flow {
        if !self.stack.in_scope(Tag::BODY, Scope::Default) {
            return Flow::Done;
        }
        self.mode = InsertionMode::AfterBody;
        // `</html>` ends the body without being its end tag.
        let end = self.token.end;
        self.body_end = if tag.tag == Tag::BODY { self.token } else { Span { start: end, end } };
        if tag.tag == Tag::BODY { Flow::Done } else { Flow::Reprocess }
    }

    /// Whether an element with the tag and key of an end tag has its name. Long unknown names are compared.
    #[inline]
    pub(super) fn has_name_of(&self, open: &OpenElement, end: &TagToken) -> bool {
        !is_hashed(end.key) || end.tag != Tag::UNKNOWN || self.has_long_name_of(open, end)
    }

    #[cold]
    #[inline(never)]
    fn has_long_name_of(&self, open: &OpenElement, end: &TagToken) -> bool {
        let from = self.nodes[open.node as usize].start as usize + 1;
        let name = &self.source[from..scan::tag_name_end(self.source, from)];
        same_decoded_name(name, &self.source[end.start as usize + 2..end.name_end as usize])
    }

    /// "Any other end tag".
    pub(super) fn other_end_tag(&mut self, tag: &TagToken) -> Flow {
        let is_closed = |open: &OpenElement| open.is_html(tag.tag) && open.key == tag.key;
        if self.stack.last().is_some_and(|open| is_closed(open) && self.has_name_of(open, tag)) {
            self.pop_ended();
            return Flow::Done;
        }
        if !self.stack.may_have(tag.tag, tag.key) {
            return Flow::Done;
        }
        let mut steps = 0;
        let mut target = None;
        for at in (0..self.stack.len()).rev() {
            steps += 1;
            let Some(open) = self.stack.get(at) else { break };
            if is_closed(open) {
                if self.has_name_of(open, tag) {
                    target = Some(at);
                    break;
                }
                steps += (tag.name_end - tag.start) as usize;
            }
            if open.is_special() {
                break;
            }
        }
        if let (true, Some(at)) = (self.stack.budget.consume(steps), target) {
            self.generate_implied_end_tags_to(at, tag);
            while self.stack.len() > at + 1 {
                self.pop();
            }
            self.pop_ended();
        }
        Flow::Done
    }

    /// Generates implied end tags above the element at `at`, except for that element's name.
    fn generate_implied_end_tags_to(&mut self, at: usize, tag: &TagToken) {
        while self.stack.len() > at + 1
            && self.stack.last().is_some_and(|open| {
                open.namespace == Namespace::Html && open.tag.is(class::IMPLIED_END) && open.tag != tag.tag
            })
        {
            self.pop();
        }
    }

    /// The end of the input in any mode: inserts missing `html`, `head` and `body`, then closes all elements.
    pub(super) fn end_of_input(&mut self) {
        if !self.pending_table_text.is_empty() {
            self.flush_table_text();
        }
        let len = self.source.len() as u32;
        self.token = Span { start: len, end: len };
        loop {
            match self.mode {
                _ if self.stack.has(Tag::TEMPLATE) => drop(self.end_template()),
                InsertionMode::Initial => drop(self.leave_initial()),
                InsertionMode::BeforeHtml => drop(self.imply_html()),
                InsertionMode::BeforeHead => drop(self.imply_head()),
                InsertionMode::InHead => drop(self.leave_head()),
                InsertionMode::InHeadNoscript => drop(self.leave_head_noscript()),
                InsertionMode::AfterHead => drop(self.imply_body()),
                _ => break,
            }
        }
        let ended = matches!(self.mode, InsertionMode::AfterBody | InsertionMode::AfterAfterBody);
        while let Some(open) = self.pop() {
            let end_tag = match open.tag {
                Tag::BODY if ended && open.is_html(Tag::BODY) => Some(self.body_end),
                Tag::HTML if ended && open.is_html(Tag::HTML) && open.node != 0 => self.html_end,
                _ => None,
            };
            if let Some(end_tag) = end_tag {
                self.nodes[open.node as usize].end_with(end_tag);
            }
        }
    }
}
