//! The distributions that Kohlschütter and Nejdl 2008 find in text densities: the classes of equation 9, the negative
//! hypergeometric distribution (equation 2) fitted to them, and Zipf's law (equation 3).

use blockmask::internals::page::Density;

/// The classes of equation 9: for each pair of neighboring densities that differ,
/// `ceil(|previous - current| / current)`, at least 1. Pairs with a second density of 0 have no class.
pub fn density_classes(densities: &[Density]) -> Vec<u64> {
    let pairs = densities.windows(2);
    pairs
        .filter_map(|pair| {
            let (previous, current) = (pair[0], pair[1]);
            let left = u64::from(previous.tokens) * u64::from(current.lines);
            let right = u64::from(current.tokens) * u64::from(previous.lines);
            (left != right && right != 0).then(|| left.abs_diff(right).div_ceil(right))
        })
        .collect()
}

/// Mean and central moments of a distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Mean.
    pub mean: f64,
    /// Second central moment: the variance, divided by N.
    pub second: f64,
    /// Third central moment.
    pub third: f64,
    /// Fourth central moment.
    pub fourth: f64,
}

impl Moments {
    /// The moments of the classes 1, 2, 3 ... with the given frequencies or probabilities; `None` if they are all 0.
    pub fn of_classes(weights: &[f64]) -> Option<Moments> {
        let total: f64 = weights.iter().sum();
        if total <= 0.0 {
            return None;
        }
        let average = |of: &dyn Fn(f64) -> f64| {
            (1u32..).zip(weights).map(|(class, weight)| weight * of(f64::from(class))).sum::<f64>() / total
        };
        let mean = average(&|class| class);
        Some(Moments {
            mean,
            second: average(&|class| (class - mean).powi(2)),
            third: average(&|class| (class - mean).powi(3)),
            fourth: average(&|class| (class - mean).powi(4)),
        })
    }
}

/// The negative hypergeometric distribution of equation 2, shifted by 1: class X = x + 1 with x in `0..=n`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NegativeHypergeometric {
    /// K, greater than M.
    pub k: f64,
    /// M, greater than 0.
    pub m: f64,
    /// n: the largest class minus 1.
    pub n: u32,
}

impl NegativeHypergeometric {
    /// The distribution, if `0 < m < k` and both are finite.
    pub fn new(k: f64, m: f64, n: u32) -> Option<NegativeHypergeometric> {
        (0.0 < m && m < k && k.is_finite()).then_some(NegativeHypergeometric { k, m, n })
    }

    /// The probabilities of the classes 1 to n + 1: `B(M, x) B(K-M, n-x) / B(K, n)` with `B(a, x) = C(a+x-1, x)`.
    pub fn probabilities(&self) -> Vec<f64> {
        let (m, rest, n) = (self.m, self.k - self.m, f64::from(self.n));
        // P(0) = B(K-M, n) / B(K, n) as a product; then by ratios of neighbors, which need no gamma function.
        let mut p: f64 = (0..self.n).map(|i| (rest + f64::from(i)) / (self.k + f64::from(i))).product();
        let mut probabilities = Vec::with_capacity(self.n as usize + 1);
        probabilities.push(p);
        for x in (0..self.n).map(f64::from) {
            p *= (m + x) / (x + 1.0) * (n - x) / (rest + n - x - 1.0);
            probabilities.push(p);
        }
        probabilities
    }

    /// The expected frequency of each class among `total` observations.
    pub fn expected(&self, total: f64) -> Vec<f64> {
        self.probabilities().iter().map(|p| p * total).collect()
    }

    /// The fit by the method of moments to the observed frequencies of the classes 1 to n + 1; `None` if it does not
    /// exist.
    pub fn from_moments(observed: &[f64]) -> Option<NegativeHypergeometric> {
        let n = u32::try_from(observed.len().checked_sub(1)?).ok()?;
        let moments = Moments::of_classes(observed)?;
        let share = (moments.mean - 1.0) / f64::from(n);
        // Variance = n share (1 - share) (K + n) / (K + 1): a binomial variance times the overdispersion.
        let spread = moments.second / (f64::from(n) * share * (1.0 - share));
        let k = (f64::from(n) - spread) / (spread - 1.0);
        NegativeHypergeometric::new(k, k * share, n)
    }

