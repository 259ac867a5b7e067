//! The cascade: the style of every element (CSS Cascading and Inheritance Level 4, sections 6 and 7).
//!
//! From low to high: the user-agent sheet; presentational attributes; rules by specificity and order; the `style`
//! attribute; what is `!important`. External sheets are not there. Animations, layers, scopes and counters are not
//! read.

use super::css::declarations::{self, Declaration, Property, Value};
use super::css::selectors::{Budget, matches};
use super::css::sheet::{Entry, Sheets, applies};
use super::css::values::{Number, Unit, length, number};
use super::css::variables::Variables;
use super::css::{colors, colors::Color};
use super::elements::{Element, Elements};
use super::sharing::Sharing;
use super::style::{Display, Style, hidden};
use super::winners::Winners;
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::error::Error;
use crate::html::attributes::Name;
use crate::html::scan::same_name;
use crate::html::{NONE, Namespace, Node, Tag, Tree};
use crate::limits::Watch;

/// The styles of a page's elements.
#[derive(Clone, Copy, Debug, Default)]
pub struct Styles<'a> {
    /// Different elements may share one.
    pub list: &'a [Style],
    /// For each node the entry of the element itself, or of the element that it is in; [`NONE`] outside of the root.
    pub of_nodes: &'a [u32],
    /// Whether a limit cut the work short.
    pub truncated: bool,
}

impl Styles<'_> {
    /// The style of an element, or, for other nodes, of the element that it is in.
    #[inline]
    pub fn of(&self, node: u32) -> &Style {
        self.of_nodes.get(node as usize).and_then(|&entry| self.list.get(entry as usize)).unwrap_or(&Style::INITIAL)
    }
}

/// Computes the styles of all elements. Without `author` only the user-agent sheet and the elements' own attributes
/// count.
///
/// # Errors
/// If somebody stops it.
pub fn styles<'a>(arena: &'a Bump, tree: &Tree<'_>, author: bool, watch: &Watch) -> Result<Styles<'a>, Error> {
    computed(arena, tree, author, watch, |hash, _| hash)
}

/// The same, each element by itself: what sharing must not change.
#[cfg(test)]
pub fn styles_one_by_one<'a>(arena: &'a Bump, tree: &Tree<'_>) -> Styles<'a> {
    computed(arena, tree, true, &Watch::default(), |_, index| index as u64 + 1).unwrap()
}

/// Elements of the same `identity`, which is given their hash and index, share a style.
fn computed<'a>(
    arena: &'a Bump,
    tree: &Tree<'_>,
    author: bool,
    watch: &Watch,
    identity: impl Fn(u64, usize) -> u64,
) -> Result<Styles<'a>, Error> {
    let mut variables = Variables::new(arena);
    let mut sheets = None;
    if author && tree.nodes.iter().any(|node| node.tag == Tag::STYLE && node.namespace == Namespace::Html) {
        let elements = Elements::of(arena, tree);
        let mut read = Sheets::new(arena, &elements.names);
        for_each_sheet(tree, |from, to| read.read(&tree.source[..to], from, &elements.names, &mut variables));
        read.finish();
        watch.check()?;
        sheets = (!read.selectors.is_empty() || read.truncated).then_some((read, elements));
    }
    variables.is_open = false;
    let mut sharing = Sharing::new(arena, tree, author, sheets.as_ref().map(|(sheets, _)| sheets));
    if let Some((_, elements)) = &mut sheets {
        elements.exact = sharing.exact;
    }
    // Linear in the page, and far more than real sheets need.
    let tests = 4 * tree.source.len() as u64 + 64 * tree.nodes.len() as u64 + (1 << 16);
    let mut cascade = Cascade {
        tree,
        sheets,
        variables,
        author,
        budget: Budget { tests: tests.min(watch.steps) },
        winners: Winners::NONE,
        root_font_size: super::style::DEFAULT_FONT_SIZE,
    };
    let mut list: ArenaVec<Style> = ArenaVec::with_capacity_in(256, arena);
    let mut of_nodes: ArenaVec<u32> = ArenaVec::with_capacity_in(tree.nodes.len(), arena);
    let mut elements = 0;
    for (index, node) in tree.nodes.iter().enumerate() {
        if index % 1024 == 1023 {
            watch.check()?;
        }
        let parent = of_nodes.get(node.parent as usize).copied().unwrap_or(NONE);
        if !node.tag.is_element() {
            of_nodes.push(parent);
            continue;
        }
        let kind = cascade.sheets.as_ref().map_or(0, |(_, all)| all.kind_of[elements]);
        elements += 1;
        let (hash, seen) = sharing.look_at(node, parent, kind);
        let entry = sharing.numbers.intern_index(identity(hash, index));
        if entry as usize == list.len() {
            cascade.begin(Element { node: index as u32, parent, ..seen }, kind);
            let mut style = cascade.style(node, entry, list.get(parent as usize).unwrap_or(&Style::INITIAL));
            style.finish();
            list.push(style);
            if index as u32 == tree.html {
                cascade.root_font_size = style.font_size;
            }
        }
        of_nodes.push(entry);
    }
    let is_spent = cascade.budget.tests == 0;
    let truncated = cascade.sheets.is_some_and(|(sheets, _)| sheets.truncated || is_spent);
    Ok(Styles { list: list.into_bump_slice(), of_nodes: of_nodes.into_bump_slice(), truncated })
}

