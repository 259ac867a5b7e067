//! The output formats besides JSON.

pub mod bounded;
pub mod facts;
pub mod fields;
pub mod folder;
pub mod groups;
pub mod offsets;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod plain;
pub mod screen;
pub mod table;
pub mod tree;
pub mod tsv;
pub mod visual;

use blockmask::Document;
use blockmask_cli::origin::Origin;
use bounded::Rendered;

/// Renders a document.
pub type Renderer = dyn Fn(&Document<'_>, &Origin) -> Rendered + Sync;
