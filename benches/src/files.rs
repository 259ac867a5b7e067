//! Pages as an indexer meets them: each is read from its file right before it is processed, so that neither its bytes
//! nor the tables of the page before it are where they were.

use crate::clock::{median, nanoseconds, turns};
use crate::contestants::{Contestant, MAIN_TEXT, TL};
use crate::pages::{self, Page, total_bytes};
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs, io, process};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Folder {
    /// Writes each page to a separate file.
    fn of(pages: &[Page]) -> io::Result<Folder> {
        let folder = Folder(env::temp_dir().join(format!("blockmask-benches-{}", process::id())));
        fs::create_dir_all(&folder.0)?;
        pages.iter().enumerate().try_for_each(|(number, page)| fs::write(folder.file(number), &page.bytes))?;
        Ok(folder)
    }

    fn file(&self, number: usize) -> PathBuf {
        self.0.join(format!("{number}.html"))
    }

    fn read(&self, number: usize) -> io::Result<Page> {
        pages::read(&self.file(number), &self.0)
    }
}

/// A table of the median time of each contestant over the rounds. Reading and decoding a page is not timed.
pub fn table(pages: &[Page], contestants: &mut [Contestant], rounds: usize) -> io::Result<String> {
    let folder = Folder::of(pages)?;
    let mut times = vec![Vec::new(); contestants.len()];
    for (at, counts) in turns(contestants.len(), rounds) {
        let mut sum = 0.0;
        for number in 0..pages.len() {
            let page = folder.read(number)?;
            sum += nanoseconds(|| (contestants[at].run)(&page));
        }
        if counts {
            times[at].push(sum);
        }
    }
    let medians: Vec<f64> = times.iter().map(|list| median(list)).collect();
    let of =
        |name| contestants.iter().position(|contestant| contestant.name == name).map_or(f64::NAN, |at| medians[at]);
    let (tl, main_text) = (of(TL), of(MAIN_TEXT));
    let mut out =
        String::from("| program | MB/s | speed relative to `tl` | speedup of blockmask, main text | work |\n");
    out.push_str("|---|---:|---:|---:|---|\n");
    for (Contestant { name, work, .. }, time) in contestants.iter().zip(&medians) {
        let speed = total_bytes(pages) as f64 / time * 1e3;
        let _ = writeln!(out, "| {name} | {speed:.0} | {:.2} | {:.2} | {work} |", tl / time, time / main_text);
    }
    Ok(out)
}
