//! BM25F (Robertson, Zaragoza and Taylor, CIKM 2004): a word found in several fields of a page counts as one word, more
//! or less often depending on where it is found.
//!
//! ```text
//! frequency(w, d) = sum over fields f of weight_f * occurrences(w, d, f) / (1 - b_f + b_f * length(d, f) / average_f)
//! score(w, d) = idf(w) * frequency(w, d) * (k1 + 1) / (frequency(w, d) + k1)
//! idf(w) = ln(1 + (N - n + 0.5) / (n + 0.5))
//! ```
//!
//! N is the number of pages, n the number of pages with the word in any of the fields, and `average_f` the mean of
//! `length(d, f)` over all pages, whether they have the field or not.

use std::collections::{BTreeMap, BTreeSet};
use tantivy::postings::Postings;
use tantivy::query::Bm25StatisticsProvider;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, DocSet, Searcher, TERMINATED, Term};

/// When further occurrences of a word stop to matter: the usual value.
pub const K1: f32 = 1.2;

/// A field to be searched, indexed with frequencies and lengths.
#[derive(Clone, Copy, Debug)]
pub struct WeightedField {
    pub field: Field,
    /// What an occurrence counts; 1.0 is an occurrence in plain text.
    pub weight: f32,
    /// How much the length of the field matters, 0 to 1.
    pub b: f32,
}

/// The score of each page that has any of the words, deleted ones included.
pub fn scores(
    searcher: &Searcher,
    fields: &[WeightedField],
    words: &BTreeSet<String>,
) -> tantivy::Result<BTreeMap<DocAddress, f32>> {
    let pages = searcher.total_num_docs()? as f32;
    let mut scores = BTreeMap::new();
    for word in words {
        let mut frequencies = BTreeMap::new();
        for &WeightedField { field, weight, b } in fields {
            let term = Term::from_field_text(field, word);
            let average = searcher.total_num_tokens(field)? as f32 / pages;
            for (ordinal, segment) in (0..).zip(searcher.segment_readers()) {
                let postings = segment.inverted_index(field)?.read_postings(&term, IndexRecordOption::WithFreqs)?;
                let Some(mut postings) = postings else { continue };
                let lengths = segment.get_fieldnorms_reader(field)?;
                while postings.doc() != TERMINATED {
                    let length = lengths.fieldnorm(postings.doc()) as f32;
                    let occurrences = postings.term_freq() as f32;
                    let frequency = frequencies.entry(DocAddress::new(ordinal, postings.doc())).or_insert(0.0);
                    *frequency += weight * occurrences / (1.0 - b + b * length / average);
                    postings.advance();
                }
            }
        }
        let found = frequencies.len() as f32;
        let idf = (1.0 + (pages - found + 0.5) / (found + 0.5)).ln();
        for (page, frequency) in frequencies {
            *scores.entry(page).or_insert(0.0) += idf * frequency * (K1 + 1.0) / (frequency + K1);
        }
    }
    Ok(scores)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantivy::schema::{FAST, Schema, TEXT};
    use tantivy::{Index, IndexWriter, TantivyDocument};

    const WEIGHTS: [(f64, f64); 2] = [(8.0, 0.1), (1.0, 0.75)];
    /// Title and text of documents in two segments. Lengths are below 40, so that none is rounded.
    const SEGMENTS: [&[[&str; 2]]; 2] = [
        &[["rain", "rain fell on the harbor"], ["", "sun and wind"], ["river news", "the river rose after the rain"]],
        &[["wind", "rain rain rain"], ["harbor", "boats left the harbor early"]],
    ];

    /// The score of every document by the formula.
    fn naive_scores(word: &str) -> Vec<f64> {
        let documents: Vec<&[&str; 2]> = SEGMENTS.into_iter().flatten().collect();
        let length = |text: &str| text.split_whitespace().count() as f64;
        let occurrences = |text: &str| text.split_whitespace().filter(|other| *other == word).count() as f64;
        let (count, found) =
            (5.0, documents.iter().filter(|texts| texts.iter().any(|text| occurrences(text) > 0.0)).count() as f64);
        let idf = (1.0 + (count - found + 0.5) / (found + 0.5)).ln();
        let average = |f: usize| documents.iter().map(|texts| length(texts[f])).sum::<f64>() / count;
        let score = |texts: &&[&str; 2]| {
            let weighted = |(f, (weight, b)): (usize, (f64, f64))| {
                weight * occurrences(texts[f]) / (1.0 - b + b * length(texts[f]) / average(f))
            };
            let frequency: f64 = WEIGHTS.into_iter().enumerate().map(weighted).sum();
            idf * frequency * (f64::from(K1) + 1.0) / (frequency + f64::from(K1))
        };
        documents.iter().map(score).collect()
    }

    #[test]
    fn scores_are_those_of_the_formula() {
        let mut schema = Schema::builder();
        let fields = [schema.add_text_field("title", TEXT), schema.add_text_field("text", TEXT)];
        let number = schema.add_u64_field("number", FAST);
        let index = Index::create_in_ram(schema.build());
        let mut writer: IndexWriter = index.writer_with_num_threads(1, 15_000_000).unwrap();
        let mut count = 0_u64;
        for segment in SEGMENTS {
            for texts in segment {
                let mut document = TantivyDocument::default();
                fields.iter().zip(texts).for_each(|(field, text)| document.add_text(*field, text));
                document.add_u64(number, count);
                writer.add_document(document).unwrap();
                count += 1;
            }
            writer.commit().unwrap();
        }
        let searcher = index.reader().unwrap().searcher();
        let weighted = |(field, (weight, b)): (&Field, (f64, f64))| WeightedField {
            field: *field,
            weight: weight as f32,
            b: b as f32,
        };
        let fields: Vec<WeightedField> = fields.iter().zip(WEIGHTS).map(weighted).collect();
        for words in [["rain"].as_slice(), &["harbor"], &["rain", "river"], &["desert"]] {
            let naive = words.iter().map(|word| naive_scores(word));
            let expected =
                naive.fold([0.0; 5].to_vec(), |sum, more| sum.iter().zip(more).map(|(a, b)| a + b).collect());
            let mut found = vec![0.0; 5];
            for (page, score) in
                scores(&searcher, &fields, &words.iter().map(|&word| word.to_owned()).collect()).unwrap()
            {
                let numbers = searcher.segment_reader(page.segment_ord).fast_fields().u64("number").unwrap();
                found[numbers.first(page.doc_id).unwrap() as usize] = f64::from(score);
            }
            let is_close = found.iter().zip(&expected).all(|(score, expected)| (score - expected).abs() < 1e-5);
            assert!(is_close, "{words:?}: {found:?}, not {expected:?}");
        }
    }
}
