//! The tokens of selectors (CSS Syntax Module Level 3): identifiers and strings with their escapes, and `An+B`.

use super::error::SelectorError;
use crate::base::fallible::Text;
use crate::read::css::syntax::{escape, is_identifier_byte, skip_whitespace};
use crate::read::html::scan::same_name;

/// A selector that is being read.
pub(super) struct Lexer<'s> {
    pub source: &'s str,
    pub at: usize,
}

impl<'s> Lexer<'s> {
    fn bytes(&self) -> &'s [u8] {
        self.source.as_bytes()
    }

    pub fn peek(&self) -> Option<u8> {
        self.bytes().get(self.at).copied()
    }

    /// Reads a byte if it is the next one.
    pub fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Skips whitespace and comments; whether there was any.
    pub fn skip_space(&mut self) -> bool {
        let start = self.at;
        self.at = skip_whitespace(self.bytes(), start);
        self.at > start
    }

    pub fn error<T>(&self, expected: &'static str) -> Result<T, SelectorError> {
        self.error_at(self.at, expected)
    }

    pub fn error_at<T>(&self, at: usize, expected: &'static str) -> Result<T, SelectorError> {
        Err(SelectorError::new(self.source, at, expected))
    }

    /// Whether an identifier starts here.
    pub fn is_at_identifier(&self) -> bool {
        let starts = |at: usize| match self.bytes().get(at) {
            Some(b'\\') => self.is_escape(at),
            Some(byte) => is_identifier_byte(*byte) && !byte.is_ascii_digit() && *byte != b'-',
            None => false,
        };
        starts(self.at)
            || self.peek() == Some(b'-') && (starts(self.at + 1) || self.bytes().get(self.at + 1) == Some(&b'-'))
    }

    /// Whether the backslash here escapes something.
    fn is_escape(&self, at: usize) -> bool {
        !matches!(self.bytes().get(at + 1), None | Some(b'\n' | b'\r' | b'\x0c'))
    }

    /// An identifier, its escapes resolved.
    pub fn identifier(&mut self, expected: &'static str) -> Result<Text, SelectorError> {
        if !self.is_at_identifier() {
            return self.error(expected);
        }
        Ok(self.name())
    }

    /// The characters of an identifier.
    fn name(&mut self) -> Text {
        let mut name = Text::default();
        loop {
            let start = self.at;
            while self.peek().is_some_and(|byte| is_identifier_byte(byte) && byte != b'\\') {
                self.at += 1;
            }
            name.push_str(&self.source[start..self.at]);
            if self.peek() != Some(b'\\') || !self.is_escape(self.at) {
                return name;
            }
            self.at += 1;
            name.push(self.escaped());
        }
    }

    /// The character after a backslash.
    fn escaped(&mut self) -> char {
        if let (Some(c), end) = escape(self.bytes(), self.at - 1) {
            self.at = end;
            return c;
        }
        let c = self.source[self.at..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
        self.at += c.len_utf8();
        c
    }

    /// A string, from its first quote; its escapes resolved.
    pub fn string(&mut self, quote: u8) -> Result<Text, SelectorError> {
        let open = self.at;
        self.at += 1;
        let mut value = Text::default();
        loop {
            let start = self.at;
            let is_special = |byte: u8| byte == quote || matches!(byte, b'\\' | b'\n' | b'\r' | b'\x0c');
            self.at +=
                self.bytes()[start..].iter().position(|&byte| is_special(byte)).unwrap_or(self.bytes().len() - start);
            value.push_str(&self.source[start..self.at]);
            match self.peek() {
                Some(byte) if byte == quote => {
                    self.at += 1;
                    return Ok(value);
                }
                Some(b'\\') => {
                    self.at += 1;
                    match self.peek() {
                        None => return self.error_at(open, "a string that is closed"),
                        Some(b'\r') if self.bytes().get(self.at + 1) == Some(&b'\n') => self.at += 2,
                        Some(b'\n' | b'\r' | b'\x0c') => self.at += 1,
                        Some(_) => value.push(self.escaped()),
                    }
                }
                _ => return self.error_at(open, "a string that is closed"),
            }
        }
    }

    /// An identifier or a string.
    pub fn value(&mut self, expected: &'static str) -> Result<Text, SelectorError> {
        match self.peek() {
            Some(quote @ (b'"' | b'\'')) => self.string(quote),
            _ => self.identifier(expected),
        }
    }

    /// `An+B`, `odd` or `even`, as step and offset.
    pub fn position(&mut self) -> Result<(i32, i32), SelectorError> {
        const EXPECTED: &str = "a position such as `3`, `odd` or `2n+1`";
        self.skip_space();
        let start = self.at;
        for (word, position) in [(&b"odd"[..], (2, 1)), (b"even", (2, 0))] {
            let end = start + word.len();
            let is_whole = !self.bytes().get(end).is_some_and(|&byte| is_identifier_byte(byte));
            if is_whole && self.bytes().get(start..end).is_some_and(|found| same_name(found, word)) {
                self.at = end;
                return Ok(position);
            }
        }
        let sign = self.sign();
        let digits = self.digits();
        if !self.eat(b'n') && !self.eat(b'N') {
            return match digits {
                Some(number) if !self.is_at_identifier() => Ok((0, sign.unwrap_or(1) * number)),
                _ => self.error_at(start, EXPECTED),
            };
        }
        let step = sign.unwrap_or(1) * digits.unwrap_or(1);
        let after = self.at;
        self.skip_space();
        let Some(sign) = self.sign() else {
            self.at = after;
            let ends = !self.peek().is_some_and(is_identifier_byte);
            return if ends { Ok((step, 0)) } else { self.error_at(start, EXPECTED) };
        };
        self.skip_space();
        match self.digits() {
            Some(number) if !self.is_at_identifier() => Ok((step, sign * number)),
            _ => self.error_at(start, EXPECTED),
        }
    }

    fn sign(&mut self) -> Option<i32> {
        if self.eat(b'-') {
            return Some(-1);
        }
        self.eat(b'+').then_some(1)
    }

    /// A number; a large one is the largest.
    fn digits(&mut self) -> Option<i32> {
        let rest = &self.source[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.at += length;
        (length > 0).then(|| rest[..length].parse().unwrap_or(i32::MAX))
    }
}
