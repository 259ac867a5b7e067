//! Statistics over the pages of a site. They show which sentences are on every page, and on which tag paths there is
//! never content.
//!
//! | file | contents |
//! |---|---|
//! | `page` | the statistics of a sampled page |
//! | `prior` | the prior probabilities for other pages, from the sampled pages |
//! | `format` | the statistics as bytes |
//! | `error` | errors of reading and adding |
//!
//! # The sample
//! [`SiteStats`] keep a bottom-K sample of a site's pages: the pages with the K smallest keys. A key is a hash of the
//! page's address and of its *class*, keyed with the secret of the statistics. The class is the smallest hash of six consecutive words of the content, so that
//! it is the same for equal pages and for most near-duplicates; of each class only the page with the smallest key is
//! kept, of those with one *prefix*: the host and the first folder of the address. Pages with one prefix have three of
//! four places, if there are others for the last quarter. Therefore the sample does not depend on the order of the pages, nor on how they are divided among machines: a
//! page in the sample of all pages also has one of the K smallest keys in its part.
//!
//! # Manipulation by authors
//! A page can be sampled at most once. An author who does not know the secret cannot choose addresses and texts for small
//! keys; without a secret (zero), the keys are known, and all pages of one prefix can be an author's. A sampled page counts for at most 4,095 words on a path, and for at most twice the median of
//! all pages on the path. A text counts as repeated only if it is on at least five pages that are no near-duplicates
//! and on 30 % of the sample, on a tenth and two of those with other prefixes than most of them, or on 80 % if the model is sure that it is content.

mod error;
mod format;
mod page;
mod prior;
#[cfg(test)]
mod tests;

pub use error::SiteError;

use crate::base::fallible::{end, try_collect};
use crate::document::Document;
use crate::judge::mask::SitePrior;
use page::SampledPage;
use std::collections::TryReserveError;

/// The default sample size in pages.
const DEFAULT_CAPACITY: usize = 32;
/// The maximum sample size in pages.
const MAX_CAPACITY: usize = 256;

/// Statistics over a sample of the pages of a site: of one host, or of another unit with common templates.
///
/// Of each sampled page, 32 by default, less than 3 kB are kept: the share of content on each tag path, and hashes of
/// the texts with their paths. Statistics of parts of a site can be made in any order and on any machine, and [merged];
/// the result is bit for bit the same as for the whole site. [`SiteStats::prior`] prepares the statistics for an
/// analyzer.
///
/// Statistics are made from the results of the learned mask without statistics, and belong to its model. Make new ones
/// when a site is redesigned.
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
    /// The number of the model that computed the probabilities; `None` before the first page.
    model: Option<u64>,
    secret: u64,
    capacity: usize,
    /// In ascending order, at most one of each class.
    pages: Vec<SampledPage>,
}

impl Default for SiteStats {
    fn default() -> SiteStats {
        SiteStats::new()
    }
}

/// Whether two pages have one prefix and equal or nearly equal content.
fn is_copy(a: &SampledPage, b: &SampledPage) -> bool {
    a.class() == b.class() && a.prefix() == b.prefix()
}

impl SiteStats {
    /// Empty statistics with a sample size of 32 pages.
    pub fn new() -> SiteStats {
        SiteStats::with_capacity(DEFAULT_CAPACITY)
    }

    /// Empty statistics with this sample size, clamped to 1 to 256 pages.
    pub fn with_capacity(pages: usize) -> SiteStats {
        SiteStats::with_secret(pages, 0)
    }

    /// Empty statistics with this sample size and a secret, which decides which pages are sampled. Choose it at random,
    /// and use the same for all parts of a site: an author who does not know it cannot make pages that are sampled more
    /// often than others. It is part of the [bytes](SiteStats::write) of the statistics.
    pub fn with_secret(pages: usize, secret: u64) -> SiteStats {
        SiteStats { model: None, secret, capacity: pages.clamp(1, MAX_CAPACITY), pages: Vec::new() }
    }

    /// The secret.
    pub fn secret(&self) -> u64 {
        self.secret
    }

    /// Adds a page. The statistics use the probabilities by the model alone, so the analyzer may use other site
    /// statistics.
    ///
    /// `address` is the absolute address of the page; without it, versions of a changing page count as different pages.
    /// Fragments (`#...`) are ignored. A page may be added several times.
    ///
    /// # Errors
    /// [`SiteError::NotLearned`] if the page was analyzed with another mask than the learned one,
    /// [`SiteError::OtherModel`] if it was analyzed with another model than earlier pages, and
    /// [`SiteError::OutOfMemory`]. The statistics are then unchanged.
    pub fn add(&mut self, page: &Document<'_>, address: &str) -> Result<(), SiteError> {
        self.add_bytes(page, address.as_bytes())
    }

