//! Where the source of a formula stands.

use super::super::beside::{Beside, has_word};
use super::super::hidden::words;
use super::super::unicode;
use super::delimited::{PAIRS, Pair};
use super::{FormulaText, address};
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::text::{Decoding, TextSink, decode};
use crate::read::html::{Attribute, Node, Tag, Tree, node_flag};
use memchr::memmem;
use std::ops::Range;

/// The maximum number of nodes of what is drawn of a formula.
const MAX_NODES: usize = 1 << 11;

/// A range of the source.
type Span = (u32, u32);

/// The TeX of MathML: of an annotation, or of the attribute `alttext`.
pub(super) fn of_math(tree: &Tree<'_>, math: u32) -> Option<FormulaText> {
    let annotation =
        tree.subtree(math).map(|at| at as u32).find(|&at| is_tex_annotation(tree, &tree.nodes[at as usize]));
    let of_annotation = annotation.and_then(|annotation| of_element(tree, annotation));
    of_annotation.or_else(|| {
        let alt = attribute(tree, &tree.nodes[math as usize], b"alttext")?;
        let (span, ..) = without_delimiters(tree.source, (alt.value_start, alt.value_end));
        is_visible_attribute(tree, span).then_some(FormulaText::Attribute(span))
    })
}

fn is_tex_annotation(tree: &Tree<'_>, node: &Node) -> bool {
    let is_annotation =
        node.tag == Tag::UNKNOWN && super::math_name(tree, node).is_some_and(|name| same_name(name, b"annotation"));
    is_annotation
        && tree.attribute(node, Name::ENCODING).is_some_and(|encoding| {
            let value = tree.raw_value(encoding).trim_ascii();
            let names: [&[u8]; 6] =
                [b"application/x-tex", b"application/x-latex", b"text/x-tex", b"text/x-latex", b"tex", b"latex"];
            names.iter().any(|name| same_name(value, name))
        })
}

/// The text of a script.
pub(super) fn of_script(tree: &Tree<'_>, script: u32) -> Option<FormulaText> {
    of_element(tree, script)
}

/// The text of an element that has nothing but text.
fn of_element(tree: &Tree<'_>, element: u32) -> Option<FormulaText> {
    let mut texts = tree.subtree(element).skip(1).filter(|&at| tree.nodes[at].tag == Tag::TEXT);
    let first = texts.next()?;
    let is_visible = |at: usize| is_visible(tree, &tree.nodes[at]);
    if texts.next().is_some() {
        let visible = tree.subtree(element).skip(1).any(|at| tree.nodes[at].tag == Tag::TEXT && is_visible(at));
        return visible.then_some(FormulaText::Element(element));
    }
    let node = &tree.nodes[first];
    let (span, ..) = without_delimiters(tree.source, (node.start, node.end));
    let visible = is_visible_span(tree, span, Decoding::of(node));
    visible.then_some(FormulaText::Text(first as u32, span))
}

/// The attributes in which generators keep the source of a formula.
const DATA: [&[u8]; 3] = [b"data-latex", b"data-math", b"data-tex"];

/// The source in an attribute of a `span`, or of the container of MathJax and what it holds; none if there is MathML.
pub(super) fn of_data(tree: &Tree<'_>, index: u32, node: &Node) -> Option<Span> {
    let is_container = node.tag == Tag::UNKNOWN;
    if is_container && !same_name(tree.raw_name(node), b"mjx-container") {
        return None;
    }
    let nodes = tree.subtree(index).take(if is_container { 4 } else { 1 });
    let found = nodes.filter_map(|at| DATA.iter().find_map(|name| attribute(tree, &tree.nodes[at], name))).next()?;
    if tree.subtree(index).any(|at| tree.nodes[at].tag == Tag::MATH) {
        return None;
    }
    let (span, ..) = without_delimiters(tree.source, (found.value_start, found.value_end));
    is_visible_attribute(tree, span).then_some(span)
}

/// The text of an element of which a program draws a formula: by its name, as on GitHub, or `code` whose class says that
/// its language is the one of formulas, as GitLab and Gitea write it.
pub(super) fn of_renderer(tree: &Tree<'_>, index: u32, node: &Node) -> Option<FormulaText> {
    let is_renderer = match node.tag {
        // Other languages of formulas, such as TeX, are shown as they are written.
        Tag::CODE => tree.class_names(node).any(|name| words(name).any(|word| same_name(word, b"math"))),
        Tag::UNKNOWN => same_name(tree.raw_name(node), b"math-renderer"),
        _ => false,
    };
    is_renderer.then(|| of_element(tree, index))?
}

