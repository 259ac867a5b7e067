//! The table of the expected F1, fitted by `make fit-quality`.

/// The number of values of an observation, at equal distances from 0 to 1.
pub(super) const KNOTS: usize = 4;
/// What the table adds to.
pub(super) const MEAN: f32 = 0.903;
/// By observation.
pub(super) const TABLE: [[f32; KNOTS]; 10] = [
    [-0.022, -0.084, -0.105, 0.123],
    [-0.123, -0.031, -0.007, 0.072],
    [0.025, -0.122, 0.071, -0.063],
    [0.025, -0.063, -0.057, 0.005],
    [-0.038, 0.077, 0.017, -0.146],
    [0.042, -0.032, -0.057, -0.042],
    [0.058, -0.007, 0.052, -0.192],
    [-0.084, -0.040, -0.036, 0.071],
    [0.085, 0.039, -0.220, 0.007],
    [-0.053, -0.045, 0.000, 0.009],
];
