//! Sixteen bytes of text, classified at once: each test returns a bitmask with one bit per byte, lowest first.
//!
//! A [`Vector`] is what an instruction set offers; the tests are written once on top of it.

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
#[cfg(any(test, not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))))]
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
use neon::Neon as Native;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little"))))]
use portable::Portable as Native;
#[cfg(target_arch = "x86_64")]
use sse2::Sse2 as Native;

/// Bytes in a vector.
pub(crate) const LANES: usize = 16;

/// Sixteen bytes in a register. Comparisons return all ones in each lane where they hold, and zeros in the others.
pub trait Vector: Copy {
    fn load(bytes: &[u8; LANES]) -> Self;
    /// One byte, repeated in every lane.
    fn splat(byte: u8) -> Self;
    fn or(self, other: Self) -> Self;
    /// `self & !other`
    fn and_not(self, other: Self) -> Self;
    fn equal(self, other: Self) -> Self;
    /// Lanes in `low..=high`, compared as unsigned numbers.
    fn within(self, low: u8, high: u8) -> Self;
    /// Lanes that are less than `other`, compared as signed numbers.
    fn less_signed(self, other: Self) -> Self;
    /// Lanes whose top bit is set. Only the top bits of the result are defined.
    fn negative(self) -> Self;
    /// The top bit of each lane, where all other bits equal it or are undefined.
    fn bits(self) -> u32;
}

/// Sixteen bytes of text.
#[derive(Clone, Copy)]
pub struct Lanes<V = Native>(V);

/// Loads the sixteen bytes at `at`, or returns `None` if there are fewer.
#[inline(always)]
pub fn load(hay: &[u8], at: usize) -> Option<Lanes> {
    Some(Lanes(Native::load(hay.get(at..)?.first_chunk()?)))
}

impl<V: Vector> Lanes<V> {
    #[inline(always)]
    pub fn equal(self, byte: u8) -> u32 {
        self.0.equal(V::splat(byte)).bits()
    }

    #[inline(always)]
    pub fn either(self, first: u8, second: u8) -> u32 {
        self.0.equal(V::splat(first)).or(self.0.equal(V::splat(second))).bits()
    }

    /// HTML whitespace: tab, line feed, form feed, carriage return and space.
    #[inline(always)]
    pub fn whitespace(self) -> u32 {
        let vertical_tab = self.0.equal(V::splat(0x0b));
        self.0.within(b'\t', b'\r').and_not(vertical_tab).or(self.0.equal(V::splat(b' '))).bits()
    }

    /// Bytes below `@`, and bytes outside ASCII.
    #[inline(always)]
    pub fn below_at_sign(self) -> u32 {
        self.0.less_signed(V::splat(b'@')).bits()
    }

    #[inline(always)]
    pub fn alphanumeric(self) -> u32 {
        let folded = self.0.or(V::splat(0x20));
        folded.within(b'a', b'z').or(self.0.within(b'0', b'9')).bits()
    }

    #[inline(always)]
    pub fn digits(self) -> u32 {
        self.0.within(b'0', b'9').bits()
    }

    #[inline(always)]
    pub fn upper(self) -> u32 {
        self.0.within(b'A', b'Z').bits()
    }

    #[inline(always)]
    pub fn lower(self) -> u32 {
        self.0.within(b'a', b'z').bits()
    }

    #[inline(always)]
    pub fn non_ascii(self) -> u32 {
        self.0.negative().bits()
    }

    /// Braces, brackets, `\`, `|`, quotes and `/`: what ends blocks of CSS, or may hold literal braces.
    #[inline(always)]
    pub fn braces_or_quotes(self) -> u32 {
        self.css_delimiters().or(self.0.equal(V::splat(b'\''))).bits()
    }

    /// What [`Lanes::braces_or_quotes`] finds, and parentheses.
    #[inline(always)]
    pub fn braces_quotes_or_parentheses(self) -> u32 {
        self.css_delimiters().or(self.0.within(b'\'', b')')).bits()
    }

