//! The page tables: normalized text, fragments, blocks and links of a parsed page, built in three linear passes.
//!
//! 1. [`context`]: what text inherits from its ancestors: container, link, visibility.
//! 2. [`normalize`]: all text nodes, in source order, become one text with collapsed whitespace, and a map back to the
//!    source; tags decide where fragments, blocks and links begin and end.
//! 3. [`measure`]: line wrapping, token counts, text densities (Kohlschütter and Nejdl 2008).
//!
//! Every algorithm of the library reads these flat tables, so that the page is parsed and walked once.

mod beside;
mod block;
mod boundaries;
mod context;
mod density;
mod display;
mod exclusion;
mod formula;
mod fragment;
pub mod hashes;
mod hidden;
mod inline_data;
mod json_ld;
mod link;
mod measure;
mod metadata;
mod normalize;
pub(crate) mod owner;
mod recovery;
mod reveal;
pub mod runs;
pub(crate) mod sentences;
mod slots;
pub mod text_map;
pub mod unicode;
mod unicode_table;
mod unit_counts;
mod unseen;
pub(crate) mod words;
mod wrap;

pub(crate) use beside::{Beside, has_link_to_own_page, has_name, leads_to_own_page};
pub use block::{Block, DIGIT_BYTES};
pub use boundaries::BOUNDARIES;
pub(crate) use boundaries::is_button_by_class;
pub use context::{Context, ContextBuilder, Contexts, flag};
pub use density::Density;
pub(crate) use exclusion::{Mark, Part, Scope, for_each_part};
pub(crate) use formula::Delimiters;
pub use formula::Formula;
pub use fragment::{Fragment, gap};
pub(crate) use json_ld::{Event, count_products, is_json_ld, scan, scripts, scripts_of_json_ld};
pub use link::Link;
pub(crate) use normalize::decode_json_char;
pub(crate) use recovery::{body_text_bytes, recovery_threshold};
pub use runs::{Run, TokenMode, runs};
pub use text_map::TextMap;
pub use unit_counts::UnitCounts;
pub(crate) use words::{are_parted, joins_lines};
pub use wrap::WrapOptions;
use wrap::{PADDING, Padded};

use crate::base::arena::Bump;
use crate::base::flags::{Fallbacks, Parts, Truncation};
use crate::base::limits::Watch;
use crate::base::utf8;
use crate::read::html::Tree;
use std::ops::Range;

/// A page: the tree and the tables over it, which the algorithms read.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The parsed page.
    pub tree: Tree<'a>,
    /// By node index: flags and container of the text directly inside an element.
    pub contexts: &'a [Context],
    /// The normalized text: whitespace collapsed, blocks separated by line feeds.
    pub text: &'a str,
    /// Maps offsets of the text back to the UTF-8 view.
    pub text_map: TextMap<'a>,
    /// In source order.
    pub fragments: &'a [Fragment],
    /// Prefix sums of tokens per wrapped line, over all fragments: entry `k` is the number of tokens before line `k`.
    pub line_sums: &'a [u32],
    /// In source order.
    pub blocks: &'a [Block],
    /// In source order.
    pub links: &'a [Link],
    /// In source order.
    pub formulas: &'a [Formula],
    /// The limit of blocks was reached, and text was left out.
    pub is_cut: bool,
    /// Text that is excluded or hidden, but counts as if it were not.
    pub fallbacks: Fallbacks,
    /// Node indices of elements that may hold metadata; see [`Contexts`].
    pub(crate) metadata_elements: &'a [u32],
    /// Node indices of elements whose inline style says whether line feeds are kept, with the answer.
    pub(crate) line_styles: &'a [(u32, bool)],
    /// Node indices of elements for whose text the page gives a weight.
    pub(crate) weighted: &'a [u32],
}

