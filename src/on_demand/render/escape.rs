//! Escapes for CommonMark: characters that would be markup get a backslash.

use crate::base::fallible::Text;
use crate::base::simd::Lanes;
use crate::read::html::scan::find_lanes;
use crate::read::page::unicode::is_letter_or_number;
use std::ops::Range;

/// Appends text for any position in a paragraph. `is_line_start`: the text begins a line, as does text after a line
/// feed. `in_table`: bars are escaped.
pub(super) fn escape(out: &mut Text, text: &str, is_line_start: bool, in_table: bool) {
    let mut copied = 0;
    if is_line_start {
        escape_start(out, text);
        copied = start_length(text);
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
            b'|' => in_table,
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
    b"\\`*[]<_&~|".iter().fold(0, |found, &byte| found | lanes.equal(byte))
}

/// The number of bytes at the start of a line that [`escape_start`] writes.
fn start_length(text: &str) -> usize {
    marker(text).unwrap_or_default()
}

/// Escapes a block marker at the start of a line.
fn escape_start(out: &mut Text, text: &str) {
    if let Some(end) = marker(text) {
        out.push_str(&text[..end - 1]);
        out.push('\\');
        out.push_str(&text[end - 1..end]);
    }
}

/// The end of a possible marker of a heading, list, quotation, rule or underline at the start of a line.
fn marker(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes.first()? {
        b'#' | b'>' | b'+' | b'-' | b'=' => Some(1),
        b'0'..=b'9' => {
            let digits = bytes.iter().position(|byte| !byte.is_ascii_digit())?;
            matches!(bytes[digits], b'.' | b')').then_some(digits + 1)
        }
        _ => None,
    }
}

/// Appends the target of a link. Parentheses, backslashes and character references are markup in it, backticks and bars
/// in the text around it.
pub(super) fn escape_target(out: &mut Text, target: &str) {
    let target = target.trim();
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
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push_str(&text[copied..character.start]);
    for byte in text[character.clone()].bytes() {
        out.push('%');
        out.push(char::from(DIGITS[usize::from(byte >> 4)]));
        out.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    character.end
}
