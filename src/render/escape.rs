//! Escapes for CommonMark: what would be read as markup gets a backslash.

use crate::fallible::Text;
use crate::page::unicode::is_letter_or_number;

/// Appends text that may stand anywhere in a paragraph. `is_line_start` says that it begins a line; what follows a line
/// feed in it does, too. `in_table` escapes the bars between cells.
pub(super) fn escape(out: &mut Text, text: &str, is_line_start: bool, in_table: bool) {
    let mut copied = 0;
    if is_line_start {
        escape_start(out, text);
        copied = start_length(text);
    }
    let is_special = |byte: &u8| matches!(byte, b'\\' | b'`' | b'*' | b'[' | b']' | b'<' | b'_' | b'&' | b'~' | b'|');
    while let Some(at) = text.as_bytes()[copied..].iter().position(is_special).map(|at| copied + at) {
        out.push_str(&text[copied..at]);
        let after = text[at + 1..].chars().next();
        let is_markup = match text.as_bytes()[at] {
            // Inside a word it is no emphasis; a text may end in the middle of a word.
            b'_' => {
                !(out.chars().next_back().is_some_and(is_letter_or_number) && after.is_some_and(is_letter_or_number))
            }
            b'&' => after.is_none_or(|after| after == '#' || after.is_ascii_alphanumeric()),
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

/// How many bytes at the start of a line [`escape_start`] writes.
fn start_length(text: &str) -> usize {
    marker(text).unwrap_or_default()
}

/// Writes the marker of a block at the start of a line so that it is none.
fn escape_start(out: &mut Text, text: &str) {
    if let Some(end) = marker(text) {
        out.push_str(&text[..end - 1]);
        out.push('\\');
        out.push_str(&text[end - 1..end]);
    }
}

/// The end of what may be the marker of a heading, a list, a quotation, a rule or an underline at the start of a line.
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

/// Appends the target of a link.
pub(super) fn escape_target(out: &mut Text, target: &str) {
    for c in target.trim().chars() {
        match c {
            '(' | ')' | '\\' | '&' | '*' | '_' | '`' | '[' | ']' | '|' | '~' => {
                out.push('\\');
                out.push(c);
            }
            '<' | '>' | ' ' => {
                let mut buffer = [0; 4];
                percent(out, c.encode_utf8(&mut buffer));
            }
            c if c.is_control() || c.is_whitespace() => {
                let mut buffer = [0; 4];
                percent(out, c.encode_utf8(&mut buffer));
            }
            c => out.push(c),
        }
    }
}

fn percent(out: &mut Text, text: &str) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        out.push('%');
        out.push(char::from(DIGITS[usize::from(byte >> 4)]));
        out.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
}
