//! What the value of each property means: keywords, lengths and colors, and shorthands taken apart.

use super::colors::{Color, color};
use super::declarations::{Property, Value};
use super::values::{Number, Unit, function, keyword, length, number};
use crate::html::names::name_key;
use crate::html::scan::same_name;

/// Keywords of `display`; their order is that of [`crate::visual::style::Display`].
pub const DISPLAYS: [&str; 10] =
    ["none", "inline", "block", "inline-block", "flex", "table", "table-row", "table-cell", "contents", "list-item"];
/// Other ways to write some of them.
const SAME_DISPLAYS: [(&str, u8); 11] = [
    ("inline-flex", 3),
    ("inline-table", 3),
    ("inline-grid", 3),
    ("grid", 4),
    ("-webkit-box", 4),
    ("-webkit-flex", 4),
    ("-ms-flexbox", 4),
    ("flow-root", 2),
    ("table-row-group", 2),
    ("table-header-group", 2),
    ("table-caption", 2),
];
/// Keywords of `position`; the first stands for all that stay in the flow.
pub const POSITIONS: [&str; 5] = ["static", "relative", "absolute", "fixed", "sticky"];
const FLEX_DIRECTIONS: [&str; 4] = ["row", "row-reverse", "column", "column-reverse"];
const FONT_SIZES: [(&str, i32); 8] = [
    ("xx-small", 9),
    ("x-small", 10),
    ("small", 13),
    ("medium", 16),
    ("large", 18),
    ("x-large", 24),
    ("xx-large", 32),
    ("xxx-large", 48),
];

/// How a value is read.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Color,
    BackgroundColor,
    BackgroundImage,
    Background,
    Font,
    FontSize,
    FontWeight,
    FontStyle,
    Display,
    Visibility,
    Opacity,
    Position,
    Float,
    Overflow,
    Clip,
    ClipPath,
    FlexDirection,
    Length(Property),
    Box(Property),
    Border(Option<Property>),
    BorderParts,
}

/// How the values of the property of a name key are read, if they are.
pub(super) fn kind_of(key: u64) -> Option<Kind> {
    macro_rules! table {
        ($($name:literal => $kind:expr,)*) => {{
            $(const { assert!(!$name.is_empty()) };)*
            match key {
                $(key if key == const { name_key($name) } => $kind,)*
                _ => return None,
            }
        }};
    }
    use Property as P;
    Some(table! {
        b"color" => Kind::Color,
        b"background-color" => Kind::BackgroundColor,
        b"background-image" => Kind::BackgroundImage,
        b"background" => Kind::Background,
        b"font" => Kind::Font,
        b"font-size" => Kind::FontSize,
        b"font-weight" => Kind::FontWeight,
        b"font-style" => Kind::FontStyle,
        b"display" => Kind::Display,
        b"visibility" => Kind::Visibility,
        b"opacity" => Kind::Opacity,
        b"position" => Kind::Position,
        b"float" => Kind::Float,
        b"overflow" => Kind::Overflow,
        b"clip" => Kind::Clip,
        b"clip-path" => Kind::ClipPath,
        b"flex-direction" => Kind::FlexDirection,
        b"text-indent" => Kind::Length(P::TextIndent),
        b"width" => Kind::Length(P::Width),
        b"height" => Kind::Length(P::Height),
        b"left" => Kind::Length(P::Left),
        b"top" => Kind::Length(P::Top),
        b"padding" => Kind::Box(P::PaddingTop),
        b"padding-top" => Kind::Length(P::PaddingTop),
        b"padding-right" => Kind::Length(P::PaddingRight),
        b"padding-bottom" => Kind::Length(P::PaddingBottom),
        b"padding-left" => Kind::Length(P::PaddingLeft),
        b"margin" => Kind::Box(P::MarginTop),
        b"margin-top" => Kind::Length(P::MarginTop),
        b"margin-right" => Kind::Length(P::MarginRight),
        b"margin-bottom" => Kind::Length(P::MarginBottom),
        b"margin-left" => Kind::Length(P::MarginLeft),
        b"border" => Kind::Border(None),
        b"border-top" => Kind::Border(Some(P::BorderTop)),
        b"border-right" => Kind::Border(Some(P::BorderRight)),
        b"border-bottom" => Kind::Border(Some(P::BorderBottom)),
        b"border-left" => Kind::Border(Some(P::BorderLeft)),
        b"border-style" => Kind::BorderParts,
        b"border-width" => Kind::BorderParts,
    })
}

