//! A small CSS parser: bounded, linear-time and without recursion. It keeps the thirty or so properties that decide how
//! text looks and whether it is visible, and skips all others. Small, as it needs neither serialization nor
//! the rest of CSS.
//!
//! | file | contents |
//! |---|---|
//! | `syntax`, `values`, `media` | from [`crate::read::css`]: where things end, numbers and lengths, media queries |
//! | `colors` | colors, as integers |
//! | `variables` | custom properties and `var()` |
//! | `declarations`, `property_values` | declarations, and the value syntax of each property |
//! | `rule_set` | the rules, with the selectors of [`crate::selector`] |

pub mod colors;
pub mod declarations;
mod property_values;
pub(super) mod rule_set;
pub mod variables;

pub use crate::read::css::{media, syntax, values};
