//! From offsets in the view back to offsets in the source.
//!
//! Decoding turns one character of the source into one character of the view, so the way back is to count characters,
//! and neither side need be stored: for every [`BLOCK`] bytes of the view the map keeps where in the source their first
//! character starts, one `u32`. A lookup starts from that sample and walks at most one block: it counts the characters
//! in the view, by their UTF-8 lead bytes, and passes as many in the source, by the rules of the encoding:
//!
//! | encoding | length of a character in the source |
//! |---|---|
//! | single-byte | 1 |
//! | UTF-16 | 4 for what takes four bytes in UTF-8, else 2 |
//! | GBK, gb18030, Big5, EUC-JP, EUC-KR, Shift_JIS | told by the lead byte |
//! | ISO-2022-JP | to the next of the [`Marks`], one bit for each byte of the source |
//!
//! Malformed input keeps the one-to-one relation, as the Encoding Standard lays down which bytes a U+FFFD stands for.
//! In the encodings of pairs, though, that depends on whether the pair has a character, which only the view can tell:
//! there source and view are walked side by side, one character at a time. So they are on pages with one of the four
//! codes of Big5 that stand for two characters each.

use crate::arena::Bump;
use crate::arena::Vec;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_16BE, UTF_16LE};
use memchr::{memchr, memmem};

use super::DecodeError;
use super::count::{character_starts, is_continuation, sum_of};
use super::marks::Marks;
use super::transcode::Transcoded;

/// View bytes for each sample.
const BLOCK: usize = 256;

/// U+FFFD in UTF-8.
const REPLACEMENT_CHARACTER: [u8; 3] = *b"\xEF\xBF\xBD";

/// A monotone map from offsets in a page's view to offsets in the bytes that the caller passed in.
#[derive(Clone, Copy, Debug)]
pub struct SourceMap<'a> {
    /// The source from the end of the byte order mark on, and where in the caller's bytes that is.
    source: &'a [u8],
    base: u32,
    view: &'a [u8],
    rule: Rule<'a>,
    /// Whether the source has malformed sequences.
    malformed: bool,
    /// Whether the source has codes for two characters.
    has_doubles: bool,
    /// For each block of the view, where in `source` the first character starts that starts in it or after it.
    samples: &'a [u32],
}

/// How long characters are in the source.
#[derive(Clone, Copy, Debug)]
enum Rule<'a> {
    Identity,
    SingleByte,
    Utf16,
    ShiftJis,
    EucKr,
    Big5,
    EucJp,
    Gb18030,
    Marked(Marks<'a>),
}

/// What a map keeps in the arena, apart from the view.
pub(super) struct Room<'a> {
    rule: Rule<'a>,
    samples: Vec<'a, u32>,
}

impl<'a> Room<'a> {
    /// Reserves it for the longest view that the source can have: no byte becomes more than three.
    pub(super) fn reserve(arena: &'a Bump, source: &[u8], encoding: &'static Encoding) -> Result<Self, DecodeError> {
        let mut samples = Vec::new_in(arena);
        let blocks = source.len().saturating_mul(3).div_ceil(BLOCK);
        samples.try_reserve_exact(blocks).map_err(|_| DecodeError::OutOfMemory)?;
        Ok(Self { rule: Rule::new(arena, source, encoding)?, samples })
    }
}

/// A character boundary, in the view and in the source.
#[derive(Clone, Copy)]
struct Place {
    view: usize,
    source: usize,
}

impl<'a> SourceMap<'a> {
    /// The map of a page that is its own view, `base` bytes into the caller's.
    pub(super) fn identity(base: usize, view: &'a [u8]) -> Self {
        Self {
            source: view,
            base: offset(base),
            view,
            rule: Rule::Identity,
            malformed: false,
            has_doubles: false,
            samples: &[],
        }
    }

    /// The map of a page of which the `source`, `base` bytes into the caller's, was transcoded.
    pub(super) fn decoded(
        base: usize,
        source: &'a [u8],
        transcoded: Transcoded<'a>,
        room: Room<'a>,
    ) -> Result<Self, DecodeError> {
        let Transcoded { view, malformed } = transcoded;
        let Room { rule, samples } = room;
        // Big5 has no combining marks but those of its four codes, which are in the row of U+0300 to U+033F.
        let has_doubles = matches!(rule, Rule::Big5) && memchr(0xCC, view).is_some();
        let map = Self { source, base: offset(base), view, rule, malformed, has_doubles, samples: &[] };
        Ok(Self { samples: map.sample(samples)?, ..map })
    }

    /// Where in the caller's bytes the character starts that the view has at `view_offset`, which may be anywhere
    /// within it. The view's end, and any offset beyond, is the end of the caller's bytes.
    ///
    /// A page that is its own view has its offsets moved by the length of the byte order mark and is not looked at: the
    /// middle of a character is the middle of a character.
    ///
    /// One block of 256 view bytes is walked at most, whatever the page's length.
    pub fn to_source(&self, view_offset: u32) -> u32 {
        let view_offset = view_offset as usize;
        if view_offset >= self.view.len() {
            return self.base + offset(self.source.len());
        }
        if let Rule::Identity = self.rule {
            return self.base + offset(view_offset);
        }
        let start = character_start(self.view, view_offset);
        let block = start / BLOCK;
        let sample = self.samples.get(block).map_or(0, |&sample| sample as usize);
        let first = Place { view: block_start(self.view, block), source: sample };
        self.base + offset(self.walk(first, start).source.min(self.source.len()))
    }

