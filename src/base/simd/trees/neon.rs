//! Sixteen rows to a register; [`super::scores`] says what is computed.

use super::{BATCH, DEPTH, FEATURES, LEAVES, Table, Tree};
use std::arch::aarch64::*;

const LANES: usize = 16;

/// Scores the first `PARTS` times sixteen rows.
#[target_feature(enable = "neon")]
pub fn scores<const N: usize, const PARTS: usize>(bias: i32, trees: &[Tree], features: &Table<N>) -> [i32; N] {
    let mut rows = [bias; N];
    for batch in trees.chunks(BATCH) {
        let mut sums = [Sums::zero(); PARTS];
        for tree in batch {
            let (low, high) = leaf_bytes(tree);
            let indices = leaf_indices::<N, PARTS>(tree, features);
            for (sum, index) in sums.iter_mut().zip(indices) {
                sum.add(vqtbl1q_u8(low, index), vqtbl1q_s8(high, index));
            }
        }
        rows.as_chunks_mut::<LANES>().0.iter_mut().zip(sums).for_each(|(rows, sums)| sums.add_to(rows));
    }
    rows
}

/// For each row the index of the leaf that it reaches.
#[target_feature(enable = "neon")]
fn leaf_indices<const N: usize, const PARTS: usize>(tree: &Tree, features: &Table<N>) -> [uint8x16_t; PARTS] {
    let mut indices = [vdupq_n_u8(0); PARTS];
    for level in (0..DEPTH).rev() {
        let threshold = vdupq_n_u8(tree[2 * level + 1]);
        let values = features[usize::from(tree[2 * level]) % FEATURES].as_chunks().0;
        for (index, values) in indices.iter_mut().zip(values) {
            // A comparison that holds is all ones, which is -1.
            let above = vcgtq_u8(load(values), threshold);
            *index = vsubq_u8(vaddq_u8(*index, *index), above);
        }
    }
    indices
}

/// The low and the high bytes of the leaf values.
#[target_feature(enable = "neon")]
fn leaf_bytes(tree: &Tree) -> (uint8x16_t, int8x16_t) {
    const { assert!(LEAVES == LANES) };
    let [low, high] = tree[2 * DEPTH..].as_chunks().0 else { return (vdupq_n_u8(0), vdupq_n_s8(0)) };
    (load(low), vreinterpretq_s8_u8(load(high)))
}

/// Sums of low and of high bytes, in 16 bits: of the first eight rows, then of the others.
#[derive(Clone, Copy)]
struct Sums {
    low: [uint16x8_t; 2],
    high: [int16x8_t; 2],
}

impl Sums {
    #[target_feature(enable = "neon")]
    fn zero() -> Sums {
        Sums { low: [vdupq_n_u16(0); 2], high: [vdupq_n_s16(0); 2] }
    }

    #[target_feature(enable = "neon")]
    fn add(&mut self, low: uint8x16_t, high: int8x16_t) {
        self.low = [vaddw_u8(self.low[0], vget_low_u8(low)), vaddw_high_u8(self.low[1], low)];
        self.high = [vaddw_s8(self.high[0], vget_low_s8(high)), vaddw_high_s8(self.high[1], high)];
    }

    #[target_feature(enable = "neon")]
    fn add_to(self, rows: &mut [i32; LANES]) {
        for (half, rows) in rows.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let (mut low, mut high) = ([0u16; 8], [0i16; 8]);
            // SAFETY: each array has space for eight numbers of 16 bits, and the stores need no alignment.
            unsafe {
                vst1q_u16(low.as_mut_ptr(), self.low[half]);
                vst1q_s16(high.as_mut_ptr(), self.high[half]);
            }
            for (row, (low, high)) in rows.iter_mut().zip(low.into_iter().zip(high)) {
                *row += i32::from(low) + 256 * i32::from(high);
            }
        }
    }
}

#[target_feature(enable = "neon")]
fn load(bytes: &[u8; LANES]) -> uint8x16_t {
    // SAFETY: the array is 16 readable bytes, and the load needs no alignment.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}
