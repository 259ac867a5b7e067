//! Streams that may be compressed by gzip or Zstandard, in one member (frame) or many.
//!
//! A damaged member is one error; reading continues with the next member that contains a WARC record.

use super::buffer::{Buffer, CHUNK, MAX_KEPT};
use super::decoder::{Codec, Decoder, MAX_GZIP_HEAD, ZSTD_MAGIC, damage, ends_early, is_skippable};
use super::expansion::{self, Expansion};
use super::whole::Whole;
use memchr::memmem;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

/// The skippable frame at the start of a file that holds the dictionary of all others. [Zstandard in WARC files][spec]
///
/// [spec]: https://iipc.github.io/warc-specifications/specifications/warc-zstd/
const DICTIONARY_MAGIC: &[u8] = b"\x5d\x2a\x4d\x18";
/// The maximum size of a dictionary in bytes.
const MAX_DICTIONARY: usize = 16 << 20;
/// As much of a member is decoded first, so that its record can be named if the rest is broken.
const FIRST_STEP: usize = 1 << 10;
/// What each record begins with.
pub const RECORD_MAGIC: &[u8] = b"WARC/";
/// As many bytes tell whether a member begins with a record.
const PROBE: usize = 2 * MAX_GZIP_HEAD;
/// How much of a long file is read at a time: many members, as those that are in memory as a whole are decoded faster.
const MAX_RAW_CHUNK: usize = 1 << 20;
/// Decoded bytes for which the members are known: those that a reader may go back to, or has not consumed.
const KNOWN: u64 = MAX_KEPT + 4 * CHUNK as u64;

/// The decoded bytes of all members.
pub struct Members {
    raw: Buffer<Box<dyn Read + Send>>,
    codec: Codec,
    decoder: Decoder,
    /// A member that was decoded at once, if it is one of gzip.
    whole: Option<Whole>,
    /// Whether a member has begun and not ended.
    is_inside: bool,
    /// Whether the next member has to be searched for, after damage.
    is_lost: bool,
    /// Whether nothing follows, because the file cannot be read any further.
    has_failed: bool,
    /// The number of decoded bytes.
    decoded: u64,
    /// How much the file and the current member have grown.
    of_file: Expansion,
    of_member: Expansion,
    /// The offset where the current member begins.
    member: u64,
    /// Where members begin: the position in the decoded stream, and the offset in the file.
    starts: VecDeque<(u64, u64)>,
}

impl Members {
    /// Reads a stream with the compression that its first bytes show, or else with the expected one.
    pub fn new(inner: Box<dyn Read + Send>, expected: Codec) -> io::Result<Members> {
        let mut raw = Buffer::growing(inner, MAX_RAW_CHUNK);
        let head = raw.fill(ZSTD_MAGIC.len())?;
        let codec = if Codec::of(head) == Codec::None { expected } else { Codec::of(head) };
        let has_dictionary = head.starts_with(DICTIONARY_MAGIC);
        let dictionary = if has_dictionary { read_dictionary(&mut raw)? } else { Vec::new() };
        let decoder = Decoder::new(codec, &dictionary)?;
        let whole = (codec == Codec::Gzip).then(Whole::new);
        let is_inside = codec == Codec::None;
        Ok(Members {
            raw,
            codec,
            decoder,
            whole,
            is_inside,
            is_lost: false,
            has_failed: false,
            decoded: 0,
            of_file: Expansion::of_file(),
            of_member: Expansion::of_member(),
            member: 0,
            starts: VecDeque::new(),
        })
    }

    pub fn codec(&self) -> Codec {
        self.codec
    }

    /// The offset in the file of a decoded byte, or of its member if it is compressed. Afterwards earlier positions are
    /// unavailable.
    pub fn offset_of(&mut self, position: u64) -> u64 {
        if self.codec == Codec::None {
            return position;
        }
        while self.starts.get(1).is_some_and(|&(start, _)| start <= position) {
            self.starts.pop_front();
        }
        self.starts.front().filter(|&&(start, _)| start <= position).map_or(self.member, |&(_, offset)| offset)
    }

    /// The offset in the file of the member that is read, or was read last.
    pub fn member(&self) -> u64 {
        self.member
    }

    /// The number of bytes of the file that were read.
    pub fn read(&self) -> u64 {
        self.of_file.read
    }

    /// Whether a member begins at this position of the decoded stream.
    pub fn is_start(&self, position: u64) -> bool {
        self.starts.binary_search_by_key(&position, |&(start, _)| start).is_ok()
    }

    /// Enters the next member, if there is one.
    fn begin(&mut self) -> io::Result<bool> {
        if self.is_lost && !self.find_record()? {
            return Ok(false);
        }
        self.is_lost = false;
        loop {
            self.raw.mark();
            self.member = self.raw.position();
            let head = self.raw.fill(8)?;
            match self.codec {
                _ if head.is_empty() => return Ok(false),
                // Some archives are padded with zeros.
                _ if head[0] == 0 => self.raw.consume(1),
                Codec::Zstd if is_skippable(head) => self.skip_frame()?,
                codec if head.starts_with(codec.magic()) => break,
                _ => return Err(damage("compressed data expected")),
            }
        }
        let head = self.decoder.restart(self.raw.fill(MAX_GZIP_HEAD)?)?;
        self.raw.consume(head);
        self.is_inside = true;
        self.of_member = Expansion::of_member();
        while self.starts.get(1).is_some_and(|&(start, _)| start + KNOWN < self.decoded) {
            self.starts.pop_front();
        }
        while self.starts.back().is_some_and(|&(start, _)| start == self.decoded) {
            self.starts.pop_back();
        }
        self.starts.push_back((self.decoded, self.member));
        let is_at_end = self.raw.is_at_end();
        let read = self.whole.as_mut().and_then(|whole| whole.decode(self.raw.unread(), is_at_end));
        if let Some(read) = read {
            self.raw.consume(read);
            self.is_inside = false;
            self.grow(read as u64, 0)?;
        }
        Ok(true)
    }

