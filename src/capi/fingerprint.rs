//! Fingerprints.
//!
//! Hashes that find pages with the same text or nearly the same text, and pages of one template. docs/fingerprints.md
//! shows how to find duplicates among many pages.

use super::document::{View, blockmask_document};
use super::guard::{read, without_handle};
use super::pointer::{Out, read_struct};
use super::start::blockmask_table;
use super::status::{BLOCKMASK_BAD_ARGUMENT, Failure, blockmask_status, failure};
use super::tables::Tables;
use crate::Fingerprint;

/// The hashes of a page, to find its duplicates. They are equal on every machine, and may be stored. They depend on the
/// main text, and so on the options and on the model: compare pages that were analyzed alike. They are not
/// cryptographic: a page can be crafted to collide with another.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_fingerprint {
    /// sizeof(blockmask_fingerprint).
    pub size: u32,
    /// Definition and options; fingerprints of different versions cannot be compared.
    pub version: u32,
    /// 1 if the text has at least 13 tokens, else 0, and the page is never a duplicate.
    pub is_valid: u32,
    /// Tokens of the text.
    pub tokens: u32,
    /// Minima of eight hash functions over all 6-grams of tokens of the main text, or of the fingerprint_text of the
    /// options.
    pub min_hashes: [u64; 8],
    /// The majority of each bit over the hashes of all tokens.
    pub sim_hash: u64,
    /// Equal for pages of equal main text, word by word; 0 if there is none. Whitespace, punctuation, markup, encoding
    /// and the template around it do not matter.
    pub content_hash: u64,
    /// The majority of each bit over the hashes of the distinct tag paths of all text. Pages of equal tag paths have
    /// equal ones, pages of one template differ in few bits; 0 if there is no text.
    pub structure_hash: u64,
}

/// Writes the address of the fingerprint of the page, which needs BLOCKMASK_PART_FINGERPRINT. It belongs to the
/// document; copy it to keep it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_fingerprint(
    document: *const blockmask_document,
    fingerprint: *mut *const blockmask_fingerprint,
) -> blockmask_status {
    // SAFETY: the caller promises a document and a variable.
    unsafe {
        read(document, |view| {
            let mut out = Out::new(fingerprint, "fingerprint")?;
            out.write(view.tables().fingerprint(view)?.rows.cast());
            Ok(())
        })
    }
}

/// Tells how alike two pages are. Each output may be NULL.
///
/// is_near_duplicate: 1 if they have nearly the same text, else 0: both fingerprints are valid and of one version, and
/// at least 4 of their 8 min_hashes are equal. similarity: the share of equal min_hashes, 0 to 1 in steps of 1/8, an
/// estimate of the Jaccard similarity of the sets of 6-grams. distance: how many bits of sim_hash differ, 0 to 64,
/// about 32 for texts that have nothing in common. The last two are 0 and 64 if a fingerprint is not valid or if the
/// versions differ.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_match_fingerprints(
    left: *const blockmask_fingerprint,
    right: *const blockmask_fingerprint,
    is_near_duplicate: *mut u32,
    similarity: *mut f32,
    distance: *mut u32,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises two fingerprints, and variables or NULL.
        let (left, right, mut near, mut share, mut bits) = unsafe {
            (
                fingerprint(left, "left")?,
                fingerprint(right, "right")?,
                Out::optional(is_near_duplicate, "is_near_duplicate")?,
                Out::optional(similarity, "similarity")?,
                Out::optional(distance, "distance")?,
            )
        };
        near.iter_mut().for_each(|out| out.write(left.is_near_duplicate(&right).into()));
        share.iter_mut().for_each(|out| out.write(left.similarity(&right)));
        bits.iter_mut().for_each(|out| out.write(left.distance(&right)));
        Ok(())
    })
}

/// Writes the keys of locality-sensitive hashing by bands, to find near-duplicates among many pages: pages with a
/// common key agree on rows consecutive min_hashes. rows is 1 to 8. keys has room for 8; 8 / rows of them, rounded
/// down, are written, or none if the fingerprint is not valid; the rest become 0, and count is how many. With 1 row all
/// near-duplicates have a common key; with 2 fewer pages have to be compared and some are missed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_band_keys(
    fingerprint: *const blockmask_fingerprint,
    rows: u32,
    keys: *mut u64,
    count: *mut usize,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises a fingerprint, room for 8 keys, and a variable.
        let (fingerprint, mut room, mut count) = unsafe {
            (
                self::fingerprint(fingerprint, "fingerprint")?,
                Out::new(keys.cast::<[u64; 8]>(), "keys")?,
                Out::new(count, "count")?,
            )
        };
        if !(1..=8).contains(&rows) {
            return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "rows is {rows}, but must be 1 to 8"));
        }
        let found = fingerprint.band_keys(rows as usize);
        count.write(found.len());
        let mut keys = [0; 8];
        keys.iter_mut().zip(found).for_each(|(to, key)| *to = key);
        room.write(keys);
        Ok(())
    })
}

// A fingerprint of the caller's.
//
// SAFETY, for callers: NULL or a fingerprint.
unsafe fn fingerprint(row: *const blockmask_fingerprint, name: &str) -> Result<Fingerprint, Failure> {
    const NONE: blockmask_fingerprint = blockmask_fingerprint {
        size: 0,
        version: 0,
        is_valid: 0,
        tokens: 0,
        min_hashes: [0; 8],
        sim_hash: 0,
        content_hash: 0,
        structure_hash: 0,
    };
    // SAFETY: the caller's promise.
    let row = unsafe { read_struct(row, NONE, name) }?;
    Ok(Fingerprint {
        // No version is greater; one that is equals none of the library's.
        version: row.version.try_into().unwrap_or(u8::MAX),
        is_valid: row.is_valid == 1,
        tokens: row.tokens,
        min_hashes: row.min_hashes,
        sim_hash: row.sim_hash,
        content_hash: row.content_hash,
        structure_hash: row.structure_hash,
    })
}

impl Tables {
    fn fingerprint(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        let fingerprint = view.document.fingerprint();
        let fingerprint = fingerprint.ok_or_else(|| Failure::not_computed("the fingerprint was", "FINGERPRINT"))?;
        self.fingerprint.fill(std::iter::once(blockmask_fingerprint {
            size: size_of::<blockmask_fingerprint>() as u32,
            version: fingerprint.version.into(),
            is_valid: fingerprint.is_valid.into(),
            tokens: fingerprint.tokens,
            min_hashes: fingerprint.min_hashes,
            sim_hash: fingerprint.sim_hash,
            content_hash: fingerprint.content_hash,
            structure_hash: fingerprint.structure_hash,
        }))
    }
}
