//! Formulas in Markdown: `$x^2$` in a line, `$$x^2$$` on a line of its own, as many renderers read them.

use super::escape::is_line_end;
use super::inline::Formula;
use super::span::Place;
use crate::base::fallible::Text;
use crate::read::page::unicode;

/// A formula with its dollar signs. `None` if it is written as text: a single letter or a number, which read the same
/// without, and what is no TeX, because its braces are not in pairs, at which renderers disagree where it ends.
pub(super) fn written(formula: Formula<'_>, place: Place) -> Option<Text> {
    let is_plain = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_digit())
            || text.chars().count() == 1 && text.chars().all(unicode::is_letter_or_number)
    };
    // A backslash at its end would escape the sign, and no space may stand inside of one.
    let tex = formula.text.trim_matches(char::is_whitespace);
    let tex = tex.trim_end_matches(|c: char| c == '\\' || c.is_whitespace());
    if is_plain(tex) || !has_pairs_of_braces(tex) {
        return None;
    }
    let mark = if formula.is_display { "$$" } else { "$" };
    let mut out = Text::from(mark);
    Writer { out: &mut out, place, is_text_math: false }.tex(tex);
    out.push_str(mark);
    Some(out)
}

struct Writer<'o> {
    out: &'o mut Text,
    place: Place,
    /// Inside of `$x$` in the text of a formula, as in `\text{if $x$}`.
    is_text_math: bool,
}

impl Writer<'_> {
    fn tex(&mut self, tex: &str) {
        let (mut last, mut is_escaped) = (' ', false);
        for c in tex.chars() {
            // Renderers that know no formulas must read neither tags nor links. In TeX, spaces between signs mean nothing.
            let is_markup = matches!((last, c), ('<', '!'..) | (']', '(' | '[' | ':') | ('\\', '`'));
            self.out.push_str(if is_markup { " " } else { "" });
            match c {
                '`' => self.out.push_str("\\`"),
                // It would end the formula. LaTeX knows these delimiters, too.
                '$' if !is_escaped => {
                    self.is_text_math = !self.is_text_math;
                    self.out.push_str(if self.is_text_math { "\\(" } else { "\\)" });
                }
                // A bar ends a cell; after a backslash that is one by itself to some renderers, it is a norm.
                '|' if self.place == Place::Cell && is_escaped => self.out.push_str("Vert "),
                '|' if self.place == Place::Cell => self.out.push_str("\\|"),
                c if is_line_end(c) => self.out.push(' '),
                c => self.out.push(c),
            }
            (is_escaped, last) = (c == '\\' && !is_escaped, c);
        }
        // The space after a name.
        self.out.truncate(self.out.trim_end_matches(' ').len());
    }
}

fn has_pairs_of_braces(tex: &str) -> bool {
    let (mut open, mut is_escaped) = (0u32, false);
    for byte in tex.bytes() {
        match byte {
            b'{' if !is_escaped => open += 1,
            b'}' if !is_escaped => match open.checked_sub(1) {
                Some(fewer) => open = fewer,
                None => return false,
            },
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    open == 0
}
