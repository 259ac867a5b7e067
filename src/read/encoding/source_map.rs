//! Maps offsets in the view back to offsets in the source.
//!
//! Decoding turns one character of the source into one character of the view, so counting characters inverts it, and no
//! offset pairs need be stored except samples: for each block of [`BLOCK_SIZE`] view bytes the map keeps the source
//! offset of its first character, one `u32`. A lookup starts from a sample and walks at most one block: it counts the
//! characters in the view, by their UTF-8 lead bytes, and skips as many in the source, by the rules of the encoding:
//!
//! | encoding | length of a character in the source |
//! |---|---|
//! | single-byte | 1 |
//! | UTF-16 | 4 for a character of four bytes in UTF-8, else 2 |
//! | GBK, gb18030, Big5, EUC-JP, EUC-KR, Shift_JIS | by the lead byte |
//! | ISO-2022-JP | to the next bit of a [`StartBitmap`] |
//!
//! Malformed input keeps the one-to-one relation, as the Encoding Standard defines which bytes a U+FFFD stands for. In
//! the double-byte encodings, though, that depends on whether the pair is assigned, which only the view shows: there
//! source and view are walked in lockstep, one character at a time, as they are on pages with one of the four codes of
//! Big5 that stand for two characters each.

use crate::base::arena::Bump;
use crate::base::arena::Vec;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_16BE, UTF_16LE};
use memchr::{memchr, memmem};

use super::DecodeError;
use super::count::{count_characters, is_continuation, sum_bytes};
use super::start_bitmap::StartBitmap;
use super::transcode::Transcoded;

/// View bytes per sample.
const BLOCK_SIZE: usize = 256;

/// U+FFFD in UTF-8.
const REPLACEMENT_CHARACTER: [u8; 3] = *b"\xEF\xBF\xBD";

/// A monotone map from offsets in a page's view to offsets in the bytes that the caller passed in.
#[derive(Clone, Copy, Debug)]
pub struct SourceMap<'a> {
    /// The source without its byte order mark, `base` bytes into the caller's bytes.
    source: &'a [u8],
    base: u32,
    view: &'a [u8],
    rule: CodeRule<'a>,
    /// Whether the source has malformed sequences.
    malformed: bool,
    /// Whether the source may have codes that stand for two characters.
    has_double_codes: bool,
    /// For each block of the view, the offset in `source` of the first character that starts in it or after it.
    samples: &'a [u32],
}

/// How the lengths of characters in the source are found.
#[derive(Clone, Copy, Debug)]
enum CodeRule<'a> {
    Identity,
    SingleByte,
    Utf16,
    ShiftJis,
    EucKr,
    Big5,
    EucJp,
    Gb18030,
    Bitmap(StartBitmap<'a>),
}

/// What a map allocates in the arena.
pub(super) struct Storage<'a> {
    rule: CodeRule<'a>,
    samples: Vec<'a, u32>,
}

impl<'a> Storage<'a> {
    /// Reserves capacity for the longest view that the source can have: a byte becomes three at most.
    pub(super) fn reserve(arena: &'a Bump, source: &[u8], encoding: &'static Encoding) -> Result<Self, DecodeError> {
        let mut samples = Vec::new_in(arena);
        let blocks = source.len().saturating_mul(3).div_ceil(BLOCK_SIZE);
        samples.try_reserve_exact(blocks).map_err(|_| DecodeError::OutOfMemory)?;
        Ok(Self { rule: CodeRule::new(arena, source, encoding)?, samples })
    }
}

/// A character boundary in the view and in the source.
#[derive(Clone, Copy)]
struct Position {
    view: usize,
    source: usize,
}

impl<'a> SourceMap<'a> {
    /// The map of a page that is its own view, `base` bytes into the caller's bytes.
    pub(super) fn identity(base: usize, view: &'a [u8]) -> Self {
        Self {
            source: view,
            base: offset(base),
            view,
            rule: CodeRule::Identity,
            malformed: false,
            has_double_codes: false,
            samples: &[],
        }
    }

    /// Whether the source has malformed sequences in the encoding that the page was decoded from.
    pub(super) fn is_malformed(&self) -> bool {
        self.malformed
    }

    /// The map of a transcoded page, whose `source` starts `base` bytes into the caller's bytes.
    pub(super) fn decoded(
        base: usize,
        source: &'a [u8],
        transcoded: Transcoded<'a>,
        storage: Storage<'a>,
    ) -> Result<Self, DecodeError> {
        let Transcoded { view, malformed } = transcoded;
        let Storage { rule, samples } = storage;
        // Big5 has no combining marks except in its four double codes, which are in U+0300 to U+033F.
        let has_double_codes = matches!(rule, CodeRule::Big5) && memchr(0xCC, view).is_some();
        let map = Self { source, base: offset(base), view, rule, malformed, has_double_codes, samples: &[] };
        Ok(Self { samples: map.sample(samples)?, ..map })
    }

