//! Target `tokenizer`: the first byte selects the initial state, the rest is the input.
//!
//! Tokens are in bounds and in order. For UTF-8 input they equal html5ever's.

use crate::support::json_tokens::InitialState;
use crate::support::{oracle, ours};
use blockmask::internals::arena::{Bump, Vec as ArenaVec};
use blockmask::internals::html::attributes::Name;
use blockmask::internals::html::names::name_key;
use blockmask::internals::html::node::Attribute;
use blockmask::internals::html::token::{Span, TagToken, Token, TokenizerState};
use blockmask::internals::html::tokenizer::Tokenizer;

/// The initial states, by our names and by the names in the tests, with the last start tag.
const STATES: [(TokenizerState, InitialState, Option<&str>); 8] = [
    (TokenizerState::Data, InitialState::Data, None),
    (TokenizerState::RcData, InitialState::Rcdata, Some("title")),
    (TokenizerState::RcData, InitialState::Rcdata, Some("textarea")),
    (TokenizerState::RawText, InitialState::RawText, Some("style")),
    (TokenizerState::RawText, InitialState::RawText, None),
    (TokenizerState::ScriptData, InitialState::ScriptData, Some("script")),
    (TokenizerState::PlainText, InitialState::PlainText, Some("plaintext")),
    (TokenizerState::CData, InitialState::CdataSection, None),
];

/// Tokenizes the input.
pub fn run(data: &[u8]) -> bool {
    let Some((&first, input)) = data.split_first() else { return false };
    let (kind, state, last) = STATES[usize::from(first) % STATES.len()];
    // " " is never a tag name: without a last start tag no end tag is appropriate.
    let expected_end_tag = name_key(last.unwrap_or(" ").as_bytes());
    check_spans(input, kind, expected_end_tag, first & 8 != 0);
    if let Ok(text) = std::str::from_utf8(input) {
        assert_eq!(ours::tokenize(text, state, last), oracle::tokenize(text, state, last));
    }
    true
}

/// Checks that tokens are in order and within the input.
fn check_spans(input: &[u8], kind: TokenizerState, expected_end_tag: u64, in_foreign: bool) {
    let arena = Bump::new();
    let mut tokenizer = Tokenizer::new(input, ArenaVec::new_in(&arena));
    tokenizer.switch_to(kind, expected_end_tag);
    let (mut end, mut attributes) = (0, 0);
    loop {
        let span = match tokenizer.next(in_foreign) {
            Token::Eof => break,
            Token::Text(text) => Span { start: text.start, end: text.end },
            Token::Start(tag) => {
                attributes += check_attributes(&tag, &tokenizer.attributes[attributes..]);
                Span { start: tag.start, end: tag.end }
            }
            Token::End(tag) => Span { start: tag.start, end: tag.end },
            Token::Comment(whole, text) => {
                assert!(
                    whole.start <= text.start && text.start <= text.end && text.end <= whole.end,
                    "{whole:?} {text:?}"
                );
                whole
            }
            Token::Doctype => {
                let doctype = tokenizer.doctype.expect("the current declaration");
                for part in [doctype.name, doctype.public_id, doctype.system_id].into_iter().flatten() {
                    let inside = doctype.span.start <= part.start && part.end <= doctype.span.end;
                    assert!(inside && part.start <= part.end, "{part:?} of {:?}", doctype.span);
                }
                doctype.span
            }
        };
        assert!(end <= span.start && span.start < span.end, "a token at {span:?}, after {end}");
        assert!(span.end as usize <= input.len(), "a token at {span:?} of {}", input.len());
        end = span.end;
    }
    assert!(matches!(tokenizer.next(in_foreign), Token::Eof), "a token after the end of input");
}

/// Checks that the attributes of a tag are in order and within it. Returns their number.
fn check_attributes(tag: &TagToken, added: &[Attribute]) -> usize {
    assert!(tag.start < tag.name_end && tag.name_end < tag.end, "{tag:?}");
    if tag.attributes == blockmask::internals::html::NONE {
        assert!(added.is_empty(), "attributes without an owner");
        return 0;
    }
    let (mut end, mut known) = (tag.name_end, 0);
    for (index, attribute) in added.iter().enumerate() {
        let name_end = attribute.name_start + u32::from(attribute.name_len);
        assert!(end <= attribute.name_start && name_end <= attribute.value_start, "{attribute:?} of {tag:?}");
        assert!(
            attribute.value_start <= attribute.value_end && attribute.value_end < tag.end,
            "{attribute:?} of {tag:?}"
        );
        assert_eq!(attribute.flags & Attribute::LAST != 0, index + 1 == added.len(), "{attribute:?} of {tag:?}");
        known |= Name::bit(attribute.name);
        end = attribute.value_end;
    }
    assert_eq!(known & !tag.known, 0, "the bitmask lacks a known attribute: {tag:?}");
    added.len()
}
