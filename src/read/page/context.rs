//! Contexts: what the text inside an element inherits from its ancestors, computed for all elements in one preorder
//! pass: the container of its block, its link, its heading level, and whether it is visible, dropped or not to be
//! indexed. So no later pass climbs the tree.

use super::beside;
use super::boundaries::{class, element_class, ends_line, is_button_by_class, is_media, looks};
pub use super::display::Display;
use super::exclusion::{self, Exclusions, Mark};
use super::formula::{self, FormulaSource};
use super::hidden::{Visibility, is_panel, is_streamed};
use super::owner;
use super::reveal::{MIN_PROSE_BYTES, reveal};
use super::slots;
use super::unit_counts::{UnitCounter, UnitCounts};
use super::unseen::{Look, has_hiding_class, is_icon_character, is_icon_element, look_at_class};
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::flags::Fallbacks;
use crate::read::css::rules::{Rules, style_sheet};
use crate::read::css::text_style::{self, TextStyle};
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Attribute, NONE, Namespace, Node, Tag, Tree, node_flag};

/// Bits of [`Context::flags`] and of [`super::Block::flags`].
pub mod flag {
    /// Hidden by the `hidden` attribute or by an inline style (`display:none`, `visibility:hidden`), except for text
    /// that the page's scripts reveal on load (parts of streamed pages, pages that hide all of their text) and for text
    /// that is [`COLLAPSED`].
    pub const HIDDEN: u16 = 1;
    /// Hidden from assistive technology only (`aria-hidden="true"`).
    pub const ARIA_HIDDEN: u16 = 2;
    /// In the head, which of all text keeps the title only.
    pub const IN_HEAD: u16 = 4;
    /// Inside `noscript`.
    pub const NOSCRIPT: u16 = 8;
    /// Excluded from indexing: `noindex` elements and comments, `googleoff` comments.
    pub const NO_INDEX: u16 = 16;
    /// Comes from metadata (JSON-LD or a `meta`) of a page that does not show it; such a block is also [`HIDDEN`].
    pub const METADATA_SOURCE: u16 = 32;
    /// Hidden until the reader expands it in place: panels of tabs, accordions, answers of an FAQ. Such a block is not
    /// [`HIDDEN`], unless an ancestor or descendant is hidden for good.
    pub const COLLAPSED: u16 = 64;
    /// A duplicate: the learned mask keeps another block with equal text, such as the post that this one quotes. Never
    /// set in the page's block table; [`crate::Block::flags`] adds it from the mask.
    #[cfg(test)]
    pub const REPEATED: u16 = 128;
    /// Not to be quoted in search results (`data-nosnippet`), though it may be searched: mostly notices, sometimes a
    /// whole paywalled article.
    pub const NO_SNIPPET: u16 = 256;
    /// Left out by the option for comments. Never set in the page's block table; [`crate::Block::flags`] adds it.
    #[cfg(test)]
    pub const LEFT_OUT: u16 = 512;
    /// The headline. Never set in the page's block table; [`crate::Block::flags`] adds it.
    #[cfg(test)]
    pub const HEADLINE: u16 = 1024;
    /// Not text for readers: scripts, styles, options, templates that scripts fill in, drawings. Never set on a block.
    pub const DROPPED: u16 = 1 << 15;
    /// The flags that blocks can have; text with different flags is never in one block.
    pub const OF_BLOCKS: u16 = !DROPPED;
}

/// Inherited properties of the text directly inside an element.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The nearest ancestor or self that is not phrasing content, or that its style makes a block: the container of a
    /// block.
    pub container: u32,
    /// The nearest `a` with an `href`, [`NONE`] outside of links.
    pub link: u32,
    /// See [`flag`].
    pub flags: u16,
    /// 1 to 6 inside `h1` to `h6`, else 0.
    pub heading: u8,
    /// Not inherited: what a style makes the element.
    pub display: Display,
}

impl Default for Context {
    fn default() -> Context {
        Context { container: 0, link: NONE, flags: 0, heading: 0, display: Display::Inline }
    }
}

