//! The tokens, as spans of the input, and the states in which text is read.

use super::tags::Tag;

/// The tokenizer states between which tree construction switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum TokenizerState {
    /// The data state.
    Data,
    /// The RCDATA state: character references, and no tag but the expected end tag.
    RcData,
    /// The RAWTEXT state: no character references, and no tag but the expected end tag.
    RawText,
    /// The script data state, with its escaped states.
    ScriptData,
    /// The PLAINTEXT state: text to the end of the page.
    PlainText,
    /// The CDATA section state.
    CData,
}

/// A start or end tag. Offsets are into the input.
///
/// `start` and `end` are not adjacent: loading them as one word right after two stores would defeat store forwarding.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TagToken {
    /// The name as a number ([`name_key`](super::names::name_key)), which distinguishes unknown names.
    pub key: u64,
    /// The `<`.
    pub start: u32,
    /// The first entry in the attribute table, or [`NONE`](super::node::NONE). End tags have none.
    pub attributes: u32,
    /// One past the `>`.
    pub end: u32,
    /// One past the name, which begins after `<` or `</`.
    pub name_end: u32,
    /// The name, if it is a known one.
    pub tag: Tag,
    /// Whether the start tag ends with `/>`.
    pub self_closing: bool,
    /// A bitmask of the most common attributes that it has: their [`Name::bit`](super::attributes::Name::bit)s.
    pub known: u16,
}

/// A run of text. Offsets are into the input.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TextToken {
    /// First byte.
    pub start: u32,
    /// The state in which it was read, which determines how it is decoded.
    pub state: TokenizerState,
    /// Whether all of it is HTML whitespace before decoding.
    pub is_whitespace: bool,
    /// One past the last byte.
    pub end: u32,
    /// The first byte that is not HTML whitespace before decoding, or one past the last byte.
    pub first_non_space: u32,
}

/// A byte range, `[start, end)`.
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
    /// The complete declaration.
    pub span: Span,
    /// The name as in the source.
    pub name: Option<Span>,
    /// The public identifier, without quotes.
    pub public_id: Option<Span>,
    /// The system identifier, without quotes.
    pub system_id: Option<Span>,
    /// The force-quirks flag.
    pub force_quirks: bool,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub enum Token {
    /// Text; never empty.
    Text(TextToken),
    /// A start tag.
    Start(TagToken),
    /// An end tag.
    End(TagToken),
    /// A comment: its span, and the span of its text.
    Comment(Span, Span),
    /// A document type declaration: [`Tokenizer::doctype`](super::tokenizer::Tokenizer::doctype).
    Doctype,
    /// The end of the input; all further tokens are equal.
    Eof,
}
