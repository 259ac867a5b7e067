//! Escapes for CommonMark: characters that would be markup get a backslash.

use crate::base::fallible::Text;
use crate::base::simd::Lanes;
use crate::read::html::scan::find_lanes;
use crate::read::page::unicode::is_letter_or_number;
use std::ops::Range;

/// Where a text is written, as far as it decides what is markup.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// A bar would end the cell.
    pub in_table: bool,
    /// A dollar sign would begin or end a formula.
    pub has_formulas: bool,
}

/// Appends text for any position in a paragraph. `line`: what is in the line before the text, if the text may be part of
/// a marker at its start.
pub(super) fn escape(out: &mut Text, text: &str, line: Option<&str>, around: Around) {
    let mut copied = 0;
    if let Some(end) = line.and_then(|line| marker(line, text)) {
        out.push_str(&text[..end - 1]);
        out.push('\\');
        out.push_str(&text[end - 1..end]);
        copied = end;
    }
    loop {
        let at = find_lanes(text.as_bytes(), copied, special);
        if at == text.len() {
            break;
        }
        out.push_str(&text[copied..at]);
        let after = text[at + 1..].chars().next();
        let is_markup = match text.as_bytes()[at] {
            // Inside a word it is no emphasis; a text may end in the middle of a word.
            b'_' => {
                !(out.chars().next_back().is_some_and(is_letter_or_number) && after.is_some_and(is_letter_or_number))
            }
            // A text may end in the middle of a reference.
            b'&' => is_reference(&text[at + 1..]) || !text[at + 1..].contains(|c: char| !is_of_reference(c)),
            b'|' => around.in_table,
            b'$' => around.has_formulas,
            _ => true,
        };
        if is_markup {
            out.push('\\');
        }
        out.push_str(&text[at..at + 1]);
        copied = at + 1;
    }
    out.push_str(&text[copied..]);
}

/// The bytes that may be markup inside a line.
#[inline(always)]
fn special(lanes: Lanes) -> u32 {
    b"\\`*[]<_&~|$".iter().fold(0, |found, &byte| found | lanes.equal(byte))
}

/// The end in a text of a possible marker of a heading, list, quotation, rule, underline or table, which begins with
/// `line`, the start of the line.
fn marker(line: &str, text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes.first()? {
        b'#' | b'>' | b'+' | b'-' | b'=' | b'|' | b':' if line.is_empty() => Some(1),
        b'0'..=b'9' | b'.' | b')' if line.bytes().all(|byte| byte.is_ascii_digit()) => {
            let digits = bytes.iter().position(|byte| !byte.is_ascii_digit())?;
            let is_number = digits + line.len() > 0;
            (is_number && matches!(bytes[digits], b'.' | b')')).then_some(digits + 1)
        }
        _ => None,
    }
}

/// The text on one line, and without separators that some renderers take for line endings, if it has any.
pub(super) fn on_one_line(text: &str) -> Option<Text> {
    replaced(text, is_line_end)
}

/// Whether some renderer takes a character for the end of a line.
pub(super) fn is_line_end(c: char) -> bool {
    matches!(c, '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Code without separators that some renderers take for line endings, if it has any.
pub(super) fn without_separators(code: &str) -> Option<Text> {
    replaced(code, |c| matches!(c, '\u{1c}'..='\u{1e}'))
}

/// The text with spaces instead of some characters, if it has any of them.
fn replaced(text: &str, is_replaced: impl Fn(char) -> bool) -> Option<Text> {
    text.contains(&is_replaced).then(|| {
        let mut out = Text::default();
        text.chars().for_each(|c| out.push(if is_replaced(c) { ' ' } else { c }));
        out
    })
}

/// Appends the target of a link. Parentheses, backslashes and character references are markup in it, backticks and bars
/// in the text around it; control characters and whitespace are percent-encoded.
pub(super) fn escape_target(out: &mut Text, target: &str) {
    let (mut at, mut copied) = (0, 0);
    while let Some(found) = target.as_bytes()[at..].iter().position(|&byte| !IS_PLAIN[usize::from(byte)]) {
        let start = at + found;
        let Some(c) = target[start..].chars().next() else { break };
        at = start + c.len_utf8();
        match c {
            '&' if !is_reference(&target[at..]) => {}
            '&' | '(' | ')' | '\\' | '`' | '|' => {
                out.push_str(&target[copied..start]);
                out.push('\\');
                copied = start;
            }
            '<' | '>' => copied = percent(out, target, copied, start..at),
            c if c.is_control() || c.is_whitespace() => copied = percent(out, target, copied, start..at),
            _ => {}
        }
    }
    out.push_str(&target[copied..]);
}

/// By byte: whether it stays as it is in the target of a link.
static IS_PLAIN: [bool; 256] = {
    let mut is_plain = [false; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        is_plain[byte as usize] = !matches!(byte, b'&' | b'(' | b')' | b'<' | b'>' | b'\\' | b'`' | b'|');
        byte += 1;
    }
    is_plain
};

/// Whether a text makes the ampersand before it a character reference, which ends with a semicolon.
fn is_reference(text: &str) -> bool {
    let name = text.find(|c| !is_of_reference(c)).map_or("", |end| &text[..end]);
    !name.is_empty() && text[name.len()..].starts_with(';')
}

fn is_of_reference(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '#'
}

/// Writes a text from `copied` on, and a character in it as percent-encoded bytes; returns the end of that.
fn percent(out: &mut Text, text: &str, copied: usize, character: Range<usize>) -> usize {
    out.push_str(&text[copied..character.start]);
    text[character.clone()].bytes().for_each(|byte| percent_byte(out, byte));
    character.end
}

/// Writes a byte percent-encoded.
pub(in crate::on_demand) fn percent_byte(out: &mut Text, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    out.push(char::from(DIGITS[usize::from(byte >> 4)]));
    out.push(char::from(DIGITS[usize::from(byte & 15)]));
}
