//! Reads dates of texts: ISO 8601, the formats of mail and HTTP headers, and dates as people write them, in the languages
//! of CLDR.
//!
//! The tokens of a text (numbers, words, marks) are matched against a few patterns. Numbers may have digits of any script.
//! Where the order of day and month is not clear (2/3/2026), the language decides.

use super::calendars::{Era, chinese_number, east_asian_era, persian_month};
use super::{Date, Time, YEARS};
use crate::base::folding::{Folded, count_parts, find_word, folded, starts_of_parts};
use crate::base::months::month_of;
use smallvec::SmallVec;

/// Longer texts, in bytes, are not dates.
const MAX_BYTES: usize = 160;
/// Tokens of a text that are read.
const MAX_TOKENS: usize = 64;
/// Dates of a text that are read.
const MAX_FOUND: usize = 8;
/// Tokens between two parts of a date.
const MAX_BETWEEN: usize = 6;

/// Prepositions, endings of ordinal numbers, and words for day, month and year beside them, folded and sorted.
const CONNECTORS: &str = "\
    a an as ashi d da dan de del den di do e eko er f g gada gads god godine i ikato in kl ko la le m mh \
    nd ng of r rd ren rok roka roku s st sz ta th thang the u va w yil yili ая г га го год года е ж жыл \
    жылы жылғы з оны р року рік сар сарын х թ թվականի ค ปี พ ศ เดือน წ წლის";
static CONNECTOR_STARTS: [u16; count_parts(CONNECTORS, b' ')] = starts_of_parts(CONNECTORS, b' ');

/// What is known about the language of a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Locale<'l> {
    /// The primary subtag of a language tag; empty if unknown.
    language: &'l str,
    order: Option<Order>,
    /// Of dates of numbers alone.
    era: Era,
}

/// The order of day and month in dates of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    DayFirst,
    MonthFirst,
}

/// A date in a text.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The date.
    pub date: Date,
    /// Where it stands, in bytes, without its time.
    pub start: usize,
    /// Its end.
    pub end: usize,
}

impl<'l> Locale<'l> {
    /// The locale of a language tag, such as `en-GB`. The order of English alone is unknown.
    pub fn of(tag: &'l str) -> Locale<'l> {
        let mut subtags = tag.trim().split(['-', '_']);
        let language = subtags.next().filter(|part| part.len() <= 3).unwrap_or_default();
        let region = subtags.find(|part| part.len() == 2).unwrap_or_default();
        let is = |text: &str, known: &[&str]| known.iter().any(|known| text.eq_ignore_ascii_case(known));
        let order = match language {
            "" => None,
            // CLDR: `dateFormats`, short.
            _ if is(region, &["US", "PH", "PR", "PA"]) || is(language, &["fil", "tl"]) => Some(Order::MonthFirst),
            _ if is(language, &["en"]) && (region.is_empty() || is(region, &["CA"])) => None,
            _ if is(language, &["zh", "ja", "ko"]) => None,
            _ => Some(Order::DayFirst),
        };
        Locale { language, order, era: Era::of_language(language, region) }
    }

    /// Whether the order of day and month is known.
    pub fn is_certain(&self) -> bool {
        self.order.is_some()
    }
}

/// The first date of a text, or a text that is only a year, or a year and a month.
pub(super) fn parse(text: &str, locale: &Locale<'_>) -> Option<Date> {
    let text = text.trim();
    if text.len() > MAX_BYTES {
        return None;
    }
    let line = Line::new(text, locale);
    line.dates().next().map(|found| found.date).or_else(|| line.partial())
}

impl Found {
    /// The dates of a text, in its order. Only its first tokens are read.
    pub fn all(text: &str, locale: &Locale<'_>) -> SmallVec<[Found; MAX_FOUND]> {
        let line = Line::new(text, locale);
        line.dates().take(MAX_FOUND).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// A number, and how many digits it has.
    Number(u32, usize),
    Word,
    Mark(char),
}

/// A text with its tokens.
struct Line<'t, 'l> {
    text: &'t str,
    tokens: SmallVec<[Token; MAX_TOKENS]>,
    /// By token, its range.
    ranges: SmallVec<[(usize, usize); MAX_TOKENS]>,
    locale: &'l Locale<'l>,
}

use Token::{Mark, Number, Word};

impl<'t, 'l> Line<'t, 'l> {
    fn new(text: &'t str, locale: &'l Locale<'l>) -> Line<'t, 'l> {
        let mut line = Line { text, tokens: SmallVec::new(), ranges: SmallVec::new(), locale };
        let mut at = 0;
        while let Some(c) = text[at..].chars().next().filter(|_| line.tokens.len() < MAX_TOKENS) {
            let (token, len) = next_token(&text[at..], c);
            if let Some(token) = token {
                line.tokens.push(token);
                line.ranges.push((at, at + len));
            }
            at += len;
        }
        line
    }

