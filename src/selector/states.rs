//! Pseudo-classes of links, forms and languages (HTML, "Pseudo-classes"), as a page says them without scripts and users.

use super::matching::{Matcher, Step};
use super::simple::with_value;
use crate::base::fallible::{List, Text};
use crate::read::css::selector::Spent;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Attribute, NONE, Namespace, Node, Tag, Tree};

/// The attribute with a name in lower case, of an element of HTML.
pub(super) fn named<'t>(tree: &Tree<'t>, node: &Node, name: &str) -> Option<&'t Attribute> {
    tree.each_attribute(node).find(|attribute| same_name(tree.raw_attribute_name(attribute), name.as_bytes()))
}

pub(super) fn is_html(node: &Node, tags: &[Tag]) -> bool {
    node.namespace == Namespace::Html && tags.contains(&node.tag)
}

pub(super) fn is_link(tree: &Tree<'_>, node: &Node) -> bool {
    is_html(node, &[Tag::A, Tag::AREA]) && tree.attribute(node, Name::HREF).is_some()
}

/// A checked box or button, or a selected option.
pub(super) fn is_checked(tree: &Tree<'_>, node: &Node) -> bool {
    match node.tag {
        _ if node.namespace != Namespace::Html => false,
        Tag::INPUT => is_of_type(tree, node, &["checkbox", "radio"]) && named(tree, node, "checked").is_some(),
        Tag::OPTION => named(tree, node, "selected").is_some(),
        _ => false,
    }
}

/// Whether the `type` of an element is one of these.
fn is_of_type(tree: &Tree<'_>, node: &Node, types: &[&str]) -> bool {
    let is_one = |value: &[u8]| types.iter().any(|name| same_name(value, name.as_bytes()));
    let kind = tree.each_attribute(node).find(|attribute| attribute.name == Name::TYPE);
    kind.is_some_and(|kind| with_value(tree, kind, is_one))
}

/// Whether a field of a form must be filled in; `None` for other elements.
pub(super) fn is_required(tree: &Tree<'_>, node: &Node) -> Option<bool> {
    // Fields of these types always have a value, or none.
    const NEVER: [&str; 7] = ["hidden", "range", "color", "submit", "image", "reset", "button"];
    is_html(node, &[Tag::INPUT, Tag::SELECT, Tag::TEXTAREA])
        .then(|| named(tree, node, "required").is_some() && !(node.tag == Tag::INPUT && is_of_type(tree, node, &NEVER)))
}

impl Matcher<'_, '_> {
    /// Whether a part of a form is disabled; `None` for other elements.
    pub(super) fn is_disabled(&mut self, element: u32) -> Result<Option<bool>, Spent> {
        const PARTS: [Tag; 7] =
            [Tag::BUTTON, Tag::INPUT, Tag::SELECT, Tag::TEXTAREA, Tag::OPTGROUP, Tag::OPTION, Tag::FIELDSET];
        let (tree, node) = (self.tree, self.node(element));
        if !is_html(node, &PARTS) {
            return Ok(None);
        }
        if named(tree, node, "disabled").is_some() {
            return Ok(Some(true));
        }
        let is_disabled = |at: u32| named(tree, &tree.nodes[at as usize], "disabled").is_some();
        match node.tag {
            Tag::OPTGROUP => Ok(Some(false)),
            Tag::OPTION => {
                let parent = self.parent(element);
                Ok(Some(parent != NONE && is_html(self.node(parent), &[Tag::OPTGROUP]) && is_disabled(parent)))
            }
            _ => {
                let (mut below, mut at) = (element, self.parent(element));
                while at != NONE {
                    self.spend(1 + tree.attributes_of(self.node(at)).len() as u64 / 4)?;
                    if is_html(self.node(at), &[Tag::FIELDSET]) && is_disabled(at) && !self.is_first_legend(below)? {
                        return Ok(Some(true));
                    }
                    (below, at) = (at, self.parent(at));
                }
                Ok(Some(false))
            }
        }
    }

    fn is_first_legend(&mut self, element: u32) -> Result<bool, Spent> {
        if !is_html(self.node(element), &[Tag::LEGEND]) {
            return Ok(false);
        }
        let mut before = self.previous(element)?;
        while before != NONE {
            if is_html(self.node(before), &[Tag::LEGEND]) {
                return Ok(false);
            }
            before = self.previous(before)?;
        }
        Ok(true)
    }

    /// Whether the language of an element, which the nearest `lang` around it declares, is in one of the ranges.
    pub(super) fn is_in_language(&mut self, element: u32, ranges: &List<Text>) -> Result<Step, Spent> {
        let mut at = element;
        while at != NONE {
            let (tree, node) = (self.tree, self.node(at));
            self.spend(1 + tree.attributes_of(node).len() as u64 / 4)?;
            let in_xml = || named(tree, node, "xml:lang").filter(|_| node.namespace != Namespace::Html);
            let lang = in_xml().or_else(|| tree.each_attribute(node).find(|attribute| attribute.name == Name::LANG));
            if let Some(lang) = lang {
                let is_in = |value: &[u8]| ranges.iter().any(|range| is_in_range(value, range.as_bytes()));
                return Ok(Step::Answer(with_value(tree, lang, is_in)));
            }
            at = self.parent(at);
        }
        Ok(Step::Answer(false))
    }
}

/// Whether a language tag is in a range (RFC 4647, "Extended Filtering"; Selectors, "The Language Pseudo-class").
fn is_in_range(tag: &[u8], range: &[u8]) -> bool {
    // The empty range is the language that is not known, and `*` any that is.
    if tag.is_empty() || range.is_empty() {
        return tag.is_empty() && range.is_empty();
    }
    let mut parts = tag.split(|&byte| byte == b'-');
    let mut ranges = range.split(|&byte| byte == b'-');
    let (first, wanted) = (parts.next().unwrap_or_default(), ranges.next().unwrap_or_default());
    if wanted != b"*" && !same_name(first, wanted) {
        return false;
    }
    ranges.filter(|wanted| wanted != b"*").all(|wanted| {
        loop {
            match parts.next() {
                Some(part) if same_name(part, wanted) => return true,
                // What follows a single letter is an extension.
                Some(part) if part.len() > 1 => {}
                _ => return false,
            }
        }
    })
}
