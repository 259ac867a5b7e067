//! Source text to normalized text: references decoded, whitespace collapsed, dropped text left out, and the places
//! where fragments, blocks and links begin and end.

use super::block::Block;
use super::context::{Context, Contexts, flag};
use super::fragment::{Fragment, gap};
use super::link::Link;
use super::metadata::MetadataText;
use super::shown::Shown;
use super::text_map::MapEntry;
use super::unicode;
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::html::entities;
use crate::html::scan;
use crate::html::text::Decoding;
use crate::html::{NONE, Node, Tag, Tree, node_flag};

/// The text of a page and its units, not yet measured.
pub(super) struct Normalized<'a> {
    pub text: ArenaVec<'a, u8>,
    pub map: ArenaVec<'a, MapEntry>,
    pub fragments: ArenaVec<'a, Fragment>,
    pub blocks: ArenaVec<'a, Block>,
    pub links: ArenaVec<'a, Link>,
    /// Text was left out, as there are enough blocks.
    pub is_cut: bool,
}

/// Bytes of text that are room enough for most pages.
fn text_room(shown: &Shown) -> usize {
    shown.bytes + shown.texts + 64
}

/// Entries of the map that are room enough for most pages.
fn map_room(shown: &Shown) -> usize {
    shown.texts + shown.blocks + shown.bytes / 64 + 16
}

/// Room that the tables take in their arena, in bytes.
pub(super) fn room(shown: &Shown) -> usize {
    text_room(shown)
        + map_room(shown) * size_of::<MapEntry>()
        + shown.fragments * size_of::<Fragment>()
        + shown.blocks * size_of::<Block>()
        + shown.links * size_of::<Link>()
}

/// Reads all text nodes in source order, until there are `max_blocks` blocks.
#[inline(never)]
pub(super) fn normalize<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    contexts: &Contexts,
    metadata: &[MetadataText],
    max_blocks: u32,
) -> Normalized<'a> {
    let mut writer = Writer::new(arena, tree, contexts, max_blocks as usize);
    let Contexts { of_nodes: contexts, leaves, .. } = *contexts;
    if !metadata.is_empty() {
        let order = (0..tree.nodes.len()).map(|i| tree.source_order.get(i).map_or(i, |&index| index as usize));
        for index in order {
            writer.node(index, contexts);
            writer.metadata_of(index, contexts, metadata);
        }
    } else if tree.source_order.is_empty() {
        for &index in leaves {
            writer.node(index as usize, contexts);
        }
    } else {
        for &index in tree.source_order {
            writer.node(index as usize, contexts);
        }
    }
    writer.close_block();
    writer.out
}

struct Writer<'a, 't> {
    tree: &'t Tree<'a>,
    out: Normalized<'a>,
    /// Bits of all tags since the last text that was written.
    gap: u8,
    /// Bits of all tags since the last fragment.
    fragment_gap: u8,
    /// Source offset of whitespace that is written before the next character of the block, or [`NONE`].
    space: u32,
    in_block: bool,
    in_fragment: bool,
    /// The link that the last piece of text was in.
    link: u32,
    /// One past the last source byte written.
    last_source: u32,
    /// `source - text` of the last map entry.
    step: u32,
    /// Inside `googleoff` comments.
    not_indexed: bool,
    max_blocks: usize,
}

impl<'a, 't> Writer<'a, 't> {
    fn new(arena: &'a Bump, tree: &'t Tree<'a>, contexts: &Contexts, max_blocks: usize) -> Self {
        let Shown { fragments, blocks, links, .. } = contexts.shown;
        let out = Normalized {
            text: ArenaVec::with_capacity_in(text_room(&contexts.shown), arena),
            fragments: ArenaVec::with_capacity_in(fragments + 1, arena),
            blocks: ArenaVec::with_capacity_in(blocks + 1, arena),
            links: ArenaVec::with_capacity_in(links, arena),
            // How often text and source part is not known beforehand; the last table of an arena can grow in its place.
            map: ArenaVec::with_capacity_in(map_room(&contexts.shown), arena),
            is_cut: false,
        };
        Writer {
            tree,
            out,
            gap: gap::BLOCK | gap::FRAGMENT,
            fragment_gap: 0,
            space: NONE,
            in_block: false,
            in_fragment: false,
            link: NONE,
            last_source: 0,
            step: u32::MAX,
            not_indexed: false,
            max_blocks,
        }
    }

