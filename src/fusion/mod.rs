//! Block Fusion (paper 003, Kohlschuetter and Nejdl, CIKM 2008): the page as a sequence of segments (spec 1).
//!
//! The fragments, texts between any two tags, are too small to be the units of a page. Neighbors whose *text density*
//! (tokens per wrapped line) is alike belong together; fusing them until nothing changes gives the segments.
//! [`segment`] does that with any of six methods:
//!
//! | file | idea |
//! |---|---|
//! | `threshold` | how much two densities may differ (eq. 7) |
//! | `rules` | when two neighbors fuse, by method |
//! | `sweep` | Algorithm 1: repeat until nothing changes, in linear time |
//! | `word_wrap` | the baseline that knows no tags |

use crate::arena::{Bump, Vec};

use crate::page::Density;
use crate::page::Fragment;
use crate::page::{Link, WrapOptions};

mod rules;
mod sweep;
mod threshold;
mod word_wrap;

#[cfg(test)]
pub(crate) mod tests;

pub use threshold::{Threshold, ThresholdError};

use rules::{JustRules, Plain, RuleBased, Smoothed};
use sweep::Fused;

/// The ways to segment a page; the numbers are stable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FusionMethod {
    /// Baseline: all text wrapped anew, each line a segment.
    WordWrap = 0,
    /// Baseline: each fragment a segment.
    TagGap = 1,
    /// BF-plain: fuses by density.
    Plain = 2,
    /// BF-smoothed: as plain, and a dip between two equal densities is filled.
    Smoothed = 3,
    /// BF-rulebased: as smoothed, but some tags always separate and others never do.
    #[default]
    RuleBased = 4,
    /// Only the tags that always separate.
    JustRules = 5,
}

impl FusionMethod {
    /// All methods, by number.
    pub const ALL: [FusionMethod; 6] = [
        FusionMethod::WordWrap,
        FusionMethod::TagGap,
        FusionMethod::Plain,
        FusionMethod::Smoothed,
        FusionMethod::RuleBased,
        FusionMethod::JustRules,
    ];

    /// The name used in options and reports, such as `rule-based`.
    pub const fn name(self) -> &'static str {
        match self {
            FusionMethod::WordWrap => "word-wrap",
            FusionMethod::TagGap => "tag-gap",
            FusionMethod::Plain => "plain",
            FusionMethod::Smoothed => "smoothed",
            FusionMethod::RuleBased => "rule-based",
            FusionMethod::JustRules => "just-rules",
        }
    }

    /// The method of that [`name`](FusionMethod::name).
    pub fn from_name(name: &str) -> Option<FusionMethod> {
        FusionMethod::ALL.into_iter().find(|method| method.name() == name)
    }

    /// The paper's best threshold for the method; [`Threshold::ALWAYS`] where densities play no part.
    pub const fn default_threshold(self) -> Threshold {
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
    /// The method; rule-based unless told otherwise.
    pub method: FusionMethod,
    /// How much neighboring densities may differ; `None` is the method's own default.
    pub threshold: Option<Threshold>,
    /// Footnote 6: smoothing takes any two densities of at most 5 for equal.
    pub smooth_low: bool,
}

/// The tables of a page that a segmentation reads.
#[derive(Clone, Copy)]
pub struct FusionInput<'p> {
    /// The fragments in order; their lines and tokens follow each other without gaps.
    pub fragments: &'p [Fragment],
    /// `line_sums[k]` is the number of tokens in lines `0..k`; one entry more than there are lines.
    pub line_sums: &'p [u32],
    /// The normalized text that `Fragment::text` points into.
    pub text: &'p str,
    /// The links in order, disjoint. Read by [`FusionMethod::WordWrap`] only.
    pub links: &'p [Link],
    /// How the fragments were wrapped.
    pub wrap: WrapOptions,
    /// Where a byte of the normalized text begins in the source. Asked by [`FusionMethod::WordWrap`] only.
    pub source_of: &'p dyn Fn(u32) -> u32,
}

/// A stretch of the page that belongs together. All ranges are `[start, end)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Bytes of the normalized text.
    pub text: (u32, u32),
    /// Bytes of the UTF-8 view of the page.
    pub source: (u32, u32),
    /// Wrapped lines of the page; for [`FusionMethod::WordWrap`] its own lines, one a segment.
    pub lines: (u32, u32),
    /// Tokens, numbered over the whole page.
    pub tokens: (u32, u32),
    /// How many of the tokens begin inside a link.
    pub linked_tokens: u32,
    /// Fragments that it has text of. For [`FusionMethod::WordWrap`] alone, neighbors may share one.
    pub fragments: (u32, u32),
    /// Tokens per line, without the last line if there are several.
    pub density: Density,
}

