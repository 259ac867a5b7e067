//! Byte searches of the tokenizer: short ones inline with SSE2, long ones handed to `memchr`.
//!
//! Half of the searches in a page end within 64 bytes, where a call costs more than the search. This is the only
//! module outside the arena and the C boundary that may use `unsafe`, and it does so for processor
//! instructions; on other machines plain loops give the same answers.
#![allow(unsafe_code)]

/// How many bytes are searched inline before `memchr` takes over.
const INLINE: usize = 64;

/// Position of the first `needle` at or after `from`, or the length of `hay`.
#[inline]
pub fn find_byte(hay: &[u8], from: usize, needle: u8) -> usize {
    let mut at = from;
    while at < from + INLINE {
        match load(hay, at) {
            Some(lanes) => {
                let hits = lanes.equal(needle);
                if hits != 0 {
                    return at + hits.trailing_zeros() as usize;
                }
                at += LANES;
            }
            None => return find_scalar(hay, at, needle),
        }
    }
    match memchr::memchr(needle, &hay[at..]) {
        Some(i) => at + i,
        None => hay.len(),
    }
}

/// Position of the first `first` or `second` at or after `from`, or the length of `hay`.
#[inline]
pub fn find_either(hay: &[u8], from: usize, first: u8, second: u8) -> usize {
    match hay.get(from..).and_then(|rest| memchr::memchr2(first, second, rest)) {
        Some(i) => from + i,
        None => hay.len(),
    }
}

/// Position of the first byte that is not HTML white space at or after `from`, or the length of `hay`.
#[inline]
pub fn skip_space(hay: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(lanes) = load(hay, at) {
        let other = !lanes.white_space() & ALL;
        if other != 0 {
            return at + other.trailing_zeros() as usize;
        }
        at += LANES;
    }
    while at < hay.len() && is_space(hay[at]) {
        at += 1;
    }
    at
}

/// End of the tag name that begins at `from`: the first white space, `/` or `>`.
#[inline]
pub fn tag_name_end(hay: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(lanes) = load(hay, at) {
        let ends = lanes.white_space() | lanes.equal(b'/') | lanes.equal(b'>');
        if ends != 0 {
            return at + ends.trailing_zeros() as usize;
        }
        at += LANES;
    }
    while at < hay.len() && !(is_space(hay[at]) || hay[at] == b'/' || hay[at] == b'>') {
        at += 1;
    }
    at
}

/// End of the attribute name that begins at `from`: the first white space, `/`, `>` or `=`.
#[inline]
pub fn attribute_name_end(hay: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(lanes) = load(hay, at) {
        let ends = lanes.white_space() | lanes.equal(b'/') | lanes.equal(b'>') | lanes.equal(b'=');
        if ends != 0 {
            return at + ends.trailing_zeros() as usize;
        }
        at += LANES;
    }
    while at < hay.len() && !(is_space(hay[at]) || matches!(hay[at], b'/' | b'>' | b'=')) {
        at += 1;
    }
    at
}

