//! How much memory each arena of a page may hold, so that all of them together stay within
//! [`Limits::max_memory`](crate::Limits::max_memory).

use crate::arena::{Arena, Arenas, Bump};
use crate::limits::Limits;

/// The arenas of a page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ArenaUse {
    Spare = 0,
    Tree = 1,
    SecondTree = 2,
    Tables = 3,
    Scratch = 4,
}

const ARENAS: usize = 5;

/// What an analyzer may allocate outside of its arenas: the stacks of the tree builder, twice while one grows, and what
/// each arena reserves for unwinding when memory runs out.
fn overhead(limits: &Limits) -> usize {
    (8 << 10) + 64 * usize::from(limits.max_depth)
}

/// The memory of one page: what its arenas hold, and what is left of the limit.
pub(super) struct MemoryBudget {
    /// Bytes for all arenas together; `None` is no limit.
    limit: Option<usize>,
    held: [usize; ARENAS],
    high_water_marks: [usize; ARENAS],
}

impl MemoryBudget {
    /// A budget in which each arena holds what it kept from earlier pages.
    pub fn new(limits: &Limits, arenas: &Arenas) -> MemoryBudget {
        let limit = usize::try_from(limits.max_memory).ok().filter(|&limit| limit < usize::MAX);
        let Arenas { spare, tree, second_tree, tables, scratch } = arenas;
        MemoryBudget {
            limit: limit.map(|limit| limit.saturating_sub(overhead(limits))),
            held: [spare, tree, second_tree, tables, scratch].map(|arena| arena.allocated_bytes()),
            high_water_marks: [0; ARENAS],
        }
    }

    /// Notes what an arena holds now and what the page needed of it.
    pub fn record(&mut self, arena: ArenaUse, bump: &Bump) {
        self.held[arena as usize] = bump.allocated_bytes();
        self.high_water_marks[arena as usize] = bump.high_water_mark();
    }

    /// Notes what an arena that is not borrowed holds now and what the page needed of it.
    pub fn record_arena(&mut self, used: ArenaUse, arena: &Arena) {
        self.held[used as usize] = arena.allocated_bytes();
        self.high_water_marks[used as usize] = arena.high_water_mark();
    }

    /// Bytes that these arenas may hold together while the others hold what they do.
    pub fn available_to(&self, arenas: &[ArenaUse]) -> Option<usize> {
        let inside: usize = arenas.iter().map(|&arena| self.held[arena as usize]).sum();
        let others = self.held.iter().sum::<usize>() - inside;
        self.limit.map(|limit| limit.saturating_sub(others))
    }

    /// Whether the page comes so near to the limit that memory kept from earlier pages might have decided whether it
    /// fits: chunks that double, and what is wasted at their ends, are at most six times what is needed.
    pub fn is_near_limit(&self) -> bool {
        let needed: usize = self.high_water_marks.iter().sum();
        self.limit.is_some_and(|limit| limit <= needed.saturating_mul(6))
    }
}
