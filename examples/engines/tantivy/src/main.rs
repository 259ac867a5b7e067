//! Tantivy.
mod bm25f;
mod document;
mod index;
mod plain;
mod schema;
mod search;
mod source;
mod warc_file;
mod words;
use clap::{Parser, Subcommand};
use search::{Method, Search};
use std::io::Write;
use std::path::PathBuf;
#[derive(Parser)]
struct Arguments { #[command(subcommand)] command: Command }
#[derive(Subcommand)]
enum Command {
    Index { #[arg(long)] plain: bool, index: PathBuf, #[arg(required = true)] paths: Vec<PathBuf> },
    Search { #[arg(long, default_value_t = 10)] limit: usize, #[arg(long)] kind: Option<String>, #[arg(long)] duplicates: bool, #[arg(long)] method: Option<Method>, #[arg(long)] queries: Option<PathBuf>, index: PathBuf, query: Vec<String> },
}
fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Index { plain, index, paths } => { if !index::run(&index, &paths, plain)? { std::process::exit(1) } }
        Command::Search { limit, kind, duplicates, method, queries, index, query } => {
            let search = Search { limit, kind, duplicates, ..Search::open(&index, method)? };
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            let qs = match queries { Some(f) => std::fs::read_to_string(f)?, None => query.join(" ") };
            for q in qs.lines() {
                for (i, hit) in search.best(q)?.iter().enumerate() { writeln!(out, "{q}\t{}\t{}\t{}", i + 1, hit.path, hit.score)?; }
            }
        }
    }
    Ok(())
}
