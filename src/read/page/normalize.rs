//! Text normalization: decodes character references, collapses whitespace, leaves out dropped text, and records where
//! fragments, blocks and links begin and end.
//!
//! All text nodes are written into one buffer, in source order, together with the map back to the source. Whitespace is
//! deferred: it is written as one space right before the next character of the same block, so none is ever taken back.
//! Soft hyphens are left out: they say where a word may be broken, and are not part of it.

use super::block::Block;
use super::context::{Context, Contexts, flag};
use super::fragment::{Fragment, gap};
use super::link::Link;
use super::metadata::MetadataText;
use super::text_map::MapEntry;
use super::unicode;
use super::unit_counts::UnitCounts;
use super::words;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::simd::{self, Baseline, Level, Task};
use crate::read::encoding::stray_character;
use crate::read::html::entities;
use crate::read::html::scan;
use crate::read::html::text::Decoding;
use crate::read::html::{NONE, Node, Tag, Tree, node_flag};

/// The text of a page and its units, before they are measured.
pub(super) struct Normalized<'a> {
    pub text: ArenaVec<'a, u8>,
    pub map: ArenaVec<'a, MapEntry>,
    pub fragments: ArenaVec<'a, Fragment>,
    pub blocks: ArenaVec<'a, Block>,
    pub links: ArenaVec<'a, Link>,
    /// Text was left out because the limit of blocks was reached.
    pub is_cut: bool,
}

/// Initial capacity of the text in bytes, enough for most pages.
fn text_capacity(counts: &UnitCounts) -> usize {
    counts.bytes + counts.texts + 64
}

/// Initial capacity of the map in entries, enough for most pages.
fn map_capacity(counts: &UnitCounts) -> usize {
    counts.texts + counts.blocks + counts.bytes / 64 + 16
}

/// Bytes of arena memory that the tables need.
pub(super) fn arena_capacity(counts: &UnitCounts) -> usize {
    text_capacity(counts)
        + map_capacity(counts) * size_of::<MapEntry>()
        + counts.fragments * size_of::<Fragment>()
        + counts.blocks * size_of::<Block>()
        + counts.links * size_of::<Link>()
}

/// Normalizes the text of a page, of at most `max_blocks` blocks.
pub(super) fn normalize<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    contexts: &Contexts,
    metadata: &[MetadataText],
    max_blocks: u32,
) -> Normalized<'a> {
    let writer = Writer::new(arena, tree, contexts, max_blocks as usize);
    simd::run(Nodes { writer, contexts, metadata })
}

/// What is written.
struct Nodes<'t, 'a> {
    writer: Writer<'a, 't>,
    contexts: &'t Contexts<'t>,
    metadata: &'t [MetadataText],
}

impl<'a> Task for Nodes<'_, 'a> {
    type Output = Normalized<'a>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Normalized<'a> {
        let Nodes { mut writer, contexts: Contexts { by_node: contexts, leaves, .. }, metadata } = self;
        let tree = writer.tree;
        // In source order; all nodes if elements may hold metadata.
        let listed = match metadata {
            _ if !tree.source_order.is_empty() => Some(tree.source_order),
            [] => Some(*leaves),
            _ => None,
        };
        for i in 0..listed.map_or(tree.nodes.len(), <[u32]>::len) {
            let index = listed.map_or(i, |listed| listed[i] as usize);
            writer.add_node(level, index, contexts);
            if !metadata.is_empty() {
                writer.add_metadata(index, contexts, metadata);
            }
        }
        writer.close_block();
        writer.out
    }
}

struct Writer<'a, 't> {
    tree: &'t Tree<'a>,
    out: Normalized<'a>,
    /// [`gap`] bits of all tags since the last text that was written.
    gap: u8,
    /// [`gap`] bits of all tags since the last fragment.
    fragment_gap: u8,
    /// Source offset of the deferred whitespace, or [`NONE`].
    pending_space: u32,
    in_block: bool,
    in_fragment: bool,
    /// The link that is open, or [`NONE`].
    link: u32,
    /// The last text node, and its parent.
    last_text: u32,
    last_parent: u32,
    /// One past the last source byte written.
    source_end: u32,
    /// `source - text` of the last map entry.
    delta: u32,
    /// What `googleoff` and `noindex` comments set for the text after them: [`flag::NO_INDEX`], [`flag::NO_SNIPPET`].
    excluded: u16,
    max_blocks: usize,
}

