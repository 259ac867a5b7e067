//! Invariants of formulas and readings.

use blockmask::{AnnotationType, Document};

/// Annotations are by the place of their text, each in one block and of an element of the page, and none is empty.
pub fn violation(document: &Document) -> Result<(), String> {
    let mut start = 0;
    for annotation in document.annotations() {
        let (source, range) = (annotation.source(), annotation.text_range());
        require!(range.start >= start && range.start < range.end, "{annotation:?} after {start}");
        start = range.start;
        let Some(block) = document.block(annotation.block()) else { return Err(format!("{annotation:?}")) };
        let of_block = block.text_range();
        require!(of_block.start <= range.start && range.end <= of_block.end, "{annotation:?} in {of_block:?}");
        require!(source.start < source.end && source.end <= document.bytes().len(), "{annotation:?}");
        let Some(text) = document.text().get(range) else { return Err(format!("{annotation:?}")) };
        require!(!annotation.text().is_empty() && !annotation.text().contains('\0'), "{annotation:?}");
        let is_reading = annotation.annotation_type() == AnnotationType::Reading;
        require!(is_reading || text.contains(annotation.text()), "{annotation:?} of {text:?}");
    }
    Ok(())
}
