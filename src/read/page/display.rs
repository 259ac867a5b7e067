//! What styles make of elements.

use crate::read::css::text_style::TextStyle;

/// What a style makes an element and its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Display {
    /// Nothing that ends a word.
    Inline,
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
            (false, false) => Display::Inline,
        }
    }

    pub fn is_block(self) -> bool {
        matches!(self, Display::Block | Display::Layout)
    }

    pub fn lays_out(self) -> bool {
        matches!(self, Display::InlineLayout | Display::Layout)
    }
}
