//! Evaluates symmetric decision trees (also called oblivious trees) on up to sixty-four rows of bytes at once.
//!
//! All nodes of a level share one split, `feature > threshold`, so the results of the splits are the bits of the leaf's
//! index: there are no branches to mispredict. With vector instructions a split takes one comparison for 16 or 32 rows,
//! and a leaf value two table lookups by byte shuffle. All implementations return equal sums. CatBoost evaluates its
//! trees in this way (Dorogush, Ershov and Gulin 2018, "Fast scorer").

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;

/// Rows of a group: what one AVX2 register holds.
pub(crate) const ROWS: usize = 32;
/// Splits of a tree.
pub(crate) const DEPTH: usize = 4;
/// Leaves of a tree.
pub(crate) const LEAVES: usize = 1 << DEPTH;
/// Rows of a table of features: more than any model has, and a power of two, so that no index of a tree needs a check.
pub(crate) const FEATURES: usize = 128;
/// Bytes of a tree.
pub(crate) const TREE: usize = 2 * DEPTH + 2 * LEAVES;

/// Trees whose leaf values the vector implementations sum up in 16 bits, low and high bytes apart, without overflow.
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
const BATCH: usize = 128;

/// A tree: pairs of feature and threshold, one for each bit of a leaf's index, lowest first; then the low bytes of the
/// leaf values (i16), and their high bytes. A bit is set if the feature is above the threshold.
pub(crate) type Tree = [u8; TREE];

/// The values of each feature in `N` rows.
pub(crate) type Table<const N: usize> = [[u8; N]; FEATURES];

/// The splits of a tree, as pairs of feature and threshold.
pub(crate) fn splits(tree: &Tree) -> &[[u8; 2]] {
    tree[..2 * DEPTH].as_chunks().0
}

/// The leaf that a row reaches: its bits are the results of the splits, lowest first.
#[inline]
pub(crate) fn leaf_index(splits: &[[u8; 2]], value_of: impl Fn(u8) -> u8) -> usize {
    splits.iter().rev().fold(0, |leaf, &[feature, threshold]| 2 * leaf + usize::from(value_of(feature) > threshold))
}

/// The leaf values of a tree.
#[cfg(feature = "unstable")]
pub(crate) fn leaves(tree: &Tree) -> [i16; LEAVES] {
    std::array::from_fn(|leaf| i16::from_le_bytes([tree[2 * DEPTH + leaf], tree[2 * DEPTH + LEAVES + leaf]]))
}

/// For each of the first `used` rows, the sum of `bias` and its leaf values in all trees; other rows are unspecified.
/// `features` holds the values of each feature in all rows, of which there are a half, one or two times [`ROWS`]. Trees
/// split on features below [`FEATURES`].
pub(crate) fn scores<const N: usize>(bias: i32, trees: &[Tree], features: &Table<N>, used: usize) -> [i32; N] {
    const { assert!(N == ROWS / 2 || N == ROWS || N == 2 * ROWS) };
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe {
            if used <= ROWS / 2 || N < ROWS {
                avx2::scores_of_half(bias, trees, features)
            } else if N == ROWS || used <= ROWS {
                avx2::scores::<N, 1>(bias, trees, features)
            } else {
                avx2::scores::<N, 2>(bias, trees, features)
            }
        };
    }
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    // SAFETY: NEON is part of every AArch64 target that has a standard library.
    return unsafe {
        if used <= ROWS / 2 {
            neon::scores::<N, 1>(bias, trees, features)
        } else if N == ROWS || used <= ROWS {
            neon::scores::<N, 2>(bias, trees, features)
        } else {
            neon::scores::<N, 4>(bias, trees, features)
        }
    };
    #[cfg(not(all(target_arch = "aarch64", target_endian = "little")))]
    portable_scores(bias, trees, features, used.min(N))
}

/// The sums of the leaves that one row reaches, whose features have any number. A tree is pairs of feature and threshold,
/// as in [`Tree`], then for each leaf `VALUES` values of 16 bits. Their sums are the last ones; others are unspecified.
pub(crate) fn sums_of_row<const SIZE: usize, const VALUES: usize>(trees: &[[u8; SIZE]], row: &[u8; 256]) -> [i32; 8] {
    const { assert!(VALUES <= 8 && DEPTH + VALUES >= 8 && SIZE == 2 * (DEPTH + VALUES * LEAVES)) };
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::sums_of_row::<SIZE, VALUES>(trees, row) };
    }
    portable_sums_of_row::<SIZE, VALUES>(trees, row)
}

#[cfg_attr(target_arch = "x86_64", cold)]
fn portable_sums_of_row<const SIZE: usize, const VALUES: usize>(trees: &[[u8; SIZE]], row: &[u8; 256]) -> [i32; 8] {
    let mut sums = [0; 8];
    for tree in trees {
        let leaf = leaf_index(&tree.as_chunks().0[..DEPTH], |feature| row[usize::from(feature)]);
        let leaf = tree[vector_before_leaf::<VALUES>(leaf)..].as_chunks::<2>().0;
        sums.iter_mut().zip(leaf).for_each(|(sum, &value)| *sum += i32::from(i16::from_le_bytes(value)));
    }
    // Without it, the compiler drops the first lane and adds the others one by one.
    std::hint::black_box(sums)
}