    /// The dates, each with the time between it and the next one.
    fn dates(&self) -> impl Iterator<Item = Found> {
        let may_be_one = self.tokens.iter().filter(|token| matches!(token, Number(..) | Mark('年'))).count();
        let mut at = if may_be_one > 0 { 0 } else { self.tokens.len() };
        let mut next = move || {
            while at < self.tokens.len() {
                let start = at;
                match self.date_at(at) {
                    Some((date, end)) => {
                        at = end;
                        return Some((date, start, end));
                    }
                    None => at += 1,
                }
            }
            None
        };
        let mut upcoming = next();
        std::iter::from_fn(move || {
            let (mut date, start, end) = upcoming?;
            upcoming = next();
            let limit = upcoming.map_or(self.tokens.len(), |(_, start, _)| start);
            date.time = self.time_after(end, limit);
            Some(Found { date, start: self.ranges[start].0, end: self.ranges[end - 1].1 })
        })
    }

    fn get(&self, at: usize) -> Option<Token> {
        self.tokens.get(at).copied()
    }

    fn word(&self, at: usize) -> &'t str {
        self.slice(at, at)
    }

    /// The text from the first to the last of some tokens.
    fn slice(&self, first: usize, last: usize) -> &'t str {
        match (self.ranges.get(first), self.ranges.get(last)) {
            (Some(&(start, _)), Some(&(_, end))) => &self.text[start..end],
            _ => "",
        }
    }

    /// Whether a token follows the one before it without a space.
    fn is_attached(&self, at: usize) -> bool {
        at > 0 && self.ranges[at - 1].1 == self.ranges[at].0
    }

    /// The date that begins at a token, and the token after it.
    fn date_at(&self, at: usize) -> Option<(Date, usize)> {
        // Digits, a sign or a dot before a date make it part of something else, such as the year 275760.
        let is_part = self.is_attached(at) && matches!(self.tokens[at - 1], Number(..) | Mark('+' | '-' | '/' | '.'));
        // In Hebrew a hyphen stands after a preposition: ב-5 במרץ.
        let is_prefixed = || at > 1 && self.tokens[at - 1] == Mark('-') && matches!(self.word(at - 2), "ב" | "מ" | "ל");
        if is_part && self.get(at) != Some(Word) && !is_prefixed() {
            return None;
        }
        match self.get(at)? {
            Number(ymd, 8) => {
                let date = Date::checked(ymd / 10_000, ymd / 100 % 100, ymd % 100)?;
                Some((date, at + 1))
            }
            Number(year, 4) => self.numeric(at).or_else(|| self.year_first(at, year)),
            Number(day, 1..=2) => self.numeric(at).or_else(|| self.day_first(at, day)),
            Word => self.month_first(at),
            Mark(_) => self.east_asian(at),
            Number(_, 3) if self.locale.era == Era::Republic => self.numeric(at),
            Number(..) => None,
        }
    }

