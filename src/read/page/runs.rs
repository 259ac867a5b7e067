//! Tokenization: word segmentation of a normalized text into runs, of which those with a letter or digit are tokens.
//!
//! In [`TokenMode::Paper`] a run is a maximal sequence of non-whitespace characters, as wide as it has characters
//! (Kohlschütter and Nejdl 2008). In [`TokenMode::Unicode`] scripts without spaces are segmented further, so that their
//! densities are comparable: CJK text into unigrams, Thai, Lao, Khmer and Myanmar after every four letters, which is
//! about a word and needs no dictionary. East Asian wide characters then take two columns, combining marks none.

use super::unicode::{COMPLEX_CONTEXT, TOKEN, UNIGRAM, WIDE, ZERO_WIDTH, class, class_of_three};
use crate::base::named::named;
use crate::read::html::scan;

/// What counts as a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum TokenMode {
    /// A maximal sequence of non-whitespace characters with a letter or digit among them, as in the paper.
    Paper = 0,
    /// Additionally segments scripts without spaces: CJK into unigrams, others after every four letters.
    #[default]
    Unicode = 1,
}

named! {
    TokenMode { Paper = "paper", Unicode = "unicode" }
}

/// A run: the unit that line wrapping does not break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// First byte in the text.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// First byte of its first letter or digit; `end` if it has none.
    pub first_letter: usize,
    /// Width in columns.
    pub columns: u32,
    /// Whether it is a token: has a letter or a digit.
    pub is_token: bool,
    /// Whether whitespace or the start of the text precedes it.
    pub after_space: bool,
}

/// The runs of a normalized text (whitespace is single U+0020).
pub fn runs(text: &str, mode: TokenMode) -> Runs<'_> {
    Runs::over(text, 0, text.len(), mode)
}

/// Iterator over the runs of a range of text; see [`runs`].
#[derive(Clone, Debug)]
pub struct Runs<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    /// End of the current whitespace-separated word, if it is being segmented.
    word_end: usize,
    mode: TokenMode,
}

/// Letters of a run in a script without spaces.
const COMPLEX_LETTERS_PER_RUN: u32 = 4;

impl<'t> Runs<'t> {
    /// The runs of `text[start..end]`; both must be character boundaries.
    pub fn over(text: &'t str, start: usize, end: usize, mode: TokenMode) -> Self {
        Runs { text, at: start, end, word_end: start, mode }
    }

