//! Declarations that decide about the text of an element: they hide it (`display:none`, `visibility:hidden`,
//! `content-visibility:hidden`), shrink it to nothing (`font-size:0`), leave it to screen readers alone (`clip`), make it a
//! block, or keep its line feeds (`white-space`).
//!
//! A minimal reader of CSS declarations (CSS Syntax Module Level 3), fast enough for every `style` attribute of a page:
//! it knows comments, `!important` and the cascade within one block of declarations, and nothing else.

use crate::read::html::scan::{self, same_name};
use memchr::memmem;

/// The effect of declarations on the text of an element.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TextStyle {
    /// They hide the text.
    pub hides: bool,
    /// They specify `display` or `visibility`, and do not hide it.
    pub shows: bool,
    /// They clip the element to nothing, or move it off the screen, as is usual for text that only screen readers read.
    pub clips: bool,
    /// Its own text has no size. What is in it may have one: so is the space between its parts removed.
    pub shrinks: bool,
    /// It is transparent, as also before scripts fade it in.
    pub is_transparent: bool,
    /// `display` or `visibility` is `!important`.
    pub is_important: bool,
    /// They make the element a block: its text is not of one line with the text around it.
    pub is_block: bool,
    /// They lay out its children, each as a block.
    pub lays_out: bool,
    /// They make it a box in the line with space at its sides: its text is a word.
    pub is_spaced: bool,
    /// Whether it keeps line feeds (`white-space:pre` and the like) or collapses them; `None` if it specifies neither.
    pub preserves_lines: Option<bool>,
}

impl TextStyle {
    /// Whether words, or blocks, end where the element does.
    pub fn parts_words(&self) -> bool {
        self.is_block || self.lays_out || self.is_spaced
    }
}

/// Values of `display` that make a block, or a cell of a table. The items of a `flex` or `grid` are blocks, too; so is it.
const BLOCKS: [&[u8]; 12] = [
    b"block",
    b"flex",
    b"grid",
    b"table",
    b"list-item",
    b"flow-root",
    b"table-cell",
    b"table-row",
    b"table-caption",
    b"table-row-group",
    b"-webkit-box",
    b"-webkit-flex",
];

/// Values of `display` that make blocks of the children of an element.
const LAYOUTS: [&[u8]; 5] = [b"flex", b"grid", b"inline-flex", b"inline-grid", b"-webkit-flex"];

/// Reads the declarations `source[at..end]`. Of several declarations of a property the last one applies, or the last
/// that is `!important`.
pub(crate) fn read(source: &[u8], mut at: usize, end: usize) -> TextStyle {
    let has_comments = scan::find_byte_before(source, at, end, b'*') < end;
    let (mut display, mut visibility, mut block) = (Cascaded::default(), Cascaded::default(), Cascaded::default());
    let (mut content, mut layout) = (Cascaded::default(), Cascaded::default());
    let (mut white_space, mut clip, mut is_away) = (None, None, false);
    let (mut shrinks, mut is_transparent, mut is_cut, mut is_box) = (false, false, false, false);
    let start = at;
    while at < end {
        let declaration_end = match has_comments {
            true => find_declaration_end(source, at, end),
            false => scan::find_byte_before(source, at, end, b';'),
        };
        let declaration = trim(&source[at..declaration_end]);
        // Fast path: few declarations start with these letters.
        if let [b'd' | b'D' | b'v' | b'V', ..]
        | [b'w' | b'W', b'h' | b'H', ..]
        | [b'c' | b'C', b'l' | b'L', b'i' | b'I', ..]
        | [b'c' | b'C', b'o' | b'O', b'n' | b'N', _, _, _, _, b'-', ..]
        | [b'f' | b'F', _, _, _, b'-', b's' | b'S', b'i' | b'I', ..]
        | [b'o' | b'O', b'p' | b'P' | b'v' | b'V', ..]
        | [b'l' | b'L', b'e' | b'E', b'f' | b'F', ..]
        | [b't' | b'T', b'e' | b'E', b'x' | b'X', b't' | b'T', b'-', b'i' | b'I', ..] = declaration
            && let Some(colon) = memchr::memchr(b':', declaration)
        {
            let (property, value) = (trim(&declaration[..colon]), &declaration[colon + 1..]);
            if same_name(property, b"display") {
                display.apply(value, &[b"none"]);
                block.apply(value, &BLOCKS);
                layout.apply(value, &LAYOUTS);
                is_box = !block.is_one && trim(value).get(..12).is_some_and(|name| same_name(name, b"inline-block"));
            } else if same_name(property, b"visibility") {
                visibility.apply(value, &[b"hidden", b"collapse"]);
            } else if same_name(property, b"content-visibility") {
                content.apply(value, &[b"hidden"]);
            } else if same_name(property, b"font-size") {
                shrinks = is_zero(value) || trim(value).get(..3).is_some_and(|size| same_name(size, b"1px"));
            } else if same_name(property, b"opacity") {
                is_transparent = is_zero(value);
            } else if same_name(property, b"overflow") {
                is_cut |= trim(value).get(..6).is_some_and(|value| same_name(value, b"hidden"));
            } else if same_name(property, b"clip") || same_name(property, b"clip-path") {
                clip.get_or_insert(Cascaded::default()).is_one |= clips_all(value);
            } else if same_name(property, b"left") || same_name(property, b"text-indent") {
                is_away |= is_far_left(value);
            } else if same_name(property, b"white-space") {
                let kept: [&[u8]; 4] = [b"pre", b"pre-wrap", b"pre-line", b"break-spaces"];
                white_space.get_or_insert(Cascaded::default()).apply(value, &kept);
            }
        }
        at = declaration_end + 1;
    }
    let hides = display.is_one || visibility.is_one || content.is_one;
    TextStyle {
        hides,
        shows: !hides && (display.is_set || visibility.is_set),
        clips: is_away || clip.is_some_and(|value| value.is_one) || is_cut && is_dot(&source[start..end]),
        shrinks,
        is_transparent,
        is_important: display.is_important || visibility.is_important,
        is_block: block.is_one,
        lays_out: layout.is_one,
        is_spaced: is_box && has_sides(source, start, end),
        preserves_lines: white_space.map(|value| value.is_one),
    }
}

