//! Fuzz target `archive`: files of any bytes, after a first byte that chooses the compression that is expected.
//!
//! Offsets are in the file and in order, pages have at most as many bytes as the limit, and the messages are not longer
//! than the file.

use super::{Buffer, Codec, Members, Records, brotli, payload};
use std::io::{Cursor, Read};

const LIMIT: u64 = 1 << 20;

/// Reads the file as an archive. Returns whether there is a record or damage in it.
pub fn run(data: &[u8]) -> bool {
    let Some((&first, file)) = data.split_first() else { return false };
    let codec = [Codec::None, Codec::Gzip, Codec::Zstd][usize::from(first % 3)];
    let len = file.len() as u64;
    let mut bytes: Box<dyn Read + Send> = Box::new(Cursor::new(file.to_vec()));
    if first >= 0x80 {
        let Ok(decoded) = brotli(bytes) else { return false };
        bytes = decoded;
    }
    let Ok(stream) = Members::new(bytes, codec) else { return false };
    let (mut last, mut count) = (0, 0);
    for record in Records::new(Buffer::new(stream), LIMIT) {
        count += 1;
        let offset = match record {
            Ok(record) => {
                let offset = record.offset;
                if let Ok(page) = payload(record, LIMIT) {
                    assert!(page.bytes.len() as u64 <= LIMIT);
                }
                offset
            }
            Err(damage) => {
                assert!(!damage.reason.is_empty());
                damage.offset
            }
        };
        assert!(first >= 0x80 || offset <= len, "{offset} of {len}");
        assert!(offset >= last, "{offset} after {last}");
        last = offset;
    }
    count > 0
}
