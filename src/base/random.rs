//! Pseudo-random numbers that are the same in every run: xorshift64*.

/// The generator. Any seed but 0 will do.
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `limit`, which is above 0.
    pub fn below<T: Copy + TryInto<u64> + TryFrom<u64>>(&mut self, limit: T) -> T {
        let bound = limit.try_into().unwrap_or_default();
        let number = (u128::from(self.next()) * u128::from(bound)) >> 64;
        // It is below a number of the type, and so of the type itself.
        T::try_from(number as u64).unwrap_or(limit)
    }

    /// One of `items`, which are not none.
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }
}
