//! A buffered reader with lookahead that can go back to bytes already read.

use std::io::{self, BufRead, ErrorKind, Read};

/// How much is read at a time, or at first.
pub const CHUNK: usize = 64 << 10;
/// How far a reader may go back.
pub const MAX_KEPT: u64 = 4 << 20;

pub struct Buffer<R> {
    inner: R,
    /// How much is read next, and at most.
    chunk: usize,
    max_chunk: usize,
    /// The bytes in the buffer up to `end`, and space for more.
    bytes: Vec<u8>,
    end: usize,
    /// Whether nothing follows.
    is_at_end: bool,
    /// The index of the first byte that was not consumed.
    next: usize,
    /// The position in the stream of the first byte in the buffer.
    base: u64,
    /// The position from which bytes are kept.
    mark: u64,
    /// The number of bytes read again.
    rewound: u64,
}

impl<R: Read> Buffer<R> {
    pub fn new(inner: R) -> Buffer<R> {
        Buffer::growing(inner, CHUNK)
    }

    /// Reads twice as much each time, up to a maximum: files are short or very long.
    pub fn growing(inner: R, max_chunk: usize) -> Buffer<R> {
        Buffer {
            inner,
            chunk: CHUNK,
            max_chunk,
            bytes: Vec::new(),
            end: 0,
            is_at_end: false,
            next: 0,
            base: 0,
            mark: 0,
            rewound: 0,
        }
    }

    pub fn inner(&self) -> &R {
        &self.inner
    }

    pub fn inner_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    /// The position in the stream of the next byte.
    pub fn position(&self) -> u64 {
        self.base + self.next as u64
    }

    /// All bytes in the buffer that were not consumed: at least `count` unless the stream ends before.
    pub fn fill(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.end - self.next < count && !self.is_at_end {
            self.drop_consumed();
            let goal = self.end + self.chunk;
            if self.bytes.len() < goal {
                self.bytes.try_reserve(goal - self.bytes.len()).map_err(|_| ErrorKind::OutOfMemory)?;
                self.bytes.resize(goal, 0);
            }
            match self.inner.read(&mut self.bytes[self.end..goal]) {
                Ok(read) => {
                    self.end += read;
                    self.is_at_end = read == 0;
                    self.chunk = (2 * self.chunk).min(self.max_chunk);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self.unread())
    }

    /// Discards consumed bytes before the mark. Moves at most as many bytes as it discards.
    fn drop_consumed(&mut self) {
        let is_kept = self.mark >= self.base && self.position().saturating_sub(self.mark) <= MAX_KEPT;
        let kept = if is_kept { (self.mark - self.base) as usize } else { self.next };
        let kept = kept.min(self.next);
        if kept >= self.end - kept {
            self.bytes.copy_within(kept..self.end, 0);
            self.end -= kept;
            self.next -= kept;
            self.base += kept as u64;
        }
    }

    /// The bytes in the buffer that were not consumed.
    pub fn unread(&self) -> &[u8] {
        &self.bytes[self.next..self.end]
    }

    /// Whether nothing follows the bytes in the buffer.
    pub fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Consumes everything in the buffer.
    pub fn discard(&mut self) {
        self.next = self.end;
    }

    /// Keeps the bytes from here on, up to a limit.
    pub fn mark(&mut self) {
        self.mark = self.position();
    }

    /// Goes back to a position at or after the mark; returns whether that was possible. The bytes must still be kept,
    /// and the total of bytes that are read again is limited to the length of the stream, so that the time stays
    /// linear.
    pub fn rewind(&mut self, to: u64) -> bool {
        let Some(back) = self.position().checked_sub(to) else { return false };
        if to < self.base || self.rewound + back > self.position() {
            return false;
        }
        self.rewound += back;
        self.next -= back as usize;
        true
    }

    /// The rest of the stream, without further copies.
    pub fn into_rest(mut self) -> impl Read {
        self.bytes.truncate(self.end);
        self.bytes.drain(..self.next);
        io::Cursor::new(self.bytes).chain(self.inner)
    }
}

impl<R: Read> Read for Buffer<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.fill(1)?.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Buffer<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.fill(1)
    }

    fn consume(&mut self, count: usize) {
        self.next = self.end.min(self.next + count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_since_the_mark_can_be_read_again() {
        let bytes: Vec<u8> = (0..300_000u32).map(|i| (i % 251) as u8).collect();
        let mut buffer = Buffer::new(&bytes[..]);
        buffer.consume(0);
        assert_eq!(buffer.fill(100_000).unwrap()[..100_000], bytes[..100_000]);
        buffer.consume(100_000);
        buffer.mark();
        for _ in 0..100 {
            assert!(buffer.fill(1000).unwrap().len() >= 1000);
            buffer.consume(1000);
        }
        assert_eq!(buffer.position(), 200_000);
        assert!(buffer.rewind(100_000));
        let mut rest = Vec::new();
        buffer.read_to_end(&mut rest).unwrap();
        assert_eq!(rest, bytes[100_000..]);
    }

    #[test]
    fn no_more_is_read_again_than_there_is() {
        let mut buffer = Buffer::new(&[b'x'; 1000][..]);
        buffer.fill(1).unwrap();
        buffer.consume(600);
        assert!(buffer.rewind(0) && buffer.position() == 0);
        buffer.consume(600);
        assert!(!buffer.rewind(0), "1200 bytes of 600");
        assert!(!buffer.rewind(601), "not there yet");
    }
}
