//! The node table, one line per node.

use super::bounded::{Lines, Rendered};
use super::screen;
use blockmask::Document;
use blockmask::internals::html::{NONE, Node, Tag, Tree, node_flag};
use blockmask_cli::memory::{self, Text};
use blockmask_cli::origin::Origin;
use std::fmt::Write;

/// Index, parent, end of the subtree, byte range, tag path symbol, `#` if pruning keeps the node, and the node itself,
/// indented by its depth up to [`MAX_INDENT`].
pub fn render(document: &Document<'_>, _origin: &Origin) -> Rendered {
    let tree = &document.page().tree;
    let columns = screen::columns();
    let mut lines = Lines::of(document);
    let width = document.bytes().len().max(tree.nodes.len()).to_string().len().max("parent".len());
    let titles = ["node", "parent", "until", "start", "end", "symbol"];
    let header = titles.map(|title| format!("{title:>width$}")).join(" ");
    lines.add(format_args!("{header} kept name"));
    let keep = document.tag_path().map_or(&[][..], |found| found.keep);
    for (index, node) in tree.nodes.iter().enumerate() {
        let source = document.source_range((node.start, node.end));
        let symbol = document.sequence().path_of_node.get(index).copied().unwrap_or(NONE);
        let kept = if keep.get(index) == Some(&1) { '#' } else { ' ' };
        let (parent, symbol) = (optional(node.parent), optional(symbol));
        let place = format_args!("{index:>width$} {parent:>width$} {:>width$}", node.subtree_end);
        let range = format_args!("{:>width$} {:>width$} {symbol:>width$}", source.start, source.end);
        let prefix = 6 * (width + 1) + 5;
        let indent = "  ".repeat(usize::from(node.depth).min(MAX_INDENT));
        let line = memory::text(format_args!("{indent}{}", describe(tree, node)));
        let available = columns.map(|columns| columns.saturating_sub(prefix).max(MIN_NAME));
        if !lines.add(format_args!("{place} {range}  {kept}  {}", screen::fit(&line, available))) {
            break;
        }
    }
    // Each line is printable.
    lines.finish(|text| text)
}

/// The maximum level of indentation.
const MAX_INDENT: usize = 40;

/// The minimum width of the name column.
const MIN_NAME: usize = 16;

fn optional(number: u32) -> String {
    if number == NONE { "-".to_owned() } else { number.to_string() }
}

/// A start tag, a quoted text, or the kind of the node.
fn describe(tree: &Tree<'_>, node: &Node) -> String {
    match node.tag {
        Tag::TEXT => memory::text(format_args!("{:?}", tree.text_of(node))),
        Tag::COMMENT => memory::text(format_args!("<!--{}-->", tree.text_of(node))),
        Tag::DOCUMENT | Tag::DOCTYPE => node.tag.name().to_owned(),
        _ => {
            let mut tag = Text::from("<");
            tag.push_str(&Tree::decoded_name(tree.raw_name(node)));
            // Clones of formatting elements repeat the attributes of the first.
            let is_clone = node.flags & node_flag::IMPLIED != 0;
            for attribute in tree.attributes_of(node).iter().filter(|_| !is_clone) {
                let name = Tree::decoded_name(tree.raw_attribute_name(attribute));
                let _ = write!(tag, " {name}={:?}", tree.value_of(attribute));
            }
            tag.push('>');
            tag.into_string()
        }
    }
}
