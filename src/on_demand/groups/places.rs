//! Which blocks the items of chosen groups have taken, so that groups lie beside each other or inside an item.

use crate::base::fallible::List;
use crate::judge::groups::Item;

/// How deep groups may lie in items of other groups.
const MAX_DEPTH: u8 = 3;
/// The blocks that are read, for each block of the page.
const READ: usize = 32;

/// The places of a page.
pub(super) struct Places {
    /// For each block the innermost item around it: one plus its number, or 0.
    owners: List<u32>,
    /// By item.
    depths: List<u8>,
    /// How many more blocks may be read, which bounds the time on pages whose groups overlap without end.
    budget: usize,
}

impl Places {
    pub fn new(blocks: usize) -> Places {
        Places {
            owners: std::iter::repeat_n(0, blocks).collect(),
            depths: List::default(),
            budget: READ * blocks + 1024,
        }
    }

    /// Whether items may be chosen: `Some(false)` if they lie beside all that were, `Some(true)` if all lie in one item,
    /// and `None` if they cross others, or lie too deep.
    pub fn room(&mut self, items: &[Item]) -> Option<bool> {
        let mut around = None;
        for item in items {
            let blocks = &self.owners[item.blocks.0 as usize..item.blocks.1 as usize];
            self.budget = self.budget.checked_sub(blocks.len())?;
            let owner = *blocks.first()?;
            if blocks.iter().any(|&other| other != owner) || *around.get_or_insert(owner) != owner {
                return None;
            }
        }
        let owner = around?;
        let Some(item) = owner.checked_sub(1) else { return Some(false) };
        (self.depths[item as usize] < MAX_DEPTH).then_some(true)
    }

    /// Takes the blocks of an item.
    pub fn take(&mut self, blocks: impl Iterator<Item = usize>) {
        let number = self.depths.len() as u32 + 1;
        let mut depth = 0;
        for block in blocks {
            let owner = &mut self.owners[block];
            depth = owner.checked_sub(1).map_or(depth, |around| self.depths[around as usize] + 1);
            *owner = number;
        }
        self.depths.push(depth);
    }
}
