//! The work of one thread: reads, analyzes and renders pages.

use crate::input::{self, Damage, Input, Item, NotPage, Record};
use crate::options::ReadingArgs;
use crate::output::{Origin, Renderer, WarcOrigin};
use blockmask::{Analyzer, Model, Options};
use std::fmt::Write;
use std::io::{self, Read};
use std::sync::Arc;

/// What became of an item.
pub enum Outcome {
    /// The output for a page; whether the page is from a WARC file.
    Page { rendered: Vec<u8>, is_record: bool },
    /// Nothing that could be a page.
    Skipped(Skipped),
    /// What could not be read or analyzed, and why.
    Failed { name: String, reason: String, failure: Failure },
}

/// Why a record was skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Skipped {
    Description,
    Revisit,
    OtherType,
    OtherStatus,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// Of a file.
    File,
    /// A record that cannot be read.
    Damaged,
    /// A record that is longer than the limit, or that cannot be analyzed.
    Refused,
}

/// The analyzer and the read buffer of a thread, reused for all its pages.
pub struct Worker {
    analyzer: Analyzer,
    bytes: Vec<u8>,
    charset: Option<String>,
    address: Option<String>,
}

impl Worker {
    pub fn new(options: Options, model: Option<Arc<Model>>, reading: &ReadingArgs) -> Worker {
        let mut analyzer = Analyzer::new(options);
        analyzer.set_model(model);
        Worker { analyzer, bytes: Vec::new(), charset: reading.charset.clone(), address: reading.address.clone() }
    }

    /// Reads, analyzes and renders a page.
    pub fn run(&mut self, item: Item, render: &Renderer) -> Outcome {
        match item {
            Item::Page(input, bytes) => self.run_page(&input, bytes, render),
            Item::Record(file, record) => self.run_record(&file, *record, render),
            Item::Damage(file, damage) => {
                let Damage { offset, target, reason } = damage;
                let name = record_name(&file, offset, target.as_deref());
                Outcome::Failed { name, reason, failure: Failure::Damaged }
            }
            Item::Unreadable(input, error) => unreadable(&input, &error),
        }
    }

    fn run_page(&mut self, input: &Input, bytes: impl Read, render: &Renderer) -> Outcome {
        self.bytes.clear();
        let limit = self.analyzer.options().limits.max_input;
        if let Err(error) = read_up_to(bytes, limit, &mut self.bytes) {
            return unreadable(input, &error);
        }
        let address = self.address.clone().or_else(|| input.address());
        let page = page(&self.bytes, self.charset.as_deref(), address.as_deref());
        match self.analyzer.analyze_input(page) {
            Ok(document) => {
                let origin = Origin { file: &input.to_string(), warc: None };
                Outcome::Page { rendered: render(&document, &origin), is_record: false }
            }
            Err(error) => unreadable(input, &error),
        }
    }

    fn run_record(&mut self, file: &str, mut record: Record, render: &Renderer) -> Outcome {
        let limit = self.analyzer.options().limits.max_input;
        let (offset, id, date) = (record.offset, record.id.take(), record.date.take());
        let target = record.target.take().map(|target| printable(&target));
        let failed =
            |failure, reason| Outcome::Failed { name: record_name(file, offset, target.as_deref()), reason, failure };
        let payload = match input::payload(record, limit) {
            Ok(payload) => payload,
            Err(NotPage::Description) => return Outcome::Skipped(Skipped::Description),
            Err(NotPage::Revisit) => return Outcome::Skipped(Skipped::Revisit),
            Err(NotPage::OtherType) => return Outcome::Skipped(Skipped::OtherType),
            Err(NotPage::OtherStatus) => return Outcome::Skipped(Skipped::OtherStatus),
            Err(NotPage::TooLarge) => return failed(Failure::Refused, over_limit(limit).to_string()),
            Err(NotPage::Broken(reason)) => return failed(Failure::Damaged, reason),
        };
        let charset = payload.charset.as_deref().or(self.charset.as_deref());
        let address = target.as_deref().or(self.address.as_deref());
        match self.analyzer.analyze_input(page(&payload.bytes, charset, address)) {
            Ok(document) => {
                let warc = WarcOrigin { file, offset, record_id: id.as_deref(), date: date.as_deref() };
                let origin = Origin { file: target.as_deref().unwrap_or(file), warc: Some(warc) };
                Outcome::Page { rendered: render(&document, &origin), is_record: true }
            }
            Err(error) => failed(Failure::Refused, error.to_string()),
        }
    }
}

fn page<'a, 'h>(bytes: &'a [u8], charset: Option<&'h str>, address: Option<&'h str>) -> blockmask::Input<'a, 'h> {
    let mut page = blockmask::Input::new(bytes);
    if let Some(charset) = charset {
        page = page.charset(charset);
    }
    if let Some(address) = address {
        page = page.address(address);
    }
    page
}

fn unreadable(input: &Input, reason: &dyn std::fmt::Display) -> Outcome {
    Outcome::Failed { name: input.to_string(), reason: reason.to_string(), failure: Failure::File }
}

fn record_name(file: &str, offset: u64, target: Option<&str>) -> String {
    let target = target.map(|target| format!(", {}", printable(target))).unwrap_or_default();
    format!("{file}, byte {offset}{target}")
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

fn over_limit(limit: u64) -> io::Error {
    io::Error::other(format!("the page has more bytes than the limit of {limit}"))
}

/// Reads everything, or fails as soon as the limit is exceeded, since the length of a pipe is unknown.
fn read_up_to(source: impl Read, limit: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    source.take(limit.saturating_add(1)).read_to_end(bytes)?;
    if bytes.len() as u64 > limit { Err(over_limit(limit)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_of_addresses_are_escaped() {
        assert_eq!(printable("http://a/\t\u{1b}[2J\u{85}é"), "http://a/%09%1B[2J%C2%85é");
    }
}
