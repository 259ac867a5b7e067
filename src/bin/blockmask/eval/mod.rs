//! `blockmask eval`: accuracy on labelled pages, as the papers measure it.
//!
//! The pages are those of a shared folder: `corpus/<name>/pages.jsonl.gz` describes them, one JSON object a line, and
//! `corpus/<name>/html/` holds them, each compressed by gzip.

mod corpus;
mod found;
mod style_density;
mod text;
mod words;

use clap::{Args, Subcommand};
use std::process::ExitCode;

#[derive(Args)]
pub struct EvalArgs {
    #[command(subcommand)]
    command: EvalCommand,
}

#[derive(Subcommand)]
enum EvalCommand {
    /// Page kinds and posts by style density
    #[command(after_help = "\
Examples:
  blockmask eval style-density --shared ../shared
  blockmask eval style-density --shared ../shared --method sd --t1 40
  blockmask eval style-density --shared ../shared --grid")]
    StyleDensity(style_density::StyleDensityArgs),
    /// Main text by words, of all methods or of texts that other programs found
    #[command(after_help = "\
Examples:
  blockmask eval text --shared ../shared
  blockmask eval text --shared ../shared --method density --detail
  blockmask eval text --shared ../shared --predictions target/peers/trafilatura.jsonl")]
    Text(text::TextArgs),
}

/// Runs the evaluation and prints its report.
pub fn run(args: &EvalArgs) -> ExitCode {
    let report = match &args.command {
        EvalCommand::StyleDensity(args) => style_density::report(args),
        EvalCommand::Text(args) => text::report(args),
    };
    match report {
        Ok(text) => {
            let mut report = crate::report::Report::new(0, false);
            let _ = report.write(text.as_bytes());
            report.finish()
        }
        Err(error) => {
            eprintln!("blockmask: {error}");
            ExitCode::FAILURE
        }
    }
}
