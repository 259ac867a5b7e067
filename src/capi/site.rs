//! Sites.
//!
//! A page alone cannot tell what stands on every page of its site. Statistics over a sample of the pages of a site, 32
//! by default and less than 3 kB for each, make the learned mask better on all pages of the site. blockmask_add_to_site
//! adds pages, in any order, also to several statistics that blockmask_merge_site unites; blockmask_write_site and
//! blockmask_restore_site keep them; blockmask_set_site uses them for the next pages of an analyzer.
//!
//! Statistics belong to a host, or to another part of the web whose pages share templates; and to the model that they
//! were made with. Any thread may use them, one at a time: a call that finds another thread inside the same statistics
//! returns BLOCKMASK_BUSY. Analyzers keep what they need of them.

use super::analyzer::{State, blockmask_analyzer};
use super::document::blockmask_document;
use super::guard::{Accept, enter, read, without_handle};
use super::malloc::{MallocBuffer, Owned, boxed};
use super::mark::{self, Mark, marked};
use super::pointer::{Out, array};
use super::status::{
    BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_OPTION, BLOCKMASK_BAD_POINTER, BLOCKMASK_BUSY, Failure, blockmask_status,
    failure,
};
use crate::on_demand::site::{SiteError, SiteStats};
use std::ffi::c_char;
use std::sync::{Mutex, MutexGuard};

/// Statistics over the pages of a site.
#[repr(C)]
pub struct blockmask_site {
    mark: Mark,
    stats: Mutex<SiteStats>,
}

marked!(blockmask_site, b"sitestat");

impl From<SiteError> for Failure {
    fn from(error: SiteError) -> Failure {
        match error {
            SiteError::OutOfMemory => Failure::out_of_memory(),
            _ => failure!(BLOCKMASK_BAD_OPTION, "{error}"),
        }
    }
}

// Exclusive access. Statistics are valid even if a call with them panicked.
unsafe fn lock<'s>(site: *const blockmask_site) -> Result<MutexGuard<'s, SiteStats>, Failure> {
    // SAFETY: by the header's rules NULL, or made by this library and not yet freed.
    if !unsafe { mark::is_valid(site) } {
        return Err(Failure::new(BLOCKMASK_BAD_POINTER, "site is NULL or not site statistics"));
    }
    // SAFETY: statistics.
    match unsafe { &(*site).stats }.try_lock() {
        Ok(stats) => Ok(stats),
        Err(std::sync::TryLockError::Poisoned(stats)) => Ok(stats.into_inner()),
        Err(std::sync::TryLockError::WouldBlock) => {
            Err(Failure::new(BLOCKMASK_BUSY, "another thread is inside a call with the site statistics"))
        }
    }
}

fn to_caller(stats: SiteStats) -> Result<*mut blockmask_site, Failure> {
    Ok(Box::into_raw(boxed(blockmask_site { mark: Mark::of::<blockmask_site>(), stats: Mutex::new(stats) })?))
}

/// Creates statistics without any page, for a sample of that many pages, 1 to 256, or 32 for 0; to be freed with
/// blockmask_free_site. The secret decides which pages are sampled: choose it at random, and use the same for all parts of
/// a site, so that no author can make pages that are sampled more often; it is part of the written bytes. 0 is no secret.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_create_site_with_secret(
    pages: u32,
    secret: u64,
    site: *mut *mut blockmask_site,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller makes the same promise.
        let mut out = unsafe { Out::new(site, "site") }?;
        let stats = match pages {
            0 => SiteStats::with_secret(SiteStats::new().capacity(), secret),
            1..=256 => SiteStats::with_secret(pages as usize, secret),
            _ => return Err(Failure::new(BLOCKMASK_BAD_ARGUMENT, "a sample has at most 256 pages")),
        };
        out.write(to_caller(stats)?);
        Ok(())
    })
}

/// Restores statistics from the bytes that blockmask_write_site wrote, on any machine; to be freed with
/// blockmask_free_site. The bytes are not needed after the call. Returns BLOCKMASK_BAD_OPTION for any that are damaged,
/// of another version of the library, or no statistics.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_restore_site(
    bytes: *const c_char,
    length: usize,
    site: *mut *mut blockmask_site,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises `length` bytes and a variable.
        let (mut out, bytes) = unsafe { (Out::new(site, "site")?, array(bytes.cast(), length, "bytes")?) };
        out.write(to_caller(SiteStats::read(bytes)?)?);
        Ok(())
    })
}

/// Frees statistics, or NULL. No thread may be inside a call with them; analyzers that use them may go on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_free_site(site: *mut blockmask_site) {
    // SAFETY: by the header's rules NULL, or made by this library, freed once and used by nobody else now.
    unsafe { mark::free(site) }
}

/// Adds a page. The statistics use the probabilities by the model alone, so the analyzer of the page may use other
/// statistics. A page may be added several times: the address of its hints identifies it. Versions of a page without an
/// address count as different pages. The bytes of the page are read.
///
/// Returns BLOCKMASK_BAD_OPTION, and changes nothing, if the mask is not BLOCKMASK_MASK_LEARNED, or if the earlier
/// pages were analyzed with another model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_add_to_site(
    site: *mut blockmask_site,
    document: *const blockmask_document,
) -> blockmask_status {
    // SAFETY: the caller promises valid statistics and a document.
    unsafe {
        read(document, |view| {
            let mut stats = lock(site)?;
            let address = view.document.address.unwrap_or_default();
            Ok(stats.add_bytes(view.document, address.as_bytes())?)
        })
    }
}

