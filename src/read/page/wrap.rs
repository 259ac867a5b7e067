//! Line wrapping: how many lines a text takes at a given width, and how many tokens each line has.
//!
//! Text density is measured on such lines (Kohlschütter and Nejdl 2008). Wrapping is greedy: a run goes on the current
//! line if it fits, with one space before it; a run longer than a line gets its own line, uncut.
//!
//! Two fast paths work on bitmasks, one bit a byte: [`wrap_one_line`] for ASCII text that surely fits on one line,
//! [`Lines::masked_line`] for lines of longer text with few characters beyond ASCII. Other lines go run by run.

use super::link::Link;
use super::runs::{Run, Runs, TokenMode};
use super::unicode::{self, SPACE, TOKEN};
use crate::base::simd::{self, Level};
use crate::read::html::scan::{self, TextMasks};

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
    Lines::new(text, start as usize, end as usize, links, options).count(level, on_line)
}

/// Wraps any text a line at a time.
struct Lines<'t> {
    text: Padded<'t>,
    at: usize,
    end: usize,
    links: &'t [Link],
    options: &'t WrapOptions,
    /// The run at `at` and the runs after it, if the line before went run by run.
    next: Option<(Run, Runs<'t>)>,
}

/// Bytes that the bitmasks of a line cover.
const WINDOW: usize = u128::BITS as usize;

/// Bytes beyond ASCII of a line that the bitmasks are used for.
const FEW: u32 = 32;

/// Tokens of a line, and how many of them are in links.
type LineTokens = (u32, u32);

