//! The page tables: text, fragments, blocks and links of a parsed page, made in three linear passes.
//!
//! 1. [`context`]: what each element passes on to the text inside it.
//! 2. [`normalize`]: all text nodes in source order become one normalized text, with a map back to the source; tags
//!    decide where fragments, blocks and links begin and end.
//! 3. [`measure`]: the text is wrapped and counted.

mod block;
mod boundaries;
mod context;
mod density;
mod fragment;
mod json_ld;
mod link;
mod measure;
mod metadata;
mod normalize;
mod recovery;
mod reveal;
mod runs;
mod shown;
mod text_map;
pub mod unicode;
mod unicode_table;
mod wrap;

pub use block::Block;
pub use boundaries::BOUNDARIES;
pub use context::{Context, Contexts, contexts, flag};
pub use density::Density;
pub use fragment::{Fragment, gap};
pub(crate) use json_ld::is_json_ld;
pub use link::Link;
pub(crate) use recovery::{text_outside_of_head, text_to_be_recovered};
pub use runs::{Run, Runs, TokenMode, runs};
pub use shown::Shown;
pub(crate) use text_map::end_of_character;
pub use text_map::{MapEntry, TextMap};
pub use wrap::WrapOptions;

use crate::arena::Bump;
use crate::html::Tree;
use crate::html::node::truncated;

/// A page: the tree and all tables over it. Every algorithm of the library is a function of these.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The parsed page.
    pub tree: Tree<'a>,
    /// One entry a node: flags and container of the text directly inside it.
    pub contexts: &'a [Context],
    /// The normalized text: whitespace collapsed, blocks separated by line feeds.
    pub text: &'a str,
    /// From the text back to the UTF-8 view.
    pub text_map: TextMap<'a>,
    /// In source order.
    pub fragments: &'a [Fragment],
    /// Prefix sums of tokens per wrapped line, over all fragments: entry `k` counts the lines before line `k`.
    pub line_sums: &'a [u32],
    /// In source order.
    pub blocks: &'a [Block],
    /// In source order.
    pub links: &'a [Link],
    /// There were more blocks than allowed.
    pub is_cut: bool,
    /// Elements that may state something for machines; see [`Contexts`].
    pub(crate) statements: &'a [u32],
}

impl<'a> Page<'a> {
    /// The text of one of the page's blocks.
    #[inline]
    pub fn text_of(&self, block: &Block) -> &'a str {
        &self.text[block.text.0 as usize..block.text.1 as usize]
    }

    /// What had to be left out: bits of [`truncated`].
    pub fn truncation(&self) -> u8 {
        self.tree.truncated | if self.is_cut { truncated::BLOCKS } else { 0 }
    }
}

/// Room that [`contexts`] takes for each node, in bytes.
pub(crate) const ROOM_OF_CONTEXT: usize = size_of::<Context>() + size_of::<u32>();

/// Room that [`build`] and all algorithms after it take in their arena, in bytes: enough for 99 pages of a hundred.
pub fn room(tree: &Tree, contexts: &Contexts) -> usize {
    let Shown { bytes, fragments, blocks, .. } = contexts.shown;
    // What the algorithms take is fitted to 1,793 real pages.
    let algorithms = 20 * tree.nodes.len() + 18 * fragments + 44 * blocks + bytes / 8 + (2 << 10);
    normalize::room(&contexts.shown) + algorithms
}

/// Makes the tables of a parsed page. The tree must have been parsed with [`BOUNDARIES`], and the contexts made with
/// `drop_noscript` in [`TokenMode::Paper`] only.
pub fn build<'a>(arena: &'a Bump, tree: Tree<'a>, contexts: &Contexts<'a>, options: &WrapOptions) -> Page<'a> {
    build_within(arena, tree, contexts, options, u32::MAX)
}

/// The same, with at most so many blocks; the text of further ones is left out.
pub fn build_within<'a>(
    arena: &'a Bump,
    tree: Tree<'a>,
    contexts: &Contexts<'a>,
    options: &WrapOptions,
    max_blocks: u32,
) -> Page<'a> {
    let metadata = metadata::find(arena, &tree, contexts);
    let normalized = normalize::normalize(arena, &tree, contexts, metadata, max_blocks);
    // Only checked characters are ever written, so this check cannot fail; it is what makes the text a `str`.
    let text = std::str::from_utf8(normalized.text.into_bump_slice()).unwrap_or_default();
    debug_assert!(!text.is_empty() || normalized.blocks.is_empty());
    let links = normalized.links.into_bump_slice();
    let measured = measure::measure(arena, text, normalized.fragments, normalized.blocks, links, options);
    Page {
        tree,
        contexts: contexts.of_nodes,
        text,
        text_map: TextMap { entries: normalized.map.into_bump_slice() },
        fragments: measured.fragments.into_bump_slice(),
        line_sums: measured.line_sums.into_bump_slice(),
        blocks: measured.blocks.into_bump_slice(),
        links,
        is_cut: normalized.is_cut,
        statements: contexts.statements,
    }
}
