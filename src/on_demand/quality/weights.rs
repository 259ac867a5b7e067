//! The table of the expected F1, fitted by `make fit-quality`.

/// The number of values of an observation, at equal distances from 0 to 1.
pub(super) const KNOTS: usize = 4;
/// What the table adds to.
pub(super) const MEAN: f32 = 0.903;
/// By observation.
pub(super) const TABLE: [[f32; KNOTS]; 12] = [
    [-0.064, -0.124, -0.052, 0.134],
    [-0.091, 0.050, -0.036, -0.030],
    [-0.068, -0.009, -0.014, -0.015],
    [0.006, -0.072, -0.045, 0.004],
    [-0.025, 0.080, 0.010, -0.172],
    [-0.012, -0.019, -0.045, -0.031],
    [0.051, -0.025, 0.049, -0.181],
    [-0.040, -0.012, 0.009, -0.064],
    [0.080, 0.023, -0.208, -0.001],
    [-0.050, -0.036, 0.005, -0.026],
    [-0.022, -0.092, -0.096, 0.104],
    [0.053, -0.160, 0.000, 0.000],
];
