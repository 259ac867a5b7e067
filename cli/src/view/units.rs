//! Code units of UTF-16, in which browsers count.

use crate::memory::List;
use blockmask::Document;

/// Converts byte offsets of the UTF-8 view of a page to code units of its lossy conversion.
pub struct Units {
    /// The offsets that are asked for, ascending, each with its code unit.
    known: Vec<(u32, usize)>,
}

impl Units {
    pub fn of(document: &Document<'_>, mut offsets: Vec<u32>) -> Units {
        offsets.sort_unstable();
        offsets.dedup();
        let bytes = document.page().tree.source;
        let (mut known, mut units, mut at) = (List::default(), 0, 0);
        for offset in offsets {
            let end = (offset as usize).clamp(at, bytes.len());
            units += length(&bytes[at..end]);
            at = end;
            known.push((offset, units));
        }
        Units { known: known.into_vec() }
    }

    pub fn range(&self, (start, end): (u32, u32)) -> [usize; 2] {
        [start, end].map(|offset| {
            let at = self.known.partition_point(|(known, _)| *known < offset);
            self.known.get(at).map_or(0, |(_, units)| *units)
        })
    }
}

/// The code units of text whose malformed parts are replaced.
fn length(bytes: &[u8]) -> usize {
    let of_chunk = |chunk: std::str::Utf8Chunk<'_>| {
        chunk.valid().encode_utf16().count() + usize::from(!chunk.invalid().is_empty())
    };
    bytes.utf8_chunks().map(of_chunk).sum()
}
