//! Declarations: the properties that change how text looks, or whether it is seen. All others are skipped; what their
//! values mean stands in `expand`.

use super::colors::Color;
use super::expand::{expand, kind_of};
use super::syntax::{find, name_end, skip_block, skip_space, stop, trim};
use super::values::Number;
use super::variables::Variables;
use crate::html::names::name_key_at;
use crate::html::scan::same_name;

macro_rules! properties {
    ($($(#[$doc:meta])* $id:ident,)*) => {
        /// A property that is read.
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
    /// Whether `clip` or `clip-path` leaves nothing to be seen.
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
    /// Whether the border can be seen, as the next three.
    BorderTop,
    /// Right.
    BorderRight,
    /// Bottom.
    BorderBottom,
    /// Left.
    BorderLeft,
    /// `padding-top`, as the next three.
    PaddingTop,
    /// Right.
    PaddingRight,
    /// Bottom.
    PaddingBottom,
    /// Left.
    PaddingLeft,
    /// `margin-top`, as the next three.
    MarginTop,
    /// Right.
    MarginRight,
    /// Bottom.
    MarginBottom,
    /// Left.
    MarginLeft,
}

/// What a declaration says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A length, a percentage or a number.
    Number(Number),
    /// A color.
    Color(Color),
    /// The place of the keyword in its property's list.
    Keyword(u8),
    /// `inherit`.
    Inherit,
    /// `initial`, `unset`, `revert`, `auto`, `none`: as if nothing were declared for this element or its kind.
    Initial,
}

/// One declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// What it sets.
    pub property: Property,
    /// To what.
    pub value: Value,
    /// Whether `!important` stands behind it.
    pub important: bool,
}

/// Reads the declarations of a block from `at` on, up to its `}` or the end of the source; gives the position there.
/// Blocks inside of the block, which are rules in themselves, are skipped.
pub fn read(source: &[u8], mut at: usize, variables: &mut Variables<'_>, found: &mut impl FnMut(Declaration)) -> usize {
    loop {
        at = skip_space(source, at);
        match source.get(at) {
            None | Some(b'}') => return at,
            Some(b';') => {
                at += 1;
                continue;
            }
            _ => {}
        }
        let name = at..name_end(source, at);
        let colon = skip_space(source, name.end);
        let is_declaration = source.get(colon) == Some(&b':') && !name.is_empty();
        let end = find(source, colon, stop::SEMICOLON | stop::OPEN | stop::CLOSE);
        if source.get(end) == Some(&b'{') {
            at = skip_block(source, end + 1);
            continue;
        }
        if is_declaration {
            declaration(source, name, colon + 1..end, variables, found);
        }
        at = end;
    }
}

fn declaration(
    source: &[u8],
    name: std::ops::Range<usize>,
    value: std::ops::Range<usize>,
    variables: &mut Variables<'_>,
    found: &mut impl FnMut(Declaration),
) {
    if source[name.clone()].starts_with(b"--") {
        variables.declare(&source[name], value.start as u32, value.end as u32);
        return;
    }
    let Some(kind) = kind_of(name_key_at(source, name.start, name.end)) else { return };
    let (value, important) = importance(trim(&source[value]));
    let value = variables.resolve(source, value);
    if value.is_empty() {
        return;
    }
    expand(kind, value, &mut |property, value| found(Declaration { property, value, important }));
}

/// Takes `!important` off a value.
fn importance(value: &[u8]) -> (&[u8], bool) {
    match memchr::memrchr(b'!', value) {
        Some(mark) if same_name(trim(&value[mark + 1..]), b"important") => (trim(&value[..mark]), true),
        _ => (value, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Bump;
    use crate::visual::css::values::Unit;

    fn declared(block: &str) -> Vec<(Property, Value, bool)> {
        let arena = Bump::new();
        let mut variables = Variables::new(&arena);
        let mut all = Vec::new();
        let end = read(block.as_bytes(), 0, &mut variables, &mut |d| all.push((d.property, d.value, d.important)));
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
        let weight = |w| Value::Number(Number { milli: w * 1000, unit: Unit::One });
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
        let seen = |css: &str| declared(css).into_iter().map(|d| d.1 == Value::Keyword(1)).collect::<Vec<_>>();
        assert_eq!(seen("border: 1px solid #ccc"), [true; 4]);
        assert_eq!(seen("border: 0 solid"), [false; 4]);
        assert_eq!(seen("border-left: 1px solid transparent"), [false]);
        assert_eq!(seen("border-style: solid none"), [true, false, true, false]);
    }

    #[test]
    fn what_hides() {
        for css in ["clip: rect(0,0,0,0)", "clip:rect(1px 1px 1px 1px)", "clip-path: inset(50%)", "clip-path:circle(0)"]
        {
            assert_eq!(declared(css)[0].1, Value::Keyword(1), "{css}");
        }
        for css in ["clip: auto", "clip: rect(0, 100px, 100px, 0)", "clip-path: inset(10%)", "clip-path: none"] {
            assert_eq!(declared(css)[0].1, Value::Keyword(0), "{css}");
        }
    }

    #[test]
    fn variables_stand_for_values() {
        let css = "--size: 20px; font-size: var(--size); color: var(--none, #fff); width: var(--none)";
        let expected = [(Property::FontSize, px(20), false), (Property::Color, Value::Color(Color::WHITE), false)];
        assert_eq!(declared(css), expected);
    }
}
