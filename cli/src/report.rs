//! Standard output, standard error and the exit code.

use crate::failure::Failure;
use crate::input::Input;
use crate::output::bounded::Rendered;
use crate::output::screen;
use crate::pager::Sink;
use crate::worker::{Outcome, Skipped};
use blockmask_cli::memory::catch_refusal;
use blockmask_cli::origin::Origin;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// The minimum number of files, or of bytes, for a progress bar.
const MIN_FILES_FOR_PROGRESS: usize = 20;
const MIN_BYTES_FOR_PROGRESS: u64 = 32 << 20;

/// A progress bar over the bytes of the inputs; hidden unless these are many and standard error is a terminal.
pub fn progress(inputs: &[Input]) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bytes = inputs.iter().filter_map(Input::len).sum();
    if inputs.len() < MIN_FILES_FOR_PROGRESS && bytes < MIN_BYTES_FOR_PROGRESS {
        return ProgressBar::hidden();
    }
    let progress = ProgressBar::new(bytes);
    let template = "{bar:40} {decimal_bytes}/{decimal_total_bytes}, {decimal_bytes_per_sec}, {eta} left";
    match ProgressStyle::with_template(template) {
        Ok(style) => progress.with_style(style),
        Err(_) => progress,
    }
}

/// Writes the output of pages, and records failures for the exit code.
pub struct Report {
    out: BufWriter<Sink>,
    /// The file that is written, if it is not standard output.
    file: Option<PathBuf>,
    /// Whether a pager is to be started before the first page.
    is_paged: bool,
    /// Messages that wait for the end of the pager, which has the terminal.
    held: Option<Vec<String>>,
    progress: ProgressBar,
    failed: bool,
    /// Whether an empty line precedes each page except the first.
    is_spaced: bool,
    /// Whether a line with the name of a page precedes it.
    is_named: bool,
    is_first: bool,
    /// Whether standard output was closed, as by `head`, which is not an error.
    is_closed: bool,
    /// Of WARC files.
    records: Tally,
    /// Of the file of the last record that cannot be read.
    unread: Option<Unread>,
    totals: Totals,
    start: Instant,
}

/// As many records of a file are named that cannot be read; the others are counted.
const MAX_NAMED: u64 = 32;

/// The records of a file that cannot be read.
struct Unread {
    path: String,
    count: u64,
}

/// What became of all pages.
#[derive(Default)]
struct Totals {
    pages: u64,
    bytes: u64,
    truncated: u64,
    failed: u64,
    of_low_quality: u64,
}

/// What became of the records of WARC files.
#[derive(Default)]
struct Tally {
    pages: u64,
    other_type: u64,
    other_status: u64,
    revisits: u64,
    refused: u64,
    damaged: u64,
}

impl Tally {
    /// A sentence, if there were records other than pages and their descriptions.
    fn summary(&self) -> Option<String> {
        let counts = [
            (self.other_type, "of other types than HTML"),
            (self.other_status, "with an HTTP status other than success"),
            (self.revisits, "revisits"),
            (self.refused, "over a limit"),
            (self.damaged, "damaged"),
        ];
        let counts: Vec<String> =
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}")).collect();
        let is_needed = !counts.is_empty();
        is_needed.then(|| format!("{} pages in WARC records; not analyzed: {}", self.pages, counts.join(", ")))
    }
}

impl Report {
    /// A report that separates the outputs of pages by empty lines if `is_spaced`.
    pub fn new(progress: ProgressBar, is_spaced: bool) -> Report {
        let out = BufWriter::new(Sink::stdout());
        let records = Tally::default();
        let (totals, start) = (Totals::default(), Instant::now());
        Report {
            out,
            file: None,
            is_paged: false,
            held: None,
            progress,
            failed: false,
            is_spaced,
            is_named: false,
            is_first: true,
            is_closed: false,
            records,
            unread: None,
            totals,
            start,
        }
    }

