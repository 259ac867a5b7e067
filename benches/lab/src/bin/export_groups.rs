//! Exports the groups that the judge of kinds sees, for training: `export_groups FILE... > groups.jsonl`. Files may be
//! compressed by gzip; `-` reads their names from standard input.
//!
//! The output has one JSON object per page, with its groups twice: as it is, and with its classes and ids renamed. The
//! first line names the features and the kinds.

use blockmask::internals::document_groups::{FEATURES, judged_groups};
use blockmask::{Analyzer, Document, GroupKind, Options};
use blockmask_lab::pages::{each_page_of, rename_classes};
use serde_json::{Value, json};
use std::io::{self, BufWriter, Write};

/// The items whose text is exported, and the characters of each.
const SAMPLES: usize = 3;
const SAMPLE: usize = 110;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let kinds: Vec<&str> = GroupKind::VALUES.iter().map(|kind| kind.name()).collect();
    writeln!(out, "{}", json!({ "features": FEATURES, "kinds": kinds }))?;
    let mut analyzer = Analyzer::new(Options::default());
    each_page_of(std::env::args().skip(1).collect(), |file, bytes| {
        let mut renamed = bytes.to_vec();
        rename_classes(&mut renamed);
        let [named, withheld] = [bytes, &renamed].map(|bytes| {
            let document = analyzer.analyze(bytes).map_err(io::Error::other)?;
            Ok::<_, io::Error>(groups(&document))
        });
        writeln!(out, "{}", json!({ "file": file, "named": named?, "withheld": withheld? }))
    })?;
    out.flush()
}

fn groups(document: &Document<'_>) -> Vec<Value> {
    let records: Vec<_> = document.records().iter().map(|record| record.blocks().start).collect();
    let block = |index: usize| document.block(index);
    judged_groups(document)
        .into_iter()
        .map(|group| {
            let (kind, probability) = group.judgment;
            let first = group.items.first().map_or(0, |item| item.start);
            let last = group.items.iter().map(|item| item.end).max().unwrap_or(1) - 1;
            let texts = group.items.iter().take(SAMPLES).map(|item| sample(document, item.clone()));
            json!({
                "source": [block(first).map(|b| b.source().start), block(last).map(|b| b.source().end)],
                "items": group.items.len(),
                "features": group.features.map(u8::from).to_vec(),
                "kind": kind.name(),
                "probability": probability,
                "is_main_list": records.first() == Some(&first) && group.features[main_list()],
                "before": first.checked_sub(1).and_then(block).map(|block| cut(block.text())),
                "path": block(first).map(|block| block.tag_path().to_string()),
                "texts": texts.collect::<Vec<_>>(),
            })
        })
        .collect()
}

fn main_list() -> usize {
    FEATURES.iter().position(|&name| name == "main-list").expect("a feature")
}

fn sample(document: &Document<'_>, blocks: std::ops::Range<usize>) -> String {
    let texts: Vec<&str> = blocks.take(8).filter_map(|index| document.block(index)).map(|block| block.text()).collect();
    cut(&texts.join(" / "))
}

fn cut(text: &str) -> String {
    text.chars().take(SAMPLE).collect()
}