/// Whether declarations leave space at the left or right side of an element, more than letters have between them.
fn has_sides(source: &[u8], mut at: usize, end: usize) -> bool {
    while at < end {
        let declaration_end = scan::find_byte_before(source, at, end, b';');
        let declaration = source[at..declaration_end].trim_ascii_start();
        at = declaration_end + 1;
        if matches!(declaration.first(), Some(b'm' | b'M' | b'p' | b'P')) && has_side(declaration) {
            return true;
        }
    }
    false
}

fn has_side(declaration: &[u8]) -> bool {
    const SIDES: [&[u8]; 6] = [b"", b"-left", b"-right", b"-inline", b"-inline-start", b"-inline-end"];
    let Some(colon) = memchr::memchr(b':', declaration) else { return false };
    let (name, value) = (trim(&declaration[..colon]), trim(&declaration[colon + 1..]));
    let after = |prefix: &[u8]| {
        let (start, rest) = name.split_at_checked(prefix.len())?;
        same_name(start, prefix).then_some(rest)
    };
    let Some(side) = after(b"margin").or_else(|| after(b"padding")) else { return false };
    let mut sides = value.split(u8::is_ascii_whitespace).filter(|side| !side.is_empty());
    let first = sides.next();
    // Of four sides the second one is the right, and of two they are the same.
    let is_wide = sides.next().filter(|_| side.is_empty()).or(first).is_some_and(is_wide);
    is_wide && SIDES.iter().any(|known| same_name(side, known))
}

/// Whether a length is two pixels, or a tenth of a letter, at least.
fn is_wide(length: &[u8]) -> bool {
    let digits = length.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    let (number, unit) = length.split_at(digits);
    let number: f32 = str::from_utf8(number).unwrap_or_default().parse().unwrap_or_default();
    number >= if unit.get(..2).is_some_and(|unit| same_name(unit, b"px")) { 2.0 } else { 0.1 }
}

/// Whether a value of `clip` or `clip-path` leaves nothing of an element: a rectangle of a pixel, or an inset of half its
/// size from all sides.
fn clips_all(value: &[u8]) -> bool {
    let value = trim(value);
    let inside = |name: &[u8]| {
        let start = value.get(..name.len()).is_some_and(|start| same_name(start, name));
        start.then(|| value[name.len()..].split(|&byte| byte == b')').next().unwrap_or_default())
    };
    let mut numbers =
        inside(b"rect(").unwrap_or_default().split(|byte| b" ,\t\n".contains(byte)).filter(|n| !n.is_empty());
    let is_pixel = |number: &[u8]| matches!(number, b"0" | b"0px" | b"1px");
    if value.first().is_some_and(|b| b"rR".contains(b)) {
        return numbers.clone().count() == 4 && numbers.all(is_pixel);
    }
    inside(b"inset(").is_some_and(|inset| matches!(inset.trim_ascii(), b"50%" | b"100%"))
}

