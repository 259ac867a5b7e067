//! Builds WARC files for tests.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// A record with a correct length.
pub fn record(kind: &str, fields: &str, content: &[u8]) -> Vec<u8> {
    record_of_length(kind, fields, content, &content.len().to_string())
}

/// A record that declares this content length.
pub fn record_of_length(kind: &str, fields: &str, content: &[u8], length: &str) -> Vec<u8> {
    let id = "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\nWARC-Date: 2026-11-23T08:00:00Z";
    let head = format!("WARC/1.1\r\nWARC-Type: {kind}\r\n{id}\r\n{fields}Content-Length: {length}\r\n\r\n");
    [head.as_bytes(), content, b"\r\n\r\n"].concat()
}

fn target(uri: &str) -> String {
    format!("WARC-Target-URI: {uri}\r\nContent-Type: application/http; msgtype=response\r\n")
}

/// A response with HTTP fields, each of which ends a line.
pub fn response(uri: &str, http_fields: &str, body: &[u8]) -> Vec<u8> {
    record("response", &target(uri), &[b"HTTP/1.1 200 OK\r\n", http_fields.as_bytes(), b"\r\n", body].concat())
}

pub const HTML: &str = "Content-Type: text/html; charset=utf-8\r\n";

/// A response with a page whose text is one sentence.
pub fn page(uri: &str, sentence: &str) -> Vec<u8> {
    response(uri, HTML, html(sentence).as_bytes())
}

pub fn html(sentence: &str) -> String {
    format!("<!doctype html><title>T</title><body><article><h1>A heading</h1><p>{sentence}</p></article></body>")
}

/// A response whose record fields and HTTP message are given.
pub fn raw_response(uri: &str, more: &str, message: &[u8]) -> Vec<u8> {
    record("response", &(target(uri) + more), message)
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A frame with a checksum, as crawlers write.
pub fn zstd(bytes: &[u8], dictionary: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::with_dictionary(Vec::new(), 3, dictionary).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The frame of a dictionary, which comes first in the file.
pub fn dictionary_frame(content: &[u8]) -> Vec<u8> {
    [b"\x5d\x2a\x4d\x18", &u32::try_from(content.len()).unwrap().to_le_bytes()[..], content].concat()
}

/// A Brotli stream that stores up to 65536 bytes without compression (RFC 7932, 9.2).
pub fn brotli(bytes: &[u8]) -> Vec<u8> {
    // From the lowest bit: window of 16 bits, not the last block, four nibbles of the length minus one, uncompressed.
    let head = (u32::try_from(bytes.len()).unwrap() - 1) << 4 | 1 << 20;
    // At the end, an empty last block.
    [&head.to_le_bytes()[..3], bytes, &[3]].concat()
}

/// Chunks of at most 30 bytes, with the last one.
pub fn chunked(bytes: &[u8]) -> Vec<u8> {
    let chunk = |chunk: &[u8]| [format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat();
    [bytes.chunks(30).flat_map(chunk).collect::<Vec<u8>>(), b"0\r\n\r\n".to_vec()].concat()
}
