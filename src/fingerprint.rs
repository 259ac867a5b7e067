//! Fingerprints of a page's main text, for near-duplicate detection (Kohlschütter and Nejdl 2008, section 5.4).
//!
//! A page is represented by its longest segment that is not mostly links. Its tokens are summarized twice:
//! * *min-hashes* (MinHash): over all shingles, which are windows of six consecutive tokens, the minimum of each of
//!   eight hash functions. The share of positions at which two pages agree estimates the Jaccard similarity of their
//!   sets of shingles; from 4 of 8 on they are near-duplicates.
//! * a *sim-hash* (SimHash): bit i is the majority of bit i over the hashes of all tokens, so that similar texts have a
//!   small Hamming distance, whatever the order of their words.
//!
//! # The frozen definition, version 1
//! Fingerprints are stored and compared over years and between implementations, so every bit is specified here. Words
//! are 64 bits wide, arithmetic is modulo 2^64, and `fold(a, b)` is the low half of the 128-bit product of a and b,
//! xor its high half.
//!
//! 1. A token is a run reduced to letters, digits and their marks (`page::unicode::TOKEN`), in UTF-8. With the option
//!    `fold_case` each of its characters is replaced by its full lower-case mapping.
//! 2. Token hash: cut the bytes into words of 8, first byte lowest, the last padded with zeros. `h = SEED_TOKEN`, and
//!    for each word `h = fold(h ^ word, MULTIPLIER_TOKEN)`. At the end `h = fold(h ^ SEED_END, MULTIPLIER_END)`.
//!    (No token has a zero byte, so the padding makes no two tokens equal.)
//! 3. Window hash of the token hashes t1 .. t6, the oldest first: `w = rotl(t1, 55) ^ rotl(t2, 44) ^ rotl(t3, 33) ^
//!    rotl(t4, 22) ^ rotl(t5, 11) ^ t6`. A text of fewer than 6 tokens is one window of all of them; the last token
//!    is rotated by 0, the one before by 11, and so on.
//! 4. Min-hash j: the minimum over the windows of `fold(w ^ SEED_WINDOW, MULTIPLIER_WINDOW) * MULTIPLIERS[j]`. With no
//!    token all eight are 2^64 - 1.
//! 5. Sim-hash: bit i is 1 if more than half of the token hashes have bit i.
//!
//! The constants are the first outputs of SplitMix64 from the state 2008, in the order of their declaration,
//! multipliers made odd; a test recomputes them.

mod bit_counters;
mod token_hash;

#[cfg(test)]
mod tests;

use bit_counters::BitCounters;

use crate::fusion::Segment;
use crate::page::{Fragment, TokenMode};

/// Tokens of a shingle.
const WINDOW: usize = 6;
/// Fewer tokens are too few to tell pages apart.
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

/// How a text is tokenized for its fingerprint. Fingerprints made with different options have different versions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FingerprintOptions {
    /// What counts as a token.
    pub tokens: TokenMode,
    /// Ignores case; off in the paper.
    pub fold_case: bool,
}

impl FingerprintOptions {
    /// The version of fingerprints made with these options: the definition in the low bits, the token mode in bit 6,
    /// case folding in bit 7.
    pub fn version(self) -> u8 {
        DEFINITION | u8::from(self.tokens == TokenMode::Unicode) << 6 | u8::from(self.fold_case) << 7
    }
}

/// The number of the definition in the module's documentation.
const DEFINITION: u8 = 1;

/// The fingerprint of a page's longest segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    /// Definition and options, see [`FingerprintOptions::version`]. Only fingerprints of one version can be compared.
    pub version: u8,
    /// Whether the text has at least 13 tokens; if not, it is never a duplicate.
    pub is_valid: bool,
    /// Number of tokens of the text.
    pub tokens: u32,
    /// MinHash: the minimum of each hash function over all shingles.
    pub min_hashes: [u64; 8],
    /// SimHash: the majority of each bit over all tokens.
    pub sim_hash: u64,
}

impl Fingerprint {
    /// How many of their eight min-hashes two near-duplicates share at least.
    pub const MIN_AGREEMENT: usize = 4;

    /// The fingerprint of the segment with the most tokens, the first of a tie, among those with fewer than half of
    /// their tokens linked. Without any such segment it is not valid.
    ///
    /// `text` is the normalized text that the ranges of fragments and segments point into.
    #[doc(hidden)]
    pub fn of_page(
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
        state.finish()
    }

    /// The fingerprint of a normalized text, whose whitespace is single U+0020.
    #[doc(hidden)]
    pub fn of_text(text: &str, options: FingerprintOptions) -> Fingerprint {
        Fingerprint::of_texts(std::iter::once(text), options)
    }

    /// The fingerprint of several normalized texts.
    pub(crate) fn of_texts<'t>(texts: impl Iterator<Item = &'t str>, options: FingerprintOptions) -> Fingerprint {
        let mut state = State::new(options);
        texts.for_each(|text| state.add_text(text));
        state.finish()
    }

    /// Whether two pages are near-duplicates: both fingerprints valid and of one version, and at least
    /// [`Fingerprint::MIN_AGREEMENT`] of the min-hashes equal.
    pub fn is_near_duplicate(&self, other: &Fingerprint) -> bool {
        let agreeing = self.min_hashes.iter().zip(&other.min_hashes).filter(|(a, b)| a == b).count();
        self.is_valid && other.is_valid && self.version == other.version && agreeing >= Fingerprint::MIN_AGREEMENT
    }
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
    /// The last [`WINDOW`] token hashes of the previous batch, then those of the current one.
    hashes: [u64; WINDOW + BATCH],
    /// Tokens in the current batch; fewer than [`BATCH`] between two calls.
    filled: usize,
    /// Rolling hash of the last shingle.
    window: u64,
    min_hashes: [u64; 8],
    /// How often each bit was set, over all batches so far.
    bits: BitCounters,
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
        }
    }
}

/// Multiply and fold: the low half of the 128-bit product xor the high half.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
