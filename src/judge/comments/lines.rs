//! What a short text says by itself: that it is a date, a name, a byline, a button, or that it speaks of comments.

use super::dates::{first_number, has_foreign_date, has_french_age, has_numeric_date, is_age};
use super::phrases;
use crate::base::months;
use crate::base::words::{Words, words};
use crate::read::class_words::vocabulary::Vocabulary;
use crate::read::page::unicode::{is_letter, is_letter_or_number};
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The words of short blocks, in the languages of most pages. Letters that are not ASCII end a word.
const WORDS: [(&str, &str); 7] = [
    ("month", months::FOR_COMMENTS),
    (
        "relative",
        "ago vor hace geleden temu siden sedan fa lalu nce atr lety sitten acum prije yesterday gestern hier ayer ieri wczoraj just",
    ),
    (
        "weekday",
        "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag \
         sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes jueves viernes domingo",
    ),
    (
        "reply",
        "reply antworten antwort beantworten pondre responder rispondi odpowiedz balas cevapla yan antwoorden svar svara \
         zitieren quote pov citer citar besvar vastaa vasta atsakyti odgovori reagovat",
    ),
    (
        "says",
        "says sagt said wrote schrieb dice escribi dit skriver schreef kata berkata scrive napisa posted dijo gesagt \
         detto disse zei sagde pisze dedi kirjoitti spunea skrev siger sier sanoo sanoi sagte zegt napsal napsala pravi \
         mengatakan mondta szerint spune hovor",
    ),
    (
        "comments",
        "comment comments kommentar kommentare kommentarer comentario comentarios commentaire commentaires commento \
         commenti komentar komentarze komentarz kommentit kommenttia yorum yorumlar reactie reacties responses replies \
         reactions thoughts ponses discussion erg nzungen kommentieren review reviews opinions meinungen leserkommentare \
         bewertungen kundenbewertungen rezensionen opiniones opinie recensioni avis komentarai komentari komentare kommentaarid comentarii \
         iruzkin kommentarar kundenmeinungen kundenstimmen beoordelingen recensies recensioner anmeldelser arvostelut \
         recenze recenzje valoraciones ocene avalia",
    ),
    (
        "control",
        "like likes share report flag permalink upvote downvote melden teilen signaler helpful dislike vote votes \
         zitat loading more show edit delete follow",
    ),
];

static TABLE: Vocabulary<256> = Vocabulary::of(&WORDS);

/// Those that invite comments, alone: the short blocks of most pages have none of them.
static INVITATIONS: Vocabulary<128> = Vocabulary::of(&[WORDS[3], WORDS[5], ANSWERS]);

/// Answers to questions, on which there may be comments.
const ANSWERS: (&str, &str) = ("answer", "answer answers answered respuestas risposte respostas odpowiedzi antwoord");

const MONTH: u32 = 1;
const RELATIVE: u32 = 1 << 1;
const WEEKDAY: u32 = 1 << 2;
pub(super) const REPLY: u32 = 1 << 3;
pub(super) const SAYS: u32 = 1 << 4;
pub(super) const COMMENTS: u32 = 1 << 5;
pub(super) const CONTROL: u32 = 1 << 6;

/// Maximum of tokens and bytes of a line with author and date.
pub(super) const LINE_TOKENS: u32 = 14;
pub(super) const LINE_BYTES: u32 = 140;
/// Maximum of tokens of a name.
pub(super) const NAME_TOKENS: u32 = 6;
/// A date without digits, such as "on Sunday", is shorter.
pub(super) const RELATIVE_DATE_BYTES: usize = 40;

/// The groups of words in a block, as bits: [`words_in`] its text, for less.
pub(super) fn words_of(page: &Page<'_>, block: &Block) -> u32 {
    TABLE.groups_within(page.text.as_bytes(), block.range())
}

/// The groups of words in a short text, as bits.
pub(super) fn words_in(text: &str) -> u32 {
    TABLE.groups_in(text.as_bytes())
}

