//! The fusion rules: when neighboring blocks fuse, for each of the four fusion methods (Kohlschütter and Nejdl 2008,
//! Algorithm 1 and equation 8). [`super::sweep`] applies them.
//!
//! The paper leaves open whether smoothing may cross a tag that always separates; here it may not.

use super::threshold::Threshold;
use crate::read::page::{Density, gap};

/// A compound block: neighboring fragments that have fused so far, as a node of a doubly linked list.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompoundBlock {
    /// Density of all its lines.
    pub density: Density,
    /// Wrapped lines, `[first, end)`.
    pub lines: (u32, u32),
    /// First fragment of the block to its left; its own if there is none.
    pub previous: u32,
    /// First fragment of the block to its right; the number of fragments if there is none.
    pub next: u32,
    /// [`gap`] bits of the tags before its first fragment.
    pub gap: u8,
}

/// The decisions of a method. They must be pure functions of their arguments, on which the sweep relies.
pub(super) trait FusionRule {
    /// Whether `smooths` can ever be true, so that a decision needs the next block.
    const HAS_LOOKAHEAD: bool;
    /// One pass reaches the fixed point, because no fusion makes another one possible.
    const SINGLE_PASS: bool = false;

    /// Whether `current` is a dip between two equal densities, so that all three fuse.
    fn smooths(&self, _previous: &CompoundBlock, _current: &CompoundBlock, _next: &CompoundBlock) -> bool {
        false
    }

    /// Whether `current` fuses with `previous`.
    fn fuses(&self, previous: &CompoundBlock, current: &CompoundBlock) -> bool;
}

/// BF-plain: fuses densities that differ by no more than the threshold.
pub(super) struct Plain {
    pub threshold: Threshold,
}

impl FusionRule for Plain {
    const HAS_LOOKAHEAD: bool = false;

    #[inline]
    fn fuses(&self, previous: &CompoundBlock, current: &CompoundBlock) -> bool {
        self.threshold.admits(previous.density, current.density)
    }
}

/// BF-smoothed: plain, and a block between two of equal, higher density fuses with both.
pub(super) struct Smoothed {
    pub threshold: Threshold,
    /// Footnote 6 of the paper: instead of being equal, the outer two must not be denser than [`LOW`].
    pub smooth_low: bool,
}

/// The density limit of footnote 6.
const LOW: Density = Density { tokens: 5, lines: 1 };

impl FusionRule for Smoothed {
    const HAS_LOOKAHEAD: bool = true;

    #[inline]
    fn smooths(&self, previous: &CompoundBlock, current: &CompoundBlock, next: &CompoundBlock) -> bool {
        if current.density >= previous.density {
            return false;
        }
        if self.smooth_low { previous.density <= LOW && next.density <= LOW } else { previous.density == next.density }
    }

    #[inline]
    fn fuses(&self, previous: &CompoundBlock, current: &CompoundBlock) -> bool {
        self.threshold.admits(previous.density, current.density)
    }
}

/// BF-rulebased: smoothed, but T_ForceGap tags always separate and T_NoGap tags never do.
pub(super) struct RuleBased {
    pub smoothed: Smoothed,
}

impl FusionRule for RuleBased {
    const HAS_LOOKAHEAD: bool = true;

    #[inline]
    fn smooths(&self, previous: &CompoundBlock, current: &CompoundBlock, next: &CompoundBlock) -> bool {
        (current.gap | next.gap) & gap::FORCE == 0 && self.smoothed.smooths(previous, current, next)
    }

    #[inline]
    fn fuses(&self, previous: &CompoundBlock, current: &CompoundBlock) -> bool {
        if current.gap & gap::FORCE != 0 {
            return false;
        }
        current.gap & gap::OTHER == 0 || self.smoothed.fuses(previous, current)
    }
}

/// JustRules: T_ForceGap tags separate, whatever the densities are.
pub(super) struct JustRules;

impl FusionRule for JustRules {
    const HAS_LOOKAHEAD: bool = false;
    const SINGLE_PASS: bool = true;

    #[inline]
    fn fuses(&self, _previous: &CompoundBlock, current: &CompoundBlock) -> bool {
        current.gap & gap::FORCE == 0
    }
}
