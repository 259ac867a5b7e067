//! How a command analyzes pages: the options, model, statistics and rules of the site that its arguments name.

use crate::options::{AnalysisArgs, ReadingArgs};
use blockmask::{Analyzer, Document, Input, MaskMethod, Model, Options, Parts, Rules, SiteError, SitePrior};
use std::sync::Arc;

/// The analysis of pages.
pub struct Analysis<'a> {
    pub options: Options,
    pub model: Option<Arc<Model>>,
    pub site: Option<Arc<SitePrior>>,
    pub rules: Option<Arc<Rules>>,
    pub reading: &'a ReadingArgs,
    /// Pages of a lower quality are skipped.
    pub min_quality: Option<f32>,
    /// Nothing but the tree is made.
    pub is_tree_only: bool,
}

impl<'a> Analysis<'a> {
    pub fn of(args: &'a AnalysisArgs) -> Analysis<'a> {
        let (model, site, rules) = (args.model.clone(), args.site.clone(), args.rules.clone());
        let (options, reading) = (args.to_options(), &args.reading);
        Analysis { options, model, site, rules, reading, min_quality: None, is_tree_only: false }
    }

    /// Parses pages and does nothing else.
    pub fn of_tree(reading: &'a ReadingArgs) -> Analysis<'a> {
        let mut options = Options::default();
        reading.apply(&mut options);
        Analysis { options, model: None, site: None, rules: None, reading, min_quality: None, is_tree_only: true }
    }

    /// Computes these parts only.
    pub fn asking(mut self, parts: Parts) -> Analysis<'a> {
        self.options.parts = parts;
        if self.min_quality.is_some() {
            self.options.parts = parts | Parts::MASK;
        }
        self
    }

    /// Skips pages of a lower quality.
    pub fn skipping_below(mut self, quality: Option<f32>) -> Analysis<'a> {
        self.min_quality = quality;
        self
    }

    /// Whether a page has the quality that was asked for.
    pub fn accepts(&self, document: &Document<'_>) -> bool {
        let is_good = |least: f32| document.quality().is_some_and(|quality| quality.score >= least);
        self.min_quality.is_none_or(is_good)
    }

    /// A page to analyze, or to parse.
    pub fn input<'h, 'p>(&self, page: Input<'h, &'p [u8]>) -> Input<'h, &'p [u8]> {
        if self.is_tree_only { page.tree_only(None) } else { page }
    }

    /// An analyzer, or an error if the site statistics were made with another model.
    pub fn analyzer(&self) -> Result<Analyzer, SiteError> {
        let mut analyzer = Analyzer::new(self.options);
        analyzer.set_model(self.model.clone());
        analyzer.set_site(self.site.clone())?;
        analyzer.set_rules(self.rules.clone());
        Ok(analyzer)
    }

    /// Analyzes with another mask; only the learned mask uses a model and site statistics.
    pub fn set_mask(&mut self, mask: MaskMethod) {
        self.options.mask = mask;
        if mask != MaskMethod::Learned {
            (self.model, self.site) = (None, None);
        }
    }

    pub fn with_visual_areas(args: &'a AnalysisArgs) -> Analysis<'a> {
        let mut analysis = Analysis::of(args);
        analysis.options.visual = true;
        analysis
    }
}