    #[inline]
    fn node(&mut self, index: usize, contexts: &[Context]) {
        let tree = self.tree;
        let node = &tree.nodes[index];
        if node.tag == Tag::TEXT {
            self.gap |= node.gap;
            let context = &contexts[node.parent as usize];
            if context.flags & flag::DROPPED != 0 {
                return;
            }
            if node.flags & node_flag::WHITESPACE != 0 {
                self.wait_with_space(node.start);
                return;
            }
            self.piece(index as u32, node, context);
        } else if node.tag == Tag::COMMENT {
            self.comment(node);
        }
    }

    /// `<!-- googleoff: index -->` and the like switch indexing off until the matching comment.
    fn comment(&mut self, node: &Node) {
        let text = self.tree.source[node.content as usize..node.attributes as usize].trim_ascii_start();
        match text {
            [b'g', b'o', b'o', b'g', b'l', b'e', b'o', b'f', b'f', ..] => self.not_indexed = true,
            [b'g', b'o', b'o', b'g', b'l', b'e', b'o', b'n', ..] => self.not_indexed = false,
            b"noindex" => self.not_indexed = true,
            b"/noindex" => self.not_indexed = false,
            _ => {}
        }
    }

    /// A text node that is shown and not blank.
    fn piece(&mut self, index: u32, node: &Node, context: &Context) {
        let mut flags = context.flags & flag::OF_BLOCKS;
        if self.not_indexed {
            flags |= flag::NO_INDEX;
        }
        if self.gap & gap::BLOCK != 0 || self.out.blocks.last().is_some_and(|block| block.flags != flags) {
            self.close_block();
        } else if self.gap & gap::FRAGMENT != 0 {
            self.close_fragment();
        }
        if !self.in_block && self.is_full() {
            return;
        }
        if self.gap & gap::SPACE != 0 {
            self.wait_with_space(node.start);
        }
        self.fragment_gap |= self.gap;
        self.gap = 0;
        let at = node.content as usize;
        if node.content > node.start {
            self.wait_with_space(node.start);
        }
        let link = context.link;
        if link != self.link {
            self.link = NONE;
        }
        let start = self.out.text.len();
        let unit = Unit { context, node: index, flags, link };
        self.write(at, node.end as usize, Decoding::of(node), &unit);
        if self.out.text.len() > start && link != NONE {
            self.extend_link();
        }
    }

    /// Whether there are enough blocks; the text that asks is left out.
    fn is_full(&mut self) -> bool {
        let is_full = self.out.blocks.len() >= self.max_blocks;
        self.out.is_cut |= is_full;
        is_full
    }

    /// The last link goes on to the end of the text.
    fn extend_link(&mut self) {
        let end = self.out.text.len() as u32;
        if let Some(last) = self.out.links.last_mut() {
            last.text.1 = end;
            last.source.1 = self.last_source;
        }
    }

    /// The texts that the metadata in a node holds: a block each, or for each of its paragraphs.
    fn metadata_of(&mut self, index: usize, contexts: &[Context], metadata: &[MetadataText]) {
        for entry in metadata.iter().filter(|entry| entry.node as usize == index) {
            self.close_block();
            if self.is_full() {
                return;
            }
            let context = &contexts[self.tree.nodes[index].parent as usize];
            let flags = flag::HIDDEN | flag::METADATA_SOURCE;
            let unit = Unit { context, node: entry.node, flags, link: NONE };
            let (start, end) = (entry.source.0 as usize, entry.source.1 as usize);
            if entry.is_json {
                self.json_text(start, end, &unit);
            } else {
                self.write(start, end, Decoding::ATTRIBUTE, &unit);
            }
            self.close_block();
            self.gap |= gap::BLOCK | gap::FRAGMENT;
        }
    }

