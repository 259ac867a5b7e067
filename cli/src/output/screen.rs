//! Fitting text to the width of the terminal.

use blockmask::internals::page::unicode::{WIDE, ZERO_WIDTH, class};
use blockmask_cli::json::escape::is_harmful;
use blockmask_cli::memory::Text;
use console::Term;

/// The width of the terminal in columns, overridden by `COLUMNS`; `None` if the output is not a terminal.
pub fn columns() -> Option<usize> {
    let configured = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = Term::stdout();
    configured.or_else(|| terminal.is_term().then(|| terminal.size().1.into()))
}

/// The width of a character in columns.
fn width_of(c: char) -> usize {
    match class(c) {
        class if class & ZERO_WIDTH != 0 => 0,
        class if class & WIDE != 0 => 2,
        _ => 1,
    }
}

/// Replaces control characters, which could control the terminal, and truncates the text to a number of columns.
pub fn fit(text: &str, columns: Option<usize>) -> String {
    let columns = columns.unwrap_or(usize::MAX);
    let mut fitted = Text::default();
    let mut used = 0usize;
    // Where to truncate to leave a column for the ellipsis.
    let mut cut = 0;
    for c in text.chars() {
        let c = if is_harmful(c) || c.is_control() { '\u{fffd}' } else { c };
        used = used.saturating_add(width_of(c));
        if used > columns {
            fitted.truncate(cut);
            fitted.push('…');
            return fitted.into_string();
        }
        fitted.push(c);
        if used < columns {
            cut = fitted.len();
        }
    }
    fitted.into_string()
}

/// The text as it can be printed: on a terminal without control characters but line feeds and tabs.
pub fn printable(text: String) -> String {
    if Term::stdout().is_term() { without_controls(&text) } else { text }
}

/// The text without control characters but line feeds and tabs.
pub fn without_controls(text: &str) -> String {
    let mut printable = Text::default();
    text.chars().for_each(|c| printable.push(if is_harmful(c) { '\u{fffd}' } else { c }));
    printable.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_truncated_by_columns() {
        assert_eq!(fit("hello", None), "hello");
        assert_eq!(fit("hello", Some(5)), "hello");
        assert_eq!(fit("hello", Some(4)), "hel…");
        assert_eq!(fit("漢字漢字", Some(8)), "漢字漢字");
        assert_eq!(fit("漢字漢字", Some(7)), "漢字漢…");
        assert_eq!(fit("漢字漢字", Some(6)), "漢字…");
        assert_eq!(fit("e\u{301}e\u{301}e\u{301}", Some(3)), "e\u{301}e\u{301}e\u{301}");
        assert_eq!(fit("abc", Some(1)), "…");
    }

    #[test]
    fn lines_stay_and_control_characters_go() {
        assert_eq!(without_controls("a\tb\n\x1b[2J\x07\u{202e}c\u{9b}"), "a\tb\n\u{fffd}[2J\u{fffd}\u{fffd}c\u{fffd}");
    }

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(fit("a\u{1b}[2Jb\u{202e}c\u{9b}d", None), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d");
    }
}
