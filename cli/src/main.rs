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
mod pages;
mod pool;
mod report;
mod worker;

use args::{BlocksFormat, Cli, Command, TextFormat, VisualFormat};
#[cfg(feature = "parquet")]
use blockmask::arrow::Columns;
use blockmask::{Model, Options};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use indicatif::ProgressBar;
use options::{AnalysisArgs, ReadingArgs};
use output::{Renderer, json, plain, table, tree, tsv, visual};
use report::Report;
#[cfg(feature = "parquet")]
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match &cli.command {
        Command::Blocks(args) => {
            #[cfg(feature = "parquet")]
            if let Some(target) = args.parquet() {
                return pages::write(&args.files, args.jobs, &Analysis::of(&args.analysis), target);
            }
            pages::print(&args.files, args.jobs, &Analysis::of(&args.analysis), &args.printing())
        }
        Command::Text(args) => {
            #[cfg(feature = "parquet")]
            if let Some(target) = args.parquet() {
                return pages::write(&args.files, args.jobs, &Analysis::of(&args.analysis), target);
            }
            pages::print(&args.files, args.jobs, &Analysis::of(&args.analysis), &args.printing())
        }
        Command::Tree(args) => {
            pages::print(&args.as_files(), 1, &Analysis::of(&args.analysis), &Printing::of(&tree::render))
        }
        Command::Prune(args) => {
            pages::print(&args.as_files(), 1, &Analysis::of(&args.analysis), &Printing::of(&plain::pruned))
        }
        Command::Visual(args) => {
            pages::print(&args.files, args.jobs, &Analysis::with_visual_areas(&args.analysis), &args.printing())
        }
        Command::Layout(args) => pages::print(&args.files, args.jobs, &args.analysis(), &args.printing()),
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
    /// Nothing is printed.
    #[cfg(feature = "parquet")]
    const NONE: Printing = Printing { render: &|_, _| Vec::new(), is_spaced: false, header: "" };

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
            #[cfg(feature = "parquet")]
            BlocksFormat::Parquet => Printing::NONE,
        }
    }

    /// The file and the columns of the output format Parquet.
    #[cfg(feature = "parquet")]
    fn parquet(&self) -> Option<(&Path, Columns)> {
        const LEFT_OUT: [Columns; 3] = [Columns::TEXT, Columns::LINKS, Columns::MAIN_HTML];
        let columns = Columns::VALUES.iter().map(|&(column, _)| column).filter(|column| !LEFT_OUT.contains(column));
        parquet_file(self.format == BlocksFormat::Parquet, self.output.as_deref())
            .map(|path| (path, columns.fold(Columns::from_bits(0), |all, column| all | column)))
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
            #[cfg(feature = "parquet")]
            TextFormat::Parquet => Printing::NONE,
        }
    }

    /// The file and the columns of the output format Parquet.
    #[cfg(feature = "parquet")]
    fn parquet(&self) -> Option<(&Path, Columns)> {
        parquet_file(self.format == TextFormat::Parquet, self.output.as_deref()).map(|path| (path, Columns::MAIN_TEXT))
    }
}

/// The output file; exits with a usage error if there is one for another format.
#[cfg(feature = "parquet")]
fn parquet_file(is_parquet: bool, output: Option<&Path>) -> Option<&Path> {
    if output.is_some() && !is_parquet {
        let conflict = "the argument '--output <FILE>' can only be used with '--format parquet'";
        Cli::command().error(ErrorKind::ArgumentConflict, conflict).exit();
    }
    output
}
