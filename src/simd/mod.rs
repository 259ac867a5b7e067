//! What needs instructions of the processor: the only module outside the arena and the C boundary that may use `unsafe`.
//! On other processors plain loops give the same answers; tests hold both against each other.
//!
//! - `lanes`, `characters`: sixteen bytes of a text at once, with SSE2, which every x86-64 processor has
//! - `trees`: thirty-two rows down a decision tree at once, with AVX2 where the processor has it
#![allow(unsafe_code)]

mod characters;
mod lanes;
mod trees;

pub(crate) use characters::count_kinds;
pub(crate) use lanes::{LANES, Lanes, load};
pub(crate) use trees::{ROWS, TREE, Tree, questions, scores};

/// Rounds of a test; Miri takes a thousand times as long.
#[cfg(test)]
pub(crate) const fn rounds(count: usize) -> usize {
    if cfg!(miri) { count / 40 } else { count }
}

/// Bytes that searches of HTML look for, and others.
#[cfg(test)]
pub(crate) fn random_bytes(seed: &mut u64, len: usize) -> Vec<u8> {
    const ALPHABET: &[u8] = b" \t\n\x0b\x0c\r\x00\x1f\x7f\x80\xc3\xffaAzZ09@[`{/><=&-!\"' ";
    let mut bytes = Vec::with_capacity(len);
    for _ in 0..len {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        bytes.push(ALPHABET[(*seed >> 33) as usize % ALPHABET.len()]);
    }
    bytes
}
