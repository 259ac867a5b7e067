//! Exact BM25 and BM25F over a collection.

use crate::collection::{ALTERNATIVE_TEXT, Block, Collection, Posting, Query};
use blockmask::Field;

/// Saturation and length normalization; Robertson and Zaragoza 2009, section 3.
const K1: f32 = 1.2;
pub const B: f32 = 0.75;

/// How pages are scored.
pub enum Method<'m> {
    /// BM25 of weighted counts: of a term and of the length alike.
    Weighted(&'m dyn Fn(&Block) -> f32),
    /// BM25F: a length normalization for each field, and one saturation of the weighted sum.
    Fields { weight: &'m dyn Fn(Field) -> f32, b: &'m dyn Fn(Field) -> f32 },
    /// BM25F with the default length normalizations over the fields that tags alone give.
    FieldsOfTags { weight: &'m dyn Fn(Field) -> f32 },
    /// The sum of one BM25 for each field, times its boost, as engines compute it for a query over several fields.
    SumOfFields { boost: &'m dyn Fn(Field) -> f32 },
}

/// The order of the pages for a query.
pub struct Ranking {
    /// The rank of the best relevant page, 0 if it was not found. Ties count half.
    pub first: f32,
    /// nDCG of the first ten.
    pub ndcg: f32,
    /// Pages and scores, best first.
    pub pages: Vec<(u32, f32)>,
}

const FIELDS: usize = Field::VALUES.len();

/// Scores pages by one method; some tables are computed once for all queries.
pub struct Scorer<'c, 'm> {
    collection: &'c Collection,
    method: &'m Method<'m>,
    /// The weight of each block: with the title, and without.
    weights: [Vec<f32>; 2],
    /// The normalized length of each page: one for the page, or one for each field.
    norms: [Vec<[f32; FIELDS]>; 2],
}

impl<'c, 'm> Scorer<'c, 'm> {
    pub fn new(collection: &'c Collection, method: &'m Method<'m>) -> Scorer<'c, 'm> {
        let weights = [false, true].map(|no_title| block_weights(collection, method, no_title));
        let norms = [0, 1].map(|i| norms(collection, method, &weights[i]));
        Scorer { collection, method, weights, norms }
    }

    pub fn rank(&self, query: &Query) -> Ranking {
        let mut scores = vec![0.0; self.collection.pages.len()];
        for &word in &query.words {
            self.add_word(&self.collection.postings[word as usize], query.is_title, &mut scores);
        }
        let mut pages: Vec<(u32, f32)> = (0..).zip(scores.iter().copied()).filter(|&(_, score)| score > 0.0).collect();
        pages.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        Ranking { first: first_rank(query, &scores, &pages), ndcg: ndcg(query, &pages), pages }
    }

    /// Adds the score of a word to all pages that have it.
    fn add_word(&self, postings: &[Posting], no_title: bool, scores: &mut [f32]) {
        let i = usize::from(no_title);
        let weight = |posting: &Posting| self.weights[i][posting.block as usize];
        let pages = || postings.chunk_by(|one, other| one.page == other.page);
        let found = pages().filter(|page| page.iter().any(|posting| weight(posting) > 0.0)).count() as f32;
        let count = self.collection.pages.len() as f32;
        let idf = (1.0 + (count - found + 0.5) / (found + 0.5)).ln();
        for page in pages() {
            let mut sums = [0.0; FIELDS];
            for posting in page {
                sums[self.slot(posting)] += weight(posting) * posting.count as f32;
            }
            let page = page[0].page as usize;
            scores[page] += idf * self.saturate(&sums, &self.norms[i][page]);
        }
    }

    /// Where the counts of a block are summed.
    fn slot(&self, posting: &Posting) -> usize {
        match self.method {
            Method::Weighted(_) => 0,
            Method::FieldsOfTags { .. } => field_of_tag(&self.collection.blocks[posting.block as usize]) as usize - 1,
            _ => self.collection.blocks[posting.block as usize].field as usize - 1,
        }
    }

    fn saturate(&self, sums: &[f32; FIELDS], norms: &[f32; FIELDS]) -> f32 {
        match self.method {
            Method::Weighted(_) => sums[0] * (K1 + 1.0) / (sums[0] + K1 * norms[0]),
            Method::Fields { .. } | Method::FieldsOfTags { .. } => {
                let found = sums.iter().zip(norms).filter(|(sum, _)| **sum > 0.0);
                let sum: f32 = found.map(|(sum, norm)| sum / norm).sum();
                sum * (K1 + 1.0) / (sum + K1)
            }
            Method::SumOfFields { boost } => {
                let of_field = |i: usize| {
                    let boost = boost(Field::VALUES[i]);
                    boost * sums[i] * (K1 + 1.0) / (sums[i] + K1 * norms[i])
                };
                (0..FIELDS).filter(|&i| sums[i] > 0.0).map(of_field).sum()
            }
        }
    }
}

/// The field of a block by its tag alone.
pub fn field_of_tag(block: &Block) -> Field {
    match (block.field, block.heading) {
        (Field::Title, _) => Field::Title,
        (_, 1) => Field::H1,
        (_, 0) => Field::Text,
        _ => Field::Heading,
    }
}

fn block_weights(collection: &Collection, method: &Method<'_>, no_title: bool) -> Vec<f32> {
    let weight = |block: &Block| match method {
        _ if no_title && block.field == Field::Title => 0.0,
        Method::Weighted(weight) if block.class == ALTERNATIVE_TEXT => weight(block),
        _ if block.field == Field::Hidden => 0.0,
        Method::Weighted(weight) => weight(block),
        Method::Fields { weight, .. } => weight(block.field),
        Method::FieldsOfTags { weight } => weight(field_of_tag(block)),
        Method::SumOfFields { .. } => 1.0,
    };
    collection.blocks.iter().map(weight).collect()
}

/// `1 - b + b * length / average` of each page; of each field with its own average, unless the method has one length.
fn norms(collection: &Collection, method: &Method<'_>, weights: &[f32]) -> Vec<[f32; FIELDS]> {
    let lengths: Vec<[f32; FIELDS]> =
        collection.pages.iter().map(|page| lengths(collection, method, weights, page)).collect();
    let pages = lengths.len().max(1) as f32;
    let averages: [f32; FIELDS] =
        std::array::from_fn(|i| lengths.iter().map(|lengths| lengths[i]).sum::<f32>() / pages);
    let b: [f32; FIELDS] = std::array::from_fn(|i| match method {
        Method::Fields { b, .. } => b(Field::VALUES[i]),
        Method::FieldsOfTags { .. } => Field::VALUES[i].length_normalization(),
        _ => B,
    });
    let norm = |length: f32, i: usize| 1.0 - b[i] + b[i] * length / averages[i].max(f32::MIN_POSITIVE);
    lengths.iter().map(|lengths| std::array::from_fn(|i| norm(lengths[i], i))).collect()
}

fn lengths(
    collection: &Collection,
    method: &Method<'_>,
    weights: &[f32],
    page: &crate::collection::Page,
) -> [f32; FIELDS] {
    let mut lengths = [0.0; FIELDS];
    for i in page.blocks.clone() {
        let block = &collection.blocks[i];
        match method {
            Method::Weighted(_) => lengths[0] += weights[i] * block.words as f32,
            Method::FieldsOfTags { .. } if weights[i] > 0.0 => {
                lengths[field_of_tag(block) as usize - 1] += block.words as f32;
            }
            _ if weights[i] > 0.0 => lengths[block.field as usize - 1] += block.words as f32,
            _ => {}
        }
    }
    lengths
}

fn first_rank(query: &Query, scores: &[f32], pages: &[(u32, f32)]) -> f32 {
    let best = query.relevant.iter().map(|&page| scores[page as usize]).fold(0.0, f32::max);
    if best <= 0.0 {
        return 0.0;
    }
    let above = pages.partition_point(|page| page.1 > best);
    let equal = pages[above..].partition_point(|page| page.1 == best);
    1.0 + above as f32 + (equal as f32 - 1.0) / 2.0
}

fn ndcg(query: &Query, pages: &[(u32, f32)]) -> f32 {
    let gain = |rank: usize| 1.0 / (rank as f32 + 2.0).log2();
    let found = pages.iter().take(10).enumerate().filter(|(_, page)| query.relevant.contains(&page.0));
    let ideal: f32 = (0..query.relevant.len().min(10)).map(gain).sum();
    found.map(|(rank, _)| gain(rank)).sum::<f32>() / ideal
}
