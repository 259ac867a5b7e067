//! The weights of the classifier. Written by `make train-comments`; do not edit.

use super::score::COUNT;

/// Added to the sum of the weights of the features that are set.
pub(super) const BIAS: i32 = -824;

/// One for each feature.
#[rustfmt::skip]
pub(super) const WEIGHTS: [i16; COUNT] = [
    131, 24, 95, 185, 42, 256, 121, -228, -291, 109, -16, 42, 119, 136, -168, -81, 202, 344, 1, -13, -60, -157, 253,
    68, -160, 37, -518, -6, -79, -180, 26,
];
