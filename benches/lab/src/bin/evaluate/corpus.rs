//! Reads labeled pages from the corpora.

use flate2::read::MultiGzDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A page with its labels.
pub struct LabeledPage {
    pub corpus: String,
    pub id: String,
    pub domain: String,
    pub page_type: String,
    pub language: String,
    /// Its address; empty if unknown.
    pub url: String,
    /// The gold main text; empty if unknown.
    pub main_text: String,
    /// The texts of all posts; empty if unknown.
    pub posts: Vec<String>,
    /// Snippets that the main text must contain.
    pub with: Vec<String>,
    /// Snippets that it must not contain.
    pub without: Vec<String>,
    /// When the first post was written, in the words of the page; empty if unknown.
    pub first_posted: String,
    /// When it was published, found by people; empty if unknown.
    pub date: String,
    /// The records of a list, as the values of their fields.
    pub records: Vec<Vec<String>>,
    path: PathBuf,
}

impl LabeledPage {
    /// A page without labels.
    #[cfg(test)]
    pub fn empty(corpus: &str) -> LabeledPage {
        page(Path::new(""), corpus, "{}").expect("an object")
    }

    /// The bytes of the page.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        gunzip(&self.path)
    }

    /// The gold text: the main text, or all posts.
    pub fn text(&self) -> String {
        if self.main_text.is_empty() { self.posts.join("\n") } else { self.main_text.clone() }
    }

    /// The cross-validation fold, which is determined by the domain.
    pub fn fold(&self, folds: u64) -> u64 {
        let hash = self
            .domain
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        (hash >> 20) % folds
    }
}

/// The pages of a corpus; none if it does not exist.
pub fn pages(shared: &Path, corpus: &str) -> io::Result<Vec<LabeledPage>> {
    let folder = shared.join("corpus").join(corpus);
    let index = folder.join("pages.jsonl.gz");
    if !index.exists() {
        return Ok(Vec::new());
    }
    let index = String::from_utf8(gunzip(&index)?).map_err(io::Error::other)?;
    index.lines().map(|line| page(&folder, corpus, line)).collect()
}

fn page(folder: &Path, corpus: &str, line: &str) -> io::Result<LabeledPage> {
    // The program that wrote one corpus calls unknown values NaN, which is not JSON.
    let fields: Value = serde_json::from_str(&line.replace(": NaN", ": null")).map_err(io::Error::other)?;
    let text = |name: &str| fields[name].as_str().unwrap_or_default().to_owned();
    let records = fields["records"].as_array();
    let posts = records.into_iter().flatten().filter_map(|record| record["post_text"].as_str().map(str::to_owned));
    Ok(LabeledPage {
        corpus: corpus.to_owned(),
        id: text("id"),
        domain: if text("domain").is_empty() { text("id") } else { text("domain") },
        page_type: text("page_type"),
        language: text("lang"),
        url: text("url"),
        main_text: text("gold_text"),
        posts: posts.collect(),
        date: text("date"),
        first_posted: fields["records"][0]["datetime"].as_str().unwrap_or_default().to_owned(),
        with: strings(&fields["with"]),
        without: strings(&fields["without"]),
        records: records.into_iter().flatten().filter(|record| record.is_array()).map(strings).collect(),
        path: folder.join(text("html_file")),
    })
}

/// The non-empty strings of a list.
fn strings(list: &Value) -> Vec<String> {
    let texts = list.as_array().into_iter().flatten().filter_map(Value::as_str);
    texts.filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

fn gunzip(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
    let mut bytes = Vec::new();
    MultiGzDecoder::new(file).read_to_end(&mut bytes)?;
    Ok(bytes)
}
