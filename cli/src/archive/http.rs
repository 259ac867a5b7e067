//! The pages in records: HTTP responses and resources.

use super::brotli_decoder;
use super::buffer::Buffer;
use super::decoder::{Codec, Decoder, GZIP_MAGIC, ZSTD_MAGIC, damage, ends_early};
use super::expansion::{self, Limited};
use super::warc::{Kind, MAX_FIELDS, Record, end_of_head};
use crate::origin::Headers;
use blockmask::internals::facts::HEADERS;
use httparse::{ParserConfig, Status};
use std::io::{self, ErrorKind, Read};

/// Bytes that are decoded by Brotli at a time.
const BEGINNING: usize = 4096;
/// Content encodings of a response.
const MAX_ENCODINGS: usize = 4;

/// A page of a record.
#[derive(Debug, PartialEq, Eq)]
pub struct Payload {
    pub bytes: Vec<u8>,
    /// The charset of `Content-Type`.
    pub charset: Option<String>,
    pub headers: Headers,
}

/// The reason why a record is not a page.
#[derive(Debug)]
pub enum NotPage {
    /// A request, metadata or warcinfo.
    Description,
    /// The page has not changed since an earlier visit, so it is not stored.
    Revisit,
    /// The media type is not HTML.
    OtherType,
    /// An HTTP status other than success, such as a redirect.
    OtherStatus,
    /// More bytes than the limit.
    TooLarge,
    /// The HTTP message or its encoding is broken.
    Broken(String),
}

/// The page in a record, at most `limit` bytes of HTML.
pub fn payload(mut record: Record, limit: u64) -> Result<Payload, NotPage> {
    match record.kind {
        Kind::Response => response(&record, limit),
        Kind::Resource => {
            let content_type = ContentType::of(record.content_type.as_deref());
            if !content_type.is_html(&record, &record.content) {
                return Err(NotPage::OtherType);
            }
            if record.length > limit {
                return Err(NotPage::TooLarge);
            }
            let bytes = std::mem::take(&mut record.content);
            Ok(Payload { bytes, charset: content_type.charset, headers: Headers::default() })
        }
        Kind::Description => Err(NotPage::Description),
        Kind::Revisit => Err(NotPage::Revisit),
        Kind::Other => Err(NotPage::OtherType),
    }
}

fn response(record: &Record, limit: u64) -> Result<Payload, NotPage> {
    if !record.content.starts_with(b"HTTP/") {
        // Heritrix stores answers of DNS as responses.
        return Err(NotPage::OtherType);
    }
    let broken = |reason: &str| NotPage::Broken(reason.to_owned());
    let end = end_of_head(&record.content).ok_or_else(|| broken("the HTTP header does not end"))?;
    let (head, body) = record.content.split_at(end);
    let head = Head::parse(head).map_err(broken)?;
    if !(200..300).contains(&head.status) {
        return Err(NotPage::OtherStatus);
    }
    let content_type = ContentType::of(head.content_type.as_deref());
    if content_type.name.as_deref().is_some_and(|name| !is_html_type(name)) {
        return Err(NotPage::OtherType);
    }
    if (record.content.len() as u64) < record.length {
        return Err(NotPage::TooLarge);
    }
    let bytes = head.decode(body, limit, record).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => NotPage::TooLarge,
        _ => NotPage::Broken(format!("the content of the HTTP response: {error}")),
    })?;
    if !content_type.is_html(record, &bytes) {
        return Err(NotPage::OtherType);
    }
    Ok(Payload { bytes, charset: content_type.charset, headers: head.headers })
}

/// A media type such as `text/html; charset=utf-8`.
struct ContentType {
    name: Option<String>,
    charset: Option<String>,
}

impl ContentType {
    fn of(value: Option<&str>) -> ContentType {
        let mut parts = value.unwrap_or_default().split(';').map(str::trim);
        let name = parts.next().filter(|name| !name.is_empty()).map(str::to_ascii_lowercase);
        let charset = parts.find_map(|part| {
            let (name, value) = part.split_once('=')?;
            let value = value.trim().trim_matches(['"', '\'']);
            name.trim().eq_ignore_ascii_case("charset").then(|| value.to_owned())
        });
        ContentType { name, charset }
    }

