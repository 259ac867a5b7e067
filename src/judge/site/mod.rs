//! What the pages of a site have in common. A page alone cannot tell that a sentence stands on every page of its site,
//! or that the column on the left is never content.
//!
//! | file | what |
//! |---|---|
//! | `page` | what is kept of a page |
//! | `prior` | what follows from the sampled pages for the next ones |
//! | `format` | the statistics as bytes |
//! | `error` | why statistics are refused |
//!
//! # The sample
//! [`SiteStats`] keep a bottom-K sample of a site's pages: of all pages, those whose keys are the K smallest. A key is
//! a hash of the page's address and of its *class*, which is the smallest hash of six consecutive words of its content,
//! so that it is the same for equal pages and for most near-duplicates; of each class only the page with the smallest
//! key stays. Which pages are in the sample therefore does not depend on the order in which they come, nor on how they
//! are divided among machines: a page of the sample of all pages has one of the K smallest keys in its part, too.
//!
//! # Pages that want to mislead
//! All a page can do is to be sampled, once; an author who chooses addresses and texts for small keys can have more
//! pages sampled than chance would give. Of a sampled page nothing counts for more than 4,095 words on a path, nor for
//! more than twice the median of all pages on it. A text counts as repeated on five pages or more only, none of them
//! near-duplicates, and on 30 % of the sample; against a model that is sure of it, on 80 % only.

mod error;
mod format;
mod page;
mod prior;
#[cfg(test)]
mod tests;

pub use error::SiteError;

use crate::base::fallible::try_collect;
use crate::document::Document;
use crate::judge::mask::SitePrior;
use page::SampledPage;
use std::alloc::{Layout, handle_alloc_error};
use std::collections::TryReserveError;

/// The sample that [`SiteStats::new`] makes, in pages.
const DEFAULT_CAPACITY: usize = 32;
/// The largest sample in pages.
const MAX_CAPACITY: usize = 256;

/// What the pages of a site have in common: statistics over a sample of them, for one host, or for another part of the
/// web with templates of its own.
///
/// Of each sampled page, 32 by default, less than 3 kB are kept: how likely content is on each tag path, and which
/// texts are on which path. Statistics of parts of a site can be made in any order and on any machine, and [merged]:
/// they are those of the whole site, to the last bit. [`SiteStats::prior`] prepares them for an analyzer.
///
/// Statistics are made from what the learned mask says without them, and belong to its model. Those of a site that is
/// redesigned have to be made anew.
///
/// [merged]: SiteStats::merge
///
/// ```
/// use blockmask::{Analyzer, SiteStats};
///
/// let pages = ["<nav><p>Home</nav><p>Rain fell on the city.", "<nav><p>Home</nav><p>The river rose over night."];
/// let mut analyzer = Analyzer::default();
/// let mut stats = SiteStats::new();
/// for (number, page) in pages.iter().enumerate() {
///     stats.add(&analyzer.analyze(page.as_bytes())?, &format!("https://site.example/{number}"))?;
/// }
/// let stats = SiteStats::read(&stats.write())?; // in a file until the next crawl
/// analyzer.set_site(Some(stats.prior().into()))?;
/// let page = analyzer.analyze(b"<nav><p>Home</nav><p>The sun shines again.")?;
/// # assert_eq!(page.blocks().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteStats {
    /// The number of the model that the probabilities are from; `None` before the first page.
    model: Option<u64>,
    capacity: usize,
    /// In ascending order, no two of one class.
    pages: Vec<SampledPage>,
}

impl Default for SiteStats {
    fn default() -> SiteStats {
        SiteStats::new()
    }
}

impl SiteStats {
    /// Statistics without any page, for a sample of 32 pages.
    pub fn new() -> SiteStats {
        SiteStats::with_capacity(DEFAULT_CAPACITY)
    }

    /// Statistics without any page, for a sample of so many pages: 1 to 256; other numbers become the nearest of these.
    pub fn with_capacity(pages: usize) -> SiteStats {
        SiteStats { model: None, capacity: pages.clamp(1, MAX_CAPACITY), pages: Vec::new() }
    }