/// The text of each `style` element that counts, as a range of the page.
fn for_each_sheet(tree: &Tree<'_>, mut each: impl FnMut(usize, usize)) {
    // Sheets in `noscript` or `template` do not count.
    let mut skip_until = 0;
    for (index, node) in tree.nodes.iter().enumerate() {
        if matches!(node.tag, Tag::NOSCRIPT | Tag::TEMPLATE) {
            skip_until = skip_until.max(node.subtree_end as usize);
        }
        if node.tag != Tag::STYLE || node.namespace != Namespace::Html || index < skip_until {
            continue;
        }
        let media = tree.attributes_of(node).iter().find(|a| same_name(tree.raw_attribute_name(a), b"media"));
        if media.is_some_and(|media| !applies(tree.raw_value(media))) {
            continue;
        }
        let texts = &tree.nodes[index + 1..(node.subtree_end as usize).max(index + 1)];
        if let (Some(first), Some(last)) = (texts.first(), texts.last()) {
            each(first.start as usize, (last.end as usize).max(first.start as usize));
        }
    }
}

struct Cascade<'t, 'a> {
    tree: &'t Tree<'t>,
    sheets: Option<(Sheets<'a>, Elements<'a>)>,
    variables: Variables<'a>,
    author: bool,
    budget: Budget,
    winners: Winners,
    root_font_size: u32,
}

/// Rank of the declarations of a `style` attribute: above all selectors.
const INLINE: u64 = 1 << 62;
/// Attributes that are styles, or say that the element is hidden.
const STYLING: u16 = Name::STYLE.bit() | Name::HIDDEN.bit() | Name::TYPE.bit() | Name::ALIGN.bit();

impl Cascade<'_, '_> {
    /// Puts a new element on the list that selectors are matched with.
    fn begin(&mut self, element: Element, kind: u32) {
        if let Some((_, elements)) = &mut self.sheets {
            elements.add(kind, element);
        }
    }

    fn style(&mut self, node: &Node, element: u32, parent: &Style) -> Style {
        let mut style = parent.inherited();
        let is_html = node.namespace == Namespace::Html;
        if is_html {
            let is_link = node.tag == Tag::A && node.known & Name::HREF.bit() != 0;
            style.apply_user_agent(node.tag, is_link);
        }
        self.winners.clear();
        let mut is_hidden = false;
        // Names without a bit of their own share bit 0.
        if node.known & (STYLING | 1) != 0 {
            is_hidden = self.hints(node, is_html);
        }
        if let Some((sheets, elements)) = &self.sheets {
            apply_rules(self.tree, sheets, elements, element, &mut self.budget, &mut self.winners);
        }
        if self.author && node.known & Name::STYLE.bit() != 0 {
            self.inline(node);
        }
        if is_hidden && self.winners.get(Property::Display).is_none() {
            style.display = Display::None;
        }
        if !self.winners.is_empty() {
            style.apply(&self.winners, parent, self.root_font_size);
        } else if style.display == Display::None {
            style.hidden |= hidden::DISPLAY;
        }
        style
    }

