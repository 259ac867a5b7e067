//! Rows of bytes down symmetric decision trees, up to sixty-four side by side.
//!
//! All nodes of a level of a symmetric tree ask the same question, so the four answers, as bits, are the number of the
//! leaf. With AVX2 a question takes one comparison for thirty-two rows, and a leaf two byte shuffles. Both ways give the
//! same sums.

/// Rows that one instruction takes.
pub(crate) const ROWS: usize = 32;
/// Questions of a tree.
pub(crate) const DEPTH: usize = 4;
/// Leaves of a tree.
pub(crate) const LEAVES: usize = 1 << DEPTH;
/// Bytes of a tree.
pub(crate) const TREE: usize = 2 * DEPTH + 2 * LEAVES;

/// A tree: pairs of a feature and a threshold, one for each bit of a leaf's number, lowest first; then the lower bytes of
/// the leaves' values, and the upper ones. A bit is set if the feature is above the threshold.
pub(crate) type Tree = [u8; TREE];

/// The questions of a tree, as features and thresholds.
pub(crate) fn questions(tree: &Tree) -> &[[u8; 2]] {
    tree[..2 * DEPTH].as_chunks().0
}

/// The value of a leaf, below [`LEAVES`].
#[inline]
pub(crate) fn leaf(tree: &Tree, number: usize) -> i16 {
    i16::from_le_bytes([tree[2 * DEPTH + number], tree[2 * DEPTH + LEAVES + number]])
}

/// For each of the first `used` rows the sum of its leaves in all trees, and `bias`; for others any number. `features` holds
/// for each feature its value in every row; there are one or two times [`ROWS`].
///
/// # Panics
/// If a tree asks for a feature that there is not.
pub(crate) fn scores<const N: usize>(bias: i32, trees: &[Tree], features: &[[u8; N]], used: usize) -> [i32; N] {
    const { assert!(N == ROWS || N == 2 * ROWS) };
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe {
            if N == ROWS || used <= ROWS {
                avx2::scores::<N, 1>(bias, trees, features)
            } else {
                avx2::scores::<N, 2>(bias, trees, features)
            }
        };
    }
    portable_scores(bias, trees, features)
}

