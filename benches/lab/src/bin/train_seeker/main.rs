//! Trains the models of Content Seeker, and evaluates all of its methods by cross-validation over domains.
//!
//!     train_seeker SHARED_FOLDER [--out src/published/seeker/models.bin] [--report FOLDER] [--times]
//!
//! `--times` only measures the time of the methods. The models are written only with `--out`; the tables, the rules of
//! the trees and all examples are written to the report folder. Training is deterministic.

mod corpus;
mod evaluation;
mod labels;
mod learning;

use blockmask::internals::seeker::{Model, ModelKind, segments};
use learning::{KindModel, PageExamples};
use std::io;
use std::path::{Path, PathBuf};

const KINDS: [ModelKind; 3] = [ModelKind::News, ModelKind::Blog, ModelKind::Forum];

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut only_times = false;
    let (mut shared, mut out, mut report) = (None, None, PathBuf::from("target/training/seeker"));
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--times" => only_times = true,
            "--out" => out = arguments.next(),
            "--report" => report = arguments.next().map_or(report, PathBuf::from),
            _ => shared = Some(argument),
        }
    }
    let shared = shared.ok_or_else(|| {
        io::Error::other("usage: train_seeker SHARED_FOLDER [--out FILE] [--report FOLDER] [--times]")
    })?;
    std::fs::create_dir_all(&report)?;

    let pages = corpus::load(Path::new(&shared))?;
    if only_times {
        println!("{}", evaluation::times(&pages));
        return Ok(());
    }
    let examples: Vec<PageExamples> = pages
        .iter()
        .enumerate()
        .filter_map(|(i, page)| page.trains.map(|kind| learning::examples_of(page, kind, i as u64)))
        .collect();
    println!("{} pages, {} for training", pages.len(), examples.len());
    let of_folds = on_two_threads((0..corpus::FOLDS).map(Some).chain([None]).collect(), |without| {
        KINDS.map(|kind| learning::learn(&examples, kind, without))
    });
    let (held_out, last) = of_folds.split_at(corpus::FOLDS as usize);
    let mut text = evaluation::decisions(&examples, held_out);
    let files: Vec<Vec<u8>> = held_out.iter().map(file).collect();
    let models: Vec<Model<'_>> = files.iter().filter_map(|file| Model::read(file)).collect();
    text += &evaluation::table(&pages, &models);
    text += &evaluation::times(&pages);
    println!("{text}");
    std::fs::write(report.join("table.md"), text)?;
    write_rules(&report, &last[0])?;
    write_examples(&report, &examples)?;
    if let Some(out) = out {
        let bytes = file(&last[0]);
        println!("{out}: {} bytes", bytes.len());
        std::fs::write(out, bytes)?;
    }
    Ok(())
}

/// The model file with the models of all page kinds.
fn file(models: &[KindModel; 3]) -> Vec<u8> {
    Model::write(&[0, 1, 2].map(|kind| learning::tables(&models[kind])))
}

/// Writes the single trees as rules.
fn write_rules(report: &Path, models: &[KindModel; 3]) -> io::Result<()> {
    for (kind, model) in KINDS.iter().zip(models) {
        for (stage, trees) in ["good", "content"].iter().zip(&model[0]) {
            let rules: String = trees.iter().map(|tree| tree.rules(&segments::NAMES)).collect();
            std::fs::write(report.join(format!("{kind:?}-{stage}.txt").to_lowercase()), rules)?;
        }
    }
    Ok(())
}

/// Writes the examples as CSV for other learners: fold, class, features.
fn write_examples(report: &Path, examples: &[PageExamples]) -> io::Result<()> {
    for kind in KINDS {
        for (stage, name) in ["good", "content"].iter().enumerate() {
            let mut text = format!("fold,class,{}\n", segments::NAMES.join(","));
            for page in examples.iter().filter(|page| page.kind == kind) {
                for (features, class) in &page.stages[stage] {
                    let features: Vec<String> = features.iter().map(u32::to_string).collect();
                    text += &format!("{},{},{}\n", page.fold, u8::from(*class), features.join(","));
                }
            }
            std::fs::write(report.join(format!("{kind:?}-{name}.csv").to_lowercase()), text)?;
        }
    }
    Ok(())
}

/// Runs jobs on two threads and returns the results in order.
pub fn on_two_threads<J: Copy + Sync + Send, R: Send>(jobs: Vec<J>, work: impl Fn(J) -> R + Sync) -> Vec<R> {
    let half = |first: usize| jobs.iter().skip(first).step_by(2).map(|&job| work(job)).collect::<Vec<R>>();
    let (even, odd) = std::thread::scope(|scope| {
        let even = scope.spawn(|| half(0));
        let odd = half(1);
        (even.join().unwrap_or_default(), odd)
    });
    let (mut even, mut odd) = (even.into_iter(), odd.into_iter());
    (0..jobs.len()).filter_map(|i| if i % 2 == 0 { even.next() } else { odd.next() }).collect()
}