/// Asks for the bytes a kilobyte after `at`, which the tokenizer will read after about twenty tokens. Jumping from quote
/// to quote, it leaves too few steps for the processor to see where it is going.
#[inline(always)]
pub fn prefetch_after(hay: &[u8], at: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing, and no address makes it fail.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(hay.as_ptr().wrapping_add(at + 1024).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (hay, at);
}

/// HTML white space: tab, line feed, form feed, carriage return (a line feed after preprocessing), space.
#[inline]
pub fn is_space(byte: u8) -> bool {
    byte <= b' ' && (1u64 << byte) & SPACES != 0
}

const SPACES: u64 = 1 << b'\t' | 1 << b'\n' | 1 << 0x0c | 1 << b'\r' | 1 << b' ';

/// Bytes of a normalised text, 16 at a time, as bit masks: bit `i` stands for byte `at + i`.
pub struct TextLanes {
    /// U+0020.
    pub spaces: u32,
    /// ASCII letters and digits.
    pub alphanumeric: u32,
    /// Bytes of characters outside ASCII.
    pub non_ascii: u32,
}

/// The masks of the 16 bytes from `at`, or `None` if fewer are left.
#[inline]
pub fn text_lanes(hay: &[u8], at: usize) -> Option<TextLanes> {
    let lanes = load(hay, at)?;
    Some(TextLanes { spaces: lanes.equal(b' '), alphanumeric: lanes.alphanumeric(), non_ascii: lanes.non_ascii() })
}

/// Length of the stretch from `from` of bytes that need no care when text is normalised: printable ASCII except `&`,
/// with single spaces at most. Looks at 16 bytes at a time; may stop early, never late.
#[inline]
pub fn plain_text_end(hay: &[u8], from: usize) -> usize {
    let mut at = from;
    let mut space_before = 0u32;
    while let Some(lanes) = load(hay, at) {
        let spaces = lanes.equal(b' ');
        let doubled = spaces & (spaces << 1 | space_before);
        let stop = lanes.control() | lanes.non_ascii() | lanes.equal(b'&') | doubled;
        if stop != 0 {
            return at + stop.trailing_zeros() as usize;
        }
        space_before = spaces >> (LANES - 1) & 1;
        at += LANES;
    }
    while at < hay.len() && matches!(hay[at], b'!'..=b'%' | b'\''..=b'~') {
        at += 1;
    }
    at
}

fn find_scalar(hay: &[u8], from: usize, needle: u8) -> usize {
    let mut at = from;
    while at < hay.len() && hay[at] != needle {
        at += 1;
    }
    at.min(hay.len())
}

const LANES: usize = 16;
const ALL: u32 = 0xffff;

#[cfg(not(target_arch = "x86_64"))]
use portable::load;
#[cfg(target_arch = "x86_64")]
use sse2::load;

#[cfg(target_arch = "x86_64")]
mod sse2 {
    //! SSE2 is part of every x86-64 processor, so no run-time test is needed, and each call below may rely on it.
    use super::LANES;
    use std::arch::x86_64::*;

    #[derive(Clone, Copy)]
    pub struct Lanes(__m128i);

    #[inline(always)]
    pub fn load(hay: &[u8], at: usize) -> Option<Lanes> {
        let chunk = hay.get(at..at.checked_add(LANES)?)?;
        // SAFETY: `chunk` is 16 readable bytes, and the load needs no alignment.
        Some(Lanes(unsafe { _mm_loadu_si128(chunk.as_ptr().cast()) }))
    }

    #[inline(always)]
    fn bits(mask: __m128i) -> u32 {
        // SAFETY: SSE2 is there; the instruction touches registers only.
        unsafe { _mm_movemask_epi8(mask) as u32 }
    }

    #[inline(always)]
    fn equal(x: __m128i, byte: u8) -> __m128i {
        // SAFETY: SSE2 is there; the instructions touch registers only.
        unsafe { _mm_cmpeq_epi8(x, _mm_set1_epi8(byte as i8)) }
    }

    /// Lanes within `low..=high`, compared without sign: `max(x, low) == x` and `min(x, high) == x`.
    #[inline(always)]
    fn within(x: __m128i, low: u8, high: u8) -> __m128i {
        // SAFETY: SSE2 is there; the instructions touch registers only.
        unsafe {
            let above = _mm_cmpeq_epi8(_mm_max_epu8(x, _mm_set1_epi8(low as i8)), x);
            let below = _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(high as i8)), x);
            _mm_and_si128(above, below)
        }
    }

    impl Lanes {
        #[inline(always)]
        pub fn equal(self, byte: u8) -> u32 {
            bits(equal(self.0, byte))
        }

        #[inline(always)]
        pub fn white_space(self) -> u32 {
            bits(equal(self.0, b' ')) | bits(within(self.0, b'\t', b'\r')) & !bits(equal(self.0, 0x0b))
        }

        #[inline(always)]
        pub fn alphanumeric(self) -> u32 {
            // SAFETY: SSE2 is there; the instructions touch registers only.
            let folded = unsafe { _mm_or_si128(self.0, _mm_set1_epi8(0x20)) };
            bits(within(folded, b'a', b'z')) | bits(within(self.0, b'0', b'9'))
        }

        #[inline(always)]
        pub fn non_ascii(self) -> u32 {
            bits(self.0)
        }

        /// Control characters: below U+0020, and U+007F.
        #[inline(always)]
        pub fn control(self) -> u32 {
            bits(within(self.0, 0, 0x1f)) | self.equal(0x7f)
        }
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    //! The same sixteen lanes as plain bytes.
    use super::{LANES, is_space};

    #[derive(Clone, Copy)]
    pub struct Lanes([u8; LANES]);

    #[inline(always)]
    pub fn load(hay: &[u8], at: usize) -> Option<Lanes> {
        hay.get(at..at.checked_add(LANES)?)?.try_into().ok().map(Lanes)
    }

    impl Lanes {
        #[inline(always)]
        fn mask(self, test: impl Fn(u8) -> bool) -> u32 {
            self.0.iter().enumerate().fold(0, |mask, (i, &b)| mask | u32::from(test(b)) << i)
        }
        #[inline(always)]
        pub fn equal(self, byte: u8) -> u32 {
            self.mask(|b| b == byte)
        }
        #[inline(always)]
        pub fn white_space(self) -> u32 {
            self.mask(is_space)
        }
        #[inline(always)]
        pub fn alphanumeric(self) -> u32 {
            self.mask(|b| b.is_ascii_alphanumeric())
        }
        #[inline(always)]
        pub fn non_ascii(self) -> u32 {
            self.mask(|b| b >= 0x80)
        }
        #[inline(always)]
        pub fn control(self) -> u32 {
            self.mask(|b| b.is_ascii_control())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_bytes(seed: &mut u64, len: usize) -> Vec<u8> {
        const ALPHABET: &[u8] = b" \t\n\x0b\x0c\r\x00\x1f\x7f\x80\xc3\xffaAzZ09@[`{/><=&-!\"' ";
        let mut bytes = Vec::with_capacity(len);
        for _ in 0..len {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            bytes.push(ALPHABET[(*seed >> 33) as usize % ALPHABET.len()]);
        }
        bytes
    }

    #[test]
    fn searches_agree_with_plain_loops() {
        let mut seed = 0x2545_f491_4f6c_dd1d;
        for round in 0..4000 {
            let mut hay = random_bytes(&mut seed, round % 150);
            if round % 3 == 0 {
                let quiet = hay.len() * 3 / 4;
                hay[..quiet].fill(if round % 2 == 0 { b'x' } else { b' ' });
            }
            let from = if hay.is_empty() { 0 } else { (seed >> 20) as usize % hay.len() };
            let first =
                |test: &dyn Fn(u8) -> bool| hay[from..].iter().position(|&b| test(b)).map_or(hay.len(), |i| from + i);
            let space = |b: u8| matches!(b, b'\t' | b'\n' | 0x0c | b'\r' | b' ');
            assert_eq!(find_byte(&hay, from, b'<'), first(&|b| b == b'<'));
            assert_eq!(find_either(&hay, from, b'<', b'-'), first(&|b| b == b'<' || b == b'-'));
            assert_eq!(skip_space(&hay, from), first(&|b| !space(b)));
            assert_eq!(tag_name_end(&hay, from), first(&|b| space(b) || b == b'/' || b == b'>'));
            assert_eq!(attribute_name_end(&hay, from), first(&|b| space(b) || matches!(b, b'/' | b'>' | b'=')));
        }
    }

    #[test]
    fn lanes_agree_with_portable_lanes() {
        let mut seed = 88_172_645_463_325_252;
        for _ in 0..2000 {
            let hay = random_bytes(&mut seed, 16);
            let (a, b) = (load(&hay, 0).unwrap(), portable::load(&hay, 0).unwrap());
            assert_eq!(a.white_space(), b.white_space());
            assert_eq!(a.alphanumeric(), b.alphanumeric());
            assert_eq!(a.non_ascii(), b.non_ascii());
            assert_eq!(a.control(), b.control());
            assert_eq!(a.equal(b'<'), b.equal(b'<'));
        }
    }

    #[test]
    fn plain_text_stops_at_everything_special() {
        let mut seed = 1234567;
        for round in 0..4000 {
            let mut hay = random_bytes(&mut seed, round % 90);
            let quiet = hay.len() * 2 / 3;
            hay[..quiet].fill(b'e');
            let end = plain_text_end(&hay, 0);
            let plain = &hay[..end];
            assert!(plain.iter().all(|&b| (b == b' ' || b.is_ascii_graphic()) && b != b'&'));
            assert!(!plain.windows(2).any(|w| w == b"  "));
        }
    }
}
