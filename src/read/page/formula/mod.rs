//! Formulas: which elements are one, and where the source that its author wrote stands.
//!
//! A formula is text of its sentence, once. Its source is, in this order:
//!
//! 1. TeX inside MathML (`annotation encoding="application/x-tex"`), in `alttext` or in a `script type="math/tex"`;
//! 2. TeX in `data-latex`, `data-math` or `data-tex`, or in the `alt` of an image that shows a formula, else in its `title`
//!    or in its address, which tells a program what to draw ([`address`]);
//! 3. else the linear text of the MathML, with a prefix or without, see [`linear`];
//! 4. what KaTeX draws, of pages that lost its MathML, or the text of `math-renderer` and of `code` with the class `math`.
//!
//! Formulas between delimiters in the text stay as they stand; [`delimited`] finds them on demand.
//!
//! Generators put a formula on the page twice or more: for readers, for screen readers, for old browsers. The element
//! around all of these is its *host*, whose other text is dropped; KaTeX, MathJax 2 and 3, and MediaWiki have one.

mod address;
mod delimited;
mod host;
pub(super) mod linear;
mod source;

pub use address::Query;
pub(crate) use delimited::Delimiters;

use super::beside::drop_subtree;
use super::context::{Context, flag};
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::base::sort::sort_by_key;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Attribute, NONE, Namespace, Node, Tag, Tree, node_flag};

/// The text of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaText {
    /// The text nodes of an element of this index, all of them source text.
    Element(u32),
    /// A range of the source inside one text node, of this index.
    Text(u32, (u32, u32)),
    /// A range of the source: the value of an attribute.
    Attribute((u32, u32)),
    /// A part of the address of an image.
    Address(Query),
    /// The linear text of the MathML.
    Linear,
}

/// A formula of a page.
#[derive(Clone, Copy, Debug)]
pub struct FormulaSource {
    /// Node index of `math`, of the script, or of the image.
    pub node: u32,
    /// What its text is.
    pub text: FormulaText,
    /// The context of its text: the context of the host.
    pub context: Context,
    /// Whether it stands in a line of its own.
    pub is_display: bool,
}

/// A formula as it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formula {
    /// Node index of `math`, of the script, or of the image.
    pub node: u32,
    /// Bytes of the normalized text, `[start, end)`.
    pub text: (u32, u32),
    /// Whether it stands in a line of its own.
    pub is_display: bool,
}

/// Finds the formulas of a page, and drops their other copies. `candidates` are node indices in preorder.
pub(super) fn find<'a>(
    arena: &'a Bump,
    tree: &Tree<'_>,
    contexts: &mut [Context],
    candidates: &[u32],
    scripts: &[u32],
) -> &'a [FormulaSource] {
    let mut found = ArenaVec::new_in(arena);
    let mut finder = Finder { tree, contexts, blank_end: 0 };
    // What MathJax wrote before a script may have a formula, too.
    found.extend(scripts.iter().filter_map(|&script| finder.of_script(script)));
    let scripts_found = found.len();
    for &index in candidates {
        // An attribute around a script says what the script says.
        let covered = |at: u32| tree.subtree(index).contains(&(at as usize));
        let next = found[..scripts_found].partition_point(|formula| formula.node < index);
        let is_copy = scripts_found > next && covered(found[next].node);
        if !is_copy || tree.nodes[index as usize].tag == Tag::MATH {
            found.extend(finder.of_element(index));
        }
    }
    if !scripts.is_empty() {
        sort_by_key(&mut found, |formula| formula.node);
    }
    found.into_bump_slice()
}

struct Finder<'t, 'c> {
    tree: &'t Tree<'t>,
    contexts: &'c mut [Context],
    /// The end of the last MathML without text: what is in it has none, either, and is not searched again.
    blank_end: u32,
}

/// A formula has one of these, unless it is a single letter or a number.
const SIGNS: &[u8] = b"\\^_{}=+<>";

/// Whether each byte is one of them: descriptions of images are long.
static IS_SIGN: [bool; 256] = {
    let mut is_sign = [false; 256];
    let mut i = 0;
    while i < SIGNS.len() {
        is_sign[SIGNS[i] as usize] = true;
        i += 1;
    }
    is_sign
};

/// The name of an element of MathML. That of an element of HTML, where namespaces have no prefixes, follows one:
/// `mml:math` and `m:mi`, as publishers write it that make HTML of XML.
fn math_name<'t>(tree: &Tree<'t>, node: &Node) -> Option<&'t [u8]> {
    let name = tree.raw_name(node);
    match node.namespace {
        Namespace::MathMl => Some(name),
        Namespace::Html if node.tag == Tag::UNKNOWN => memchr::memchr(b':', name).map(|colon| &name[colon + 1..]),
        _ => None,
    }
}

/// Whether an element is `math`. With a prefix it needs an end tag: without one it would hold the rest of the page.
fn is_math(tree: &Tree<'_>, node: &Node) -> bool {
    let is_whole = node.tag == Tag::MATH || node.flags & node_flag::CLOSED != 0;
    is_whole && math_name(tree, node).is_some_and(|name| same_name(name, b"math"))
}

impl Finder<'_, '_> {
    fn of_element(&mut self, index: u32) -> Option<FormulaSource> {
        let node = &self.tree.nodes[index as usize];
        let parent = self.contexts.get(node.parent as usize)?;
        if parent.flags & flag::DROPPED != 0 {
            return None;
        }
        match node.tag {
            Tag::MATH | Tag::UNKNOWN if is_math(self.tree, node) => self.of_math(index, node),
            Tag::IMG if self.contexts[index as usize].flags & flag::DROPPED == 0 => self.of_image(index, node),
            Tag::SPAN | Tag::UNKNOWN => self.of_data(index, node),
            Tag::CODE => self.of_code(index, node),
            _ => None,
        }
    }