/// What a `googleoff` comment with this scope excludes text from. The scope `anchor` is about the targets of links;
/// `all`, none and unknown ones are about everything.
fn excluded_by(scope: &[u8]) -> u16 {
    match () {
        () if is_scope(scope, b"snippet") => flag::NO_SNIPPET,
        () if is_scope(scope, b"anchor") => 0,
        () => flag::NO_INDEX,
    }
}

fn is_scope(text: &[u8], name: &[u8]) -> bool {
    let text = text.trim_ascii();
    scan::same_name(text.strip_prefix(b":").unwrap_or(text).trim_ascii(), name)
}

impl<'a, 't> Writer<'a, 't> {
    fn new(arena: &'a Bump, tree: &'t Tree<'a>, contexts: &Contexts, max_blocks: usize) -> Self {
        let UnitCounts { fragments, blocks, links, .. } = contexts.counts;
        let out = Normalized {
            text: ArenaVec::with_capacity_in(text_capacity(&contexts.counts), arena),
            fragments: ArenaVec::with_capacity_in(fragments + 1, arena),
            blocks: ArenaVec::with_capacity_in(blocks + 1, arena),
            links: ArenaVec::with_capacity_in(links, arena),
            // Last, because only the last allocation of an arena can grow in place: its capacity is a guess.
            map: ArenaVec::with_capacity_in(map_capacity(&contexts.counts), arena),
            is_cut: false,
        };
        Writer {
            tree,
            out,
            gap: gap::BLOCK | gap::FRAGMENT,
            fragment_gap: 0,
            pending_space: NONE,
            in_block: false,
            in_fragment: false,
            link: NONE,
            last_text: NONE,
            last_parent: NONE,
            source_end: 0,
            delta: u32::MAX,
            excluded: 0,
            max_blocks,
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
                self.defer_space(node.start);
                return;
            }
            self.add_text(level, index as u32, node, context);
        } else if node.tag == Tag::COMMENT {
            self.apply_comment(node);
        }
    }

    /// Comments such as `<!-- googleoff: index -->` switch indexing off until the matching one.
    fn apply_comment(&mut self, node: &Node) {
        let text = self.tree.source[node.content as usize..node.attributes as usize].trim_ascii_start();
        match text {
            [b'g', b'o', b'o', b'g', b'l', b'e', b'o', b'f', b'f', scope @ ..] => self.excluded |= excluded_by(scope),
            [b'g', b'o', b'o', b'g', b'l', b'e', b'o', b'n', scope @ ..] => match excluded_by(scope) {
                flag::NO_INDEX if !is_scope(scope, b"index") => self.excluded = 0,
                excluded => self.excluded &= !excluded,
            },
            b"noindex" => self.excluded |= flag::NO_INDEX,
            b"/noindex" => self.excluded &= !flag::NO_INDEX,
            _ => {}
        }
    }

    /// Adds a text node that is neither blank nor dropped.
    #[inline(always)]
    fn add_text(&mut self, level: impl Level, index: u32, node: &Node, context: &Context) {
        let flags = context.flags & flag::OF_BLOCKS | self.excluded;
        let is_of_block = |block: &Block| block.flags == flags && block.container == context.container;
        if self.gap & gap::BLOCK != 0 || !self.out.blocks.last().is_some_and(is_of_block) {
            self.close_block();
        } else if self.gap & gap::FRAGMENT != 0 {
            self.close_fragment();
        }
        if !self.in_block && self.is_full() {
            return;
        }
        if self.gap & gap::SPACE != 0 {
            self.defer_space(node.start);
        }
        let may_part = self.last_parent != node.parent || node.gap & gap::WORD != 0;
        let touches = self.in_block && self.pending_space == NONE && may_part;
        if touches && words::are_parted(self.tree, self.last_text, index) {
            self.defer_space(node.start);
        }
        (self.last_text, self.last_parent) = (index, node.parent);
        self.fragment_gap |= self.gap;
        self.gap = 0;
        let at = node.content as usize;
        if node.content > node.start {
            self.defer_space(node.start);
        }
        let link = context.link;
        if link != self.link {
            self.link = NONE;
        }
        let start = self.out.text.len();
        let origin = Origin { context, node: index, flags, link };
        self.write(level, at, node.end as usize, Decoding::of(node), &origin);
        if self.out.text.len() > start && link != NONE {
            self.extend_link();
        }
    }

    /// Whether the limit of blocks is reached, so that the caller must leave its text out.
    fn is_full(&mut self) -> bool {
        let is_full = self.out.blocks.len() >= self.max_blocks;
        self.out.is_cut |= is_full;
        is_full
    }

    /// Extends the last link to the end of the text.
    fn extend_link(&mut self) {
        let end = self.out.text.len() as u32;
        if let Some(last) = self.out.links.last_mut() {
            last.text.1 = end;
            last.source.1 = self.source_end;
        }
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
            if entry.is_json {
                self.write_json(start, end, &origin);
            } else {
                self.write(Baseline, start, end, Decoding::ATTRIBUTE, &origin);
            }
            self.close_block();
            self.gap |= gap::BLOCK | gap::FRAGMENT;
        }
    }

    /// Writes a JSON string. A line feed in it ends the block, and tags are whitespace.
    fn write_json(&mut self, start: usize, end: usize, origin: &Origin) {
        let source = &self.tree.source[..end];
        let mut at = start;
        let mut in_tag = false;
        while at < end {
            let (c, len) = decode_json_char(source, at);
            match c {
                '>' if in_tag => in_tag = false,
                _ if in_tag => {}
                '<' if starts_tag(source, at + len) => {
                    in_tag = true;
                    self.defer_space(at as u32);
                }
                '\n' => self.close_block(),
                _ if !self.in_block && self.is_full() => return,
                _ => self.write_char(c, at, len, origin),
            }
            at += len;
        }
    }

    /// Writes the source from `at` to `end`, normalized.
    #[inline(always)]
    fn write(&mut self, level: impl Level, mut at: usize, end: usize, decoding: Decoding, origin: &Origin) {
        let source = &self.tree.source[..end];
        // Start of the bytes that are copied verbatim.
        let mut start = at;
        loop {
            at = scan::plain_text_end_at(level, self.tree.source, at, end);
            let Some(&byte) = source.get(at) else { break };
            match byte {
                0x80.. => match decode_utf8(source, at) {
                    Some((c, len)) if unicode::class(c) & unicode::SPACE == 0 && c != unicode::SOFT_HYPHEN => at += len,
                    other => {
                        self.copy(start, at, origin);
                        let (c, len) = other.unwrap_or_else(|| invalid_character(source, at));
                        self.write_char(c, at, len, origin);
                        at += len;
                        start = at;
                    }
                },
                b'&' if decoding.references => match entities::decode(&source[at..], decoding.attribute) {
                    Some((value, len)) => {
                        self.copy(start, at, origin);
                        let mut buffer = [0; 4];
                        for c in value.as_str(&mut buffer).chars() {
                            self.write_char(c, at, len, origin);
                        }
                        at += len;
                        start = at;
                    }
                    None => at += 1,
                },
                b' ' | b'\t'..=b'\r' => {
                    self.copy(start, at, origin);
                    self.defer_space(at as u32);
                    at = scan::skip_space_at(level, source, at + usize::from(byte == 0x0b));
                    start = at;
                }
                0 => {
                    self.copy(start, at, origin);
                    if decoding.replace_nul {
                        self.write_char(char::REPLACEMENT_CHARACTER, at, 1, origin);
                    }
                    at += 1;
                    start = at;
                }
                _ => at += 1,
            }
        }
        self.copy(start, source.len(), origin);
    }

    /// Copies source bytes verbatim; a space at their start or end is deferred.
    #[inline]
    fn copy(&mut self, mut start: usize, mut end: usize, origin: &Origin) {
        let source = self.tree.source;
        // The space may follow other whitespace, such as U+00A0, or a NUL at the start of a block.
        if start < end && source[start] == b' ' {
            self.defer_space(start as u32);
            start += 1;
        }
        if start >= end {
            return;
        }
        let ends_in_space = source[end - 1] == b' ';
        if ends_in_space {
            end -= 1;
        }
        if start < end {
            self.begin_text(start, origin);
            self.map(start as u32);
            self.out.text.extend_from_range(source, start, end);
            self.source_end = end as u32;
        }
        if ends_in_space {
            self.defer_space(end as u32);
        }
    }

    /// Writes a character that is represented by `len` bytes of source, unless it is a soft hyphen.
    fn write_char(&mut self, c: char, at: usize, len: usize, origin: &Origin) {
        if c == unicode::SOFT_HYPHEN {
            return;
        }
        if unicode::class(c) & unicode::SPACE != 0 {
            self.defer_space(at as u32);
            return;
        }
        self.begin_text(at, origin);
        self.map(at as u32);
        self.out.text.extend_from_slice_copy(c.encode_utf8(&mut [0; 4]).as_bytes());
        self.source_end = (at + len) as u32;
    }

    /// Maps the next byte of text to `source`; an entry is needed only where text and source get out of step.
    #[inline]
    fn map(&mut self, source: u32) {
        let text = self.out.text.len() as u32;
        let delta = source.wrapping_sub(text);
        if delta != self.delta {
            self.delta = delta;
            self.out.map.push(MapEntry { text, source });
        }
    }

    /// Defers whitespace until a character follows; of a run of whitespace the first position counts.
    #[inline]
    fn defer_space(&mut self, at: u32) {
        // Branchless: half of all texts are blank, so a branch would be mispredicted.
        self.pending_space = if self.pending_space == NONE { at } else { self.pending_space };
    }

    /// Called before text is written: writes the deferred whitespace and opens the units that the text begins.
    #[inline]
    fn begin_text(&mut self, source: usize, origin: &Origin) {
        let space = std::mem::replace(&mut self.pending_space, NONE);
        if space != NONE && self.in_block && !self.joins_lines(space as usize, source) {
            self.map(space);
            self.out.text.push(b' ');
        }
        if !self.in_block || !self.in_fragment || self.link != origin.link {
            self.open_units(source as u32, origin);
        }
    }

    /// Whether the whitespace between the last character and the next one is no space; see [`words`].
    #[inline]
    fn joins_lines(&self, space: usize, source: usize) -> bool {
        let is_ascii = self.tree.source[source].is_ascii() || self.out.text.last().is_none_or(u8::is_ascii);
        // A line break or a picture in between separates words, whatever whitespace stands beside it.
        let is_parted = self.fragment_gap & (gap::SPACE | gap::WORD) != 0;
        !is_ascii && !is_parted && self.joins_wide_lines(space, source)
    }

    #[inline(never)]
    fn joins_wide_lines(&self, space: usize, source: usize) -> bool {
        let whitespace = self.tree.source.get(space..source).unwrap_or_default();
        match (words::last_character(&self.out.text), decode_utf8(self.tree.source, source)) {
            (Some(before), Some((after, _))) => words::joins_lines(before, words::has_line_feed(whitespace), after),
            _ => false,
        }
    }

    fn open_units(&mut self, source: u32, origin: &Origin) {
        let text = self.out.text.len() as u32;
        if !self.in_block {
            self.in_block = true;
            let container = &self.tree.nodes[origin.context.container as usize];
            self.out.blocks.push(Block {
                text: (text, text),
                source: (source, source),
                container: origin.context.container,
                first_text: origin.node,
                depth: container.depth,
                fragments: (self.out.fragments.len() as u32, 0),
                flags: origin.flags,
                heading: origin.context.heading,
                tag: container.tag,
                ..Block::default()
            });
        }
        if !self.in_fragment {
            self.in_fragment = true;
            let gap = std::mem::take(&mut self.fragment_gap);
            let fragment = Fragment { text: (text, text), source: (source, source), gap, ..Fragment::default() };
            self.out.fragments.push(fragment);
        }
        if self.link != origin.link {
            self.link = origin.link;
            self.out.links.push(Link { text: (text, text), source: (source, source), node: origin.link });
        }
    }

    fn close_fragment(&mut self) {
        if self.in_fragment
            && let Some(fragment) = self.out.fragments.last_mut()
        {
            fragment.text.1 = self.out.text.len() as u32;
            fragment.source.1 = self.source_end;
        }
        self.in_fragment = false;
    }

    fn close_block(&mut self) {
        self.close_fragment();
        self.link = NONE;
        if self.in_block
            && let Some(block) = self.out.blocks.last_mut()
        {
            block.text.1 = self.out.text.len() as u32;
            block.source.1 = self.source_end;
            block.fragments.1 = self.out.fragments.len() as u32;
            // Blocks are separated by a line feed, which belongs to none of them.
            self.map(self.source_end);
            self.out.text.push(b'\n');
        }
        self.in_block = false;
        self.pending_space = NONE;
    }
}

