//! Block Fusion: segmentation of a page by text density (C. Kohlschütter and W. Nejdl, "A Densitometric Approach to Web
//! Page Segmentation", CIKM 2008).
//!
//! The fragments, or atomic blocks, between any two tags are too small to be the units of a page. Neighbors of similar
//! *text density* (tokens per wrapped line) belong together; fusing them until a fixed point is reached gives the
//! segments. [`segment`] does that with any of six methods:
//!
//! | file | idea |
//! |---|---|
//! | `threshold` | how much two densities may differ: the slope delta of equation 7 |
//! | `rules` | when two neighbors fuse, by method |
//! | `sweep` | Algorithm 1, iterated to the fixed point in linear time |
//! | `word_wrap` | the baseline that ignores tags |

use crate::base::arena::{Bump, Vec};
use crate::base::named::named;
use crate::read::page::{Density, Fragment, Link, WrapOptions};

mod rules;
mod sweep;
mod threshold;
mod word_wrap;

#[cfg(test)]
pub(crate) mod tests;

pub use threshold::Threshold;
#[cfg(feature = "unstable")]
pub use threshold::ThresholdError;

use rules::{JustRules, Plain, RuleBased, Smoothed};
use sweep::Fused;

/// The methods of segmenting a page; the numbers are stable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum FusionMethod {
    /// Baseline: the whole text is wrapped again, each line is a segment.
    WordWrap = 0,
    /// Baseline: each fragment is a segment.
    TagGap = 1,
    /// BF-plain: fuses neighbors of similar density.
    Plain = 2,
    /// BF-smoothed: additionally fuses a dip between two equal densities with both.
    Smoothed = 3,
    /// BF-rulebased: smoothed, but some tags always separate and others never do.
    #[default]
    RuleBased = 4,
    /// Only the tags that always separate; densities play no part.
    JustRules = 5,
}

named! {
    FusionMethod {
        WordWrap = "word-wrap",
        TagGap = "tag-gap",
        Plain = "plain",
        Smoothed = "smoothed",
        RuleBased = "rule-based",
        JustRules = "just-rules",
    }
}

impl FusionMethod {
    /// The paper's best threshold for the method; [`Threshold::ALWAYS`] where densities play no part.
    pub(crate) const fn default_threshold(self) -> Threshold {
        match self {
            FusionMethod::Plain | FusionMethod::Smoothed => Threshold::PLAIN,
            FusionMethod::RuleBased => Threshold::RULE_BASED,
            FusionMethod::WordWrap | FusionMethod::TagGap | FusionMethod::JustRules => Threshold::ALWAYS,
        }
    }
}

/// How to segment. The default is the rule-based method with the paper's threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FusionOptions {
    /// The method.
    pub method: FusionMethod,
    /// The maximum difference of neighboring densities; `None` for the default of the method.
    pub threshold: Option<Threshold>,
    /// Footnote 6 of the paper: smoothing treats any two densities of at most 5 as equal.
    pub smooth_low: bool,
}

/// The tables of a page that a segmentation reads.
#[derive(Clone, Copy)]
pub struct FusionInput<'p> {
    /// The fragments in order; their lines and tokens are numbered without gaps.
    pub fragments: &'p [Fragment],
    /// `line_sums[k]` is the number of tokens in lines `0..k`; one entry more than there are lines.
    pub line_sums: &'p [u32],
    /// The normalized text that `Fragment::text` points into.
    pub text: &'p str,
    /// The links in order, disjoint. Read by [`FusionMethod::WordWrap`] only.
    pub links: &'p [Link],
    /// How the fragments were wrapped.
    pub wrap: WrapOptions,
    /// Maps an offset of the normalized text to the source. Called by [`FusionMethod::WordWrap`] only.
    pub source_of: &'p dyn Fn(u32) -> u32,
}

/// A coherent part of the page. All ranges are `[start, end)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Bytes of the normalized text.
    pub text: (u32, u32),
    /// Bytes of the UTF-8 view of the page.
    pub source: (u32, u32),
    /// Wrapped lines of the page; for [`FusionMethod::WordWrap`], which wraps again, the number of the segment.
    pub lines: (u32, u32),
    /// Tokens, numbered over the whole page.
    pub tokens: (u32, u32),
    /// Number of its tokens that begin inside a link.
    pub linked_tokens: u32,
    /// Fragments that it has text of. For [`FusionMethod::WordWrap`] only, neighbors may share one.
    pub fragments: (u32, u32),
    /// Tokens per line, without the last line if there are several.
    pub density: Density,
}

