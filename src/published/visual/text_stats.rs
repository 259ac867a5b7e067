//! Statistics of a text for features: counts of character classes (Burget and Burgetová 2011), and indications of
//! dates, authors and words of the page title.
//!
//! ASCII is read 64 bytes at a time as bitmasks of character classes; words with other characters one character at a
//! time.

use super::word_lists::{BloomFilter, FILTER, WordCategory, category_of, insert, may_contain};
use crate::base::simd::{LANES, Lanes, load, load_rest};
use crate::read::html::names::name_key_at;
use crate::read::html::scan;
use crate::read::page::unicode::{TOKEN, UNIGRAM, class};

/// The maximum number of title words that are matched.
const MAX_TITLE_WORDS: usize = 64;

/// The distinct words of the page's title, by key.
#[derive(Clone, Debug)]
pub struct Title {
    words: [u64; MAX_TITLE_WORDS],
    len: usize,
    /// Contains these words and the words of the word lists.
    filter: BloomFilter,
}

impl Title {
    const NONE: Title = Title { words: [0; MAX_TITLE_WORDS], len: 0, filter: FILTER };

    /// Splits a title into words.
    pub fn of(text: &str) -> Title {
        let mut title = Title::NONE;
        let mut scanner = Scanner { title: &Title::NONE, stats: TextStats::default() };
        scanner.scan_characters(text, |key| {
            if title.position(key).is_none()
                && let Some(slot) = title.words.get_mut(title.len)
            {
                *slot = key;
                title.len += 1;
                insert(&mut title.filter, key);
            }
        });
        title
    }

    /// The number of distinct words.
    pub fn len(&self) -> u32 {
        self.len as u32
    }

    fn position(&self, key: u64) -> Option<usize> {
        self.words[..self.len].iter().position(|&word| word == key)
    }
}

/// Statistics of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStats {
    /// Characters.
    pub characters: u32,
    /// Digits: General_Category Nd in the scripts that pages use.
    pub digits: u32,
    /// Lowercase letters.
    pub lower: u32,
    /// Uppercase letters.
    pub upper: u32,
    /// Spaces; in normalized text all are U+0020.
    pub spaces: u32,
    /// `, . ; :`
    pub punctuation: u32,
    /// Words: sequences of letters and digits; a Han character is a word.
    pub words: u32,
    /// Capitalized words.
    pub capitalized: u32,
    /// Names of months.
    pub months: u32,
    /// Words that indicate a date.
    pub date_words: u32,
    /// Numbers from 1900 to 2099.
    pub years: u32,
    /// Numbers from 1 to 31.
    pub days: u32,
    /// Numbers after a colon: hours and minutes.
    pub times: u32,
    /// Numbers followed by `/ . -` or a character for year, month or day, as in a date.
    pub joined: u32,
    /// Words that indicate an author; the first word of the text counts three times.
    pub author_words: u32,
    /// `| · • — @` and the like.
    pub marks: u32,
    /// Words that occur in the title.
    pub in_title: u32,
    /// The words of the title that occur in the text, as a bitmask.
    pub of_title: u64,
    /// The last character: 0 for a letter or digit, 1 to 5 for `. , : ? !`, 6 for others.
    pub ending: u8,
    /// The first character: 1 for uppercase, 2 for lowercase, 3 for a digit, 0 for others.
    pub beginning: u8,
}

impl TextStats {
    /// The statistics of a range of the page's text.
    pub fn of(page: &str, (start, end): (u32, u32), title: &Title) -> TextStats {
        let (start, end) = (start as usize, end as usize);
        let text = &page[start..end];
        let mut scanner = Scanner { title, stats: TextStats::default() };
        scanner.scan(page, start, end);
        let mut stats = scanner.stats;
        stats.beginning = match text.chars().next().map(class_of) {
            Some(CharacterClass::Upper) => 1,
            Some(CharacterClass::Lower) => 2,
            Some(CharacterClass::Digit) => 3,
            _ => 0,
        };
        stats.ending = match text.chars().next_back() {
            Some(last) if class_of(last) != CharacterClass::Other => 0,
            Some('.') => 1,
            Some(',') => 2,
            Some(':') => 3,
            Some('?') => 4,
            Some('!') => 5,
            _ => 6,
        };
        stats
    }
}

