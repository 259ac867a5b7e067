//! Cascaded values: for each property the value of the declaration that wins the cascade (CSS Cascading and
//! Inheritance Level 4, section 4.2).

use super::css::declarations::{Declaration, Property, Value};

/// The winning declaration of each property so far.
#[derive(Clone, Copy, Debug)]
pub struct CascadedValues {
    values: [Value; Property::ALL.len()],
    precedence: [u64; Property::ALL.len()],
    /// Bitmask of the properties that were declared.
    declared: u32,
}

const _: () = assert!(Property::ALL.len() <= 32);

impl CascadedValues {
    /// Nothing declared.
    pub const NONE: CascadedValues = CascadedValues {
        values: [Value::Initial; Property::ALL.len()],
        precedence: [0; Property::ALL.len()],
        declared: 0,
    };

    /// Forgets all declarations.
    pub fn clear(&mut self) {
        self.declared = 0;
    }

    /// Whether nothing was declared.
    pub fn is_empty(&self) -> bool {
        self.declared == 0
    }

    /// Adds a declaration. The higher precedence wins, among equals the later one; `!important` wins over all others.
    pub fn declare(&mut self, declaration: &Declaration, precedence: u64) {
        let precedence = precedence | u64::from(declaration.important) << 63;
        let index = declaration.property as usize;
        let bit = 1 << index;
        if self.declared & bit == 0 || self.precedence[index] <= precedence {
            self.declared |= bit;
            self.values[index] = declaration.value;
            self.precedence[index] = precedence;
        }
    }

    /// The cascaded value of a property, if any was declared.
    pub fn get(&self, property: Property) -> Option<Value> {
        let index = property as usize;
        (self.declared >> index & 1 == 1).then(|| self.values[index])
    }

    /// All cascaded values, in the order of the properties.
    pub fn iter(&self) -> impl Iterator<Item = (Property, Value)> + '_ {
        let mut left = self.declared;
        std::iter::from_fn(move || {
            let index = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            Some((*Property::ALL.get(index)?, self.values[index]))
        })
    }
}
