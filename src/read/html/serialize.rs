//! Serialization of a node table, or of a part of it, as normalized HTML (after HTML, "Serializing HTML fragments").
//!
//! All names are lower case, all attribute values are in double quotes, all elements except void ones have end tags,
//! references are decoded, and only `&`, `<`, `>`, no-break space and, in values, quotes are escaped.
//!
//! Parsing the output of [`Profile::Faithful`] gives an equal tree, except for what HTML cannot express:
//! * elements that only the repair of misnested markup nests, such as `p` in `p`, `a` in `a`, a `form` in a `form`, or
//!   a `select` in a `select`;
//! * elements beyond the depth limit;
//! * `plaintext`, which nothing can follow: it is written as `pre`;
//! * a script that the page ends inside `<!-- <script`, which gets an additional `-->`;
//! * a malformed document type declaration, of which only the name and the quirks mode are kept;
//! * the attributes and then the tags of clones of formatting elements (`<font ...>` left open before a thousand
//!   `<p>`), once they take many times the length of the page: this keeps the output linear in the input.
//!
//! A line feed at the start of `pre`, `textarea` or `listing` is written twice, as parsers drop the first. Where
//! omitting elements would join two texts, a line feed separates their words.

use super::doctype::QuirksMode;
use super::names::name_key;
use super::node::{Namespace, Node, Tree, node_flag};
use super::scan::find_lanes;
use super::tags::{Tag, class};
use super::text::{Decoding, TextSink, decode};
use super::token::{Span, TokenizerState};
use super::tokenizer::Tokenizer;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::simd::Lanes;
use memchr::memmem;
use std::collections::TryReserveError;
use std::ops::Range;

/// The kind of parser that the output is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// A parser that follows the standard.
    #[default]
    Faithful,
    /// A parser that only matches start and end tags. Constructs that such a parser misreads are avoided: raw text
    /// elements (`script`, `style`, `iframe`, `noembed`, `noframes`), comments, identifiers of the document type and
    /// attributes with unusual names are omitted, `xmp` becomes `pre`, and elements with unusual names (and SVG
    /// elements with the name of a void HTML element) are replaced by their content.
    Portable,
}

/// Options of [`serialize`].
#[derive(Clone, Copy, Debug)]
pub struct SerializeOptions {
    /// The parser that the output is for.
    pub profile: Profile,
    /// Whether to write comments.
    pub comments: bool,
}

impl Default for SerializeOptions {
    fn default() -> Self {
        SerializeOptions { profile: Profile::Faithful, comments: true }
    }
}

/// Serializes the nodes for which `keep` is true, including the contents of templates. A node that is not kept is
/// omitted with its subtree. Takes time and memory linear in the page, without recursion.
///
/// # Errors
/// If there is no memory for the output.
pub fn serialize(
    tree: &Tree<'_>,
    keep: impl Fn(u32) -> bool,
    options: SerializeOptions,
) -> Result<String, TryReserveError> {
    let mut writer = Writer::new(tree, options);
    // The open elements that need an end tag, by node.
    let mut open: Vec<u32> = Vec::new();
    let mut index = 1;
    while index < tree.nodes.len() {
        while let Some(inner) = open.pop_if(|inner| tree.nodes[*inner as usize].subtree_end as usize <= index) {
            writer.end_tag(&tree.nodes[inner as usize]);
        }
        let node = &tree.nodes[index];
        if !keep(index as u32) || !writer.is_included(node) {
            writer.omitted_element |= node.tag.is_element() && !holds_raw_text(node);
            index = (node.subtree_end as usize).max(index + 1);
            continue;
        }
        match node.tag {
            Tag::TEXT => writer.text(node),
            Tag::COMMENT => writer.comment(node),
            Tag::DOCTYPE => writer.doctype(),
            _ => {
                if writer.start_tag(node) && !is_void(node) {
                    open.try_reserve(1)?;
                    open.push(index as u32);
                }
            }
        }
        index += 1;
    }
    while let Some(inner) = open.pop() {
        writer.end_tag(&tree.nodes[inner as usize]);
    }
    writer.out.finish()
}

