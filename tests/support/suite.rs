//! Runs a suite of named cases with a list of expected failures.
//!
//! An exception asserts that its case exists and fails. The list therefore cannot become stale: a case that starts to
//! pass, or a name without a case, fails the run.

use std::collections::BTreeSet;

/// Why a case is not expected to pass.
pub struct Exception {
    /// The case's name.
    pub name: &'static str,
    /// The reason, for the log.
    pub reason: &'static str,
}

/// A run in progress.
pub struct Suite<'a> {
    title: &'a str,
    exceptions: &'a [Exception],
    seen: BTreeSet<&'static str>,
    failures: Vec<String>,
    passed: usize,
    excepted: usize,
    skipped: Vec<(String, usize)>,
}

impl<'a> Suite<'a> {
    /// Starts a run with its expected failures.
    pub fn new(title: &'a str, exceptions: &'a [Exception]) -> Suite<'a> {
        let seen = BTreeSet::new();
        Suite { title, exceptions, seen, failures: Vec::new(), passed: 0, excepted: 0, skipped: Vec::new() }
    }

    /// Counts a skipped case, with the reason.
    pub fn skip(&mut self, reason: &str) {
        match self.skipped.iter_mut().find(|(known, _)| known == reason) {
            Some((_, count)) => *count += 1,
            None => self.skipped.push((reason.to_owned(), 1)),
        }
    }

    /// Records a case: `None` if it passed, else the failure.
    pub fn record(&mut self, name: &str, wrong: Option<String>) {
        let exception = self.exceptions.iter().find(|exception| exception.name == name);
        if let Some(exception) = exception {
            self.seen.insert(exception.name);
        }
        match (wrong, exception) {
            (None, None) => self.passed += 1,
            (Some(_), Some(_)) => self.excepted += 1,
            (Some(wrong), None) => self.failures.push(format!("{name}\n{wrong}")),
            (None, Some(exception)) => {
                self.failures
                    .push(format!("{name}\n  passes now: remove it from the exceptions ({})", exception.reason));
            }
        }
    }

    /// Prints the counts and the reasons, and panics on unexpected failures and stale exceptions.
    pub fn finish(mut self) {
        for exception in self.exceptions {
            if !self.seen.contains(exception.name) {
                self.failures.push(format!("{}\n  is an exception, but there is no such case", exception.name));
            }
        }
        println!("{}: {} passed, {} expected failures", self.title, self.passed, self.excepted);
        for (reason, count) in &self.skipped {
            println!("  skipped: {count} ({reason})");
        }
        for exception in self.exceptions {
            println!("  exception: {} ({})", exception.name, exception.reason);
        }
        let shown: Vec<&str> = self.failures.iter().take(20).map(String::as_str).collect();
        assert!(self.failures.is_empty(), "{}: {} failed\n{}", self.title, self.failures.len(), shown.join("\n"));
        assert!(self.passed > 0, "{}: no case was run", self.title);
    }
}
