//! Code units of UTF-16, in which browsers count.

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
        let (mut known, mut units, mut at) = (Vec::with_capacity(offsets.len()), 0, 0);
        for offset in offsets {
            let end = (offset as usize).clamp(at, bytes.len());
            units += String::from_utf8_lossy(&bytes[at..end]).encode_utf16().count();
            at = end;
            known.push((offset, units));
        }
        Units { known }
    }

    pub fn range(&self, (start, end): (u32, u32)) -> [usize; 2] {
        [start, end].map(|offset| {
            let at = self.known.partition_point(|(known, _)| *known < offset);
            self.known.get(at).map_or(0, |(_, units)| *units)
        })
    }
}
