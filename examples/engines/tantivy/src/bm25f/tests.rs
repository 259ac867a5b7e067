//! The query against a computation that follows the formula, document by document.

use super::{Bm25fQuery, K1, WeightedField};
use std::collections::BTreeSet;
use std::sync::Arc;
use tantivy::collector::{Count, DocSetCollector, TopDocs};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::indexer::NoMergePolicy;
use tantivy::query::{BooleanQuery, BoostQuery, Occur, Query, TermQuery};
use tantivy::schema::{FAST, IndexRecordOption, Schema, TEXT};
use tantivy::{DocAddress, Index, IndexWriter, Searcher, TantivyDocument, Term};

/// The words of each field of a document.
type Texts = [Vec<&'static str>; 3];

const WORDS: [&str; 8] = ["rain", "river", "harbor", "cloud", "street", "house", "valley", "summer"];
const WEIGHTS: [(f32, f32); 3] = [(8.0, 0.5), (2.0, 0.1), (1.0, 0.75)];
/// The column that has the number of each document.
const NUMBER: &str = "number";
/// Documents of a segment.
const SEGMENT: usize = 40;

/// An index of several segments, what is in it, and its fields.
struct Fixture {
    searcher: Searcher,
    documents: Vec<Texts>,
    fields: Arc<[WeightedField]>,
}

impl Fixture {
    fn new(documents: Vec<Texts>) -> Fixture {
        let mut schema = Schema::builder();
        let fields = WEIGHTS.iter().enumerate().map(|(i, &(weight, length_normalization))| {
            let field = schema.add_text_field(&i.to_string(), TEXT);
            WeightedField { field, weight, length_normalization }
        });
        let fields: Arc<[WeightedField]> = fields.collect();
        let number = schema.add_u64_field(NUMBER, FAST);
        let index = Index::create_in_ram(schema.build());
        let mut writer: IndexWriter = index.writer_with_num_threads(1, 15_000_000).unwrap();
        writer.set_merge_policy(Box::new(NoMergePolicy));
        for (i, texts) in documents.iter().enumerate() {
            let mut document = TantivyDocument::default();
            document.add_u64(number, i as u64);
            for (field, words) in fields.iter().zip(texts) {
                document.add_text(field.field, words.join(" "));
            }
            writer.add_document(document).unwrap();
            if (i + 1) % SEGMENT == 0 {
                writer.commit().unwrap();
            }
        }
        let searcher = index.reader().unwrap().searcher();
        assert_eq!(searcher.segment_readers().len(), documents.len().div_ceil(SEGMENT));
        Fixture { searcher, documents, fields }
    }

    /// Documents with few words and many, short fields and long ones, and without some fields.
    fn random() -> Fixture {
        let mut state = 16_u64;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut text = |longest: usize| -> Vec<&'static str> {
            // The first words are the most frequent.
            (0..random(longest)).map(|_| WORDS[random(WORDS.len()).min(random(WORDS.len()))]).collect()
        };
        Fixture::new((0..3 * SEGMENT).map(|_| [text(4), text(8), text(500)]).collect())
    }

    fn query(&self, word: &str) -> Box<dyn Query> {
        Box::new(Bm25fQuery::new(word, &self.fields))
    }

    /// The scores by the query, by document; 0 where it is not found.
    fn scores(&self, query: &dyn Query) -> Vec<f32> {
        let mut scores = vec![0.0; self.documents.len()];
        let all = TopDocs::with_limit(self.documents.len()).order_by_score();
        for (score, address) in self.searcher.search(query, &all).unwrap() {
            scores[self.number(address)] = score;
        }
        scores
    }

    /// The number of the document at an address: segments are in any order.
    fn number(&self, address: DocAddress) -> usize {
        let columns = self.searcher.segment_reader(address.segment_ord).fast_fields();
        columns.u64(NUMBER).unwrap().first(address.doc_id).unwrap() as usize
    }

    /// The scores by the formula.
    fn naive_scores(&self, word: &str) -> Vec<f32> {
        let count = self.documents.len() as f64;
        let occurrences =
            |texts: &Texts, field: usize| texts[field].iter().filter(|&&other| other == word).count() as f64;
        let found =
            self.documents.iter().filter(|texts| texts.iter().flatten().any(|&other| other == word)).count() as f64;
        let idf = (1.0 + (count - found + 0.5) / (found + 0.5)).ln();
        let average = |field: usize| self.documents.iter().map(|texts| texts[field].len() as f64).sum::<f64>() / count;
        let averages = [average(0), average(1), average(2)];
        let score = |texts: &Texts| {
            let frequency = (0..texts.len()).map(|field| {
                let (weight, b) = (f64::from(WEIGHTS[field].0), f64::from(WEIGHTS[field].1));
                weight * occurrences(texts, field) / (1.0 - b + b * stored_length(texts[field].len()) / averages[field])
            });
            let frequency: f64 = frequency.sum();
            (idf * frequency * (f64::from(K1) + 1.0) / (frequency + f64::from(K1))) as f32
        };
        self.documents.iter().map(score).collect()
    }
}

