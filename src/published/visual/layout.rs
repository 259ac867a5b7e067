//! Approximate layout: bounding boxes of text on a canvas 1000 pixels wide, without fonts and in one pass.
//!
//! It takes the place of the renderer of Burget and Burgetová 2011, good enough for features such as "above" and
//! "left of". Block formatting: a box goes below the previous one and is as wide as its parent or as declared. Inline
//! flow: text fills lines that wrap at the width of the box. Floats, inline blocks, flex items and table cells go side
//! by side while they fit, then below. A character is half an em wide and a line 1.2 em high. Out-of-flow boxes take no
//! space. Coordinates are whole pixels.

use super::boxes::{OpenBox, Placement, auto_width};
use super::cascade::Styles;
use super::computed_style::{ComputedStyle, Display, Size, style_flag};
use super::text_runs::TextRun;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::read::html::attributes::Name;
use crate::read::html::{NONE, Node, Tag};
use crate::read::page::Page;

/// Width of the canvas, as in Burget and Burgetová 2011.
pub const CANVAS: i64 = 1000;
/// Minimum width of a box.
const MIN_WIDTH: i64 = 8;

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

/// Text up to a line break or the edge of a block, before wrapping: one or more line boxes.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Its text runs, `[first, end)`.
    pub runs: (u32, u32),
    /// The element whose box contains it.
    pub container: u32,
    /// Index of the visually separated box that it is in.
    pub separated_box: u32,
    /// Bounding box.
    pub rect: Rect,
    /// Line boxes after wrapping; 0 if hidden.
    pub count: u32,
}

/// A visually separated box (Burget and Burgetová 2011, section 4): the page, or an element with a visible background
/// or border.
#[derive(Clone, Copy, Debug)]
pub struct SeparatedBox {
    /// Index of the separated box around it; [`NONE`] for the page.
    pub parent: u32,
    /// The element; [`NONE`] for the page.
    // For tests and tools.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub node: u32,
    /// Bounding box.
    pub rect: Rect,
}

/// The layout of a page.
pub struct Layout<'a> {
    /// In preorder.
    pub lines: ArenaVec<'a, Line>,
    /// In preorder; the first is the page.
    pub boxes: ArenaVec<'a, SeparatedBox>,
}

/// Lays the page out.
pub fn lay_out<'a>(arena: &'a Bump, page: &Page<'_>, styles: &Styles<'_>, runs: &[TextRun]) -> Layout<'a> {
    let nodes = page.tree.nodes;
    let mut builder = LayoutBuilder::new(arena, page, styles, runs);
    let mut next = 0;
    for (index, node) in nodes.iter().enumerate() {
        let index = index as u32;
        while builder.stack.last().is_some_and(|current| current.end <= index) {
            builder.close();
        }
        if node.tag == Tag::TEXT {
            if runs.get(next).is_some_and(|run| run.node == index) {
                builder.text(next, &runs[next]);
                next += 1;
            }
        } else if node.tag.is_element() {
            builder.element(index, node);
        }
    }
    while !builder.stack.is_empty() {
        builder.close();
    }
    builder.out
}

/// The line that is being filled: runs `first..end`.
#[derive(Clone, Copy, Default)]
struct OpenLine {
    first: u32,
    end: u32,
    /// Width of its content, in thousandths of a pixel.
    advance: i64,
    /// Height of one line box.
    height: i64,
    is_hidden: bool,
    text_end: u32,
}

struct LayoutBuilder<'l, 'a> {
    page: &'l Page<'l>,
    styles: &'l Styles<'l>,
    /// Prefix sums over nodes: width in pixels of all text and images before each.
    widths: ArenaVec<'a, u32>,
    stack: ArenaVec<'a, OpenBox>,
    line: OpenLine,
    out: Layout<'a>,
}

/// Width of a text run in thousandths of a pixel: half an em for each character.
fn advance(run: &TextRun, style: &ComputedStyle) -> i64 {
    i64::from(run.characters) * i64::from(style.font_size) / 2
}