impl Segment {
    /// Number of tokens.
    pub fn token_count(&self) -> u32 {
        self.tokens.1 - self.tokens.0
    }
}

/// The segments of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Segmentation<'a> {
    /// In text order; together they contain every token.
    pub segments: &'a [Segment],
    /// Passes over the page until one changed nothing, at least 1; 0 for the two baselines, which fuse nothing.
    // For tests and tools.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub passes: u32,
    /// By fragment: the index of the segment that it begins in.
    pub segment_of_fragment: &'a [u32],
}

/// Segments a page; the result lives in `arena`, working memory in `scratch`. Takes time linear in the number of
/// fragments, for [`FusionMethod::WordWrap`] in the length of the text.
///
/// # Panics
/// If the tables are inconsistent: fragments with lines that `line_sums` does not have, or, for
/// [`FusionMethod::WordWrap`], with ranges outside of `text`.
pub fn segment<'a>(
    arena: &'a Bump,
    scratch: &Bump,
    input: &FusionInput<'_>,
    options: &FusionOptions,
) -> Segmentation<'a> {
    let threshold = options.threshold.unwrap_or(options.method.default_threshold());
    let smoothed = Smoothed { threshold, smooth_low: options.smooth_low };
    let (fragments, sums) = (input.fragments, input.line_sums);
    let fused = match options.method {
        FusionMethod::WordWrap => return word_wrap::segment(arena, input),
        FusionMethod::TagGap => return tag_gap_segments(arena, input),
        FusionMethod::Plain => sweep::fuse(scratch, fragments, sums, &Plain { threshold }),
        FusionMethod::Smoothed => sweep::fuse(scratch, fragments, sums, &smoothed),
        FusionMethod::RuleBased => sweep::fuse(scratch, fragments, sums, &RuleBased { smoothed }),
        FusionMethod::JustRules => sweep::fuse(scratch, fragments, sums, &JustRules),
    };
    collect_segments(arena, fragments, &fused)
}

/// Scratch bytes that [`segment`] needs.
pub fn scratch_capacity(fragments: usize) -> usize {
    fragments * (size_of::<rules::CompoundBlock>() + size_of::<u32>())
}

/// Every fragment is a segment.
fn tag_gap_segments<'a>(arena: &'a Bump, input: &FusionInput<'_>) -> Segmentation<'a> {
    let density_of = |lines: (u32, u32)| Density::from_line_sums(input.line_sums, lines.0, lines.1);
    let segments = arena.alloc_slice_fill_with(input.fragments.len(), |index| {
        let fragment = &input.fragments[index];
        merged(std::slice::from_ref(fragment), index as u32, density_of(fragment.lines))
    });
    let segment_of_fragment = arena.alloc_slice_fill_iter(0..input.fragments.len() as u32);
    Segmentation { segments, passes: 0, segment_of_fragment }
}

/// Walks the linked list of fused blocks and makes a segment of the fragments of each.
fn collect_segments<'a>(arena: &'a Bump, fragments: &[Fragment], fused: &Fused<'_>) -> Segmentation<'a> {
    let mut segments = Vec::with_capacity_in(fused.count, arena);
    let mut segment_of_fragment = Vec::with_capacity_in(fragments.len(), arena);
    let mut first = 0;
    while let Some(block) = fused.blocks.get(first) {
        let next = block.next as usize;
        let index = segments.len() as u32;
        segment_of_fragment.extend((first..next).map(|_| index));
        segments.push(merged(&fragments[first..next], first as u32, block.density));
        first = next;
    }
    Segmentation {
        segments: segments.into_bump_slice(),
        passes: fused.passes,
        segment_of_fragment: segment_of_fragment.into_bump_slice(),
    }
}

/// The segment of neighboring fragments, beginning with index `first`.
fn merged(fragments: &[Fragment], first: u32, density: Density) -> Segment {
    let [left, ..] = fragments else { return Segment::default() };
    let right = &fragments[fragments.len() - 1];
    Segment {
        text: (left.text.0, right.text.1),
        source: (left.source.0, right.source.1),
        lines: (left.lines.0, right.lines.1),
        tokens: (left.tokens.0, right.tokens.1),
        linked_tokens: fragments.iter().map(|fragment| fragment.linked_tokens).sum(),
        fragments: (first, first + fragments.len() as u32),
        density,
    }
}
