//! Resource limits of an analysis, and its cancellation from another thread.

use crate::base::error::Error;
use crate::base::named::named;
use std::cell::Cell;
use std::sync::Arc;
#[cfg(feature = "capi")]
use std::sync::atomic::AtomicI32;
#[cfg(feature = "unstable")]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::{AtomicBool, Ordering};

/// Limits of an analysis.
///
/// | limit | counts | default | when it is reached (unless [`OnLimit::Fail`] is set) | [`Truncation`](crate::Truncation) |
/// |---|---|---|---|---|
/// | [`max_input`](Limits::max_input) | bytes of the page | 256 MiB | the page is rejected; with [`OnLimit::TruncateInput`] the rest is not read | `INPUT` |
/// | [`max_nodes`](Limits::max_nodes) | nodes of the tree | 2^31 - 1 | the rest is not read | `NODES` |
/// | [`max_depth`](Limits::max_depth) | depth of the tree | 512 | deeper elements become children of those above | `DEPTH` |
/// | [`max_attributes`](Limits::max_attributes) | attributes of all elements together | 2^31 - 1 | further attributes are dropped | `ATTRIBUTES` |
/// | [`max_blocks`](Limits::max_blocks) | blocks of text | 2^31 - 1 | further text is dropped | `BLOCKS` |
/// | [`max_memory`](Limits::max_memory) | bytes of memory for a page, including 40 KiB besides the tables | 4 GiB | only the first half, quarter and so on of the page is analyzed | `MEMORY` |
/// | [`max_output`](Limits::max_output) | bytes of each output that repeats parts of the page, for each of its bytes, besides 1 MiB | 64 | tag paths begin with `…/`, links have no target | `OUTPUT` |
/// | [`max_steps`](Limits::max_steps) | tags, texts and comments, and steps of repair, search and matching of style sheets | none | the rest is not read, the region stays larger, or style sheets are ignored | `STEPS` |
///
/// Two limits are fixed. An element keeps at most 2,048 attributes, with names of at most 65,535 bytes (fewer if names
/// are crafted to have equal hashes); dropping others sets `ATTRIBUTES`. And the repair of misnested markup and the
/// search for the region have budgets linear in the size of the page, far above what ordinary pages need; exceeding one
/// sets `WORK`.
///
/// No limit is exceeded, with two exceptions: `html`, `head` and `body` exist even if `max_nodes` is less than 3, and
/// `max_steps` is checked periodically, so that it may be exceeded by 2 %. Results are deterministic: they depend
/// neither on the machine nor on earlier pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum size of a page in bytes. At most 4 GiB - 2, because offsets have 32 bits.
    pub max_input: u64,
    /// The maximum number of nodes in the tree.
    pub max_nodes: u32,
    /// The maximum depth of the tree; less than 4 counts as 4. The text of `script`, `style`, `title`, `textarea`,
    /// `xmp`, `iframe`, `noembed` and `noframes` may be one level deeper, because it must not become text of the page.
    pub max_depth: u16,
    /// The maximum number of attributes of all elements together; an element keeps at most 2,048.
    pub max_attributes: u32,
    /// The maximum number of blocks.
    pub max_blocks: u32,
    /// The maximum memory of the tables of a page, and of what the analyzer retains for the next page, in bytes.
    ///
    /// Requires unwinding: with `panic = "abort"` reaching this limit aborts the process.
    pub max_memory: u64,
    /// The maximum number of steps: tags, texts and comments, and steps of repair, search and matching of style sheets.
    pub max_steps: u64,
    /// The maximum length of each output that repeats parts of the page (all tag paths together, all link targets
    /// together, Markdown), in bytes per byte of the page plus 1 MiB.
    ///
    /// If the tag paths are longer, each gets an equal share, and longer paths are shortened at the root. Links beyond
    /// this limit have no target, address or `rel`. Markdown beyond it has no targets, lists, quotations or tables.
    pub max_output: u64,
    /// What happens when a limit is reached.
    pub on_limit: OnLimit,
}

impl Limits {
    /// The maximum length of a page that is analyzed completely, in bytes.
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
            max_output: 64,
            on_limit: OnLimit::Truncate,
        }
    }
}

/// The reaction when a limit is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum OnLimit {
    /// The document is truncated and reports the limit ([`crate::Document::truncation`]). A page longer than
    /// [`Limits::max_input`] is rejected.
    #[default]
    Truncate = 0,
    /// An error, [`crate::Error::LimitReached`].
    Fail = 1,
    /// Like `Truncate`, but a page longer than [`Limits::max_input`] is truncated, too.
    TruncateInput = 2,
}

named! {
    OnLimit { Truncate = "truncate", Fail = "fail", TruncateInput = "truncate-input" }
}

