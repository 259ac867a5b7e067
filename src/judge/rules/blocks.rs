//! The rules that decide about each block, and what they change.

use super::nodes::Deciding;
use super::units::blocks_in;
use super::{Mark, NodeRules, RuleAction, Rules};
use crate::base::arena::Bump;
use crate::base::flags::Fallbacks;
use crate::judge::comments::{Comments, Part};
use crate::judge::field::{BlockField, Field, MAX_BLOCK};
use crate::judge::mask::{BlockLabel, CommentMode, Role};
use crate::read::html::{Tag, Tree};
use crate::read::page::{Block, Page, owner};

/// What rules say about the blocks of a page. Without rules all tables are empty.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BlockRules<'a> {
    /// By block.
    said: &'a [Said],
    pub marks: &'a [Mark],
}

/// What rules say about a block.
#[derive(Clone, Copy, Debug, Default)]
struct Said {
    is_template: Option<bool>,
    role: Option<Role>,
    field: Option<Field>,
    factor: Option<f32>,
    deciding: Deciding,
    is_byline: bool,
}

impl<'a> BlockRules<'a> {
    pub fn of(arena: &'a Bump, page: &Page<'_>, nodes: &NodeRules<'_, 'a>) -> BlockRules<'a> {
        if nodes.of_node.is_empty() {
            return BlockRules::default();
        }
        let said = page.blocks.iter().map(|block| {
            let deciding = nodes.of(holder(&page.tree, block));
            if deciding == Deciding::default() { Said::default() } else { Said::of(nodes.rules, deciding) }
        });
        BlockRules { said: arena.alloc_slice_fill_iter(said), marks: nodes.marks }
    }

    pub fn is_empty(&self) -> bool {
        self.said.is_empty()
    }

    /// The index of the rule that decided whether a block is content, or else of the last one that decided something else.
    pub fn rule(&self, block: usize) -> Option<usize> {
        let Deciding { verdict, role, field, weight } = self.said.get(block)?.deciding;
        let rule = if verdict > 0 { verdict } else { role.max(field).max(weight) };
        (rule as usize).checked_sub(1)
    }

    /// The rules that decided whether a block is content, its role, its field and its weight.
    #[cfg(feature = "unstable")]
    pub fn deciding(&self, block: usize) -> [Option<usize>; 4] {
        let Deciding { verdict, role, field, weight } = self.said.get(block).copied().unwrap_or_default().deciding;
        [verdict, role, field, weight].map(|rule| (rule as usize).checked_sub(1))
    }

    /// The fields and weights of all blocks, as rules change them. The limits of weights are against what strangers write,
    /// and do not hold for a field that a rule gives.
    pub fn fields(&self, arena: &'a Bump, fields: &'a [BlockField]) -> &'a [BlockField] {
        if self.is_empty() {
            return fields;
        }
        arena.alloc_slice_fill_iter(fields.iter().zip(self.said).map(|(entry, said)| {
            let field = said.field.unwrap_or(entry.field);
            let weight = if field == entry.field { entry.weight } else { field.weight() };
            let weight = said.factor.map_or(weight, |factor| multiplied(weight, factor));
            BlockField { field, weight, ..*entry }
        }))
    }

    pub(super) fn is_byline(&self, block: usize) -> bool {
        self.said.get(block).is_some_and(|said| said.is_byline)
    }

    pub fn is_content(&self, block: usize) -> bool {
        self.said.get(block).is_some_and(|said| said.is_template == Some(false))
    }

    /// Labels blocks as rules say. If that leaves no content where there was some, they are not obeyed.
    pub fn label(
        &mut self,
        arena: &'a Bump,
        mode: CommentMode,
        comments: &Comments<'_>,
        labels: &mut [BlockLabel],
    ) -> Fallbacks {
        let has_content = |labels: &[BlockLabel]| labels.iter().any(|label| !label.is_template);
        let is_left_out = |block| mode == CommentMode::Only && comments.part(block) == Part::Outside;
        let ruled = || self.said.iter().enumerate().filter(|&(block, _)| !is_left_out(block));
        let leaves_content = labels.iter().enumerate().any(|(block, label)| {
            let said = self.said.get(block).filter(|_| !is_left_out(block)).and_then(|said| said.is_template);
            !said.unwrap_or(label.is_template)
        });
        if !leaves_content && has_content(labels) {
            let without_verdict =
                |said: &Said| Said { is_template: None, deciding: Deciding { verdict: 0, ..said.deciding }, ..*said };
            self.said = arena.alloc_slice_fill_iter(self.said.iter().map(without_verdict));
            return Fallbacks::RULES;
        }
        for (block, is_template) in ruled().filter_map(|(block, said)| Some((block, said.is_template?))) {
            labels[block] = BlockLabel {
                is_template,
                probability: f32::from(u8::from(!is_template)),
                is_duplicate: is_template && labels[block].is_duplicate,
                is_notice: is_template && labels[block].is_notice,
                ..labels[block]
            };
        }
        Fallbacks::default()
    }

    /// Gives blocks the roles that rules say, and keeps the content that they name.
    pub fn finish(&self, mode: CommentMode, labels: &mut [BlockLabel]) {
        for (said, label) in self.said.iter().zip(labels) {
            label.role = said.role.unwrap_or(label.role);
            label.is_template &= said.is_template != Some(false) || mode == CommentMode::Only;
        }
    }
}

