//! Runs and tokens of a normalized text (spec 0.2).
//!
//! In [`TokenMode::Paper`] a run is a maximal stretch without whitespace, as wide as it has characters. In
//! [`TokenMode::Unicode`] scripts without spaces are cut further, so that their densities mean something: an ideograph
//! or a kana is a run of its own, and a stretch of Thai, Lao, Khmer or Myanmar is cut after every four letters, which
//! is about a word. East Asian wide characters then take two columns, combining marks none.

use super::unicode::{COMPLEX, SOLO, TOKEN, WIDE, ZERO, class};
use crate::html::scan;

/// What counts as a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[repr(u8)]
pub enum TokenMode {
    /// As in the paper: a run of non-white-space characters that holds a letter or a digit.
    Paper = 0,
    /// The same, but scripts without spaces are cut into words or characters.
    #[default]
    Unicode = 1,
}

/// A run: what word wrap does not break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// First byte in the text.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// First byte of its first letter or digit; `end` if it has none.
    pub first_letter: usize,
    /// Columns that it takes in word wrap.
    pub columns: u32,
    /// Whether it is a token: holds a letter or a digit.
    pub is_token: bool,
    /// Whether whitespace (or the start of the text) precedes it.
    pub after_space: bool,
}

/// The runs of a normalized text (whitespace is single U+0020).
pub fn runs(text: &str, mode: TokenMode) -> Runs<'_> {
    Runs::over(text, 0, text.len(), mode)
}

/// Iterator over the runs of a stretch of text; see [`runs`].
#[derive(Clone, Debug)]
pub struct Runs<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    /// End of the current word, if it is read in pieces.
    word_end: usize,
    mode: TokenMode,
}

/// Letters of one piece of a script that is written without spaces.
const LETTERS_OF_A_WORD: u32 = 4;

impl<'t> Runs<'t> {
    /// The runs of `text[start..end]`; both must be character boundaries.
    pub fn over(text: &'t str, start: usize, end: usize, mode: TokenMode) -> Self {
        Runs { text, at: start, end, word_end: start, mode }
    }

    /// The word from `at` up to the next space, with its ASCII letters and digits; says if it has other characters.
    #[inline]
    fn word(&self, at: usize) -> (Run, bool) {
        let bytes = self.text.as_bytes();
        let mut run =
            Run { start: at, end: at, first_letter: usize::MAX, columns: 0, is_token: false, after_space: true };
        let mut non_ascii = 0;
        loop {
            let Some(lanes) = scan::text_masks_of_16(bytes, run.end) else {
                return self.word_at_the_end(run, non_ascii != 0);
            };
            let len = lanes.spaces.trailing_zeros().min(16).min((self.end - run.end) as u32);
            let inside = (1u32 << len) - 1;
            let letters = lanes.alphanumeric & inside;
            if letters != 0 && run.first_letter == usize::MAX {
                run.first_letter = run.end + letters.trailing_zeros() as usize;
            }
            non_ascii |= lanes.non_ascii & inside;
            run.end += len as usize;
            if len < 16 || run.end >= self.end {
                return (finished(run), non_ascii != 0);
            }
        }
    }

    /// The same, byte by byte, for the last sixteen bytes of the text.
    fn word_at_the_end(&self, mut run: Run, mut non_ascii: bool) -> (Run, bool) {
        let bytes = self.text.as_bytes();
        while run.end < self.end && bytes[run.end] != b' ' {
            let byte = bytes[run.end];
            if byte.is_ascii_alphanumeric() && run.first_letter == usize::MAX {
                run.first_letter = run.end;
            }
            non_ascii |= byte >= 0x80;
            run.end += 1;
        }
        (finished(run), non_ascii)
    }

    /// The piece of the current word that begins at `self.at`, by the characters' classes.
    fn piece(&mut self, after_space: bool) -> Run {
        let start = self.at;
        let mut run = Run { start, end: start, first_letter: usize::MAX, columns: 0, is_token: false, after_space };
        let cut = self.mode == TokenMode::Unicode;
        let mut complex_letters = 0;
        for c in self.text[start..self.word_end].chars() {
            let class = class(c);
            if cut && run.end > start {
                let solo = class & SOLO != 0;
                let word_is_full = class & COMPLEX != 0 && class & ZERO == 0 && complex_letters == LETTERS_OF_A_WORD;
                let leaves_script =
                    (class & COMPLEX != 0) != (complex_letters > 0) && class & ZERO == 0 && complex_letters > 0;
                if solo || word_is_full || leaves_script {
                    break;
                }
            }
            if class & TOKEN != 0 && run.first_letter == usize::MAX {
                run.first_letter = run.end;
            }
            run.columns += columns(class, cut);
            if class & COMPLEX != 0 && class & ZERO == 0 {
                complex_letters += 1;
            }
            let alone = cut && class & SOLO != 0;
            run.end += c.len_utf8();
            if alone {
                break;
            }
        }
        self.at = run.end;
        run.is_token = run.first_letter != usize::MAX;
        run.first_letter = run.first_letter.min(run.end);
        run
    }
}

