//! The environment of a benchmark: date, processor and versions.

use std::fmt::Write;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

/// The lock file that this program was built with.
const LOCK: &str = include_str!("../Cargo.lock");
const PEERS: [&str; 7] = ["tl", "html5ever", "markup5ever_rcdom", "lol_html", "scraper", "dom_smoothie", "memchr"];

/// Describes the environment as a Markdown list.
pub fn environment() -> String {
    let mut out = String::new();
    let _ = writeln!(out, "- date: {}", today());
    let _ = writeln!(out, "- processor: {}", processor());
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

fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!("{}, {cores} cores, one used", model.unwrap_or(std::env::consts::ARCH))
}

/// The date in ISO 8601, by Howard Hinnant's `civil_from_days`, which starts years in March so that the leap day is
/// last.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}
