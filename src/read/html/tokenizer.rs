//! The HTML tokenizer (HTML, "Tokenization"): bytes in, tokens out, as spans of the input.
//!
//! The standard's state machine steps one character at a time; this one jumps by vectorized searches from one `<` to
//! the next and from quote to quote. The states that matter between tokens are [`TokenizerState`]s; all others are
//! positions in a function. Text is not decoded here but where it is read (see [`super::text`]).

use super::attributes::Name;
use super::duplicates::AttributeNameSet;
use super::names::{name_key, name_key_at, same_decoded_name, short_name_at};
use super::node::{Attribute, NONE};
use super::scan;
use super::tags::{Tag, from_key, from_short_key};
use super::token::{DoctypeToken, Span, TagToken, TextToken, Token, TokenizerState};
use crate::base::arena::Vec as ArenaVec;
#[cfg(feature = "unstable")]
use crate::base::simd;
use crate::base::simd::{Baseline, Level};
use std::ops::Range;

/// The tokenizer, over one input of less than 4 GiB.
pub struct Tokenizer<'i, 'a> {
    input: &'i [u8],
    at: usize,
    state: TokenizerState,
    /// Key of the "appropriate end tag", which ends RCDATA, RAWTEXT or script data.
    expected_end_tag: u64,
    /// The attribute lists of all start tags so far.
    pub attributes: ArenaVec<'a, Attribute>,
    /// Maximum length of `attributes`; further attributes are dropped.
    pub max_attributes: usize,
    /// Whether attributes were dropped because of `max_attributes`, or for too long a name.
    pub has_dropped_attributes: bool,
    /// The last document type declaration, kept out of [`Token`] because of its size.
    pub doctype: Option<DoctypeToken>,
    attribute_names: AttributeNameSet<'a>,
}

/// The loop of [`Tokenizer::run`].
#[cfg(feature = "unstable")]
struct AllTokens<'i, 'a, V> {
    tokenizer: Tokenizer<'i, 'a>,
    visit: V,
}

#[cfg(feature = "unstable")]
impl<'i, 'a, V: FnMut(&mut Tokenizer<'i, 'a>, &Token)> simd::Task for AllTokens<'i, 'a, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(mut self, level: L) {
        loop {
            let token = self.tokenizer.next_at(level, false);
            if matches!(token, Token::Eof) {
                return;
            }
            (self.visit)(&mut self.tokenizer, &token);
        }
    }
}

impl<'i, 'a> Tokenizer<'i, 'a> {
    /// A tokenizer in the data state, which appends attribute lists to `attributes`.
    pub fn new(input: &'i [u8], attributes: ArenaVec<'a, Attribute>) -> Self {
        let attribute_names = AttributeNameSet::new(attributes.bump());
        Tokenizer {
            input,
            at: 0,
            state: TokenizerState::Data,
            expected_end_tag: 0,
            attributes,
            max_attributes: usize::MAX,
            has_dropped_attributes: false,
            doctype: None,
            attribute_names,
        }
    }

    /// Switches the state; `expected_end_tag` is the key of the end tag that leads back to the data state.
    #[inline]
    pub fn switch_to(&mut self, state: TokenizerState, expected_end_tag: u64) {
        self.state = state;
        self.expected_end_tag = expected_end_tag;
    }

    /// Whether the expected end tag is in the rest of the input. Takes time linear in that.
    pub fn has_expected_end_tag(&self) -> bool {
        self.raw_text_end() < self.input.len()
    }

