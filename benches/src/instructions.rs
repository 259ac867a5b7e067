//! Instructions that the library executes on pages of this repository, as counted by Valgrind. Unlike times they do not
//! vary from run to run, so they show a slowdown of a few percent.
//!
//! ```text
//! instructions [--write]
//! instructions measure PART ROUNDS
//! ```
//! The first form compares with `benches/instructions.txt`, or writes it, and fails if a part takes 3 % more. The second
//! is what Valgrind runs: a part of the library on its pages, again and again. The difference between many rounds and
//! one is the cost of a warm round. The numbers belong to one version of the compiler, and to processors with AVX2 and
//! with fast string instructions, whose every byte Valgrind counts.

mod parsing;

use blockmask::internals::html::{self, Workspace};
use blockmask::{Analyzer, Options};
use parsing::{RetainedArena, parse_options, tokenize};
use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Percent by which a part may exceed the recorded number.
const SLACK: f64 = 3.0;
/// Rounds between the two runs of a part.
const ROUNDS: u64 = 10;

const PAGES: [&[u8]; 6] = [
    include_bytes!("../../examples/demo.html"),
    include_bytes!("../../tests/fixtures/everything.html"),
    include_bytes!("../../tests/fixtures/pages/article.html"),
    include_bytes!("../../tests/fixtures/pages/chinese.gbk.html"),
    include_bytes!("../../tests/fixtures/pages/forum.html"),
    include_bytes!("../../tests/fixtures/pages/list.html"),
];
/// A page of 1 kB.
const SMALL: &[u8] = include_bytes!("../pages/small.html");
/// Nearly nothing, so that what every page costs is all that is left.
const TINY: &[u8] = b"<p>x";
/// How often the pages are repeated in a long one.
const REPEATED: usize = 20;

/// A part of the library and the pages it runs on.
struct Part {
    name: &'static str,
    what: &'static str,
    pages: fn() -> Vec<Vec<u8>>,
    run: fn(&mut State, &[u8]),
}

const PARTS: [Part; 6] = [
    Part { name: "tokenizer", what: "tokenizer alone", pages: all, run: |state, page| state.tokenize(page) },
    Part { name: "tree", what: "tokenizer and tree construction", pages: all, run: |state, page| state.parse(page) },
    Part { name: "default", what: "`Analyzer::analyze`", pages: all, run: |state, page| state.analyze(page) },
    Part { name: "long", what: "the same, one long page", pages: long, run: |state, page| state.analyze(page) },
    Part { name: "small", what: "the same, one page of 1 kB", pages: small, run: |state, page| state.analyze(page) },
    Part { name: "tiny", what: "the same, `<p>x`", pages: tiny, run: |state, page| state.analyze(page) },
];

fn all() -> Vec<Vec<u8>> {
    PAGES.map(<[u8]>::to_vec).to_vec()
}

fn long() -> Vec<Vec<u8>> {
    vec![[PAGES[0], PAGES[2], PAGES[5]].concat().repeat(REPEATED)]
}

fn small() -> Vec<Vec<u8>> {
    vec![SMALL.to_vec()]
}

fn tiny() -> Vec<Vec<u8>> {
    vec![TINY.to_vec()]
}

/// What is kept from page to page.
#[derive(Default)]
struct State {
    analyzer: Analyzer,
    arena: RetainedArena,
    workspace: Workspace,
}

impl State {
    fn tokenize(&mut self, page: &[u8]) {
        black_box(tokenize(self.arena.reset_for(page.len()), page));
    }

    fn parse(&mut self, page: &[u8]) {
        let arena = self.arena.reset_for(page.len());
        black_box(html::parse(arena, page, &parse_options(), &mut self.workspace));
    }

    fn analyze(&mut self, page: &[u8]) {
        black_box(self.analyzer.analyze(page).is_ok());
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => compare(),
        ["--write"] => write(),
        ["measure", name, rounds] => measure(name, rounds.parse()?),
        _ => Err("the arguments are in benches/src/instructions.rs".into()),
    }
}

