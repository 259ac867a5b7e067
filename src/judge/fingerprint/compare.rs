//! Comparison of fingerprints, and keys for finding similar ones among many.

use super::{Fingerprint, fold};

/// Band keys: the state before the first min-hash.
pub(super) const SEED_BAND: u64 = 0x8C96_FE85_D819_91F5;
/// Band keys: for each min-hash.
pub(super) const MULTIPLIER_BAND: u64 = 0x8EEB_27CF_7571_F8C7;

impl Fingerprint {
    /// The minimum number of equal min-hashes of near-duplicates, of eight.
    pub const MIN_AGREEMENT: usize = 4;

    /// Whether two pages are near-duplicates: both fingerprints valid and of one version, and at least
    /// [`Fingerprint::MIN_AGREEMENT`] of the min-hashes equal.
    pub fn is_near_duplicate(&self, other: &Fingerprint) -> bool {
        self.is_comparable(other) && self.agreement(other) >= Fingerprint::MIN_AGREEMENT
    }

    /// The share of equal min-hashes, 0 to 1 in steps of 1/8: an estimate of the Jaccard similarity of the sets of
    /// shingles, with a standard error of at most 0.18. It is 0 if one of the fingerprints is not valid or if their
    /// versions differ.
    pub fn similarity(&self, other: &Fingerprint) -> f32 {
        let agreement = if self.is_comparable(other) { self.agreement(other) } else { 0 };
        agreement as f32 / self.min_hashes.len() as f32
    }

    /// The Hamming distance of the sim-hashes, 0 to 64: near 0 for texts with the same words, about 32 for unrelated
    /// texts. It is 64 if one of the fingerprints is not valid or if their versions differ.
    pub fn distance(&self, other: &Fingerprint) -> u32 {
        if self.is_comparable(other) { (self.sim_hash ^ other.sim_hash).count_ones() } else { u64::BITS }
    }

    /// The keys of locality-sensitive hashing by bands: each is a hash of `rows` consecutive min-hashes, their position
    /// and the version. Two pages share a key if they agree on all rows of a band. There are 8 / `rows` keys, rounded
    /// down; none if the fingerprint is not valid or `rows` is not between 1 and 8.
    ///
    /// Pages of Jaccard similarity s share a key with probability 1 - (1 - s^rows)^bands. With 1 row all
    /// near-duplicates share a key; with 2 rows (4 keys) fewer pages are compared, and some near-duplicates are missed.
    ///
    /// ```
    /// use blockmask::{Analyzer, Options, Parts};
    /// use std::collections::HashMap;
    ///
    /// let story = "The river rose by two metres in a day, and the old bridge was closed to cars, but not to walkers.";
    /// let mut pages_of_key: HashMap<u64, Vec<usize>> = HashMap::new();
    /// let mut analyzer = Analyzer::new(Options::with_parts(Parts::FINGERPRINT));
    /// for (number, html) in [format!("<p>{story}"), format!("<article><p>{story}")].iter().enumerate() {
    ///     let fingerprint = *analyzer.analyze(html.as_bytes())?.fingerprint().unwrap();
    ///     fingerprint.band_keys(2).for_each(|key| pages_of_key.entry(key).or_default().push(number));
    /// }
    /// assert_eq!(pages_of_key.len(), 4);
    /// assert!(pages_of_key.values().all(|pages| pages == &[0, 1]));
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn band_keys(&self, rows: usize) -> impl ExactSizeIterator<Item = u64> + use<> {
        let Fingerprint { version, is_valid, min_hashes, .. } = *self;
        let bands = if is_valid && (1..=8).contains(&rows) { 8 / rows } else { 0 };
        (0..bands).map(move |band| {
            let seed = fold(SEED_BAND ^ u64::from(version) ^ (band as u64) << 8, MULTIPLIER_BAND);
            let of_band = min_hashes.iter().skip(band * rows).take(rows);
            of_band.fold(seed, |key, hash| fold(key ^ hash, MULTIPLIER_BAND).wrapping_add(*hash))
        })
    }

    fn is_comparable(&self, other: &Fingerprint) -> bool {
        self.is_valid && other.is_valid && self.version == other.version
    }

    fn agreement(&self, other: &Fingerprint) -> usize {
        self.min_hashes.iter().zip(&other.min_hashes).filter(|(a, b)| a == b).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A fingerprint whose first `shared` min-hashes are the same for all numbers, and the rest depends on `number`.
    fn fingerprint(number: u64, shared: u64) -> Fingerprint {
        let min_hashes = std::array::from_fn(|i| if (i as u64) < shared { i as u64 } else { 100 * number + i as u64 });
        let sim_hash = (1 << number) - 1;
        Fingerprint { version: 2, is_valid: true, tokens: 50, min_hashes, sim_hash, content_hash: 0, structure_hash: 0 }
    }

    #[test]
    fn similarity_and_distance() {
        for shared in 0..=8 {
            let (a, b) = (fingerprint(3, 8), fingerprint(8, shared));
            assert_eq!(a.similarity(&b), shared as f32 / 8.0);
            assert_eq!(a.is_near_duplicate(&b), shared >= 4);
            assert_eq!((a.distance(&b), a.distance(&a)), (5, 0));
        }
    }

    #[test]
    fn what_cannot_be_compared_is_as_different_as_can_be() {
        let page = fingerprint(3, 8);
        for other in [Fingerprint { version: 1, ..page }, Fingerprint { is_valid: false, ..page }] {
            assert_eq!((page.similarity(&other), page.distance(&other)), (0.0, 64));
            assert!(!page.is_near_duplicate(&other) && !other.is_near_duplicate(&page));
            assert!(page.band_keys(1).all(|key| other.band_keys(1).all(|of_other| key != of_other)));
        }
    }

    #[test]
    fn pages_share_the_keys_of_the_bands_on_which_they_agree() {
        for (rows, bands) in [(0, 0), (1, 8), (2, 4), (3, 2), (4, 2), (5, 1), (8, 1), (9, 0), (usize::MAX, 0)] {
            for shared in 0..=8 {
                let (a, b) = (fingerprint(1, shared).band_keys(rows), fingerprint(2, shared).band_keys(rows));
                assert_eq!(a.len(), bands);
                let equal = a.zip(b).filter(|(a, b)| a == b).count();
                assert_eq!(equal, (shared as usize).checked_div(rows).unwrap_or(0).min(bands), "{rows} rows");
            }
        }
        // Equal min-hashes in different places have different keys.
        let same = Fingerprint { min_hashes: [7; 8], ..fingerprint(1, 0) };
        assert_eq!(same.band_keys(1).collect::<BTreeSet<_>>().len(), 8);
        assert_eq!(Fingerprint { is_valid: false, ..same }.band_keys(1).len(), 0);
    }
}
