//! What styles make of elements.

use crate::read::css::text_style::TextStyle;

/// What a style makes an element and its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Display {
    /// Nothing that ends a word.
    Inline,
    /// A part of a line, with space around it: a word.
    Spaced,
    Block,
    /// A part of a line, with a block of each child.
    InlineLayout,
    /// A block, with a block of each child.
    Layout,
}

impl Display {
    pub(super) fn of(own: TextStyle, ruled: TextStyle) -> Display {
        match (own.is_block || ruled.is_block, own.lays_out || ruled.lays_out) {
            (true, true) => Display::Layout,
            (true, false) => Display::Block,
            (false, true) => Display::InlineLayout,
            (false, false) if own.is_spaced || ruled.is_spaced => Display::Spaced,
            (false, false) => Display::Inline,
        }
    }

    pub fn is_block(self) -> bool {
        matches!(self, Display::Block | Display::Layout)
    }

    /// Whether its first and last words are no parts of the words around it.
    pub fn parts_words(self) -> bool {
        self == Display::Spaced || self.is_block()
    }

    pub fn lays_out(self) -> bool {
        matches!(self, Display::InlineLayout | Display::Layout)
    }
}
