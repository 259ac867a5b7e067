//! Fingerprints: hashes that detect pages with the same text, nearly the same text, or the same structure.
//!
//! The main text of a page is all text that the mask keeps. Its tokens are summarized three times:
//! * *min-hashes* (MinHash): over all shingles, which are windows of six consecutive tokens, the minimum of each of
//!   eight hash functions. The share of positions at which two pages agree estimates the Jaccard similarity of their
//!   sets of shingles; from 4 of 8 on they are near-duplicates ([`compare`]).
//! * a *sim-hash* (SimHash): bit i is the majority of bit i over the hashes of all tokens, so that similar texts have a
//!   small Hamming distance, independent of word order.
//! * a *content hash* of all tokens in order, which depends on nothing else.
//!
//! The *structure hash* is a SimHash of the tag paths of all text ([`structure`]). In the original method (Kohlschütter
//! and Nejdl 2008, section 5.4) min-hashes and sim-hash are computed from the longest segment that is not mostly links
//! ([`FingerprintText::LargestSegment`]).
//!
//! # The frozen definition
//! Fingerprints are stored and compared over years and between implementations, so every bit is specified here. Version
//! 1 covers the largest segment, version 2 the main text. Words are 64 bits wide, arithmetic is modulo 2^64, and
//! `fold(a, b)` is the low half of the 128-bit product of a and b, xor its high half.
//!
//! 1. A token is a run reduced to letters, digits and their marks (`page::unicode::TOKEN`), in UTF-8. With the option
//!    `fold_case` each of its characters is replaced by its full lower-case mapping. No token spans two blocks; in
//!    version 1 none spans two text nodes.
//! 2. Token hash: cut the bytes into words of 8, first byte lowest, the last padded with zeros. `h = SEED_TOKEN`, and
//!    for each word `h = fold(h ^ word, MULTIPLIER_TOKEN)`. At the end `h = fold(h ^ SEED_END, MULTIPLIER_END)`.
//!    (No token has a zero byte, so the padding makes no two tokens equal.)
//! 3. Window hash of the token hashes t1 .. t6, the oldest first: `w = rotl(t1, 55) ^ rotl(t2, 44) ^ rotl(t3, 33) ^
//!    rotl(t4, 22) ^ rotl(t5, 11) ^ t6`. A text of fewer than 6 tokens is one window of all of them; the last token
//!    is rotated by 0, the one before by 11, and so on.
//! 4. Min-hash j: the minimum over the windows of `fold(w ^ SEED_WINDOW, MULTIPLIER_WINDOW) * MULTIPLIERS[j]`. With no
//!    token all eight are 2^64 - 1.
//! 5. Sim-hash: bit i is 1 if more than half of the token hashes have bit i.
//! 6. Content hash, in both versions of the main text: `c = SEED_CONTENT`, and for each token hash t in order
//!    `c = fold(c ^ t, MULTIPLIER_CONTENT) + t`. With no token it is 0.
//! 7. Structure hash: bit i is 1 if more than half of the distinct path hashes (`page::hashes`) of the blocks outside of
//!    the head have bit i.
//!
//! The constants are the first outputs of SplitMix64 from the state 2008, in the order of their declaration,
//! multipliers made odd; a test recomputes them.

mod compare;
mod structure;
mod token_hash;

#[cfg(test)]
mod tests;

pub(crate) use structure::{scratch_capacity, structure_hash};

use crate::base::bit_counters::BitCounters;
use crate::base::named::named;
use crate::published::fusion::Segment;
use crate::read::page::{Fragment, TokenMode};

/// Tokens of a shingle.
const WINDOW: usize = 6;
/// The minimum number of tokens for a comparison of pages.
const MIN_TOKENS: u32 = 13;

/// Step 2: the state before the first word.
const SEED_TOKEN: u64 = 0x3E0B_3C8B_D4CF_DCC7;
/// Step 2: for each word.
const MULTIPLIER_TOKEN: u64 = 0xCE12_F321_375F_DAD7;
/// Step 2: at the end.
const SEED_END: u64 = 0xD746_21FD_1621_2B9A;
/// Step 2: at the end.
const MULTIPLIER_END: u64 = 0x5FA0_B82A_7531_4CA9;
/// Step 4.
const SEED_WINDOW: u64 = 0x86A2_CEBB_D82C_D473;
/// Step 4.
const MULTIPLIER_WINDOW: u64 = 0xBCAD_F206_28C3_119B;
/// Step 4: one for each hash function.
const MULTIPLIERS: [u64; 8] = [
    0x2C59_5628_9EDA_29F9,
    0x3D09_B4F3_E94A_231D,
    0x00CD_B310_7CA7_F671,
    0xE630_B6D0_B588_84F5,
    0x8037_D5C1_5854_343D,
    0x5582_0721_CED0_DAFB,
    0xF4C2_AC0F_5020_ACCD,
    0x503E_B7AD_9DFC_F279,
];