/// The contexts of a page, with what the pass over its nodes counted and collected.
#[derive(Clone, Copy, Debug)]
pub struct Contexts<'a> {
    /// By node index; the default for nodes that are not elements.
    pub by_node: &'a [Context],
    /// Text units, for table capacities.
    pub counts: UnitCounts,
    /// Number of scripts with a `type`, which may be data blocks such as JSON-LD.
    pub typed_scripts: usize,
    /// Node indices of all texts and comments.
    pub(super) leaves: &'a [u32],
    /// Node indices of elements that may hold metadata: `meta`, `link`, `script`, microdata items.
    pub(crate) metadata_elements: &'a [u32],
    /// Node indices of elements whose inline style says whether line feeds are kept, with the answer.
    pub(super) line_styles: &'a [(u32, bool)],
    /// Node indices of elements for whose text the page gives a weight.
    pub(super) weighted: &'a [u32],
    /// In the order of their nodes.
    pub(super) formulas: &'a [FormulaSource],
    /// Text that is excluded or hidden, but counts as if it were not.
    pub(crate) fallbacks: Fallbacks,
    /// What comments exclude from indexes.
    pub(super) exclusions: Exclusions<'a>,
}

impl Contexts<'_> {
    /// The text nodes that are not blank and have none of the `excluded` [`flag`]s.
    pub(crate) fn texts<'t>(&self, tree: &'t Tree, excluded: u16) -> impl Iterator<Item = &'t Node> {
        texts(tree, self.leaves, self.by_node, excluded)
    }
}

/// Of these leaves the text nodes that are not blank and have none of the `excluded` [`flag`]s.
fn texts<'t>(tree: &'t Tree, leaves: &[u32], contexts: &[Context], excluded: u16) -> impl Iterator<Item = &'t Node> {
    leaves.iter().map(|&index| &tree.nodes[index as usize]).filter(move |node| {
        node.tag == Tag::TEXT
            && node.flags & node_flag::WHITESPACE == 0
            && contexts[node.parent as usize].flags & excluded == 0
    })
}

/// Whether an element is inside a heading without an end tag, which only its words belong to, not the rest of the page.
#[cold]
fn is_after_heading(tree: &Tree<'_>, node: &Node) -> bool {
    let mut around = tree.ancestors(node.parent).take(MAX_IN_HEADING).map(|at| &tree.nodes[at as usize]);
    around.find(|around| around.tag.heading_level() != 0).is_some_and(|heading| heading.flags & node_flag::CLOSED == 0)
}

/// Elements between a heading and a block in it.
const MAX_IN_HEADING: usize = 4;

/// Computes contexts node by node, so that one loop over the nodes can compute other things as well.
pub struct ContextBuilder<'a, 't> {
    arena: &'a Bump,
    tree: &'t Tree<'t>,
    drop_noscript: bool,
    by_node: ArenaVec<'a, Context>,
    leaves: ArenaVec<'a, u32>,
    metadata_elements: ArenaVec<'a, u32>,
    line_styles: ArenaVec<'a, (u32, bool)>,
    /// Elements that may be formulas.
    formulas: ArenaVec<'a, u32>,
    /// Elements that may have beside their text what is none.
    beside: ArenaVec<'a, u32>,
    counter: UnitCounter,
    typed_scripts: usize,
    visibility: Visibility,
    /// What the style sheets so far say of elements; `None` as long as they say nothing.
    rules: Option<Rules<'t>>,
    /// The memory of the rules as long as they say nothing.
    no_rules: Option<Rules<'t>>,
    has_style_sheet: bool,
    /// The outermost hidden elements.
    hidden: ArenaVec<'a, u32>,
    /// Transparent elements, which scripts may fade in.
    transparent: ArenaVec<'a, u32>,
    /// Media with text for browsers that cannot show them.
    media: ArenaVec<'a, u32>,
    /// The templates of declarative shadow roots.
    shadow_roots: ArenaVec<'a, u32>,
    /// Comments that begin or end an excluded part, and `noindex` elements without an end tag.
    marks: ArenaVec<'a, Mark>,
    unclosed_noindex: ArenaVec<'a, u32>,
    /// Elements that are to be indexed and no others, and elements with a weight.
    bodies: ArenaVec<'a, u32>,
    weighted: ArenaVec<'a, u32>,
    /// What the page excludes, to be indexed or to be quoted, is not excluded.
    ignores_owner: bool,
}

