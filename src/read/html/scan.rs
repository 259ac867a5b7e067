//! Vectorized byte searches of the tokenizer and the text passes: short ones inlined, in [SIMD lanes](crate::base::simd),
//! long ones by `memchr`.
//!
//! Half of the searches in a page end within 64 bytes, where a call costs more than the search.

use crate::base::simd::{self, Baseline, LANES, Lanes, Level, WIDE, load};

/// Bytes that are searched inline before `memchr` is called.
const WINDOW: usize = 4 * LANES;

/// Bytes ahead of the position that are prefetched: far enough to arrive in time, near enough not to be evicted before
/// they are read.
const PREFETCH_DISTANCE: usize = 1 << 10;

/// Position of the first `needle` at or after `from`, or the length of `hay`.
///
/// The first 64 bytes are compared without branches between them, as where a short search ends is hard to predict:
/// branch mispredictions would cost more than the comparisons.
#[inline(always)]
pub fn find_byte(hay: &[u8], from: usize, needle: u8) -> usize {
    find_byte_at(Baseline, hay, from, needle)
}

/// [`find_byte`] with the instructions of a level.
#[inline(always)]
pub(crate) fn find_byte_at(level: impl Level, hay: &[u8], from: usize, needle: u8) -> usize {
    let Some(window) = window_of_64(hay, from) else { return find_scalar(hay, from, needle) };
    match bits_of_64(window, |half| level.equal(half, needle)) {
        0 => find_by_memchr(hay, from + WINDOW, needle),
        hits => from + hits.trailing_zeros() as usize,
    }
}

/// The two halves of the 64 bytes from `at`, or `None` if fewer are left.
#[inline(always)]
fn window_of_64(hay: &[u8], at: usize) -> Option<[&[u8; WIDE]; 2]> {
    let window = hay.get(at..at.checked_add(WINDOW)?)?;
    Some([window.first_chunk()?, window.last_chunk()?])
}

/// The bitmask of a test of both halves.
#[inline(always)]
fn bits_of_64(halves: [&[u8; WIDE]; 2], test: impl Fn(&[u8; WIDE]) -> u32) -> u64 {
    u64::from(test(halves[0])) | u64::from(test(halves[1])) << WIDE
}

/// Prefetches the memory a little after `at`.
#[inline(always)]
pub fn prefetch(hay: &[u8], at: usize) {
    simd::prefetch(hay, at + PREFETCH_DISTANCE);
}

/// Position of the first `needle` at or after `from` and before `end`, or `end`. May read up to 64 bytes after `end`.
#[inline]
pub fn find_byte_before(hay: &[u8], from: usize, end: usize, needle: u8) -> usize {
    find_byte(&hay[..hay.len().min(end + WINDOW)], from, needle).min(end)
}

#[inline(never)]
fn find_by_memchr(hay: &[u8], from: usize, needle: u8) -> usize {
    memchr::memchr(needle, &hay[from..]).map_or(hay.len(), |i| from + i)
}

/// The bitmask of a test on the 64 bytes from `at`, or `None` if fewer are left.
#[inline(always)]
fn bitmask_64(hay: &[u8], at: usize, test: impl Fn(Lanes) -> u32) -> Option<u64> {
    let bytes = hay.get(at..at.checked_add(WINDOW)?)?;
    let mut mask = 0;
    for part in 0..4 {
        mask |= u64::from(test(load(bytes, part * LANES)?)) << (part * LANES);
    }
    Some(mask)
}

/// Position of the first byte that passes the test at or after `from`, or the length of `hay`.
#[inline]
pub(crate) fn find_lanes(hay: &[u8], from: usize, test: impl Fn(Lanes) -> u32) -> usize {
    let mut at = from;
    while let Some(lanes) = load(hay, at) {
        let hits = test(lanes);
        if hits != 0 {
            return at + hits.trailing_zeros() as usize;
        }
        at += LANES;
    }
    let hits = simd::load_rest(hay, at).map_or(0, test) & ((1 << hay.len().saturating_sub(at)) - 1);
    if hits != 0 { at + hits.trailing_zeros() as usize } else { hay.len() }
}

