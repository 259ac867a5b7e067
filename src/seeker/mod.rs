//! Content Seeker (paper 001; spec 4): which segments of a page are its main content, by two learned decisions, and
//! three heuristics that find the text without learning.
//!
//! | file | idea |
//! |---|---|
//! | `strings` | the text nodes that readers see, and the text of any subtree |
//! | `lbs` | the largest block string: contiguous text on one level |
//! | `sls` | string length smoothing: long strings close together |
//! | `tp` | table pattern: the records that repeat, such as the posts of a forum |
//! | `segments`, `words` | candidate segments and their features |
//! | `model` | trees and forests as tables of numbers, trained by `make train-seeker` |
//! | `kind` | which model a page needs |
//! | `blocks` | from strings to blocks |
//!
//! The seeker walks through the candidates from the top. The first classifier says whether a candidate is a good
//! segment: all of it belongs together, so that the walk need not go further down. The second says whether a good
//! segment is main content (section 4.1).

mod blocks;
mod kind;
pub mod lbs;
mod model;
pub mod segments;
pub mod sls;
pub mod strings;
#[cfg(test)]
mod tests;
pub mod tp;
pub mod words;

pub use blocks::{Heuristic, block_shares, by_heuristic};
pub use kind::{PageKind, guess_kind};
pub use model::{Learner, Model, Node, Stage};
pub use strings::Strings;

use crate::arena::{Bump, Vec};
use crate::page::Page;
use segments::Candidate;

/// Which model judges a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ModelChoice {
    /// The one for the page's kind, as [`guess_kind`] sees it.
    #[default]
    Auto = 0,
    /// That for news.
    News = 1,
    /// That for blogs.
    Blog = 2,
    /// That for forums.
    Forum = 3,
}

/// What of a content segment is main text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum SegmentText {
    /// All of it.
    #[default]
    Whole = 0,
    /// What the heuristic finds in it: LBS for news and blogs, TP for forums, as in the paper.
    Heuristic = 1,
}

/// Settings of the seeker and of its heuristics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeekerOptions {
    /// The model.
    pub model: ModelChoice,
    /// A tree, or a forest of trees.
    pub learner: Learner,
    /// What of a content segment is main text.
    pub text: SegmentText,
    /// Strings on either side that SLS smooths over, at most [`sls::MAX_RADIUS`]. Default: 2.
    pub radius: u32,
    /// For LBS a text in an inline element other than a link is text of the element around it, so that a paragraph all
    /// in bold counts. Default: true.
    pub inline_counts: bool,
}

impl Default for SeekerOptions {
    fn default() -> SeekerOptions {
        SeekerOptions {
            model: ModelChoice::Auto,
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
    /// How likely it is main content, in 255ths.
    pub probability: u8,
    /// Whether it is main content.
    pub is_content: bool,
}

/// What the seeker found.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// Whose model judged.
    pub kind: PageKind,
    /// The good segments, disjoint and in document order.
    pub segments: &'a [Segment],
    /// The strings of the page.
    pub strings: Strings<'a>,
    /// For each string whether it is main text.
    pub kept: &'a [bool],
}

/// Finds the main content of a page with the models that come with the library.
pub fn analyze<'a>(arena: &'a Bump, page: &Page<'_>, options: &SeekerOptions) -> Found<'a> {
    analyze_with(arena, page, options, &Model::built_in())
}

/// The same, with models of the caller's.
pub fn analyze_with<'a>(arena: &'a Bump, page: &Page<'_>, options: &SeekerOptions, model: &Model<'_>) -> Found<'a> {
    let strings = Strings::new(arena, page);
    let kind = match options.model {
        ModelChoice::Auto => guess_kind(arena, page, &strings),
        ModelChoice::News => PageKind::News,
        ModelChoice::Blog => PageKind::Blog,
        ModelChoice::Forum => PageKind::Forum,
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
    Found { kind, segments, strings, kept }
}

fn mark_by_heuristic(
    arena: &Bump,
    page: &Page<'_>,
    strings: &Strings<'_>,
    (node, kind): (u32, PageKind),
    inline_counts: bool,
    kept: &mut [bool],
) {
    let records: &[u32] = if kind == PageKind::Forum { tp::records(arena, page, strings, node) } else { &[] };
    if records.is_empty() {
        lbs::mark(arena, page, strings, node, inline_counts, kept);
    } else {
        tp::mark(arena, page, strings, records, inline_counts, kept);
    }
}

/// Main content is what is at least so likely to be, in 255ths: to keep doubtful text costs less than to lose it.
const LEAST_CONTENT: u8 = 102;

/// Walks from the top: a good candidate is a segment, and nothing inside of it is looked at; below others the walk goes
/// on (section 4.2). One without candidates inside is a segment in any case, as there is nothing to go on to. If no
/// segment is content, the likeliest one is. `judge` gives probabilities in 255ths.
pub fn select<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    candidates: &[Candidate],
    judge: impl Fn(Stage, &Candidate) -> u8,
) -> &'a [Segment] {
    let mut segments: Vec<Segment> = Vec::with_capacity_in(candidates.len(), arena);
    let mut end = 0;
    for (i, candidate) in candidates.iter().enumerate() {
        if candidate.node < end {
            continue;
        }
        if is_innermost(page, candidates, i) || judge(Stage::Good, candidate) >= 128 {
            let probability = judge(Stage::Content, candidate);
            segments.push(Segment { node: candidate.node, probability, is_content: probability >= LEAST_CONTENT });
            end = page.tree.nodes[candidate.node as usize].subtree_end;
        }
    }
    if !segments.iter().any(|segment| segment.is_content)
        && let Some(likeliest) = segments.iter_mut().rev().max_by_key(|segment| segment.probability)
    {
        likeliest.is_content = true;
    }
    segments.into_bump_slice()
}

/// Whether no other candidate is inside of one.
pub fn is_innermost(page: &Page<'_>, candidates: &[Candidate], index: usize) -> bool {
    let end = page.tree.nodes[candidates[index].node as usize].subtree_end;
    candidates.get(index + 1).is_none_or(|next| next.node >= end)
}
