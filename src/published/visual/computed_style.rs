//! Computed styles: from the parent's style by inheritance, the user-agent style sheet and the cascaded values. Also
//! the heuristics that tell whether a style hides its text, and why.

use super::cascaded_values::CascadedValues;
use super::css::colors::Color;
use super::css::declarations::{Property, Value};
use super::css::values::{Number, Unit};
use super::luminance::luminance;

/// `display`, reduced to the values that the layout distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Display {
    /// `none`: no box.
    None,
    /// `inline`.
    Inline,
    /// `block`, and others that are laid out like it.
    Block,
    /// `inline-block`, `inline-flex` and the like.
    InlineBlock,
    /// `flex` or `grid`: children go side by side.
    Flex,
    /// `table`.
    Table,
    /// `table-row`.
    Row,
    /// `table-cell`.
    Cell,
    /// `contents`: the element itself has no box.
    Contents,
    /// `list-item`.
    ListItem,
}

impl Display {
    /// In the order of [`super::css::declarations::Value::Keyword`].
    const ALL: [Display; 10] = {
        use Display::*;
        [None, Inline, Block, InlineBlock, Flex, Table, Row, Cell, Contents, ListItem]
    };

    /// Whether its text flows in the lines of the parent.
    pub fn is_inline(self) -> bool {
        matches!(self, Display::Inline | Display::Contents)
    }
}

/// A width or height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// `auto`: from the content and the parent.
    Auto,
    /// In pixels.
    Px(i32),
    /// In thousandths of a percent of the parent's.
    Percent(i32),
}

/// Bits of [`ComputedStyle::flags`].
pub mod style_flag {
    /// Italic or oblique.
    pub const ITALIC: u16 = 1;
    /// `visibility: hidden` or `collapse`.
    pub const INVISIBLE: u16 = 2;
    /// Visually separated (Burget and Burgetová 2011, section 4): the element has a visible background or border.
    pub const SEPARATED: u16 = 4;
    /// There is a background image, so that the color behind the text is unknown.
    pub const ON_IMAGE: u16 = 8;
    /// `float`.
    pub const FLOATS: u16 = 16;
    /// `position: absolute` or `fixed`.
    pub const OUT_OF_FLOW: u16 = 32;
    /// `flex-direction: column`: flex items go below each other.
    pub const COLUMN: u16 = 64;
    /// The flags that children inherit.
    pub const INHERITED: u16 = ITALIC | INVISIBLE | ON_IMAGE;
}
use style_flag::*;

/// Why text is hidden: bits of [`super::VisualArea::hidden`] and [`super::BlockVisibility::hidden`].
pub mod hidden {
    /// `display: none`, or the `hidden` attribute.
    pub const DISPLAY: u8 = 1;
    /// `visibility: hidden` or `collapse`.
    pub const VISIBILITY: u8 = 2;
    /// `opacity: 0`.
    pub const OPACITY: u8 = 4;
    /// A font smaller than one pixel, or a box of at most one pixel that clips its overflow.
    pub const SIZE: u8 = 8;
    /// Next to no contrast with the background.
    pub const COLOR: u8 = 16;
    /// Moved out of the viewport by its position, a margin or `text-indent`.
    pub const OFFSCREEN: u8 = 32;
    /// Clipped away by `clip` or `clip-path`.
    pub const CLIPPED: u8 = 64;
}

/// The computed style of an element.
#[derive(Clone, Copy, Debug)]
pub struct ComputedStyle {
    /// Font size in thousandths of a pixel, up to 1000 pixels.
    pub font_size: u32,
    /// Color of text.
    pub color: Color,
    /// Effective background: the backgrounds of the ancestors composited over the canvas. Opaque.
    pub background: Color,
    /// Width of the content box.
    pub width: Size,
    /// Height of the content box.
    pub height: Size,
    /// Padding: top, right, bottom, left, in pixels.
    pub padding: [i16; 4],
    /// Margin: top, right, bottom, left, in pixels.
    pub margin: [i16; 4],
    /// Font weight, 1 to 1000; bold from 600.
    pub weight: u16,
    /// See [`style_flag`].
    pub flags: u16,
    /// Type of box.
    pub display: Display,
    /// Bits of [`hidden`] for the whole subtree.
    pub hidden: u8,
    /// Bits of [`hidden`] for text directly in the element; includes those for the subtree.
    pub hidden_text: u8,
    /// Relative luminance of the color, in millionths.
    pub luminance: u32,
}

/// The initial font size (`medium`), in thousandths of a pixel.
pub const DEFAULT_FONT_SIZE: u32 = 16_000;
const MAX_FONT_SIZE: i64 = 1_000_000;
/// Text moved at least this far to the left or up, in pixels, is off screen.
const OFFSCREEN_LIMIT: i32 = -500;

