//! Thirty-two rows to a register; [`super::scores`] says what is computed.

use super::{BATCH, DEPTH, FEATURES, LEAVES, ROWS, TREE, Table, Tree};
use std::arch::x86_64::*;

/// Half of a register.
const HALF: usize = ROWS / 2;

/// Scores the first `PARTS` times [`ROWS`] rows.
#[target_feature(enable = "avx2")]
pub fn scores<const N: usize, const PARTS: usize>(bias: i32, trees: &[Tree], features: &Table<N>) -> [i32; N] {
    let mut totals = [[_mm256_set1_epi32(bias); 4]; PARTS];
    let zero = [[_mm256_setzero_si256(); 2]; PARTS];
    for batch in trees.chunks(BATCH) {
        let mut sums = [Sums { low: zero[0], high: zero[0] }; PARTS];
        let (pairs, odd) = batch.as_chunks::<2>();
        for [a, b] in pairs {
            let indices = (indices::<N, PARTS>(a, features), indices::<N, PARTS>(b, features));
            let (a, b) = (leaf_values(a, indices.0), leaf_values(b, indices.1));
            (0..PARTS).for_each(|part| sums[part].add(a[part], b[part]));
        }
        if let [last] = odd {
            let last = leaf_values(last, indices::<N, PARTS>(last, features));
            (0..PARTS).for_each(|part| sums[part].add(last[part], zero[part]));
        }
        totals.iter_mut().zip(sums).for_each(|(totals, sums)| sums.add_to(totals));
    }
    let mut rows = [0; N];
    rows.as_chunks_mut::<ROWS>().0.iter_mut().zip(&totals).for_each(|(rows, totals)| *rows = in_row_order(totals));
    rows
}

/// Scores the first sixteen rows, as small pages have: each register holds them twice, for two trees.
#[target_feature(enable = "avx2")]
pub fn scores_of_half<const N: usize>(bias: i32, trees: &[Tree], features: &Table<N>) -> [i32; N] {
    /// A tree that adds nothing.
    const NOTHING: &Tree = &[0; TREE];
    let zero = _mm256_setzero_si256();
    let mut totals = [zero; 4];
    for batch in trees.chunks(BATCH) {
        let mut sums = Sums { low: [zero; 2], high: [zero; 2] };
        let (fours, rest) = batch.as_chunks::<4>();
        for [a, b, c, d] in fours {
            sums.add(leaf_values_of_two(a, b, features), leaf_values_of_two(c, d, features));
        }
        for tree in rest {
            sums.add(leaf_values_of_two(tree, NOTHING, features), [zero; 2]);
        }
        sums.add_to(&mut totals);
    }
    let mut rows = [bias; N];
    for (i, sum) in in_row_order(&totals).into_iter().enumerate() {
        rows[i % HALF] += sum;
    }
    rows
}

/// See [`super::sums_of_row`]. Two trees have eight splits, which one comparison of eight lanes decides: a value in the
/// high byte of a lane is above feature and threshold, in this order the low and the high byte, if it is above the
/// threshold.
#[target_feature(enable = "avx2")]
pub fn sums_of_row<const SIZE: usize, const VALUES: usize>(trees: &[[u8; SIZE]], row: &[u8; 256]) -> [i32; 8] {
    let values = row.map(|value| i16::from_le_bytes([0, value]));
    let mut totals = _mm256_setzero_si256();
    let (pairs, odd) = trees.as_chunks::<2>();
    for [a, b] in pairs {
        let [first, second] = leaves_of_two(number_of_splits(a), number_of_splits(b), &values);
        totals = _mm256_add_epi32(totals, vector_of_leaf::<SIZE, VALUES>(a, first));
        totals = _mm256_add_epi32(totals, vector_of_leaf::<SIZE, VALUES>(b, second));
    }
    if let [last] = odd {
        let [leaf, _] = leaves_of_two(number_of_splits(last), 0, &values);
        totals = _mm256_add_epi32(totals, vector_of_leaf::<SIZE, VALUES>(last, leaf));
    }
    let mut sums = [0i32; 8];
    // SAFETY: `sums` is 32 writable bytes, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), totals) };
    sums
}

