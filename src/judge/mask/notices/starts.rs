//! The starts of the words of a list: most words of a page are in no list, and their first three letters show it for less
//! than a comparison costs.

use crate::base::words::Words;
use crate::read::html::scan::text_masks_of_16;

/// By the first two bytes of a word, a bit for each third one; by two bytes of a letter that is not ASCII, a bit for the
/// second. Of a byte five bits count, so that small and capital letters are the same. With fewer rows than there are pairs,
/// some pairs share one.
pub(super) struct Starts<const ROWS: usize = PAIRS>([u32; ROWS]);

/// Of words that few words of a page are compared with.
pub(super) type FewStarts = Starts<128>;

const PAIRS: usize = 1 << 10;

const fn number(byte: u8) -> usize {
    byte as usize & 31
}

/// A byte that begins no word, in whose place letters stand that are not ASCII: of two bytes in UTF-8, or of more.
const fn zone(first: u8) -> u8 {
    if first < 0xe0 { b'`' } else { b'{' }
}

impl<const ROWS: usize> Starts<ROWS> {
    /// The starts of the words of these lists, all in lower case and of two bytes or more.
    pub const fn of<const N: usize>(lists: [Words; N]) -> Self {
        let mut starts = Starts([0; ROWS]);
        let mut list = 0;
        while list < lists.len() {
            let mut i = 0;
            while i < lists[list].len() {
                starts.add(lists[list].get(i).as_bytes());
                i += 1;
            }
            list += 1;
        }
        starts
    }

    const fn row(first: u8, second: u8) -> usize {
        let pair = number(first) << 5 | number(second);
        if ROWS == PAIRS { pair } else { ((pair * 0x9e37) >> 9) % ROWS }
    }

    const fn add(&mut self, word: &[u8]) {
        let (first, second) = (word[0], word[1]);
        if !first.is_ascii() {
            self.0[Self::row(zone(first), first)] |= 1 << number(second);
        } else if second.is_ascii() || second == SIGN {
            let third = match word.len() {
                ..3 => u32::MAX,
                _ if word[2].is_ascii() || word[2] == SIGN => 1 << number(word[2]),
                // Words with such a letter are compared anyway.
                _ => 0,
            };
            self.0[Self::row(first, second)] |= third;
        }
    }

    const fn has(&self, first: u8, second: u8, third: u8) -> bool {
        self.0[Self::row(first, second)] >> number(third) & 1 != 0
    }

    /// Whether a word may be in a list, or begin with a word of it.
    #[inline]
    pub fn may_begin(&self, word: &str) -> bool {
        let byte = |at: usize| word.as_bytes().get(at).copied().unwrap_or_default();
        let [first, second, third] = [byte(0), byte(1), byte(2)];
        match first {
            ..0x80 => !(second | third).is_ascii() || self.has(first, second, third),
            // Kana, ideographs and Hangul have no case.
            0xe3..=0xe9 | 0xeb..=0xed => self.has(zone(first), first, second),
            _ => self.may_begin_with(word.chars().flat_map(char::to_lowercase).next().unwrap_or_default()),
        }
    }

    /// Whether a word that begins with this letter, in lower case, may be in a list. The lower case of some letters above
    /// ASCII is an ASCII letter, of which nothing is known.
    fn may_begin_with(&self, letter: char) -> bool {
        let mut bytes = [0; 4];
        letter.encode_utf8(&mut bytes);
        bytes[0].is_ascii() || self.has(zone(bytes[0]), bytes[0], bytes[1])
    }

    /// Whether a word that begins with these bytes may be in a list. Of words with a letter beyond ASCII among them nothing
    /// is known; signs beyond ASCII are most likely quotation marks and dashes.
    #[inline]
    pub fn may_start(&self, first: u8, second: u8, third: u8) -> bool {
        let is_letter = |byte: u8| byte >= 0xc2 && byte != SIGN;
        is_letter(second) || is_letter(third) && second.is_ascii() || self.has(first, second, third)
    }

