//! The weights of [`super::evidence`], fitted by `make fit-dates`.

/// By bit of the evidence.
pub(super) const WEIGHTS: [f32; 32] = [
    2.64, 2.58, 3.36, 1.93, 2.61, 0.87, -0.02, 2.71, -2.02, 1.07, -2.12, 1.29, 0.33, -0.53, 1.83, 0.19, -0.30, -0.08,
    -0.08, 0.47, -1.00, -1.04, -1.83, -0.67, 1.13, -1.17, -2.73, -1.17, -0.47, 1.16, -0.39, -1.50,
];
/// Stretches the logarithm of the odds of the chosen day for its confidence: slope and intercept.
pub(super) const CALIBRATION: (f32, f32) = (0.64, 0.38);
