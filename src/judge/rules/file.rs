//! The file format: lines of UTF-8, each a rule, a comment or the pages that the next rules are for.
//!
//! ```text
//! blockmask rules 1
//! # On all pages
//! template .related, .share
//! field code .signature
//! weight 2 .summary
//! on docs.example.org/api/* /reference/*
//! content main
//! ```
//!
//! The first line has the version of the format. A file of a later version is refused, as its rules would be misread.

use super::{MAX_FACTOR, MAX_LENGTH, RuleAction, Rules, RulesError};
use crate::base::fallible::Text;
use crate::judge::field::Field;
use crate::judge::mask::Role;

const HEADER: &str = "blockmask rules ";
const VERSION: &str = "1";
const ACTIONS: &str = "an action (content, template, drop, role, field, weight, record, comment, title, author, date) or \
                       `on` with the addresses that the next rules are for";

/// What is left of a line, and where it begins.
#[derive(Clone, Copy)]
struct Rest<'f> {
    text: &'f str,
    line: u32,
    column: u32,
}

impl<'f> Rest<'f> {
    fn of((text, line): (&'f str, u32)) -> Rest<'f> {
        Rest { text: text.trim_end(), line, column: 1 }.trimmed()
    }

    fn place(&self) -> (u32, u32) {
        (self.line, self.column)
    }

    /// Passes whitespace.
    fn trimmed(self) -> Rest<'f> {
        let text = self.text.trim_start();
        Rest { text, column: self.column + self.text[..self.text.len() - text.len()].chars().count() as u32, ..self }
    }

    /// The next word, and what follows it.
    fn word(self) -> (&'f str, Rest<'f>) {
        let (word, text) = self.text.split_at(self.text.find(char::is_whitespace).unwrap_or(self.text.len()));
        (word, Rest { text, column: self.column + word.chars().count() as u32, ..self }.trimmed())
    }

    fn error<T>(&self, expected: &str) -> Result<T, RulesError> {
        Err(RulesError::new(self.place(), expected, self.text))
    }
}

pub(super) fn read(file: &[u8]) -> Result<Rules, RulesError> {
    if file.len() > MAX_LENGTH {
        let lines = memchr::memchr_iter(b'\n', &file[..MAX_LENGTH]).count();
        return Err(RulesError::too_long((lines as u32 + 1, 1)));
    }
    let file = str::from_utf8(file).map_err(|error| {
        let before = &file[..error.valid_up_to()];
        let line = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[line..]).chars().count();
        let place = (memchr::memchr_iter(b'\n', before).count() as u32 + 1, column as u32 + 1);
        RulesError::new(place, "UTF-8; save the file in this encoding", "")
    })?;
    let mut lines = file.strip_prefix('\u{feff}').unwrap_or(file).lines().zip(1u32..);
    let header = Rest::of(lines.next().unwrap_or(("", 1)));
    match header.text.strip_prefix(HEADER).map(str::trim) {
        Some(VERSION) => {}
        Some(_) => return header.error("`blockmask rules 1`, as this version of blockmask reads no other format"),
        None => return header.error("`blockmask rules 1` as the first line"),
    }
    let mut rules = Rules::empty();
    let mut scope = 0;
    for (text, line) in lines {
        let rest = Rest::of((text, line));
        if rest.text.is_empty() || rest.text.starts_with('#') {
            continue;
        }
        let (word, arguments) = rest.word();
        if word == "on" {
            scope = match arguments.text {
                "" => return arguments.error("addresses, such as `docs.example.org/api/*`, or `*` for all pages"),
                "*" => 0,
                addresses => rules.add_scope(addresses, arguments.place())?,
            };
            continue;
        }
        let (action, selector) = action(rest, word, arguments)?;
        if selector.text.is_empty() {
            return selector.error("a selector");
        }
        rules.add(action, selector.text, scope, selector.place())?;
    }
    rules.selectors.finish();
    Ok(rules)
}

/// The action with its value, and the selector.
fn action<'f>(rest: Rest<'f>, word: &str, arguments: Rest<'f>) -> Result<(RuleAction, Rest<'f>), RulesError> {
    let (value, after) = arguments.word();
    let action = match word {
        "content" => RuleAction::Content,
        "template" => RuleAction::Template,
        "drop" => RuleAction::Drop,
        "record" => RuleAction::Record,
        "comment" => RuleAction::Comment,
        "title" => RuleAction::Title,
        "author" => RuleAction::Author,
        "date" => RuleAction::Date,
        "role" => match value.parse::<Role>() {
            Ok(role) => return Ok((RuleAction::Role(role), after)),
            Err(_) => return arguments.error(&named("a role", Role::VALUES.iter().map(|role| role.name()))),
        },
        "field" => match value.parse::<Field>() {
            Ok(field) => return Ok((RuleAction::Field(field), after)),
            Err(_) => return arguments.error(&named("a field", Field::VALUES.iter().map(|field| field.name()))),
        },
        "weight" => match value.parse::<f32>() {
            Ok(factor) if (0.0..=MAX_FACTOR).contains(&factor) => return Ok((RuleAction::Weight(factor), after)),
            _ => return arguments.error("a factor from 0 to 64"),
        },
        _ => return rest.error(ACTIONS),
    };
    Ok((action, arguments))
}

/// What was expected, with the names that it may have.
fn named(what: &str, names: impl Iterator<Item = &'static str>) -> Text {
    let mut text = Text::from(what);
    for (at, name) in names.enumerate() {
        text.push_str(if at == 0 { " (" } else { ", " });
        text.push_str(name);
    }
    text.push_str(")");
    text
}
