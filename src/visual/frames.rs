//! Boxes that are open while a page is laid out, and how wide they are.

use super::flow::CANVAS;
use super::style::Display;

/// What a cell without text takes, in pixels of text.
const LEAST_CELL: i64 = 16;

/// A block or box that is open.
#[derive(Clone, Copy)]
pub struct Frame {
    /// One past its last node.
    pub end: u32,
    pub node: u32,
    pub group: u32,
    /// Whether its rectangle is that of its group.
    pub makes_group: bool,
    pub place: Place,
    /// Left and top edge of the box, and its width with padding.
    pub left: i64,
    pub top: i64,
    pub outer_width: i64,
    /// Left edge and width of the content.
    pub x: i64,
    pub width: i64,
    /// Top of the row that is being filled, and how much of it is: width and height.
    pub cursor: i64,
    pub row_width: i64,
    pub row_height: i64,
    /// Padding and margin below.
    pub padding_below: i64,
    pub margin_below: i64,
    pub least_height: i64,
    /// Width that all children would take side by side, and how many they are: of rows and flex boxes.
    pub children_width: i64,
    pub children: i64,
    pub display: Display,
}

/// How a frame stands in its parent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Below the rest.
    Below,
    /// In a row.
    InRow,
    /// Nowhere: it takes no room.
    Outside,
}

impl Frame {
    /// The canvas, for so many nodes.
    pub fn of_page(nodes: u32) -> Frame {
        Frame {
            end: nodes,
            node: 0,
            group: 0,
            makes_group: true,
            place: Place::Below,
            left: 0,
            top: 0,
            outer_width: CANVAS,
            x: 0,
            width: CANVAS,
            cursor: 0,
            row_width: 0,
            row_height: 0,
            padding_below: 0,
            margin_below: 0,
            least_height: 0,
            children_width: 0,
            children: 0,
            display: Display::Block,
        }
    }

    /// Goes on below what stands side by side.
    pub fn next_row(&mut self) {
        self.cursor += self.row_height;
        (self.row_width, self.row_height) = (0, 0);
    }
}

/// The width of a box that says nothing of it: as its content asks, or, where the children of a row ask for too much,
/// its part by the length of their text.
pub fn share_of(parent: &Frame, display: Display, content: i64, room: i64, paddings: i64) -> i64 {
    let asked = content + paddings;
    let is_cell = parent.display == Display::Row || display == Display::Cell;
    if parent.children == 0 {
        return asked.min(room);
    }
    let all = parent.children_width + LEAST_CELL * parent.children;
    let part = parent.width * (content + LEAST_CELL) / all.max(1);
    if is_cell || all > parent.width { part.min(room) } else { asked.min(room) }
}
