//! What needs instructions of the processor: the only module outside the arena and the C boundary that may use
//! `unsafe`. On other processors plain loops give the same answers; tests hold both against each other.
//!
//! - `lanes`: sixteen bytes of a text at once, with SSE2, which every x86-64 processor has
//! - `trees`: rows of bytes down a decision tree side by side, with AVX2 where the processor has it
#![allow(unsafe_code)]

mod lanes;
mod trees;

pub(crate) use lanes::{LANES, Lanes, load, prefetch};
#[cfg(test)]
pub(crate) use trees::LEAVES;
pub(crate) use trees::{ROWS, TREE, Tree, questions, scores};

/// What is left from `at` on, at most sixteen bytes, with zeros behind it.
#[inline]
pub(crate) fn load_rest(hay: &[u8], at: usize) -> Option<Lanes> {
    let mut padded = [0; LANES];
    padded.iter_mut().zip(hay.get(at..).unwrap_or_default()).for_each(|(to, byte)| *to = *byte);
    load(&padded, 0)
}

/// Rounds of a test; Miri takes a thousand times as long.
#[cfg(test)]
pub(crate) const fn rounds(count: usize) -> usize {
    if cfg!(miri) { count / 40 } else { count }
}

/// Bytes that searches of HTML look for, and others.
#[cfg(test)]
pub(crate) fn random_bytes(random: &mut crate::random::Random, len: usize) -> Vec<u8> {
    const ALPHABET: &[u8] = b" \t\n\x0b\x0c\r\x00\x1f\x7f\x80\xc3\xffaAzZ09@[`{/><=&-!\"' ";
    (0..len).map(|_| *random.pick(ALPHABET)).collect()
}
