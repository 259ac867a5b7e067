//! Algorithm 1 of Kohlschütter and Nejdl 2008: passes over the blocks until a fixed point is reached, in linear time.
//!
//! As printed, every pass tests every pair, and a crafted page can need as many passes as it has blocks: quadratic
//! time. But a decision depends on three blocks only: the previous one (as grown in this pass), the current one and the
//! next. Where none of the three has changed since the last test, the answer is still no. So every pass but the first
//! works off a worklist of the blocks that *grew* in the pass before: each is tested as the current block and, for a
//! rule with lookahead, as the next one of the block to its left. A block that grows in this pass goes on fusing to the
//! right at once, as in the printed loop. Result and number of passes are equal, and as each test is paid for by an
//! earlier fusion, there are O(blocks) tests in all.

use super::rules::{CompoundBlock, FusionRule};
use crate::base::arena::{Bump, Vec};
use crate::read::page::{Density, Fragment};

/// The fused blocks, as a linked list in a table with an entry for each fragment.
pub(super) struct Fused<'a> {
    /// By first fragment; block 0 is the head of the list, entries of absorbed blocks are stale.
    pub blocks: Vec<'a, CompoundBlock>,
    /// Length of the list.
    pub count: usize,
    /// Number of passes, including the last one, which changed nothing (except for a rule with a single pass).
    pub passes: u32,
}

/// Fuses the fragments by `rule` until nothing changes.
pub(super) fn fuse<'a, R: FusionRule>(
    arena: &'a Bump,
    fragments: &[Fragment],
    line_sums: &[u32],
    rule: &R,
) -> Fused<'a> {
    let blocks = atomic_blocks(arena, fragments, line_sums);
    let end = blocks.len() as u32;
    let mut sweep = Sweep { blocks, line_sums, rule, tested: 0, grown: Vec::new_in(arena), fusions: 0 };
    sweep.first_pass(end);
    let mut passes = 1;
    let mut start = 0;
    while !R::SINGLE_PASS && start < sweep.grown.len() {
        let end = sweep.grown.len();
        sweep.next_pass(start, end);
        start = end;
        passes += 1;
    }
    Fused { count: sweep.blocks.len() - sweep.fusions, blocks: sweep.blocks, passes }
}

/// The initial list: each fragment is a block.
fn atomic_blocks<'a>(arena: &'a Bump, fragments: &[Fragment], line_sums: &[u32]) -> Vec<'a, CompoundBlock> {
    let mut blocks = Vec::with_capacity_in(fragments.len(), arena);
    blocks.extend(fragments.iter().zip(0u32..).map(|(fragment, index)| CompoundBlock {
        density: Density::from_line_sums(line_sums, fragment.lines.0, fragment.lines.1),
        lines: fragment.lines,
        previous: index.saturating_sub(1),
        next: index + 1,
        gap: fragment.gap,
    }));
    blocks
}

struct Sweep<'a, 't, R> {
    blocks: Vec<'a, CompoundBlock>,
    line_sums: &'t [u32],
    rule: &'t R,
    /// In this pass, every block up to this one has been tested or absorbed.
    tested: u32,
    /// The worklist: blocks that grew, ascending within a pass, pass after pass.
    grown: Vec<'a, u32>,
    fusions: usize,
}

impl<R: FusionRule> Sweep<'_, '_, R> {
    fn first_pass(&mut self, end: u32) {
        self.tested = 0;
        while self.tested + 1 < end {
            self.fuse_at(self.tested + 1);
        }
    }

    /// A pass that works off `grown[start..end]`, the blocks that grew in the pass before.
    fn next_pass(&mut self, start: usize, end: usize) {
        self.tested = 0;
        for index in start..end {
            let block = self.grown[index];
            if R::HAS_LOOKAHEAD && block > self.tested {
                let before = self.blocks[block as usize].previous;
                if before > self.tested {
                    self.fuse_at(before);
                }
            }
            if block > self.tested {
                self.fuse_at(block);
            }
        }
    }

    /// Tests whether `current` fuses with the block before it and, as long as that one grows, goes on to the right.
    fn fuse_at(&mut self, mut current: u32) {
        let end = self.blocks.len() as u32;
        let first = self.blocks[current as usize].previous;
        let mut previous = self.blocks[first as usize];
        let mut grew = false;
        while current < end {
            self.tested = current;
            let block = self.blocks[current as usize];
            let Some(last) = self.last_absorbed(&previous, current, &block) else { break };
            self.tested = last;
            self.fusions += 1 + usize::from(last != current);
            previous = self.merged(&previous, last);
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

    /// The last block that `previous` absorbs at `current`: the next one in smoothing, else `current`, or none.
    #[inline]
    fn last_absorbed(&self, previous: &CompoundBlock, current: u32, block: &CompoundBlock) -> Option<u32> {
        if R::HAS_LOOKAHEAD
            && let Some(next) = self.blocks.get(block.next as usize)
            && self.rule.smooths(previous, block, next)
        {
            return Some(block.next);
        }
        self.rule.fuses(previous, block).then_some(current)
    }

    /// `previous` extended to the end of block `last`.
    #[inline]
    fn merged(&self, previous: &CompoundBlock, last: u32) -> CompoundBlock {
        let last = &self.blocks[last as usize];
        let lines = (previous.lines.0, last.lines.1);
        CompoundBlock {
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

    /// Fuses only the last block with its neighbor: the worst case, one fusion a pass.
    struct OnlyTheLast {
        end: u32,
        tests: Cell<usize>,
    }

    impl FusionRule for OnlyTheLast {
        const HAS_LOOKAHEAD: bool = true;

        fn smooths(&self, _: &CompoundBlock, _: &CompoundBlock, _: &CompoundBlock) -> bool {
            self.tests.set(self.tests.get() + 1);
            false
        }

        fn fuses(&self, _: &CompoundBlock, current: &CompoundBlock) -> bool {
            current.next == self.end
        }
    }

    #[test]
    fn many_passes_take_linear_time() {
        let end = 10_000u32;
        let fragments: std::vec::Vec<Fragment> =
            (0..end).map(|line| Fragment { lines: (line, line + 1), ..Fragment::default() }).collect();
        let sums: std::vec::Vec<u32> = (0..=end).collect();
        let rule = OnlyTheLast { end, tests: Cell::new(0) };
        let arena = Bump::new();
        let fused = fuse(&arena, &fragments, &sums, &rule);
        assert_eq!((fused.count, fused.passes), (1, end));
        assert!(rule.tests.get() <= 4 * end as usize, "{} tests", rule.tests.get());
    }
}
