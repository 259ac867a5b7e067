//! Text normalization: all text nodes are written into one buffer, in source order, and divided into units.
//!
//! - [`characters`]: decodes character references, collapses whitespace;
//! - [`mapped`]: the text that is written, and its map back to the source;
//! - [`units`]: where fragments, blocks and links begin and end;
//! - [`formula`]: formulas, whose text may come from attributes.

mod characters;
mod decode;
mod formula;
mod mapped;
mod units;

use super::block::Block;
use super::context::{Context, Contexts, flag};
use super::exclusion::Changes;
use super::formula::Formula;
use super::fragment::{Fragment, gap};
use super::link::Link;
use super::metadata::{MetadataText, Spelling};
use super::text_map::MapEntry;
use super::unit_counts::UnitCounts;
use super::words;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::limits::Watch;
use crate::base::simd::{self, Baseline, Level, Task};
use crate::read::html::text::Decoding;
use crate::read::html::{NONE, Node, Tag, Tree, node_flag};
pub(crate) use decode::decode_json_char;
pub(super) use decode::{
    decode_angular_char, decode_attribute_char, decode_escape, decode_json_inside, decode_nested_json_char,
    decode_percent_char, decode_query_char, decode_utf8, invalid_len, starts_tag,
};
use formula::Formulas;
use mapped::MappedText;
use units::{Origin, Units};

/// The text of a page and its units, before they are measured.
pub(super) struct Normalized<'a> {
    pub text: ArenaVec<'a, u8>,
    pub map: ArenaVec<'a, MapEntry>,
    pub fragments: ArenaVec<'a, Fragment>,
    pub blocks: ArenaVec<'a, Block>,
    pub links: ArenaVec<'a, Link>,
    pub formulas: ArenaVec<'a, Formula>,
    /// Text was left out because the limit of blocks was reached.
    pub is_cut: bool,
}

/// Bytes of arena memory that the tables need.
pub(super) fn arena_capacity(counts: &UnitCounts) -> usize {
    MappedText::arena_capacity(counts) + Units::arena_capacity(counts)
}

/// Normalizes the text of a page, of at most `max_blocks` blocks.
pub(super) fn normalize<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    contexts: &Contexts,
    metadata: &[MetadataText],
    max_blocks: u32,
    watch: &Watch,
) -> Normalized<'a> {
    let writer = Writer::new(arena, tree, contexts, max_blocks as usize);
    simd::run(Nodes { writer, contexts, metadata, watch })
}

/// What is written.
struct Nodes<'t, 'a> {
    writer: Writer<'a, 't>,
    contexts: &'t Contexts<'t>,
    metadata: &'t [MetadataText],
    watch: &'t Watch,
}

impl<'a> Task for Nodes<'_, 'a> {
    type Output = Normalized<'a>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Normalized<'a> {
        let Nodes { mut writer, contexts: Contexts { by_node: contexts, leaves, .. }, metadata, watch } = self;
        let tree = writer.tree;
        // In source order; all nodes if elements may hold metadata, or are formulas.
        let has_formulas = !writer.formulas.is_empty();
        let listed = match metadata {
            _ if !tree.source_order.is_empty() => Some(tree.source_order),
            [] if !has_formulas => Some(*leaves),
            _ => None,
        };
        for i in 0..listed.map_or(tree.nodes.len(), <[u32]>::len) {
            if watch.is_cancelled_at(i) {
                break;
            }
            let index = listed.map_or(i, |listed| listed[i] as usize);
            if has_formulas {
                writer.add_among_formulas(tree.source_order, i, contexts);
            } else {
                writer.add_node(level, index, contexts);
            }
            if !metadata.is_empty() {
                writer.add_metadata(index, contexts, metadata);
            }
        }
        writer.close_block();
        let Writer { out: MappedText { text, map, .. }, units, formulas, is_cut, .. } = writer;
        let Units { fragments, blocks, links, .. } = units;
        Normalized { text, map, fragments, blocks, links, formulas: formulas.written, is_cut }
    }
}

/// Writes the nodes of a page.
struct Writer<'a, 't> {
    tree: &'t Tree<'a>,
    contexts: &'t [Context],
    out: MappedText<'a>,
    units: Units<'a>,
    /// [`gap`] bits of all tags since the last text that was written.
    gap: u8,
    /// The last text node, and its parent.
    last_text: u32,
    last_parent: u32,
    excluded: Changes<'t>,
    formulas: Formulas<'t, 'a>,
    max_blocks: usize,
    is_cut: bool,
}

impl<'a, 't> Writer<'a, 't> {
    fn new(arena: &'a Bump, tree: &'t Tree<'a>, contexts: &'t Contexts<'_>, max_blocks: usize) -> Self {
        // The text comes last, so that its map can grow in place.
        let units = Units::new(arena, &contexts.counts);
        let formulas = Formulas::new(arena, contexts.formulas);
        Writer {
            tree,
            contexts: contexts.by_node,
            out: MappedText::new(arena, &contexts.counts),
            units,
            gap: gap::BLOCK | gap::FRAGMENT,
            last_text: NONE,
            last_parent: NONE,
            excluded: Changes::new(contexts.exclusions.changes),
            formulas,
            max_blocks,
            is_cut: false,
        }
    }

