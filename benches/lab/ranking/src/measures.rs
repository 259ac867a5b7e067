//! Measures of a method on the queries of one kind of one site (a view), and their comparison by the bootstrap.

use crate::collection::Collection;
use crate::score::{Method, Scorer};
use std::collections::BTreeMap;

/// The measures of every query of a view.
#[derive(Clone, Default)]
pub struct View {
    pub site: String,
    pub kind: String,
    pub is_web: bool,
    pub reciprocal: Vec<f32>,
    pub success: Vec<f32>,
    pub ndcg: Vec<f32>,
}

/// Views with fewer queries are left out.
const LEAST: usize = 20;

/// Measures a method on all queries of a collection.
pub fn views(collection: &Collection, method: &Method<'_>) -> Vec<View> {
    let scorer = Scorer::new(collection, method);
    let mut views: BTreeMap<&str, View> = BTreeMap::new();
    for query in &collection.queries {
        let ranking = scorer.rank(query);
        let view = views.entry(&query.kind).or_default();
        view.reciprocal.push(if ranking.first > 0.0 { ranking.first.recip() } else { 0.0 });
        view.success.push(f32::from(u8::from(ranking.first == 1.0)));
        view.ndcg.push(ranking.ndcg);
    }
    let named = |(kind, view): (&str, View)| View {
        site: collection.name.clone(),
        kind: kind.to_owned(),
        is_web: collection.is_web,
        ..view
    };
    views.into_iter().filter(|(_, view)| view.reciprocal.len() >= LEAST).map(named).collect()
}

pub fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len().max(1) as f32
}

/// A mean with its interval of 95 %.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    pub mean: f32,
    pub low: f32,
    pub high: f32,
}

impl Estimate {
    /// Resamples values a thousand times, always with the same random numbers.
    pub fn of(values: &[f32]) -> Estimate {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as usize % below
        };
        let mut means: Vec<f32> = (0..1000)
            .map(|_| (0..values.len()).map(|_| values[random(values.len())]).sum::<f32>() / values.len() as f32)
            .collect();
        means.sort_by(f32::total_cmp);
        Estimate { mean: mean(values), low: means[25], high: means[974] }
    }

    pub fn is_better(&self) -> bool {
        self.low > 0.0
    }

    pub fn is_worse(&self) -> bool {
        self.high < 0.0
    }
}

/// The differences of two lists.
pub fn differences(new: &[f32], old: &[f32]) -> Vec<f32> {
    new.iter().zip(old).map(|(new, old)| new - old).collect()
}
