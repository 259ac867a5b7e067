//! The value syntax of each property: keywords, lengths and colors, and the expansion of shorthands.

use super::colors::{Color, parse_color};
use super::declarations::{Property, Value};
use super::values::{Number, Unit, function, keyword, parse_length, parse_number};
use crate::read::html::names::{is_hashed, name_key};
use crate::read::html::scan::same_name;

/// Keywords of `display`, in the order of [`crate::published::visual::computed_style::Display`].
const DISPLAYS: [&str; 10] =
    ["none", "inline", "block", "inline-block", "flex", "table", "table-row", "table-cell", "contents", "list-item"];
/// Keywords of `display` that are laid out like others.
const DISPLAY_ALIASES: [(&str, u8); 11] = [
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

/// The syntax of a value.
#[derive(Clone, Copy)]
pub(super) enum Syntax {
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
    BoxSides(Property),
    Border(Option<Property>),
    BorderLonghand,
}

/// The syntax of the property with the given name and its key, if it is supported.
pub(super) fn syntax_of(key: u64, name: &[u8]) -> Option<Syntax> {
    macro_rules! table {
        ($($name:literal => $kind:expr,)*) => {{
            match key {
                $(key if key == const { name_key($name) } => ($kind, &$name[..]),)*
                _ => return None,
            }
        }};
    }
    use Property as P;
    let (syntax, known) = table! {
        b"color" => Syntax::Color,
        b"background-color" => Syntax::BackgroundColor,
        b"background-image" => Syntax::BackgroundImage,
        b"background" => Syntax::Background,
        b"font" => Syntax::Font,
        b"font-size" => Syntax::FontSize,
        b"font-weight" => Syntax::FontWeight,
        b"font-style" => Syntax::FontStyle,
        b"display" => Syntax::Display,
        b"visibility" => Syntax::Visibility,
        b"opacity" => Syntax::Opacity,
        b"position" => Syntax::Position,
        b"float" => Syntax::Float,
        b"overflow" => Syntax::Overflow,
        b"clip" => Syntax::Clip,
        b"clip-path" => Syntax::ClipPath,
        b"flex-direction" => Syntax::FlexDirection,
        b"text-indent" => Syntax::Length(P::TextIndent),
        b"width" => Syntax::Length(P::Width),
        b"height" => Syntax::Length(P::Height),
        b"left" => Syntax::Length(P::Left),
        b"top" => Syntax::Length(P::Top),
        b"padding" => Syntax::BoxSides(P::PaddingTop),
        b"padding-top" => Syntax::Length(P::PaddingTop),
        b"padding-right" => Syntax::Length(P::PaddingRight),
        b"padding-bottom" => Syntax::Length(P::PaddingBottom),
        b"padding-left" => Syntax::Length(P::PaddingLeft),
        b"margin" => Syntax::BoxSides(P::MarginTop),
        b"margin-top" => Syntax::Length(P::MarginTop),
        b"margin-right" => Syntax::Length(P::MarginRight),
        b"margin-bottom" => Syntax::Length(P::MarginBottom),
        b"margin-left" => Syntax::Length(P::MarginLeft),
        b"border" => Syntax::Border(None),
        b"border-top" => Syntax::Border(Some(P::BorderTop)),
        b"border-right" => Syntax::Border(Some(P::BorderRight)),
        b"border-bottom" => Syntax::Border(Some(P::BorderBottom)),
        b"border-left" => Syntax::Border(Some(P::BorderLeft)),
        b"border-style" => Syntax::BorderLonghand,
        b"border-width" => Syntax::BorderLonghand,
    };
    (!is_hashed(key) || same_name(name, known)).then_some(syntax)
}

/// The properties of the four sides of a box, given the property of the top.
fn sides(top: Property) -> [Property; 4] {
    let first = top as usize;
    [0, 1, 2, 3].map(|side| Property::ALL[first + side])
}

/// Parses a value and emits the longhand properties that it sets.
pub(super) fn parse_value(syntax: Syntax, value: &[u8], emit: &mut dyn FnMut(Property, Value)) {
    use Property as P;
    let (property, read) = match syntax {
        Syntax::Color => (P::Color, or_css_wide(value, color_value)),
        Syntax::BackgroundColor => (P::Background, or_css_wide(value, color_value)),
        Syntax::BackgroundImage => (P::BackgroundImage, flag(value, has_image)),
        Syntax::FontSize => (P::FontSize, or_css_wide(value, font_size)),
        Syntax::FontWeight => (P::FontWeight, or_css_wide(value, font_weight)),
        Syntax::FontStyle => (P::FontStyle, one_of(value, &["normal", "italic", "oblique"])),
        Syntax::Display => (P::Display, or_css_wide(value, display)),
        Syntax::Visibility => (P::Visibility, one_of(value, &["visible", "hidden", "collapse"])),
        Syntax::Opacity => (P::Opacity, or_css_wide(value, |v| parse_number(v).map(Value::Number))),
        Syntax::Position => (P::Position, one_of(value, &["static", "relative", "absolute", "fixed", "sticky"])),
        Syntax::Float => (P::Float, one_of(value, &["none", "left", "right"])),
        Syntax::Overflow => (P::Overflow, one_of(value, &["visible", "hidden", "clip"])),
        Syntax::Clip => (P::Clip, flag(value, clip_hides_all)),
        Syntax::ClipPath => (P::Clip, flag(value, clip_path_hides_all)),
        Syntax::FlexDirection => (P::FlexDirection, one_of(value, &["row", "row-reverse", "column", "column-reverse"])),
        Syntax::Length(property) => (property, or_css_wide(value, length_value)),
        Syntax::Background => return background(value, emit),
        Syntax::Font => return font(value, emit),
        Syntax::BoxSides(top) => return box_sides(top, value, emit),
        Syntax::Border(side) => return border(side, value, emit),
        Syntax::BorderLonghand => return border_longhand(value, emit),
    };
    if let Some(value) = read {
        emit(property, value);
    }
}

/// A CSS-wide keyword, or else what `parse` makes of the value.
fn or_css_wide(value: &[u8], parse: impl FnOnce(&[u8]) -> Option<Value>) -> Option<Value> {
    css_wide(value).or_else(|| parse(value))
}

/// The CSS-wide keywords, which every property accepts.
#[inline(never)]
fn css_wide(value: &[u8]) -> Option<Value> {
    let index = keyword(value, &["inherit", "initial", "unset", "revert"])?;
    Some(if index == 0 { Value::Inherit } else { Value::Initial })
}

/// One of `keywords`.
fn one_of(value: &[u8], keywords: &[&str]) -> Option<Value> {
    or_css_wide(value, |value| keyword(value, keywords).map(Value::Keyword))
}

/// 1 if the value passes a test, else 0.
fn flag(value: &[u8], test: fn(&[u8]) -> bool) -> Option<Value> {
    or_css_wide(value, |value| Some(Value::Keyword(test(value).into())))
}

fn color_value(value: &[u8]) -> Option<Value> {
    parse_color(value).map(Value::Color)
}

fn length_value(value: &[u8]) -> Option<Value> {
    match same_name(value, b"auto") || same_name(value, b"none") {
        true => Some(Value::Initial),
        false => parse_length(value).map(Value::Number),
    }
}

fn font_size(value: &[u8]) -> Option<Value> {
    if let Some((_, px)) = FONT_SIZES.iter().find(|(name, _)| same_name(value, name.as_bytes())) {
        return Some(Value::Number(Number { milli: px * 1000, unit: Unit::Px }));
    }
    // Browsers use a factor of about 1.2.
    let milli = match keyword(value, &["smaller", "larger"]) {
        Some(0) => 833,
        Some(_) => 1200,
        None => return parse_length(value).filter(|number| number.milli >= 0).map(Value::Number),
    };
    Some(Value::Number(Number { milli, unit: Unit::Em }))
}

/// A number from 1 to 1000, also for `normal` and `bold`; `lighter` and `bolder` are the keywords 0 and 1.
fn font_weight(value: &[u8]) -> Option<Value> {
    let weight = |milli| Some(Value::Number(Number { milli, unit: Unit::None }));
    match keyword(value, &["lighter", "bolder", "normal", "bold"]) {
        Some(2) => weight(400_000),
        Some(3) => weight(700_000),
        Some(other) => Some(Value::Keyword(other)),
        None => match parse_number(value)? {
            Number { milli: milli @ 1000..=1_000_000, unit: Unit::None } => weight(milli),
            _ => None,
        },
    }
}

fn display(value: &[u8]) -> Option<Value> {
    let alias = || DISPLAY_ALIASES.iter().find(|(name, _)| same_name(value, name.as_bytes())).map(|alias| alias.1);
    keyword(value, &DISPLAYS).or_else(alias).map(Value::Keyword)
}

fn has_image(value: &[u8]) -> bool {
    !same_name(value, b"none")
}

/// Whether `clip` hides everything: `rect(0 0 0 0)`, `rect(1px, 1px, 1px, 1px)`.
fn clip_hides_all(value: &[u8]) -> bool {
    let Some(sides) = function(value, b"rect") else { return false };
    let mut sides = components(sides).map(|side| parse_length(side).map_or(i32::MAX, |side| side.milli));
    let mut next = || sides.next().unwrap_or(i32::MAX);
    let (top, right, bottom, left) = (next(), next(), next(), next());
    let is_thin = |start: i32, end: i32| end != i32::MAX && start != i32::MAX && end - start <= 1000;
    is_thin(top, bottom) && is_thin(left, right)
}

/// Whether `clip-path` hides everything: `inset(50%)`, `circle(0)`.
fn clip_path_hides_all(value: &[u8]) -> bool {
    if let Some(sides) = function(value, b"inset") {
        let first = components(sides).next().and_then(parse_length);
        return first.is_some_and(|side| side.is_percent() && side.milli >= 50_000);
    }
    function(value, b"circle")
        .and_then(|radius| components(radius).next())
        .and_then(parse_length)
        .is_some_and(|r| r.milli == 0)
}

/// The components of a value, separated by whitespace, commas or slashes outside parentheses.
fn components(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || next_component(value, &mut at))
}