impl ComputedStyle {
    /// The initial style, parent of the root.
    pub const INITIAL: ComputedStyle = ComputedStyle {
        font_size: DEFAULT_FONT_SIZE,
        color: Color::BLACK,
        background: Color::WHITE,
        width: Size::Auto,
        height: Size::Auto,
        padding: [0; 4],
        margin: [0; 4],
        weight: 400,
        flags: 0,
        display: Display::Inline,
        hidden: 0,
        hidden_text: 0,
        luminance: 0,
    };

    /// The style of a child before the cascade: inherited properties, and initial values of the others.
    pub fn inherited(&self) -> ComputedStyle {
        ComputedStyle {
            width: Size::Auto,
            height: Size::Auto,
            padding: [0; 4],
            margin: [0; 4],
            flags: self.flags & INHERITED,
            display: Display::Inline,
            ..*self
        }
    }

    /// Whether its text is bold.
    pub fn is_bold(&self) -> bool {
        self.weight >= 600
    }

    /// Whether it has any of these [`style_flag`]s.
    pub fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    /// Paints a background over the background of the parent.
    pub fn paint(&mut self, color: Color) {
        let painted = color.over(self.background);
        if painted != self.background {
            self.flags |= SEPARATED;
        }
        if color.opacity() == 255 {
            self.flags &= !ON_IMAGE;
        }
        self.background = painted;
    }

    /// Applies the cascaded values. `root` is the font size of the root.
    pub fn apply(&mut self, cascaded: &CascadedValues, parent: &ComputedStyle, root: u32) {
        if let Some(value) = cascaded.get(Property::FontSize) {
            self.font_size = font_size(value, parent, root);
        }
        let font_size = self.font_size;
        let px = |value: Value| pixels(value, font_size, root);
        if let Some(value) = cascaded.get(Property::Background) {
            match value {
                Value::Color(color) => self.paint(color),
                Value::Inherit => {}
                _ => self.flags &= !SEPARATED,
            }
        }
        if cascaded.get(Property::BackgroundImage) == Some(Value::Keyword(1)) {
            self.flags |= ON_IMAGE | SEPARATED;
        }
        for (property, value) in cascaded.iter() {
            self.apply_value(property, value, parent, &px);
        }
        let borders = [Property::BorderTop, Property::BorderRight, Property::BorderBottom, Property::BorderLeft];
        if borders.into_iter().any(|side| cascaded.get(side) == Some(Value::Keyword(1))) {
            self.flags |= SEPARATED;
        }
        self.find_hidden_reasons(cascaded, &px);
    }

    fn apply_value(
        &mut self,
        property: Property,
        value: Value,
        parent: &ComputedStyle,
        px: &impl Fn(Value) -> Option<i32>,
    ) {
        let short = |value: Value| px(value).unwrap_or(0).clamp(-2000, 2000) as i16;
        let side = |first: Property| (property as usize - first as usize) & 3;
        match (property, value) {
            (Property::Color, Value::Color(color)) => self.color = color.over(self.background),
            (Property::Color, _) => self.color = parent.color,
            (Property::FontWeight, value) => self.weight = weight(value, parent),
            (Property::FontStyle, Value::Keyword(style)) => self.set_flag(ITALIC, style > 0),
            (Property::FontStyle, _) => self.set_flag(ITALIC, parent.has(ITALIC)),
            (Property::Visibility, Value::Keyword(visibility)) => self.set_flag(INVISIBLE, visibility > 0),
            (Property::Visibility, _) => self.set_flag(INVISIBLE, parent.has(INVISIBLE)),
            (Property::Display, Value::Keyword(display)) => {
                self.display = Display::ALL.get(usize::from(display)).copied().unwrap_or(Display::Inline);
            }
            (Property::Display, Value::Inherit) => self.display = parent.display,
            (Property::Display, Value::Initial) => self.display = Display::Inline,
            (Property::Float, Value::Keyword(float)) => self.set_flag(FLOATS, float > 0),
            (Property::Position, Value::Keyword(position)) => self.set_flag(OUT_OF_FLOW, matches!(position, 2 | 3)),
            (Property::FlexDirection, Value::Keyword(direction)) => self.set_flag(COLUMN, direction >= 2),
            (Property::Width, value) => self.width = size(value, px),
            (Property::Height, value) => self.height = size(value, px),
            (
                Property::PaddingTop | Property::PaddingRight | Property::PaddingBottom | Property::PaddingLeft,
                value,
            ) => {
                self.padding[side(Property::PaddingTop)] = short(value).max(0);
            }
            (Property::MarginTop | Property::MarginRight | Property::MarginBottom | Property::MarginLeft, value) => {
                self.margin[side(Property::MarginTop)] = short(value);
            }
            _ => {}
        }
    }

    fn set_flag(&mut self, flag: u16, on: bool) {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
    }

