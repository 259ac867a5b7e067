//! What an indexer learns from one HTML page: text blocks with byte ranges, segments, the main region, a template mask.
//!
//! ```
//! use blockmask::{Analyzer, Options};
//!
//! let html = b"<nav><a href=/>Home</a></nav><p>Rain fell on the city for the third day, and the river rose.</p>";
//! let mut analyzer = Analyzer::new(Options::default());
//! let page = analyzer.analyze(html)?;
//! for block in page.blocks() {
//!     println!("{:?} {} {}", block.source(), block.is_template(), block.text());
//! }
//! # Ok::<(), blockmask::Error>(())
//! ```
//!
//! An [`Analyzer`] takes one page after another and keeps its memory for the next; use one for each thread. A
//! [`Document`] borrows from it: it gives [`Block`]s with their ranges, flags, roles, probabilities and weights, and
//! facts about the page. [`Options`] say how pages are analyzed and [`Limits`] what they may cost.
//!
//! The cargo features `seeker`, `style-density` and `visual`, which are on by default, each add an algorithm with the
//! options and results of its own. A program that needs none of them is smaller without.
//!
//! Enums and sets of flags are open: later versions may add values. Their numbers and names are the same in every
//! language that blockmask can be called from.
// The documentation on docs.rs, built with nightly, names the feature of each item.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used)]
#![warn(clippy::print_stderr, clippy::print_stdout, clippy::undocumented_unsafe_blocks)]

/// Declares modules that are public with the feature `unstable` only: tests, fuzz targets, benchmarks and training need
/// them, callers do not.
macro_rules! internal_modules {
    ($($(#[$condition:meta])* $module:ident)*) => {$(
        $(#[$condition])*
        #[cfg(feature = "unstable")]
        #[doc(hidden)]
        pub mod $module;
        $(#[$condition])*
        #[cfg(not(feature = "unstable"))]
        #[allow(dead_code, unused_imports)]
        mod $module;
    )*};
}

internal_modules! {
    arena class_words comments containers encoding facts field fingerprint fusion html mask page pipeline structure
    tag_path
    #[cfg(feature = "seeker")] seeker
    #[cfg(feature = "style-density")] style_density
    #[cfg(feature = "visual")] visual
}

mod analyzer;
#[cfg(feature = "arrow")]
pub mod arrow;
#[cfg(feature = "capi")]
#[doc(hidden)]
pub mod capi;
mod document;
mod error;
mod fallible;
mod flags;
mod fnv;
mod hash;
mod intern;
mod limits;
mod named;
mod normalized;
mod options;
mod passages;
#[cfg(test)]
#[allow(dead_code)]
mod random;
mod records;
mod render;
mod scale;
mod shapes;
mod simd;
mod site;
#[cfg(feature = "tl")]
pub mod tl_dom;

pub use analyzer::{Analyzer, Input};
#[cfg(feature = "style-density")]
pub use document::Area;
pub use document::{Block, Comment, Document, Image, Link, ListItem, Segment, TableCell, TagPaths};
#[cfg(feature = "visual")]
pub use document::{BlockVisibility, VisualArea};
pub use encoding::EncodingSource;
pub use error::Error;
pub use facts::{
    Alternate, DateFact, Exclusion, ExclusionRule, ExclusionScope, Fact, FactOptions, FactOrigin, ImagePreview,
    PageFacts, Robots, RobotsDirective, RobotsRules,
};
pub use field::Field;
pub use fingerprint::{Fingerprint, FingerprintText};
pub use flags::{BlockFlags, HiddenReasons, Parts, Truncation};
pub use fusion::FusionMethod;
pub use limits::{CancelToken, Limits, OnLimit};
pub use mask::{CommentMode, MaskMethod, Model, ModelError, PageKind, Role, SitePrior};
pub use named::UnknownName;
#[doc(hidden)]
pub use options::ExperimentalOptions;
pub use options::Options;
pub use page::hashes::HASH_VERSION;
pub use page::{Density, TokenMode};
pub use passages::{Passage, PassageOptions};
pub use records::Record;
pub use render::{Markdown, MarkdownOptions};
pub use shapes::{JoinedText, Run, UnsupportedEncoding};
pub use site::{SiteError, SiteStats};
pub use structure::{BlockType, Direction};
#[cfg(feature = "style-density")]
pub use style_density::{AreaRole, PageLayout, StyleDensityMethod};
#[cfg(feature = "visual")]
pub use visual::VisualClass;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