    /// Three numbers, the year first or last: 2026-05-02, 2.5.2026, 2026年5月2日, 2 tháng 5, 2026.
    fn numeric(&self, at: usize) -> Option<(Date, usize)> {
        let (Number(one, digits), Number(two, 1..=2)) = (self.get(at)?, self.get(at + 2)?) else { return None };
        let (first, Number(three, last_digits)) = (self.get(at + 1)?, self.get(at + 4)?) else {
            return None;
        };
        let second = self.get(at + 3)?;
        let era = self.locale.era;
        let is_same =
            first == second && matches!(first, Mark('-' | '/' | '.' | '‐' | '‑' | '–' | '·' | '•' | '∙' | '・'));
        let is_east_asian = matches!((first, second), (Mark('年' | '년'), Mark('月' | '월')));
        let date = match (digits, last_digits) {
            (4, 1..=2) if is_same || is_east_asian => era.date(one, two, three)?,
            (3, 1..=2) if is_same && era == Era::Republic => era.date(one, two, three)?,
            (1..=2, 4) if is_same => self.ordered(at, (one, two, three), first)?,
            // Two digits each: the year does not look like a version or a time.
            (2, 2) if is_same && two_digits(self.get(at + 2)) && first != Mark('-') => {
                // Without a language slashes alone are sure to divide a date.
                let is_known = self.locale.is_certain() || first == Mark('/');
                if !is_known || self.is_number_attached(at + 5) || three >= 70 {
                    return None;
                }
                self.ordered(at, (one, two, full_year(three)), first)?
            }
            (1..=2, 4) if first == Word && is_vietnamese_month(self.word(at + 1)) => Date::checked(three, two, one)?,
            _ => return None,
        };
        Some((date, at + 5))
    }

    /// Whether a mark and a number follow without a space.
    fn is_number_attached(&self, at: usize) -> bool {
        let is_mark = matches!(self.get(at), Some(Mark('.' | '/' | '-'))) && self.is_attached(at);
        is_mark && matches!(self.get(at + 1), Some(Number(..))) && self.is_attached(at + 1)
    }

    /// The date at a token of two numbers before a year. Dots stand between day and month in that order, if it gives a day.
    fn ordered(&self, at: usize, (one, two, year): (u32, u32, u32), mark: Token) -> Option<Date> {
        let is_day_first = match self.locale.order {
            _ if one > 12 || one == two => true,
            _ if two > 12 => false,
            _ if mark == Mark('.') => true,
            order => order.or_else(|| self.order_by_weekday(at, one, two, year))? == Order::DayFirst,
        };
        let (day, month) = if is_day_first { (one, two) } else { (two, one) };
        self.locale.era.date(year, month, day)
    }

    /// The order whose day is the one of the week that stands before it: Thu, 06/07/2012. Only that of English is unknown.
    fn order_by_weekday(&self, at: usize, one: u32, two: u32, year: u32) -> Option<Order> {
        let before = at.checked_sub(1)?;
        let word = if self.get(before) == Some(Mark(',')) { before.checked_sub(1)? } else { before };
        let weekday = weekday_of(self.word(word))?;
        let is_it = |day, month| Date::checked(year, month, day).is_some_and(|date| date.weekday() == weekday);
        match (is_it(one, two), is_it(two, one)) {
            (true, false) => Some(Order::DayFirst),
            (false, true) => Some(Order::MonthFirst),
            _ => None,
        }
    }

    /// 2 May 2026.
    fn day_first(&self, at: usize, day: u32) -> Option<(Date, usize)> {
        let month_at = self.after_connectors(at + 1);
        let month = self.month_at(month_at).or_else(|| self.roman_month_at(month_at))?;
        let year_at = self.after_connectors(month_at + month.tokens);
        let year = self.year(year_at, &month)?;
        Some((month.era.date(year, month.number, day)?, year_at + 1))
    }

    /// May 2, 2026.
    fn month_first(&self, at: usize) -> Option<(Date, usize)> {
        // Most words are followed by no number: only then are names compared.
        let is_day = |at: usize| matches!(self.get(at), Some(Number(1..=31, 1..=2)));
        if !(at + 1..at + 6).any(is_day) {
            return None;
        }
        let month = self.month_at(at)?;
        let day_at = self.after_connectors(at + month.tokens);
        let Some(Number(day, 1..=2)) = self.get(day_at) else { return None };
        let year_at = self.after_connectors(day_at + 1);
        // A number with two digits would be an hour, but for an apostrophe: Mar 5, '24.
        let is_short = || self.is_attached(year_at) && matches!(self.tokens[year_at - 1], Mark('\'' | '’'));
        let year = match self.get(year_at)? {
            Number(year, 4) => year,
            Number(year, 2) if is_short() => full_year(year),
            _ => return None,
        };
        Some((month.era.date(year, month.number, day)?, year_at + 1))
    }

