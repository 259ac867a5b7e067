//! Cheap geometry (section 5.4): where text would stand on a canvas of 1000 pixels, without fonts and in one pass.
//!
//! A block stands below what is before it and is as wide as its parent, or as its sheet says. Floats, boxes in the
//! line, children of flex boxes and cells stand side by side as long as they fit, then below. A character is half a
//! font size wide, a line 1.2 font sizes high. Elements that are moved out of the flow take no room. All is in whole
//! pixels.

use super::cascade::Styles;
use super::frames::{Frame, Place, share_of};
use super::pieces::Piece;
use super::style::{Display, Size, Style, style_flag};
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::html::attributes::Name;
use crate::html::{NONE, Node, Tag};
use crate::page::Page;

/// Width of the canvas (section 5.1).
pub const CANVAS: i64 = 1000;
/// No box is narrower.
const LEAST_WIDTH: i64 = 8;

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

impl Rect {
    fn new(x: i64, y: i64, width: i64, height: i64) -> Rect {
        let [x, y, width, height] = [x, y, width, height].map(|v| v.clamp(-(1 << 30), 1 << 30) as i32);
        Rect { x, y, width: width.max(0), height: height.max(0) }
    }
}

/// Text up to a line break or the border of a block; it may be wrapped.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Its pieces, `[first, end)`.
    pub pieces: (u32, u32),
    /// The element whose block it stands in.
    pub container: u32,
    /// The group that it is in.
    pub group: u32,
    /// Where it stands.
    pub rect: Rect,
    /// Lines when wrapped; 0 if it is not seen.
    pub count: u32,
}

/// A box that is visually separated: the page, or an element with a background or a border of its own.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The group that it is in; [`NONE`] for the page.
    pub parent: u32,
    /// The element; [`NONE`] for the page.
    pub node: u32,
    /// Where it stands.
    pub rect: Rect,
}

/// What the layout gives.
pub struct Flow<'a> {
    /// In preorder.
    pub lines: ArenaVec<'a, Line>,
    /// In preorder; the first is the page.
    pub groups: ArenaVec<'a, Group>,
}

/// Lays the page out.
pub fn flow<'a>(arena: &'a Bump, page: &Page<'_>, styles: &Styles<'_>, pieces: &[Piece]) -> Flow<'a> {
    let nodes = page.tree.nodes;
    let mut layout = Layout::new(arena, page, styles, pieces);
    let mut next = 0;
    for (index, node) in nodes.iter().enumerate() {
        let index = index as u32;
        while layout.stack.last().is_some_and(|frame| frame.end <= index) {
            layout.close();
        }
        if node.tag == Tag::TEXT {
            if pieces.get(next).is_some_and(|piece| piece.node == index) {
                layout.piece(next, &pieces[next]);
                next += 1;
            }
        } else if node.tag.is_element() {
            layout.element(index, node);
        }
    }
    while !layout.stack.is_empty() {
        layout.close();
    }
    layout.out
}

/// The line that is being filled.
#[derive(Clone, Copy, Default)]
struct OpenLine {
    first: u32,
    end: u32,
    /// Thousandths of a pixel.
    advance: i64,
    /// Height of one line when wrapped.
    height: i64,
    is_hidden: bool,
    text_end: u32,
}

struct Layout<'l, 'a> {
    page: &'l Page<'l>,
    styles: &'l Styles<'l>,
    /// Width in pixels of all text and images before each node.
    widths: ArenaVec<'a, u32>,
    stack: ArenaVec<'a, Frame>,
    line: OpenLine,
    out: Flow<'a>,
}

/// Width of a text in thousandths of a pixel: half a font size for each character.
fn advance(piece: &Piece, style: &Style) -> i64 {
    i64::from(piece.characters) * i64::from(style.font_size) / 2
}

impl<'l, 'a> Layout<'l, 'a> {
    fn new(arena: &'a Bump, page: &'l Page<'l>, styles: &'l Styles<'l>, pieces: &[Piece]) -> Layout<'l, 'a> {
        let nodes = page.tree.nodes;
        let mut widths = ArenaVec::with_capacity_in(nodes.len() + 1, arena);
        let (mut sum, mut next) = (0u32, 0);
        for (index, node) in nodes.iter().enumerate() {
            widths.push(sum);
            let width = match pieces.get(next).filter(|piece| piece.node == index as u32) {
                Some(piece) => {
                    next += 1;
                    if piece.hidden == 0 { advance(piece, styles.of(piece.node)) / 1000 } else { 0 }
                }
                None if node.tag == Tag::IMG => image_size(page, node).0,
                None => 0,
            };
            sum = sum.saturating_add(width.min(1 << 30) as u32);
        }
        widths.push(sum);
        let mut groups = ArenaVec::with_capacity_in(16, arena);
        groups.push(Group { parent: NONE, node: NONE, rect: Rect::default() });
        let root = Frame::of_page(nodes.len() as u32);
        let mut stack = ArenaVec::with_capacity_in(64, arena);
        stack.push(root);
        let lines = ArenaVec::with_capacity_in(pieces.len(), arena);
        Layout { page, styles, widths, stack, line: OpenLine::default(), out: Flow { lines, groups } }
    }

