//! The analyzer: owns all memory of a page and reuses it for the next page.
//!
//! | file | what |
//! |---|---|
//! | `attempt` | an attempt to analyze a page, and retries after running out of memory |
//! | `input` | a page with its hints |
//! | `memory` | the memory budget of the arenas |
//! | `parser` | the parser alone |
//! | `reader` | parsing a page and building its tables |
//!
//! [`crate::analyzer::pipeline`] then runs the algorithms on the tables.

mod attempt;
mod input;
mod memory;
mod parser;
pub mod pipeline;
mod reader;
mod shared;

use crate::base::arena::Arenas;
use crate::base::error::Error;
use crate::base::flags::Parts;
use crate::base::limits::CancelToken;
use crate::document::{Document, OwnedDocument};
use crate::judge::mask::{Model, SitePrior};
use crate::judge::rules::Rules;
use crate::on_demand::site::SiteError;
use crate::options::Options;
use crate::read::html::Workspace;
use attempt::{Extent, PageAttempt};
pub(crate) use input::Hints;
pub use input::Input;
pub use parser::Parser;
use shared::Shared;
use std::cell::Cell;
use std::sync::{Arc, OnceLock};

/// Analyzes pages, one at a time, and reuses its memory for the next page.
///
/// The analyzer owns all memory of a page, and a [`Document`] borrows from it. Use one analyzer per thread: it can be
/// sent to another thread but not shared. A warm analyzer does not allocate.
///
/// ```
/// let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
/// let page = analyzer.analyze(b"<title>T</title><p>Hello <b>wor</b>ld, how are you today?</p>").unwrap();
/// let text: Vec<&str> = page.blocks().map(|block| block.text()).collect();
/// assert_eq!(text, ["T", "Hello world, how are you today?"]);
/// ```
#[derive(Default)]
pub struct Analyzer {
    /// The memory of the last page, unless an [`OwnedDocument`] took it.
    arenas: Arenas,
    runner: Runner,
}

/// An analyzer without the tables of its pages.
#[derive(Default)]
struct Runner {
    options: Options,
    workspace: Workspace,
    cancel: Option<CancelToken>,
    model: Option<Shared<Model>>,
    site: Option<Shared<SitePrior>>,
    rules: Option<Shared<Rules>>,
}

impl Runner {
    /// Analyzes a page into these arenas.
    fn run<'a>(&mut self, arenas: &'a mut Arenas, bytes: &'a [u8], hints: Hints<'_>) -> Result<Document<'a>, Error> {
        let Runner { options, workspace, cancel, model, site, rules } = self;
        let bare;
        let mut options = &*options;
        if hints.tree_only.is_some() {
            bare = Options { limits: options.limits, ..Options::with_parts(Parts::from_bits(0)) };
            options = &bare;
        }
        let extent = Extent::new(bytes.len(), options, arenas.allocated_bytes() > 0)?;
        let retained = Cell::new(std::mem::take(workspace));
        let (model, site, rules) = (model.as_deref(), site.as_deref(), rules.as_deref());
        let attempt = PageAttempt {
            options,
            cancel: cancel.as_ref(),
            model,
            site,
            rules,
            workspace: &retained,
            bytes,
            hints,
            extent,
        };
        let result = arenas.retry_with(attempt).map_err(Error::from);
        *workspace = retained.into_inner();
        if result.as_ref().err() == Some(&Error::Cancelled)
            && let Some(token) = cancel
        {
            token.clear();
        }
        result
    }
}

impl Analyzer {
    /// Creates an analyzer. It does not allocate before the first page.
    pub fn new(options: Options) -> Analyzer {
        Analyzer { runner: Runner { options, ..Runner::default() }, ..Analyzer::default() }
    }

    /// An analyzer that `token` cancels.
    #[cfg(feature = "capi")]
    pub(crate) fn with_token(options: Options, token: CancelToken) -> Analyzer {
        let runner = Runner { options, cancel: Some(token), ..Runner::default() };
        Analyzer { runner, ..Analyzer::default() }
    }

    /// Analyzes one page: any bytes, in any encoding.
    ///
    /// # Errors
    /// If the page is longer than [`crate::Limits::max_input`], if memory runs out, if a limit is reached and
    /// [`crate::OnLimit::Fail`] is set, or if the analysis is cancelled. The analyzer stays usable after an error.
    pub fn analyze<'a>(&'a mut self, bytes: &'a [u8]) -> Result<Document<'a>, Error> {
        self.analyze_bytes(bytes, Hints::default())
    }

