//! Invariants of the normalized text: it contains every visible character once, blocks partition it, and every offset
//! maps back to the source.

use blockmask::internals::encoding::stray_character;
use blockmask::internals::html::node::Node;
use blockmask::internals::html::tags::Tag;
use blockmask::internals::html::text::{Decoding, decode};
use blockmask::internals::page::unicode::{SOFT_HYPHEN, SPACE, class};
use blockmask::internals::page::{Page, flag};
use blockmask::{Block, BlockFlags, Document, internals::html};
use std::ops::Range;

/// Checks the text, its source map and the blocks.
pub fn violation(document: &Document) -> Result<(), String> {
    partition(document)?;
    map(document)?;
    formulas(document.page())?;
    visible(document.page())?;
    let boundaries = Boundaries::of(document);
    let mut end = 0;
    for block in document.blocks() {
        one_block(document, &block)?;
        let source = block.source();
        let ordered = end <= source.start && source.start < source.end && source.end <= document.bytes().len();
        require!(ordered, "block {} at {source:?}, after {end}", block.index());
        boundaries.require(document, &source, block.table_entry().source)?;
        end = source.end;
    }
    Ok(())
}

/// The text is the concatenation of the blocks, each followed by a line feed.
fn partition(document: &Document) -> Result<(), String> {
    let text = document.text();
    let mut at = 0;
    for block in document.blocks() {
        let range = block.text_range();
        require!(range.start == at && range.start < range.end, "text of block {}: {range:?} at {at}", block.index());
        require!(text.get(range.clone()) == Some(block.text()), "text of block {} differs", block.index());
        require!(text.as_bytes().get(range.end) == Some(&b'\n'), "no line feed after block {}", block.index());
        at = range.end + 1;
    }
    require!(at == text.len(), "the text is longer than its blocks: {at} of {}", text.len());
    Ok(())
}

fn one_block(document: &Document, block: &Block) -> Result<(), String> {
    let (index, text, entry) = (block.index(), block.text(), block.table_entry());
    let clean = !text.contains(['\n', '\t', '\r']) && !text.contains("  ") && text.trim_matches(' ') == text;
    require!(clean, "block {index} has whitespace that is not collapsed: {text:?}");
    require!(block.characters() as usize == text.chars().count(), "characters of block {index}");
    require!(block.linked_tokens() <= block.tokens(), "linked tokens of block {index}");
    require!(block.lines() <= block.characters() && block.heading_level() <= 6, "lines, heading of block {index}");
    require!((0.0..=1.0).contains(&block.link_density()), "link density of block {index}");
    require!(block.flags().names().all(|name| name != "unknown"), "flags of block {index}: {:?}", block.flags());
    let mapped = document.map_text_range(block.text_range());
    require!(mapped == block.source(), "block {index} at {:?} maps to {mapped:?}", block.source());
    let nodes = document.page().tree.nodes;
    let container = nodes.get(entry.container as usize);
    require!(container.is_some_and(|node| node.depth == entry.depth), "container of block {index}");
    let first = nodes.get(entry.first_text as usize);
    // Text of formulas and metadata may come from attributes.
    let is_metadata = block.flags().contains(BlockFlags::METADATA_SOURCE);
    let is_formula = || document.page().formulas.iter().any(|formula| formula.node == entry.first_text);
    require!(
        first.is_some_and(|node| node.tag == Tag::TEXT || is_metadata || is_formula()),
        "first text of block {index}"
    );
    Ok(())
}

/// The source map is monotonic and in bounds, and maps each character to the source that it was decoded from.
fn map(document: &Document) -> Result<(), String> {
    let (page, len) = (document.page(), document.bytes().len());
    let entries = page.text_map.entries;
    let ascend = entries.windows(2).all(|pair| pair[0].text < pair[1].text && pair[0].source <= pair[1].source);
    require!(ascend, "the text map does not ascend");
    require!(
        page.text.is_empty() || entries.first().is_some_and(|entry| entry.text == 0),
        "the text map does not start at 0"
    );
    let mut last = 0..0;
    for (offset, c) in page.text.char_indices() {
        let source = document.map_text_range(offset..offset + 1);
        require!(source.start == document.map_text_offset(offset), "text {offset} begins at {source:?}");
        // A character reference may produce two characters.
        let ascends = last.end <= source.start && source.start <= source.end || last == source;
        require!(ascends && source.end <= len, "text {offset} comes from {source:?}, after {last:?}, of {len}");
        last = source;
        let view = page.text_map.to_view(offset as u32) as usize;
        let origin = page.tree.source.get(view..).unwrap_or_default();
        let same = origin.starts_with(c.encode_utf8(&mut [0; 4]).as_bytes());
        // A character reference, or an escape in JSON metadata.
        let is_code = matches!(origin.first(), Some(b'&' | b'\\'));
        let is_replaced = matches!(c, ' ' | '\n' | char::REPLACEMENT_CHARACTER) || is_code;
        // What stands between the texts of a formula is mapped to a tag, or to the end of the page.
        let is_sign = || is_in_formula(page, offset) && matches!(origin.first(), Some(b'<') | None);
        let is_stray = || c == stray_character(page.tree.source, view);
        require!(
            same || is_replaced || is_stray() || is_sign(),
            "text {offset}, {c:?}, maps to view {view}, which differs"
        );
    }
    Ok(())
}

fn is_in_formula(page: &Page, offset: usize) -> bool {
    let after = page.formulas.partition_point(|formula| formula.text.0 as usize <= offset);
    after > 0 && offset < page.formulas[after - 1].text.1 as usize
}