    /// The fit with minimum [`chi_square`] to the observed frequencies of the classes 1 to n + 1, by the simplex method
    /// of Nelder and Mead over (ln M, ln(K - M)), started from [`from_moments`](Self::from_moments).
    /// `None` for fewer than three classes or no observations.
    pub fn fit(observed: &[f64]) -> Option<NegativeHypergeometric> {
        let total: f64 = observed.iter().sum();
        if observed.len() < 3 || total <= 0.0 {
            return None;
        }
        let n = observed.len() as u32 - 1;
        let at = |p: [f64; 2]| NegativeHypergeometric::new(p[0].exp() + p[1].exp(), p[0].exp(), n);
        let cost = |p: [f64; 2]| {
            let fit = at(p).map(|law| chi_square(observed, &law.expected(total)).value);
            fit.filter(|cost| cost.is_finite()).unwrap_or(f64::MAX)
        };
        let start = Self::from_moments(observed).unwrap_or(NegativeHypergeometric { k: 2.0, m: 0.5, n });
        at(minimize_by_simplex([start.m.ln(), (start.k - start.m).ln()], cost))
    }
}

/// A chi-square comparison of observed with expected frequencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
    /// The sum of (observed - expected)^2 / expected.
    pub value: f64,
    /// The number of classes after pooling.
    pub classes: usize,
}

impl ChiSquare {
    /// The contingency coefficient of the paper's appendix: chi-square divided by the number of observations.
    pub fn contingency(&self, observations: f64) -> f64 {
        self.value / observations
    }

    /// Degrees of freedom of a fit with `parameters` estimated parameters.
    pub fn degrees_of_freedom(&self, parameters: usize) -> usize {
        self.classes.saturating_sub(1 + parameters)
    }
}

/// Chi-square with a pooled tail: classes are merged from the last one until the expected frequency is at least 1.
pub fn chi_square(observed: &[f64], expected: &[f64]) -> ChiSquare {
    let mut result = ChiSquare { value: 0.0, classes: 0 };
    let mut tail = (0.0, 0.0);
    let mut pooled = false;
    for (&count, &prediction) in observed.iter().zip(expected).rev() {
        let (count, prediction) = if pooled { (count, prediction) } else { (tail.0 + count, tail.1 + prediction) };
        if !pooled && prediction < 1.0 {
            tail = (count, prediction);
            continue;
        }
        pooled = true;
        result.value += (count - prediction).powi(2) / prediction;
        result.classes += 1;
    }
    if !pooled && tail.1 > 0.0 {
        result = ChiSquare { value: (tail.0 - tail.1).powi(2) / tail.1, classes: 1 };
    }
    result
}

/// Zipf's law `y = C x^-b` fitted to values by rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ZipfFit {
    /// C, of the least-squares fit on y.
    pub scale: f64,
    /// b, of the least-squares fit on y.
    pub exponent: f64,
    /// Root mean square of the residuals of y.
    pub error: f64,
    /// b by linear regression of ln y on ln x instead.
    pub log_exponent: f64,
}

/// Fits Zipf's law to frequencies: y is a value divided by the largest one, x its rank from 1. The paper does not
/// define x and y, so the fit can only compare shapes. `None` for fewer than two positive values.
pub fn fit_zipf(frequencies: &[u64]) -> Option<ZipfFit> {
    let mut sorted: Vec<u64> = frequencies.iter().copied().filter(|&f| f > 0).collect();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let [largest, _, ..] = sorted[..] else { return None };
    let y: Vec<f64> = sorted.iter().map(|&f| f as f64 / largest as f64).collect();
    let logs: Vec<(f64, f64)> = (1u32..).zip(&y).map(|(x, y)| (f64::from(x).ln(), y.ln())).collect();
    let log_exponent = -regression_slope(&logs);
    // For a given b the best C has a closed form, so only b is searched.
    let residual = |b: f64| {
        let scale = best_scale(&y, b);
        (1u32..).zip(&y).map(|(x, y)| (y - scale * f64::from(x).powf(-b)).powi(2)).sum::<f64>()
    };
    let [exponent, _] = minimize_by_simplex([log_exponent, 0.0], |p| residual(p[0]));
    let error = (residual(exponent) / y.len() as f64).sqrt();
    Some(ZipfFit { scale: best_scale(&y, exponent), exponent, error, log_exponent })
}

