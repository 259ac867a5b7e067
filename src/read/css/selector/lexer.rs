//! The tokens of selectors (CSS Syntax Module Level 3): identifiers and strings with their escapes, and `An+B`.

use crate::base::fallible::Text;
use crate::read::css::syntax::{
    self, for_each_part, identifier_end, is_identifier_byte, is_valid_escape, is_whitespace,
};
use crate::read::html::scan::same_name;

/// A selector that is being read.
pub(crate) struct Lexer<'s> {
    source: &'s [u8],
    pub at: usize,
    /// Where the last piece begins.
    pub start: usize,
}

/// What was expected, and where.
pub(crate) struct Wrong {
    pub at: usize,
    pub expected: &'static str,
}

impl Wrong {
    pub fn at<T>(at: usize, expected: &'static str) -> Result<T, Wrong> {
        Err(Wrong { at, expected })
    }
}

/// An identifier or the inside of a string as written.
#[derive(Clone, Copy)]
pub(crate) struct Word<'s>(pub &'s [u8]);

impl Word<'_> {
    /// The characters that it stands for, if the selector is a text.
    pub fn text(self) -> Text {
        let mut text = Text::default();
        for_each_part(self.0, |part| text.push_str(str::from_utf8(part).unwrap_or_default()));
        text
    }
}

impl<'s> Lexer<'s> {
    pub fn new(source: &'s [u8]) -> Lexer<'s> {
        Lexer { source, at: 0, start: 0 }
    }

    pub fn peek(&self) -> Option<u8> {
        self.source.get(self.at).copied()
    }

    /// Reads a byte if it is the next one.
    pub fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Skips whitespace and comments; whether there was whitespace, as comments separate nothing.
    #[inline]
    pub fn skip_space(&mut self) -> bool {
        self.peek().is_some_and(|byte| is_whitespace(byte) || byte == b'/') && self.skip_spaces()
    }

    fn skip_spaces(&mut self) -> bool {
        let mut has_space = false;
        loop {
            let start = self.at;
            while self.peek().is_some_and(is_whitespace) {
                self.at += 1;
            }
            has_space |= self.at > start;
            // Comments, with the whitespace after them.
            let end = syntax::skip_whitespace(self.source, self.at);
            if end == self.at {
                return has_space;
            }
            self.at = syntax::after_special(self.source, self.at);
        }
    }

    /// Skips the arguments of a function, after its parenthesis, and returns them with the one that ends them.
    pub fn skip_arguments(&mut self) -> &'s [u8] {
        let (start, mut depth) = (self.at, 1u32);
        while let Some(byte) = self.peek().filter(|_| depth > 0) {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                _ => {}
            }
            self.at = syntax::after_special(self.source, self.at);
        }
        &self.source[start..self.at.min(self.source.len())]
    }

    pub fn error<T>(&self, expected: &'static str) -> Result<T, Wrong> {
        Wrong::at(self.at, expected)
    }

    /// Whether an identifier starts here.
    pub fn is_at_identifier(&self) -> bool {
        let starts = |at: usize| match self.source.get(at) {
            Some(b'\\') => is_valid_escape(self.source, at),
            Some(byte) => is_identifier_byte(*byte) && !byte.is_ascii_digit() && *byte != b'-',
            None => false,
        };
        starts(self.at)
            || self.peek() == Some(b'-') && (starts(self.at + 1) || self.source.get(self.at + 1) == Some(&b'-'))
    }

    pub fn identifier(&mut self, expected: &'static str) -> Result<Word<'s>, Wrong> {
        if !self.is_at_identifier() {
            return self.error(expected);
        }
        let start = self.at;
        self.at = identifier_end(self.source, start);
        Ok(Word(&self.source[start..self.at]))
    }

    /// A string, from its first quote.
    fn string(&mut self, quote: u8) -> Result<Word<'s>, Wrong> {
        let open = self.at;
        self.at += 1;
        while let Some(byte) = self.peek() {
            match byte {
                _ if byte == quote => {
                    self.at += 1;
                    return Ok(Word(&self.source[open + 1..self.at - 1]));
                }
                b'\n' | b'\r' | b'\x0c' => break,
                b'\\' => {
                    self.at = syntax::escape(self.source, self.at).1;
                    let is_line_end = self.source[..self.at.min(self.source.len())].ends_with(b"\r");
                    self.at += usize::from(is_line_end && self.peek() == Some(b'\n'));
                }
                _ => self.at += 1,
            }
        }
        Wrong::at(open, "a string that is closed")
    }

    /// An identifier or a string.
    pub fn value(&mut self, expected: &'static str) -> Result<Word<'s>, Wrong> {
        match self.peek() {
            Some(quote @ (b'"' | b'\'')) => self.string(quote),
            _ => self.identifier(expected),
        }
    }

    /// `An+B`, `odd` or `even`, as step and offset.
    pub fn position(&mut self) -> Result<(i32, i32), Wrong> {
        const EXPECTED: &str = "a position such as `3`, `odd` or `2n+1`";
        self.skip_space();
        let start = self.at;
        for (word, position) in [(&b"odd"[..], (2, 1)), (b"even", (2, 0))] {
            let end = start + word.len();
            let is_whole = !self.source.get(end).is_some_and(|&byte| is_identifier_byte(byte));
            if is_whole && self.source.get(start..end).is_some_and(|found| same_name(found, word)) {
                self.at = end;
                return Ok(position);
            }
        }
        let sign = self.sign();
        let digits = self.digits();
        if !self.eat(b'n') && !self.eat(b'N') {
            return match digits {
                Some(number) if !self.is_at_identifier() => Ok((0, sign.unwrap_or(1) * number)),
                _ => Wrong::at(start, EXPECTED),
            };
        }
        let step = sign.unwrap_or(1) * digits.unwrap_or(1);
        let after = self.at;
        self.skip_space();
        let Some(sign) = self.sign() else {
            self.at = after;
            let ends = !self.peek().is_some_and(is_identifier_byte);
            return if ends { Ok((step, 0)) } else { Wrong::at(start, EXPECTED) };
        };
        self.skip_space();
        match self.digits() {
            Some(number) if !self.is_at_identifier() => Ok((step, sign * number)),
            _ => Wrong::at(start, EXPECTED),
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
        let start = self.at;
        let mut number = 0i32;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
            self.at += 1;
        }
        (self.at > start).then_some(number)
    }
}
