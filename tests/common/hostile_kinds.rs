//! All kinds of adversarial pages, for the tests that measure each.

#[path = "hostile_pages.rs"]
pub mod hostile_pages;
#[path = "hostile_texts.rs"]
mod hostile_texts;
#[path = "hostile_trees.rs"]
mod hostile_trees;
#[path = "hostile_units.rs"]
mod hostile_units;

use hostile_pages::{Hostile, NAMED, OTHERS};
pub use hostile_texts::STYLES;
use hostile_texts::{METADATA, ORDERS, TEXTS};
use hostile_trees::{REPAIRS, TOKENS};
use hostile_units::UNITS;

pub fn kinds() -> impl Iterator<Item = &'static Hostile> {
    [NAMED, OTHERS, TOKENS, REPAIRS, TEXTS, ORDERS, METADATA, STYLES, UNITS].into_iter().flatten()
}
