//! Every page of the inputs: analyzed on some threads, and printed or written in order.

use crate::analysis::Analysis;
use crate::failure::{Failure, caught};
use crate::files::Files;
use crate::input::{self, Input, Items};
use crate::output::bounded::Rendered;
use crate::output::folder::Folder;
use crate::pool;
use crate::printing::Printing;
use crate::report::{self, Report};
use crate::worker::{Outcome, Worker};
use blockmask::Document;
use blockmask_cli::origin::Origin;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

/// The inputs, and the report on them.
fn begin(files: &Files, analysis: &Analysis<'_>, is_spaced: bool) -> (Items, Report) {
    let (inputs, unreadable) = input::collect(files);
    let progress = report::progress(&inputs);
    // A page that is typed needs the terminal, too.
    let is_paged = !files.no_pager && !inputs.iter().any(Input::is_terminal);
    let are_several = inputs.len() > 1 || inputs.iter().any(|input| files.warc || input.is_named_warc());
    let mut report = Report::new(progress.clone(), is_spaced).paged(is_paged).named(are_several);
    for (input, error) in unreadable {
        report.failure(&input, &error);
    }
    if inputs.iter().any(Input::is_terminal) {
        report.message(&"reading a page from the terminal; Ctrl-D ends it, Ctrl-C gives up");
    }
    (Items::new(inputs, files.warc, analysis.options.limits.max_input, progress), report)
}

fn end(files: &Files, mut report: Report) -> ExitCode {
    summarize(files, &mut report);
    report.finish()
}

fn summarize(files: &Files, report: &mut Report) {
    if !files.quiet {
        report.summary();
    }
    if files.verbose {
        report.speed();
    }
}

/// Analyzes and prints every page, on standard output or into a file.
pub fn print(files: &Files, jobs: usize, analysis: &Analysis<'_>, printing: &Printing) -> ExitCode {
    let (items, mut report) = begin(files, analysis, printing.is_spaced);
    let output = files.output.as_deref();
    if let Err(error) = report.write_into(output) {
        report.failure(&output.unwrap_or(Path::new("-")).display(), &error);
        return report.finish();
    }
    let mut report = report.naming(printing.is_named);
    if !printing.header.is_empty() && report.write(printing.header.as_bytes()).is_break() {
        return report.finish();
    }
    pool::map_in_order(
        items,
        jobs,
        || Worker::new(analysis),
        |worker: &mut Worker<'_>, item| worker.run(item, &*printing.render),
        |outcome| report.take(&outcome),
    );
    end(files, report)
}

/// Analyzes every page, and writes a file for each.
pub fn write_each(
    files: &Files,
    jobs: usize,
    analysis: &Analysis<'_>,
    printing: &Printing,
    folder: &mut Folder,
) -> ExitCode {
    let report = each(files, jobs, analysis, &*printing.render, |report, origin, rendered: Rendered| {
        report.warn(origin, &rendered);
        let written = caught(|| folder.write(origin, &rendered.bytes).map_err(Failure::Unreadable));
        if let Err(failure) = written {
            report.failure(origin, &failure);
        }
    });
    report.finish()
}

/// Analyzes every page and passes what `make` makes of each to `take`, in order, with where it is from.
pub fn each<T: Send>(
    files: &Files,
    jobs: usize,
    analysis: &Analysis<'_>,
    make: impl Fn(&Document<'_>, &Origin) -> T + Sync,
    mut take: impl FnMut(&mut Report, &Origin, T),
) -> Report {
    let (items, mut report) = begin(files, analysis, false);
    pool::map_in_order(
        items,
        jobs,
        || Worker::new(analysis),
        |worker: &mut Worker<'_>, item| worker.run(item, &make),
        |outcome| {
            report.count(&outcome);
            if let Outcome::Page(origin, _, made) = outcome {
                take(&mut report, &origin, made);
            }
            ControlFlow::Continue(())
        },
    );
    summarize(files, &mut report);
    report
}

#[cfg(feature = "parquet")]
pub use to_parquet::write;

#[cfg(feature = "parquet")]
mod to_parquet {
    use super::*;
    use crate::input::Item;
    use crate::output::parquet::{Rows, Writer};
    use blockmask::arrow::Selection;

    /// Analyzes every page, and writes a row for each.
    pub fn write(
        files: &Files,
        jobs: usize,
        analysis: &Analysis<'_>,
        (path, columns): (&Path, &Selection),
    ) -> ExitCode {
        let (items, mut report) = begin(files, analysis, false);
        let mut writer = match Writer::create(path, columns) {
            Ok(writer) => writer,
            Err(error) => {
                report.failure(&path.display(), &error);
                return report.finish();
            }
        };
        let mut is_broken = false;
        pool::map_in_order(
            Chunks(items),
            jobs,
            || Worker::new(analysis),
            |worker, chunk| analyze(worker, chunk, columns),
            |(outcomes, rows)| {
                outcomes.iter().for_each(|outcome| report.count(outcome));
                if let Err(failure) = caught(|| writer.write(rows)) {
                    report.failure(&path.display(), &failure);
                    is_broken = true;
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
        // After a failure the file cannot be finished.
        if !is_broken && let Err(failure) = caught(|| writer.finish()) {
            report.failure(&path.display(), &failure);
        }
        end(files, report)
    }

    fn analyze(worker: &mut Worker<'_>, chunk: Vec<Item>, columns: &Selection) -> (Vec<Outcome<()>>, Rows) {
        let mut rows = Rows::new(columns);
        let mut analyze_one = |item| {
            let outcome = worker.run(item, |document, origin| rows.push(document, origin));
            if let Outcome::Failed(origin, failure) = &outcome {
                // Without memory for the row, it is missing; the failure is told all the same.
                let _ = caught(|| {
                    rows.push_failure(origin, failure);
                    Ok(())
                });
            }
            outcome
        };
        (chunk.into_iter().map(&mut analyze_one).collect(), rows)
    }

    /// Items in groups, because rows are written faster together.
    struct Chunks(Items);

    /// A group ends when it reaches this number of items, or of bytes.
    const MAX_ITEMS: usize = 32;
    const MAX_BYTES: usize = 4 << 20;

    impl Iterator for Chunks {
        type Item = Vec<Item>;

        fn next(&mut self) -> Option<Vec<Item>> {
            let (mut chunk, mut bytes) = (Vec::new(), 0);
            while chunk.len() < MAX_ITEMS && bytes < MAX_BYTES {
                let Some(item) = self.0.next() else { break };
                bytes += if let Item::Record(_, record) = &item { record.content.len() } else { 0 };
                chunk.push(item);
            }
            (!chunk.is_empty()).then_some(chunk)
        }
    }
}
