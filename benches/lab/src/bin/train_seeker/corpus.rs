//! Reads pages with their gold text.

use blockmask::internals::arena::Bump;
use blockmask::internals::seeker::{ModelKind, Strings, guess_model_kind};
use blockmask::{Analyzer, Options};
use flate2::read::MultiGzDecoder;
use std::io::{self, Read};
use std::path::Path;

/// Corpora with gold main texts.
pub const CORPORA: [&str; 5] = ["wcxb", "aeb", "magic-html-article", "magic-html-forum", "harvest-forum"];
/// Cross-validation folds, by domain.
pub const FOLDS: u64 = 5;
/// Pages whose HTML has a smaller share of the gold words are not used for training.
const MIN_COVERAGE: f64 = 0.8;

/// One page.
pub struct CorpusPage {
    pub corpus: &'static str,
    pub page_type: String,
    pub html: Vec<u8>,
    pub gold: String,
    /// The model that is trained on it; `None` if none is.
    pub trains: Option<ModelKind>,
    pub fold: u64,
}

/// Reads all pages with a gold text.
pub fn load(shared: &Path) -> io::Result<Vec<CorpusPage>> {
    let mut pages = Vec::new();
    for corpus in CORPORA {
        let folder = shared.join("corpus").join(corpus);
        let lines = gunzip(&folder.join("pages.jsonl.gz"))?;
        let mut entries: Vec<serde_json::Value> = Vec::new();
        for line in String::from_utf8_lossy(&lines).lines() {
            entries.push(serde_json::from_str(line)?);
        }
        entries.sort_by_key(|entry| text(entry, "id"));
        for entry in entries {
            let gold = text(&entry, "gold_text");
            if gold.is_empty() {
                continue;
            }
            let html = gunzip(&folder.join(text(&entry, "html_file")))?;
            let page_type = text(&entry, "page_type");
            let covered = entry["gold_cov"].as_f64().is_none_or(|share| share >= MIN_COVERAGE);
            let trains = covered.then(|| training_model(&page_type, &text(&entry, "url"), &html));
            let domain = Some(text(&entry, "domain")).filter(|domain| !domain.is_empty());
            let fold = hash(&domain.unwrap_or_else(|| text(&entry, "id"))) % FOLDS;
            pages.push(CorpusPage { corpus, page_type, html, gold, trains, fold });
        }
    }
    Ok(pages)
}

/// The model for a page: forum pages train the forum model, articles with `blog` in their URL or declared address train
/// the blog model, and all others train the news model.
fn training_model(page_type: &str, url: &str, html: &[u8]) -> ModelKind {
    match page_type {
        "forum" => ModelKind::Forum,
        "article" if url.to_lowercase().contains("blog") || kind_of(html) == ModelKind::Blog => ModelKind::Blog,
        _ => ModelKind::News,
    }
}

/// The model that the library's rule selects for a page.
pub fn kind_of(html: &[u8]) -> ModelKind {
    let mut analyzer = Analyzer::new(Options::default());
    let arena = Bump::new();
    analyzer.analyze(html).map_or(ModelKind::News, |document| {
        guess_model_kind(&arena, document.page(), &Strings::new(&arena, document.page()))
    })
}

fn text(entry: &serde_json::Value, field: &str) -> String {
    entry[field].as_str().unwrap_or_default().to_owned()
}

fn gunzip(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    MultiGzDecoder::new(&std::fs::read(path)?[..]).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// FNV-1a with a finalizer; stable, so that folds never change.
fn hash(text: &str) -> u64 {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32
}
