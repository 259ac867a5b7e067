//! What the analysis of a page found, in tables that outlive it.

use crate::fingerprint::Fingerprint;
use crate::offsets::{Characters, to_bytes};
use crate::records::{Area, Block, Comment, Image, Link, Passage, Segment, VisualArea};
use crate::values::{FlagSet, Named, Text};
use blockmask::{Document, EncodingSource, MarkdownOptions, PageKind, PageLayout, Parts, PassageOptions, Truncation};
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// The results of a page. Offsets in its text are in characters; those in its source, too, if that is a string.
///
/// Pickled, they are a dict.
#[derive(Clone, Debug, PartialEq, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub struct Results {
    pub text: Text,
    pub title: Option<String>,
    pub kind: Option<Named<PageKind>>,
    /// Empty if the page has no kind.
    pub kind_probabilities: Vec<(Named<PageKind>, f32)>,
    pub encoding: String,
    pub encoding_source: Named<EncodingSource>,
    pub truncation: FlagSet<Truncation>,
    pub is_recovered: bool,
    pub blocks: Vec<Block>,
    pub segments: Vec<Segment>,
    pub regions: Vec<(usize, usize)>,
    pub links: Vec<Link>,
    pub comments: Vec<Comment>,
    pub images: Vec<Image>,
    /// What was computed.
    pub parts: FlagSet<Parts>,
    pub fingerprint: Option<Fingerprint>,
    pub layout: Option<Named<PageLayout>>,
    pub areas: Vec<Area>,
    pub visual_areas: Vec<VisualArea>,
}

/// The maps of offsets of a page.
struct Collector<'d, 'a> {
    document: &'d Document<'a>,
    text: Arc<str>,
    in_text: Characters<'a>,
    in_source: Characters<'a>,
}

/// The passages of a document, as [`Results::of`] collects its blocks; by the tokens that begin at `token_starts`, if
/// there are some. `None` if these are no ascending offsets in the text.
pub fn passages(
    document: &Document<'_>,
    is_text: bool,
    options: &PassageOptions,
    token_starts: Option<&[usize]>,
) -> Option<Vec<Passage>> {
    let passages = match token_starts {
        Some(starts) => document.passages_by(options, &to_bytes(document.text(), starts)?),
        None => document.passages(options),
    };
    Some(Collector::of(document, is_text).passages(&passages))
}

/// The Markdown of a document, and for each block in it its index and its range in characters.
pub fn markdown(document: &Document<'_>, options: &MarkdownOptions) -> (String, Vec<(usize, Range<usize>)>) {
    let markdown = document.markdown(options);
    let characters = Characters::of(markdown.text().as_bytes());
    let blocks = markdown.blocks().map(|(block, range)| (block, characters.range(range))).collect();
    (markdown.into_text(), blocks)
}

/// The records of a document: the ranges of each in its source and in its blocks.
pub fn records(document: &Document<'_>, is_text: bool) -> Vec<((usize, usize), (usize, usize))> {
    let collector = Collector::of(document, is_text);
    let records = document.records();
    records
        .iter()
        .map(|record| (collector.source(record.source()), (record.blocks().start, record.blocks().end)))
        .collect()
}

impl Results {
    /// The results of a document. `is_text` is whether its source is a string, in UTF-8.
    pub fn of(document: &Document<'_>, is_text: bool) -> Results {
        let collector = Collector::of(document, is_text);
        let probability = |&kind: &PageKind| (Named(kind), document.kind_probability(kind));
        let kinds = if document.kind().is_some() { PageKind::VALUES } else { &[] };
        Results {
            title: document.title().map(str::to_owned),
            kind: document.kind().map(Named),
            kind_probabilities: kinds.iter().map(probability).collect(),
            encoding: document.encoding().to_owned(),
            encoding_source: Named(document.encoding_source()),
            truncation: FlagSet(document.truncation()),
            is_recovered: document.is_recovered(),
            blocks: collector.blocks(),
            segments: collector.segments(),
            regions: document.main_regions().map(|range| collector.source(range)).collect(),
            links: collector.links(),
            comments: collector.comments(),
            images: collector.images(),
            parts: FlagSet(document.parts()),
            fingerprint: document.fingerprint().copied().map(Fingerprint),
            layout: document.page_layout().map(Named),
            areas: collector.areas(),
            visual_areas: collector.visual_areas(),
            text: Text::part_of(&collector.text, 0..collector.text.len()),
        }
    }
}

