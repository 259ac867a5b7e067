//! Running a list of named cases against a list of known exceptions.
//!
//! An exception is a promise about a case: it exists and it does not pass. So the list cannot rot: a case that begins
//! to pass, and a name that is no case, fail the run like any other difference.

use std::collections::BTreeSet;

/// Why a case is not expected to pass.
pub struct Exception {
    /// The case's name.
    pub name: &'static str,
    /// The reason, for the log.
    pub reason: &'static str,
}

/// The result of a run.
pub struct Suite<'a> {
    title: &'a str,
    exceptions: &'a [Exception],
    seen: BTreeSet<&'static str>,
    failures: Vec<String>,
    passed: usize,
    excepted: usize,
    left_out: Vec<(String, usize)>,
}

impl<'a> Suite<'a> {
    /// A run with its known exceptions.
    pub fn new(title: &'a str, exceptions: &'a [Exception]) -> Suite<'a> {
        let seen = BTreeSet::new();
        Suite { title, exceptions, seen, failures: Vec::new(), passed: 0, excepted: 0, left_out: Vec::new() }
    }

    /// Counts a case that this suite does not run, with the reason.
    pub fn leave_out(&mut self, reason: &str) {
        match self.left_out.iter_mut().find(|(known, _)| known == reason) {
            Some((_, count)) => *count += 1,
            None => self.left_out.push((reason.to_owned(), 1)),
        }
    }

    /// Records a case: `None` for passed, else what is wrong.
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
                self.failures.push(format!("{name}\n  passes now: take it off the list ({})", exception.reason));
            }
        }
    }

    /// Prints the counts and the reasons, and fails if anything was not as promised.
    pub fn finish(mut self) {
        for exception in self.exceptions {
            if !self.seen.contains(exception.name) {
                self.failures
                    .push(format!("{}\n  is on the list of exceptions, but there is no such case", exception.name));
            }
        }
        println!("{}: {} passed, {} known exceptions", self.title, self.passed, self.excepted);
        for (reason, count) in &self.left_out {
            println!("  left out: {count} ({reason})");
        }
        for exception in self.exceptions {
            println!("  exception: {} ({})", exception.name, exception.reason);
        }
        let shown: Vec<&str> = self.failures.iter().take(20).map(String::as_str).collect();
        assert!(self.failures.is_empty(), "{}: {} failed\n{}", self.title, self.failures.len(), shown.join("\n"));
        assert!(self.passed > 0, "{}: nothing was run", self.title);
    }
}
