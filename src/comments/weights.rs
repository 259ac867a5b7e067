//! The weights of the classifier. Written by `make train-comments`; do not edit.

use super::score::Weights;

/// Those that ship.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    bias: -824,
    of_features: [
        131, 24, 95, 185, 42, 256, 121, -228, -291, 109, -16, 42, 119, 136, -168, -81, 202, 344, 1, -13, -60, -157, 253,
        68, -160, 37, -518, -6, -79, -180, 26,
    ],
};
