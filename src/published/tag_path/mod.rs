//! Main region by tag path sequence (R. P. Velloso and C. F. Dorneles, "Automatic Web Page Segmentation and Noise
//! Removal for Structured Extraction using Tag Path Sequences", JIDM 4(3), 2013).
//!
//! A page becomes a sequence of symbols, one for each distinct tag path ([`symbols`]). The sequence is split in two
//! again and again and the larger part kept, until both parts would share their frequent symbols
//! ([`search`](mod@search)). The nodes of the remaining range and their ancestors are the pruned page
//! ([`prune`](mod@prune)).
//!
//! The method was designed for search result pages, where it finds the list of records. Alone it does not extract
//! articles.

pub mod prune;
pub mod search;
mod style;
pub mod symbols;

#[cfg(test)]
mod golden_tests;
#[cfg(test)]
mod search_tests;
#[cfg(test)]
mod testing;

use std::ops::Range;

use crate::base::arena::Bump;
use crate::read::html::node::{NONE, Tree};
pub use prune::{ContentTest, TokenCount};
pub use search::{Filter, Region, SearchOptions};
pub use style::StyleMode;
pub use symbols::{ElementPaths, Sequence};

/// Options of [`symbols::sequence`] and of [`find_region`]. The default reproduces the figures of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagPathOptions {
    /// Which symbols pass a frequency threshold.
    pub filter: Filter,
    /// Which attributes distinguish elements of one name.
    pub style: StyleMode,
    /// Whether text that is not blank is a symbol.
    pub text_symbols: bool,
    /// Test all split candidates of a threshold until one is unbalanced enough, not only the first.
    pub scan_all: bool,
    /// When to keep the complement of the region instead.
    pub content_test: ContentTest,
}

impl Default for TagPathOptions {
    fn default() -> TagPathOptions {
        TagPathOptions {
            filter: Filter::Strict,
            style: StyleMode::Raw,
            text_symbols: true,
            scan_all: false,
            content_test: ContentTest::None,
        }
    }
}

/// The main region of a page.
#[derive(Clone, Copy, Debug)]
pub struct TagPath<'a> {
    /// The page as symbols.
    pub sequence: Sequence<'a>,
    /// The range of positions that the search ended with.
    pub region: Region,
    /// The complement of the region is kept instead of the region.
    // For tests and tools.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub complement: bool,
    /// By node index: 1 for a kept node, 0 for others; see [`prune::Kept`].
    pub keep: &'a [u8],
    /// Number of kept nodes, of `sequence.len()`.
    // For tests and tools.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub kept: u32,
    /// The bytes `[start, end)` that are kept, without the ancestors: at most one range, two for a complement.
    pub ranges: &'a [(u32, u32)],
}

impl TagPath<'_> {
    /// Whether the text node `text` is kept; its element `container` decides where texts are not symbols.
    pub fn holds(&self, text: u32, container: u32) -> bool {
        let has_symbol = |node: u32| self.sequence.path_of_node.get(node as usize).is_some_and(|&code| code != NONE);
        let node = if has_symbol(text) { text } else { container };
        self.keep.get(node as usize) == Some(&1)
    }
}

/// Scratch bytes that [`find_region`] needs on most pages.
pub fn scratch_capacity(nodes: usize) -> usize {
    search::scratch_capacity(nodes, nodes / 16)
}

/// Finds the main region in the sequence of the page. The result lives in `arena`, working memory in `scratch`.
///
/// `count_tokens` counts the tokens in a range of nodes; only [`ContentTest::LinkHeavy`] calls it, at most twice. The
/// search makes at most `max_steps` steps, in addition to its own budget. A complement that would be empty is not
/// taken: a page that was not split is kept whole.
pub fn find_region<'a>(
    arena: &'a Bump,
    scratch: &Bump,
    (tree, sequence): (&Tree<'_>, &Sequence<'a>),
    options: &TagPathOptions,
    count_tokens: &dyn Fn(Range<u32>) -> TokenCount,
    max_steps: u64,
) -> TagPath<'a> {
    let search_options = SearchOptions { filter: options.filter, scan_all: options.scan_all };
    let region = search::search(scratch, sequence.codes, sequence.symbols, search_options, max_steps);
    let is_whole = (region.hi - region.lo) as usize == sequence.len();
    let complement =
        !is_whole && !prune::is_content(scratch, tree, sequence, &region, options.content_test, count_tokens);
    let positions = prune::kept_positions(sequence, &region, complement);
    let kept = prune::prune(arena, tree, sequence, &positions);
    let ranges = prune::source_ranges(arena, tree, sequence, &positions);
    TagPath { sequence: *sequence, region, complement, keep: kept.mask, kept: kept.count, ranges }
}
