//! Where a page is from: a file, or a record of a WARC file.

use blockmask::FactOptions;
use serde::Serialize;
use std::fmt;

/// Where a page is from.
#[derive(Clone)]
pub struct Origin {
    /// The path of the file; `-` for standard input.
    pub path: String,
    /// The address of the page in a WARC record.
    pub url: Option<String>,
    /// The headers of the response in a WARC record.
    pub headers: Headers,
    pub record: Option<WarcRecord>,
}

/// The headers that facts are read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// The values of `X-Robots-Tag`, one per line.
    pub x_robots_tag: String,
    /// What says how the page may be used, `name: value` on each line.
    pub others: String,
}

/// A record of a WARC file.
#[derive(Clone)]
pub struct WarcRecord {
    /// The offset in the file of the record, or of the compressed member that holds it.
    pub offset: u64,
    pub id: Option<String>,
    pub date: Option<String>,
}

/// The object `warc` of a page in JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Warc<'a> {
    file: &'a str,
    offset: u64,
    record_id: Option<&'a str>,
    date: Option<&'a str>,
}

impl Origin {
    /// A file, or what a program calls the page.
    pub fn of_path(path: &str) -> Origin {
        Origin { path: path.to_owned(), url: None, headers: Headers::default(), record: None }
    }

    /// The name of a page: its address if it is a record, or else its path.
    pub fn name(&self) -> &str {
        self.url.as_deref().unwrap_or(&self.path)
    }

    /// Options of facts with the headers of the page.
    pub fn fact_options(&self) -> FactOptions<'_> {
        let mut options = FactOptions::default();
        (options.x_robots_tag, options.headers) = (&self.headers.x_robots_tag, &self.headers.others);
        options
    }

    pub fn warc(&self) -> Option<Warc<'_>> {
        let record = self.record.as_ref()?;
        let (record_id, date) = (record.id.as_deref(), record.date.as_deref());
        Some(Warc { file: &self.path, offset: record.offset, record_id, date })
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
