//! Invariants of the structure of blocks, the images, and what is rendered and cut from the main text.

use blockmask::internals::page::unicode::{SPACE, class};
use blockmask::{Block, Document, MarkdownOptions, PassageOptions};

/// Checks the structure of all blocks.
pub fn violation(document: &Document) -> Result<(), String> {
    let mut links = 0;
    for block in document.blocks() {
        structure(document, &block)?;
        links += block.links().len();
        let texts = block.links().all(|link| {
            let (inside, text) = (block.text_range(), link.text_range());
            inside.start <= text.start && text.end <= inside.end
        });
        require!(texts, "a link of block {} is outside of it", block.index());
    }
    require!(links == document.links().len(), "{links} links in blocks, {} in all", document.links().len());
    images(document)?;
    main_text(document)
}

fn structure(document: &Document, block: &Block) -> Result<(), String> {
    let index = block.index();
    if let Some(heading) = block.heading() {
        let above = document.block(heading).map_or(0, |heading| heading.heading_level());
        let is_higher = above > 0 && (block.heading_level() == 0 || above < block.heading_level());
        let is_higher = is_higher || document.headline().is_some_and(|headline| headline.index() == heading);
        require!(heading < index && is_higher, "block {index} is below block {heading}");
    }
    require!(block.heading_path().count() <= 7, "the heading path of block {index}");
    if let Some(item) = block.list_item() {
        require!(item.depth > 0 && item.depth == block.list_depth(), "list item of block {index}: {item:?}");
    }
    if let Some(cell) = block.table_cell() {
        require!((1..=1000).contains(&cell.column_span), "columns of block {index}: {cell:?}");
        require!((1..=65_534).contains(&cell.row_span), "rows of block {index}: {cell:?}");
    }
    if let Some(source) = block.language_source() {
        require!(source.start <= source.end && source.end <= document.bytes().len(), "language of block {index}");
    }
    let formatted = block.formatted_text();
    require!(words(&formatted).eq(words(block.text())), "block {index} is {:?}, not {formatted:?}", block.text());
    Ok(())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| class(c) & SPACE != 0).filter(|word| !word.is_empty())
}

fn images(document: &Document) -> Result<(), String> {
    for (i, image) in document.images().enumerate() {
        let (source, alt) = (image.source(), image.alt_source());
        let is_inside = source.start <= alt.start && alt.start <= alt.end && alt.end <= source.end;
        require!(is_inside && source.end <= document.bytes().len(), "image {i} at {source:?}, its text at {alt:?}");
        let is_before = image.block().and_then(|block| document.block(block));
        require!(is_before.is_none_or(|block| block.source().start <= source.start), "the block before image {i}");
        require!(image.weight() <= 1, "weight of image {i}");
    }
    Ok(())
}

/// What is made of the main text has its words, once and in order.
fn main_text(document: &Document) -> Result<(), String> {
    let main_text = document.main_text();
    require!(words(&document.plain_text()).eq(words(main_text.text())), "the plain text has other words");
    let markdown = document.markdown(&MarkdownOptions::default());
    for (block, range) in markdown.blocks() {
        require!(markdown.text().get(range.clone()).is_some(), "the Markdown of block {block} at {range:?}");
    }
    let written = markdown.blocks().map(|(block, _)| block);
    let main = document.blocks().filter(Block::is_main).map(|block| block.index());
    require!(written.eq(main), "the blocks of the Markdown");
    for max_tokens in [16, 256] {
        let mut options = PassageOptions::default();
        (options.max_tokens, options.main_only) = (max_tokens, true);
        let passages = document.passages(&options);
        let short = passages.iter().all(|passage| passage.tokens() <= max_tokens && !passage.text().is_empty());
        require!(short, "a passage of more than {max_tokens} tokens, or without text");
        let text: String = passages.iter().map(|passage| passage.text()).collect();
        // Bars and colons stand between cells.
        let is_kept = |c: &char| class(*c) & SPACE == 0 && !matches!(c, '|' | ':');
        let letters = |text: &str| text.chars().filter(is_kept).collect::<String>();
        require!(letters(&text) == letters(main_text.text()), "passages of another text");
        for passage in &passages {
            let context = passage.context().text();
            require!(context.len() <= 4 * max_tokens as usize, "a context of {} bytes", context.len());
            let source = passage.context().source_range(document, 0..context.len());
            require!(source.end <= document.bytes().len(), "a context from {source:?}");
        }
    }
    Ok(())
}