    fn element(&mut self, index: u32, node: &Node) {
        let style = self.styles.of(index);
        if style.display == Display::None || style.hidden != 0 {
            return;
        }
        let parent_is_row = self.stack.last().is_some_and(|frame| {
            let is_child = self.page.tree.nodes[index as usize].parent == frame.node;
            frame.display == Display::Row || (frame.display == Display::Flex && is_child)
        });
        match node.tag {
            Tag::BR => return self.line_break(style),
            Tag::IMG => return self.image(node),
            _ => {}
        }
        let is_box = matches!(style.display, Display::InlineBlock | Display::Cell) || style.has(style_flag::FLOATS);
        let place = match () {
            () if style.has(style_flag::OUT_OF_FLOW) => Place::Outside,
            () if is_box || parent_is_row => Place::InRow,
            () if style.display.is_inline() => return,
            () => Place::Below,
        };
        // A text field or an empty box: nothing to lay out.
        if node.subtree_end == index + 1 {
            if place == Place::Below {
                self.finish_line();
                self.next_row();
            }
            return;
        }
        self.open(index, node, style, place);
    }

    fn line_break(&mut self, style: &Style) {
        let has_text = self.line.end > self.line.first;
        self.finish_line();
        let empty = line_height(style.font_size);
        if let Some(frame) = self.stack.last_mut()
            && !has_text
            && frame.row_height == 0
        {
            frame.cursor += empty;
        }
        self.next_row();
    }

    fn image(&mut self, node: &Node) {
        let (width, height) = image_size(self.page, node);
        self.line.advance += width * 1000;
        self.line.height = self.line.height.max(height);
    }

    fn open(&mut self, index: u32, node: &Node, style: &Style, place: Place) {
        self.finish_line();
        if place == Place::Below {
            self.next_row();
        }
        let Some(parent) = self.stack.last().copied() else { return };
        let [_, margin_right, margin_below, margin_left] = style.margin.map(i64::from);
        let [padding_top, padding_right, padding_below, padding_left] = style.padding.map(i64::from);
        let margins = margin_left.max(0) + margin_right.max(0);
        let paddings = padding_left + padding_right;
        let room = (parent.width - margins).max(LEAST_WIDTH);
        let content = i64::from(self.widths[node.subtree_end as usize] - self.widths[index as usize]);
        let outer_width = match style.width {
            Size::Px(px) => i64::from(px) + paddings,
            Size::Percent(milli) => parent.width * i64::from(milli) / 100_000,
            Size::Auto if place == Place::Below => room,
            Size::Auto => share_of(&parent, style.display, content, room, paddings),
        };
        let outer_width = outer_width.clamp(LEAST_WIDTH, 100 * CANVAS);
        if place == Place::InRow && parent.row_width > 0 && parent.row_width + outer_width + margins > parent.width {
            self.next_row();
        }
        let Some(parent) = self.stack.last().copied() else { return };
        let margin_top = i64::from(style.margin[0]).max(0);
        let offset = if place == Place::Below { 0 } else { parent.row_width };
        let (left, top) = (parent.x + offset + margin_left.max(0), parent.cursor + margin_top);
        let makes_group = style.has(style_flag::SEPARATED);
        if makes_group {
            self.out.groups.push(Group { parent: parent.group, node: index, rect: Rect::default() });
        }
        let group = if makes_group { self.out.groups.len() as u32 - 1 } else { parent.group };
        let is_row = style.display == Display::Flex && !style.has(style_flag::COLUMN);
        let display = if style.display == Display::Flex && !is_row { Display::Block } else { style.display };
        let children = if is_row || display == Display::Row { self.count_children(index, node) } else { 0 };
        self.stack.push(Frame {
            end: node.subtree_end,
            node: index,
            group,
            makes_group,
            place,
            left,
            top,
            outer_width,
            x: left + padding_left,
            width: (outer_width - paddings).max(LEAST_WIDTH),
            cursor: top + padding_top,
            row_width: 0,
            row_height: 0,
            padding_below,
            margin_below: margin_below.max(0),
            least_height: if let Size::Px(height) = style.height { height.into() } else { 0 },
            children_width: content,
            children,
            display,
        });
    }

