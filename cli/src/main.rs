//! `blockmask`: the command line interface of the library.
//!
//! Files are analyzed by one analyzer, or by one for each of `--jobs` threads, and printed in input order. A file that
//! cannot be read is reported on standard error and in the exit code, and the others are still processed. The library
//! itself prints nothing.

mod analysis;
mod args;
mod compare;
mod diff;
mod explain;
mod failure;
mod files;
mod hints;
mod input;
mod layout;
mod options;
mod output;
mod pager;
mod pages;
mod pool;
mod printing;
mod report;
mod rules;
mod select;
mod show;
mod site;
mod usage;
mod worker;

use analysis::Analysis;
use args::{BlocksFormat, Cli, Command, FactsFormat, GroupsFormat, PassagesFormat, TextFormat, VisualFormat};
#[cfg(feature = "parquet")]
use blockmask::arrow::{Columns, Selection};
use blockmask::{Document, MarkdownOptions, Parts, PassageOptions};
use blockmask_cli::json::{self, lists, text};
use blockmask_cli::memory::ReservingAllocator;
use blockmask_cli::origin::Origin;
use clap::CommandFactory;
use clap::error::ErrorKind;
use files::Files;
use indicatif::ProgressBar;
use options::AnalysisArgs;
use output::fields::Fields;
use output::folder::Folder;
use output::{facts, groups, offsets, plain, table, tree, tsv, visual};
use printing::Printing;
use report::Report;
use std::path::Path;
#[cfg(feature = "parquet")]
use std::path::PathBuf;
use std::process::ExitCode;
use usage::usage_error;

/// Memory that the system refuses ends the work on a page, not the run.
#[global_allocator]
static ALLOCATOR: ReservingAllocator = ReservingAllocator::new();

