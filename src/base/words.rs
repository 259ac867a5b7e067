//! Lists of words in one text each: a reference to each word would take sixteen bytes, and in a shared library another
//! twenty-four that place it.

use std::cmp::Ordering;

/// Words, one after the other in one text: `words!["one", "two"]`.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    text: &'static str,
    /// Where each word begins, and the end of the last.
    bounds: &'static [u16],
}

/// A list of words, as [`Words`].
macro_rules! words {
    ($($word:literal),* $(,)?) => {{
        const LIST: &[&str] = &[$($word),*];
        const BOUNDS: [u16; LIST.len() + 1] = $crate::base::words::bounds_of(LIST);
        $crate::base::words::Words::new(concat!($($word),*), &BOUNDS)
    }};
}
pub(crate) use words;

/// Where each word of a list begins in the text of all, and where it ends.
pub(crate) const fn bounds_of<const BOUNDS: usize>(list: &[&str]) -> [u16; BOUNDS] {
    let mut bounds = [0; BOUNDS];
    let (mut i, mut end) = (0, 0);
    while i < list.len() {
        end += list[i].len();
        i += 1;
        assert!(end <= u16::MAX as usize);
        bounds[i] = end as u16;
    }
    bounds
}

impl Words {
    /// For `words!` alone.
    pub const fn new(text: &'static str, bounds: &'static [u16]) -> Self {
        Words { text, bounds }
    }

    pub const fn len(self) -> usize {
        self.bounds.len() - 1
    }

