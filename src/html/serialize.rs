//! Normalized HTML: a node table, or a part of it, written out again (after HTML 13.3, "serializing HTML fragments").
//!
//! All names are lower case, all attribute values stand in double quotes, all end tags are written but those of void
//! elements, references are decoded and only `&`, `<`, `>`, no-break space and, in values, quotes are escaped.
//!
//! Read again, the output of [`Profile::Faithful`] gives the same tree, except where HTML has no way to write it:
//! * elements that only the repair of misnested markup puts into each other, such as `p` in `p`, `a` in `a`, a `form`
//!   in a `form`, or a `select` in a `select`;
//! * elements beyond the depth limit;
//! * `plaintext`, which nothing can follow: it is written as `pre`;
//! * a script that is cut off inside `<!-- <script`, which needs a `-->` more to end;
//! * a broken document type declaration, of which only the name and the quirks mode are kept;
//! * the attributes of elements that the parser made again and again (`<font ...>` left open before a thousand `<p>`),
//!   once they take many times the length of the page: so the output stays linear in the input.
//!
//! A line feed at the start of `pre`, `textarea` or `listing` is written twice, as the first is not read. Where leaving
//! elements out brings two texts together, a line feed keeps their words apart.

use super::doctype::QuirksMode;
use super::names::name_key;
use super::node::{Namespace, Node, Tree, node_flag};
use super::tags::{Tag, class};
use super::text::{Decoding, TextSink, decode};
use super::tokenizer::{Span, TextKind, Tokenizer};
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use std::ops::Range;

/// For which reader the output is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// For a parser that keeps to the standard.
    #[default]
    Faithful,
    /// For one that just matches start and end tags. What such a parser gets wrong is avoided: elements of raw text
    /// (`script`, `style`, `iframe`, `noembed`, `noframes`), comments, identifiers of the document type and attributes
    /// of unusual names are left out, `xmp` becomes `pre`, and elements of unusual names (and those of SVG that are
    /// called as a void one of HTML) lose their tags.
    Portable,
}

/// What is written, and how.
#[derive(Clone, Copy, Debug)]
pub struct SerializeOptions {
    /// The reader to write for.
    pub profile: Profile,
    /// Whether comments are written.
    pub comments: bool,
}

impl Default for SerializeOptions {
    fn default() -> Self {
        SerializeOptions { profile: Profile::Faithful, comments: true }
    }
}

/// Writes the nodes that `keep` names, with the contents of templates. A node that is not kept is left out with all
/// below it. Takes time and room linear in the page, and no stack.
pub fn serialize(tree: &Tree<'_>, keep: impl Fn(u32) -> bool, options: SerializeOptions) -> String {
    let mut writer = Writer::new(tree, options);
    // The open elements that need an end tag, by node.
    let mut open: Vec<u32> = Vec::new();
    let mut index = 1;
    while index < tree.nodes.len() {
        while let Some(inner) = open.pop_if(|inner| tree.nodes[*inner as usize].subtree_end as usize <= index) {
            writer.end_tag(&tree.nodes[inner as usize]);
        }
        let node = &tree.nodes[index];
        if !keep(index as u32) || !writer.shows(node) {
            writer.left_out |= node.tag.is_element() && !holds_raw_text(node);
            index = (node.subtree_end as usize).max(index + 1);
            continue;
        }
        match node.tag {
            Tag::TEXT => writer.text(node),
            Tag::COMMENT => writer.comment(node),
            Tag::DOCTYPE => writer.doctype(),
            _ => {
                writer.start_tag(node);
                if !is_void(node) {
                    open.push(index as u32);
                }
            }
        }
        index += 1;
    }
    while let Some(inner) = open.pop() {
        writer.end_tag(&tree.nodes[inner as usize]);
    }
    writer.out
}

/// The output, and what its end looks like.
struct Writer<'t, 'a> {
    tree: &'t Tree<'a>,
    options: SerializeOptions,
    out: String,
    /// Where the start tag of an element that swallows a line feed ended.
    after_start: Option<usize>,
    /// Where the last text ended.
    after_text: Option<usize>,
    /// An element that may hold words was left out since the last text.
    left_out: bool,
    /// Bytes of attributes that copies of elements may still have.
    for_copies: usize,
}

/// How often the page's length the attributes of copied elements may take.
const COPIES: usize = 16;

