//! `:dir()`: the directionality of elements (HTML, "The dir attribute"), as far as a page without scripts and users has it.

use super::matching::Matcher;
use super::simple::with_value;
use super::states::{is_html, named};
use crate::base::fallible::Text;
use crate::read::css::selector::Spent;
use crate::read::html::scan::same_name;
use crate::read::html::text::{Decoding, decode};
use crate::read::html::{NONE, Namespace, Node, Tag};
use crate::read::page::unicode;

/// What a `dir` attribute says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dir {
    Ltr,
    Rtl,
    Auto,
}

impl Matcher<'_, '_> {
    /// Whether the text of an element runs from right to left. Without anything that says so it does not.
    pub(super) fn is_rtl(&mut self, element: u32) -> Result<bool, Spent> {
        let mut at = element;
        while at != NONE {
            let node = self.node(at);
            self.spend(1 + self.tree.attributes_of(node).len() as u64 / 4)?;
            match self.dir_of(node) {
                Some(Dir::Ltr) => return Ok(false),
                Some(Dir::Rtl) => return Ok(true),
                Some(Dir::Auto) => return Ok(self.first_direction(at)? == Some(true)),
                None if is_html(node, &[Tag::BDI]) => {
                    if let Some(is_rtl) = self.first_direction(at)? {
                        return Ok(is_rtl);
                    }
                }
                // Telephone numbers run from left to right.
                None if self.is_telephone(node) => return Ok(false),
                None => {}
            }
            at = self.parent(at);
        }
        Ok(false)
    }

    fn dir_of(&self, node: &Node) -> Option<Dir> {
        if node.namespace != Namespace::Html {
            return None;
        }
        let known = |value: &[u8]| {
            let values = [(&b"ltr"[..], Dir::Ltr), (b"rtl", Dir::Rtl), (b"auto", Dir::Auto)];
            values.into_iter().find(|(name, _)| same_name(value, name)).map(|(_, dir)| dir)
        };
        with_value(self.tree, named(self.tree, node, "dir")?, known)
    }

    fn is_telephone(&self, node: &Node) -> bool {
        let is_tel = |value: &[u8]| same_name(value, b"tel");
        is_html(node, &[Tag::INPUT])
            && named(self.tree, node, "type").is_some_and(|kind| with_value(self.tree, kind, is_tel))
    }

    /// Whether the first letter with a direction in an element is of a script that runs from right to left; `None` if there
    /// is none. Of a field its value counts, else not what is in elements that have directions themselves.
    fn first_direction(&mut self, element: u32) -> Result<Option<bool>, Spent> {
        let node = self.node(element);
        if is_html(node, &[Tag::INPUT]) {
            let value = named(self.tree, node, "value");
            self.spend(value.map_or(0, |value| u64::from(value.value_end - value.value_start) / 8))?;
            return Ok(value.and_then(|value| strong(&self.tree.decoded_value(value))));
        }
        let mut at = element + 1;
        while at < node.subtree_end {
            let inner = self.node(at);
            self.spend(1)?;
            let is_apart = is_html(inner, &[Tag::BDI, Tag::SCRIPT, Tag::STYLE, Tag::TEXTAREA])
                || inner.tag.is_element() && self.dir_of(inner).is_some();
            if inner.tag == Tag::TEXT {
                self.spend(u64::from(inner.end - inner.start) / 8)?;
                let mut text = Text::default();
                let (start, end) = (inner.start as usize, inner.end as usize);
                decode(self.tree.source, start, end, Decoding::of(inner), &mut text);
                if let Some(is_rtl) = strong(&text) {
                    return Ok(Some(is_rtl));
                }
            }
            at = if is_apart { inner.subtree_end } else { at + 1 };
        }
        Ok(None)
    }
}

/// Whether the first letter of a text runs from right to left: a letter of Hebrew, Arabic and the scripts beside them in
/// Unicode (UAX 9, types R and AL).
fn strong(text: &str) -> Option<bool> {
    let is_rtl = |c: char| {
        matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}')
            || matches!(c, '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
    };
    text.chars().find(|&c| unicode::is_letter(c)).map(is_rtl)
}
