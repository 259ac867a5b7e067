//! One JSON object a page. Offsets are byte offsets into the file; hashes are strings of 16 hexadecimal digits, as
//! many readers of JSON keep no more than 53 bits of a number.

use super::plain;
use crate::names;
use blockmask::Document;
use blockmask::mask::PageKind;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct PageRecord<'a> {
    file: &'a str,
    encoding: &'static str,
    truncated: bool,
    blocks: Vec<BlockRecord<'a>>,
    segments: Vec<SegmentRecord>,
    tag_path: TagPathRecord,
    fingerprint: FingerprintRecord,
    encoding_source: &'static str,
    recovered: bool,
    truncation: Vec<&'static str>,
    title: Option<&'a str>,
    kind: Option<&'static str>,
    /// By kind; none where there is no kind.
    kind_probabilities: Option<BTreeMap<&'static str, f32>>,
}

#[derive(Serialize)]
struct BlockRecord<'a> {
    start: usize,
    end: usize,
    text: &'a str,
    tokens: u32,
    linked_tokens: u32,
    text_density: f64,
    link_density: f64,
    segment: Option<usize>,
    in_region: bool,
    path: String,
    template: bool,
    role: &'static str,
    probability: f32,
    weight: u8,
    heading: u8,
    flags: Vec<&'static str>,
    lines: u32,
    characters: u32,
    depth: u16,
}

#[derive(Serialize)]
struct SegmentRecord {
    start: usize,
    end: usize,
    tokens: u32,
    linked_tokens: u32,
    text_density: f64,
}

#[derive(Serialize)]
struct TagPathRecord {
    /// Length of the page's tag path sequence.
    nodes: usize,
    /// The nodes that pruning leaves: the region and its ancestors.
    kept: u32,
    splits: u32,
    region: Vec<(usize, usize)>,
}

#[derive(Serialize)]
struct FingerprintRecord {
    version: u8,
    valid: bool,
    tokens: u32,
    min_hashes: Vec<String>,
    sim_hash: String,
}

#[derive(Serialize)]
struct TextRecord<'a> {
    file: &'a str,
    text: &'a str,
}

/// Everything about the blocks of a page.
pub fn blocks(document: &Document<'_>, file: &str) -> Vec<u8> {
    line(&PageRecord {
        file,
        encoding: document.encoding(),
        truncated: document.is_truncated(),
        blocks: document.blocks().map(block_record).collect(),
        segments: segment_records(document),
        tag_path: tag_path_record(document),
        fingerprint: fingerprint_record(document),
        encoding_source: names::encoding_source(document.encoding_source()),
        recovered: document.is_recovered(),
        truncation: names::truncation(document),
        title: document.title(),
        kind: document.kind().map(PageKind::name),
        kind_probabilities: document.kind().map(|_| kind_probabilities(document)),
    })
}

fn kind_probabilities(document: &Document<'_>) -> BTreeMap<&'static str, f32> {
    PageKind::ALL.iter().map(|kind| kind.name()).zip(document.kind_probabilities()).collect()
}

/// The main text.
pub fn text(document: &Document<'_>, file: &str) -> Vec<u8> {
    let texts: Vec<&str> = plain::main_blocks(document).map(|block| block.text()).collect();
    line(&TextRecord { file, text: &texts.join("\n") })
}

fn block_record<'a>(block: blockmask::Block<'_, 'a>) -> BlockRecord<'a> {
    let source = block.source();
    BlockRecord {
        start: source.start,
        end: source.end,
        text: block.text(),
        tokens: block.tokens(),
        linked_tokens: block.linked_tokens(),
        text_density: block.text_density().value(),
        link_density: block.link_density(),
        segment: block.segment(),
        in_region: block.is_in_region(),
        path: block.path().to_string(),
        template: block.is_template(),
        role: block.role().name(),
        probability: block.probability(),
        weight: block.weight(),
        heading: block.heading_level(),
        flags: names::flags(block.flags()),
        lines: block.lines(),
        characters: block.characters(),
        depth: block.table_entry().depth,
    }
}

fn segment_records(document: &Document<'_>) -> Vec<SegmentRecord> {
    let record = |segment| {
        let source = document.segment_source(segment);
        SegmentRecord {
            start: source.start,
            end: source.end,
            tokens: segment.token_count(),
            linked_tokens: segment.linked_tokens,
            text_density: segment.density.value(),
        }
    };
    document.segments().iter().map(record).collect()
}

fn tag_path_record(document: &Document<'_>) -> TagPathRecord {
    let tag_path = document.tag_path();
    TagPathRecord {
        nodes: tag_path.sequence.len(),
        kept: tag_path.kept,
        splits: tag_path.region.splits,
        region: document.region().map(|range| (range.start, range.end)).collect(),
    }
}

fn fingerprint_record(document: &Document<'_>) -> FingerprintRecord {
    let fingerprint = document.fingerprint();
    let hex = |hash: &u64| format!("{hash:016x}");
    FingerprintRecord {
        version: fingerprint.version,
        valid: fingerprint.is_valid,
        tokens: fingerprint.tokens,
        min_hashes: fingerprint.min_hashes.iter().map(hex).collect(),
        sim_hash: hex(&fingerprint.sim_hash),
    }
}

pub(super) fn line(record: &impl Serialize) -> Vec<u8> {
    // Writing plain structs into memory cannot fail.
    let mut line = serde_json::to_vec(record).unwrap_or_default();
    line.push(b'\n');
    line
}
