//! A small CSS parser: bounded, linear-time and without recursion. It keeps the thirty or so properties that decide how
//! text looks and whether it is visible, and skips all others. Small, as it needs neither serialization nor
//! the rest of CSS.
//!
//! | file | contents |
//! |---|---|
//! | `syntax` | where strings, comments, declarations and blocks end |
//! | `values`, `colors` | numbers, lengths and colors, as integers |
//! | `variables` | custom properties and `var()` |
//! | `declarations`, `property_values` | declarations, and the value syntax of each property |
//! | `selectors` | compiling and matching selectors |
//! | `media` | media queries |
//! | `rule_set` | rules in buckets |

pub mod colors;
pub mod declarations;
pub mod media;
mod property_values;
pub(super) mod rule_set;
pub(super) mod selectors;
pub mod syntax;
pub mod values;
pub mod variables;
