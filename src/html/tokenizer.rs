//! The HTML tokenizer (HTML 13.2.5): bytes in, tokens out, as spans of the input.
//!
//! Where the standard steps one character at a time, this jumps: from one `<` to the next, from quote to quote. The
//! standard's states that matter between tokens are the [`TextKind`]s; all others are positions in a function. Nothing
//! is decoded here: a token's text is decoded where somebody reads it (see [`super::text`]).

use super::attributes::Name;
use super::names::{name_key, name_key_at, short_name_at};
use super::node::{Attribute, NONE};
use super::scan;
use super::tags::{Tag, from_key, from_short_key};
use crate::arena::Vec as ArenaVec;

/// How the text at the current position is read: the tokenizer states between which tree construction switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum TextKind {
    /// The data state.
    Data,
    /// The RCDATA state: character references, no tags but the end tag that is waited for.
    RcData,
    /// The RAWTEXT state: neither references nor tags.
    RawText,
    /// The script data state, with its escapes.
    ScriptData,
    /// The PLAINTEXT state: text to the end of the page.
    PlainText,
    /// The CDATA section state.
    CData,
}

/// A start or end tag. Offsets are into the input.
///
/// `start` and `end` stand apart: read as one word right after they were written as two, they would stall.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TagToken {
    /// The name as a number ([`name_key`]): tells unknown names apart.
    pub key: u64,
    /// The `<`.
    pub start: u32,
    /// The first entry in the attribute table, or [`NONE`]. End tags have none.
    pub attributes: u32,
    /// One past the `>`.
    pub end: u32,
    /// One past the name, which begins after `<` or `</`.
    pub name_end: u32,
    /// The name, if tree construction or the library knows it.
    pub tag: Tag,
    /// Whether the start tag ends with `/>`.
    pub self_closing: bool,
    /// Which of the commonest attributes it has: their [`Name::bit`]s.
    pub known: u16,
}

/// A piece of text. Offsets are into the input.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TextToken {
    /// First byte.
    pub start: u32,
    /// How it is to be decoded.
    pub kind: TextKind,
    /// Whether it is all HTML whitespace as written.
    pub blank: bool,
    /// One past the last byte.
    pub end: u32,
    /// The first byte that is no HTML whitespace as written, or one past the last.
    pub letters: u32,
}

/// A stretch of bytes, `[start, end)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A document type declaration.
#[derive(Clone, Copy, Debug)]
pub struct DoctypeToken {
    /// The whole declaration.
    pub span: Span,
    /// The name as written.
    pub name: Option<Span>,
    /// The public identifier, without quotes.
    pub public_id: Option<Span>,
    /// The system identifier, without quotes.
    pub system_id: Option<Span>,
    /// The force-quirks flag.
    pub force_quirks: bool,
}

/// What the tokenizer gives.
#[derive(Clone, Copy, Debug)]
pub enum Token {
    /// Text; never empty.
    Text(TextToken),
    /// A start tag.
    Start(TagToken),
    /// An end tag.
    End(TagToken),
    /// A comment: the whole of it, and its text.
    Comment(Span, Span),
    /// A document type declaration: [`Tokenizer::doctype`].
    Doctype,
    /// The end of the input, for ever.
    Eof,
}

/// The tokenizer, over one input of less than 4 GiB.
pub struct Tokenizer<'i, 'a> {
    input: &'i [u8],
    at: usize,
    kind: TextKind,
    /// Key of the end tag that ends RCDATA, RAWTEXT or script data.
    awaited: u64,
    /// The attribute lists of all start tags so far.
    pub attributes: ArenaVec<'a, Attribute>,
    /// The most entries that `attributes` gets; further attributes are left out.
    pub max_attributes: usize,
    /// Whether some were.
    pub left_out_attributes: bool,
    /// The last document type declaration. Kept here because it would make every token as large as itself.
    pub doctype: Option<DoctypeToken>,
    seen: super::duplicates::SeenNames<'a>,
}

