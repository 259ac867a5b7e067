//! The pages of a WARC file: successful HTTP responses of type `text/html`.

use crate::source::{Content, Page, Pages};
use anyhow::{Context, bail};
use flate2::read::{MultiGzDecoder, ZlibDecoder};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use warc::{RawRecordHeader, WarcHeader, WarcReader};

/// Bytes of a page, when decoded; longer ones are refused.
const MAX_PAGE: u64 = 64 << 20;
/// Fields of an HTTP header; responses with more are refused.
const MAX_HEADER_FIELDS: usize = 256;

pub fn pages(path: &Path) -> anyhow::Result<Pages> {
    let file = BufReader::new(File::open(path)?);
    let is_compressed = path.extension().is_some_and(|extension| extension == "gz");
    let reader: Box<dyn Read + Send> = if is_compressed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let path = path.to_owned();
    let mut records = WarcReader::new(BufReader::new(reader)).iter_raw_records();
    let mut is_damaged = false;
    let records = std::iter::from_fn(move || {
        // After a damaged record nobody knows where the next one begins.
        let record = if is_damaged { None } else { records.next() };
        is_damaged = matches!(record, Some(Err(_)));
        record
    });
    Ok(Box::new(records.filter_map(move |record| {
        let page = record.map_err(anyhow::Error::from).and_then(|(header, body)| page(&header, &body));
        page.with_context(|| path.display().to_string()).transpose()
    })))
}

/// The page in a record, if there is one.
fn page(header: &RawRecordHeader, body: &[u8]) -> anyhow::Result<Option<Page>> {
    let value = |name: &WarcHeader| header.headers.get(name).map(|value| String::from_utf8_lossy(value));
    let is_response = value(&WarcHeader::WarcType).is_some_and(|value| value == "response");
    let Some(address) = value(&WarcHeader::TargetURI).filter(|_| is_response) else { return Ok(None) };
    // WARC 1.0 showed it in angle brackets.
    let address = address.trim_start_matches('<').trim_end_matches('>').to_owned();
    let page = read_response(body).with_context(|| address.clone())?;
    Ok(page.map(|(charset, html)| Page { path: address.clone(), address, charset, content: Content::Bytes(html) }))
}

/// The charset and the content of an HTTP response, if it is a page.
fn read_response(message: &[u8]) -> anyhow::Result<Option<(Option<String>, Vec<u8>)>> {
    let mut fields = [httparse::EMPTY_HEADER; MAX_HEADER_FIELDS];
    let mut response = httparse::Response::new(&mut fields);
    let httparse::Status::Complete(length) = response.parse(message)? else { bail!("HTTP header without end") };
    let value = |name: &str| {
        let field = response.headers.iter().find(|field| field.name.eq_ignore_ascii_case(name))?;
        Some(String::from_utf8_lossy(field.value).trim().to_ascii_lowercase())
    };
    let content_type = value("content-type").unwrap_or_default();
    let mut parts = content_type.split(';').map(str::trim);
    if response.code != Some(200) || parts.next() != Some("text/html") {
        return Ok(None);
    }
    let charset =
        parts.find_map(|part| part.strip_prefix("charset=")).map(|charset| charset.trim_matches('"').to_owned());
    let is_chunked = value("transfer-encoding").is_some_and(|value| value == "chunked");
    let html = decode(&message[length..], is_chunked, value("content-encoding").as_deref())?;
    Ok(Some((charset, html)))
}

/// Undoes transfer and content encoding. Some crawlers store the content decoded and leave the header as it was, so
/// content that is not encoded as the header says is taken as it is.
fn decode(body: &[u8], is_chunked: bool, encoding: Option<&str>) -> anyhow::Result<Vec<u8>> {
    let joined = is_chunked.then(|| read(chunked_transfer::Decoder::new(body)).ok()).flatten();
    let body = joined.as_deref().unwrap_or(body);
    match encoding {
        Some("gzip" | "x-gzip") if body.starts_with(&[0x1f, 0x8b]) => read(MultiGzDecoder::new(body)),
        Some("deflate") => read(ZlibDecoder::new(body)).or_else(|_| read(body)),
        Some(encoding @ ("br" | "zstd")) => bail!("content encoding {encoding} is not supported"),
        _ => read(body),
    }
}

fn read(reader: impl Read) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if reader.take(MAX_PAGE + 1).read_to_end(&mut bytes)? as u64 > MAX_PAGE {
        bail!("longer than {MAX_PAGE} bytes");
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::read::GzEncoder;

    fn html_of(header: &str, body: &[u8]) -> Option<(Option<String>, Vec<u8>)> {
        let message = [header.as_bytes(), b"\r\n\r\n", body].concat();
        read_response(&message).unwrap()
    }

    #[test]
    fn only_successful_responses_of_html_are_pages() {
        let found = html_of("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=\"ISO-8859-1\"", b"<p>a");
        assert_eq!(found, Some((Some("iso-8859-1".to_owned()), b"<p>a".to_vec())));
        assert_eq!(html_of("HTTP/1.1 200 OK\r\nContent-Type: image/png", b"<p>a"), None);
        assert_eq!(html_of("HTTP/1.1 404 Not Found\r\nContent-Type: text/html", b"<p>a"), None);
    }

    #[test]
    fn encodings_are_undone_where_they_are_real() {
        let mut packed = Vec::new();
        GzEncoder::new(&b"<p>a"[..], Compression::fast()).read_to_end(&mut packed).unwrap();
        let chunked = [format!("{:x}\r\n", packed.len()).as_bytes(), &packed, b"\r\n0\r\n\r\n"].concat();
        let header =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked";
        for body in [chunked.as_slice(), &packed, b"<p>a"] {
            assert_eq!(html_of(header, body), Some((None, b"<p>a".to_vec())));
        }
    }
}
