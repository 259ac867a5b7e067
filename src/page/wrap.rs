//! Word wrap (spec 1.3): lines, and the tokens on each.

use super::link::Link;
use super::runs::{Runs, TokenMode};
use crate::html::scan;
use crate::simd::LANES;

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

/// What a stretch of text holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub tokens: u32,
    pub linked_tokens: u32,
    pub lines: u32,
    /// Tokens of the last line.
    pub last_line: u32,
    /// Whether the text is known to be ASCII.
    pub is_ascii: bool,
}

/// Wraps `text[start..end]`, telling `on_line` the tokens of each line. `links` are sorted and lie in no earlier text
/// than `start`.
#[inline]
pub(super) fn wrap(
    text: &str,
    (start, end): (u32, u32),
    links: &[Link],
    options: &WrapOptions,
    mut on_line: impl FnMut(u32),
) -> Counts {
    if let Some(counts) = short_line(text, start, end, links, options) {
        on_line(counts.last_line);
        return counts;
    }
    match Lines::of(text, start as usize, end as usize, links, options) {
        Some(lines) => lines.count(on_line),
        None => count_words(text, (start, end), links, options, on_line),
    }
}

/// Any text, word by word.
fn count_words(
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

/// Text of ASCII, a line at a time: as every byte is a column, a line ends at the last space within the width.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    links: &'t [Link],
    options: &'t WrapOptions,
}

/// Bytes that are looked at for a line, at most.
const WINDOW: usize = u128::BITS as usize;

impl<'t> Lines<'t> {
    fn of(text: &'t str, at: usize, end: usize, links: &'t [Link], options: &'t WrapOptions) -> Option<Lines<'t>> {
        let is_plain = (16..WINDOW as u32 - 1).contains(&options.width)
            && text.len() - end >= WINDOW
            && text.as_bytes()[at..end].is_ascii();
        is_plain.then_some(Lines { text, at, end, links, options })
    }

    fn count(mut self, mut on_line: impl FnMut(u32)) -> Counts {
        let mut counts = Counts { is_ascii: true, ..Counts::default() };
        while self.at < self.end {
            let (tokens, linked_tokens) = self.next_line();
            on_line(tokens);
            counts.lines += 1;
            counts.tokens += tokens;
            counts.linked_tokens += linked_tokens;
            counts.last_line = tokens;
        }
        counts
    }

    /// The tokens of the next line, and how many of them are in links.
    #[inline]
    fn next_line(&mut self) -> (u32, u32) {
        let width = self.options.width as usize;
        let masks = scan::text_masks_of_128(self.text.as_bytes(), self.at, width / LANES + 1).unwrap_or_default();
        let left = self.end - self.at;
        let spaces = masks.spaces & first_bits(width + 1);
        let len = match spaces.checked_ilog2() {
            _ if left <= width => left,
            Some(last_space) => last_space as usize,
            None => return self.long_word(),
        };
        // Adding a run's letters to the run, a row of ones, carries into the place behind it if there are any.
        let runs = !masks.spaces & first_bits(len);
        let letters = masks.alphanumeric & runs;
        let tokens = (runs.wrapping_add(letters) & !runs).count_ones();
        // And the negative of a row of letters has its lowest one in common with it.
        let starts = runs & !(runs << 1);
        let first_letters = (!letters & runs).wrapping_add(starts) & letters;
        let linked = self.linked(len, |from, to| (first_letters & first_bits(to) & !first_bits(from)).count_ones());
        self.at += len + 1;
        (tokens, linked)
    }

    /// A word that is longer than a line has one of its own.
    #[cold]
    fn long_word(&mut self) -> (u32, u32) {
        let Some(word) = Runs::over(self.text, self.at, self.end, self.options.tokens).next() else {
            self.at = self.end;
            return (0, 0);
        };
        let first = word.first_letter - self.at;
        let is_token = u32::from(word.is_token);
        let linked = self.linked(word.end - self.at, |from, to| is_token & u32::from((from..to).contains(&first)));
        self.at = word.end + 1;
        (is_token, linked)
    }

    /// What `count` gives for the parts of the next `len` bytes that are in links, in sum.
    #[inline]
    fn linked(&mut self, len: usize, count: impl Fn(usize, usize) -> u32) -> u32 {
        let mut linked = 0;
        while let Some(link) = self.links.first()
            && (link.text.0 as usize) < self.at + len
        {
            let (from, to) =
                ((link.text.0 as usize).max(self.at), (link.text.1 as usize).clamp(self.at, self.at + len));
            if from < to {
                linked += count(from - self.at, to - self.at);
            }
            if link.text.1 as usize > self.at + len {
                break;
            }
            self.links = &self.links[1..];
        }
        linked
    }
}

/// The lowest `count` bits, of at most 127.
#[inline]
fn first_bits(count: usize) -> u128 {
    (1 << count) - 1
}

/// Counts a text that surely fits on one line: less than 64 characters of ASCII, in a link as a whole or not at all.
/// Most texts of a page are of this kind, and there is no branch in it that depends on their words.
#[inline(always)]
fn short_line(text: &str, start: u32, end: u32, links: &[Link], options: &WrapOptions) -> Option<Counts> {
    let len = end - start;
    if len == 0 || len >= 64 || options.width < 64 {
        return None;
    }
    let masks = scan::text_masks_of_64(text.as_bytes(), start as usize)?;
    let inside = (1u64 << len) - 1;
    if masks.non_ascii & inside != 0 {
        return None;
    }
    // Adding a run's letters to the run, a row of ones, carries into the place behind it if there are any.
    let runs = !masks.spaces & inside;
    let carried = runs.wrapping_add(masks.alphanumeric & inside);
    let tokens = (carried & !runs).count_ones();
    let linked_tokens = match links.first() {
        Some(link) if link.text.0 <= start && end <= link.text.1 => tokens,
        Some(link) if link.text.0 < end => return None,
        _ => 0,
    };
    Some(Counts { tokens, linked_tokens, lines: 1, last_line: tokens, is_ascii: true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Lines of words, some longer than a line, some without a letter, and links anywhere.
    #[test]
    fn lines_are_those_of_the_words() {
        let words =
            ["a", "--", "word", "3.50", "don't", "(see", "internationalisation", "&", "http://example.org/a-b_c"];
        let mut random = Random(5);
        for round in 0..4000 {
            let long = "x-".repeat(random.below(90));
            let mut text = String::new();
            let mut links: Vec<Link> = Vec::new();
            for i in 0..1 + random.below(60) {
                text.push_str(if i > 0 { " " } else { "" });
                let from = text.len() as u32 + random.below(2) as u32;
                let word = if random.below(40) == 0 { &*long } else { *random.pick(&words) };
                text.push_str(if word.is_empty() { "x" } else { word });
                if random.below(4) == 0 && from < text.len() as u32 {
                    links.push(Link { text: (from, text.len() as u32), source: (0, 0), node: 0 });
                } else if let Some(last) = links.last_mut().filter(|_| random.below(3) == 0) {
                    last.text.1 = text.len() as u32;
                }
            }
            let range = (0, text.len() as u32);
            text.push_str(&" ".repeat(WINDOW));
            let options = WrapOptions { width: 16 + round % 111, ..WrapOptions::default() };
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            let lines = Lines::of(&text, 0, range.1 as usize, &links, &options).unwrap();
            let counts = lines.count(|line| fast.push(line));
            let expected = count_words(&text, range, &links, &options, |line| slow.push(line));
            assert_eq!(counts, Counts { is_ascii: true, ..expected }, "{text}");
            assert_eq!(fast, slow, "{text}");
        }
    }
}
