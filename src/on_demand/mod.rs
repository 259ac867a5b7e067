//! Results that are computed on demand from the tables of a page: facts, passages, records, output shapes.

pub mod facts;
pub mod fingerprint;
pub mod normalized;
pub mod passages;
pub mod records;
pub mod render;
pub mod shapes;
#[cfg(feature = "tl")]
pub mod tl_dom;