/// Whether a number is zero, with whatever unit.
fn is_zero(value: &[u8]) -> bool {
    let value = trim(value);
    let number = value.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.');
    value.first() == Some(&b'0') && number.into_iter().all(|&byte| byte == b'0' || byte == b'.')
}

/// Whether declarations leave an element that cuts what overflows a pixel at most.
fn is_dot(declarations: &[u8]) -> bool {
    let is_small = |property: &'static [u8]| {
        values_of(declarations, property).next().is_some_and(|value| matches!(value, b"1px" | b"0px" | b"0"))
    };
    is_small(b"width") && is_small(b"height")
}

/// The values that short declarations give a property.
pub(crate) fn values_of<'s>(declarations: &'s [u8], property: &'static [u8]) -> impl Iterator<Item = &'s [u8]> {
    declarations.split(|&byte| byte == b';').filter_map(move |declaration| {
        let colon = memchr::memchr(b':', declaration)?;
        same_name(trim(&declaration[..colon]), property).then(|| trim(&declaration[colon + 1..]))
    })
}

/// Whether a value of `left` or `text-indent` moves an element or its text off every screen, further than the slides of a carousel.
fn is_far_left(value: &[u8]) -> bool {
    let Some(number) = trim(value).strip_prefix(b"-") else { return false };
    let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 4 || digits == 4 && number[0] >= b'5' || digits == 3 && number[digits..].starts_with(b"em")
}

/// The cascaded value of one property.
#[derive(Clone, Copy, Debug, Default)]
struct Cascaded {
    is_set: bool,
    /// Whether it is one of the values in question.
    is_one: bool,
    is_important: bool,
}

impl Cascaded {
    /// Applies the next declaration of the property. Values other than keywords and functions, such as the hacks for
    /// old browsers, are invalid and ignored.
    fn apply(&mut self, value: &[u8], values: &[&[u8]]) {
        let mut parts = value.splitn(2, |&b| b == b'!');
        let value = trim(parts.next().unwrap_or_default());
        let is_important = parts.next().is_some_and(|mark| same_name(trim(mark), b"important"));
        let is_valid = value.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'-') && !value.contains(&b'\\');
        if is_valid && (is_important || !self.is_important) {
            *self = Cascaded { is_set: true, is_one: values.iter().any(|name| same_name(value, name)), is_important };
        }
    }
}

/// The end of the declaration at `at`: the first semicolon outside of comments.
fn find_declaration_end(source: &[u8], at: usize, end: usize) -> usize {
    let mut start = at;
    let mut semicolon = scan::find_byte_before(source, start, end, b';');
    loop {
        let Some(open) = memmem::find(&source[start..semicolon], b"/*") else { return semicolon };
        let inside = start + open + 2;
        let Some(close) = memmem::find(&source[inside..end], b"*/") else { return end };
        start = inside + close + 2;
        if start > semicolon {
            semicolon = scan::find_byte_before(source, start, end, b';');
        }
    }
}