    /// Whether such a word may be among `text[start..end]`. Of a text in scripts other than Latin, Greek and Cyrillic
    /// nothing is known.
    pub fn may_be_in(&self, text: &str, (start, end): (u32, u32)) -> bool {
        let (bytes, start, end) = (text.as_bytes(), start as usize, end as usize);
        let mut before = 0;
        for at in (start..end).step_by(16) {
            // Nor is anything known at the very end of a page.
            let Some(masks) = text_masks_of_16(bytes, at) else { return true };
            let inside = if end - at < 16 { (1 << (end - at)) - 1 } else { 0xffff };
            let letters = masks.alphanumeric & inside;
            let mut starts = letters & !(letters << 1 | before);
            before = letters >> 15;
            while starts != 0 {
                let first = at + starts.trailing_zeros() as usize;
                let may_start = match bytes.get(first..first + 3) {
                    Some(&[first, second, third]) => self.may_start(first, second, third),
                    _ => true,
                };
                if may_start {
                    return true;
                }
                starts &= starts - 1;
            }
            let mut others = masks.non_ascii & inside;
            while others != 0 {
                let first = at + others.trailing_zeros() as usize;
                if self.may_start_beyond_ascii(&text[..end], first) {
                    return true;
                }
                others &= others - 1;
            }
        }
        false
    }

    /// Whether a word that begins with the letter at a byte beyond ASCII may be in a list. Bytes inside of letters begin
    /// none.
    fn may_start_beyond_ascii(&self, text: &str, at: usize) -> bool {
        match text.as_bytes()[at] {
            ..0xc2 => false,
            0xc2..0xd6 | SIGN => text.get(at..).is_some_and(|word| self.may_begin(word)),
            _ => true,
        }
    }
}

/// The first byte of quotation marks, dashes and other signs in UTF-8.
const SIGN: u8 = 0xe2;

/// The first two bytes of the words of lists, of which five bits count, and whether the first is ASCII: for words that are
/// looked for anywhere in a text.
pub(in crate::judge::mask) struct Pairs([u32; 64]);

const fn row(first: u8) -> usize {
    number(first) | (first as usize >> 7) << 5
}

impl Pairs {
    /// The beginnings of the words of these lists, all of two bytes or more.
    pub const fn of<const N: usize>(lists: [Words; N]) -> Pairs {
        let mut pairs = Pairs([0; 64]);
        let mut list = 0;
        while list < lists.len() {
            let mut i = 0;
            while i < lists[list].len() {
                let word = lists[list].get(i).as_bytes();
                pairs.0[row(word[0])] |= 1 << number(word[1]);
                i += 1;
            }
            list += 1;
        }
        pairs
    }

    /// Whether a word of a list may begin a text.
    #[inline]
    pub fn may_begin(&self, text: &[u8]) -> bool {
        matches!(text, &[first, second, ..] if self.0[row(first)] >> number(second) & 1 != 0)
    }

    /// Whether a word of a list may be in a text.
    pub fn may_be_in(&self, text: &[u8]) -> bool {
        text.windows(2).any(|pair| self.may_begin(pair))
    }

    /// Whether one of these words, all of them of the lists, is in a text.
    #[inline]
    pub fn is_any_in(&self, words: Words, text: &[u8]) -> bool {
        text.windows(2).enumerate().any(|(at, pair)| self.may_begin(pair) && words.begin(&text[at..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::words::words;

    const LISTS: [Words; 2] = [words!["accept", "ok", "d'accord", "d’accord"], words!["sign-up", "süti", "понятно"]];
    const STARTS: Starts = Starts::of(LISTS);
    const FEW: FewStarts = Starts::of(LISTS);

    #[test]
    fn starts_are_found() {
        for word in ["accept", "ACCEPTED", "Ok", "okay", "d'ac", "süti", "Понятно", "погода", "\u{212a}abul"]
        {
            assert!(STARTS.may_begin(word) && FEW.may_begin(word), "{word}");
        }
        let others = ["except", "acute", "wonder", "house", "river", "sin", "отказ"];
        assert!(others.iter().filter(|word| FEW.may_begin(word)).count() <= 1);
        for word in ["except", "acute", "dac", "sin", "ac", "a", "ü", "отказ", "同意"] {
            assert!(!STARTS.may_begin(word), "{word}");
        }
    }

    #[test]
    fn words_are_found_anywhere_in_a_text() {
        let rest = "Read on: the river rose over the old bridge, again";
        for at in 0..40 {
            for word in ["(Accept", "“ok.", "—sign-up", " D'accord", "„Süti", " Понятно", " d’Accord", "同意"]
            {
                let text = format!("{}{word} {rest}", &rest[..at]);
                let is_start = at == 0 || !text.as_bytes()[at].is_ascii_alphanumeric();
                let end = (at + word.len()) as u32;
                assert!(!is_start || STARTS.may_be_in(&text, (0, end)), "{text}");
            }
        }
        for rest in [rest, "“Read on” – it’s a café, Über alles, Ёлка"] {
            assert!(!STARTS.may_be_in(&format!("{rest} and more text after it"), (0, rest.len() as u32)));
        }
        assert!(STARTS.may_be_in("off", (0, 3)), "the end of a page is not read");
    }
}
