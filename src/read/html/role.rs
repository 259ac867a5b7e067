//! The `role` of an element, as in WAI-ARIA 1.2, section "Role Attribute": words in upper or lower case, of which the
//! first one that a program knows counts. Here each counts, as pages give one, or two of nearly the same meaning, such as
//! `none presentation`.

use super::attributes::Name;
use super::scan::same_name;
use super::{Node, Tag, Tree};

/// Longer values are cut, so that reading the role of an element takes constant time.
const MAX_BYTES: usize = 64;

impl Tree<'_> {
    /// Whether an element has one of these roles.
    #[inline]
    pub(crate) fn has_role(&self, node: &Node, roles: &[&[u8]]) -> bool {
        node.known & Name::ROLE.bit() != 0 && self.has_word_of_role(node, roles)
    }

    /// Whether an element is a button, by its tag or its role.
    #[inline]
    pub(crate) fn is_button(&self, node: &Node) -> bool {
        node.tag == Tag::BUTTON || self.has_role(node, &[b"button"])
    }

    #[inline(never)]
    fn has_word_of_role(&self, node: &Node, roles: &[&[u8]]) -> bool {
        self.words_of_role(node).any(|word| is_among(word, roles))
    }

    /// The words of the role of an element.
    pub(crate) fn words_of_role(&self, node: &Node) -> impl Iterator<Item = &[u8]> {
        let value = self.attribute(node, Name::ROLE).map(|role| self.raw_value(role)).unwrap_or_default();
        value[..value.len().min(MAX_BYTES)].split(u8::is_ascii_whitespace)
    }
}

/// Whether a word is one of these roles.
pub(crate) fn is_among(word: &[u8], roles: &[&[u8]]) -> bool {
    roles.iter().any(|role| same_name(word, role))
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, Options};

    #[test]
    fn a_role_is_a_word_of_the_value_in_any_case() {
        let has = |value: &str| {
            let mut analyzer = Analyzer::new(Options::default());
            let html = format!("<p role='{value}'>a");
            let page = analyzer.analyze(html.as_bytes()).unwrap();
            let tree = &page.page().tree;
            tree.nodes.iter().any(|node| tree.has_role(node, &[b"none", b"presentation"]))
        };
        for value in ["none", "Presentation", " none\tpresentation ", "x NONE"] {
            assert!(has(value), "{value}");
        }
        let far = " ".repeat(64) + "none";
        for value in ["", "nones", "non", &far] {
            assert!(!has(value), "{value}");
        }
    }
}
