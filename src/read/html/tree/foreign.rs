//! SVG and MathML (HTML, "The rules for parsing tokens in foreign content").

use super::super::attributes::Name;
use super::super::node::{Namespace, node_flag};
use super::super::tags::Tag;
use super::super::token::{TagToken, TextToken, TokenizerState};
use super::stack::OpenElement;
use super::{Builder, Flow, attribute_list};

impl Builder<'_> {
    /// Whether a start tag is processed by the insertion mode although the current node is foreign.
    pub(super) fn is_html_for_start_tag(&self, tag: &TagToken) -> bool {
        let Some(current) = self.stack.last() else { return true };
        let is_text_integration_point = is_mathml_text_integration_point(current);
        (is_text_integration_point && !matches!(tag.tag, Tag::MGLYPH | Tag::MALIGNMARK))
            || (current.namespace == Namespace::MathMl && current.tag == Tag::ANNOTATION_XML && tag.tag == Tag::SVG)
            || self.is_html_integration_point(current)
    }

    /// Whether text is processed by the insertion mode although the current node is foreign.
    pub(super) fn is_html_for_text(&self) -> bool {
        self.stack
            .last()
            .is_none_or(|current| is_mathml_text_integration_point(current) || self.is_html_integration_point(current))
    }

    fn is_html_integration_point(&self, open: &OpenElement) -> bool {
        match open.namespace {
            Namespace::Html => false,
            Namespace::Svg => matches!(open.tag, Tag::FOREIGN_OBJECT | Tag::DESC | Tag::TITLE),
            Namespace::MathMl => self.nodes[open.node as usize].flags & node_flag::HTML_INTEGRATION_POINT != 0,
        }
    }

    pub(super) fn text_in_foreign(&mut self, text: &TextToken) {
        let node = self.text_node(text, true);
        self.insert_node(node);
        if self.frameset_ok && !text.is_whitespace {
            let mut rest = *text;
            if rest.state == TokenizerState::Data {
                self.split_leading_whitespace(&mut rest);
            }
            self.frameset_ok = self.source[rest.start as usize..rest.end as usize]
                .iter()
                .all(|&b| b == 0 || super::super::scan::is_space(b));
        }
    }

    /// A start tag in foreign content; [`Flow::Reprocess`] if it breaks out, to be processed by the insertion mode.
    pub(super) fn start_in_foreign(&mut self, tag: &TagToken) -> Flow {
        if self.breaks_out(tag) {
            self.pop_foreign();
            return Flow::Reprocess;
        }
        let namespace = self.stack.last().map_or(Namespace::Html, |open| open.namespace);
        if tag.self_closing {
            self.insert_and_pop(tag, namespace);
            return Flow::Done;
        }
        let is_integration_point = namespace == Namespace::MathMl
            && tag.tag == Tag::ANNOTATION_XML
            && ["text/html", "application/xhtml+xml"].iter().any(|kind| self.value_is(tag, Name::ENCODING, kind));
        let node = self.insert_element_in(tag, namespace);
        if is_integration_point {
            self.nodes[node as usize].flags |= node_flag::HTML_INTEGRATION_POINT;
        }
        Flow::Done
    }

    /// Whether a start tag ends foreign content, as it can only be HTML.
    fn breaks_out(&self, tag: &TagToken) -> bool {
        match tag.tag {
            Tag::B
            | Tag::BIG
            | Tag::BLOCKQUOTE
            | Tag::BODY
            | Tag::BR
            | Tag::CENTER
            | Tag::CODE
            | Tag::DD
            | Tag::DIV
            | Tag::DL
            | Tag::DT
            | Tag::EM
            | Tag::EMBED
            | Tag::H1
            | Tag::H2
            | Tag::H3
            | Tag::H4
            | Tag::H5
            | Tag::H6
            | Tag::HEAD
            | Tag::HR
            | Tag::I
            | Tag::IMG
            | Tag::LI
            | Tag::LISTING
            | Tag::MENU
            | Tag::META
            | Tag::NOBR
            | Tag::OL
            | Tag::P
            | Tag::PRE
            | Tag::RUBY
            | Tag::S
            | Tag::SMALL
            | Tag::SPAN
            | Tag::STRONG
            | Tag::STRIKE
            | Tag::SUB
            | Tag::SUP
            | Tag::TABLE
            | Tag::TT
            | Tag::U
            | Tag::UL
            | Tag::VAR => true,
            Tag::FONT => attribute_list(&self.tokenizer.attributes, tag.attributes)
                .iter()
                .any(|a| matches!(a.name, Name::COLOR | Name::FACE | Name::SIZE)),
            _ => false,
        }
    }

    /// Pops foreign elements up to an integration point or an HTML element.
    fn pop_foreign(&mut self) {
        while self.stack.last().is_some_and(|open| {
            open.namespace != Namespace::Html
                && !is_mathml_text_integration_point(open)
                && !self.is_html_integration_point(open)
        }) && self.stack.len() > self.roots()
        {
            self.pop();
        }
    }

    /// An end tag in foreign content; [`Flow::Reprocess`] if the insertion mode has to process it.
    pub(super) fn end_in_foreign(&mut self, tag: &TagToken) -> Flow {
        if matches!(tag.tag, Tag::BR | Tag::P) {
            self.pop_foreign();
            return Flow::Reprocess;
        }
        let mut at = self.stack.len() - 1;
        loop {
            let Some(open) = self.stack.get(at) else { return Flow::Done };
            if open.namespace == Namespace::Html {
                return Flow::Reprocess;
            }
            if at < self.roots() {
                return Flow::Done;
            }
            let mut steps = 1;
            if open.tag == tag.tag && open.key == tag.key {
                if self.has_name_of(open, tag) {
                    break;
                }
                steps += (tag.name_end - tag.start) as usize;
            }
            if at == 0 || !self.stack.budget.consume(steps) {
                return Flow::Done;
            }
            at -= 1;
        }
        while self.stack.len() > at + 1 {
            self.pop();
        }
        self.pop_closed();
        Flow::Done
    }
}

fn is_mathml_text_integration_point(open: &OpenElement) -> bool {
    open.namespace == Namespace::MathMl && matches!(open.tag, Tag::MI | Tag::MO | Tag::MN | Tag::MS | Tag::MTEXT)
}
