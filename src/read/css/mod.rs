//! The lexical level of CSS, bounded and in linear time, and what the style sheets of a page say about its text. The
//! cascade of all properties is [`crate::published::visual`].
//!
//! | file | contents |
//! |---|---|
//! | `syntax` | where strings, comments, declarations and blocks end |
//! | `values` | numbers and lengths, as integers |
//! | `media` | media queries, and the at-rules that apply |
//! | `text_style` | the declarations of one block that hide text, make it a block or keep its lines |
//! | `rules` | the rules that hide or show elements |
//! | `selector/` | what every reader of selectors shares |

pub mod media;
pub(crate) mod rules;
pub(crate) mod selector;
pub mod syntax;
pub(crate) mod text_style;
pub mod values;
