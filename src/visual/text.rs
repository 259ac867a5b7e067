//! What the text of an area tells: kinds of characters (section 5.3), dates, authors, words of the page's title.

use super::words::{FILTER, Filter, Tells, has, insert, tells};
use crate::html::names::name_key_at;
use crate::html::scan;
use crate::page::unicode::{TOKEN, UNIGRAM, class};
use crate::simd::{LANES, Lanes, load, load_rest};

/// The words of the page's title: no more than these are looked for.
pub const TITLE_WORDS: usize = 64;

/// The distinct words of the title, by their keys.
#[derive(Clone, Debug)]
pub struct Title {
    words: [u64; TITLE_WORDS],
    len: usize,
    /// Lets through these words, those that tell something, and few others.
    filter: Filter,
}

impl Title {
    const NONE: Title = Title { words: [0; TITLE_WORDS], len: 0, filter: FILTER };

    /// Of a title's text.
    pub fn of(text: &str) -> Title {
        let mut title = Title::NONE;
        let mut reader = Reader { title: &Title::NONE, cues: Cues::default() };
        reader.read_any(text, |key| {
            if title.place(key).is_none()
                && let Some(slot) = title.words.get_mut(title.len)
            {
                *slot = key;
                title.len += 1;
                insert(&mut title.filter, key);
            }
        });
        title
    }

    /// Distinct words.
    pub fn len(&self) -> u32 {
        self.len as u32
    }

    fn place(&self, key: u64) -> Option<usize> {
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
    /// Spaces; in normalized text all are U+0020.
    pub spaces: u32,
    /// `, . ; :`
    pub punctuation: u32,
    /// Words: runs of letters and numbers; a Han character is one.
    pub words: u32,
    /// Words that begin with a capital letter.
    pub capitalized: u32,
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
    /// Of the text at a range of the page's.
    pub fn of(page: &str, (start, end): (u32, u32), title: &Title) -> Cues {
        let (start, end) = (start as usize, end as usize);
        let text = &page[start..end];
        let mut reader = Reader { title, cues: Cues::default() };
        reader.read(page, start, end);
        let mut cues = reader.cues;
        cues.beginning = match text.chars().next().map(kind) {
            Some(Kind::Upper) => 1,
            Some(Kind::Lower) => 2,
            Some(Kind::Digit) => 3,
            _ => 0,
        };
        cues.ending = match text.chars().next_back() {
            Some(last) if kind(last) != Kind::Other => 0,
            Some('.') => 1,
            Some(',') => 2,
            Some(':') => 3,
            Some('?') => 4,
            Some('!') => 5,
            _ => 6,
        };
        cues
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
    is_capitalized: bool,
    /// The character before it.
    before: char,
}

const NO_WORD: Word = Word { start: 0, bytes: 0, number: 0, is_number: true, is_capitalized: false, before: ' ' };

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
            class if class & UNIGRAM != 0 => Kind::Solo,
            class if class & TOKEN == 0 => Kind::Other,
            _ if c.is_lowercase() => Kind::Lower,
            _ if c.is_uppercase() => Kind::Upper,
            _ => Kind::Letter,
        },
    }
}