/// No word that invites comments has fewer bytes.
pub(super) const LEAST_INVITATION: u32 = 3;

/// Whether a short part of a text invites comments, or speaks of them.
pub(super) fn invites(text: &str, part: Range<usize>) -> bool {
    let own = &text[part.clone()];
    INVITATIONS.groups_within(text.as_bytes(), part) != 0 || is_reply(own) || has_comments_word(own)
}

/// Reads all of a short text, which is faster than to stop at the first digit.
pub(super) fn has_digit(text: &str) -> bool {
    text.bytes().fold(false, |any, byte| any | byte.is_ascii_digit())
}

/// Whether a short text contains a date or a time; `words` are its groups of [`WORDS`].
pub(super) fn has_date(text: &str, words: u32, has_digit: bool) -> bool {
    if !has_digit {
        return words & (RELATIVE | WEEKDAY) != 0
            && words & (REPLY | COMMENTS) == 0
            && text.len() < RELATIVE_DATE_BYTES;
    }
    if words & (MONTH | RELATIVE) != 0 {
        return true;
    }
    let number = first_number(text);
    has_numeric_date(text.as_bytes(), number) || is_age(text) || has_french_age(text, number) || has_foreign_date(text)
}

/// Whether a date is to the minute, as programs print it, or an age, such as "2 hours ago". What people write, such as when
/// a walk begins, is to five minutes.
pub(super) fn is_stamp(text: &str) -> bool {
    has_odd_time(text) || has_age(text)
}

/// Whether a text has an age, such as "2 hours ago".
pub(super) fn has_age(text: &str) -> bool {
    has_digit(text) && (words_in(text) & RELATIVE != 0 || is_age(text) || has_french_age(text, first_number(text)))
}

/// Whether a text has a time of the day that is not to five minutes.
pub(super) fn has_odd_time(text: &str) -> bool {
    let is_odd =
        |minutes: &[u8]| matches!(minutes, [b'0'..=b'5', digit @ b'0'..=b'9', ..] if !matches!(digit, b'0' | b'5'));
    let is_time = |around: &[u8]| around[0].is_ascii_digit() && around[1] == b':' && is_odd(&around[2..]);
    text.as_bytes().windows(4).any(is_time)
}

/// Whether the text ends as "Ann says:" and "Ann said..." do.
pub(super) fn introduces(text: &str) -> bool {
    text.ends_with([':', '\u{ff1a}', '\u{2026}']) || text.ends_with("...")
}

/// Whether the text is like "Ann says:"; `words` are its groups of [`WORDS`].
pub(super) fn says(text: &str, words: u32) -> bool {
    introduces(text) && (words & SAYS != 0 || without_verb(text).len() < without_colon(text).len())
}

/// Whether the text begins as "Posted by Ann" does.
pub(super) fn is_posted_by(text: &str) -> bool {
    let first = text.split([' ', ':']).next().unwrap_or_default();
    TABLE.groups_in(first.as_bytes()) & SAYS != 0 || phrases::verb_of(text).is_some()
}

/// Whether a line before or after a text is a byline: it has a date, or introduces what somebody says.
pub(super) fn is_byline(text: &str, is_first: bool) -> bool {
    let (has_digit, introduces) = (has_digit(text), is_first && introduces(text));
    if !has_digit && !introduces {
        return false;
    }
    let words = words_in(text);
    has_digit && has_date(text, words, true) || introduces && says(text, words)
}

/// Whether a fragment of a byline is the number of a comment, such as "#12" or "3.".
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches('#').trim_end_matches(['.', ')']);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// What follows the number of a comment: "Ann" in "1: Ann" or "#2. Ann".
pub(super) fn without_number(text: &str) -> &str {
    if !text.starts_with(|c: char| c == '#' || c.is_ascii_digit()) {
        return text;
    }
    let digits = text.trim_start_matches('#').trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = digits.strip_prefix(['.', ':', ')']).and_then(|rest| rest.strip_prefix(' '));
    rest.filter(|_| digits.len() < text.len()).unwrap_or(text)
}

