//! One bit for every byte of the source, set where a character starts: for ISO-2022-JP, whose bytes mean nothing
//! without the escape sequences before them.

use crate::arena::Bump;

use super::DecodeError;

/// The set of positions at which characters start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks<'a> {
    words: &'a [u64],
}

impl<'a> Marks<'a> {
    /// The position of the first mark at or after `from`.
    pub fn next(self, from: usize) -> Option<usize> {
        let (mut index, bit) = (from / 64, from % 64);
        let mut word = self.words.get(index)? & (u64::MAX << bit);
        while word == 0 {
            index += 1;
            word = *self.words.get(index)?;
        }
        Some(index * 64 + word.trailing_zeros() as usize)
    }

    /// Marks where the characters of an ISO-2022-JP page start: exactly one mark for each character that the decoder of
    /// the Encoding Standard emits, U+FFFD included. Escape sequences belong to no character.
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

/// How the bytes up to the next escape sequence are read. ASCII, Roman and Katakana do not differ in lengths.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    SingleByte,
    DoubleByte,
}

/// The decoder's state as far as it bears on where characters start.
struct Scanner {
    mode: Mode,
    /// Nothing came after the last escape sequence: another one is an error, reported as U+FFFD.
    after_escape: bool,
}

/// The next bytes: how many, and whether they make a character.
struct Step {
    length: usize,
    emits: bool,
}

impl Scanner {
    /// Reads one character or escape sequence off `rest`, which is not empty.
    fn step(&mut self, rest: &[u8]) -> Step {
        if let Some(mode) = escape(rest) {
            self.mode = mode;
            return Step { length: 3, emits: std::mem::replace(&mut self.after_escape, true) };
        }
        self.after_escape = false;
        let length = match (self.mode, rest) {
            // A lead byte before an escape, which may be a malformed one, is an error of its own ...
            (Mode::DoubleByte, [0x21..=0x7E, 0x1B, ..] | [0x21..=0x7E]) => 1,
            // ... while one before any other byte takes that byte along, malformed or not.
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

    fn marks(source: &[u8]) -> Vec<usize> {
        let arena = Bump::new();
        let marks = Marks::iso_2022_jp(&arena, source).unwrap();
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(position) = marks.next(from) {
            found.push(position);
            from = position + 1;
        }
        found
    }

    #[test]
    fn escapes_are_skipped_and_pairs_marked_once() {
        assert!(marks(b"").is_empty());
        assert_eq!(marks(b"ab"), [0, 1]);
        assert_eq!(marks(b"a\x1B$BF|K\\\x1B(Bb"), [0, 4, 6, 11]);
        assert_eq!(marks(b"\x1B(I12\x1B(J3"), [3, 4, 8]);
    }

    #[test]
    fn errors_are_characters_too() {
        // Two escapes in a row; a malformed escape; a lead byte cut off by an escape, by the end.
        assert_eq!(marks(b"\x1B$B\x1B(Ba"), [3, 6]);
        assert_eq!(marks(b"\x1B(Xa"), [0, 1, 2, 3]);
        assert_eq!(marks(b"\x1B$BF\x1B(Ba"), [3, 7]);
        assert_eq!(marks(b"\x1B$BF"), [3]);
        assert_eq!(marks(b"\x1B$BF\xFFK\\"), [3, 5]);
    }

    #[test]
    fn marks_are_found_across_words() {
        let mut source = b"\x1B$B".repeat(50);
        source.extend(b"\x1B(Bxy");
        assert_eq!(marks(&source).last(), Some(&154));
        assert_eq!(marks(&[b'x'; 200]).len(), 200);
    }
}
