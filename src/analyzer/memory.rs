//! The memory budget of a page: how much each arena may allocate so that all arenas together stay within
//! [`Limits::max_memory`](crate::Limits::max_memory).

use crate::base::arena::{Arena, Arenas, Bump};
use crate::base::limits::Limits;

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

/// Memory outside the arenas: the stacks of the tree builder, of which two copies exist while one grows, and the
/// reserve of each arena for unwinding when memory runs out.
fn overhead(limits: &Limits) -> usize {
    (8 << 10) + 64 * usize::from(limits.max_depth)
}

/// The memory that the arenas hold, and the limit on it.
pub(super) struct MemoryBudget {
    /// The limit for all arenas together in bytes; `None` for no limit.
    limit: Option<usize>,
    held: [usize; ARENAS],
    high_water_marks: [usize; ARENAS],
}

impl MemoryBudget {
    /// A budget in which the arenas hold what they retain from earlier pages.
    pub fn new(limits: &Limits, arenas: &Arenas) -> MemoryBudget {
        let limit = usize::try_from(limits.max_memory).ok().filter(|&limit| limit < usize::MAX);
        let Arenas { spare, tree, second_tree, tables, scratch } = arenas;
        MemoryBudget {
            limit: limit.map(|limit| limit.saturating_sub(overhead(limits))),
            held: [spare, tree, second_tree, tables, scratch].map(|arena| arena.allocated_bytes()),
            high_water_marks: [0; ARENAS],
        }
    }

    /// Records the size and the high-water mark of an arena.
    pub fn record(&mut self, arena: ArenaUse, bump: &Bump) {
        self.held[arena as usize] = bump.allocated_bytes();
        self.high_water_marks[arena as usize] = bump.high_water_mark();
    }

    /// Records the size and the high-water mark of an arena that is not in use.
    pub fn record_arena(&mut self, used: ArenaUse, arena: &Arena) {
        self.held[used as usize] = arena.allocated_bytes();
        self.high_water_marks[used as usize] = arena.high_water_mark();
    }

    /// The bytes that all arenas hold.
    pub fn held(&self) -> usize {
        self.held.iter().sum()
    }

    /// The bytes that the given arenas may hold together while the others keep their size.
    pub fn available_to(&self, arenas: &[ArenaUse]) -> Option<usize> {
        let own: usize = arenas.iter().map(|&arena| self.held[arena as usize]).sum();
        let others = self.held() - own;
        self.limit.map(|limit| limit.saturating_sub(others))
    }

    /// Whether the page is so close to the limit that retained memory could affect whether it fits. Chunk sizes double,
    /// so that an arena holds at most six times the memory that is needed.
    pub fn is_near_limit(&self) -> bool {
        let needed: usize = self.high_water_marks.iter().sum();
        self.limit.is_some_and(|limit| limit <= needed.saturating_mul(6))
    }
}