impl<'l, 'a> LayoutBuilder<'l, 'a> {
    fn new(arena: &'a Bump, page: &'l Page<'l>, styles: &'l Styles<'l>, runs: &[TextRun]) -> LayoutBuilder<'l, 'a> {
        let nodes = page.tree.nodes;
        let mut widths = ArenaVec::with_capacity_in(nodes.len() + 1, arena);
        let (mut sum, mut next) = (0u32, 0);
        for (index, node) in nodes.iter().enumerate() {
            widths.push(sum);
            let width = match runs.get(next).filter(|run| run.node == index as u32) {
                Some(run) => {
                    next += 1;
                    if run.hidden == 0 { advance(run, styles.of(run.node)) / 1000 } else { 0 }
                }
                None if node.tag == Tag::IMG => image_size(page, node).0,
                None => 0,
            };
            sum = sum.saturating_add(width.min(1 << 30) as u32);
        }
        widths.push(sum);
        let mut boxes = ArenaVec::with_capacity_in(16, arena);
        boxes.push(SeparatedBox { parent: NONE, node: NONE, rect: Rect::default() });
        let root = OpenBox::canvas(nodes.len() as u32);
        let mut stack = ArenaVec::with_capacity_in(64, arena);
        stack.push(root);
        let lines = ArenaVec::with_capacity_in(runs.len(), arena);
        LayoutBuilder { page, styles, widths, stack, line: OpenLine::default(), out: Layout { lines, boxes } }
    }

    fn element(&mut self, index: u32, node: &Node) {
        let style = self.styles.of(index);
        if style.display == Display::None || style.hidden != 0 {
            return;
        }
        let parent_is_row = self.stack.last().is_some_and(|current| {
            let is_child = self.page.tree.nodes[index as usize].parent == current.node;
            current.display == Display::Row || (current.display == Display::Flex && is_child)
        });
        match node.tag {
            Tag::BR => return self.line_break(style),
            Tag::IMG => return self.image(node),
            _ => {}
        }
        let is_side_by_side =
            matches!(style.display, Display::InlineBlock | Display::Cell) || style.has(style_flag::FLOATS);
        let placement = match () {
            () if style.has(style_flag::OUT_OF_FLOW) => Placement::OutOfFlow,
            () if is_side_by_side || parent_is_row => Placement::Row,
            () if style.display.is_inline() => return,
            () => Placement::Block,
        };
        // No content, as in a text field.
        if node.subtree_end == index + 1 {
            if placement == Placement::Block {
                self.finish_line();
                self.next_row();
            }
            return;
        }
        self.open(index, node, style, placement);
    }

    fn line_break(&mut self, style: &ComputedStyle) {
        let has_text = self.line.end > self.line.first;
        self.finish_line();
        let empty = line_height(style.font_size);
        if let Some(current) = self.stack.last_mut()
            && !has_text
            && current.row_height == 0
        {
            current.cursor += empty;
        }
        self.next_row();
    }

    fn image(&mut self, node: &Node) {
        let (width, height) = image_size(self.page, node);
        self.line.advance += width * 1000;
        self.line.height = self.line.height.max(height);
    }

    fn open(&mut self, index: u32, node: &Node, style: &ComputedStyle, placement: Placement) {
        self.finish_line();
        if placement == Placement::Block {
            self.next_row();
        }
        let Some(parent) = self.stack.last().copied() else { return };
        let [_, margin_right, margin_bottom, margin_left] = style.margin.map(i64::from);
        let [padding_top, padding_right, padding_bottom, padding_left] = style.padding.map(i64::from);
        let margins = margin_left.max(0) + margin_right.max(0);
        let paddings = padding_left + padding_right;
        let available = (parent.width - margins).max(MIN_WIDTH);
        let content = i64::from(self.widths[node.subtree_end as usize] - self.widths[index as usize]);
        let outer_width = match style.width {
            Size::Px(px) => i64::from(px) + paddings,
            Size::Percent(milli) => parent.width * i64::from(milli) / 100_000,
            Size::Auto if placement == Placement::Block => available,
            Size::Auto => auto_width(&parent, style.display, content, available, paddings),
        };
        let outer_width = outer_width.clamp(MIN_WIDTH, 100 * CANVAS);
        if placement == Placement::Row
            && parent.row_width > 0
            && parent.row_width + outer_width + margins > parent.width
        {
            self.next_row();
        }
        let Some(parent) = self.stack.last().copied() else { return };
        let margin_top = i64::from(style.margin[0]).max(0);
        let offset = if placement == Placement::Block { 0 } else { parent.row_width };
        let (left, top) = (parent.x + offset + margin_left.max(0), parent.cursor + margin_top);
        let is_separated = style.has(style_flag::SEPARATED);
        if is_separated {
            self.out.boxes.push(SeparatedBox { parent: parent.separated_box, node: index, rect: Rect::default() });
        }
        let separated_box = if is_separated { self.out.boxes.len() as u32 - 1 } else { parent.separated_box };
        let is_row = style.display == Display::Flex && !style.has(style_flag::COLUMN);
        let display = if style.display == Display::Flex && !is_row { Display::Block } else { style.display };
        let children = if is_row || display == Display::Row { self.count_children(index, node) } else { 0 };
        self.stack.push(OpenBox {
            end: node.subtree_end,
            node: index,
            separated_box,
            is_separated,
            placement,
            left,
            top,
            outer_width,
            x: left + padding_left,
            width: (outer_width - paddings).max(MIN_WIDTH),
            cursor: top + padding_top,
            row_width: 0,
            row_height: 0,
            padding_bottom,
            margin_bottom: margin_bottom.max(0),
            min_height: if let Size::Px(height) = style.height { height.into() } else { 0 },
            children_width: content,
            children,
            display,
        });
    }

