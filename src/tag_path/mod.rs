//! Main region by tag path sequence (Velloso and Dorneles, JIDM 2013; spec 2).
//!
//! A page becomes a sequence of symbols, one for each kind of tag path ([`symbols`]); the sequence is cut in two
//! again and again, and the larger part kept, until its parts share their frequent symbols ([`search`](mod@search));
//! the nodes of that range and their ancestors are what is left of the page ([`prune`](mod@prune)).
//!
//! It was made for result pages: it finds the list of records. Alone it is no extractor of articles (spec 2.9).

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

use crate::arena::Bump;

use crate::html::node::{NONE, Tree};
pub use prune::{ContentTest, TokenCount};
pub use search::{Filter, Region, SearchOptions};
pub use style::StyleMode;
pub use symbols::Sequence;

/// Options of [`analyze`]. The default is the reading of the spec that reproduces the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagPathOptions {
    /// Which symbols a threshold lets through.
    pub filter: Filter,
    /// What tells elements of one name apart.
    pub style: StyleMode,
    /// Text that is not blank is a symbol.
    pub text_symbols: bool,
    /// Look at all cuts of a threshold until one is unbalanced enough, not only at the first.
    pub scan_all: bool,
    /// When to keep the rest of the page instead of the region.
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
    /// The range of positions that the search ended with, and in how many cuts.
    pub region: Region,
    /// What is kept is not the region but the rest of the page.
    pub complement: bool,
    /// 1 for a kept node of the tree, 0 for others; see [`prune::Kept`].
    pub keep: &'a [u8],
    /// How many nodes are kept, of `sequence.len()`.
    pub kept: u32,
    /// The bytes `[start, end)` of what is kept, without the ancestors: at most one range, two for a complement.
    pub ranges: &'a [(u32, u32)],
}

impl TagPath<'_> {
    /// Whether a text is in what is kept. `container` is the element that stands for it where texts are no symbols.
    pub fn holds(&self, text: u32, container: u32) -> bool {
        let has_symbol = |node: u32| self.sequence.path_of_node.get(node as usize).is_some_and(|&code| code != NONE);
        let node = if has_symbol(text) { text } else { container };
        self.keep.get(node as usize) == Some(&1)
    }
}

/// Finds the main region.
///
/// `tokens` counts the tokens in a range of nodes; only [`ContentTest::LinkHeavy`] asks for them, at most twice. The
/// complement is not taken if it is empty: a page that was not cut is kept as it is.
pub fn analyze<'a>(
    arena: &'a Bump,
    tree: &Tree<'_>,
    options: &TagPathOptions,
    tokens: &dyn Fn(Range<u32>) -> TokenCount,
) -> TagPath<'a> {
    analyze_within(arena, arena, tree, options, tokens, u64::MAX)
}

/// Room that [`analyze_within`] takes in its scratch arena on most pages, in bytes.
pub fn scratch_room(nodes: usize) -> usize {
    symbols::room(nodes) + search::room(nodes, nodes / 16)
}

/// The same, with a search of at most so many steps; what is not needed afterwards lies in `scratch`.
pub fn analyze_within<'a>(
    arena: &'a Bump,
    scratch: &Bump,
    tree: &Tree<'_>,
    options: &TagPathOptions,
    tokens: &dyn Fn(Range<u32>) -> TokenCount,
    steps: u64,
) -> TagPath<'a> {
    let sequence = symbols::sequence(arena, scratch, tree, options.style, options.text_symbols);
    let search_options = SearchOptions { filter: options.filter, scan_all: options.scan_all };
    let region = search::search_within(scratch, sequence.codes, sequence.symbols, search_options, steps);
    let is_whole = (region.hi - region.lo) as usize == sequence.len();
    let complement = !is_whole && !prune::is_content(scratch, tree, &sequence, &region, options.content_test, tokens);
    let positions = prune::kept_positions(&sequence, &region, complement);
    let kept = prune::prune(arena, tree, &sequence, &positions);
    let ranges = prune::source_ranges(arena, tree, &sequence, &positions);
    TagPath { sequence, region, complement, keep: kept.mask, kept: kept.count, ranges }
}
