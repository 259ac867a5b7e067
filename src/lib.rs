//! Analyzes one HTML page for a search indexer: text blocks with byte ranges, fields, term weights and a mask of
//! template text.
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
//! An [`Analyzer`] analyzes one page after another and reuses its memory; use one per thread. A [`Document`] borrows
//! from the analyzer and has the [`Block`]s with their ranges, flags, roles, probabilities and weights, and the facts
//! of the page. [`Options`] control the analysis and [`Limits`] bound its cost.
//!
//! The cargo features `seeker`, `style-density` and `visual`, which are on by default, each add an algorithm with its
//! options and results. Without them the compiled program is smaller.
//!
//! Later versions may add values to enums and flag sets. The numbers and names of values are the same in all language
//! bindings.
// The documentation on docs.rs, built with nightly, names the feature of each item.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used)]
#![warn(clippy::print_stderr, clippy::print_stdout, clippy::undocumented_unsafe_blocks)]

mod analyzer;
#[cfg(feature = "arrow")]
pub mod arrow;
mod base;
#[cfg(feature = "capi")]
#[doc(hidden)]
pub mod capi;
mod document;
#[cfg(any(feature = "arrow", feature = "serde"))]
mod fields;
#[cfg(feature = "serde")]
mod json;
mod judge;
mod on_demand;
mod options;
mod published;
mod read;
mod selector;

/// The internals, for the tests, benchmarks, fuzz targets and training programs of this repository. Not stable.
#[cfg(feature = "unstable")]
pub mod internals {
    pub use crate::analyzer::pipeline;
    pub use crate::base::arena;
    pub use crate::base::budget::OutputBudget;
    pub use crate::base::fallible::{List, Text};
    pub use crate::base::limits::Watch;
    #[cfg(feature = "serde")]
    pub mod json {
        //! The objects of JSON.
        pub use crate::json::*;
    }
    pub use crate::judge::{comments, containers, field, fingerprint, groups, mask, structure};
    pub use crate::on_demand::{facts, groups as document_groups, quality, records};
    #[cfg(feature = "seeker")]
    pub use crate::published::seeker;
    #[cfg(feature = "style-density")]
    pub use crate::published::style_density;
    #[cfg(feature = "visual")]
    pub use crate::published::visual;
    pub use crate::published::{fusion, tag_path};
    pub use crate::read::{class_words, encoding, html, page};
}

pub use analyzer::{Analyzer, Input, Parser};
pub use base::error::Error;
pub use base::flags::{BlockFlags, Fallbacks, HiddenReasons, Parts, Truncation};
pub use base::limits::{CancelToken, Limits, OnLimit};
pub use base::named::UnknownName;
#[cfg(feature = "style-density")]
pub use document::LayoutArea;
pub use document::{
    Attribute, Block, Comment, Document, Image, Link, ListItem, Node, NodeKind, OwnedDocument, Segment, TableCell,
    TagPaths, Tree,
};
#[cfg(feature = "visual")]
pub use document::{BlockVisibility, VisualArea};
pub use judge::field::Field;
pub use judge::fingerprint::{Fingerprint, FingerprintText};
pub use judge::mask::{CommentMode, MaskMethod, Model, ModelError, PageKind, Role, SitePrior};
pub use judge::rules::{Rule, RuleAction, Rules, RulesError};
pub use judge::structure::{BlockType, Direction};
pub use on_demand::annotations::{Annotation, AnnotationType};
pub use on_demand::cells::HeadedCell;
pub use on_demand::counts::Counts;
pub use on_demand::facts::{
    Alternate, DateFact, EntityProperty, Exclusion, ExclusionRule, ExclusionScope, Fact, FactOptions, FactOrigin,
    ImagePreview, License, PageFacts, Purpose, Robots, RobotsDirective, RobotsRules, UsageRule,
};
pub use on_demand::groups::{Group, GroupItem, GroupKind};
pub use on_demand::language::TextLanguage;
pub use on_demand::passages::{ChangeKind, Passage, PassageChange, PassageOptions, diff_passages};
pub use on_demand::quality::{Quality, QualityReason};
pub use on_demand::records::Record;
pub use on_demand::render::{Markdown, MarkdownOptions};
pub use on_demand::shapes::{JoinedText, Run, UnsupportedEncoding};
pub use on_demand::site::{SiteError, SiteStats};
#[cfg(feature = "tl")]
pub use on_demand::tl_dom;
#[cfg(feature = "unstable")]
pub use options::ExperimentalOptions;
pub use options::Options;
pub use published::fusion::FusionMethod;
#[cfg(feature = "style-density")]
pub use published::style_density::{LayoutAreaRole, PageLayout, StyleDensityMethod};
#[cfg(feature = "visual")]
pub use published::visual::VisualClass;
pub use read::encoding::EncodingSource;
pub use read::html::Namespace;
pub use read::page::hashes::HASH_VERSION;
pub use read::page::{Density, TokenMode};
pub use selector::{Selector, SelectorError};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

/// Runs the examples of the guide to the tree as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/guides/tree.md")]
struct TreeExamples;

/// Runs the examples of the guide to rules as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/guides/rules.md")]
struct RulesExamples;
