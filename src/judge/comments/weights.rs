//! The weights of the classifier. Written by `make train-comments`; do not edit.

use super::score::{Regression, Weights};

/// Those that ship.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    named: Regression {
        bias: -824,
        of_features: [
            131, 24, 95, 185, 42, 256, 121, -228, -291, 109, -16, 42, 119, 136, -168, -81, 202, 344, 1, -13,
            -60, -157, 253, 68, -160, 37, -518, -6, -79, -180, 26,
        ],
    },
    unnamed: Regression {
        bias: -879,
        of_features: [
            112, -1, 118, 96, 109, 275, 129, -271, -305, 92, 80, -13, 168, 242, -172, -57, 0, 0, 0, -39,
            -237, -309, 296, 84, -7, 54, -195, 11, -33, -51, 73,
        ],
    },
};