impl<'a: 't, 't> ContextBuilder<'a, 't> {
    /// No nodes yet. `drop_noscript` drops the text of `noscript`.
    pub fn new(arena: &'a Bump, tree: &'t Tree<'t>, drop_noscript: bool) -> ContextBuilder<'a, 't> {
        ContextBuilder {
            arena,
            tree,
            drop_noscript,
            by_node: ArenaVec::with_capacity_in(tree.nodes.len(), arena),
            leaves: ArenaVec::with_capacity_in(tree.nodes.len(), arena),
            metadata_elements: ArenaVec::with_capacity_in(64, arena),
            line_styles: ArenaVec::with_capacity_in(8, arena),
            formulas: ArenaVec::with_capacity_in(16, arena),
            beside: ArenaVec::with_capacity_in(48, arena),
            counter: UnitCounter::default(),
            typed_scripts: 0,
            visibility: Visibility::default(),
            rules: None,
            no_rules: None,
            has_style_sheet: false,
            hidden: ArenaVec::new_in(arena),
            transparent: ArenaVec::new_in(arena),
            media: ArenaVec::new_in(arena),
            shadow_roots: ArenaVec::new_in(arena),
            marks: ArenaVec::new_in(arena),
            unclosed_noindex: ArenaVec::new_in(arena),
            bodies: ArenaVec::new_in(arena),
            weighted: ArenaVec::new_in(arena),
            ignores_owner: false,
        }
    }

    /// Whether what the owner says in the page about what is to be searched is ignored.
    #[must_use]
    pub(crate) fn ignoring_owner(self, ignores_owner: bool) -> Self {
        ContextBuilder { ignores_owner, ..self }
    }

    /// Adds the next node of the tree.
    #[inline(always)]
    pub fn add(&mut self, node: &Node) {
        let index = self.by_node.len() as u32;
        let context = if node.tag.is_element() { self.of_element(index, node) } else { self.of_leaf(index, node) };
        self.by_node.push(context);
    }

    #[inline(always)]
    fn of_leaf(&mut self, index: u32, node: &Node) -> Context {
        self.leaves.push(index);
        if node.tag == Tag::TEXT {
            if node.end - node.content <= beside::MAX_NUMBER && beside::is_number_of_line(self.tree, index, node) {
                self.by_node[node.parent as usize].flags |= flag::DROPPED;
            }
            let context = &self.by_node[node.parent as usize];
            if self.counter.count(node, context) {
                self.visibility.add(context.flags, context.link != NONE, self.tree.source, node);
            }
        } else if node.tag == Tag::COMMENT {
            self.add_comment(node);
        }
        Context::default()
    }

    #[inline(never)]
    fn add_comment(&mut self, node: &Node) {
        self.marks.extend(Mark::of(self.tree, node).filter(|_| !self.ignores_owner));
    }

    /// In variables, not in a [`Context`]: loading that as a whole right after some of its fields were stored would
    /// defeat store forwarding.
    #[inline(always)]
    fn of_element(&mut self, index: u32, node: &Node) -> Context {
        let tree = self.tree;
        let Context { mut container, mut link, mut flags, mut heading, .. } = self.by_node[node.parent as usize];
        let class = element_class(node.tag);
        if class & class::METADATA != 0 || node.known & MICRODATA_ATTRIBUTES != 0 {
            self.typed_scripts += usize::from(node.tag == Tag::SCRIPT && node.known & Name::TYPE.bit() != 0);
            self.metadata_elements.push(index);
        }
        self.counter.counts.structures += usize::from(class & class::STRUCTURE != 0);
        match node.namespace {
            Namespace::Html if node.tag == Tag::TEMPLATE && is_shadow_root(tree, node) => self.shadow_roots.push(index),
            Namespace::Html => {
                container = if class & class::CONTAINER != 0 { index } else { container };
                let level = node.tag.heading_level();
                heading = match level {
                    0 if heading != 0 && class & class::CONTAINER != 0 && is_after_heading(tree, node) => 0,
                    0 => heading,
                    level => level,
                };
                if class & !(class::CONTAINER | class::METADATA | class::STRUCTURE) != 0 {
                    let off = if self.ignores_owner { class::NO_INDEX } else { 0 };
                    flags |= class_flags(class & !off, self.drop_noscript);
                    if class & !off & class::NO_INDEX != 0 && node.flags & node_flag::CLOSED == 0 {
                        self.unclosed_noindex.push(index);
                    }
                    if node.tag == Tag::STYLE {
                        self.add_style_sheet(index, flags);
                    }
                }
            }
            _ => flags |= flag::DROPPED,
        }
        let mut display = Display::Inline;
        if looks(node) {
            match node.tag {
                Tag::BUTTON if heading == 0 && ends_line(tree, index) => {
                    self.counter.begin_block();
                    (container, display) = (index, Display::Block);
                }
                Tag::BUTTON => {}
                Tag::A => {
                    link = index;
                    if heading == 0 && is_button_by_class(tree, index) && ends_line(tree, index) {
                        self.counter.begin_block();
                        (container, display) = (index, Display::Block);
                    }
                    self.beside.extend(beside::leads_to_own_page(tree, node).then_some(index));
                }
                _ => flags |= self.look_at(index, node),
            }
        }
        let is_styled = || self.rules.as_ref().is_some_and(|rules| rules.may_style(node));
        if node.known & VISIBILITY_ATTRIBUTES != 0 || is_styled() {
            let (of_style, styled) = self.of_style(index, node);
            display = if display.is_block() { display } else { styled };
            if of_style & flag::HIDDEN & !flags != 0 {
                self.hidden.push(index);
            }
            flags |= of_style;
            // Lines of a heading or a paragraph are words of one block.
            let is_line = heading != 0 || tree.nodes[container as usize].tag == Tag::P;
            container =
                if display.is_block() && !is_line && node.namespace == Namespace::Html { index } else { container };
        }
        if node.tag == Tag::DIALOG && !is_open(tree, node) {
            self.hidden.push(index);
            flags |= flag::HIDDEN;
        }
        Context { container, link, flags, heading, display }
    }

    /// Lists an element whose text may be something else than it seems; returns the flag of text that is none.
    #[inline(never)]
    fn look_at(&mut self, index: u32, node: &Node) -> u16 {
        // Most code is none.
        if node.tag == Tag::CODE && !may_be_formula(self.tree, node) {
            return 0;
        }
        let look = if is_named(node) { look_at_class(self.tree, node, index) } else { Look::Text };
        match node.tag {
            // Without an end tag it may hold the rest of the page.
            tag if is_media(tag) && node.flags & node_flag::CLOSED == 0 => return 0,
            // HTML, where it means nothing.
            Tag::FOREIGN_OBJECT if node.namespace != Namespace::Svg => return 0,
            // What is in a drawing is dropped.
            tag if is_media(tag) || tag == Tag::FOREIGN_OBJECT => {
                self.media.push(index);
                return flag::DROPPED;
            }
            Tag::SPAN if node.known & Name::OTHER.bit() == 0 && look != Look::Formula => {}
            Tag::SPAN | Tag::IMG | Tag::MATH | Tag::UNKNOWN | Tag::CODE => self.formulas.push(index),
            Tag::EM | Tag::I | Tag::SMALL => {}
            _ => self.beside.push(index),
        }
        let is_icon = || node.tag == Tag::UNKNOWN && is_icon_element(self.tree, node, index);
        if look == Look::Unseen || is_icon() { flag::DROPPED } else { 0 }
    }

    #[inline(never)]
    fn add_style_sheet(&mut self, index: u32, flags: u16) {
        self.has_style_sheet = true;
        // Those in `noscript` or `template` do not apply.
        let outer = self.by_node[self.tree.nodes[index as usize].parent as usize].flags | flags & flag::NOSCRIPT;
        if outer & (flag::DROPPED | flag::NOSCRIPT) != 0 {
            return;
        }
        if let Some(sheet) = style_sheet(self.tree, index) {
            let known = self.rules.take().or_else(|| self.no_rules.take());
            let mut rules = known.unwrap_or_else(|| Rules::new(self.arena, self.tree));
            rules.add(&self.tree.source[sheet]);
            let place = if rules.is_empty() { &mut self.no_rules } else { &mut self.rules };
            *place = Some(rules);
        }
    }

    /// The flags that the attributes of an element and the rules of style sheets set, and whether they make it a block.
    /// Not inlined: few elements have such attributes, and few pages such rules.
    #[inline(never)]
    fn of_style(&mut self, index: u32, node: &Node) -> (u16, Display) {
        let (mut flags, own) = match node.known & VISIBILITY_ATTRIBUTES {
            0 => (0, TextStyle::default()),
            _ => self.of_attributes(index, node),
        };
        let ruled = match &mut self.rules {
            Some(rules) => rules.of(self.tree, node),
            None => TextStyle::default(),
        };
        if ruled.hides && (ruled.is_important || !own.shows) {
            flags |= hidden_flag(self.tree, node);
        }
        if own.clips || ruled.clips {
            let is_phrasing = element_class(node.tag) & class::CONTAINER == 0;
            flags |= if is_phrasing { flag::DROPPED } else { flag::HIDDEN };
        }
        (flags, Display::of(own, ruled))
    }

    /// The flags that the attributes of an element set, and its inline style.
    fn of_attributes(&mut self, index: u32, node: &Node) -> (u16, TextStyle) {
        let tree = self.tree;
        let (bodies, weighted) = (&mut self.bodies, &mut self.weighted);
        let mut style = TextStyle::default();
        let mut flag_of = |attribute: &Attribute| match attribute.name {
            Name::HIDDEN if same_name(tree.raw_value(attribute), b"until-found") => flag::COLLAPSED,
            Name::HIDDEN if !is_streamed(tree, node) => hidden_flag(tree, node),
            Name::DATA_NOSNIPPET => flag::NO_SNIPPET,
            Name::DATA_PAGEFIND_IGNORE if owner::is_code(tree, index) => 0,
            Name::DATA_PAGEFIND_IGNORE => flag::NO_INDEX,
            Name::DATA_PAGEFIND_BODY => {
                bodies.push(index);
                0
            }
            Name::DATA_PAGEFIND_WEIGHT => {
                weighted.push(index);
                0
            }
            // A character of an icon font, whatever the class of the font.
            Name::ARIA_HIDDEN if same_name(tree.raw_value(attribute), b"true") => {
                if is_icon_character(tree, node, index) { flag::DROPPED } else { flag::ARIA_HIDDEN }
            }
            Name::STYLE => {
                style = text_style::read(tree.source, attribute.value_start as usize, attribute.value_end as usize);
                let is_empty = style.shrinks && tree.subtree(index).skip(1).all(|at| !tree.nodes[at].tag.is_element());
                if style.hides || is_empty { hidden_flag(tree, node) } else { 0 }
            }
            _ => 0,
        };
        let mut flags = tree.each_attribute(node).fold(0, |flags, attribute| flags | flag_of(attribute));
        if self.ignores_owner {
            flags &= !(flag::NO_INDEX | flag::NO_SNIPPET);
        }
        // `hidden` is no more than a rule of the browser's style sheet, which a style overrides.
        if style.is_block && !style.hides {
            flags &= !(flag::HIDDEN | flag::COLLAPSED);
        }
        if style.is_transparent {
            self.transparent.push(index);
        }
        if let Some(preserves) = style.preserves_lines {
            self.line_styles.push((index, preserves));
        }
        (flags, style)
    }

    /// The contexts of the nodes added.
    pub fn finish(mut self) -> Contexts<'a> {
        let mut fallbacks = Fallbacks::default();
        if self.visibility.is_hidden_until_load() {
            fallbacks |= Fallbacks::HIDDEN;
            self.by_node.iter_mut().for_each(|context| context.flags &= !flag::HIDDEN);
        }
        slots::fill(self.tree, &mut self.by_node, &self.shadow_roots);
        let arena = self.by_node.bump();
        let scripts = if self.typed_scripts > 0 { &*self.metadata_elements } else { &[] };
        let formulas = formula::find(arena, self.tree, &mut self.by_node, &self.formulas, scripts);
        beside::drop_neighbors(self.tree, &mut self.by_node, &self.beside);
        self.show_media();
        if !self.has_style_sheet && !self.links_style_sheet() {
            self.hide_by_class();
        }
        if !self.transparent.is_empty() {
            self.hide_transparent();
        }
        if !self.hidden.is_empty() && fallbacks.is_empty() {
            let shown = self.visibility.weight();
            fallbacks |= reveal(self.arena, self.tree, &mut self.by_node, &self.hidden, shown);
        }
        if !self.hidden.is_empty() {
            self.drop_hidden_words();
        }
        self.exclude_outside_of_bodies();
        let exclusions = self.exclusions();
        if exclusions.are_ignored {
            fallbacks |= Fallbacks::NO_INDEX;
        }
        Contexts {
            by_node: self.by_node.into_bump_slice(),
            counts: self.counter.counts,
            typed_scripts: self.typed_scripts,
            leaves: self.leaves.into_bump_slice(),
            metadata_elements: self.metadata_elements.into_bump_slice(),
            line_styles: self.line_styles.into_bump_slice(),
            weighted: if self.ignores_owner { &[] } else { self.weighted.into_bump_slice() },
            formulas,
            fallbacks,
            exclusions,
        }
    }

    /// Whether the page links to a style sheet.
    fn links_style_sheet(&self) -> bool {
        let links = self.metadata_elements.iter().map(|&index| &self.tree.nodes[index as usize]);
        let mut rels =
            links.filter(|node| node.tag == Tag::LINK).filter_map(|link| self.tree.attribute(link, Name::REL));
        rels.any(|rel| {
            let mut words = self.tree.raw_value(rel).split(u8::is_ascii_whitespace);
            words.any(|word| same_name(word, b"stylesheet") || same_name(word, b"preload"))
        })
    }

    /// Hides elements by the conventional names of their classes.
    fn hide_by_class(&mut self) {
        let mut end = 0;
        for (index, node) in self.tree.nodes.iter().enumerate() {
            if index as u32 >= end && node.known & Name::CLASS.bit() != 0 && has_hiding_class(self.tree, node) {
                end = node.subtree_end;
                let flag = hidden_flag(self.tree, node);
                self.by_node[index..end as usize].iter_mut().for_each(|context| context.flags |= flag);
                if flag == flag::HIDDEN {
                    self.hidden.push(index as u32);
                }
            }
        }
    }

    /// Hides transparent elements without prose of a page without scripts, but no headings, which a style fades in.
    #[cold]
    fn hide_transparent(&mut self) {
        if self.metadata_elements.iter().any(|&index| self.tree.nodes[index as usize].tag == Tag::SCRIPT) {
            return;
        }
        for &index in &*self.transparent {
            let range = self.tree.subtree(index);
            let flag = hidden_flag(self.tree, &self.tree.nodes[index as usize]);
            let is_hidden = self.by_node[index as usize].flags & (flag::HIDDEN | flag::COLLAPSED) != 0;
            let is_heading = self.tree.nodes[index as usize].tag.heading_level() > 0;
            if !is_hidden
                && !is_heading
                && range.len() <= MAX_TRANSPARENT
                && !self.tree.nodes[range.clone()].iter().any(is_prose)
            {
                self.by_node[range].iter_mut().for_each(|context| context.flags |= flag);
                self.hidden.push(index);
            }
        }
    }

    /// Drops hidden text inside of a sentence, which it would cut.
    fn drop_hidden_words(&mut self) {
        let nodes = self.tree.nodes;
        for &index in &*self.hidden {
            let node = &nodes[index as usize];
            let is_phrasing = |node: &Node| element_class(node.tag) & class::CONTAINER == 0;
            let is_hidden = |context: &Context| context.flags & flag::HIDDEN != 0 && !context.display.is_block();
            let is_of_sentence = |text: Option<&Node>| {
                text.is_some_and(|text| {
                    text.tag == Tag::TEXT && text.parent == node.parent && text.flags & node_flag::WHITESPACE == 0
                })
            };
            if is_phrasing(node)
                && is_hidden(&self.by_node[index as usize])
                && self.by_node[node.parent as usize].flags & (flag::HIDDEN | flag::DROPPED) == 0
                && is_of_sentence(index.checked_sub(1).map(|before| &nodes[before as usize]))
                && is_of_sentence(nodes.get(node.subtree_end as usize))
            {
                beside::drop_subtree(self.tree, &mut self.by_node, index);
            }
        }
    }

    /// Shows the text in media of a page that has no other, and the prose of HTML in drawings.
    fn show_media(&mut self) {
        let is_empty = self.visibility.is_empty();
        let mut end = 0;
        for range in self.media.iter().map(|&index| self.tree.subtree(index)) {
            if range.start < end {
                continue;
            }
            end = range.end;
            let in_drawing = || self.tree.nodes[range.start].tag == Tag::FOREIGN_OBJECT;
            let is_shown = is_empty || in_drawing() && self.tree.nodes[range.clone()].iter().any(is_prose);
            if !is_shown {
                continue;
            }
            for index in range.clone() {
                let node = &self.tree.nodes[index];
                let is_code = index > range.start && element_class(node.tag) & class::DROPPED != 0;
                let is_dropped = index > range.start && self.by_node[node.parent as usize].flags & flag::DROPPED != 0;
                if node.tag.is_element() && !is_code && !is_dropped {
                    self.by_node[index].flags &= !flag::DROPPED;
                }
            }
        }
    }

    /// Where the owner says what is to be indexed, the rest is not.
    fn exclude_outside_of_bodies(&mut self) {
        let has_class = owner::may_have_content_class(self.tree);
        if (has_class || !self.bodies.is_empty()) && !self.ignores_owner {
            owner::exclude_outside(self.tree, &mut self.by_node, &self.bodies, has_class);
        }
    }

    /// What comments exclude. `noindex` elements without an end that would exclude most text are not obeyed.
    fn exclusions(&mut self) -> Exclusions<'a> {
        let unclosed = &*self.unclosed_noindex;
        if self.marks.is_empty() && unclosed.is_empty() {
            return Exclusions::default();
        }
        let visible = texts(self.tree, &self.leaves, &self.by_node, flag::DROPPED | flag::IN_HEAD | flag::HIDDEN);
        let exclusions = exclusion::find(self.arena, self.tree, visible, &mut self.marks, unclosed);
        if exclusions.are_ignored {
            let mut cleared = 0;
            for range in unclosed.iter().map(|&index| self.tree.subtree(index)) {
                let inside = &mut self.by_node[range.start.max(cleared)..range.end.max(cleared)];
                inside.iter_mut().for_each(|context| context.flags &= !flag::NO_INDEX);
                cleared = cleared.max(range.end);
            }
        }
        exclusions
    }
}