    /// 2026. május 2., 2026 m. gegužės 2 d.
    fn year_first(&self, at: usize, year: u32) -> Option<(Date, usize)> {
        let next = self.after_connectors(at + 1);
        if let Some(Number(one, 1..=2)) = self.get(next) {
            let after = self.after_connectors(next + 1);
            if let Some(month) = self.month_at(after) {
                return Some((month.era.date(year, month.number, one)?, after + month.tokens));
            }
            // 2026 оны 5-р сарын 2
            let is_month = next > at + 1 && self.get(at + 1) == Some(Word);
            let Some(Number(day, 1..=2)) = self.get(after).filter(|_| is_month) else { return None };
            return Some((Date::checked(year, one, day)?, after + 1));
        }
        let month = self.month_at(next).or_else(|| self.roman_month_at(next))?;
        let day_at = self.after_connectors(next + month.tokens);
        let Some(Number(day, 1..=2)) = self.get(day_at) else { return None };
        // What follows the hour is no day.
        let is_time = matches!(self.get(day_at + 1), Some(Mark(':')));
        Some((month.era.date(year, month.number, day).filter(|_| !is_time)?, day_at + 1))
    }

    /// 令和8年5月2日, 二〇二六年五月二日.
    fn east_asian(&self, at: usize) -> Option<(Date, usize)> {
        let (before, at) = match east_asian_era(&self.text[self.ranges[at].0..]) {
            Some((before, len)) => (before, self.token_at(self.ranges[at].0 + len)?),
            None => (0, at),
        };
        let (year, at) = match self.get(at)? {
            Mark('元') => (1, at + 1),
            _ => self.numeral(at)?,
        };
        let (month, month_end) = self.numeral(at + 1)?;
        let (day, end) = self.numeral(month_end + 1)?;
        let marks = [self.get(at)?, self.get(month_end)?, self.get(end)?];
        let is_date = marks == [Mark('年'), Mark('月'), Mark('日')];
        Some((Date::checked(before + year, month, day).filter(|_| is_date)?, end + 1))
    }

    /// The token that begins at a byte.
    fn token_at(&self, start: usize) -> Option<usize> {
        self.ranges.binary_search_by_key(&start, |range| range.0).ok()
    }

    /// The number at a token in digits or in Chinese numerals, and the token after it.
    fn numeral(&self, at: usize) -> Option<(u32, usize)> {
        if let Number(number, 1..=4) = self.get(at)? {
            return Some((number, at + 1));
        }
        let (number, len) = chinese_number(&self.text[self.ranges[at].0..])?;
        Some((number, self.token_at(self.ranges[at].0 + len)?))
    }

    /// The year at a token: of four digits, or of two after an apostrophe, between hyphens (RFC 850) or as in Thailand.
    fn year(&self, at: usize, month: &Month) -> Option<u32> {
        match self.get(at)? {
            Number(year, 4) => Some(year),
            Number(year, 2) if month.era == Era::Buddhist => Some(year + 2500),
            Number(year, 2) if self.is_attached(at) && matches!(self.tokens[at - 1], Mark('-' | '\'' | '’')) => {
                Some(full_year(year))
            }
            _ => None,
        }
    }

    /// The first token that is neither a mark nor a word as they stand between the parts of a date.
    fn after_connectors(&self, start: usize) -> usize {
        let mut at = start;
        while at < start + MAX_BETWEEN && self.is_connector(at) {
            at += 1;
        }
        at
    }

    fn is_connector(&self, at: usize) -> bool {
        match self.get(at) {
            Some(Mark(mark)) => {
                matches!(mark, '.' | ',' | '/' | '-' | '–' | '(' | ')' | 'º' | 'ª' | '°' | '،' | '\'' | '’')
            }
            Some(Word) => {
                let word = self.word(at);
                // พ.ศ. stands before a year, พ.ค. is a month.
                word.len() <= 24 && is_connector(word) && !(is_thai(word) && self.month_at(at).is_some())
            }
            _ => false,
        }
    }

    /// The month whose name begins at a token.
    fn month_at(&self, at: usize) -> Option<Month> {
        if self.get(at)? != Word {
            return None;
        }
        let word = self.word(at);
        let language = self.locale.language;
        let era = if is_thai(word) { Era::Buddhist } else { Era::Common };
        let found = |number, tokens| Some(Month { number, tokens, era });
        if let Some(number) = persian_month(word) {
            return Some(Month { number, tokens: 1, era: Era::Persian });
        }
        // มี.ค., تشرين الأول
        if self.get(at + 2) == Some(Word)
            && self.get(at + 1) == Some(Mark('.'))
            && self.is_attached(at + 2)
            && let Some(number) = month_of(self.slice(at, at + 2), language)
        {
            return found(number, 3);
        }
        if self.get(at + 1) == Some(Word)
            && !word.is_ascii()
            && let Some(number) = month_of(self.slice(at, at + 1), language)
        {
            return found(number, 2);
        }
        let inflected = || word.strip_prefix('ב').or_else(|| word.strip_suffix("ren").filter(|_| language == "eu"));
        let number = month_of(word, language).or_else(|| month_of(inflected()?, language))?;
        found(number, 1)
    }

