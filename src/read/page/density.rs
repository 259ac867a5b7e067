//! Text density as an exact fraction (Kohlschütter and Nejdl 2008, equation 6).
//!
//! Block Fusion compares densities for equality and against thresholds; cross-multiplied integers give the same answer
//! on every machine.

use std::cmp::Ordering;

/// A text density: the tokens of all lines but the last, over the number of those lines; never rounded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Density {
    /// Tokens counted.
    pub tokens: u32,
    /// Lines counted, at least 1 for any text; 0 only in the default, which stands for "no text".
    pub lines: u32,
}

impl Density {
    /// The density of lines `first..end`, from prefix sums of tokens per line (`sums[k]` = tokens in lines `0..k`).
    #[inline]
    pub(crate) fn from_line_sums(sums: &[u32], first: u32, end: u32) -> Density {
        let last = if end - first > 1 { end - 1 } else { end };
        Density { tokens: sums[last as usize] - sums[first as usize], lines: last - first }
    }

    /// The quotient; 0 without text.
    #[inline]
    pub fn value(self) -> f64 {
        if self.lines == 0 { 0.0 } else { f64::from(self.tokens) / f64::from(self.lines) }
    }
}

impl PartialEq for Density {
    fn eq(&self, other: &Density) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Density {}
impl PartialOrd for Density {
    fn partial_cmp(&self, other: &Density) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Density {
    #[inline]
    fn cmp(&self, other: &Density) -> Ordering {
        let left = u64::from(self.tokens) * u64::from(other.lines.max(1));
        let right = u64::from(other.tokens) * u64::from(self.lines.max(1));
        left.cmp(&right)
    }
}