impl<'d, 'a> Collector<'d, 'a> {
    fn of(document: &'d Document<'a>, is_text: bool) -> Collector<'d, 'a> {
        Collector {
            document,
            text: document.text().into(),
            in_text: Characters::of(document.text().as_bytes()),
            in_source: if is_text { Characters::of(document.bytes()) } else { Characters::Same },
        }
    }

    /// A range of bytes of the source as offsets for Python.
    fn source(&self, range: Range<usize>) -> (usize, usize) {
        let range = self.in_source.range(range);
        (range.start, range.end)
    }

    /// The text in a range of bytes, and the range in characters.
    fn text(&self, range: Range<usize>) -> (Text, usize, usize) {
        let characters = self.in_text.range(range.clone());
        (Text::part_of(&self.text, range), characters.start, characters.end)
    }

    fn blocks(&self) -> Vec<Block> {
        let (paths, mut hashes) = (Paths::of(self.document), self.document.tag_paths());
        let block = |block: blockmask::Block<'_, '_>| {
            let (source_start, source_end) = self.source(block.source());
            let (text, text_start, text_end) = self.text(block.text_range());
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
                is_in_region: block.is_in_main_region(),
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
        self.document.blocks().map(block).collect()
    }

    fn segments(&self) -> Vec<Segment> {
        let segment = |segment: blockmask::Segment<'_, '_>| {
            let (source_start, source_end) = self.source(segment.source());
            let (text, text_start, text_end) = self.text(segment.text_range());
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
        self.document.segments().map(segment).collect()
    }

    fn links(&self) -> Vec<Link> {
        let link = |block: usize, link: blockmask::Link<'_, '_>| {
            let (source_start, source_end) = self.source(link.source());
            let (text, text_start, text_end) = self.text(link.text_range());
            let (target, address, rel) = (link.target(), link.address(), link.rel());
            Link { source_start, source_end, text, text_start, text_end, block, target, address, rel }
        };
        let of_block =
            |block: blockmask::Block<'_, '_>| block.links().map(|found| link(block.index(), found)).collect();
        self.document.blocks().flat_map(|block| -> Vec<Link> { of_block(block) }).collect()
    }

    fn images(&self) -> Vec<Image> {
        let image = |image: blockmask::Image<'_, '_>| {
            let (source_start, source_end) = self.source(image.source());
            let (alt, target) = (image.alt(), image.target());
            Image { source_start, source_end, alt, target, block: image.block(), weight: image.weight() }
        };
        self.document.images().map(image).collect()
    }

    /// The main text in passages.
    fn passages(&self, passages: &[blockmask::Passage]) -> Vec<Passage> {
        let passage = |passage: &blockmask::Passage| {
            let (source_start, source_end) = self.source(passage.source());
            let blocks = passage.blocks();
            let nearest = passage.heading().and_then(|heading| self.document.block(heading));
            let mut headings: Vec<String> = nearest.iter().map(|heading| heading.text().to_owned()).collect();
            headings
                .extend(nearest.iter().flat_map(|heading| heading.heading_path()).map(|above| above.text().to_owned()));
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

    fn comments(&self) -> Vec<Comment> {
        let comment = |comment: blockmask::Comment<'_, '_>| {
            let (source_start, source_end) = self.source(comment.source());
            Comment {
                source_start,
                source_end,
                author: comment.author().map(Text::from),
                date: comment.date().map(Text::from),
                text: comment.text().as_str().into(),
                parent: comment.parent(),
            }
        };
        self.document.comments().map(comment).collect()
    }

    fn areas(&self) -> Vec<Area> {
        let area = |area: blockmask::LayoutArea<'_>| {
            let (source_start, source_end) = self.source(area.source);
            Area {
                role: Named(area.role),
                source_start,
                source_end,
                text: area.text.into(),
                characters: area.characters,
                parent: area.parent,
                depth: area.depth,
            }
        };
        self.document.layout_areas().map(area).collect()
    }

    fn visual_areas(&self) -> Vec<VisualArea> {
        let area = |area: blockmask::VisualArea| {
            let (source_start, source_end) = self.source(area.source);
            let (text, text_start, text_end) = self.text(area.text);
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
        self.document.visual_areas().map(area).collect()
    }
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
