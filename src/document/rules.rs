//! Which rules of a site match what, for the check of rules.

use super::Document;
use crate::judge::rules::{Rules, most_held};

/// The rules that hold on a page, whether it was analyzed with them or not.
#[derive(Debug)]
pub struct HeldRules {
    /// A node and a rule that matches it, in document order.
    pub elements: Vec<(u32, u32)>,
    /// For each block the rules that hold for it, by number.
    pub of_block: Vec<Vec<u32>>,
    /// There are more than are listed, so that the lists are linear in the page.
    pub is_cut: bool,
}

impl Document<'_> {
    /// The rules that hold on the page.
    pub fn held_rules(&self, rules: &Rules) -> HeldRules {
        let held = rules.held(&self.page, self.address);
        let of_block = held.of_block.into_iter().map(|rules| rules.into_vec()).collect();
        HeldRules { elements: held.elements.into_vec(), of_block, is_cut: held.is_cut }
    }

    /// How many elements, or rules of blocks, are listed at most.
    pub fn most_held_rules(&self) -> usize {
        most_held(self.page.tree.source.len())
    }

    /// The rules that decided whether a block is content, its role, its field and its weight.
    pub fn deciding_rules(&self, block: usize) -> [Option<usize>; 4] {
        self.rules.deciding(block)
    }

    /// The address of the page, if the caller passed it.
    pub fn given_address(&self) -> Option<&str> {
        self.address
    }
}
