//! Writes the features by which page kinds are told apart, for training: `export_kind_features FILE... > features.jsonl`.
//! Files may be compressed by gzip; `-` reads their names from standard input. One JSON array of numbers a page.

use blockmask::arena::Bump;
use blockmask::style_density::learned::features_of;
use blockmask::{Analyzer, Options};
use std::io::{self, BufRead, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files == ["-"] {
        files = io::stdin().lock().lines().collect::<io::Result<_>>()?;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let mut analyzer = Analyzer::new(Options::default());
    for file in &files {
        let bytes = read(file)?;
        let document = analyzer.analyze(&bytes).map_err(io::Error::other)?;
        writeln!(out, "{}", serde_json::json!(features_of(&Bump::new(), document.page()).to_vec()))?;
    }
    out.flush()
}

fn read(file: &str) -> io::Result<Vec<u8>> {
    let bytes = std::fs::read(file)?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut page = Vec::new();
    flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut page)?;
    Ok(page)
}