/// The four sides of a box, from the top one on.
fn sides(top: Property) -> [Property; 4] {
    let first = top as usize;
    [0, 1, 2, 3].map(|side| Property::ALL[first + side])
}

/// Tells what a value sets, which may be several properties.
pub(super) fn expand(kind: Kind, value: &[u8], found: &mut dyn FnMut(Property, Value)) {
    use Property as P;
    let (property, read) = match kind {
        Kind::Color => (P::Color, or_global(value, color_value)),
        Kind::BackgroundColor => (P::Background, or_global(value, color_value)),
        Kind::BackgroundImage => (P::BackgroundImage, or_global(value, |v| Some(Value::Keyword(has_image(v).into())))),
        Kind::FontSize => (P::FontSize, or_global(value, font_size)),
        Kind::FontWeight => (P::FontWeight, or_global(value, font_weight)),
        Kind::FontStyle => {
            (P::FontStyle, or_global(value, |v| keyword(v, &["normal", "italic", "oblique"]).map(Value::Keyword)))
        }
        Kind::Display => (P::Display, or_global(value, display)),
        Kind::Visibility => {
            (P::Visibility, or_global(value, |v| keyword(v, &["visible", "hidden", "collapse"]).map(Value::Keyword)))
        }
        Kind::Opacity => (P::Opacity, or_global(value, |v| number(v).map(Value::Number))),
        Kind::Position => (P::Position, or_global(value, |v| keyword(v, &POSITIONS).map(Value::Keyword))),
        Kind::Float => (P::Float, or_global(value, |v| keyword(v, &["none", "left", "right"]).map(Value::Keyword))),
        Kind::Overflow => {
            (P::Overflow, or_global(value, |v| keyword(v, &["visible", "hidden", "clip"]).map(Value::Keyword)))
        }
        Kind::Clip => (P::Clip, or_global(value, |v| Some(Value::Keyword(clips_all(v).into())))),
        Kind::ClipPath => (P::Clip, or_global(value, |v| Some(Value::Keyword(cuts_all(v).into())))),
        Kind::FlexDirection => {
            (P::FlexDirection, or_global(value, |v| keyword(v, &FLEX_DIRECTIONS).map(Value::Keyword)))
        }
        Kind::Length(property) => (property, or_global(value, length_value)),
        Kind::Background => return background(value, found),
        Kind::Font => return font(value, found),
        Kind::Box(top) => return box_lengths(top, value, found),
        Kind::Border(side) => return border(side, value, found),
        Kind::BorderParts => return border_parts(value, found),
    };
    if let Some(value) = read {
        found(property, value);
    }
}

/// The keywords that every property has, or what `read` makes of the value.
fn or_global(value: &[u8], read: impl FnOnce(&[u8]) -> Option<Value>) -> Option<Value> {
    global(value).or_else(|| read(value))
}

#[inline(never)]
fn global(value: &[u8]) -> Option<Value> {
    let place = keyword(value, &["inherit", "initial", "unset", "revert"])?;
    Some(if place == 0 { Value::Inherit } else { Value::Initial })
}

fn color_value(value: &[u8]) -> Option<Value> {
    color(value).map(Value::Color)
}

fn length_value(value: &[u8]) -> Option<Value> {
    match same_name(value, b"auto") || same_name(value, b"none") {
        true => Some(Value::Initial),
        false => length(value).map(Value::Number),
    }
}