    /// [`SiteStats::add`] with an address that may be malformed.
    pub(crate) fn add_bytes(&mut self, page: &Document<'_>, address: &[u8]) -> Result<(), SiteError> {
        let model = page.mask.model.ok_or(SiteError::NotLearned)?;
        if self.model.is_some_and(|own| own != model) {
            return Err(SiteError::OtherModel);
        }
        let page = SampledPage::of(page, address, self.secret)?;
        self.pages.try_reserve(1)?;
        self.model = Some(model);
        self.insert(page);
        Ok(())
    }

    /// Merges other statistics: the result is the same as if all pages had been added to one. The sample size is the
    /// smaller of both. Statistics without pages take the secret of the others.
    ///
    /// # Errors
    /// [`SiteError::OtherModel`] if they were made with another model, [`SiteError::OtherSecret`], and [`SiteError::OutOfMemory`]. The statistics
    /// are then unchanged.
    pub fn merge(&mut self, other: &SiteStats) -> Result<(), SiteError> {
        if self.model.is_some() && other.model.is_some() && self.model != other.model {
            return Err(SiteError::OtherModel);
        }
        if self.model.is_some() && other.model.is_some() && self.secret != other.secret {
            return Err(SiteError::OtherSecret);
        }
        let copies = try_collect(other.pages.iter().map(SampledPage::try_clone))?;
        self.pages.try_reserve(copies.len() + 1)?;
        if self.model.is_none() && other.model.is_some() {
            self.secret = other.secret;
        }
        self.model = self.model.or(other.model);
        self.capacity = self.capacity.min(other.capacity);
        self.fit();
        copies.into_iter().for_each(|page| self.insert(page));
        Ok(())
    }

    /// Keeps the first page of each class and prefix, and of these those that are sampled. The capacity is already
    /// reserved.
    fn insert(&mut self, page: SampledPage) {
        let at = self.pages.partition_point(|known| *known < page);
        if self.pages[..at].iter().any(|known| is_copy(known, &page)) {
            return;
        }
        let later = self.pages[at..].iter().position(|known| is_copy(known, &page));
        later.into_iter().for_each(|known| drop(self.pages.remove(at + known)));
        self.pages.insert(at, page);
        self.fit();
    }

    /// Removes the pages that are too many. The last one is that with the largest key, first among those that exceed the
    /// places of their prefix.
    fn fit(&mut self) {
        let places = (self.capacity * 3 / 4).max(1);
        let before = |pages: &[SampledPage], at: usize| {
            pages[..at].iter().filter(|page| page.prefix() == pages[at].prefix()).count() / places
        };
        while self.pages.len() > self.capacity {
            let last = (0..self.pages.len()).max_by_key(|&at| (before(&self.pages, at), at));
            last.into_iter().for_each(|at| drop(self.pages.remove(at)));
        }
    }

    /// The number of sampled pages.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The sample size: the maximum number of sampled pages.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Serializes the statistics: the same bytes on every machine, at most 3 kB per sampled page.
    pub fn write(&self) -> Vec<u8> {
        self.try_write().unwrap_or_else(|_| end())
    }

    /// [`SiteStats::write`] for callers that handle a lack of memory.
    pub(crate) fn try_write(&self) -> Result<Vec<u8>, TryReserveError> {
        format::write(self)
    }

    /// Reads statistics written by [`SiteStats::write`]. The bytes may be untrusted.
    ///
    /// # Errors
    /// If the bytes are no statistics, are damaged or have another version, or if memory runs out.
    /// [`Analyzer::set_site`](crate::Analyzer::set_site) checks that the statistics belong to the analyzer's model.
    pub fn read(bytes: &[u8]) -> Result<SiteStats, SiteError> {
        format::read(bytes)
    }

    /// Prepares the statistics for an analyzer.
    pub fn prior(&self) -> SitePrior {
        self.try_prior().unwrap_or_else(|_| end())
    }

    /// [`SiteStats::prior`] for callers that handle a lack of memory.
    pub(crate) fn try_prior(&self) -> Result<SitePrior, TryReserveError> {
        prior::of(self.model, &self.pages)
    }
}
