//! What a text fragment names: `text=[prefix-,]start[,end][,-suffix]`.

use super::occurrences::{Sought, is_of_word};
use super::{Part, is_shown};
use crate::base::fallible::Text;
use crate::document::Document;
use crate::on_demand::passages::Lines;
use crate::on_demand::render::percent_byte;
use std::ops::Range;

/// A longer text is named by its two ends. In bytes; what is named is never longer, nor the text around it.
pub(super) const MAX_TEXT: usize = 300;
/// The numbers of words of an end of a range that are tried, and of words around a text, before and behind it.
const WORDS: [usize; 3] = [4, 8, 16];
const AROUND: [(usize, usize); 5] = [(0, 0), (3, 0), (8, 0), (8, 8), (24, 24)];

/// A text directive. All texts are of the page.
#[derive(Debug, Default)]
pub(super) struct Directive<'d> {
    prefix: &'d str,
    start: &'d str,
    /// The end of a range that is not named as a whole.
    end: Option<&'d str>,
    suffix: &'d str,
}

impl<'d> Directive<'d> {
    /// The shortest directive that a browser finds nowhere before the text from `first` to `last`.
    pub fn of(document: &'d Document<'_>, first: &Part<'d>, last: &Part<'d>) -> Option<Directive<'d>> {
        let start_line = line(first, true);
        let is_whole = first.block.index() == last.block.index() && first.text == start_line;
        if is_whole && first.text.len() <= MAX_TEXT {
            let text = &document.text()[start_line];
            return around(document, first, &first.text)
                .find(|(prefix, suffix)| is_first(document, first, Sought { text, prefix, suffix }))
                .map(|(prefix, suffix)| Directive { prefix, start: text, end: None, suffix });
        }
        let (start, end_line) = (&document.text()[start_line.clone()], line(last, false));
        let ranges = WORDS.iter().filter_map(|&words| first_words(start, words));
        let starts = ranges.map(|end| start_line.start..start_line.start + end);
        let (prefix, start) = AROUND
            .iter()
            .flat_map(|&(before, _)| starts.clone().map(move |start| (before, start)))
            .find_map(|(before, start)| {
            let text = &document.text()[start.clone()];
            let prefix = before_words(document, first, start.start, before)?;
            let is_first = is_first(document, first, Sought { text, prefix, suffix: "" });
            is_first.then_some((prefix, start))
        })?;
        // If its last words occur in it, only its start is named: the browser still scrolls there.
        let end = last_words(document, &end_line, start.end, last.text.end);
        Some(Directive { prefix, start: &document.text()[start], end, suffix: "" })
    }

    /// The directive as the fragment of an address.
    pub fn written(&self) -> Text {
        let mut out = Text::default();
        out.push_str("#:~:text=");
        if !self.prefix.is_empty() {
            encode(self.prefix, &mut out);
            out.push_str("-,");
        }
        encode(self.start, &mut out);
        if let Some(end) = self.end {
            out.push(',');
            encode(end, &mut out);
        }
        if !self.suffix.is_empty() {
            out.push_str(",-");
            encode(self.suffix, &mut out);
        }
        out
    }
}

/// Whether what is sought does not occur before a part of the page.
fn is_first(document: &Document<'_>, part: &Part<'_>, sought: Sought<'_>) -> bool {
    // An occurrence that begins before the part may end inside it.
    let end = (part.text.start + sought.text.len()).min(part.text.end).saturating_sub(1);
    !sought.occurs(document, 0..end)
}

/// The first or the last line of a part, by the line breaks of its block.
fn line(part: &Part<'_>, is_first: bool) -> Range<usize> {
    let mut lines = Lines::default();
    lines.add(&part.block);
    let trimmed = |range: Range<usize>| {
        let whole = part.block.text_range().start;
        let text = part.block.text().get(range.start - whole..range.end - whole).unwrap_or_default();
        range.start..range.start + text.trim_end().len()
    };
    let mut all = lines.split(&part.text);
    let found = if is_first { all.next() } else { all.last() };
    trimmed(found.unwrap_or_else(|| part.text.clone()))
}