/// Step 6.
const SEED_CONTENT: u64 = 0xE2C6_6A2F_41F3_4980;
/// Step 6.
const MULTIPLIER_CONTENT: u64 = 0xE56E_B775_CBD2_B4A5;

/// The text of a page from which min-hashes and sim-hash are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum FingerprintText {
    /// All blocks that the mask keeps, as in [`Document::main_text`](crate::Document::main_text).
    #[default]
    Main = 0,
    /// The segment with the most tokens among those that are not mostly links, as in Kohlschütter and Nejdl (2008).
    LargestSegment = 1,
}

named! {
    FingerprintText { Main = "main", LargestSegment = "largest-segment" }
}

/// The options of a fingerprint. Fingerprints made with different options have different versions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FingerprintOptions {
    /// The text.
    pub text: FingerprintText,
    /// How the text is split into tokens.
    pub tokens: TokenMode,
    /// Ignores case; off in the paper.
    pub fold_case: bool,
}

impl FingerprintOptions {
    /// The version of fingerprints made with these options: the definition in the low bits, the token mode in bit 6,
    /// case folding in bit 7.
    pub fn version(self) -> u8 {
        let definition = match self.text {
            FingerprintText::LargestSegment => 1,
            FingerprintText::Main => 2,
        };
        definition | u8::from(self.tokens == TokenMode::Unicode) << 6 | u8::from(self.fold_case) << 7
    }
}

/// The hashes of a page, for finding duplicates.
///
/// They are equal on every machine. They depend on the main text, and therefore on [`Options`](crate::Options) and on
/// the model: compare only pages that were analyzed with the same options and model. They are not cryptographic: a page
/// can be crafted to collide with another.
///
/// ```
/// use blockmask::{Analyzer, Options, Parts};
///
/// let story = "<p>A winter storm closed the main roads in the north on Monday, and the police asked drivers to wait.";
/// let mut analyzer = Analyzer::new(Options::with_parts(Parts::FINGERPRINT));
/// let first = *analyzer.analyze(format!("<ul><li><a href=/>Home</a></ul>{story}").as_bytes())?.fingerprint().unwrap();
/// let again = *analyzer.analyze(format!("<div><div>{story}").as_bytes())?.fingerprint().unwrap();
/// assert_eq!(first.content_hash, again.content_hash);
/// assert_ne!(first.structure_hash, again.structure_hash);
/// assert!(first.is_near_duplicate(&again));
/// # Ok::<(), blockmask::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    /// Definition and options, see [`FingerprintOptions::version`]. Only fingerprints of one version can be compared.
    pub version: u8,
    /// Whether the text has at least 13 tokens; if not, it is never a duplicate.
    pub is_valid: bool,
    /// Number of tokens of the text from which `min_hashes` and `sim_hash` are computed.
    pub tokens: u32,
    /// MinHash: the minimum of each hash function over all shingles.
    pub min_hashes: [u64; 8],
    /// SimHash: the majority of each bit over all tokens.
    pub sim_hash: u64,
    /// Equal for pages with the same words in the main text; 0 without main text. Independent of whitespace,
    /// punctuation, markup, encoding and template.
    pub content_hash: u64,
    /// SimHash of the distinct tag paths of all text: equal for equal sets of tag paths, with a small Hamming distance
    /// for pages of one template; 0 without text.
    pub structure_hash: u64,
}

impl Fingerprint {
    /// The fingerprint without structure hash of a normalized text, whose whitespace is single U+0020.
    #[cfg(test)]
    fn of_text(text: &str, options: FingerprintOptions) -> Fingerprint {
        Fingerprint::of_texts(std::iter::once(text), options)
    }

    /// The fingerprint without structure hash of several normalized texts.
    pub(crate) fn of_texts<'t>(texts: impl Iterator<Item = &'t str>, options: FingerprintOptions) -> Fingerprint {
        let mut state = State::new(options);
        texts.for_each(|text| state.add_text(text));
        state.finish()
    }
}

/// The fingerprint without content and structure hash of the segment with the most tokens, the first of a tie, among
/// those with fewer than half of their tokens linked. Without any such segment it is not valid.
///
/// `text` is the normalized text that the ranges of fragments and segments point into.
pub fn of_largest_segment(
    text: &str,
    fragments: &[Fragment],
    segments: &[Segment],
    options: FingerprintOptions,
) -> Fingerprint {
    let mut state = State::new(options);
    if let Some(segment) = main_segment(segments) {
        let range = segment.fragments.0 as usize..segment.fragments.1 as usize;
        for fragment in fragments.get(range).unwrap_or_default() {
            // Fragment by fragment: a tag between two texts ends a token even without whitespace.
            let start = fragment.text.0.max(segment.text.0) as usize;
            let end = fragment.text.1.min(segment.text.1) as usize;
            state.add_text(text.get(start..end).unwrap_or_default());
        }
    }
    Fingerprint { content_hash: 0, ..state.finish() }
}