/// Formulas are in order, each inside one block, and come from the element that they name; what else it shows is dropped.
fn formulas(page: &Page) -> Result<(), String> {
    let mut end = 0;
    for formula in page.formulas {
        let (start, node) = (formula.text.0, &page.tree.nodes[formula.node as usize]);
        require!(end <= start && start < formula.text.1, "formula at {:?}, after {end}", formula.text);
        end = formula.text.1;
        let block = page.blocks.iter().find(|block| block.text.0 <= start && end <= block.text.1);
        require!(block.is_some(), "formula at {:?} is in no block", formula.text);
        let source = page.text_map.to_view(start)..page.text_map.to_view(end - 1);
        require!(node.start <= source.start && source.end <= node.end, "formula at {source:?}, not in its element");
        require!(page.contexts[formula.node as usize].flags & flag::DROPPED != 0, "a formula is written twice");
    }
    Ok(())
}

/// Collects decoded text without whitespace and soft hyphens.
struct NonWhitespace(String);

impl html::text::TextSink for NonWhitespace {
    fn plain(&mut self, bytes: &[u8], _: usize) {
        self.replaced(&String::from_utf8_lossy(bytes), 0..0);
    }

    fn replaced(&mut self, text: &str, _: Range<usize>) {
        self.0.extend(text.chars().filter(|&c| class(c) & SPACE == 0 && c != SOFT_HYPHEN));
    }
}

/// Except for whitespace, soft hyphens, metadata and formulas, the text consists of all text nodes that are not dropped, each decoded alone.
fn visible(page: &Page) -> Result<(), String> {
    let tree = &page.tree;
    require!(page.contexts.len() == tree.nodes.len(), "there are more or fewer contexts than nodes");
    let mut collected = NonWhitespace(String::with_capacity(page.text.len()));
    let in_order = |i: usize| if tree.source_order.is_empty() { i } else { tree.source_order[i] as usize };
    for node in (0..tree.nodes.len()).map(|i| &tree.nodes[in_order(i)]).filter(|node| is_kept(page, node)) {
        decode(tree.source, node.start as usize, node.end as usize, Decoding::of(node), &mut collected);
    }
    let mut expected = collected.0.chars();
    let of_nodes = page.blocks.iter().filter(|block| block.flags & flag::METADATA_SOURCE == 0);
    let texts = of_nodes.map(|block| (block.text.0 as usize, &page.text[block.text.0 as usize..block.text.1 as usize]));
    let characters = texts.flat_map(|(start, text)| text.char_indices().map(move |(at, c)| (start + at, c)));
    let mut found = characters.filter(|&(at, c)| c != ' ' && !is_in_formula(page, at)).map(|(_, c)| c);
    let same = found.by_ref().all(|c| expected.next() == Some(c));
    require!(same, "the text has a character that no text node has");
    require!(page.is_cut || expected.next().is_none(), "a text node has a character that the text lacks");
    Ok(())
}

fn is_kept(page: &Page, node: &Node) -> bool {
    node.tag == Tag::TEXT && page.contexts[node.parent as usize].flags & flag::DROPPED == 0
}

/// Character boundaries in the input bytes.
enum Boundaries {
    /// UTF-8: a flag for each byte and one for the end.
    Known(Vec<bool>),
    /// A stateless encoding: a range is correct if it decodes to the corresponding view.
    Decoded(&'static encoding_rs::Encoding),
    /// A stateful encoding, whose ranges cannot be decoded alone.
    Unknown,
}

impl Boundaries {
    fn of(document: &Document) -> Boundaries {
        let encoding = encoding_rs::Encoding::for_label(document.encoding().as_bytes());
        match encoding {
            Some(encoding) if encoding == encoding_rs::UTF_8 => {
                let mut known = vec![false; document.bytes().len() + 1];
                let mut at = 0;
                for chunk in document.bytes().utf8_chunks() {
                    chunk.valid().char_indices().for_each(|(i, _)| known[at + i] = true);
                    at += chunk.valid().len();
                    known[at] = true;
                    at += chunk.invalid().len();
                }
                known[at] = true;
                Boundaries::Known(known)
            }
            Some(encoding) if document.encoding() != "ISO-2022-JP" => Boundaries::Decoded(encoding),
            _ => Boundaries::Unknown,
        }
    }

    fn require(&self, document: &Document, range: &Range<usize>, view: (u32, u32)) -> Result<(), String> {
        match self {
            Boundaries::Known(known) => {
                require!(known[range.start] && known[range.end], "{range:?} cuts a character");
            }
            Boundaries::Decoded(encoding) => {
                let bytes = document.bytes();
                // How a truncated sequence at the end is decoded depends on what follows, so line feeds, which are
                // never part of a multi-byte sequence, are appended.
                let line_feeds: &[u8] = match encoding.name() {
                    _ if range.end == bytes.len() => b"",
                    "UTF-16LE" => b"\n\0\n\0\n\0",
                    "UTF-16BE" => b"\0\n\0\n\0\n",
                    _ => b"\n\n\n",
                };
                let slice = [&bytes[range.clone()], line_feeds].concat();
                let (text, _) = encoding.decode_without_bom_handling(&slice);
                let text = if line_feeds.is_empty() { Some(&*text) } else { text.strip_suffix("\n\n\n") };
                let view = &document.page().tree.source[view.0 as usize..view.1 as usize];
                require!(text.map(str::as_bytes) == Some(view), "{range:?} does not decode to the view");
            }
            Boundaries::Unknown => {}
        }
        Ok(())
    }
}
