//! What may be the name of a person or an organization, and lists of names.

use crate::base::months::month_of;
use crate::base::words::{Words, words};
use crate::judge::comments::{lines, phrases};
use crate::on_demand::facts::date::{Found, Locale};
use crate::on_demand::facts::dates::Label;
use crate::read::page::unicode::{is_letter, is_letter_or_number};
use smallvec::SmallVec;

/// The most words and bytes of a name.
const MAX_WORDS: usize = 5;
const MAX_BYTES: usize = 80;
/// Divides what stands in blocks of its own.
pub(super) const DIVIDER: &str = " | ";
/// What stands between two names.
const AND: [&str; 18] = [
    " and ", " & ", " und ", " et ", " y ", " e ", " og ", " och ", " en ", " ja ", " i ", " и ", " та ", ";", " / ",
    "、", "，", " + ",
];
/// What ends a name in a byline: a date, a place, a role or another label follows.
const ENDS: [&str; 27] = [
    DIVIDER,
    "／",
    "｜",
    " - ",
    " \u{2013} ",
    " \u{2014} ",
    " \u{b7} ",
    " \u{2022} ",
    " in ",
    " on ",
    " at ",
    " am ",
    " for ",
    " (",
    " @",
    " 攝影",
    " 摄影",
    " 撮影",
    " 写真",
    " 编辑",
    " 編輯",
    " 责编",
    " 責編",
    " 责任编辑",
    " 編集",
    " Foto",
    " Photo",
];
/// What a byline begins with, besides the phrases of comments; with a colon or a space after it.
const LABELS: Words = words![
    "author",
    "authors",
    "reporter",
    "editor",
    "text",
    "words",
    "story",
    "autor",
    "autorin",
    "autoren",
    "redaktion",
    "auteur",
    "autore",
    "autora",
    "autores",
    "a cura di",
    "di",
    "de",
    "tekst",
    "av",
    "af",
    "przez",
    "yazan",
    "yazar",
    "penulis",
    "oleh",
    "автор",
    "автори",
    "автор текста",
    "作者",
    "記者",
    "记者",
    "文",
    "글",
    "撰文",
    "執筆",
    "執筆者",
    "著者",
    "ライター",
    "írta",
    "szerző",
    "teksti",
    "kirjoittanut",
    "του",
    "της",
    "συντάκτης",
    "tác giả",
    "โดย",
    "लेखक",
    "بقلم",
    "نویسنده",
    "מאת",
];
/// Those that are frequent words: a name follows, and nothing else.
const FREQUENT: [&str; 10] = ["di", "de", "av", "af", "text", "words", "story", "editor", "του", "της"];
/// Those that buttons and notes begin with, such as "Text size" and "Story continued below": a mark follows.
const MARKED: [&str; 2] = ["text", "story"];
/// Titles of reporters, which Chinese and Korean bylines have instead of a phrase: before a name, and after it.
const BEFORE_NAME: [&str; 2] = ["記者", "记者"];
const AFTER_NAME: &str = "기자";
/// The most letters of a name without spaces, and of what stands before a title.
const MAX_LETTERS: usize = 4;
/// What ends the parts of a byline.
const PART_ENDS: [char; 7] = ['|', '-', '\u{2013}', '\u{2014}', '\u{b7}', '\u{2022}', '／'];
/// Bytes of "vom", "le" and the like before a date, and of "van" in a name.
const LONGEST_PREPOSITION: usize = 3;
/// Bytes beside a date in a line that is one.
const MAX_BESIDE_DATE: usize = 24;
/// What follows a label.
const MARKS: [char; 5] = [':', '：', '／', '/', '・'];
/// What may stand before the role of an author, as in "our correspondent Ann Smith".
const DETERMINERS: [&str; 13] = [
    "our", "notre", "nuestro", "nuestra", "nosso", "nossa", "nostro", "nostra", "onze", "unserem", "unseren",
    "unserer", "vår",
];

/// The name in "By Ann Smith" and "Author: Ann Smith".
pub(super) fn after_phrase(text: &str) -> Option<&str> {
    phrases::after_phrase(text).or_else(|| after_label(text))
}