    fn skip_frame(&mut self) -> io::Result<()> {
        let Some(mut left) = frame_len(self.raw.fill(8)?) else { return Err(damage("the frame ends early")) };
        left += 8;
        while left > 0 {
            let count = self.raw.fill(1)?.len().min(left);
            if count == 0 {
                return Err(damage("the frame ends early"));
            }
            self.raw.consume(count);
            left -= count;
        }
        Ok(())
    }

    /// Searches for a member that begins with a record.
    fn find_record(&mut self) -> io::Result<bool> {
        let magic = self.codec.magic();
        loop {
            let bytes = self.raw.fill(magic.len())?;
            let len = bytes.len();
            match memmem::find(bytes, magic) {
                Some(at) => {
                    self.raw.consume(at);
                    if self.begins_record() {
                        return Ok(true);
                    }
                    self.raw.consume(1);
                }
                None if len < magic.len() => {
                    self.raw.discard();
                    return Ok(false);
                }
                None => self.raw.consume(len - (magic.len() - 1)),
            }
        }
    }

    /// Whether the bytes in the buffer are a member that begins with a record, as far as its first bytes tell.
    fn begins_record(&mut self) -> bool {
        let mut first = [0; RECORD_MAGIC.len()];
        let mut written = 0;
        let Ok(bytes) = self.raw.fill(PROBE) else { return false };
        let bytes = &bytes[..bytes.len().min(PROBE)];
        let Ok(mut read) = self.decoder.restart(bytes) else { return false };
        while let Ok(step) = self.decoder.step(&bytes[read..], &mut first[written..]) {
            read += step.read;
            written += step.written;
            if written == first.len() || step.is_end || step.read + step.written == 0 {
                break;
            }
        }
        first == RECORD_MAGIC
    }

    fn read_member(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(written) = self.whole.as_mut().map(|whole| whole.take(out)).filter(|&written| written > 0) {
                self.decoded += written as u64;
                self.grow(0, written as u64)?;
                return Ok(written);
            }
            if !self.is_inside {
                if !self.begin()? {
                    return Ok(0);
                }
                continue;
            }
            let input = self.raw.fill(1)?;
            if input.is_empty() {
                return if self.codec == Codec::None { Ok(0) } else { Err(ends_early()) };
            }
            let is_first = self.starts.back().is_some_and(|&(start, _)| start == self.decoded);
            let len = if is_first { out.len().min(FIRST_STEP) } else { out.len() };
            let step = self.decoder.step(input, &mut out[..len])?;
            self.raw.consume(step.read);
            self.is_inside = !step.is_end;
            if step.is_end {
                let tail = self.decoder.tail_len();
                self.decoder.check(self.raw.fill(tail)?)?;
                self.raw.consume(tail);
            }
            self.decoded += step.written as u64;
            self.grow(step.read as u64, step.written as u64)?;
            if step.written > 0 {
                return Ok(step.written);
            }
            if step.read == 0 && !step.is_end {
                return Err(damage("the compressed data is not valid"));
            }
        }
    }

    /// Charges what was read and decoded.
    fn grow(&mut self, read: u64, written: u64) -> io::Result<()> {
        if self.codec == Codec::None {
            self.of_file.read += read;
            return Ok(());
        }
        self.of_member.add(read, written);
        self.of_file.read = self.of_file.read.max(self.raw.position());
        self.of_file.written += written;
        self.has_failed = self.of_file.is_exceeded();
        if self.has_failed || self.of_member.is_exceeded() { Err(expansion::error()) } else { Ok(()) }
    }

    /// Prepares for the search after damage.
    fn lose(&mut self) {
        self.is_inside = false;
        self.is_lost = true;
        self.whole.iter_mut().for_each(Whole::clear);
        // The decoder may have read beyond the end of the damaged member.
        let is_rewound = self.raw.rewind(self.member + 1);
        if !is_rewound && self.raw.position() == self.member {
            self.raw.consume(1);
        }
    }
}

impl Read for Members {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.has_failed || out.is_empty() {
            return Ok(0);
        }
        let result = self.read_member(out);
        if let Err(error) = &result {
            // I/O errors are distinguished from decoding errors.
            self.has_failed |= error.raw_os_error().is_some() || self.codec == Codec::None;
            if !self.has_failed {
                self.lose();
            }
        }
        result
    }
}

/// The length of a skippable frame, after its head of eight bytes.
fn frame_len(head: &[u8]) -> Option<usize> {
    Some(u32::from_le_bytes(head.get(4..8)?.try_into().ok()?) as usize)
}

/// The dictionary in the skippable frame at the start, which may itself be compressed.
fn read_dictionary(raw: &mut Buffer<Box<dyn Read + Send>>) -> io::Result<Vec<u8>> {
    let len = frame_len(raw.fill(8)?).unwrap_or(usize::MAX);
    if len > MAX_DICTIONARY {
        return Err(damage("the dictionary has more than 16 MiB"));
    }
    let Some(frame) = raw.fill(8 + len)?.get(8..8 + len) else { return Err(damage("the dictionary ends early")) };
    let dictionary =
        if frame.starts_with(ZSTD_MAGIC) { zstd::bulk::decompress(frame, MAX_DICTIONARY)? } else { frame.to_vec() };
    raw.consume(8 + len);
    Ok(dictionary)
}
