//! Why a text is no file of rules.

use crate::base::fallible::Text;
use crate::selector::SelectorError;
use std::fmt::{self, Write};

/// A text that is no file of rules: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    line: usize,
    column: usize,
    message: String,
}

/// How much of a line is quoted.
const MAX_QUOTED: usize = 24;

impl RulesError {
    fn with((line, column): (u32, u32), message: Text) -> RulesError {
        RulesError { line: line as usize, column: column as usize, message: message.into_string() }
    }

    /// `expected` is not at this place, but `found`.
    pub(super) fn new(place: (u32, u32), expected: &str, found: &str) -> RulesError {
        let mut message = Text::default();
        let _ = write!(message, "expected {expected}");
        let mut quoted = Text::default();
        for c in found.chars().take_while(|c| !c.is_whitespace()).take(MAX_QUOTED) {
            if c.is_control() {
                let _ = write!(quoted, "{}", c.escape_unicode());
            } else {
                quoted.push(c);
            }
        }
        if !quoted.is_empty() {
            let _ = write!(message, ", found `{}`", &*quoted);
        }
        RulesError::with(place, message)
    }

    pub(super) fn of_selector(selector: &str, error: &SelectorError, (line, column): (u32, u32)) -> RulesError {
        let before = selector.get(..error.offset()).map_or(0, |before| before.chars().count());
        let mut message = Text::default();
        let _ = write!(message, "{error}");
        RulesError::with((line, column + before as u32), message)
    }

    pub(super) fn too_long(place: (u32, u32)) -> RulesError {
        RulesError::new(place, "the end, as a file of rules has at most 1 MiB; divide it by the hosts of the site", "")
    }

    pub(super) fn too_many(place: (u32, u32)) -> RulesError {
        let expected = "the end, as a file has at most 65,536 rules; join selectors by commas, or divide the file by the \
                        hosts of the site";
        RulesError::new(place, expected, "")
    }

    pub(super) fn cancelled() -> RulesError {
        RulesError { line: 1, column: 1, message: String::new() }
    }

    /// The line, from 1; of rules that are in no file the number of the rule, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, from 1.
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for RulesError {}
