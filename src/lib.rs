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
//! Data walks one way: bytes ([`encoding`]) to tokens and tree ([`html`]) to tables ([`page`]); each algorithm
//! ([`fusion`], [`tag_path`], [`style_density`], [`mask`], [`fingerprint`]) reads the tables and writes one of its own;
//! a [`Document`] shows them all, and [`shapes`] turns it into what search engines take in.
// The documentation on docs.rs, built with nightly, names the feature of each item.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used)]
#![warn(clippy::print_stderr, clippy::print_stdout, clippy::undocumented_unsafe_blocks)]

mod analyzer;
pub mod arena;
#[cfg(feature = "capi")]
pub mod capi;
pub mod class_words;
mod document;
pub mod encoding;
mod error;
pub mod fingerprint;
mod fnv;
pub mod fusion;
mod hash;
pub mod html;
mod intern;
mod limits;
pub mod mask;
mod normalized;
mod options;
pub mod page;
pub mod pipeline;
#[cfg(test)]
#[allow(dead_code)]
mod random;
mod scale;
pub mod seeker;
pub mod shapes;
mod simd;
pub mod style_density;
pub mod tag_path;
#[cfg(feature = "tl")]
pub mod tl_dom;
pub mod visual;

pub use analyzer::Analyzer;
pub use document::{Block, Document};
pub use error::Error;
pub use limits::{CancelToken, Limits, OnLimit};
pub use options::Options;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