/// The leaves that a row reaches in two trees with these splits.
#[inline]
#[target_feature(enable = "avx2")]
fn leaves_of_two(a: u64, b: u64, values: &[i16; 256]) -> [usize; 2] {
    let value = |splits: u64, level: usize| values[usize::from((splits >> (16 * level)) as u8)];
    let (a0, a1, a2, a3) = (value(a, 0), value(a, 1), value(a, 2), value(a, 3));
    let (b0, b1, b2, b3) = (value(b, 0), value(b, 1), value(b, 2), value(b, 3));
    let (values, splits) = (_mm_set_epi16(b3, b2, b1, b0, a3, a2, a1, a0), _mm_set_epi64x(b as i64, a as i64));
    let not_above = _mm_cmpeq_epi16(_mm_subs_epu16(values, splits), _mm_setzero_si128());
    let above = !_mm_movemask_epi8(_mm_packs_epi16(not_above, not_above)) as usize;
    [above % LEAVES, above / LEAVES % LEAVES]
}

/// The values of a leaf, after others.
#[target_feature(enable = "avx2")]
fn vector_of_leaf<const SIZE: usize, const VALUES: usize>(tree: &[u8; SIZE], leaf: usize) -> __m256i {
    let values = load_half(&tree[super::vector_before_leaf::<VALUES>(leaf)..]);
    _mm256_cvtepi16_epi32(values)
}

/// The low and the high bytes of the leaf values that the first sixteen rows reach in one tree, then in another.
#[inline]
#[target_feature(enable = "avx2")]
fn leaf_values_of_two<const N: usize>(a: &Tree, b: &Tree, features: &Table<N>) -> [__m256i; 2] {
    let both = |at: usize| _mm256_set_m128i(load_half(&b[at..]), load_half(&a[at..]));
    let (splits, offsets) = (both(0), [a, b].map(offsets_of_values::<N>));
    let mut index = _mm256_setzero_si256();
    for level in (0..DEPTH).rev() {
        let threshold = _mm256_shuffle_epi8(splits, _mm256_set1_epi8(2 * level as i8 + 1));
        let [first, second] = offsets.map(|offsets| load_half(values_of(features, offsets, level)));
        let not_above = not_above(_mm256_set_m128i(second, first), threshold);
        index = _mm256_add_epi8(_mm256_add_epi8(index, index), not_above);
    }
    let index = counted_up(index);
    [_mm256_shuffle_epi8(both(2 * DEPTH), index), _mm256_shuffle_epi8(both(2 * DEPTH + LEAVES), index)]
}

