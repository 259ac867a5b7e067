//! Marks of punctuation and money, and the characters of a whole page by kind.

/// What a mark is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// No mark, or one that tells nothing.
    Other = 0,
    /// Ends a clause.
    Comma = 1,
    /// A currency sign.
    Money = 2,
    /// Ends a sentence.
    Ender = 3,
}

impl Mark {
    /// Of any script.
    pub(super) fn of(c: char) -> Mark {
        match c {
            '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡' | '؟' | '۔' | '।' | '॥' | '።' => {
                Mark::Ender
            }
            ',' | ';' | ':' | '，' | '、' | '；' | '：' | '،' | '؛' | '፣' => Mark::Comma,
            '$' | '€' | '£' | '¥' | '₹' | '￥' | '₽' | '₩' => Mark::Money,
            _ => Mark::Other,
        }
    }

    /// Whether one that is not ASCII may begin with the byte.
    #[inline]
    fn begins_with(byte: u8) -> bool {
        matches!(byte, 0xc2 | 0xd8 | 0xdb | 0xe0..=0xe3 | 0xef)
    }
}

/// How many characters of each kind a text has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Characters {
    /// [`Mark::Ender`].
    pub enders: u32,
    /// ASCII digits.
    pub digits: u32,
    /// [`Mark::Money`].
    pub money: u32,
    /// Words that begin with a small letter, or one that is not ASCII.
    pub lower_words: u32,
}

/// Bytes that are counted in a byte.
const PART: usize = 255;
/// Of a longer text only every fourth part is counted, for all four.
const LONG: usize = 4 << 10;

impl Characters {
    /// Of a normalized text.
    pub(super) fn of(text: &str) -> Characters {
        let mut counts = Characters::default();
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
                let begins = part.iter().enumerate().filter(|(_, byte)| Mark::begins_with(**byte));
                begins.for_each(|(i, _)| counts.add_mark(&text[at + i..]));
            }
        }
        let Characters { enders, digits, money, lower_words } = counts;
        let [enders, digits, money, lower_words] =
            [enders, digits, money, lower_words].map(|count| count * step as u32);
        Characters { enders, digits, money, lower_words }
    }

    /// Adds the ASCII characters of `part`, and the words; `before` begins with the byte in front of each. Compilers
    /// make this sixteen bytes at a time.
    fn add_ascii(&mut self, before: &[u8], part: &[u8]) {
        let (mut enders, mut digits, mut money, mut lower_words) = (0u8, 0u8, 0u8, 0u8);
        for (&before, &byte) in before.iter().zip(part) {
            enders += u8::from(byte == b'.') | u8::from(byte == b'!') | u8::from(byte == b'?');
            digits += u8::from(byte.is_ascii_digit());
            money += u8::from(byte == b'$');
            let is_space = u8::from(before == b' ') | u8::from(before == b'\n');
            lower_words += is_space & (u8::from(byte.is_ascii_lowercase()) | u8::from(byte >= 0xc2));
        }
        self.enders += u32::from(enders);
        self.digits += u32::from(digits);
        self.money += u32::from(money);
        self.lower_words += u32::from(lower_words);
    }

    /// Adds the mark that the text begins with, if it does.
    fn add_mark(&mut self, text: &str) {
        match text.chars().next().map(Mark::of) {
            Some(Mark::Ender) => self.enders += 1,
            Some(Mark::Money) => self.money += 1,
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
        let expected = Characters { enders: 2, digits: 2, money: 1, lower_words: 2 };
        assert_eq!(Characters::of("Buy it, (New) for $12.!"), expected);
        assert_eq!(Characters::of("été\nA b").lower_words, 2);
        assert_eq!(Characters::of(""), Characters::default());
        assert_eq!(Characters::of("我们的善良，痛苦。真的吗？").enders, 2);
        let long = Characters::of(&"1.".repeat(255 * 400));
        let is_near = |count: u32| count.abs_diff(255 * 400) < 255 * 4;
        assert!(is_near(long.digits) && is_near(long.enders), "{long:?}");
    }

    #[test]
    fn counts_are_those_of_a_plain_loop() {
        let mut random = Random(11);
        for round in 0..400 {
            let text: String =
                (0..round * 3).map(|_| *random.pick(&[' ', 'a', 'Z', '7', '.', '€', 'é', '。', '\n'])).collect();
            let text = text.trim();
            let mut expected = Characters::default();
            let mut before = ' ';
            for c in text.chars() {
                expected.enders += u32::from(Mark::of(c) == Mark::Ender);
                expected.digits += u32::from(c.is_ascii_digit());
                expected.money += u32::from(Mark::of(c) == Mark::Money);
                let begins = matches!(before, ' ' | '\n') && (c.is_ascii_lowercase() || !c.is_ascii());
                expected.lower_words += u32::from(begins);
                before = c;
            }
            assert_eq!(Characters::of(text), expected, "{text}");
        }
    }

    #[test]
    fn no_mark_begins_otherwise() {
        for c in ('\u{80}'..=char::MAX).filter(|&c| Mark::of(c) != Mark::Other) {
            assert!(Mark::begins_with(c.encode_utf8(&mut [0; 4]).as_bytes()[0]), "{c}");
        }
    }
}
