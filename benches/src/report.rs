//! The environment of a benchmark: date, processor and versions.

use crate::machine::{processor, today};
use std::fmt::Write;

/// The lock file that this program was built with.
const LOCK: &str = include_str!("../Cargo.lock");
const PEERS: [&str; 7] = ["tl", "html5ever", "markup5ever_rcdom", "lol_html", "scraper", "dom_smoothie", "memchr"];

/// Describes the environment as a Markdown list.
pub fn environment() -> String {
    let mut out = String::new();
    let _ = writeln!(out, "- date: {}", today());
    let _ = writeln!(out, "- processor: {}, one core used", processor());
    let _ = writeln!(out, "- compiler: {}, `opt-level = 3`, fat LTO, one codegen unit", env!("RUSTC_VERSION"));
    let versions: Vec<String> = PEERS.iter().map(|name| format!("{name} {}", version(name))).collect();
    let _ = writeln!(out, "- peers: {}", versions.join(", "));
    out
}

/// The version of a package in the lock file: of several the one that the dependencies of this program name.
fn version(package: &str) -> &'static str {
    let own = LOCK.split_once("name = \"blockmask-benches\"").map_or("", |(_, rest)| rest);
    let own = own.split_once("\n]").map_or("", |(dependencies, _)| dependencies);
    let [named, entry] = [format!("\"{package} "), format!("name = \"{package}\"\nversion = \"")];
    let after = own.split_once(&named).or_else(|| LOCK.split_once(&entry)).map(|(_, rest)| rest);
    after.and_then(|rest| rest.split('"').next()).unwrap_or("unknown")
}