    #[inline(always)]
    fn add_node(&mut self, level: impl Level, index: usize, contexts: &[Context]) {
        let tree = self.tree;
        let node = &tree.nodes[index];
        if node.tag == Tag::TEXT {
            self.gap |= node.gap;
            let context = &contexts[node.parent as usize];
            if context.flags & flag::DROPPED != 0 {
                return;
            }
            if node.flags & node_flag::WHITESPACE != 0 {
                self.out.defer_space(node.start);
                return;
            }
            self.add_text(level, index as u32, node, context);
        }
    }

    /// Adds a text node that is neither blank nor dropped.
    #[inline(always)]
    fn add_text(&mut self, level: impl Level, index: u32, node: &Node, context: &Context) {
        let flags = context.flags & flag::OF_BLOCKS | self.excluded.flags_at(node.start);
        let gap = std::mem::take(&mut self.gap);
        let flags = if flags & flag::ARIA_HIDDEN != 0 { self.flags_of_decoration(flags, node) } else { flags };
        self.begin_units(gap, flags, context, node.start);
        if !self.units.in_block && self.is_full() {
            return;
        }
        let may_part = self.last_parent != node.parent || node.gap & gap::WORD != 0;
        let touches = self.units.in_block && self.out.pending_space == NONE && may_part;
        // After a formula there is no text to be parted from.
        if touches && self.last_text != NONE && words::are_parted(self.tree, self.contexts, self.last_text, index) {
            self.out.defer_space(node.start);
        }
        (self.last_text, self.last_parent) = (index, node.parent);
        let at = node.content as usize;
        if node.content > node.start {
            self.out.defer_space(node.start);
        }
        let link = context.link;
        if link != self.units.link {
            self.units.link = NONE;
        }
        let start = self.out.text.len();
        let origin = Origin { context, node: index, flags, link };
        self.write(level, at, node.end as usize, Decoding::of(node), &origin);
        if self.out.text.len() > start && link != NONE {
            self.units.extend_link(self.out.len(), self.out.source_end);
        }
    }

    /// Ends the units that text with these flags in this context does not belong to, or that tags with these [`gap`] bits
    /// separate from it.
    #[inline(always)]
    fn begin_units(&mut self, gap: u8, flags: u16, context: &Context, start: u32) {
        let is_of_block = |block: &Block| block.flags == flags && block.container == context.container;
        if gap & gap::BLOCK != 0 || !self.units.blocks.last().is_some_and(is_of_block) {
            self.close_block();
        } else if gap & gap::FRAGMENT != 0 {
            self.close_fragment();
        }
        if gap & gap::SPACE != 0 {
            self.out.defer_space(start);
        }
        self.units.fragment_gap |= gap;
    }

    /// The flags of text that is hidden from assistive technology: those of the visible sentence that it stands in as a word
    /// of its own or in brackets. What touches other text mostly repeats it, for the eye; and icons are no words.
    #[inline(never)]
    fn flags_of_decoration(&self, flags: u16, node: &Node) -> u16 {
        let visible = flags & !flag::ARIA_HIDDEN;
        let is_visible = self.units.in_block && self.units.blocks.last().is_some_and(|block| block.flags == visible);
        let is_word =
            self.out.pending_space != NONE || node.content > node.start || words::is_in_brackets(self.tree, node);
        if is_visible && is_word && words::is_shown_word(self.tree, node) { visible } else { flags }
    }

    /// Whether the limit of blocks is reached, so that the caller must leave its text out.
    fn is_full(&mut self) -> bool {
        let is_full = self.units.blocks.len() >= self.max_blocks;
        self.is_cut |= is_full;
        is_full
    }

    /// Adds the texts of the metadata in a node, a block for each, or for each paragraph of a JSON string.
    #[inline(never)]
    fn add_metadata(&mut self, index: usize, contexts: &[Context], metadata: &[MetadataText]) {
        for entry in metadata.iter().filter(|entry| entry.node as usize == index) {
            self.close_block();
            if self.is_full() {
                return;
            }
            let context = &contexts[self.tree.nodes[index].parent as usize];
            let flags = flag::HIDDEN | flag::METADATA_SOURCE;
            let origin = Origin { context, node: entry.node, flags, link: NONE };
            let (start, end) = (entry.source.0 as usize, entry.source.1 as usize);
            match entry.spelling {
                Spelling::Attribute => self.write(Baseline, start, end, Decoding::ATTRIBUTE, &origin),
                spelling => self.write_json(start, end, spelling, &origin),
            }
            self.close_block();
            self.gap |= gap::BLOCK | gap::FRAGMENT;
        }
    }

    fn close_fragment(&mut self) {
        self.units.close_fragment(self.out.len(), self.out.source_end);
    }

    fn close_block(&mut self) {
        if self.units.close_block(self.out.len(), self.out.source_end) {
            self.out.end_block();
        }
        self.out.pending_space = NONE;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn mixed_whitespace_collapses() {
        let mut analyzer = crate::Analyzer::default();
        for space in ["\u{a0} ", " \u{a0}", "&nbsp; ", " &nbsp;", "\u{2003} ", "\u{b} ", "&#9; "] {
            for rest in ["\u{bb} \u{a0}x", "x y", "\u{bb}x", "&raquo; x"] {
                let html = format!("<p>a{space}{rest}<p>{space}{rest} with more letters than a vector has");
                let page = analyzer.analyze(html.as_bytes()).unwrap();
                for block in page.blocks() {
                    let text = block.text();
                    assert!(!text.contains("  ") && text.trim() == text, "{html:?}: {text:?}");
                }
            }
        }
    }
}
