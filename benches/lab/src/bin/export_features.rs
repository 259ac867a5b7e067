//! Exports the features of pages and their blocks, for training: `export_features FILE... > features.jsonl`. Files may
//! be compressed by gzip; `-` reads their names from standard input.
//!
//! The output has one JSON object per page: texts, tokens and rule labels of its blocks, and the features of the page
//! and of its blocks, two hexadecimal digits each. The first line names the features. The last features of a block, the
//! probabilities of the page kinds, are 0; training fills them in.

use blockmask::internals::Watch;
use blockmask::internals::arena::Bump;
use blockmask::internals::class_words::GroupCache;
use blockmask::internals::containers::Containers;
use blockmask::internals::mask::features::{self, Features, Group, LANES};
use blockmask::internals::mask::{MaskMethod, class_paths};
use blockmask::{Analyzer, Block, Document, Options};
use blockmask_lab::pages::{each_page, hexadecimal};
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(
        out,
        "{}",
        serde_json::json!({
            "version": features::VERSION,
            "names": features::names(),
            "page_names": features::page_names(),
        })
    )?;
    let mut options = Options::default();
    options.mask = MaskMethod::Density;
    let mut analyzer = Analyzer::new(options);
    each_page(|file, bytes| {
        let document = analyzer.analyze(bytes).map_err(io::Error::other)?;
        writeln!(out, "{}", record(file, &document))
    })?;
    out.flush()
}

fn record(file: &str, document: &Document) -> serde_json::Value {
    let arena = Bump::new();
    let page = document.page();
    let sequence = document.sequence();
    let rule_scores = features::rule_scores(&arena, &Bump::new(), page, sequence);
    let containers = Containers::of(&arena, page, &mut GroupCache::new(&arena, class_paths(sequence)));
    let features = Features::new(&arena, page, sequence, rule_scores, &containers, &Watch::default());
    let groups: Vec<Group> = (0..document.blocks().len()).step_by(LANES).map(|first| features.group(first)).collect();
    let rows = document.blocks().map(|block| {
        let (group, lane) = (&groups[block.index() / LANES], block.index() % LANES);
        hexadecimal(&group[..features::COUNT].iter().map(|values| values[lane]).collect::<Vec<_>>())
    });
    let container_of = |block: &Block| block.table_entry().container as usize;
    let path_of_node = sequence.path_of_node;
    serde_json::json!({
        "file": file,
        "page": hexadecimal(&features.of_page()),
        "features": rows.collect::<Vec<_>>(),
        "texts": document.blocks().map(|block| block.text().to_owned()).collect::<Vec<_>>(),
        "paths": document.blocks().map(|block| path_of_node[container_of(&block)]).collect::<Vec<_>>(),
        "parents": document.blocks().map(|block| page.tree.nodes[container_of(&block)].parent).collect::<Vec<_>>(),
        "tokens": document.blocks().map(|block| block.tokens()).collect::<Vec<_>>(),
        "flags": document.blocks().map(|block| block.flags().bits()).collect::<Vec<_>>(),
        "by_rules": document.blocks().map(|block| !block.is_template()).collect::<Vec<_>>(),
    })
}