impl<'t, 'a> Writer<'t, 'a> {
    fn new(tree: &'t Tree<'a>, options: SerializeOptions) -> Self {
        let for_copies = tree.source.len().saturating_mul(COPIES);
        Writer { tree, options, out: String::new(), after_start: None, after_text: None, left_out: false, for_copies }
    }

    /// Whether the options let the node through.
    fn shows(&self, node: &Node) -> bool {
        match node.tag {
            Tag::COMMENT => self.options.comments && self.options.profile == Profile::Faithful,
            _ => self.options.profile == Profile::Faithful || !holds_raw_text(node) || node.tag == Tag::XMP,
        }
    }

    fn start_tag(&mut self, node: &Node) {
        let name = self.name(node);
        if self.loses_tags(node, &name) {
            return;
        }
        self.out.push('<');
        self.out.push_str(&name);
        for attribute in self.tree.attributes_of(node) {
            if node.flags & node_flag::IMPLIED != 0 {
                let len = usize::from(attribute.name_len) + (attribute.value_end - attribute.value_start) as usize;
                let Some(rest) = self.for_copies.checked_sub(len) else { break };
                self.for_copies = rest;
            }
            let attribute_name = Tree::decoded_name(self.tree.raw_attribute_name(attribute));
            if self.is_unusual(&attribute_name) {
                continue;
            }
            self.out.push(' ');
            self.out.push_str(&attribute_name);
            self.out.push_str("=\"");
            let value = attribute.value_start as usize..attribute.value_end as usize;
            let escape = Escape::Value;
            decode(
                self.tree.source,
                value.start,
                value.end,
                Decoding::ATTRIBUTE,
                &mut Sink { out: &mut self.out, escape },
            );
            self.out.push('"');
        }
        self.out.push('>');
        let swallows = node.namespace == Namespace::Html && matches!(&*name, "pre" | "textarea" | "listing");
        self.after_start = swallows.then_some(self.out.len());
    }

    fn end_tag(&mut self, node: &Node) {
        let name = self.name(node);
        if !self.loses_tags(node, &name) {
            self.out.push_str("</");
            self.out.push_str(&name);
            self.out.push('>');
        }
    }

    fn text(&mut self, node: &Node) {
        if self.left_out && self.after_text == Some(self.out.len()) {
            self.out.push('\n');
        }
        let start = self.out.len();
        let parent = &self.tree.nodes[node.parent as usize];
        let is_raw = holds_raw_text(parent) && self.options.profile == Profile::Faithful;
        let escape = if is_raw { Escape::Nothing } else { Escape::Text };
        let mut sink = Sink { out: &mut self.out, escape };
        decode(self.tree.source, node.start as usize, node.end as usize, Decoding::of(node), &mut sink);
        if self.after_start == Some(start) && self.out[start..].starts_with('\n') {
            self.out.insert(start, '\n');
        }
        if is_raw && parent.tag == Tag::SCRIPT && !ends_with_its_tag(&self.out[start..]) {
            self.out.push_str("-->");
        }
        self.after_text = Some(self.out.len());
        self.left_out = false;
    }

    fn comment(&mut self, node: &Node) {
        self.out.push_str("<!--");
        let mut sink = Sink { out: &mut self.out, escape: Escape::Nothing };
        decode(self.tree.source, node.content as usize, node.attributes as usize, Decoding::RAW, &mut sink);
        self.out.push_str("-->");
    }

    fn doctype(&mut self) {
        let Some(token) = self.tree.doctype else { return };
        if self.options.profile == Profile::Portable {
            // Without a declaration the mode is quirks mode.
            self.out.push_str(if self.tree.quirks == QuirksMode::Quirks { "" } else { "<!DOCTYPE html>" });
            return;
        }
        let text = |span: Span| String::from_utf8_lossy(&self.tree.source[span.start as usize..span.end as usize]);
        self.out.push_str("<!DOCTYPE");
        if let Some(name) = token.name {
            self.out.push(' ');
            self.out.push_str(&Tree::decoded_name(text(name).as_bytes()));
        }
        if token.force_quirks {
            // A name is missing, or this keyword without the identifier that it announces makes the mode the same.
            self.out.push_str(if token.name.is_some() { " SYSTEM" } else { "" });
        } else {
            let keyword = if token.public_id.is_some() { " PUBLIC" } else { " SYSTEM" };
            let ids = [token.public_id, token.system_id];
            if ids.iter().any(Option::is_some) {
                self.out.push_str(keyword);
            }
            for id in ids.into_iter().flatten() {
                let id = text(id);
                // An identifier in double quotes holds none, and the other way round.
                let quote = if id.contains('"') { '\'' } else { '"' };
                self.out.extend([' ', quote]);
                decode(
                    id.as_bytes(),
                    0,
                    id.len(),
                    Decoding::RAW,
                    &mut Sink { out: &mut self.out, escape: Escape::Nothing },
                );
                self.out.push(quote);
            }
        }
        self.out.push('>');
    }