    /// The children of a row or flex box, each of which is counted only here.
    fn count_children(&self, index: u32, node: &Node) -> i64 {
        let mut count = 0;
        let mut child = index + 1;
        while child < node.subtree_end {
            let at = &self.page.tree.nodes[child as usize];
            count += i64::from(at.tag.is_element() && self.styles.of(child).hidden == 0);
            child = at.subtree_end;
        }
        count
    }

    fn close(&mut self) {
        self.finish_line();
        self.next_row();
        let Some(frame) = self.stack.pop() else { return };
        let height = (frame.cursor + frame.padding_below - frame.top).max(frame.least_height);
        if frame.makes_group {
            self.out.groups[frame.group as usize].rect = Rect::new(frame.left, frame.top, frame.outer_width, height);
        }
        let Some(parent) = self.stack.last_mut() else { return };
        match frame.place {
            Place::Below => parent.cursor = frame.top + height + frame.margin_below,
            Place::InRow => {
                parent.row_width = frame.left + frame.outer_width - parent.x;
                parent.row_height = parent.row_height.max(frame.top + height + frame.margin_below - parent.cursor);
            }
            Place::Outside => {}
        }
    }

    fn piece(&mut self, number: usize, piece: &Piece) {
        let style = self.styles.of(piece.node);
        let is_hidden = piece.hidden != 0;
        let line = &self.line;
        if line.end > line.first {
            let between = self.page.text.as_bytes().get(line.text_end as usize..piece.text.0 as usize);
            let goes_on = between.is_some_and(|between| memchr::memchr(b'\n', between).is_none());
            if !goes_on || line.is_hidden != is_hidden {
                self.finish_line();
            }
        }
        let line = &mut self.line;
        if line.end == line.first {
            (line.first, line.is_hidden) = (number as u32, is_hidden);
        }
        line.end = number as u32 + 1;
        line.text_end = piece.text.1;
        if !is_hidden {
            line.advance += advance(piece, style);
            line.height = line.height.max(line_height(style.font_size));
        }
    }

    /// The text since the last break becomes a line.
    fn finish_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let Some(frame) = self.stack.last_mut() else { return };
        let width = steps(line.advance, 1000);
        if width > 0 && frame.row_width > 0 && frame.row_width + width > frame.width {
            frame.next_row();
        }
        let count = steps(width, frame.width).max(i64::from(!line.is_hidden));
        let (x, y) = (frame.x + frame.row_width, frame.cursor);
        let (taken, height) = (width.min(frame.width), count * line.height);
        if width > 0 {
            frame.row_width += taken;
            frame.row_height = frame.row_height.max(height);
        }
        if line.end > line.first {
            self.out.lines.push(Line {
                pieces: (line.first, line.end),
                container: frame.node,
                group: frame.group,
                rect: Rect::new(x, y, taken, height),
                count: if line.is_hidden { 0 } else { count.clamp(1, 1 << 30) as u32 },
            });
        }
    }

    fn next_row(&mut self) {
        if let Some(frame) = self.stack.last_mut() {
            frame.next_row();
        }
    }
}

/// `amount / step`, rounded up; neither is negative.
fn steps(amount: i64, step: i64) -> i64 {
    // The short division takes half the time.
    if let (Ok(amount), Ok(step)) = (u32::try_from(amount), u32::try_from(step)) {
        return i64::from(amount.div_ceil(step));
    }
    amount / step + i64::from(amount % step > 0)
}

/// Height of a line of text in pixels.
fn line_height(font_size: u32) -> i64 {
    i64::from(font_size) * 12 / 10_000
}

/// By the attributes, else nothing (section 5.4).
fn image_size(page: &Page<'_>, node: &Node) -> (i64, i64) {
    let read = |name| {
        let attribute = page.tree.attribute(node, name)?;
        let number = super::css::values::number(page.tree.raw_value(attribute).trim_ascii())?;
        Some(i64::from(number.milli / 1000).clamp(0, CANVAS))
    };
    if node.known & 1 == 0 {
        return (0, 0);
    }
    (read(Name::WIDTH).unwrap_or(0), read(Name::HEIGHT).unwrap_or(0))
}