/// Position of the first `first` or `second` at or after `from`, or the length of `hay`.
#[inline]
pub fn find_either(hay: &[u8], from: usize, first: u8, second: u8) -> usize {
    match hay.get(from..).and_then(|rest| memchr::memchr2(first, second, rest)) {
        Some(i) => from + i,
        None => hay.len(),
    }
}

/// Position of the first `first` or `second` at or after `from` and before `end`, or `end`. Reads up to 64 bytes after
/// `from`, even if `end` is nearer.
#[inline]
pub fn find_either_before(hay: &[u8], from: usize, end: usize, first: u8, second: u8) -> usize {
    match bitmask_64(hay, from, |lanes| lanes.either(first, second)) {
        Some(0) if end - from > WINDOW => find_either(&hay[..end], from + WINDOW, first, second),
        Some(hits) => end.min(from + hits.trailing_zeros() as usize),
        None => find_either(&hay[..end], from, first, second),
    }
}

/// Whether two names are equal, ignoring ASCII case.
///
/// Most differ in length. More is not inlined, for code that is not hot: for each known name, these comparisons took 30 kB
/// of code.
#[inline(always)]
pub(crate) fn same_name(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && same_letters(one, other)
}

#[inline(never)]
fn same_letters(one: &[u8], other: &[u8]) -> bool {
    one.eq_ignore_ascii_case(other)
}

/// Whether a value contains a word, in any case.
pub(crate) fn contains_name(value: &[u8], word: &[u8]) -> bool {
    value.windows(word.len()).any(|part| may_begin(part, word) && same_name(part, word))
}

/// Whether a name may begin with a word in any case, by the first letter: few do.
#[inline]
pub(crate) fn may_begin(name: &[u8], word: &[u8]) -> bool {
    matches!((name, word), ([first, ..], [letter, ..]) if (first ^ letter) & !0x20 == 0)
}

/// Position of the first byte that is not HTML whitespace at or after `from`, or the length of `hay`.
#[inline]
pub fn skip_space(hay: &[u8], from: usize) -> usize {
    skip_space_at(Baseline, hay, from)
}

/// [`skip_space`] with the instructions of a level.
#[inline(always)]
pub(crate) fn skip_space_at(level: impl Level, hay: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(window) = hay.get(at..).and_then(<[u8]>::first_chunk::<WIDE>) {
        let spaces = level.whitespace(window);
        if spaces != u32::MAX {
            return at + spaces.trailing_ones() as usize;
        }
        at += window.len();
    }
    while at < hay.len() && is_space(hay[at]) {
        at += 1;
    }
    at
}

/// End of the tag name that begins at `from`: the first whitespace, `/` or `>`.
#[inline(always)]
pub fn tag_name_end(hay: &[u8], from: usize) -> usize {
    name_end(hay, from, ENDS_TAG_NAME)
}

/// End of the attribute name that begins at `from`: the first whitespace, `/`, `>` or `=`.
#[inline(always)]
pub fn attribute_name_end(hay: &[u8], from: usize) -> usize {
    name_end(hay, from, ENDS_ATTRIBUTE_NAME)
}

/// All bytes that end a name are below `@`, and few bytes of names are: only those candidates are checked one by one.
#[inline(always)]
fn name_end(hay: &[u8], from: usize, ends: u8) -> usize {
    let mut at = from;
    while let Some(lanes) = load(hay, at) {
        let mut candidates = lanes.below_at_sign();
        while candidates != 0 {
            let candidate = at + candidates.trailing_zeros() as usize;
            if BYTE_CLASSES[hay[candidate] as usize] & ends != 0 {
                return candidate;
            }
            candidates &= candidates - 1;
        }
        at += LANES;
    }
    while at < hay.len() && BYTE_CLASSES[hay[at] as usize] & ends == 0 {
        at += 1;
    }
    at
}