    /// Writes a string of JSON. A line feed in it ends a paragraph, and tags are whitespace.
    fn json_text(&mut self, start: usize, end: usize, unit: &Unit) {
        let source = &self.tree.source[..end];
        let mut at = start;
        let mut in_tag = false;
        while at < end {
            let (c, len) = json_character(source, at);
            match c {
                '>' if in_tag => in_tag = false,
                _ if in_tag => {}
                '<' if starts_tag(source, at + len) => {
                    in_tag = true;
                    self.wait_with_space(at as u32);
                }
                '\n' => self.close_block(),
                _ if !self.in_block && self.is_full() => return,
                _ => self.character(c, at, len, unit),
            }
            at += len;
        }
    }

    /// Writes the text from `at` to `end`.
    fn write(&mut self, mut at: usize, end: usize, decoding: Decoding, unit: &Unit) {
        let source = &self.tree.source[..end];
        // Bytes from here on are copied as they stand.
        let mut from = at;
        loop {
            at = scan::plain_text_end(self.tree.source, at, end);
            let Some(&byte) = source.get(at) else { break };
            match byte {
                0x80.. => match character(source, at) {
                    Some((c, len)) if unicode::class(c) & unicode::SPACE == 0 => at += len,
                    other => {
                        self.copy(from, at, unit);
                        let (c, len) = other.unwrap_or((char::REPLACEMENT_CHARACTER, invalid_len(source, at)));
                        self.character(c, at, len, unit);
                        at += len;
                        from = at;
                    }
                },
                b'&' if decoding.references => match entities::decode(&source[at..], decoding.attribute) {
                    Some((value, len)) => {
                        self.copy(from, at, unit);
                        let mut buffer = [0; 4];
                        for c in value.as_str(&mut buffer).chars() {
                            self.character(c, at, len, unit);
                        }
                        at += len;
                        from = at;
                    }
                    None => at += 1,
                },
                b' ' | b'\t'..=b'\r' => {
                    self.copy(from, at, unit);
                    self.wait_with_space(at as u32);
                    at = scan::skip_space(source, at + usize::from(byte == 0x0b));
                    from = at;
                }
                0 => {
                    self.copy(from, at, unit);
                    if decoding.replace_nul {
                        self.character(char::REPLACEMENT_CHARACTER, at, 1, unit);
                    }
                    at += 1;
                    from = at;
                }
                _ => at += 1,
            }
        }
        self.copy(from, source.len(), unit);
    }

    /// Copies a stretch of source; whitespace at its end waits for what follows.
    #[inline]
    fn copy(&mut self, mut from: usize, mut end: usize, unit: &Unit) {
        let source = self.tree.source;
        // It may stand behind other whitespace, such as U+00A0, or behind a NUL with which a block began.
        if from < end && source[from] == b' ' {
            self.wait_with_space(from as u32);
            from += 1;
        }
        if from >= end {
            return;
        }
        let ends_in_space = source[end - 1] == b' ';
        if ends_in_space {
            end -= 1;
        }
        if from < end {
            self.open(from, unit);
            self.map(from as u32);
            self.out.text.extend_from_range(source, from, end);
            self.last_source = end as u32;
        }
        if ends_in_space {
            self.wait_with_space(end as u32);
        }
    }

    /// Writes a character that stands for `len` bytes of source.
    fn character(&mut self, c: char, at: usize, len: usize, unit: &Unit) {
        if unicode::class(c) & unicode::SPACE != 0 {
            self.wait_with_space(at as u32);
            return;
        }
        self.open(at, unit);
        self.map(at as u32);
        self.out.text.extend_from_slice_copy(c.encode_utf8(&mut [0; 4]).as_bytes());
        self.last_source = (at + len) as u32;
    }

    /// Notes where the next byte of text comes from, unless it follows on from the last.
    #[inline]
    fn map(&mut self, source: u32) {
        let text = self.out.text.len() as u32;
        let step = source.wrapping_sub(text);
        if step != self.step {
            self.step = step;
            self.out.map.push(MapEntry { text, source });
        }
    }

    /// Whitespace, which is written before what follows; of several ones the first.
    #[inline]
    fn wait_with_space(&mut self, at: u32) {
        // Half of all texts are blank, and so a branch would be taken at random.
        self.space = if self.space == NONE { at } else { self.space };
    }

