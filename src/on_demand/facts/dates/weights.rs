//! The weights of [`super::evidence`], fitted by `make fit-dates`.

/// By bit of the evidence.
pub(super) const WEIGHTS: [f32; 32] = [
    1.63, 2.65, 3.35, 2.09, 2.70, 0.56, 0.33, 2.68, -2.43, 0.27, -2.33, 1.33, 0.45, -0.45, 1.67, 0.07, -0.41, 0.02,
    -0.52, 0.45, -1.01, -0.82, -1.63, -0.23, 1.23, -1.12, -2.60, -1.37, -0.56, 1.10, -0.47, -1.50,
];
/// Stretches the logarithm of the odds of the chosen day for its confidence: slope and intercept.
pub(super) const CALIBRATION: (f32, f32) = (0.91, 0.35);
