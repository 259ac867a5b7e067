//! The main text in passages.

use super::json::line;
use super::{Origin, SCHEMA_VERSION, WarcOrigin};
use blockmask::{Document, Passage};
use serde::Serialize;
use std::collections::BTreeMap;

/// A page, as `blockmask passages --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PageRecord<'a> {
    file: &'a str,
    /// The version of this schema.
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    warc: Option<WarcOrigin<'a>>,
    title: Option<&'a str>,
    passages: Vec<PassageRecord<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PassageRecord<'a> {
    text: &'a str,
    /// Bytes of the page.
    start: usize,
    end: usize,
    /// Its first block and its last one.
    blocks: [usize; 2],
    /// The headings above it, from that of the highest rank to the nearest.
    headings: Vec<&'a str>,
    tokens: u32,
    overlap_tokens: u32,
    /// Tokens by role.
    roles: BTreeMap<&'static str, u32>,
}

/// One object per page.
pub fn jsonl(document: &Document<'_>, origin: &Origin, passages: &[Passage]) -> Vec<u8> {
    line(&PageRecord {
        file: origin.name(),
        schema: SCHEMA_VERSION,
        warc: origin.warc(),
        title: document.title(),
        passages: passages.iter().map(|passage| record(document, passage)).collect(),
    })
}

fn record<'a>(document: &'a Document<'_>, passage: &'a Passage) -> PassageRecord<'a> {
    let (source, blocks) = (passage.source(), passage.blocks());
    let nearest = passage.heading().and_then(|heading| document.block(heading));
    let mut headings = Vec::new();
    if let Some(nearest) = nearest {
        headings.push(nearest.text());
        headings.extend(nearest.heading_path().map(|heading| heading.text()));
    }
    headings.reverse();
    PassageRecord {
        text: passage.text(),
        start: source.start,
        end: source.end,
        blocks: [blocks.start, blocks.end.saturating_sub(1).max(blocks.start)],
        headings,
        tokens: passage.tokens(),
        overlap_tokens: passage.overlap_tokens(),
        roles: passage.roles().iter().map(|(role, tokens)| (role.name(), *tokens)).collect(),
    }
}
