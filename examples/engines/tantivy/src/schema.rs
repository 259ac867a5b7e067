//! The fields of the index, and which block goes into which.

use crate::bm25f::WeightedField;
use anyhow::{Context, bail};
use blockmask::Block;
use std::path::Path;
use std::sync::Arc;
use tantivy::directory::MmapDirectory;
use tantivy::schema::{
    Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions, FAST,
};
use tantivy::store::{Compressor, ZstdCompressor};
use tantivy::{Index, IndexSettings};

pub const ADDRESS: &str = "address";
pub const PATH: &str = "path";
pub const HASH: &str = "hash";
pub const KIND: &str = "kind";
pub const FINGERPRINT: &str = "fingerprint";

pub struct Spec { pub name: &'static str, pub weight: f32, pub b: f32 }
const fn s(name: &'static str, weight: f32, b: f32) -> Spec { Spec { name, weight, b } }
pub static A: [Spec; 5] = [s("title", 8., 0.5), s("heading", 4., 0.75), s("label", 2., 0.75), s("text", 1., 0.75), s("other", 0.5, 0.75)];
pub static B: [Spec; 7] = [s("title", 8., 0.5), s("heading", 4., 0.75), s("label", 2., 0.75), s("text", 1., 0.75), s("other", 0.5, 0.75), s("heading24", 6., 0.75), s("term", 6., 0.75)];
pub static C: [Spec; 7] = [s("w32", 8., 0.5), s("w24", 6., 0.75), s("w16", 4., 0.75), s("w8", 2., 0.75), s("w4", 1., 0.75), s("w2", 0.5, 0.75), s("w1", 0.25, 0.75)];
pub fn variant() -> String { std::env::var("V").unwrap_or("A".into()) }
pub fn specs() -> Vec<(&'static str, f32, f32)> {
    let t: &[Spec] = match &variant()[..1] { "A" => &A, "B" => &B, "C" => &C, _ => panic!() };
    let over: Option<Vec<f32>> = std::env::var("BS").ok().map(|s| s.split(',').map(|x| x.parse().unwrap()).collect());
    let ow: Option<Vec<f32>> = std::env::var("WS").ok().map(|s| s.split(',').map(|x| x.parse().unwrap()).collect());
    t.iter().enumerate().map(|(i, s)| (s.name, ow.as_ref().map_or(s.weight, |o| o[i]), over.as_ref().map_or(s.b, |o| o[i]))).collect()
}
pub fn class(block: &Block) -> Option<usize> {
    use blockmask::Field as F;
    if block.weight() == 0 { return None; }
    let base = match block.field() {
        F::Title | F::H1 => 0, F::Heading => 1, F::Label | F::InPageLink => 2, F::Link | F::LinkedHeading => 4, F::Hidden => return None, _ => 3,
    };
    let w = block.weight();
    Some(match variant().as_str() {
        "A" => base,
        "A2" => match w { 32 => 0, 24 | 16 if base == 1 => 1, 24 | 8 => 2, 4 => 3, 2 if base == 3 => 3, _ => 4 },
        "B" => match (base, w) { (1, 24) => 5, (2, 24) => 6, _ => base },
        "B2" => match (base, w) { (1, 24) => 5, (2, 24) => 6, (_, 1) => 4, (0..=2, 4) => 3, _ => base },
        "C" => match w { 32 => 0, 24 => 1, 16 => 2, 8 => 3, 4 => 4, 2 => 5, _ => 6 },
        _ => panic!(),
    })
}

pub struct Fields {
    pub address: Field,
    pub path: Field,
    pub charset: Field,
    pub hash: Field,
    pub kind: Field,
    pub fingerprint: Field,
    pub html: Field,
    pub full_text: Field,
    pub weighted: Arc<[WeightedField]>,
}

impl Fields {
    fn define(plain: bool) -> Schema {
        let mut schema = Schema::builder();
        schema.add_text_field(ADDRESS, STRING | FAST);
        schema.add_text_field(PATH, TextOptions::default().set_fast("raw"));
        schema.add_text_field("charset", STORED);
        schema.add_u64_field(HASH, FAST);
        schema.add_text_field(KIND, STRING | FAST);
        schema.add_u64_field(FINGERPRINT, FAST);
        schema.add_bytes_field("html", STORED);
        schema.add_text_field("full_text", indexed(IndexRecordOption::WithFreqs));
        if !plain {
            for (name, _, _) in specs() {
                schema.add_text_field(name, indexed(IndexRecordOption::WithFreqsAndPositions));
            }
        }
        schema.build()
    }

    pub fn of(schema: &Schema) -> anyhow::Result<Fields> {
        let field = |name: &str| schema.get_field(name);
        let weighted = specs()
            .iter()
            .filter_map(|&(name, weight, b)| {
                Some(WeightedField { field: schema.get_field(name).ok()?, weight, length_normalization: b })
            })
            .collect();
        Ok(Fields {
            address: field(ADDRESS)?,
            path: field(PATH)?,
            charset: field("charset")?,
            hash: field(HASH)?,
            kind: field(KIND)?,
            fingerprint: field(FINGERPRINT)?,
            html: field("html")?,
            full_text: field("full_text")?,
            weighted,
        })
    }

    pub fn is_plain(&self) -> bool {
        self.weighted.is_empty()
    }
}

fn indexed(record: IndexRecordOption) -> TextOptions {
    let indexing = TextFieldIndexing::default().set_tokenizer("raw").set_index_option(record);
    TextOptions::default().set_indexing_options(indexing)
}

pub fn create_or_open(directory: &Path, plain: bool) -> anyhow::Result<(Index, Fields)> {
    std::fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
    let settings = IndexSettings {
        docstore_compression: Compressor::Zstd(ZstdCompressor::default()),
        ..IndexSettings::default()
    };
    if Index::exists(&MmapDirectory::open(directory)?)? {
        let (index, fields) = open(directory)?;
        if fields.is_plain() != plain {
            bail!("{}: made {} --plain", directory.display(), if plain { "without" } else { "with" });
        }
        return Ok((index, fields));
    }
    let index = Index::create(MmapDirectory::open(directory)?, Fields::define(plain), settings)?;
    let fields = Fields::of(&index.schema())?;
    Ok((index, fields))
}

pub fn open(directory: &Path) -> anyhow::Result<(Index, Fields)> {
    let index = Index::open_in_dir(directory).with_context(|| directory.display().to_string())?;
    let fields = Fields::of(&index.schema())?;
    Ok((index, fields))
}