/// The word that is being scanned.
#[derive(Clone, Copy)]
struct Word {
    /// Offset of its first byte, and its length in bytes.
    start: usize,
    bytes: usize,
    /// Its value, if it is a number of up to four digits.
    number: u32,
    is_number: bool,
    is_capitalized: bool,
    /// The character before it.
    before: char,
}

const EMPTY_WORD: Word = Word { start: 0, bytes: 0, number: 0, is_number: true, is_capitalized: false, before: ' ' };

struct Scanner<'t> {
    title: &'t Title,
    stats: TextStats,
}

/// Classes of characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharacterClass {
    Other,
    Upper,
    Lower,
    Digit,
    /// A letter without case.
    Letter,
    /// A character that is a word by itself.
    Solo,
}

#[inline]
fn class_of(c: char) -> CharacterClass {
    match c {
        'a'..='z' => CharacterClass::Lower,
        'A'..='Z' => CharacterClass::Upper,
        '0'..='9' => CharacterClass::Digit,
        '\0'..='\x7f' => CharacterClass::Other,
        _ => class_of_non_ascii(c),
    }
}

fn class_of_non_ascii(c: char) -> CharacterClass {
    match c {
        '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}' | '\u{966}'..='\u{96f}' | '\u{ff10}'..='\u{ff19}' => {
            CharacterClass::Digit
        }
        _ => match class(c) {
            class if class & UNIGRAM != 0 => CharacterClass::Solo,
            class if class & TOKEN == 0 => CharacterClass::Other,
            _ if c.is_lowercase() => CharacterClass::Lower,
            _ if c.is_uppercase() => CharacterClass::Upper,
            _ => CharacterClass::Letter,
        },
    }
}

