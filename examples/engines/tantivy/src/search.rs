//! Searching: the best pages for a query.

use crate::bm25f::Bm25fQuery;
use crate::schema::{self, Fields};
use crate::words::words;
use anyhow::bail;
use blockmask::{Fingerprint, PageKind};
use std::path::Path;
use tantivy::collector::TopDocs;
use tantivy::collector::sort_key::{SortBySimilarityScore, SortByString};
use tantivy::query::{BooleanQuery, BoostQuery, ConstScoreQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, Order, Searcher, Term};

/// How pages are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Method {
    /// BM25F over the weighted fields.
    Bm25f,
    /// A sum of boosted BM25 scores over the same fields and with the same weights, to compare.
    Sum,
    /// BM25 over the full text, without weights, to compare.
    Text,
}

/// What a search returns.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// At most so many pages.
    pub limit: usize,
    /// Only pages of this kind.
    pub kind: Option<PageKind>,
    /// Near-duplicates of better pages, too.
    pub duplicates: bool,
}

/// An index that is open for searching. Threads may share it.
pub struct Search {
    pub fields: Fields,
    pub searcher: Searcher,
    method: Method,
    options: SearchOptions,
}

/// A page that was found.
pub struct Hit {
    pub score: f32,
    pub path: String,
    pub document: DocAddress,
}

impl Search {
    /// Opens an index. Without a method, BM25F is used where the index has fields for it.
    pub fn open(folder: &Path, method: Option<Method>, options: SearchOptions) -> anyhow::Result<Search> {
        let (index, fields) = schema::open(folder)?;
        let method = method.unwrap_or(if fields.is_plain() { Method::Text } else { Method::Bm25f });
        if fields.is_plain() && (method != Method::Text || options.kind.is_some()) {
            bail!("{}: made with --plain, has full text only", folder.display());
        }
        Ok(Search { fields, searcher: index.reader()?.searcher(), method, options })
    }

    /// The best pages for a query, best first; those of equal score by path.
    pub fn best(&self, text: &str) -> tantivy::Result<Vec<Hit>> {
        let query = self.query(text);
        let pages = self.searcher.num_docs().max(1) as usize;
        let limit = self.options.limit.min(pages);
        if self.options.duplicates {
            return self.top(&query, limit);
        }
        // Near-duplicates are found among the best pages only, so take more than are wanted, until they suffice.
        let mut count = limit.saturating_mul(2);
        loop {
            let top = self.top(&query, count.min(pages))?;
            let is_all = top.len() < count;
            let collapsed = self.collapse(top, limit)?;
            if collapsed.len() == limit || is_all {
                return Ok(collapsed);
            }
            count = count.saturating_mul(4);
        }
    }

    fn top(&self, query: &dyn Query, count: usize) -> tantivy::Result<Vec<Hit>> {
        let by_path = SortByString::for_field(schema::PATH);
        let order = ((SortBySimilarityScore, Order::Desc), (by_path, Order::Asc));
        let top = self.searcher.search(query, &TopDocs::with_limit(count).order_by(order))?;
        let hit = |((score, path), document): ((f32, Option<String>), DocAddress)| Hit {
            score,
            path: path.unwrap_or_default(),
            document,
        };
        Ok(top.into_iter().map(hit).collect())
    }

    /// Drops pages that are near-duplicates of better ones, until `limit` pages are left.
    fn collapse(&self, hits: Vec<Hit>, limit: usize) -> tantivy::Result<Vec<Hit>> {
        let mut kept = Vec::new();
        let mut fingerprints: Vec<Fingerprint> = Vec::new();
        for hit in hits {
            let fingerprint = self.fingerprint(hit.document)?;
            if fingerprints.iter().any(|better| better.is_near_duplicate(&fingerprint)) {
                continue;
            }
            fingerprints.push(fingerprint);
            kept.push(hit);
            if kept.len() == limit {
                break;
            }
        }
        Ok(kept)
    }

    /// What the index keeps of a fingerprint.
    fn fingerprint(&self, document: DocAddress) -> tantivy::Result<Fingerprint> {
        let segment = self.searcher.segment_reader(document.segment_ord);
        let column = segment.fast_fields().u64(schema::FINGERPRINT)?;
        let mut values = column.values_for_doc(document.doc_id);
        let version = values.next();
        let min_hashes = std::array::from_fn(|_| values.next().unwrap_or_default());
        let (version, is_valid) = (version.unwrap_or_default() as u8, version.is_some());
        Ok(Fingerprint { version, is_valid, min_hashes, ..Fingerprint::default() })
    }

    /// Pages with any of the words, and of the kind that is wanted.
    fn query(&self, text: &str) -> BooleanQuery {
        let words = BooleanQuery::union(words(text).map(|word| self.word_query(&word.text)).collect());
        let Some(kind) = self.options.kind else { return words };
        let kind = Term::from_field_text(self.fields.kind, kind.name());
        let kind = ConstScoreQuery::new(Box::new(TermQuery::new(kind, IndexRecordOption::Basic)), 0.0);
        BooleanQuery::intersection(vec![Box::new(words), Box::new(kind)])
    }

    fn word_query(&self, word: &str) -> Box<dyn Query> {
        match self.method {
            Method::Bm25f => Box::new(Bm25fQuery::new(word, &self.fields.weighted)),
            Method::Text => Box::new(term_query(self.fields.full_text, word)),
            Method::Sum => {
                let boosted = self.fields.weighted.iter().map(|field| {
                    let query = BoostQuery::new(Box::new(term_query(field.field, word)), field.weight);
                    (Occur::Should, Box::new(query) as Box<dyn Query>)
                });
                Box::new(BooleanQuery::new(boosted.collect()))
            }
        }
    }
}

fn term_query(field: Field, word: &str) -> TermQuery {
    TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::WithFreqs)
}
