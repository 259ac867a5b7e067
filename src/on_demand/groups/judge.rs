//! Which kind a group is of: a sum of scores by kind, as probabilities.

use super::evidence::{COUNT, Evidence, number};
use super::weights::SCORES;
use crate::base::named::named;
use crate::base::softmax::softmax;

/// What the items of a group are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum GroupKind {
    /// Something else, such as the sections of a text.
    #[default]
    Unknown = 0,
    /// Comments of readers, as in [`Document::comments`](crate::Document::comments).
    Comments = 1,
    /// Posts of a thread.
    Posts = 2,
    /// Answers to a question.
    Answers = 3,
    /// Reviews of customers.
    Reviews = 4,
    /// Results of a search, entries of a list.
    Results = 5,
    /// Things for sale.
    Offers = 6,
    /// Pointers to other pages, with a title or more: related articles, news.
    Teasers = 7,
    /// Links of a menu or of a list of links.
    Menu = 8,
    /// Rows of a table.
    TableRows = 9,
    /// Questions with their answers.
    Faq = 10,
    /// Steps of instructions, or ingredients.
    Steps = 11,
    /// Images.
    Gallery = 12,
    /// Keywords.
    Tags = 13,
}

named! {
    GroupKind {
        Unknown = "unknown",
        Comments = "comments",
        Posts = "posts",
        Answers = "answers",
        Reviews = "reviews",
        Results = "results",
        Offers = "offers",
        Teasers = "teasers",
        Menu = "menu",
        TableRows = "table-rows",
        Faq = "faq",
        Steps = "steps",
        Gallery = "gallery",
        Tags = "tags",
    }
}

/// The number of kinds.
const KINDS: usize = GroupKind::VALUES.len();

/// The scores of one kind: for every group, and for each feature that a group has, in hundredths.
pub(super) struct Scores {
    pub kind: GroupKind,
    pub bias: i16,
    pub of_features: [i16; COUNT],
}

/// What is added to the score of reviews, in hundredths, where a heading says so above short texts with ratings: the labels
/// have too few of them to tell that both together are more than their sum.
const RATED_REVIEWS: i32 = 400;

fn are_rated_reviews(evidence: &Evidence) -> bool {
    evidence[const { number("title-review") }]
        && evidence[const { number("rated") }]
        && evidence[const { number("unlinked") }]
}

/// The most probable kind of a group, with its probability. Comments are found elsewhere.
pub(super) fn judge(evidence: &Evidence) -> (GroupKind, f32) {
    let mut scores = [i32::MIN; KINDS];
    for Scores { kind, bias, of_features } in SCORES {
        let of_features =
            of_features.iter().zip(evidence).map(|(&score, &is_set)| i32::from(score) * i32::from(is_set));
        // Of 1/100 in 1/1024.
        let both = if *kind == GroupKind::Reviews && are_rated_reviews(evidence) { RATED_REVIEWS } else { 0 };
        scores[*kind as usize] = (i32::from(*bias) + of_features.sum::<i32>() + both) * 1024 / 100;
    }
    let weights = softmax(scores);
    let (mut best, mut all) = (0, 0);
    for (kind, &weight) in weights.iter().enumerate() {
        all += weight;
        best = if weight > weights[best] { kind } else { best };
    }
    (GroupKind::VALUES[best], (weights[best] as f64 / all as f64) as f32)
}
