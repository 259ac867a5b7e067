//! The stack of boxes that are open during layout, and the automatic width of a box.

use super::computed_style::Display;
use super::layout::CANVAS;

/// What a cell without text takes, in pixels of text.
const MIN_CELL: i64 = 16;

/// A box whose content is being laid out.
#[derive(Clone, Copy)]
pub struct OpenBox {
    /// One past its last node.
    pub end: u32,
    pub node: u32,
    /// Index of the visually separated box that it is or lies in.
    pub separated_box: u32,
    /// Whether it is visually separated itself.
    pub is_separated: bool,
    pub placement: Placement,
    /// Left and top edge of the padding box, and its width.
    pub left: i64,
    pub top: i64,
    pub outer_width: i64,
    /// Left edge and width of the content box.
    pub x: i64,
    pub width: i64,
    /// Top, width and height of the row that is being filled.
    pub cursor: i64,
    pub row_width: i64,
    pub row_height: i64,
    pub padding_bottom: i64,
    pub margin_bottom: i64,
    pub min_height: i64,
    /// For table rows and flex containers: the width that all children would take side by side, and their number.
    pub children_width: i64,
    pub children: i64,
    pub display: Display,
}

/// How a box is placed in its parent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// Below the previous box (block flow).
    Block,
    /// To the right of the previous box while it fits.
    Row,
    /// Out of flow: takes no space in its parent.
    OutOfFlow,
}

impl OpenBox {
    /// The canvas, around `nodes` nodes.
    pub fn canvas(nodes: u32) -> OpenBox {
        OpenBox {
            end: nodes,
            node: 0,
            separated_box: 0,
            is_separated: true,
            placement: Placement::Block,
            left: 0,
            top: 0,
            outer_width: CANVAS,
            x: 0,
            width: CANVAS,
            cursor: 0,
            row_width: 0,
            row_height: 0,
            padding_bottom: 0,
            margin_bottom: 0,
            min_height: 0,
            children_width: 0,
            children: 0,
            display: Display::Block,
        }
    }

    /// Starts a new row below the current one.
    pub fn next_row(&mut self) {
        self.cursor += self.row_height;
        (self.row_width, self.row_height) = (0, 0);
    }
}

/// The used width for `width: auto` of a box in a row: shrink-to-fit, or, for cells and where the children of a flex
/// container overflow it, a share in proportion to the length of its text.
pub fn auto_width(parent: &OpenBox, display: Display, content: i64, available: i64, paddings: i64) -> i64 {
    let preferred = content + paddings;
    let is_cell = parent.display == Display::Row || display == Display::Cell;
    if parent.children == 0 {
        return preferred.min(available);
    }
    let all = parent.children_width + MIN_CELL * parent.children;
    let share = parent.width * (content + MIN_CELL) / all.max(1);
    if is_cell || all > parent.width { share.min(available) } else { preferred.min(available) }
}