    /// Before a character is written: opens the units that it is in, and writes the whitespace that waits.
    #[inline]
    fn open(&mut self, source: usize, unit: &Unit) {
        let space = std::mem::replace(&mut self.space, NONE);
        if space != NONE && self.in_block {
            self.map(space);
            self.out.text.push(b' ');
        }
        if !self.in_block || !self.in_fragment || self.link != unit.link {
            self.open_units(source as u32, unit);
        }
    }

    fn open_units(&mut self, source: u32, unit: &Unit) {
        let text = self.out.text.len() as u32;
        if !self.in_block {
            self.in_block = true;
            self.out.blocks.push(Block {
                text: (text, text),
                source: (source, source),
                container: unit.context.container,
                first_text: unit.node,
                depth: self.tree.nodes[unit.context.container as usize].depth,
                fragments: (self.out.fragments.len() as u32, 0),
                flags: unit.flags,
                heading: unit.context.heading,
                ..Block::default()
            });
        }
        if !self.in_fragment {
            self.in_fragment = true;
            let gap = std::mem::take(&mut self.fragment_gap);
            let fragment = Fragment { text: (text, text), source: (source, source), gap, ..Fragment::default() };
            self.out.fragments.push(fragment);
        }
        if self.link != unit.link {
            self.link = unit.link;
            self.out.links.push(Link { text: (text, text), source: (source, source), node: unit.link });
        }
    }

    fn close_fragment(&mut self) {
        if self.in_fragment
            && let Some(fragment) = self.out.fragments.last_mut()
        {
            fragment.text.1 = self.out.text.len() as u32;
            fragment.source.1 = self.last_source;
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
            block.source.1 = self.last_source;
            block.fragments.1 = self.out.fragments.len() as u32;
            // Blocks are told apart in the text by a line feed, which belongs to none of them.
            self.map(self.last_source);
            self.out.text.push(b'\n');
        }
        self.in_block = false;
        self.space = NONE;
    }
}

/// What the current piece of text is part of.
struct Unit<'c> {
    context: &'c Context,
    node: u32,
    flags: u16,
    link: u32,
}

/// The character at `at`, if its bytes are valid UTF-8.
#[inline]
fn character(source: &[u8], at: usize) -> Option<(char, usize)> {
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

/// The character that stands at `at` in a string of JSON, and the length of its escape or reference.
fn json_character(source: &[u8], at: usize) -> (char, usize) {
    let rest = &source[at..];
    match *rest {
        [b'\\', b'u', ..] => unicode_escape(rest),
        [b'\\', b'n' | b'r', ..] => ('\n', 2),
        [b'\\', b't' | b'b' | b'f', ..] => (' ', 2),
        [b'\\', other, ..] if other.is_ascii() => (char::from(other), 2),
        [b'&', ..] => match entities::decode(rest, false) {
            Some((value, len)) => (value.as_str(&mut [0; 4]).chars().next().unwrap_or(' '), len),
            None => ('&', 1),
        },
        [0..0x80, ..] => (char::from(rest[0]), 1),
        _ => character(source, at).unwrap_or_else(|| (char::REPLACEMENT_CHARACTER, invalid_len(source, at))),
    }
}

/// `\uXXXX`, or two of them that make one character.
fn unicode_escape(rest: &[u8]) -> (char, usize) {
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

/// Whether a tag begins, its `<` being before `at`.
fn starts_tag(source: &[u8], at: usize) -> bool {
    at < source.len() && matches!(json_character(source, at).0, '/' | 'a'..='z' | 'A'..='Z')
}

/// Length of the invalid sequence at `at` that one U+FFFD stands for.
fn invalid_len(source: &[u8], at: usize) -> usize {
    let bytes = &source[at..source.len().min(at + 4)];
    bytes.utf8_chunks().next().map_or(1, |chunk| chunk.invalid().len().max(1))
}

#[cfg(test)]
mod tests {
    /// Whitespace of any kind, in any order, is one space.
    #[test]
    fn mixed_white_space_collapses() {
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