    /// On a terminal through a pager.
    pub fn paged(self, is_paged: bool) -> Report {
        Report { is_paged, ..self }
    }

    /// Into a file, if there is one.
    pub fn write_into(&mut self, path: Option<&Path>) -> io::Result<()> {
        let Some(path) = path else { return Ok(()) };
        if path.is_dir() {
            return Err(io::Error::other(
                "this is a folder; --output writes one file, --output-dir of text one for each page",
            ));
        }
        self.out = BufWriter::new(Sink::File(File::create(path)?));
        self.file = Some(path.to_owned());
        Ok(())
    }

    /// On a terminal with the name of each page before it.
    pub fn named(self, is_named: bool) -> Report {
        Report { is_named: is_named && self.out.get_ref().is_terminal(), ..self }
    }

    /// Without these names if the output has them itself, or is a file.
    pub fn naming(self, is_needed: bool) -> Report {
        Report { is_named: self.is_named && is_needed && self.file.is_none(), ..self }
    }

    /// Writes the output or the error of one item; breaks when standard output is closed.
    pub fn take(&mut self, outcome: &Outcome<Rendered>) -> ControlFlow<()> {
        self.count(outcome);
        let Outcome::Page(origin, _, rendered) = outcome else { return ControlFlow::Continue(()) };
        self.warn(origin, rendered);
        if self.is_named && !rendered.bytes.is_empty() {
            let name = catch_refusal(|| format!("==> {} <==\n", screen::fit(origin.name(), None)));
            let named = name.map(|name| [name.as_bytes(), &rendered.bytes].concat());
            return self.write(named.as_deref().unwrap_or(&rendered.bytes));
        }
        self.write(&rendered.bytes)
    }

    /// Says what is missing in the output of a page.
    pub fn warn(&mut self, origin: &Origin, rendered: &Rendered) {
        if let Some(failure) = &rendered.failure {
            self.failure(origin, failure);
        }
        if rendered.is_cut {
            let reason = "the output is cut short, as --max-output says";
            self.message(&format_args!("{origin}: {reason}"));
        }
    }

    /// Counts an item, and reports its failure.
    pub fn count<T>(&mut self, outcome: &Outcome<T>) {
        let records = &mut self.records;
        match outcome {
            Outcome::Page(origin, extent, _) => {
                records.pages += u64::from(origin.record.is_some());
                self.totals.pages += 1;
                self.totals.bytes += extent.bytes;
                self.totals.truncated += u64::from(extent.is_truncated);
            }
            Outcome::Skipped(Skipped::Description) => {}
            Outcome::Skipped(Skipped::Revisit) => records.revisits += 1,
            Outcome::Skipped(Skipped::LowQuality) => self.totals.of_low_quality += 1,
            Outcome::Skipped(Skipped::OtherType) => records.other_type += 1,
            Outcome::Skipped(Skipped::OtherStatus) => records.other_status += 1,
            Outcome::Failed(origin, failure) => {
                match failure {
                    _ if origin.record.is_none() => {}
                    Failure::Damaged(_) => records.damaged += 1,
                    _ => records.refused += 1,
                }
                if origin.record.is_none() || self.is_named(&origin.path) {
                    return self.failure(origin, failure);
                }
                self.failed = true;
                self.totals.failed += 1;
            }
        }
    }

    /// Counts a record of a file that cannot be read, and says whether it is one of those that are named.
    fn is_named(&mut self, path: &str) -> bool {
        if self.unread.as_ref().is_none_or(|unread| unread.path != path) {
            self.tell_unnamed();
            self.unread = Some(Unread { path: path.to_owned(), count: 0 });
        }
        self.unread.as_mut().is_some_and(|unread| {
            unread.count += 1;
            unread.count <= MAX_NAMED
        })
    }

    /// Says how many more records of a file cannot be read.
    fn tell_unnamed(&mut self) {
        let Some(Unread { path, count }) = self.unread.take() else { return };
        if count > MAX_NAMED {
            self.message(&format_args!("{path}: {} more records cannot be read", count - MAX_NAMED));
        }
    }