/// Adds the pages of other statistics, which do not change. The result equals, bit for bit, statistics made from all
/// pages together, in any order. If the samples are of different sizes, the smaller one counts. Returns
/// BLOCKMASK_BAD_OPTION, and changes nothing, if they were made with another model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_merge_site(
    site: *mut blockmask_site,
    other: *const blockmask_site,
) -> blockmask_status {
    without_handle(|| {
        if std::ptr::eq(site, other) {
            // SAFETY: the caller promises valid statistics.
            return unsafe { lock(site) }.map(drop);
        }
        // SAFETY: the caller promises valid statistics.
        let (mut stats, other) = unsafe { (lock(site)?, lock(other)?) };
        Ok(stats.merge(&other)?)
    })
}

/// Writes the number of sampled pages.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_site_pages(site: *const blockmask_site, pages: *mut u32) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller makes the same promises.
        let (stats, mut out) = unsafe { (lock(site)?, Out::new(pages, "pages")?) };
        out.write(stats.pages() as u32);
        Ok(())
    })
}

/// Writes the address of the statistics as bytes, which are the same on every machine, and their number: at most 3 kB
/// for each sampled page. They are owned by the caller, who frees them with blockmask_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_site(
    site: *const blockmask_site,
    bytes: *mut *mut c_char,
    length: *mut usize,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller makes the same promises.
        let (stats, mut out, mut out_length) =
            unsafe { (lock(site)?, Out::new(bytes, "bytes")?, Out::new(length, "length")?) };
        let written = stats.try_write()?;
        let mut buffer = MallocBuffer::with_capacity(written.len())?;
        buffer.extend(&written)?;
        out_length.write(written.len());
        out.write(buffer.into_raw().cast());
        Ok(())
    })
}

/// Sets what is known of the site that the next pages of the analyzer are from: the statistics as they are now, of
/// which the analyzer keeps what it needs. NULL removes it. The borrowed document of the analyzer is discarded.
/// blockmask_reset_analyzer does not change it, blockmask_set_model removes it. Masks other than BLOCKMASK_MASK_LEARNED
/// do not use it. Returns BLOCKMASK_BAD_OPTION, and keeps what was set, for statistics from another model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_set_site(
    analyzer: *mut blockmask_analyzer,
    site: *const blockmask_site,
) -> blockmask_status {
    let work = |state: &mut State| {
        let prior = match site.is_null() {
            true => None,
            // SAFETY: the caller promises valid statistics.
            false => Some(Owned::new(unsafe { lock(site) }?.try_prior()?)?),
        };
        state.set_site(prior)
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

#[cfg(test)]
mod tests {
    use super::super::render::blockmask_free;
    use super::super::start::*;
    use super::super::status::{BLOCKMASK_OK, blockmask_last_error};
    use super::*;
    use crate::capi::analyzer::blockmask_reset_analyzer;
    use std::ptr::{null, null_mut};

    #[test]
    fn statistics_are_made_kept_merged_and_used() {
        let page = c"<nav><p>Home</nav><p>Rain fell on the city.";
        let (mut analyzer, mut site, mut copy, mut bytes) = (null_mut(), null_mut(), null_mut(), null_mut());
        let (mut length, mut pages, mut document) = (0, 0, null());
        // SAFETY: valid variables, and handles that are freed once, at the end.
        unsafe {
            assert_eq!(blockmask_create_analyzer(null(), &mut analyzer), BLOCKMASK_OK);
            assert_eq!(blockmask_create_site_with_secret(257, 0, &mut site), BLOCKMASK_BAD_ARGUMENT);
            assert_eq!(blockmask_create_site_with_secret(0, 7, &mut site), BLOCKMASK_OK);
            assert_eq!(blockmask_set_site(analyzer, site), BLOCKMASK_OK);
            assert_eq!(blockmask_analyze(analyzer, page.as_ptr(), 40, null(), &mut document), BLOCKMASK_OK);
            assert_eq!(blockmask_add_to_site(site, document), BLOCKMASK_OK);
            assert_eq!(blockmask_add_to_site(null_mut(), document), BLOCKMASK_BAD_POINTER);
            assert_eq!(blockmask_write_site(site, &mut bytes, &mut length), BLOCKMASK_OK);
            assert_eq!(blockmask_restore_site(bytes, length, &mut copy), BLOCKMASK_OK);
            assert_eq!(blockmask_restore_site(bytes, length - 1, &mut copy), BLOCKMASK_BAD_OPTION);
            let message = std::ffi::CStr::from_ptr(blockmask_last_error()).to_str().unwrap();
            assert!(message.starts_with("the site statistics are damaged"), "{message}");
            assert_eq!(blockmask_merge_site(site, copy), BLOCKMASK_OK);
            assert_eq!(blockmask_merge_site(site, site), BLOCKMASK_OK);
            assert_eq!((blockmask_get_site_pages(site, &mut pages), pages), (BLOCKMASK_OK, 1));
            assert_eq!(blockmask_set_site(analyzer, copy), BLOCKMASK_OK);
            blockmask_free(bytes.cast());
            blockmask_free_site(copy);
            blockmask_free_site(site);
            assert_eq!(blockmask_reset_analyzer(analyzer), BLOCKMASK_OK);
            assert_eq!(blockmask_analyze(analyzer, page.as_ptr(), 40, null(), &mut document), BLOCKMASK_OK);
            assert_eq!(blockmask_set_site(analyzer, null()), BLOCKMASK_OK);
            blockmask_free_analyzer(analyzer);
        }
    }
}
