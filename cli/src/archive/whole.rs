//! Members of gzip that are in memory from their first byte to their last, which are decoded at once: in half of the
//! time that it takes piece by piece. All others, and all that are damaged, are left to the decoder of pieces.

use super::decoder::{GZIP_MAGIC, GZIP_TAIL, GzipTail};
use libdeflater::Decompressor;
use memchr::memmem;

/// The longest content that is decoded at once, in bytes.
const MAX_WHOLE: usize = 4 << 20;

pub struct Whole {
    decompressor: Decompressor,
    content: Vec<u8>,
    /// The part of the content that was not taken.
    next: usize,
    end: usize,
}

impl Whole {
    pub fn new() -> Whole {
        Whole { decompressor: Decompressor::new(), content: Vec::new(), next: 0, end: 0 }
    }

    /// Decodes a member whose header ends before these bytes, and returns how many of them are in it. None if they are
    /// not all of a member, as far as can be seen from where the next one begins, or the file ends.
    pub fn decode(&mut self, bytes: &[u8], is_rest: bool) -> Option<usize> {
        let end = memmem::find(bytes, GZIP_MAGIC).or_else(|| is_rest.then_some(bytes.len()))?;
        let (data, tail) = bytes[..end].split_at_checked(end.checked_sub(GZIP_TAIL)?)?;
        let tail = GzipTail::of(tail)?;
        let length = usize::try_from(tail.length).ok().filter(|&length| length <= MAX_WHOLE)?;
        if self.content.len() < length {
            self.content.try_reserve(length - self.content.len()).ok()?;
            self.content.resize(length, 0);
        }
        let content = &mut self.content[..length];
        let is_right = self.decompressor.deflate_decompress(data, content) == Ok(length)
            && libdeflater::crc32(content) == tail.checksum;
        (self.next, self.end) = (0, if is_right { length } else { 0 });
        is_right.then_some(end)
    }

    /// Copies what was not taken before; returns how many bytes.
    pub fn take(&mut self, out: &mut [u8]) -> usize {
        let count = out.len().min(self.end - self.next);
        out[..count].copy_from_slice(&self.content[self.next..self.next + count]);
        self.next += count;
        count
    }

    /// Forgets the member.
    pub fn clear(&mut self) {
        (self.next, self.end) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::gzip;
    use super::*;

    /// The length of a header without fields.
    const HEAD: usize = 10;

    fn taken(whole: &mut Whole) -> Vec<u8> {
        let (mut all, mut piece) = (Vec::new(), [0; 7]);
        loop {
            match whole.take(&mut piece) {
                0 => return all,
                count => all.extend_from_slice(&piece[..count]),
            }
        }
    }

    #[test]
    fn a_member_is_decoded_if_all_of_it_is_there() {
        let text = b"bread, water, ".repeat(9);
        let member = gzip(&text);
        let (data, mut whole) = (&member[HEAD..], Whole::new());
        assert_eq!(whole.decode(data, true), Some(data.len()));
        assert_eq!(taken(&mut whole), text);
        // Where another one follows, the first one ends.
        let two = [data, &gzip(b"more")].concat();
        assert_eq!(whole.decode(&two, false), Some(data.len()));
        assert_eq!(taken(&mut whole), text);
        // Without the end of the file, more of it may follow.
        assert_eq!(whole.decode(data, false), None);
        assert_eq!(taken(&mut whole), b"");
    }

    #[test]
    fn what_is_damaged_is_left_to_the_other_decoder() {
        let member = gzip(b"bread and water");
        let (data, mut whole) = (&member[HEAD..], Whole::new());
        for at in 0..data.len() {
            assert_eq!(whole.decode(&data[..at], true), None, "cut at {at}");
            let mut changed = data.to_vec();
            changed[at] ^= 0x10;
            // The bits that fill the last byte of the data say nothing.
            if whole.decode(&changed, true).is_some() {
                assert_eq!((at, taken(&mut whole)), (data.len() - GZIP_TAIL - 1, b"bread and water".to_vec()));
            }
        }
        let padded = [data, b"\0\0"].concat();
        assert_eq!(whole.decode(&padded, true), None);
        assert_eq!(taken(&mut whole), b"");
    }
}
