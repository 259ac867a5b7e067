//! The weights of the classifier. Written by `make train-comments`; do not edit.

use super::score::COUNT;

/// Added to the sum of the weights of the features that are set.
pub(super) const BIAS: i32 = -822;

/// One for each feature.
#[rustfmt::skip]
pub(super) const WEIGHTS: [i16; COUNT] = [
    128, 23, 94, 191, 39, 259, 126, -237, -292, 115, -14, 40, 117, 134, -164, -78, 207, 343, 7, -20, -59, -160, 252,
    64, -156, 33, -513, -1, -82, -178,
];
