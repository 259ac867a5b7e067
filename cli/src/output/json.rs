//! JSON lines: one object per page. Offsets are byte offsets into the file. Hashes are strings of 16 hexadecimal
//! digits, because many JSON parsers keep only 53 bits of a number.

use super::budget::bounded_line;
use super::{Origin, WarcOrigin};
use blockmask::{Block, Comment, Direction, Document, Image, Link, PageKind};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct PageRecord<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    warc: Option<WarcOrigin<'a>>,
    encoding: &'static str,
    encoding_source: &'static str,
    /// The limits that cut the analysis short.
    truncation: Vec<&'static str>,
    is_recovered: bool,
    title: Option<&'a str>,
    kind: Option<&'static str>,
    /// By kind; absent if the page has no kind.
    kind_probabilities: Option<BTreeMap<&'static str, f32>>,
    blocks: Vec<BlockRecord<'a>>,
    /// The comments of readers on the article.
    comments: Vec<CommentRecord<'a>>,
    images: Vec<ImageRecord>,
    segments: Vec<SegmentRecord>,
    regions: Vec<RegionRecord>,
    fingerprint: FingerprintRecord,
}

#[derive(Serialize)]
struct BlockRecord<'a> {
    source_start: usize,
    source_end: usize,
    text: &'a str,
    tokens: u32,
    linked_tokens: u32,
    lines: u32,
    characters: u32,
    text_density: f64,
    link_density: f64,
    segment: Option<usize>,
    /// The index of the comment that it belongs to.
    comment: Option<usize>,
    is_in_region: bool,
    tag_path: String,
    path_hash: String,
    text_hash: String,
    depth: u16,
    heading_level: u8,
    flags: Vec<&'static str>,
    is_template: bool,
    probability: f32,
    field: &'static str,
    weight: u8,
    link_targets: u16,
    role: &'static str,
    #[serde(rename = "type")]
    block_type: &'static str,
    /// The headings above it, by block, from the nearest to that of the highest rank.
    heading_path: Vec<usize>,
    #[serde(flatten)]
    list_item: Option<ListItemRecord>,
    #[serde(flatten)]
    table_cell: Option<TableCellRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quote_depth: Option<u16>,
    #[serde(rename = "lang", skip_serializing_if = "Option::is_none")]
    language: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<&'static str>,
    /// Its text with line breaks, if it has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    formatted_text: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<LinkRecord>,
}

#[derive(Serialize)]
struct ListItemRecord {
    list: u32,
    item: u32,
    /// The number that it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<i32>,
    list_depth: u16,
}

#[derive(Serialize)]
struct TableCellRecord {
    table: u32,
    row: u32,
    column: u16,
    row_span: u16,
    column_span: u16,
    is_header: bool,
}

#[derive(Serialize)]
struct LinkRecord {
    start: usize,
    end: usize,
    target: String,
    /// The target as an absolute address.
    address: Option<String>,
    rel: String,
}

#[derive(Serialize)]
struct ImageRecord {
    source_start: usize,
    source_end: usize,
    alt: String,
    target: String,
    /// The last block before it.
    block: Option<usize>,
    weight: u8,
}

/// Offsets are those of the unit: text, author, date and buttons.
#[derive(Serialize)]
struct CommentRecord<'a> {
    start: usize,
    end: usize,
    author: Option<&'a str>,
    date: Option<&'a str>,
    /// The index of the comment that it answers.
    parent: Option<usize>,
}

#[derive(Serialize)]
struct SegmentRecord {
    source_start: usize,
    source_end: usize,
    tokens: u32,
    linked_tokens: u32,
    lines: u32,
    text_density: f64,
}

#[derive(Serialize)]
struct RegionRecord {
    source_start: usize,
    source_end: usize,
}

#[derive(Serialize)]
struct FingerprintRecord {
    version: u8,
    is_valid: bool,
    tokens: u32,
    min_hashes: Vec<String>,
    sim_hash: String,
    content_hash: String,
    structure_hash: String,
}

#[derive(Serialize)]
struct TextRecord<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    warc: Option<WarcOrigin<'a>>,
    text: &'a str,
}

/// The complete record of a page.
pub fn blocks(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    bounded_line(document, |budget| PageRecord {
        file: origin.name(),
        warc: origin.warc(),
        encoding: document.encoding(),
        encoding_source: document.encoding_source().name(),
        is_recovered: document.is_recovered(),
        title: document.title(),
        kind: document.kind().map(PageKind::name),
        kind_probabilities: document.kind().map(|_| kind_probabilities(document)),
        blocks: budget.take(document.blocks().map(block_record)),
        comments: budget.take(document.comments().map(comment_record)),
        images: budget.take(document.images().map(|image| image_record(&image))),
        segments: budget.take(segment_records(document)),
        truncation: budget.truncation(document),
        regions: document
            .regions()
            .map(|range| RegionRecord { source_start: range.start, source_end: range.end })
            .collect(),
        fingerprint: fingerprint_record(document),
    })
}

