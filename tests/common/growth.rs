//! The pages on which everything that is made of a page is measured, and what it may cost.

#[path = "hostile_kinds.rs"]
#[allow(unused_imports)]
mod hostile_kinds;
#[path = "hostile_outputs.rs"]
mod hostile_outputs;

use super::thorough::sparse;
use cpu_time::ThreadTime;
use hostile_kinds::hostile_pages::{self, Hostile};

pub fn kinds() -> impl Iterator<Item = &'static Hostile> {
    hostile_outputs::OUTPUTS.iter().chain(hostile_kinds::kinds().step_by(sparse(12)))
}

/// The page of a kind with about this many bytes.
pub fn page_of(kind: &Hostile, length: usize) -> Vec<u8> {
    let unit = ((kind.make)(128).len() - (kind.make)(64).len()).div_ceil(64).max(1);
    (kind.make)((length / unit).clamp(16, kind.count))
}

/// The most nanoseconds a byte that anything takes, far above what it takes, and the growth of the cost with a page four
/// times as long, if it is worth measuring: 4 if the time were quadratic.
const MAX_COST: f64 = 6_000.0;
const MIN_COST: f64 = 600.0;
const MAX_GROWTH: f64 = 2.5;

/// The least CPU time of some runs in nanoseconds a byte of the page. A short time is not repeated, as it says enough.
pub fn least_cost(page: &[u8], mut run: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let start = ThreadTime::now();
        run();
        least = least.min(start.elapsed().as_nanos() as f64 / page.len() as f64);
        if least <= MIN_COST {
            break;
        }
    }
    least
}

/// The highest value of each item of a list, with the kind of page, and what is wrong.
pub struct Report {
    names: Vec<&'static str>,
    worst: Vec<(f64, &'static str)>,
    failures: Vec<String>,
}

impl Report {
    pub fn new(names: impl Iterator<Item = &'static str>) -> Report {
        let names: Vec<_> = names.collect();
        Report { worst: vec![(0.0, ""); names.len()], names, failures: Vec::new() }
    }

    fn note(&mut self, item: usize, kind: &'static str, value: f64) {
        if value > self.worst[item].0 {
            self.worst[item] = (value, kind);
        }
    }

    pub fn length(&mut self, item: usize, kind: &'static str, page: &[u8], length: usize) {
        let factor = length as f64 / page.len() as f64;
        self.note(item, kind, factor);
        if length > super::outputs::limit(page) {
            self.failures.push(format!("{}: {factor:.1} bytes a byte of {kind}", self.names[item]));
        }
    }

    /// Whether a cost is worth comparing with the cost of a shorter page.
    pub fn is_doubtful(cost: f64) -> bool {
        cost > MIN_COST
    }

    /// Measures all items on a page of a kind, and on one a quarter as long if a cost is worth comparing.
    pub fn growth(&mut self, kind: &Hostile, length: usize, mut costs: impl FnMut(&[u8]) -> Vec<f64>) {
        let long = costs(&page_of(kind, length));
        let is_doubtful = long.iter().any(|&cost| Report::is_doubtful(cost));
        let short = if is_doubtful { costs(&page_of(kind, length / 4)) } else { long.clone() };
        for (item, (short, long)) in short.into_iter().zip(long).enumerate() {
            self.costs(item, kind.name, [short, long]);
        }
    }

    /// The nanoseconds a byte of a page and of one four times as long.
    fn costs(&mut self, item: usize, kind: &'static str, [short, long]: [f64; 2]) {
        self.note(item, kind, long);
        // Short times are noise.
        if long > MAX_COST || long > MIN_COST && long > MAX_GROWTH * short {
            self.failures.push(format!("{} of {kind}: {short:.0}, then {long:.0} ns/byte", self.names[item]));
        }
    }

    pub fn finish(self, unit: &str) {
        for (name, (value, kind)) in self.names.iter().zip(&self.worst) {
            println!("{name:<20}{value:>8.1} {unit} {kind}");
        }
        assert!(self.failures.is_empty(), "{:#?}", self.failures);
    }
}