const SPACE: u8 = 1;
const ENDS_TAG_NAME: u8 = 2;
const ENDS_ATTRIBUTE_NAME: u8 = 4;
const BEGINS_MARKUP: u8 = 8;
const ALPHANUMERIC: u8 = 16;

static BYTE_CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut i = 0;
    while i < SPACES.len() {
        classes[SPACES[i] as usize] = SPACE | ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME;
        i += 1;
    }
    classes[b'/' as usize] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME;
    classes[b'>' as usize] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME;
    classes[b'=' as usize] = ENDS_ATTRIBUTE_NAME;
    let mut letter = 0;
    while letter < 26 {
        classes[b'a' as usize + letter] |= BEGINS_MARKUP | ALPHANUMERIC;
        classes[b'A' as usize + letter] |= BEGINS_MARKUP | ALPHANUMERIC;
        letter += 1;
    }
    let mut digit = b'0';
    while digit <= b'9' {
        classes[digit as usize] |= ALPHANUMERIC;
        digit += 1;
    }
    classes[b'!' as usize] |= BEGINS_MARKUP;
    classes[b'?' as usize] |= BEGINS_MARKUP;
    classes[b'/' as usize] |= BEGINS_MARKUP;
    classes
};

/// Tab, line feed, form feed, carriage return, space.
const SPACES: [u8; 5] = [b'\t', b'\n', 0x0c, b'\r', b' '];

/// Whether a byte is HTML whitespace: tab, line feed, form feed, carriage return (a line feed after the standard's
/// input preprocessing), space.
#[inline]
pub fn is_space(byte: u8) -> bool {
    BYTE_CLASSES[byte as usize] & SPACE != 0
}

/// Whether a byte is an ASCII letter or digit, for less than comparisons cost.
#[inline]
pub fn is_alphanumeric(byte: u8) -> bool {
    BYTE_CLASSES[byte as usize] & ALPHANUMERIC != 0
}

/// Whether a byte ends a tag name: whitespace, `/` or `>`.
#[inline]
pub fn ends_tag_name(byte: u8) -> bool {
    BYTE_CLASSES[byte as usize] & ENDS_TAG_NAME != 0
}

/// Whether a `<` before this byte begins markup: a letter, `/`, `!` or `?`.
#[inline]
pub fn begins_markup(byte: u8) -> bool {
    BYTE_CLASSES[byte as usize] & BEGINS_MARKUP != 0
}

/// Classes of bytes of a normalized text as bitmasks: bit `i` is byte `at + i`.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextMasks<T> {
    /// U+0020.
    pub spaces: T,
    /// ASCII letters and digits.
    pub alphanumeric: T,
    /// Bytes of characters outside ASCII.
    pub non_ascii: T,
    /// ASCII digits.
    pub digits: T,
}

/// The bitmasks of the 16 bytes from `at`, or `None` if fewer are left.
#[inline]
pub fn text_masks_of_16(hay: &[u8], at: usize) -> Option<TextMasks<u32>> {
    let lanes = load(hay, at)?;
    let (spaces, alphanumeric) = (lanes.equal(b' '), lanes.alphanumeric());
    Some(TextMasks { spaces, alphanumeric, non_ascii: lanes.non_ascii(), digits: lanes.digits() })
}

/// The bitmasks of the 64 bytes from `at`, or `None` if fewer are left.
#[inline(always)]
pub(crate) fn text_masks_of_64(level: impl Level, hay: &[u8], at: usize) -> Option<TextMasks<u64>> {
    let window = window_of_64(hay, at)?;
    Some(TextMasks {
        spaces: bits_of_64(window, |half| level.equal(half, b' ')),
        alphanumeric: bits_of_64(window, |half| level.alphanumeric(half)),
        non_ascii: bits_of_64(window, |half| level.non_ascii(half)),
        digits: bits_of_64(window, |half| level.digits(half)),
    })
}

