//! The records of a WARC file (ISO 28500), also of a damaged one.
//!
//! Existing WARC crates stop at the first damage or hide it, and have no limits; so the framing is parsed here. A
//! record is damaged if its header cannot be read, if its length is not where the next record begins, or if its
//! compressed data is broken; it is reported with its offset, and reading continues with the next recognizable record.

use super::buffer::Buffer;
use super::decoder::Codec;
use super::expansion::Grants;
use super::members::{Members, RECORD_MAGIC};
use memchr::memmem;
use std::io::{self, BufRead};

/// Bytes of a record's header, and of an HTTP header.
pub const MAX_HEAD: usize = 64 << 10;
/// Fields of a header.
pub const MAX_FIELDS: usize = 256;
/// The number of bytes needed to recognize the start of a record: `WARC/1.0` and a line end.
const VERSION_LINE: usize = 9;

/// What follows the content of a record.
const RECORD_END: &[u8] = b"\r\n\r\n";

pub struct Record {
    /// The offset in the file of the record, or of the compressed member that holds it.
    pub offset: u64,
    pub kind: Kind,
    /// The address of the page.
    pub target: Option<String>,
    pub id: Option<String>,
    pub date: Option<String>,
    pub content_type: Option<String>,
    /// The type of the payload as the crawler found it.
    pub payload_type: Option<String>,
    /// Whether the crawler did not store everything.
    pub is_truncated: bool,
    pub length: u64,
    /// The content of responses and resources; its start alone if it is longer than the limit.
    pub content: Vec<u8>,
    /// The bytes that the page may have when the encodings of HTTP are undone.
    pub granted: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Response,
    Resource,
    Revisit,
    /// Those that describe pages or the crawl: warcinfo, request, metadata.
    Description,
    /// Conversions, continuations, and kinds of later versions.
    Other,
}

impl Kind {
    fn of(name: &str) -> Kind {
        match name.to_ascii_lowercase().as_str() {
            "response" => Kind::Response,
            "resource" => Kind::Resource,
            "revisit" => Kind::Revisit,
            "warcinfo" | "request" | "metadata" => Kind::Description,
            _ => Kind::Other,
        }
    }

    /// Whether the content may be a page.
    fn is_kept(self) -> bool {
        matches!(self, Kind::Response | Kind::Resource)
    }
}

/// A record that cannot be read.
pub struct Damage {
    pub offset: u64,
    pub target: Option<String>,
    pub reason: String,
}

/// Iterates over the records of a file.
pub struct Records {
    stream: Buffer<Members>,
    /// Bytes of content to keep.
    limit: u64,
    grants: Grants,
    /// Damage found while looking ahead.
    pending: Option<io::Error>,
    /// The offset of the current record.
    offset: u64,
}

/// The reason why a record cannot be read, and the position from which to search for the next one.
struct Fault {
    target: Option<String>,
    reason: String,
    resume: u64,
}

impl Records {
    /// Content longer than `limit` bytes is not kept.
    pub fn new(stream: Buffer<Members>, limit: u64) -> Records {
        Records { stream, limit, grants: Grants::default(), pending: None, offset: 0 }
    }

    /// The next record; none at the end.
    fn read(&mut self) -> Result<Option<Record>, Fault> {
        self.skip_line_ends().map_err(|error| self.broken(None, &error))?;
        let start = self.stream.position();
        self.offset = self.stream.inner_mut().offset_of(start);
        self.stream.mark();
        let head = self.read_head().map_err(|error| self.broken(None, &error))?;
        let Some(len) = head else { return Ok(None) };
        let fault = |target: Option<String>, reason: &str, resume| Fault { target, reason: reason.to_owned(), resume };
        if len == 0 {
            return Err(fault(None, "no WARC record begins here", start + 1));
        }
        let record = parse_head(&self.stream.unread()[..len])
            .map_err(|reason| fault(None, reason, start + RECORD_MAGIC.len() as u64));
        // The search for the next record may not go back into every broken header, see `Buffer::rewind`.
        self.stream.consume(len);
        let mut record = record?;
        record.offset = self.offset;
        self.stream.mark();
        let content = self.stream.position();
        let read = match self.read_content(&mut record) {
            Ok(read) => read,
            Err(error) => return Err(self.broken(record.target, &error)),
        };
        if read < record.length {
            let reason = format!("the WARC record ends after {read} of {} bytes", record.length);
            return Err(fault(record.target, &reason, content));
        }
        if !self.is_at_boundary() {
            let reason = format!("the WARC record has a wrong Content-Length: {} bytes", record.length);
            return Err(fault(record.target, &reason, content));
        }
        if record.kind.is_kept() {
            record.granted = self.grants.next(record.content.len() as u64, self.stream.inner().read());
        }
        Ok(Some(record))
    }

