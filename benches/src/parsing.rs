//! Tokenizer and tree construction alone, as the analyzer runs them.

use blockmask::internals::arena::Bump;
use blockmask::internals::arena::Vec as ArenaVec;
use blockmask::internals::html::token::{Token, TokenizerState};
use blockmask::internals::html::tokenizer::Tokenizer;
use blockmask::internals::html::{ParseOptions, Tag};
use blockmask::internals::page::{BOUNDARIES, gap};

/// The parse options of the analyzer.
pub fn parse_options() -> ParseOptions {
    ParseOptions { boundaries: &BOUNDARIES, omit_blanks_after: gap::BLOCK, ..ParseOptions::default() }
}

/// An arena that is retained between pages, as in the analyzer.
#[derive(Default)]
pub struct RetainedArena {
    bump: Bump,
}

impl RetainedArena {
    /// Resets the arena, and grows it if a page of `len` bytes would not fit.
    pub fn reset_for(&mut self, len: usize) -> &Bump {
        self.bump.reset();
        if self.bump.chunk_capacity() < 2 * len + (64 << 10) {
            self.bump = Bump::with_capacity(2 * len + (64 << 10));
        }
        &self.bump
    }
}

/// Runs the tokenizer alone, switching its states as tree construction would. Returns the number of tokens.
pub fn tokenize(arena: &Bump, bytes: &[u8]) -> usize {
    let attributes = ArenaVec::with_capacity_in(bytes.len() / 48 + 64, arena);
    let mut tokens = 0;
    Tokenizer::new(bytes, attributes).run(|tokenizer, token| {
        if let Token::Start(tag) = token
            && let Some(kind) = text_kind(tag.tag)
        {
            tokenizer.switch_to(kind, tag.key);
        }
        tokens += 1;
    });
    tokens
}

#[inline]
fn text_kind(tag: Tag) -> Option<TokenizerState> {
    match tag {
        Tag::SCRIPT => Some(TokenizerState::ScriptData),
        Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES => Some(TokenizerState::RawText),
        Tag::TITLE | Tag::TEXTAREA => Some(TokenizerState::RcData),
        Tag::PLAINTEXT => Some(TokenizerState::PlainText),
        _ => None,
    }
}