    /// Reports the failure of an input on standard error.
    pub fn failure(&mut self, name: &dyn Display, reason: &dyn Display) {
        self.failed = true;
        self.totals.failed += 1;
        self.message(&format_args!("{name}: {reason}"));
    }

    /// Says on standard error which records were not analyzed, and how many pages were skipped, if there are any.
    pub fn summary(&mut self) {
        self.tell_unnamed();
        if let Some(summary) = self.records.summary() {
            self.message(&summary);
        }
        let skipped = self.totals.of_low_quality;
        if skipped > 0 {
            let pages = if skipped == 1 { "1 page" } else { &format!("{skipped} pages") };
            self.message(&format_args!("{pages} skipped: the quality is below --min-quality"));
        }
    }

    /// Says on standard error what became of all pages, and how fast.
    pub fn speed(&mut self) {
        let Totals { pages, bytes, truncated, failed, .. } = self.totals;
        let (seconds, megabytes) = (self.start.elapsed().as_secs_f64(), bytes as f64 / 1e6);
        let rate = megabytes / seconds.max(1e-9);
        self.message(&format_args!(
            "{pages} analyzed, {truncated} of them cut short, {failed} failed; {megabytes:.1} MB in {seconds:.2} s ({rate:.0} MB/s)"
        ));
    }

    /// Writes a line to standard error; after the end of the pager if there is one.
    pub fn message(&mut self, message: &dyn Display) {
        // Names of files and what is in them.
        let Ok(message) = catch_refusal(|| screen::fit(&message.to_string(), None)) else {
            self.failed = true;
            return;
        };
        if let Some(held) = &mut self.held {
            return held.push(message);
        }
        // Standard error may be closed, too; the exit code still reports failures.
        self.progress.suspend(|| drop(writeln!(io::stderr(), "blockmask: {message}")));
    }

    /// Writes to standard output; breaks when it is closed.
    pub fn write(&mut self, rendered: &[u8]) -> ControlFlow<()> {
        let space: &[u8] = if self.is_spaced && !self.is_first { b"\n" } else { b"" };
        if self.is_first && self.is_paged && self.out.get_mut().page() {
            self.held = Some(Vec::new());
            self.progress.finish_and_clear();
            self.progress.set_draw_target(ProgressDrawTarget::hidden());
        }
        self.is_first = false;
        let out_is_terminal = self.out.get_ref().is_terminal();
        let Report { out, progress, .. } = self;
        let mut write = || {
            out.write_all(space)?;
            out.write_all(rendered)?;
            // Flush, so that a pipe's reader gets each page as soon as it is done.
            out.flush()
        };
        // The progress bar interferes only if both go to the terminal.
        let written = if out_is_terminal { progress.suspend(write) } else { write() };
        self.check(written)
    }

    fn check(&mut self, written: io::Result<()>) -> ControlFlow<()> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.is_closed = true;
                if error.kind() != ErrorKind::BrokenPipe {
                    self.failed = true;
                    let name = self.file.as_deref().map_or("standard output".into(), Path::to_string_lossy);
                    let name = screen::fit(&name, None);
                    drop(writeln!(io::stderr(), "blockmask: {name}: {error}"));
                }
                ControlFlow::Break(())
            }
        }
    }

    /// Whether there was a failure so far.
    pub fn has_failed(&self) -> bool {
        self.failed
    }

    /// Finishes the output and returns the exit code.
    pub fn finish(mut self) -> ExitCode {
        self.tell_unnamed();
        self.progress.finish_and_clear();
        if self.is_closed {
            // Discard the buffer, which would otherwise be flushed on drop.
            drop(self.out.into_parts());
        } else {
            drop(self.out);
        }
        for message in self.held.iter().flatten() {
            drop(writeln!(io::stderr(), "blockmask: {message}"));
        }
        ExitCode::from(u8::from(self.failed))
    }
}
