//! What the text of an area tells: kinds of characters (section 5.3), dates, authors, words of the page's title.

use super::words::{Tells, place_of, tells};
use crate::html::tags::name_key_at;
use crate::page::unicode::{SOLO, TOKEN, class};

/// The words of the page's title: no more than these are looked for.
pub const TITLE_WORDS: usize = 64;

/// The distinct words of the title, by their keys.
#[derive(Clone, Debug)]
pub struct Title {
    words: [u64; TITLE_WORDS],
    len: usize,
    /// One bit for some bits of each key.
    filter: u64,
}

impl Title {
    /// Of a title's text.
    pub fn of(text: &str) -> Title {
        let mut title = Title { words: [0; TITLE_WORDS], len: 0, filter: 0 };
        let mut reader = Reader { title: &Title { words: [0; TITLE_WORDS], len: 0, filter: 0 }, cues: Cues::default() };
        reader.read(text, |key| {
            if title.place(key).is_none()
                && let Some(slot) = title.words.get_mut(title.len)
            {
                *slot = key;
                title.len += 1;
                title.filter |= 1 << place_of(key, 64);
            }
        });
        title
    }

    /// Distinct words.
    pub fn len(&self) -> u32 {
        self.len as u32
    }

    fn place(&self, key: u64) -> Option<usize> {
        if self.filter >> place_of(key, 64) & 1 == 0 {
            return None;
        }
        self.words[..self.len].iter().position(|&word| word == key)
    }
}

/// What a text holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cues {
    /// Characters.
    pub characters: u32,
    /// Of these, digits: General_Category Nd in the scripts that pages use.
    pub digits: u32,
    /// Small letters.
    pub lower: u32,
    /// Capital letters.
    pub upper: u32,
    /// Spaces; in normalised text all are U+0020.
    pub spaces: u32,
    /// `, . ; :`
    pub punctuation: u32,
    /// Words: runs of letters and numbers; a Han character is one.
    pub words: u32,
    /// Words that begin with a capital letter.
    pub capitalised: u32,
    /// Names of months.
    pub months: u32,
    /// Words that tell of a date.
    pub date_words: u32,
    /// Numbers from 1900 to 2099.
    pub years: u32,
    /// Numbers from 1 to 31.
    pub days: u32,
    /// Numbers after a colon: hours and minutes.
    pub times: u32,
    /// Numbers with `/ . -` or a Han character for year, month or day between them and another.
    pub joined: u32,
    /// Words that tell of an author; the first word counts three times.
    pub author_words: u32,
    /// `| · • — @` and the like.
    pub marks: u32,
    /// Words that the title has.
    pub in_title: u32,
    /// The words of the title that it has, as bits.
    pub of_title: u64,
    /// The last character: 0 a letter or digit, then one number for each of `. , : ? !`, 6 for others.
    pub ending: u8,
    /// The first character: 0 other, 1 capital, 2 small, 3 digit.
    pub beginning: u8,
}

impl Cues {
    /// Reads a text.
    pub fn of(text: &str, title: &Title) -> Cues {
        let mut reader = Reader { title, cues: Cues::default() };
        reader.read(text, |_| ());
        reader.cues
    }
}

/// A word that is being read.
#[derive(Clone, Copy)]
struct Word {
    /// Its first byte in the text, and how many they are.
    start: usize,
    bytes: usize,
    /// Its value, if it is a number of up to four digits.
    number: u32,
    is_number: bool,
    is_capitalised: bool,
    /// The character before it.
    before: char,
}

const NO_WORD: Word = Word { start: 0, bytes: 0, number: 0, is_number: true, is_capitalised: false, before: ' ' };

struct Reader<'t> {
    title: &'t Title,
    cues: Cues,
}

/// Kinds of characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Other,
    Upper,
    Lower,
    Digit,
    /// A letter that is neither capital nor small.
    Letter,
    /// A word by itself.
    Solo,
}