    /// Code that is a formula, on a line of its own if it is all of a `pre`.
    fn of_code(&mut self, index: u32, node: &Node) -> Option<FormulaSource> {
        let text = source::of_renderer(self.tree, index, node)?;
        let around = &self.tree.nodes[node.parent as usize];
        if around.tag != Tag::PRE {
            let is_display = self.tree.class_names(node).any(|name| same_name(name, b"display"));
            return Some(self.found(index, index, text, is_display));
        }
        let container = self.contexts[around.parent as usize].container;
        let formula = self.found(index, node.parent, text, true);
        Some(FormulaSource { context: Context { container, ..formula.context }, ..formula })
    }

    fn of_math(&mut self, index: u32, node: &Node) -> Option<FormulaSource> {
        if index < self.blank_end {
            return None;
        }
        let text = source::of_math(self.tree, index)
            .or_else(|| linear::has_text(self.tree, index).then_some(FormulaText::Linear));
        let Some(text) = text else {
            self.blank_end = node.subtree_end;
            return None;
        };
        let host = host::of_math(self.tree, index);
        let is_display = self.has_value(node, b"display", b"block")
            || self.has_value(node, b"mode", b"display")
            || host::is_display(self.tree, host, index);
        Some(self.found(index, host, text, is_display))
    }

    fn of_image(&mut self, index: u32, node: &Node) -> Option<FormulaSource> {
        let has_text = |attribute: &&Attribute| attribute.value_start < attribute.value_end;
        let alt = self.tree.attribute(node, Name::ALT).filter(has_text);
        let title = || source::attribute(self.tree, node, b"title").filter(has_text);
        let described = alt.or_else(|| title().filter(|_| source::is_formula_image(self.tree, index, node)));
        let has_sign = |(start, end): (u32, u32)| {
            self.tree.source[start as usize..end as usize].iter().any(|&c| IS_SIGN[usize::from(c)])
        };
        let is_source = |text: &Attribute| has_sign((text.value_start, text.value_end));
        if !described.is_some_and(is_source)
            && let Some(query) = address::of_image(self.tree, node)
            && (described.is_none() || query.has_sign(self.tree.source, SIGNS))
        {
            return Some(self.found(index, index, FormulaText::Address(query), false));
        }
        let described = described?;
        let (range, is_marked, is_display) =
            source::without_delimiters(self.tree.source, (described.value_start, described.value_end));
        if range.0 >= range.1 {
            return None;
        }
        // Most images have a description in prose.
        let is_alone = || has_sign(range) && host::is_alone_in_formula(self.tree, index);
        let in_line = is_marked || source::is_formula_image(self.tree, index, node);
        let is_display = is_display || !in_line;
        ((in_line || is_alone()) && source::is_visible_attribute(self.tree, range))
            .then(|| self.found(index, index, FormulaText::Attribute(range), is_display))
    }

    /// An element with the source of its formula in an attribute, unless it holds MathML.
    fn of_data(&mut self, index: u32, node: &Node) -> Option<FormulaSource> {
        let Some(range) = source::of_data(self.tree, index, node) else {
            if let Some(text) = source::of_renderer(self.tree, index, node) {
                return Some(self.found(index, index, text, host::is_display(self.tree, index, index)));
            }
            let text = source::of_katex(self.tree, index, node)?;
            let host = host::of_math(self.tree, index);
            return Some(self.found(index, host, text, host::is_display(self.tree, host, index)));
        };
        let is_display = self.has_value(node, b"display", b"true") || host::is_display(self.tree, index, index);
        Some(self.found(index, index, FormulaText::Attribute(range), is_display))
    }

    fn of_script(&mut self, index: u32) -> Option<FormulaSource> {
        let node = &self.tree.nodes[index as usize];
        let parent = self.contexts.get(node.parent as usize)?;
        if parent.flags & flag::DROPPED != 0 {
            return None;
        }
        let kind = self.tree.raw_value(self.tree.attribute(node, Name::TYPE)?).trim_ascii();
        let rest = kind.get(..8).filter(|start| same_name(start, b"math/tex")).map(|_| &kind[8..])?;
        let is_display =
            rest.split(|&byte| byte == b';' || byte == b' ').any(|part| same_name(part.trim_ascii(), b"mode=display"));
        let text = source::of_script(self.tree, index)?;
        for preview in host::drawings_before(self.tree, index).into_iter().filter(|&preview| preview != NONE) {
            drop_subtree(self.tree, self.contexts, preview);
        }
        Some(self.found(index, index, text, is_display))
    }

    /// A formula whose host is dropped: all of its text but the formula itself.
    fn found(&mut self, node: u32, host: u32, text: FormulaText, is_display: bool) -> FormulaSource {
        let outside = self.contexts[self.tree.nodes[host as usize].parent as usize];
        let container = self.contexts[host as usize].container;
        drop_subtree(self.tree, self.contexts, host);
        FormulaSource { node, text, context: Context { container, ..outside }, is_display }
    }

    fn has_value(&self, node: &Node, name: &[u8], value: &[u8]) -> bool {
        self.tree.each_attribute(node).any(|attribute| {
            same_name(self.tree.raw_attribute_name(attribute), name)
                && same_name(self.tree.raw_value(attribute).trim_ascii(), value)
        })
    }
}

#[cfg(test)]
mod tests;
