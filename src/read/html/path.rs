//! Readable paths of elements: `html/body/div.main/p`.

use super::attributes::Name;
use super::chain::Chain;
use super::node::{NONE, Namespace, Node, Tree};
use super::tags::Tag;
use super::text::{Decoding, TextSink, decode};
use crate::base::fallible::Text;
use std::fmt::{self, Write};

/// A path, formatted by [`fmt::Display`] without allocating memory: names from the root down, each followed by its
/// classes with dots. Names and class lists are truncated to 256 bytes. A path longer than the limit, or one of more
/// than 512 elements, begins with `…/`, which stands for the elements above.
#[derive(Clone, Copy, Debug)]
pub struct NodePath<'a> {
    tree: Tree<'a>,
    node: u32,
    max_bytes: usize,
}

/// Maximum bytes of a name or class attribute.
pub(crate) const MAX_PART: usize = 256;

/// Maximum elements of a path.
const MAX_ELEMENTS: usize = 512;

/// Stands for the elements that a path leaves out.
const CUT: &str = "…";

impl<'a> NodePath<'a> {
    /// The path of a node, of at most `max_bytes` bytes.
    pub fn new(tree: &Tree<'a>, node: u32, max_bytes: usize) -> Self {
        NodePath { tree: *tree, node, max_bytes }
    }
}

/// The bytes that an element adds to a path before decoding, which grows them by at most a factor of [`MAX_GROWTH`].
pub(crate) fn raw_len(tree: &Tree<'_>, node: &Node) -> usize {
    let name = tree.raw_name(node).len().min(MAX_PART);
    let class = tree.attribute(node, Name::CLASS).map_or(0, |class| 1 + tree.raw_value(class).len().min(MAX_PART));
    1 + name + class
}

/// Maximum of [`raw_len`].
pub(crate) const MAX_RAW_LEN: usize = 2 + 2 * MAX_PART;

/// The bytes that the longest class of a page adds to a path, at most.
pub(crate) fn longest_class(tree: &Tree<'_>) -> usize {
    let classes = tree.attributes.iter().filter(|attribute| attribute.name == Name::CLASS);
    let class = classes.map(|class| class.value_end - class.value_start).max();
    class.map_or(0, |len| (len as usize).min(MAX_PART) + 1)
}

/// The bytes that the longest name of an unknown element adds, at most.
pub(crate) fn longest_unknown_name(tree: &Tree<'_>) -> usize {
    let unknown = tree.nodes.iter().filter(|node| node.tag == Tag::UNKNOWN);
    unknown.map(|node| node.content - node.start).max().map_or(0, |len| (len as usize).min(MAX_PART))
}

/// No name of the standards is longer.
pub(crate) const LONGEST_NAME: usize = 32;

/// The longest name of the known elements of a page, at most [`LONGEST_NAME`].
pub(crate) fn longest_known_name(tree: &Tree<'_>) -> usize {
    let lens = tree.nodes.iter().map(|node| match node.namespace {
        Namespace::Html => node.tag.name().len(),
        _ => LONGEST_NAME,
    });
    lens.max().unwrap_or_default()
}

/// A malformed byte becomes three.
pub(crate) const MAX_GROWTH: usize = 3;

/// Writes the name of an element and its classes.
fn write_element(tree: &Tree<'_>, node: &Node, out: &mut dyn Write) -> fmt::Result {
    let name = tree.raw_name(node);
    let name = &name[..name.len().min(MAX_PART)];
    let mut sink = PathSink { out, part: Part::Name, result: Ok(()) };
    match name.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        true => sink.result = sink.out.write_str(std::str::from_utf8(name).unwrap_or_default()),
        false => decode(name, 0, name.len(), Decoding::RAW, &mut sink),
    }
    if let Some(class) = tree.attribute(node, Name::CLASS) {
        let start = class.value_start as usize;
        let end = (class.value_end as usize).min(start + MAX_PART);
        let value = &tree.source[start..end];
        if value.iter().all(|&byte| byte.is_ascii() && !matches!(byte, b'&' | 0)) {
            // Fast path: nothing is to be decoded.
            for word in std::str::from_utf8(value).unwrap_or_default().split_ascii_whitespace() {
                sink.out.write_char('.')?;
                sink.out.write_str(word)?;
            }
            return sink.result;
        }
        sink.part = Part::BetweenClasses;
        decode(tree.source, start, end, Decoding::ATTRIBUTE, &mut sink);
    }
    sink.result
}

/// What is being written.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    /// A name, in lower case.
    Name,
    /// A class.
    Class,
    /// Whitespace before or after a class.
    BetweenClasses,
}

/// Writes decoded text as a name, or as classes with dots.
struct PathSink<'w> {
    out: &'w mut dyn Write,
    part: Part,
    result: fmt::Result,
}

impl PathSink<'_> {
    fn write(&mut self, text: &str) -> fmt::Result {
        if self.part == Part::Name {
            return text.chars().try_for_each(|c| self.out.write_char(c.to_ascii_lowercase()));
        }
        for piece in text.split_inclusive(|c: char| c.is_ascii_whitespace()) {
            let word = piece.trim_end_matches(|c: char| c.is_ascii_whitespace());
            if self.part == Part::BetweenClasses && !word.is_empty() {
                self.out.write_char('.')?;
                self.part = Part::Class;
            }
            self.out.write_str(word)?;
            if word.len() < piece.len() {
                self.part = Part::BetweenClasses;
            }
        }
        Ok(())
    }
}