    /// The name to write: lower case, also for SVG, as a parser gives its names their capitals back.
    fn name(&self, node: &Node) -> String {
        let is_markup_shown = node.namespace == Namespace::Html
            && (node.tag == Tag::PLAINTEXT || (node.tag == Tag::XMP && self.options.profile == Profile::Portable));
        if is_markup_shown { "pre".to_owned() } else { Tree::decoded_name(self.tree.raw_name(node)) }
    }

    /// Whether only what is in the element is written: not every parser reads its name, or takes it for one of HTML's
    /// void elements when it is one of SVG's.
    fn loses_tags(&self, node: &Node, name: &str) -> bool {
        let is_portable = self.options.profile == Profile::Portable;
        self.is_unusual(name) || (is_portable && node.namespace != Namespace::Html && node.tag.is(class::VOID))
    }

    /// Whether a name is left out because not every parser reads it.
    fn is_unusual(&self, name: &str) -> bool {
        let is_usual = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':');
        self.options.profile == Profile::Portable && (name.is_empty() || !name.bytes().all(is_usual))
    }
}

/// Whether the element has neither children nor an end tag.
fn is_void(node: &Node) -> bool {
    node.namespace == Namespace::Html && node.tag.is(class::VOID)
}

/// Whether text directly in the element is written as it is. (`plaintext` becomes `pre`; scripting is off, so
/// `noscript` holds markup.)
fn holds_raw_text(node: &Node) -> bool {
    let raw = matches!(node.tag, Tag::SCRIPT | Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES);
    raw && node.namespace == Namespace::Html
}

/// Whether a script with this text is ended by the end tag behind it. Inside `<!-- <script` it is not.
fn ends_with_its_tag(script: &str) -> bool {
    // Both are needed, so that most scripts are not read again.
    if !script.contains("<!--") {
        return true;
    }
    let arena = Bump::new();
    let whole = format!("{script}</script>");
    let mut tokenizer = Tokenizer::new(whole.as_bytes(), ArenaVec::new_in(&arena));
    tokenizer.switch_to(TextKind::ScriptData, const { name_key(b"script") });
    tokenizer.has_awaited_end_tag()
}

/// What is escaped.
#[derive(Clone, Copy, PartialEq)]
enum Escape {
    Nothing,
    Text,
    Value,
}

/// Receives decoded text and writes it escaped.
struct Sink<'o> {
    out: &'o mut String,
    escape: Escape,
}

impl Sink<'_> {
    fn write(&mut self, mut text: &str) {
        if self.escape == Escape::Nothing {
            return self.out.push_str(text);
        }
        while let Some((at, c, name)) = text.char_indices().find_map(|(at, c)| Some((at, c, self.reference(c)?))) {
            self.out.push_str(&text[..at]);
            self.out.push_str(name);
            text = &text[at + c.len_utf8()..];
        }
        self.out.push_str(text);
    }

    fn reference(&self, c: char) -> Option<&'static str> {
        match c {
            '&' => Some("&amp;"),
            '<' => Some("&lt;"),
            '>' => Some("&gt;"),
            '\u{a0}' => Some("&nbsp;"),
            // As such it would be read as a line feed.
            '\r' => Some("&#13;"),
            '"' if self.escape == Escape::Value => Some("&quot;"),
            _ => None,
        }
    }
}

impl TextSink for Sink<'_> {
    fn plain(&mut self, bytes: &[u8], _at: usize) {
        // Plain pieces are well formed, so this borrows.
        self.write(&String::from_utf8_lossy(bytes));
    }
    fn replaced(&mut self, text: &str, _source: Range<usize>) {
        self.write(text);
    }
}
