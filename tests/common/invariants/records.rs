//! Invariants of the records of the main list.

use blockmask::Document;

/// Records are in the order of the source, disjoint, and have blocks; their bytes are the bytes of their blocks, or part of
/// those of the one block that several share.
pub fn violation(document: &Document) -> Result<(), String> {
    let (mut end, mut end_of_source) = (0, 0);
    let records = document.records();
    for (index, record) in records.iter().enumerate() {
        let (blocks, source) = (record.blocks(), record.source());
        let is_shared =
            |other: Option<usize>| other.and_then(|at| records.get(at)).is_some_and(|at| at.blocks() == blocks);
        let shares = is_shared(index.checked_sub(1)) || is_shared(Some(index + 1));
        require!(blocks.start >= end || shares, "a record of the blocks {blocks:?} after {end}");
        require!(blocks.start < blocks.end && (!shares || blocks.len() == 1), "a record of the blocks {blocks:?}");
        require!(!shares || source.start >= end_of_source, "a record at {source:?} after {end_of_source}");
        (end, end_of_source) = (blocks.end, source.end);
        let (first, last) = (document.block(blocks.start), document.block(blocks.end - 1));
        let (Some(first), Some(last)) = (first, last) else { return Err(format!("a record of the blocks {blocks:?}")) };
        let around = first.source().start..last.source().end;
        let is_inside = around.start <= source.start && source.end <= around.end;
        require!(source == around || shares && is_inside, "a record at {source:?}, blocks {blocks:?}");
    }
    Ok(())
}