/// Words before and behind a text, ever more of them.
fn around<'d>(
    document: &'d Document<'_>,
    part: &Part<'d>,
    text: &Range<usize>,
) -> impl Iterator<Item = (&'d str, &'d str)> {
    AROUND.iter().filter_map(|&(before, behind)| {
        Some((before_words(document, part, text.start, before)?, behind_words(document, part, text.end, behind)?))
    })
}

/// The last words before an offset in a block, or else those at the end of the block before it.
fn before_words<'d>(document: &'d Document<'_>, part: &Part<'d>, at: usize, words: usize) -> Option<&'d str> {
    if words == 0 {
        return Some("");
    }
    let inside = &document.text()[part.block.text_range().start..at];
    let has_words = |text: &&str| text.contains(is_of_word);
    let above = || (0..part.block.index()).rev().filter_map(|index| document.block(index));
    let text = Some(inside).filter(has_words).or_else(|| above().filter(is_shown).map(|b| b.text()).find(has_words))?;
    Some(text[last_words_start(text, words)?..].trim())
}

/// The first words behind an offset in a block, or else those of the block behind it.
fn behind_words<'d>(document: &'d Document<'_>, part: &Part<'d>, at: usize, words: usize) -> Option<&'d str> {
    if words == 0 {
        return Some("");
    }
    let inside = &document.text()[at..part.block.text_range().end];
    let has_words = |text: &&str| text.contains(is_of_word);
    let below = (part.block.index() + 1..document.blocks().len()).filter_map(|index| document.block(index));
    let text = Some(inside).filter(has_words).or_else(|| below.filter(is_shown).map(|b| b.text()).find(has_words))?;
    Some(text[..first_words(text, words)?].trim())
}

/// Where the first words of a text end.
fn first_words(text: &str, words: usize) -> Option<usize> {
    words_of(text.char_indices().map(|(at, c)| (at + c.len_utf8(), c)), words)
}

/// Where the last words of a text begin.
fn last_words_start(text: &str, words: usize) -> Option<usize> {
    let length = words_of(text.char_indices().rev().map(|(at, c)| (text.len() - at, c)), words)?;
    Some(text.len() - length)
}

/// The length of the first words of some characters, given with the length up to each: fewer words if so many are longer
/// than [`MAX_TEXT`], and `None` if one is. A word ends where another character follows.
fn words_of(chars: impl Iterator<Item = (usize, char)>, words: usize) -> Option<usize> {
    let (mut found, mut end, mut is_inside, mut last) = (0, None, false, 0);
    for (length, c) in chars {
        let is_word = is_of_word(c);
        if is_inside && !is_word {
            found += 1;
            end = Some(last);
        }
        // A character of a script without spaces says about as much as a word.
        found += usize::from(is_word && c.len_utf8() == 3);
        if !is_word && found >= words || length > MAX_TEXT {
            return end;
        }
        (is_inside, last) = (is_word, length);
    }
    if is_inside { Some(last) } else { end }
}

/// The last words of a line that do not occur between the start of a range and them.
fn last_words<'d>(document: &'d Document<'_>, line: &Range<usize>, start: usize, end: usize) -> Option<&'d str> {
    let text = document.text().get(line.start.max(start)..end)?;
    WORDS.iter().find_map(|&words| {
        let words = text[last_words_start(text, words)?..].trim();
        let sought = Sought { text: words, prefix: "", suffix: "" };
        (!words.is_empty() && !sought.occurs(document, start..end - 1)).then_some(words)
    })
}

/// Appends a text, percent-encoded so that it has no delimiters of directives.
pub(super) fn encode(text: &str, out: &mut Text) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"._~!'()*:;@/?$+".contains(&byte) {
            out.push(char::from(byte));
        } else {
            percent_byte(out, byte);
        }
    }
}
