//! Standard output, standard error and the exit code.

use crate::input::Input;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

/// The minimum number of files for a progress bar.
const MIN_FILES_FOR_PROGRESS: usize = 20;

/// Writes the output of pages, and records failures for the exit code.
pub struct Report {
    out: BufWriter<StdoutLock<'static>>,
    /// Hidden unless there are many files and standard error is a terminal.
    progress: ProgressBar,
    failed: bool,
    /// Whether an empty line precedes each page except the first.
    is_spaced: bool,
    is_first: bool,
    /// Whether standard output was closed, as by `head`, which is not an error.
    is_closed: bool,
}

impl Report {
    /// A report on a number of files; `is_spaced` separates their outputs by empty lines.
    pub fn new(files: usize, is_spaced: bool) -> Report {
        let is_watched = files >= MIN_FILES_FOR_PROGRESS && io::stderr().is_terminal();
        let progress = if is_watched { ProgressBar::new(files as u64) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} left") {
            progress.set_style(style);
        }
        let out = BufWriter::new(io::stdout().lock());
        Report { out, progress, failed: false, is_spaced, is_first: true, is_closed: false }
    }

    /// Writes the output or the error of one input; breaks when standard output is closed.
    pub fn page(&mut self, input: &Input, outcome: io::Result<Vec<u8>>) -> ControlFlow<()> {
        let outcome = match outcome {
            Ok(rendered) => self.write(&rendered),
            Err(error) => {
                self.failure(input, &error);
                ControlFlow::Continue(())
            }
        };
        self.progress.inc(1);
        outcome
    }

    /// Reports the failure of an input on standard error.
    pub fn failure(&mut self, input: &Input, reason: &dyn Display) {
        self.failed = true;
        // Standard error may be closed, too; the exit code still reports the failure.
        self.progress.suspend(|| drop(writeln!(io::stderr(), "blockmask: {input}: {reason}")));
    }

    /// Writes to standard output; breaks when it is closed.
    pub fn write(&mut self, rendered: &[u8]) -> ControlFlow<()> {
        let space: &[u8] = if self.is_spaced && !self.is_first { b"\n" } else { b"" };
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
                    drop(writeln!(io::stderr(), "blockmask: standard output: {error}"));
                }
                ControlFlow::Break(())
            }
        }
    }

    /// Finishes the output and returns the exit code.
    pub fn finish(self) -> ExitCode {
        self.progress.finish_and_clear();
        if self.is_closed {
            // Discard the buffer, which would otherwise be flushed on drop.
            drop(self.out.into_parts());
        }
        ExitCode::from(u8::from(self.failed))
    }
}
