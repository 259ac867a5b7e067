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

/// Replaces the letters of all classes and ids by consonants, which form no words, so offsets stay and equal names
/// remain equal.
pub fn rename_classes(bytes: &mut [u8]) {
    let mut at = 0;
    while at < bytes.len() {
        let Some(length) = attribute_at(bytes, at) else {
            at += 1;
            continue;
        };
        at += length;
        let quote = bytes.get(at).copied().filter(|byte| matches!(byte, b'"' | b'\''));
        at += usize::from(quote.is_some());
        while let Some(byte) = bytes.get_mut(at) {
            let ends = quote.map_or(byte.is_ascii_whitespace() || *byte == b'>', |quote| *byte == quote);
            if ends {
                break;
            }
            if byte.is_ascii_alphabetic() {
                *byte = b"qxzjkvwp"[usize::from(byte.to_ascii_lowercase() - b'a') % 8];
            }
            at += 1;
        }
    }
}

/// The length of `class=` or `id=` if one begins there.
fn attribute_at(bytes: &[u8], at: usize) -> Option<usize> {
    let follows_space = at.checked_sub(1).is_some_and(|before| bytes[before].is_ascii_whitespace());
    let names: [&[u8]; 2] = [b"class=", b"id="];
    let is_it = |name: &&[u8]| bytes[at..].get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
    names.iter().find(|name| follows_space && is_it(name)).map(|name| name.len())
}