/// The name in "Author: Ann Smith", also in "Text: by Ann Smith".
fn after_label(text: &str) -> Option<&str> {
    let name = LABELS.iter().find_map(|label| {
        let (start, after) = text.split_at_checked(label.len())?;
        if !is_lower_case_of(label, start) {
            return None;
        }
        let is_marked = after.trim_start().starts_with(MARKS);
        let name = after.trim_start_matches(|c| MARKS.contains(&c) || matches!(c, ' ' | '|'));
        let words = || name[..name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len())].split_whitespace();
        let is_whole = || {
            let is_name = (1..=4).contains(&words().count()) && words().all(begins_as_name);
            after.starts_with(' ') && !MARKED.contains(&label) && is_name
        };
        let is_by = || after.starts_with(' ') && phrases::after_phrase(name).is_some();
        let follows = is_marked || after.starts_with(' ') && !FREQUENT.contains(&label) || is_whole() || is_by();
        (follows && !name.is_empty()).then_some(name)
    })?;
    Some(phrases::after_phrase(name).unwrap_or(name))
}

/// The name in a line, and what follows it: after a phrase at the beginning, or after a part of the line such as a date,
/// as in "12 March 2024 by Ann Smith".
pub(super) fn in_line(text: &str) -> Option<&str> {
    let of_part = || {
        text.match_indices(' ').find_map(|(at, _)| {
            let (before, rest) = (text[..at].trim_end_matches(','), &text[at + 1..]);
            if before.ends_with(PART_ENDS) || before.ends_with(|c: char| c.is_ascii_digit()) {
                return after_phrase(rest);
            }
            if ends_with_zone(before) && is_dated(before) {
                return phrases::after_phrase(rest);
            }
            // Others tested the thing, or took its picture: a phrase such as "by" may follow any word.
            after_label(rest).filter(|name| rest[..rest.len() - name.len()].trim_end().ends_with(MARKS))
        })
    };
    after_phrase(text).or_else(|| after_title(text)).or_else(of_part)
}

