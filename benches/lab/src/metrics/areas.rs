//! RA, the accuracy of regions (Pappas et al. 2012, equation 4).

/// The accuracy of one region with `annotated` characters of which `detected` characters were found: from 0 (nothing
/// found) to 1.
pub fn ra_term(detected: u64, annotated: u64) -> f64 {
    if detected == 0 {
        return 0.0;
    }
    detected as f64 / (detected.abs_diff(annotated) + detected) as f64
}

/// The mean over documents of the mean accuracy of their regions, given as pairs of detected and annotated characters.
/// Documents without annotated regions are ignored.
pub fn ra<'p>(documents: impl IntoIterator<Item = &'p [(u64, u64)]>) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for pairs in documents.into_iter().filter(|pairs| !pairs.is_empty()) {
        sum +=
            pairs.iter().map(|&(detected, annotated)| ra_term(detected, annotated)).sum::<f64>() / pairs.len() as f64;
        count += 1;
    }
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by hand: exact, half, missing and double-sized regions.
    #[test]
    fn terms_and_mean() {
        assert_eq!(ra_term(1000, 1000), 1.0);
        assert_eq!(ra_term(500, 1000), 0.5);
        assert_eq!(ra_term(0, 200), 0.0);
        assert!((ra_term(2000, 1000) - 2.0 / 3.0).abs() < 1e-12);
        let documents: [&[(u64, u64)]; 4] = [&[(1000, 1000)], &[(500, 1000), (0, 200)], &[], &[(2000, 1000)]];
        assert!((ra(documents) - 0.638_889).abs() < 1e-6);
        assert_eq!(ra([]), 0.0);
    }
}
