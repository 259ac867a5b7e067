//! Retries after running out of memory: first without the memory retained from earlier pages, then with half of the
//! page, a quarter and so on. So the point at which a memory limit truncates a page does not depend on earlier pages.

use super::input::Hints;
use super::memory::{ArenaUse, MemoryBudget};
use super::reader::{Read, Reader};
use crate::analyzer::pipeline;
use crate::base::arena::{self, Arenas, Bump, OutOfMemory, Scratch};
use crate::base::error::{Error, Failure};
use crate::base::flags::Truncation;
use crate::base::limits::{CancelToken, OnLimit, Watch};
use crate::document::Document;
use crate::judge::mask::{Model, SitePrior};
use crate::judge::rules::Rules;
use crate::options::Options;
use crate::read::encoding::{self, DecodeError, Decoded, Labels};
use crate::read::html::Workspace;
use std::cell::Cell;

/// The minimum length of a truncated page that is retried, in bytes.
const MIN_LENGTH: usize = 64;

/// The parameters of an attempt to analyze a page.
pub(super) struct PageAttempt<'w, 'i> {
    pub options: &'w Options,
    pub cancel: Option<&'w CancelToken>,
    pub model: Option<&'w Model>,
    pub site: Option<&'w SitePrior>,
    pub rules: Option<&'w Rules>,
    /// The stacks of the tree builder, reused between pages.
    pub workspace: &'w Cell<Workspace>,
    pub bytes: &'i [u8],
    pub hints: Hints<'w>,
    pub extent: Extent,
}

/// How much of a page is analyzed.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// The length of the analyzed prefix in bytes.
    length: usize,
    /// Why the prefix is shorter than the page.
    truncation: Truncation,
    /// Whether the arenas retain memory from earlier pages.
    is_warm: bool,
}

impl Extent {
    /// The whole page, or the prefix that its limits allow.
    ///
    /// # Errors
    /// If the page is longer than allowed.
    pub fn new(length: usize, options: &Options, is_warm: bool) -> Result<Extent, Error> {
        let limit = options.limits.longest_input();
        if length as u64 <= limit {
            return Ok(Extent { length, truncation: Truncation::default(), is_warm });
        }
        match options.limits.on_limit {
            OnLimit::TruncateInput => Ok(Extent { length: limit as usize, truncation: Truncation::INPUT, is_warm }),
            _ => Err(Error::TooLarge { len: length as u64, limit }),
        }
    }
}

impl<'i> arena::Attempt<'i> for PageAttempt<'_, 'i> {
    type Output<'a>
        = Document<'a>
    where
        'i: 'a;
    type Error = Failure;

    fn run<'a>(&self, arenas: &'a mut Arenas) -> Result<Document<'a>, Failure>
    where
        'i: 'a,
    {
        arena::catch_full_arena(|| self.analyze(arenas)).unwrap_or_else(|memory| Err(memory.into()))
    }

    fn should_retry(&mut self, failure: &Failure, arenas: &mut Arenas) -> bool {
        let Failure::Memory(cause) = failure else { return false };
        *arenas = Arenas::default();
        let Extent { length, truncation, is_warm } = &mut self.extent;
        if std::mem::take(is_warm) {
            return true;
        }
        let may_be_cut = self.options.limits.on_limit != OnLimit::Fail && *length >= MIN_LENGTH;
        // An even length does not split a UTF-16 code unit.
        *length = (*length / 2) & !1;
        *truncation |= Truncation::MEMORY;
        *cause == OutOfMemory::Limit && may_be_cut
    }
}

impl<'i> PageAttempt<'_, 'i> {
    fn analyze<'a>(&self, arenas: &'a mut Arenas) -> Result<Document<'a>, Failure>
    where
        'i: 'a,
    {
        let PageAttempt { options, extent, .. } = *self;
        arenas.begin_page();
        let mut memory = MemoryBudget::new(&options.limits, arenas);
        let Arenas { spare, tree, second_tree, tables, scratch } = arenas;
        let spare: &'a Bump = spare.begin(0, memory.available_to(&[ArenaUse::Spare]))?;
        let decoded = self.decode(spare)?;
        memory.record(ArenaUse::Spare, spare);
        let watch = Watch::new(options.limits.max_steps, self.cancel.cloned());
        let (workspace, view, tree_only) = (self.workspace, decoded.view, self.hints.tree_only);
        let (rules, address) = (self.rules, self.hints.address);
        let mut reader = Reader { options, workspace, spare, view, watch, memory, tree_only, rules, address };
        reader.check(extent.truncation)?;
        let Read { page, element_paths, rules, results, is_recovered } = reader.read(tree, second_tree, tables)?;
        reader.check(page.truncation())?;
        let Reader { watch, mut memory, .. } = reader;
        let limit = memory.available_to(&[ArenaUse::Tables, ArenaUse::Scratch]);
        let PageAttempt { bytes, model, site, .. } = *self;
        let inputs = pipeline::Inputs {
            bytes,
            decoded,
            page,
            element_paths,
            options,
            address,
            model,
            site,
            rules,
            watch: &watch,
        };
        let mut document = pipeline::run(results, &mut Scratch::new(scratch, limit), inputs)?;
        check(options, &watch, document.truncation())?;
        memory.record(ArenaUse::Tables, results);
        memory.record_arena(ArenaUse::Scratch, scratch);
        if extent.is_warm && memory.is_near_limit() {
            return Err(Failure::Memory(OutOfMemory::Limit));
        }
        document.recovered = is_recovered;
        document.truncation |= extent.truncation;
        document.memory = memory.held();
        Ok(document)
    }

    /// Decodes the page to UTF-8.
    fn decode<'a>(&self, spare: &'a Bump) -> Result<Decoded<'a>, Failure>
    where
        'i: 'a,
    {
        let Extent { length, truncation, .. } = self.extent;
        let labels = if self.options.obey_charset { Labels::Obeyed } else { Labels::Checked };
        let mut decoded = encoding::decode(spare, &self.bytes[..length], self.hints.charset, labels).map_err(
            |error| match error {
                DecodeError::OutOfMemory => Failure::Memory(spare.failure_cause(length)),
                _ => {
                    let limit = self.options.limits.longest_input();
                    Failure::Error(Error::TooLarge { len: self.bytes.len() as u64, limit })
                }
            },
        )?;
        if !truncation.is_empty() {
            decoded.drop_cut_character();
        }
        Ok(decoded)
    }
}

/// Returns an error if the analysis was cancelled, or if a limit was reached and [`OnLimit::Fail`] is set.
pub(super) fn check(options: &Options, watch: &Watch, limits: Truncation) -> Result<(), Error> {
    watch.check()?;
    match options.limits.on_limit {
        OnLimit::Fail if !limits.is_empty() => Err(Error::LimitReached { limits }),
        _ => Ok(()),
    }
}
