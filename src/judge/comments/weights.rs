//! The weights of the classifier. Written by `make train-comments`; do not edit.

use super::score::{Regression, Weights};

/// Those that ship.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    named: Regression {
        bias: -965,
        of_features: [
            159, 7, 44, 190, 116, 231, 110, -202, -258, 136, -35, -26, 49, 178, -48, -30, 83, 333, 80, -144,
            -51, -142, 244, 50, -133, 43, -495, 118, -41, -112, 89, 77, 114, -45, 142, 120, 119,
        ],
    },
    unnamed: Regression {
        bias: -1050,
        of_features: [
            198, -22, 60, 137, 146, 246, 113, -242, -258, 91, 26, -30, 47, 281, -27, -31, 0, 0, 0, -183,
            -384, -363, 273, 96, -55, 44, -231, 119, -37, -28, 149, 68, 131, -28, 127, 164, 0,
        ],
    },
};
