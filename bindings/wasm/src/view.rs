//! The view of the command line, from its files.

#[path = "../../../cli/src/view/comparison.rs"]
mod comparison;
#[path = "../../../cli/src/view/data.rs"]
pub mod data;
#[path = "../../../cli/src/view/facts.rs"]
mod facts;
#[path = "../../../cli/src/view/features.rs"]
mod features;
#[path = "../../../cli/src/view/page.rs"]
pub mod page;
#[path = "../../../cli/src/view/units.rs"]
mod units;
#[path = "../../../cli/src/view/verdict.rs"]
mod verdict;
