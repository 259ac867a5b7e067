//! A bitmap of the source bytes at which characters start, for ISO-2022-JP: a stateful encoding, whose bytes cannot be
//! interpreted without the escape sequences before them.

use crate::base::arena::Bump;

use super::DecodeError;

/// A bitmap of the positions at which characters start.
#[derive(Clone, Copy, Debug)]
pub(super) struct StartBitmap<'a> {
    words: &'a [u64],
}

impl<'a> StartBitmap<'a> {
    /// The position of the first character at or after `from`.
    pub fn next(self, from: usize) -> Option<usize> {
        let (mut index, bit) = (from / 64, from % 64);
        let mut word = self.words.get(index)? & (u64::MAX << bit);
        while word == 0 {
            index += 1;
            word = *self.words.get(index)?;
        }
        Some(index * 64 + word.trailing_zeros() as usize)
    }

    /// The bitmap of an ISO-2022-JP page: one set bit for each character that the decoder of the Encoding Standard
    /// emits, U+FFFD included. Escape sequences belong to no character.
    pub fn iso_2022_jp(arena: &'a Bump, source: &[u8]) -> Result<Self, DecodeError> {
        let words =
            arena.try_alloc_slice_fill_copy(source.len().div_ceil(64), 0_u64).map_err(|_| DecodeError::OutOfMemory)?;
        let mut scanner = Scanner { mode: Mode::SingleByte, after_escape: false };
        let mut position = 0;
        while let Some(rest) = source.get(position..).filter(|rest| !rest.is_empty()) {
            let step = scanner.step(rest);
            if step.emits {
                words[position / 64] |= 1 << (position % 64);
            }
            position += step.length;
        }
        Ok(Self { words })
    }
}

/// How the bytes up to the next escape sequence are decoded. ASCII, Roman and Katakana have equal lengths.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    SingleByte,
    DoubleByte,
}

/// The part of the decoder's state that determines where characters start.
struct Scanner {
    mode: Mode,
    /// The last thing read was an escape sequence: another one is an error, decoded as U+FFFD.
    after_escape: bool,
}

/// The length of the next character or escape sequence, and whether it is a character.
struct Step {
    length: usize,
    emits: bool,
}

impl Scanner {
    /// Reads the character or escape sequence at the start of `rest`, which is not empty.
    fn step(&mut self, rest: &[u8]) -> Step {
        if let Some(mode) = escape(rest) {
            self.mode = mode;
            return Step { length: 3, emits: std::mem::replace(&mut self.after_escape, true) };
        }
        self.after_escape = false;
        let length = match (self.mode, rest) {
            // A lead byte before an escape, which may be a malformed one, is a separate error ...
            (Mode::DoubleByte, [0x21..=0x7E, 0x1B, ..] | [0x21..=0x7E]) => 1,
            // ... while any other byte belongs to the lead byte before it, malformed or not.
            (Mode::DoubleByte, [0x21..=0x7E, _, ..]) => 2,
            _ => 1,
        };
        Step { length, emits: true }
    }
}

/// The mode that a well-formed escape sequence at the start of `rest` switches to.
fn escape(rest: &[u8]) -> Option<Mode> {
    match rest {
        [0x1B, b'(', b'B' | b'I' | b'J', ..] => Some(Mode::SingleByte),
        [0x1B, b'$', b'@' | b'B', ..] => Some(Mode::DoubleByte),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts_of(source: &[u8]) -> Vec<usize> {
        let arena = Bump::new();
        let bitmap = StartBitmap::iso_2022_jp(&arena, source).unwrap();
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(position) = bitmap.next(from) {
            found.push(position);
            from = position + 1;
        }
        found
    }

    #[test]
    fn escapes_are_skipped_and_pairs_have_one_bit() {
        assert!(starts_of(b"").is_empty());
        assert_eq!(starts_of(b"ab"), [0, 1]);
        assert_eq!(starts_of(b"a\x1B$BF|K\\\x1B(Bb"), [0, 4, 6, 11]);
        assert_eq!(starts_of(b"\x1B(I12\x1B(J3"), [3, 4, 8]);
    }

    #[test]
    fn errors_are_characters_too() {
        // Two escapes in a row; a malformed escape; a lead byte before an escape, and at the end.
        assert_eq!(starts_of(b"\x1B$B\x1B(Ba"), [3, 6]);
        assert_eq!(starts_of(b"\x1B(Xa"), [0, 1, 2, 3]);
        assert_eq!(starts_of(b"\x1B$BF\x1B(Ba"), [3, 7]);
        assert_eq!(starts_of(b"\x1B$BF"), [3]);
        assert_eq!(starts_of(b"\x1B$BF\xFFK\\"), [3, 5]);
    }

    #[test]
    fn starts_are_found_across_words() {
        let mut source = b"\x1B$B".repeat(50);
        source.extend(b"\x1B(Bxy");
        assert_eq!(starts_of(&source).last(), Some(&154));
        assert_eq!(starts_of(&[b'x'; 200]).len(), 200);
    }
}