/// The output, in UTF-8, and whether memory was refused for a part of it.
#[derive(Default)]
struct Output {
    text: Vec<u8>,
    refused: Option<TryReserveError>,
}

impl Output {
    fn len(&self) -> usize {
        self.text.len()
    }

    #[inline]
    fn has_room(&mut self, more: usize) -> bool {
        match self.text.try_reserve(more) {
            Ok(()) => true,
            Err(error) => {
                self.refused = Some(error);
                false
            }
        }
    }

    #[inline]
    fn push(&mut self, text: &[u8]) {
        if self.has_room(text.len()) {
            self.text.extend_from_slice(text);
        }
    }

    fn push_str(&mut self, text: &str) {
        self.push(text.as_bytes());
    }

    fn insert_line_feed(&mut self, at: usize) {
        if self.has_room(1) {
            self.text.insert(at, b'\n');
        }
    }

    /// A name as in the DOM: in lower case, NUL and invalid bytes replaced.
    fn push_name(&mut self, raw: &[u8]) {
        let start = self.len();
        match raw.iter().all(u8::is_ascii_graphic) {
            true => self.push(raw),
            false => decode(raw, 0, raw.len(), Decoding::RAW, &mut EscapingSink { out: self, escape: Escape::None }),
        }
        self.text[start..].make_ascii_lowercase();
    }

    /// All of it.
    fn finish(self) -> Result<String, TryReserveError> {
        // All that was pushed is well-formed.
        self.refused.map_or_else(|| Ok(String::from_utf8(self.text).unwrap_or_default()), Err)
    }
}

/// The output, and the state that the next write depends on.
struct Writer<'t, 'a> {
    tree: &'t Tree<'a>,
    options: SerializeOptions,
    out: Output,
    /// Where in the output the last start tag ended, if parsers drop a line feed after it.
    start_tag_end: Option<usize>,
    /// Where in the output the last text ended.
    text_end: Option<usize>,
    /// An element that may contain words was omitted since the last text.
    omitted_element: bool,
    /// Bytes of attributes that may still be written for clones.
    clone_budget: usize,
    /// Bytes of tags that may still be written for clones.
    clone_tag_budget: usize,
}

/// Maximum length of the attributes of clones, as a multiple of the page's length, and the same of their tags.
const MAX_CLONE_FACTOR: usize = 16;

/// Bytes of the tags of clones that every page may have.
const FREE_CLONE_TAGS: usize = 512 << 10;

impl<'t, 'a> Writer<'t, 'a> {
    fn new(tree: &'t Tree<'a>, options: SerializeOptions) -> Self {
        let clone_budget = tree.source.len().saturating_mul(MAX_CLONE_FACTOR);
        Writer {
            tree,
            options,
            out: Output::default(),
            start_tag_end: None,
            text_end: None,
            omitted_element: false,
            clone_budget,
            clone_tag_budget: clone_budget.saturating_add(FREE_CLONE_TAGS),
        }
    }

    /// Whether the options include the node.
    fn is_included(&self, node: &Node) -> bool {
        match node.tag {
            Tag::COMMENT => self.options.comments && self.options.profile == Profile::Faithful,
            _ => self.options.profile == Profile::Faithful || !holds_raw_text(node) || node.tag == Tag::XMP,
        }
    }

