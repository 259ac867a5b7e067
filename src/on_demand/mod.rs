//! Results that are computed on demand from the tables of a page: annotations, facts, groups, passages, links to
//! places, records, output shapes, site statistics.

pub mod annotations;
pub mod cells;
pub mod counts;
pub mod facts;
pub mod groups;
pub mod language;
pub mod normalized;
pub mod passages;
pub mod place;
pub mod quality;
pub mod records;
pub mod render;
pub mod shapes;
pub mod site;
#[cfg(feature = "tl")]
pub mod tl_dom;
