//! A search engine for HTML pages: Tantivy, with blockmask to read the pages. `README.md` explains it.

mod bm25f;
mod document;
mod index;
mod output;
mod plain;
mod schema;
mod search;
mod snippet;
mod source;
mod warc_file;
mod words;

use anyhow::Context;
use blockmask::PageKind;
use clap::{Args, Parser, Subcommand};
use search::{Method, Search, SearchOptions};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Indexes and searches HTML pages.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Index the pages of folders and WARC files that are new or changed.
    Index {
        /// Strip the tags instead of using blockmask, to compare.
        #[arg(long)]
        plain: bool,
        /// The folder of the index.
        index: PathBuf,
        /// Folders (*.html and *.htm), and WARC files (.warc, .warc.gz).
        #[arg(value_name = "PATH", required = true)]
        paths: Vec<PathBuf>,
    },
    /// Print the best pages for a query as JSON Lines, or for a file of queries as a table.
    Search(SearchArguments),
    /// Print the number of pages and bytes.
    Stats {
        /// The folder of the index.
        index: PathBuf,
    },
}

#[derive(Args)]
struct SearchArguments {
    /// Pages for each query.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Only pages of this kind: article, service, product, collection, forum, listing or documentation.
    #[arg(long)]
    kind: Option<PageKind>,
    /// Keep pages that are near-duplicates of better ones.
    #[arg(long)]
    duplicates: bool,
    /// How to score; bm25f, unless the index was made with --plain.
    #[arg(long)]
    method: Option<Method>,
    /// A file with a query on each line, for which query, rank, path and score are printed.
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    queries: Option<PathBuf>,
    /// The folder of the index.
    index: PathBuf,
    /// Pages with any of the words are found.
    #[arg(required_unless_present = "queries")]
    query: Vec<String>,
}

fn search(arguments: SearchArguments) -> anyhow::Result<()> {
    let SearchArguments { limit, kind, duplicates, method, queries, index, query } = arguments;
    let search = Search::open(&index, method, SearchOptions { limit: limit as usize, kind, duplicates })?;
    let mut output = BufWriter::new(std::io::stdout().lock());
    match queries {
        None => output::json_lines(&search, &query.join(" "), &mut output)?,
        Some(file) => {
            let queries = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            output::table(&search, &queries, &mut output)?;
        }
    }
    Ok(output.flush()?)
}

/// Returns whether all pages could be read.
fn run(command: Command) -> anyhow::Result<bool> {
    match command {
        Command::Index { plain, index, paths } => return index::run(&index, &paths, plain),
        Command::Search(arguments) => search(arguments)?,
        Command::Stats { index: folder } => {
            let (index, _) = schema::open(&folder)?;
            println!("{} pages, {} bytes", index.reader()?.searcher().num_docs(), index::size(&folder)?);
        }
    }
    Ok(true)
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