fn main() -> ExitCode {
    let cli = usage::parse();
    if let Some(analysis) = cli.command.analysis() {
        check(analysis);
    }
    match &cli.command {
        Command::Blocks(args) => run(&args.files, args.jobs.jobs, Analysis::of(&args.analysis), args.output()),
        Command::Text(args) => match (&args.output_dir, args.output()) {
            (Some(folder), Output::Print(printing)) => args.write_each(folder, &printing),
            (_, output) => run(&args.files, args.jobs.jobs, args.to_analysis(), output),
        },
        Command::Tree(args) => {
            print(&args.as_files(), 1, Analysis::of(&args.analysis), &Printing::of(tree::render).asking(Parts::REGION))
        }
        Command::Prune(args) => {
            print(&args.as_files(), 1, Analysis::of(&args.analysis), &Printing::of(plain::pruned).asking(Parts::REGION))
        }
        Command::Passages(args) => print(&args.files, args.jobs.jobs, Analysis::of(&args.analysis), &args.printing()),
        Command::Facts(args) => print(&args.files, args.jobs.jobs, Analysis::of(&args.analysis), &args.printing()),
        Command::Groups(args) => print(&args.files, args.jobs.jobs, Analysis::of(&args.analysis), &args.printing()),
        Command::Visual(args) => {
            print(&args.files, args.jobs.jobs, Analysis::with_visual_areas(&args.analysis), &args.printing())
        }
        Command::Layout(args) => print(&args.files, args.jobs.jobs, args.analysis(), &args.printing()),
        Command::Select(args) => print(&args.files, args.jobs.jobs, args.analysis(), &args.printing()),
        Command::Site(args) => site::run(args),
        Command::Rules(rules::RulesCommand::Check(args)) => rules::check(args),
        Command::View(args) => show::view(args),
        Command::Explain(args) => explain::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Diff(args) => diff::run(args),
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

/// Exits with a usage error if arguments conflict.
fn check(args: &AnalysisArgs) {
    if let Some(message) = args.conflict() {
        conflict(message);
    }
    if let Err(error) = Analysis::of(args).analyzer() {
        usage_error(ErrorKind::ValueValidation, error);
    }
}

/// Analyzes every page, and prints or writes the results.
fn run(files: &Files, jobs: usize, analysis: Analysis<'_>, output: Output) -> ExitCode {
    match output {
        Output::Print(printing) => print(files, jobs, analysis, &printing),
        #[cfg(feature = "parquet")]
        Output::Parquet(file, columns) => {
            pages::write(files, jobs, &analysis.asking(columns.parts()), (&file, &columns))
        }
    }
}

fn print(files: &Files, jobs: usize, analysis: Analysis<'_>, printing: &Printing) -> ExitCode {
    pages::print(files, jobs, &analysis.asking(printing.parts), printing)
}

/// The destination of the results.
enum Output {
    Print(Printing),
    /// The file, and its columns.
    #[cfg(feature = "parquet")]
    Parquet(PathBuf, Selection),
}

impl args::BlocksArgs {
    fn output(&self) -> Output {
        #[cfg(feature = "parquet")]
        self.parquet.check(self.format == BlocksFormat::Parquet);
        check_fields(self.fields.as_ref(), self.format == BlocksFormat::Jsonl);
        check_extras(self.counts || self.languages, self.format == BlocksFormat::Jsonl);
        Output::Print(match self.format {
            BlocksFormat::Table => {
                let is_wide = self.wide;
                Printing::spaced(move |document, origin| table::render(document, origin, is_wide))
            }
            BlocksFormat::Jsonl => {
                let selection =
                    json::Selection { counts: self.counts, languages: self.languages, ..json::Selection::DEFAULT };
                Printing::of(move |document, origin| json::selected(document, origin, &selection))
                    .selecting(self.fields.as_ref())
            }
            BlocksFormat::Tsv => Printing { header: tsv::HEADER, ..Printing::of(tsv::blocks) },
            #[cfg(feature = "parquet")]
            BlocksFormat::Parquet => return self.parquet.output(&self.files, columns_of_blocks()),
        })
    }
}

/// Exits with a usage error if keys were chosen for another format than JSON lines.
fn check_fields(fields: Option<&Fields>, is_jsonl: bool) {
    if fields.is_some() && !is_jsonl {
        conflict("the argument '--fields <KEYS>' can only be used with '--format jsonl'");
    }
}

/// Exits with a usage error if what only JSON lines have was asked of another format.
fn check_extras(are_asked_for: bool, is_jsonl: bool) {
    if are_asked_for && !is_jsonl {
        conflict(
            "the arguments '--counts' and '--languages' can only be used with '--format jsonl'; Parquet has columns",
        );
    }
}

/// All columns except those that repeat other columns, are about as long as the page, or take long to compute.
#[cfg(feature = "parquet")]
fn columns_of_blocks() -> Columns {
    const LEFT_OUT: [Columns; 14] = [
        Columns::TEXT,
        Columns::LINKS,
        Columns::MAIN_HTML,
        Columns::RECORDS,
        Columns::GROUPS,
        Columns::TABLE_CELLS,
        Columns::MARKDOWN,
        Columns::PASSAGES,
        Columns::FACTS,
        Columns::COUNTS,
        Columns::BLOCK_COUNTS,
        Columns::PAGE_LANGUAGE,
        Columns::BLOCK_LANGUAGES,
        Columns::PROPERTIES,
    ];
    let columns = Columns::VALUES.iter().map(|&(column, _)| column).filter(|column| !LEFT_OUT.contains(column));
    columns.fold(Columns::from_bits(0), |all, column| all | column)
}

impl args::PassagesArgs {
    fn printing(&self) -> Printing {
        check_fields(self.fields.as_ref(), self.format == PassagesFormat::Jsonl);
        let mut options = PassageOptions::default();
        (options.max_tokens, options.overlap_tokens) = (self.max_tokens, self.overlap_tokens);
        options.main_only = self.main_only;
        let text_fragments = self.text_fragments;
        let printing = match self.format {
            PassagesFormat::Text => Printing::texts(move |document, _| plain::passages(&document.passages(&options))),
            PassagesFormat::Jsonl => {
                let jsonl = move |document: &Document<'_>, origin: &Origin| {
                    lists::passages(document, origin, &document.passages(&options), text_fragments)
                };
                Printing::of(jsonl).selecting(self.fields.as_ref())
            }
        };
        printing.asking(Parts::MASK | Parts::FIELDS | Parts::STRUCTURE | Parts::SEGMENTS)
    }
}

impl args::FactsArgs {
    fn printing(&self) -> Printing {
        check_fields(self.fields.as_ref(), self.format == FactsFormat::Jsonl);
        let settings = facts::Settings {
            x_robots_tag: self.x_robots_tag.clone(),
            headers: self.headers.clone(),
            agents: self.agents.clone(),
            exclusion_attributes: self.exclusion_attributes.clone(),
            properties: self.properties,
        };
        match self.format {
            FactsFormat::Text => Printing::spaced(move |document, origin| facts::text(document, origin, &settings)),
            FactsFormat::Jsonl => Printing::of(move |document, origin| facts::jsonl(document, origin, &settings))
                .selecting(self.fields.as_ref()),
        }
    }
}

impl args::GroupsArgs {
    fn printing(&self) -> Printing {
        check_fields(self.fields.as_ref(), self.format == GroupsFormat::Jsonl);
        let printing = match self.format {
            GroupsFormat::Table => Printing::spaced(groups::table),
            GroupsFormat::Jsonl => Printing::of(lists::groups).selecting(self.fields.as_ref()),
        };
        printing.asking(Parts::MASK)
    }
}

impl args::VisualArgs {
    fn printing(&self) -> Printing {
        match self.format {
            VisualFormat::Table => Printing::spaced(visual::table),
            VisualFormat::Jsonl => Printing::of(lists::visual_areas),
        }
    }
}

impl args::TextArgs {
    fn output(&self) -> Output {
        #[cfg(feature = "parquet")]
        self.parquet.check(self.format == TextFormat::Parquet);
        #[cfg(feature = "parquet")]
        if self.output_dir.is_some() && self.format == TextFormat::Parquet {
            conflict(
                "the argument '--output-dir <FOLDER>' cannot be used with '--format parquet', which writes one file",
            );
        }
        check_fields(self.fields.as_ref(), self.offsets || self.format == TextFormat::Jsonl);
        check_extras(self.counts || self.languages, self.offsets || self.format == TextFormat::Jsonl);
        let mut options = MarkdownOptions::default();
        (options.links, options.images) = (!self.no_links, self.images);
        if options != MarkdownOptions::default() && self.format != TextFormat::Markdown {
            conflict("the arguments '--no-links' and '--images' can only be used with '--format markdown'");
        }
        if self.offsets {
            return Output::Print(self.with_offsets(options).selecting(self.fields.as_ref()));
        }
        Output::Print(match self.format {
            TextFormat::Text => Printing::texts(plain::main_text).asking(Parts::MASK),
            TextFormat::Plain => Printing::texts(plain::formatted).asking(Parts::STRUCTURE),
            TextFormat::Markdown => {
                Printing::texts(move |document, _| plain::markdown(document, &options)).asking(Parts::STRUCTURE)
            }
            TextFormat::Html => Printing::of(plain::main_html).asking(Parts::MASK),
            TextFormat::Jsonl => {
                let extras = self.extras();
                Printing::of(move |document, origin| text::main_text(document, origin, extras))
                    .asking(Parts::MASK)
                    .selecting(self.fields.as_ref())
            }
            #[cfg(feature = "parquet")]
            TextFormat::Parquet => return self.parquet.output(&self.files, Columns::MAIN_TEXT),
        })
    }

    /// A file for each page in a folder.
    fn write_each(&self, folder: &Path, printing: &Printing) -> ExitCode {
        let ending = match self.format {
            TextFormat::Text | TextFormat::Plain if !self.offsets => ".txt",
            TextFormat::Markdown if !self.offsets => ".md",
            TextFormat::Html => ".html",
            _ => ".json",
        };
        let roots = self.files.files.iter().filter(|path| path.is_dir()).cloned().collect();
        let mut folder = Folder::new(folder.to_owned(), roots, ending);
        let analysis = self.to_analysis().asking(printing.parts);
        pages::write_each(&self.files, self.jobs.jobs, &analysis, printing, &mut folder)
    }

    fn to_analysis(&self) -> Analysis<'_> {
        Analysis::of(&self.analysis).skipping_below(self.min_quality)
    }

    /// What JSON lines have besides the text.
    fn extras(&self) -> text::Extras {
        text::Extras { counts: self.counts, languages: self.languages }
    }

    /// JSON lines with the ranges of blocks.
    fn with_offsets(&self, options: MarkdownOptions) -> Printing {
        let extras = self.extras();
        match self.format {
            TextFormat::Text | TextFormat::Jsonl => {
                let parts = if extras.languages { Parts::STRUCTURE } else { Parts::MASK };
                Printing::of(move |document, origin| offsets::main_text(document, origin, extras)).asking(parts)
            }
            TextFormat::Plain => {
                Printing::of(move |document, origin| offsets::plain(document, origin, extras)).asking(Parts::STRUCTURE)
            }
            TextFormat::Markdown => {
                Printing::of(move |document, origin| offsets::markdown(document, origin, &options, extras))
                    .asking(Parts::STRUCTURE)
            }
            _ => conflict("the argument '--offsets' cannot be used with this format"),
        }
    }
}

/// Exits with a usage error about arguments.
fn conflict(message: &str) -> ! {
    usage_error(ErrorKind::ArgumentConflict, message)
}

#[cfg(feature = "parquet")]
impl args::ParquetArgs {
    /// Exits with a usage error if there are columns for another format.
    fn check(&self, is_parquet: bool) {
        if self.columns.is_some() && !is_parquet {
            conflict("the argument '--columns <NAMES>' can only be used with '--format parquet'");
        }
    }

    /// The file, which is required with this format, and its columns.
    fn output(&self, files: &Files, default: Columns) -> Output {
        let Some(file) = files.output.clone() else {
            usage_error(ErrorKind::MissingRequiredArgument, "'--format parquet' needs '--output <FILE>'");
        };
        Output::Parquet(file, self.columns.clone().unwrap_or_else(|| default.into()))
    }
}
