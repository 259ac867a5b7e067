//! What an analysis may cost at most, and how it is stopped from another thread.

use crate::error::Error;
use crate::named::named;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Limits of an analysis.
///
/// | limit | counts | default | when it is reached, unless [`OnLimit::Fail`] is set | [`Truncation`](crate::Truncation) |
/// |---|---|---|---|---|
/// | [`max_input`](Limits::max_input) | bytes of the page | 256 MiB | the page is refused; with [`OnLimit::TruncateInput`] what comes after is not read | `INPUT` |
/// | [`max_nodes`](Limits::max_nodes) | nodes of the tree | 2^31 - 1 | what comes after is not read | `NODES` |
/// | [`max_depth`](Limits::max_depth) | depth of the tree | 512 | deeper elements become children of those above | `DEPTH` |
/// | [`max_attributes`](Limits::max_attributes) | attributes of all elements together | 2^31 - 1 | further attributes are left out | `ATTRIBUTES` |
/// | [`max_blocks`](Limits::max_blocks) | blocks of text | 2^31 - 1 | further text is left out | `BLOCKS` |
/// | [`max_memory`](Limits::max_memory) | bytes of memory for a page, 40 KiB of them for what is not a table | 4 GiB | the first half of the page is read anew, or the first quarter ... | `MEMORY` |
/// | [`max_steps`](Limits::max_steps) | tags, texts and comments that are read, and steps of repair, search and matching of style sheets | none | what comes after is not read, or the region stays larger, or sheets are left out | `STEPS` |
///
/// Two limits are fixed. An element keeps 2,048 attributes. Repair of misnested markup and the search for the region
/// have budgets linear in the page, far above the needs of pages that people wrote; they set `WORK`.
///
/// No limit is passed, but for two: `html`, `head` and `body` are made whatever `max_nodes` says, and `max_steps` is
/// looked at now and then, so that it may be passed by 2 %. All answers are the same in every run, on every machine,
/// whatever the analyzer has read before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a page. At most 4 GiB - 2, as offsets have 32 bits.
    pub max_input: u64,
    /// Nodes of the tree.
    pub max_nodes: u32,
    /// Depth of the tree.
    pub max_depth: u16,
    /// Attributes of all elements together; an element keeps 2,048 at most.
    pub max_attributes: u32,
    /// Blocks.
    pub max_blocks: u32,
    /// Bytes of memory that the tables of a page may take, and that the analyzer keeps for the next.
    ///
    /// Needs unwinding: in a program that is built with `panic = "abort"` it ends the process.
    pub max_memory: u64,
    /// Steps: tags, texts and comments that are read, and steps of repair, search and matching of style sheets.
    pub max_steps: u64,
    /// What reaching a limit means.
    pub on_limit: OnLimit,
}

impl Limits {
    /// Bytes of the longest page that is read as a whole.
    pub(crate) fn longest_input(&self) -> u64 {
        self.max_input.min(u64::from(u32::MAX) - 1)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_input: 256 << 20,
            max_nodes: u32::MAX / 2,
            max_depth: 512,
            max_attributes: u32::MAX / 2,
            max_blocks: u32::MAX / 2,
            max_memory: 4 << 30,
            max_steps: u64::MAX,
            on_limit: OnLimit::Truncate,
        }
    }
}

/// What reaching a limit means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum OnLimit {
    /// The document holds what was read so far and says which limit it was ([`crate::Document::truncation`]). A page
    /// longer than [`Limits::max_input`] is refused.
    #[default]
    Truncate = 0,
    /// An error, [`crate::Error::LimitReached`].
    Fail = 1,
    /// As `Truncate`; of a page that is too long the beginning is read.
    TruncateInput = 2,
}

named! {
    OnLimit { Truncate = "truncate", Fail = "fail", TruncateInput = "truncate-input" }
}

/// Stops an analysis from another thread.
///
/// A request stops the page that is analyzed, with [`crate::Error::Cancelled`], or if there is none the next one; the
/// pages after it are analyzed again. It is looked at every thousand tags and between the algorithms.
///
/// ```
/// let mut analyzer = blockmask::Analyzer::default();
/// let token = analyzer.cancel_token();
/// std::thread::spawn(move || token.cancel()).join().unwrap();
/// assert_eq!(analyzer.analyze(b"<p>Rain").err(), Some(blockmask::Error::Cancelled));
/// assert!(analyzer.analyze(b"<p>Rain").is_ok());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    requested: Flag,
}

/// Where the request stands: in memory of its own, or in that of a handle of the C interface.
#[derive(Clone, Debug)]
enum Flag {
    Shared(Arc<AtomicBool>),
    #[cfg(feature = "capi")]
    Static(&'static AtomicBool),
}

impl Default for Flag {
    fn default() -> Flag {
        Flag::Shared(Arc::default())
    }
}

impl std::ops::Deref for Flag {
    type Target = AtomicBool;

    fn deref(&self) -> &AtomicBool {
        match self {
            Flag::Shared(flag) => flag,
            #[cfg(feature = "capi")]
            Flag::Static(flag) => flag,
        }
    }
}

impl CancelToken {
    /// A token that takes no memory.
    #[cfg(feature = "capi")]
    pub(crate) fn in_place(flag: &'static AtomicBool) -> CancelToken {
        CancelToken { requested: Flag::Static(flag) }
    }

    /// Asks for the end of the analysis. Does not wait for it.
    pub fn cancel(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Whether the request is still to be met.
    pub fn is_cancelled(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    /// Takes the request back; says if there was one.
    pub fn clear(&self) -> bool {
        self.requested.swap(false, Ordering::Relaxed)
    }
}

/// What an analysis may still spend, and whether somebody has stopped it.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    /// Steps left.
    pub steps: u64,
    /// Who may stop it.
    pub cancel: Option<CancelToken>,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch { steps: u64::MAX, cancel: None }
    }
}

impl Watch {
    /// Tokens to read before the watch is looked at again: few if few steps are left, so as not to pass the limit by more
    /// than a part of it.
    pub fn batch(&self) -> u32 {
        const MOST: u64 = 1024;
        (self.steps / 64).clamp(u64::from(self.steps > 0), MOST) as u32
    }

    /// Takes steps off what is left.
    pub fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_sub(steps);
    }

    /// Whether steps are limited.
    pub fn is_limited(&self) -> bool {
        // Without a limit no page spends half of them.
        self.steps < u64::MAX / 2
    }

    /// Whether somebody has stopped the analysis.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }

    /// An error if somebody has.
    pub fn check(&self) -> Result<(), Error> {
        if self.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }
}
