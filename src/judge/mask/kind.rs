//! Page kinds. The position of the content depends on the kind.

use crate::base::named::named;
use crate::base::softmax::softmax;

/// The kind of a page: one of the seven kinds of the Web Content Extraction Benchmark (M. Foley, 2026).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum PageKind {
    /// An article: news, a blog entry, an essay.
    #[default]
    Article = 0,
    /// An organization, a service, a landing page.
    Service = 1,
    /// One thing for sale.
    Product = 2,
    /// Things for sale, side by side.
    Collection = 3,
    /// Posts of several people: a thread, questions and answers.
    Forum = 4,
    /// A list of other things: results, entries, events.
    Listing = 5,
    /// Documentation: manuals, references, tutorials.
    Documentation = 6,
}

named! {
    PageKind {
        Article = "article",
        Service = "service",
        Product = "product",
        Collection = "collection",
        Forum = "forum",
        Listing = "listing",
        Documentation = "documentation",
    }
}

/// The number of kinds.
pub(crate) const PAGE_KINDS: usize = PageKind::VALUES.len();

/// The probability of each page kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindProbabilities {
    /// Weights in proportion to the probabilities, the largest 2^31.
    weights: [u64; PAGE_KINDS],
}

impl KindProbabilities {
    /// The [`softmax`] of scores: logarithms of the probabilities in units of 2^-10, up to a common constant.
    pub(super) fn of_scores(scores: [i32; PAGE_KINDS]) -> KindProbabilities {
        KindProbabilities { weights: softmax(scores) }
    }

    /// This kind for sure.
    pub(super) fn of_sure(kind: PageKind) -> KindProbabilities {
        let mut weights = [0; PAGE_KINDS];
        weights[kind as usize] = 1 << 31;
        KindProbabilities { weights }
    }

    /// The most probable kind, the first one on ties.
    pub fn best(&self) -> PageKind {
        let most = self.weights.into_iter().max().unwrap_or_default();
        let at = self.weights.iter().position(|&weight| weight == most).unwrap_or_default();
        PageKind::VALUES[at]
    }

    /// Whether one kind is at least as probable as all others together.
    pub(super) fn is_sure(&self) -> bool {
        2 * self.weights.into_iter().max().unwrap_or_default() >= self.weights.iter().sum()
    }

    /// Whether a kind is at least as probable as all others together.
    pub(super) fn is_surely(&self, kind: PageKind) -> bool {
        self.best() == kind && self.is_sure()
    }

    /// The probabilities by number, each 0 to 1, together 1.
    pub fn values(&self) -> [f32; PAGE_KINDS] {
        let sum: u64 = self.weights.iter().sum();
        self.weights.map(|weight| (weight as f64 / sum as f64) as f32)
    }

    /// The probabilities in 255ths, rounded.
    pub(super) fn bytes(&self) -> [u8; PAGE_KINDS] {
        let sum: u64 = self.weights.iter().sum();
        self.weights.map(|weight| ((weight * 255 + sum / 2) / sum) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    #[test]
    fn probabilities_are_those_of_the_softmax() {
        let mut random = Random(3);
        for _ in 0..1000 {
            let scores: [i32; 7] = std::array::from_fn(|_| random.below(8192) - 4096);
            let found = KindProbabilities::of_scores(scores);
            let exact = scores.map(|score| (f64::from(score) / 1024.0).exp());
            let sum: f64 = exact.iter().sum();
            for (value, exact) in found.values().into_iter().zip(exact) {
                assert!((f64::from(value) - exact / sum).abs() < 0.005, "{scores:?}");
            }
            assert!((found.values().iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn scores_at_the_edge() {
        let all_alike = KindProbabilities::of_scores([i32::MIN; 7]);
        assert_eq!((all_alike.best(), all_alike.bytes()), (PageKind::Article, [36; 7]));
        let one = KindProbabilities::of_scores([i32::MIN, 0, i32::MAX, 0, 0, 0, 0]);
        assert_eq!((one.best(), one.bytes()), (PageKind::Product, [0, 0, 255, 0, 0, 0, 0]));
        assert_eq!(PageKind::VALUES.iter().map(|&kind| kind as usize).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
    }
}