impl Scanner<'_> {
    /// Scans a range in parts that end at spaces: ASCII many bytes at a time, words with other characters one character
    /// at a time. What a word indicates does not depend on its neighbors.
    fn scan(&mut self, page: &str, mut at: usize, end: usize) {
        let bytes = page.as_bytes();
        while at < end {
            let other = end_of_ascii(bytes, at, end);
            let plain = match other == end {
                true => end,
                false => memchr::memrchr(b' ', &bytes[at..other]).map_or(at, |space| at + space + 1),
            };
            self.scan_ascii(bytes, at, plain);
            at = plain;
            let mut next = other;
            while next < end && !bytes[next].is_ascii() {
                next = memchr::memchr(b' ', &bytes[next..end]).map_or(end, |space| next + space + 1);
            }
            if other < end {
                self.scan_characters(&page[at..next], |_| ());
                at = next;
            }
        }
    }

    /// Scans ASCII that starts and ends at the boundary of a word.
    fn scan_ascii(&mut self, bytes: &[u8], start: usize, end: usize) {
        self.stats.characters += (end - start) as u32;
        // The start of a word that continues in the next 64 bytes.
        let mut open = None;
        for at in (start..end).step_by(64) {
            let classes = ByteClasses::of(bytes, at, end.min(at + 64));
            self.stats.lower += classes.lower.count_ones();
            self.stats.upper += classes.upper.count_ones();
            self.stats.digits += (classes.alphanumeric & !(classes.lower | classes.upper)).count_ones();
            self.stats.spaces += classes.spaces.count_ones();
            let mut others = classes.others;
            while others != 0 {
                self.symbol(char::from(bytes[at + others.trailing_zeros() as usize]));
                others &= others - 1;
            }
            let follows = classes.alphanumeric << 1 | u64::from(open.is_some());
            let mut starts = classes.alphanumeric & !follows;
            let mut ends = !classes.alphanumeric & follows;
            while ends != 0 {
                let word_end = at + ends.trailing_zeros() as usize;
                ends &= ends - 1;
                let word = open.take().unwrap_or_else(|| {
                    let word = at + starts.trailing_zeros() as usize;
                    starts &= starts.wrapping_sub(1);
                    word
                });
                self.ascii_word(bytes, (start, end), word, word_end);
            }
            if starts != 0 {
                open = Some(at + starts.trailing_zeros() as usize);
            }
        }
        if let Some(word) = open {
            self.ascii_word(bytes, (start, end), word, end);
        }
    }

    /// Counts a word of ASCII; `span` is the range that is scanned.
    #[inline]
    fn ascii_word(&mut self, bytes: &[u8], span: (usize, usize), start: usize, end: usize) {
        let first = bytes[start];
        self.stats.words += 1;
        self.stats.capitalized += u32::from(first.is_ascii_uppercase());
        if first.is_ascii_digit() && end - start <= 4 && bytes[start..end].iter().all(u8::is_ascii_digit) {
            let before = if start > span.0 { bytes[start - 1] } else { b' ' };
            let after = if end < span.1 { bytes[end] } else { b' ' };
            let number = bytes[start..end].iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
            self.number(number, end - start, char::from(before), char::from(after));
        }
        self.look_up(name_key_at(bytes, start, end));
    }

    /// Scans a text one character at a time; `on_word` receives the key of each word.
    fn scan_characters(&mut self, text: &str, mut on_word: impl FnMut(u64)) {
        let mut word = EMPTY_WORD;
        let mut before = ' ';
        for (start, c) in text.char_indices() {
            let class = class_of(c);
            self.count(c, class);
            if class == CharacterClass::Other || class == CharacterClass::Solo || word.bytes == 0 {
                self.end_word(text, &word, c, &mut on_word);
                word = Word { before, ..EMPTY_WORD };
            }
            if class != CharacterClass::Other {
                if word.bytes == 0 {
                    (word.start, word.is_capitalized) = (start, class == CharacterClass::Upper);
                }
                match c.to_digit(10) {
                    Some(digit) if word.bytes < 4 => word.number = word.number * 10 + digit,
                    _ => word.is_number = false,
                }
                word.bytes += c.len_utf8();
                if class == CharacterClass::Solo {
                    self.end_word(text, &word, ' ', &mut on_word);
                    word = EMPTY_WORD;
                }
            }
            before = c;
        }
        self.end_word(text, &word, ' ', &mut on_word);
    }

    fn count(&mut self, c: char, class: CharacterClass) {
        let stats = &mut self.stats;
        stats.characters += 1;
        match class {
            CharacterClass::Digit => stats.digits += 1,
            CharacterClass::Lower => stats.lower += 1,
            CharacterClass::Upper => stats.upper += 1,
            CharacterClass::Other if c == ' ' => stats.spaces += 1,
            _ => self.symbol(c),
        }
    }

    #[inline]
    fn symbol(&mut self, c: char) {
        match c {
            ',' | '.' | ';' | ':' => self.stats.punctuation += 1,
            '|' | '·' | '•' | '—' | '–' | '@' | '/' | '»' | '›' => self.stats.marks += 1,
            _ => {}
        }
    }

    /// Counts the word that ends before the character `after`, unless it is empty.
    fn end_word(&mut self, text: &str, word: &Word, after: char, on_word: &mut impl FnMut(u64)) {
        if word.bytes == 0 {
            return;
        }
        self.stats.words += 1;
        self.stats.capitalized += u32::from(word.is_capitalized);
        if word.is_number {
            self.number(word.number, word.bytes, word.before, after);
        }
        let key = name_key_at(text.as_bytes(), word.start, word.start + word.bytes);
        self.look_up(key);
        on_word(key);
    }

    fn number(&mut self, number: u32, digits: usize, before: char, after: char) {
        let stats = &mut self.stats;
        stats.years += u32::from((1900..2100).contains(&number) && digits == 4);
        stats.days += u32::from((1..=31).contains(&number) && digits <= 2);
        stats.times += u32::from(before == ':');
        stats.joined += u32::from(matches!(after, '/' | '.' | '-' | '年' | '月' | '日' | '년' | '월' | '일'));
    }

    /// Counts what a word indicates; the filter rejects most words.
    #[inline]
    fn look_up(&mut self, key: u64) {
        if may_contain(&self.title.filter, key) {
            self.count_known_word(key);
        }
    }

    fn count_known_word(&mut self, key: u64) {
        let stats = &mut self.stats;
        if let Some(index) = self.title.position(key) {
            stats.in_title += 1;
            stats.of_title |= 1 << index;
        }
        match category_of(key) {
            WordCategory::None => {}
            WordCategory::Month => stats.months += 1,
            WordCategory::Date => stats.date_words += 1,
            WordCategory::Author => stats.author_words += if stats.words == 1 { 3 } else { 1 },
        }
    }
}

