//! SVG and MathML (HTML 13.2.6.5).

use super::super::attributes::Name;
use super::super::node::{Namespace, node_flag};
use super::super::tags::Tag;
use super::super::tokenizer::{TagToken, TextKind, TextToken};
use super::stack::Open;
use super::{Builder, Flow, list};

impl Builder<'_> {
    /// Whether the rules for HTML apply to a start tag although the current node is foreign.
    pub(super) fn is_html_for_start_tag(&self, tag: &TagToken) -> bool {
        let Some(current) = self.stack.last() else { return true };
        let is_text_point = is_mathml_text_point(current);
        (is_text_point && !matches!(tag.tag, Tag::MGLYPH | Tag::MALIGNMARK))
            || (current.namespace == Namespace::MathMl && current.tag == Tag::ANNOTATION_XML && tag.tag == Tag::SVG)
            || self.is_html_point(current)
    }

    /// The same for text.
    pub(super) fn is_html_for_text(&self) -> bool {
        self.stack.last().is_none_or(|current| is_mathml_text_point(current) || self.is_html_point(current))
    }

    fn is_html_point(&self, open: &Open) -> bool {
        match open.namespace {
            Namespace::Html => false,
            Namespace::Svg => matches!(open.tag, Tag::FOREIGN_OBJECT | Tag::DESC | Tag::TITLE),
            Namespace::MathMl => self.nodes[open.node as usize].flags & node_flag::HOLDS_HTML != 0,
        }
    }

    pub(super) fn text_in_foreign(&mut self, text: &TextToken) {
        let node = self.text_node(text, true);
        self.add(node);
        if self.frameset_ok && !text.blank {
            let mut rest = *text;
            if rest.kind == TextKind::Data {
                self.take_blank(&mut rest);
            }
            self.frameset_ok = self.source[rest.start as usize..rest.end as usize]
                .iter()
                .all(|&b| b == 0 || super::super::scan::is_space(b));
        }
    }

    /// A start tag in foreign content; [`Flow::Again`] if it broke out and is now for the insertion mode.
    pub(super) fn start_in_foreign(&mut self, tag: &TagToken) -> Flow {
        if self.breaks_out(tag) {
            self.pop_foreign();
            return Flow::Again;
        }
        let namespace = self.stack.last().map_or(Namespace::Html, |open| open.namespace);
        if tag.self_closing {
            self.insert_void(tag, namespace);
            return Flow::Done;
        }
        let holds_html = namespace == Namespace::MathMl
            && tag.tag == Tag::ANNOTATION_XML
            && ["text/html", "application/xhtml+xml"].iter().any(|kind| self.value_is(tag, Name::ENCODING, kind));
        let node = self.insert_open(tag, namespace);
        if holds_html {
            self.nodes[node as usize].flags |= node_flag::HOLDS_HTML;
        }
        Flow::Done
    }

    /// Whether the start tag can only be HTML.
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
            Tag::FONT => list(&self.tokenizer.attributes, tag.attributes)
                .iter()
                .any(|a| matches!(a.name, Name::COLOR | Name::FACE | Name::SIZE)),
            _ => false,
        }
    }

    /// Pops foreign elements up to an integration point or an HTML element.
    fn pop_foreign(&mut self) {
        while self.stack.last().is_some_and(|open| {
            open.namespace != Namespace::Html && !is_mathml_text_point(open) && !self.is_html_point(open)
        }) {
            self.pop();
        }
    }

    /// An end tag in foreign content; [`Flow::Again`] if it is for the insertion mode.
    pub(super) fn end_in_foreign(&mut self, tag: &TagToken) -> Flow {
        if matches!(tag.tag, Tag::BR | Tag::P) {
            self.pop_foreign();
            return Flow::Again;
        }
        let mut at = self.stack.len() - 1;
        loop {
            let Some(open) = self.stack.get(at) else { return Flow::Done };
            if open.namespace == Namespace::Html {
                return Flow::Again;
            }
            if open.tag == tag.tag && open.key == tag.key {
                break;
            }
            if at == 0 || !self.stack.work.spend(1) {
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

fn is_mathml_text_point(open: &Open) -> bool {
    open.namespace == Namespace::MathMl && matches!(open.tag, Tag::MI | Tag::MO | Tag::MN | Tag::MS | Tag::MTEXT)
}
