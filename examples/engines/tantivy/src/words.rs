//! Words: runs of letters and digits, in lower case.

use std::ops::Range;

/// A word and where it is in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// In lower case.
    pub text: String,
    /// Its bytes in the text.
    pub range: Range<usize>,
}

/// The words of a text. No stemming, no stop words.
pub fn words(text: &str) -> impl Iterator<Item = Word> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(is_word_character)?;
        let end = text[start..].find(|c| !is_word_character(c)).map_or(text.len(), |length| start + length);
        rest = end;
        Some(Word { text: text[start..end].to_lowercase(), range: start..end })
    })
}

/// Letters and digits of all scripts. An index is searched by the program that made it, so the compiler's version of
/// Unicode is good enough.
#[allow(clippy::disallowed_methods)]
fn is_word_character(c: char) -> bool {
    c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_letters_and_digits_in_lower_case() {
        let text = "strncmp_i (Caf\u{e9} AU LAIT), 2.5\u{a0}\u{41c}\u{438}\u{440}!";
        let found: Vec<Word> = words(text).collect();
        let texts: Vec<&str> = found.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["strncmp", "i", "caf\u{e9}", "au", "lait", "2", "5", "\u{43c}\u{438}\u{440}"]);
        assert_eq!(&text[found[2].range.clone()], "Caf\u{e9}");
        assert_eq!(words(" _-").next(), None);
    }
}
