//! The pages to measure on: raw, as found on the web, outside of the repository.

use flate2::read::GzDecoder;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A page in both forms that the contestants want.
pub struct Page {
    /// The corpus that it is from: the name of its folder.
    pub corpus: String,
    /// As found.
    pub bytes: Vec<u8>,
    /// For parsers that take a `str`: malformed sequences replaced. Made before the clock starts.
    pub text: String,
}

/// Every `step`th page of a folder of corpora (`<corpus>/html/*.html.gz`), or of a plain folder of `.html` and
/// `.html.gz` files, in the order of their paths. With step 0, so many that about 180 are left.
pub fn load(folder: &Path, step: usize) -> io::Result<Vec<Page>> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let step = if step == 0 { files.len().div_ceil(180).max(1) } else { step };
    files.iter().step_by(step).map(|file| read(file, folder)).collect()
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

fn read(file: &Path, folder: &Path) -> io::Result<Page> {
    let mut bytes = fs::read(file)?;
    if file.extension().is_some_and(|extension| extension == "gz") {
        let packed = std::mem::take(&mut bytes);
        GzDecoder::new(&packed[..]).read_to_end(&mut bytes)?;
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let inside = file.strip_prefix(folder).unwrap_or(file);
    let corpus = match inside.components().count() {
        1 => "pages".into(),
        _ => inside.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned()).unwrap_or_default(),
    };
    Ok(Page { corpus, bytes, text })
}

/// Bytes of all pages.
pub fn total_bytes(pages: &[Page]) -> usize {
    pages.iter().map(|page| page.bytes.len()).sum()
}
