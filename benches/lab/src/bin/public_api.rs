//! Compares the public API of the library with the checked-in listing. Drift is an error, and so are too many items.
//!
//! `public_api RUSTDOC_JSON LISTING [--bless]`; `make api` calls it. `--bless` writes the listing.

use public_api::Builder;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

/// This many items are too many to keep stable.
const TOO_MANY: usize = 120;
/// What counts as an item or, inside of a type, as a member; fields, variants and implementations of traits do not.
const ITEMS: [&str; 9] = ["struct", "enum", "union", "trait", "fn", "const", "static", "mod", "type"];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (json, listing, is_blessed) = match arguments.as_slice() {
        [json, listing] => (json, listing, false),
        [json, listing, flag] if flag == "--bless" => (json, listing, true),
        _ => {
            eprintln!("usage: public_api RUSTDOC_JSON LISTING [--bless]");
            return ExitCode::from(2);
        }
    };
    match check(Path::new(json), Path::new(listing), is_blessed) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("public_api: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns whether the API is small enough and equals the listing.
fn check(json: &Path, listing: &Path, is_blessed: bool) -> io::Result<bool> {
    let builder = Builder::from_rustdoc_json(json).omit_blanket_impls(true).omit_auto_trait_impls(true);
    let api = match builder.omit_auto_derived_impls(true).build() {
        Ok(api) => api,
        Err(error) => {
            println!("skipped: the public API, because rustdoc writes another format than Rust 1.95 does: {error}");
            return Ok(true);
        }
    };
    let lines = without_foreign_members(api.items().map(ToString::to_string));
    let (members, items): (Vec<&str>, Vec<&str>) =
        lines.iter().map(String::as_str).filter(|line| is_item(line)).partition(|line| is_member_of_type(line));
    let count = items.len();
    println!("{count} public items without `unstable`; their types have {} methods and constants", members.len());
    let text = lines.join("\n") + "\n";
    if is_blessed {
        fs::write(listing, text)?;
        return Ok(true);
    }
    let mut is_good = true;
    if count >= TOO_MANY {
        eprintln!("public_api: {count} items are too many to keep stable; the limit is below {TOO_MANY}");
        is_good = false;
    }
    let listed = fs::read_to_string(listing).unwrap_or_default();
    let listed: Vec<&str> = listed.lines().collect();
    let gone = listed.iter().filter(|line| !lines.iter().any(|other| other == *line)).map(|line| ('-', *line));
    let added = lines.iter().filter(|line| !listed.contains(&line.as_str())).map(|line| ('+', line.as_str()));
    let differences: Vec<String> = gone.chain(added).map(|(sign, line)| format!("{sign}{line}")).collect();
    if !differences.is_empty() {
        let listing = listing.display();
        eprintln!(
            "{}\npublic_api: the API differs from {listing}; if this is intended, run BLESS=1 make api",
            differences.join("\n")
        );
        is_good = false;
    }
    Ok(is_good)
}

/// Drops the members of implementations of other crates' traits, which add no information.
fn without_foreign_members(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut owner = None;
    let mut kept = Vec::new();
    for line in lines {
        if line.starts_with("impl") {
            owner = owner_of_foreign(&line);
        } else if owner.as_deref().is_some_and(|owner| is_member(&line, owner)) {
            continue;
        }
        kept.push(line);
    }
    kept
}

/// Of `impl<..> other::Trait for &blockmask::Type<..>`: `blockmask::Type`, by which the paths of its members begin.
fn owner_of_foreign(line: &str) -> Option<String> {
    let (head, owner) = line.split_once(" for ")?;
    let is_own = head.rsplit(' ').next()?.starts_with("blockmask::");
    let owner = owner[owner.find("blockmask::")?..].split(['<', ' ']).next()?;
    (!is_own).then(|| owner.to_owned())
}

/// Whether a line is `pub fn`, `pub type` or a constant of that type.
fn is_member(line: &str, owner: &str) -> bool {
    let head = line.split('(').next().unwrap_or_default();
    let path = head.find("blockmask::").map_or("", |start| &head[start..]);
    path.strip_prefix(owner).is_some_and(|rest| rest.starts_with("::") || rest.starts_with('<'))
}

/// Whether the path of an item goes through a type: `blockmask::Block::text`, but not `blockmask::Block`.
fn is_member_of_type(line: &str) -> bool {
    let path = line.split(' ').find(|word| word.contains("::")).unwrap_or_default();
    let path = path.split(['(', '<']).next().unwrap_or_default();
    let parents = path.trim_end_matches(':').split("::").count().saturating_sub(1);
    let is_type = |name: &str| name.starts_with(|first: char| first.is_ascii_uppercase());
    let is_generic = line.contains(">::") && !line.contains("::<");
    is_generic || path.split("::").take(parents).any(is_type)
}

fn is_item(line: &str) -> bool {
    let words = line.split(' ').skip_while(|word| *word != "pub").skip(1);
    words.take_while(|word| !word.contains("::")).any(|word| ITEMS.contains(&word))
}
