//! The main text in one of its formats, with the range of each block in it and in the page.

use super::bounded::Rendered;
use blockmask::{Block, Document, MarkdownOptions};
use blockmask_cli::json::text::{BlockRange, Extras, with_ranges};
use blockmask_cli::memory::{List, Text};
use blockmask_cli::origin::Origin;
use std::ops::Range;

/// One block per line.
pub fn main_text(document: &Document<'_>, origin: &Origin, extras: Extras) -> Vec<u8> {
    let texts = |index: usize| Text::from(document.block(index).map_or("", |block| block.text())).into_string();
    found(document, origin, document.main_text().text(), texts, extras)
}

/// With paragraphs and lines.
pub fn plain(document: &Document<'_>, origin: &Origin, extras: Extras) -> Vec<u8> {
    let texts = |index: usize| document.block(index).map_or_else(String::new, |block| block.formatted_text());
    found(document, origin, &document.plain_text(), texts, extras)
}

pub fn markdown(document: &Document<'_>, origin: &Origin, options: &MarkdownOptions, extras: Extras) -> Rendered {
    // A range is so long, and JSON escapes up to every other byte.
    const RANGE: u64 = 160;
    let ranges = RANGE * document.blocks().len() as u64;
    let markdown = document.markdown_within(options, document.output_limit().saturating_sub(ranges) / 2);
    let ranges = markdown.blocks().filter_map(|(block, range)| block_range(document, block, range));
    let ranges = ranges.collect::<List<_>>().into_vec();
    let bytes = with_ranges(document, origin, markdown.text(), Some(ranges), extras);
    Rendered { bytes, is_cut: !markdown.truncation().is_empty(), failure: None }
}

/// A text made of the texts of its blocks, in order, with whitespace between them.
fn found(
    document: &Document<'_>,
    origin: &Origin,
    text: &str,
    text_of: impl Fn(usize) -> String,
    extras: Extras,
) -> Vec<u8> {
    let mut at = 0;
    let main = document.blocks().filter(Block::is_main).map(|block| block.index());
    let ranges = main.filter_map(|block| {
        let of_block = text_of(block);
        let start = at + text[at..].find(&of_block)?;
        at = start + of_block.len();
        block_range(document, block, start..at)
    });
    let ranges = ranges.collect::<List<_>>().into_vec();
    with_ranges(document, origin, text, Some(ranges), extras)
}

fn block_range(document: &Document<'_>, block: usize, text: Range<usize>) -> Option<BlockRange> {
    let source = document.block(block)?.source();
    let (text_start, text_end, source_start, source_end) = (text.start, text.end, source.start, source.end);
    Some(BlockRange { block, text_start, text_end, source_start, source_end })
}