/// A length as Tantivy keeps it, in one byte.
fn stored_length(length: usize) -> f64 {
    f64::from(FieldNormReader::id_to_fieldnorm(FieldNormReader::fieldnorm_to_id(length as u32)))
}

#[track_caller]
fn assert_close(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= 1e-5 * expected.abs(), "document {i}: {found}, not {expected}");
    }
}

#[test]
fn scores_follow_the_formula() {
    let fixture = Fixture::random();
    for word in WORDS {
        assert_close(&fixture.scores(&fixture.query(word)), &fixture.naive_scores(word));
    }
    assert!(fixture.scores(&fixture.query("desert")).iter().all(|&score| score == 0.0));
}

#[test]
fn words_add_up() {
    let fixture = Fixture::random();
    let words = ["summer", "rain", "desert", "rain", "house"];
    let query = BooleanQuery::union(words.iter().map(|word| fixture.query(word)).collect());
    let mut expected = vec![0.0; fixture.documents.len()];
    for word in words {
        expected.iter_mut().zip(fixture.naive_scores(word)).for_each(|(sum, score)| *sum += score);
    }
    assert_close(&fixture.scores(&query), &expected);
}

#[test]
fn boosts_multiply() {
    let fixture = Fixture::random();
    let expected: Vec<f32> = fixture.naive_scores("valley").iter().map(|score| score * 3.0).collect();
    assert_close(&fixture.scores(&BoostQuery::new(fixture.query("valley"), 3.0)), &expected);
}

/// In an intersection, scorers seek.
#[test]
fn other_queries_may_filter() {
    let fixture = Fixture::random();
    let term = Term::from_field_text(fixture.fields[0].field, "rain");
    let filter: Box<dyn Query> = Box::new(TermQuery::new(term, IndexRecordOption::Basic));
    let filter = Box::new(BoostQuery::new(filter, 0.0));
    let query = BooleanQuery::new(vec![(Occur::Must, fixture.query("summer")), (Occur::Must, filter)]);
    let mut expected = fixture.naive_scores("summer");
    for (score, texts) in expected.iter_mut().zip(&fixture.documents) {
        if !texts[0].contains(&"rain") {
            *score = 0.0;
        }
    }
    assert!(expected.iter().any(|&score| score > 0.0));
    assert_close(&fixture.scores(&query), &expected);
}

#[test]
fn documents_are_found_without_scores() {
    let fixture = Fixture::random();
    let query = fixture.query("summer");
    let expected: BTreeSet<usize> =
        fixture.naive_scores("summer").iter().enumerate().filter(|(_, score)| **score > 0.0).map(|(i, _)| i).collect();
    let found = fixture.searcher.search(&query, &DocSetCollector).unwrap();
    assert_eq!(found.into_iter().map(|address| fixture.number(address)).collect::<BTreeSet<_>>(), expected);
    assert_eq!(fixture.searcher.search(&query, &Count).unwrap(), expected.len());
}

#[test]
fn explanations_have_the_same_score() {
    let fixture = Fixture::random();
    let query = fixture.query("house");
    for (score, address) in fixture.searcher.search(&query, &TopDocs::with_limit(1000).order_by_score()).unwrap() {
        assert_eq!(query.explain(&fixture.searcher, address).unwrap().value(), score);
    }
    let nothing = fixture.query("desert").explain(&fixture.searcher, DocAddress::new(0, 0));
    assert!(nothing.is_err());
}

/// What a sum of boosted fields gets wrong: it prefers one word in all fields to both words of the query.
#[test]
fn both_words_beat_one_word_in_all_fields() {
    let other: Texts = [vec!["cloud"], vec!["street"], vec!["valley"; 10]];
    let mut documents = vec![other; SEGMENT];
    documents[0] = [vec!["harbor"], vec!["harbor"], [["harbor"; 5], ["valley"; 5]].concat()];
    documents[1] = [vec!["cloud"], vec!["street"], [["rain", "harbor"].as_slice(), &["valley"; 8]].concat()];
    let fixture = Fixture::new(documents);
    let words = ["rain", "harbor"];
    let bm25f = BooleanQuery::union(words.iter().map(|word| fixture.query(word)).collect());
    let boosted = |word: &&str| -> Vec<Box<dyn Query>> {
        let query = |field: &WeightedField| -> Box<dyn Query> {
            let term = Term::from_field_text(field.field, word);
            Box::new(BoostQuery::new(Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)), field.weight))
        };
        fixture.fields.iter().map(query).collect()
    };
    let sum = BooleanQuery::union(words.iter().flat_map(boosted).collect());
    let (bm25f, sum) = (fixture.scores(&bm25f), fixture.scores(&sum));
    assert!(bm25f[1] > bm25f[0], "{bm25f:?}");
    assert!(sum[1] < sum[0], "{sum:?}");
}
