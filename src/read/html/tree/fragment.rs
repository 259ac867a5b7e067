//! Fragments: markup that is the content of a known element (HTML, "Parsing HTML fragments").
//!
//! The standard puts a root `html` element on the stack, whose children are the result, and lets the context element
//! stand in for it where a rule asks for the adjusted current node. Here the document is the root, under the name of
//! `html`, or of the context element if that is foreign.

use super::super::names::name_key;
use super::super::node::Namespace;
use super::super::tags::Tag;
use super::super::token::TokenizerState;
use super::stack::OpenElement;
use super::{Builder, FragmentContext, InsertionMode, push_to_stack};

impl FragmentContext {
    /// The context that a name stands for: `td`, `svg path`, `math mi`, in upper or lower case.
    pub fn from_name(name: &str) -> FragmentContext {
        let (namespace, name) = match name.split_once(' ') {
            Some((prefix, name)) if prefix.eq_ignore_ascii_case("svg") => (Namespace::Svg, name),
            Some((prefix, name)) if prefix.eq_ignore_ascii_case("math") => (Namespace::MathMl, name),
            _ => (Namespace::Html, name),
        };
        FragmentContext { tag: Tag::from_name(name.as_bytes()), namespace }
    }

    /// Whether it is this HTML element.
    pub(super) fn is_html(self, tag: Tag) -> bool {
        self.tag == tag && self.namespace == Namespace::Html
    }

    /// How the tokenizer reads the content of the element.
    fn state(self) -> TokenizerState {
        match self.tag {
            _ if self.namespace != Namespace::Html => TokenizerState::Data,
            Tag::TITLE | Tag::TEXTAREA => TokenizerState::RcData,
            Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES => TokenizerState::RawText,
            Tag::SCRIPT => TokenizerState::ScriptData,
            Tag::PLAINTEXT => TokenizerState::PlainText,
            _ => TokenizerState::Data,
        }
    }
}

impl Builder<'_> {
    /// Opens the root of a fragment, if it is one.
    pub(super) fn begin_fragment(&mut self) {
        let Some(context) = self.options.context else { return };
        let tag = if context.namespace == Namespace::Html { Tag::HTML } else { context.tag };
        let key = name_key(tag.name().as_bytes());
        self.push_open_element(OpenElement { node: 0, tag, namespace: context.namespace, depth: 0, key });
        // No end tag leads out of the context element: none has an empty name.
        self.tokenizer.switch_to(context.state(), 0);
        if context.is_html(Tag::TEMPLATE) {
            push_to_stack(self.spare, &mut self.template_modes, InsertionMode::InTemplate);
        }
        if context.is_html(Tag::FORM) {
            // A form in a form is ignored; no end tag closes the outer one.
            self.form = 0;
        }
        self.reset_insertion_mode();
    }

    /// The elements at the bottom of the stack that foreign content cannot close: the root of a fragment.
    #[inline]
    pub(super) fn roots(&self) -> usize {
        usize::from(self.options.context.is_some())
    }
}