    /// What [`Lanes::braces_or_quotes`] finds but `'`: with the bit of small letters, brackets are braces, and `\` is `|`.
    #[inline(always)]
    fn css_delimiters(self) -> V {
        let others = self.0.equal(V::splat(b'"')).or(self.0.equal(V::splat(b'/')));
        self.0.or(V::splat(0x20)).within(b'{', b'}').or(others)
    }

    /// All but printable ASCII, and `&`.
    #[inline(always)]
    pub fn special(self) -> u32 {
        let exceptions = self.0.equal(V::splat(0x7f)).or(self.0.equal(V::splat(b'&')));
        self.0.less_signed(V::splat(b' ')).or(exceptions).bits()
    }
}

/// Prefetches the cache line of the byte at `at`, which may be out of bounds. Does nothing on other processors.
#[inline(always)]
pub(crate) fn prefetch(hay: &[u8], at: usize) {
    let byte = hay.as_ptr().wrapping_add(at);
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: SSE is part of every x86-64 processor; a prefetch is a hint that never faults, whatever the address.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(byte.cast())
    }
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    // SAFETY: a prefetch is a hint that never faults, whatever the address, and changes neither registers nor flags.
    unsafe {
        std::arch::asm!("prfm pldl1keep, [{}]", in(reg) byte, options(nostack, readonly, preserves_flags))
    }
    #[cfg(any(not(any(target_arch = "x86_64", target_arch = "aarch64")), miri))]
    let _ = byte;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;
    use crate::base::simd::{random_bytes, rounds};

    fn agrees<V: Vector>(bytes: &[u8; LANES]) {
        let lanes = Lanes(V::load(bytes));
        let expected = |test: fn(&u8) -> bool| (0..LANES).fold(0, |mask, i| mask | u32::from(test(&bytes[i])) << i);
        assert_eq!(lanes.equal(b'<'), expected(|b| *b == b'<'));
        assert_eq!(lanes.equal(0xff), expected(|b| *b == 0xff));
        assert_eq!(lanes.whitespace(), expected(u8::is_ascii_whitespace));
        assert_eq!(lanes.below_at_sign(), expected(|b| !(b'@'..0x80).contains(b)));
        assert_eq!(lanes.braces_or_quotes(), expected(|b| br#"{|}[\]"'/"#.contains(b)));
        assert_eq!(lanes.braces_quotes_or_parentheses(), expected(|b| br#"{|}[\]"'/()"#.contains(b)));
        assert_eq!(lanes.alphanumeric(), expected(u8::is_ascii_alphanumeric));
        assert_eq!(lanes.digits(), expected(u8::is_ascii_digit));
        assert_eq!(lanes.upper(), expected(u8::is_ascii_uppercase));
        assert_eq!(lanes.lower(), expected(u8::is_ascii_lowercase));
        assert_eq!(lanes.non_ascii(), expected(|b| !b.is_ascii()));
        assert_eq!(lanes.special(), expected(|b| !(b' '..=b'~').contains(b) || *b == b'&'));
    }

    #[test]
    fn every_byte_in_every_lane() {
        for first in (0..=255u8).step_by(if cfg!(miri) { 17 } else { 1 }) {
            let bytes = std::array::from_fn(|i| first.wrapping_add(i as u8));
            agrees::<Native>(&bytes);
            agrees::<portable::Portable>(&bytes);
        }
    }

    #[test]
    fn random_text() {
        let mut random = Random(1);
        for _ in 0..rounds(2000) {
            let bytes = random_bytes(&mut random, LANES).try_into().expect("sixteen bytes");
            agrees::<Native>(&bytes);
            agrees::<portable::Portable>(&bytes);
        }
    }

    #[test]
    fn loads_need_sixteen_bytes() {
        let hay = [b' '; LANES + 3];
        assert!(load(&hay, 3).is_some());
        assert!(load(&hay, 4).is_none());
        assert!(load(&hay, LANES + 4).is_none());
        assert!(load(&hay, usize::MAX).is_none());
    }

    #[test]
    fn prefetch_takes_any_position() {
        prefetch(b"x", 0);
        prefetch(b"", usize::MAX);
    }
}