impl Segment {
    /// How many tokens it has.
    pub fn token_count(&self) -> u32 {
        self.tokens.1 - self.tokens.0
    }
}

/// The segments of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Segmentation<'a> {
    /// In the order of the text; together they hold every token.
    pub segments: &'a [Segment],
    /// Sweeps over the page until one changed nothing, at least 1; 0 for the two baselines, which fuse nothing.
    pub passes: u32,
    /// For every fragment the index of the segment that it begins in.
    pub segment_of_fragment: &'a [u32],
}

/// Segments a page; the result lives in `arena`. Takes time linear in the number of fragments, for
/// [`FusionMethod::WordWrap`] in the length of the text.
///
/// # Panics
/// If the tables contradict each other: fragments with lines that `line_sums` does not have, or, for
/// [`FusionMethod::WordWrap`], with ranges outside of `text`.
pub fn segment<'a>(arena: &'a Bump, input: &FusionInput<'_>, options: &FusionOptions) -> Segmentation<'a> {
    segment_with(arena, arena, input, options)
}

/// Room that [`segment_with`] takes in its scratch arena, in bytes.
pub fn scratch_room(fragments: usize) -> usize {
    fragments * (size_of::<rules::Block>() + size_of::<u32>())
}

/// The same; what is not needed afterwards lies in `scratch`.
pub fn segment_with<'a>(
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
        FusionMethod::TagGap => return single_segments(arena, input),
        FusionMethod::Plain => sweep::fuse(scratch, fragments, sums, &Plain { threshold }),
        FusionMethod::Smoothed => sweep::fuse(scratch, fragments, sums, &smoothed),
        FusionMethod::RuleBased => sweep::fuse(scratch, fragments, sums, &RuleBased { smoothed }),
        FusionMethod::JustRules => sweep::fuse(scratch, fragments, sums, &JustRules),
    };
    fused_segments(arena, fragments, &fused)
}

/// TagGap: every fragment is a segment.
fn single_segments<'a>(arena: &'a Bump, input: &FusionInput<'_>) -> Segmentation<'a> {
    let density_of = |lines: (u32, u32)| Density::from_line_sums(input.line_sums, lines.0, lines.1);
    let segments = arena.alloc_slice_fill_with(input.fragments.len(), |index| {
        let part = &input.fragments[index];
        joined(std::slice::from_ref(part), index as u32, density_of(part.lines))
    });
    let segment_of_fragment = arena.alloc_slice_fill_iter(0..input.fragments.len() as u32);
    Segmentation { segments, passes: 0, segment_of_fragment }
}

/// Follows the list of fused blocks and gathers what their fragments hold.
fn fused_segments<'a>(arena: &'a Bump, fragments: &[Fragment], fused: &Fused<'_>) -> Segmentation<'a> {
    let mut segments = Vec::with_capacity_in(fused.count, arena);
    let mut segment_of_fragment = Vec::with_capacity_in(fragments.len(), arena);
    let mut first = 0;
    while let Some(block) = fused.blocks.get(first) {
        let next = block.next as usize;
        let index = segments.len() as u32;
        segment_of_fragment.extend((first..next).map(|_| index));
        segments.push(joined(&fragments[first..next], first as u32, block.density));
        first = next;
    }
    Segmentation {
        segments: segments.into_bump_slice(),
        passes: fused.passes,
        segment_of_fragment: segment_of_fragment.into_bump_slice(),
    }
}

/// The segment made of neighboring fragments, of which the first has the number `first`.
fn joined(parts: &[Fragment], first: u32, density: Density) -> Segment {
    let [left, ..] = parts else { return Segment::default() };
    let right = &parts[parts.len() - 1];
    Segment {
        text: (left.text.0, right.text.1),
        source: (left.source.0, right.source.1),
        lines: (left.lines.0, right.lines.1),
        tokens: (left.tokens.0, right.tokens.1),
        linked_tokens: parts.iter().map(|part| part.linked_tokens).sum(),
        fragments: (first, first + parts.len() as u32),
        density,
    }
}
