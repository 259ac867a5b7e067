//! Measures the overhead of the C interface over the Rust one, and the speedup of a second thread: `make bench-c`.
//! Prints Markdown.
//!
//! Pages are the files of at least 20 kB; arguments name the files, or standard input for `-`. Costs are CPU times of the
//! thread, measured in alternation so that other load on the machine affects both. Runs with one and with two threads
//! alternate, too; the fastest run counts, because the others shared the cores with other processes.
// The functions under test are those that C programs call.
#![allow(unsafe_code)]

#[path = "../../../../fuzz/src/targets/handle.rs"]
#[allow(dead_code)]
mod handle;
#[path = "../../../src/machine.rs"]
mod machine;

use blockmask::capi::start::{blockmask_analyze, blockmask_get_blocks, blockmask_table};
use blockmask::capi::status::BLOCKMASK_OK;
use blockmask::{Analyzer, Options};
use cpu_time::ThreadTime;
use handle::Handle;
use std::ptr::null;
use std::sync::Barrier;
use std::time::Instant;

const MIN_BYTES: usize = 20_000;
const ROUNDS: usize = 15;

/// Analyzes a page through C and borrows its blocks.
fn analyze(handle: &Handle, page: &[u8]) -> usize {
    let (mut document, mut blocks) = (null(), blockmask_table { rows: null(), count: 0, stride: 0 });
    // SAFETY: the handle is valid, the page outlives both calls, and the outputs have the right types.
    unsafe {
        let status = blockmask_analyze(handle.0, page.as_ptr().cast(), page.len(), null(), &mut document);
        assert_eq!(status, BLOCKMASK_OK);
        assert_eq!(blockmask_get_blocks(document, &mut blocks), BLOCKMASK_OK);
    }
    blocks.count
}

fn cpu_seconds(work: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_secs_f64()
}

/// Pages per second of wall time and of CPU time, of threads that each analyze all pages.
fn speed(pages: &[Vec<u8>], threads: usize) -> (f64, f64) {
    let barrier = Barrier::new(threads + 1);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let handle = Handle::new(null());
                    pages.iter().take(20).for_each(|page| assert!(analyze(&handle, page) < usize::MAX));
                    barrier.wait();
                    cpu_seconds(|| pages.iter().for_each(|page| assert!(analyze(&handle, page) < usize::MAX)))
                })
            })
            .collect();
        barrier.wait();
        let start = Instant::now();
        let cpu: f64 = workers.into_iter().map(|worker| worker.join().expect("the thread does not panic")).sum();
        let done = (pages.len() * threads) as f64;
        (done / start.elapsed().as_secs_f64(), done / (cpu / threads as f64))
    })
}

fn main() {
    let mut pages = Vec::new();
    let keep = |_: &str, page: &[u8]| {
        if page.len() >= MIN_BYTES {
            pages.push(page.to_vec());
        }
        Ok(())
    };
    blockmask_lab::pages::each_page(keep).expect("readable pages");
    let (mut rust, c) = (Analyzer::new(Options::default()), Handle::new(null()));
    let (mut rust_times, mut c_times) = (Vec::new(), Vec::new());
    for page in &pages {
        let (mut min_rust, mut min_c) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..ROUNDS {
            let blocks = |analyzer: &mut Analyzer| analyzer.analyze(page).map_or(0, |document| document.blocks().len());
            min_rust = min_rust.min(cpu_seconds(|| assert!(blocks(&mut rust) < usize::MAX)));
            min_c = min_c.min(cpu_seconds(|| assert!(analyze(&c, page) < usize::MAX)));
        }
        rust_times.push(min_rust);
        c_times.push(min_c);
    }
    let sum = |times: &[f64]| times.iter().sum::<f64>();
    let (sum_rust, sum_c) = (sum(&rust_times), sum(&c_times));
    let bytes: usize = pages.iter().map(Vec::len).sum();
    let mut ratios: Vec<f64> = c_times.iter().zip(&rust_times).map(|(c, rust)| c / rust - 1.0).collect();
    ratios.sort_by(f64::total_cmp);
    println!("# Benchmarks of the C interface\n\nWritten by `make bench-c`.\n");
    println!("- pages: {} of at least 20 kB (benches/pages.txt), {:.1} MB", pages.len(), bytes as f64 / 1e6);
    println!("- date: {}\n- processor: {}", machine::today(), machine::processor());
    println!("- load average: {}", load());
    println!(
        "\n## C over Rust\n\nAnalysis and the table of blocks, minimum CPU time of {ROUNDS} runs of each page. The rows of"
    );
    println!("the table have all fields; in Rust, hashes and source ranges of a block are computed when asked for.\n");
    println!("| | |\n|---|---:|\n| overhead | {:.2} % |", 100.0 * (sum_c / sum_rust - 1.0));
    println!("| overhead, median of the pages | {:.2} % |", 100.0 * ratios[ratios.len() / 2]);
    let (mut one, mut two) = ((0.0f64, 0.0f64), (0.0f64, 0.0f64));
    for _ in 0..ROUNDS {
        for (threads, best) in [(1, &mut one), (2, &mut two)] {
            let (wall, cpu) = speed(&pages, threads);
            *best = (best.0.max(wall), best.1.max(cpu));
        }
    }
    println!("\n## Two threads\n\nOne analyzer per thread, through C; the fastest of {ROUNDS} runs.\n");
    println!("| | pages per second | pages per second of CPU time |\n|---|---:|---:|");
    println!("| two threads over one | {:.2} | {:.2} |", two.0 / one.0, two.1 / one.1);
    println!("\nload average at the end: {}", load());
}

/// The load averages, if the system reports them.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}
