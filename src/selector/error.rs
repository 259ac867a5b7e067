//! Why a text is no selector.

use super::parse::MAX_LENGTH;
use crate::base::fallible::Text;
use std::fmt;

/// A text that is no selector: what was expected, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorError {
    offset: usize,
    expected: &'static str,
    found: String,
}

/// How much of the selector is quoted.
const MAX_QUOTED: usize = 24;

impl SelectorError {
    /// `expected` is not at this byte of the selector.
    pub(super) fn new(selector: &str, offset: usize, expected: &'static str) -> SelectorError {
        let rest = selector.get(offset..).unwrap_or_default();
        // A name or a single character.
        let is_name = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii();
        let start = rest.chars().take_while(|c| *c == ':').count();
        let name = rest[start..].chars().take_while(is_name).count();
        let mut found = Text::default();
        for c in rest.chars().take((start + name).clamp(1, MAX_QUOTED)) {
            found.push(c);
        }
        SelectorError { offset, expected, found: found.into_string() }
    }

    pub(super) fn too_long() -> SelectorError {
        let expected = "the end, as a selector has at most 1 MiB,";
        SelectorError { offset: MAX_LENGTH, expected, found: String::new() }
    }

    /// The byte of the selector at which something else was expected.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} at byte {} of the selector", self.expected, self.offset)?;
        match self.found.as_str() {
            "" if self.offset == MAX_LENGTH => f.write_str("; compile its parts one by one"),
            "" => f.write_str(", where it ends"),
            found => {
                f.write_str(", found `")?;
                found.chars().try_for_each(|c| match c.is_control() {
                    true => write!(f, "{}", c.escape_unicode()),
                    false => write!(f, "{c}"),
                })?;
                f.write_str("`")
            }
        }
    }
}

impl std::error::Error for SelectorError {}
