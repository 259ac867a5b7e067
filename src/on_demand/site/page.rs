//! The statistics of a sampled page.

use crate::base::fallible::{collect, copy};
use crate::base::hash::{hash_bytes, mix};
use crate::base::sort::{sort, sort_by_key};
use crate::document::Document;
use crate::judge::fingerprint::{Fingerprint, FingerprintOptions};
use crate::judge::mask::NOT_CONTENT;
use crate::judge::mask::site::{short_hash, text_with_path};
use crate::read::page::TokenMode;
use crate::read::page::hashes::{PathHashes, text_hash};
use std::collections::TryReserveError;

/// The maximum number of paths of a page; the paths with the most tokens are kept.
pub(super) const MAX_PATHS: usize = 128;
/// The maximum number of texts of a page; the texts with the smallest hashes are kept, so that pages keep the same
/// texts.
pub(super) const MAX_TEXTS: usize = 440;
/// The maximum number of tokens of a page on a path.
pub(super) const MAX_TOKENS: u32 = 4095;
/// The unit of expected content tokens is a sixteenth, so that they fit into 16 bits.
pub(super) const CONTENT_UNIT: u64 = 16;

const ADDRESS_SEED: u64 = 0x4144_4452;
const PREFIX_SEED: u64 = 0x5052_4546;
const CLASS_SEED: u64 = 0x5041_4745;

/// The text on a tag path of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PathCount {
    /// The upper half of the path's hash.
    pub path: u32,
    /// Its tokens, 1 to [`MAX_TOKENS`].
    pub tokens: u16,
    /// The expected number of content tokens among them, in [`CONTENT_UNIT`]ths; at most all.
    pub content: u16,
}

/// A sampled page. Pages are ordered by key, and pages with equal keys by all other fields, so that the order is total.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SampledPage {
    key: u64,
    address: u64,
    class: u64,
    /// The hash of the beginning of the address.
    prefix: u32,
    /// The upper halves of the min-hashes of the content; all zero if the content is too short to compare pages.
    min_hashes: [u32; 8],
    /// Ascending by path.
    paths: Vec<PathCount>,
    /// The upper halves of the hashes of texts with their paths, ascending.
    texts: Vec<u32>,
}

impl SampledPage {
    /// A page with its key.
    pub fn new(
        secret: u64,
        (address, prefix): (u64, u32),
        class: u64,
        min_hashes: [u32; 8],
        (paths, texts): (Vec<PathCount>, Vec<u32>),
    ) -> SampledPage {
        let key = mix(mix(mix(CLASS_SEED, secret), address), class);
        SampledPage { key, address, class, prefix, min_hashes, paths, texts }
    }

    /// The sample of a page.
    pub fn of(document: &Document<'_>, address: &[u8], secret: u64) -> Result<SampledPage, TryReserveError> {
        let (mut paths, mut texts) = counts_and_texts(document)?;
        let fingerprint = of_content(document);
        let (class, min_hashes) = match fingerprint.is_valid {
            true => (fingerprint.min_hashes[0], fingerprint.min_hashes.map(short_hash)),
            false => (texts.iter().fold(CLASS_SEED, |hash, &text| mix(hash, text.into())), [0; 8]),
        };
        sort_by_key(&mut paths, |count| (u16::MAX - count.tokens, count.path));
        paths.truncate(MAX_PATHS);
        sort(&mut paths);
        texts.truncate(MAX_TEXTS);
        let address = address.split(|&byte| byte == b'#').next().unwrap_or_default();
        let prefix = short_hash(hash_bytes(PREFIX_SEED, prefix_of(address)));
        let address = (hash_bytes(ADDRESS_SEED, address), prefix);
        Ok(SampledPage::new(secret, address, class, min_hashes, (paths, texts)))
    }

    pub fn try_clone(&self) -> Result<SampledPage, TryReserveError> {
        let (paths, texts) = (copy(&self.paths)?, copy(&self.texts)?);
        Ok(SampledPage { paths, texts, ..*self })
    }

    pub fn address(&self) -> u64 {
        self.address
    }

    /// Pages of one class are near-duplicates.
    pub fn class(&self) -> u64 {
        self.class
    }

    /// Pages with one prefix may have one author.
    pub fn prefix(&self) -> u32 {
        self.prefix
    }

    pub fn min_hashes(&self) -> &[u32; 8] {
        &self.min_hashes
    }

    pub fn paths(&self) -> &[PathCount] {
        &self.paths
    }

    pub fn texts(&self) -> &[u32] {
        &self.texts
    }

