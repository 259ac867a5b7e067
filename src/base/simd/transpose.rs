//! Turns rows of bytes into columns, sixteen rows at a time: what is computed row by row is stored without a jump from
//! cache line to cache line for each byte.
//!
//! A transposition of 16 by 16 bytes is four rounds of interleaving: each round puts the bytes of rows `i` and `i + 8`
//! side by side, in rows `2 i` and `2 i + 1`. Interleaving is one instruction of SSE2 or NEON.

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
use neon as native;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little"))))]
use portable as native;
#[cfg(target_arch = "x86_64")]
use sse2 as native;

/// Rows that are transposed at once.
pub(crate) const SIDE: usize = 16;

/// Byte `c` of row `r` becomes byte `at + r` of `columns[c]`. The rows have a multiple of sixteen bytes.
///
/// # Panics
/// If there are fewer columns than bytes in a row, or columns have less than `at + 16` bytes.
pub(crate) fn transpose<const WIDTH: usize, const N: usize>(
    rows: &[[u8; WIDTH]; SIDE],
    columns: &mut [[u8; N]],
    at: usize,
) {
    const { assert!(WIDTH.is_multiple_of(SIDE)) };
    for (tile, columns) in columns[..WIDTH].as_chunks_mut::<SIDE>().0.iter_mut().enumerate() {
        let mut square = rows.each_ref().map(|row| native::load(&row.as_chunks().0[tile]));
        // Four rounds, one by one: in a loop of rounds, compilers may keep the square in memory.
        square = interleave_halves(interleave_halves(square, native::interleave), native::interleave);
        square = interleave_halves(interleave_halves(square, native::interleave), native::interleave);
        for (column, bytes) in columns.iter_mut().zip(square) {
            column[at..at + SIDE].copy_from_slice(&native::store(bytes));
        }
    }
}

/// One round of interleaving, without a loop, too.
#[inline(always)]
fn interleave_halves<V: Copy>(square: [V; SIDE], interleave: impl Fn(V, V) -> [V; 2]) -> [V; SIDE] {
    let pair = |i: usize| interleave(square[i], square[i + SIDE / 2]);
    let ([a, b], [c, d], [e, f], [g, h]) = (pair(0), pair(1), pair(2), pair(3));
    let ([i, j], [k, l], [m, n], [o, p]) = (pair(4), pair(5), pair(6), pair(7));
    [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use super::SIDE;
    use std::arch::x86_64::*;

    #[inline(always)]
    pub fn load(bytes: &[u8; SIDE]) -> __m128i {
        // SAFETY: the array is 16 readable bytes, and the load needs no alignment; SSE2 is part of every x86-64.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    pub fn store(vector: __m128i) -> [u8; SIDE] {
        let mut bytes = [0; SIDE];
        // SAFETY: the array is 16 writable bytes, and the store needs no alignment; SSE2 is part of every x86-64.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), vector) };
        bytes
    }

    /// Interleaves the bytes of both: first the lower halves, then the upper halves.
    #[inline(always)]
    pub fn interleave(a: __m128i, b: __m128i) -> [__m128i; 2] {
        // SAFETY: SSE2 is part of every x86-64; the instructions touch registers only.
        unsafe { [_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)] }
    }
}

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon {
    use super::SIDE;
    use std::arch::aarch64::*;

    #[inline(always)]
    pub fn load(bytes: &[u8; SIDE]) -> uint8x16_t {
        // SAFETY: the array is 16 readable bytes; NEON is part of every AArch64 target that has a standard library.
        unsafe { vld1q_u8(bytes.as_ptr()) }
    }

    #[inline(always)]
    pub fn store(vector: uint8x16_t) -> [u8; SIDE] {
        let mut bytes = [0; SIDE];
        // SAFETY: the array is 16 writable bytes; NEON is part of every AArch64 target that has a standard library.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), vector) };
        bytes
    }

    /// Interleaves the bytes of both: first the lower halves, then the upper halves.
    #[inline(always)]
    pub fn interleave(a: uint8x16_t, b: uint8x16_t) -> [uint8x16_t; 2] {
        // SAFETY: NEON is available, as above; the instructions touch registers only.
        unsafe { [vzip1q_u8(a, b), vzip2q_u8(a, b)] }
    }
}

#[cfg(any(test, not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))))]
#[cfg_attr(test, allow(dead_code))]
mod portable {
    use super::SIDE;

    pub fn load(bytes: &[u8; SIDE]) -> [u8; SIDE] {
        *bytes
    }

    pub fn store(vector: [u8; SIDE]) -> [u8; SIDE] {
        vector
    }

    /// Interleaves the bytes of both: first the lower halves, then the upper halves.
    pub fn interleave(a: [u8; SIDE], b: [u8; SIDE]) -> [[u8; SIDE]; 2] {
        [0, SIDE / 2].map(|from| std::array::from_fn(|i| if i % 2 == 0 { a[from + i / 2] } else { b[from + i / 2] }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    #[test]
    fn interleaving_is_that_of_a_plain_loop() {
        let [a, b]: [[u8; SIDE]; 2] = [0, 100].map(|first| std::array::from_fn(|i| first + i as u8));
        let found = native::interleave(native::load(&a), native::load(&b)).map(native::store);
        assert_eq!(found, portable::interleave(a, b));
        assert_eq!((found[0][..4].to_vec(), found[1][14..].to_vec()), (vec![0, 100, 1, 101], vec![15, 115]));
    }

    #[test]
    fn bytes_change_places() {
        let mut random = Random(5);
        let rows: [[u8; 48]; SIDE] = std::array::from_fn(|_| std::array::from_fn(|_| random.next() as u8));
        let mut columns = [[7; 40]; 50];
        transpose(&rows, &mut columns, 24);
        for (c, column) in columns.iter().enumerate() {
            for (at, &byte) in column.iter().enumerate() {
                let expected = if c < 48 && at >= 24 { rows[at - 24][c] } else { 7 };
                assert_eq!(byte, expected, "byte {at} of column {c}");
            }
        }
    }
}
