//! Counts words, sentences and lines, one line after another.

use super::Counts;
use super::lines::{self, ends_with_ellipsis};
use super::repeats::{self, Word};
use super::stop_words::{GOPHER, Tally};
use crate::base::fallible::List;
use crate::base::hash;
use crate::on_demand::passages::sentence_starts;
use crate::read::page::unicode::{is_letter, is_letter_or_number};
use crate::read::page::{TokenMode, runs};
use memchr::memmem;

/// The words whose n-grams are counted: a text with more has too many words for Gopher.
const MAX_WORDS: usize = 100_000;
/// Of FineWeb.
const SHORT_LINE: u32 = 30;

/// Counts a text. It keeps its memory for the next one.
pub(super) struct Counter {
    mode: TokenMode,
    counts: Counts,
    stop_words: Tally,
    gopher: u32,
    words: List<Word>,
    /// Hash and characters of each line.
    lines: List<(u64, u32)>,
}

impl Counter {
    pub fn new(mode: TokenMode) -> Counter {
        Counter {
            mode,
            counts: Counts::default(),
            stop_words: Tally::default(),
            gopher: 0,
            words: List::default(),
            lines: List::default(),
        }
    }

    /// Adds a line.
    pub fn add(&mut self, line: &str) {
        if line.is_empty() {
            return;
        }
        let characters = line.chars().count() as u32;
        let words_before = self.counts.words;
        self.add_words(line);
        let sentences = if self.counts.words > words_before { sentence_starts(line).len() as u32 + 1 } else { 0 };
        let bytes = line.as_bytes();
        let ascii = |wanted: &[u8]| bytes.iter().filter(|byte| wanted.contains(byte)).count() as u32;
        let is_kept = lines::is_kept_by_c4(line);
        let counts = &mut self.counts;
        counts.characters += characters + u32::from(counts.lines > 0);
        counts.sentences += sentences;
        counts.lines += 1;
        counts.digits += bytes.iter().filter(|byte| byte.is_ascii_digit()).count() as u32;
        counts.hashes += ascii(b"#");
        counts.braces += ascii(b"{}");
        counts.ellipses += (occurrences(line, "...") + occurrences(line, "…")) as u32;
        counts.lorem_ipsum += lines::lorem_ipsum(line);
        counts.bullet_lines += u32::from(line.starts_with(['•', '-']));
        counts.ellipsis_lines += u32::from(ends_with_ellipsis(line));
        counts.punctuated_lines += u32::from(lines::is_punctuated(line));
        counts.short_lines += u32::from(characters <= SHORT_LINE);
        counts.c4_lines += u32::from(is_kept);
        counts.c4_sentences += if is_kept { sentences } else { 0 };
        self.lines.push((hash::hash_bytes(0, bytes), characters));
    }

    fn add_words(&mut self, line: &str) {
        for run in runs(line, self.mode) {
            let whole = &line[run.start..run.end];
            if !run.is_token {
                self.counts.symbol_words += u32::from(!whole.trim().is_empty());
                continue;
            }
            let word = whole.trim_matches(|c| !is_letter_or_number(c));
            let characters = word.chars().count() as u32;
            let is_alphabetic = word.bytes().any(|byte| byte.is_ascii_alphabetic()) || word.chars().any(is_letter);
            self.counts.words += 1;
            self.counts.word_characters += characters;
            self.counts.alphabetic_words += u32::from(is_alphabetic);
            if is_alphabetic {
                self.stop_words.add(word);
                let known = GOPHER.iter().position(|known| *known == word);
                self.gopher |= known.map_or(0, |known| 1 << known);
            }
            if self.words.len() < MAX_WORDS {
                self.words.push(Word { hash: hash::hash_bytes(0, word.as_bytes()), characters });
            }
        }
    }

    /// The counts of the lines that were added since the last call.
    pub fn finish(&mut self, check: &dyn Fn()) -> Counts {
        let mut counts = std::mem::take(&mut self.counts);
        counts.stop_words = std::mem::take(&mut self.stop_words).most();
        counts.gopher_stop_words = std::mem::take(&mut self.gopher).count_ones();
        (counts.repeated_lines, counts.repeated_line_characters) = repeats::of_lines(&self.lines);
        repeats::of_n_grams(&self.words, &mut counts, check);
        self.lines.truncate(0);
        self.words.truncate(0);
        counts
    }
}

/// How often a text has another one, without overlap.
fn occurrences(text: &str, wanted: &str) -> usize {
    memmem::find_iter(text.as_bytes(), wanted).count()
}