    /// Whether two pages count as one: versions of one page, or near-duplicates.
    pub fn is_like(&self, other: &SampledPage) -> bool {
        let agreeing = self.min_hashes.iter().zip(&other.min_hashes).filter(|(a, b)| a == b && **a != 0).count();
        agreeing >= Fingerprint::MIN_AGREEMENT || self.address == other.address && self.address != NO_ADDRESS
    }
}

/// The beginning of an address: the host and the first folder of the path.
fn prefix_of(address: &[u8]) -> &[u8] {
    let host = memchr::memmem::find(address, b"://").map_or(0, |at| at + 3);
    let end = memchr::memchr(b'?', address).unwrap_or(address.len()).max(host);
    let second = memchr::memchr_iter(b'/', &address[host..end]).nth(1);
    let first = memchr::memchr(b'/', &address[host..end]);
    &address[..second.or(first).map_or(end, |at| host + at + 1)]
}

/// The hash of the empty address: without a byte, the seed stays.
const NO_ADDRESS: u64 = ADDRESS_SEED;

/// The probability of each block by the model, in 255ths; blocks that readers do not see are left out.
fn visible_blocks<'d>(document: &'d Document<'_>) -> impl Iterator<Item = (usize, u8)> + 'd {
    let mask = &document.mask;
    document.page.blocks.iter().enumerate().filter(|(_, block)| block.flags & NOT_CONTENT == 0 && block.tokens > 0).map(
        |(i, _)| {
            let with_site = || mask.labels.get(i).map_or(0, |label| (label.probability * 255.0).round() as u8);
            (i, mask.without_site.get(i).copied().unwrap_or_else(with_site))
        },
    )
}

/// The counts of all paths, and the hashes of all texts, ascending.
fn counts_and_texts(document: &Document<'_>) -> Result<(Vec<PathCount>, Vec<u32>), TryReserveError> {
    let (tree, blocks) = (&document.page.tree, document.page.blocks);
    let mut known = Vec::new();
    known.try_reserve_exact(tree.nodes.len())?;
    known.resize(tree.nodes.len(), 0);
    let mut hashes = PathHashes::new(&mut known);
    let (mut on_paths, mut texts) = (Vec::new(), Vec::new());
    for (i, probability) in visible_blocks(document) {
        let path = hashes.of(tree, blocks[i].container);
        let tokens = u64::from(blocks[i].tokens);
        on_paths.try_reserve(1)?;
        texts.try_reserve(1)?;
        on_paths.push((short_hash(path), tokens, tokens * u64::from(probability)));
        texts.push(text_with_path(path, text_hash(document.page.text_of(&blocks[i]))));
    }
    sort(&mut on_paths);
    let counts = on_paths.chunk_by(|a, b| a.0 == b.0).map(|of_path| {
        let sum = |value: fn(&(u32, u64, u64)) -> u64| of_path.iter().map(value).sum::<u64>();
        let (tokens, content) = (sum(|entry| entry.1), sum(|entry| entry.2));
        let counted = tokens.min(MAX_TOKENS.into());
        // With more tokens, the share of content is kept.
        let content = u128::from(content) * u128::from(CONTENT_UNIT * counted) / u128::from(255 * tokens);
        PathCount { path: of_path[0].0, tokens: counted as u16, content: content as u16 }
    });
    let counts = collect(counts)?;
    sort(&mut texts);
    texts.dedup();
    Ok((counts, texts))
}

/// The fingerprint of all blocks that are more likely content than not, by the model alone.
fn of_content(document: &Document<'_>) -> Fingerprint {
    let options = FingerprintOptions { tokens: TokenMode::Unicode, ..FingerprintOptions::default() };
    let content = visible_blocks(document).filter(|(_, probability)| *probability >= 128);
    Fingerprint::of_texts(content.map(|(i, _)| document.page.text_of(&document.page.blocks[i])), options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_the_host_and_the_first_folder() {
        for (address, prefix) in [
            ("https://a.example", "https://a.example"),
            ("https://a.example/", "https://a.example/"),
            ("https://a.example/page?a=/b/c", "https://a.example/"),
            ("https://a.example/~ann/page", "https://a.example/~ann/"),
            ("https://a.example/~ann/2026/page", "https://a.example/~ann/"),
            ("https://a.example?x=://", "https://a.example"),
            ("site/pages/1.html", "site/pages/"),
            ("1.html", "1.html"),
            ("", ""),
        ] {
            assert_eq!(prefix_of(address.as_bytes()), prefix.as_bytes());
        }
    }
}