/// Character classes of up to 64 bytes of ASCII, as bitmasks.
#[derive(Clone, Copy, Default)]
struct ByteClasses {
    alphanumeric: u64,
    lower: u64,
    upper: u64,
    spaces: u64,
    others: u64,
}

impl ByteClasses {
    #[inline]
    fn of(bytes: &[u8], start: usize, end: usize) -> ByteClasses {
        let mut classes = ByteClasses::default();
        for (part, at) in (start..end).step_by(LANES).enumerate() {
            // `None` only past the end of the page.
            let Some(lanes) = load(bytes, at).or_else(|| load_rest(bytes, at)) else { break };
            let shift = part * LANES;
            classes.alphanumeric |= u64::from(lanes.alphanumeric()) << shift;
            classes.lower |= u64::from(lanes.lower()) << shift;
            classes.upper |= u64::from(lanes.upper()) << shift;
            classes.spaces |= u64::from(lanes.equal(b' ')) << shift;
        }
        let inside = u64::MAX >> (64 - (end - start).clamp(1, 64));
        classes.others = inside & !(classes.alphanumeric | classes.spaces);
        ByteClasses {
            alphanumeric: classes.alphanumeric & inside,
            lower: classes.lower & inside,
            upper: classes.upper & inside,
            spaces: classes.spaces & inside,
            ..classes
        }
    }
}

/// The position of the first non-ASCII byte from `at` on, or `end`.
fn end_of_ascii(bytes: &[u8], at: usize, end: usize) -> usize {
    scan::find_lanes(&bytes[..end], at, Lanes::non_ascii)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;
    use crate::base::simd::rounds;

    fn stats(text: &str) -> TextStats {
        TextStats::of(text, (0, text.len() as u32), &Title::of("The River Rose - Daily News"))
    }

    /// Vector and scalar scanning agree, wherever in the page the text is.
    #[test]
    fn ascii_and_scalar_scans_agree() {
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
            let mut scalar = Scanner { title: &title, stats: TextStats::default() };
            scalar.scan_characters(&page[start..end], |_| ());
            let stats = TextStats::of(&page, (start as u32, end as u32), &title);
            let expected = TextStats { ending: stats.ending, beginning: stats.beginning, ..scalar.stats };
            assert_eq!(stats, expected, "{:?}", &page[start..end]);
        }
    }

    /// Expected values are counted by hand.
    #[test]
    fn character_classes() {
        let stats = stats("Hello, World 2024");
        assert_eq!(stats.characters, 17);
        assert_eq!((stats.digits, stats.lower, stats.upper, stats.spaces, stats.punctuation), (4, 8, 2, 2, 1));
        assert_eq!((stats.words, stats.capitalized, stats.years), (3, 2, 1));
    }

    #[test]
    fn dates_and_authors() {
        let date = stats("Published: May 5, 2020, 14:30");
        assert_eq!((date.months, date.date_words, date.years, date.days, date.times), (1, 1, 1, 3, 1));
        assert_eq!(stats("2020-05-17").joined, 2);
        assert_eq!(stats("2020年5月17日").joined, 3);
        assert_eq!(stats("By Jane Doe").author_words, 3);
        assert_eq!(stats("Photo by Jane Doe").author_words, 1);
        assert_eq!(stats("12345678").years, 0);
    }

    #[test]
    fn title_words() {
        let heading = stats("THE river rose");
        assert_eq!((heading.in_title, heading.of_title.count_ones()), (3, 3));
        assert_eq!(stats("Rain").in_title, 0);
        assert_eq!(Title::of("a b a").len(), 2);
        let long: String = (0..200).map(|i| format!("w{i} ")).collect();
        assert_eq!(Title::of(&long).len(), 64);
    }

    #[test]
    fn first_and_last_characters() {
        assert_eq!([stats("x.").ending, stats("x!").ending, stats("x").ending, stats("x)").ending], [1, 5, 0, 6]);
        assert_eq!(
            [stats("X").beginning, stats("x").beginning, stats("1").beginning, stats("(").beginning],
            [1, 2, 3, 0]
        );
        assert_eq!(stats("").characters, 0);
    }
}
