//! Computed styles: what an element looks like, from its parent's style, the user-agent sheet, and what was declared.

use super::css::colors::Color;
use super::css::declarations::{Property, Value};
use super::css::values::{Number, Unit};
use super::luminance::luminance;
use super::winners::Winners;

/// How an element takes its place (`display`, brought to what the layout tells apart).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Display {
    /// Not at all.
    None,
    /// In the line.
    Inline,
    /// Below what is before it.
    Block,
    /// In the line, as a box.
    InlineBlock,
    /// Below what is before it, with its children side by side.
    Flex,
    /// A table.
    Table,
    /// A row of a table.
    Row,
    /// A cell of a row.
    Cell,
    /// As if it were not there, with its children in its place.
    Contents,
    /// A block with a mark before it.
    ListItem,
}

impl Display {
    /// In the order of the keywords.
    const ALL: [Display; 10] = [
        Display::None,
        Display::Inline,
        Display::Block,
        Display::InlineBlock,
        Display::Flex,
        Display::Table,
        Display::Row,
        Display::Cell,
        Display::Contents,
        Display::ListItem,
    ];

    /// Whether its text stands in the line of what is around it.
    pub fn is_inline(self) -> bool {
        matches!(self, Display::Inline | Display::Contents)
    }
}

/// A width or height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// As the content and the surroundings make it.
    Auto,
    /// In pixels.
    Px(i32),
    /// In thousandths of a percent of the parent's.
    Percent(i32),
}

/// Bits of [`Style::flags`].
pub mod style_flag {
    /// Italic or oblique.
    pub const ITALIC: u16 = 1;
    /// `visibility: hidden` or `collapse`.
    pub const INVISIBLE: u16 = 2;
    /// The element has a background of its own or a border that can be seen: it is visually separated (section 5.2).
    pub const SEPARATED: u16 = 4;
    /// An image lies between the text and the background color, so that nobody knows what the text stands on.
    pub const ON_IMAGE: u16 = 8;
    /// `float`.
    pub const FLOATS: u16 = 16;
    /// `position: absolute` or `fixed`.
    pub const OUT_OF_FLOW: u16 = 32;
    /// A background other than that of the element around it.
    pub const OWN_BACKGROUND: u16 = 64;
    /// `flex-direction: column`: children of a flex box stand below each other.
    pub const COLUMN: u16 = 128;
    /// Those that children take over.
    pub const INHERITED: u16 = ITALIC | INVISIBLE | ON_IMAGE;
}
use style_flag::*;

/// Why text is not seen: bits of [`super::Area::hidden`] and [`super::BlockLook::hidden`].
pub mod hidden {
    /// `display: none`, or the `hidden` attribute.
    pub const DISPLAY: u8 = 1;
    /// `visibility: hidden` or `collapse`.
    pub const VISIBILITY: u8 = 2;
    /// `opacity: 0`.
    pub const OPACITY: u8 = 4;
    /// A font smaller than one pixel, or a box of at most one pixel that shows nothing outside of it.
    pub const SIZE: u8 = 8;
    /// The color of its background, or nearly.
    pub const COLOR: u8 = 16;
    /// Moved out of the window by its position, a margin or `text-indent`.
    pub const OFFSCREEN: u8 = 32;
    /// Cut off by `clip` or `clip-path`.
    pub const CLIPPED: u8 = 64;
}

/// The style of an element.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// In thousandths of a pixel, up to 1000 pixels.
    pub font_size: u32,
    /// Of text.
    pub color: Color,
    /// What text stands on: the nearest background, painted over the canvas. Opaque.
    pub background: Color,
    /// In pixels.
    pub text_indent: i32,
    /// Width of the content.
    pub width: Size,
    /// Height of the content.
    pub height: Size,
    /// Top, right, bottom, left, in pixels.
    pub padding: [i16; 4],
    /// The same.
    pub margin: [i16; 4],
    /// 1 to 1000; bold from 600 on.
    pub weight: u16,
    /// See [`style_flag`].
    pub flags: u16,
    /// How it takes its place.
    pub display: Display,
    /// Bits of [`hidden`] that hold for all that is in it.
    pub hidden: u8,
    /// The same, and those that hold for the text directly in it.
    pub hidden_text: u8,
    /// Luminance of the color, in millionths.
    pub luminance: u32,
}