/// Transparent elements with more nodes are not hidden.
const MAX_TRANSPARENT: usize = 64;

fn is_prose(node: &Node) -> bool {
    node.tag == Tag::TEXT && (node.end - node.content) as usize >= MIN_PROSE_BYTES
}

/// The flags that an element of this class sets.
fn class_flags(class: u8, drop_noscript: bool) -> u16 {
    let flag_if = |bit: u8, flag: u16| if class & bit != 0 { flag } else { 0 };
    flag_if(class::DROPPED, flag::DROPPED)
        | flag_if(class::NOSCRIPT, if drop_noscript { flag::DROPPED } else { flag::NOSCRIPT })
        | flag_if(class::HEAD, flag::IN_HEAD)
        | flag_if(class::NO_INDEX, flag::NO_INDEX)
}

/// Whether the class of code has the letters of what says that it is a formula.
fn may_be_formula(tree: &Tree<'_>, code: &Node) -> bool {
    let class = tree.attribute(code, Name::CLASS).map(|class| tree.raw_value(class)).unwrap_or_default();
    memchr::memchr_iter(b'm', class).any(|at| class[at..].starts_with(b"math"))
}

/// Whether the class of an element may say that its text is not seen.
#[inline]
fn is_named(node: &Node) -> bool {
    node.known & Name::CLASS.bit() != 0 && matches!(node.tag, Tag::SPAN | Tag::I | Tag::UNKNOWN | Tag::SMALL | Tag::EM)
}

