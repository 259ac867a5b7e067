//! The script of a text, by the letters at its beginning, and the language where it says that.

use super::LEAST_LETTERS;
use crate::read::html::scan::count_bytes;
use crate::read::page::unicode::is_letter;

/// The letters that are looked at.
const MAX_LETTERS: u32 = 240;

/// Scripts of one language in most texts, by the first and last character of their block.
const SINGLE: [(char, char, &str); 18] = [
    ('\u{370}', '\u{3ff}', "el"),
    ('\u{530}', '\u{58f}', "hy"),
    ('\u{590}', '\u{5ff}', "he"),
    ('\u{980}', '\u{9ff}', "bn"),
    ('\u{a00}', '\u{a7f}', "pa"),
    ('\u{a80}', '\u{aff}', "gu"),
    ('\u{b00}', '\u{b7f}', "or"),
    ('\u{b80}', '\u{bff}', "ta"),
    ('\u{c00}', '\u{c7f}', "te"),
    ('\u{c80}', '\u{cff}', "kn"),
    ('\u{d00}', '\u{d7f}', "ml"),
    ('\u{d80}', '\u{dff}', "si"),
    ('\u{e00}', '\u{e7f}', "th"),
    ('\u{e80}', '\u{eff}', "lo"),
    ('\u{f00}', '\u{fff}', "bo"),
    ('\u{1000}', '\u{109f}', "my"),
    ('\u{10a0}', '\u{10ff}', "ka"),
    ('\u{1780}', '\u{17ff}', "km"),
];

/// What says that Arabic letters are of Persian, Urdu or Arabic.
const PERSIAN: &str = "پچژگکی";
const URDU: &str = "ٹڈڑےںہ";
const ARABIC: &str = "يىةكأإ";

/// Scripts that are shared by many languages; a table of weights chooses among these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Cyrillic,
}

/// What the script of a text says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Evidence {
    None,
    /// A language, and how sure it is.
    Language(&'static str, f32),
    /// A script of several languages, and its share of the letters.
    Script(Script, f32),
}

#[derive(Default)]
struct Letters {
    latin: u32,
    cyrillic: u32,
    devanagari: u32,
    arabic: [u32; 4],
    han: u32,
    kana: u32,
    hangul: u32,
    single: [u32; SINGLE.len()],
    all: u32,
}

/// Bytes of ASCII that are counted at once.
const CHUNK: usize = 64;
/// Bytes at the beginning of a text that may be ASCII alone.
const HEAD: usize = 8 * CHUNK;

fn count_letters(ascii: &[u8]) -> u32 {
    count_bytes(ascii, |byte| byte.is_ascii_alphabetic())
}

/// A letter of Chinese, Japanese or Korean says as much as so many of other scripts.
const WEIGHT: u32 = 3;

impl Letters {
    fn of(text: &str) -> Letters {
        let mut letters = Letters::default();
        let mut rest = text;
        while letters.all < MAX_LETTERS {
            let chunk = &rest.as_bytes()[..rest.len().min(CHUNK)];
            let is_ascii = chunk.is_ascii();
            let end = if is_ascii { None } else { chunk.iter().position(|byte| !byte.is_ascii()) };
            let end = end.unwrap_or(chunk.len());
            let (ascii, others) = rest.split_at(end);
            let count = count_letters(ascii.as_bytes());
            letters.latin += count;
            letters.all += count;
            let mut chars = others.chars();
            match chars.next() {
                Some(c) if is_letter(c) && !c.is_ascii() => letters.add(c),
                Some(c) if c.is_ascii() => chars = others.chars(),
                Some(_) => {}
                None => break,
            }
            rest = chars.as_str();
        }
        letters
    }

    fn add(&mut self, c: char) {
        let (count, weight) = match c {
            ..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => (&mut self.latin, 1),
            '\u{400}'..='\u{52f}' => (&mut self.cyrillic, 1),
            '\u{900}'..='\u{97f}' => (&mut self.devanagari, 1),
            '\u{600}'..='\u{6ff}' => {
                let lists = [PERSIAN, URDU, ARABIC];
                let list = lists.iter().position(|list| list.contains(c)).unwrap_or(lists.len());
                (&mut self.arabic[list], 1)
            }
            '\u{3040}'..='\u{30ff}' => (&mut self.kana, WEIGHT),
            '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => (&mut self.han, WEIGHT),
            '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}' => (&mut self.hangul, WEIGHT),
            _ => match SINGLE.iter().position(|&(first, last, _)| (first..=last).contains(&c)) {
                Some(script) => (&mut self.single[script], 1),
                None => (&mut self.all, 0),
            },
        };
        *count += weight.max(1);
        self.all += weight;
    }
}

/// How sure a language is that so much evidence speaks for.
fn sure(evidence: u32) -> f32 {
    evidence as f32 / (evidence as f32 + 1.0)
}

/// The script of most letters.
pub(super) fn of(text: &str) -> Evidence {
    // Most texts begin with ASCII, and most of them have nothing else.
    let head = &text.as_bytes()[..text.len().min(HEAD)];
    if head.is_ascii() {
        let latin = count_letters(head);
        match latin {
            MAX_LETTERS.. => return Evidence::Script(Script::Latin, 1.0),
            LEAST_LETTERS.. if head.len() == text.len() => return Evidence::Script(Script::Latin, 1.0),
            _ if head.len() == text.len() => return Evidence::None,
            _ => {}
        }
    }
    let letters = Letters::of(text);
    let share = |count: u32| count as f32 / letters.all.max(1) as f32;
    let arabic: u32 = letters.arabic.iter().sum();
    let single = letters.single.iter().zip(&SINGLE).max_by_key(|(count, _)| **count);
    let (single, language) = single.map_or((0, ""), |(&count, &(_, _, language))| (count, language));
    let east_asian = letters.han + letters.kana;
    let counts = [letters.latin, letters.cyrillic, letters.devanagari, arabic, east_asian, letters.hangul, single];
    let most = counts.into_iter().max().unwrap_or_default();
    if most == 0 || most * 2 < letters.all {
        return Evidence::None;
    }
    let share = share(most).min(1.0);
    match counts.iter().position(|&count| count == most) {
        Some(0) => Evidence::Script(Script::Latin, share),
        Some(1) => Evidence::Script(Script::Cyrillic, share),
        Some(2) => Evidence::Language(if is_marathi(text) { "mr" } else { "hi" }, share * sure(letters.devanagari)),
        Some(3) => of_arabic(letters.arabic, share),
        // Titles in Japanese have no kana; longer texts have.
        Some(4) if letters.kana * 8 >= east_asian => Evidence::Language("ja", share * sure(letters.kana)),
        Some(4) => Evidence::Language("zh", share * sure(letters.han / (4 * WEIGHT))),
        Some(5) => Evidence::Language("ko", share * sure(letters.hangul)),
        _ => Evidence::Language(language, share * sure(single)),
    }
}

/// Whether a text in Devanagari has a letter or a word of Marathi.
fn is_marathi(text: &str) -> bool {
    text.split(' ').take(MAX_LETTERS as usize).any(|word| word.contains('ळ') || ["आहे", "आणि"].contains(&word))
}

fn of_arabic([persian, urdu, arabic, _]: [u32; 4], share: f32) -> Evidence {
    // Urdu has most letters of Persian, too.
    let (language, count) = match () {
        () if urdu * 3 > persian && urdu >= arabic => ("ur", urdu),
        () if persian > arabic => ("fa", persian),
        () => ("ar", arabic),
    };
    if count == 0 { Evidence::None } else { Evidence::Language(language, share * sure(count)) }
}
