//! What a BM25F score needs to know about the whole index.

use super::WeightedField;
use super::scorer::Union;
use tantivy::query::Bm25StatisticsProvider;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, Searcher, Term};

/// Facts about one word and the fields that it is searched in.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// Documents, including those that are deleted but not yet merged away: the other numbers include them, too.
    pub documents: u64,
    /// Of these, how many have the word in any field.
    pub document_frequency: u64,
    /// For each field, its mean length in words over all documents.
    pub average_lengths: Vec<f32>,
}

impl Statistics {
    pub fn read(
        searcher: &Searcher,
        provider: &dyn Bm25StatisticsProvider,
        fields: &[WeightedField],
        terms: &[Term],
    ) -> tantivy::Result<Statistics> {
        let documents = provider.total_num_docs()?;
        let average_lengths = fields
            .iter()
            .map(|field| Ok((provider.total_num_tokens(field.field)? as f64 / documents as f64) as f32))
            .collect::<tantivy::Result<_>>()?;
        Ok(Statistics { documents, document_frequency: document_frequency(searcher, terms)?, average_lengths })
    }

    pub fn idf(&self) -> f32 {
        let (documents, found) = (self.documents as f32, self.document_frequency as f32);
        (1.0 + (documents - found + 0.5) / (found + 0.5)).ln()
    }
}

/// In how many documents any of the terms occurs. No field's own count says this, so the union is counted: postings
/// without frequencies, which is a small part of what scoring reads. A word found in one field only needs no counting.
fn document_frequency(searcher: &Searcher, terms: &[Term]) -> tantivy::Result<u64> {
    let mut found = 0;
    for segment in searcher.segment_readers() {
        let mut lists = Vec::with_capacity(terms.len());
        for term in terms {
            lists.extend(segment.inverted_index(term.field())?.read_postings(term, IndexRecordOption::Basic)?);
        }
        found += match lists.as_slice() {
            [] => 0,
            [list] => u64::from(list.doc_freq()),
            _ => u64::from(Union::new(lists).count_including_deleted()),
        };
    }
    Ok(found)
}
