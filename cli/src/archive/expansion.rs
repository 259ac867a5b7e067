//! How much data may grow when it is decompressed.
//!
//! Pages grow 5 to 50 times. What grows further is a bomb, so each limit is a multiple of what was read, and an
//! allowance for short data, which may be repetitive.

use std::io::{self, ErrorKind, Read};

/// Decompressed bytes per compressed byte.
const RATIO: u64 = 128;
/// What a member of a file, a file, and a page in a record may have in addition.
const OF_MEMBER: u64 = 16 << 20;
const OF_FILE: u64 = 128 << 20;
const OF_PAGE: u64 = 1 << 20;

/// The size of a member or of a file that is decompressed.
#[derive(Clone, Copy)]
pub struct Expansion {
    allowance: u64,
    pub read: u64,
    pub written: u64,
}

impl Expansion {
    pub fn of_member() -> Expansion {
        Expansion { allowance: OF_MEMBER, read: 0, written: 0 }
    }

    pub fn of_file() -> Expansion {
        Expansion { allowance: OF_FILE, read: 0, written: 0 }
    }

    pub fn add(&mut self, read: u64, written: u64) {
        self.read += read;
        self.written += written;
    }

    pub fn is_exceeded(&self) -> bool {
        self.written > self.allowance.saturating_add(self.read.saturating_mul(RATIO))
    }
}

pub fn error() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the compressed data expands too much")
}

/// How many bytes the pages of a file may have when the encodings of HTTP are undone. Each is granted its part when its
/// record is read, so that the pages that are refused do not depend on the threads that decode them.
#[derive(Default)]
pub struct Grants {
    granted: u64,
}

impl Grants {
    /// The part of a page whose body has `len` bytes, after `read` bytes of the file.
    pub fn next(&mut self, len: u64, read: u64) -> u64 {
        let wanted = OF_PAGE.saturating_add(RATIO.saturating_mul(len));
        // Twice the ratio, so that what the record adds suffices for a page that is compressed once.
        let part = wanted.min(OF_FILE.saturating_add(read.saturating_mul(2 * RATIO)).saturating_sub(self.granted));
        self.granted += part;
        part
    }
}

/// A decompressed file that ends with an error if it expands too much; `read` counts the bytes of the file.
pub struct Limited<R> {
    inner: R,
    expansion: Expansion,
    read: fn(&R) -> u64,
}

impl<R: Read> Limited<R> {
    pub fn new(inner: R, read: fn(&R) -> u64) -> Limited<R> {
        Limited { inner, expansion: Expansion::of_file(), read }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let written = self.inner.read(out)?;
        self.expansion.written += written as u64;
        self.expansion.read = (self.read)(&self.inner);
        if self.expansion.is_exceeded() { Err(error()) } else { Ok(written) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_of_a_file_share_what_it_may_expand_to() {
        let mut grants = Grants::default();
        // Long bodies in few bytes of the file, as in a compressed file of bombs.
        let granted: u64 = (1..=10_000).map(|i| grants.next(1 << 20, 1000 * i)).sum();
        assert_eq!(granted, OF_FILE + 2 * RATIO * 1000 * 10_000);
        // Pages that are compressed once get enough, each of them.
        let mut grants = Grants::default();
        assert!((1..=10_000).all(|i| grants.next(5000, 5500 * i) >= RATIO * 5000));
    }

    #[test]
    fn a_file_expands_as_far_as_its_length_allows() {
        let mut file = Expansion::of_file();
        assert!((0..128).all(|_| {
            file.add(0, 1 << 20);
            !file.is_exceeded()
        }));
        file.add(1, RATIO);
        assert!(!file.is_exceeded());
        file.add(0, 1);
        assert!(file.is_exceeded());
        let stream = Limited::new(io::repeat(b' '), |_| 10);
        let read = io::copy(&mut stream.take(1 << 30), &mut io::sink());
        assert_eq!(read.unwrap_err().kind(), ErrorKind::InvalidData);
    }
}