    /// Walks the whole view once.
    fn sample(&self, mut samples: Vec<'a, u32>) -> Result<&'a [u32], DecodeError> {
        let blocks = self.view.len().div_ceil(BLOCK);
        samples.try_reserve_exact(blocks).map_err(|_| DecodeError::OutOfMemory)?;
        let mut place = Place { view: 0, source: 0 };
        for block in 0..blocks {
            place = self.walk(place, block_start(self.view, block));
            samples.push(offset(place.source.min(self.source.len())));
        }
        Ok(samples.into_bump_slice())
    }

    /// Walks from one character boundary to another, at `until` in the view.
    fn walk(&self, from: Place, until: usize) -> Place {
        let passed = self.view.get(from.view..until).unwrap_or_default();
        let source = match self.rule {
            Rule::Identity => until,
            Rule::SingleByte => from.source + character_starts(passed),
            // What takes four bytes in UTF-8 is a pair of surrogates.
            Rule::Utf16 => {
                let pairs = sum_of(passed, |byte| u8::from(byte >= 0xF0));
                from.source + 2 * (character_starts(passed) + pairs)
            }
            Rule::ShiftJis => self.walk_codes(from.source, passed, shift_jis),
            Rule::EucKr => self.walk_codes(from.source, passed, pair),
            Rule::Big5 => self.walk_codes(from.source, passed, big5),
            Rule::EucJp => self.walk_codes(from.source, passed, |source, _| euc_jp(source)),
            Rule::Gb18030 => self.walk_codes(from.source, passed, gb18030),
            Rule::Marked(marks) => self.walk_marks(from.source, passed, marks),
        };
        Place { view: until, source }
    }

    /// Where in the source the characters of `passed` end that start at `from`.
    ///
    /// `length` tells that of the first character of its first argument; its second one is the view from there on, or
    /// nothing if the rules for malformed input need not apply.
    #[inline]
    fn walk_codes(&self, from: usize, passed: &[u8], length: impl Fn(&[u8], &[u8]) -> usize) -> usize {
        let source = self.source.get(from..).unwrap_or_default();
        let walked = if self.is_one_to_one(passed) {
            pass_codes(source, character_starts(passed), |source| length(source, &[]))
        } else {
            pass_side_by_side(source, passed, length)
        };
        from + walked
    }

    /// Whether each character of `passed` is one well-formed code in the source.
    fn is_one_to_one(&self, passed: &[u8]) -> bool {
        let has_errors = || self.malformed && memmem::find(passed, &REPLACEMENT_CHARACTER).is_some();
        !self.has_doubles && !has_errors()
    }

    /// From mark to mark. At the beginning of the source there may be an escape sequence to skip.
    fn walk_marks(&self, from: usize, passed: &[u8], marks: Marks<'_>) -> usize {
        let end = self.source.len();
        let mut source = marks.next(from).unwrap_or(end);
        for _ in 0..character_starts(passed) {
            source = marks.next(source + 1).unwrap_or(end);
        }
        source
    }
}

/// The length of the first `count` characters of the source.
#[inline]
fn pass_codes(source: &[u8], count: usize, length: impl Fn(&[u8]) -> usize) -> usize {
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
        // Pairs follow pairs; with a constant step the next load need not wait for the last one.
        while left > 0 && length(rest) == 2 {
            rest = rest.get(2..).unwrap_or_default();
            left -= 1;
        }
    }
    source.len() - rest.len()
}

/// The length in the source of all characters of `view`.
#[inline]
fn pass_side_by_side(source: &[u8], view: &[u8], length: impl Fn(&[u8], &[u8]) -> usize) -> usize {
    let (mut source_rest, mut view_rest) = (source, view);
    while !view_rest.is_empty() {
        let (step, width) = match (source_rest.first_chunk::<8>(), view_rest.first_chunk::<8>()) {
            // ASCII on both sides: a trail byte alone, the second half of a Big5 code, may look like it.
            (Some(source), Some(view)) if is_ascii(*source) && is_ascii(*view) => (8, 8),
            _ => (length(source_rest, view_rest), utf8_length(view_rest)),
        };
        source_rest = source_rest.get(step..).unwrap_or_default();
        view_rest = view_rest.get(width..).unwrap_or_default();
    }
    source.len() - source_rest.len()
}

impl<'a> Rule<'a> {
    fn new(arena: &'a Bump, source: &[u8], encoding: &'static Encoding) -> Result<Self, DecodeError> {
        Ok(match encoding {
            e if e == UTF_16LE || e == UTF_16BE => Self::Utf16,
            e if e == SHIFT_JIS => Self::ShiftJis,
            e if e == EUC_KR => Self::EucKr,
            e if e == BIG5 => Self::Big5,
            e if e == EUC_JP => Self::EucJp,
            e if e == GBK || e == GB18030 => Self::Gb18030,
            e if e == ISO_2022_JP => Self::Marked(Marks::iso_2022_jp(arena, source)?),
            // The replacement encoding too: its view is one character, mapped to the start.
            _ => Self::SingleByte,
        })
    }
}

/// A lead byte and its trail byte: EUC-KR and, with exceptions, the others.
///
/// If the two have no character, an ASCII trail byte is read again on its own, while another is gone with the lead
/// byte. Which of the two happened to an ASCII trail byte shows in the view: no pair of bytes is the code of U+FFFD.
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

/// Four codes, 0x8862 and the like, stand for a letter and a combining mark, U+0304 or U+030C, which the view has as
/// two characters: the letter is given the lead byte and the mark the trail byte.
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

/// A second byte that is a digit announces a four-byte code. If that is malformed, all but the first byte is read
/// again.
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
    let start = block * BLOCK;
    let skipped = view.get(start..).unwrap_or_default().iter().take_while(|&&byte| is_continuation(byte)).count();
    start + skipped
}

/// A length or position that is known to fit.
fn offset(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