impl Reader<'_> {
    /// Reads a part of a text in stretches between spaces: what is ASCII throughout many bytes at a time, words with
    /// other characters one by one. What words tell does not depend on those around them.
    fn read(&mut self, page: &str, mut at: usize, end: usize) {
        let bytes = page.as_bytes();
        while at < end {
            let other = end_of_ascii(bytes, at, end);
            let plain = match other == end {
                true => end,
                false => memchr::memrchr(b' ', &bytes[at..other]).map_or(at, |space| at + space + 1),
            };
            self.read_plain(bytes, at, plain);
            at = plain;
            let mut next = other;
            while next < end && !bytes[next].is_ascii() {
                next = memchr::memchr(b' ', &bytes[next..end]).map_or(end, |space| next + space + 1);
            }
            if other < end {
                self.read_any(&page[at..next], |_| ());
                at = next;
            }
        }
    }

    /// Reads ASCII from behind a space, or the beginning, to behind a space, or the end.
    fn read_plain(&mut self, bytes: &[u8], start: usize, end: usize) {
        self.cues.characters += (end - start) as u32;
        // The word that goes on into the next part.
        let mut open = None;
        for at in (start..end).step_by(64) {
            let kinds = Kinds::of(bytes, at, end.min(at + 64));
            self.cues.lower += kinds.lower.count_ones();
            self.cues.upper += kinds.upper.count_ones();
            self.cues.digits += (kinds.alphanumeric & !(kinds.lower | kinds.upper)).count_ones();
            self.cues.spaces += kinds.spaces.count_ones();
            let mut others = kinds.others;
            while others != 0 {
                self.symbol(char::from(bytes[at + others.trailing_zeros() as usize]));
                others &= others - 1;
            }
            let behind = kinds.alphanumeric << 1 | u64::from(open.is_some());
            let mut starts = kinds.alphanumeric & !behind;
            let mut ends = !kinds.alphanumeric & behind;
            while ends != 0 {
                let word_end = at + ends.trailing_zeros() as usize;
                ends &= ends - 1;
                let word = open.take().unwrap_or_else(|| {
                    let word = at + starts.trailing_zeros() as usize;
                    starts &= starts.wrapping_sub(1);
                    word
                });
                self.plain_word(bytes, (start, end), word, word_end);
            }
            if starts != 0 {
                open = Some(at + starts.trailing_zeros() as usize);
            }
        }
        if let Some(word) = open {
            self.plain_word(bytes, (start, end), word, end);
        }
    }

    /// A word in a stretch of ASCII.
    #[inline]
    fn plain_word(&mut self, bytes: &[u8], stretch: (usize, usize), start: usize, end: usize) {
        let first = bytes[start];
        self.cues.words += 1;
        self.cues.capitalized += u32::from(first.is_ascii_uppercase());
        if first.is_ascii_digit() && end - start <= 4 && bytes[start..end].iter().all(u8::is_ascii_digit) {
            let before = if start > stretch.0 { bytes[start - 1] } else { b' ' };
            let after = if end < stretch.1 { bytes[end] } else { b' ' };
            let number = bytes[start..end].iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
            self.number(number, end - start, char::from(before), char::from(after));
        }
        self.look_up(name_key_at(bytes, start, end));
    }

    /// Reads a text character by character; `on_word` is given the key of each word.
    fn read_any(&mut self, text: &str, mut on_word: impl FnMut(u64)) {
        let mut word = NO_WORD;
        let mut before = ' ';
        for (start, c) in text.char_indices() {
            let kind = kind(c);
            self.count(c, kind);
            if kind == Kind::Other || kind == Kind::Solo || word.bytes == 0 {
                self.end(text, &word, c, &mut on_word);
                word = Word { before, ..NO_WORD };
            }
            if kind != Kind::Other {
                if word.bytes == 0 {
                    (word.start, word.is_capitalized) = (start, kind == Kind::Upper);
                }
                match c.to_digit(10) {
                    Some(digit) if word.bytes < 4 => word.number = word.number * 10 + digit,
                    _ => word.is_number = false,
                }
                word.bytes += c.len_utf8();
                if kind == Kind::Solo {
                    self.end(text, &word, ' ', &mut on_word);
                    word = NO_WORD;
                }
            }
            before = c;
        }
        self.end(text, &word, ' ', &mut on_word);
    }

    fn count(&mut self, c: char, kind: Kind) {
        let cues = &mut self.cues;
        cues.characters += 1;
        match kind {
            Kind::Digit => cues.digits += 1,
            Kind::Lower => cues.lower += 1,
            Kind::Upper => cues.upper += 1,
            Kind::Other if c == ' ' => cues.spaces += 1,
            _ => self.symbol(c),
        }
    }

    #[inline]
    fn symbol(&mut self, c: char) {
        match c {
            ',' | '.' | ';' | ':' => self.cues.punctuation += 1,
            '|' | '·' | '•' | '—' | '–' | '@' | '/' | '»' | '›' => self.cues.marks += 1,
            _ => {}
        }
    }

    /// A word, if there is one, ends before the character `after`.
    fn end(&mut self, text: &str, word: &Word, after: char, on_word: &mut impl FnMut(u64)) {
        if word.bytes == 0 {
            return;
        }
        self.cues.words += 1;
        self.cues.capitalized += u32::from(word.is_capitalized);
        if word.is_number {
            self.number(word.number, word.bytes, word.before, after);
        }
        let key = name_key_at(text.as_bytes(), word.start, word.start + word.bytes);
        self.look_up(key);
        on_word(key);
    }

    fn number(&mut self, number: u32, digits: usize, before: char, after: char) {
        let cues = &mut self.cues;
        cues.years += u32::from((1900..2100).contains(&number) && digits == 4);
        cues.days += u32::from((1..=31).contains(&number) && digits <= 2);
        cues.times += u32::from(before == ':');
        cues.joined += u32::from(matches!(after, '/' | '.' | '-' | '年' | '月' | '日' | '년' | '월' | '일'));
    }

    /// What the word of this key, which is counted already, tells.
    #[inline]
    fn look_up(&mut self, key: u64) {
        if has(&self.title.filter, key) {
            self.known_word(key);
        }
    }

    fn known_word(&mut self, key: u64) {
        let cues = &mut self.cues;
        if let Some(place) = self.title.place(key) {
            cues.in_title += 1;
            cues.of_title |= 1 << place;
        }
        match tells(key) {
            Tells::Nothing => {}
            Tells::Month => cues.months += 1,
            Tells::Date => cues.date_words += 1,
            Tells::Author => cues.author_words += if cues.words == 1 { 3 } else { 1 },
        }
    }
}

