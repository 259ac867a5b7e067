//! Bit-sliced counters, for SimHash and for what most sets of bits have in common: 64 counters, one for each bit of a
//! word, where plane k holds bit k of all counters.
//!
//! Incrementing the counters one by one would take 64 additions per word. A tree of carry-save adders (as in the
//! Harley-Seal population count) adds eight words at a time and takes about eight instructions per word.

/// The number of times that each bit was set, at most 2^32 - 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct BitCounters {
    planes: [u64; 32],
}

impl BitCounters {
    /// Adds the bits of eight words.
    #[inline]
    pub fn add(&mut self, words: &[u64; 8]) {
        let [mut ones, mut twos, mut fours, ..] = self.planes;
        let two_a = carry_save(&mut ones, words[0], words[1]);
        let two_b = carry_save(&mut ones, words[2], words[3]);
        let four_a = carry_save(&mut twos, two_a, two_b);
        let two_a = carry_save(&mut ones, words[4], words[5]);
        let two_b = carry_save(&mut ones, words[6], words[7]);
        let four_b = carry_save(&mut twos, two_a, two_b);
        let carry = carry_save(&mut fours, four_a, four_b);
        [self.planes[0], self.planes[1], self.planes[2]] = [ones, twos, fours];
        self.add_at(3, carry);
    }

    /// Adds the bits of one word.
    pub fn add_one(&mut self, word: u64) {
        self.add_at(0, word);
    }

    /// Adds 2^plane to the counters of these bits.
    #[inline]
    fn add_at(&mut self, plane: usize, mut carry: u64) {
        for plane in &mut self.planes[plane..] {
            if carry == 0 {
                break;
            }
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// The bits that were set more than `limit` times.
    pub fn more_than(&self, limit: u32) -> u64 {
        // Compares all counters with the limit at once, from the highest bit down.
        let (mut more, mut equal) = (0, u64::MAX);
        for (k, &plane) in self.planes.iter().enumerate().rev() {
            if plane == 0 && limit >> k == 0 {
                // Fast path: no counter has reached this plane.
                continue;
            }
            if limit >> k & 1 == 1 {
                equal &= plane;
            } else {
                more |= equal & plane;
                equal &= !plane;
            }
        }
        more
    }
}

/// A carry-save adder: adds three words bit by bit, leaves the sums in `sum` and returns the carries.
#[inline]
fn carry_save(sum: &mut u64, a: u64, b: u64) -> u64 {
    let half = *sum ^ a;
    let carry = (*sum & a) | (half & b);
    *sum = half ^ b;
    carry
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    #[test]
    fn agrees_with_plain_counters() {
        let mut random = Random(11);
        for rounds in 0..60 {
            let (mut counters, mut one_by_one) = (BitCounters::default(), BitCounters::default());
            let mut plain = [0u32; 64];
            for _ in 0..rounds * 8 {
                // Some bits are almost always set, some almost never.
                let words: [u64; 8] = std::array::from_fn(|_| {
                    let (a, b, c) = (random.next(), random.next(), random.next());
                    (a & 0xFFFF) | (((a | b | c) & 0xFFFF) << 16) | (((a & b & c) & 0xFFFF) << 32) | (1 << 63)
                });
                counters.add(&words);
                words.iter().for_each(|&word| one_by_one.add_one(word));
                for (bit, count) in plain.iter_mut().enumerate() {
                    *count += words.iter().map(|word| (word >> bit & 1) as u32).sum::<u32>();
                }
            }
            for limit in plain.iter().flat_map(|&count| [count, count.saturating_sub(1)]) {
                let expected = (0..64).filter(|&bit| plain[bit] > limit).fold(0, |bits, bit| bits | 1 << bit);
                assert_eq!(counters.more_than(limit), expected);
                assert_eq!(one_by_one.more_than(limit), expected);
            }
        }
    }
}
