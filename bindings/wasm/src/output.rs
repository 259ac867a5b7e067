//! The formats of the command line, from its files.

#[path = "../../../cli/src/output/budget.rs"]
mod budget;
#[path = "../../../cli/src/output/fact_records.rs"]
mod fact_records;
#[path = "../../../cli/src/output/json.rs"]
pub mod json;
#[path = "../../../cli/src/output/passages.rs"]
pub mod passages;

pub use json::SCHEMA_VERSION;
use serde::Serialize;

/// The name of a page.
pub struct Origin(pub String);

/// Pages are never in WARC files.
#[derive(Serialize)]
pub struct WarcOrigin<'a>(&'a str);

impl Origin {
    pub fn name(&self) -> &str {
        &self.0
    }

    pub fn x_robots_tag(&self) -> &str {
        ""
    }

    pub fn warc(&self) -> Option<WarcOrigin<'_>> {
        None
    }
}