/// Whether a text ends with the name of a time zone or a half of the day, such as "11:00 AM PST".
fn ends_with_zone(text: &str) -> bool {
    let (_, zone) = text.rsplit_once(' ').unwrap_or_default();
    matches!(zone.len(), 2..=4) && zone.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// The name in "記者陳大文／台北報導", and what follows it. Longer words, such as 記者会見, are no titles.
fn after_title(text: &str) -> Option<&str> {
    let (at, title) = BEFORE_NAME.into_iter().find_map(|title| Some((text.find(title)?, title)))?;
    let name = text[at + title.len()..].trim_start_matches([':', '：', ' ']);
    let end = name.find(|c| !is_letter(c)).unwrap_or(name.len());
    let is_short = |text: &str, most: usize| text.chars().filter(|&c| is_letter(c)).count() <= most;
    (end > 0 && is_short(&text[..at], 2 * MAX_LETTERS) && is_short(&name[..end], MAX_LETTERS)).then_some(name)
}

/// The name in "김철수 기자". Shorter words before that title say what a reporter reports, or for whom.
pub(super) fn before_title(text: &str) -> Option<&str> {
    let (before, after) = text.split_once(AFTER_NAME)?;
    let name = before.trim_end();
    let is_name = (3..=MAX_LETTERS).contains(&name.chars().count()) && name.chars().all(is_letter);
    (is_name && !after.starts_with(is_letter)).then_some(name)
}

fn is_lower_case_of(lower: &str, text: &str) -> bool {
    lower.chars().eq(text.chars().flat_map(char::to_lowercase))
}

/// Whether a text is what a byline begins with, and nothing else.
pub(super) fn is_phrase(text: &str) -> bool {
    let words = text.trim_end_matches([':', '：', ' ']);
    // "DE" alone is a country.
    let is_label =
        |label: &str| is_lower_case_of(label, words) && (words.len() < text.len() || !FREQUENT.contains(&label));
    phrases::is_phrase(words) || LABELS.iter().any(is_label)
}

/// The names in a text that a program wrote. Commas divide names of several words.
pub(super) fn declared(text: &str) -> impl Iterator<Item = &str> {
    let text = phrases::after_phrase(text).unwrap_or(text);
    let is_list = text.contains(", ") && text.split(", ").all(|part| part.trim().contains(' ') && may_be_name(part));
    split(text, is_list).map(trimmed).filter(|name| may_be_name(name))
}

/// The names that a byline begins with, after a phrase like "by". A comma divides them if there is an "and", too;
/// otherwise a role follows.
pub(super) fn shown(text: &str) -> impl Iterator<Item = &str> {
    let end = ENDS.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    let text = without_role(before_label(&text[..end]));
    let text = match text.find(|c: char| c.is_ascii_digit()) {
        Some(digit) => before_date(&text[..digit]),
        None => text,
    };
    let is_list = AND.iter().any(|and| text.contains(and));
    let text = if is_list { text } else { text.split(',').next().unwrap_or_default() };
    split(text, is_list).map(trimmed).take_while(|name| may_be_name(name) && begins_as_name(name))
}

/// What stands before a date without the words of the date, such as "Ann Smith Updated Sep" and "Ann Smith, le".
fn before_date(text: &str) -> &str {
    let without_mark = |text: &'_ str| text.trim_end_matches([' ', ',', '.', ':']).len();
    let is_of_date = |word: &str| month_of(word, "").is_some() || Label::of(word, "").is_some();
    let mut name = &text[..without_mark(text)];
    while let Some((before, word)) = name.rsplit_once(' ') {
        let is_preposition = word.len() <= LONGEST_PREPOSITION && word.chars().all(char::is_lowercase);
        // Surnames are months, too.
        let is_surname = || !before.trim().contains(' ') && !phrases::is_phrase(before);
        if !is_preposition && (!is_of_date(word) || is_surname()) {
            break;
        }
        name = &before[..without_mark(before)];
    }
    if is_of_date(name) || phrases::is_phrase(name) { "" } else { name }
}

/// The name of a person beside a date: "Ann Smith | 3 May 2024", "3 May 2024 · Ann Smith". Words of several letters in
/// upper case at the beginning, which dates and labels beside them are not.
pub(super) fn beside_date(text: &str) -> Option<&str> {
    let dates = Found::all(text, &Locale::default());
    let Some(first) = dates.first() else { return beside_age(text) };
    let is_between = |c: char| PART_ENDS.contains(&c) || matches!(c, ' ' | ',');
    let before = before_date(text[..first.start].trim_end_matches(is_between));
    let start = marks(before).next_back().map_or(0, |(at, mark)| at + mark.len());
    let before = before[start..].trim();
    if is_person(before) {
        return Some(before);
    }
    let after = text[dates.last()?.end..].trim_start();
    let name = after.trim_start_matches(is_between);
    let end = marks(name).next().map_or(name.len(), |(at, _)| at);
    let name = name[..end].split(',').next().unwrap_or_default().trim();
    (before.is_empty() && name.len() < after.len() && is_person(name)).then_some(name)
}

/// The name of a person before an age: "Ann Smith - 4 hours ago".
fn beside_age(text: &str) -> Option<&str> {
    let (at, mark) = marks(text).next()?;
    let name = text[..at].trim();
    (is_person(name) && lines::is_date(text[at + mark.len()..].trim())).then_some(name)
}

/// What stands between the parts of a line. A hyphen in a name does not.
fn marks(text: &str) -> impl DoubleEndedIterator<Item = (usize, &str)> {
    text.match_indices(PART_ENDS).filter(|&(at, _)| text[..at].ends_with(' '))
}

/// Whether a text is hardly more than a date.
pub(super) fn is_dated(text: &str) -> bool {
    let dated: usize = Found::all(text, &Locale::default()).iter().map(|found| found.end - found.start).sum();
    dated > 0 && text.len() - dated <= MAX_BESIDE_DATE || lines::is_date(text)
}

/// Whether a text has the form of a name of a person: two to four words, in a script with upper case.
pub(super) fn is_person(text: &str) -> bool {
    let is_name = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase)
            && letters.all(|c| is_letter(c) || matches!(c, '.' | '-' | '\'' | '’'))
    };
    let is_particle = |word: &str| word.len() <= LONGEST_PREPOSITION && word.chars().all(char::is_lowercase);
    let words = || text.split_whitespace();
    let is_all_upper = !text.chars().any(char::is_lowercase);
    (2..=4).contains(&words().count())
        && !is_all_upper
        && may_be_name(text)
        && begins_as_name(text)
        && words().all(|word| is_name(word) || is_particle(word))
        && words().all(|word| Label::of(word, "").is_none())
}

