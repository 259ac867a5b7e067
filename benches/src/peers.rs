//! Benchmarks of blockmask and its peers, in one process and on equal pages.
//!
//! ```text
//! peers [--pages FOLDER] [--rounds R] [--write] [peers | files | stages | scaling | all | trees]
//! ```
//! Times are CPU times of one thread. In each round every contestant processes all pages, in an order that rotates from
//! round to round. The first round is a warm-up and is not counted; the tables show medians. The pages are those
//! of `benches/pages.txt`, or all in the folder `--pages`. `--write` also writes `docs/benchmarks.md`. `trees`, trees alone and
//! selectors, is for `benches/trees.py`.

mod clock;
mod contestants;
mod files;
mod machine;
mod pages;
mod parsing;
mod report;
mod scaling;
mod selectors;
mod stages;

use clock::{median, minimum, nanoseconds, turns};
use contestants::{Contestant, DEFAULT, RCDOM, TL};
use pages::Page;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// The command line.
struct Arguments {
    pages: Option<PathBuf>,
    rounds: usize,
    write: bool,
    mode: String,
}

impl Arguments {
    fn read() -> Result<Arguments, Box<dyn Error>> {
        let mut read = Arguments { pages: None, rounds: 9, write: false, mode: "all".into() };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--pages" => read.pages = Some(value()?.into()),
                "--rounds" => read.rounds = value()?.parse::<usize>()?.max(1),
                "--write" => read.write = true,
                "peers" | "files" | "stages" | "scaling" | "all" | "trees" => read.mode = word,
                _ => return Err(format!("unknown argument {word}; see benches/src/peers.rs").into()),
            }
        }
        Ok(read)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::read()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let shared = std::env::var_os("BLOCKMASK_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let corpora = shared.join("corpus");
    let pages = match &arguments.pages {
        Some(folder) => pages::all(folder)?,
        None if corpora.is_dir() => pages::listed(&corpora)?,
        None => {
            println!("skipped: no pages at {}; name a folder of .html files with --pages", corpora.display());
            return Ok(());
        }
    };
    let report = measure(&pages, &arguments)?;
    print!("{report}");
    if arguments.write {
        std::fs::create_dir_all(root.join("docs"))?;
        std::fs::write(root.join("docs/benchmarks.md"), report)?;
    }
    Ok(())
}

fn measure(pages: &[Page], arguments: &Arguments) -> io::Result<String> {
    let mut out = String::from("# Benchmarks\n\nWritten by `make bench`: medians of the CPU time of one thread.\n\n");
    let megabytes = pages::total_bytes(pages) as f64 / 1e6;
    let _ = writeln!(out, "- pages: {} raw pages (benches/pages.txt), {megabytes:.1} MB", pages.len());
    let _ = writeln!(out, "- rounds: {}, after a warm-up round", arguments.rounds);
    out += &report::environment();
    let mut contestants = contestants::all();
    let wants = |mode| arguments.mode == mode || arguments.mode == "all";
    if wants("peers") {
        out += "\n## Comparison with other parsers\n";
        out += &peers(pages, &mut contestants, arguments.rounds);
    }
    if arguments.mode == "trees" {
        out += "\n## Trees\n";
        out += &trees(pages, &mut contestants::trees(), arguments.rounds);
        out += "\n## Selectors\n";
        out += &selectors::table(pages, arguments.rounds);
    }
    if wants("files") {
        out += "\n## Main text of pages read from files\n";
        out += &files::table(pages, &mut contestants::main_text(), arguments.rounds)?;
    }
    if wants("stages") {
        out += "\n## By stage\n";
        out += &stages::table(pages, arguments.rounds);
    }
    if wants("scaling") {
        out += "\n## By size\n";
        out += &scaling::table(pages, &mut contestants, arguments.rounds);
        out += "\n## The smallest pages\n";
        out += &scaling::small_pages(&mut contestants, arguments.rounds);
    }
    Ok(out)
}

/// The times of one contestant in each round: for all pages, and for each corpus.
#[derive(Default, Clone)]
struct Times {
    all: Vec<f64>,
    corpora: BTreeMap<String, Vec<f64>>,
}