fn font_size(value: &[u8]) -> Option<Value> {
    if let Some((_, px)) = FONT_SIZES.iter().find(|(name, _)| same_name(value, name.as_bytes())) {
        return Some(Value::Number(Number { milli: px * 1000, unit: Unit::Px }));
    }
    // Browsers step by about a fifth.
    let milli = match keyword(value, &["smaller", "larger"]) {
        Some(0) => 833,
        Some(_) => 1200,
        None => return length(value).filter(|number| number.milli >= 0).map(Value::Number),
    };
    Some(Value::Number(Number { milli, unit: Unit::Em }))
}

/// `normal`, `bold` or a number from 1 to 1000 gives a number; `lighter` and `bolder` are the keywords 0 and 1.
fn font_weight(value: &[u8]) -> Option<Value> {
    let weight = |milli| Some(Value::Number(Number { milli, unit: Unit::One }));
    match keyword(value, &["lighter", "bolder", "normal", "bold"]) {
        Some(2) => weight(400_000),
        Some(3) => weight(700_000),
        Some(other) => Some(Value::Keyword(other)),
        None => match number(value)? {
            Number { milli: milli @ 1000..=1_000_000, unit: Unit::One } => weight(milli),
            _ => None,
        },
    }
}

fn display(value: &[u8]) -> Option<Value> {
    let same = || SAME_DISPLAYS.iter().find(|(name, _)| same_name(value, name.as_bytes())).map(|same| same.1);
    keyword(value, &DISPLAYS).or_else(same).map(Value::Keyword)
}

fn has_image(value: &[u8]) -> bool {
    !same_name(value, b"none")
}

/// `rect(0 0 0 0)`, `rect(1px, 1px, 1px, 1px)`.
fn clips_all(value: &[u8]) -> bool {
    let Some(sides) = function(value, b"rect") else { return false };
    let mut sides = words(sides).map(|side| length(side).map_or(i32::MAX, |side| side.milli));
    let mut next = || sides.next().unwrap_or(i32::MAX);
    let (top, right, bottom, left) = (next(), next(), next(), next());
    let is_thin = |from: i32, to: i32| to != i32::MAX && from != i32::MAX && to - from <= 1000;
    is_thin(top, bottom) && is_thin(left, right)
}

/// `inset(50%)`, `circle(0)`.
fn cuts_all(value: &[u8]) -> bool {
    if let Some(sides) = function(value, b"inset") {
        let first = words(sides).next().and_then(length);
        return first.is_some_and(|side| side.is_percent() && side.milli >= 50_000);
    }
    function(value, b"circle").and_then(|radius| words(radius).next()).and_then(length).is_some_and(|r| r.milli == 0)
}

/// The parts of a value between whitespace or commas; what stands in parentheses stays together.
fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || next_word(value, &mut at))
}

#[inline(never)]
fn next_word<'v>(value: &'v [u8], at: &mut usize) -> Option<&'v [u8]> {
    let is_between = |b: u8| b.is_ascii_whitespace() || b == b',' || b == b'/';
    let rest = value.get(*at..)?;
    let rest = &rest[rest.iter().take_while(|&&b| is_between(b)).count()..];
    let mut depth = 0u32;
    let ends = |&byte: &u8| {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => return depth == 0 && is_between(byte),
        }
        false
    };
    let len = rest.iter().position(ends).unwrap_or(rest.len());
    *at = value.len() - rest.len() + len;
    (len > 0).then(|| &rest[..len])
}

/// A shorthand whose value is a keyword that every property has: all its properties take it.
fn all_global(value: &[u8], properties: &[Property], found: &mut dyn FnMut(Property, Value)) -> bool {
    match global(value) {
        Some(global) => {
            properties.iter().for_each(|&property| found(property, global));
            true
        }
        None => false,
    }
}

