//! Line wrapping: how many lines a text takes at a given width, and how many tokens each line has.
//!
//! Text density is measured on such lines (Kohlschütter and Nejdl 2008). Wrapping is greedy: a run goes on the current
//! line if it fits, with one space before it; a run longer than a line gets its own line, uncut.
//!
//! Two fast paths for ASCII text work on bitmasks, one bit a byte: [`wrap_one_line`] for text that surely fits on one
//! line, [`AsciiLines`] for longer text, a line at a time. The fallback [`wrap_runs`] goes run by run.

use super::link::Link;
use super::runs::{Runs, TokenMode};
use crate::base::simd::Level;
use crate::read::html::scan;

/// How text is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrapOptions {
    /// Columns of a line.
    pub width: u32,
    /// What counts as a token.
    pub tokens: TokenMode,
}

impl Default for WrapOptions {
    fn default() -> Self {
        WrapOptions { width: 80, tokens: TokenMode::Unicode }
    }
}

/// Counts of a range of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub tokens: u32,
    pub linked_tokens: u32,
    pub lines: u32,
    /// Tokens of the last line.
    pub last_line: u32,
    /// Whether the text is known to be all ASCII.
    pub is_ascii: bool,
    /// ASCII digits of the text, if they were counted.
    pub digits: Option<u32>,
}

/// A text, and its bytes with [`PADDING`] more, so that whole windows can be loaded up to its end.
#[derive(Clone, Copy)]
pub(super) struct Padded<'t> {
    pub text: &'t str,
    pub bytes: &'t [u8],
}

/// Bytes behind a text.
pub(super) const PADDING: usize = WINDOW;

/// Wraps `text[start..end]` and calls `on_line` with the tokens of each line. `links` are sorted, and none ends at or
/// before `start`.
#[inline(always)]
pub(super) fn wrap(
    level: impl Level,
    text: Padded<'_>,
    (start, end): (u32, u32),
    links: &[Link],
    options: &WrapOptions,
    mut on_line: impl FnMut(u32),
) -> Counts {
    if let Some(counts) = wrap_one_line(level, text, start, end, links, options) {
        on_line(counts.last_line);
        return counts;
    }
    match AsciiLines::new(text, start as usize, end as usize, links, options) {
        Some(lines) => lines.count(level, on_line),
        None => wrap_runs(text.text, (start, end), links, options, on_line),
    }
}

/// Fallback: wraps any text, run by run.
fn wrap_runs(
    text: &str,
    (start, end): (u32, u32),
    links: &[Link],
    options: &WrapOptions,
    mut on_line: impl FnMut(u32),
) -> Counts {
    let mut counts = Counts::default();
    let mut links = links.iter().peekable();
    let mut column = 0u64;
    for run in Runs::over(text, start as usize, end as usize, options.tokens) {
        let after = column + u64::from(run.after_space) + u64::from(run.columns);
        if counts.lines == 0 || after > u64::from(options.width) {
            if counts.lines > 0 {
                on_line(counts.last_line);
            }
            counts.lines += 1;
            counts.last_line = 0;
            column = u64::from(run.columns);
        } else {
            column = after;
        }
        if run.is_token {
            counts.tokens += 1;
            counts.last_line += 1;
            let first = run.first_letter as u32;
            while links.next_if(|link| link.text.1 <= first).is_some() {}
            if links.peek().is_some_and(|link| link.text.0 <= first) {
                counts.linked_tokens += 1;
            }
        }
    }
    if counts.lines > 0 {
        on_line(counts.last_line);
    }
    counts
}

/// Fast path: wraps ASCII text a line at a time. As every byte is a column, a line ends at the last space within the
/// width.
struct AsciiLines<'t> {
    text: Padded<'t>,
    at: usize,
    end: usize,
    links: &'t [Link],
    options: &'t WrapOptions,
}

/// Bytes that the bitmasks of a line cover.
const WINDOW: usize = u128::BITS as usize;

