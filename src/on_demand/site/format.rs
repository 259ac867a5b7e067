//! Statistics as bytes.
//!
//! # Format
//! Little-endian, without padding: `BMSITE`, u16 version of the format; u32 version of the hashes, u32 version of the
//! features; u64 number of the model, 0 for none; u64 secret; u16 capacity, u16 number of pages. Then, page after page
//! in the order of the keys: u64 hash of the address, u32 hash of its prefix, u64 class, 8 u32 min-hashes, u16 number of paths, u16 number of texts; for
//! each path, ascending, its u32 hash, u16 tokens and u16 expected content tokens in sixteenths; and the u32 hashes of
//! the texts, ascending. Last a u64, FNV-1a over all bytes before.
//!
//! Nothing is accepted that [`write`] would not have written, so equal statistics are equal bytes.

use super::page::{CONTENT_UNIT, MAX_PATHS, MAX_TEXTS, MAX_TOKENS, PathCount, SampledPage};
use super::{MAX_CAPACITY, SiteError, SiteStats};
use crate::base::fallible::try_collect;
use crate::base::fnv;
use crate::read::page::hashes::HASH_VERSION;
use std::collections::TryReserveError;

const MAGIC: &[u8; 6] = b"BMSITE";
/// The version of the format.
pub(super) const VERSION: u32 = 2;
/// The version of the features that the model reads.
pub(super) const FEATURES: u32 = crate::judge::mask::features::VERSION;

const HEAD_LEN: usize = 36;
/// Bytes of a page without its paths and texts.
const PAGE_LEN: usize = 56;
const PATH_LEN: usize = 8;
const SUM_LEN: usize = 8;

pub(super) fn write(stats: &SiteStats) -> Result<Vec<u8>, TryReserveError> {
    let len_of = |page: &SampledPage| PAGE_LEN + PATH_LEN * page.paths().len() + size_of_val(page.texts());
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(HEAD_LEN + stats.pages.iter().map(len_of).sum::<usize>() + SUM_LEN)?;
    bytes.extend(MAGIC);
    bytes.extend((VERSION as u16).to_le_bytes());
    bytes.extend(HASH_VERSION.to_le_bytes());
    bytes.extend(FEATURES.to_le_bytes());
    bytes.extend(stats.model.unwrap_or_default().to_le_bytes());
    bytes.extend(stats.secret.to_le_bytes());
    bytes.extend((stats.capacity as u16).to_le_bytes());
    bytes.extend((stats.pages.len() as u16).to_le_bytes());
    for page in &stats.pages {
        bytes.extend(page.address().to_le_bytes());
        bytes.extend(page.prefix().to_le_bytes());
        bytes.extend(page.class().to_le_bytes());
        bytes.extend(page.min_hashes().iter().flat_map(|hash| hash.to_le_bytes()));
        bytes.extend((page.paths().len() as u16).to_le_bytes());
        bytes.extend((page.texts().len() as u16).to_le_bytes());
        for count in page.paths() {
            bytes.extend(count.path.to_le_bytes());
            bytes.extend(count.tokens.to_le_bytes());
            bytes.extend(count.content.to_le_bytes());
        }
        bytes.extend(page.texts().iter().flat_map(|hash| hash.to_le_bytes()));
    }
    bytes.extend(fnv::hash(bytes.iter().copied()).to_le_bytes());
    Ok(bytes)
}

pub(super) fn read(bytes: &[u8]) -> Result<SiteStats, SiteError> {
    let mut reader = Reader { bytes };
    if reader.array() != Ok(*MAGIC) {
        return Err(SiteError::NotStats);
    }
    // Versions come first, so that the statistics of other versions are called so and not damaged.
    let version = reader.u16()?.into();
    if version != VERSION {
        return Err(SiteError::OtherVersion { found: version });
    }
    let (hashes, features) = (reader.u32()?, reader.u32()?);
    if (hashes, features) != (HASH_VERSION, FEATURES) {
        return Err(SiteError::OtherFeatures { found: features });
    }
    let (content, &sum) = bytes.split_last_chunk().ok_or(SiteError::Damaged)?;
    if fnv::hash(content.iter().copied()) != u64::from_le_bytes(sum) {
        return Err(SiteError::Damaged);
    }
    let (model, secret) = (reader.u64()?, reader.u64()?);
    let (capacity, count) = (usize::from(reader.u16()?), usize::from(reader.u16()?));
    let pages = try_collect((0..count.min(MAX_CAPACITY)).map(|_| reader.page(secret)))?;
    let stats = SiteStats { model: Some(model).filter(|&model| model != 0), secret, capacity, pages };
    // What remains is the checksum.
    match reader.bytes.len() == sum.len() && count <= capacity && capacity <= MAX_CAPACITY && is_sampled(&stats) {
        true => Ok(stats),
        false => Err(SiteError::Damaged),
    }
}

/// Whether these can be the statistics of some pages.
fn is_sampled(stats: &SiteStats) -> bool {
    let is_new = |(at, page): (usize, &SampledPage)| !stats.pages[..at].iter().any(|other| super::is_copy(page, other));
    stats.pages.is_sorted()
        && stats.pages.iter().enumerate().all(is_new)
        && stats.capacity > 0
        && (stats.model.is_some() || stats.pages.is_empty())
}

/// The bytes that are still to be read.
struct Reader<'b> {
    bytes: &'b [u8],
}

impl Reader<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], SiteError> {
        let (array, rest) = self.bytes.split_first_chunk().ok_or(SiteError::Damaged)?;
        self.bytes = rest;
        Ok(*array)
    }

    fn u16(&mut self) -> Result<u16, SiteError> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, SiteError> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, SiteError> {
        self.array().map(u64::from_le_bytes)
    }

    fn page(&mut self, secret: u64) -> Result<SampledPage, SiteError> {
        let (address, prefix, class) = (self.u64()?, self.u32()?, self.u64()?);
        let mut min_hashes = [0; 8];
        for hash in &mut min_hashes {
            *hash = self.u32()?;
        }
        let (paths, texts) = (self.u16()?.into(), self.u16()?.into());
        if paths > MAX_PATHS || texts > MAX_TEXTS {
            return Err(SiteError::Damaged);
        }
        let paths = try_collect((0..paths).map(|_| self.count()))?;
        let texts = try_collect((0..texts).map(|_| self.u32()))?;
        match paths.is_sorted_by(|a, b| a.path < b.path) && texts.is_sorted_by(|a, b| a < b) {
            true => Ok(SampledPage::new(secret, (address, prefix), class, min_hashes, (paths, texts))),
            false => Err(SiteError::Damaged),
        }
    }

    fn count(&mut self) -> Result<PathCount, SiteError> {
        let count = PathCount { path: self.u32()?, tokens: self.u16()?, content: self.u16()? };
        let all = u64::from(count.tokens) * CONTENT_UNIT;
        match (1..=MAX_TOKENS).contains(&count.tokens.into()) && u64::from(count.content) <= all {
            true => Ok(count),
            false => Err(SiteError::Damaged),
        }
    }
}
