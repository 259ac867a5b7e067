//! The CPU time of each step by which the command line reads WARC files, alone: `make bench-pipeline`.
//!
//! ```text
//! pipeline gunzip|main-text|blocks FILE...
//! ```
//! Prints seconds. `gunzip` decompresses the files and forgets them, by the crate that the command line uses. The others
//! analyze the pages in them, which another thread has decompressed: `main-text` finds what `blockmask text --format
//! jsonl` prints, `blocks` what `blockmask blocks --format jsonl` prints.

use blockmask::{Analyzer, Document, FactOptions, Options, Parts};
use cpu_time::ThreadTime;
use flate2::bufread::GzDecoder;
use std::error::Error;
use std::hint::black_box;
use std::io::Read;
use std::sync::mpsc;
use std::{env, fs, thread};

/// The records that wait for the analysis.
const QUEUE: usize = 16;

/// Decompresses a file, a member after the other, each a record.
fn members(file: &[u8], mut each: impl FnMut(&[u8])) -> Result<(), Box<dyn Error>> {
    let (mut rest, mut record) = (file, Vec::new());
    while !rest.is_empty() {
        record.clear();
        let mut decoder = GzDecoder::new(rest);
        decoder.read_to_end(&mut record)?;
        rest = decoder.into_inner();
        each(&record);
    }
    Ok(())
}

/// What follows the headers of a record, and the headers of HTTP in it.
fn page_of(record: &[u8]) -> Option<&[u8]> {
    let after_headers = |bytes: &'_ [u8]| bytes.windows(4).position(|window| window == b"\r\n\r\n").map(|at| at + 4);
    let response = &record[after_headers(record)?..];
    Some(&response[after_headers(response)?..])
}

/// The time of an analysis of each page of the files, without the time in which the pages are decompressed.
fn analysis(files: Vec<Vec<u8>>, parts: Parts, look_at: fn(&Document<'_>)) -> f64 {
    let (sender, receiver) = mpsc::sync_channel(QUEUE);
    let reader = thread::spawn(move || {
        for file in &files {
            members(file, |record| sender.send(record.to_vec()).expect("a reader")).expect("a gzip file");
        }
    });
    let mut analyzer = Analyzer::new(Options::with_parts(parts));
    let mut seconds = 0.0;
    for record in receiver {
        let Some(page) = page_of(&record) else { continue };
        let start = ThreadTime::now();
        if let Ok(document) = analyzer.analyze(page) {
            look_at(&document);
        }
        seconds += start.elapsed().as_secs_f64();
    }
    reader.join().expect("no panic");
    seconds
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let step = arguments.next().ok_or("usage: pipeline STEP FILE...")?;
    let files = arguments.map(fs::read).collect::<Result<Vec<_>, _>>()?;
    let seconds = match &*step {
        "gunzip" => {
            let start = ThreadTime::now();
            files.iter().try_for_each(|file| members(file, |record| _ = black_box(record.len())))?;
            start.elapsed().as_secs_f64()
        }
        "main-text" => analysis(files, Parts::MASK, |document| _ = black_box(document.main_text().text().len())),
        "blocks" => analysis(files, Parts::ALL, |document| {
            black_box(document.groups().len());
            black_box(document.facts(&FactOptions::default()).robots);
            black_box(document.annotations().len());
        }),
        _ => return Err(format!("{step}: neither gunzip, main-text nor blocks").into()),
    };
    println!("{seconds}");
    Ok(())
}