/// Cancels an analysis from another thread.
///
/// A request cancels the current analysis with [`crate::Error::Cancelled`], or the next one if none is running; later
/// pages are analyzed normally. The analyzer checks for requests every thousand tags and between the algorithms.
///
/// It also cancels what is made of a borrowed [`Document`](crate::Document) on demand: Markdown, plain text, HTML, zones,
/// joined texts, passages, facts, records, annotations and rows of Arrow check for requests at every block or element. The
/// result is then empty, and the request stays, so that [`CancelToken::is_cancelled`] tells; [`CancelToken::clear`] it to
/// go on. Results of one block, link or image are not cancelled, nor those of documents that own their memory, and none
/// in programs that are built with `panic = "abort"`.
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
    /// A flag of the program that C code is part of: it, too, requests while it is not 0.
    #[cfg(feature = "capi")]
    watched: Option<&'static AtomicI32>,
    /// For tests: the checks that are left before a request is made.
    #[cfg(feature = "unstable")]
    countdown: Option<Arc<AtomicU64>>,
}

/// The flag of a request, in shared memory or in a handle of the C interface.
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
    /// A token that does not allocate.
    #[cfg(feature = "capi")]
    pub(crate) fn in_place(flag: &'static AtomicBool, watched: Option<&'static AtomicI32>) -> CancelToken {
        CancelToken {
            requested: Flag::Static(flag),
            watched,
            #[cfg(feature = "unstable")]
            countdown: None,
        }
    }

    /// The flag of the program that it watches.
    #[cfg(feature = "capi")]
    pub(crate) fn watched(&self) -> Option<&'static AtomicI32> {
        self.watched
    }

    /// For tests: a token that requests cancellation after this many checks.
    #[cfg(feature = "unstable")]
    pub fn after(checks: Arc<AtomicU64>) -> CancelToken {
        CancelToken { countdown: Some(checks), ..CancelToken::default() }
    }

    #[cfg(feature = "unstable")]
    fn count_down(&self) {
        let count = |left: &Arc<AtomicU64>| {
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
        };
        if self.countdown.as_ref().is_some_and(count) {
            self.cancel();
        }
    }

    /// Requests cancellation, without waiting for it.
    pub fn cancel(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Whether a request is pending.
    pub fn is_cancelled(&self) -> bool {
        #[cfg(feature = "unstable")]
        self.count_down();
        #[cfg(feature = "capi")]
        if self.watched.is_some_and(|flag| flag.load(Ordering::Relaxed) != 0) {
            return true;
        }
        self.requested.load(Ordering::Relaxed)
    }

    /// Withdraws the request. Returns whether one was pending.
    pub fn clear(&self) -> bool {
        self.requested.swap(false, Ordering::Relaxed)
    }
}

/// The nodes or blocks between two checks for a request to cancel: a millisecond of work.
pub(crate) const ITEMS_PER_CHECK: usize = 1 << 14;

/// The remaining step budget of an analysis, and its cancellation.
#[derive(Clone, Debug)]
pub struct Watch {
    /// The remaining steps.
    pub steps: u64,
    /// The token that can cancel it.
    pub cancel: Option<CancelToken>,
    /// Whether a request was seen. It ends the analysis even if it is withdrawn, because a loop may have stopped for it.
    was_cancelled: Cell<bool>,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch::new(u64::MAX, None)
    }
}

impl Watch {
    /// A budget of steps, and the token that can cancel the analysis.
    pub fn new(steps: u64, cancel: Option<CancelToken>) -> Watch {
        Watch { steps, cancel, was_cancelled: Cell::new(false) }
    }

    /// The number of tokens to read before the next check: few if few steps remain, so that the limit is exceeded by a
    /// small fraction only.
    pub fn batch(&self) -> u32 {
        const MAX: u64 = 1024;
        (self.steps / 64).clamp(u64::from(self.steps > 0), MAX) as u32
    }

    /// Subtracts steps from the budget.
    pub fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_sub(steps);
    }

    /// Whether steps are limited.
    pub fn is_limited(&self) -> bool {
        // No page spends half of the unlimited budget.
        self.steps < u64::MAX / 2
    }

    /// Whether the analysis was cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        let Some(token) = &self.cancel else { return false };
        if !self.was_cancelled.get() {
            self.was_cancelled.set(token.is_cancelled());
        }
        self.was_cancelled.get()
    }

    /// Whether the analysis was cancelled, for item `i` of a loop over nodes or blocks: only some items ask.
    #[inline(always)]
    pub fn is_cancelled_at(&self, i: usize) -> bool {
        i.is_multiple_of(ITEMS_PER_CHECK) && self.is_cancelled()
    }

    /// Returns an error if the analysis was cancelled.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    #[inline]
    pub fn check(&self) -> Result<(), Error> {
        if self.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }
}