/// Fields with the weights that the page itself gives to elements; of nested ones the inner one counts.
pub(crate) fn weighted<'a>(arena: &'a Bump, page: &Page<'_>, fields: &'a [BlockField]) -> &'a [BlockField] {
    let factors = page
        .weighted
        .iter()
        .filter_map(|&node| Some((node, owner::weight(&page.tree, &page.tree.nodes[node as usize])?)));
    let mut factors = factors.peekable();
    if factors.peek().is_none() {
        return fields;
    }
    let of_block = arena.alloc_slice_fill_copy(fields.len(), 1.0f32);
    for (node, factor) in factors {
        of_block[blocks_in(page, node)].fill(factor);
    }
    arena.alloc_slice_fill_iter(
        fields.iter().zip(&*of_block).zip(page.blocks).map(|((entry, &factor), block)| BlockField {
            weight: marked(entry.weight, factor, block.tokens),
            ..*entry
        }),
    )
}

/// A weight times a factor of the page's author, who is not trusted as the owner of an index is: never more than a title
/// has, in long blocks no more than without it, and not 0, which is for hidden text.
fn marked(weight: u8, factor: f32, tokens: u32) -> u8 {
    let most = if tokens > MAX_BLOCK { weight } else { Field::Title.weight() };
    multiplied(weight, factor).clamp(weight.min(1), most.max(weight))
}

/// A weight in quarters times a factor.
fn multiplied(weight: u8, factor: f32) -> u8 {
    (f32::from(weight) * factor).round().min(f32::from(u8::MAX)) as u8
}

impl Said {
    fn of(rules: &Rules, deciding: Deciding) -> Said {
        let action = |number: u32| number.checked_sub(1).map(|rule| rules.action(rule));
        let byline = |number| matches!(action(number), Some(RuleAction::Author | RuleAction::Date));
        Said {
            is_template: action(deciding.verdict).map(|action| action != RuleAction::Content),
            role: action(deciding.role).and_then(RuleAction::role),
            field: action(deciding.field).and_then(RuleAction::field),
            factor: action(deciding.weight).and_then(|action| match action {
                RuleAction::Weight(factor) => Some(factor),
                _ => None,
            }),
            deciding,
            is_byline: byline(deciding.role),
        }
    }
}

/// The innermost element around all of a block: its container, or phrasing in it such as `<span class=author>`.
pub(super) fn holder(tree: &Tree<'_>, block: &Block) -> u32 {
    if tree.nodes.get(block.first_text as usize).is_none_or(|node| node.tag != Tag::TEXT) {
        return block.container;
    }
    let holds = |&at: &u32| {
        let node = &tree.nodes[at as usize];
        at == block.container || node.start <= block.source.0 && node.end >= block.source.1
    };
    tree.ancestors(block.first_text).skip(1).find(holds).unwrap_or(block.container)
}