    /// Analyzes one page with hints: its charset and address.
    ///
    /// # Errors
    /// As for [`Analyzer::analyze`].
    pub fn analyze_input<'a, S>(&'a mut self, input: Input<'_, &'a S>) -> Result<Document<'a>, Error>
    where
        S: AsRef<[u8]> + ?Sized,
    {
        self.analyze_bytes(input.source.as_ref(), input.hints)
    }

    pub(crate) fn analyze_bytes<'a>(&'a mut self, bytes: &'a [u8], hints: Hints<'_>) -> Result<Document<'a>, Error> {
        self.runner.run(&mut self.arenas, bytes, hints)
    }

    /// Analyzes one page to a document that owns its memory: the page, and the tables that the analyzer would keep.
    ///
    /// The page is a `Vec<u8>`, a `String`, an `Arc<[u8]>`, a file in memory, or whatever else gives bytes. The analyzer
    /// can be used, and dropped, while the document lives. [`Analyzer::reuse`] gives the memory back.
    ///
    /// ```
    /// use blockmask::{Analyzer, Options, OwnedDocument};
    ///
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let pages: Vec<OwnedDocument<String>> = ["Rain", "Wind"]
    ///     .map(|title| analyzer.analyze_owned(format!("<title>{title}</title><p>It reached the city on Monday.")))
    ///     .into_iter()
    ///     .collect::<Result<_, _>>()?;
    /// assert_eq!(pages[0].document().title(), Some("Rain"));
    /// assert_eq!(pages[1].document().title(), Some("Wind"));
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Analyzer::analyze`]. The page is then dropped.
    pub fn analyze_owned<S: AsRef<[u8]>>(&mut self, source: S) -> Result<OwnedDocument<S>, Error> {
        self.analyze_owned_input(Input::new(source))
    }

    /// [`Analyzer::analyze_owned`] with what is known about the page.
    ///
    /// # Errors
    /// As for [`Analyzer::analyze_owned`].
    pub fn analyze_owned_input<S: AsRef<[u8]>>(&mut self, input: Input<'_, S>) -> Result<OwnedDocument<S>, Error> {
        let Analyzer { arenas, runner } = self;
        OwnedDocument::analyze(arenas, input.source, |arenas, bytes| {
            // Its analyzer goes on to other pages, whose cancellation is none of it.
            runner.run(arenas, bytes, input.hints).map(|document| Document { cancel: OnceLock::new(), ..document })
        })
    }

    /// [`Parser::parse_owned`] by the limits of this analyzer.
    ///
    /// # Errors
    /// As for [`Analyzer::analyze_owned`].
    #[cfg(feature = "unstable")]
    pub fn parse_owned<S: AsRef<[u8]>>(
        &mut self,
        input: Input<'_, S>,
        context: Option<&str>,
    ) -> Result<OwnedDocument<S>, Error> {
        self.analyze_owned_input(Input { hints: input.hints.for_tree(context), ..input })
    }

    /// Takes the memory of a document for the next pages, and returns its page. A loop that does so for each document
    /// allocates little:
    ///
    /// ```
    /// use blockmask::{Analyzer, Options};
    ///
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let mut html = Vec::new();
    /// for text in ["Rain fell on the city.", "The river rose."] {
    ///     html.clear();
    ///     html.extend(b"<p>");
    ///     html.extend(text.as_bytes());
    ///     let page = analyzer.analyze_owned(html)?;
    ///     assert_eq!(page.document().text().trim_end(), text);
    ///     html = analyzer.reuse(page);
    /// }
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    ///
    /// An analyzer keeps the memory of one page: its own or the document's, whichever is larger. The other is freed.
    pub fn reuse<S>(&mut self, document: OwnedDocument<S>) -> S {
        let (arenas, source) = document.into_parts();
        if arenas.allocated_bytes() > self.arenas.allocated_bytes() {
            self.arenas = arenas;
        }
        source
    }

    /// Replaces the model of [`MaskMethod::Learned`](crate::MaskMethod::Learned); `None` restores the built-in one.
    /// Analyzers can share a model. Site statistics belong to one model, so this removes them: call
    /// [`Analyzer::set_site`] afterwards.
    ///
    /// ```
    /// use blockmask::{Analyzer, Model, Options};
    ///
    /// let mut analyzer = Analyzer::new(Options::default());
    /// match Model::read(b"the contents of a file") {
    ///     Ok(model) => analyzer.set_model(Some(model.into())),
    ///     Err(error) => assert_eq!(error.to_string(), "not a blockmask model file (bad magic number)"),
    /// }
    /// ```
    pub fn set_model(&mut self, model: Option<Arc<Model>>) {
        self.replace_model(model.map(Shared::Counted));
    }

    /// [`Analyzer::set_model`] without shared ownership, which takes memory.
    #[cfg(feature = "capi")]
    pub(crate) fn lend_model(&mut self, model: Option<&'static Model>) {
        self.replace_model(model.map(Shared::Lent));
    }

    fn replace_model(&mut self, model: Option<Shared<Model>>) {
        self.runner.model = model;
        self.runner.site = None;
    }

    /// Sets the site statistics for the next pages; `None` removes them. Analyzers in several threads can share them.
    /// They affect only [`MaskMethod::Learned`](crate::MaskMethod::Learned): they change
    /// [`Block::probability`](crate::Block::probability), and with it the mask. See [`SiteStats`](crate::SiteStats).
    ///
    /// # Errors
    /// [`SiteError::OtherModel`] if the statistics were made with another model than this analyzer's. The previous
    /// statistics are then kept.
    pub fn set_site(&mut self, site: Option<Arc<SitePrior>>) -> Result<(), SiteError> {
        self.replace_site(site.map(Shared::Counted))
    }

    /// [`Analyzer::set_site`] without shared ownership, which takes memory.
    #[cfg(feature = "capi")]
    pub(crate) fn lend_site(&mut self, site: Option<&'static SitePrior>) -> Result<(), SiteError> {
        self.replace_site(site.map(Shared::Lent))
    }

    fn replace_site(&mut self, site: Option<Shared<SitePrior>>) -> Result<(), SiteError> {
        let model = self.runner.model.as_deref().unwrap_or_else(|| Model::built_in());
        if site.as_ref().is_some_and(|site| !site.is_for(model)) {
            return Err(SiteError::OtherModel);
        }
        self.runner.site = site;
        Ok(())
    }

    /// Sets the rules of a site's owner for the next pages; `None` removes them. Analyzers in several threads can share them.
    ///
    /// ```
    /// use blockmask::{Analyzer, Options, Rule, RuleAction, Rules};
    ///
    /// let rules = Rules::new(&[Rule::new(RuleAction::Template, "aside"), Rule::new(RuleAction::Content, "aside.note")])?;
    /// let mut analyzer = Analyzer::new(Options::default());
    /// analyzer.set_rules(Some(rules.into()));
    /// let page = analyzer.analyze(b"<p>Rain fell on the city for three days.<aside class=note>The river rose.</aside>")?;
    /// let note = page.block(1).unwrap();
    /// assert_eq!((note.is_template(), note.rule()), (false, Some(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_rules(&mut self, rules: Option<Arc<Rules>>) {
        self.runner.rules = rules.map(Shared::Counted);
    }

    /// [`Analyzer::set_rules`] without shared ownership, which takes memory.
    #[cfg(feature = "capi")]
    pub(crate) fn lend_rules(&mut self, rules: Option<&'static Rules>) {
        self.runner.rules = rules.map(Shared::Lent);
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.runner.options
    }

    /// Sets [`Options::parts`] for the next pages.
    pub fn set_parts(&mut self, parts: Parts) {
        self.runner.options.parts = parts;
    }

    /// A token with which other threads can cancel an analysis.
    pub fn cancel_token(&mut self) -> CancelToken {
        self.runner.cancel.get_or_insert_default().clone()
    }

    /// For tests: replaces the token.
    #[cfg(feature = "unstable")]
    pub fn set_cancel_token(&mut self, token: CancelToken) {
        self.runner.cancel = Some(token);
    }

    /// Frees all memory; the next page allocates again.
    pub fn shrink(&mut self) {
        self.arenas = Arenas::default();
        self.runner.workspace = Workspace::default();
    }

    /// The size of the arenas in bytes, used or not.
    pub fn memory_in_use(&self) -> usize {
        self.arenas.allocated_bytes()
    }
}
