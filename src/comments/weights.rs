//! The weights of the classifier. Written by `make train-comments`; do not edit.

use super::score::COUNT;

/// Added to the sum of the weights of the features that are set.
pub(super) const BIAS: i32 = -843;

/// One for each feature.
#[rustfmt::skip]
pub(super) const WEIGHTS: [i16; COUNT] = [
    174, -15, 88, 192, 39, 253, 124, -239, -299, 122, -16, 47, 99, 132, -166, -68, 209, 340, 6, -23, -58, -158, 251,
    61, -153, 42, -506, 13, -79, -151,
];
