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

    /// Empties the arena and reserves `capacity` bytes. Of what the budget leaves, either arena may allocate a half, so
    /// that together they do not exceed it.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn begin(&mut self, results: &Bump, capacity: usize) -> Result<&Bump, OutOfMemory> {
        let held = results.allocated_bytes();
        let Some(budget) = self.budget else {
            results.set_allocation_limit(None);
            return self.arena.begin(capacity, None);
        };
        let scratch = self.arena.begin(capacity, Some(budget.saturating_sub(held)))?;
        let rest = budget.saturating_sub(held + scratch.allocated_bytes());
        scratch.set_allocation_limit(Some(scratch.allocated_bytes() + rest / 2));
        results.set_allocation_limit(Some(held + rest / 2));
        Ok(scratch)
    }
}
