//! The cascade: the computed style of every element (CSS Cascading and Inheritance Level 4, sections 6 and 7).
//!
//! In ascending precedence: the user-agent style sheet; presentational hints (attributes); author rules by specificity
//! and source order; the `style` attribute; `!important` declarations. External style sheets are not available.
//! Animations, layers, scopes and counters are ignored.

use super::cascaded_values::CascadedValues;
use super::computed_style::{ComputedStyle, Display, hidden};
use super::css::declarations::{self, Declaration, Property, Value};
use super::css::media::media_matches;
use super::css::rule_set::RuleSet;
use super::css::values::{Number, Unit, parse_length, parse_number};
use super::css::variables::Variables;
use super::css::{colors, colors::Color};
use super::elements::Elements;
use super::sharing::StyleSharing;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::error::Error;
use crate::base::limits::Watch;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{NONE, Namespace, Node, Tag, Tree};
use crate::selector::{Around, Matcher};

/// The computed styles of a page's elements.
#[derive(Clone, Copy, Debug, Default)]
pub struct Styles<'a> {
    /// The distinct styles.
    pub list: &'a [ComputedStyle],
    /// For each node the index of its style, or of its parent element's style; [`NONE`] outside the root.
    pub entry_by_node: &'a [u32],
    /// Whether rules were ignored because of a limit.
    pub truncated: bool,
}

impl Styles<'_> {
    /// The style of an element; for other nodes the style of the parent element.
    #[inline]
    pub fn of(&self, node: u32) -> &ComputedStyle {
        let entry = self.entry_by_node.get(node as usize);
        entry.and_then(|&entry| self.list.get(entry as usize)).unwrap_or(&ComputedStyle::INITIAL)
    }
}

/// Computes the styles of all elements.
///
/// # Errors
/// If the analysis is cancelled.
pub fn styles<'a>(arena: &'a Bump, tree: &Tree<'_>, watch: &Watch) -> Result<Styles<'a>, Error> {
    compute(arena, tree, watch, |hash, _| hash)
}

/// Computes the styles without style sharing, as a reference for tests.
#[cfg(test)]
pub fn styles_without_sharing<'a>(arena: &'a Bump, tree: &Tree<'_>) -> Styles<'a> {
    compute(arena, tree, &Watch::default(), |_, index| index as u64 + 1).unwrap()
}

/// Elements with the same `identity`, a function of their sharing key and index, share a style.
fn compute<'a>(
    arena: &'a Bump,
    tree: &Tree<'_>,
    watch: &Watch,
    identity: impl Fn(u64, usize) -> u64,
) -> Result<Styles<'a>, Error> {
    let mut variables = Variables::new(arena);
    let mut rule_set = None;
    if tree.nodes.iter().any(|node| node.tag == Tag::STYLE && node.namespace == Namespace::Html) {
        let elements = Elements::of(arena, tree);
        let mut rules = RuleSet::new(arena);
        // Selectors are compiled outside the arena.
        arena.with_reserve(|| {
            for_each_style_sheet(tree, |start, end| {
                rules.parse(&tree.source[..end], start, &elements.atoms, &mut variables)
            });
            rules.set.finish();
        });
        watch.check()?;
        rule_set = (!rules.is_empty() || rules.truncated).then_some((rules, elements));
    }
    variables.is_open = false;
    let mut sharing = StyleSharing::new(arena, tree, rule_set.as_ref().map(|(rule_set, _)| rule_set));
    // The step budget is linear in the page, and far more than real style sheets need.
    let steps = 4 * tree.source.len() as u64 + 64 * tree.nodes.len() as u64 + (1 << 16);
    let author = rule_set.as_ref().map(|(rules, _)| AuthorRules {
        rules,
        matcher: rules.set.matcher(tree, steps.min(watch.steps)),
        names_above: ArenaVec::new_in(arena),
    });
    let mut cascade = Cascade {
        tree,
        author,
        variables,
        cascaded: CascadedValues::NONE,
        root_font_size: super::computed_style::DEFAULT_FONT_SIZE,
    };
    let mut list: ArenaVec<ComputedStyle> = ArenaVec::with_capacity_in(256, arena);
    let mut entry_by_node: ArenaVec<u32> = ArenaVec::with_capacity_in(tree.nodes.len(), arena);
    let mut elements = 0;
    for (index, node) in tree.nodes.iter().enumerate() {
        if index % 1024 == 1023 {
            watch.check()?;
        }
        let parent = entry_by_node.get(node.parent as usize).copied().unwrap_or(NONE);
        if !node.tag.is_element() {
            entry_by_node.push(parent);
            continue;
        }
        let signature = rule_set.as_ref().map_or(0, |(_, all)| all.signature_of[elements]);
        elements += 1;
        let key = sharing.sharing_key(node, parent, signature);
        let entry = sharing.entries.intern_index(identity(key, index));
        if entry as usize == list.len() {
            let mut style =
                cascade.style(index as u32, parent, list.get(parent as usize).unwrap_or(&ComputedStyle::INITIAL));
            style.finish();
            list.push(style);
            if index as u32 == tree.html {
                cascade.root_font_size = style.font_size;
            }
        }
        entry_by_node.push(entry);
    }
    let truncated = cascade.author.is_some_and(|mut author| author.rules.truncated || *author.matcher.steps() == 0);
    Ok(Styles { list: list.into_bump_slice(), entry_by_node: entry_by_node.into_bump_slice(), truncated })
}

