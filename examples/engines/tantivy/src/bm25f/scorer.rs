//! The documents of one segment that have a word in any field, with their scores.

use super::K1;
use std::sync::Arc;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::query::Scorer;
use tantivy::{DocId, DocSet, Score, TERMINATED};

/// The union of a few lists of documents. They are so few, one for each field, that a loop over all beats a heap.
pub struct Union<L> {
    /// All lists, each at the current document or beyond.
    lists: Vec<L>,
    doc: DocId,
}

impl<L: DocSet> Union<L> {
    pub fn new(lists: Vec<L>) -> Union<L> {
        let mut union = Union { lists, doc: TERMINATED };
        union.update();
        union
    }

    /// The lists that have the current document.
    pub fn matching(&self) -> impl Iterator<Item = &L> {
        self.lists.iter().filter(|list| list.doc() == self.doc)
    }

    fn update(&mut self) -> DocId {
        self.doc = self.lists.iter().map(DocSet::doc).min().unwrap_or(TERMINATED);
        self.doc
    }
}

impl<L: DocSet> DocSet for Union<L> {
    fn advance(&mut self) -> DocId {
        for list in &mut self.lists {
            if list.doc() == self.doc {
                list.advance();
            }
        }
        self.update()
    }

    fn seek(&mut self, target: DocId) -> DocId {
        for list in &mut self.lists {
            if list.doc() < target {
                list.seek(target);
            }
        }
        self.update()
    }

    fn doc(&self) -> DocId {
        self.doc
    }

    fn size_hint(&self) -> u32 {
        self.lists.iter().map(DocSet::size_hint).max().unwrap_or(0)
    }

    fn cost(&self) -> u64 {
        self.lists.iter().map(DocSet::cost).sum()
    }
}

/// For each of the 256 fieldnorms, what one occurrence counts in a field of that length: its weight, normalized.
/// Tantivy stores the length of a field as one byte: exact up to 40 words, then rounded down by less than a ninth.
pub type OccurrenceWeights = [Score; 256];

/// The occurrences of the word in one field.
pub struct FieldPostings {
    pub postings: SegmentPostings,
    pub lengths: FieldNormReader,
    pub weights: Arc<OccurrenceWeights>,
}

impl FieldPostings {
    /// Occurrences in the current document, weighted and normalized.
    fn frequency(&self) -> Score {
        let length = self.lengths.fieldnorm_id(self.postings.doc());
        self.postings.term_freq() as Score * self.weights[usize::from(length)]
    }
}

impl DocSet for FieldPostings {
    fn advance(&mut self) -> DocId {
        self.postings.advance()
    }

    fn seek(&mut self, target: DocId) -> DocId {
        self.postings.seek(target)
    }

    fn doc(&self) -> DocId {
        self.postings.doc()
    }

    fn size_hint(&self) -> u32 {
        self.postings.size_hint()
    }
}

/// Walks the documents that have the word.
pub struct Bm25fScorer {
    pub union: Union<FieldPostings>,
    /// The inverse document frequency of the word, times the boost of the query.
    pub idf: Score,
}

impl Bm25fScorer {
    /// What the occurrences in all fields of the current document add up to.
    pub fn frequency(&self) -> Score {
        self.union.matching().map(FieldPostings::frequency).sum()
    }
}

impl Scorer for Bm25fScorer {
    fn score(&mut self) -> Score {
        let frequency = self.frequency();
        self.idf * frequency * (K1 + 1.0) / (frequency + K1)
    }
}

impl DocSet for Bm25fScorer {
    fn advance(&mut self) -> DocId {
        self.union.advance()
    }

    fn seek(&mut self, target: DocId) -> DocId {
        self.union.seek(target)
    }

    fn doc(&self) -> DocId {
        self.union.doc()
    }

    fn size_hint(&self) -> u32 {
        self.union.size_hint()
    }

    fn cost(&self) -> u64 {
        self.union.cost()
    }
}
