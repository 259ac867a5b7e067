//! Invariants of the results: fragments, links, segments, regions and mask.

use blockmask::internals::page::Page;
use blockmask::{Block, BlockFlags, Document, Field, Parts, internals::html};

/// Checks all results.
pub fn violation(document: &Document) -> Result<(), String> {
    fragments(document.page())?;
    links(document.page())?;
    segments(document)?;
    region(document)?;
    mask(document)?;
    never_empty(document)?;
    comments(document)
}

/// Comments have ranges within the page, text, and answer earlier ones.
fn comments(document: &Document) -> Result<(), String> {
    for comment in document.comments() {
        let (index, source) = (comment.index(), comment.source());
        require!(source.start < source.end && source.end <= document.bytes().len(), "comment {index}: {source:?}");
        require!(comment.parent().is_none_or(|parent| parent < index), "parent of comment {index}");
        require!(comment.blocks().next().is_some(), "comment {index} without text");
    }
    let left_out = document.blocks().filter(|block| block.flags().contains(BlockFlags::LEFT_OUT));
    let runs = document.runs().count();
    require!(runs + left_out.count() == document.blocks().len(), "{runs} runs");
    Ok(())
}

/// Fragments are in order in text, source, tokens and lines, and each lies in the block that refers to it.
fn fragments(page: &Page) -> Result<(), String> {
    let (mut text, mut source, mut tokens, mut lines) = (0, 0, 0, 0);
    for (i, fragment) in page.fragments.iter().enumerate() {
        require!(text <= fragment.text.0 && fragment.text.0 < fragment.text.1, "text of fragment {i}: {fragment:?}");
        require!(source <= fragment.source.0 && fragment.source.0 < fragment.source.1, "source of fragment {i}");
        require!(tokens == fragment.tokens.0 && tokens < fragment.tokens.1, "tokens of fragment {i}: {fragment:?}");
        require!(lines == fragment.lines.0 && lines < fragment.lines.1, "lines of fragment {i}: {fragment:?}");
        require!(fragment.linked_tokens <= fragment.tokens.1 - fragment.tokens.0, "linked tokens of fragment {i}");
        (text, source, tokens, lines) = (fragment.text.1, fragment.source.1, fragment.tokens.1, fragment.lines.1);
    }
    let sums = page.line_sums;
    require!(sums.len() == lines as usize + 1, "{} sums of {lines} lines", sums.len());
    require!(sums.first() == Some(&0) && sums.last() == Some(&tokens) && sums.is_sorted(), "sums of the lines");
    let mut next = 0;
    for (i, block) in page.blocks.iter().enumerate() {
        require!(block.fragments.0 == next && next <= block.fragments.1, "fragments of block {i}: {block:?}");
        let own = page.fragments.get(block.fragments.0 as usize..block.fragments.1 as usize);
        let Some(own) = own else { return Err(format!("block {i} has fragments out of range")) };
        let inside = own.iter().all(|f| block.text.0 <= f.text.0 && f.text.1 <= block.text.1);
        require!(inside, "a fragment of block {i} is outside the block");
        next = block.fragments.1;
    }
    require!(next as usize == page.fragments.len(), "fragments without a block");
    Ok(())
}

fn links(page: &Page) -> Result<(), String> {
    let (mut text, mut source) = (0, 0);
    for (i, link) in page.links.iter().enumerate() {
        require!(text <= link.text.0 && link.text.0 <= link.text.1, "text of link {i}: {link:?}");
        require!(source <= link.source.0 && link.source.0 <= link.source.1, "source of link {i}: {link:?}");
        let is_anchor = page.tree.nodes.get(link.node as usize).is_some_and(|node| node.tag == html::Tag::A);
        require!(is_anchor, "link {i} is not an anchor");
        (text, source) = (link.text.1, link.source.1);
    }
    require!(text as usize <= page.text.len() && source as usize <= page.tree.source.len(), "a link beyond the end");
    Ok(())
}

