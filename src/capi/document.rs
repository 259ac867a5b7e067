//! Owned documents.
//!
//! A document that must outlive the analyzer, or the next page, is made by blockmask_analyze_owned. It owns its tables
//! and a copy of the page: it may move to another thread, and the analyzer may be freed before it. The memory of the
//! tables moves out of the analyzer, so that the next page allocates anew; blockmask_return_document gives it back.

use super::analyzer::{CancelFlag, State, blockmask_analyzer};
use super::guard::{Accept, enter, read};
use super::mark::{self, Mark, marked};
use super::options::blockmask_hints;
use super::pointer::{Out, array};
use super::status::{
    BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_POINTER, BLOCKMASK_BUSY, BLOCKMASK_NO_PAGE, BLOCKMASK_OK, Failure,
    blockmask_status,
};
use super::tables::Tables;
use crate::base::arena::{Ended, catch_ended};
use crate::{Document, OwnedDocument, Parts};
use std::cell::UnsafeCell;
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Analyzes one page like blockmask_analyze, and writes the address of a document that the caller owns, to be freed
/// with blockmask_free_document or given back with blockmask_return_document. The page is copied: its bytes are not
/// needed after the call. The borrowed document of the analyzer is discarded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_analyze_owned(
    analyzer: *mut blockmask_analyzer,
    html: *const c_char,
    length: usize,
    hints: *const blockmask_hints,
    document: *mut *mut blockmask_document,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises a variable, `length` bytes, and hints or NULL.
        let (mut out, html, hints) = unsafe {
            (Out::new(document, "document")?, array(html.cast(), length, "html")?, blockmask_hints::read(hints)?)
        };
        out.write(state.held.analyze_owned(html, hints, state.token.watched())?);
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Frees an owned document, and keeps its memory for the next pages of an analyzer: of the one that made it, or of
/// another. The borrowed document of the analyzer is discarded. No thread may be inside a call with the document.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_return_document(
    analyzer: *mut blockmask_analyzer,
    document: *mut blockmask_document,
) -> blockmask_status {
    // SAFETY: the caller promises a valid analyzer, and an owned document that nobody else uses.
    unsafe { enter(analyzer, Accept::Sound, |state| state.held.give_back(document)) }
}

/// Like blockmask_cancel_analyzer, for calls that derive something from an owned document, which stays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_cancel_document(document: *const blockmask_document) -> blockmask_status {
    // SAFETY: by the header's rules NULL or a document.
    if !unsafe { mark::is_valid(document) } {
        return BLOCKMASK_BAD_POINTER;
    }
    // SAFETY: not NULL, and by the header's rules not yet freed. The field is set before callers know the document.
    let Some(cancel) = (unsafe { &(*document).cancel }) else { return BLOCKMASK_BAD_ARGUMENT };
    cancel.cancel();
    BLOCKMASK_OK
}

/// Gives a document a result that the caller owns and would free with blockmask_free, or NULL: from now on it belongs to
/// the document and is freed with it, as its tables are. For hosts whose errors jump over the code that would free it.
/// Only with BLOCKMASK_OK; otherwise the caller still owns it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_keep_result(
    document: *const blockmask_document,
    memory: *const c_void,
) -> blockmask_status {
    // SAFETY: the caller promises a document, and a result that nobody else frees.
    unsafe { read(document, |view| view.tables().kept.push(memory)) }
}

/// Frees a document that blockmask_analyze_owned made, or NULL. No thread may be inside a call with it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_free_document(document: *mut blockmask_document) {
    // SAFETY: by the header's rules NULL, or made by blockmask_analyze_owned, freed once and used by nobody else now.
    drop(unsafe { blockmask_document::take(document) });
}

// A document and the tables that are made of it. One that belongs to an analyzer is in the same place for all of its
// pages; one of the caller's is never changed.
#[repr(C)]
pub struct blockmask_document {
    mark: Mark,
    users: Users,
    // What `users` guards.
    content: UnsafeCell<Content>,
    // Of an owned document, which has its token: after the content, so that it is dropped later.
    cancel: Option<CancelFlag>,
    tables: Mutex<Tables>,
}

marked!(blockmask_document, b"document");

// What is in a document.
#[derive(Default)]
pub(super) enum Content {
    #[default]
    Nothing,
    // Borrows from an analyzer and from the caller's page; its lifetime is a placeholder.
    Lent(Document<'static>),
    Owned(OwnedDocument),
}

impl Content {
    fn document(&self) -> Option<&Document<'_>> {
        match self {
            Content::Nothing => None,
            Content::Lent(document) => Some(document),
            Content::Owned(owned) => Some(owned.document()),
        }
    }
}

// A document as one call reads it.
pub(super) struct View<'v> {
    pub document: &'v Document<'v>,
    tables: &'v Mutex<Tables>,
}

impl<'v> View<'v> {
    pub fn tables(&self) -> MutexGuard<'v, Tables> {
        lock(self.tables)
    }

    // What is made of the document on demand. It ends if memory runs out, and if the analyzer's request to cancel is
    // pending, which is then done.
    pub fn derive<T>(&self, work: impl FnOnce(&Document<'v>) -> T) -> Result<T, Failure> {
        let made = catch_ended(|| work(self.document));
        if let (Err(Ended::Cancelled), Some(token)) = (&made, self.document.cancel.get()) {
            token.clear();
        }
        Ok(made?)
    }

    // The document, if the part of this name was computed; `what` is what the caller asked for, with its verb.
    pub fn computed(&self, part: Parts, what: &str, name: &str) -> Result<&'v Document<'v>, Failure> {
        match self.document.parts().contains(part) {
            true => Ok(self.document),
            false => Err(Failure::not_computed(what, name)),
        }
    }
}

