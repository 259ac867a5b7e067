//! SIMD kernels: the only module besides the arena and the C boundary that may use `unsafe`.
//!
//! Two loops take most of the library's time, and both do the same to many bytes: the byte searches of the tokenizer
//! and of text, and the evaluation of the learned model. They are written for the vector instructions of x86-64 and
//! AArch64, with plain loops as the fallback everywhere else. All give the same answers; the tests compare them.
//!
//! - `lanes`: classifies sixteen bytes of text at once (SSE2, NEON)
//! - `level`: classifies thirty-two bytes, in code that is compiled twice: for AVX2, and for what all processors have
//! - `transpose`: turns rows of bytes into columns (SSE2, NEON)
//! - `trees`: evaluates decision trees on many rows at once (AVX2 where the processor has it, NEON)
#![allow(unsafe_code)]

mod lanes;
mod level;
mod transpose;
mod trees;

pub(crate) use lanes::{LANES, Lanes, load, prefetch};
pub(crate) use level::{Baseline, Level, Task, WIDE, run};
pub(crate) use transpose::{SIDE, transpose};
#[cfg(any(feature = "unstable", all(test, feature = "visual")))]
pub(crate) use trees::LEAVES;
#[cfg(feature = "unstable")]
pub(crate) use trees::{DEPTH, leaf_index, leaves};
pub(crate) use trees::{FEATURES, ROWS, TREE, Table, Tree, scores, splits, sums_of_row};

/// Loads the bytes from `at` to the end of `hay`, at most sixteen, padded with zeros.
#[inline]
pub(crate) fn load_rest(hay: &[u8], at: usize) -> Option<Lanes> {
    let mut padded = [0; LANES];
    padded.iter_mut().zip(hay.get(at..).unwrap_or_default()).for_each(|(to, byte)| *to = *byte);
    load(&padded, 0)
}

/// Rounds of a randomized test. Miri is about a thousand times slower, and gets fewer.
#[cfg(test)]
pub(crate) const fn rounds(count: usize) -> usize {
    if cfg!(miri) { count / 40 } else { count }
}

/// Random bytes that are special in HTML, their neighbors in ASCII, and some others.
#[cfg(test)]
pub(crate) fn random_bytes(random: &mut crate::base::random::Random, len: usize) -> Vec<u8> {
    const ALPHABET: &[u8] = b" \t\n\x0b\x0c\r\x00\x1f\x7f\x80\xc3\xffaAzZ09@[`{/><=&-!\"' ";
    (0..len).map(|_| *random.pick(ALPHABET)).collect()
}
