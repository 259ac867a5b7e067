//! Times the library without Python, for `make bench-python`. Built with the feature `bench` only.

use blockmask::arrow::{BatchBuilder, Columns};
use blockmask::{Analyzer, Error, Options};
use cpu_time::ThreadTime;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::hint::black_box;

/// The least CPU time in nanoseconds, of several turns, to make the main text of a page: what `extract` does.
#[pyfunction(name = "_time_extract")]
pub fn time_extract(py: Python<'_>, html: PyBackedBytes, turns: u32) -> Option<u128> {
    py.detach(|| {
        let mut analyzer = Analyzer::new(Options::default());
        least(turns, || analyzer.analyze(&html).map(|page| black_box(page.main_text().into_text())).map(drop))
    })
}

/// The least CPU time in nanoseconds, of several turns, to analyze a batch of pages with the default columns: what
/// `analyze_batch` does.
#[pyfunction(name = "_time_batch")]
pub fn time_batch(py: Python<'_>, pages: Vec<PyBackedBytes>, turns: u32) -> Option<u128> {
    py.detach(|| {
        let mut analyzer = Analyzer::new(Options::with_parts(Columns::DEFAULT.parts()));
        least(turns, || {
            let mut batch = BatchBuilder::new(Columns::DEFAULT);
            for html in &pages {
                batch.push(&analyzer.analyze(html)?);
            }
            black_box(batch.finish());
            Ok(())
        })
    })
}

/// `None` if the work fails.
fn least(turns: u32, mut work: impl FnMut() -> Result<(), Error>) -> Option<u128> {
    let mut times = (0..turns).map(|_| {
        let start = ThreadTime::now();
        work().ok()?;
        Some(start.elapsed().as_nanos())
    });
    times.by_ref().try_fold(u128::MAX, |least, time| Some(least.min(time?)))
}