/// Segments contain every token and every fragment once, in order; only segments of word wrap share fragments.
fn segments(document: &Document) -> Result<(), String> {
    if !document.parts().contains(Parts::SEGMENTS) {
        require!(document.segments().len() == 0, "segments that nobody asked for");
        return Ok(());
    }
    let page = document.page();
    let (mut fragment, mut token, mut text, mut source) = (0, 0, 0, 0);
    for (i, segment) in document.segmentation().segments.iter().enumerate() {
        let (first, end) = segment.fragments;
        let follows = first == fragment || (first + 1 == fragment && document.segmentation().passes == 0);
        require!(follows && first < end, "fragments of segment {i}: {first}..{end} after {fragment}");
        require!(segment.tokens.0 == token && token <= segment.tokens.1, "tokens of segment {i}");
        require!(segment.linked_tokens <= segment.token_count(), "linked tokens of segment {i}");
        require!(text <= segment.text.0 && segment.text.0 < segment.text.1, "text of segment {i}: {segment:?}");
        require!(segment.lines.0 < segment.lines.1, "lines of segment {i}");
        let range = document.source_range(segment.source);
        let ordered = source <= range.start && range.start <= range.end && range.end <= document.bytes().len();
        require!(ordered, "segment {i} at {range:?}, after {source}");
        (fragment, token, text, source) = (end, segment.tokens.1, segment.text.1, range.end);
    }
    let (count, tokens) = (page.fragments.len(), page.fragments.last().map_or(0, |last| last.tokens.1));
    require!(fragment as usize == count && token == tokens, "segments end at fragment {fragment}, token {token}");
    let indices = document.segmentation().segment_of_fragment;
    let in_range = indices.iter().all(|&segment| (segment as usize) < document.segments().len());
    require!(indices.len() == count && indices.is_sorted() && in_range, "segments of fragments");
    Ok(())
}

fn region(document: &Document) -> Result<(), String> {
    let nodes = document.page().tree.nodes.len();
    let Some(path) = document.tag_path() else {
        require!(!document.parts().contains(Parts::REGION) && document.main_regions().len() == 0, "no region");
        return Ok(());
    };
    let mut end = 0;
    for (i, range) in document.main_regions().enumerate() {
        let ordered = end <= range.start && range.start <= range.end && range.end <= document.bytes().len();
        require!(i < 2 && ordered, "region {i}: {range:?}, after {end}");
        end = range.end;
    }
    let (sequence, region) = (&path.sequence, path.region);
    let within = region.lo <= region.hi && region.hi as usize <= sequence.len();
    require!(within, "the region {region:?} of {} positions", sequence.len());
    let codes = sequence.codes.iter().all(|&code| (1..=sequence.symbols).contains(&code));
    require!(codes && sequence.nodes.len() == sequence.len() && sequence.nodes.is_sorted(), "the sequence");
    require!(path.keep.len() == nodes && path.keep.iter().all(|&keep| keep <= 1), "{} marks", path.keep.len());
    require!(path.kept as usize <= sequence.len(), "{} kept of {}", path.kept, sequence.len());
    Ok(())
}

/// A page with a paragraph of prose has a main text, whatever the mask decided. Only a headline may be left out, and on a
/// page of which only comments are wanted what is none.
fn never_empty(document: &Document) -> Result<(), String> {
    let is_prose = |block: &Block<'_, '_>| {
        let has = |flag| block.flags().contains(flag);
        let is_data = has(BlockFlags::IN_HEAD) || has(BlockFlags::METADATA_SOURCE);
        let is_wanted = !has(BlockFlags::LEFT_OUT) || block.comment().is_some();
        block.tokens() >= 8 && 2 * block.linked_tokens() < block.tokens() && !is_data && is_wanted
    };
    let has_prose = document.parts().contains(Parts::MASK) && document.blocks().any(|block| is_prose(&block));
    let has_text = !document.main_text().text().is_empty() || document.headline().is_some();
    require!(has_text || !has_prose, "no main text of a page with prose");
    Ok(())
}

fn mask(document: &Document) -> Result<(), String> {
    for block in document.blocks() {
        let index = block.index();
        require!((0.0..=1.0).contains(&block.probability()), "probability of block {index}: {}", block.probability());
        let (field, weight) = (block.field(), block.weight());
        require!((field == Field::Hidden) == (weight == 0), "weight of block {index}: {weight} in {field}");
        require!(weight <= 64, "weight of block {index}: {weight}");
        require!(block.segment().is_none_or(|segment| segment < document.segments().len()), "segment of block {index}");
        // None of these may index out of bounds.
        let _ = (block.is_template(), block.is_in_main_region(), block.text_density());
    }
    Ok(())
}