/// Where the vector of eight values starts whose last values are a leaf: one that starts at the last leaf would end after
/// the tree.
#[inline(always)]
fn vector_before_leaf<const VALUES: usize>(leaf: usize) -> usize {
    2 * (DEPTH + VALUES * (leaf % LEAVES) + VALUES) - 16
}

#[cfg(any(test, not(all(target_arch = "aarch64", target_endian = "little"))))]
#[cfg_attr(target_arch = "x86_64", cold)]
fn portable_scores<const N: usize>(bias: i32, trees: &[Tree], features: &Table<N>, rows: usize) -> [i32; N] {
    let mut sums = [bias; N];
    for tree in trees {
        let mut indices = [0u8; N];
        for (level, &[feature, threshold]) in splits(tree).iter().enumerate() {
            for (index, &value) in indices[..rows].iter_mut().zip(&features[usize::from(feature) % FEATURES]) {
                *index |= u8::from(value > threshold) << level;
            }
        }
        for (sum, &index) in sums[..rows].iter_mut().zip(&indices) {
            let low = 2 * DEPTH + usize::from(index) % LEAVES;
            *sum += i32::from(i16::from_le_bytes([tree[low], tree[low + LEAVES]]));
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;
    use crate::base::simd::rounds;

    #[test]
    fn a_tree_by_hand() {
        let mut tree = [0; TREE];
        tree[..4].copy_from_slice(&[0, 9, 1, 0]);
        // Feature 0 above 9 is bit 0, feature 1 above 0 is bit 1; the other splits, feature 0 above 255, never hold.
        (4..2 * DEPTH).step_by(2).for_each(|at| tree[at + 1] = 255);
        for (index, value) in [(0, -2i16), (1, 300), (2, -300), (3, 7)] {
            let [low, high] = value.to_le_bytes();
            (tree[2 * DEPTH + index], tree[2 * DEPTH + LEAVES + index]) = (low, high);
        }
        let mut features = [[0; ROWS]; FEATURES];
        (features[0][1], features[0][2], features[0][3]) = (10, 9, 255);
        (features[1][2], features[1][3]) = (1, 255);
        let sums = scores(1000, &[tree; 3], &features, ROWS);
        assert_eq!(sums[..5], [994, 1900, 100, 1021, 994]);
    }

    /// Sums of a whole batch must not overflow.
    #[test]
    fn extreme_leaves() {
        let count = rounds(1000);
        for value in [i16::MIN, -1, 0xff, i16::MAX] {
            let [low, high] = value.to_le_bytes();
            let tree: Tree = std::array::from_fn(|at| match at {
                0..8 => 0,
                8..24 => low,
                _ => high,
            });
            let sums = scores(0, &vec![tree; count], &[[0; ROWS]; FEATURES], ROWS);
            assert_eq!(sums, [count as i32 * i32::from(value); ROWS]);
        }
    }

    #[test]
    fn sums_of_one_row() {
        const VALUES: usize = 5;
        const SIZE: usize = 2 * (DEPTH + VALUES * LEAVES);
        type Long = [u8; SIZE];
        let mut random = Random(5);
        let sums = |trees: &[Long], row: &[u8; 256]| sums_of_row::<_, VALUES>(trees, row)[8 - VALUES..].to_vec();
        for round in 0..rounds(400) {
            let trees: Vec<Long> = (0..round % 9).map(|_| std::array::from_fn(|_| random.next() as u8)).collect();
            // Small values, so that many are equal to their threshold.
            let row: [u8; 256] = std::array::from_fn(|_| random.next() as u8 >> (round % 8));
            let expected = portable_sums_of_row::<_, VALUES>(&trees, &row)[8 - VALUES..].to_vec();
            assert_eq!(sums(&trees, &row), expected);
        }
        // By hand: feature 200 is above 6 and not above 7.
        let mut tree = [0; SIZE];
        tree[..2 * DEPTH].copy_from_slice(&[200, 6, 200, 7, 0, 0, 0, 0]);
        let leaf = 2 * (DEPTH + VALUES);
        tree[leaf..leaf + 6].copy_from_slice(&[1, 0, 0xff, 0xff, 0, 1]);
        let mut row = [0; 256];
        row[200] = 7;
        assert_eq!(sums(&[tree; 3], &row), [3, -3, 768, 0, 0]);
    }

    #[test]
    fn implementations_return_equal_sums() {
        let mut random = Random(7);
        for round in 0..rounds(400) {
            let count = 1 + round % 20;
            let features: Table<{ 2 * ROWS }> = std::array::from_fn(|_| std::array::from_fn(|_| random.next() as u8));
            let trees: Vec<Tree> = (0..if round % 10 == 0 { 300 } else { round % 9 })
                .map(|_| {
                    let mut tree: Tree = std::array::from_fn(|_| random.next() as u8);
                    (0..2 * DEPTH).step_by(2).for_each(|at| tree[at] %= count as u8);
                    tree
                })
                .collect();
            let used = 1 + round % (2 * ROWS);
            let expected = portable_scores(-5, &trees, &features, 2 * ROWS);
            assert_eq!(scores(-5, &trees, &features, used)[..used], expected[..used]);
            let first: Table<ROWS> = features.map(|row| row.as_chunks().0[0]);
            let used = used.min(ROWS);
            assert_eq!(scores(-5, &trees, &first, used)[..used], expected[..used]);
        }
    }
}