/// The C of the least-squares fit of `C x^-b` for a given b.
fn best_scale(y: &[f64], b: f64) -> f64 {
    let (mut cross, mut square) = (0.0, 0.0);
    for (x, y) in (1u32..).zip(y) {
        let power = f64::from(x).powf(-b);
        cross += y * power;
        square += power * power;
    }
    cross / square
}

/// The slope of the least-squares line through points whose x are not all equal.
fn regression_slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let mean_x = points.iter().map(|p| p.0).sum::<f64>() / n;
    let mean_y = points.iter().map(|p| p.1).sum::<f64>() / n;
    let cross: f64 = points.iter().map(|p| (p.0 - mean_x) * (p.1 - mean_y)).sum();
    let square: f64 = points.iter().map(|p| (p.0 - mean_x).powi(2)).sum();
    cross / square
}

/// A local minimum of `cost` near `start`, by the simplex method of Nelder and Mead 1965 in two dimensions.
fn minimize_by_simplex(start: [f64; 2], cost: impl Fn([f64; 2]) -> f64) -> [f64; 2] {
    let at = |point: [f64; 2]| (cost(point), point);
    let toward = |from: [f64; 2], to: [f64; 2], share: f64| {
        [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
    };
    let mut corners = [at(start), at([start[0] + 0.5, start[1]]), at([start[0], start[1] + 0.5])];
    for _ in 0..1_000 {
        corners.sort_by(|a, b| a.0.total_cmp(&b.0));
        let [best, middle, worst] = corners;
        let size = corners.iter().map(|c| (c.1[0] - best.1[0]).abs() + (c.1[1] - best.1[1]).abs()).sum::<f64>();
        if size < 1e-12 {
            break;
        }
        let center = toward(best.1, middle.1, 0.5);
        let reflected = at(toward(worst.1, center, 2.0));
        corners[2] = if reflected.0 < best.0 {
            let expanded = at(toward(worst.1, center, 3.0));
            if expanded.0 < reflected.0 { expanded } else { reflected }
        } else if reflected.0 < middle.0 {
            reflected
        } else {
            at(toward(if reflected.0 < worst.0 { reflected.1 } else { worst.1 }, center, 0.5))
        };
        if corners[2].0 >= worst.0 {
            // No improvement along that line: shrink the simplex.
            corners = [best, at(toward(best.1, middle.1, 0.5)), at(toward(best.1, worst.1, 0.5))];
        }
    }
    corners.sort_by(|a, b| a.0.total_cmp(&b.0));
    corners[0].1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fit printed in the appendix of Kohlschütter and Nejdl 2008.
    const PAPER: NegativeHypergeometric =
        NegativeHypergeometric { k: 2.304_535_851_519_99, m: 0.109_889_153_462_268, n: 17 };
    const OBSERVATIONS: f64 = 2334.0;

    #[test]
    fn density_classes_of_the_examples() {
        let classes = |tokens: &[u32]| {
            let densities: Vec<Density> = tokens.iter().map(|&tokens| Density { tokens, lines: 1 }).collect();
            density_classes(&densities)
        };
        assert_eq!(classes(&[14, 1]), [13]);
        assert_eq!(classes(&[1, 14]), [1]);
        assert_eq!(classes(&[10, 7]), [1]);
        assert_eq!(classes(&[2, 1]), [1]);
        assert_eq!(classes(&[5, 5, 5]), [0u64; 0]);
        assert_eq!(classes(&[5, 0, 5]), [1]);
        assert_eq!(density_classes(&[Density { tokens: 7, lines: 2 }, Density { tokens: 7, lines: 6 }]), [2]);
    }

    #[test]
    fn expected_frequencies_of_the_appendix() {
        let expected = PAPER.expected(OBSERVATIONS);
        assert_eq!(expected.len(), 18);
        let printed = [(0, 1800.9989), (1, 184.9156), (2, 95.4882), (3, 62.2025), (16, 1.3385), (17, 0.5779)];
        for (class, value) in printed {
            assert!((expected[class] - value).abs() < 5e-5, "class {}: {}", class + 1, expected[class]);
        }
        assert!((expected.iter().sum::<f64>() - OBSERVATIONS).abs() < 1e-8);
    }

    #[test]
    fn probabilities_agree_with_the_definition() {
        let choose = |a: f64, x: u32| (1..=x).map(|i| (a + f64::from(i) - 1.0) / f64::from(i)).product::<f64>();
        for (x, p) in (0u32..).zip(PAPER.probabilities()) {
            let defined = choose(PAPER.m, x) * choose(PAPER.k - PAPER.m, 17 - x) / choose(PAPER.k, 17);
            assert!((p - defined).abs() < 1e-14);
        }
        assert_eq!(NegativeHypergeometric::new(1.0, 1.0, 3), None);
    }

    #[test]
    fn moments_of_the_appendix() {
        let moments = Moments::of_classes(&PAPER.probabilities());
        assert!(moments.is_some_and(|m| (m.mean - 1.8106).abs() < 5e-5));
    }

    #[test]
    fn chi_square_pools_the_tail() {
        let plain = chi_square(&[12.0, 9.0], &[10.0, 10.0]);
        assert_eq!(plain.classes, 2);
        assert!((plain.value - 0.5).abs() < 1e-12);
        let pooled = chi_square(&[12.0, 4.0, 1.0, 1.0], &[10.0, 2.4, 0.9, 0.5]);
        assert_eq!(pooled.classes, 3);
        assert!((pooled.value - (0.4 + 2.56 / 2.4 + 0.36 / 1.4)).abs() < 1e-12);
        assert_eq!(chi_square(&[1.0], &[0.5]), ChiSquare { value: 0.5, classes: 1 });
        // As in the appendix: 18 classes, of which the last two are pooled, and three parameters leave 13 degrees.
        let expected = PAPER.expected(OBSERVATIONS);
        let appendix = chi_square(&expected, &expected);
        assert_eq!((appendix.classes, appendix.degrees_of_freedom(3)), (17, 13));
        let printed = ChiSquare { value: 14.2394, classes: 17 };
        assert!((printed.contingency(OBSERVATIONS) - 0.0061).abs() < 5e-5);
    }

    #[test]
    fn fit_recovers_the_parameters() {
        let fit = NegativeHypergeometric::fit(&PAPER.expected(OBSERVATIONS));
        assert!(fit.is_some_and(|fit| (fit.k - PAPER.k).abs() < 1e-3 && (fit.m - PAPER.m).abs() < 1e-4), "{fit:?}");
        let moments = NegativeHypergeometric::from_moments(&PAPER.probabilities());
        assert!(moments.is_some_and(|fit| (fit.k - PAPER.k).abs() < 1e-9), "{moments:?}");
        assert_eq!(NegativeHypergeometric::fit(&[0.0; 5]), None);
        // The fit to any other distribution is still finite.
        assert!(NegativeHypergeometric::fit(&[1.0, 0.0, 0.0, 500.0, 1.0]).is_some_and(|fit| fit.k.is_finite()));
    }

    #[test]
    fn zipf_fit_recovers_an_exact_law() {
        let frequencies: Vec<u64> = (1..=50).map(|rank| (1e12 / f64::from(rank).powf(1.3)) as u64).rev().collect();
        let fit = fit_zipf(&frequencies);
        assert!(fit.is_some_and(|fit| {
            (fit.scale - 1.0).abs() < 1e-6
                && (fit.exponent - 1.3).abs() < 1e-6
                && (fit.log_exponent - 1.3).abs() < 1e-6
                && fit.error < 1e-6
        }));
        assert_eq!(fit_zipf(&[3, 0]), None);
    }
}
