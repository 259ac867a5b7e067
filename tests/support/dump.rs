//! Dumps a document tree in the format of html5lib-tests: one line per node, `| ` and two spaces per level.
//!
//! This module writes both sides of every comparison, so any difference is a difference of trees. Adjacent text nodes
//! are merged: a DOM may have several after the nodes between them moved, and our node table has one per source range.

/// An attribute, ready to be written.
pub struct Attribute {
    /// `xlink href` for an attribute in a namespace, else the local name.
    pub name: String,
    /// The decoded value.
    pub value: String,
}

/// A dump being written, in preorder. Depth 0 is a child of the document.
#[derive(Default)]
pub struct Dump {
    out: String,
    text: String,
    text_depth: usize,
}

impl Dump {
    /// A document type; missing identifiers are empty strings.
    pub fn doctype(&mut self, depth: usize, name: &str, public_id: &str, system_id: &str) {
        self.begin_line(depth);
        self.out.push_str("<!DOCTYPE ");
        self.out.push_str(name);
        if !public_id.is_empty() || !system_id.is_empty() {
            for identifier in [public_id, system_id] {
                self.out.push_str(" \"");
                self.out.push_str(identifier);
                self.out.push('"');
            }
        }
        self.out.push_str(">\n");
    }

    /// A comment.
    pub fn comment(&mut self, depth: usize, data: &str) {
        self.begin_line(depth);
        self.out.push_str("<!-- ");
        self.out.push_str(data);
        self.out.push_str(" -->\n");
    }

    /// An element with its attributes, which are sorted here. `prefix` is `""`, `"svg "` or `"math "`.
    pub fn element(&mut self, depth: usize, prefix: &str, name: &str, attributes: &mut [Attribute]) {
        self.begin_line(depth);
        self.out.push('<');
        self.out.push_str(prefix);
        self.out.push_str(name);
        self.out.push_str(">\n");
        attributes.sort_by(|a, b| a.name.encode_utf16().cmp(b.name.encode_utf16()));
        for attribute in attributes {
            self.begin_line(depth + 1);
            self.out.push_str(&attribute.name);
            self.out.push_str("=\"");
            self.out.push_str(&attribute.value);
            self.out.push_str("\"\n");
        }
    }

    /// The line above the contents of a template; the contents follow one level deeper.
    pub fn template_contents(&mut self, depth: usize) {
        self.begin_line(depth);
        self.out.push_str("content\n");
    }

    /// A text node or a part of one.
    pub fn text(&mut self, depth: usize, data: &str) {
        if depth != self.text_depth {
            self.flush_text();
            self.text_depth = depth;
        }
        self.text.push_str(data);
    }

    /// The whole dump, with a newline after the last line.
    pub fn finish(mut self) -> String {
        self.flush_text();
        self.out
    }

    fn begin_line(&mut self, depth: usize) {
        self.flush_text();
        self.indent(depth);
    }

    fn flush_text(&mut self) {
        if self.text.is_empty() {
            return;
        }
        self.indent(self.text_depth);
        self.out.push('"');
        self.out.push_str(&self.text);
        self.out.push_str("\"\n");
        self.text.clear();
    }

    fn indent(&mut self, depth: usize) {
        self.out.push_str("| ");
        for _ in 0..depth {
            self.out.push_str("  ");
        }
    }
}

/// The first differing lines of two dumps with some context; `None` if the dumps are equal.
pub fn difference(ours: &str, theirs: &str, their_name: &str) -> Option<String> {
    if ours == theirs {
        return None;
    }
    let (a, b): (Vec<&str>, Vec<&str>) = (ours.split('\n').collect(), theirs.split('\n').collect());
    let at = a.iter().zip(&b).position(|(x, y)| x != y).unwrap_or(a.len().min(b.len()));
    let show = |lines: &[&str]| -> String {
        let end = (at + 4).min(lines.len());
        lines[at.min(end)..end].iter().map(|line| format!("    {}\n", shorten(line))).collect()
    };
    let before: String = a[at.saturating_sub(6)..at].iter().map(|line| format!("    {}\n", shorten(line))).collect();
    Some(format!("line {}, after\n{before}  ours\n{}  {their_name}\n{}", at + 1, show(&a), show(&b)))
}

/// The first 200 characters of a line, with control characters escaped.
fn shorten(line: &str) -> String {
    let mut short: String = line
        .chars()
        .take(200)
        .flat_map(|c| if c.is_control() { c.escape_debug().collect() } else { vec![c] })
        .collect();
    if line.chars().nth(200).is_some() {
        short.push('…');
    }
    short
}