impl blockmask_document {
    // The document of an analyzer, which holds no page yet.
    pub(super) fn lent() -> blockmask_document {
        blockmask_document {
            mark: Mark::of::<blockmask_document>(),
            users: Users::default(),
            content: UnsafeCell::default(),
            cancel: None,
            tables: Mutex::default(),
        }
    }

    // A document of the caller's; `watched` as in `blockmask_analyzer::new`.
    pub(super) fn owned(
        owned: OwnedDocument,
        watched: Option<&'static AtomicI32>,
    ) -> Result<blockmask_document, Failure> {
        let cancel = CancelFlag::new()?;
        // SAFETY: the content, which holds the token, is dropped before the flag, here and by whom `take` gives both.
        owned.set_cancel_token(unsafe { cancel.token(watched) });
        let content = UnsafeCell::new(Content::Owned(owned));
        Ok(blockmask_document { content, cancel: Some(cancel), ..blockmask_document::lent() })
    }

    // Lets `work` read the document, together with other threads.
    pub(super) fn read<T>(&self, work: impl FnOnce(&View<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        let _reading = self.users.enter()?;
        // SAFETY: nobody changes the content while a call reads it.
        let content = unsafe { &*self.content.get() };
        let gone = || Failure::new(BLOCKMASK_NO_PAGE, "the document is gone: the analyzer holds no page");
        work(&View { document: content.document().ok_or_else(gone)?, tables: &self.tables })
    }

    // Discards the content, and lets `work` make another. Meanwhile calls that read the document are turned away.
    //
    // SAFETY, for callers: what the content borrows lives until it is replaced, or this is dropped.
    pub(super) unsafe fn replace(
        &self,
        work: impl FnOnce() -> Result<Option<Document<'static>>, Failure>,
    ) -> Result<(), Failure> {
        let _alone = self.users.exclude()?;
        // SAFETY: no other call has a reference to the content, and none will until `_alone` is dropped.
        let content = unsafe { &mut *self.content.get() };
        *content = Content::Nothing;
        self.tables().clear();
        *content = work()?.map_or(Content::Nothing, Content::Lent);
        Ok(())
    }

    // The content of an owned document, which is freed, and what must be dropped after it.
    //
    // SAFETY, for callers: NULL or a document, which nobody else uses.
    pub(super) unsafe fn take(
        document: *mut blockmask_document,
    ) -> Result<(OwnedDocument, Option<CancelFlag>), Failure> {
        let bad = |status, text| Err(Failure::new(status, text));
        // SAFETY: the caller's promise.
        if !unsafe { mark::is_valid(document) } {
            return bad(BLOCKMASK_BAD_POINTER, "document is NULL or not a document");
        }
        // SAFETY: a document, whose content nobody else uses.
        let is_owned = unsafe { matches!(*(*document).content.get(), Content::Owned(_)) };
        // SAFETY: the content shows that it was made by blockmask_analyze_owned, and so in a box.
        let taken = is_owned.then(|| unsafe { mark::take(document) }).flatten().map(|document| *document);
        match taken.map(|document| (document.content.into_inner(), document.cancel)) {
            Some((Content::Owned(owned), cancel)) => Ok((owned, cancel)),
            _ => bad(BLOCKMASK_BAD_ARGUMENT, "the document belongs to an analyzer"),
        }
    }

    pub(super) fn tables(&self) -> MutexGuard<'_, Tables> {
        lock(&self.tables)
    }
}

// The tables, which other threads wait for. One whose making panicked is made again.
fn lock(tables: &Mutex<Tables>) -> MutexGuard<'_, Tables> {
    tables.lock().unwrap_or_else(PoisonError::into_inner)
}

// How many calls read a document, or `ALONE` for one that changes it.
#[derive(Default)]
struct Users(AtomicU32);

const ALONE: u32 = u32::MAX;

impl Users {
    fn enter(&self) -> Result<Leave<'_>, Failure> {
        let entered = self.0.fetch_update(Ordering::Acquire, Ordering::Relaxed, |users| {
            users.checked_add(1).filter(|&users| users < ALONE)
        });
        match entered {
            Ok(_) => Ok(Leave(self)),
            Err(_) => {
                Err(Failure::new(BLOCKMASK_BUSY, "another thread analyzes the next page of the document's analyzer"))
            }
        }
    }

    fn exclude(&self) -> Result<Leave<'_>, Failure> {
        match self.0.compare_exchange(0, ALONE, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => Ok(Leave(self)),
            Err(_) => Err(Failure::new(BLOCKMASK_BUSY, "another thread reads the document of the analyzer")),
        }
    }
}

// One user, who leaves when this is dropped.
struct Leave<'u>(&'u Users);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        match self.0.0.load(Ordering::Relaxed) {
            ALONE => self.0.0.store(0, Ordering::Release),
            _ => {
                self.0.0.fetch_sub(1, Ordering::Release);
            }
        }
    }
}

// The header says that documents may move between threads, and that several may read one.
const _: fn() = || {
    fn may<T: Send + Sync>() {}
    may::<(Document<'static>, OwnedDocument, Mutex<Tables>)>();
};
