//! The benchmark pages: raw pages from the web, which are not part of the repository.

use flate2::read::GzDecoder;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A page in the two forms that parsers take.
pub struct Page {
    /// Its corpus: the name of the folder.
    pub corpus: String,
    /// The raw bytes.
    pub bytes: Vec<u8>,
    /// The text for parsers that take a `str`, with malformed sequences replaced. Decoding it is not timed.
    pub text: String,
}

/// Loads the pages of `benches/pages.txt` from a folder of corpora.
pub fn listed(corpora: &Path) -> io::Result<Vec<Page>> {
    let names = include_str!("../pages.txt").lines().filter(|line| !line.starts_with('#'));
    names.map(|name| read(&corpora.join(name), corpora)).collect()
}

/// Loads all `.html` and `.html.gz` files of a folder, in order of paths.
pub fn all(folder: &Path) -> io::Result<Vec<Page>> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    files.iter().map(|file| read(file, folder)).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.to_string_lossy();
        if path.is_dir() {
            collect(&path, files)?;
        } else if name.ends_with(".html") || name.ends_with(".html.gz") {
            files.push(path);
        }
    }
    Ok(())
}

/// Reads a page. Its corpus is the first folder below `folder`.
pub fn read(file: &Path, folder: &Path) -> io::Result<Page> {
    let mut bytes = fs::read(file).map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
    if file.extension().is_some_and(|extension| extension == "gz") {
        let compressed = std::mem::take(&mut bytes);
        GzDecoder::new(&compressed[..]).read_to_end(&mut bytes)?;
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let relative = file.strip_prefix(folder).unwrap_or(file);
    let corpus = match relative.components().count() {
        1 => "pages".into(),
        _ => {
            relative.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned()).unwrap_or_default()
        }
    };
    Ok(Page { corpus, bytes, text })
}

/// The total size of the pages in bytes.
pub fn total_bytes(pages: &[Page]) -> usize {
    pages.iter().map(|page| page.bytes.len()).sum()
}
