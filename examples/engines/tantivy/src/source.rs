//! Where pages come from: folders and WARC files.

use crate::warc_file;
use anyhow::{Context, anyhow};
use std::path::{Path, PathBuf};
use url::Url;
use walkdir::WalkDir;

/// A page to be indexed.
pub struct Page {
    /// Its URL. It identifies the page in the index, and tells blockmask which links lead elsewhere.
    pub address: String,
    /// Its path below the folder, or its URL.
    pub path: String,
    /// The charset of the HTTP header.
    pub charset: Option<String>,
    pub content: Content,
}

/// The bytes of a page.
pub enum Content {
    /// In a file, which the thread reads that indexes the page.
    File(PathBuf),
    Bytes(Vec<u8>),
}

impl Page {
    /// Takes the bytes.
    pub fn read(&mut self) -> std::io::Result<Vec<u8>> {
        match &mut self.content {
            Content::File(file) => std::fs::read(file),
            Content::Bytes(bytes) => Ok(std::mem::take(bytes)),
        }
    }
}

/// Pages; in place of some that cannot be read, an error that names the file.
pub type Pages = Box<dyn Iterator<Item = anyhow::Result<Page>> + Send>;

/// The pages of a folder or of a WARC file.
pub fn pages(path: &Path) -> Pages {
    let pages = if path.is_dir() { folder_pages(path) } else { warc_file::pages(path) };
    pages.with_context(|| path.display().to_string()).unwrap_or_else(|error| Box::new(std::iter::once(Err(error))))
}

fn folder_pages(folder: &Path) -> anyhow::Result<Pages> {
    let folder = folder.canonicalize()?;
    let entries = WalkDir::new(&folder).sort_by_file_name().into_iter();
    let files =
        entries.filter(|entry| entry.as_ref().map_or(true, |file| file.file_type().is_file() && is_page(file.path())));
    Ok(Box::new(files.map(move |file| {
        let file = file?.into_path();
        let path = file.strip_prefix(&folder)?.to_string_lossy().into_owned();
        let address = Url::from_file_path(&file).map_err(|()| anyhow!("{}: no URL", file.display()))?;
        Ok(Page { address: address.into(), path, charset: None, content: Content::File(file) })
    })))
}

fn is_page(file: &Path) -> bool {
    file.extension().is_some_and(|name| name.eq_ignore_ascii_case("html") || name.eq_ignore_ascii_case("htm"))
}

/// What the addresses of all pages of a folder begin with; `None` if it is not a folder.
pub fn address_prefix(path: &Path) -> Option<String> {
    let folder = path.canonicalize().ok().filter(|path| path.is_dir())?;
    Url::from_directory_path(folder).ok().map(String::from)
}