    /// Skips to the next `<` that looks like markup, to recover from a script or style sheet without an end tag.
    pub fn skip_to_markup(&mut self) {
        let looks_like_markup =
            |at: usize| matches!(self.input.get(at + 1), Some(b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!'));
        let mut at = scan::find_byte(self.input, self.at, b'<');
        while at < self.input.len() && !looks_like_markup(at) {
            at = scan::find_byte(self.input, at + 1, b'<');
        }
        self.at = at;
    }

    /// The next token. If `in_foreign`, the adjusted current node is not an HTML element, so that `<![CDATA[` begins a
    /// CDATA section.
    ///
    /// Inlined, so that the caller's match on the kind of token costs no second branch.
    #[inline(always)]
    pub fn next(&mut self, in_foreign: bool) -> Token {
        self.next_at(Baseline, in_foreign)
    }

    /// Passes all tokens to `visit`, which may switch the state: as fast as the processor can, since the loop is compiled
    /// for its instructions, like the loop of tree construction.
    #[cfg(feature = "unstable")]
    pub fn run(self, visit: impl FnMut(&mut Self, &Token)) {
        simd::run(AllTokens { tokenizer: self, visit });
    }

    /// [`Tokenizer::next`] with the instructions of a level, which must be the level of the caller.
    #[inline(always)]
    pub(crate) fn next_at(&mut self, level: impl Level, in_foreign: bool) -> Token {
        if self.state != TokenizerState::Data
            && let Some(token) = self.next_raw_text()
        {
            return token;
        }
        loop {
            let start = self.at;
            scan::prefetch(self.input, start);
            if start >= self.input.len() {
                return Token::Eof;
            }
            if self.input[start] != b'<' {
                return self.text(level, start, start);
            }
            match self.input.get(start + 1) {
                Some(b'a'..=b'z' | b'A'..=b'Z') => {
                    let Some(tag) = self.start_tag(level, start) else { return self.eof_in_tag() };
                    return Token::Start(tag);
                }
                Some(b'/') => match self.input.get(start + 2) {
                    Some(b'a'..=b'z' | b'A'..=b'Z') => {
                        let Some(tag) = self.end_tag(start) else { return self.eof_in_tag() };
                        return Token::End(tag);
                    }
                    Some(b'>') => self.skip_empty_end_tag(),
                    None => return self.text_from_less_than_sign(start),
                    Some(_) => return self.bogus_comment(start, start + 2),
                },
                Some(b'!') => return self.markup_declaration(start, in_foreign),
                Some(b'?') => return self.bogus_comment(start, start + 1),
                _ => return self.text_from_less_than_sign(start),
            }
        }
    }

    /// Skips `</>`, which yields no token ("missing-end-tag-name"). Not inlined, to keep it out of the fast path.
    #[cold]
    #[inline(never)]
    fn skip_empty_end_tag(&mut self) {
        self.at += 3;
    }

    /// The next token in HTML content, not inlined: for callers off the fast path, as [`Tokenizer::next`] is kilobytes
    /// of code.
    #[inline(never)]
    pub fn next_in_html(&mut self) -> Token {
        self.next(false)
    }

    /// The input ends within a tag ("eof-in-tag"), which is dropped.
    fn eof_in_tag(&mut self) -> Token {
        self.at = self.input.len();
        Token::Eof
    }

    /// Text that begins with a `<`.
    #[cold]
    #[inline(never)]
    fn text_from_less_than_sign(&mut self, start: usize) -> Token {
        self.text(Baseline, start, start + 1)
    }

    /// Text in the data state from `start` on; the bytes before `from` are known to be text.
    #[inline(always)]
    fn text(&mut self, level: impl Level, start: usize, from: usize) -> Token {
        let mut at = from;
        let mut first_non_space = start;
        let mut is_whitespace = false;
        if from == start && scan::is_space(self.input[from]) {
            at = scan::skip_space_at(level, self.input, from);
            first_non_space = at;
            is_whitespace = self.input.get(at).is_none_or(|&byte| byte == b'<');
        }
        loop {
            if self.input.get(at) != Some(&b'<') {
                at = scan::find_byte_at(level, self.input, at, b'<');
            }
            match self.input.get(at + 1) {
                // A `</` that ends the input is text.
                Some(&byte) if scan::begins_markup(byte) && (at + 2 < self.input.len() || byte != b'/') => break,
                Some(_) => {
                    is_whitespace = false;
                    at += 1;
                }
                None => {
                    is_whitespace &= at >= self.input.len();
                    at = self.input.len();
                    break;
                }
            }
        }
        self.at = at;
        let (start, end, first_non_space) = (start as u32, at as u32, first_non_space as u32);
        Token::Text(TextToken { start, state: TokenizerState::Data, is_whitespace, end, first_non_space })
    }

    /// Text in any other state; `None` if there is none before the expected end tag.
    fn next_raw_text(&mut self) -> Option<Token> {
        let (start, state) = (self.at, self.state);
        let end = self.raw_text_end();
        if state == TokenizerState::CData {
            self.at = (end + 3).min(self.input.len());
        } else {
            self.at = end;
        }
        self.state = TokenizerState::Data;
        if end == start {
            return None;
        }
        let first_non_space = scan::skip_space(self.input, start).min(end);
        let (start, end, first_non_space) = (start as u32, end as u32, first_non_space as u32);
        Some(Token::Text(TextToken { start, state, is_whitespace: first_non_space == end, end, first_non_space }))
    }

    /// The end of the text in the current state: its end tag, `]]>`, or the end of the input.
    fn raw_text_end(&self) -> usize {
        match self.state {
            TokenizerState::Data => self.at,
            TokenizerState::PlainText => self.input.len(),
            TokenizerState::CData => self.cdata_end(),
            TokenizerState::ScriptData => self.script_end(),
            TokenizerState::RcData | TokenizerState::RawText => {
                let mut at = scan::find_byte(self.input, self.at, b'<');
                while at < self.input.len() && !self.is_end_tag(at, self.expected_end_tag) {
                    at = scan::find_byte(self.input, at + 1, b'<');
                }
                at
            }
        }
    }

    fn cdata_end(&self) -> usize {
        match memchr::memmem::find(&self.input[self.at..], b"]]>") {
            Some(i) => self.at + i,
            None => self.input.len(),
        }
    }

    /// Whether `</name` and a byte that ends a tag name are at `at`.
    #[inline]
    fn is_end_tag(&self, at: usize, name: u64) -> bool {
        self.input.get(at + 1) == Some(&b'/') && self.is_name(at + 2, name)
    }

    fn is_name(&self, from: usize, name: u64) -> bool {
        // The expected names have at most nine characters.
        let limit = self.input.len().min(from + 16);
        if from >= limit {
            return false;
        }
        match self.input[from..limit].iter().position(|&b| scan::ends_tag_name(b)) {
            Some(len) => name_key(&self.input[from..from + len]) == name,
            None => false,
        }
    }

    /// The end of script data, by its escaped and double escaped states (HTML, "Script data state" to "Script data
    /// double escape end state").
    fn script_end(&self) -> usize {
        const SCRIPT: u64 = name_key(b"script");
        let input = self.input;
        let mut at = self.at;
        loop {
            at = scan::find_byte(input, at, b'<');
            if at >= input.len() || self.is_end_tag(at, self.expected_end_tag) {
                return at;
            }
            if !input[at..].starts_with(b"<!--") {
                at += 1;
                continue;
            }
            // The dashes of `-->` may be the dashes of `<!--`.
            let escape = at + 2;
            let mut double = false;
            at += 4;
            loop {
                at = scan::find_either(input, at, b'<', b'>');
                if at >= input.len() {
                    return at;
                }
                if input[at] == b'>' {
                    if at >= escape + 2 && input[at - 1] == b'-' && input[at - 2] == b'-' {
                        at += 1;
                        break;
                    }
                } else if double {
                    double = !self.is_end_tag(at, SCRIPT);
                } else if self.is_end_tag(at, self.expected_end_tag) {
                    return at;
                } else {
                    double = self.is_name(at + 1, SCRIPT);
                }
                at += 1;
            }
        }
    }

    /// A start tag at `start`; `None` if the input ends within it.
    ///
    /// Inlined, like all that it calls, so that the token is assembled in registers and stored once.
    #[inline(always)]
    fn start_tag(&mut self, level: impl Level, start: usize) -> Option<TagToken> {
        let (tag, key, name_end) = self.tag_name(start + 1);
        self.attribute_names.clear();
        let first = self.attributes.len();
        let mut self_closing = false;
        let mut known = 0;
        let mut at = name_end;
        loop {
            // Between attributes there is commonly one space, or the end.
            let mut byte = *self.input.get(at)?;
            if byte == b'>' {
                break;
            }
            if byte == b' ' {
                at += 1;
                byte = *self.input.get(at)?;
            }
            if !scan::ends_tag_name(byte) {
                let (name, after) = self.attribute(level, at, first)?;
                known |= name.bit();
                at = after;
            } else if byte == b'/' {
                at += 1;
                if *self.input.get(at)? == b'>' {
                    self_closing = true;
                    break;
                }
            } else if byte != b'>' {
                at = scan::skip_space_at(level, self.input, at);
            }
        }
        self.at = at + 1;
        let mut attributes = NONE;
        if let Some(last) = self.attributes[first..].last_mut() {
            last.flags |= Attribute::LAST;
            attributes = first as u32;
        } else {
            known = 0;
        }
        let (start, end) = (start as u32, self.at as u32);
        Some(TagToken { tag, self_closing, known, key, start, end, name_end: name_end as u32, attributes })
    }

    /// The tag name that begins at `from`: its tag, its key, and its end.
    #[inline(always)]
    fn tag_name(&self, from: usize) -> (Tag, u64, usize) {
        if let Some((key, end)) = short_name_at(self.input, from, |byte| (byte == b'>') | (byte == b' ')) {
            return (from_short_key(key), key, end);
        }
        let end = scan::tag_name_end(self.input, from);
        let key = name_key_at(self.input, from, end);
        (from_key(key, &self.input[from..end]), key, end)
    }

    /// The attribute at `at`, appended to the list that begins at `first`; returns its name and the position after it.
    #[inline(always)]
    fn attribute(&mut self, level: impl Level, at: usize, first: usize) -> Option<(Name, usize)> {
        scan::prefetch(self.input, at);
        let (key, mut name, name_end, (value, after)) = match short_name_at(self.input, at, |byte| byte == b'=') {
            Some((key, name_end)) => {
                (key, Name::from_key(key), name_end, self.value_after_equals(level, name_end + 1)?)
            }
            None => {
                // A leading `=` is part of the name ("unexpected-equals-sign-before-attribute-name").
                let name_end = scan::attribute_name_end(self.input, at + 1);
                let key = name_key_at(self.input, at, name_end);
                let value = self.attribute_value(level, name_end)?;
                if name_end - at > usize::from(u16::MAX) {
                    self.has_dropped_attributes = true;
                    return Some((Name::OTHER, value.1));
                }
                (key, Name::from_name(key, &self.input[at..name_end]), name_end, value)
            }
        };
        let count = self.attributes.len() - first;
        if !self.attribute_names.insert_first(count, key) && self.is_duplicate(at..name_end, key, count) {
            return Some((name, after));
        }
        if self.attributes.len() < self.attributes.capacity() || self.grow_attributes() {
            self.attributes.push(Attribute {
                name_start: at as u32,
                value_start: value.start,
                value_end: value.end,
                name_len: (name_end - at) as u16,
                name,
                flags: 0,
            });
        } else {
            name = Name::OTHER;
        }
        Some((name, after))
    }

    /// Whether a name occurs among the last `count` attributes, or must be dropped like one that does.
    #[inline(never)]
    fn is_duplicate(&mut self, name: Range<usize>, key: u64, count: usize) -> bool {
        let input = self.input;
        let before = &self.attributes[self.attributes.len() - count..];
        // The last name in the set has no entry if the table was full.
        let name_of = |index: usize| before.get(index).map_or(&[][..], |before| before.raw_name(input));
        !self.attribute_names.insert(count, key, |index| same_decoded_name(name_of(index), &input[name.clone()]))
    }

    /// Grows the full attribute table within its limit; false if it may not grow.
    #[cold]
    #[inline(never)]
    fn grow_attributes(&mut self) -> bool {
        let len = self.attributes.len();
        self.has_dropped_attributes |= len >= self.max_attributes;
        let more = len.max(16).min(self.max_attributes.saturating_sub(len));
        self.attributes.reserve_exact(more);
        more > 0
    }

    /// The value after an attribute name that ends at `name_end`, and the position after it.
    #[inline(always)]
    fn attribute_value(&self, level: impl Level, name_end: usize) -> Option<(Span, usize)> {
        let mut at = name_end;
        if *self.input.get(at)? != b'=' {
            at = scan::skip_space(self.input, at);
            if *self.input.get(at)? != b'=' {
                return Some((Span { start: name_end as u32, end: name_end as u32 }, at));
            }
        }
        self.value_after_equals(level, at + 1)
    }

    /// The value after a `=`, which ends at `at`, and the position after it.
    #[inline(always)]
    fn value_after_equals(&self, level: impl Level, mut at: usize) -> Option<(Span, usize)> {
        let mut byte = *self.input.get(at)?;
        if scan::is_space(byte) {
            at = scan::skip_space(self.input, at);
            byte = *self.input.get(at)?;
        }
        match byte {
            b'"' | b'\'' => {
                let end = scan::find_byte_at(level, self.input, at + 1, byte);
                let span = Span { start: at as u32 + 1, end: end as u32 };
                (end < self.input.len()).then_some((span, end + 1))
            }
            b'>' => Some((Span { start: at as u32, end: at as u32 }, at)),
            _ => {
                let rest = &self.input[at..];
                let end = at + rest.iter().position(|&b| scan::is_space(b) || b == b'>')?;
                Some((Span { start: at as u32, end: end as u32 }, end))
            }
        }
    }

    /// An end tag at `start`, its attributes skipped; `None` if the input ends within it.
    #[inline(always)]
    fn end_tag(&mut self, start: usize) -> Option<TagToken> {
        let (tag, key, name_end) = self.tag_name(start + 2);
        let at = if *self.input.get(name_end)? == b'>' { name_end } else { self.end_tag_end(name_end)? };
        self.at = at + 1;
        let (start, end) = (start as u32, self.at as u32);
        let (attributes, name_end) = (NONE, name_end as u32);
        Some(TagToken { tag, self_closing: false, known: 0, key, start, end, name_end, attributes })
    }

    /// Position of the `>` of an end tag whose name ends at `at`; its attributes are dropped.
    #[cold]
    fn end_tag_end(&self, mut at: usize) -> Option<usize> {
        while *self.input.get(at)? != b'>' {
            if scan::is_space(self.input[at]) || self.input[at] == b'/' {
                at += 1;
            } else {
                let name_end = scan::attribute_name_end(self.input, at + 1);
                at = self.attribute_value(Baseline, name_end)?.1;
            }
        }
        Some(at)
    }

    fn markup_declaration(&mut self, start: usize, in_foreign: bool) -> Token {
        let rest = &self.input[start + 2..];
        if rest.starts_with(b"--") {
            self.comment(start)
        } else if rest.len() >= 7 && rest[..7].eq_ignore_ascii_case(b"doctype") {
            let (token, end) = super::doctype::scan(self.input, start);
            self.at = end;
            self.doctype = Some(token);
            Token::Doctype
        } else if in_foreign && rest.starts_with(b"[CDATA[") {
            self.at = start + 9;
            self.state = TokenizerState::CData;
            self.next(in_foreign)
        } else {
            self.bogus_comment(start, start + 2)
        }
    }

    /// A comment at `start`. It ends at `-->` or `--!>`, or at once at `<!-->` and `<!--->`.
    fn comment(&mut self, start: usize) -> Token {
        let input = self.input;
        let text = start + 4;
        if input[text..].starts_with(b">") || input[text..].starts_with(b"->") {
            self.at = scan::find_byte(input, text, b'>') + 1;
            return comment_token(start, self.at, text, text);
        }
        let mut at = text;
        loop {
            at = scan::find_byte(input, at, b'>');
            let before = &input[text..at];
            if at >= input.len() {
                // The beginning of an end delimiter is not part of the text.
                let cut = [&b"--!"[..], b"--", b"-"].iter().find(|s| before.ends_with(s)).map_or(0, |s| s.len());
                self.at = input.len();
                return comment_token(start, self.at, text, input.len() - cut);
            }
            if let Some(cut) = [&b"--"[..], b"--!"].iter().find(|s| before.ends_with(s)) {
                self.at = at + 1;
                return comment_token(start, self.at, text, at - cut.len());
            }
            at += 1;
        }
    }

    fn bogus_comment(&mut self, start: usize, text: usize) -> Token {
        let end = scan::find_byte(self.input, text, b'>');
        self.at = (end + 1).min(self.input.len());
        comment_token(start, self.at, text, end)
    }

    /// Whether attributes were dropped, except for duplicates.
    pub fn drops_attributes(&self) -> bool {
        self.has_dropped_attributes || self.attribute_names.is_exceeded
    }

    /// Offset of the next unread byte.
    #[inline]
    pub fn position(&self) -> usize {
        self.at
    }
}

fn comment_token(start: usize, end: usize, text_start: usize, text_end: usize) -> Token {
    let span = |start: usize, end: usize| Span { start: start as u32, end: end as u32 };
    Token::Comment(span(start, end), span(text_start, text_end))
}
