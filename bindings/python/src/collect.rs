//! The rows of a page: what its document says, as Python's values.

use crate::analyzed::Analyzed;
use crate::offsets::{Characters, to_bytes};
use crate::rows::{Block, Comment, Image, LayoutArea, Link, Passage, Run, Segment, VisualArea};
use crate::values::{FlagSet, Named, Text};
use blockmask::{Document, MarkdownOptions, PassageOptions};
use std::ops::Range;
use std::sync::Arc;

/// The Markdown of a document, and for each block in it its index and its range in characters.
pub fn markdown(document: &Document<'_>, options: &MarkdownOptions) -> (String, Vec<(usize, Range<usize>)>) {
    let markdown = document.markdown(options);
    let text = markdown.text().as_bytes();
    let characters = Characters::of(text);
    let blocks = markdown.blocks().map(|(block, range)| (block, characters.range(text, range))).collect();
    (markdown.into_text(), blocks)
}

/// The records of a page: the ranges of each in its source and in its blocks.
pub fn records(page: &Analyzed) -> Vec<(Range<usize>, Range<usize>)> {
    page.document().records().iter().map(|record| (page.source(record.source()), record.blocks())).collect()
}

/// The main text in passages; by the tokens that begin at `token_starts`, if there are some. `None` if these are no
/// ascending offsets in the text.
pub fn passages(page: &Analyzed, options: &PassageOptions, token_starts: Option<&[usize]>) -> Option<Vec<Passage>> {
    let document = page.document();
    let passages = match token_starts {
        Some(starts) => document.passages_by(options, &to_bytes(document.text(), starts)?),
        None => document.passages(options),
    };
    Some(passages_of(page, &passages))
}

/// The main regions.
pub fn main_regions(page: &Analyzed) -> Vec<Range<usize>> {
    page.document().main_regions().map(|range| page.source(range)).collect()
}

/// The weighted runs of text.
pub fn runs(page: &Analyzed) -> Vec<Run> {
    let run = |run: blockmask::Run<'_>| {
        let Range { start: source_start, end: source_end } = page.source(run.source_start..run.source_end);
        let (text, Range { start: text_start, end: text_end }) = page.text(run.text_start..run.text_end);
        let (field, weight, role, block) = (Named(run.field), run.weight, Named(run.role), run.block);
        let heading_level = run.heading_level;
        Run { text, field, weight, role, heading_level, block, text_start, text_end, source_start, source_end }
    };
    page.document().runs().map(run).collect()
}

/// The blocks.
pub fn blocks(page: &Analyzed) -> Vec<Block> {
    let (paths, mut hashes) = (Paths::of(page.document()), page.document().tag_paths());
    let block = |block: blockmask::Block<'_, '_>| {
        let Range { start: source_start, end: source_end } = page.source(block.source());
        let (text, Range { start: text_start, end: text_end }) = page.text(block.text_range());
        let visibility = block.visibility().unwrap_or_default();
        let (item, cell) = (block.list_item(), block.table_cell());
        Block {
            index: block.index(),
            source_start,
            source_end,
            text,
            text_start,
            text_end,
            tokens: block.tokens(),
            linked_tokens: block.linked_tokens(),
            lines: block.lines(),
            characters: block.characters(),
            text_density: block.text_density().value(),
            link_density: block.link_density(),
            segment: block.segment(),
            comment: block.comment(),
            is_in_main_region: block.is_in_main_region(),
            tag_path: paths.get(block.index()),
            path_hash: hashes.hash_of(&block),
            text_hash: block.text_hash(),
            depth: block.depth(),
            heading_level: block.heading_level(),
            flags: FlagSet(block.flags()),
            is_template: block.is_template(),
            probability: block.probability(),
            field: Named(block.field()),
            weight: block.weight(),
            link_targets: block.link_targets(),
            role: Named(block.role()),
            hidden_characters: visibility.hidden_characters,
            hidden_reasons: FlagSet(visibility.hidden),
            block_type: Named(block.block_type()),
            heading_path: block.heading_path().map(|heading| heading.index()).collect(),
            list: item.map(|item| item.list),
            item: item.map(|item| item.item),
            number: item.and_then(|item| item.number),
            list_depth: block.list_depth(),
            table: cell.map(|cell| cell.table),
            row: cell.map(|cell| cell.row),
            column: cell.map(|cell| cell.column),
            row_span: cell.map(|cell| cell.row_span),
            column_span: cell.map(|cell| cell.column_span),
            is_header: cell.map(|cell| cell.is_header),
            quote_depth: block.quote_depth(),
            language: block.language().map(str::to_owned),
            direction: block.direction().map(Named),
            formatted_text: Some(block.formatted_text()).filter(|formatted| formatted != block.text()),
        }
    };
    page.document().blocks().map(block).collect()
}

/// The segments.
pub fn segments(page: &Analyzed) -> Vec<Segment> {
    let segment = |segment: blockmask::Segment<'_, '_>| {
        let Range { start: source_start, end: source_end } = page.source(segment.source());
        let (text, Range { start: text_start, end: text_end }) = page.text(segment.text_range());
        Segment {
            source_start,
            source_end,
            text,
            text_start,
            text_end,
            tokens: segment.tokens(),
            linked_tokens: segment.linked_tokens(),
            lines: segment.lines(),
            text_density: segment.text_density().value(),
        }
    };
    page.document().segments().map(segment).collect()
}

