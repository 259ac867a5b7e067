//! JSON lines: one object per page. Offsets are byte offsets into the file. The library's table of fields defines the
//! objects in a page; this module defines the pages.

pub mod budget;
pub mod escape;
pub mod lists;
pub mod rules;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod schema_files;
pub mod text;

use crate::memory::{List, Text};
use crate::origin::{Origin, Warc};
use blockmask::internals::json::{BlockRow, MainRegion};
use blockmask::internals::records;
use blockmask::{
    Annotation, Comment, Counts, Document, Fingerprint, Group, Image, PageFacts, PageKind, Parts, Quality, Record,
    Segment, TagPaths, TextLanguage,
};
use budget::bounded_line;
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the JSON that all commands print, described in `src/schema`. Keys may be added within a version.
pub const SCHEMA_VERSION: u32 = 2;

/// The first keys of every line.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Head<'a> {
    file: &'a str,
    /// The version of this schema.
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    warc: Option<Warc<'a>>,
}

impl<'a> Head<'a> {
    fn of(origin: &'a Origin) -> Head<'a> {
        Head { file: origin.name(), schema: SCHEMA_VERSION, warc: origin.warc() }
    }
}

/// A page, as `blockmask blocks --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(transform = schema::require_all))]
struct Page<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// The encoding of the page, by its name in the Encoding Standard.
    encoding: &'static str,
    /// How the encoding was determined: a byte order mark, a hint, a `meta` element or the bytes.
    encoding_source: &'static str,
    /// The limits that truncated the analysis.
    truncation: Vec<&'static str>,
    /// What was made content because hardly any text of the page would have been content otherwise: "template",
    /// "comments", "no-index", "hidden", "metadata", "rules".
    fallbacks: Vec<&'static str>,
    /// Whether the page was parsed again because an element without an end tag swallowed its text.
    is_recovered: bool,
    title: Option<&'a str>,
    /// The headline of the page.
    headline: Option<&'a str>,
    /// The most probable page kind.
    kind: Option<&'static str>,
    /// The probability of each kind; null if the page has no kind.
    kind_probabilities: Option<BTreeMap<&'static str, f32>>,
    /// How well the main text was probably extracted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "schema::Of<Quality>"))]
    quality: Option<Quality>,
    /// With `--counts`: counts of the main text, by which corpora are filtered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "schema::Of<Counts>"))]
    counts: Option<Counts>,
    /// With `--counts`: the counts of each block.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<schema::Of<Counts>>"))]
    block_counts: Option<Vec<&'a Counts>>,
    /// With `--languages`: the language of the main text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "schema::Of<TextLanguage>"))]
    page_language: Option<TextLanguage>,
    /// With `--languages`: the language of each block.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<schema::Of<TextLanguage>>"))]
    block_languages: Option<Vec<&'a TextLanguage>>,
    /// In source order.
    #[cfg_attr(test, schemars(with = "Vec<schema::Of<BlockRow<'_>>>"))]
    blocks: Vec<BlockRow<'a>>,
    /// The reader comments on the article.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<schema::Of<Comment<'_, '_>>>"))]
    comments: Option<Vec<Comment<'a, 'a>>>,
    /// The images with an alternative text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<schema::Of<Image<'_, '_>>>"))]
    images: Option<Vec<Image<'a, 'a>>>,
    /// The formulas, and the readings of text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<schema::Of<Annotation>>"))]
    annotations: Option<Vec<&'a Annotation>>,
    /// Neighboring blocks of similar text density.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<schema::Of<Segment<'_, '_>>>"))]
    segments: Option<Vec<Segment<'a, 'a>>>,
    /// The source ranges of the main region.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<schema::Of<MainRegion>>"))]
    main_regions: Option<Vec<MainRegion>>,
    /// The items of the main list: results, offers, posts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<schema::Of<Record>>"))]
    records: Option<Vec<&'a Record>>,
    /// The repeated parts, and what they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<schema::Of<Group<'_>>>"))]
    groups: Option<Vec<&'a Group<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "schema::Of<Fingerprint>"))]
    fingerprint: Option<Fingerprint>,
    /// The facts of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "schema::Of<PageFacts>"))]
    facts: Option<PageFacts>,
}

