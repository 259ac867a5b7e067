//! The arguments that name the pages of a command, and the number of threads that read them.

use crate::options::AnalysisArgs;
use clap::{Args, ValueHint};
use std::path::PathBuf;

#[derive(Args)]
pub struct PageArgs {
    /// The page; `-` or no argument reads standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Do not show the output in a pager
    #[arg(long)]
    no_pager: bool,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

impl PageArgs {
    pub fn as_files(&self) -> Files {
        let output = self.output.clone();
        Files { no_pager: self.no_pager, output, ..Files::of(self.file.iter().cloned().collect()) }
    }
}

#[derive(Args)]
pub struct Jobs {
    /// The number of threads; 0 is one per processor. The output is in the order of the files
    #[arg(long, value_name = "N", default_value = "0", value_parser = jobs)]
    pub jobs: usize,
}

/// The input pages.
#[derive(Args)]
pub struct Files {
    /// Pages and WARC files, plain or compressed by gzip, zstd or Brotli (`.br`); `-` or none: standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Read the paths of more files from this file, one per line; `-` reads them from standard input
    #[arg(long = "files", value_name = "LIST", value_hint = ValueHint::FilePath)]
    pub list: Option<PathBuf>,
    /// Also read folders: the files in them with names of pages and WARC files
    #[arg(long, short)]
    pub recursive: bool,
    /// Read all files as WARC files, regardless of their names and first bytes
    #[arg(long)]
    pub warc: bool,
    /// Write to this file instead of standard output
    #[arg(long, short, alias = "out", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Do not print the summary of WARC records that were not analyzed
    #[arg(long, short)]
    pub quiet: bool,
    /// Print a summary at the end: the number of analyzed, truncated and rejected pages, and the speed
    #[arg(long, short, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Do not show the output in a pager
    #[arg(long)]
    pub no_pager: bool,
}

impl Files {
    pub fn of(files: Vec<PathBuf>) -> Files {
        Files {
            files,
            list: None,
            recursive: false,
            warc: false,
            output: None,
            quiet: false,
            verbose: false,
            no_pager: false,
        }
    }
}

/// More threads are assumed to be a mistake.
const MAX_JOBS: usize = 1024;

pub fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Ok(count) if count <= MAX_JOBS => Ok(count),
        _ => Err(format!("not a number from 0 to {MAX_JOBS}")),
    }
}
