//! Searching.
use crate::bm25f::Bm25fQuery;
use crate::schema::{self, Fields};
use crate::words::words;
use anyhow::bail;
use blockmask::Fingerprint;
use std::path::Path;
use tantivy::collector::TopDocs;
use tantivy::collector::sort_key::{SortBySimilarityScore, SortByString};
use tantivy::query::{BooleanQuery, BoostQuery, ConstScoreQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, Order, Searcher, Term};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Method { Bm25f, Sum, Text }

pub struct Search {
    pub fields: Fields,
    pub searcher: Searcher,
    pub method: Method,
    pub limit: usize,
    pub kind: Option<String>,
    pub duplicates: bool,
}

pub struct Hit { pub score: f32, pub path: String, pub document: DocAddress }

impl Search {
    pub fn open(directory: &Path, method: Option<Method>) -> anyhow::Result<Search> {
        let (index, fields) = schema::open(directory)?;
        let method = method.unwrap_or(if fields.is_plain() { Method::Text } else { Method::Bm25f });
        if fields.is_plain() && method != Method::Text { bail!("plain"); }
        let searcher = index.reader()?.searcher();
        Ok(Search { fields, searcher, method, limit: 10, kind: None, duplicates: false })
    }

    fn word_query(&self, word: &str) -> Box<dyn Query> {
        match self.method {
            Method::Bm25f => Box::new(Bm25fQuery::new(word, &self.fields.weighted)),
            Method::Text => term_query(self.fields.full_text, word),
            Method::Sum => Box::new(BooleanQuery::union(self.fields.weighted.iter().map(|field| {
                Box::new(BoostQuery::new(term_query(field.field, word), field.weight)) as Box<dyn Query>
            }).collect())),
        }
    }

    pub fn query(&self, text: &str) -> BooleanQuery {
        let words = BooleanQuery::union(words(text).map(|word| self.word_query(&word.text)).collect());
        let Some(kind) = &self.kind else { return words };
        let term = Term::from_field_text(self.fields.kind, kind);
        let kind = ConstScoreQuery::new(Box::new(TermQuery::new(term, IndexRecordOption::Basic)), 0.0);
        BooleanQuery::new(vec![(Occur::Must, Box::new(words)), (Occur::Must, Box::new(kind))])
    }

    pub fn best(&self, text: &str) -> anyhow::Result<Vec<Hit>> {
        let query = self.query(text);
        let mut count = if self.duplicates { self.limit } else { 3 * self.limit + 10 };
        loop {
            let key = ((SortBySimilarityScore, Order::Desc), (SortByString::for_field(schema::PATH), Order::Asc));
            let top = self.searcher.search(&query, &TopDocs::with_limit(count).order_by(key))?;
            let found = top.len();
            let hits: Vec<Hit> = top.into_iter().map(|((score, path), document)| Hit { score, path: path.unwrap_or_default(), document }).collect();
            if self.duplicates { return Ok(hits); }
            let mut kept: Vec<Hit> = Vec::new();
            let mut prints: Vec<Option<Fingerprint>> = Vec::new();
            for hit in hits {
                let print = self.fingerprint(hit.document)?;
                if prints.iter().flatten().any(|p| print.as_ref().is_some_and(|q| p.is_near_duplicate(q))) { continue; }
                kept.push(hit); prints.push(print);
                if kept.len() == self.limit { return Ok(kept); }
            }
            if found < count { return Ok(kept); }
            count *= 4;
        }
    }

    fn fingerprint(&self, document: DocAddress) -> anyhow::Result<Option<Fingerprint>> {
        let column = self.searcher.segment_reader(document.segment_ord).fast_fields().u64(schema::FINGERPRINT)?;
        let mut values = column.values_for_doc(document.doc_id);
        let Some(version) = values.next() else { return Ok(None) };
        let mut min_hashes = [0; 8];
        for (m, v) in min_hashes.iter_mut().zip(values) { *m = v; }
        Ok(Some(Fingerprint { version: version as u8, is_valid: true, tokens: 0, min_hashes, sim_hash: 0 }))
    }
}

fn term_query(field: Field, word: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::WithFreqs))
}
