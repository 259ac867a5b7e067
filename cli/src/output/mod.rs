//! The output formats.

pub mod budget;
pub mod fact_records;
pub mod facts;
pub mod fields;
pub mod json;
pub mod offsets;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod passages;
pub mod plain;
#[cfg(test)]
mod schema;
pub mod screen;
pub mod table;
pub mod tree;
pub mod tsv;
pub mod visual;

use blockmask::Document;
pub use json::SCHEMA_VERSION;
use serde::Serialize;
use std::fmt;

/// Where a page is from.
#[derive(Clone)]
pub struct Origin {
    /// The path of the file; `-` for standard input.
    pub path: String,
    /// The address of the page in a WARC record.
    pub url: Option<String>,
    /// The `X-Robots-Tag` headers of the response in a WARC record, one per line.
    pub x_robots_tag: String,
    pub record: Option<RecordOrigin>,
}

/// A record of a WARC file.
#[derive(Clone)]
pub struct RecordOrigin {
    /// The offset in the file of the record, or of the compressed member that holds it.
    pub offset: u64,
    pub id: Option<String>,
    pub date: Option<String>,
}

/// The object `warc` of a page in JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WarcOrigin<'a> {
    file: &'a str,
    offset: u64,
    record_id: Option<&'a str>,
    date: Option<&'a str>,
}

impl Origin {
    #[cfg(test)]
    pub fn of_path(path: &str) -> Origin {
        Origin { path: path.to_owned(), url: None, x_robots_tag: String::new(), record: None }
    }

    /// The name of a page: its address if it is a record, or else its path.
    pub fn name(&self) -> &str {
        self.url.as_deref().unwrap_or(&self.path)
    }

    /// The `X-Robots-Tag` headers that came with the page, one per line.
    pub fn x_robots_tag(&self) -> &str {
        &self.x_robots_tag
    }

    pub fn warc(&self) -> Option<WarcOrigin<'_>> {
        let record = self.record.as_ref()?;
        let (record_id, date) = (record.id.as_deref(), record.date.as_deref());
        Some(WarcOrigin { file: &self.path, offset: record.offset, record_id, date })
    }
}

/// The place in messages.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        if let Some(record) = &self.record {
            write!(f, ", byte {}", record.offset)?;
        }
        self.url.as_ref().map_or(Ok(()), |url| write!(f, ", {url}"))
    }
}

/// Renders a document.
pub type Renderer = dyn Fn(&Document<'_>, &Origin) -> Vec<u8> + Sync;