/// Up to 64 bytes of ASCII by kind, one bit each.
#[derive(Clone, Copy, Default)]
struct Kinds {
    alphanumeric: u64,
    lower: u64,
    upper: u64,
    spaces: u64,
    others: u64,
}

impl Kinds {
    #[inline]
    fn of(bytes: &[u8], start: usize, end: usize) -> Kinds {
        let mut kinds = Kinds::default();
        for (part, at) in (start..end).step_by(LANES).enumerate() {
            // Behind the last bytes of the page there is nothing to load.
            let Some(lanes) = load(bytes, at).or_else(|| load_rest(bytes, at)) else { break };
            let shift = part * LANES;
            kinds.alphanumeric |= u64::from(lanes.alphanumeric()) << shift;
            kinds.lower |= u64::from(lanes.lower()) << shift;
            kinds.upper |= u64::from(lanes.upper()) << shift;
            kinds.spaces |= u64::from(lanes.equal(b' ')) << shift;
        }
        let inside = u64::MAX >> (64 - (end - start).clamp(1, 64));
        kinds.others = inside & !(kinds.alphanumeric | kinds.spaces);
        Kinds {
            alphanumeric: kinds.alphanumeric & inside,
            lower: kinds.lower & inside,
            upper: kinds.upper & inside,
            spaces: kinds.spaces & inside,
            ..kinds
        }
    }
}

/// The first byte from `at` on that is not ASCII, or `end`.
fn end_of_ascii(bytes: &[u8], at: usize, end: usize) -> usize {
    scan::find_lanes(&bytes[..end], at, Lanes::non_ascii)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::simd::rounds;

    fn cues(text: &str) -> Cues {
        Cues::of(text, (0, text.len() as u32), &Title::of("The River Rose - Daily News"))
    }

    /// Many bytes at a time, or one character after the other: the same, wherever in the page the text stands.
    #[test]
    fn stretches_are_read_as_characters_are() {
        let words =
            ["river", "By", "12", "2020", ":30", "1/2", "é", "Ärger", "naïve,", "日本", "a|b", "12345", "x.", "the"];
        let more = ["Extraordinarily", "may", "\u{2014}", "9é", "é9", "٣", "-", "ROSE!", "seventy-seven", "@", "x y"];
        let title = Title::of("The River Rose - Daily News");
        let mut random = Random(5);
        for _ in 0..rounds(4000) {
            let mut page = "x: ".repeat(random.below(3));
            let start = page.len();
            for i in 0..random.below(40) {
                page.push_str(if i > 0 && random.below(4) > 0 { " " } else { "" });
                let list = if random.below(3) == 0 { &more[..] } else { &words };
                page.push_str(random.pick::<&str>(list));
            }
            let end = page.len();
            page.push_str(&"7 of 9".repeat(random.below(3)));
            let mut one_by_one = Reader { title: &title, cues: Cues::default() };
            one_by_one.read_any(&page[start..end], |_| ());
            let cues = Cues::of(&page, (start as u32, end as u32), &title);
            let expected = Cues { ending: cues.ending, beginning: cues.beginning, ..one_by_one.cues };
            assert_eq!(cues, expected, "{:?}", &page[start..end]);
        }
    }

    /// The golden counts of section 5.3.
    #[test]
    fn kinds_of_characters() {
        let cues = cues("Hello, World 2024");
        assert_eq!(cues.characters, 17);
        assert_eq!((cues.digits, cues.lower, cues.upper, cues.spaces, cues.punctuation), (4, 8, 2, 2, 1));
        assert_eq!((cues.words, cues.capitalized, cues.years), (3, 2, 1));
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
