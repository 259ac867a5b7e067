//! The pages of a WARC file: successful HTTP responses of type `text/html`.

use crate::source::{Content, Page, Pages};
use anyhow::{Context, bail};
use flate2::read::{MultiGzDecoder, ZlibDecoder};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use warc::{RawRecordHeader, WarcHeader, WarcReader};

/// Longer pages are refused.
const MAX_PAGE: u64 = 256 << 20;
/// HTTP headers of a response; those of real servers are far fewer.
const MAX_HEADERS: usize = 256;

pub fn pages(path: &Path) -> anyhow::Result<Pages> {
    let file = File::open(path)?;
    let reader: Box<dyn Read + Send> = if path.extension().is_some_and(|extension| extension == "gz") {
        Box::new(MultiGzDecoder::new(BufReader::new(file)))
    } else {
        Box::new(file)
    };
    let path = path.to_owned();
    let mut records = WarcReader::new(BufReader::with_capacity(1 << 20, reader)).iter_raw_records();
    let mut is_damaged = false;
    Ok(Box::new(std::iter::from_fn(move || {
        while !is_damaged {
            match records.next()? {
                Ok((header, body)) => {
                    if let Some(page) = page(&path, &header, &body).transpose() {
                        return Some(page);
                    }
                }
                Err(error) => {
                    // Where the next record begins is not known.
                    is_damaged = true;
                    return Some(Err(error).with_context(|| path.display().to_string()));
                }
            }
        }
        None
    })))
}

/// The page in a record, if it is a page.
fn page(warc: &PathBuf, header: &RawRecordHeader, body: &[u8]) -> anyhow::Result<Option<Page>> {
    let value = |name: &WarcHeader| header.headers.get(name).map(|value| String::from_utf8_lossy(value));
    let is_response = value(&WarcHeader::WarcType).is_some_and(|value| value.eq_ignore_ascii_case("response"));
    let Some(address) = value(&WarcHeader::TargetURI).filter(|_| is_response) else { return Ok(None) };
    let address = address.trim_matches(['<', '>']).to_owned();
    let response = response(body).with_context(|| format!("{}: {address}", warc.display()))?;
    Ok(response.map(|(charset, html)| Page {
        path: address.clone(),
        address,
        charset,
        content: Content::Bytes(html),
    }))
}

/// The charset and the content of an HTTP response, if it is a page.
fn response(message: &[u8]) -> anyhow::Result<Option<(Option<String>, Vec<u8>)>> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(length) = response.parse(message)? else { bail!("HTTP header without end") };
    let header = |name: &str| {
        let header = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
        Some(String::from_utf8_lossy(header.value).trim().to_ascii_lowercase())
    };
    let content_type = header("content-type").unwrap_or_default();
    let mut parameters = content_type.split(';').map(str::trim);
    if response.code != Some(200) || parameters.next() != Some("text/html") {
        return Ok(None);
    }
    let charset = parameters.find_map(|parameter| parameter.strip_prefix("charset="));
    let charset = charset.map(|charset| charset.trim_matches('"').to_owned());
    let is_chunked = header("transfer-encoding").is_some_and(|value| value == "chunked");
    let encoding = header("content-encoding").unwrap_or_default();
    Ok(Some((charset, decode(&message[length..], is_chunked, &encoding)?)))
}

/// Undoes transfer and content encoding. Crawlers that store responses decoded often leave the headers as they were, so
/// content that is not encoded as they say is taken as it is.
fn decode(body: &[u8], is_chunked: bool, encoding: &str) -> anyhow::Result<Vec<u8>> {
    let dechunked = is_chunked.then(|| read(chunked_transfer::Decoder::new(body)).ok()).flatten();
    let body = dechunked.as_deref().unwrap_or(body);
    match encoding {
        "gzip" | "x-gzip" if body.starts_with(&[0x1f, 0x8b]) => read(MultiGzDecoder::new(body)),
        "deflate" => read(ZlibDecoder::new(body)).or_else(|_| read(body)),
        "br" | "zstd" => bail!("content encoding {encoding} is not supported"),
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
