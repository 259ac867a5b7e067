//! The rules that hold for each element of a page.

#[cfg(feature = "unstable")]
use super::blocks::holder;
use super::{Mark, PageAddress, RuleAction, Rules};
use crate::base::arena::{Bump, Vec};
use crate::base::fallible::List;
use crate::base::flags::Fallbacks;
#[cfg(feature = "unstable")]
use crate::base::sort::sort;
use crate::read::address::{Declared, Reference, own_address};
use crate::read::html::{NONE, Tree};
#[cfg(feature = "unstable")]
use crate::read::page::Page;
use crate::read::page::{Context, Contexts, flag};

/// For each question about the text of an element one plus the last rule that answers it; 0 if none does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deciding {
    /// Whether it is content, template or dropped.
    pub verdict: u32,
    pub role: u32,
    pub field: u32,
    pub weight: u32,
}

impl Deciding {
    /// Adds a rule, by its number from 1.
    fn add(&mut self, action: RuleAction, rule: u32) {
        let answers = [
            (action.is_verdict(), &mut self.verdict),
            (action.role().is_some(), &mut self.role),
            (action.field().is_some(), &mut self.field),
            (matches!(action, RuleAction::Weight(_)), &mut self.weight),
        ];
        answers.into_iter().filter(|(is_answer, _)| *is_answer).for_each(|(_, last)| *last = rule.max(*last));
    }

    fn inherit(&mut self, outer: Deciding) {
        self.verdict = self.verdict.max(outer.verdict);
        self.role = self.role.max(outer.role);
        self.field = self.field.max(outer.field);
        self.weight = self.weight.max(outer.weight);
    }
}

/// The rules that hold on a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeRules<'r, 'a> {
    pub rules: &'r Rules,
    /// By node; empty if no rule matches.
    pub of_node: &'a [Deciding],
    /// Elements that are a unit or name something, in document order.
    pub marks: &'a [Mark],
    /// The budget of steps did not suffice for all elements.
    pub is_cut: bool,
}

impl Rules {
    /// The rules that hold for the elements of a page. `address` is what the caller says it is.
    pub(crate) fn on_page<'r, 'a>(
        &'r self,
        arena: &'a Bump,
        tree: &Tree<'a>,
        contexts: &Contexts<'_>,
        address: Option<&str>,
    ) -> NodeRules<'r, 'a> {
        let scopes = self.scopes_of(tree, contexts.by_node, contexts.metadata_elements, address);
        let mut of_node: &mut [Deciding] = &mut [];
        let mut marks = Vec::new_in(arena);
        let is_asked = |rule: u32| scopes[self.entries[rule as usize].scope as usize];
        let matched = self.selectors.for_each_match(tree, is_asked, |node, rule| {
            if of_node.is_empty() {
                of_node = arena.alloc_slice_fill_copy(tree.nodes.len(), Deciding::default());
            }
            let action = self.action(rule);
            of_node[node as usize].add(action, rule + 1);
            if let Some(mark) = Mark::of(action, node, rule) {
                marks.push(mark);
            }
        });
        for index in 1..of_node.len() {
            let outer = of_node.get(tree.nodes[index].parent as usize).copied();
            of_node[index].inherit(outer.unwrap_or_default());
        }
        NodeRules { rules: self, of_node, marks: marks.into_bump_slice(), is_cut: matched.is_err() }
    }

    /// Whether a page is one that rules are for, by scope.
    fn scopes_of(
        &self,
        tree: &Tree<'_>,
        contexts: &[Context],
        metadata_elements: &[u32],
        address: Option<&str>,
    ) -> List<bool> {
        let mut scopes: List<bool> = std::iter::repeat_n(true, 1).collect();
        if self.scopes.len() == 1 {
            return scopes;
        }
        let parsed = |address| Reference::parse_limited(address);
        let canonical = Declared::among(tree, contexts, metadata_elements).canonical;
        let canonical = Declared::href(tree, canonical).and_then(|href| parsed(tree.raw_value(href)));
        let given = address.and_then(|address| parsed(address.as_bytes()));
        let page = own_address(given, canonical).map(|address| PageAddress::new(&address));
        for scope in &self.scopes[1..] {
            let patterns = &self.patterns[scope.patterns.0 as usize..scope.patterns.1 as usize];
            scopes.push(page.as_ref().is_some_and(|page| patterns.iter().any(|pattern| pattern.fits(page))));
        }
        scopes
    }
}