/// Calls `each` with the source range of the text of each `style` element that applies.
fn for_each_style_sheet(tree: &Tree<'_>, mut each: impl FnMut(usize, usize)) {
    // Style sheets in `noscript` or `template` do not apply.
    let mut skip_until = 0;
    for (index, node) in tree.nodes.iter().enumerate() {
        if matches!(node.tag, Tag::NOSCRIPT | Tag::TEMPLATE) {
            skip_until = skip_until.max(node.subtree_end as usize);
        }
        if node.tag != Tag::STYLE || node.namespace != Namespace::Html || index < skip_until {
            continue;
        }
        let media = tree.attributes_of(node).iter().find(|a| same_name(tree.raw_attribute_name(a), b"media"));
        if media.is_some_and(|media| !media_matches(tree.raw_value(media))) {
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
    author: Option<AuthorRules<'t, 'a>>,
    variables: Variables<'a>,
    cascaded: CascadedValues,
    root_font_size: u32,
}

/// Precedence of the declarations of a `style` attribute: above all selectors.
const STYLE_ATTRIBUTE: u64 = 1 << 62;
/// Attributes with declarations, presentational hints or that hide the element.
const STYLING: u16 = Name::STYLE.bit() | Name::HIDDEN.bit() | Name::TYPE.bit() | Name::ALIGN.bit();

impl Cascade<'_, '_> {
    /// The style of an element, the next one of those with a style of their own. `above` is the entry of its parent.
    fn style(&mut self, index: u32, above: u32, parent: &ComputedStyle) -> ComputedStyle {
        let node = &self.tree.nodes[index as usize];
        let mut style = parent.inherited();
        let is_html = node.namespace == Namespace::Html;
        if is_html {
            let is_link = node.tag == Tag::A && node.known & Name::HREF.bit() != 0;
            style.apply_user_agent(node.tag, is_link);
        }
        self.cascaded.clear();
        let mut is_hidden = false;
        // All attribute names without a separate bit share bit 0.
        if node.known & (STYLING | 1) != 0 {
            is_hidden = self.presentational_hints(node, is_html);
        }
        if let Some(author) = &mut self.author {
            author.apply(index, above, &mut self.cascaded);
        }
        if node.known & Name::STYLE.bit() != 0 {
            self.style_attribute(node);
        }
        if is_hidden && self.cascaded.get(Property::Display).is_none() {
            style.display = Display::None;
        }
        if !self.cascaded.is_empty() {
            style.apply(&self.cascaded, parent, self.root_font_size);
        } else if style.display == Display::None {
            style.hidden |= hidden::DISPLAY;
        }
        style
    }

    /// Presentational hints (HTML Standard, section 15.3) as declarations of the lowest precedence. Returns whether the
    /// element is `hidden`.
    fn presentational_hints(&mut self, node: &Node, is_html: bool) -> bool {
        let mut is_hidden = false;
        let cascaded = &mut self.cascaded;
        let mut hint = |property, value| cascaded.declare(&Declaration { property, value, important: false }, 0);
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

    fn style_attribute(&mut self, node: &Node) {
        let Some(style) = self.tree.attribute(node, Name::STYLE) else { return };
        let source = &self.tree.source[..style.value_end as usize];
        let cascaded = &mut self.cascaded;
        let mut emit = |declaration: Declaration| cascaded.declare(&declaration, STYLE_ATTRIBUTE);
        let mut at = style.value_start as usize;
        while at < source.len() {
            // A stray closing brace does not end the attribute.
            at = declarations::parse_declarations(source, at, &mut self.variables, &mut emit) + 1;
        }
    }
}

/// The author's rules while the elements of the page are matched.
struct AuthorRules<'t, 'a> {
    rules: &'t RuleSet<'a>,
    matcher: Matcher<'t, 't>,
    /// For each style a Bloom filter of what selectors want above others, of its element and of the ones around it.
    names_above: ArenaVec<'a, u128>,
}

impl AuthorRules<'_, '_> {
    /// Adds the declarations of all rules that match an element. `above` is the entry of its parent.
    fn apply(&mut self, index: u32, above: u32, cascaded: &mut CascadedValues) {
        let above = NamesAbove(self.names_above.get(above as usize).copied().unwrap_or(0));
        let (mut names, mut left) = (above.0, *self.matcher.steps());
        let mut found = |selector| {
            let (declarations, precedence) = self.rules.rule_of(selector);
            left = left.saturating_sub(declarations.len() as u64);
            if left > 0 {
                declarations.iter().for_each(|declaration| cascaded.declare(declaration, precedence));
            }
        };
        let mut has = |group| names |= NamesAbove::bit(group);
        let matched =
            self.rules.set.for_each_match_of(&mut self.matcher, index, &above, &|_| true, &mut found, &mut has);
        self.names_above.push(names);
        let steps = self.matcher.steps();
        *steps = if matched.is_ok() { left.min(*steps) } else { 0 };
    }
}

/// A Bloom filter of the groups of the elements around one.
struct NamesAbove(u128);

impl NamesAbove {
    fn bit(group: u32) -> u128 {
        1 << (group % u128::BITS)
    }
}

impl Around for NamesAbove {
    fn may_have(&self, group: u32) -> bool {
        self.0 & NamesAbove::bit(group) != 0
    }

    fn all(&self) -> Option<&[u32]> {
        (self.0 == 0).then_some(&[])
    }
}

/// A legacy color value: the `#` may be missing.
fn legacy_color(value: &[u8]) -> Option<Color> {
    let is_bare = value.len() == 6 && value.iter().all(u8::is_ascii_hexdigit);
    if !is_bare {
        return colors::parse_color(value);
    }
    let mut with_hash = *b"#000000";
    with_hash[1..].copy_from_slice(value);
    colors::parse_color(&with_hash)
}

/// `<font size>` in pixels: 1 to 7, or relative to 3 with a sign.
fn font_px(value: &[u8]) -> Option<i32> {
    let given = parse_number(value)?.milli / 1000;
    let is_step = matches!(value.first(), Some(b'+' | b'-'));
    let size = if is_step { given.saturating_add(3) } else { given };
    let sizes = [10, 13, 16, 18, 24, 32, 48];
    sizes.get(size.clamp(1, 7) as usize - 1).copied()
}

fn legacy_length(value: &[u8]) -> Option<Number> {
    parse_length(value).or_else(|| parse_number(value).map(|number| Number { unit: Unit::Px, ..number }))
}
