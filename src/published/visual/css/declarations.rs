//! Declarations of the properties that affect how text looks or whether it is visible. All others are skipped.
//! `property_values` parses the values.

use super::colors::Color;
use super::property_values::{parse_value, syntax_of};
use super::syntax::{find, identifier_end, skip_block, skip_whitespace, stop, trim};
use super::values::Number;
use super::variables::Variables;
use crate::read::html::names::name_key_at;
use crate::read::html::scan::same_name;

macro_rules! properties {
    ($($(#[$doc:meta])* $id:ident,)*) => {
        /// A supported longhand property.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Property { $($(#[$doc])* $id,)* }
        impl Property {
            /// All of them.
            pub const ALL: &'static [Property] = &[$(Property::$id,)*];
        }
    };
}

properties! {
    /// `color`.
    Color,
    /// `background-color`.
    Background,
    /// Whether there is a `background-image`.
    BackgroundImage,
    /// `font-size`.
    FontSize,
    /// `font-weight`.
    FontWeight,
    /// `font-style`.
    FontStyle,
    /// `display`.
    Display,
    /// `visibility`.
    Visibility,
    /// `opacity`.
    Opacity,
    /// `position`.
    Position,
    /// `float`.
    Float,
    /// `overflow`.
    Overflow,
    /// Whether `clip` or `clip-path` hides everything.
    Clip,
    /// `flex-direction`.
    FlexDirection,
    /// `text-indent`.
    TextIndent,
    /// `width`.
    Width,
    /// `height`.
    Height,
    /// `left`.
    Left,
    /// `top`.
    Top,
    /// Whether the top border is visible.
    BorderTop,
    /// Whether the right border is visible.
    BorderRight,
    /// Whether the bottom border is visible.
    BorderBottom,
    /// Whether the left border is visible.
    BorderLeft,
    /// `padding-top`.
    PaddingTop,
    /// `padding-right`.
    PaddingRight,
    /// `padding-bottom`.
    PaddingBottom,
    /// `padding-left`.
    PaddingLeft,
    /// `margin-top`.
    MarginTop,
    /// `margin-right`.
    MarginRight,
    /// `margin-bottom`.
    MarginBottom,
    /// `margin-left`.
    MarginLeft,
}

/// A declared value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A length, a percentage or a number.
    Number(Number),
    /// A color.
    Color(Color),
    /// The index of a keyword in its property's list.
    Keyword(u8),
    /// `inherit`.
    Inherit,
    /// `initial`, `unset` and `revert`, and `auto` and `none` of lengths: the initial value.
    Initial,
}

/// One declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The property.
    pub property: Property,
    /// Its value.
    pub value: Value,
    /// Whether it is `!important`.
    pub important: bool,
}

/// Parses declarations from `at` up to a `}` or the end of the source, and returns the position there. Nested rules are
/// skipped.
pub fn parse_declarations(
    source: &[u8],
    mut at: usize,
    variables: &mut Variables<'_>,
    emit: &mut impl FnMut(Declaration),
) -> usize {
    loop {
        at = skip_whitespace(source, at);
        match source.get(at) {
            None | Some(b'}') => return at,
            Some(b';') => {
                at += 1;
                continue;
            }
            _ => {}
        }
        let name = at..identifier_end(source, at);
        let colon = skip_whitespace(source, name.end);
        let is_declaration = source.get(colon) == Some(&b':') && !name.is_empty();
        let end = find(source, colon, stop::SEMICOLON | stop::OPEN | stop::CLOSE);
        if source.get(end) == Some(&b'{') {
            at = skip_block(source, end + 1);
            continue;
        }
        if is_declaration {
            declaration(source, name, colon + 1..end, variables, emit);
        }
        at = end;
    }
}

fn declaration(
    source: &[u8],
    name: std::ops::Range<usize>,
    value: std::ops::Range<usize>,
    variables: &mut Variables<'_>,
    emit: &mut impl FnMut(Declaration),
) {
    if source[name.clone()].starts_with(b"--") {
        variables.declare(source, name, value);
        return;
    }
    let Some(syntax) = syntax_of(name_key_at(source, name.start, name.end), &source[name]) else { return };
    let (value, important) = split_important(trim(&source[value]));
    let value = variables.resolve(source, value);
    if value.is_empty() {
        return;
    }
    parse_value(syntax, value, &mut |property, value| emit(Declaration { property, value, important }));
}

