//! Algorithm 1 of the paper: sweeps over the blocks until one changes nothing (spec 1.6), in linear time.
//!
//! Written literally, every pass looks at every pair, and crafted input can ask for as many passes as there are
//! blocks. But a decision depends on three blocks only: the one before (as grown in this pass), the current one and
//! the next. Where none of the three has changed since they were last asked about, the answer is still no. So, after
//! the first, a pass starts from the blocks that *grew* in the pass before: it asks about each of them as the current
//! block and, for a rule that looks ahead, about the block on its left, whose next it is. A block that grows in this
//! pass is followed to the right at once, as in the literal loop. Result and number of passes are the same, and as
//! every question is paid for by an earlier fusion, there are O(blocks) questions in all.

use crate::arena::{Bump, Vec};

use super::rules::{Block, FusionRule};
use crate::page::Density;
use crate::page::Fragment;

/// The fused blocks as a linked list through the table of fragments.
pub(super) struct Fused<'a> {
    /// By first fragment; block 0 is the head of the list, records of absorbed blocks are stale.
    pub blocks: Vec<'a, Block>,
    /// How many blocks the list has.
    pub count: usize,
    /// Passes made, with the last one, which changed nothing (unless one was known to be enough).
    pub passes: u32,
}

/// Fuses the fragments by `rule` until nothing changes.
pub(super) fn fuse<'a, R: FusionRule>(
    arena: &'a Bump,
    fragments: &[Fragment],
    line_sums: &[u32],
    rule: &R,
) -> Fused<'a> {
    let blocks = single_blocks(arena, fragments, line_sums);
    let end = blocks.len() as u32;
    let mut sweep = Sweep { blocks, line_sums, rule, asked: 0, grown: Vec::new_in(arena), fusions: 0 };
    sweep.first_pass(end);
    let mut passes = 1;
    let mut from = 0;
    while !R::ONE_SWEEP && from < sweep.grown.len() {
        let to = sweep.grown.len();
        sweep.next_pass(from, to);
        from = to;
        passes += 1;
    }
    Fused { count: sweep.blocks.len() - sweep.fusions, blocks: sweep.blocks, passes }
}

/// Every fragment a block of its own.
fn single_blocks<'a>(arena: &'a Bump, fragments: &[Fragment], line_sums: &[u32]) -> Vec<'a, Block> {
    let mut blocks = Vec::with_capacity_in(fragments.len(), arena);
    blocks.extend(fragments.iter().zip(0u32..).map(|(fragment, index)| Block {
        density: Density::from_line_sums(line_sums, fragment.lines.0, fragment.lines.1),
        lines: fragment.lines,
        previous: index.saturating_sub(1),
        next: index + 1,
        gap: fragment.gap,
    }));
    blocks
}

struct Sweep<'a, 't, R> {
    blocks: Vec<'a, Block>,
    line_sums: &'t [u32],
    rule: &'t R,
    /// In this pass every block up to this one has been asked about or absorbed.
    asked: u32,
    /// The blocks that grew, in order within a pass, pass after pass.
    grown: Vec<'a, u32>,
    fusions: usize,
}

impl<R: FusionRule> Sweep<'_, '_, R> {
    fn first_pass(&mut self, end: u32) {
        self.asked = 0;
        while self.asked + 1 < end {
            self.ask(self.asked + 1);
        }
    }

    /// A pass that starts from the blocks `grown[from..to]` of the pass before.
    fn next_pass(&mut self, from: usize, to: usize) {
        self.asked = 0;
        for index in from..to {
            let block = self.grown[index];
            if R::LOOKS_AHEAD && block > self.asked {
                let before = self.blocks[block as usize].previous;
                if before > self.asked {
                    self.ask(before);
                }
            }
            if block > self.asked {
                self.ask(block);
            }
        }
    }

    /// Asks whether `current` joins the block before it and, as long as that one grows, goes on to the right.
    fn ask(&mut self, mut current: u32) {
        let end = self.blocks.len() as u32;
        let first = self.blocks[current as usize].previous;
        let mut previous = self.blocks[first as usize];
        let mut grew = false;
        while current < end {
            self.asked = current;
            let block = self.blocks[current as usize];
            let absorbed = self.absorbed(&previous, current, &block);
            let Some(last) = absorbed else { break };
            self.asked = last;
            self.fusions += 1 + usize::from(last != current);
            previous = self.joined(&previous, last);
            grew = true;
            current = previous.next;
        }
        if grew {
            self.blocks[first as usize] = previous;
            if current < end {
                self.blocks[current as usize].previous = first;
            }
            self.grown.push(first);
        }
    }

    /// The last block that `previous` takes in at `current`: the next one in smoothing, else `current`, or none.
    #[inline]
    fn absorbed(&self, previous: &Block, current: u32, block: &Block) -> Option<u32> {
        if R::LOOKS_AHEAD
            && let Some(next) = self.blocks.get(block.next as usize)
            && self.rule.smooths(previous, block, next)
        {
            return Some(block.next);
        }
        self.rule.fuses(previous, block).then_some(current)
    }

    /// `previous` with all lines up to the end of block `last`.
    #[inline]
    fn joined(&self, previous: &Block, last: u32) -> Block {
        let last = &self.blocks[last as usize];
        let lines = (previous.lines.0, last.lines.1);
        Block {
            density: Density::from_line_sums(self.line_sums, lines.0, lines.1),
            lines,
            next: last.next,
            ..*previous
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Lets only the last block join its neighbor: the slowest rule there can be, one fusion a pass.
    struct OnlyTheLast {
        end: u32,
        questions: Cell<usize>,
    }

    impl FusionRule for OnlyTheLast {
        const LOOKS_AHEAD: bool = true;

        fn smooths(&self, _: &Block, _: &Block, _: &Block) -> bool {
            self.questions.set(self.questions.get() + 1);
            false
        }

        fn fuses(&self, _: &Block, current: &Block) -> bool {
            current.next == self.end
        }
    }

    #[test]
    fn many_passes_cost_linear_time() {
        let end = 10_000u32;
        let fragments: std::vec::Vec<Fragment> =
            (0..end).map(|line| Fragment { lines: (line, line + 1), ..Fragment::default() }).collect();
        let sums: std::vec::Vec<u32> = (0..=end).collect();
        let rule = OnlyTheLast { end, questions: Cell::new(0) };
        let arena = Bump::new();
        let fused = fuse(&arena, &fragments, &sums, &rule);
        assert_eq!((fused.count, fused.passes), (1, end));
        assert!(rule.questions.get() <= 4 * end as usize, "{} questions", rule.questions.get());
    }
}
