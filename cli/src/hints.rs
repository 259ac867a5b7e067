//! What to type instead of words that are no commands or options: names of files, and commands of other tools.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::path::Path;

/// Words that stand for a command or an option of another name.
const INSTEAD: [(&str, &str); 9] = [
    ("--html", "--format html"),
    ("--json", "--format jsonl"),
    ("--jsonl", "--format jsonl"),
    ("--markdown", "--format markdown"),
    ("extract", "text"),
    ("html", "text --format html"),
    ("markdown", "text --format markdown"),
    ("md", "text --format markdown"),
    ("records", "groups"),
];

/// An error of the arguments, with a hint if it is known what was meant.
pub fn with_hint(error: clap::Error) -> clap::Error {
    match error.kind() {
        ErrorKind::InvalidValue => with_feature(error),
        _ => with_word(error),
    }
}

/// Says how to build the program with a format that this build lacks.
fn with_feature(mut error: clap::Error) -> clap::Error {
    let asked = error.get(ContextKind::InvalidValue);
    if !cfg!(feature = "parquet") && asked.is_some_and(|value| value.to_string() == "parquet") {
        let hint = "this program was built without Parquet: cargo install --path cli --features parquet";
        error.remove(ContextKind::SuggestedValue);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}

/// Says what to type instead of a word.
fn with_word(mut error: clap::Error) -> clap::Error {
    let (kind, suggested) = match error.kind() {
        ErrorKind::InvalidSubcommand => (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        _ => return error,
    };
    let Some(ContextValue::String(word)) = error.get(kind) else { return error };
    let instead = INSTEAD.iter().find(|(other, _)| other == word).map(|(_, instead)| format!("use '{instead}'"));
    let command = || format!("a command comes first, such as 'blockmask text {word}'");
    let is_page = || error.kind() == ErrorKind::InvalidSubcommand && is_page(word);
    if let Some(hint) = instead.or_else(|| is_page().then(command)) {
        error.remove(suggested);
        error.remove(ContextKind::Usage);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}

/// Whether a word is more likely a page than a misspelled command.
fn is_page(word: &str) -> bool {
    word == "-" || word.contains(['.', '/']) || Path::new(word).exists()
}
