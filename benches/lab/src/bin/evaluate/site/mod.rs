//! `evaluate site`: what statistics over other pages of a site bring, by the number of pages seen.

mod corpora;
mod documentation;
mod gold;

use blockmask::{Analyzer, SiteStats};
use clap::Args;
use std::io;
use std::path::PathBuf;

#[derive(Args)]
pub struct SiteArgs {
    /// The folder with the labeled pages
    #[arg(long, value_name = "DIR", default_value = "../shared")]
    shared: PathBuf,
    /// The folder with the documentation packages, which `benches/lab/ranking/fetch` downloads
    #[arg(long, value_name = "DIR", default_value = "target/ranking/packages")]
    packages: PathBuf,
    /// How many pages of each documentation site are evaluated
    #[arg(long, value_name = "COUNT", default_value = "60")]
    pages: usize,
}

pub fn report(args: &SiteArgs) -> io::Result<String> {
    Ok(documentation::report(&args.packages, args.pages)? + "\n" + &corpora::report(&args.shared)?)
}

/// Statistics over some pages, with their addresses.
fn stats_of<'p>(
    analyzer: &mut Analyzer,
    pages: impl IntoIterator<Item = (&'p str, &'p [u8])>,
) -> io::Result<SiteStats> {
    let mut stats = SiteStats::new();
    for (address, bytes) in pages {
        let page = analyzer.analyze(bytes).map_err(io::Error::other)?;
        stats.add(&page, address).map_err(io::Error::other)?;
    }
    Ok(stats)
}

/// The mean of some numbers.
fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