/// What a line has of a page besides its blocks.
#[derive(Clone, Copy)]
pub struct Selection {
    /// The parts that were analyzed.
    pub parts: Parts,
    pub annotations: bool,
    pub records: bool,
    pub groups: bool,
    pub facts: bool,
    pub quality: bool,
    pub counts: bool,
    pub languages: bool,
}

impl Selection {
    /// Everything but what is for special uses.
    pub const DEFAULT: Selection = Selection {
        parts: Parts::ALL,
        annotations: true,
        records: true,
        groups: true,
        facts: true,
        quality: true,
        counts: false,
        languages: false,
    };
    /// Nothing besides.
    pub const BLOCKS: Selection = Selection {
        parts: Parts::from_bits(0),
        annotations: false,
        records: false,
        groups: false,
        facts: false,
        quality: false,
        counts: false,
        languages: false,
    };

    fn has(&self, part: Parts) -> bool {
        self.parts.contains(part)
    }
}

/// The results for a page that are selected.
pub fn selected(document: &Document<'_>, origin: &Origin, selection: &Selection) -> Vec<u8> {
    let options = origin.fact_options();
    let mut paths = document.tag_paths();
    let annotations = selection.annotations.then(|| document.annotations());
    let groups = (selection.groups || selection.records).then(|| document.groups());
    let records = groups.as_deref().filter(|_| selection.records).map(records::of_groups);
    let groups = groups.filter(|_| selection.groups);
    let counts = selection.counts.then(|| (document.counts(), document.block_counts()));
    let languages = selection.languages.then(|| (document.page_language(), document.block_languages()));
    let given = |part| selection.has(part).then_some(());
    bounded_line(document, |budget| Page {
        head: Head::of(origin),
        encoding: document.encoding(),
        encoding_source: document.encoding_source().name(),
        fallbacks: document.fallbacks().names().collect(),
        is_recovered: document.is_recovered(),
        title: document.title(),
        headline: document.headline().map(|block| block.text()),
        kind: document.kind().map(PageKind::name),
        kind_probabilities: document.kind().map(|_| kind_probabilities(document)),
        quality: selection.quality.then(|| document.quality()).flatten(),
        counts: counts.as_ref().map(|(counts, _)| *counts),
        block_counts: counts.as_ref().map(|(_, blocks)| budget.take(blocks.iter())),
        page_language: languages.as_ref().map(|(page, _)| *page),
        block_languages: languages.as_ref().map(|(_, blocks)| budget.take(blocks.iter())),
        blocks: budget.take(block_rows(document, &mut paths)),
        comments: given(Parts::MASK).map(|()| budget.take(document.comments())),
        images: given(Parts::STRUCTURE).map(|()| budget.take(document.images())),
        annotations: annotations.as_ref().map(|annotations| budget.take(annotations.iter())),
        segments: given(Parts::SEGMENTS).map(|()| budget.take(document.segments())),
        facts: selection.facts.then(|| budget.trim_facts(document.facts(&options))),
        records: records.as_ref().map(|records| budget.take(records.iter())),
        groups: groups.as_ref().map(|groups| budget.take(groups.iter())),
        truncation: budget.truncation(document),
        main_regions: given(Parts::REGION)
            .map(|()| document.main_regions().map(MainRegion).collect::<List<_>>().into_vec()),
        fingerprint: given(Parts::FINGERPRINT).map(|()| document.fingerprint().copied().unwrap_or_default()),
    })
}

fn block_rows<'a>(document: &'a Document<'a>, paths: &mut TagPaths<'_, '_>) -> impl Iterator<Item = BlockRow<'a>> {
    document.blocks().map(|block| {
        let tag_path = Some(Text::from(paths.of(&block)).into_string().into());
        BlockRow { tag_path, path_hash: paths.hash_of(&block), block }
    })
}

fn kind_probabilities(document: &Document<'_>) -> BTreeMap<&'static str, f32> {
    PageKind::VALUES.iter().map(|&kind| (kind.name(), document.kind_probability(kind))).collect()
}