#[inline(never)]
fn next_component<'v>(value: &'v [u8], at: &mut usize) -> Option<&'v [u8]> {
    let is_separator = |b: u8| b.is_ascii_whitespace() || b == b',' || b == b'/';
    let rest = value.get(*at..)?;
    let rest = &rest[rest.iter().take_while(|&&b| is_separator(b)).count()..];
    let mut depth = 0u32;
    let ends = |&byte: &u8| {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => return depth == 0 && is_separator(byte),
        }
        false
    };
    let len = rest.iter().position(ends).unwrap_or(rest.len());
    *at = value.len() - rest.len() + len;
    (len > 0).then(|| &rest[..len])
}

/// Emits a CSS-wide keyword for all longhands of a shorthand; returns whether the value is one.
fn all_css_wide(value: &[u8], properties: &[Property], emit: &mut dyn FnMut(Property, Value)) -> bool {
    match css_wide(value) {
        Some(css_wide) => {
            properties.iter().for_each(|&property| emit(property, css_wide));
            true
        }
        None => false,
    }
}

fn background(value: &[u8], emit: &mut dyn FnMut(Property, Value)) {
    if all_css_wide(value, &[Property::Background, Property::BackgroundImage], emit) {
        return;
    }
    let mut painted = Color::TRANSPARENT;
    let mut image = false;
    for component in components(value) {
        match parse_color(component) {
            Some(found) => painted = found,
            None => image |= component.ends_with(b")"),
        }
    }
    emit(Property::Background, Value::Color(painted));
    emit(Property::BackgroundImage, Value::Keyword(image.into()));
}

