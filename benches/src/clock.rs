//! CPU time of the calling thread, which excludes the time of other processes; and statistics of the samples.

use cpu_time::ThreadTime;

/// The CPU time of `work` in nanoseconds.
pub fn nanoseconds(work: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_nanos() as f64
}

/// The contestants by turns, as indices, in an order that rotates from round to round; and whether the round counts: one
/// before the others is a warm-up.
pub fn turns(contestants: usize, rounds: usize) -> impl Iterator<Item = (usize, bool)> {
    (0..=rounds).flat_map(move |round| (0..contestants).map(move |turn| ((turn + round) % contestants, round > 0)))
}

/// The median; NaN if there are no values.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => sorted[middle],
        _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
    }
}

/// The minimum.
pub fn minimum(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}
