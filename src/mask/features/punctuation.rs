//! Punctuation of all scripts, and the characters of a page by class.

/// The class of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Punctuation {
    /// Anything else.
    Other = 0,
    /// Ends a clause.
    Comma = 1,
    /// A currency sign.
    Currency = 2,
    /// Ends a sentence.
    SentenceEnd = 3,
}

impl Punctuation {
    /// The class of a character of any script.
    pub(super) fn of(c: char) -> Punctuation {
        match c {
            '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡' | '؟' | '۔' | '।' | '॥' | '።' => {
                Punctuation::SentenceEnd
            }
            ',' | ';' | ':' | '，' | '、' | '；' | '：' | '،' | '؛' | '፣' => Punctuation::Comma,
            '$' | '€' | '£' | '¥' | '₹' | '￥' | '₽' | '₩' => Punctuation::Currency,
            _ => Punctuation::Other,
        }
    }

    /// Whether the UTF-8 of a character above ASCII with a class may start with this byte.
    #[inline]
    fn begins_with(byte: u8) -> bool {
        matches!(byte, 0xc2 | 0xd8 | 0xdb | 0xe0..=0xe3 | 0xef)
    }
}

/// The number of characters of each class in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CharacterCounts {
    /// [`Punctuation::SentenceEnd`].
    pub sentence_ends: u32,
    /// ASCII digits.
    pub digits: u32,
    /// [`Punctuation::Currency`].
    pub money: u32,
    /// Words that start with a lower-case letter, or one outside of ASCII.
    pub lower_words: u32,
}

/// Length of the parts, so that the counts of each fit in a byte.
const PART: usize = 255;
/// Of a longer text only every fourth part is counted, and the counts are multiplied by four.
const LONG: usize = 4 << 10;

impl CharacterCounts {
    /// The counts of a normalized text.
    pub(super) fn of(text: &str) -> CharacterCounts {
        let mut counts = CharacterCounts::default();
        let bytes = text.as_bytes();
        let step = if bytes.len() > LONG { 4 } else { 1 };
        for (i, part) in bytes.chunks(PART).enumerate().step_by(step) {
            let at = i * PART;
            match at.checked_sub(1) {
                Some(before) => counts.add_ascii(&bytes[before..], part),
                None => {
                    counts.add_ascii(b" ", &part[..1]);
                    counts.add_ascii(part, &part[1..]);
                }
            }
            if !part.is_ascii() {
                let begins = part.iter().enumerate().filter(|(_, byte)| Punctuation::begins_with(**byte));
                begins.for_each(|(i, _)| counts.add_mark(&text[at + i..]));
            }
        }
        let CharacterCounts { sentence_ends, digits, money, lower_words } = counts;
        let [sentence_ends, digits, money, lower_words] =
            [sentence_ends, digits, money, lower_words].map(|count| count * step as u32);
        CharacterCounts { sentence_ends, digits, money, lower_words }
    }

    /// Adds the ASCII characters of `part`, and the words; `before` is shifted by one byte. Vectorized by compilers.
    fn add_ascii(&mut self, before: &[u8], part: &[u8]) {
        let (mut sentence_ends, mut digits, mut money, mut lower_words) = (0u8, 0u8, 0u8, 0u8);
        for (&before, &byte) in before.iter().zip(part) {
            sentence_ends += u8::from(byte == b'.') | u8::from(byte == b'!') | u8::from(byte == b'?');
            digits += u8::from(byte.is_ascii_digit());
            money += u8::from(byte == b'$');
            let is_space = u8::from(before == b' ') | u8::from(before == b'\n');
            lower_words += is_space & (u8::from(byte.is_ascii_lowercase()) | u8::from(byte >= 0xc2));
        }
        self.sentence_ends += u32::from(sentence_ends);
        self.digits += u32::from(digits);
        self.money += u32::from(money);
        self.lower_words += u32::from(lower_words);
    }

    /// Adds the first character of the text.
    fn add_mark(&mut self, text: &str) {
        match text.chars().next().map(Punctuation::of) {
            Some(Punctuation::SentenceEnd) => self.sentence_ends += 1,
            Some(Punctuation::Currency) => self.money += 1,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn characters_of_each_kind() {
        let expected = CharacterCounts { sentence_ends: 2, digits: 2, money: 1, lower_words: 2 };
        assert_eq!(CharacterCounts::of("Buy it, (New) for $12.!"), expected);
        assert_eq!(CharacterCounts::of("été\nA b").lower_words, 2);
        assert_eq!(CharacterCounts::of(""), CharacterCounts::default());
        assert_eq!(CharacterCounts::of("我们的善良，痛苦。真的吗？").sentence_ends, 2);
        let long = CharacterCounts::of(&"1.".repeat(255 * 400));
        let is_near = |count: u32| count.abs_diff(255 * 400) < 255 * 4;
        assert!(is_near(long.digits) && is_near(long.sentence_ends), "{long:?}");
    }

    #[test]
    fn counts_are_those_of_a_plain_loop() {
        let mut random = Random(11);
        for round in 0..400 {
            let text: String =
                (0..round * 3).map(|_| *random.pick(&[' ', 'a', 'Z', '7', '.', '€', 'é', '。', '\n'])).collect();
            let text = text.trim();
            let mut expected = CharacterCounts::default();
            let mut before = ' ';
            for c in text.chars() {
                expected.sentence_ends += u32::from(Punctuation::of(c) == Punctuation::SentenceEnd);
                expected.digits += u32::from(c.is_ascii_digit());
                expected.money += u32::from(Punctuation::of(c) == Punctuation::Currency);
                let begins = matches!(before, ' ' | '\n') && (c.is_ascii_lowercase() || !c.is_ascii());
                expected.lower_words += u32::from(begins);
                before = c;
            }
            assert_eq!(CharacterCounts::of(text), expected, "{text}");
        }
    }

    #[test]
    fn first_bytes_of_classes() {
        for c in ('\u{80}'..=char::MAX).filter(|&c| Punctuation::of(c) != Punctuation::Other) {
            assert!(Punctuation::begins_with(c.encode_utf8(&mut [0; 4]).as_bytes()[0]), "{c}");
        }
    }
}
