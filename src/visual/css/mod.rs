//! A small reader of CSS: bounded, linear, without recursion. It keeps the thirty or so properties that decide how text
//! looks and whether it is seen, and skips all others.
//!
//! | file | idea |
//! |---|---|
//! | `syntax` | where strings, comments, declarations and blocks end |
//! | `values`, `colors` | lengths and colors, as integers |
//! | `variables` | `var()` |
//! | `declarations`, `expand` | properties, and what their values mean |
//! | `selectors` | selectors, compiled and matched |
//! | `sheet` | rules and media queries |

pub mod colors;
pub mod declarations;
mod expand;
pub mod selectors;
pub mod sheet;
pub mod syntax;
pub mod values;
pub mod variables;