    /// Adds a page. It counts what the model says without a site, so the analyzer may have one set.
    ///
    /// `address` is the absolute address of the page, without which the versions of a page that changes are so many
    /// pages; what follows a `#` does not count. A page may be added any number of times.
    ///
    /// # Errors
    /// [`SiteError::NotLearned`] if the page was analyzed with another mask than the learned one,
    /// [`SiteError::OtherModel`] if with another model than the pages before, and [`SiteError::OutOfMemory`]. The
    /// statistics are then unchanged.
    pub fn add(&mut self, page: &Document<'_>, address: &str) -> Result<(), SiteError> {
        self.add_bytes(page, address.as_bytes())
    }

    /// [`SiteStats::add`] with an address that may be malformed.
    pub(crate) fn add_bytes(&mut self, page: &Document<'_>, address: &[u8]) -> Result<(), SiteError> {
        let model = page.mask.model.ok_or(SiteError::NotLearned)?;
        if self.model.is_some_and(|own| own != model) {
            return Err(SiteError::OtherModel);
        }
        let page = SampledPage::of(page, address)?;
        self.pages.try_reserve(1)?;
        self.model = Some(model);
        self.insert(page);
        Ok(())
    }

    /// Adds the pages of other statistics: the result is that of all pages together. If the samples are of different
    /// sizes, the smaller one counts.
    ///
    /// # Errors
    /// [`SiteError::OtherModel`] if they are from another model, and [`SiteError::OutOfMemory`]. The statistics are then
    /// unchanged.
    pub fn merge(&mut self, other: &SiteStats) -> Result<(), SiteError> {
        if self.model.is_some() && other.model.is_some() && self.model != other.model {
            return Err(SiteError::OtherModel);
        }
        let copies = try_collect(other.pages.iter().map(SampledPage::try_clone))?;
        self.pages.try_reserve(copies.len())?;
        self.model = self.model.or(other.model);
        self.capacity = self.capacity.min(other.capacity);
        self.pages.truncate(self.capacity);
        copies.into_iter().for_each(|page| self.insert(page));
        Ok(())
    }

    /// Keeps of each class the first page, and of these the first ones. The capacity for it is reserved.
    fn insert(&mut self, page: SampledPage) {
        let at = self.pages.partition_point(|known| *known < page);
        if self.pages[..at].iter().any(|known| known.class() == page.class()) {
            return;
        }
        let later = self.pages[at..].iter().position(|known| known.class() == page.class());
        later.into_iter().for_each(|known| drop(self.pages.remove(at + known)));
        self.pages.insert(at, page);
        self.pages.truncate(self.capacity);
    }

    /// The number of sampled pages.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The number of pages that are sampled at most.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The statistics as bytes, the same on every machine: at most 3 kB for each sampled page.
    pub fn write(&self) -> Vec<u8> {
        self.try_write().unwrap_or_else(|_| handle_alloc_error(Layout::new::<SiteStats>()))
    }

    /// [`SiteStats::write`] for callers who handle a lack of memory.
    pub(crate) fn try_write(&self) -> Result<Vec<u8>, TryReserveError> {
        format::write(self)
    }

    /// Reads statistics that [`SiteStats::write`] wrote, any bytes.
    ///
    /// # Errors
    /// If they are damaged, of another version of this library, or no statistics, or if memory runs out. That they belong to another model
    /// than the analyzer's is found by [`Analyzer::set_site`](crate::Analyzer::set_site).
    pub fn read(bytes: &[u8]) -> Result<SiteStats, SiteError> {
        format::read(bytes)
    }

    /// Prepares the statistics for an analyzer.
    pub fn prior(&self) -> SitePrior {
        self.try_prior().unwrap_or_else(|_| handle_alloc_error(Layout::new::<SitePrior>()))
    }

    /// [`SiteStats::prior`] for callers who handle a lack of memory.
    pub(crate) fn try_prior(&self) -> Result<SitePrior, TryReserveError> {
        prior::of(self.model, &self.pages)
    }
}
