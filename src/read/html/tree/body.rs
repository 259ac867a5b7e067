//! Text and start tags in the body (HTML, "The 'in body' insertion mode").

use super::super::attributes::Name;
use super::super::doctype::QuirksMode;
use super::super::names::same_decoded_name;
use super::super::node::{Attribute, NONE, Namespace};
use super::super::tags::{Tag, class};
use super::super::text::{Decoding, TextSink, decode};
use super::super::token::{TagToken, TextToken, TokenizerState};
use super::stack::Scope;
use super::{Builder, Flow, InsertionMode, attribute_list};
use crate::read::html::scan::same_name;

impl Builder<'_> {
    pub(super) fn text_in_body(&mut self, text: &TextToken) -> Flow {
        let bytes = &self.source[text.start as usize..text.end as usize];
        // NUL is dropped when text is decoded; a text of only NUL is dropped here.
        if bytes[0] == 0 && text.state != TokenizerState::PlainText && bytes.iter().all(|&b| b == 0) {
            return Flow::Done;
        }
        self.reconstruct_formatting();
        self.insert_text(text);
        if self.frameset_ok && !text.is_whitespace {
            self.frameset_ok = self.is_whitespace_or_nul(text);
        }
        Flow::Done
    }

    pub(super) fn start_in_body(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            #[rustfmt::skip]
            Tag::DIV | Tag::UL | Tag::P | Tag::ADDRESS | Tag::ARTICLE | Tag::ASIDE | Tag::BLOCKQUOTE | Tag::CENTER
            | Tag::DETAILS | Tag::DIALOG | Tag::DIR | Tag::DL | Tag::FIELDSET | Tag::FIGCAPTION | Tag::FIGURE
            | Tag::FOOTER | Tag::HEADER | Tag::HGROUP | Tag::MAIN | Tag::MENU | Tag::NAV | Tag::OL | Tag::SEARCH
            | Tag::SECTION | Tag::SUMMARY => {
                self.close_p();
                self.insert_element_in(tag, Namespace::Html);
            }
            Tag::A => {
                self.close_open_anchor(tag);
                self.reconstruct_formatting();
                self.insert_formatting(tag);
            }
            #[rustfmt::skip]
            Tag::B | Tag::BIG | Tag::CODE | Tag::EM | Tag::FONT | Tag::I | Tag::S | Tag::SMALL | Tag::STRIKE
            | Tag::STRONG | Tag::TT | Tag::U => {
                self.reconstruct_formatting();
                self.insert_formatting(tag);
            }
            Tag::LI => self.start_list_item(tag, &[Tag::LI]),
            Tag::DD | Tag::DT => self.start_list_item(tag, &[Tag::DD, Tag::DT]),
            Tag::IMG | Tag::BR | Tag::AREA | Tag::EMBED | Tag::KEYGEN | Tag::WBR => {
                self.reconstruct_formatting();
                self.insert_and_pop(tag, Namespace::Html);
                self.frameset_ok = false;
            }
            #[rustfmt::skip]
            Tag::SCRIPT | Tag::STYLE | Tag::LINK | Tag::META | Tag::TITLE | Tag::TEMPLATE | Tag::NOFRAMES
            | Tag::BASE | Tag::BASEFONT | Tag::BGSOUND => return self.start_in_head(tag),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => self.start_heading(tag),
            Tag::INPUT => self.start_input(tag),
            Tag::TABLE => {
                if self.quirks != QuirksMode::Quirks {
                    self.close_p();
                }
                self.insert_element(tag);
                self.frameset_ok = false;
                self.mode = InsertionMode::InTable;
            }
            Tag::SVG => self.start_foreign_root(tag, Namespace::Svg),
            Tag::MATH => self.start_foreign_root(tag, Namespace::MathMl),
            #[rustfmt::skip]
            Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::FRAME | Tag::HEAD | Tag::TBODY | Tag::TD | Tag::TFOOT
            | Tag::TH | Tag::THEAD | Tag::TR => {}
            _ => self.start_rarer_in_body(tag),
        }
        Flow::Done
    }

    fn start_rarer_in_body(&mut self, tag: &TagToken) {
        match tag.tag {
            Tag::BUTTON => self.start_button(tag),
            Tag::FORM => self.start_form(tag),
            Tag::PRE | Tag::LISTING => {
                self.close_p();
                self.insert_element(tag);
                self.skip_line_feed = true;
                self.frameset_ok = false;
            }
            Tag::HR => self.start_rule(tag),
            Tag::PARAM | Tag::SOURCE | Tag::TRACK => {
                self.insert_and_pop(tag, Namespace::Html);
            }
            Tag::SELECT | Tag::OPTION | Tag::OPTGROUP => self.start_select_content(tag),
            Tag::TEXTAREA => {
                self.frameset_ok = false;
                self.raw_text_element(tag, TokenizerState::RcData);
            }
            Tag::XMP => {
                self.close_p();
                self.reconstruct_formatting();
                self.frameset_ok = false;
                self.raw_text_element(tag, TokenizerState::RawText);
            }
            Tag::IFRAME => {
                self.frameset_ok = false;
                self.raw_text_element(tag, TokenizerState::RawText);
            }
            Tag::NOEMBED => self.raw_text_element(tag, TokenizerState::RawText),
            Tag::NOBR => self.start_nobr(tag),
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                self.reconstruct_formatting();
                self.insert_element(tag);
                self.push_marker();
                self.frameset_ok = false;
            }
            Tag::RB | Tag::RTC => self.start_ruby_text(tag, Tag::DOCUMENT),
            Tag::RP | Tag::RT => self.start_ruby_text(tag, Tag::RTC),
            Tag::PLAINTEXT => {
                self.close_p();
                self.insert_element(tag);
                self.tokenizer.switch_to(TokenizerState::PlainText, 0);
            }
            Tag::IMAGE => {
                let tag = TagToken { tag: Tag::IMG, ..*tag };
                self.reconstruct_formatting();
                self.insert_and_pop(&tag, Namespace::Html);
                self.frameset_ok = false;
            }
            Tag::HTML => {
                if !self.stack.has(Tag::TEMPLATE) && self.html() != 0 {
                    self.merge_attributes(self.html(), tag);
                }
            }
            Tag::BODY => self.start_second_body(tag),
            Tag::FRAMESET if self.options.recover => {}
            Tag::FRAMESET => self.start_frameset_in_body(tag),
            _ => {
                self.reconstruct_formatting();
                self.insert_element_in(tag, Namespace::Html);
            }
        }
    }

    fn start_button(&mut self, tag: &TagToken) {
        if self.stack.in_scope(Tag::BUTTON, Scope::Default) {
            self.generate_implied_end_tags(Tag::DOCUMENT);
            self.pop_through(Tag::BUTTON, false);
        }
        self.reconstruct_formatting();
        self.insert_element(tag);
        self.frameset_ok = false;
    }

    fn start_rule(&mut self, tag: &TagToken) {
        self.close_p();
        if self.stack.in_scope(Tag::SELECT, Scope::Default) {
            self.generate_implied_end_tags(Tag::DOCUMENT);
        }
        self.insert_and_pop(tag, Namespace::Html);
        self.frameset_ok = false;
    }

    fn start_nobr(&mut self, tag: &TagToken) {
        self.reconstruct_formatting();
        if self.stack.in_scope(Tag::NOBR, Scope::Default) {
            self.adoption_agency(tag);
            self.reconstruct_formatting();
        }
        self.insert_formatting(tag);
    }

    /// "If the stack has a p element in button scope, close a p element".
    #[inline]
    pub(super) fn close_p(&mut self) {
        if self.stack.in_scope(Tag::P, Scope::Button) {
            self.generate_implied_end_tags(Tag::P);
            self.pop_through(Tag::P, false);
        }
    }

    fn start_heading(&mut self, tag: &TagToken) {
        self.close_p();
        let heading =
            |open: &super::stack::OpenElement| open.namespace == Namespace::Html && open.tag.is(class::HEADING);
        if self.stack.last().is_some_and(heading) {
            self.pop();
        }
        self.insert_element(tag);
    }

    fn start_list_item(&mut self, tag: &TagToken, closes: &[Tag]) {
        self.frameset_ok = false;
        if closes.iter().any(|&item| self.stack.has(item)) {
            self.close_list_item(closes);
        }
        self.close_p();
        self.insert_element_in(tag, Namespace::Html);
    }

    /// Closes the innermost open item, unless a special element other than `address`, `div` or `p` is in it.
    fn close_list_item(&mut self, closes: &[Tag]) {
        let mut steps = 0;
        let mut found = None;
        for at in (0..self.stack.len()).rev() {
            steps += 1;
            let Some(open) = self.stack.get(at) else { break };
            if open.namespace == Namespace::Html && closes.contains(&open.tag) {
                found = Some(open.tag);
                break;
            }
            let is_transparent =
                open.namespace == Namespace::Html && matches!(open.tag, Tag::ADDRESS | Tag::DIV | Tag::P);
            if open.is_special() && !is_transparent {
                break;
            }
        }
        if let (true, Some(item)) = (self.stack.budget.consume(steps), found) {
            self.generate_implied_end_tags(item);
            self.pop_through(item, false);
        }
    }

    fn start_form(&mut self, tag: &TagToken) {
        let in_template = self.stack.has(Tag::TEMPLATE);
        if self.form != NONE && !in_template {
            return;
        }
        self.close_p();
        let form = self.insert_element(tag);
        if !in_template {
            self.form = form;
        }
    }

    fn start_input(&mut self, tag: &TagToken) {
        if self.options.context.is_some_and(|context| context.is_html(Tag::SELECT)) {
            return;
        }
        if self.stack.in_scope(Tag::SELECT, Scope::Default) {
            self.pop_through(Tag::SELECT, false);
        }
        self.reconstruct_formatting();
        self.insert_and_pop(tag, Namespace::Html);
        if self.frameset_ok && !self.is_hidden_input(tag) {
            self.frameset_ok = false;
        }
    }

    pub(super) fn is_hidden_input(&self, tag: &TagToken) -> bool {
        self.value_is(tag, Name::TYPE, "hidden")
    }

    /// Whether the tag has this attribute with this value, ignoring ASCII case.
    pub(super) fn value_is(&self, tag: &TagToken, name: Name, value: &str) -> bool {
        let attributes = attribute_list(&self.tokenizer.attributes, tag.attributes);
        attributes.iter().find(|a| a.name == name).is_some_and(|a| {
            let mut matcher = Matcher { rest: value, equal: true };
            decode(self.source, a.value_start as usize, a.value_end as usize, Decoding::ATTRIBUTE, &mut matcher);
            matcher.equal && matcher.rest.is_empty()
        })
    }

    fn start_select_content(&mut self, tag: &TagToken) {
        let in_select = self.stack.in_scope(Tag::SELECT, Scope::Default);
        match tag.tag {
            Tag::SELECT if in_select => {
                self.pop_through(Tag::SELECT, false);
                return;
            }
            Tag::SELECT => self.frameset_ok = false,
            Tag::OPTION if in_select => self.generate_implied_end_tags(Tag::OPTGROUP),
            _ if in_select => self.generate_implied_end_tags(Tag::DOCUMENT),
            _ if self.stack.current_is(Tag::OPTION) => drop(self.pop()),
            _ => {}
        }
        self.reconstruct_formatting();
        self.insert_element(tag);
    }

    fn start_ruby_text(&mut self, tag: &TagToken, except: Tag) {
        if self.stack.in_scope(Tag::RUBY, Scope::Default) {
            self.generate_implied_end_tags(except);
        }
        self.insert_element(tag);
    }

    fn start_foreign_root(&mut self, tag: &TagToken, namespace: Namespace) {
        self.reconstruct_formatting();
        if tag.self_closing {
            self.insert_and_pop(tag, namespace);
        } else {
            self.insert_element_in(tag, namespace);
        }
    }

    /// A second `body` tag adds its attributes to the body.
    fn start_second_body(&mut self, tag: &TagToken) {
        let second = self.stack.get(1).copied();
        if let Some(body) = second
            && body.is_html(Tag::BODY)
            && !self.stack.has(Tag::TEMPLATE)
        {
            self.frameset_ok = false;
            self.merge_attributes(body.node, tag);
        }
    }

    /// Adds the token's attributes to an element, except for names that it has already.
    fn merge_attributes(&mut self, node: u32, tag: &TagToken) {
        let table = &mut self.tokenizer.attributes;
        let old = self.nodes[node as usize].attributes;
        if tag.attributes == NONE {
            return;
        }
        if old == NONE {
            self.nodes[node as usize].attributes = tag.attributes;
            self.nodes[node as usize].known = tag.known;
            return;
        }
        let (old_len, new_len) = (attribute_list(table, old).len(), attribute_list(table, tag.attributes).len());
        // Bounds the cost of a page that repeats the tag.
        if old_len > 256 {
            self.tokenizer.has_dropped_attributes = true;
            return;
        }
        let allowed = self.tokenizer.max_attributes.saturating_sub(table.len());
        if old_len + new_len > allowed {
            self.tokenizer.has_dropped_attributes = true;
            return;
        }
        self.nodes[node as usize].known |= tag.known;
        let first = table.len();
        if table.capacity() - first < old_len + new_len {
            // At most what is allowed, as the tokenizer fills the whole capacity.
            table.reserve_exact(first.max(old_len + new_len).min(allowed));
        }
        for i in 0..old_len {
            let attribute = table[old as usize + i];
            table.push(Attribute { flags: 0, ..attribute });
        }
        for i in 0..new_len {
            let attribute = table[tag.attributes as usize + i];
            let name = |a: &Attribute| &self.source[a.name_start as usize..][..a.name_len as usize];
            if !table[first..].iter().any(|a| same_decoded_name(name(a), name(&attribute))) {
                table.push(Attribute { flags: 0, ..attribute });
            }
        }
        if table.len() == first + old_len {
            table.truncate(first);
            return;
        }
        if let Some(last) = table.last_mut() {
            last.flags = Attribute::LAST;
        }
        self.nodes[node as usize].attributes = first as u32;
    }

    fn start_frameset_in_body(&mut self, tag: &TagToken) {
        let Some(body) = self.stack.get(1).copied() else { return };
        if !body.is_html(Tag::BODY) || !self.frameset_ok {
            return;
        }
        self.link_nodes();
        let parent = self.nodes[body.node as usize].parent;
        if parent != NONE {
            self.order.detach(parent, body.node);
        }
        self.body = NONE;
        while self.stack.len() > 1 {
            self.pop();
        }
        self.insert_element(tag);
        self.mode = InsertionMode::InFrameset;
    }
}

/// Compares decoded text with an expected value, ignoring ASCII case.
struct Matcher<'v> {
    rest: &'v str,
    equal: bool,
}

impl TextSink for Matcher<'_> {
    fn plain(&mut self, bytes: &[u8], _at: usize) {
        match self.rest.split_at_checked(bytes.len()) {
            Some((start, rest)) if same_name(start.as_bytes(), bytes) => self.rest = rest,
            _ => self.equal = false,
        }
    }
    fn replaced(&mut self, text: &str, _source: std::ops::Range<usize>) {
        self.plain(text.as_bytes(), 0);
    }
}