#[inline]
fn finished(mut run: Run) -> Run {
    run.is_token = run.first_letter != usize::MAX;
    run.first_letter = run.first_letter.min(run.end);
    run.columns = (run.end - run.start) as u32;
    run
}

#[inline]
fn columns(class: u8, by_width: bool) -> u32 {
    match class {
        _ if !by_width => 1,
        c if c & ZERO != 0 => 0,
        c if c & WIDE != 0 => 2,
        _ => 1,
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    #[inline(always)]
    fn next(&mut self) -> Option<Run> {
        if self.at >= self.word_end
            && let Some(run) = self.plain_word()
        {
            return Some(run);
        }
        self.next_of_any_kind()
    }
}

impl Runs<'_> {
    /// The next word if it is the commonest kind: up to fifteen ASCII characters, of which the first is a letter.
    #[inline(always)]
    fn plain_word(&mut self) -> Option<Run> {
        let bytes = self.text.as_bytes();
        let start = if *bytes.get(self.at)? == b' ' { self.at + 1 } else { self.at };
        let (spaces, non_ascii) = scan::space_and_non_ascii_masks(bytes, start)?;
        let len = (spaces.trailing_zeros() as usize).min(self.end.checked_sub(start)?);
        if len >= 16 || non_ascii & ((1 << len) - 1) != 0 || len == 0 || !bytes[start].is_ascii_alphanumeric() {
            return None;
        }
        self.at = start + len;
        Some(Run { start, end: self.at, first_letter: start, columns: len as u32, is_token: true, after_space: true })
    }

    #[inline(never)]
    fn next_of_any_kind(&mut self) -> Option<Run> {
        if self.at < self.word_end {
            return Some(self.piece(false));
        }
        while self.at < self.end && self.text.as_bytes()[self.at] == b' ' {
            self.at += 1;
        }
        if self.at >= self.end {
            return None;
        }
        let (run, other_characters) = self.word(self.at);
        self.word_end = run.end;
        if other_characters {
            return Some(self.piece(true));
        }
        self.at = run.end;
        Some(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, mode: TokenMode) -> Vec<(&str, u32, bool)> {
        runs(text, mode).map(|run| (&text[run.start..run.end], run.columns, run.is_token)).collect()
    }

    #[test]
    fn words_of_ascii() {
        let text = "Don't pay -- 3.50 & e-mail: me-at-a-very-long-address@example.org !";
        let expected = ["Don't", "pay", "--", "3.50", "&", "e-mail:", "me-at-a-very-long-address@example.org", "!"];
        for mode in [TokenMode::Paper, TokenMode::Unicode] {
            let found: Vec<_> = runs(text, mode).collect();
            assert_eq!(found.iter().map(|r| &text[r.start..r.end]).collect::<Vec<_>>(), expected);
            assert_eq!(found.iter().filter(|r| r.is_token).count(), 5);
            assert!(found.iter().all(|r| r.columns as usize == r.end - r.start && r.after_space));
        }
    }

    #[test]
    fn ideographs_stand_alone_in_unicode_mode() {
        let text = "Hello世界abc 日本語。";
        assert_eq!(pieces(text, TokenMode::Paper), [("Hello世界abc", 10, true), ("日本語。", 4, true)]);
        let unicode = pieces(text, TokenMode::Unicode);
        let expected =
            [("Hello", 5, true), ("世", 2, true), ("界", 2, true), ("abc", 3, true), ("日", 2, true), ("本", 2, true)];
        assert_eq!(unicode[..6], expected);
        assert_eq!(unicode[6..], [("語", 2, true), ("。", 2, false)]);
    }

    #[test]
    fn thai_is_cut_into_words() {
        let text = "ภาษาไทยเป็นภาษา";
        let pieces = pieces(text, TokenMode::Unicode);
        assert!(pieces.len() >= 3 && pieces.len() <= 4, "{pieces:?}");
        assert!(pieces.iter().all(|p| p.2 && p.1 <= 4));
        assert_eq!(pieces.iter().map(|p| p.0).collect::<String>(), text);
    }

    #[test]
    fn accented_words_stay_whole() {
        let text = "Élan vital – naïve";
        assert_eq!(
            pieces(text, TokenMode::Unicode),
            [("Élan", 4, true), ("vital", 5, true), ("–", 1, false), ("naïve", 5, true)]
        );
    }

    #[test]
    fn stretches_agree_with_slices() {
        let text = "one two 三四 five-hundred-and-sixty-seven eight nine ten eleven twelve";
        for start in (0..text.len()).filter(|&i| text.is_char_boundary(i)) {
            for end in (start..=text.len()).filter(|&i| text.is_char_boundary(i)) {
                let of_slice = runs(&text[start..end], TokenMode::Unicode);
                let shifted = of_slice.map(|r| Run {
                    start: r.start + start,
                    end: r.end + start,
                    first_letter: r.first_letter + start,
                    ..r
                });
                assert!(shifted.eq(Runs::over(text, start, end, TokenMode::Unicode)), "{start}..{end}");
            }
        }
    }
}