/// Whether a word of a short text is comments, in one of many languages.
pub(super) fn names_comments(text: &str) -> bool {
    words_in(text) & COMMENTS != 0
}

/// Whether a text has a word for comments that stands for nothing else, as "responses" and "discussion" may.
pub(super) fn is_word_for_comments(text: &str) -> bool {
    const PARTS: [&str; 5] = ["omment", "oment", "eactie", "orum", "ruzkin"];
    names_comments(text) && PARTS.iter().any(|part| text.contains(part)) || has_comments_word(text)
}

/// Whether a heading speaks of comments, reviews or feedback. "Feedback" alone, or about the page, is a button.
pub(crate) fn speaks_of_reviews(text: &str) -> bool {
    const FEEDBACK: &str = "feedback";
    let is_feedback = |word: &str| word.eq_ignore_ascii_case(FEEDBACK);
    names_comments(text) || has_comments_word(text) || has_digit(text) && text.split(' ').any(is_feedback)
}

/// Whether a fragment of a byline that has a date, too, may be a name.
pub(super) fn is_name(text: &str) -> bool {
    let text = text.trim_matches(|c| !is_letter_or_number(c));
    // Names in Chinese, Japanese and Korean have two characters and more.
    let least = if text.starts_with(|c| c >= '\u{1100}') { 2 } else { 3 };
    text.chars().filter(|&c| is_letter(c)).nth(least - 1).is_some()
        && text.bytes().filter(|&byte| byte == b' ').count() < NAME_TOKENS as usize
        && words_in(text) == 0
        && !has_date(text, 0, has_digit(text))
}

/// Whether a fragment of a byline is a button or a count, such as "[ Reply ]" or "3 likes", or the "by" before a name.
pub(crate) fn is_button(text: &str) -> bool {
    words_in(text) & (REPLY | COMMENTS | CONTROL) != 0 || phrases::is_phrase(text)
}

/// Whether a fragment of a byline is a date.
pub(crate) fn is_date(text: &str) -> bool {
    has_date(text, words_in(text), has_digit(text))
}

/// The bytes of the name and of the date in "Posted by Ann on 2 April 2024".
pub(super) fn name_and_date(text: &str) -> Option<[Range<usize>; 2]> {
    let name = phrases::after_phrase(text)?;
    let (end, separator) = separator_in(name)?;
    let [name_start, date_start] = [text.len() - name.len(), text.len() - name.len() + end + separator];
    let is_split = end > 0 && !is_date(&text[name_start..name_start + end]) && is_date(&text[date_start..]);
    is_split.then_some([name_start..name_start + end, date_start..text.trim_end_matches('.').len()])
}

/// Where the first separator of a name and a date begins, and its bytes: a space before a digit, or one of a list.
fn separator_in(text: &str) -> Option<(usize, usize)> {
    const SEPARATORS: [&str; 16] = [
        " | ",
        " on ",
        " at ",
        " am ",
        " le ",
        " el ",
        " il ",
        " em ",
        " op ",
        " den ",
        " dnia ",
        " от ",
        " - ",
        " \u{2013} ",
        " \u{b7} ",
        ", ",
    ];
    // Each begins with a space or a comma.
    memchr::memchr2_iter(b' ', b',', text.as_bytes()).find_map(|at| {
        let rest = &text.as_bytes()[at..];
        let len = match rest {
            [b' ', b'0'..=b'9', ..] => 1,
            _ => SEPARATORS.iter().find(|separator| rest.starts_with(separator.as_bytes()))?.len(),
        };
        Some((at, len))
    })
}

