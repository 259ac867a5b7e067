//! Formulas in Markdown: `$x^2$` in a line, `$$x^2$$` on a line of its own, as many renderers read them.

use super::inline::Formula;
use super::span::Place;
use crate::base::fallible::Text;
use crate::read::page::unicode;

/// A formula with its dollar signs. `None` if it reads the same without: a single letter or a number.
pub(super) fn written(formula: Formula<'_>, place: Place) -> Option<Text> {
    let is_plain = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_digit())
            || text.chars().count() == 1 && text.chars().all(unicode::is_letter_or_number)
    };
    if is_plain(formula.text) {
        return None;
    }
    let mark = if formula.is_display { "$$" } else { "$" };
    let mut out = Text::from(mark);
    let mut last = ' ';
    for c in formula.text.chars() {
        // Renderers that know no formulas must read neither tags nor links, and a bar must not end the cell. In TeX, spaces
        // between signs mean nothing.
        let is_markup = matches!((last, c), ('<', '!'..) | (']', '(' | '[' | ':') | ('\\', '`'));
        out.push_str(if is_markup { " " } else { "" });
        out.push_str(if c == '`' || c == '|' && place == Place::Cell { "\\" } else { "" });
        out.push(c);
        last = c;
    }
    // A backslash would escape the sign.
    out.push_str(if last == '\\' { " " } else { "" });
    out.push_str(mark);
    Some(out)
}
