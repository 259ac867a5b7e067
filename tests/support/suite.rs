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

/// The counts of one file of cases.
#[derive(Default)]
pub struct FileCounts {
    /// The file's name.
    pub name: String,
    /// Cases that passed.
    pub passed: usize,
    /// Expected failures and deliberate differences.
    pub different: usize,
    /// Cases that were not run.
    pub skipped: usize,
}

/// The outcome of a run without unexpected failures.
pub struct Summary {
    /// The counts of each file, in the order of the run.
    pub files: Vec<FileCounts>,
    /// Why cases differ, and how many.
    pub different: Vec<(String, usize)>,
    /// Why cases were not run, and how many.
    pub skipped: Vec<(String, usize)>,
}

/// A run in progress.
pub struct Suite<'a> {
    title: &'a str,
    exceptions: &'a [Exception],
    seen: BTreeSet<&'static str>,
    failures: Vec<String>,
    summary: Summary,
}

impl<'a> Suite<'a> {
    /// Starts a run with its expected failures.
    pub fn new(title: &'a str, exceptions: &'a [Exception]) -> Suite<'a> {
        let summary = Summary { files: Vec::new(), different: Vec::new(), skipped: Vec::new() };
        Suite { title, exceptions, seen: BTreeSet::new(), failures: Vec::new(), summary }
    }

    /// Begins a file: the cases that follow are counted as its own.
    pub fn begin_file(&mut self, name: &str) {
        self.summary.files.push(FileCounts { name: name.to_owned(), ..FileCounts::default() });
    }

    /// Counts a skipped case, with the reason.
    pub fn skip(&mut self, reason: &str) {
        count(&mut self.summary.skipped, reason);
        self.file().skipped += 1;
    }

    /// Counts a case in which the library differs on purpose, with the reason.
    pub fn differ(&mut self, reason: &str) {
        count(&mut self.summary.different, reason);
        self.file().different += 1;
    }

    /// The file that was begun last.
    fn file(&mut self) -> &mut FileCounts {
        self.summary.files.last_mut().expect("a file was begun")
    }

    /// Records a case: `None` if it passed, else the failure.
    pub fn record(&mut self, name: &str, wrong: Option<String>) {
        let exception = self.exceptions.iter().find(|exception| exception.name == name);
        if let Some(exception) = exception {
            self.seen.insert(exception.name);
        }
        match (wrong, exception) {
            (None, None) => self.file().passed += 1,
            (Some(_), Some(exception)) => self.differ(exception.reason),
            (Some(wrong), None) => self.failures.push(format!("{name}\n{wrong}")),
            (None, Some(exception)) => {
                self.failures
                    .push(format!("{name}\n  passes now: remove it from the exceptions ({})", exception.reason));
            }
        }
    }

    /// Prints and returns the counts and the reasons, and panics on unexpected failures and stale exceptions.
    pub fn finish(mut self) -> Summary {
        for exception in self.exceptions {
            if !self.seen.contains(exception.name) {
                self.failures.push(format!("{}\n  is an exception, but there is no such case", exception.name));
            }
        }
        let total = |of: fn(&FileCounts) -> usize| self.summary.files.iter().map(of).sum::<usize>();
        let passed = total(|file| file.passed);
        println!("{}: {passed} passed, {} differ as expected", self.title, total(|file| file.different));
        for (reason, count) in &self.summary.skipped {
            println!("  skipped: {count} ({reason})");
        }
        for (reason, count) in &self.summary.different {
            println!("  different: {count} ({reason})");
        }
        let shown: Vec<&str> = self.failures.iter().take(20).map(String::as_str).collect();
        assert!(self.failures.is_empty(), "{}: {} failed\n{}", self.title, self.failures.len(), shown.join("\n"));
        assert!(passed > 0, "{}: no case was run", self.title);
        self.summary
    }
}

/// Counts one more of a reason.
fn count(reasons: &mut Vec<(String, usize)>, reason: &str) {
    match reasons.iter_mut().find(|(known, _)| known == reason) {
        Some((_, count)) => *count += 1,
        None => reasons.push((reason.to_owned(), 1)),
    }
}
