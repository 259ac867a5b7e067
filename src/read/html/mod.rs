//! HTML parsing by the standard (WHATWG HTML, "Parsing HTML documents"), from bytes to a flat node table.
//!
//! [`tokenizer`] splits the input into spans and [`tree`] builds the node table of [`node`], both without copying or
//! decoding. [`text`] decodes text and attribute values when they are read. Comments here and below cite the sections
//! of the standard by name, as their numbers change.

pub mod attributes;
pub(crate) mod chain;
pub mod doctype;
mod duplicates;
pub mod entities;
mod entity_table;
pub mod foreign_names;
pub mod names;
pub mod node;
pub mod path;
pub(crate) mod role;
pub mod scan;
pub mod serialize;
mod tag_set;
pub mod tags;
pub mod text;
pub mod token;
pub mod tokenizer;
pub mod tree;

pub use node::{Attribute, NONE, Namespace, Node, Tree, node_flag};
pub use tag_set::TagSet;
pub use tags::Tag;
#[cfg(feature = "unstable")]
pub use tree::parse;
pub(crate) use tree::parse_sized;
pub use tree::{FragmentContext, ParseOptions, TreeSize, Workspace};
