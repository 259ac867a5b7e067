//! A search program for a folder of HTML pages: Tantivy, with blockmask to read the pages. `README.md` explains it.

mod bm25f;
mod page;

use anyhow::Context;
use blockmask::{Analyzer, Options, Parts};
use bm25f::WeightedField;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use tantivy::directory::MmapDirectory;
use tantivy::schema::{FAST, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions, Value};
use tantivy::{DocAddress, DocId, Index, IndexWriter, Searcher, SegmentReader, TantivyDocument, Term};
use walkdir::WalkDir;

const USAGE: &str = "usage: blockmask-tantivy index [--plain] INDEX FOLDER
       blockmask-tantivy search [--limit N] INDEX QUERY...
       blockmask-tantivy search [--limit N] --queries FILE INDEX";

/// A field for each weight that blockmask gives, so that BM25F weighs every block as blockmask does: name, least weight
/// of a block, length normalization. Headings and labels are normalized less than text: a page has few of them or none,
/// so they are much longer or shorter than the average.
const FIELDS: [(&str, u8, f32); 6] = [
    ("title", 64, 0.5),   // titles and h1
    ("name", 24, 0.1),    // headings of documentation, terms of definition lists
    ("heading", 16, 0.1), // other headings
    ("label", 8, 0.1),    // labels, links within the page
    ("text", 4, 0.75),    // text, bylines, comments
    ("other", 2, 0.75),   // links, code, and what the page repeats
];

/// Pages written between two commits. A run that is killed loses no more than these; the next run indexes them.
const COMMIT_PAGES: usize = 500;

fn schema() -> Schema {
    let words = TextFieldIndexing::default().set_tokenizer("whitespace").set_index_option(IndexRecordOption::WithFreqs);
    let mut schema = Schema::builder();
    schema.add_text_field("path", STRING | FAST | STORED);
    schema.add_u64_field("hash", FAST);
    schema.add_bytes_field("html", STORED);
    for (name, ..) in FIELDS {
        schema.add_text_field(name, TextOptions::default().set_indexing_options(words.clone()));
    }
    schema.build()
}

/// From a page to a document: the words of each weight go into the field for that weight.
fn document(
    schema: &Schema,
    path: &str,
    hash: u64,
    html: &[u8],
    page: &page::PageText,
) -> anyhow::Result<TantivyDocument> {
    let field = |name| schema.get_field(name);
    let mut document = TantivyDocument::default();
    document.add_text(field("path")?, path);
    document.add_u64(field("hash")?, hash);
    document.add_bytes(field("html")?, html);
    let mut texts = [const { String::new() }; FIELDS.len()];
    for word in &page.words {
        let field = FIELDS.iter().position(|&(_, least, _)| word.weight >= least);
        texts[field.unwrap_or(FIELDS.len() - 1)].extend([&word.term, " "]);
    }
    for ((name, ..), text) in FIELDS.iter().zip(texts) {
        document.add_text(field(name)?, text);
    }
    Ok(document)
}

/// Brings the index up to date with the pages of a folder: a page is read again if the hash of its bytes has changed.
/// Returns whether no page failed.
fn index(index: &Path, folder: &Path, is_plain: bool) -> anyhow::Result<bool> {
    let folder = folder.canonicalize().with_context(|| folder.display().to_string())?;
    std::fs::create_dir_all(index)?;
    let index = Index::open_or_create(MmapDirectory::open(index)?, schema())?;
    let (schema, mut writer): (Schema, IndexWriter) = (index.schema(), index.writer(256 << 20)?);
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::FIELDS));
    let mut known = known_pages(&index)?;
    let (mut indexed, mut unchanged, mut failed) = (0, 0, 0);
    for file in WalkDir::new(&folder).sort_by_file_name() {
        let file = file?;
        if !file.file_type().is_file() || !is_page(file.path()) {
            continue;
        }
        let file = file.into_path();
        let path = file.strip_prefix(&folder)?.to_string_lossy().into_owned();
        let old = known.remove(&path);
        let mut update = || -> anyhow::Result<bool> {
            let html = std::fs::read(&file)?;
            let hash = hash(&html, is_plain);
            if old == Some(hash) {
                return Ok(false);
            }
            let address = format!("file://{}", file.display());
            let page = if is_plain { page::read_plain(&html) } else { page::read(&mut analyzer, &html, &address)? };
            writer.delete_term(Term::from_field_text(schema.get_field("path")?, &path));
            writer.add_document(document(&schema, &path, hash, &html, &page)?)?;
            Ok(true)
        };
        match update() {
            Ok(false) => unchanged += 1,
            Ok(true) => {
                indexed += 1;
                if indexed % COMMIT_PAGES == 0 {
                    writer.commit()?;
                }
            }
            Err(error) => {
                eprintln!("{path}: {error:#}");
                failed += 1;
            }
        }
    }
    for path in known.keys() {
        writer.delete_term(Term::from_field_text(schema.get_field("path")?, path));
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    println!("indexed {indexed}, unchanged {unchanged}, deleted {}, failed {failed}", known.len());
    Ok(failed == 0)
}