/// What stands before another label, as in "Ann Smith Photos: Tom Reed".
fn before_label(text: &str) -> &str {
    let of_label = |colon: usize| text[..colon].rfind(' ').filter(|&space| space > 0);
    text.find([':', '：']).and_then(of_label).map_or(text, |end| &text[..end])
}

/// A name without the role before it: "our roving correspondent Ann Smith", "unserem Redakteur Ann Smith".
fn without_role(text: &str) -> &str {
    let text = text.trim_start();
    let Some((first, rest)) = text.split_once(' ').filter(|(first, _)| DETERMINERS.contains(first)) else {
        return text;
    };
    let mut name = rest;
    while let Some((_, after)) = name.split_once(' ').filter(|_| !begins_as_name(name)) {
        name = after;
    }
    // In German the role is a name, too.
    match rest.split_once(' ') {
        Some((_, after)) if name.len() == rest.len() && first.starts_with("unser") => after,
        _ => name,
    }
}

/// Whether a text between two names divides them.
pub(super) fn is_divider(text: &str) -> bool {
    let text = text.trim_matches([' ', ',', '|']);
    text.is_empty() || AND.iter().any(|and| and.trim() == text)
}

/// Whether two names are equal, but for case, punctuation and spaces.
pub(in crate::on_demand::facts) fn is_same(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> SmallVec<[char; 64]> {
        text.chars().filter(|&c| is_letter_or_number(c)).flat_map(char::to_lowercase).take(64).collect()
    };
    letters(one) == letters(other)
}

/// Whether a text may be a name: short, with letters, no address, no date, no phrase.
pub(super) fn may_be_name(text: &str) -> bool {
    let text = text.trim();
    let letters = text.chars().filter(|&c| is_letter(c)).count();
    (2..=MAX_BYTES).contains(&text.len())
        && letters >= 2
        && text.split_whitespace().count() <= MAX_WORDS
        && !text.contains(['@', '/', '<', '>', '{', '=', ':', '?', '!', '"', '_'])
        && !lines::is_date(text)
        && !lines::is_button(text)
}

/// Whether a text begins and ends with words in upper case, in scripts that have it.
pub(super) fn begins_as_name(text: &str) -> bool {
    let is_upper = |word: &str| word.chars().find(|&c| is_letter(c)).is_some_and(|c| !c.is_lowercase());
    let mut words = text.split_whitespace();
    words.next().is_some_and(is_upper) && words.next_back().is_none_or(is_upper)
}

fn split(text: &str, by_comma: bool) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let commas = by_comma.then_some(", ");
        let at = AND.into_iter().chain(commas).filter_map(|by| Some((text.find(by)?, by.len()))).min();
        let (part, after) = match at {
            Some((at, len)) => (&text[..at], Some(&text[at + len..])),
            None => (text, None),
        };
        rest = after;
        Some(part)
    })
}

/// Without what surrounds a name. Vowel signs of Thai and Indic scripts are no letters, but belong to it.
fn trimmed(text: &str) -> &str {
    // Latin-1, general and CJK punctuation, symbols, full-width forms, pictures.
    let is_in_blocks = |c: char| {
        matches!(c, '\0'..='\u{bf}' | '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{303f}' | '\u{fe0f}'
            | '\u{ff00}'..='\u{ff65}' | '\u{1f000}'..='\u{1faff}')
    };
    text.trim_matches(|c: char| is_in_blocks(c) && !is_letter_or_number(c) && !matches!(c, '.' | ')' | '\''))
}
