//! Exact BM25F (Robertson, Zaragoza and Taylor, CIKM 2004) as a query of Tantivy's.
//!
//! A word found in several fields of a document counts as one word, more or less often depending on where it is found:
//!
//! ```text
//! frequency(w, d) = sum over fields f of weight_f * occurrences(w, d, f) / (1 - b_f + b_f * length(d, f) / average_f)
//! score(w, d) = idf(w) * frequency(w, d) * (k1 + 1) / (frequency(w, d) + k1)
//! idf(w) = ln(1 + (N - n + 0.5) / (n + 0.5))
//! ```
//!
//! N is the number of documents, n that of documents with the word in any of the fields, and `average_f` the mean of
//! `length(d, f)` over all documents, whether they have the field or not.
//!
//! What Tantivy offers, and its query parser does, is a sum of boosted fields: BM25 for each field by itself, times a
//! boost. That is worse in three ways.
//!
//! * Each field saturates by itself. A document that has one word of two in title, heading, label and text gets up to
//!   the sum of all boosts for it, and passes a document that has both words.
//! * Each field has an idf of its own. A word that is in all texts but in few headings counts as rare where it is in a
//!   heading, and a word that is common in headings counts for little there although it is rare.
//! * The boost multiplies the saturated score, so that a title of weight 8 outweighs any number of words in the text.
//!   In BM25F it counts as much as eight words in the text, and saturates together with them.
//!
//! The query is a leaf, as `TermQuery` is: a `BooleanQuery` makes queries of several words of it.
//!
//! | file | what |
//! |---|---|
//! | `statistics` | what a score needs to know about the index |
//! | `weight` | the query for the segments of one searcher |
//! | `scorer` | the documents of one segment that have the word, with their scores |
//! | `tests` | against a computation that follows the formula above |

mod scorer;
mod statistics;
mod weight;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use tantivy::Term;
use tantivy::query::{EnableScoring, Query, Weight};
use tantivy::schema::Field;

use statistics::Statistics;
use weight::Bm25fWeight;

/// When further occurrences of a word stop to matter: the usual value.
pub const K1: f32 = 1.2;

/// A field to be searched. It must be indexed with frequencies and fieldnorms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedField {
    /// The field in the schema.
    pub field: Field,
    /// What an occurrence in this field counts; 1.0 is an occurrence in plain text.
    pub weight: f32,
    /// How much the length of the field matters, `b`, 0 to 1.
    pub length_normalization: f32,
}

/// One word in several fields.
#[derive(Clone, Debug)]
pub struct Bm25fQuery {
    fields: Arc<[WeightedField]>,
    /// The word in each of the fields.
    terms: Vec<Term>,
}

impl Bm25fQuery {
    /// Finds `word`, as the index has it: in lower case.
    pub fn new(word: &str, fields: &Arc<[WeightedField]>) -> Bm25fQuery {
        let terms = fields.iter().map(|field| Term::from_field_text(field.field, word)).collect();
        Bm25fQuery { fields: Arc::clone(fields), terms }
    }
}

impl Query for Bm25fQuery {
    fn weight(&self, enable_scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let statistics = match enable_scoring {
            EnableScoring::Enabled { searcher, statistics_provider } => {
                Some(Statistics::read(searcher, statistics_provider, &self.fields, &self.terms)?)
            }
            EnableScoring::Disabled { .. } => None,
        };
        Ok(Box::new(Bm25fWeight::new(&self.fields, &self.terms, statistics)))
    }

    fn query_terms<'a>(&'a self, visitor: &mut dyn FnMut(&'a Term, bool)) {
        self.terms.iter().for_each(|term| visitor(term, false));
    }
}