    /// Writes a start tag. Returns whether an end tag belongs to it.
    fn start_tag(&mut self, node: &Node) -> bool {
        let name = self.name(node);
        if self.omits_tags(node, name) {
            return false;
        }
        if is_clone(node) {
            let Some(rest) = self.clone_tag_budget.checked_sub(2 * name.len() + "<></>".len()) else { return false };
            self.clone_tag_budget = rest;
        }
        self.out.push(b"<");
        self.out.push_name(name);
        for attribute in self.tree.attributes_of(node) {
            if node.flags & node_flag::IMPLIED != 0 {
                let len = usize::from(attribute.name_len) + (attribute.value_end - attribute.value_start) as usize;
                let Some(rest) = self.clone_budget.checked_sub(len) else { break };
                self.clone_budget = rest;
            }
            let attribute_name = self.tree.raw_attribute_name(attribute);
            if self.is_unportable(attribute_name) {
                continue;
            }
            self.out.push(b" ");
            self.out.push_name(attribute_name);
            self.out.push_str("=\"");
            let value = attribute.value_start as usize..attribute.value_end as usize;
            let escape = Escape::AttributeValue;
            decode(
                self.tree.source,
                value.start,
                value.end,
                Decoding::ATTRIBUTE,
                &mut EscapingSink { out: &mut self.out, escape },
            );
            self.out.push(b"\"");
        }
        self.out.push(b">");
        let drops_line_feed = node.namespace == Namespace::Html
            && (name == b"pre" || matches!(node.tag, Tag::PRE | Tag::TEXTAREA | Tag::LISTING));
        self.start_tag_end = drops_line_feed.then_some(self.out.len());
        true
    }

    fn end_tag(&mut self, node: &Node) {
        self.out.push_str("</");
        self.out.push_name(self.name(node));
        self.out.push(b">");
    }

    fn text(&mut self, node: &Node) {
        if self.omitted_element && self.text_end == Some(self.out.len()) {
            self.out.push(b"\n");
        }
        let start = self.out.len();
        let parent = &self.tree.nodes[node.parent as usize];
        let is_raw = holds_raw_text(parent) && self.options.profile == Profile::Faithful;
        let escape = if is_raw { Escape::None } else { Escape::Text };
        let mut sink = EscapingSink { out: &mut self.out, escape };
        decode(self.tree.source, node.start as usize, node.end as usize, Decoding::of(node), &mut sink);
        if self.start_tag_end == Some(start) && self.out.text[start..].starts_with(b"\n") {
            self.out.insert_line_feed(start);
        }
        if is_raw && parent.tag == Tag::SCRIPT && !is_ended_by_end_tag(&self.out.text[start..]) {
            self.out.push_str("-->");
        }
        self.text_end = Some(self.out.len());
        self.omitted_element = false;
    }

    fn comment(&mut self, node: &Node) {
        self.out.push_str("<!--");
        let mut sink = EscapingSink { out: &mut self.out, escape: Escape::None };
        decode(self.tree.source, node.content as usize, node.attributes as usize, Decoding::RAW, &mut sink);
        self.out.push_str("-->");
    }

    fn doctype(&mut self) {
        let Some(token) = self.tree.doctype else { return };
        if self.options.profile == Profile::Portable {
            // No declaration means quirks mode.
            self.out.push_str(if self.tree.quirks == QuirksMode::Quirks { "" } else { "<!DOCTYPE html>" });
            return;
        }
        let text = |span: Span| String::from_utf8_lossy(&self.tree.source[span.start as usize..span.end as usize]);
        self.out.push_str("<!DOCTYPE");
        if let Some(name) = token.name {
            self.out.push(b" ");
            self.out.push_name(text(name).as_bytes());
        }
        if token.force_quirks {
            // Quirks mode again: by the missing name, or by a keyword without its identifier.
            self.out.push_str(if token.name.is_some() { " SYSTEM" } else { "" });
        } else {
            let keyword = if token.public_id.is_some() { " PUBLIC" } else { " SYSTEM" };
            let ids = [token.public_id, token.system_id];
            if ids.iter().any(Option::is_some) {
                self.out.push_str(keyword);
            }
            for id in ids.into_iter().flatten() {
                let id = text(id);
                // An identifier contains at most one kind of quote, as it was quoted by the other.
                let quote = if id.contains('"') { "'" } else { "\"" };
                self.out.push(b" ");
                self.out.push_str(quote);
                decode(
                    id.as_bytes(),
                    0,
                    id.len(),
                    Decoding::RAW,
                    &mut EscapingSink { out: &mut self.out, escape: Escape::None },
                );
                self.out.push_str(quote);
            }
        }
        self.out.push(b">");
    }

