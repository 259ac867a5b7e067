//! The query for the segments of one searcher.

use super::scorer::{Bm25fScorer, FieldPostings, OccurrenceWeights, Union};
use super::{K1, Statistics, WeightedField};
use std::sync::Arc;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::query::{Explanation, Scorer, Weight};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, Score, SegmentReader, TantivyError, Term};

/// A word with all that its scores need, except for the postings.
pub struct Bm25fWeight {
    fields: Vec<FieldWeight>,
    /// 0 if no scores are needed.
    idf: Score,
    statistics: Option<Statistics>,
}

/// The word in one field.
struct FieldWeight {
    term: Term,
    weights: Arc<OccurrenceWeights>,
}

impl Bm25fWeight {
    /// Without statistics all scores are 0.
    pub fn new(fields: &[WeightedField], terms: &[Term], statistics: Option<Statistics>) -> Bm25fWeight {
        let average = |i: usize| statistics.as_ref().map_or(0.0, |statistics| statistics.average_lengths[i]);
        let fields = fields.iter().zip(terms).enumerate().map(|(i, (field, term))| FieldWeight {
            term: term.clone(),
            weights: Arc::new(occurrence_weights(field, average(i))),
        });
        Bm25fWeight { fields: fields.collect(), idf: statistics.as_ref().map_or(0.0, Statistics::idf), statistics }
    }

    fn bm25f_scorer(&self, segment: &SegmentReader, boost: Score) -> tantivy::Result<Bm25fScorer> {
        let mut lists = Vec::with_capacity(self.fields.len());
        for FieldWeight { term, weights } in &self.fields {
            let index = segment.inverted_index(term.field())?;
            if let Some(postings) = index.read_postings(term, IndexRecordOption::WithFreqs)? {
                let lengths = segment.get_fieldnorms_reader(term.field())?;
                lists.push(FieldPostings { postings, lengths, weights: Arc::clone(weights) });
            }
        }
        Ok(Bm25fScorer { union: Union::new(lists), idf: self.idf * boost })
    }
}

/// What one occurrence counts in a field of each length.
fn occurrence_weights(field: &WeightedField, average_length: Score) -> OccurrenceWeights {
    let b = field.length_normalization;
    std::array::from_fn(|id| {
        let length = FieldNormReader::id_to_fieldnorm(id as u8) as Score;
        // If the field is empty in all documents, no weight is used.
        let relative_length = if average_length > 0.0 { length / average_length } else { 1.0 };
        field.weight / (1.0 - b + b * relative_length)
    })
}

impl Weight for Bm25fWeight {
    fn scorer(&self, segment: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        Ok(Box::new(self.bm25f_scorer(segment, boost)?))
    }

    fn explain(&self, segment: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        let mut scorer = self.bm25f_scorer(segment, 1.0)?;
        if scorer.doc() > doc || scorer.seek(doc) != doc {
            return Err(TantivyError::InvalidArgument(format!("document {doc} does not have the word")));
        }
        let mut explanation = Explanation::new("idf * frequency * (k1 + 1) / (frequency + k1), with", scorer.score());
        explanation.add_const("k1", K1);
        explanation.add_const("frequency, the weighted and normalized occurrences in all fields", scorer.frequency());
        explanation.add_const("idf, ln(1 + (N - n + 0.5) / (n + 0.5))", self.idf);
        if let Some(statistics) = &self.statistics {
            explanation.add_const("n, documents with the word in any field", statistics.document_frequency as Score);
            explanation.add_const("N, documents", statistics.documents as Score);
        }
        Ok(explanation)
    }
}