fn kind_probabilities(document: &Document<'_>) -> BTreeMap<&'static str, f32> {
    PageKind::VALUES.iter().map(|&kind| (kind.name(), document.kind_probability(kind))).collect()
}

/// The main text.
pub fn text(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    let main_text = document.main_text();
    line(&TextRecord { file: origin.name(), warc: origin.warc(), text: main_text.text() })
}

/// A hash as text.
fn hex(hash: &u64) -> String {
    format!("{hash:016x}")
}

fn block_record<'a>(block: Block<'_, 'a>) -> BlockRecord<'a> {
    let source = block.source();
    BlockRecord {
        source_start: source.start,
        source_end: source.end,
        text: block.text(),
        tokens: block.tokens(),
        linked_tokens: block.linked_tokens(),
        lines: block.lines(),
        characters: block.characters(),
        text_density: block.text_density().value(),
        link_density: block.link_density(),
        segment: block.segment(),
        comment: block.comment(),
        is_in_region: block.is_in_region(),
        tag_path: block.tag_path().to_string(),
        path_hash: hex(&block.path_hash()),
        text_hash: hex(&block.text_hash()),
        depth: block.depth(),
        heading_level: block.heading_level(),
        flags: block.flags().names().collect(),
        is_template: block.is_template(),
        probability: block.probability(),
        field: block.field().name(),
        weight: block.weight(),
        link_targets: block.link_targets(),
        role: block.role().name(),
        block_type: block.block_type().name(),
        heading_path: block.heading_path().map(|heading| heading.index()).collect(),
        list_item: block.list_item().map(|item| ListItemRecord {
            list: item.list,
            item: item.item,
            number: item.number,
            list_depth: item.depth,
        }),
        table_cell: block.table_cell().map(|cell| TableCellRecord {
            table: cell.table,
            row: cell.row,
            column: cell.column,
            row_span: cell.row_span,
            column_span: cell.column_span,
            is_header: cell.is_header,
        }),
        quote_depth: Some(block.quote_depth()).filter(|&depth| depth > 0),
        language: block.language(),
        direction: block.direction().map(Direction::name),
        formatted_text: Some(block.formatted_text()).filter(|text| text != block.text()),
        links: link_records(&block),
    }
}

fn link_records(block: &Block<'_, '_>) -> Vec<LinkRecord> {
    let record = |link: Link<'_, '_>| {
        let source = link.source();
        LinkRecord {
            start: source.start,
            end: source.end,
            target: link.target(),
            address: link.address(),
            rel: link.rel(),
        }
    };
    block.links().map(record).collect()
}

fn image_record(image: &Image<'_, '_>) -> ImageRecord {
    let source = image.source();
    ImageRecord {
        source_start: source.start,
        source_end: source.end,
        alt: image.alt(),
        target: image.target(),
        block: image.block(),
        weight: image.weight(),
    }
}

fn comment_record<'a>(comment: Comment<'_, 'a>) -> CommentRecord<'a> {
    let source = comment.source();
    CommentRecord {
        start: source.start,
        end: source.end,
        author: comment.author(),
        date: comment.date(),
        parent: comment.parent(),
    }
}

fn segment_records(document: &Document<'_>) -> impl Iterator<Item = SegmentRecord> {
    document.segments().map(|segment| {
        let source = segment.source();
        SegmentRecord {
            source_start: source.start,
            source_end: source.end,
            tokens: segment.tokens(),
            linked_tokens: segment.linked_tokens(),
            lines: segment.lines(),
            text_density: segment.text_density().value(),
        }
    })
}

fn fingerprint_record(document: &Document<'_>) -> FingerprintRecord {
    let fingerprint = document.fingerprint();
    FingerprintRecord {
        version: fingerprint.version,
        is_valid: fingerprint.is_valid,
        tokens: fingerprint.tokens,
        min_hashes: fingerprint.min_hashes.iter().map(hex).collect(),
        sim_hash: hex(&fingerprint.sim_hash),
        content_hash: hex(&fingerprint.content_hash),
        structure_hash: hex(&fingerprint.structure_hash),
    }
}

pub(crate) fn line(record: &impl Serialize) -> Vec<u8> {
    // Serializing plain structs into memory cannot fail.
    let mut line = serde_json::to_vec(record).unwrap_or_default();
    line.push(b'\n');
    line
}
