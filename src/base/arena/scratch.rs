//! Temporary memory within the memory limit of a page.

use super::{Arena, Bump, OutOfMemory};

/// The scratch arena of one page, for tables that are needed only while one algorithm runs.
pub struct Scratch<'s> {
    arena: &'s mut Arena,
    budget: Option<usize>,
}

impl<'s> Scratch<'s> {
    /// `budget` is the number of bytes that this arena and the one for results may hold together; `None` is no limit.
    pub fn new(arena: &'s mut Arena, budget: Option<usize>) -> Scratch<'s> {
        Scratch { arena, budget }
    }

    /// Empties the arena and reserves `capacity` bytes. `results` may then allocate what the budget leaves.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn begin(&mut self, results: &Bump, capacity: usize) -> Result<&Bump, OutOfMemory> {
        let without = |held: usize| self.budget.map(|budget| budget.saturating_sub(held));
        let scratch = self.arena.begin(capacity, without(results.allocated_bytes()))?;
        results.set_allocation_limit(without(scratch.allocated_bytes()));
        Ok(scratch)
    }
}