/// Microdata, as a bitmask of [`Node::known`].
const MICRODATA_ATTRIBUTES: u16 = Name::ITEMTYPE.bit() | Name::ITEMPROP.bit();

/// Whether a `dialog` is shown when the page is.
#[cold]
fn is_open(tree: &Tree, node: &Node) -> bool {
    tree.each_attribute(node).any(|attribute| same_name(tree.raw_attribute_name(attribute), b"open"))
}

/// Whether a `template` is a declarative shadow root, which is rendered: `shadowrootmode`, in older pages `shadowroot`,
/// is `open` or `closed`.
fn is_shadow_root(tree: &Tree, node: &Node) -> bool {
    tree.attributes_of(node).iter().any(|attribute| {
        let value = tree.raw_value(attribute);
        let name = tree.raw_attribute_name(attribute);
        (same_name(name, b"shadowrootmode") || same_name(name, b"shadowroot"))
            && (same_name(value, b"open") || same_name(value, b"closed"))
    })
}

/// Attributes that set flags, as a bitmask of [`Node::known`].
const VISIBILITY_ATTRIBUTES: u16 =
    Name::HIDDEN.bit() | Name::DATA_NOSNIPPET.bit() | Name::ARIA_HIDDEN.bit() | Name::STYLE.bit();

/// The flag for the text of a hidden element.
fn hidden_flag(tree: &Tree, node: &Node) -> u16 {
    if is_panel(tree, node) { flag::COLLAPSED } else { flag::HIDDEN }
}
