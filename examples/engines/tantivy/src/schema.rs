//! The fields of the index, and which text goes into which.

use crate::bm25f::WeightedField;
use anyhow::{Context, bail};
use std::path::Path;
use std::sync::Arc;
use tantivy::directory::MmapDirectory;
use tantivy::schema::{FAST, Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions};
use tantivy::store::{Compressor, ZstdCompressor};
use tantivy::{Index, IndexSettings};

/// Columns are read by name.
pub const ADDRESS: &str = "address";
pub const PATH: &str = "path";
pub const HASH: &str = "hash";
pub const FINGERPRINT: &str = "fingerprint";

/// A field for each weight that blockmask gives, so that BM25F weighs every block as blockmask does: not all headings
/// and labels have the default weight of their field. Fields: name, least weight of a block, length normalization.
///
/// Headings and labels are normalized less than blockmask's default of 0.75. A page has few of them or none, so they
/// are much longer or shorter than the average. `README.md` has the measurements.
const WEIGHTED_FIELDS: [(&str, u8, f32); 6] = [
    // Titles and h1.
    ("title", 32, 0.5),
    // Headings of documentation and terms of definition lists.
    ("name", 24, 0.1),
    // Other headings.
    ("heading", 16, 0.1),
    // Labels, links within the page, headings that link elsewhere.
    ("label", 8, 0.1),
    // Text, bylines, comments, and what was too long or too much to be a heading or a label.
    ("text", 4, 0.75),
    // Links, code, text that the page repeats.
    ("other", 2, 0.75),
];

/// The number of the weighted field for a block of this weight; `None` if the block is not to be searched.
pub fn weighted_field(weight: u8) -> Option<usize> {
    let last = WEIGHTED_FIELDS.len() - 1;
    (weight > 0).then(|| WEIGHTED_FIELDS.iter().position(|&(_, least, _)| weight >= least).unwrap_or(last))
}

/// The fields of an index.
pub struct Fields {
    /// What identifies a page: its URL.
    pub address: Field,
    /// What names it to the user: its path below the folder, or its URL.
    pub path: Field,
    /// The charset that came with the page.
    pub charset: Field,
    /// Of its bytes.
    pub hash: Field,
    pub kind: Field,
    /// The version of the fingerprint and its min-hashes; none if it is not valid.
    pub fingerprint: Field,
    /// Its bytes, which snippets are made of.
    pub html: Field,
    /// All words that are to be searched.
    pub full_text: Field,
    /// One field for each weight, in the order of [`WEIGHTED_FIELDS`]; none in an index made with `--plain`.
    pub weighted: Arc<[WeightedField]>,
}

impl Fields {
    pub fn is_plain(&self) -> bool {
        self.weighted.is_empty()
    }

    fn find(schema: &Schema) -> tantivy::Result<Fields> {
        let unit = f32::from(blockmask::Field::Text.weight());
        let weighted = WEIGHTED_FIELDS.iter().filter_map(|&(name, weight, length_normalization)| {
            let field = schema.get_field(name).ok()?;
            Some(WeightedField { field, weight: f32::from(weight) / unit, length_normalization })
        });
        Ok(Fields {
            address: schema.get_field(ADDRESS)?,
            path: schema.get_field(PATH)?,
            charset: schema.get_field("charset")?,
            hash: schema.get_field(HASH)?,
            kind: schema.get_field("kind")?,
            fingerprint: schema.get_field(FINGERPRINT)?,
            html: schema.get_field("html")?,
            full_text: schema.get_field("full_text")?,
            weighted: weighted.collect(),
        })
    }
}

fn schema(is_plain: bool) -> Schema {
    let mut schema = Schema::builder();
    schema.add_text_field(ADDRESS, STRING | FAST | STORED);
    schema.add_text_field(PATH, TextOptions::default().set_fast("raw"));
    schema.add_text_field("charset", STORED);
    schema.add_u64_field(HASH, FAST);
    schema.add_text_field("kind", STRING | FAST);
    schema.add_u64_field(FINGERPRINT, FAST);
    schema.add_bytes_field("html", STORED);
    schema.add_text_field("full_text", indexed(IndexRecordOption::WithFreqs));
    if !is_plain {
        for (name, ..) in WEIGHTED_FIELDS {
            schema.add_text_field(name, indexed(IndexRecordOption::WithFreqsAndPositions));
        }
    }
    schema.build()
}

/// Text comes as tokens, so the tokenizer is never used.
fn indexed(record: IndexRecordOption) -> TextOptions {
    TextOptions::default().set_indexing_options(TextFieldIndexing::default().set_index_option(record))
}

/// Opens an index.
pub fn open(folder: &Path) -> anyhow::Result<(Index, Fields)> {
    let open = || {
        let index = Index::open_in_dir(folder)?;
        let fields = Fields::find(&index.schema())?;
        tantivy::Result::Ok((index, fields))
    };
    open().with_context(|| folder.display().to_string())
}

/// Opens an index, or creates it if there is none.
pub fn open_or_create(folder: &Path, is_plain: bool) -> anyhow::Result<(Index, Fields)> {
    if !exists(folder).with_context(|| folder.display().to_string())? {
        let settings = IndexSettings {
            docstore_compression: Compressor::Zstd(ZstdCompressor::default()),
            ..IndexSettings::default()
        };
        Index::create(MmapDirectory::open(folder)?, schema(is_plain), settings)?;
    }
    let (index, fields) = open(folder)?;
    if fields.is_plain() != is_plain {
        bail!("{}: made {} --plain", folder.display(), if is_plain { "without" } else { "with" });
    }
    Ok((index, fields))
}

fn exists(folder: &Path) -> anyhow::Result<bool> {
    std::fs::create_dir_all(folder)?;
    Ok(Index::exists(&MmapDirectory::open(folder)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use blockmask::Field;

    #[test]
    fn every_weight_has_a_field() {
        let name = |weight| weighted_field(weight).map(|i| WEIGHTED_FIELDS[i].0);
        let of_blockmask = [Field::Title, Field::Heading, Field::Label, Field::Text, Field::Link].map(Field::weight);
        let expected = ["title", "heading", "label", "text", "other"];
        assert_eq!(of_blockmask.map(name), expected.map(Some));
        assert_eq!([name(255), name(24), name(1), name(0)], [Some("title"), Some("name"), Some("other"), None]);
    }
}
