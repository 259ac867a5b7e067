//! Standard output, standard error and the exit code.

use crate::input::Input;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

/// Fewer files than that are done before a progress bar could be read.
const MANY_FILES: usize = 20;

/// Writes what pages give, and remembers what failed.
pub struct Report {
    out: BufWriter<StdoutLock<'static>>,
    /// Hidden unless there are many files and standard error is a terminal.
    progress: ProgressBar,
    failed: bool,
    /// An empty line goes before each page but the first.
    is_spaced: bool,
    is_first: bool,
    /// The reader of standard output has gone, as `head` does; no reason to complain.
    is_closed: bool,
}

impl Report {
    /// Of so many files; `is_spaced` puts empty lines between their outputs.
    pub fn new(files: usize, is_spaced: bool) -> Report {
        let is_watched = files >= MANY_FILES && io::stderr().is_terminal();
        let progress = if is_watched { ProgressBar::new(files as u64) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} left") {
            progress.set_style(style);
        }
        let out = BufWriter::new(io::stdout().lock());
        Report { out, progress, failed: false, is_spaced, is_first: true, is_closed: false }
    }

    /// Takes what came of one input; breaks when nobody reads any more.
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

    /// Names an input on standard error with the reason why it failed.
    pub fn failure(&mut self, input: &Input, reason: &dyn Display) {
        self.failed = true;
        // Standard error may be closed too; the exit code still tells.
        self.progress.suspend(|| drop(writeln!(io::stderr(), "blockmask: {input}: {reason}")));
    }

    /// Writes to standard output; breaks when nobody reads any more.
    pub fn write(&mut self, rendered: &[u8]) -> ControlFlow<()> {
        let space: &[u8] = if self.is_spaced && !self.is_first { b"\n" } else { b"" };
        self.is_first = false;
        let out_is_terminal = self.out.get_ref().is_terminal();
        let Report { out, progress, .. } = self;
        let mut write = || {
            out.write_all(space)?;
            out.write_all(rendered)?;
            // A reader at the other end sees each page as soon as it is done.
            out.flush()
        };
        // The bar is in the way only where both go to the terminal.
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

    /// Ends the output.
    pub fn finish(self) -> ExitCode {
        self.progress.finish_and_clear();
        if self.is_closed {
            // What is left in the buffer cannot be written, and must not be tried again.
            drop(self.out.into_parts());
        }
        ExitCode::from(u8::from(self.failed))
    }
}