fn is_page(file: &Path) -> bool {
    file.extension().is_some_and(|name| name.eq_ignore_ascii_case("html") || name.eq_ignore_ascii_case("htm"))
}

/// FNV-1a of the bytes, and of how they are read.
fn hash(html: &[u8], is_plain: bool) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ u64::from(is_plain);
    html.iter().fold(start, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The hash of each page of the index, by path.
fn known_pages(index: &Index) -> anyhow::Result<BTreeMap<String, u64>> {
    let searcher = index.reader()?.searcher();
    let mut known = BTreeMap::new();
    for segment in searcher.segment_readers() {
        let hashes = segment.fast_fields().u64("hash")?;
        for page in segment.doc_ids_alive() {
            known.extend(path(segment, page).zip(hashes.first(page)));
        }
    }
    Ok(known)
}

struct Hit {
    score: f32,
    path: String,
    page: DocAddress,
}

/// The best pages with any of the words; pages of equal score are ordered by path.
fn find(searcher: &Searcher, words: &BTreeSet<String>, limit: usize) -> anyhow::Result<Vec<Hit>> {
    let unit = f32::from(blockmask::Field::Text.weight());
    let field = |&(name, weight, b): &(&str, u8, f32)| -> tantivy::Result<WeightedField> {
        Ok(WeightedField { field: searcher.schema().get_field(name)?, weight: f32::from(weight) / unit, b })
    };
    let fields = FIELDS.iter().map(field).collect::<tantivy::Result<Vec<_>>>()?;
    let mut hits = Vec::new();
    for (page, score) in bm25f::scores(searcher, &fields, words)? {
        let segment = searcher.segment_reader(page.segment_ord);
        if !segment.is_deleted(page.doc_id) {
            hits.push(Hit { score, path: path(segment, page.doc_id).unwrap_or_default(), page });
        }
    }
    hits.sort_by(|one, other| other.score.total_cmp(&one.score).then_with(|| one.path.cmp(&other.path)));
    hits.truncate(limit);
    Ok(hits)
}

/// Prints a JSON object for each page. Its bytes are in the index, and are read again for the snippet.
fn search(searcher: &Searcher, query: &str, limit: usize) -> anyhow::Result<()> {
    let words = page::terms(query).collect();
    let mut analyzer = Analyzer::new(Options::default());
    for (i, Hit { score, path, page }) in find(searcher, &words, limit)?.iter().enumerate() {
        let document: TantivyDocument = searcher.doc(*page)?;
        let html = document.get_first(searcher.schema().get_field("html")?);
        let page = page::read(&mut analyzer, html.and_then(|html| html.as_bytes()).unwrap_or_default(), "")?;
        let (snippet, highlights) = page.snippet(&words);
        let highlights: Vec<[usize; 2]> = highlights.iter().map(|range| [range.start, range.end]).collect();
        let line = json!({ "rank": i + 1, "score": score, "path": path, "title": page.title, "snippet": snippet,
            "highlights": highlights });
        println!("{line}");
    }
    Ok(())
}

/// Prints query, rank, path and score for each line of a file.
fn search_all(searcher: &Searcher, queries: &str, limit: usize) -> anyhow::Result<()> {
    for query in queries.lines() {
        let words = page::terms(query).collect();
        for (i, Hit { score, path, .. }) in find(searcher, &words, limit)?.iter().enumerate() {
            println!("{query}\t{}\t{path}\t{score}", i + 1);
        }
    }
    Ok(())
}

/// The path of a page.
fn path(segment: &SegmentReader, page: DocId) -> Option<String> {
    let column = segment.fast_fields().str("path").ok()??;
    let mut path = String::new();
    column.ord_to_str(column.term_ords(page).next()?, &mut path).ok()?;
    Some(path)
}

/// Returns whether no page failed; `None` for wrong usage.
fn run(command: &str, mut arguments: impl Iterator<Item = String>) -> anyhow::Result<Option<bool>> {
    let (mut is_plain, mut limit, mut queries, mut rest) = (false, 10, None, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--plain" => is_plain = true,
            "--limit" => limit = arguments.next().and_then(|limit| limit.parse().ok()).unwrap_or(0),
            "--queries" => queries = arguments.next(),
            option if option.starts_with("--") => return Ok(None),
            _ => rest.push(argument),
        }
    }
    match (command, rest.as_slice()) {
        ("index", [folder, pages]) => index(folder.as_ref(), pages.as_ref(), is_plain).map(Some),
        ("search", [folder, words @ ..]) if limit > 0 && queries.is_some() == words.is_empty() => {
            let searcher = Index::open_in_dir(folder).with_context(|| folder.clone())?.reader()?.searcher();
            match queries {
                Some(file) => search_all(&searcher, &std::fs::read_to_string(&file).context(file)?, limit)?,
                None => search(&searcher, &words.join(" "), limit)?,
            }
            Ok(Some(true))
        }
        _ => Ok(None),
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match run(&arguments.next().unwrap_or_default(), arguments) {
        Ok(Some(true)) => ExitCode::SUCCESS,
        Ok(Some(false)) => ExitCode::FAILURE,
        Ok(None) => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
