//! Content Seeker: main content by classification of segments. A segment, such as an article or a sidebar, is
//! classified as a whole, so that texts are torn apart less often than by a mask that classifies single blocks. The
//! workshop paper "Content Seeker" describes the method, and three heuristics that need no training. It leaves most
//! parameters open; the documentation of each module explains the choices here.
//!
//! | file | idea |
//! |---|---|
//! | `strings` | the visible text nodes, and the text of any subtree |
//! | `lbs` | the largest block string: contiguous text on one level |
//! | `sls` | string length smoothing: long strings close together |
//! | `tp` | table pattern: the records that repeat, such as the posts of a forum |
//! | `segments`, `words` | candidate segments and their features |
//! | `model` | decision trees and random forests as tables of integers, trained by `make train-seeker` |
//! | `model_kind` | which model a page needs |
//! | `blocks` | from strings to blocks |
//!
//! The candidates are visited in preorder. The first classifier decides whether a candidate is a good segment: all of
//! it belongs together, so that its descendants are skipped. The second one decides whether a good segment is main
//! content.

mod blocks;
pub mod lbs;
mod model;
mod model_kind;
pub mod segments;
pub mod sls;
pub mod strings;
#[cfg(test)]
mod tests;
pub mod tp;
pub mod words;

pub use blocks::{Heuristic, block_shares, by_heuristic};
#[cfg(feature = "unstable")]
pub use model::Node;
pub use model::{Learner, Model, Stage};
pub use model_kind::{ModelKind, guess_model_kind};
pub use strings::Strings;

use crate::base::arena::{Bump, Vec};
use crate::read::page::Page;
use segments::Candidate;

/// The model that classifies the segments of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
// Only experimental options choose another value.
#[cfg_attr(not(any(feature = "capi", feature = "unstable")), allow(dead_code))]
pub enum SeekerModel {
    /// The model selected by [`guess_model_kind`].
    #[default]
    Auto = 0,
    /// The model for news.
    News = 1,
    /// The model for blogs.
    Blog = 2,
    /// The model for forums.
    Forum = 3,
}

/// Which text of a content segment is main text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
// Only experimental options choose another value.
#[cfg_attr(not(any(feature = "capi", feature = "unstable")), allow(dead_code))]
pub enum SegmentText {
    /// All text.
    #[default]
    Whole = 0,
    /// The text found by a heuristic: LBS for news and blogs, TP for forums, as in the paper.
    Heuristic = 1,
}

/// Parameters of Content Seeker and of its heuristics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeekerOptions {
    /// The model.
    pub model: SeekerModel,
    /// Whether the classifiers are trees or forests.
    pub learner: Learner,
    /// Which text of a content segment is main text.
    pub text: SegmentText,
    /// Radius of the running mean of SLS, in strings, at most [`sls::MAX_RADIUS`]. Default: 2.
    pub radius: u32,
    /// Whether LBS attributes the text of an inline element other than a link to its parent, so that a paragraph all in
    /// bold counts. Default: true.
    pub inline_counts: bool,
}

impl Default for SeekerOptions {
    fn default() -> SeekerOptions {
        SeekerOptions {
            model: SeekerModel::Auto,
            learner: Learner::default(),
            text: SegmentText::Whole,
            radius: 2,
            inline_counts: true,
        }
    }
}

/// A good segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its element.
    pub node: u32,
    /// The probability that it is main content, in 255ths.
    pub probability: u8,
    /// Whether it is main content.
    pub is_content: bool,
}

/// The main content of a page.
#[derive(Clone, Copy, Debug)]
pub struct Extraction<'a> {
    /// The model that was used.
    // For tests and tools.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub kind: ModelKind,
    /// The good segments, disjoint, in document order.
    // For tests and tools.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub segments: &'a [Segment],
    /// The strings of the page.
    pub strings: Strings<'a>,
    /// For each string whether it is main text.
    pub kept: &'a [bool],
}

/// Finds the main content of a page with the models that come with the library.
pub fn analyze<'a>(arena: &'a Bump, page: &Page<'_>, options: &SeekerOptions) -> Extraction<'a> {
    analyze_with(arena, page, options, &Model::built_in())
}

/// Finds the main content of a page with other models.
pub fn analyze_with<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    options: &SeekerOptions,
    model: &Model<'_>,
) -> Extraction<'a> {
    let strings = Strings::new(arena, page);
    let kind = match options.model {
        SeekerModel::Auto => guess_model_kind(arena, page, &strings),
        SeekerModel::News => ModelKind::News,
        SeekerModel::Blog => ModelKind::Blog,
        SeekerModel::Forum => ModelKind::Forum,
    };
    let candidates = segments::candidates(arena, page, &strings);
    let segments = select(arena, page, &candidates, |stage, candidate| {
        model.probability(kind, options.learner, stage, &candidate.features)
    });
    let kept: &mut [bool] = arena.alloc_slice_fill_copy(strings.list.len(), false);
    let content = segments.iter().filter(|segment| segment.is_content);
    match options.text {
        SegmentText::Whole => content.for_each(|segment| kept[strings.of(&page.tree, segment.node)].fill(true)),
        SegmentText::Heuristic => {
            for segment in content {
                mark_by_heuristic(arena, page, &strings, (segment.node, kind), options.inline_counts, kept);
            }
        }
    }
    Extraction { kind, segments, strings, kept }
}

fn mark_by_heuristic(
    arena: &Bump,
    page: &Page<'_>,
    strings: &Strings<'_>,
    (node, kind): (u32, ModelKind),
    inline_counts: bool,
    kept: &mut [bool],
) {
    let records: &[u32] = if kind == ModelKind::Forum { tp::records(arena, page, strings, node) } else { &[] };
    if records.is_empty() {
        lbs::mark(arena, page, strings, node, inline_counts, kept);
    } else {
        tp::mark(arena, page, strings, records, inline_counts, kept);
    }
}

/// The decision threshold, in 255ths: keeping uncertain text costs less than losing it.
const CONTENT_THRESHOLD: u8 = 102;

/// Selects segments in preorder: a good candidate is a segment, and its descendants are skipped. A candidate without
/// candidates inside is always a segment. If no segment is content, the most probable one is. `classify` returns
/// probabilities in 255ths.
pub fn select<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    candidates: &[Candidate],
    classify: impl Fn(Stage, &Candidate) -> u8,
) -> &'a [Segment] {
    let mut segments: Vec<Segment> = Vec::with_capacity_in(candidates.len(), arena);
    // One past the subtree of the last segment.
    let mut end = 0;
    for (i, candidate) in candidates.iter().enumerate() {
        if candidate.node < end {
            continue;
        }
        if is_innermost(page, candidates, i) || classify(Stage::Good, candidate) >= 128 {
            let probability = classify(Stage::Content, candidate);
            segments.push(Segment { node: candidate.node, probability, is_content: probability >= CONTENT_THRESHOLD });
            end = page.tree.nodes[candidate.node as usize].subtree_end;
        }
    }
    if !segments.iter().any(|segment| segment.is_content)
        && let Some(best) = segments.iter_mut().rev().max_by_key(|segment| segment.probability)
    {
        best.is_content = true;
    }
    segments.into_bump_slice()
}

/// Whether no other candidate is inside of one.
pub fn is_innermost(page: &Page<'_>, candidates: &[Candidate], index: usize) -> bool {
    let end = page.tree.nodes[candidates[index].node as usize].subtree_end;
    candidates.get(index + 1).is_none_or(|next| next.node >= end)
}
