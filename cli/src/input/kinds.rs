//! Recognizes files that are not pages by their first bytes.

/// Bytes that are enough to tell.
pub const LEN: usize = 16;

/// The first bytes of files, where they are, and what such a file is.
const SIGNATURES: [(usize, &[u8], &str); 20] = [
    (0, b"%PDF-", "a PDF document"),
    (0, b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (0, b"\xff\xd8\xff", "a JPEG image"),
    (0, b"GIF87a", "a GIF image"),
    (0, b"GIF89a", "a GIF image"),
    (8, b"WEBP", "a WebP image"),
    (4, b"ftyp", "an MP4 file"),
    (0, b"ID3\x03", "an MP3 file"),
    (0, b"ID3\x04", "an MP3 file"),
    (0, b"OggS\0", "an Ogg file"),
    (0, b"PK\x03\x04", "a ZIP archive or an office document"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (0, b"Rar!\x1a\x07", "a RAR archive"),
    (0, b"BZh91AY&SY", "a file compressed by bzip2; decompress it before"),
    (0, b"\xfd7zXZ\0", "a file compressed by xz; decompress it before"),
    (0, b"\x7fELF", "a program"),
    (0, b"\0asm", "a WebAssembly module"),
    (0, b"wOF2", "a font"),
    (0, b"SQLite format 3\0", "an SQLite database"),
    (0, b"PAR1", "a Parquet file"),
];

/// The type of a file with these first bytes, if it cannot be a page.
pub fn binary(start: &[u8]) -> Option<&'static str> {
    let has = |at: usize, signature: &[u8]| start.get(at..).is_some_and(|rest| rest.starts_with(signature));
    SIGNATURES.iter().find(|(at, signature, _)| has(*at, signature)).map(|(.., kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_told_from_binary_files() {
        assert_eq!(binary(b"%PDF-1.7\n%\xe2\xe3"), Some("a PDF document"));
        assert_eq!(binary(b"RIFF\x24\0\0\0WEBPVP8 "), Some("a WebP image"));
        for page in
            [&b""[..], b"<", b"<!DOCTYPE html>", b"\xff\xfe<\0p\0", b"PK is not ZIP", b"BZh", b"GIF is", b"\0\0"]
        {
            assert_eq!(binary(page), None);
        }
        assert!(SIGNATURES.iter().all(|(at, signature, _)| at + signature.len() <= LEN));
    }
}
