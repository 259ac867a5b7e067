//! The work of one thread: reads and analyzes pages.

use crate::analysis::Analysis;
use crate::input::{self, Damage, Input, Item, NotPage, Record};
use crate::options::ReadingArgs;
use blockmask::{Analyzer, Document, Error};
use blockmask_cli::origin::{Origin, WarcRecord};
use std::fmt::{self, Write};
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What became of an item.
pub enum Outcome<T> {
    /// What was made of a page.
    Page(Origin, Extent, T),
    /// Nothing that could be a page.
    Skipped(Skipped),
    /// What could not be read or analyzed.
    Failed(Origin, Failure),
}

/// How much of a page was analyzed.
#[derive(Clone, Copy)]
pub struct Extent {
    pub bytes: u64,
    /// Whether a limit cut the analysis short.
    pub is_truncated: bool,
}

/// Why a record was skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Skipped {
    Description,
    Revisit,
    OtherType,
    OtherStatus,
}

pub enum Failure {
    /// Of a file.
    Unreadable(io::Error),
    /// Of a record.
    Damaged(String),
    /// More bytes than this limit.
    OverLimit(u64),
    Analysis(Error),
    /// A bug was met; the pages after this one are analyzed.
    Bug,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unreadable(error) => error.fmt(f),
            Failure::Damaged(reason) => f.write_str(reason),
            Failure::OverLimit(limit) => write!(f, "the page has more bytes than the limit of {limit}"),
            Failure::Analysis(error) => error.fmt(f),
            Failure::Bug => f.write_str("a bug in the program; please report it with the page"),
        }
    }
}

/// The analyzer and the read buffer of a thread, reused for all its pages.
pub struct Worker<'a> {
    analysis: &'a Analysis<'a>,
    analyzer: Analyzer,
    bytes: Vec<u8>,
    charset: Option<String>,
    address: Option<String>,
}

/// An analyzer; that statistics of a site fit the model was checked with the arguments.
fn analyzer(analysis: &Analysis<'_>) -> Analyzer {
    analysis.analyzer().unwrap_or_else(|_| Analyzer::new(analysis.options))
}