    /// The offset in the caller's bytes at which the character starts that contains `view_offset`. The end of the view,
    /// and any offset beyond, maps to the end of the caller's bytes.
    ///
    /// On a page that is its own view, only the length of the byte order mark is added: the middle of a character maps
    /// to its middle.
    ///
    /// Walks at most one block of 256 view bytes, whatever the page's length.
    // It is large for a type that is `Copy`.
    #[allow(clippy::wrong_self_convention)]
    #[inline]
    pub fn to_source(&self, view_offset: u32) -> u32 {
        let view_offset = view_offset as usize;
        match self.rule {
            CodeRule::Identity => self.base + offset(view_offset.min(self.source.len())),
            _ if view_offset >= self.view.len() => self.base + offset(self.source.len()),
            _ => self.start_in_source(view_offset),
        }
    }

    #[inline(never)]
    fn start_in_source(&self, view_offset: usize) -> u32 {
        let start = character_start(self.view, view_offset);
        let block = start / BLOCK_SIZE;
        let sample = self.samples.get(block).map_or(0, |&sample| sample as usize);
        let first = Position { view: block_start(self.view, block), source: sample };
        self.base + offset(self.walk(first, start).source.min(self.source.len()))
    }

    /// The samples of all blocks, in one walk over the view.
    fn sample(&self, mut samples: Vec<'a, u32>) -> Result<&'a [u32], DecodeError> {
        let blocks = self.view.len().div_ceil(BLOCK_SIZE);
        samples.try_reserve_exact(blocks).map_err(|_| DecodeError::OutOfMemory)?;
        let mut position = Position { view: 0, source: 0 };
        for block in 0..blocks {
            position = self.walk(position, block_start(self.view, block));
            samples.push(offset(position.source.min(self.source.len())));
        }
        Ok(samples.into_bump_slice())
    }

    /// Walks from one character boundary to another, at `until` in the view.
    fn walk(&self, from: Position, until: usize) -> Position {
        let passed = self.view.get(from.view..until).unwrap_or_default();
        let source = match self.rule {
            CodeRule::Identity => until,
            CodeRule::SingleByte => from.source + count_characters(passed),
            // A character of four bytes in UTF-8 is a surrogate pair.
            CodeRule::Utf16 => {
                let pairs = sum_bytes(passed, |byte| u8::from(byte >= 0xF0));
                from.source + 2 * (count_characters(passed) + pairs)
            }
            CodeRule::ShiftJis => self.walk_codes(from.source, passed, shift_jis),
            CodeRule::EucKr => self.walk_codes(from.source, passed, pair),
            CodeRule::Big5 => self.walk_codes(from.source, passed, big5),
            CodeRule::EucJp => self.walk_codes(from.source, passed, |source, _| euc_jp(source)),
            CodeRule::Gb18030 => self.walk_codes(from.source, passed, gb18030),
            CodeRule::Bitmap(bitmap) => self.walk_bitmap(from.source, passed, bitmap),
        };
        Position { view: until, source }
    }

    /// The source offset after the characters of `passed`, which start at `from`.
    ///
    /// `length` is the length of the first character of its first argument, the source; its second one is the view from
    /// there on, or empty if the rules for malformed input need not apply.
    #[inline]
    fn walk_codes(&self, from: usize, passed: &[u8], length: impl Fn(&[u8], &[u8]) -> usize) -> usize {
        let source = self.source.get(from..).unwrap_or_default();
        let walked = if self.is_one_to_one(passed) {
            skip_codes(source, count_characters(passed), |source| length(source, &[]))
        } else {
            skip_in_lockstep(source, passed, length)
        };
        from + walked
    }

    /// Whether each character of `passed` is one well-formed code in the source.
    fn is_one_to_one(&self, passed: &[u8]) -> bool {
        let has_errors = || self.malformed && memmem::find(passed, &REPLACEMENT_CHARACTER).is_some();
        !self.has_double_codes && !has_errors()
    }

    /// Skips as many set bits as there are characters in `passed`. The source may begin with an escape sequence.
    fn walk_bitmap(&self, from: usize, passed: &[u8], bitmap: StartBitmap<'_>) -> usize {
        let end = self.source.len();
        let mut source = bitmap.next(from).unwrap_or(end);
        for _ in 0..count_characters(passed) {
            source = bitmap.next(source + 1).unwrap_or(end);
        }
        source
    }
}

/// The length of the first `count` characters of the source.
#[inline]
fn skip_codes(source: &[u8], count: usize, length: impl Fn(&[u8]) -> usize) -> usize {
    let mut rest = source;
    let mut left = count;
    while left > 0 {
        if let Some(chunk) = rest.first_chunk::<8>().filter(|chunk| left >= 8 && is_ascii(**chunk)) {
            rest = rest.get(chunk.len()..).unwrap_or_default();
            left -= chunk.len();
            continue;
        }
        rest = rest.get(length(rest)..).unwrap_or_default();
        left -= 1;
        // Pairs follow pairs: with a constant step, the next load does not depend on the previous one.
        while left > 0 && length(rest) == 2 {
            rest = rest.get(2..).unwrap_or_default();
            left -= 1;
        }
    }
    source.len() - rest.len()
}

/// The length in the source of all characters of `view`.
#[inline]
fn skip_in_lockstep(source: &[u8], view: &[u8], length: impl Fn(&[u8], &[u8]) -> usize) -> usize {
    let (mut source_rest, mut view_rest) = (source, view);
    while !view_rest.is_empty() {
        let (step, width) = match (source_rest.first_chunk::<8>(), view_rest.first_chunk::<8>()) {
            // ASCII on both sides, as the trail byte of a Big5 code may be ASCII.
            (Some(source), Some(view)) if is_ascii(*source) && is_ascii(*view) => (8, 8),
            _ => (length(source_rest, view_rest), utf8_length(view_rest)),
        };
        source_rest = source_rest.get(step..).unwrap_or_default();
        view_rest = view_rest.get(width..).unwrap_or_default();
    }
    source.len() - source_rest.len()
}

impl<'a> CodeRule<'a> {
    fn new(arena: &'a Bump, source: &[u8], encoding: &'static Encoding) -> Result<Self, DecodeError> {
        Ok(match encoding {
            e if e == UTF_16LE || e == UTF_16BE => Self::Utf16,
            e if e == SHIFT_JIS => Self::ShiftJis,
            e if e == EUC_KR => Self::EucKr,
            e if e == BIG5 => Self::Big5,
            e if e == EUC_JP => Self::EucJp,
            e if e == GBK || e == GB18030 => Self::Gb18030,
            e if e == ISO_2022_JP => Self::Bitmap(StartBitmap::iso_2022_jp(arena, source)?),
            // Also the replacement encoding, whose view is one character, mapped to the start.
            _ => Self::SingleByte,
        })
    }
}

/// The length of a pair of lead and trail byte: EUC-KR and, with exceptions, the other encodings.
///
/// If the pair is unassigned, an ASCII trail byte is decoded again on its own, while any other trail byte is consumed
/// with the lead byte. For ASCII the view shows which: no pair is the code of U+FFFD.
fn pair(source: &[u8], view: &[u8]) -> usize {
    match *source {
        [0x81..=0xFE, trail, ..] if trail.is_ascii() && view.starts_with(&REPLACEMENT_CHARACTER) => 1,
        [0x81..=0xFE, _, ..] => 2,
        _ => 1,
    }
}

fn shift_jis(source: &[u8], view: &[u8]) -> usize {
    match *source {
        [0xA0..=0xDF | 0xFD..=0xFE, ..] => 1,
        _ => pair(source, view),
    }
}

/// Four codes, such as 0x8862, stand for a letter and a combining mark, U+0304 or U+030C. The view has two characters:
/// the letter is mapped to the lead byte and the mark to the trail byte.
fn big5(source: &[u8], view: &[u8]) -> usize {
    match (source, view) {
        ([0x88, 0x62 | 0x64 | 0xA3 | 0xA5, ..], [0xC3, ..]) | (_, [0xCC, ..]) => 1,
        _ => pair(source, view),
    }
}

/// Two bytes, or three after 0x8F, which end before the first ASCII byte.
fn euc_jp(source: &[u8]) -> usize {
    match *source {
        [0xA1..=0xFE, 0x80..=0xFF, ..] => 2,
        [0x8F, 0xA1..=0xFE, 0x80..=0xFF, ..] => 3,
        [0x8E | 0x8F, 0x80..=0xFF, ..] => 2,
        _ => 1,
    }
}

/// A digit as second byte begins a four-byte code. If that is malformed, all but the first byte is decoded again.
fn gb18030(source: &[u8], view: &[u8]) -> usize {
    match *source {
        [0x81..=0xFE, b'0'..=b'9', 0x81..=0xFE, b'0'..=b'9', ..] => 4,
        [0x81..=0xFE, b'0'..=b'9', ..] => 1,
        _ => pair(source, view),
    }
}

/// The length of the first character of well-formed UTF-8.
fn utf8_length(text: &[u8]) -> usize {
    match text.first() {
        Some(0xF0..) => 4,
        Some(0xE0..) => 3,
        Some(0xC0..) => 2,
        _ => 1,
    }
}

fn is_ascii(bytes: [u8; 8]) -> bool {
    u64::from_ne_bytes(bytes) & 0x8080_8080_8080_8080 == 0
}

/// The start of the character that `position` is in.
fn character_start(view: &[u8], position: usize) -> usize {
    let after = view.get(..=position).unwrap_or(view);
    after.iter().rposition(|&byte| !is_continuation(byte)).unwrap_or(0)
}

/// The first character boundary of a block.
fn block_start(view: &[u8], block: usize) -> usize {
    let start = block * BLOCK_SIZE;
    let skipped = view.get(start..).unwrap_or_default().iter().take_while(|&&byte| is_continuation(byte)).count();
    start + skipped
}

/// A length or position as `u32`, in which it is known to fit.
fn offset(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