/// Whether the text begins as "Ann, 2 April 2024" does, or "1: Ann, 2 April 2024".
pub(super) fn begins_with_name(text: &str) -> bool {
    if text.len() > LINE_BYTES as usize {
        return false;
    }
    const SEPARATORS: [&str; 7] = [", ", " | ", " - ", " : ", " \u{2013} ", " \u{b7} ", " ("];
    let text = without_number(text);
    let bytes = text.as_bytes();
    let is_divided = |at: usize| {
        let begins = bytes[at] == b',' || bytes.get(at + 1).is_some_and(|next| b"|-:(\xe2\xc2".contains(next));
        let separator = SEPARATORS.iter().filter(|_| begins).find(|by| bytes[at..].starts_with(by.as_bytes()));
        separator.is_some_and(|by| is_name(&text[..at]) && is_date(&text[at + by.len()..]))
    };
    memchr::memchr2_iter(b' ', b',', bytes).any(is_divided)
}

/// The name in "2 April 2024, by Ann", and in "2 April 2024 by Ann".
pub(super) fn name_at_end(text: &str) -> Option<&str> {
    date_and_name(text).map(|(_, name)| name)
}

/// The bytes of such a name and its date.
pub(super) fn name_below_date(text: &str) -> Option<[Range<usize>; 2]> {
    let (date, name) = date_and_name(text)?;
    Some([text.len() - name.len()..text.len(), date.len() - without_number(date).len()..date.len()])
}

/// Such a date, perhaps below a number, and the name.
fn date_and_name(text: &str) -> Option<(&str, &str)> {
    if text.len() > LINE_BYTES as usize || !has_digit(text) {
        return None;
    }
    // A phrase has two words at most.
    let mut spaces = memchr::memrchr_iter(b' ', text.as_bytes()).take(NAME_TOKENS as usize + 2);
    spaces.find_map(|at| {
        let name = phrases::after_phrase(&text[at + 1..])?;
        let date = text[..at].trim_end_matches([' ', ',', '|', '-', '\u{2013}', '\u{b7}']);
        (is_name(name) && is_date(date)).then_some((date, name))
    })
}

/// Whether the text labels a name: "Comment from: Ann".
pub(super) fn labels_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(colon) = memchr::memchr2(b':', 0xef, bytes) else { return false };
    let sign = [": ", "\u{ff1a}"].into_iter().find(|sign| bytes[colon..].starts_with(sign.as_bytes()));
    let sides = sign.map(|sign| (&text[..colon], &text[colon + sign.len()..]));
    sides.is_some_and(|(label, name)| names_comments(label) && !has_digit(label) && is_name(name))
}

/// The name in "Ann says:".
pub(super) fn without_verb(text: &str) -> &str {
    /// Verbs that the words of short blocks cannot be, because they are not ASCII or begin sentences of another language.
    const AFTER_SPACE: [&str; 24] = [
        "sa",
        "säger",
        "píše",
        "řekl",
        "řekla",
        "říká",
        "hovorí",
        "rašo",
        "ütleb",
        "kaže",
        "пишет",
        "пише",
        "говорит",
        "сказал",
        "написал",
        "комментирует",
        "каже",
        "каза",
        "λέει",
        "يقول",
        "قال",
        "گفت",
        "כתב",
        "viết",
    ];
    const WITHOUT_SPACE: [&str; 5] = ["说道", "說道", "说", "說", "より"];
    let name = without_colon(text);
    let is_verb = |last: &str| {
        // All but the first are not ASCII.
        let may_be_listed = !last.is_ascii() || last == AFTER_SPACE[0];
        TABLE.groups_in(last.as_bytes()) & SAYS != 0 || may_be_listed && AFTER_SPACE.contains(&last)
    };
    match name.rsplit_once(' ') {
        Some((before, last)) if is_verb(last) => before.trim_end(),
        _ if name.is_ascii() => name,
        _ => WITHOUT_SPACE.into_iter().find_map(|verb| name.strip_suffix(verb)).unwrap_or(name).trim_end(),
    }
}

/// What stands before the colon of "Ann says:".
fn without_colon(text: &str) -> &str {
    // Most end with a letter.
    if text.as_bytes().last().is_some_and(u8::is_ascii_alphanumeric) {
        return text;
    }
    text.trim_end_matches("...").trim_end_matches([':', '\u{ff1a}', ',', '|', '-', ' ', '\u{2026}'])
}