/// The rules that hold on a page, as far as they are listed.
#[cfg(feature = "unstable")]
pub(crate) struct Held {
    /// A node and a rule that matches it, in document order.
    pub elements: List<(u32, u32)>,
    /// For each block the rules that hold for it, by number.
    pub of_block: List<List<u32>>,
    /// There are more.
    pub is_cut: bool,
}

/// How many elements, and rules of blocks, are listed of a page, at least and for each of its bytes: as many rules as there
/// are may hold for each block.
#[cfg(feature = "unstable")]
pub(crate) fn most_held(bytes: usize) -> usize {
    (1 << 20) + 16 * bytes
}

#[cfg(feature = "unstable")]
impl Rules {
    /// The rules that hold on a page.
    pub(crate) fn held(&self, page: &Page<'_>, address: Option<&str>) -> Held {
        let (tree, mut elements) = (&page.tree, List::default());
        let most = most_held(tree.source.len());
        let (mut of_elements, mut of_blocks, mut is_cut) = (most, most, false);
        let mut take = |left: &mut usize, count: usize| {
            is_cut |= *left < count;
            *left = left.saturating_sub(count);
            *left > 0
        };
        let scopes = self.scopes_of(tree, page.contexts, page.metadata_elements, address);
        let is_asked = |rule: u32| scopes[self.entries[rule as usize].scope as usize];
        let _ = self.selectors.for_each_match(tree, is_asked, |node, rule| {
            if take(&mut of_elements, 1) {
                elements.push((node, rule));
            }
        });
        let of_block = page.blocks.iter().map(|block| {
            let mut rules = List::default();
            for at in tree.ancestors(holder(tree, block)) {
                let first = elements.partition_point(|&(node, _)| node < at);
                let end = elements.partition_point(|&(node, _)| node <= at);
                if take(&mut of_blocks, 1 + end - first) {
                    rules.extend(elements[first..end].iter().map(|&(_, rule)| rule));
                }
            }
            sort(&mut rules);
            rules
        });
        let of_block = of_block.collect();
        Held { elements, of_block, is_cut }
    }
}

impl NodeRules<'_, '_> {
    /// The contexts of a page without the text that rules drop. If they drop all that it shows, they are not obeyed.
    pub fn without_dropped<'a>(&self, arena: &'a Bump, tree: &Tree<'_>, contexts: Contexts<'a>) -> Contexts<'a> {
        let is_dropped = |rules: &Deciding| {
            rules.verdict.checked_sub(1).is_some_and(|rule| self.rules.action(rule) == RuleAction::Drop)
        };
        if !self.of_node.iter().any(is_dropped) {
            return contexts;
        }
        let by_node = arena.alloc_slice_copy(contexts.by_node);
        for (context, _) in by_node.iter_mut().zip(self.of_node).filter(|(_, rules)| is_dropped(rules)) {
            context.flags |= flag::DROPPED;
        }
        let mut left = contexts;
        left.by_node = by_node;
        let shown = |contexts: &Contexts<'_>| {
            contexts.texts(tree, flag::DROPPED | flag::IN_HEAD | flag::HIDDEN).next().is_some()
        };
        if shown(&contexts) && !shown(&left) {
            left.by_node = contexts.by_node;
            left.fallbacks |= Fallbacks::RULES;
        }
        left
    }

    /// The node whose rules hold for text in `element`, none of which is outside of it.
    pub fn of(&self, element: u32) -> Deciding {
        debug_assert_ne!(element, NONE);
        self.of_node.get(element as usize).copied().unwrap_or_default()
    }
}