/// `italic bold 12px/1.5 Georgia, serif`: parsing stops at the size, as only families follow.
fn font(value: &[u8], emit: &mut dyn FnMut(Property, Value)) {
    if all_css_wide(value, &[Property::FontStyle, Property::FontWeight, Property::FontSize], emit) {
        return;
    }
    let mut style = Value::Keyword(0);
    let mut weight = Value::Number(Number { milli: 400_000, unit: Unit::None });
    for component in components(value) {
        if same_name(component, b"normal") {
            continue;
        }
        if let Some(known) = keyword(component, &["italic", "oblique"]) {
            style = Value::Keyword(known + 1);
        } else if let Some(known) = font_weight(component) {
            weight = known;
        } else if let Some(size) = font_size(component) {
            emit(Property::FontStyle, style);
            emit(Property::FontWeight, weight);
            emit(Property::FontSize, size);
            return;
        }
    }
}

/// One to four lengths for top, right, bottom and left.
fn box_sides(top: Property, value: &[u8], emit: &mut dyn FnMut(Property, Value)) {
    if all_css_wide(value, &sides(top), emit) {
        return;
    }
    let mut given = [Value::Initial; 4];
    let mut count = 0;
    for component in components(value) {
        let (Some(slot), Some(value)) = (given.get_mut(count), length_value(component)) else { return };
        *slot = value;
        count += 1;
    }
    if count > 0 {
        (0..4).for_each(|side| emit(sides(top)[side], given[source_of_side(side, count)]));
    }
}

