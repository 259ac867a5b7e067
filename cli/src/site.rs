//! `blockmask site`: statistics over the pages of a site.

use crate::analysis::Analysis;
use crate::failure::{Failure, caught};
use crate::files::{Files, jobs};
use crate::options::{AnalysisArgs, read_site};
use crate::pages;
use crate::report::Report;
use crate::usage::usage_error;
use blockmask::{Document, SiteStats};
use blockmask_cli::origin::Origin;
use clap::error::ErrorKind;
use clap::{Args, ValueHint};
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct SiteArgs {
    #[command(flatten)]
    files: Files,
    /// How many pages are sampled
    #[arg(long, value_name = "COUNT", default_value = "32", value_parser = clap::value_parser!(u16).range(1..=256))]
    sample: u16,
    /// A random number that authors of pages do not know, so that they cannot make pages that are sampled; the same for
    /// all parts of a site
    #[arg(long, value_name = "NUMBER", default_value = "0")]
    secret: u64,
    /// Add the pages of these statistics, for example from another part of the site; can be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    merge: Vec<PathBuf>,
    /// The number of threads; 0 is one per processor. The statistics do not depend on it
    #[arg(long, value_name = "N", default_value = "0", value_parser = jobs)]
    jobs: usize,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

impl SiteArgs {
    /// Whether there are no pages to be read, not even on standard input.
    fn only_merges(&self) -> bool {
        !self.merge.is_empty() && self.files.files.is_empty() && self.files.list.is_none()
    }
}

/// Writes the statistics of all pages that can be read.
pub fn run(args: &SiteArgs) -> ExitCode {
    let Some(output) = &args.files.output else {
        usage_error(ErrorKind::MissingRequiredArgument, "statistics need '--output <FILE>'");
    };
    let analysis = Analysis::of(&args.analysis);
    let mut stats = SiteStats::with_secret(args.sample.into(), args.secret);
    let mut report = match args.only_merges() {
        true => Report::new(ProgressBar::hidden(), false),
        false => add_pages(args, &analysis, &mut stats),
    };
    for path in &args.merge {
        let merged = read_site(path).and_then(|other| stats.merge(&other).map_err(|error| error.to_string()));
        if let Err(error) = merged {
            report.failure(&path.display(), &error);
        }
    }
    let written = caught(|| std::fs::write(output, stats.write()).map_err(Failure::Unreadable));
    if let Err(failure) = written {
        report.failure(&output.display(), &failure);
    }
    report.finish()
}

fn add_pages(args: &SiteArgs, analysis: &Analysis<'_>, stats: &mut SiteStats) -> Report {
    // Statistics over one page each are merged into statistics over all pages.
    let of_page = |document: &Document<'_>, origin: &Origin| {
        let mut stats = SiteStats::with_secret(args.sample.into(), args.secret);
        let address = origin.url.as_deref().or(analysis.reading.address.as_deref());
        stats.add(document, address.unwrap_or(&origin.path)).map(|()| stats)
    };
    pages::each(&args.files, args.jobs, analysis, of_page, |report, origin, page| {
        if let Err(error) = page.and_then(|page| stats.merge(&page)) {
            report.failure(origin, &error);
        }
    })
}