/// The content hash alone of several normalized texts.
pub(crate) fn content_hash<'t>(texts: impl Iterator<Item = &'t str>, options: FingerprintOptions) -> u64 {
    let (mut content, mut is_empty) = (SEED_CONTENT, true);
    for text in texts {
        token_hash::for_each(text, options, |token| (content, is_empty) = (with_content(content, token), false));
    }
    if is_empty { 0 } else { content }
}

/// Step 6 for one token.
#[inline]
fn with_content(content: u64, token: u64) -> u64 {
    fold(content ^ token, MULTIPLIER_CONTENT).wrapping_add(token)
}

/// The segment that represents the page.
fn main_segment(segments: &[Segment]) -> Option<&Segment> {
    let mut best: Option<&Segment> = None;
    for segment in segments {
        let count = segment.token_count();
        let mostly_linked = u64::from(segment.linked_tokens) * 2 >= u64::from(count);
        if !mostly_linked && best.is_none_or(|best| count > best.token_count()) {
            best = Some(segment);
        }
    }
    best
}

/// Token hashes are processed in batches: long enough to amortize loading the multipliers, one at a time.
const BATCH: usize = 64;

/// The fingerprint of the tokens so far.
struct State {
    options: FingerprintOptions,
    tokens: u32,
    /// The last [`WINDOW`] token hashes of the previous batch, then the hashes of the current one.
    hashes: [u64; WINDOW + BATCH],
    /// Tokens in the current batch; fewer than [`BATCH`] between two calls.
    filled: usize,
    /// Rolling hash of the last shingle.
    window: u64,
    min_hashes: [u64; 8],
    /// How often each bit was set, over all batches so far.
    bits: BitCounters,
    content: u64,
}

impl State {
    fn new(options: FingerprintOptions) -> State {
        State {
            options,
            tokens: 0,
            hashes: [0; WINDOW + BATCH],
            filled: 0,
            window: 0,
            min_hashes: [u64::MAX; 8],
            bits: BitCounters::default(),
            content: SEED_CONTENT,
        }
    }

    fn add_text(&mut self, text: &str) {
        token_hash::for_each(text, self.options, |hash| {
            self.hashes[WINDOW + self.filled] = hash;
            self.filled += 1;
            if self.filled == BATCH {
                self.flush(WINDOW as u32);
            }
        });
    }

    /// Processes the batch. Only shingles that end with token number `first_end` (from 1) or a later one count.
    #[inline(never)]
    fn flush(&mut self, first_end: u32) {
        let filled = self.filled;
        let mut windows = [0; BATCH];
        for (i, slot) in windows[..filled].iter_mut().enumerate() {
            // Each step rotates by 11, so the token that leaves the window has been rotated by 66: 2 modulo 64.
            let (oldest, newest) = (self.hashes[i], self.hashes[i + WINDOW]);
            self.window = self.window.rotate_left(11) ^ oldest.rotate_left(2) ^ newest;
            *slot = fold(self.window ^ SEED_WINDOW, MULTIPLIER_WINDOW);
        }
        let incomplete = first_end.saturating_sub(self.tokens + 1) as usize;
        let complete = windows[..filled].get(incomplete..).unwrap_or_default();
        for (minimum, multiplier) in self.min_hashes.iter_mut().zip(MULTIPLIERS) {
            *minimum = complete.iter().map(|window| window.wrapping_mul(multiplier)).fold(*minimum, u64::min);
        }
        for &token in &self.hashes[WINDOW..WINDOW + filled] {
            self.content = with_content(self.content, token);
        }
        self.hashes[WINDOW + filled..].fill(0);
        let (eights, _) = self.hashes[WINDOW..].as_chunks();
        eights[..filled.div_ceil(8)].iter().for_each(|eight| self.bits.add(eight));
        self.hashes.copy_within(filled..filled + WINDOW, 0);
        self.tokens = self.tokens.saturating_add(filled as u32);
        self.filled = 0;
    }

    fn finish(mut self) -> Fingerprint {
        // A text with fewer tokens than a shingle is a single shingle of all of them.
        let all = self.tokens.saturating_add(self.filled as u32);
        self.flush(all.min(WINDOW as u32));
        Fingerprint {
            version: self.options.version(),
            is_valid: self.tokens >= MIN_TOKENS,
            tokens: self.tokens,
            min_hashes: self.min_hashes,
            sim_hash: self.bits.more_than(self.tokens / 2),
            content_hash: if self.tokens == 0 { 0 } else { self.content },
            structure_hash: 0,
        }
    }
}

/// Multiply and fold: the low half of the 128-bit product xor the high half.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