    /// Determined by the header of the server, or else by the crawler, or else by the first bytes of the content.
    fn is_html(&self, record: &Record, content: &[u8]) -> bool {
        match self.name.as_deref().or(record.payload_type.as_deref()) {
            Some(name) => is_html_type(name),
            None => begins_as_html(content),
        }
    }
}

fn is_html_type(name: &str) -> bool {
    ["text/html", "application/xhtml+xml"].iter().any(|html| name.eq_ignore_ascii_case(html))
}

fn begins_as_html(content: &[u8]) -> bool {
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    content.trim_ascii_start().starts_with(b"<")
}

/// The relevant fields of an HTTP header.
struct Head {
    status: u16,
    content_type: Option<String>,
    headers: Headers,
    /// Content encodings in the order in which they were applied.
    encodings: Vec<String>,
    is_chunked: bool,
}

impl Head {
    fn parse(head: &[u8]) -> Result<Head, &'static str> {
        let line = memchr::memchr(b'\n', head).unwrap_or(head.len());
        let words = head[..line].split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let status = words.clone().nth(1).and_then(|word| std::str::from_utf8(word).ok()?.parse().ok());
        // Versions other than 1.x, which the parser does not know, have the same fields.
        let head = [b"HTTP/1.1 200 OK\r\n", head.get(line + 1..).unwrap_or_default()].concat();
        let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
        let mut response = httparse::Response::new(&mut fields);
        let parsed = ParserConfig::default()
            .ignore_invalid_headers_in_responses(true)
            .allow_spaces_after_header_name_in_responses(true)
            .allow_obsolete_multiline_headers_in_responses(true)
            .parse_response(&mut response, &head);
        if !matches!(parsed, Ok(Status::Complete(_))) {
            return Err("the HTTP header is not valid");
        }
        let values = |name: &'static str| {
            let fields = response.headers.iter().filter(move |field| field.name.eq_ignore_ascii_case(name));
            fields.map(|field| String::from_utf8_lossy(field.value).trim().to_owned())
        };
        let lines = HEADERS.into_iter().flat_map(|name| values(name).map(move |value| format!("{name}: {value}")));
        let others = lines.collect::<Vec<_>>().join("\n");
        let list = |name| values(name).collect::<Vec<_>>().join(",").to_ascii_lowercase();
        let items = |list: &str| list.split(',').map(|item| item.trim().to_owned()).collect::<Vec<_>>();
        Ok(Head {
            status: status.ok_or("the HTTP status is not a number")?,
            content_type: values("Content-Type").next(),
            headers: Headers { x_robots_tag: values("X-Robots-Tag").collect::<Vec<_>>().join("\n"), others },
            is_chunked: items(&list("Transfer-Encoding")).iter().any(|coding| coding == "chunked"),
            encodings: items(&list("Content-Encoding")),
        })
    }

    /// Undoes the encodings. Many crawlers store the content decoded without changing the header, so content that does
    /// not look encoded is used as it is. Truncated content is decoded up to its end.
    fn decode(&self, body: &[u8], limit: u64, record: &Record) -> io::Result<Vec<u8>> {
        let is_truncated = record.is_truncated;
        let mut bytes = match self.is_chunked {
            true => unchunk(body, is_truncated)?,
            false => copy(body)?,
        };
        if self.encodings.len() > MAX_ENCODINGS {
            return Err(damage("too many content encodings"));
        }
        let mut granted = record.granted;
        for encoding in self.encodings.iter().rev() {
            let mut decoded = Vec::new();
            match decode(encoding, &bytes, limit.min(granted), &mut decoded) {
                Ok(true) => {
                    granted -= decoded.len() as u64;
                    bytes = decoded;
                }
                Ok(false) => {}
                Err(error) if is_truncated && error.kind() == ErrorKind::UnexpectedEof => bytes = decoded,
                Err(error) if error.kind() == ErrorKind::FileTooLarge && granted < limit => {
                    return Err(expansion::error());
                }
                Err(error) => return Err(error),
            }
        }
        if bytes.len() as u64 > limit { Err(ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
    }
}

/// Undoes one content encoding, if the bytes have it.
fn decode(encoding: &str, bytes: &[u8], limit: u64, out: &mut Vec<u8>) -> io::Result<bool> {
    use flate2::bufread::{DeflateDecoder, ZlibDecoder};
    match encoding {
        "gzip" | "x-gzip" if bytes.starts_with(GZIP_MAGIC) => gunzip(bytes, limit, out)?,
        // Some servers leave out the header of zlib.
        "deflate" if is_zlib(bytes) => read_up_to(&mut ZlibDecoder::new(bytes), limit, out)?,
        "deflate" if !begins_as_html(bytes) => read_up_to(&mut DeflateDecoder::new(bytes), limit, out)?,
        "br" if !begins_as_html(bytes) => {
            read_up_to(&mut brotli_decoder::decoder(bytes), limit, out)?;
        }
        "zstd" if bytes.starts_with(ZSTD_MAGIC) => {
            read_up_to(&mut zstd::stream::read::Decoder::with_buffer(bytes)?, limit, out)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Undoes Brotli, unless the stream is plain HTML.
pub fn brotli(file: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut stream = Buffer::new(file);
    let is_html = begins_as_html(stream.fill(BEGINNING)?);
    if is_html {
        return Ok(Box::new(stream.into_rest()));
    }
    Ok(Box::new(Limited::new(brotli_decoder::decoder(stream), |brotli| brotli.get_ref().position())))
}

/// Whether the bytes have the header of zlib: method 8, and a checksum.
fn is_zlib(bytes: &[u8]) -> bool {
    matches!(bytes, [first, second, ..] if first & 15 == 8 && u16::from_be_bytes([*first, *second]) % 31 == 0)
}

/// Undoes gzip, which may have several members.
fn gunzip(bytes: &[u8], limit: u64, out: &mut Vec<u8>) -> io::Result<()> {
    let mut decoder = Decoder::new(Codec::Gzip, &[])?;
    let mut rest = bytes;
    while rest.starts_with(GZIP_MAGIC) {
        rest = &rest[decoder.restart(rest)?..];
        let mut piece = [0; 16 << 10];
        loop {
            let step = decoder.step(rest, &mut piece)?;
            rest = &rest[step.read..];
            extend(out, &piece[..step.written])?;
            if out.len() as u64 > limit {
                return Err(ErrorKind::FileTooLarge.into());
            }
            if step.is_end {
                decoder.check(rest)?;
                rest = &rest[decoder.tail_len()..];
                break;
            }
            if step.read + step.written == 0 {
                return Err(ends_early());
            }
        }
    }
    Ok(())
}

fn read_up_to(decoder: &mut impl Read, limit: u64, out: &mut Vec<u8>) -> io::Result<()> {
    let left = limit.saturating_add(1).saturating_sub(out.len() as u64);
    decoder.take(left).read_to_end(out)?;
    if out.len() as u64 > limit { Err(ErrorKind::FileTooLarge.into()) } else { Ok(()) }
}

/// Appends bytes, if there is memory for them.
fn extend(out: &mut Vec<u8>, bytes: &[u8]) -> io::Result<()> {
    out.try_reserve(bytes.len()).map_err(|_| ErrorKind::OutOfMemory)?;
    out.extend_from_slice(bytes);
    Ok(())
}

fn copy(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut copy = Vec::new();
    extend(&mut copy, bytes).map(|()| copy)
}

/// Joins the chunks of a body; a body that does not begin with a chunk is used as it is.
fn unchunk(body: &[u8], is_truncated: bool) -> io::Result<Vec<u8>> {
    let mut joined = Vec::new();
    let mut rest = body;
    loop {
        let (index, size) = match httparse::parse_chunk_size(rest) {
            Ok(Status::Complete(chunk)) => chunk,
            Err(_) if rest.len() == body.len() => return copy(body),
            Ok(Status::Partial) if is_truncated => return Ok(joined),
            Ok(Status::Partial) => return Err(io::Error::new(ErrorKind::UnexpectedEof, "the last chunk is missing")),
            Err(_) => return Err(io::Error::new(ErrorKind::InvalidData, "a chunk has no valid size")),
        };
        if size == 0 {
            return Ok(joined);
        }
        let data = &rest[index..];
        let Some(chunk) = usize::try_from(size).ok().and_then(|size| data.get(..size)) else {
            extend(&mut joined, data)?;
            let error = || io::Error::new(ErrorKind::UnexpectedEof, "a chunk ends early");
            return if is_truncated { Ok(joined) } else { Err(error()) };
        };
        extend(&mut joined, chunk)?;
        rest = &data[chunk.len()..];
        rest = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")).unwrap_or(rest);
    }
}