/// Whether the text has a word for comments or reviews that does not consist of ASCII letters.
pub(super) fn has_comments_word(text: &str) -> bool {
    const WORDS: [&str; 33] = [
        "коммент",
        "Коммент",
        "коментар",
        "Коментар",
        "отзыв",
        "Отзыв",
        "评论",
        "評論",
        "留言",
        "评价",
        "評價",
        "コメント",
        "レビュー",
        "口コミ",
        "クチコミ",
        "댓글",
        "리뷰",
        "후기",
        "รีวิว",
        "Κριτικές",
        "ביקורות",
        "تعليق",
        "σχόλι",
        "Σχόλι",
        "תגובות",
        "תגובה",
        "نظرات",
        "মন্তব্য",
        "கருத்து",
        "კომენტარ",
        "टिप्पण",
        "ความคิดเห็น",
        "دیدگاه",
    ];
    const INSIDE: [(&str, &str); 8] = [
        ("oment", "ár"),
        ("oment", "ář"),
        ("oment", "ār"),
        ("", "ình luận"),
        ("ozz", "ászól"),
        ("", "ánh giá"),
        ("rt", "ékelések"),
        ("", "ğerlendirme"),
    ];
    let may_begin = |first: u8| {
        matches!(first, 0xce | 0xcf | 0xd0 | 0xd7..=0xd9 | 0xe0 | 0xe1 | 0xe3 | 0xe5 | 0xe7 | 0xe8 | 0xeb | 0xed)
    };
    /// By the last six bits of the second byte of each word.
    const SECONDS: u64 = {
        let (mut bits, mut i) = (0, 0);
        while i < WORDS.len() {
            bits |= 1 << (WORDS[i].as_bytes()[1] & 0x3f);
            i += 1;
        }
        bits
    };
    if text.is_ascii() {
        return false;
    }
    let bytes = text.as_bytes();
    let starts = |at: usize| {
        bytes.get(at + 1).is_some_and(|second| SECONDS >> (second & 0x3f) & 1 != 0)
            && WORDS.iter().any(|word| bytes[at..].starts_with(word.as_bytes()))
    };
    // "comentários", "komentáře", "komentāri", "bình luận", "hozzászólás", "đánh giá", "értékelések", "değerlendirme"
    let is_inside = |at: usize| {
        matches!(bytes[at], 0xc3 | 0xc4)
            && INSIDE.iter().any(|(before, rest)| {
                bytes[at..].starts_with(rest.as_bytes()) && bytes[..at].ends_with(before.as_bytes())
            })
    };
    // All of these letters begin with a byte above those of signs such as "©".
    let mut letters = bytes.iter().enumerate().filter(|(_, byte)| **byte >= 0xc3);
    letters.any(|(at, _)| may_begin(bytes[at]) && starts(at) || is_inside(at))
}