/// Where the current text comes from, which decides on the units that it opens.
struct Origin<'c> {
    context: &'c Context,
    node: u32,
    flags: u16,
    link: u32,
}

/// Decodes the UTF-8 character at `at`; `None` if its bytes are malformed.
#[inline]
pub(super) fn decode_utf8(source: &[u8], at: usize) -> Option<(char, usize)> {
    let lead = source[at];
    let continuation = |i: usize| source.get(at + i).filter(|&&b| b & 0xc0 == 0x80).map(|&b| u32::from(b & 0x3f));
    let (code, len) = match lead {
        0xc2..=0xdf => (u32::from(lead & 0x1f) << 6 | continuation(1)?, 2),
        0xe0..=0xef => {
            let code = u32::from(lead & 0x0f) << 12 | continuation(1)? << 6 | continuation(2)?;
            (if code < 0x800 { return None } else { code }, 3)
        }
        0xf0..=0xf4 => {
            let code = u32::from(lead & 0x07) << 18 | continuation(1)? << 12 | continuation(2)? << 6 | continuation(3)?;
            (if code < 0x1_0000 { return None } else { code }, 4)
        }
        _ => return None,
    };
    char::from_u32(code).map(|c| (c, len))
}

/// Decodes the character at `at` in a JSON string; returns it with the length of its escape or reference.
pub(crate) fn decode_json_char(source: &[u8], at: usize) -> (char, usize) {
    let rest = &source[at..];
    match *rest {
        [b'\\', b'u', ..] => decode_unicode_escape(rest),
        [b'\\', b'n' | b'r', ..] => ('\n', 2),
        [b'\\', b't' | b'b' | b'f', ..] => (' ', 2),
        [b'\\', other, ..] if other.is_ascii() => (char::from(other), 2),
        [b'&', ..] => match entities::decode(rest, false) {
            Some((value, len)) => (value.as_str(&mut [0; 4]).chars().next().unwrap_or(' '), len),
            None => ('&', 1),
        },
        [0..0x80, ..] => (char::from(rest[0]), 1),
        _ => decode_utf8(source, at).unwrap_or_else(|| (char::REPLACEMENT_CHARACTER, invalid_len(source, at))),
    }
}

