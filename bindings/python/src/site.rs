//! The class `SiteStats`.

use crate::error;
use crate::page::Page;
use crate::settings::Snapshot;
use crate::values::number;
use blockmask::Parts;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyType};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The largest sample in pages.
const MAX_CAPACITY: u64 = 256;

/// Statistics over the pages of a site, which improve the learned mask on all its pages.
///
/// A site is the pages of one host, or of another unit with common templates. Of each page in a sample, 32 pages by
/// default and at most 256, less than 3 kB are kept. Statistics of parts of a site can be made in any order and on any
/// machine, and merged; the result is the same as for the whole site. Pass them as the option `site`. They belong to
/// the model with which they were made. Make new ones when the site is redesigned. `secret` decides which pages are
/// sampled: choose it at random, and use the same for all parts of a site, so that no author can make pages that are
/// sampled more often than others.
///
/// Statistics can be compared, copied and pickled. Threads can share them, also while some add pages. An analyzer uses
/// them as they were when it was made.
///
/// >>> import blockmask
/// >>> stats = blockmask.SiteStats()
/// >>> for number, text in enumerate(["Rain fell on the city.", "The river rose over night."]):
/// ...     stats.add(f"<nav><p>Home</nav><p>{text}", address=f"https://site.example/{number}")
/// >>> stats
/// SiteStats(pages=2, capacity=32)
/// >>> stats == blockmask.SiteStats.from_bytes(stats.to_bytes())
/// True
/// >>> blockmask.extract("<nav><p>Home</nav><p>The sun shines again.", site=stats)
/// 'The sun shines again.'
#[pyclass(frozen, module = "blockmask")]
pub struct SiteStats {
    /// Locked while statistics are copied or merged, only by threads that are attached to the interpreter: see `pool`.
    snapshot: Mutex<Arc<Snapshot>>,
}

impl SiteStats {
    /// Statistics that share memory with the statistics of an analyzer.
    pub fn of(snapshot: Arc<Snapshot>) -> SiteStats {
        SiteStats { snapshot: Mutex::new(snapshot) }
    }

    /// The statistics as they are now.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Arc<Snapshot>> {
        // Statistics are valid even if a change of them panicked.
        self.snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn merge_stats(&self, py: Python<'_>, other: &blockmask::SiteStats) -> PyResult<()> {
        let merged = Arc::make_mut(&mut self.lock()).merge(other);
        merged.map_err(|error| error::of_site(py, error))
    }

    /// Adds an analyzed page.
    fn add_page(&self, py: Python<'_>, page: &Page) -> PyResult<()> {
        let document = page.require(py, Parts::MASK)?;
        let mut stats = {
            let known = &self.snapshot().stats;
            blockmask::SiteStats::with_secret(known.capacity(), known.secret())
        };
        stats.add(document, page.address().unwrap_or_default()).map_err(|error| error::of_site(py, error))?;
        self.merge_stats(py, &stats)
    }
}

#[pymethods]
impl SiteStats {
    #[new]
    #[pyo3(signature = (capacity = None, secret = 0))]
    fn new(capacity: Option<&Bound<'_, PyAny>>, secret: u64) -> PyResult<SiteStats> {
        let stats = match capacity {
            None => blockmask::SiteStats::with_secret(blockmask::SiteStats::new().capacity(), secret),
            Some(pages) => {
                blockmask::SiteStats::with_secret(number("capacity", pages, 1, MAX_CAPACITY)? as usize, secret)
            }
        };
        Ok(SiteStats::of(Arc::new(Snapshot::new(stats))))
    }

    /// Reads the bytes of `to_bytes`, on any machine. Raises `SiteError` if they are damaged, from another version of
    /// blockmask, or not site statistics. Statistics of another model raise it only when they are used or merged.
    #[classmethod]
    fn from_bytes(cls: &Bound<'_, PyType>, data: PyBackedBytes) -> PyResult<SiteStats> {
        let stats = blockmask::SiteStats::read(&data).map_err(|error| error::of_site(cls.py(), error))?;
        Ok(SiteStats::of(Arc::new(Snapshot::new(stats))))
    }

    /// The statistics as bytes, the same on every machine: at most 3 kB for each sampled page.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.snapshot().stats.write())
    }

    /// Analyzes a page, and adds it; the global interpreter lock is released meanwhile.
    ///
    /// The arguments are the same as for `blockmask.analyze`. `address` is the absolute URL of the page; without it,
    /// versions of a changing page count as different pages. A page may be added several times. The statistics use the
    /// probabilities by the model alone, even if the option `site` is set. A `Page`, which already has a charset, an
    /// address and options, is not analyzed again; it needs the part "mask".
    ///
    /// Raises `SiteError` if the mask is not "learned", and what `blockmask.analyze` raises; the statistics are then
    /// unchanged.
    #[pyo3(signature = (html, *, charset = None, address = None, **options))]
    fn add(
        &self,
        html: &Bound<'_, PyAny>,
        charset: Option<String>,
        address: Option<String>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let py = html.py();
        let has_arguments =
            charset.is_some() || address.is_some() || options.is_some_and(|options| !options.is_empty());
        match html.cast::<Page>() {
            Ok(_) if has_arguments => Err(PyTypeError::new_err("a Page has a charset, an address and options already")),
            Ok(page) => self.add_page(py, page.get()),
            Err(_) => {
                let arguments = options.map_or_else(|| Ok(PyDict::new(py)), |options| options.copy())?;
                arguments.set_item("charset", charset)?;
                arguments.set_item("address", address)?;
                arguments.set_item("parts", ("mask",))?;
                let page = py.import("blockmask._native")?.getattr("analyze")?.call((html,), Some(&arguments))?;
                self.add_page(py, page.cast::<Page>()?.get())
            }
        }
    }

    /// Merges other statistics, which are not changed: the result is the same as if all pages had been added to one.
    /// The sample size is the smaller of both.
    ///
    /// Raises `SiteError` if they are from another model or have another secret; the statistics are then unchanged.
    fn merge(&self, py: Python<'_>, other: &SiteStats) -> PyResult<()> {
        let other = other.snapshot();
        self.merge_stats(py, &other.stats)
    }

    /// The number of sampled pages.
    #[getter]
    fn pages(&self) -> usize {
        self.snapshot().stats.pages()
    }

    /// The maximum number of sampled pages.
    #[getter]
    fn capacity(&self) -> usize {
        self.snapshot().stats.capacity()
    }

    fn __eq__(&self, other: &SiteStats) -> bool {
        self.snapshot().stats == other.snapshot().stats
    }

    fn __repr__(&self) -> String {
        let snapshot = self.snapshot();
        format!("SiteStats(pages={}, capacity={})", snapshot.stats.pages(), snapshot.stats.capacity())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py()),)))
    }
}
