//! What wins the cascade: for each property one declaration.

use super::css::declarations::{Declaration, Property, Value};

/// For each property the declaration that won so far.
#[derive(Clone, Copy, Debug)]
pub struct Winners {
    values: [Value; Property::ALL.len()],
    ranks: [u64; Property::ALL.len()],
    /// One bit for each property that was declared.
    declared: u32,
}

const _: () = assert!(Property::ALL.len() <= 32);

impl Winners {
    /// Nothing declared.
    pub const NONE: Winners =
        Winners { values: [Value::Initial; Property::ALL.len()], ranks: [0; Property::ALL.len()], declared: 0 };

    /// Forgets all.
    pub fn clear(&mut self) {
        self.declared = 0;
    }

    /// Whether anything was declared.
    pub fn is_empty(&self) -> bool {
        self.declared == 0
    }

    /// A declaration of this rank; the higher one wins, of equal ones the later. What is important wins over all else.
    pub fn declare(&mut self, declaration: &Declaration, rank: u64) {
        let rank = rank | u64::from(declaration.important) << 63;
        let index = declaration.property as usize;
        let bit = 1 << index;
        if self.declared & bit == 0 || self.ranks[index] <= rank {
            self.declared |= bit;
            self.values[index] = declaration.value;
            self.ranks[index] = rank;
        }
    }

    /// The value that won.
    pub fn get(&self, property: Property) -> Option<Value> {
        let index = property as usize;
        (self.declared >> index & 1 == 1).then(|| self.values[index])
    }

    /// All that won, by property.
    pub fn iter(&self) -> impl Iterator<Item = (Property, Value)> + '_ {
        let mut left = self.declared;
        std::iter::from_fn(move || {
            let index = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            Some((*Property::ALL.get(index)?, self.values[index]))
        })
    }
}