    /// The name to write: in lower case even for SVG, as parsers restore its mixed-case names.
    fn name(&self, node: &Node) -> &'a [u8] {
        let is_pre = node.namespace == Namespace::Html
            && (node.tag == Tag::PLAINTEXT || (node.tag == Tag::XMP && self.options.profile == Profile::Portable));
        if is_pre { b"pre" } else { self.tree.raw_name(node) }
    }

    /// Whether only the element's content is written: not every parser supports its name, or distinguishes an SVG
    /// element from a void HTML element of that name.
    fn omits_tags(&self, node: &Node, name: &[u8]) -> bool {
        let is_portable = self.options.profile == Profile::Portable;
        self.is_unportable(name) || (is_portable && node.namespace != Namespace::Html && node.tag.is(class::VOID))
    }

    /// Whether a name is omitted because not every parser supports it.
    fn is_unportable(&self, name: &[u8]) -> bool {
        let is_portable_byte = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':');
        self.options.profile == Profile::Portable && (name.is_empty() || !name.iter().all(is_portable_byte))
    }
}

/// Whether the element is a clone of a formatting element.
fn is_clone(node: &Node) -> bool {
    node.flags & node_flag::IMPLIED != 0 && node.tag.is(class::FORMATTING)
}

/// Whether the element has neither children nor an end tag.
fn is_void(node: &Node) -> bool {
    node.namespace == Namespace::Html && node.tag.is(class::VOID)
}

/// Whether the element's text is written without escapes. (`plaintext` becomes `pre`; scripting is disabled, so
/// `noscript` contains markup.)
fn holds_raw_text(node: &Node) -> bool {
    let raw = matches!(node.tag, Tag::SCRIPT | Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES);
    raw && node.namespace == Namespace::Html
}

/// Whether the end tag after a script with this text ends it. Inside `<!-- <script` it does not.
fn is_ended_by_end_tag(script: &[u8]) -> bool {
    // Early exit: most scripts have no such comment.
    if memmem::find(script, b"<!--").is_none() {
        return true;
    }
    let arena = Bump::new();
    let whole = [script, b"</script>"].concat();
    let mut tokenizer = Tokenizer::new(&whole, ArenaVec::new_in(&arena));
    tokenizer.switch_to(TokenizerState::ScriptData, const { name_key(b"script") });
    tokenizer.has_expected_end_tag()
}

/// Which characters are escaped.
#[derive(Clone, Copy, PartialEq)]
enum Escape {
    None,
    Text,
    AttributeValue,
}

/// Receives decoded text and writes it escaped.
struct EscapingSink<'o> {
    out: &'o mut Output,
    escape: Escape,
}

/// The first byte of a no-break space in UTF-8, and of other characters.
const LEAD: u8 = 0xc2;

impl EscapingSink<'_> {
    fn write(&mut self, text: &[u8]) {
        if self.escape == Escape::None {
            return self.out.push(text);
        }
        let quote = if self.escape == Escape::AttributeValue { b'"' } else { b'&' };
        let is_candidate =
            |lanes: Lanes| lanes.either(b'<', b'>') | lanes.either(b'&', quote) | lanes.either(b'\r', LEAD);
        let (mut written, mut at) = (0, 0);
        loop {
            at = find_lanes(text, at, is_candidate);
            let (reference, len) = match text.get(at) {
                None => break,
                Some(b'&') => ("&amp;", 1),
                Some(b'<') => ("&lt;", 1),
                Some(b'>') => ("&gt;", 1),
                Some(b'"') => ("&quot;", 1),
                // Unescaped it would be parsed as a line feed.
                Some(b'\r') => ("&#13;", 1),
                Some(_) if text[at..].starts_with("\u{a0}".as_bytes()) => ("&nbsp;", 2),
                Some(_) => {
                    at += 1;
                    continue;
                }
            };
            self.out.push(&text[written..at]);
            self.out.push_str(reference);
            at += len;
            written = at;
        }
        self.out.push(&text[written..]);
    }
}

impl TextSink for EscapingSink<'_> {
    fn plain(&mut self, bytes: &[u8], _at: usize) {
        self.write(bytes);
    }
    fn replaced(&mut self, text: &str, _source: Range<usize>) {
        self.write(text.as_bytes());
    }
}
