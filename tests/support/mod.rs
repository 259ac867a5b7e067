//! Shared code of the integration tests: locating test data, the formats of html5lib-tests, html5ever as an oracle, and
//! adapters that convert our tokens and trees to those formats.
//!
//! Each test uses only a part of this module, hence the `allow`.
#![allow(dead_code)]

pub mod corpus;
pub mod dat;
pub mod dump;
pub mod encoding_tests;
pub mod html5lib;
#[path = "../common/invariants/mod.rs"]
pub mod invariants;
pub mod json_tokens;
pub mod oracle;
pub mod ours;
pub mod public;
pub mod random_markup;
pub mod rng;
pub mod shrink;
pub mod suite;
#[path = "../common/thorough.rs"]
pub mod thorough;

use std::path::{Path, PathBuf};

/// A file or folder of the shared test data; `None`, with a message that the test is skipped, if it does not exist.
///
/// The data is in the folder `BLOCKMASK_SHARED`, by default `../shared`. If the variable is set, missing data is an
/// error, so that a mistyped path cannot pass for a successful run.
pub fn shared(part: &str) -> Option<PathBuf> {
    let named = std::env::var_os("BLOCKMASK_SHARED").map(PathBuf::from);
    let root = named.clone().unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let path = root.join(part);
    if path.exists() {
        return Some(path);
    }
    assert!(named.is_none(), "BLOCKMASK_SHARED is set, but there is no {}", path.display());
    println!("skipped: no {} (set BLOCKMASK_SHARED to the folder of shared test data)", path.display());
    None
}

/// A file of `tests/fixtures`.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// The files of a folder whose names end in `suffix`, sorted by name.
pub fn files_in(folder: &Path, suffix: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(suffix)))
        .collect();
    files.sort();
    files
}

/// A number from the environment.
pub fn env_number(name: &str, default: usize) -> usize {
    match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name}={value} is not a number")),
        Err(_) => default,
    }
}

/// The tree-construction files of html5lib-tests; the files in the folder `scripted` come last.
pub fn tree_construction_files(html5lib_tests: &Path) -> Vec<PathBuf> {
    let folder = html5lib_tests.join("tree-construction");
    let mut files = files_in(&folder, ".dat");
    files.extend(files_in(&folder.join("scripted"), ".dat"));
    files
}
