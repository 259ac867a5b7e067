//! Formulas, each written as text of the block that it stands in. What is written between the texts of MathML has no source:
//! it is mapped to the tag that follows.

use super::super::boundaries::BOUNDARIES;
use super::super::context::{Context, flag};
use super::super::formula::linear::{self, Part};
use super::super::formula::{Formula, FormulaSource, FormulaText};
use super::{Origin, Writer};
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::simd::Baseline;
use crate::read::html::text::Decoding;
use crate::read::html::{NONE, Node, Tag, node_flag};

/// What is known between the nodes of a page with formulas.
pub(super) struct Formulas<'t, 'a> {
    sources: &'t [FormulaSource],
    pub written: ArenaVec<'a, Formula>,
    /// [`gap`](super::gap) bits of the elements since the last text or formula.
    gap: u8,
    /// Nothing was written since the last formula.
    is_after: bool,
}

impl<'t, 'a> Formulas<'t, 'a> {
    pub fn new(arena: &'a Bump, sources: &'t [FormulaSource]) -> Self {
        let written = ArenaVec::with_capacity_in(sources.len(), arena);
        Formulas { sources, written, gap: 0, is_after: false }
    }

    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }
}

impl Writer<'_, '_> {
    /// Adds the node at this place of the order of nodes, of a page with formulas. As it is not inlined, it cannot use more than
    /// the [`Baseline`].
    #[inline(never)]
    pub(super) fn add_among_formulas(&mut self, order: &[u32], at: usize, contexts: &[Context]) {
        let tree = self.tree;
        let index = order.get(at).map_or(at, |&index| index as usize);
        let node = &tree.nodes[index];
        let is_element = node.tag.is_element();
        if is_element
            && let Ok(found) = self.formulas.sources.binary_search_by_key(&(index as u32), |formula| formula.node)
        {
            let formula = self.formulas.sources[found];
            // Where misnested markup moved nodes, a formula is written only if it stayed in one piece.
            let length = node.subtree_end as usize - index;
            let in_order = order.is_empty()
                || order
                    .get(at..at + length)
                    .is_some_and(|nodes| nodes.iter().copied().eq(index as u32..node.subtree_end));
            if in_order {
                self.add_formula(&formula);
            }
            return;
        }
        let is_text = node.tag == Tag::TEXT && node.flags & node_flag::WHITESPACE == 0;
        if is_text {
            let context = &contexts[node.parent as usize];
            if context.flags & flag::DROPPED == 0 {
                if self.formulas.is_after {
                    // The gap of the text may count tags before the formula.
                    self.gap = self.formulas.gap;
                    self.add_text(Baseline, index as u32, &Node { gap: 0, ..*node }, context);
                } else {
                    self.add_node(Baseline, index, contexts);
                }
                (self.formulas.gap, self.formulas.is_after) = (0, false);
                return;
            }
        } else if is_element && contexts[index].flags & flag::DROPPED == 0 {
            self.formulas.gap |= BOUNDARIES[usize::from(node.tag.0)];
        }
        self.add_node(Baseline, index, contexts);
    }

    fn add_formula(&mut self, formula: &FormulaSource) {
        let context = &formula.context;
        let start = self.tree.nodes[formula.node as usize].start;
        let flags = context.flags & flag::OF_BLOCKS | self.excluded.flags_at(start);
        let gap = std::mem::take(&mut self.formulas.gap);
        self.begin_units(gap, flags, context, start);
        if !self.units.in_block && self.is_full() {
            return;
        }
        (self.gap, self.last_text, self.last_parent) = (0, NONE, NONE);
        if context.link != self.units.link {
            self.units.link = NONE;
        }
        let origin = Origin { context, node: formula.node, flags, link: context.link };
        let pending = self.out.pending_space;
        let before = self.out.len();
        match formula.text {
            FormulaText::Attribute((start, end)) => {
                self.write(Baseline, start as usize, end as usize, Decoding::ATTRIBUTE, &origin)
            }
            FormulaText::Address(query) => {
                query.characters(self.tree.source).for_each(|(c, at, length)| self.write_char(c, at, length, &origin));
            }
            FormulaText::Text(text, (start, end)) => {
                let decoding = Decoding::of(&self.tree.nodes[text as usize]);
                self.write(Baseline, start as usize, end as usize, decoding, &origin)
            }
            FormulaText::Element(element) => {
                for text in
                    self.tree.subtree(element).map(|at| &self.tree.nodes[at]).filter(|node| node.tag == Tag::TEXT)
                {
                    self.write(Baseline, text.start as usize, text.end as usize, Decoding::of(text), &origin);
                }
            }
            FormulaText::Linear => self.write_linear(formula.node, &origin),
        }
        self.out.pending_space = NONE;
        let end = self.out.len();
        if end == before {
            self.out.pending_space = pending;
            return;
        }
        if context.link != NONE {
            self.units.extend_link(end, self.out.source_end);
        }
        let had_space = self.out.text.get(before as usize) == Some(&b' ');
        let text = (before + u32::from(had_space), end);
        self.formulas.written.push(Formula { node: formula.node, text, is_display: formula.is_display });
        self.formulas.is_after = true;
    }

    fn write_linear(&mut self, math: u32, origin: &Origin) {
        let tree = self.tree;
        let scratch = self.formulas.written.bump();
        linear::parts(scratch, tree, math, &mut |part| match part {
            Part::Text(text, (start, end)) => {
                let decoding = Decoding::of(&tree.nodes[text as usize]);
                self.write(Baseline, start as usize, end as usize, decoding, origin);
            }
            Part::Sign(sign) => {
                let from = self.out.source_end.max(tree.nodes[math as usize].start) as usize;
                let rest = tree.source.get(from..).unwrap_or_default();
                let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                // The end of CDATA is no tag, and text may follow before the next one.
                let at = from + if rest.get(blank) == Some(&b'<') { blank } else { 0 };
                sign.chars().for_each(|c| self.write_char(c, at, 0, origin));
            }
        });
    }
}