#[inline]
fn kind(c: char) -> Kind {
    match c {
        'a'..='z' => Kind::Lower,
        'A'..='Z' => Kind::Upper,
        '0'..='9' => Kind::Digit,
        '\0'..='\x7f' => Kind::Other,
        _ => kind_of_other(c),
    }
}

/// That of a character beyond ASCII.
fn kind_of_other(c: char) -> Kind {
    match c {
        '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}' | '\u{966}'..='\u{96f}' | '\u{ff10}'..='\u{ff19}' => Kind::Digit,
        _ => match class(c) {
            class if class & SOLO != 0 => Kind::Solo,
            class if class & TOKEN == 0 => Kind::Other,
            _ if c.is_lowercase() => Kind::Lower,
            _ if c.is_uppercase() => Kind::Upper,
            _ => Kind::Letter,
        },
    }
}

/// The character that begins at a byte of a text.
#[inline]
fn character(text: &str, at: usize) -> Option<char> {
    match text.as_bytes().get(at)? {
        &byte @ ..=0x7f => Some(char::from(byte)),
        _ => text[at..].chars().next(),
    }
}

impl Reader<'_> {
    /// Reads a text; `on_word` is given the key of each word.
    fn read(&mut self, text: &str, mut on_word: impl FnMut(u64)) {
        let mut word = NO_WORD;
        let mut before = ' ';
        let mut kind_of_last = Kind::Other;
        let bytes = text.as_bytes();
        let mut at = 0;
        loop {
            // Inside of a word most characters are plain letters, and between words there is a space: read without decoding.
            if word.bytes > 0 {
                let plain = self.letters(&bytes[at..], &mut word);
                if plain > 0 {
                    (before, kind_of_last) = ('a', Kind::Lower);
                }
                at += plain;
                if bytes.get(at) == Some(&b' ') {
                    self.cues.characters += 1;
                    self.cues.spaces += 1;
                    self.end(bytes, &word, ' ', &mut on_word);
                    (word, before, kind_of_last) = (NO_WORD, ' ', Kind::Other);
                    at += 1;
                }
            }
            let Some(c) = character(text, at) else { break };
            let start = at;
            at += c.len_utf8();
            let kind = kind(c);
            self.count(c, kind);
            if kind == Kind::Other || kind == Kind::Solo || word.bytes == 0 {
                self.end(bytes, &word, c, &mut on_word);
                word = Word { before, ..NO_WORD };
            }
            if kind != Kind::Other {
                if word.bytes == 0 {
                    (word.start, word.is_capitalised) = (start, kind == Kind::Upper);
                }
                match c.to_digit(10) {
                    Some(digit) if word.bytes < 4 => word.number = word.number * 10 + digit,
                    _ => word.is_number = false,
                }
                word.bytes += at - start;
                if kind == Kind::Solo {
                    self.end(bytes, &word, ' ', &mut on_word);
                    word = NO_WORD;
                }
            }
            (before, kind_of_last) = (c, kind);
        }
        self.end(bytes, &word, ' ', &mut on_word);
        self.cues.ending = match before {
            _ if kind_of_last != Kind::Other => 0,
            '.' => 1,
            ',' => 2,
            ':' => 3,
            '?' => 4,
            '!' => 5,
            _ => 6,
        };
    }

    /// Reads the small letters of ASCII that come next in a word; gives their number.
    #[inline]
    fn letters(&mut self, bytes: &[u8], word: &mut Word) -> usize {
        let len = bytes.iter().position(|byte| !byte.is_ascii_lowercase()).unwrap_or(bytes.len());
        if len > 0 {
            word.bytes += len;
            word.is_number = false;
            self.cues.characters += len as u32;
            self.cues.lower += len as u32;
        }
        len
    }

    #[inline]
    fn count(&mut self, c: char, kind: Kind) {
        let cues = &mut self.cues;
        if cues.characters == 0 {
            cues.beginning = match kind {
                Kind::Upper => 1,
                Kind::Lower => 2,
                Kind::Digit => 3,
                _ => 0,
            };
        }
        cues.characters += 1;
        match kind {
            Kind::Digit => cues.digits += 1,
            Kind::Lower => cues.lower += 1,
            Kind::Upper => cues.upper += 1,
            _ => {}
        }
        match c {
            ' ' => cues.spaces += 1,
            ',' | '.' | ';' | ':' => cues.punctuation += 1,
            '|' | '·' | '•' | '—' | '–' | '@' | '/' | '»' | '›' => cues.marks += 1,
            _ => {}
        }
    }

    /// A word, if there is one, ends before the character `after`.
    #[inline]
    fn end(&mut self, text: &[u8], word: &Word, after: char, on_word: &mut impl FnMut(u64)) {
        if word.bytes > 0 {
            let key = name_key_at(text, word.start, word.start + word.bytes);
            self.add(word, key, after);
            on_word(key);
        }
    }

    fn add(&mut self, word: &Word, key: u64, after: char) {
        let cues = &mut self.cues;
        cues.words += 1;
        cues.capitalised += u32::from(word.is_capitalised);
        if let Some(place) = self.title.place(key) {
            cues.in_title += 1;
            cues.of_title |= 1 << place;
        }
        if word.is_number {
            cues.years += u32::from((1900..2100).contains(&word.number) && word.bytes == 4);
            cues.days += u32::from((1..=31).contains(&word.number) && word.bytes <= 2);
            cues.times += u32::from(word.before == ':');
            cues.joined += u32::from(matches!(after, '/' | '.' | '-' | '年' | '月' | '日' | '년' | '월' | '일'));
        }
        match tells(key) {
            Tells::Nothing => {}
            Tells::Month => cues.months += 1,
            Tells::Date => cues.date_words += 1,
            Tells::Author => cues.author_words += if cues.words == 1 { 3 } else { 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cues(text: &str) -> Cues {
        Cues::of(text, &Title::of("The River Rose - Daily News"))
    }

    /// The golden counts of section 5.3.
    #[test]
    fn kinds_of_characters() {
        let cues = cues("Hello, World 2024");
        assert_eq!(cues.characters, 17);
        assert_eq!((cues.digits, cues.lower, cues.upper, cues.spaces, cues.punctuation), (4, 8, 2, 2, 1));
        assert_eq!((cues.words, cues.capitalised, cues.years), (3, 2, 1));
    }

    #[test]
    fn dates_and_authors() {
        let date = cues("Published: May 5, 2020, 14:30");
        assert_eq!((date.months, date.date_words, date.years, date.days, date.times), (1, 1, 1, 3, 1));
        assert_eq!(cues("2020-05-17").joined, 2);
        assert_eq!(cues("2020年5月17日").joined, 3);
        assert_eq!(cues("By Jane Doe").author_words, 3);
        assert_eq!(cues("Photo by Jane Doe").author_words, 1);
        assert_eq!(cues("12345678").years, 0);
    }

    #[test]
    fn words_of_the_title() {
        let heading = cues("THE river rose");
        assert_eq!((heading.in_title, heading.of_title.count_ones()), (3, 3));
        assert_eq!(cues("Rain").in_title, 0);
        assert_eq!(Title::of("a b a").len(), 2);
        let long: String = (0..200).map(|i| format!("w{i} ")).collect();
        assert_eq!(Title::of(&long).len(), 64);
    }

    #[test]
    fn ends_and_beginnings() {
        assert_eq!([cues("x.").ending, cues("x!").ending, cues("x").ending, cues("x)").ending], [1, 5, 0, 6]);
        assert_eq!([cues("X").beginning, cues("x").beginning, cues("1").beginning, cues("(").beginning], [1, 2, 3, 0]);
        assert_eq!(cues("").characters, 0);
    }
}