    /// The rest of a broken member cannot be used.
    fn broken(&mut self, target: Option<String>, error: &io::Error) -> Fault {
        self.stream.discard();
        if target.is_none() && self.stream.inner().codec() != Codec::None {
            self.offset = self.stream.inner().member();
        }
        Fault { target, reason: error.to_string(), resume: self.stream.position() }
    }

    fn skip_line_ends(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.stream.fill(1)?;
            let count = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            if count == 0 {
                return Ok(());
            }
            self.stream.consume(count);
        }
    }

    /// The length of the next record's header; 0 if no record begins here, none at the end. A header that does not end
    /// is as long as the limit, or ends where another record begins.
    fn read_head(&mut self) -> io::Result<Option<usize>> {
        let (mut wanted, mut line, mut searched) = (VERSION_LINE, 0, 0);
        loop {
            let bytes = self.stream.fill(wanted)?;
            if bytes.is_empty() {
                return Ok(None);
            }
            if !is_version(bytes) {
                return Ok(Some(0));
            }
            let limit = bytes.len().min(MAX_HEAD);
            while let Some(at) = memchr::memchr(b'\n', &bytes[searched..limit]) {
                searched += at + 1;
                if line > 0 && matches!(&bytes[line..searched], b"\n" | b"\r\n") {
                    return Ok(Some(searched));
                }
                if line > 0 && bytes[line..].starts_with(RECORD_MAGIC) {
                    return Ok(Some(line));
                }
                line = searched;
            }
            if bytes.len() < wanted || limit == MAX_HEAD {
                return Ok(Some(limit));
            }
            (wanted, searched) = (limit + 1, limit);
        }
    }

    /// Reads the content and returns its length, which is shorter than announced at the end of the file.
    fn read_content(&mut self, record: &mut Record) -> io::Result<u64> {
        let kept = match record.kind.is_kept() {
            true if record.length <= self.limit.saturating_add(MAX_HEAD as u64) => record.length,
            true => MAX_HEAD as u64,
            false => 0,
        };
        let mut read = 0;
        while read < record.length {
            let bytes = self.stream.fill(1)?;
            let count = (bytes.len() as u64).min(record.length - read) as usize;
            if count == 0 {
                break;
            }
            let is_kept = kept.saturating_sub(read).min(count as u64) as usize;
            record.content.try_reserve(is_kept).map_err(|_| io::ErrorKind::OutOfMemory)?;
            record.content.extend_from_slice(&bytes[..is_kept]);
            self.stream.consume(count);
            read += count as u64;
        }
        Ok(read)
    }

    /// Whether a record ends here, so that its length was right: two empty lines, another record or the end follow.
    fn is_at_boundary(&mut self) -> bool {
        let is_end = |records: &mut Records| {
            if records.stream.fill(RECORD_END.len())?.starts_with(RECORD_END) {
                return Ok(true);
            }
            records.skip_line_ends()?;
            let bytes = records.stream.fill(VERSION_LINE)?;
            Ok(bytes.is_empty() || bytes.starts_with(RECORD_MAGIC))
        };
        let result: io::Result<bool> = is_end(self);
        result.unwrap_or_else(|error| {
            self.pending = Some(error);
            self.stream.unread().is_empty()
        })
    }

    /// Continues with the next record after damage.
    fn search(&mut self, resume: u64) {
        if !self.stream.rewind(resume) {
            let ahead = resume.saturating_sub(self.stream.position());
            self.stream.consume(ahead as usize);
        }
        let mut is_line_start = true;
        loop {
            let bytes = match self.stream.fill(VERSION_LINE) {
                Ok(bytes) => bytes,
                Err(error) => {
                    self.pending.get_or_insert(error);
                    self.stream.discard();
                    return;
                }
            };
            if bytes.len() < VERSION_LINE {
                self.stream.discard();
                return;
            }
            match memmem::find(bytes, RECORD_MAGIC) {
                Some(at) if at + VERSION_LINE > bytes.len() => {
                    is_line_start = if at == 0 { is_line_start } else { bytes[at - 1] == b'\n' };
                    self.stream.consume(at);
                    if self.stream.fill(VERSION_LINE).is_ok_and(|bytes| bytes.len() < VERSION_LINE) {
                        self.stream.discard();
                        return;
                    }
                }
                Some(at) => {
                    is_line_start = if at == 0 { is_line_start } else { bytes[at - 1] == b'\n' };
                    let is_record = is_version(&bytes[at..]);
                    self.stream.consume(at);
                    let is_start = is_line_start || self.stream.inner().is_start(self.stream.position());
                    if is_record && is_start {
                        return;
                    }
                    self.stream.consume(1);
                    is_line_start = false;
                }
                None => {
                    let count = bytes.len() - (VERSION_LINE - 1);
                    is_line_start = bytes[count - 1] == b'\n';
                    self.stream.consume(count);
                }
            }
        }
    }
}

