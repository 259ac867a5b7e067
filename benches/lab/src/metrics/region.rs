//! Evaluation of pruning (Velloso and Dorneles 2013, equation 4).

/// The share of noise that pruning removed: `1 - (kept - target_kept) / (total - target)`.
///
/// * `total`, `target`: all nodes of the page, and the nodes of its content;
/// * `kept`, `target_kept`: all nodes after pruning, and the content nodes among them.
///
/// Meaningful only if the content was kept. `None` if the page has no noise (`total` does not exceed `target`).
pub fn noise_removed(total: u32, target: u32, kept: u32, target_kept: u32) -> Option<f64> {
    let noise = total.checked_sub(target).filter(|&noise| noise > 0)?;
    let left = f64::from(kept) - f64::from(target_kept);
    Some(1.0 - left / f64::from(noise))
}

/// The relative change of the number of nodes, from 0 (nothing pruned) to -1; `None` for an empty page.
pub fn size_change(total: u32, kept: u32) -> Option<f64> {
    (total > 0).then(|| f64::from(kept) / f64::from(total) - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of Table I of Velloso and Dorneles 2013, as percentages with two decimals.
    #[test]
    fn rows_of_table_1() {
        let percent = |noise: u32, left: u32| {
            let share = noise_removed(1000 + noise, 1000, 500 + left, 500).unwrap();
            (share * 10_000.0).round() / 100.0
        };
        assert_eq!(noise_removed(82, 20, 20, 20), Some(1.0)); // YouTube
        assert_eq!(percent(51, 6), 88.24); // ACM
        assert_eq!(percent(255, 242), 5.10); // Buscape
        assert_eq!(percent(215, 13), 93.95); // g1, complement; the paper prints 93.99
    }

    #[test]
    fn undefined_where_there_is_no_noise() {
        assert_eq!(noise_removed(20, 20, 20, 20), None);
        assert_eq!(noise_removed(10, 20, 5, 5), None);
        assert_eq!(size_change(0, 0), None);
        assert_eq!(size_change(200, 50), Some(-0.75));
    }
}