    /// The month at a token in Roman numerals, after a mark: 5.III.2024.
    fn roman_month_at(&self, at: usize) -> Option<Month> {
        const NUMERALS: [&str; 12] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];
        let is_after_mark = matches!(self.get(at.checked_sub(1)?)?, Mark('.' | '/' | '-'));
        let at = NUMERALS.iter().position(|&numeral| is_after_mark && numeral == self.word(at))?;
        Some(Month { number: at as u32 + 1, tokens: 1, era: Era::Common })
    }

    /// A text that is only a year, or a year and a month.
    fn partial(&self) -> Option<Date> {
        let (year, month) = match *self.tokens {
            [Number(year, 4)] => (year, 0),
            [Number(year, 4), Mark('-'), Number(month @ 1..=12, 2)] => (year, month),
            _ => return None,
        };
        YEARS.contains(&year).then_some(Date { year, month, day: 0, time: None })
    }

    /// The first time of day in some tokens.
    fn time_after(&self, start: usize, limit: usize) -> Option<Time> {
        let tokens = &self.tokens[..limit];
        for at in start..limit {
            let (hour, minute, second, len) = match tokens[at..] {
                [Number(hour, 1..=2), Mark(':'), Number(minute, 2), Mark(':'), Number(second, 2), ..] => {
                    (hour, minute, Some(second), 5)
                }
                [Number(hour, 1..=2), Mark(':'), Number(minute, 2), ..] => (hour, minute, None, 3),
                [Word, Number(hms, 6), ..] if self.word(at) == "T" => {
                    (hms / 10_000, hms / 100 % 100, Some(hms % 100), 2)
                }
                [Word, Number(hm, 4), ..] if self.word(at) == "T" => (hm / 100, hm % 100, None, 2),
                _ => continue,
            };
            let mut rest = at + len;
            if let [Mark('.' | ','), Number(..), ..] = tokens[rest..] {
                rest += 2;
            }
            let is_afternoon = ["오후", "下午", "午後"].iter().any(|word| self.slice(start, at).contains(word));
            let mut hour = if is_afternoon && hour < 12 { hour + 12 } else { hour };
            if let [Word, ..] = tokens[rest..] {
                let word = self.word(rest);
                let half = [("am", 0), ("pm", 12)].into_iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
                if let Some((_, plus)) = half.filter(|_| (1..=12).contains(&hour)) {
                    (hour, rest) = (hour % 12 + plus, rest + 1);
                }
            }
            let is_valid = hour < 24 && minute < 60 && second.is_none_or(|second| second < 60);
            let offset = self.offset_at(rest, limit);
            return is_valid.then_some(Time { hour, minute, second, offset });
        }
        None
    }

    /// The offset from UTC at a token, in minutes.
    fn offset_at(&self, mut at: usize, limit: usize) -> Option<i32> {
        /// RFC 822, section 5.1; in minutes.
        const ZONES: [(&str, i32); 11] = [
            ("z", 0),
            ("utc", 0),
            ("gmt", 0),
            ("est", -300),
            ("edt", -240),
            ("cst", -360),
            ("cdt", -300),
            ("mst", -420),
            ("mdt", -360),
            ("pst", -480),
            ("pdt", -420),
        ];
        let tokens = &self.tokens[..limit];
        // JavaScript prints GMT+0100.
        if matches!(tokens[at..], [Word, Mark('+' | '-'), Number(..), ..]) && matches!(self.word(at), "GMT" | "UTC") {
            at += 1;
        }
        let (sign, hours, minutes) = match tokens[at..] {
            [Word, ..] => {
                let zone = self.word(at);
                return ZONES.iter().find(|(name, _)| zone.eq_ignore_ascii_case(name)).map(|&(_, offset)| offset);
            }
            [Mark(sign), Number(hours, 2), Mark(':'), Number(minutes, 2), ..] => (sign, hours, minutes),
            [Mark(sign), Number(both, 4), ..] => (sign, both / 100, both % 100),
            [Mark(sign), Number(hours, 2), ..] => (sign, hours, 0),
            _ => return None,
        };
        let offset = (hours < 24 && minutes < 60).then_some((hours * 60 + minutes) as i32)?;
        match sign {
            '+' => Some(offset),
            '-' | '\u{2212}' => Some(-offset),
            _ => None,
        }
    }
}