/// The links, in the order of their blocks.
pub fn links(page: &Analyzed) -> Vec<Link> {
    let link = |block: usize, link: blockmask::Link<'_, '_>| {
        let Range { start: source_start, end: source_end } = page.source(link.source());
        let (text, Range { start: text_start, end: text_end }) = page.text(link.text_range());
        let (target, address, rel) = (link.target(), link.address(), link.rel());
        Link { source_start, source_end, text, text_start, text_end, block, target, address, rel }
    };
    let of_block = |block: blockmask::Block<'_, '_>| block.links().map(|found| link(block.index(), found)).collect();
    page.document().blocks().flat_map(|block| -> Vec<Link> { of_block(block) }).collect()
}

/// The images with an alternative text.
pub fn images(page: &Analyzed) -> Vec<Image> {
    let image = |image: blockmask::Image<'_, '_>| {
        let Range { start: source_start, end: source_end } = page.source(image.source());
        let (alt, target) = (image.alt(), image.target());
        Image { source_start, source_end, alt, target, block: image.block(), weight: image.weight() }
    };
    page.document().images().map(image).collect()
}

/// The main text in passages.
fn passages_of(page: &Analyzed, passages: &[blockmask::Passage]) -> Vec<Passage> {
    let passage = |passage: &blockmask::Passage| {
        let Range { start: source_start, end: source_end } = page.source(passage.source());
        let blocks = passage.blocks();
        let nearest = passage.heading().and_then(|heading| page.document().block(heading));
        let mut headings: Vec<String> = nearest.iter().map(|heading| heading.text().to_owned()).collect();
        headings.extend(nearest.iter().flat_map(|heading| heading.heading_path()).map(|above| above.text().to_owned()));
        headings.reverse();
        Passage {
            text: passage.text().to_owned(),
            source_start,
            source_end,
            blocks: (blocks.start, blocks.end.saturating_sub(1).max(blocks.start)),
            headings,
            tokens: passage.tokens(),
            overlap_tokens: passage.overlap_tokens(),
            roles: passage.roles().iter().map(|(role, tokens)| (role.name().to_owned(), *tokens)).collect(),
        }
    };
    passages.iter().map(passage).collect()
}

/// The comments of readers.
pub fn comments(page: &Analyzed) -> Vec<Comment> {
    let comment = |comment: blockmask::Comment<'_, '_>| {
        let Range { start: source_start, end: source_end } = page.source(comment.source());
        Comment {
            source_start,
            source_end,
            author: comment.author().map(Text::from),
            date: comment.date().map(Text::from),
            text: comment.text().as_str().into(),
            parent: comment.parent(),
        }
    };
    page.document().comments().map(comment).collect()
}

/// The areas of the layout.
pub fn layout_areas(page: &Analyzed) -> Vec<LayoutArea> {
    let area = |area: blockmask::LayoutArea<'_>| {
        let Range { start: source_start, end: source_end } = page.source(area.source);
        LayoutArea {
            role: Named(area.role),
            source_start,
            source_end,
            text: area.text.into(),
            characters: area.characters,
            parent: area.parent,
            depth: area.depth,
        }
    };
    page.document().layout_areas().map(area).collect()
}

/// The visual areas.
pub fn visual_areas(page: &Analyzed) -> Vec<VisualArea> {
    let area = |area: blockmask::VisualArea| {
        let Range { start: source_start, end: source_end } = page.source(area.source);
        let (text, Range { start: text_start, end: text_end }) = page.text(area.text);
        VisualArea {
            visual_class: Named(area.class),
            probability: area.probability,
            source_start,
            source_end,
            text,
            text_start,
            text_end,
            block: area.block,
            hidden: FlagSet(area.hidden),
            x: area.x,
            y: area.y,
            width: area.width,
            height: area.height,
            lines: area.lines,
            characters: area.characters,
            bold: area.bold,
            italic: area.italic,
            linked: area.linked,
            font_size: f64::from(area.font_size) / 1e3,
            color: area.color,
            background: area.background,
            luminance: f64::from(area.luminance) / 1e6,
            background_luminance: f64::from(area.background_luminance) / 1e6,
        }
    };
    page.document().visual_areas().map(area).collect()
}

/// The tag paths of all blocks, one after the other; neighbors with the same path share it.
struct Paths {
    all: Arc<str>,
    /// By block.
    ranges: Vec<Range<usize>>,
}

impl Paths {
    fn of(document: &Document<'_>) -> Paths {
        let (mut all, mut ranges) = (String::new(), Vec::<Range<usize>>::with_capacity(document.blocks().len()));
        let mut paths = document.tag_paths();
        for block in document.blocks() {
            let start = all.len();
            all.push_str(paths.of(&block));
            match ranges.last().filter(|last| all[(*last).clone()] == all[start..]) {
                Some(last) => {
                    all.truncate(start);
                    ranges.push(last.clone());
                }
                None => ranges.push(start..all.len()),
            }
        }
        Paths { all: all.into(), ranges }
    }

    fn get(&self, index: usize) -> Text {
        Text::part_of(&self.all, self.ranges[index].clone())
    }
}