impl<'t> AsciiLines<'t> {
    /// `None` if the text is not ASCII, or the width is unusual.
    fn new(
        text: Padded<'t>,
        at: usize,
        end: usize,
        links: &'t [Link],
        options: &'t WrapOptions,
    ) -> Option<AsciiLines<'t>> {
        let is_plain = (16..WINDOW as u32 - 1).contains(&options.width) && text.bytes[at..end].is_ascii();
        is_plain.then_some(AsciiLines { text, at, end, links, options })
    }

    #[inline(always)]
    fn count(mut self, level: impl Level, mut on_line: impl FnMut(u32)) -> Counts {
        let mut counts = Counts { is_ascii: true, ..Counts::default() };
        while self.at < self.end {
            let (tokens, linked_tokens) = self.next_line(level);
            on_line(tokens);
            counts.lines += 1;
            counts.tokens += tokens;
            counts.linked_tokens += linked_tokens;
            counts.last_line = tokens;
        }
        counts
    }

    /// Consumes a line; returns its tokens, and how many of them are in links.
    #[inline(always)]
    fn next_line(&mut self, level: impl Level) -> (u32, u32) {
        let width = self.options.width as usize;
        let masks = scan::text_masks_of_128(level, self.text.bytes, self.at, width + 1).unwrap_or_default();
        let left = self.end - self.at;
        let spaces = masks.spaces & low_bits(width + 1);
        let len = match spaces.checked_ilog2() {
            _ if left <= width => left,
            Some(last_space) => last_space as usize,
            None => return self.overlong_run(),
        };
        // A run is a row of ones: adding its letters to it carries into the bit after it if it has any.
        let runs = !masks.spaces & low_bits(len);
        let letters = masks.alphanumeric & runs;
        let tokens = (runs.wrapping_add(letters) & !runs).count_ones();
        // Adding the first bit of a run to its bits that are no letters carries up to its first letter.
        let starts = runs & !(runs << 1);
        let first_letters = (!letters & runs).wrapping_add(starts) & letters;
        let linked =
            self.sum_over_links(len, |start, end| (first_letters & low_bits(end) & !low_bits(start)).count_ones());
        self.at += len + 1;
        (tokens, linked)
    }

    /// Consumes a run that is longer than a line and therefore fills a separate line.
    #[cold]
    fn overlong_run(&mut self) -> (u32, u32) {
        let Some(run) = Runs::over(self.text.text, self.at, self.end, self.options.tokens).next() else {
            self.at = self.end;
            return (0, 0);
        };
        let first = run.first_letter - self.at;
        let is_token = u32::from(run.is_token);
        let linked =
            self.sum_over_links(run.end - self.at, |start, end| is_token & u32::from((start..end).contains(&first)));
        self.at = run.end + 1;
        (is_token, linked)
    }

    /// The sum of `count` over the ranges of the next `len` bytes that are in links; ranges are relative to `at`.
    #[inline]
    fn sum_over_links(&mut self, len: usize, count: impl Fn(usize, usize) -> u32) -> u32 {
        let mut sum = 0;
        while let Some(link) = self.links.first()
            && (link.text.0 as usize) < self.at + len
        {
            let start = (link.text.0 as usize).max(self.at);
            let end = (link.text.1 as usize).clamp(self.at, self.at + len);
            if start < end {
                sum += count(start - self.at, end - self.at);
            }
            if link.text.1 as usize > self.at + len {
                break;
            }
            self.links = &self.links[1..];
        }
        sum
    }
}

/// The lowest `count` bits, of at most 127.
#[inline]
fn low_bits(count: usize) -> u128 {
    (1 << count) - 1
}

/// Fast path: a text that surely fits on one line, less than 64 ASCII characters, wholly inside a link or outside of
/// any. Most texts of a page are of this kind, and no branch depends on their words.
#[inline(always)]
fn wrap_one_line(
    level: impl Level,
    text: Padded<'_>,
    start: u32,
    end: u32,
    links: &[Link],
    options: &WrapOptions,
) -> Option<Counts> {
    let len = end - start;
    if len == 0 || len >= 64 || options.width < 64 {
        return None;
    }
    let masks = scan::text_masks_of_64(level, text.bytes, start as usize)?;
    let inside = (1u64 << len) - 1;
    if masks.non_ascii & inside != 0 {
        return None;
    }
    // Counts the runs with letters by their carries, as `AsciiLines` does.
    let runs = !masks.spaces & inside;
    let carried = runs.wrapping_add(masks.alphanumeric & inside);
    let tokens = (carried & !runs).count_ones();
    let linked_tokens = match links.first() {
        Some(link) if link.text.0 <= start && end <= link.text.1 => tokens,
        Some(link) if link.text.0 < end => return None,
        _ => 0,
    };
    let digits = Some((masks.digits & inside).count_ones());
    Some(Counts { tokens, linked_tokens, lines: 1, last_line: tokens, is_ascii: true, digits })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;
    use crate::base::simd::Baseline;

    /// Random words, some longer than a line, some without a letter, and links anywhere.
    #[test]
    fn fast_path_agrees_with_the_fallback() {
        let words =
            ["a", "--", "word", "3.50", "don't", "(see", "internationalisation", "&", "http://example.org/a-b_c"];
        let mut random = Random(5);
        for round in 0..4000 {
            let long = "x-".repeat(random.below(90));
            let mut text = String::new();
            let mut links: Vec<Link> = Vec::new();
            for i in 0..1 + random.below(60) {
                text.push_str(if i > 0 { " " } else { "" });
                let start = text.len() as u32 + random.below(2) as u32;
                let word = if random.below(40) == 0 { &*long } else { *random.pick(&words) };
                text.push_str(if word.is_empty() { "x" } else { word });
                if random.below(4) == 0 && start < text.len() as u32 {
                    links.push(Link { text: (start, text.len() as u32), source: (0, 0), node: 0 });
                } else if let Some(last) = links.last_mut().filter(|_| random.below(3) == 0) {
                    last.text.1 = text.len() as u32;
                }
            }
            let range = (0, text.len() as u32);
            let padded = [text.as_bytes(), &[b' '; PADDING]].concat();
            let options = WrapOptions { width: 16 + round % 111, ..WrapOptions::default() };
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            let lines =
                AsciiLines::new(Padded { text: &text, bytes: &padded }, 0, range.1 as usize, &links, &options).unwrap();
            let counts = lines.count(Baseline, |line| fast.push(line));
            let expected = wrap_runs(&text, range, &links, &options, |line| slow.push(line));
            assert_eq!(counts, Counts { is_ascii: true, ..expected }, "{text}");
            assert_eq!(fast, slow, "{text}");
        }
    }
}
