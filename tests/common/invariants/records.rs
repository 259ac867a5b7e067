//! Invariants of the records of the main list.

use blockmask::Document;

/// Records are in the order of the source, disjoint, and have blocks; their bytes are the bytes of their blocks.
pub fn violation(document: &Document) -> Result<(), String> {
    let mut end = 0;
    for record in document.records() {
        let (blocks, source) = (record.blocks(), record.source());
        require!(blocks.start >= end && blocks.start < blocks.end, "a record of the blocks {blocks:?} after {end}");
        end = blocks.end;
        let (first, last) = (document.block(blocks.start), document.block(blocks.end - 1));
        let (Some(first), Some(last)) = (first, last) else { return Err(format!("a record of the blocks {blocks:?}")) };
        require!(source == (first.source().start..last.source().end), "a record at {source:?}, blocks {blocks:?}");
    }
    Ok(())
}
