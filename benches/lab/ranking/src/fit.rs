//! Fits weights by class on some generators of sites and tests them on the others.
//!
//! Coordinate ascent over factors, from equal weights: few parameters, and no gradient of a rank. What is maximized is
//! the mean gain of reciprocal rank over all views, in which a loss counts three times, so that no kind of query pays
//! for another.

use crate::collection::{ALTERNATIVE_TEXT, CLASS_NAMES, CLASSES, Collection};
use crate::measures::{View, differences, mean, views};
use crate::methods::{by_class, full_text};
use crate::score::Method;
use blockmask::Field;

type Weights = [f32; CLASSES];

/// Weights are between these.
const RANGE: (f32, f32) = (0.25, 8.0);
const FACTORS: [f32; 2] = [1.5, 1.0 / 1.5];
/// A smaller gain is noise.
const LEAST_GAIN: f32 = 2e-5;

/// Cross-validates over `folds` groups of generators; prints the weights of each, and calls `report` with the views of
/// each fold by the weights that were fitted on the others.
pub fn cross_validate(collections: &[Collection], folds: usize, mut report: impl FnMut(&[View], &[View])) {
    let mut generators: Vec<&str> = collections.iter().map(|collection| collection.generator.as_str()).collect();
    generators.dedup();
    generators.sort_unstable();
    generators.dedup();
    let fold_of =
        |collection: &Collection| generators.iter().position(|g| *g == collection.generator).unwrap_or(0) % folds;
    for fold in 0..folds {
        let (test, train): (Vec<_>, Vec<_>) = collections.iter().partition(|collection| fold_of(collection) == fold);
        let weights = fit(&train);
        let list: Vec<String> =
            CLASS_NAMES.iter().zip(weights).map(|(name, weight)| format!("{name} {weight:.2}")).collect();
        println!("weights without fold {fold}: {}", list.join(", "));
        for collection in test {
            report(&full(collection), &views(collection, &Method::Weighted(&by_class(&weights))));
        }
    }
}

fn full(collection: &Collection) -> Vec<View> {
    views(collection, &Method::Weighted(&full_text))
}

fn fit(train: &[&Collection]) -> Weights {
    let base: Vec<Vec<View>> = train.iter().map(|collection| full(collection)).collect();
    let mut weights = [1.0; CLASSES];
    weights[ALTERNATIVE_TEXT as usize] = RANGE.0;
    let mut best = gain(train, &base, &weights);
    loop {
        let before = best;
        for class in (0..CLASSES).filter(|&class| class != Field::Text as usize - 1) {
            for factor in FACTORS {
                loop {
                    let mut next = weights;
                    next[class] = (next[class] * factor).clamp(RANGE.0, RANGE.1);
                    let value = gain(train, &base, &next);
                    if value < best + LEAST_GAIN {
                        break;
                    }
                    (best, weights) = (value, next);
                }
            }
        }
        if best - before < 10.0 * LEAST_GAIN {
            return weights;
        }
    }
}

fn gain(train: &[&Collection], base: &[Vec<View>], weights: &Weights) -> f32 {
    let of_one = |(collection, base): (&&Collection, &Vec<View>)| -> Vec<f32> {
        let views = views(collection, &Method::Weighted(&by_class(weights)));
        let gains = views.iter().zip(base).map(|(new, old)| mean(&differences(&new.reciprocal, &old.reciprocal)));
        gains.map(|gain| gain + 2.0 * gain.min(0.0)).collect()
    };
    let half = train.len() / 2;
    let halves = [(&train[..half], &base[..half]), (&train[half..], &base[half..])];
    let gains: Vec<f32> = std::thread::scope(|scope| {
        let threads = halves
            .map(|(train, base)| scope.spawn(move || train.iter().zip(base).flat_map(of_one).collect::<Vec<_>>()));
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    mean(&gains)
}