    /// A word by its index.
    #[inline]
    pub const fn get(self, index: usize) -> &'static str {
        let (start, end) = (self.bounds[index] as usize, self.bounds[index + 1] as usize);
        self.text.split_at(end).0.split_at(start).1
    }

    /// The bytes of a word by its index, for less than [`Words::get`] costs.
    #[inline]
    pub fn bytes(self, index: usize) -> &'static [u8] {
        &self.text.as_bytes()[usize::from(self.bounds[index])..usize::from(self.bounds[index + 1])]
    }

    /// The bytes of all words in their order.
    #[inline]
    pub fn iter_bytes(self) -> impl Iterator<Item = &'static [u8]> + Clone {
        let mut rest = self.text.as_bytes();
        self.bounds.windows(2).map(move |bounds| {
            let (word, after) = rest.split_at(usize::from(bounds[1] - bounds[0]));
            rest = after;
            word
        })
    }

    /// The [`first_eight`] bytes of a word.
    #[inline]
    pub fn first_eight(self, index: usize) -> u64 {
        let (start, end) = (usize::from(self.bounds[index]), usize::from(self.bounds[index + 1]));
        let rest = &self.text.as_bytes()[start..];
        match (rest.first_chunk(), end - start) {
            (Some(&bytes), 8..) => u64::from_be_bytes(bytes),
            // The next word follows.
            (Some(&bytes), len) => u64::from_be_bytes(bytes) & !(u64::MAX >> (8 * len)),
            (None, len) => first_eight(&rest[..len]),
        }
    }

    /// The first two bytes of a word that has so many, as in [`Words::first_eight`].
    #[inline]
    pub fn first_two(self, index: usize) -> u16 {
        let start = usize::from(self.bounds[index]);
        self.text.as_bytes()[start..].first_chunk().map_or(0, |&bytes| u16::from_be_bytes(bytes))
    }

    /// All words in their order.
    pub fn iter(self) -> impl Iterator<Item = &'static str> + Clone {
        let mut rest = self.text;
        self.bounds.windows(2).map(move |bounds| {
            let (word, after) = rest.split_at(usize::from(bounds[1] - bounds[0]));
            rest = after;
            word
        })
    }

    /// Whether no word begins with the one before it, nor is the same.
    #[cfg(test)]
    pub fn has_no_beginnings(self) -> bool {
        self.iter().zip(self.iter().skip(1)).all(|(word, next)| !next.starts_with(word))
    }

    pub fn contains(self, word: &str) -> bool {
        self.iter_bytes().any(|known| known == word.as_bytes())
    }

    /// Whether a word is in the list if ASCII letters are compared in any case.
    pub fn contains_in_any_case(self, word: &str) -> bool {
        self.bounds.windows(2).any(|bounds| {
            let (start, end) = (usize::from(bounds[0]), usize::from(bounds[1]));
            end - start == word.len() && self.text.as_bytes()[start..end].eq_ignore_ascii_case(word.as_bytes())
        })
    }

    /// Whether a text begins with a word of the list, all of two bytes or more.
    pub fn begin(self, text: &[u8]) -> bool {
        let Some(first_two) = text.first_chunk::<2>() else { return false };
        self.bounds.windows(2).any(|bounds| {
            let (start, end) = (usize::from(bounds[0]), usize::from(bounds[1]));
            let words = self.text.as_bytes();
            words[start..].first_chunk() == Some(first_two) && text.starts_with(&words[start..end])
        })
    }

    /// Whether a word is one of a sorted list.
    pub fn has(self, word: &str) -> bool {
        let (word, start) = (word.as_bytes(), first_eight(word.as_bytes()));
        let at = self.partition_point(|at| match self.first_eight(at).cmp(&start) {
            Ordering::Equal => self.bytes(at) < word,
            different => different == Ordering::Less,
        });
        at < self.len() && self.bytes(at) == word
    }

    /// How many words of a sorted list are before the place that is looked for; `is_before` tells it of a word's index.
    #[inline]
    pub fn partition_point(self, mut is_before: impl FnMut(usize) -> bool) -> usize {
        let (mut first, mut end) = (0, self.len());
        while first < end {
            let middle = first.midpoint(end);
            if is_before(middle) {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        first
    }
}

/// The first eight bytes of a text, with zeros after its end, as a number: numbers compare as the bytes do.
#[inline]
pub(crate) fn first_eight(text: &[u8]) -> u64 {
    match text.first_chunk() {
        Some(&start) => u64::from_be_bytes(start),
        None => text.iter().rev().fold(0, |start, &byte| start >> 8 | u64::from(byte) << 56),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Words = words!["", "a", "ok", "süti", "同意"];

    #[test]
    fn words_stand_in_their_order() {
        assert_eq!(WORDS.iter().collect::<Vec<_>>(), ["", "a", "ok", "süti", "同意"]);
        assert_eq!((0..WORDS.len()).map(|i| WORDS.get(i)).collect::<Vec<_>>(), ["", "a", "ok", "süti", "同意"]);
        let words: Words = words!["", "ok", "d'accord", "accepted", "accept all", "süti", "a"];
        assert!((0..words.len()).all(|i| words.first_eight(i) == first_eight(words.get(i).as_bytes())));
        assert!(WORDS.contains("ok") && WORDS.contains("") && !WORDS.contains("oks") && !WORDS.contains("k"));
        assert!((0..WORDS.len()).all(|i| WORDS.bytes(i) == WORDS.get(i).as_bytes()));
        assert!(WORDS.iter_bytes().eq(WORDS.iter().map(str::as_bytes)));
        assert!(WORDS.contains_in_any_case("OK") && !WORDS.contains_in_any_case("OKS"));
        assert_eq!(words![].len(), 0);
    }

    #[test]
    fn sorted_words_are_found() {
        let words: Words = words!["ok", "süti", "同意"];
        assert!(words.begin(b"oks") && words.begin("同意する".as_bytes()) && words.begin(b"ok"));
        assert!(!words.begin(b"o") && !words.begin(b"") && !words.begin("süt".as_bytes()) && !words.begin(b"sok"));
        for (word, before) in [("", 0), ("a", 1), ("b", 2), ("ok", 2), ("z", 4), ("語", 5)] {
            assert_eq!(WORDS.partition_point(|at| WORDS.get(at) < word), before, "{word}");
            assert_eq!(WORDS.has(word), WORDS.contains(word), "{word}");
        }
    }
}
