//! The weights of [`super::evidence`], fitted by `make fit-dates`.

/// By bit of the evidence.
pub(super) const WEIGHTS: [f32; 32] = [
    2.65, 2.56, 3.36, 1.92, 2.61, 0.82, -0.02, 2.71, -2.02, 1.04, -1.77, 1.19, 0.74, -0.71, 1.98, 0.19, -0.29, -0.17,
    -0.13, 0.56, -1.00, -1.17, -1.92, -0.66, 1.14, -1.18, -2.61, -1.21, -0.47, 1.24, -0.38, -1.65,
];
/// Stretches the logarithm of the odds of the chosen day for its confidence: slope and intercept.
pub(super) const CALIBRATION: (f32, f32) = (0.59, 0.29);