impl Iterator for Records {
    type Item = Result<Record, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        let pending = self.pending.take();
        let result = match pending {
            Some(error) => Err(self.broken(None, &error)),
            None => self.read(),
        };
        match result {
            Ok(record) => record.map(Ok),
            Err(fault) => {
                let damage = Damage { offset: self.offset, target: fault.target, reason: fault.reason };
                self.search(fault.resume);
                Some(Err(damage))
            }
        }
    }
}

/// Whether a record begins here: `WARC/1.0`, or another version.
pub fn is_version(bytes: &[u8]) -> bool {
    let version = bytes.strip_prefix(RECORD_MAGIC);
    version.is_some_and(|version| matches!(version, [b'0'..=b'9', b'.', b'0'..=b'9', ..]))
}

/// The length of a header with the empty line at its end.
pub fn end_of_head(bytes: &[u8]) -> Option<usize> {
    let line_feeds = memchr::memchr_iter(b'\n', bytes.get(..bytes.len().min(MAX_HEAD))?);
    line_feeds.into_iter().find_map(|at| match &bytes[at + 1..] {
        [b'\n', ..] => Some(at + 2),
        [b'\r', b'\n', ..] => Some(at + 3),
        _ => None,
    })
}

/// A record without its offset and content.
fn parse_head(head: &[u8]) -> Result<Record, &'static str> {
    let line = memchr::memchr(b'\n', head).ok_or("the header of the WARC record ends early")?;
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let fields = match httparse::parse_headers(&head[line + 1..], &mut fields) {
        Ok(httparse::Status::Complete((_, fields))) => fields,
        Ok(httparse::Status::Partial) => return Err("the header of the WARC record does not end"),
        Err(_) => return Err("the header of the WARC record is not valid"),
    };
    let value = |name: &str| {
        let field = fields.iter().find(|field| field.name.eq_ignore_ascii_case(name))?;
        Some(String::from_utf8_lossy(field.value).trim().to_owned())
    };
    let length = value("Content-Length").ok_or("the record has no Content-Length")?;
    let is_number = !length.is_empty() && length.bytes().all(|digit| digit.is_ascii_digit());
    let length = length.parse().ok().filter(|_| is_number).ok_or("the Content-Length of the record is not a number")?;
    Ok(Record {
        offset: 0,
        kind: Kind::of(&value("WARC-Type").ok_or("the record has no WARC-Type")?),
        // Version 1.0 showed addresses in angle brackets.
        target: value("WARC-Target-URI").map(|uri| uri.trim_start_matches('<').trim_end_matches('>').to_owned()),
        id: value("WARC-Record-ID"),
        date: value("WARC-Date"),
        content_type: value("Content-Type"),
        payload_type: value("WARC-Identified-Payload-Type"),
        is_truncated: value("WARC-Truncated").is_some(),
        length,
        content: Vec::new(),
        granted: 0,
    })
}
