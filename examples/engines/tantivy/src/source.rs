//! Where pages come from: folders and WARC files.

use crate::warc_file;
use anyhow::Context;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use url::Url;
use walkdir::WalkDir;

/// A page to be indexed.
pub struct Page {
    /// What identifies it in the index, and tells blockmask which links lead elsewhere: its URL.
    pub address: String,
    /// What is shown: the path below its folder, or the URL.
    pub path: String,
    /// The charset of the HTTP header.
    pub charset: Option<String>,
    pub content: Content,
}

/// The bytes of a page.
pub enum Content {
    /// In a file, to be read by the thread that indexes it.
    File(PathBuf),
    Bytes(Vec<u8>),
}

impl Page {
    pub fn read(&mut self) -> anyhow::Result<Vec<u8>> {
        match &mut self.content {
            Content::File(file) => Ok(std::fs::read(&file)?),
            Content::Bytes(bytes) => Ok(std::mem::take(bytes)),
        }
    }
}

/// The pages of a folder or WARC file. An error names its file.
pub fn pages(path: &Path) -> Box<dyn Iterator<Item = anyhow::Result<Page>> + Send> {
    let pages = if path.is_dir() { folder_pages(path) } else { warc_file::pages(path) };
    match pages.with_context(|| path.display().to_string()) {
        Ok(pages) => pages,
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// Pages, or why some of them cannot be read.
pub type Pages = Box<dyn Iterator<Item = anyhow::Result<Page>> + Send>;

fn folder_pages(folder: &Path) -> anyhow::Result<Pages> {
    let folder = folder.canonicalize()?;
    let files = WalkDir::new(&folder).sort_by_file_name().into_iter().filter(|entry| match entry {
        Ok(entry) => entry.file_type().is_file() && is_page(entry.path()),
        Err(_) => true,
    });
    Ok(Box::new(files.map(move |entry| {
        let file = entry?.into_path();
        let path = file.strip_prefix(&folder)?.to_string_lossy().into_owned();
        Ok(Page { address: file_address(&file)?, path, charset: None, content: Content::File(file) })
    })))
}

fn is_page(file: &Path) -> bool {
    file.extension().is_some_and(|extension| {
        extension.eq_ignore_ascii_case("html") || extension.eq_ignore_ascii_case("htm")
    })
}

/// The `file:` URL of a file. The path is absolute.
fn file_address(file: &Path) -> anyhow::Result<String> {
    Url::from_file_path(file).map(String::from).map_err(|()| anyhow::anyhow!("{}: not a URL", file.display()))
}

/// What the addresses of all pages in a folder begin with; `None` for a WARC file, or a folder that cannot be read.
pub fn address_prefix(path: &Path) -> Option<String> {
    let folder = path.is_dir().then(|| path.canonicalize().ok())??;
    Url::from_directory_path(folder).map(String::from).ok()
}

/// Addresses seen so far: of two pages with the same address the first counts.
pub type Seen = BTreeSet<String>;