fn background(value: &[u8], found: &mut dyn FnMut(Property, Value)) {
    if all_global(value, &[Property::Background, Property::BackgroundImage], found) {
        return;
    }
    let mut painted = Color::TRANSPARENT;
    let mut image = false;
    for word in words(value) {
        match color(word) {
            Some(found) => painted = found,
            None => image |= word.ends_with(b")"),
        }
    }
    found(Property::Background, Value::Color(painted));
    found(Property::BackgroundImage, Value::Keyword(image.into()));
}

/// `italic bold 12px/1.5 Georgia, serif`: the size ends what is read here, as families follow it.
fn font(value: &[u8], found: &mut dyn FnMut(Property, Value)) {
    if all_global(value, &[Property::FontStyle, Property::FontWeight, Property::FontSize], found) {
        return;
    }
    let mut style = Value::Keyword(0);
    let mut weight = Value::Number(Number { milli: 400_000, unit: Unit::One });
    for word in words(value) {
        if same_name(word, b"normal") {
            continue;
        }
        if let Some(known) = keyword(word, &["italic", "oblique"]) {
            style = Value::Keyword(known + 1);
        } else if let Some(known) = font_weight(word) {
            weight = known;
        } else if let Some(size) = font_size(word) {
            found(Property::FontStyle, style);
            found(Property::FontWeight, weight);
            found(Property::FontSize, size);
            return;
        }
    }
}

/// One to four lengths: top, right, bottom, left, as CSS repeats them.
fn box_lengths(top: Property, value: &[u8], found: &mut dyn FnMut(Property, Value)) {
    if all_global(value, &sides(top), found) {
        return;
    }
    let mut given = [Value::Initial; 4];
    let mut count = 0;
    for word in words(value) {
        let (Some(to), Some(value)) = (given.get_mut(count), length_value(word)) else { return };
        *to = value;
        count += 1;
    }
    for (side, property) in sides(top).into_iter().enumerate() {
        let from = match (side, count) {
            (_, 0) => return,
            (side, count) if side < count => side,
            (3, 2..) => 1,
            (2.., _) => 0,
            _ => 0,
        };
        found(property, given[from]);
    }
}

const NO_LINE: [&str; 2] = ["none", "hidden"];
const LINES: [&str; 8] = ["solid", "dotted", "dashed", "double", "groove", "ridge", "inset", "outset"];

/// A border can be seen if it has a line, a width and a color.
fn border(side: Option<Property>, value: &[u8], found: &mut dyn FnMut(Property, Value)) {
    let all = sides(Property::BorderTop);
    let one;
    let properties = match side {
        Some(side) => {
            one = [side];
            &one[..]
        }
        None => &all,
    };
    if all_global(value, properties, found) {
        return;
    }
    let mut has_line = false;
    let mut is_seen = true;
    for word in words(value) {
        has_line |= keyword(word, &LINES).is_some();
        is_seen &= keyword(word, &NO_LINE).is_none();
        is_seen &= length(word).is_none_or(|width| width.milli > 0);
        is_seen &= color(word).is_none_or(|color| color.opacity() > 0);
    }
    let visible = Value::Keyword((has_line && is_seen).into());
    properties.iter().for_each(|&property| found(property, visible));
}

/// `border-style` and `border-width`, one value for all sides or one for each.
fn border_parts(value: &[u8], found: &mut dyn FnMut(Property, Value)) {
    let mut given = [None; 4];
    let mut count = 0;
    for word in words(value).take(4) {
        given[count] = match keyword(word, &LINES) {
            Some(_) => Some(true),
            None if keyword(word, &NO_LINE).is_some() => Some(false),
            // A width alone makes no line, but none at all takes it away.
            None => length(word).filter(|width| width.milli == 0).map(|_| false),
        };
        count += 1;
    }
    for (side, property) in sides(Property::BorderTop).into_iter().enumerate() {
        let from = if side < count {
            side
        } else if side == 3 && count >= 2 {
            1
        } else {
            0
        };
        if let Some(visible) = given[from] {
            found(property, Value::Keyword(visible.into()));
        }
    }
}