/// The bitmasks of the first `bytes` bytes from `at`, at most 128, and of a few after them; `None` if these are not
/// left. The other bits are 0.
#[inline(always)]
pub(crate) fn text_masks_of_128(level: impl Level, hay: &[u8], at: usize, bytes: usize) -> Option<TextMasks<u128>> {
    let mut masks = TextMasks { spaces: 0, alphanumeric: 0, non_ascii: 0, digits: 0 };
    let parts = hay.get(at..at.checked_add(bytes.next_multiple_of(WIDE))?)?.as_chunks().0;
    for (part, shift) in parts.iter().zip((0..128).step_by(WIDE)) {
        masks.spaces |= u128::from(level.equal(part, b' ')) << shift;
        masks.alphanumeric |= u128::from(level.alphanumeric(part)) << shift;
        masks.non_ascii |= u128::from(level.non_ascii(part)) << shift;
        masks.digits |= u128::from(level.digits(part)) << shift;
    }
    Some(masks)
}

/// The number of bytes that pass a test.
#[inline(always)]
pub(crate) fn count_bytes(bytes: &[u8], test: impl Fn(u8) -> bool) -> u32 {
    // The most bytes that a `u8` can count; compilers vectorize the loop to sixteen lanes.
    const CHUNK: usize = 255;
    bytes.chunks(CHUNK).map(|part| u32::from(part.iter().map(|&byte| u8::from(test(byte))).sum::<u8>())).sum()
}

/// The number of ASCII digits in `hay[from..end]`.
#[inline]
pub fn count_digits(hay: &[u8], from: usize, end: usize) -> u32 {
    let mut count = 0;
    let mut at = from;
    while at < end
        && let Some(mask) = match end - at {
            // Most texts that are asked about are short.
            ..=LANES => load(hay, at).map(|lanes| u64::from(lanes.digits())),
            _ => bitmask_64(hay, at, Lanes::digits),
        }
    {
        let beyond = WINDOW.saturating_sub(end - at);
        // Most texts have none, and to count takes longer than to look.
        if mask << beyond != 0 {
            count += (mask << beyond).count_ones();
        }
        at += WINDOW;
    }
    let rest = hay.get(at..end).unwrap_or_default();
    count + rest.iter().map(|byte| u32::from(byte.is_ascii_digit())).sum::<u32>()
}

/// The bitmasks of spaces and of non-ASCII bytes of the 16 bytes from `at`, or `None` if fewer are left.
#[inline(always)]
pub fn space_and_non_ascii_masks(hay: &[u8], at: usize) -> Option<(u32, u32)> {
    let lanes = load(hay, at)?;
    Some((lanes.equal(b' '), lanes.non_ascii()))
}

/// End of the run from `from` on of bytes that text normalization copies unchanged: printable ASCII except `&`, with
/// single spaces only. At most `end`, though bytes after it may be read. May stop early, never late.
#[inline]
pub fn plain_text_end(hay: &[u8], from: usize, end: usize) -> usize {
    plain_text_end_at(Baseline, hay, from, end)
}

/// [`plain_text_end`] with the instructions of a level.
#[inline(always)]
pub(crate) fn plain_text_end_at(level: impl Level, hay: &[u8], from: usize, end: usize) -> usize {
    let mut at = from;
    let mut after_space = 0u32;
    while at < end {
        let rest = hay.get(at..).unwrap_or_default();
        let padded;
        let window = match rest.first_chunk::<WIDE>() {
            Some(window) => window,
            // Zeros end the run.
            None => {
                padded = padded_with_zeros(rest);
                &padded
            }
        };
        let spaces = level.equal(window, b' ');
        let stop = level.special(window) | spaces & (spaces << 1 | after_space);
        if stop != 0 {
            return end.min(at + stop.trailing_zeros() as usize);
        }
        after_space = spaces >> (WIDE - 1);
        at += WIDE;
    }
    at.min(end)
}

