//! Instruction sets beyond the baseline, for code that is compiled once for each: a [`Task`] runs with the best one of
//! the processor. Everything that is inlined into it can use the instructions; a search alone is too short to choose
//! among implementations each time.

use super::lanes::{LANES, Lanes, load};

/// Bytes that a [`Level`] tests at once.
pub(crate) const WIDE: usize = 32;

/// An instruction set, as proof that the processor has it. Each test returns a bitmask with one bit per byte, lowest
/// first.
pub(crate) trait Level: Copy {
    /// The bytes that equal `byte`.
    fn equal(self, bytes: &[u8; WIDE], byte: u8) -> u32;
    /// HTML whitespace: tab, line feed, form feed, carriage return and space.
    fn whitespace(self, bytes: &[u8; WIDE]) -> u32;
    /// ASCII letters and digits.
    fn alphanumeric(self, bytes: &[u8; WIDE]) -> u32;
    /// ASCII digits.
    fn digits(self, bytes: &[u8; WIDE]) -> u32;
    /// Bytes outside ASCII.
    fn non_ascii(self, bytes: &[u8; WIDE]) -> u32;
    /// All but printable ASCII, and `&`.
    fn special(self, bytes: &[u8; WIDE]) -> u32;
}

/// What every processor of the target has.
#[derive(Clone, Copy)]
pub(crate) struct Baseline;

impl Level for Baseline {
    #[inline(always)]
    fn equal(self, bytes: &[u8; WIDE], byte: u8) -> u32 {
        both(bytes, |lanes| lanes.equal(byte))
    }

    #[inline(always)]
    fn whitespace(self, bytes: &[u8; WIDE]) -> u32 {
        both(bytes, Lanes::whitespace)
    }

    #[inline(always)]
    fn alphanumeric(self, bytes: &[u8; WIDE]) -> u32 {
        both(bytes, Lanes::alphanumeric)
    }

    #[inline(always)]
    fn digits(self, bytes: &[u8; WIDE]) -> u32 {
        both(bytes, Lanes::digits)
    }

    #[inline(always)]
    fn non_ascii(self, bytes: &[u8; WIDE]) -> u32 {
        both(bytes, Lanes::non_ascii)
    }

    #[inline(always)]
    fn special(self, bytes: &[u8; WIDE]) -> u32 {
        both(bytes, Lanes::special)
    }
}

/// A test of both halves.
#[inline(always)]
fn both(bytes: &[u8; WIDE], test: impl Fn(Lanes) -> u32) -> u32 {
    let half = |at: usize| load(bytes, at).map_or(0, |lanes| test(lanes) << at);
    half(0) | half(LANES)
}

/// Work that is compiled for each level. Its parts have to be inlined.
pub(crate) trait Task {
    type Output;
    fn run<L: Level>(self, level: L) -> Self::Output;
}