impl<'a> Page<'a> {
    /// A page of which nothing but the tree is known.
    pub(crate) fn without_text(tree: Tree<'a>, contexts: &'a [Context]) -> Page<'a> {
        Page {
            tree,
            contexts,
            text: "",
            text_map: TextMap { entries: &[] },
            fragments: &[],
            line_sums: &[],
            blocks: &[],
            links: &[],
            formulas: &[],
            is_cut: false,
            fallbacks: Fallbacks::default(),
            metadata_elements: &[],
            line_styles: &[],
            weighted: &[],
        }
    }

    /// The text of one of the page's blocks.
    #[inline]
    pub fn text_of(&self, block: &Block) -> &'a str {
        &self.text[block.range()]
    }

    /// The normalized text of a block as bytes, without the check that a `str` begins and ends between characters.
    #[inline]
    pub fn bytes_of(&self, block: &Block) -> &'a [u8] {
        &self.text.as_bytes()[block.range()]
    }

    /// The fragments of one of the page's blocks.
    #[inline]
    pub fn fragments_of(&self, block: &Block) -> &'a [Fragment] {
        &self.fragments[block.fragments.0 as usize..block.fragments.1 as usize]
    }

    /// The text of one of the page's links.
    pub fn text_of_link(&self, link: &Link) -> &'a str {
        self.text.get(link.text.0 as usize..link.text.1 as usize).unwrap_or_default()
    }

    /// The links of one of the page's blocks.
    pub fn links_in(&self, block: &Block) -> impl Iterator<Item = &'a Link> + use<'a> {
        let (start, end) = block.text;
        let links = &self.links[self.links.partition_point(|link| link.text.1 <= start)..];
        links.iter().take_while(move |link| link.text.0 < end)
    }

    /// The blocks whose text begins in a range of nodes.
    pub(crate) fn blocks_in(&self, nodes: Range<usize>) -> Range<usize> {
        let start = self.blocks.partition_point(|block| (block.first_text as usize) < nodes.start);
        let count = self.blocks[start..].partition_point(|block| (block.first_text as usize) < nodes.end);
        start..start + count
    }

    /// The index of the block that holds a text offset or, between two blocks, of the second.
    pub fn block_at(&self, text: u32) -> usize {
        self.blocks.partition_point(|block| block.text.1 <= text)
    }

    /// The index of the first block that is not before a place. `guess` is the one found last: a walk through the page
    /// mostly finds the same or the next one, which are tried first.
    pub fn first_not_before(&self, guess: usize, is_before: impl Fn(&Block) -> bool) -> usize {
        let is_passed = |index: usize| self.blocks.get(index).is_some_and(&is_before);
        let is_first = |index: usize| (index == 0 || is_passed(index - 1)) && !is_passed(index);
        let near = [guess, guess + 1].into_iter().find(|&index| is_first(index));
        near.unwrap_or_else(|| self.blocks.partition_point(is_before))
    }

    /// The block that is the title: the text of the first `title` element in the head.
    pub fn title_block(&self) -> Option<&'a Block> {
        self.blocks.iter().find(|block| block.flags & flag::IN_HEAD != 0)
    }

    /// Node indices of elements that may hold metadata.
    pub fn metadata_elements(&self) -> &'a [u32] {
        self.metadata_elements
    }

    /// The limits that were reached.
    pub fn truncation(&self) -> Truncation {
        self.tree.truncation | if self.is_cut { Truncation::BLOCKS } else { Truncation::default() }
    }
}

/// Arena bytes per node that the contexts need.
pub(crate) const CONTEXT_BYTES_PER_NODE: usize = size_of::<Context>() + size_of::<u32>();

/// Whether a page is so little but tags that lists of special elements may have most of its nodes.
pub(crate) fn is_mostly_tags(nodes: usize, bytes: usize) -> bool {
    nodes > bytes / 4
}

/// Arena bytes that [`build`] and the algorithms after it need, enough for 99 % of pages.
pub(crate) fn arena_capacity(tree: &Tree, contexts: &Contexts, parts: Parts) -> usize {
    let UnitCounts { bytes, fragments, blocks, structures, .. } = contexts.counts;
    let nodes = tree.nodes.len();
    // The need of the algorithms is fitted to 1,793 real pages.
    let mut algorithms = 17 * nodes + 25 * blocks + 44 * structures + bytes / 6 + (8 << 10);
    // Pages of one short block after the other need more; one that needs a second chunk would hold thrice as much.
    algorithms += 16 * (4 * blocks).saturating_sub(nodes);
    algorithms += if is_mostly_tags(nodes, tree.source.len()) { 10 * nodes } else { 0 };
    let optional = Parts::SEGMENTS | Parts::REGION | Parts::FINGERPRINT;
    if parts.bits() & optional.bits() != 0 {
        algorithms += 5 * nodes + 13 * fragments + 30 * blocks + bytes / 12 + (2 << 10);
    }
    normalize::arena_capacity(&contexts.counts) + algorithms
}

/// Builds the tables of a parsed page, with at most `max_blocks` blocks: the text of further ones is left out, and so is
/// the text of metadata if `omits_metadata`. The tree must have been parsed with [`BOUNDARIES`], and the contexts computed
/// with `drop_noscript` in [`TokenMode::Paper`] only.
pub fn build<'a>(
    arena: &'a Bump,
    tree: Tree<'a>,
    contexts: &Contexts<'a>,
    options: &WrapOptions,
    omits_metadata: bool,
    max_blocks: u32,
    watch: &Watch,
) -> Page<'a> {
    let metadata = if omits_metadata { &[] } else { metadata::find(arena, &tree, contexts) };
    let mut normalized = normalize::normalize(arena, &tree, contexts, metadata, max_blocks, watch);
    let len = normalized.text.len();
    normalized.text.extend_from_slice_copy(&[0; PADDING]);
    let bytes = normalized.text.into_bump_slice();
    // Only whole characters are ever written, so it is well-formed.
    let text = utf8::from_bytes(&bytes[..len]).unwrap_or_default();
    debug_assert!(!text.is_empty() || normalized.blocks.is_empty());
    let links = normalized.links.into_bump_slice();
    let padded = Padded { text, bytes };
    let measured = measure::measure(arena, padded, normalized.fragments, normalized.blocks, links, options, watch);
    Page {
        tree,
        contexts: contexts.by_node,
        text,
        text_map: TextMap { entries: normalized.map.into_bump_slice() },
        fragments: measured.fragments.into_bump_slice(),
        line_sums: measured.line_sums.into_bump_slice(),
        blocks: measured.blocks.into_bump_slice(),
        links,
        formulas: normalized.formulas.into_bump_slice(),
        is_cut: normalized.is_cut,
        fallbacks: contexts.fallbacks,
        metadata_elements: contexts.metadata_elements,
        line_styles: contexts.line_styles,
        weighted: contexts.weighted,
    }
}