/// Splits `!important` off a value.
fn split_important(value: &[u8]) -> (&[u8], bool) {
    match memchr::memrchr(b'!', value) {
        Some(mark) if same_name(trim(&value[mark + 1..]), b"important") => (trim(&value[..mark]), true),
        _ => (value, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::arena::Bump;
    use crate::published::visual::css::values::Unit;

    fn declared(block: &str) -> Vec<(Property, Value, bool)> {
        let arena = Bump::new();
        let mut variables = Variables::new(&arena);
        let mut all = Vec::new();
        let end = parse_declarations(block.as_bytes(), 0, &mut variables, &mut |d| {
            all.push((d.property, d.value, d.important))
        });
        assert!(end <= block.len());
        all
    }

    fn px(px: i32) -> Value {
        Value::Number(Number { milli: px * 1000, unit: Unit::Px })
    }

    #[test]
    fn declarations_are_read_and_others_skipped() {
        let found = declared("COLOR : Red !IMPORTANT; zoom:1; font-size:12px;;; width:nonsense; x{color:blue} top: 0");
        let expected = [
            (Property::Color, Value::Color(Color(0xff00_00ff)), true),
            (Property::FontSize, px(12), false),
            (Property::Top, px(0), false),
        ];
        assert_eq!(found, expected);
        assert!(declared("").is_empty() && declared("color").is_empty() && declared(":red;!important").is_empty());
        assert_eq!(declared("color:red}color:blue").len(), 1);
    }

    #[test]
    fn shorthands() {
        let weight = |w| Value::Number(Number { milli: w * 1000, unit: Unit::None });
        let expected = [
            (Property::FontStyle, Value::Keyword(1), false),
            (Property::FontWeight, weight(700), false),
            (Property::FontSize, px(12), false),
        ];
        assert_eq!(declared("font: italic bold 12px/30px Georgia, serif"), expected);
        let margins: Vec<Value> = declared("margin: 1px 2px").into_iter().map(|d| d.1).collect();
        assert_eq!(margins, [px(1), px(2), px(1), px(2)]);
        let margins: Vec<Value> = declared("padding: 1px auto 3px").into_iter().map(|d| d.1).collect();
        assert_eq!(margins, [px(1), Value::Initial, px(3), Value::Initial]);
        assert_eq!(declared("background: url(a;b) no-repeat #fff")[0].1, Value::Color(Color::WHITE));
        assert_eq!(declared("background: url(a;b) no-repeat #fff")[1].1, Value::Keyword(1));
        assert_eq!(declared("background: none")[0].1, Value::Color(Color::TRANSPARENT));
        let visible = |css: &str| declared(css).into_iter().map(|d| d.1 == Value::Keyword(1)).collect::<Vec<_>>();
        assert_eq!(visible("border: 1px solid #ccc"), [true; 4]);
        assert_eq!(visible("border: 0 solid"), [false; 4]);
        assert_eq!(visible("border-left: 1px solid transparent"), [false]);
        assert_eq!(visible("border-style: solid none"), [true, false, true, false]);
    }

    #[test]
    fn clipping() {
        for css in ["clip: rect(0,0,0,0)", "clip:rect(1px 1px 1px 1px)", "clip-path: inset(50%)", "clip-path:circle(0)"]
        {
            assert_eq!(declared(css)[0].1, Value::Keyword(1), "{css}");
        }
        for css in ["clip: auto", "clip: rect(0, 100px, 100px, 0)", "clip-path: inset(10%)", "clip-path: none"] {
            assert_eq!(declared(css)[0].1, Value::Keyword(0), "{css}");
        }
    }

    #[test]
    fn variables_are_resolved() {
        let css = "--size: 20px; font-size: var(--size); color: var(--none, #fff); width: var(--none)";
        let expected = [(Property::FontSize, px(20), false), (Property::Color, Value::Color(Color::WHITE), false)];
        assert_eq!(declared(css), expected);
    }
}