/// The formula in what KaTeX makes, if its MathML lost its tags, as on some blogs: the last of the lines that are left of
/// it is the source. If nothing is left of it, what is drawn.
pub(super) fn of_katex(tree: &Tree<'_>, index: u32, node: &Node) -> Option<FormulaText> {
    let is = |at: usize, class: &[u8]| tree.class_names(&tree.nodes[at]).any(|name| same_name(name, class));
    let is_katex = node.tag == Tag::SPAN && is(index as usize, b"katex");
    if !is_katex || tree.subtree(index).take(MAX_NODES).any(|at| tree.nodes[at].tag == Tag::MATH) {
        return None;
    }
    // The first two children, whose subtrees may be large on crafted pages only.
    let second = tree.nodes.get(index as usize + 1)?.subtree_end as usize;
    let children = || [index as usize + 1, second].into_iter().filter(|at| tree.subtree(index).contains(at));
    let child = |class: &[u8]| children().find(|&at| is(at, class) && tree.subtree(at as u32).len() <= MAX_NODES);
    let of_lines = || {
        let lines = child(b"katex-mathml")?;
        let text = tree.nodes.get(lines + 1).filter(|text| text.tag == Tag::TEXT)?;
        let all = trimmed(tree.source, text.start as usize..text.end as usize);
        let last = memchr::memrchr(b'\n', &tree.source[all.clone()])?;
        let source = trimmed(tree.source, all.start + last..all.end);
        (tree.nodes[lines].subtree_end as usize == lines + 2)
            .then_some(FormulaText::Text(lines as u32 + 1, (source.start as u32, source.end as u32)))
    };
    of_lines().or_else(|| of_element(tree, child(b"katex-html")? as u32))
}

/// Whether an image shows a formula, by the words of its class or by the program that draws it.
pub(super) fn is_formula_image(tree: &Tree<'_>, index: u32, node: &Node) -> bool {
    let is_named = node.known & Name::CLASS.bit() != 0 && has_word(tree, index, Beside::Formula);
    is_named || address::of_image(tree, node).is_some()
}

pub(super) fn attribute<'t>(tree: &Tree<'t>, node: &Node, name: &[u8]) -> Option<&'t Attribute> {
    if !node.tag.is_element() {
        return None;
    }
    tree.each_attribute(node).find(|attribute| same_name(tree.raw_attribute_name(attribute), name))
}

/// What MediaWiki puts around TeX.
const STYLES: [Pair; 2] = [(b"{\\displaystyle ", b"}", false), (b"{\\textstyle ", b"}", false)];

/// A source without its delimiters and the whitespace around it, whether it had delimiters, and whether they put the
/// formula on a separate line.
pub(super) fn without_delimiters(source: &[u8], (start, end): Span) -> (Span, bool, bool) {
    let mut range = trimmed(source, start as usize..end as usize);
    let (mut is_marked, mut is_display) = (false, false);
    // Most texts begin with a letter.
    if !source[range.clone()].first().is_some_and(|byte| b"$\\{<%".contains(byte)) {
        return ((range.start as u32, range.end as u32), is_marked, is_display);
    }
    // Comments of CDATA, around the text of scripts.
    for (before, after) in [(&b"<![CDATA["[..], &b"]]>"[..]), (b"% <![CDATA[", b"% ]]>"), (b"% <![CDATA[", b"%]]>")] {
        if source[range.clone()].starts_with(before) && source[range.clone()].ends_with(after) {
            range = trimmed(source, range.start + before.len()..range.end - after.len());
        }
    }
    for (before, after, display) in PAIRS.into_iter().chain(STYLES) {
        let text = &source[range.clone()];
        if text.len() >= before.len() + after.len()
            && text.starts_with(before)
            && text.ends_with(after)
            && is_one(text, before, after)
        {
            range = trimmed(source, range.start + before.len()..range.end - after.len());
            (is_marked, is_display) = (true, display);
            break;
        }
    }
    ((range.start as u32, range.end as u32), is_marked, is_display)
}

/// Whether the delimiters at both ends belong together.
fn is_one(text: &[u8], before: &[u8], after: &[u8]) -> bool {
    let inside = &text[before.len()..text.len() - after.len()];
    if before[0] != b'{' {
        return memmem::find(inside, after).is_none();
    }
    let mut open = 0i64;
    inside.iter().all(|&byte| {
        open += i64::from(byte == b'{') - i64::from(byte == b'}');
        open >= 0
    })
}

fn trimmed(source: &[u8], range: Range<usize>) -> Range<usize> {
    let text = &source[range.clone()];
    let start = range.end - text.trim_ascii_start().len();
    start..start + text.trim_ascii().len()
}

/// Whether a text node has a character that is written.
pub(super) fn is_visible(tree: &Tree<'_>, node: &Node) -> bool {
    node.flags & node_flag::WHITESPACE == 0 && is_visible_span(tree, (node.start, node.end), Decoding::of(node))
}

/// Whether an attribute value has one.
pub(super) fn is_visible_attribute(tree: &Tree<'_>, span: Span) -> bool {
    is_visible_span(tree, span, Decoding::ATTRIBUTE)
}

fn is_visible_span(tree: &Tree<'_>, (start, end): Span, decoding: Decoding) -> bool {
    let mut sink = HasVisible(false);
    decode(tree.source, start as usize, end as usize, decoding, &mut sink);
    sink.0
}

struct HasVisible(bool);

impl TextSink for HasVisible {
    fn plain(&mut self, bytes: &[u8], _: usize) {
        self.replaced(std::str::from_utf8(bytes).unwrap_or("x"), 0..0);
    }

    fn replaced(&mut self, text: &str, _: Range<usize>) {
        self.0 = self.0
            || text.chars().any(|c| {
                unicode::class(c) & unicode::SPACE == 0 && c != unicode::SOFT_HYPHEN && !super::linear::is_invisible(c)
            });
    }
}