impl<'t> Lines<'t> {
    fn new(text: Padded<'t>, at: usize, end: usize, links: &'t [Link], options: &'t WrapOptions) -> Lines<'t> {
        Lines { text, at, end, links, options, next: None }
    }

    #[inline(always)]
    fn count(mut self, level: impl Level, mut on_line: impl FnMut(u32)) -> Counts {
        let mut counts = Counts { is_ascii: true, ..Counts::default() };
        while self.at < self.end {
            let masked = self.masked_line(level, &mut counts.is_ascii);
            let Some((tokens, linked_tokens)) = masked.or_else(|| self.line_of_runs()) else { break };
            on_line(tokens);
            counts.lines += 1;
            counts.tokens += tokens;
            counts.linked_tokens += linked_tokens;
            counts.last_line = tokens;
        }
        counts
    }

    /// Fast path: consumes a line of ASCII and of a few characters that are as wide and, like letters of Latin, no runs of
    /// their own. It ends at the last space within the width.
    #[inline(always)]
    fn masked_line(&mut self, level: impl Level, is_ascii: &mut bool) -> Option<LineTokens> {
        let width = self.options.width as usize;
        let is_in_word = self.next.as_ref().is_some_and(|(run, _)| !run.after_space);
        if is_in_word || !(16..WINDOW - 1).contains(&width) {
            *is_ascii = false;
            return None;
        }
        let mut masks = scan::text_masks_of_128(level, self.text.bytes, self.at, width + 1).unwrap_or_default();
        let left = self.end - self.at;
        // One byte more than fits on the line.
        let mut limit = width + 1;
        if masks.non_ascii & low_bits(limit.min(left)) != 0 {
            *is_ascii = false;
            limit = self.limit_beyond_ascii(&mut masks, limit)?;
        }
        let spaces = masks.spaces & low_bits(limit);
        let len = match spaces.checked_ilog2() {
            _ if left < limit => left,
            Some(last_space) => last_space as usize,
            None => {
                *is_ascii = false;
                return None;
            }
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
        self.next = None;
        Some((tokens, linked))
    }

    /// The bytes that one column more than the width takes, of which `limit` are all if they are ASCII. Adds the letters
    /// beyond ASCII to the masks. `None` if there are many, or wide ones, or others that runs begin or end with.
    fn limit_beyond_ascii(&self, masks: &mut TextMasks<u128>, mut limit: usize) -> Option<usize> {
        let covered = limit.next_multiple_of(simd::WIDE).min(WINDOW - 1);
        let left = self.end - self.at;
        if (masks.non_ascii & low_bits(limit.min(left))).count_ones() > FEW {
            return None;
        }
        let mut rest = masks.non_ascii;
        loop {
            let first = rest.trailing_zeros() as usize;
            if first >= limit.min(left) {
                return Some(limit);
            }
            let c = self.text.text.get(self.at + first..)?.chars().next()?;
            let class = unicode::class(c);
            if class & !(TOKEN | SPACE) != 0 {
                return None;
            }
            masks.alphanumeric |= u128::from(class & TOKEN != 0) << first;
            limit += c.len_utf8() - 1;
            if limit > covered {
                return None;
            }
            rest &= !low_bits(first + c.len_utf8());
        }
    }

    /// Fallback: consumes any line, run by run. `None` if no run is left.
    #[inline(never)]
    fn line_of_runs(&mut self) -> Option<LineTokens> {
        let (mut run, mut runs) = match self.next.take() {
            Some(next) => next,
            None => {
                let mut runs = Runs::over(self.text.text, self.at, self.end, self.options.tokens);
                (runs.next()?, runs)
            }
        };
        let (mut tokens, mut linked) = (0, 0);
        let mut column = u64::from(run.columns);
        loop {
            if run.is_token {
                tokens += 1;
                linked += u32::from(self.is_in_link(run.first_letter as u32));
            }
            let Some(next) = runs.next() else {
                self.at = self.end;
                return Some((tokens, linked));
            };
            column += u64::from(next.after_space) + u64::from(next.columns);
            if column > u64::from(self.options.width) {
                self.at = next.start;
                self.next = Some((next, runs));
                return Some((tokens, linked));
            }
            run = next;
        }
    }

    /// Whether a byte is in a link. Leaves the links before it.
    #[inline]
    fn is_in_link(&mut self, at: u32) -> bool {
        while let Some(link) = self.links.first() {
            if link.text.1 > at {
                return link.text.0 <= at;
            }
            self.links = &self.links[1..];
        }
        false
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
    // Counts the runs with letters by their carries, as `Lines` does.
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

    /// Wraps run by run, as the definition says.
    fn wrap_runs(text: &str, links: &[Link], options: &WrapOptions, mut on_line: impl FnMut(u32)) -> Counts {
        let mut counts = Counts::default();
        let mut column = 0;
        for run in Runs::over(text, 0, text.len(), options.tokens) {
            column += u32::from(run.after_space) + run.columns;
            if counts.lines == 0 || column > options.width {
                if counts.lines > 0 {
                    on_line(counts.last_line);
                }
                counts.lines += 1;
                counts.last_line = 0;
                column = run.columns;
            }
            let is_in = |link: &&Link| (link.text.0..link.text.1).contains(&(run.first_letter as u32));
            counts.tokens += u32::from(run.is_token);
            counts.last_line += u32::from(run.is_token);
            counts.linked_tokens += u32::from(run.is_token && links.iter().find(is_in).is_some());
        }
        if counts.lines > 0 {
            on_line(counts.last_line);
        }
        counts
    }

    const ASCII: [&str; 9] =
        ["a", "--", "word", "3.50", "don't", "(see", "internationalisation", "&", "http://example.org/a-b_c"];
    const OTHER: [&str; 12] = [
        "\u{e9}t\u{e9}",
        "don\u{2019}t",
        "\u{2014}",
        "\u{201c}a",
        "na\u{ef}ve-",
        "\u{e7}",
        "-\u{df}-",
        "a\u{301}",
        "\u{4e16}\u{754c}",
        "ab\u{4e16}",
        "\u{e20}\u{e32}\u{e29}\u{e32}\u{e44}\u{e17}\u{e22}",
        "\u{43b}\u{43e}\u{434}\u{43a}\u{430}",
    ];

    /// Random words, some longer than a line, some without a letter, few or many beyond ASCII, and links anywhere.
    #[test]
    fn lines_are_those_of_runs() {
        let mut random = Random(5);
        for round in 0..12000 {
            let long = ["x-", "x\u{e9}", "\u{4e16}"][random.below(3)].repeat(random.below(90));
            let others = [0, 2, 10, 40][random.below(4)];
            let mut text = String::new();
            let mut links: Vec<Link> = Vec::new();
            for i in 0..1 + random.below(60) {
                text.push_str(if i > 0 { " " } else { "" });
                let start = text.len() as u32 + random.below(2) as u32;
                let word = match random.below(40) {
                    0 if others > 0 || long.is_ascii() => &*long,
                    n if n < others => *random.pick(&OTHER),
                    _ => *random.pick(&ASCII),
                };
                text.push_str(if word.is_empty() { "x" } else { word });
                if random.below(4) == 0 && start < text.len() as u32 {
                    links.push(Link { text: (start, text.len() as u32), source: (0, 0), node: 0 });
                } else if let Some(last) = links.last_mut().filter(|_| random.below(3) == 0) {
                    last.text.1 = text.len() as u32;
                }
            }
            let end = text.len();
            let padded = [text.as_bytes(), &[b' '; PADDING]].concat();
            let tokens = if round % 5 == 0 { TokenMode::Paper } else { TokenMode::Unicode };
            let options = WrapOptions { width: 10 + round % 123, tokens };
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            let lines = Lines::new(Padded { text: &text, bytes: &padded }, 0, end, &links, &options);
            let counts = lines.count(Baseline, |line| fast.push(line));
            let expected = wrap_runs(&text, &links, &options, |line| slow.push(line));
            assert!(text.is_ascii() || !counts.is_ascii, "{text}");
            assert_eq!(Counts { is_ascii: false, ..counts }, expected, "{text}");
            assert_eq!(fast, slow, "{text}");
        }
    }
}