/// Runs a task with the best level of the processor.
#[inline]
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(level) = avx2::Avx2::detect() {
        return level.run(task);
    }
    task.run(Baseline)
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Level, Task, WIDE};
    use std::arch::x86_64::*;

    /// AVX2 and the bit instructions that all processors with it have.
    #[derive(Clone, Copy)]
    pub struct Avx2(());

    impl Avx2 {
        #[inline]
        pub fn detect() -> Option<Avx2> {
            let has_vectors = is_x86_feature_detected!("avx2");
            let has_bits = is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
            let has_counts = is_x86_feature_detected!("lzcnt") && is_x86_feature_detected!("popcnt");
            (has_vectors && has_bits && has_counts).then_some(Avx2(()))
        }

        #[inline]
        pub fn run<T: Task>(self, task: T) -> T::Output {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn run<T: Task>(task: T, level: Avx2) -> T::Output {
                task.run(level)
            }
            // SAFETY: `detect`, which alone makes this value, has found the instructions.
            unsafe { run(task, self) }
        }
    }

    impl Level for Avx2 {
        #[inline(always)]
        fn equal(self, bytes: &[u8; WIDE], byte: u8) -> u32 {
            // SAFETY: `detect`, which alone makes this value, has found AVX2.
            unsafe { bits(_mm256_cmpeq_epi8(load(bytes), _mm256_set1_epi8(byte as i8))) }
        }

        #[inline(always)]
        fn whitespace(self, bytes: &[u8; WIDE]) -> u32 {
            // By its low four bits, the one byte that is whitespace; 0x80 where there is none, as a shuffle gives 0 for
            // bytes from 0x80 on.
            const NO: i8 = i8::MIN;
            // SAFETY: as above.
            unsafe {
                let table = _mm_setr_epi8(0x20, NO, NO, NO, NO, NO, NO, NO, NO, 0x09, 0x0a, NO, 0x0c, 0x0d, NO, NO);
                let spaces = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), load(bytes));
                bits(_mm256_cmpeq_epi8(spaces, load(bytes)))
            }
        }

        #[inline(always)]
        fn alphanumeric(self, bytes: &[u8; WIDE]) -> u32 {
            // SAFETY: as above.
            unsafe {
                let folded = _mm256_or_si256(load(bytes), _mm256_set1_epi8(0x20));
                bits(_mm256_or_si256(within(folded, b'a', b'z'), within(load(bytes), b'0', b'9')))
            }
        }

        #[inline(always)]
        fn digits(self, bytes: &[u8; WIDE]) -> u32 {
            // SAFETY: as above.
            unsafe { bits(within(load(bytes), b'0', b'9')) }
        }

        #[inline(always)]
        fn non_ascii(self, bytes: &[u8; WIDE]) -> u32 {
            // SAFETY: as above.
            unsafe { bits(load(bytes)) }
        }

        #[inline(always)]
        fn special(self, bytes: &[u8; WIDE]) -> u32 {
            // SAFETY: as above.
            unsafe {
                let bytes = load(bytes);
                let equal = |byte: u8| _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte as i8));
                let below_space = _mm256_cmpgt_epi8(_mm256_set1_epi8(b' ' as i8), bytes);
                bits(_mm256_or_si256(below_space, _mm256_or_si256(equal(0x7f), equal(b'&'))))
            }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(bytes: &[u8; WIDE]) -> __m256i {
        // SAFETY: the array is 32 readable bytes, and the load needs no alignment.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    /// The top bits of all bytes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn bits(bytes: __m256i) -> u32 {
        _mm256_movemask_epi8(bytes) as u32
    }

    /// Bytes in `low..=high`, compared as unsigned numbers.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn within(bytes: __m256i, low: u8, high: u8) -> __m256i {
        let above_low = _mm256_sub_epi8(bytes, _mm256_set1_epi8(low as i8));
        _mm256_cmpeq_epi8(_mm256_min_epu8(above_low, _mm256_set1_epi8((high - low) as i8)), above_low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;
    use crate::base::simd::{random_bytes, rounds};

    /// Compares a level with plain loops.
    struct Comparison;

    impl Task for Comparison {
        type Output = ();

        #[inline(always)]
        fn run<L: Level>(self, level: L) {
            let mut random = Random(1);
            for round in 0..rounds(2000) {
                let mut bytes: [u8; WIDE] = random_bytes(&mut random, WIDE).try_into().expect("a window");
                if round % 2 == 0 {
                    bytes = std::array::from_fn(|i| (round + i) as u8);
                }
                let expected =
                    |test: &dyn Fn(u8) -> bool| (0..WIDE).fold(0, |mask, i| mask | u32::from(test(bytes[i])) << i);
                for byte in [b'<', 0, 0xff] {
                    assert_eq!(level.equal(&bytes, byte), expected(&|b| b == byte));
                }
                assert_eq!(level.whitespace(&bytes), expected(&|b| b.is_ascii_whitespace()));
                assert_eq!(level.alphanumeric(&bytes), expected(&|b| b.is_ascii_alphanumeric()));
                assert_eq!(level.digits(&bytes), expected(&|b| b.is_ascii_digit()));
                assert_eq!(level.non_ascii(&bytes), expected(&|b| !b.is_ascii()));
                assert_eq!(level.special(&bytes), expected(&|b| !(b' '..=b'~').contains(&b) || b == b'&'));
            }
        }
    }

    #[test]
    fn every_level_agrees_with_plain_loops() {
        Comparison.run(Baseline);
        run(Comparison);
    }
}
