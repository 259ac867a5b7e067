//! The real pages of the shared folder: `corpus/<name>/html/*.html.gz`, described by `corpus/<name>/pages.jsonl.gz`.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

/// The location and metadata of a page.
pub struct PageFile {
    /// `corpus/id`, for messages.
    pub name: String,
    path: PathBuf,
    charset: Option<String>,
}

/// All pages in a thorough run, every sixteenth in others.
pub fn sample(root: &Path) -> Vec<PageFile> {
    let step = super::thorough::sparse(16);
    let sample: Vec<PageFile> = pages(root).into_iter().step_by(step).collect();
    println!("{} pages: 1 of {step}", sample.len());
    sample
}

/// All pages, sorted by corpus and then in the order of `pages.jsonl.gz`.
pub fn pages(root: &Path) -> Vec<PageFile> {
    let mut folders = super::files_in(root, "");
    folders.retain(|folder| folder.join("pages.jsonl.gz").exists());
    folders.iter().flat_map(|folder| pages_of(folder)).collect()
}

fn pages_of(folder: &Path) -> Vec<PageFile> {
    let corpus = folder.file_name().expect("a named folder").to_string_lossy();
    let index = String::from_utf8(gunzip(&folder.join("pages.jsonl.gz"))).expect("UTF-8");
    let page = |line: &str| -> PageFile {
        // Python writes NaN for what is missing.
        let fields: serde_json::Value = serde_json::from_str(&line.replace(": NaN", ": null")).expect("JSON");
        let text = |name: &str| fields[name].as_str().map(str::to_owned);
        PageFile {
            name: format!("{corpus}/{}", text("id").expect("an id")),
            path: folder.join(text("html_file").expect("a file")),
            charset: text("charset"),
        }
    };
    index.lines().map(page).collect()
}

impl PageFile {
    /// The bytes of the page.
    pub fn bytes(&self) -> Vec<u8> {
        gunzip(&self.path)
    }

    /// The decoded text without byte order mark: from the charset of the index if that is a legacy encoding, else from
    /// UTF-8 with U+FFFD for malformed bytes.
    pub fn text(&self) -> String {
        let label = self.charset.as_deref().filter(|label| !matches!(*label, "utf-8" | "us-ascii"));
        let encoding = match label {
            Some(label) => encoding_rs::Encoding::for_label(label.as_bytes())
                .unwrap_or_else(|| panic!("{}: unknown charset {label}", self.name)),
            None => encoding_rs::UTF_8,
        };
        encoding.decode_with_bom_removal(&self.bytes()).0.into_owned()
    }
}

fn gunzip(path: &Path) -> Vec<u8> {
    let file = std::fs::File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut bytes = Vec::new();
    MultiGzDecoder::new(file).read_to_end(&mut bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    bytes
}