/// Strips whitespace and comments from both ends.
fn trim(mut css: &[u8]) -> &[u8] {
    loop {
        css = css.trim_ascii();
        let end = css.len();
        if css.starts_with(b"/*") {
            let close = css.get(2..).and_then(|inside| memmem::find(inside, b"*/"));
            css = &css[close.map_or(end, |close| close + 4)..];
        } else if css.ends_with(b"*/")
            && let Some(open) = memmem::rfind(&css[..end - 2], b"/*")
        {
            css = &css[..open];
        } else {
            return css;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_that_keep_line_feeds() {
        for (style, expected) in [
            ("white-space:pre", Some(true)),
            ("color:red; White-Space : PRE-WRAP !important", Some(true)),
            ("white-space:pre-line;width:1px", Some(true)),
            ("white-space:pre;white-space:normal", Some(false)),
            ("white-space:nowrap", Some(false)),
            ("white-space", None),
            ("white-space:pre!important;white-space:normal", Some(true)),
            ("/*white-space:pre;*/white-space:/**/normal", Some(false)),
            ("/*;*/white-space:pre", Some(true)),
            ("/*;white-space:pre;*/color:red", None),
            ("white-space-collapse:preserve", None),
            ("width:1px", None),
            ("", None),
        ] {
            assert_eq!(read(style.as_bytes(), 0, style.len()).preserves_lines, expected, "{style}");
        }
    }

    #[test]
    fn styles_that_clip() {
        for (style, expected) in [
            ("clip:rect(0 0 0 0);height:1px", true),
            ("position:absolute;CLIP: rect( 1px, 1px, 1px, 1px ) !important", true),
            ("clip-path:inset(50%)", true),
            ("position:absolute; LEFT : -9999px", true),
            ("position:absolute;left:-999em", true),
            ("text-indent:-9999px", true),
            ("width:0; HEIGHT:0px;overflow: Hidden", true),
            ("overflow:hidden;width:1px;height:1px", true),
            ("overflow:hidden;height:0", false),
            ("overflow:hidden;width:1px;height:10px", false),
            ("width:0;height:0", false),
            ("text-indent:-2em", false),
            ("text-align:left", false),
            ("left:-1170px", false),
            ("left:-50%;top:9999px", false),
            ("margin-left:-9999px", false),
            ("clip-path:inset(10%)", false),
            ("clip:rect(0,100px,50px,0)", false),
            ("clip:auto", false),
            ("clip:rect(", false),
            ("clear:both", false),
        ] {
            assert_eq!(read(style.as_bytes(), 0, style.len()).clips, expected, "{style}");
        }
    }

    #[test]
    fn text_without_size_or_color() {
        for (style, shrinks, is_transparent) in [
            ("font-size:0", true, false),
            ("font-size: 1px;color:#fff", true, false),
            ("font-size:10px", false, false),
            ("color:red;FONT-SIZE: 0.0px !important", true, false),
            ("opacity:0;font-size:0.9em", false, true),
            ("opacity:0;opacity:.5", false, false),
            ("opacity:0.01;font-size:10px", false, false),
            ("font-stretch:0;fill-opacity:0", false, false),
        ] {
            let read = read(style.as_bytes(), 0, style.len());
            assert_eq!((read.shrinks, read.is_transparent), (shrinks, is_transparent), "{style}");
        }
    }

    #[test]
    fn boxes_in_a_line() {
        for (style, expected) in [
            ("display:inline-block;margin-right:.25em", true),
            ("DISPLAY: Inline-Block !important; padding: 2px 8px", true),
            ("padding:.5rem;display:inline-block", true),
            ("display:inline-block;margin:0 0 9px", false),
            ("display:inline-block;margin-right:-4px", false),
            ("display:inline-block;margin-right:.02em;padding:0 1px", false),
            ("display:inline-block", false),
            ("display:inline;margin-right:1em", false),
            ("display:inline-block;margin:auto", false),
        ] {
            assert_eq!(read(style.as_bytes(), 0, style.len()).is_spaced, expected, "{style}");
        }
    }

    #[test]
    fn styles_that_hide() {
        for style in [
            "display:none",
            "color:red; DISPLAY : NONE !important;",
            "visibility:hidden",
            "a:b;visibility:collapse",
            "display:block;display:none",
            "display:none!important;display:block",
            "display:none;display:;display:0;display:block\\9",
            "display:none;visibility:visible",
            "display:/**/none",
            "/* a;b */display/*c*/:none/*d*/!/*e*/important",
            "a:b/*;*/;display:none/**/",
            "width:calc(2px * 3);/*x*//*y*/ display:none",
            "Content-Visibility: hidden",
        ] {
            assert!(read(style.as_bytes(), 0, style.len()).hides, "{style}");
        }
        for style in [
            "",
            "display:block",
            "display-x:none",
            "background:url(display:none)",
            "display none",
            "display:none;display:block",
            "display:none;display:var(--x)",
            "display:block!important;display:none",
            "visibility:hidden;VISIBILITY:visible",
            "display:none!important;display:block!important",
            "/*display:none;*/color:red",
            "/*;display:none",
            "a:b;/*/display:none",
            "display:*/none",
            "content-visibility:auto",
        ] {
            assert!(!read(style.as_bytes(), 0, style.len()).hides, "{style}");
        }
    }
}