fn peers(pages: &[Page], contestants: &mut [Contestant], rounds: usize) -> String {
    let times = measured(pages, contestants, rounds);
    let mut out = main_table(pages, contestants, &times);
    out += &corpus_table(pages, contestants, &times);
    out
}

/// The speed of parsers whose results are trees.
fn trees(pages: &[Page], contestants: &mut [Contestant], rounds: usize) -> String {
    let times = measured(pages, contestants, rounds);
    let mut out = String::from("| program | MB/s | work |\n|---|---:|---|\n");
    for (contestant, times) in contestants.iter().zip(times) {
        let speed = pages::total_bytes(pages) as f64 / median(&times.all) * 1e3;
        let _ = writeln!(out, "| {} | {speed:.0} | {} |", contestant.name, contestant.work);
    }
    out
}

fn measured(pages: &[Page], contestants: &mut [Contestant], rounds: usize) -> Vec<Times> {
    let mut times = vec![Times::default(); contestants.len()];
    for (at, counts) in turns(contestants.len(), rounds) {
        let mut sum = 0.0;
        // The pages are sorted by path, so the pages of a corpus are contiguous.
        for corpus in pages.chunk_by(|a, b| a.corpus == b.corpus) {
            let time = nanoseconds(|| corpus.iter().for_each(|page| (contestants[at].run)(page)));
            sum += time;
            if counts {
                times[at].corpora.entry(corpus[0].corpus.clone()).or_default().push(time);
            }
        }
        if counts {
            times[at].all.push(sum);
        }
    }
    times
}

fn main_table(pages: &[Page], contestants: &[Contestant], times: &[Times]) -> String {
    let bytes = pages::total_bytes(pages) as f64;
    let baseline = times_of(contestants, times, TL).map_or(f64::NAN, |times| median(&times.all));
    let mut out = String::from("| program | MB/s | best MB/s | ns/byte | speed relative to `tl` | work |\n");
    out.push_str("|---|---:|---:|---:|---:|---|\n");
    for (contestant, times) in contestants.iter().zip(times) {
        let (middle, best) = (median(&times.all), minimum(&times.all));
        let _ = writeln!(
            out,
            "| {} | {:.0} | {:.0} | {:.3} | {:.2} | {} |",
            contestant.name,
            bytes / middle * 1e3,
            bytes / best * 1e3,
            middle / bytes,
            baseline / middle,
            contestant.work
        );
    }
    out
}

/// The default parts by corpus, to show how speed depends on the kind of pages.
fn corpus_table(pages: &[Page], contestants: &[Contestant], times: &[Times]) -> String {
    let of = |name| times_of(contestants, times, name);
    let (Some(complete), Some(tl), Some(rcdom)) = (of(DEFAULT), of(TL), of(RCDOM)) else { return String::new() };
    let mut out = String::from("\nblockmask, default parts, by corpus:\n\n");
    out.push_str(
        "| corpus | pages | MB | MB/s | relative to `tl` | relative to html5ever + rcdom |\n|---|---:|---:|---:|---:|---:|\n",
    );
    let row = |out: &mut String, name: &str, pages: &[&Page], [ours, tl, rcdom]: [f64; 3]| {
        let bytes: usize = pages.iter().map(|page| page.bytes.len()).sum();
        let (megabytes, speed) = (bytes as f64 / 1e6, bytes as f64 / ours * 1e3);
        let (by_tl, by_rcdom) = (tl / ours, rcdom / ours);
        let count = pages.len();
        let _ = writeln!(out, "| {name} | {count} | {megabytes:.1} | {speed:.0} | {by_tl:.2} | {by_rcdom:.1} |");
    };
    for (corpus, ours) in &complete.corpora {
        let members: Vec<&Page> = pages.iter().filter(|page| page.corpus == *corpus).collect();
        let medians = [ours, &tl.corpora[corpus], &rcdom.corpora[corpus]].map(|list| median(list));
        row(&mut out, corpus, &members, medians);
    }
    let medians = [complete, tl, rcdom].map(|times| median(&times.all));
    row(&mut out, "all", &pages.iter().collect::<Vec<_>>(), medians);
    out
}

fn times_of<'t>(contestants: &[Contestant], times: &'t [Times], name: &str) -> Option<&'t Times> {
    contestants.iter().zip(times).find(|(contestant, _)| contestant.name == name).map(|(_, times)| times)
}
