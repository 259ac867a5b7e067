//! `blockmask`: the command line interface of the library.
//!
//! Files are analyzed by one analyzer, or by one for each of `--jobs` threads, and printed in input order. A file that
//! cannot be read is reported on standard error and in the exit code, and the others are still processed. The library
//! itself prints nothing.

mod args;
mod input;
mod layout;
mod options;
mod output;
mod pool;
mod report;
mod worker;

use args::{BlocksFormat, Cli, Command, TextFormat, VisualFormat};
use blockmask::{Model, Options};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use indicatif::ProgressBar;
use input::Items;
use options::{AnalysisArgs, ReadingArgs};
use output::{Renderer, json, plain, table, tree, tsv, visual};
use report::Report;
use std::process::ExitCode;
use std::sync::Arc;
use worker::Worker;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match &cli.command {
        Command::Blocks(args) => each_page(&args.files, args.jobs, Analysis::of(&args.analysis), args.printing()),
        Command::Text(args) => each_page(&args.files, args.jobs, Analysis::of(&args.analysis), args.printing()),
        Command::Tree(args) => {
            each_page(&args.as_files(), 1, Analysis::of(&args.analysis), Printing::of(&tree::render))
        }
        Command::Prune(args) => {
            each_page(&args.as_files(), 1, Analysis::of(&args.analysis), Printing::of(&plain::pruned))
        }
        Command::Visual(args) => {
            each_page(&args.files, args.jobs, Analysis::with_visual_areas(&args.analysis), args.printing())
        }
        Command::Layout(args) => each_page(&args.files, args.jobs, args.analysis(), args.printing()),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "blockmask", &mut script);
            let mut report = Report::new(ProgressBar::hidden(), false);
            let _ = report.write(&script);
            report.finish()
        }
        #[cfg(feature = "man")]
        Command::Man { folder } => {
            let mut report = Report::new(ProgressBar::hidden(), false);
            if let Err(error) = clap_mangen::generate_to(Cli::command(), folder) {
                report.failure(&folder.display(), &error);
            }
            report.finish()
        }
    }
}

/// How pages are analyzed.
struct Analysis<'a> {
    options: Options,
    model: Option<Arc<Model>>,
    reading: &'a ReadingArgs,
}

impl<'a> Analysis<'a> {
    /// Exits with a usage error if the arguments conflict.
    fn of(args: &'a AnalysisArgs) -> Analysis<'a> {
        if let Some(conflict) = args.conflict() {
            Cli::command().error(ErrorKind::ArgumentConflict, conflict).exit();
        }
        Analysis { options: args.to_options(), model: args.model.clone(), reading: &args.reading }
    }

    fn with_visual_areas(args: &'a AnalysisArgs) -> Analysis<'a> {
        let mut analysis = Analysis::of(args);
        analysis.options.visual = true;
        analysis
    }
}

/// How pages are printed.
struct Printing {
    render: &'static Renderer,
    /// Whether empty lines separate the pages.
    is_spaced: bool,
    /// Printed once, before the first page.
    header: &'static str,
}

impl Printing {
    fn of(render: &'static Renderer) -> Printing {
        Printing { render, is_spaced: false, header: "" }
    }

    fn spaced(render: &'static Renderer) -> Printing {
        Printing { render, is_spaced: true, header: "" }
    }
}

impl args::BlocksArgs {
    fn printing(&self) -> Printing {
        match self.format {
            BlocksFormat::Table => Printing::spaced(&table::render),
            BlocksFormat::Jsonl => Printing::of(&json::blocks),
            BlocksFormat::Tsv => Printing { header: tsv::HEADER, ..Printing::of(&tsv::blocks) },
        }
    }
}

impl args::VisualArgs {
    fn printing(&self) -> Printing {
        match self.format {
            VisualFormat::Table => Printing::spaced(&visual::table),
            VisualFormat::Jsonl => Printing::of(&visual::jsonl),
        }
    }
}

impl args::TextArgs {
    fn printing(&self) -> Printing {
        match self.format {
            TextFormat::Text => Printing::spaced(&plain::main_text),
            TextFormat::Jsonl => Printing::of(&json::text),
        }
    }
}

/// Analyzes and prints every page.
fn each_page(files: &args::Files, jobs: usize, analysis: Analysis<'_>, printing: Printing) -> ExitCode {
    let (inputs, unreadable) = input::collect(files);
    let progress = report::progress(&inputs);
    let mut report = Report::new(progress.clone(), printing.is_spaced);
    if !printing.header.is_empty() && report.write(printing.header.as_bytes()).is_break() {
        return report.finish();
    }
    if let Some((list, error)) = unreadable {
        report.failure(&list, &error);
    }
    let items = Items::new(inputs, files.warc, analysis.options.limits.max_input, progress);
    pool::map_in_order(
        items,
        jobs,
        || Worker::new(analysis.options, analysis.model.clone(), analysis.reading),
        |worker: &mut Worker, item| worker.run(item, printing.render),
        |outcome| report.take(outcome),
    );
    if !files.quiet {
        report.summary();
    }
    report.finish()
}