/// Runs a part.
fn measure(name: &str, rounds: u64) -> Result<ExitCode, Box<dyn Error>> {
    let part = PARTS.iter().find(|part| part.name == name).ok_or("there is no such part")?;
    let (pages, mut state) =
        ((part.pages)(), State { analyzer: Analyzer::new(Options::default()), ..State::default() });
    for _ in 0..rounds {
        pages.iter().for_each(|page| (part.run)(&mut state, page));
    }
    Ok(ExitCode::SUCCESS)
}

/// Counts all parts and compares them with the recorded numbers.
fn compare() -> Result<ExitCode, Box<dyn Error>> {
    let recorded = std::fs::read_to_string(file())?;
    let is_same_compiler = recorded.lines().any(|line| line == compiler());
    let Some(counts) = count_all()? else { return Ok(ExitCode::SUCCESS) };
    let mut exceeded = Vec::new();
    println!("| part | instructions a byte | recorded | change | what |\n|---|---:|---:|---:|---|");
    for (part, count) in PARTS.iter().zip(counts) {
        let before = recorded.lines().find_map(|line| line.strip_prefix(part.name)?.trim().parse::<f64>().ok());
        let before = before.ok_or_else(|| format!("benches/instructions.txt has no line for {}", part.name))?;
        let change = 100.0 * (count / before - 1.0);
        println!("| {} | {count:.2} | {before:.2} | {change:+.1} % | {} |", part.name, part.what);
        if change > SLACK {
            exceeded.push(part.name);
        }
    }
    if !is_same_compiler {
        println!("skipped: the check, because the recorded numbers are of another compiler than {}", compiler());
    } else if !exceeded.is_empty() {
        eprintln!("more than {SLACK} % above the recorded numbers: {}", exceeded.join(", "));
        eprintln!("if that is intended, write new ones: make instructions BLESS=1");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Counts all parts and records the numbers.
fn write() -> Result<ExitCode, Box<dyn Error>> {
    let Some(counts) = count_all()? else { return Ok(ExitCode::FAILURE) };
    let mut text = format!("Instructions a byte, written by `make instructions BLESS=1` with\n{}\n\n", compiler());
    for (part, count) in PARTS.iter().zip(counts) {
        writeln!(text, "{:9} {count:9.2}", part.name)?;
    }
    std::fs::write(file(), &text)?;
    print!("{text}");
    Ok(ExitCode::SUCCESS)
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.txt")
}

fn compiler() -> &'static str {
    env!("RUSTC_VERSION")
}

/// Instructions a byte by part; `None` if this machine cannot count them.
fn count_all() -> Result<Option<Vec<f64>>, Box<dyn Error>> {
    if !is_comparable() {
        println!("skipped: instructions are counted on x86-64 processors with AVX2 and ERMSB only");
        return Ok(None);
    }
    match Command::new("valgrind").arg("--version").output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            println!("skipped: valgrind is not installed (Debian: apt install valgrind)");
            return Ok(None);
        }
        result => result?,
    };
    let of_part = |part: &Part| -> Result<f64, Box<dyn Error>> {
        let bytes: usize = (part.pages)().iter().map(Vec::len).sum();
        let [cold, warm] = [1, 1 + ROUNDS].map(|rounds| count(part.name, rounds));
        Ok((warm? - cold?) as f64 / (ROUNDS * bytes as u64) as f64)
    };
    PARTS.iter().map(of_part).collect::<Result<_, _>>().map(Some)
}

/// Whether this processor runs the code that the recorded numbers are of.
fn is_comparable() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2") && is_x86_feature_detected!("ermsb");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// All instructions of a process that runs a part.
fn count(part: &str, rounds: u64) -> Result<u64, Box<dyn Error>> {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(["measure", part, &rounds.to_string()])
        .output()?;
    let log = String::from_utf8_lossy(&output.stderr);
    // ==123== I   refs:      1,234,567
    let count = log.lines().find_map(|line| line.split_once("refs:"));
    let digits = count.map(|(_, digits)| digits.chars().filter(char::is_ascii_digit).collect::<String>());
    match digits.and_then(|digits| digits.parse().ok()) {
        Some(count) if output.status.success() => Ok(count),
        _ => Err(format!("valgrind could not run {part}:\n{log}").into()),
    }
}