impl<'i, 'a> Tokenizer<'i, 'a> {
    /// A tokenizer in the data state. Attribute lists go to the end of `attributes`.
    pub fn new(input: &'i [u8], attributes: ArenaVec<'a, Attribute>) -> Self {
        let seen = super::duplicates::SeenNames::new(attributes.bump());
        Tokenizer {
            input,
            at: 0,
            kind: TextKind::Data,
            awaited: 0,
            attributes,
            max_attributes: usize::MAX,
            left_out_attributes: false,
            doctype: None,
            seen,
        }
    }

    /// Switches the state; `awaited` is the name of the end tag that leads back to the data state.
    #[inline]
    pub fn switch_to(&mut self, kind: TextKind, awaited: u64) {
        self.kind = kind;
        self.awaited = awaited;
    }

    /// Whether the awaited end tag is still to come. Takes time linear in the rest of the input.
    pub fn has_awaited_end_tag(&self) -> bool {
        self.raw_text_end() < self.input.len()
    }

    /// Moves on to what looks like markup. For recovery from a script or style sheet that does not end.
    pub fn skip_to_markup(&mut self) {
        let looks_like_markup =
            |at: usize| matches!(self.input.get(at + 1), Some(b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!'));
        let mut at = scan::find_byte(self.input, self.at, b'<');
        while at < self.input.len() && !looks_like_markup(at) {
            at = scan::find_byte(self.input, at + 1, b'<');
        }
        self.at = at;
    }

    /// The next token. `in_foreign` says that the adjusted current node is not an HTML element, which makes
    /// `<![CDATA[` begin a CDATA section.
    ///
    /// Written out where it is called, so that what kind of token it is need not be asked again.
    #[inline(always)]
    pub fn next(&mut self, in_foreign: bool) -> Token {
        if self.kind != TextKind::Data
            && let Some(token) = self.next_raw_text()
        {
            return token;
        }
        loop {
            let start = self.at;
            scan::read_ahead(self.input, start);
            if start >= self.input.len() {
                return Token::Eof;
            }
            if self.input[start] != b'<' {
                return self.text(start, start);
            }
            match self.input.get(start + 1) {
                Some(b'a'..=b'z' | b'A'..=b'Z') => {
                    let Some(tag) = self.start_tag(start) else { return self.finish() };
                    return Token::Start(tag);
                }
                Some(b'/') => match self.input.get(start + 2) {
                    Some(b'a'..=b'z' | b'A'..=b'Z') => {
                        let Some(tag) = self.end_tag(start) else { return self.finish() };
                        return Token::End(tag);
                    }
                    Some(b'>') => self.skip_empty_end_tag(),
                    None => return self.text_from_less_than(start),
                    Some(_) => return self.bogus_comment(start, start + 2),
                },
                Some(b'!') => return self.markup_declaration(start, in_foreign),
                Some(b'?') => return self.bogus_comment(start, start + 1),
                _ => return self.text_from_less_than(start),
            }
        }
    }

    /// Goes past `</>`, which is nothing. By itself, as a loop over a register would cost every token.
    #[cold]
    #[inline(never)]
    fn skip_empty_end_tag(&mut self) {
        self.at += 3;
    }

    /// The same of an HTML element, for callers that ask seldom: a call, not some kilobytes of code.
    #[inline(never)]
    pub fn next_in_html(&mut self) -> Token {
        self.next(false)
    }

    /// The input ended within a tag: the tag is dropped.
    fn finish(&mut self) -> Token {
        self.at = self.input.len();
        Token::Eof
    }

    /// Text that begins with a `<`.
    #[cold]
    #[inline(never)]
    fn text_from_less_than(&mut self, start: usize) -> Token {
        self.text(start, start + 1)
    }

    /// Text of the data state from `start`; the bytes before `from` are known to be text.
    #[inline(always)]
    fn text(&mut self, start: usize, from: usize) -> Token {
        let mut at = from;
        let mut letters = start;
        let mut all_blank = false;
        if from == start && scan::is_space(self.input[from]) {
            at = scan::skip_space(self.input, from);
            letters = at;
            all_blank = self.input.get(at).is_none_or(|&byte| byte == b'<');
        }
        loop {
            if self.input.get(at) != Some(&b'<') {
                at = scan::find_byte(self.input, at, b'<');
            }
            match self.input.get(at + 1) {
                // A `</` that ends the input is text.
                Some(&byte) if scan::begins_markup(byte) && (at + 2 < self.input.len() || byte != b'/') => break,
                Some(_) => {
                    all_blank = false;
                    at += 1;
                }
                None => {
                    all_blank &= at >= self.input.len();
                    at = self.input.len();
                    break;
                }
            }
        }
        self.at = at;
        let (start, end, letters) = (start as u32, at as u32, letters as u32);
        Token::Text(TextToken { start, kind: TextKind::Data, blank: all_blank, end, letters })
    }

    /// Text of any other state; `None` if there is none before the awaited end tag.
    fn next_raw_text(&mut self) -> Option<Token> {
        let (start, kind) = (self.at, self.kind);
        let end = self.raw_text_end();
        if kind == TextKind::CData {
            self.at = (end + 3).min(self.input.len());
        } else {
            self.at = end;
        }
        self.kind = TextKind::Data;
        if end == start {
            return None;
        }
        let letters = scan::skip_space(self.input, start).min(end);
        let (start, end, letters) = (start as u32, end as u32, letters as u32);
        Some(Token::Text(TextToken { start, kind, blank: letters == end, end, letters }))
    }

    /// Where the text of the current state ends: at its end tag, at `]]>`, or at the end of the input.
    fn raw_text_end(&self) -> usize {
        match self.kind {
            TextKind::Data => self.at,
            TextKind::PlainText => self.input.len(),
            TextKind::CData => self.cdata_end(),
            TextKind::ScriptData => self.script_end(),
            TextKind::RcData | TextKind::RawText => {
                let mut at = scan::find_byte(self.input, self.at, b'<');
                while at < self.input.len() && !self.is_end_tag(at, self.awaited) {
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

    /// Whether `</name` and the end of a tag name stand at `at`.
    #[inline]
    fn is_end_tag(&self, at: usize, name: u64) -> bool {
        self.input.get(at + 1) == Some(&b'/') && self.is_name(at + 2, name)
    }

    fn is_name(&self, from: usize, name: u64) -> bool {
        // The awaited names have at most nine letters; a longer stretch is not one of them.
        let limit = self.input.len().min(from + 16);
        if from >= limit {
            return false;
        }
        match self.input[from..limit].iter().position(|&b| scan::ends_tag_name(b)) {
            Some(len) => name_key(&self.input[from..from + len]) == name,
            None => false,
        }
    }

    /// The end of script data: its escaped and double escaped states (HTML 13.2.5.15 to 13.2.5.31).
    fn script_end(&self) -> usize {
        const SCRIPT: u64 = name_key(b"script");
        let input = self.input;
        let mut at = self.at;
        loop {
            at = scan::find_byte(input, at, b'<');
            if at >= input.len() || self.is_end_tag(at, self.awaited) {
                return at;
            }
            if !input[at..].starts_with(b"<!--") {
                at += 1;
                continue;
            }
            // The dashes of `<!--` may be those of `-->`.
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
                } else if self.is_end_tag(at, self.awaited) {
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
    /// Inlined, like all that it calls, so that the token is put together in registers and written once.
    #[inline(always)]
    fn start_tag(&mut self, start: usize) -> Option<TagToken> {
        let (tag, key, name_end) = self.tag_name(start + 1);
        self.seen.begin_tag();
        let first = self.attributes.len();
        let mut self_closing = false;
        let mut known = 0;
        let mut at = name_end;
        loop {
            // Between attributes: the common case is one space, or the end.
            let mut byte = *self.input.get(at)?;
            if byte == b'>' {
                break;
            }
            if byte == b' ' {
                at += 1;
                byte = *self.input.get(at)?;
            }
            if !scan::ends_tag_name(byte) {
                let (name, after) = self.attribute(at, first)?;
                known |= name.bit();
                at = after;
            } else if byte == b'/' {
                at += 1;
                if *self.input.get(at)? == b'>' {
                    self_closing = true;
                    break;
                }
            } else if byte != b'>' {
                at = scan::skip_space(self.input, at);
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

    /// The name that begins at `from`: its tag, its key, and its end.
    #[inline(always)]
    fn tag_name(&self, from: usize) -> (Tag, u64, usize) {
        if let Some((key, end)) = short_name_at(self.input, from, |byte| (byte == b'>') | (byte == b' ')) {
            return (from_short_key(key), key, end);
        }
        let end = scan::tag_name_end(self.input, from);
        let key = name_key_at(self.input, from, end);
        (from_key(key, &self.input[from..end]), key, end)
    }

    /// One attribute at `at`, added to the list that begins at `first`; gives its name and the position after it.
    #[inline(always)]
    fn attribute(&mut self, at: usize, first: usize) -> Option<(Name, usize)> {
        scan::read_ahead(self.input, at);
        let (key, name_end, (value, after)) = match short_name_at(self.input, at, |byte| byte == b'=') {
            Some((key, name_end)) => (key, name_end, self.value_after_equals(name_end + 1)?),
            None => {
                // A `=` in front is part of the name.
                let name_end = scan::attribute_name_end(self.input, at + 1);
                (name_key_at(self.input, at, name_end), name_end, self.attribute_value(name_end)?)
            }
        };
        let mut name = Name::from_key(key);
        if !self.seen.is_new(self.attributes.len() - first, key) {
            return Some((name, after));
        }
        if self.attributes.len() < self.attributes.capacity() || self.make_room_for_attribute() {
            self.attributes.push(Attribute {
                name_start: at as u32,
                value_start: value.start,
                value_end: value.end,
                name_len: (name_end - at).min(u16::MAX as usize) as u16,
                name,
                flags: 0,
            });
        } else {
            name = Name::OTHER;
        }
        Some((name, after))
    }

    /// Whether there is room for another attribute, now that the table is full.
    #[cold]
    #[inline(never)]
    fn make_room_for_attribute(&mut self) -> bool {
        let len = self.attributes.len();
        self.left_out_attributes |= len >= self.max_attributes;
        let more = len.max(16).min(self.max_attributes.saturating_sub(len));
        self.attributes.reserve_exact(more);
        more > 0
    }

    /// The value after an attribute name that ends at `name_end`, and the position after it.
    #[inline(always)]
    fn attribute_value(&self, name_end: usize) -> Option<(Span, usize)> {
        let mut at = name_end;
        if *self.input.get(at)? != b'=' {
            at = scan::skip_space(self.input, at);
            if *self.input.get(at)? != b'=' {
                return Some((Span { start: name_end as u32, end: name_end as u32 }, at));
            }
        }
        self.value_after_equals(at + 1)
    }

    /// The value after a `=`, which ends at `at`, and the position after it.
    #[inline(always)]
    fn value_after_equals(&self, mut at: usize) -> Option<(Span, usize)> {
        let mut byte = *self.input.get(at)?;
        if scan::is_space(byte) {
            at = scan::skip_space(self.input, at);
            byte = *self.input.get(at)?;
        }
        match byte {
            b'"' | b'\'' => {
                let end = scan::find_byte(self.input, at + 1, byte);
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

    /// Position of the `>` of an end tag whose name ends at `at`; what stands between is dropped.
    #[cold]
    fn end_tag_end(&self, mut at: usize) -> Option<usize> {
        while *self.input.get(at)? != b'>' {
            if scan::is_space(self.input[at]) || self.input[at] == b'/' {
                at += 1;
            } else {
                let name_end = scan::attribute_name_end(self.input, at + 1);
                at = self.attribute_value(name_end)?.1;
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
            self.kind = TextKind::CData;
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
                // Dashes that could have begun the end are not part of the text.
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
