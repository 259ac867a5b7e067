//! Exports the groups of units that may be comments, for training: `export_comments FILE... > groups.jsonl`. Files may
//! be compressed by gzip; `-` reads their names from standard input.
//!
//! After `--weights MODELS` it exports the comments that are found, instead: for each list of weights in MODELS, a JSON
//! list of them: the least probability of the kind forum that makes it a thread, and its blocks of comments with what they
//! are.
//!
//! The output has one JSON object per page, with its blocks and groups twice: as it is, and with its classes and ids
//! renamed, which tells how much the finder depends on names. The first line names the features.

use blockmask::internals::arena::Bump;
use blockmask::internals::class_words::GroupCache;
use blockmask::internals::comments::score::{self, Regression, Weights};
use blockmask::internals::comments::{self, Around, Part};
use blockmask::internals::containers::Containers;
use blockmask::internals::mask::class_paths;
use blockmask::internals::mask::features::Features;
use blockmask::internals::mask::thread;
use blockmask::{Analyzer, Document, Options};
use blockmask_lab::pages::{each_page_of, hexadecimal, rename_classes};
use serde_json::{Value, json};
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let mut models = None;
    if files.first().is_some_and(|first| first == "--weights") {
        models = Some(read_models(&files.get(1).map(std::fs::read).transpose()?.unwrap_or_default())?);
        files.drain(..2);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", json!({ "names": score::NAMES[..] }))?;
    let mut analyzer = Analyzer::new(Options::default());
    each_page_of(files, |file, bytes| {
        let mut renamed = bytes.to_vec();
        rename_classes(&mut renamed);
        let [named, withheld] = [bytes, &renamed].map(|bytes| {
            let document = analyzer.analyze(bytes).map_err(io::Error::other)?;
            Ok::<_, io::Error>(match &models {
                Some(models) => models.iter().map(|weights| found(&document, weights)).collect(),
                None => record(&document),
            })
        });
        writeln!(out, "{}", json!({ "file": file, "named": named?, "withheld": withheld? }))
    })?;
    out.flush()
}

/// The bias and the weights of each model, for groups with names and for those without.
fn read_models(json: &[u8]) -> io::Result<Vec<Weights>> {
    let models: Vec<[(i32, Vec<i16>); 2]> = serde_json::from_slice(json)?;
    let regression = |(bias, weights): (i32, Vec<i16>)| {
        let count = weights.len();
        let of_features = weights.try_into().map_err(|_| io::Error::other(format!("{count} weights in a model")))?;
        Ok::<_, io::Error>(Regression { bias, of_features })
    };
    let weights = models
        .into_iter()
        .map(|[named, unnamed]| Ok(Weights { named: regression(named)?, unnamed: regression(unnamed)? }));
    weights.collect()
}

/// What the finder finds with some weights.
fn found(document: &Document<'_>, weights: &Weights) -> Value {
    let arena = Bump::new();
    let (containers, mut words) = containers_of(&arena, document);
    let found = comments::find(&arena, &Bump::new(), document.page(), &containers, &mut words, weights);
    let comments = found.on(&arena, Around::Article);
    let blocks = comments.parts.iter().enumerate().filter(|(_, (part, _))| *part != Part::Outside);
    // JSON has no infinity.
    let least_forum = [false, true].map(|is_best| thread::least_forum(&found, is_best).min(2.0));
    json!({
        "least_forum": least_forum,
        // The mask may keep less text before them.
        "are_the_page": thread::are_the_page(&found, found.tokens_before),
        "blocks": blocks.map(|(block, (part, _))| (block, *part as u8)).collect::<Vec<_>>(),
    })
}

/// The containers of a page, and the words of its classes.
fn containers_of<'a>(arena: &'a Bump, document: &'a Document<'_>) -> (Containers<'a>, GroupCache<'a>) {
    let mut words = GroupCache::new(arena, class_paths(document.sequence()));
    (Containers::of(arena, document.page(), &mut words), words)
}

fn record(document: &Document<'_>) -> Value {
    let (arena, page) = (Bump::new(), document.page());
    let (containers, mut words) = containers_of(&arena, document);
    let groups: Vec<Value> = comments::groups_of(page, &containers, &mut words)
        .into_iter()
        .map(|(features, blocks)| {
            let blocks: Vec<(usize, u8)> = blocks.into_iter().map(|(block, part)| (block, part as u8)).collect();
            json!({ "features": features.map(u8::from).to_vec(), "blocks": blocks })
        })
        .collect();
    let starts: Vec<usize> = document.blocks().map(|block| block.source().start).collect();
    json!({
        "groups": groups,
        "starts": starts,
        "page": hexadecimal(&Features::page_features(page, document.sequence(), &containers)),
        "texts": document.blocks().map(|block| block.text()).collect::<Vec<_>>(),
        "tokens": document.blocks().map(|block| block.tokens()).collect::<Vec<_>>(),
        "linked": document.blocks().map(|block| block.linked_tokens()).collect::<Vec<_>>(),
        "flags": document.blocks().map(|block| block.flags().bits()).collect::<Vec<_>>(),
    })
}