/// Decodes `\uXXXX`, or a surrogate pair of them.
fn decode_unicode_escape(rest: &[u8]) -> (char, usize) {
    let unit = |at: usize| {
        let digits = rest.get(at..at + 6).and_then(|escape| escape.strip_prefix(b"\\u"))?;
        digits.iter().try_fold(0, |code, &digit| Some(code << 4 | char::from(digit).to_digit(16)?))
    };
    let Some(first) = unit(0) else { return ('\\', 1) };
    if let (0xd800..0xdc00, Some(second @ 0xdc00..0xe000)) = (first, unit(6)) {
        let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        return (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 12);
    }
    (char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER), 6)
}

/// Whether the `<` right before `at` begins a tag.
fn starts_tag(source: &[u8], at: usize) -> bool {
    at < source.len() && matches!(decode_json_char(source, at).0, '/' | 'a'..='z' | 'A'..='Z')
}

/// What the malformed sequence at `at` stands for, with its length.
fn invalid_character(source: &[u8], at: usize) -> (char, usize) {
    (stray_character(source, at), invalid_len(source, at))
}

/// Length of the malformed sequence at `at` that is replaced by one character.
pub(super) fn invalid_len(source: &[u8], at: usize) -> usize {
    let bytes = &source[at..source.len().min(at + 4)];
    bytes.utf8_chunks().next().map_or(1, |chunk| chunk.invalid().len().max(1))
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
