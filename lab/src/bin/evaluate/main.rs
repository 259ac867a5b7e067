//! `evaluate`: accuracy on labeled pages, as the papers measure it.
//!
//! The pages are those of a shared folder: `corpus/<name>/pages.jsonl.gz` describes them, one JSON object a line, and
//! `corpus/<name>/html/` holds them, each compressed by gzip.

mod corpus;
mod found;
mod style_density;
mod text;
mod words;

use clap::{Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// Measures the accuracy on labeled pages.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: EvalCommand,
}

#[derive(Subcommand)]
enum EvalCommand {
    /// Page kinds and posts by style density
    #[command(after_help = "\
Examples:
  evaluate style-density --shared ../shared
  evaluate style-density --shared ../shared --method paper --t1 40
  evaluate style-density --shared ../shared --grid")]
    StyleDensity(style_density::StyleDensityArgs),
    /// Main text by words, of all methods or of texts that other programs found
    #[command(after_help = "\
Examples:
  evaluate text --shared ../shared
  evaluate text --shared ../shared --method density --detail
  evaluate text --shared ../shared --predictions target/peers/trafilatura.jsonl")]
    Text(text::TextArgs),
}

fn main() -> ExitCode {
    let report = match &Arguments::parse().command {
        EvalCommand::StyleDensity(args) => style_density::report(args),
        EvalCommand::Text(args) => text::report(args),
    };
    match report.and_then(|text| std::io::stdout().write_all(text.as_bytes())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("evaluate: {error}");
            ExitCode::FAILURE
        }
    }
}
