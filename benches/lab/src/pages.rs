//! Input and output of the exporters. The pages are files named as arguments, or on standard input for `-`, optionally
//! compressed by gzip.

use std::fmt::Write as _;
use std::io::{self, BufRead, Read};

/// Calls `work` with the name and the bytes of each page.
///
/// # Errors
/// If a file cannot be read, or if `work` fails.
pub fn each_page(work: impl FnMut(&str, &[u8]) -> io::Result<()>) -> io::Result<()> {
    each_page_of(std::env::args().skip(1).collect(), work)
}

/// Likewise for the files, or those named on standard input if there is only `-`.
///
/// # Errors
/// As for [`each_page`].
pub fn each_page_of(mut files: Vec<String>, mut work: impl FnMut(&str, &[u8]) -> io::Result<()>) -> io::Result<()> {
    if files == ["-"] {
        files = io::stdin().lock().lines().collect::<io::Result<_>>()?;
    }
    files.iter().try_for_each(|file| work(file, &read(file)?))
}

/// A row of features, each as two hexadecimal digits.
pub fn hexadecimal(values: &[u8]) -> String {
    values.iter().fold(String::new(), |mut row, value| {
        let _ = write!(row, "{value:02x}");
        row
    })
}

fn read(file: &str) -> io::Result<Vec<u8>> {
    let bytes = std::fs::read(file)?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut page = Vec::new();
    flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut page)?;
    Ok(page)
}