impl TextSink for PathSink<'_> {
    fn plain(&mut self, bytes: &[u8], at: usize) {
        // The bytes are well-formed.
        self.replaced(std::str::from_utf8(bytes).unwrap_or_default(), at..at);
    }

    fn replaced(&mut self, text: &str, _source: std::ops::Range<usize>) {
        if self.result.is_ok() {
            self.result = self.write(text);
        }
    }
}

/// Writes the paths of many elements of a tree, one after the other.
#[derive(Debug, Default)]
pub(crate) struct PathWriter {
    /// Where the path to each element ends in `text`.
    ends: Chain<usize>,
    text: Text,
    /// The last path that was cut.
    cut: Text,
}

impl PathWriter {
    /// The path as formatted by [`fmt::Display`]. Unwinds if memory runs out.
    pub fn write(&mut self, path: &NodePath<'_>) -> &str {
        let NodePath { tree, node, max_bytes } = path;
        let depth = tree.nodes.get(*node as usize).map_or(0, |node| usize::from(node.depth));
        if depth > MAX_ELEMENTS {
            self.clear();
            let _ = write!(self.text, "{path}");
            return &self.text;
        }
        let text = &mut self.text;
        let end = self.ends.go_to(tree, *node, |above, element| {
            text.truncate(above.unwrap_or(0));
            if above.is_some() {
                text.push('/');
            }
            let _ = write_element(tree, &tree.nodes[element as usize], text);
            text.len()
        });
        text.truncate(end.unwrap_or(0));
        match *max_bytes {
            usize::MAX => &self.text,
            max_bytes => self.cut_to(max_bytes),
        }
    }

    /// The end of the last path that fits.
    fn cut_to(&mut self, max_bytes: usize) -> &str {
        // Each element is counted with the slash before it.
        let least_start = (self.text.len() + 1).saturating_sub(max_bytes.saturating_sub(CUT.len()));
        let Some((_, above)) = self.ends.elements().split_last().filter(|_| least_start > 0) else {
            return &self.text;
        };
        self.cut.clear();
        self.cut.push_str(CUT);
        let first = above.partition_point(|&(_, end)| end + 1 < least_start);
        if let Some(&(_, end)) = above.get(first) {
            self.cut.push_str(&self.text[end..]);
        }
        &self.cut
    }

    /// Forgets the last path, before paths of another tree.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.text.clear();
    }
}

/// Counts the bytes that are written, up to a limit.
struct Counter {
    bytes: usize,
    limit: usize,
}

impl Write for Counter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes += text.len();
        if self.bytes > self.limit { Err(fmt::Error) } else { Ok(()) }
    }
}

impl fmt::Display for NodePath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.tree.nodes;
        let mut chain = [0; MAX_ELEMENTS];
        let mut len = 0;
        let mut counter = Counter { bytes: 0, limit: self.max_bytes.saturating_sub(CUT.len()) };
        let mut at = self.node;
        // The document, node 0, has no name.
        while at != NONE && at != 0 && len < MAX_ELEMENTS {
            let node = &nodes[at as usize];
            let is_limited = self.max_bytes != usize::MAX;
            if is_limited
                && (counter.write_char('/').is_err() || write_element(&self.tree, node, &mut counter).is_err())
            {
                break;
            }
            chain[len] = at;
            len += 1;
            at = node.parent;
        }
        let is_cut = at != NONE && at != 0;
        f.write_str(if is_cut { CUT } else { "" })?;
        for (level, &node) in chain[..len].iter().rev().enumerate() {
            if level > 0 || is_cut {
                f.write_char('/')?;
            }
            write_element(&self.tree, &nodes[node as usize], f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::arena::Bump;
    use crate::base::random::Random;
    use crate::read::html::tree::{ParseOptions, Workspace, parse};

    #[test]
    fn a_writer_writes_what_display_does() {
        let deep = "<div class='a b'>".repeat(700);
        let pages = [
            "<p>one<p class=x>two<div id=a class=' main  story\n'><p>three</div><DIV class='caf&eacute; \u{e9}'><b>four",
            "<table><tr><td>a<td>b<p>c</table><svg><g class=\"a&amp;b\"><title>x</title></svg><my-tag class=''>y",
            &deep,
            "",
        ];
        let mut random = Random(11);
        let mut writer = PathWriter::default();
        for html in pages {
            let arena = Bump::new();
            let tree = parse(&arena, html.as_bytes(), &ParseOptions::default(), &mut Workspace::default());
            writer.clear();
            for round in 0..200 {
                let node = random.below(tree.nodes.len()) as u32;
                let max_bytes = if round % 20 == 0 { random.below(40) } else { usize::MAX };
                let path = NodePath::new(&tree, node, max_bytes);
                assert_eq!(writer.write(&path), path.to_string(), "node {node} of {html}");
            }
        }
    }

    #[test]
    fn classes_are_written_alike_with_and_without_references() {
        let path = |class: &str| {
            let html = format!("<p class=\"{class}\">x");
            let arena = Bump::new();
            let tree = parse(&arena, html.as_bytes(), &ParseOptions::default(), &mut Workspace::default());
            let node = tree.nodes.iter().position(|node| tree.raw_name(node) == b"p").unwrap_or_default();
            NodePath::new(&tree, node as u32, usize::MAX).to_string()
        };
        for class in ["", " ", "a", " a  b\tc\r\nd ", "a/b.c", "UPPER lower-1_2"] {
            let expected =
                class.split_ascii_whitespace().fold("html/body/p".to_owned(), |path, word| path + "." + word);
            assert_eq!(path(class), expected);
            assert_eq!(path(&format!("{class} &amp;")), expected + ".&");
        }
    }
}
