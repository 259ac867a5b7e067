//! How pages are analyzed: options of the library, what is known of the site, and rules of its owner.

use blockmask::{Options, Parts, Rules, SiteError, SitePrior};
use std::sync::{Arc, OnceLock};

/// How pages are analyzed: what the keyword arguments say.
#[derive(Clone)]
pub struct Settings {
    /// The options of the library.
    pub options: Options,
    /// What is known of the site of the pages.
    pub site: Option<Arc<Snapshot>>,
    /// The rules of the owner of the site.
    pub rules: Option<Arc<RulesFile>>,
}

/// The text of a file of rules, and the rules.
pub struct RulesFile {
    pub text: String,
    pub rules: Arc<Rules>,
}

/// A page of Python has all parts unless its caller wants less.
impl Default for Settings {
    fn default() -> Settings {
        Settings { options: Options::with_parts(Parts::ALL), site: None, rules: None }
    }
}

impl PartialEq for Settings {
    /// Statistics of a site are equal if they are the same: comparing them takes longer than an analysis.
    fn eq(&self, other: &Settings) -> bool {
        let site = |settings: &Settings| settings.site.as_ref().map(Arc::as_ptr);
        let (rules, others) = (self.rules.as_ref(), other.rules.as_ref());
        let same_rules = rules.map(|rules| &rules.text) == others.map(|rules| &rules.text);
        self.options == other.options && site(self) == site(other) && same_rules
    }
}

/// Statistics at some time, which analyzers and copies share. Who changes them makes a copy if others have them.
#[derive(Clone)]
pub struct Snapshot {
    pub stats: blockmask::SiteStats,
    prior: OnceLock<Arc<SitePrior>>,
}

impl Snapshot {
    /// These statistics.
    pub fn new(stats: blockmask::SiteStats) -> Snapshot {
        Snapshot { stats, prior: OnceLock::new() }
    }

    /// Adds the pages of other statistics.
    ///
    /// # Errors
    /// If they are from another model; these are then unchanged.
    pub fn merge(&mut self, other: &blockmask::SiteStats) -> Result<(), SiteError> {
        self.prior.take();
        self.stats.merge(other)
    }

    /// The statistics prepared for an analyzer.
    pub fn prior(&self) -> Arc<SitePrior> {
        Arc::clone(self.prior.get_or_init(|| Arc::new(self.stats.prior())))
    }
}
