//! The foundation of all other modules, independent of HTML: memory, SIMD, hashes, limits, errors.

pub mod arena;
pub mod bit_counters;
pub mod budget;
pub mod error;
pub mod fallible;
pub mod flags;
pub mod fnv;
pub mod folding;
pub mod hash;
pub mod intern;
pub mod internal;
pub mod limits;
pub mod months;
pub mod named;
#[cfg(test)]
#[allow(dead_code)]
pub mod random;
pub mod scale;
pub mod simd;
pub mod softmax;
pub mod sort;
pub mod utf8;
pub mod words;
