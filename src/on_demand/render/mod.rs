//! Renders the main content as plain text with paragraphs and lines, and as Markdown.
//!
//! | file | contents |
//! |---|---|
//! | `inline` | the text of a block with its line breaks, links and emphasis |
//! | `escape` | escapes for Markdown |
//! | `formula` | formulas between dollar signs |
//! | `span` | the inlines of a block as Markdown |
//! | `language` | the language of code |
//! | `picture` | the addresses of pictures |
//! | `images` | images between blocks |
//! | `container` | lists and quotations around a block: the prefixes of its lines |
//! | `markdown` | all blocks |
//! | `plain` | the same as plain text |
//!
//! Normalized HTML of the main content is [`Document::main_html`](crate::Document::main_html).

mod container;
mod escape;
mod formula;
mod images;
mod inline;
mod language;
mod markdown;
mod picture;
mod plain;
mod span;
#[cfg(test)]
mod tests;

pub(in crate::on_demand) use escape::percent_byte;
pub(in crate::on_demand) use language::of_code as language_of;
pub use markdown::{Markdown, MarkdownOptions};
