//! The width of text on a terminal, and of the terminal itself.

use blockmask::page::unicode::{WIDE, ZERO_WIDTH, class};
use console::Term;

/// Columns of the terminal; `COLUMNS` overrules it. Nothing if the output goes elsewhere.
pub fn columns() -> Option<usize> {
    let wanted = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = Term::stdout();
    wanted.or_else(|| terminal.is_term().then(|| terminal.size().1.into()))
}

/// Columns that a character takes.
fn width_of(c: char) -> usize {
    match class(c) {
        class if class & ZERO_WIDTH != 0 => 0,
        class if class & WIDE != 0 => 2,
        _ => 1,
    }
}

/// The text without control characters, which could do things to a terminal, cut to so many columns.
pub fn fit(text: &str, columns: Option<usize>) -> String {
    let columns = columns.unwrap_or(usize::MAX);
    let mut fitted = String::new();
    let mut used = 0usize;
    // Where to cut so that the ellipsis has room.
    let mut cut = 0;
    for c in text.chars() {
        let c = if c.is_control() || is_bidi_control(c) { '\u{fffd}' } else { c };
        used = used.saturating_add(width_of(c));
        if used > columns {
            fitted.truncate(cut);
            fitted.push('…');
            return fitted;
        }
        fitted.push(c);
        if used < columns {
            cut = fitted.len();
        }
    }
    fitted
}

/// Marks that turn the rest of a line around.
fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_by_columns() {
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
    fn nothing_reaches_the_terminal_that_steers_it() {
        assert_eq!(fit("a\u{1b}[2Jb\u{202e}c\u{9b}d", None), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d");
    }
}