/// The size of text where no sheet says otherwise, in thousandths of a pixel.
pub const DEFAULT_FONT_SIZE: u32 = 16_000;
const MOST_FONT_SIZE: i64 = 1_000_000;
/// What is moved so far to the left or up, in pixels, is not to be seen.
const FAR: i32 = -500;

impl Style {
    /// The style around the root.
    pub const INITIAL: Style = Style {
        font_size: DEFAULT_FONT_SIZE,
        color: Color::BLACK,
        background: Color::WHITE,
        text_indent: 0,
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

    /// The style of a child of which nothing is known yet.
    pub fn inherited(&self) -> Style {
        Style {
            width: Size::Auto,
            height: Size::Auto,
            padding: [0; 4],
            margin: [0; 4],
            flags: self.flags & INHERITED,
            display: Display::Inline,
            ..*self
        }
    }

    /// Whether its text is bold (section 5.3).
    pub fn is_bold(&self) -> bool {
        self.weight >= 600
    }

    /// Whether it has any of these [`style_flag`]s.
    pub fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    /// Paints over what it stands on.
    pub fn paint(&mut self, color: Color) {
        let painted = color.over(self.background);
        if painted != self.background {
            self.flags |= SEPARATED | OWN_BACKGROUND;
        }
        if color.opacity() == 255 {
            self.flags &= !ON_IMAGE;
        }
        self.background = painted;
    }

    /// Applies what won the cascade. `root` is the root's font size.
    pub fn apply(&mut self, declared: &Winners, parent: &Style, root: u32) {
        if let Some(value) = declared.get(Property::FontSize) {
            self.font_size = font_size(value, parent, root);
        }
        let font_size = self.font_size;
        let px = |value: Value| pixels(value, font_size, root);
        if let Some(value) = declared.get(Property::Background) {
            match value {
                Value::Color(color) => self.paint(color),
                Value::Inherit => {}
                _ => self.flags &= !(SEPARATED | OWN_BACKGROUND),
            }
        }
        if declared.get(Property::BackgroundImage) == Some(Value::Keyword(1)) {
            self.flags |= ON_IMAGE | SEPARATED;
        }
        for (property, value) in declared.iter() {
            self.set(property, value, parent, &px);
        }
        let borders = [Property::BorderTop, Property::BorderRight, Property::BorderBottom, Property::BorderLeft];
        if borders.into_iter().any(|side| declared.get(side) == Some(Value::Keyword(1))) {
            self.flags |= SEPARATED;
        }
        self.hide(declared, &px);
    }

    fn set(&mut self, property: Property, value: Value, parent: &Style, px: &impl Fn(Value) -> Option<i32>) {
        let short = |value: Value| px(value).unwrap_or(0).clamp(-2000, 2000) as i16;
        let side = |first: Property| (property as usize - first as usize) & 3;
        match (property, value) {
            (Property::Color, Value::Color(color)) => self.color = color.over(self.background),
            (Property::Color, _) => self.color = parent.color,
            (Property::FontWeight, value) => self.weight = weight(value, parent),
            (Property::FontStyle, Value::Keyword(style)) => self.flag(ITALIC, style > 0),
            (Property::FontStyle, _) => self.flag(ITALIC, parent.has(ITALIC)),
            (Property::Visibility, Value::Keyword(visibility)) => self.flag(INVISIBLE, visibility > 0),
            (Property::Visibility, _) => self.flag(INVISIBLE, parent.has(INVISIBLE)),
            (Property::Display, Value::Keyword(display)) => {
                self.display = Display::ALL.get(usize::from(display)).copied().unwrap_or(Display::Inline);
            }
            (Property::Display, Value::Inherit) => self.display = parent.display,
            (Property::Display, Value::Initial) => self.display = Display::Inline,
            (Property::Float, Value::Keyword(float)) => self.flag(FLOATS, float > 0),
            (Property::Position, Value::Keyword(position)) => self.flag(OUT_OF_FLOW, matches!(position, 2 | 3)),
            (Property::FlexDirection, Value::Keyword(direction)) => self.flag(COLUMN, direction >= 2),
            (Property::TextIndent, value) => self.text_indent = px(value).unwrap_or(0),
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

    fn flag(&mut self, flag: u16, on: bool) {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
    }

    /// Finds out whether the element hides what is in it.
    fn hide(&mut self, declared: &Winners, px: &impl Fn(Value) -> Option<i32>) {
        if self.display == Display::None {
            self.hidden |= hidden::DISPLAY;
        }
        let is_zero = |value| matches!(value, Some(Value::Number(number)) if number.milli <= 0);
        if is_zero(declared.get(Property::Opacity)) {
            self.hidden |= hidden::OPACITY;
        }
        let cuts = matches!(declared.get(Property::Overflow), Some(Value::Keyword(1 | 2)));
        let is_tiny = |size| matches!(size, Size::Px(..=1));
        if cuts && (is_tiny(self.width) || is_tiny(self.height)) {
            self.hidden |= hidden::SIZE;
        }
        let is_positioned = self.has(OUT_OF_FLOW) || declared.get(Property::Position) == Some(Value::Keyword(1));
        let is_far = |property| {
            let value = declared.get(property);
            let moved = match value {
                // A percentage of the window.
                Some(Value::Number(Number { milli, unit: Unit::Percent })) => Some(milli / 100),
                Some(value) => px(value),
                None => None,
            };
            moved.is_some_and(|px| px <= FAR)
        };
        let is_moved = is_positioned && (is_far(Property::Left) || is_far(Property::Top));
        if is_moved || is_far(Property::MarginLeft) || is_far(Property::TextIndent) {
            self.hidden |= hidden::OFFSCREEN;
        }
        if declared.get(Property::Clip) == Some(Value::Keyword(1)) && self.has(OUT_OF_FLOW) {
            self.hidden |= hidden::CLIPPED;
        }
    }
}

/// Colors whose channels differ by no more are the same to a reader.
const SAME_COLOR: u8 = 4;
/// Smaller text is no text, in thousandths of a pixel.
const LEAST_FONT_SIZE: u32 = 1000;

impl Style {
    /// Works out what follows from the rest.
    pub fn finish(&mut self) {
        self.luminance = luminance(self.color);
        self.hidden_text = self.hidden;
        if self.has(INVISIBLE) {
            self.hidden_text |= hidden::VISIBILITY;
        }
        if self.font_size < LEAST_FONT_SIZE {
            self.hidden_text |= hidden::SIZE;
        }
        let mut channels = self.color.channels().into_iter().zip(self.background.channels());
        if channels.all(|(text, ground)| text.abs_diff(ground) <= SAME_COLOR) && !self.has(ON_IMAGE) {
            self.hidden_text |= hidden::COLOR;
        }
    }
}

/// `base` times a number in thousandths, as a font size.
pub fn scaled(base: u32, milli: i64) -> u32 {
    (i64::from(base) * milli / 1000).clamp(0, MOST_FONT_SIZE) as u32
}

fn font_size(value: Value, parent: &Style, root: u32) -> u32 {
    let Value::Number(number) = value else {
        return if value == Value::Initial { DEFAULT_FONT_SIZE } else { parent.font_size };
    };
    let milli = i64::from(number.milli);
    match number.unit {
        Unit::Px => milli.clamp(0, MOST_FONT_SIZE) as u32,
        Unit::Em => scaled(parent.font_size, milli),
        Unit::Rem => scaled(root, milli),
        Unit::Percent => scaled(parent.font_size, milli / 100),
        Unit::One | Unit::Other => parent.font_size,
    }
}

fn weight(value: Value, parent: &Style) -> u16 {
    match value {
        Value::Number(number) => (number.milli / 1000) as u16,
        // The standard's table for `lighter` and `bolder` (CSS Fonts Level 4, section 2.2).
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

/// A length in whole pixels; none for percentages and keywords.
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
