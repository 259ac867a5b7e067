//! The classifier: weighted sums of the features, one for each genre; the largest wins.
//!
//! The weights are from a multinomial logistic regression, rounded to integers, so that the result does not depend on
//! floating point. `benches/lab/training/train_kind.py` fits them and reports the accuracy on held-out domains.

use super::Genre;
use super::features::Features;
use super::weights::{BIASES, WEIGHTS};

/// The most likely genre.
pub(super) fn genre(features: &Features) -> Genre {
    let mut sums = BIASES;
    for (weights, &value) in WEIGHTS.iter().zip(features) {
        for (sum, &weight) in sums.iter_mut().zip(weights) {
            *sum += i32::from(weight) * i32::from(value);
        }
    }
    let [article, thread, list] = sums;
    if article >= thread && article >= list {
        Genre::Article
    } else if thread >= list {
        Genre::Thread
    } else {
        Genre::List
    }
}
