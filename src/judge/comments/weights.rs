//! The weights of the classifier. Written by `make train-comments`; do not edit.

use super::score::{Regression, Weights};

/// Those that ship.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    named: Regression {
        bias: -1068,
        of_features: [
            172, 7, 47, 207, 102, 255, 146, -214, -264, 187, 64, -69, 23, 197, -36, -19, 42, 379, 49, -42,
            -43, -140, 258, 59, -148, -8, -430, 118, -65, -52, 89, 75, 154, -30, 162, 170, 179,
        ],
    },
    unnamed: Regression {
        bias: -1087,
        of_features: [
            220, -6, 46, 131, 113, 270, 151, -247, -267, 108, 87, -52, 39, 296, 1, -26, 0, 0, 0, -33, -224,
            -363, 281, 88, -90, -13, -219, 130, -60, 9, 145, 82, 174, -16, 157, 188, 0,
        ],
    },
};