/// The splits of a tree as one number: compilers turn loads of single bytes into worse code.
fn number_of_splits(tree: &[u8]) -> u64 {
    tree.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Where the values of the features of a tree begin in a table of `N` rows: 16 bits for each split.
fn offsets_of_values<const N: usize>(tree: &Tree) -> u64 {
    const FEATURE: u64 = (FEATURES as u64 - 1) * 0x0001_0001_0001_0001;
    (number_of_splits(tree) & FEATURE) * N as u64
}

/// The values of the feature of a split.
#[inline]
fn values_of<const N: usize>(features: &Table<N>, offsets: u64, level: usize) -> &[u8] {
    &features.as_flattened()[usize::from((offsets >> (16 * level)) as u16)..][..N]
}

/// -1 where the value is not above the threshold, else 0: AVX2 cannot compare unsigned bytes for order.
#[target_feature(enable = "avx2")]
fn not_above(values: __m256i, threshold: __m256i) -> __m256i {
    _mm256_cmpeq_epi8(_mm256_max_epu8(values, threshold), threshold)
}

/// The index of a leaf, from an index in which the last leaf is 0 and the first one -15.
#[target_feature(enable = "avx2")]
fn counted_up(index: __m256i) -> __m256i {
    _mm256_add_epi8(index, _mm256_set1_epi8(LEAVES as i8 - 1))
}

/// For each part, the indices of the leaves that its rows reach, as [`counted_up`] takes them. This and [`leaf_values`] are
/// two functions so that compilers inline them.
#[inline]
#[target_feature(enable = "avx2")]
fn indices<const N: usize, const PARTS: usize>(tree: &Tree, features: &Table<N>) -> [__m256i; PARTS] {
    let offsets = offsets_of_values::<N>(tree);
    let mut indices = [_mm256_setzero_si256(); PARTS];
    for level in (0..DEPTH).rev() {
        let threshold = _mm256_set1_epi8(tree[2 * level + 1] as i8);
        let values = values_of(features, offsets, level).as_chunks().0;
        for (index, values) in indices.iter_mut().zip(values) {
            *index = _mm256_add_epi8(_mm256_add_epi8(*index, *index), not_above(load(values), threshold));
        }
    }
    indices
}

/// For each part, the low and the high bytes of the leaf values that its rows reach.
#[inline]
#[target_feature(enable = "avx2")]
fn leaf_values<const PARTS: usize>(tree: &Tree, indices: [__m256i; PARTS]) -> [[__m256i; 2]; PARTS] {
    let both = tree.last_chunk().map_or(indices[0], |leaves| load(leaves));
    let (low, high) = (_mm256_permute4x64_epi64::<0x44>(both), _mm256_permute4x64_epi64::<0xee>(both));
    indices.map(|index| {
        let index = counted_up(index);
        [_mm256_shuffle_epi8(low, index), _mm256_shuffle_epi8(high, index)]
    })
}

/// Sums of low and of high bytes, in 16 bits: of rows 0 to 7 and 16 to 23, then of the others.
#[derive(Clone, Copy)]
struct Sums {
    low: [__m256i; 2],
    high: [__m256i; 2],
}

impl Sums {
    /// Adds the leaf values of two trees: interleaved, the bytes of a row are neighbors, which one instruction adds.
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

    #[target_feature(enable = "avx2")]
    fn add_to(self, totals: &mut [__m256i; 4]) {
        // Each low byte sum times 1, plus its high byte sum times 256.
        let weights = _mm256_set1_epi32(256 << 16 | 1);
        for half in 0..2 {
            let (low, high) = (self.low[half], self.high[half]);
            let pairs = [_mm256_unpacklo_epi16(low, high), _mm256_unpackhi_epi16(low, high)];
            for (total, pair) in totals[2 * half..].iter_mut().zip(pairs) {
                *total = _mm256_add_epi32(*total, _mm256_madd_epi16(pair, weights));
            }
        }
    }
}

/// Interleaving works within halves of 128 bits, so each of the four vectors holds four of the first sixteen rows and
/// four of the others.
#[target_feature(enable = "avx2")]
fn in_row_order(totals: &[__m256i; 4]) -> [i32; ROWS] {
    let mut rows = [0; ROWS];
    for (part, total) in totals.iter().enumerate() {
        let mut eight = [0i32; 8];
        // SAFETY: `eight` is 32 writable bytes, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), *total) };
        let (first, second) = eight.split_at(4);
        rows[4 * part..4 * part + 4].copy_from_slice(first);
        rows[16 + 4 * part..16 + 4 * part + 4].copy_from_slice(second);
    }
    rows
}

#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the array is 32 readable bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// Loads sixteen bytes; zeros if there are fewer.
#[target_feature(enable = "avx2")]
fn load_half(bytes: &[u8]) -> __m128i {
    let bytes = bytes.first_chunk::<HALF>().unwrap_or(&[0; HALF]);
    // SAFETY: the array is 16 readable bytes, and the load needs no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}
