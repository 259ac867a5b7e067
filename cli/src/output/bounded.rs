//! Output of bounded length, and whether some of it was left out.

use blockmask::Document;
use blockmask::internals::OutputBudget;
use blockmask_cli::memory::{Text, check};
use std::fmt::{Arguments, Write};

/// What is printed for a page.
pub struct Rendered {
    pub bytes: Vec<u8>,
    /// Whether some of it was left out, which the bytes do not say themselves.
    pub is_cut: bool,
    /// Why there is none.
    pub failure: Option<String>,
}

impl From<Vec<u8>> for Rendered {
    fn from(bytes: Vec<u8>) -> Rendered {
        Rendered { bytes, is_cut: false, failure: None }
    }
}

/// Text that is written line by line, within the limit of the output of a page.
pub struct Lines {
    text: Text,
    line: Text,
    budget: OutputBudget,
}

impl Lines {
    pub fn of(document: &Document<'_>) -> Lines {
        Lines { text: Text::default(), line: Text::default(), budget: document.output_budget() }
    }

    /// Writes a line; false if it is left out, and so are all others.
    pub fn add(&mut self, line: Arguments<'_>) -> bool {
        check();
        self.line.clear();
        let _ = writeln!(self.line, "{line}");
        let fits = self.budget.take(self.line.len());
        if fits {
            self.text.push_str(&self.line);
        }
        fits
    }

    /// The lines, which pass through `print`.
    pub fn finish(self, print: impl FnOnce(String) -> String) -> Rendered {
        let bytes = print(self.text.into_string()).into_bytes();
        Rendered { bytes, is_cut: self.budget.is_exceeded(), failure: None }
    }
}
