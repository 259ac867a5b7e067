//! What published filters ask of a line. C4 is stated in English, and so are the words that it looks for.

use crate::on_demand::passages::ends_sentence;

/// Lines that mention these are dropped by C4.
const DROPPED: [&str; 7] =
    ["javascript", "terms of use", "privacy policy", "cookie policy", "uses cookies", "use of cookies", "use cookies"];
const LOREM_IPSUM: &str = "lorem ipsum";
const MIN_WORDS: usize = 3;
/// In characters.
const MAX_WORD: usize = 1000;

/// Whether C4 keeps a line: it ends with a terminal punctuation mark, has three words, no word of more than 1,000
/// characters, and no phrase of scripts and policies.
pub(super) fn is_kept_by_c4(line: &str) -> bool {
    let line = without_citations(line);
    let ends = line.ends_with(['.', '?', '!', '"', '\'']) && !line.ends_with("...");
    ends && line.split(' ').count() >= MIN_WORDS
        && line.split(' ').all(|word| word.len() <= MAX_WORD || word.chars().count() <= MAX_WORD)
        && !DROPPED.iter().any(|phrase| occurs(line, phrase))
}

/// A line without the marks of citations at its end, such as `[1]`.
fn without_citations(mut line: &str) -> &str {
    while let Some((rest, mark)) = line.strip_suffix(']').and_then(|inside| inside.rsplit_once('['))
        && (mark.bytes().all(|byte| byte.is_ascii_digit()) || ["edit", "citation needed"].contains(&mark))
    {
        line = rest;
    }
    line
}

/// How often a line has "lorem ipsum", in any case.
pub(super) fn lorem_ipsum(line: &str) -> u32 {
    line.as_bytes().windows(LOREM_IPSUM.len()).filter(|at| at.eq_ignore_ascii_case(LOREM_IPSUM.as_bytes())).count()
        as u32
}

fn occurs(line: &str, phrase: &str) -> bool {
    line.as_bytes().windows(phrase.len()).any(|at| at.eq_ignore_ascii_case(phrase.as_bytes()))
}

pub(super) fn ends_with_ellipsis(line: &str) -> bool {
    line.ends_with("...") || line.ends_with('…')
}

/// Whether the last character of a line ends a sentence.
pub(super) fn is_punctuated(line: &str) -> bool {
    line.chars().next_back().is_some_and(ends_sentence)
}