impl<'a> Worker<'a> {
    pub fn new(analysis: &'a Analysis<'a>) -> Worker<'a> {
        let ReadingArgs { charset, address, .. } = analysis.reading;
        Worker {
            analysis,
            analyzer: analyzer(analysis),
            bytes: Vec::new(),
            charset: charset.clone(),
            address: address.clone(),
        }
    }

    /// Reads and analyzes a page, and makes something of it.
    pub fn run<T>(&mut self, item: Item, make: impl FnMut(&Document<'_>, &Origin) -> T) -> Outcome<T> {
        match item {
            Item::Page(input, bytes) => self.run_page(&input, bytes, make),
            Item::Record(path, record) => self.run_record(&path, *record, make),
            Item::Damage(path, Damage { offset, target, reason }) => {
                let record = WarcRecord { offset, id: None, date: None };
                let url = target.map(|target| printable(&target));
                let origin = Origin { path: path.to_string(), url, x_robots_tag: String::new(), record: Some(record) };
                Outcome::Failed(origin, Failure::Damaged(reason))
            }
            Item::Unreadable(input, error) => Outcome::Failed(file_origin(&input), Failure::Unreadable(error)),
        }
    }

    fn run_page<T>(
        &mut self,
        input: &Input,
        bytes: impl Read,
        mut make: impl FnMut(&Document<'_>, &Origin) -> T,
    ) -> Outcome<T> {
        let origin = file_origin(input);
        let limit = self.analyzer.options().limits.max_input;
        self.bytes.clear();
        match bytes.take(limit.saturating_add(1)).read_to_end(&mut self.bytes) {
            Ok(len) if len as u64 > limit => return Outcome::Failed(origin, Failure::OverLimit(limit)),
            Ok(_) => {}
            Err(error) => return Outcome::Failed(origin, Failure::Unreadable(error)),
        }
        let address = self.address.clone().or_else(|| input.address());
        let page = page(&self.bytes, self.charset.as_deref(), address.as_deref());
        let analyzer = &mut self.analyzer;
        let made =
            caught(|| analyzer.analyze_input(page).map(|document| with_extent(&document, make(&document, &origin))));
        self.outcome(origin, self.bytes.len(), made)
    }

    fn run_record<T>(
        &mut self,
        path: &str,
        mut record: Record,
        mut make: impl FnMut(&Document<'_>, &Origin) -> T,
    ) -> Outcome<T> {
        let url = record.target.take().map(|target| printable(&target));
        let place = WarcRecord { offset: record.offset, id: record.id.take(), date: record.date.take() };
        let mut origin = Origin { path: path.to_owned(), url, x_robots_tag: String::new(), record: Some(place) };
        let limit = self.analyzer.options().limits.max_input;
        let mut payload = match input::payload(record, limit) {
            Ok(payload) => payload,
            Err(NotPage::Description) => return Outcome::Skipped(Skipped::Description),
            Err(NotPage::Revisit) => return Outcome::Skipped(Skipped::Revisit),
            Err(NotPage::OtherType) => return Outcome::Skipped(Skipped::OtherType),
            Err(NotPage::OtherStatus) => return Outcome::Skipped(Skipped::OtherStatus),
            Err(NotPage::TooLarge) => return Outcome::Failed(origin, Failure::OverLimit(limit)),
            Err(NotPage::Broken(reason)) => return Outcome::Failed(origin, Failure::Damaged(reason)),
        };
        origin.x_robots_tag = std::mem::take(&mut payload.x_robots_tag);
        let charset = payload.charset.as_deref().or(self.charset.as_deref());
        let address = origin.url.as_deref().or(self.address.as_deref());
        let page = page(&payload.bytes, charset, address);
        let analyzer = &mut self.analyzer;
        let made =
            caught(|| analyzer.analyze_input(page).map(|document| with_extent(&document, make(&document, &origin))));
        self.outcome(origin, payload.bytes.len(), made)
    }

    /// What became of a page. After a bug the analyzer is made anew.
    fn outcome<T>(&mut self, origin: Origin, bytes: usize, made: Result<(bool, T), Failure>) -> Outcome<T> {
        match made {
            Ok((is_truncated, made)) => Outcome::Page(origin, Extent { bytes: bytes as u64, is_truncated }, made),
            Err(failure) => {
                if matches!(failure, Failure::Bug) {
                    self.analyzer = analyzer(self.analysis);
                }
                Outcome::Failed(origin, failure)
            }
        }
    }
}

/// Runs the analysis of a page; a panic ends that page, not the run.
fn caught<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Failure> {
    // The analyzer is not used again; what was made of the page is lost.
    let result = catch_unwind(AssertUnwindSafe(work));
    result.map_or(Err(Failure::Bug), |result| result.map_err(Failure::Analysis))
}

/// What was made of a document, and whether it was cut short.
fn with_extent<T>(document: &Document<'_>, made: T) -> (bool, T) {
    (!document.truncation().is_empty(), made)
}

fn page<'a, 'h>(bytes: &'a [u8], charset: Option<&'h str>, address: Option<&'h str>) -> blockmask::Input<'h, &'a [u8]> {
    let mut page = blockmask::Input::new(bytes);
    if let Some(charset) = charset {
        page = page.charset(charset);
    }
    if let Some(address) = address {
        page = page.address(address);
    }
    page
}

fn file_origin(input: &Input) -> Origin {
    Origin { path: input.to_string(), url: None, x_robots_tag: String::new(), record: None }
}

/// An address in which control characters are escaped, which could end a line or control the terminal.
fn printable(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        if !c.is_control() {
            out.push(c);
            continue;
        }
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_one_page() {
        let cli = <crate::args::Cli as clap::Parser>::parse_from(["blockmask", "blocks"]);
        let analysis = Analysis::of(cli.command.analysis().unwrap());
        let mut worker = Worker::new(&analysis);
        let page = |text: &'static str| Item::Page(Input::Stdin, Box::new(text.as_bytes()));
        let broken = worker.run(page("<p>a"), |_, _| -> usize { std::panic::resume_unwind(Box::new("a bug")) });
        assert!(matches!(broken, Outcome::Failed(_, Failure::Bug)));
        let next = worker.run(page("<p>b"), |document, _| document.blocks().len());
        assert!(matches!(next, Outcome::Page(_, _, 1)));
    }

    #[test]
    fn control_characters_of_addresses_are_escaped() {
        assert_eq!(printable("http://a/\t\u{1b}[2J\u{85}é"), "http://a/%09%1B[2J%C2%85é");
    }
}