/// Which of `count` values applies to a side: a missing left is the right, any other missing value the first.
fn source_of_side(side: usize, count: usize) -> usize {
    match side {
        _ if side < count => side,
        3 if count >= 2 => 1,
        _ => 0,
    }
}

const INVISIBLE_LINE_STYLES: [&str; 2] = ["none", "hidden"];
const VISIBLE_LINE_STYLES: [&str; 8] = ["solid", "dotted", "dashed", "double", "groove", "ridge", "inset", "outset"];

/// A border is visible if it has a line style, a width and a color.
fn border(side: Option<Property>, value: &[u8], emit: &mut dyn FnMut(Property, Value)) {
    let all = sides(Property::BorderTop);
    let properties = side.as_ref().map_or(&all[..], std::slice::from_ref);
    if all_css_wide(value, properties, emit) {
        return;
    }
    let mut has_line = false;
    let mut is_visible = true;
    for component in components(value) {
        has_line |= keyword(component, &VISIBLE_LINE_STYLES).is_some();
        is_visible &= keyword(component, &INVISIBLE_LINE_STYLES).is_none();
        is_visible &= parse_length(component).is_none_or(|width| width.milli > 0);
        is_visible &= parse_color(component).is_none_or(|color| color.opacity() > 0);
    }
    let visible = Value::Keyword((has_line && is_visible).into());
    properties.iter().for_each(|&property| emit(property, visible));
}

/// `border-style` and `border-width`: one to four values.
fn border_longhand(value: &[u8], emit: &mut dyn FnMut(Property, Value)) {
    let mut given = [None; 4];
    let mut count = 0;
    for component in components(value).take(4) {
        given[count] = match keyword(component, &VISIBLE_LINE_STYLES) {
            Some(_) => Some(true),
            None if keyword(component, &INVISIBLE_LINE_STYLES).is_some() => Some(false),
            // A width alone draws no line, but a width of 0 removes it.
            None => parse_length(component).filter(|width| width.milli == 0).map(|_| false),
        };
        count += 1;
    }
    for (side, property) in sides(Property::BorderTop).into_iter().enumerate() {
        if let Some(visible) = given[source_of_side(side, count)] {
            emit(property, Value::Keyword(visible.into()));
        }
    }
}
