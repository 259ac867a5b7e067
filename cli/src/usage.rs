//! The arguments, and errors in them. Errors repeat arguments, such as names of files that a shell put there for `*`: these
//! must not control a terminal.

use crate::args::Cli;
use crate::hints::with_hint;
use crate::output::screen::without_controls;
use blockmask_cli::json::escape::is_harmful;
use clap::builder::Styles;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory, Error, FromArgMatches, Parser};
use std::fmt::Display;
use std::io::{self, Write};

/// The arguments; exits if they are wrong, or ask for help.
pub fn parse() -> Cli {
    let parsed = plain().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| exit(&with_hint(error), Cli::try_parse().err().map(with_hint)))
}

/// Exits with a usage error.
pub fn usage_error(kind: ErrorKind, message: impl Display) -> ! {
    exit(&plain().error(kind, &message), Some(Cli::command().error(kind, &message)))
}

/// The command without styles, in whose messages all escape characters are those of arguments.
fn plain() -> Command {
    Cli::command().styles(Styles::plain())
}

/// Prints an error, with its styles if they are harmless, and exits.
fn exit(error: &Error, styled: Option<Error>) -> ! {
    let text = error.render().ansi().to_string();
    if !error.use_stderr() || !text.contains(is_harmful) {
        styled.as_ref().unwrap_or(error).exit();
    }
    // Nothing can be done about an error of standard error.
    let _ = io::stderr().write_all(without_controls(&text).as_bytes());
    std::process::exit(error.exit_code())
}
