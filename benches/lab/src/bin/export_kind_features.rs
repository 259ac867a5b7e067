//! Exports the features of the learned page layout, for training: `export_kind_features FILE... > features.jsonl`.
//! Files may be compressed by gzip; `-` reads their names from standard input. The output has one JSON array of numbers
//! per page.

use blockmask::internals::arena::Bump;
use blockmask::internals::style_density::learned::features_of;
use blockmask::{Analyzer, Options};
use blockmask_lab::pages::each_page;
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut analyzer = Analyzer::new(Options::default());
    each_page(|_, bytes| {
        let document = analyzer.analyze(bytes).map_err(io::Error::other)?;
        writeln!(out, "{}", serde_json::json!(features_of(&Bump::new(), document.page()).to_vec()))
    })?;
    out.flush()
}