    /// Determines whether the element hides its subtree, and why.
    fn find_hidden_reasons(&mut self, cascaded: &CascadedValues, px: &impl Fn(Value) -> Option<i32>) {
        if self.display == Display::None {
            self.hidden |= hidden::DISPLAY;
        }
        let is_zero = |value| matches!(value, Some(Value::Number(number)) if number.milli <= 0);
        if is_zero(cascaded.get(Property::Opacity)) {
            self.hidden |= hidden::OPACITY;
        }
        let clips = matches!(cascaded.get(Property::Overflow), Some(Value::Keyword(1 | 2)));
        let is_tiny = |size| matches!(size, Size::Px(..=1));
        if clips && (is_tiny(self.width) || is_tiny(self.height)) {
            self.hidden |= hidden::SIZE;
        }
        let is_positioned = self.has(OUT_OF_FLOW) || cascaded.get(Property::Position) == Some(Value::Keyword(1));
        let is_far = |property| {
            let value = cascaded.get(property);
            let moved = match value {
                // A percentage of 1000 pixels, the width of the viewport.
                Some(Value::Number(Number { milli, unit: Unit::Percent })) => Some(milli / 100),
                Some(value) => px(value),
                None => None,
            };
            moved.is_some_and(|px| px <= OFFSCREEN_LIMIT)
        };
        let is_moved = is_positioned && (is_far(Property::Left) || is_far(Property::Top));
        if is_moved || is_far(Property::MarginLeft) || is_far(Property::TextIndent) {
            self.hidden |= hidden::OFFSCREEN;
        }
        if cascaded.get(Property::Clip) == Some(Value::Keyword(1)) && self.has(OUT_OF_FLOW) {
            self.hidden |= hidden::CLIPPED;
        }
    }
}

/// Colors whose channels differ by no more are indistinguishable.
const COLOR_TOLERANCE: u8 = 4;
/// Smaller fonts are invisible, in thousandths of a pixel.
const MIN_FONT_SIZE: u32 = 1000;

impl ComputedStyle {
    /// Sets the derived fields: luminance, and why text directly in the element is hidden.
    pub fn finish(&mut self) {
        self.luminance = luminance(self.color);
        self.hidden_text = self.hidden;
        if self.has(INVISIBLE) {
            self.hidden_text |= hidden::VISIBILITY;
        }
        if self.font_size < MIN_FONT_SIZE {
            self.hidden_text |= hidden::SIZE;
        }
        let mut channels = self.color.channels().into_iter().zip(self.background.channels());
        if channels.all(|(text, background)| text.abs_diff(background) <= COLOR_TOLERANCE) && !self.has(ON_IMAGE) {
            self.hidden_text |= hidden::COLOR;
        }
    }
}

/// `base` times a factor in thousandths, as a font size.
pub fn scaled(base: u32, milli: i64) -> u32 {
    (i64::from(base) * milli / 1000).clamp(0, MAX_FONT_SIZE) as u32
}

fn font_size(value: Value, parent: &ComputedStyle, root: u32) -> u32 {
    let Value::Number(number) = value else {
        return if value == Value::Initial { DEFAULT_FONT_SIZE } else { parent.font_size };
    };
    let milli = i64::from(number.milli);
    match number.unit {
        Unit::Px => milli.clamp(0, MAX_FONT_SIZE) as u32,
        Unit::Em => scaled(parent.font_size, milli),
        Unit::Rem => scaled(root, milli),
        Unit::Percent => scaled(parent.font_size, milli / 100),
        Unit::None | Unit::Other => parent.font_size,
    }
}

fn weight(value: Value, parent: &ComputedStyle) -> u16 {
    match value {
        Value::Number(number) => (number.milli / 1000) as u16,
        // Relative weights: `lighter`, then `bolder` (CSS Fonts Level 4, section 2.2).
        Value::Keyword(0) => match parent.weight {
            ..550 => 100,
            550..750 => 400,
            _ => 700,
        },
        Value::Keyword(_) => match parent.weight {
            ..350 => 400,
            350..550 => 700,
            _ => 900,
        },
        _ => parent.weight,
    }
}

/// A length in whole pixels; `None` for percentages and keywords.
fn pixels(value: Value, font_size: u32, root: u32) -> Option<i32> {
    let Value::Number(Number { milli, unit }) = value else { return None };
    let milli = i64::from(milli);
    let milli = match unit {
        Unit::Px => milli,
        Unit::Em => i64::from(font_size) * milli / 1000,
        Unit::Rem => i64::from(root) * milli / 1000,
        _ => return None,
    };
    Some((milli / 1000).clamp(-1_000_000, 1_000_000) as i32)
}

fn size(value: Value, px: &impl Fn(Value) -> Option<i32>) -> Size {
    match value {
        Value::Number(Number { milli, unit: Unit::Percent }) => Size::Percent(milli),
        _ => px(value).map_or(Size::Auto, |px| Size::Px(px.max(0))),
    }
}
