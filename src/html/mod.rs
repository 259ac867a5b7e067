//! HTML parsing as the standard says (WHATWG HTML, section 13.2), bytes to a flat node table.
//!
//! [`tokenizer`] cuts the input into spans, [`tree`] builds the node table of [`node`]; nothing is copied or decoded on
//! the way. [`text`] decodes text and attribute values where somebody reads them.

pub mod attributes;
pub mod doctype;
mod duplicates;
pub mod entities;
mod entity_table;
pub mod foreign_names;
pub mod names;
pub mod node;
pub mod path;
pub mod scan;
pub mod serialize;
mod tag_set;
pub mod tags;
pub mod text;
pub mod tokenizer;
pub mod tree;

pub use node::{Attribute, NONE, Namespace, Node, Tree, node_flag};
pub use tag_set::TagSet;
pub use tags::Tag;
pub use tree::{ParseOptions, TreeSize, Workspace, parse, parse_sized};