/// The name of a month in a text.
struct Month {
    number: u32,
    /// The number of tokens of its name.
    tokens: usize,
    era: Era,
}

/// The token at the start of a text, `None` for a space, and its length.
fn next_token(rest: &str, c: char) -> (Option<Token>, usize) {
    if c.is_whitespace() || is_invisible(c) {
        return (None, c.len_utf8());
    }
    if digit(c).is_some() {
        let mut number = 0_u32;
        let (mut digits, mut len) = (0, 0);
        for (value, c) in rest.chars().map_while(|c| Some((digit(c)?, c))) {
            // A number of more digits than that is no part of a date.
            number = if digits < 8 { number * 10 + value } else { 0 };
            digits += 1;
            len += c.len_utf8();
        }
        return (Some(Number(number, digits)), len);
    }
    if is_word(c) {
        return (Some(Word), rest.find(|c| !is_word(c)).unwrap_or(rest.len()));
    }
    (Some(Mark(c)), c.len_utf8())
}

/// Marks of direction and other characters that are not seen.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Whether a character can be part of the name of a month. Chinese, Japanese and Korean letters are not: they follow
/// numbers without a space.
fn is_word(c: char) -> bool {
    match c {
        '\0'..='\x7f' => c.is_ascii_alphabetic(),
        '×' | '÷' | '،' | '؛' | '؟' | '٪'..='٭' | '۔' | '।' | '॥' => false,
        '\u{c0}'..='\u{1fff}' => digit(c).is_none(),
        _ => false,
    }
}

/// The value of a decimal digit of any script that has months in the table.
pub(in crate::on_demand) fn digit(c: char) -> Option<u32> {
    /// The zeros of Unicode's general category `Nd`.
    const ZEROS: [u32; 19] = [
        0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
        0x17e0, 0x1810, 0x1090, 0xff10,
    ];
    if c < '\u{660}' {
        return c.to_digit(10);
    }
    let zero = ZEROS.iter().find(|&&zero| (zero..zero + 10).contains(&(c as u32)))?;
    Some(c as u32 - zero)
}

/// The number of a day of the week in English, as [`Date::weekday`].
fn weekday_of(word: &str) -> Option<u32> {
    const STARTS: [&[u8]; 7] = [b"sat", b"sun", b"mon", b"tue", b"wed", b"thu", b"fri"];
    let (start, rest) = word.as_bytes().split_at_checked(3)?;
    let is_name = rest.is_empty() || rest.last_chunk().is_some_and(|end: &[u8; 3]| end.eq_ignore_ascii_case(b"day"));
    let found = STARTS.iter().position(|known| known.eq_ignore_ascii_case(start)).filter(|_| is_name)?;
    Some(found as u32)
}

fn is_connector(word: &str) -> bool {
    find_word(CONNECTORS, &CONNECTOR_STARTS, &Folded::of(word)).is_some()
}

fn two_digits(token: Option<Token>) -> bool {
    matches!(token, Some(Number(_, 2)))
}

fn is_thai(word: &str) -> bool {
    word.starts_with(|c| matches!(c, '\u{e00}'..='\u{e7f}'))
}

/// Months are numbers there: 2 tháng 5, 2026.
fn is_vietnamese_month(word: &str) -> bool {
    folded(word).eq("thang".chars())
}

/// RFC 850 has two digits.
fn full_year(year: u32) -> u32 {
    match year {
        0..70 => year + 2000,
        70..100 => year + 1900,
        _ => year,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connectors_are_listed_as_they_are_compared() {
        assert!(CONNECTORS.split(' ').is_sorted() && CONNECTORS.split(' ').all(is_connector));
        assert!(is_connector("THÁNG") && is_connector("de") && !is_connector("may"));
    }
}