    /// Presentational attributes (HTML, section 15.3), as rules below all others. Says whether the element is `hidden`.
    fn hints(&mut self, node: &Node, is_html: bool) -> bool {
        let mut is_hidden = false;
        let winners = &mut self.winners;
        let mut hint = |property, value| winners.declare(&Declaration { property, value, important: false }, 0);
        for attribute in self.tree.attributes_of(node) {
            let value = self.tree.raw_value(attribute).trim_ascii();
            match attribute.name {
                Name::HIDDEN => is_hidden = true,
                Name::TYPE if node.tag == Tag::INPUT && same_name(value, b"hidden") => is_hidden = true,
                Name::BGCOLOR if is_html => {
                    if let Some(color) = legacy_color(value) {
                        hint(Property::Background, Value::Color(color));
                    }
                }
                Name::COLOR if node.tag == Tag::FONT => {
                    if let Some(color) = legacy_color(value) {
                        hint(Property::Color, Value::Color(color));
                    }
                }
                Name::SIZE if node.tag == Tag::FONT => {
                    if let Some(px) = font_px(value) {
                        hint(Property::FontSize, Value::Number(Number { milli: px * 1000, unit: Unit::Px }));
                    }
                }
                Name::WIDTH if matches!(node.tag, Tag::TABLE | Tag::TD | Tag::TH | Tag::COL | Tag::HR) => {
                    if let Some(width) = legacy_length(value) {
                        hint(Property::Width, Value::Number(width));
                    }
                }
                _ => {}
            }
        }
        is_hidden
    }

    fn inline(&mut self, node: &Node) {
        let Some(style) = self.tree.attribute(node, Name::STYLE) else { return };
        let source = &self.tree.source[..style.value_end as usize];
        let winners = &mut self.winners;
        let mut found = |declaration: Declaration| winners.declare(&declaration, INLINE);
        let mut at = style.value_start as usize;
        while at < source.len() {
            // A stray brace ends nothing in an attribute.
            at = declarations::read(source, at, &mut self.variables, &mut found) + 1;
        }
    }
}

/// Declares what the rules that match an element say.
fn apply_rules(
    tree: &Tree<'_>,
    sheets: &Sheets<'_>,
    elements: &Elements<'_>,
    index: u32,
    budget: &mut Budget,
    winners: &mut Winners,
) {
    let element = &elements.list[index as usize];
    let above = elements.list.get(element.parent as usize).map_or(0, |parent| parent.bits);
    let mut bucket = |entries: &[Entry]| {
        if budget.tests < entries.len() as u64 {
            budget.tests = 0;
            return;
        }
        budget.tests -= entries.len() as u64;
        let may_match = |entry: &&Entry| entry.ancestors & !above == 0 && entry.attributes & !element.attributes == 0;
        for entry in entries.iter().filter(may_match) {
            let selector = &sheets.selectors[entry.selector as usize];
            let tests = &sheets.tests[selector.tests.0 as usize..selector.tests.1 as usize];
            if matches(tree, elements, tests, index, budget) {
                let rank = u64::from(selector.specificity + 1) << 32 | u64::from(selector.rule);
                let (first, end) = sheets.rules[selector.rule as usize];
                let declarations = &sheets.declarations[first as usize..end as usize];
                budget.tests = budget.tests.saturating_sub(declarations.len() as u64);
                declarations.iter().for_each(|declaration| winners.declare(declaration, rank));
            }
        }
    };
    bucket(sheets.any_bucket());
    bucket(sheets.bucket(element.name));
    bucket(sheets.bucket(element.id));
    elements.classes_of(element).iter().for_each(|&class| bucket(sheets.bucket(class)));
}

/// A color of an attribute: `#` may be missing.
fn legacy_color(value: &[u8]) -> Option<Color> {
    let is_bare = value.len() == 6 && value.iter().all(u8::is_ascii_hexdigit);
    if !is_bare {
        return colors::color(value);
    }
    let mut with_hash = *b"#000000";
    with_hash[1..].copy_from_slice(value);
    colors::color(&with_hash)
}

/// `<font size>`: 1 to 7, or steps from 3.
fn font_px(value: &[u8]) -> Option<i32> {
    let given = number(value)?.milli / 1000;
    let is_step = matches!(value.first(), Some(b'+' | b'-'));
    let size = if is_step { given.saturating_add(3) } else { given };
    let sizes = [10, 13, 16, 18, 24, 32, 48];
    sizes.get(size.clamp(1, 7) as usize - 1).copied()
}

fn legacy_length(value: &[u8]) -> Option<Number> {
    length(value).or_else(|| number(value).map(|number| Number { unit: Unit::Px, ..number }))
}
