//! Words as they are compared with lists: without regard to case and accents, after a glance at their first letters.
//!
//! A list is one text with its words in lower case, without accents, and with `_` for a space.

use smallvec::SmallVec;

/// Bytes of a text that are compared.
const MAX_FOLDED: usize = 128;

/// The letters of a word in lower case, without accents and invisible characters.
pub(crate) fn folded(word: &str) -> impl Iterator<Item = char> + Clone {
    word.chars().flat_map(char::to_lowercase).filter_map(base_letter)
}

/// A [`folded`] word.
pub(crate) struct Folded(SmallVec<[u8; MAX_FOLDED]>);

impl Folded {
    /// A word, of which the first bytes count if it is long.
    pub fn of(word: &str) -> Folded {
        let mut bytes: SmallVec<[u8; MAX_FOLDED]> = SmallVec::new();
        if word.is_ascii() {
            let fold = |byte: u8| if byte == b' ' { b'_' } else { byte.to_ascii_lowercase() };
            bytes.extend(word.bytes().take(MAX_FOLDED).map(fold));
            return Folded(bytes);
        }
        for c in folded(word) {
            // Lower case can be longer.
            if bytes.len() + c.len_utf8() > MAX_FOLDED {
                break;
            }
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        Folded(bytes)
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// A lower-case letter without its accent.
fn base_letter(c: char) -> Option<char> {
    Some(match c {
        ' ' => '_',
        '\0'..='\x7f' => c,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{640}' => return None,
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ĥ' => 'h',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => 'i',
        'ĵ' => 'j',
        'ķ' => 'k',
        'ĺ' | 'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => 'o',
        'ŕ' | 'ŗ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ț' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => 'u',
        'ŵ' => 'w',
        'ý' | 'ÿ' | 'ŷ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ς' => 'σ',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ё' => 'е',
        'أ' | 'إ' | 'آ' => 'ا',
        'ى' | 'ی' | 'ې' => 'ي',
        'ک' => 'ك',
        c => c,
    })
}

/// The first three bytes of the words of a list, as a Bloom filter.
pub(crate) struct Beginnings([u64; BITS / 64]);

const BITS: usize = 4096;

impl Beginnings {
    /// Of the parts of a list between separators. Words of two bytes end with a space; shorter ones are left out.
    pub const fn of(list: &str, separator: u8) -> Beginnings {
        Beginnings([0; BITS / 64]).and(list, separator)
    }

    /// With the words of another list.
    pub const fn and(mut self, list: &str, separator: u8) -> Beginnings {
        let bytes = list.as_bytes();
        let mut at = 0;
        while at + 2 < bytes.len() {
            if (at == 0 || bytes[at - 1] == separator) && bytes[at] != separator && bytes[at + 1] != separator {
                let bit = bit_of(bytes[at], bytes[at + 1], bytes[at + 2]);
                self.0[bit / 64] |= 1 << (bit % 64);
            }
            at += 1;
        }
        self
    }

    /// Whether a text may begin with a word, or be one.
    pub fn may_have(&self, text: &[u8]) -> bool {
        let bit = match *text {
            [one, two, three, ..] => bit_of(one, two, three),
            [one, two] => bit_of(one, two, b' '),
            _ => return false,
        };
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }
}

const fn bit_of(one: u8, two: u8, three: u8) -> usize {
    let key = (one as u32) << 16 | (two as u32) << 8 | three as u32;
    (key.wrapping_mul(0x9e37_79b1) >> 20) as usize
}

/// The number of parts of a list between separators.
pub(crate) const fn count_parts(list: &str, separator: u8) -> usize {
    let bytes = list.as_bytes();
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        count += (bytes[at] != separator && (at == 0 || bytes[at - 1] == separator)) as usize;
        at += 1;
    }
    count
}

/// Where the parts of a list start.
pub(crate) const fn starts_of_parts<const N: usize>(list: &str, separator: u8) -> [u16; N] {
    let bytes = list.as_bytes();
    let mut starts = [0; N];
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        if bytes[at] != separator && (at == 0 || bytes[at - 1] == separator) {
            starts[count] = at as u16;
            count += 1;
        }
        at += 1;
    }
    starts
}

/// The part of a sorted list that begins with a word and a space, or is the word.
pub(crate) fn find_word(list: &str, starts: &[u16], word: &Folded) -> Option<usize> {
    let word_at = |start: &u16| {
        let rest = list.as_bytes().get(usize::from(*start)..).unwrap_or_default();
        rest.split(|&byte| byte == b' ').next().unwrap_or_default()
    };
    starts.binary_search_by(|start| word_at(start).cmp(word.bytes())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded() {
        for (word, expected) in
            [("MÄRZ", "marz"), ("an Ab", "an_ab"), ("Ёлка", "елка"), ("İ", "i"), ("به‌روز", "بهروز"), ("", "")]
        {
            assert_eq!(Folded::of(word).bytes(), expected.as_bytes(), "{word}");
        }
        assert_eq!(Folded::of(&"É".repeat(1_000)).bytes(), "e".repeat(MAX_FOLDED).as_bytes());
    }

    #[test]
    fn parts_of_a_list() {
        const LIST: &str = "ab 1\nabc 2\nd 3\n";
        const STARTS: [u16; count_parts(LIST, b'\n')] = starts_of_parts(LIST, b'\n');
        assert_eq!(STARTS, [0, 5, 11]);
        let beginnings = Beginnings::of(LIST, b'\n').and("xyz", b' ');
        for word in ["ab", "abc", "abcd", "xyz"] {
            assert!(beginnings.may_have(word.as_bytes()), "{word}");
        }
        for word in ["", "a", "abd", "xy"] {
            assert!(!beginnings.may_have(word.as_bytes()), "{word}");
        }
    }
}