#[cfg_attr(target_arch = "x86_64", cold)]
fn portable_scores<const N: usize>(bias: i32, trees: &[Tree], features: &[[u8; N]]) -> [i32; N] {
    let mut sums = [bias; N];
    for tree in trees {
        let mut numbers = [0u8; N];
        for (level, &[feature, threshold]) in questions(tree).iter().enumerate() {
            for (number, &value) in numbers.iter_mut().zip(&features[usize::from(feature)]) {
                *number |= u8::from(value > threshold) << level;
            }
        }
        for (sum, &number) in sums.iter_mut().zip(&numbers) {
            *sum += i32::from(leaf(tree, usize::from(number) % LEAVES));
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{DEPTH, LEAVES, ROWS, Tree};
    use std::arch::x86_64::*;

    /// Of the first `PARTS` times [`ROWS`] rows; see [`super::scores`].
    #[target_feature(enable = "avx2")]
    pub fn scores<const N: usize, const PARTS: usize>(bias: i32, trees: &[Tree], features: &[[u8; N]]) -> [i32; N] {
        let mut sums = [[_mm256_set1_epi32(bias); 4]; PARTS];
        let none = [[_mm256_setzero_si256(); 2]; PARTS];
        for batch in trees.chunks(AT_ONCE) {
            let mut bytes = [Bytes { low: none[0], high: none[0] }; PARTS];
            let (pairs, odd) = batch.as_chunks::<2>();
            for [a, b] in pairs {
                let (a, b) = (leaves::<N, PARTS>(a, features), leaves::<N, PARTS>(b, features));
                (0..PARTS).for_each(|part| bytes[part].add(a[part], b[part]));
            }
            if let [last] = odd {
                let last = leaves::<N, PARTS>(last, features);
                (0..PARTS).for_each(|part| bytes[part].add(last[part], none[part]));
            }
            sums.iter_mut().zip(bytes).for_each(|(sums, bytes)| bytes.add_to(sums));
        }
        let mut rows = [0; N];
        rows.as_chunks_mut::<ROWS>().0.iter_mut().zip(&sums).for_each(|(rows, sums)| *rows = in_order(sums));
        rows
    }

    /// For each part the lower and the upper bytes of the leaves that its rows reach.
    #[target_feature(enable = "avx2")]
    fn leaves<const N: usize, const PARTS: usize>(tree: &Tree, features: &[[u8; N]]) -> [[__m256i; 2]; PARTS] {
        // As one number: of loads of single bytes compilers make worse ones.
        let questions = tree.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let mut numbers = [_mm256_setzero_si256(); PARTS];
        for level in (0..DEPTH).rev() {
            let threshold = _mm256_set1_epi8(tree[2 * level + 1] as i8);
            let values = features[usize::from((questions >> (16 * level)) as u8)].as_chunks().0;
            for (number, values) in numbers.iter_mut().zip(values) {
                // -1 for no, and 0 for yes.
                let answer = _mm256_cmpeq_epi8(_mm256_max_epu8(load_32(values), threshold), threshold);
                *number = _mm256_add_epi8(_mm256_add_epi8(*number, *number), answer);
            }
        }
        let both = tree.last_chunk().map_or(numbers[0], |leaves| load_32(leaves));
        let (low, high) = (_mm256_permute4x64_epi64::<0x44>(both), _mm256_permute4x64_epi64::<0xee>(both));
        numbers.map(|number| {
            let number = _mm256_add_epi8(number, _mm256_set1_epi8(LEAVES as i8 - 1));
            [_mm256_shuffle_epi8(low, number), _mm256_shuffle_epi8(high, number)]
        })
    }

    /// The bytes of so many leaves sum up to less than 2^15.
    const AT_ONCE: usize = 128;

    /// Sums of the lower and of the upper bytes, in 16 bits: rows 0 to 7 and 16 to 23, then the others.
    #[derive(Clone, Copy)]
    struct Bytes {
        low: [__m256i; 2],
        high: [__m256i; 2],
    }

    impl Bytes {
        /// Adds the leaves of two trees: the bytes of a row stand side by side, and their sum is one instruction.
        #[target_feature(enable = "avx2")]
        fn add(&mut self, [a_low, a_high]: [__m256i; 2], [b_low, b_high]: [__m256i; 2]) {
            let ones = _mm256_set1_epi8(1);
            let pairs = [_mm256_unpacklo_epi8(a_low, b_low), _mm256_unpackhi_epi8(a_low, b_low)];
            for (sum, pair) in self.low.iter_mut().zip(pairs) {
                *sum = _mm256_add_epi16(*sum, _mm256_maddubs_epi16(pair, ones));
            }
            let pairs = [_mm256_unpacklo_epi8(a_high, b_high), _mm256_unpackhi_epi8(a_high, b_high)];
            for (sum, pair) in self.high.iter_mut().zip(pairs) {
                *sum = _mm256_add_epi16(*sum, _mm256_maddubs_epi16(ones, pair));
            }
        }

        /// Adds lower and upper bytes to sums of 32 bits.
        #[target_feature(enable = "avx2")]
        fn add_to(self, sums: &mut [__m256i; 4]) {
            // A pair of numbers times 1 and 256.
            let weights = _mm256_set1_epi32(256 << 16 | 1);
            for half in 0..2 {
                let (low, high) = (self.low[half], self.high[half]);
                let pairs = [_mm256_unpacklo_epi16(low, high), _mm256_unpackhi_epi16(low, high)];
                for (sum, pair) in sums[2 * half..].iter_mut().zip(pairs) {
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pair, weights));
                }
            }
        }
    }

    /// Unpacking works in halves of 128 bits: each of the four sums holds four rows of the first sixteen and four of the
    /// others.
    #[target_feature(enable = "avx2")]
    fn in_order(sums: &[__m256i; 4]) -> [i32; ROWS] {
        let mut rows = [0; ROWS];
        for (part, sum) in sums.iter().enumerate() {
            let mut eight = [0i32; 8];
            // SAFETY: `eight` has room for 32 bytes, and the store needs no alignment.
            unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), *sum) };
            let (first, second) = eight.split_at(4);
            rows[4 * part..4 * part + 4].copy_from_slice(first);
            rows[16 + 4 * part..16 + 4 * part + 4].copy_from_slice(second);
        }
        rows
    }

    #[target_feature(enable = "avx2")]
    fn load_32(bytes: &[u8; 32]) -> __m256i {
        // SAFETY: the array is 32 readable bytes, and the load needs no alignment.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::simd::rounds;

    #[test]
    fn a_tree_by_hand() {
        let mut tree = [0; TREE];
        tree[..4].copy_from_slice(&[0, 9, 1, 0]);
        // Feature 0 above 9 is bit 0, feature 1 above 0 is bit 1; the others ask feature 0 above 0.
        (4..2 * DEPTH).step_by(2).for_each(|at| tree[at + 1] = 255);
        for (number, value) in [(0, -2i16), (1, 300), (2, -300), (3, 7)] {
            let [low, high] = value.to_le_bytes();
            (tree[2 * DEPTH + number], tree[2 * DEPTH + LEAVES + number]) = (low, high);
        }
        let mut features = [[0; ROWS]; 2];
        (features[0][1], features[0][2], features[0][3]) = (10, 9, 255);
        (features[1][2], features[1][3]) = (1, 255);
        let sums = scores(1000, &[tree; 3], &features, ROWS);
        assert_eq!(sums[..5], [994, 1900, 100, 1021, 994]);
    }

    #[test]
    fn both_ways_give_the_same_sums() {
        let mut random = Random(7);
        for round in 0..rounds(400) {
            let count = 1 + round % 20;
            let features: Vec<[u8; 2 * ROWS]> =
                (0..count).map(|_| std::array::from_fn(|_| random.next() as u8)).collect();
            let trees: Vec<Tree> = (0..if round % 10 == 0 { 300 } else { round % 9 })
                .map(|_| {
                    let mut tree: Tree = std::array::from_fn(|_| random.next() as u8);
                    (0..2 * DEPTH).step_by(2).for_each(|at| tree[at] %= count as u8);
                    tree
                })
                .collect();
            let used = 1 + round % (2 * ROWS);
            let expected = portable_scores(-5, &trees, &features);
            assert_eq!(scores(-5, &trees, &features, used)[..used], expected[..used]);
            let first: Vec<[u8; ROWS]> = features.iter().map(|row| row.as_chunks().0[0]).collect();
            assert_eq!(scores(-5, &trees, &first, used), expected[..ROWS]);
        }
    }
}
