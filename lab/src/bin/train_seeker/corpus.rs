//! Pages with their true text.

use blockmask::arena::Bump;
use blockmask::seeker::{ModelKind, Strings, guess_model_kind};
use blockmask::{Analyzer, Options};
use flate2::read::MultiGzDecoder;
use std::io::{self, Read};
use std::path::Path;

/// Corpora with the text of whole pages.
pub const CORPORA: [&str; 5] = ["wcxb", "aeb", "magic-html-article", "magic-html-forum", "harvest-forum"];
/// Parts of the domains, for cross-validation.
pub const FOLDS: u64 = 5;
/// Pages with a smaller share of the true words teach nothing.
const LEAST_COVERAGE: f64 = 0.8;

/// One page.
pub struct CorpusPage {
    pub corpus: &'static str,
    pub page_type: String,
    pub html: Vec<u8>,
    pub gold: String,
    /// Whose model learns from it; none for pages that no model learns from.
    pub teaches: Option<ModelKind>,
    pub fold: u64,
}

/// Reads all pages that have a true text.
pub fn load(shared: &Path) -> io::Result<Vec<CorpusPage>> {
    let mut pages = Vec::new();
    for corpus in CORPORA {
        let folder = shared.join("corpus").join(corpus);
        let lines = unpacked(&folder.join("pages.jsonl.gz"))?;
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
            let html = unpacked(&folder.join(text(&entry, "html_file")))?;
            let page_type = text(&entry, "page_type");
            let covered = entry["gold_cov"].as_f64().is_none_or(|share| share >= LEAST_COVERAGE);
            let teaches = covered.then(|| teaches(&page_type, &text(&entry, "url"), &html));
            let domain = Some(text(&entry, "domain")).filter(|domain| !domain.is_empty());
            let fold = hash(&domain.unwrap_or_else(|| text(&entry, "id"))) % FOLDS;
            pages.push(CorpusPage { corpus, page_type, html, gold, teaches, fold });
        }
    }
    Ok(pages)
}

/// Forums teach the model for forums; articles whose address, theirs or the one they were found at, has the word `blog`
/// teach that for blogs; all other pages teach that for news.
fn teaches(page_type: &str, url: &str, html: &[u8]) -> ModelKind {
    match page_type {
        "forum" => ModelKind::Forum,
        "article" if url.to_lowercase().contains("blog") || kind_of(html) == ModelKind::Blog => ModelKind::Blog,
        _ => ModelKind::News,
    }
}

/// The kind of a page by the rule of the library.
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

fn unpacked(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    MultiGzDecoder::new(&std::fs::read(path)?[..]).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// FNV-1a, mixed: the same fold everywhere and for ever.
fn hash(text: &str) -> u64 {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32
}
