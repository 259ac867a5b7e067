//! Decoders of the members of a file. Restarting one is cheap, because a damaged file may have a member in every few
//! bytes.

use flate2::{Decompress, FlushDecompress, Status};
use libdeflater::Crc;
use std::io::{self, ErrorKind};
use zstd::stream::raw::{Decoder as ZstdDecoder, Operation};

pub const GZIP_MAGIC: &[u8] = b"\x1f\x8b\x08";
pub const ZSTD_MAGIC: &[u8] = b"\x28\xb5\x2f\xfd";
/// What follows the first byte, 0x50 to 0x5f, of a skippable frame.
const SKIPPABLE_MAGIC: &[u8] = b"\x2a\x4d\x18";
/// The maximum length of a gzip header, which may hold a file name and a comment.
pub const MAX_GZIP_HEAD: usize = 4 << 10;
/// The checksum and the length at the end of a gzip member.
pub const GZIP_TAIL: usize = 8;

/// What follows the data of a gzip member: the checksum, and the lower bits of the length, of what was compressed.
#[derive(PartialEq, Eq)]
pub struct GzipTail {
    pub checksum: u32,
    pub length: u32,
}

impl GzipTail {
    /// The tail that begins these bytes, if it does not end early.
    pub fn of(bytes: &[u8]) -> Option<GzipTail> {
        let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        Some(GzipTail { checksum: word(0)?, length: word(4)? })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Codec {
    None,
    Gzip,
    Zstd,
}

impl Codec {
    /// The codec by the first bytes of a file.
    pub fn of(head: &[u8]) -> Codec {
        if head.starts_with(GZIP_MAGIC) {
            Codec::Gzip
        } else if head.starts_with(ZSTD_MAGIC) || is_skippable(head) {
            Codec::Zstd
        } else {
            Codec::None
        }
    }

    /// What members begin with.
    pub fn magic(self) -> &'static [u8] {
        if self == Codec::Gzip { GZIP_MAGIC } else { ZSTD_MAGIC }
    }
}

pub fn is_skippable(head: &[u8]) -> bool {
    head.first().is_some_and(|first| first >> 4 == 5) && head[1..].starts_with(SKIPPABLE_MAGIC)
}

pub enum Decoder {
    None,
    /// With the checksum of what was decoded.
    Gzip(Decompress, Crc),
    Zstd(ZstdDecoder<'static>),
}

/// The progress of a decoder.
pub struct Step {
    pub read: usize,
    pub written: usize,
    pub is_end: bool,
}

impl Decoder {
    pub fn new(codec: Codec, dictionary: &[u8]) -> io::Result<Decoder> {
        Ok(match codec {
            Codec::None => Decoder::None,
            Codec::Gzip => Decoder::Gzip(Decompress::new(false), Crc::new()),
            Codec::Zstd => Decoder::Zstd(ZstdDecoder::with_dictionary(dictionary)?),
        })
    }

    /// Prepares for a member, and returns the length of what is not for the decoder: its header, in gzip.
    pub fn restart(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Decoder::None => Ok(0),
            Decoder::Gzip(decoder, crc) => {
                let head = gzip_head(&bytes[..bytes.len().min(MAX_GZIP_HEAD)])
                    .ok_or_else(|| damage("the header of the compressed data is not valid"))?;
                decoder.reset(false);
                *crc = Crc::new();
                Ok(head)
            }
            Decoder::Zstd(decoder) => decoder.reinit().map(|()| 0),
        }
    }

    pub fn step(&mut self, input: &[u8], out: &mut [u8]) -> io::Result<Step> {
        match self {
            Decoder::None => {
                let count = input.len().min(out.len());
                out[..count].copy_from_slice(&input[..count]);
                Ok(Step { read: count, written: count, is_end: false })
            }
            Decoder::Gzip(decoder, crc) => {
                let before = (decoder.total_in(), decoder.total_out());
                let status = decoder.decompress(input, out, FlushDecompress::None).map_err(io::Error::other)?;
                let read = (decoder.total_in() - before.0) as usize;
                let written = (decoder.total_out() - before.1) as usize;
                crc.update(&out[..written]);
                Ok(Step { read, written, is_end: status == Status::StreamEnd })
            }
            Decoder::Zstd(decoder) => {
                let status = decoder.run_on_buffers(input, out)?;
                let is_end = status.remaining == 0;
                Ok(Step { read: status.bytes_read, written: status.bytes_written, is_end })
            }
        }
    }

    /// The length of what follows the data of a member.
    pub fn tail_len(&self) -> usize {
        if matches!(self, Decoder::Gzip(..)) { GZIP_TAIL } else { 0 }
    }

    /// Checks what follows the data of a member.
    pub fn check(&self, tail: &[u8]) -> io::Result<()> {
        let Decoder::Gzip(decoder, crc) = self else { return Ok(()) };
        let tail = GzipTail::of(tail).ok_or_else(ends_early)?;
        let decoded = GzipTail { checksum: crc.sum(), length: decoder.total_out() as u32 };
        if tail == decoded { Ok(()) } else { Err(damage("the checksum of the compressed data is wrong")) }
    }
}

pub fn damage(reason: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason)
}

pub fn ends_early() -> io::Error {
    io::Error::new(ErrorKind::UnexpectedEof, "the compressed data ends early")
}

/// The length of the header of a gzip member (RFC 1952, 2.3).
fn gzip_head(bytes: &[u8]) -> Option<usize> {
    const CHECKSUM: u8 = 1 << 1;
    const EXTRA: u8 = 1 << 2;
    const NAME: u8 = 1 << 3;
    const COMMENT: u8 = 1 << 4;
    const RESERVED: u8 = 0xe0;
    let flags = *bytes.get(3).filter(|&flags| bytes.starts_with(GZIP_MAGIC) && flags & RESERVED == 0)?;
    let mut at = 10;
    if flags & EXTRA != 0 {
        at += 2 + usize::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            at += memchr::memchr(0, bytes.get(at..)?)? + 1;
        }
    }
    if flags & CHECKSUM != 0 {
        at += 2;
        let mut crc = Crc::new();
        crc.update(bytes.get(..at - 2)?);
        if bytes.get(at - 2..at)? != &crc.sum().to_le_bytes()[..2] {
            return None;
        }
    }
    (at <= bytes.len()).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_gzip_end_where_they_say() {
        let head = |flags: u8, rest: &[u8]| [&b"\x1f\x8b\x08"[..], &[flags], &[0; 6], rest].concat();
        assert_eq!(gzip_head(&head(0, b"data")), Some(10));
        assert_eq!(gzip_head(&head(4, b"\x03\0abcdata")), Some(15));
        assert_eq!(gzip_head(&head(8, b"name\0data")), Some(15));
        assert_eq!(gzip_head(&head(24, b"name\0comment\0data")), Some(23));
        assert_eq!(gzip_head(&head(8, b"name")), None);
        assert_eq!(gzip_head(&head(4, b"\xff\xffabc")), None);
        assert_eq!(gzip_head(&head(2, b"\0\0data")), None, "of a wrong checksum");
        assert_eq!(gzip_head(&head(0x20, b"data")), None);
        assert_eq!(gzip_head(&head(0, b"")[..9]), None);
    }
}
