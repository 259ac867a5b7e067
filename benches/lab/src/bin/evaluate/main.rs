//! `evaluate`: accuracy on labeled pages, by the metrics of the papers.
//!
//! The corpora are folders: `corpus/<name>/pages.jsonl.gz` describes the pages, one JSON object a line, and
//! `corpus/<name>/html/` contains them, each compressed by gzip.

mod authors;
mod content_hash;
mod corpus;
mod dates;
mod encodings;
mod fingerprints;
mod found;
mod headlines;
mod quality;
mod records;
mod rules;
mod site;
mod style_density;
mod text;
mod words;

use clap::{Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// Evaluates the accuracy on labeled pages.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: EvalCommand,
}

#[derive(Subcommand)]
enum EvalCommand {
    /// How often the authors that readers see are those that the page declares
    #[command(after_help = "\
Examples:
  evaluate authors --shared ../shared
  evaluate authors --shared ../shared --detail")]
    Authors(authors::AuthorArgs),
    /// Page layouts and posts by style density
    #[command(after_help = "\
Examples:
  evaluate style-density --shared ../shared
  evaluate style-density --shared ../shared --method paper --t1 40
  evaluate style-density --shared ../shared --grid")]
    StyleDensity(style_density::StyleDensityArgs),
    /// How often the sources of publication dates are right
    #[command(after_help = "\
Examples:
  evaluate dates --shared ../shared
  evaluate dates --shared ../shared --detail")]
    Dates(dates::DateArgs),
    /// How often pages under right and wrong labels of their encoding are read right
    #[command(after_help = "\
Examples:
  evaluate encodings --shared ../shared")]
    Encodings(encodings::EncodingArgs),
    /// How well fingerprints tell pages of the same main text from others
    #[command(after_help = "\
Examples:
  evaluate fingerprints --shared ../shared")]
    Fingerprints(fingerprints::FingerprintArgs),
    /// How often the headline of a page is found, is the first line of the main text, and is above its passages
    #[command(after_help = "\
Examples:
  evaluate headlines --shared ../shared
  evaluate headlines --shared ../shared --detail")]
    Headlines(headlines::HeadlineArgs),
    /// How well the quality of main texts is estimated
    #[command(after_help = "\
Examples:
  evaluate quality --shared ../shared")]
    Quality(quality::QualityArgs),
    /// How well the records of lists and the posts of threads are found
    #[command(after_help = "\
Examples:
  evaluate records --shared ../shared
  evaluate records --shared ../shared --detail")]
    Records(records::RecordArgs),
    /// What each number of the rules of the mask is worth
    #[command(after_help = "\
Examples:
  evaluate rules --shared ../shared
  evaluate rules --shared ../shared --every 10")]
    Rules(rules::RuleArgs),
    /// What statistics over other pages of a site bring
    #[command(after_help = "\
Examples:
  evaluate site --shared ../shared --packages target/ranking/packages")]
    Site(site::SiteArgs),
    /// Word scores of the main text by all methods, or by other programs
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
        EvalCommand::Authors(args) => authors::report(args),
        EvalCommand::Dates(args) => dates::report(args),
        EvalCommand::Encodings(args) => encodings::report(args),
        EvalCommand::Fingerprints(args) => fingerprints::report(args),
        EvalCommand::Headlines(args) => headlines::report(args),
        EvalCommand::Quality(args) => quality::report(args),
        EvalCommand::Records(args) => records::report(args),
        EvalCommand::Rules(args) => rules::report(args),
        EvalCommand::Site(args) => site::report(args),
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
