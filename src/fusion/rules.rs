//! When two neighbors fuse: the decisions of the four fusion methods (spec 1.5-1.7), apart from the sweep that
//! applies them.

use super::threshold::Threshold;
use crate::page::Density;
use crate::page::gap;

/// What a decision may look at: a run of fragments that have fused so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// Density of all its lines.
    pub density: Density,
    /// Wrapped lines, `[first, end)`.
    pub lines: (u32, u32),
    /// First fragment of the block on its left; its own if there is none.
    pub previous: u32,
    /// First fragment of the block on its right; the number of fragments if there is none.
    pub next: u32,
    /// [`gap`] bits of the tags before its first fragment.
    pub gap: u8,
}

/// One method's decisions. They may depend on nothing but their arguments: the sweep relies on that.
pub(super) trait FusionRule {
    /// Whether `smooths` can ever be true.
    const LOOKS_AHEAD: bool;
    /// One sweep is enough, because a fusion never makes another one possible.
    const ONE_SWEEP: bool = false;

    /// Whether `current` is a dip between two equals, so that all three become one block.
    fn smooths(&self, _previous: &Block, _current: &Block, _next: &Block) -> bool {
        false
    }

    /// Whether `current` joins `previous`.
    fn fuses(&self, previous: &Block, current: &Block) -> bool;
}

/// BF-plain: densities that differ by no more than the threshold.
pub(super) struct Plain {
    pub threshold: Threshold,
}

impl FusionRule for Plain {
    const LOOKS_AHEAD: bool = false;

    #[inline]
    fn fuses(&self, previous: &Block, current: &Block) -> bool {
        self.threshold.admits(previous.density, current.density)
    }
}

/// BF-smoothed: as plain, and a less dense block between two of the same density joins both.
pub(super) struct Smoothed {
    pub threshold: Threshold,
    /// Footnote 6: the outer two need not be equal if neither is denser than 5.
    pub smooth_low: bool,
}

/// The density up to which footnote 6 takes two blocks for equally sparse.
const LOW: Density = Density { tokens: 5, lines: 1 };

impl FusionRule for Smoothed {
    const LOOKS_AHEAD: bool = true;

    #[inline]
    fn smooths(&self, previous: &Block, current: &Block, next: &Block) -> bool {
        if current.density >= previous.density {
            return false;
        }
        if self.smooth_low { previous.density <= LOW && next.density <= LOW } else { previous.density == next.density }
    }

    #[inline]
    fn fuses(&self, previous: &Block, current: &Block) -> bool {
        self.threshold.admits(previous.density, current.density)
    }
}

/// BF-rulebased: as smoothed, but certain tags always separate and others never do.
pub(super) struct RuleBased {
    pub smoothed: Smoothed,
}

impl FusionRule for RuleBased {
    const LOOKS_AHEAD: bool = true;

    #[inline]
    fn smooths(&self, previous: &Block, current: &Block, next: &Block) -> bool {
        (current.gap | next.gap) & gap::FORCE == 0 && self.smoothed.smooths(previous, current, next)
    }

    #[inline]
    fn fuses(&self, previous: &Block, current: &Block) -> bool {
        if current.gap & gap::FORCE != 0 {
            return false;
        }
        current.gap & gap::OTHER == 0 || self.smoothed.fuses(previous, current)
    }
}

/// JustRules: the separating tags alone, whatever the densities are.
pub(super) struct JustRules;

impl FusionRule for JustRules {
    const LOOKS_AHEAD: bool = false;
    const ONE_SWEEP: bool = true;

    #[inline]
    fn fuses(&self, _previous: &Block, current: &Block) -> bool {
        current.gap & gap::FORCE == 0
    }
}