    /// The number of child elements of a table row or flex container; linear in total, as each child has one parent.
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
        let Some(closed) = self.stack.pop() else { return };
        let height = (closed.cursor + closed.padding_bottom - closed.top).max(closed.min_height);
        if closed.is_separated {
            self.out.boxes[closed.separated_box as usize].rect =
                Rect::new(closed.left, closed.top, closed.outer_width, height);
        }
        let Some(parent) = self.stack.last_mut() else { return };
        match closed.placement {
            Placement::Block => parent.cursor = closed.top + height + closed.margin_bottom,
            Placement::Row => {
                parent.row_width = closed.left + closed.outer_width - parent.x;
                parent.row_height = parent.row_height.max(closed.top + height + closed.margin_bottom - parent.cursor);
            }
            Placement::OutOfFlow => {}
        }
    }

    fn text(&mut self, number: usize, run: &TextRun) {
        let style = self.styles.of(run.node);
        let is_hidden = run.hidden != 0;
        let line = &self.line;
        if line.end > line.first {
            let between = self.page.text.as_bytes().get(line.text_end as usize..run.text.0 as usize);
            let is_same_line = between.is_some_and(|between| memchr::memchr(b'\n', between).is_none());
            if !is_same_line || line.is_hidden != is_hidden {
                self.finish_line();
            }
        }
        let line = &mut self.line;
        if line.end == line.first {
            (line.first, line.is_hidden) = (number as u32, is_hidden);
        }
        line.end = number as u32 + 1;
        line.text_end = run.text.1;
        if !is_hidden {
            line.advance += advance(run, style);
            line.height = line.height.max(line_height(style.font_size));
        }
    }

    /// Ends the open line and places it in the current box.
    fn finish_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let Some(current) = self.stack.last_mut() else { return };
        let width = div_ceil(line.advance, 1000);
        if width > 0 && current.row_width > 0 && current.row_width + width > current.width {
            current.next_row();
        }
        let count = div_ceil(width, current.width).max(i64::from(!line.is_hidden));
        let (x, y) = (current.x + current.row_width, current.cursor);
        let (used, height) = (width.min(current.width), count * line.height);
        if width > 0 {
            current.row_width += used;
            current.row_height = current.row_height.max(height);
        }
        if line.end > line.first {
            self.out.lines.push(Line {
                runs: (line.first, line.end),
                container: current.node,
                separated_box: current.separated_box,
                rect: Rect::new(x, y, used, height),
                count: if line.is_hidden { 0 } else { count.clamp(1, 1 << 30) as u32 },
            });
        }
    }

    fn next_row(&mut self) {
        if let Some(current) = self.stack.last_mut() {
            current.next_row();
        }
    }
}

/// Division of non-negative numbers, rounded up.
fn div_ceil(dividend: i64, divisor: i64) -> i64 {
    // Fast path: a 32-bit division takes half the time.
    if let (Ok(dividend), Ok(divisor)) = (u32::try_from(dividend), u32::try_from(divisor)) {
        return i64::from(dividend.div_ceil(divisor));
    }
    dividend / divisor + i64::from(dividend % divisor > 0)
}

/// Height of a line box in pixels.
fn line_height(font_size: u32) -> i64 {
    i64::from(font_size) * 12 / 10_000
}

/// Width and height from the attributes; 0 without them, as images are not loaded.
fn image_size(page: &Page<'_>, node: &Node) -> (i64, i64) {
    let dimension = |name| {
        let attribute = page.tree.attribute(node, name)?;
        let number = super::css::values::parse_number(page.tree.raw_value(attribute).trim_ascii())?;
        Some(i64::from(number.milli / 1000).clamp(0, CANVAS))
    };
    if node.known & 1 == 0 {
        return (0, 0);
    }
    (dimension(Name::WIDTH).unwrap_or(0), dimension(Name::HEIGHT).unwrap_or(0))
}
