//! JSON lines: one object per page. Offsets are byte offsets into the file. Hashes are strings of 16 hexadecimal
//! digits, because many JSON parsers keep only 53 bits of a number.

use super::budget::bounded_line;
use super::fact_records::FactsRecord;
use super::{Origin, WarcOrigin};
use blockmask::{Block, Comment, Direction, Document, FactOptions, Image, Link, PageKind, Record, TagPaths};
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the JSON that all commands print, described in `src/schema`. Keys may be added within a version.
pub const SCHEMA_VERSION: u32 = 1;

/// A page, as `blockmask blocks --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PageRecord<'a> {
    file: &'a str,
    /// The version of this schema.
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    warc: Option<WarcOrigin<'a>>,
    /// The encoding of the page, by its name in the Encoding Standard.
    encoding: &'static str,
    /// What told the encoding: a byte order mark, a hint, a `meta` element or the bytes.
    encoding_source: &'static str,
    /// The limits that cut the analysis short.
    truncation: Vec<&'static str>,
    /// Whether the page was parsed again because an element without an end tag had swallowed its text.
    is_recovered: bool,
    title: Option<&'a str>,
    /// The likeliest kind of the page.
    kind: Option<&'static str>,
    /// By kind; null if the page has no kind.
    kind_probabilities: Option<BTreeMap<&'static str, f32>>,
    /// In the order of the source.
    blocks: Vec<BlockRecord<'a>>,
    /// The comments of readers on the article.
    comments: Vec<CommentRecord<'a>>,
    /// The images with an alternative text.
    images: Vec<ImageRecord>,
    /// Neighboring blocks of similar text density.
    segments: Vec<SegmentRecord>,
    /// The main regions by tag paths.
    regions: Vec<RegionRecord>,
    /// The items of the main list: results, offers, posts.
    records: Vec<ListRecord>,
    fingerprint: FingerprintRecord,
    /// What the page says about itself.
    facts: FactsRecord<'a>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BlockRecord<'a> {
    /// Its first byte in the page.
    source_start: usize,
    /// One past its last byte in the page.
    source_end: usize,
    /// Decoded, with single spaces.
    text: &'a str,
    tokens: u32,
    /// Tokens in links.
    linked_tokens: u32,
    /// Lines of `wrap_width` columns.
    lines: u32,
    characters: u32,
    /// Tokens for each full line.
    text_density: f64,
    /// The share of tokens in links.
    link_density: f64,
    /// The index of its segment; null for the title.
    segment: Option<usize>,
    /// The index of the comment that it belongs to.
    comment: Option<usize>,
    is_in_region: bool,
    /// The elements around it, from the root.
    tag_path: String,
    /// Of the tag path, 64 bits in hexadecimal digits.
    path_hash: String,
    /// Of the text, 64 bits in hexadecimal digits.
    text_hash: String,
    depth: u16,
    /// 1 to 6, or 0.
    heading_level: u8,
    flags: Vec<&'static str>,
    /// Whether it is not main text.
    is_template: bool,
    /// That it is main text, 0 to 1.
    probability: f32,
    /// What it is for a search engine.
    field: &'static str,
    /// What its terms count in a ranking, in quarters.
    weight: u8,
    /// How many different pages its links lead to.
    link_targets: u16,
    /// What it is for a reader.
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ListItemRecord {
    list: u32,
    item: u32,
    /// The number that it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<i32>,
    list_depth: u16,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TableCellRecord {
    table: u32,
    row: u32,
    column: u16,
    row_span: u16,
    column_span: u16,
    is_header: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LinkRecord {
    start: usize,
    end: usize,
    target: String,
    /// The target as an absolute address.
    address: Option<String>,
    rel: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CommentRecord<'a> {
    start: usize,
    end: usize,
    author: Option<&'a str>,
    date: Option<&'a str>,
    /// The index of the comment that it answers.
    parent: Option<usize>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SegmentRecord {
    source_start: usize,
    source_end: usize,
    tokens: u32,
    linked_tokens: u32,
    lines: u32,
    text_density: f64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RegionRecord {
    source_start: usize,
    source_end: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ListRecord {
    start: usize,
    end: usize,
    /// Its first block and its last one.
    blocks: [usize; 2],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FingerprintRecord {
    version: u8,
    is_valid: bool,
    tokens: u32,
    min_hashes: Vec<String>,
    sim_hash: String,
    content_hash: String,
    structure_hash: String,
}

/// A page, as `blockmask text --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TextRecord<'a> {
    file: &'a str,
    /// The version of this schema.
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    warc: Option<WarcOrigin<'a>>,
    title: Option<&'a str>,
    kind: Option<&'static str>,
    text: &'a str,
    /// With `--offsets`: where each block of the main text is.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<Vec<BlockRange>>,
}

/// A block of the main text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BlockRange {
    /// Its number.
    pub block: usize,
    /// Bytes of `text`.
    pub text_start: usize,
    pub text_end: usize,
    /// Bytes of the page.
    pub source_start: usize,
    pub source_end: usize,
}

/// The complete record of a page.
pub fn blocks(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    let mut options = FactOptions::default();
    options.x_robots_tag = origin.x_robots_tag();
    let (facts, records, mut paths) = (document.facts(&options), document.records(), document.tag_paths());
    bounded_line(document, |budget| PageRecord {
        file: origin.name(),
        schema: SCHEMA_VERSION,
        warc: origin.warc(),
        encoding: document.encoding(),
        encoding_source: document.encoding_source().name(),
        is_recovered: document.is_recovered(),
        title: document.title(),
        kind: document.kind().map(PageKind::name),
        kind_probabilities: document.kind().map(|_| kind_probabilities(document)),
        blocks: budget.take(document.blocks().map(|block| block_record(&block, &mut paths))),
        comments: budget.take(document.comments().map(comment_record)),
        images: budget.take(document.images().map(|image| image_record(&image))),
        segments: budget.take(segment_records(document)),
        facts: FactsRecord::of(&facts, budget),
        records: budget.take(records.iter().map(list_record)),
        truncation: budget.truncation(document),
        regions: document
            .main_regions()
            .map(|range| RegionRecord { source_start: range.start, source_end: range.end })
            .collect(),
        fingerprint: fingerprint_record(document),
    })
}

fn list_record(record: &Record) -> ListRecord {
    let (source, blocks) = (record.source(), record.blocks());
    ListRecord { start: source.start, end: source.end, blocks: [blocks.start, blocks.end - 1] }
}

fn kind_probabilities(document: &Document<'_>) -> BTreeMap<&'static str, f32> {
    PageKind::VALUES.iter().map(|&kind| (kind.name(), document.kind_probability(kind))).collect()
}

/// The main text.
pub fn text(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    text_line(document, origin, document.main_text().text(), None)
}

/// A text of the page, with the ranges of its blocks if they are asked for.
pub fn text_line(document: &Document<'_>, origin: &Origin, text: &str, blocks: Option<Vec<BlockRange>>) -> Vec<u8> {
    line(&TextRecord {
        file: origin.name(),
        schema: SCHEMA_VERSION,
        warc: origin.warc(),
        title: document.title(),
        kind: document.kind().map(PageKind::name),
        text,
        blocks,
    })
}

/// A hash as text.
fn hex(hash: &u64) -> String {
    format!("{hash:016x}")
}

fn block_record<'a>(block: &Block<'_, 'a>, paths: &mut TagPaths<'_, 'a>) -> BlockRecord<'a> {
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
        is_in_region: block.is_in_main_region(),
        tag_path: paths.of(block).to_owned(),
        path_hash: hex(&paths.hash_of(block)),
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
        links: link_records(block),
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
    let fingerprint = document.fingerprint().copied().unwrap_or_default();
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