    /// The word from `at` up to the next space, as if it were ASCII, and whether it has other characters.
    #[inline]
    fn word(&self, at: usize) -> (Run, bool) {
        let bytes = self.text.as_bytes();
        let mut run =
            Run { start: at, end: at, first_letter: usize::MAX, columns: 0, is_token: false, after_space: true };
        let mut non_ascii = 0;
        loop {
            let Some(lanes) = scan::text_masks_of_16(bytes, run.end) else {
                return self.word_near_end(run, non_ascii != 0);
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

    /// [`Runs::word`], byte by byte, for the last bytes of the text, where sixteen bytes cannot be loaded.
    fn word_near_end(&self, mut run: Run, mut non_ascii: bool) -> (Run, bool) {
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

    /// The run that begins at `self.at` inside of the current word, by the classes of its characters.
    fn segment_word(&mut self, after_space: bool) -> Run {
        let start = self.at;
        let mut run = Run { start, end: start, first_letter: usize::MAX, columns: 0, is_token: false, after_space };
        let is_unicode = self.mode == TokenMode::Unicode;
        let mut complex_letters = 0;
        for c in self.text[start..self.word_end].chars() {
            let class = class(c);
            let is_unigram = is_unicode && class & UNIGRAM != 0;
            let is_complex = class & COMPLEX_CONTEXT != 0;
            let has_width = class & ZERO_WIDTH == 0;
            if is_unicode && run.end > start {
                let is_full = is_complex && complex_letters == COMPLEX_LETTERS_PER_RUN;
                let leaves_script = !is_complex && complex_letters > 0;
                if is_unigram || has_width && (is_full || leaves_script) {
                    break;
                }
            }
            if class & TOKEN != 0 && run.first_letter == usize::MAX {
                run.first_letter = run.end;
            }
            run.columns += columns(class, is_unicode);
            complex_letters += u32::from(is_complex && has_width);
            run.end += c.len_utf8();
            if is_unigram {
                break;
            }
        }
        self.at = run.end;
        run.is_token = run.first_letter != usize::MAX;
        run.first_letter = run.first_letter.min(run.end);
        run
    }
}

/// Completes the run of an ASCII word.
#[inline]
fn finished(mut run: Run) -> Run {
    run.is_token = run.first_letter != usize::MAX;
    run.first_letter = run.first_letter.min(run.end);
    run.columns = (run.end - run.start) as u32;
    run
}

#[inline]
fn columns(class: u8, is_unicode: bool) -> u32 {
    match class {
        _ if !is_unicode => 1,
        c if c & ZERO_WIDTH != 0 => 0,
        c if c & WIDE != 0 => 2,
        _ => 1,
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    #[inline(always)]
    fn next(&mut self) -> Option<Run> {
        let fast = if self.at < self.word_end { self.unigram() } else { self.short_ascii_word() };
        fast.or_else(|| self.next_run())
    }
}

impl Runs<'_> {
    /// Fast path: the next word if it is up to fifteen ASCII characters that begin with a letter or digit.
    #[inline(always)]
    fn short_ascii_word(&mut self) -> Option<Run> {
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

    /// Fast path inside of a word: the next character if it is a run by itself. Those of most texts have three bytes.
    #[inline(always)]
    fn unigram(&mut self) -> Option<Run> {
        let start = self.at;
        let class = class_of_three(&self.text.as_bytes()[start..])?;
        if self.mode != TokenMode::Unicode || class & UNIGRAM == 0 {
            return None;
        }
        self.at = start + 3;
        let is_token = class & TOKEN != 0;
        let first_letter = if is_token { start } else { self.at };
        Some(Run { start, end: self.at, first_letter, columns: columns(class, true), is_token, after_space: false })
    }

    /// Fallback: the next run of any kind.
    #[inline(never)]
    fn next_run(&mut self) -> Option<Run> {
        if self.at < self.word_end {
            return Some(self.segment_word(false));
        }
        while self.at < self.end && self.text.as_bytes()[self.at] == b' ' {
            self.at += 1;
        }
        if self.at >= self.end {
            return None;
        }
        let (run, has_non_ascii) = self.word(self.at);
        self.word_end = run.end;
        if has_non_ascii {
            return Some(self.segment_word(true));
        }
        self.at = run.end;
        Some(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(text: &str, mode: TokenMode) -> Vec<(&str, u32, bool)> {
        runs(text, mode).map(|run| (&text[run.start..run.end], run.columns, run.is_token)).collect()
    }

    #[test]
    fn ascii_words() {
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
    fn ideographs_are_unigrams_in_unicode_mode() {
        let text = "Hello世界abc 日本語。";
        assert_eq!(segment(text, TokenMode::Paper), [("Hello世界abc", 10, true), ("日本語。", 4, true)]);
        let unicode = segment(text, TokenMode::Unicode);
        let expected =
            [("Hello", 5, true), ("世", 2, true), ("界", 2, true), ("abc", 3, true), ("日", 2, true), ("本", 2, true)];
        assert_eq!(unicode[..6], expected);
        assert_eq!(unicode[6..], [("語", 2, true), ("。", 2, false)]);
    }

    #[test]
    fn thai_is_segmented() {
        let text = "ภาษาไทยเป็นภาษา";
        let runs = segment(text, TokenMode::Unicode);
        assert!(runs.len() >= 3 && runs.len() <= 4, "{runs:?}");
        assert!(runs.iter().all(|run| run.2 && run.1 <= 4));
        assert_eq!(runs.iter().map(|run| run.0).collect::<String>(), text);
    }

    #[test]
    fn accented_words_stay_whole() {
        let text = "Élan vital – naïve";
        assert_eq!(
            segment(text, TokenMode::Unicode),
            [("Élan", 4, true), ("vital", 5, true), ("–", 1, false), ("naïve", 5, true)]
        );
    }

    #[test]
    fn ranges_agree_with_slices() {
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
