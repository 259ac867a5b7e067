//! The work of one thread: reads and analyzes pages.

use crate::analysis::Analysis;
use crate::failure::{Failure, caught};
use crate::input::{self, Damage, Input, Item, NotPage, Record};
use crate::options::ReadingArgs;
use blockmask::{Analyzer, Document};
use blockmask_cli::memory;
use blockmask_cli::origin::{Headers, Origin, WarcRecord};
use std::fmt::Write;
use std::io::Read;

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

/// Why a record or a page was skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Skipped {
    Description,
    Revisit,
    OtherType,
    OtherStatus,
    /// Its main text has not the quality that was asked for.
    LowQuality,
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
                let origin = Origin { path: path.to_string(), url, headers: Headers::default(), record: Some(record) };
                Outcome::Failed(origin, Failure::Damaged(reason))
            }
            Item::Unreadable(input, failure) => Outcome::Failed(file_origin(&input), failure),
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
        let into = &mut self.bytes;
        match caught(|| bytes.take(limit.saturating_add(1)).read_to_end(into).map_err(Failure::Unreadable)) {
            Ok(len) if len as u64 > limit => return Outcome::Failed(origin, Failure::OverLimit(limit)),
            Ok(_) => {}
            Err(failure) => return Outcome::Failed(origin, failure),
        }
        let address = self.address.clone().or_else(|| input.address());
        let page = self.analysis.input(page(&self.bytes, self.charset.as_deref(), address.as_deref()));
        let made = analyzed(&mut self.analyzer, self.analysis, page, |document| make(document, &origin));
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
        let mut origin = Origin { path: path.to_owned(), url, headers: Headers::default(), record: Some(place) };
        let limit = self.analyzer.options().limits.max_input;
        let mut payload = match caught(|| Ok(input::payload(record, limit))) {
            Err(failure) => return Outcome::Failed(origin, failure),
            Ok(Ok(payload)) => payload,
            Ok(Err(NotPage::Description)) => return Outcome::Skipped(Skipped::Description),
            Ok(Err(NotPage::Revisit)) => return Outcome::Skipped(Skipped::Revisit),
            Ok(Err(NotPage::OtherType)) => return Outcome::Skipped(Skipped::OtherType),
            Ok(Err(NotPage::OtherStatus)) => return Outcome::Skipped(Skipped::OtherStatus),
            Ok(Err(NotPage::TooLarge)) => return Outcome::Failed(origin, Failure::OverLimit(limit)),
            Ok(Err(NotPage::Broken(reason))) => return Outcome::Failed(origin, Failure::Damaged(reason)),
        };
        origin.headers = std::mem::take(&mut payload.headers);
        let charset = payload.charset.as_deref().or(self.charset.as_deref());
        let address = origin.url.as_deref().or(self.address.as_deref());
        let page = self.analysis.input(page(&payload.bytes, charset, address));
        let made = analyzed(&mut self.analyzer, self.analysis, page, |document| make(document, &origin));
        self.outcome(origin, payload.bytes.len(), made)
    }

    /// What became of a page. After a bug the analyzer is made anew.
    fn outcome<T>(&mut self, origin: Origin, bytes: usize, made: Result<(bool, Option<T>), Failure>) -> Outcome<T> {
        match made {
            Ok((is_truncated, Some(made))) => Outcome::Page(origin, Extent { bytes: bytes as u64, is_truncated }, made),
            Ok((_, None)) => Outcome::Skipped(Skipped::LowQuality),
            Err(failure) => {
                if matches!(failure, Failure::Bug) {
                    self.analyzer = analyzer(self.analysis);
                }
                Outcome::Failed(origin, failure)
            }
        }
    }
}

/// What was made of a page, unless its quality is too low, and whether it was cut short.
fn analyzed<T>(
    analyzer: &mut Analyzer,
    analysis: &Analysis<'_>,
    page: blockmask::Input<'_, &[u8]>,
    make: impl FnOnce(&Document<'_>) -> T,
) -> Result<(bool, Option<T>), Failure> {
    caught(|| {
        let document = analyzer.analyze_input(page).map_err(Failure::Analysis)?;
        memory::check();
        let made = analysis.accepts(&document).then(|| make(&document));
        Ok((!document.truncation().is_empty(), made))
    })
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
    Origin { path: input.to_string(), url: None, headers: Headers::default(), record: None }
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