#[inline(never)]
fn padded_with_zeros(rest: &[u8]) -> [u8; WIDE] {
    let mut padded = [0; WIDE];
    padded.iter_mut().zip(rest).for_each(|(to, byte)| *to = *byte);
    padded
}

fn find_scalar(hay: &[u8], from: usize, needle: u8) -> usize {
    let mut at = from;
    while at < hay.len() && hay[at] != needle {
        at += 1;
    }
    at.min(hay.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;
    use crate::base::simd::{random_bytes, rounds};

    #[test]
    fn names_are_equal_and_found_in_any_case() {
        assert!(
            same_name(b"Btn", b"bTN")
                && !same_name(b"btn", b"btns")
                && !same_name(b"btn", b"bin")
                && same_name(b"", b"")
        );
        for name in [&b"btn"[..], b"BTN", b"a-Btn", b"bbtn", b"my_btn2"] {
            assert!(contains_name(name, b"btn"));
        }
        assert!(!contains_name(b"bt", b"btn") && !contains_name(b"b-tn", b"btn") && !contains_name(b"", b"btn"));
        assert!(may_begin(b"Btn", b"b") && !may_begin(b"tn", b"b") && !may_begin(b"", b"b"));
        // Bytes that differ like a letter in two cases, but are no letters.
        assert!(!contains_name(b"\x0a", b"*") && !contains_name(b"@", b"`"));
        assert!((0..=255u8).all(|byte| is_alphanumeric(byte) == byte.is_ascii_alphanumeric()));
    }

    #[test]
    fn searches_agree_with_scalar_loops() {
        let mut random = Random(1);
        for round in 0..rounds(4000) {
            let mut hay = random_bytes(&mut random, round % 150);
            if round % 3 == 0 {
                let quiet = hay.len() * 3 / 4;
                hay[..quiet].fill(if round % 2 == 0 { b'x' } else { b' ' });
            }
            let from = if hay.is_empty() { 0 } else { random.below(hay.len()) };
            let first =
                |test: &dyn Fn(u8) -> bool| hay[from..].iter().position(|&b| test(b)).map_or(hay.len(), |i| from + i);
            let space = |b: u8| matches!(b, b'\t' | b'\n' | 0x0c | b'\r' | b' ');
            assert_eq!(find_byte(&hay, from, b'<'), first(&|b| b == b'<'));
            let end = from + (hay.len() - from) / 2;
            assert_eq!(find_byte_before(&hay, from, end, b'<'), first(&|b| b == b'<').min(end));
            assert_eq!(find_either(&hay, from, b'<', b'-'), first(&|b| b == b'<' || b == b'-'));
            assert_eq!(find_either_before(&hay, from, end, b'<', b'-'), first(&|b| b == b'<' || b == b'-').min(end));
            assert_eq!(find_lanes(&hay, from, |lanes| lanes.equal(b'<')), first(&|b| b == b'<'));
            assert_eq!(
                count_digits(&hay, from, end),
                hay[from..end].iter().filter(|b| b.is_ascii_digit()).count() as u32
            );
            assert_eq!(skip_space(&hay, from), first(&|b| !space(b)));
            assert_eq!(tag_name_end(&hay, from), first(&|b| space(b) || b == b'/' || b == b'>'));
            assert_eq!(attribute_name_end(&hay, from), first(&|b| space(b) || matches!(b, b'/' | b'>' | b'=')));
        }
    }

    #[test]
    fn plain_text_stops_at_every_special_byte() {
        let mut random = Random(2);
        for round in 0..rounds(4000) {
            let mut hay = random_bytes(&mut random, round % 90);
            let quiet = hay.len() * 2 / 3;
            hay[..quiet].fill(b'e');
            let limit = hay.len() - round % 20.min(hay.len() + 1);
            let end = plain_text_end(&hay, 0, limit);
            assert!(end <= limit);
            let plain = &hay[..end];
            assert!(plain.iter().all(|&b| (b == b' ' || b.is_ascii_graphic()) && b != b'&'));
            assert!(!plain.windows(2).any(|w| w == b"  "));
        }
    }
}