/// Words for "reply" that do not consist of ASCII letters.
pub(super) fn is_reply(text: &str) -> bool {
    const WORDS: Words = words![
        "回复",
        "回覆",
        "返信",
        "답글",
        "답변",
        "답장",
        "ответить",
        "Ответить",
        "Відповісти",
        "Отговор",
        "Одговор",
        "رد",
        "پاسخ",
        "جواب",
        "הגב",
        "השב",
        "जवाब",
        "उत्तर",
        "উত্তর",
        "ตอบกลับ",
        "Απάντηση",
        "პასუხი",
        "Yanıtla",
        "Trả lời",
        "Odpovědět",
        "Odpovedať",
        "Válasz",
        "Atbildēt",
    ];
    let may_begin = text.bytes().next().is_some_and(|first| !first.is_ascii() || b"YTOVA".contains(&first));
    may_begin && !text.is_ascii() && WORDS.begin(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invitations_are_words_of_two_groups() {
        for (i, (_, words)) in WORDS.iter().enumerate() {
            for word in words.split_whitespace() {
                let invites = 1 << i & (COMMENTS | REPLY) != 0;
                assert_eq!(INVITATIONS.groups_in(word.as_bytes()) != 0, invites, "{word}");
                assert!(!invites || word.len() >= LEAST_INVITATION as usize, "{word}");
            }
        }
    }

    #[test]
    fn every_word_is_in_one_group() {
        for (i, (name, words)) in WORDS.iter().enumerate() {
            for word in words.split_whitespace() {
                assert_eq!(TABLE.groups_in(word.as_bytes()), 1 << i, "{word} of {name}");
            }
        }
    }

    #[test]
    fn words_of_other_scripts() {
        for text in
            ["5 bình luận", "Hozzászólások (3)", "4 תגובות", "3 komentāri", "নতুন মন্তব্য", "Komentarai", "Comentarii"]
        {
            assert!(invites(text, 0..text.len()) && (has_comments_word(text) || names_comments(text)), "{text}");
        }
        for text in ["הגב", "Trả lời", "پاسخ دادن", "ตอบกลับ", "Odpovědět", "Vastaa", "Απάντηση", "जवाब दें"]
        {
            assert!(is_reply(text) || words_in(text) & REPLY != 0, "{text}");
        }
        assert!(!is_reply("Trường học") && !has_comments_word("Bình minh"));
    }

    #[test]
    fn names_before_dates() {
        let split = |text: &str| name_and_date(text).map(|ranges| ranges.map(|range| text[range].to_owned()));
        for (text, name, date) in [
            ("Posted by: Ann | April 2, 2024 10:05 AM", "Ann", "April 2, 2024 10:05 AM"),
            ("posted by Ann B. on April 2, 2024", "Ann B.", "April 2, 2024"),
            ("Submitted by Ann on Sun, 2024-02-04 10:05.", "Ann", "Sun, 2024-02-04 10:05"),
            ("Von Zoë am 2.4.2024 um 10:05 Uhr", "Zoë", "2.4.2024 um 10:05 Uhr"),
            ("Написал Олег 02.04.2024 10:05", "Олег", "02.04.2024 10:05"),
            ("发表者：小雨 2024-04-02 10:05", "小雨", "2024-04-02 10:05"),
        ] {
            assert_eq!(split(text), Some([name.to_owned(), date.to_owned()]));
        }
        for text in ["Posted by", "by", "bygone on April 2, 2024", "Posted by  on April 2", "Ann, 2 April 2024", "by é"]
        {
            assert_eq!(split(text), None, "{text}");
        }
    }

    #[test]
    fn names_without_their_verb() {
        for (text, name) in [
            ("Ann says:", "Ann"),
            ("Ann B. sagt:", "Ann B."),
            ("Ann said...", "Ann"),
            ("Ann said\u{2026}", "Ann"),
            ("Ann", "Ann"),
            ("says", "says"),
            ("", ""),
        ] {
            assert_eq!(without_verb(text), name);
        }
        let are_numbers = |texts: &[&str], is: bool| texts.iter().all(|text| is_number(text) == is);
        assert!(are_numbers(&["#1", "12.", "3)"], true) && are_numbers(&["", "#", "Ann", "1 May", "R2"], false));
    }

    #[test]
    fn dates_and_times() {
        for text in [
            "2 April 2024",
            "on Sunday",
            "22. März 2016 um 18:47 Uhr",
            "2024-04-02",
            "2.4.24",
            "3/12/2021 at 1:48am",
            "6d",
            "3 days ago",
            "vor 2 Stunden",
            "5月19日",
            "Yesterday",
            "il y a 18:05",
            "3 декабря 2023",
            "5 ديسمبر 2023",
            "12 दिसंबर 2023",
            "2 дня назад",
        ] {
            assert!(is_date(text), "{text}");
        }
        for text in
            ["Reply", "1,200", "Version 2.4", "12.50", "Chapter 3", "Size: 42", "a:b", "100000:1", "Глава 3", "5 мест"]
        {
            assert!(!is_date(text), "{text}");
        }
    }
}
