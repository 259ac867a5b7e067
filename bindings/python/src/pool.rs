//! Analyzers of the library, which are used by one thread at a time and keep their memory for the next page.
//!
//! Locks are held for a few instructions, and only by threads that are attached to the interpreter: where there is a
//! global interpreter lock, a process that forks does not copy a lock in use.

use crate::error;
use crate::settings::Settings;
use crate::source::PageBytes;
use blockmask::{CancelToken, Document, Error, Input, Options, OwnedDocument, Parts, SiteError};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

/// An idle analyzer keeps at most this much memory, in bytes: enough for pages of some megabytes.
const MAX_KEPT: usize = 64 << 20;

/// How many sets of options of the module's functions have a pool that is kept.
const MAX_POOLS: usize = 8;

/// Analyzers with the same settings.
pub struct Pool {
    settings: Settings,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// As many as the machine has processors, at most.
    idle: Vec<blockmask::Analyzer>,
    /// The running analyses by number.
    running: Vec<(u64, CancelToken)>,
    /// The number of the next analysis.
    next: u64,
}

/// An analyzer that is in use.
struct Lease<'p> {
    pool: &'p Pool,
    number: u64,
    analyzer: blockmask::Analyzer,
}

impl Pool {
    /// A pool with one analyzer, unless statistics of the site are from another model.
    pub fn new(settings: Settings) -> Result<Pool, SiteError> {
        let state = State { idle: vec![analyzer(&settings)?], ..State::default() };
        Ok(Pool { settings, state: Mutex::new(state) })
    }

    /// The pool of the module's functions for these settings: one for each of those used last.
    pub fn shared(settings: Settings) -> Result<Arc<Pool>, SiteError> {
        static POOLS: Mutex<Vec<Arc<Pool>>> = Mutex::new(Vec::new());
        let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = pools.iter().position(|pool| pool.settings == settings) {
            pools[..=index].rotate_right(1);
        } else {
            pools.insert(0, Arc::new(Pool::new(settings)?));
            pools.truncate(MAX_POOLS);
        }
        Ok(Arc::clone(&pools[0]))
    }

    /// The options of its analyzers.
    pub fn options(&self) -> &Options {
        &self.settings.options
    }

    /// The settings of its analyzers.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Another analyzer with these settings.
    pub fn analyzer(&self) -> blockmask::Analyzer {
        // The statistics of the site were accepted when the pool was made.
        analyzer(&self.settings).unwrap_or_else(|_| blockmask::Analyzer::new(*self.options()))
    }

    /// Analyzes a page to a document that lives on, while other threads of Python run.
    pub fn analyze_owned(&self, py: Python<'_>, input: Input<'_, PageBytes>) -> PyResult<OwnedDocument<PageBytes>> {
        let result = self.lend(py, self.options().parts, |analyzer| analyzer.analyze_owned_input(input));
        result.map_err(|error| error::exception(py, &error))
    }

    /// Parses a page, or a fragment with its context element, while other threads of Python run.
    pub fn parse_owned(
        &self,
        py: Python<'_>,
        input: Input<'_, PageBytes>,
        context: Option<&str>,
    ) -> PyResult<OwnedDocument<PageBytes>> {
        let result = self.lend(py, self.options().parts, |analyzer| analyzer.parse_owned(input, context));
        result.map_err(|error| error::exception(py, &error))
    }

    /// Analyzes the mask of a page and reads the result, while other threads of Python run.
    pub fn analyze_mask<R: Send>(
        &self,
        py: Python<'_>,
        input: Input<'_, &[u8]>,
        read: impl FnOnce(&Document<'_>) -> R + Send,
    ) -> PyResult<R> {
        let analyze = |analyzer: &mut blockmask::Analyzer| {
            let token = analyzer.cancel_token();
            let result = analyzer.analyze_input(input).map(|document| read(&document))?;
            // A cancelled result is empty.
            if token.is_cancelled() { Err(Error::Cancelled) } else { Ok(result) }
        };
        self.lend(py, Parts::MASK, analyze).map_err(|error| error::exception(py, &error))
    }

    /// Lends an analyzer of these parts to a function that runs detached from the interpreter.
    pub fn lend<R: Send>(
        &self,
        py: Python<'_>,
        parts: Parts,
        work: impl FnOnce(&mut blockmask::Analyzer) -> R + Send,
    ) -> R {
        let mut lease = self.lease();
        let analyzer = &mut lease.analyzer;
        analyzer.set_parts(parts);
        py.detach(|| {
            let result = work(analyzer);
            if analyzer.memory_in_use() > MAX_KEPT {
                analyzer.shrink();
            }
            result
        })
    }

    /// Cancels the analyses that are running.
    pub fn cancel(&self) {
        self.lock().running.iter().for_each(|(_, token)| token.cancel());
    }

    fn lease(&self) -> Lease<'_> {
        let mut state = self.lock();
        let mut analyzer = state.idle.pop().unwrap_or_else(|| self.analyzer());
        let number = state.next;
        state.next += 1;
        state.running.push((number, analyzer.cancel_token()));
        Lease { pool: self, number, analyzer }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing in a critical section can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        state.running.retain(|(number, _)| *number != self.number);
        if state.idle.len() < processors() && !thread::panicking() {
            // A request that came too late is not for the next page.
            self.analyzer.cancel_token().clear();
            state.idle.push(std::mem::take(&mut self.analyzer));
        }
    }
}

fn analyzer(settings: &Settings) -> Result<blockmask::Analyzer, SiteError> {
    let mut analyzer = blockmask::Analyzer::new(settings.options);
    analyzer.set_site(settings.site.as_ref().map(|site| site.prior()))?;
    analyzer.set_rules(settings.rules.as_ref().map(|file| Arc::clone(&file.rules)));
    Ok(analyzer)
}

/// How many processors the machine has.
fn processors() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| thread::available_parallelism().map_or(1, usize::from))
}
