//! Blocks: the unit that an indexer stores.

use super::density::Density;

/// A maximal text that no tag interrupts but phrasing ones, so that `<b>` and `<span>` do not cut a sentence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Block {
    /// Bytes of the normalized text, `[start, end)`.
    pub text: (u32, u32),
    /// Bytes of the UTF-8 view of the page, from the first to the last character of the text.
    pub source: (u32, u32),
    /// Tokens.
    pub tokens: u32,
    /// Tokens that begin inside a link.
    pub linked_tokens: u32,
    /// Lines when wrapped at the configured width.
    pub lines: u32,
    /// Characters of the normalized text, as Unicode scalar values.
    pub characters: u32,
    /// Tokens per line (spec 1.4).
    pub density: Density,
    /// The nearest element that is not phrasing content: its node index.
    pub container: u32,
    /// The node of its first text.
    pub first_text: u32,
    /// The fragments in it, `[first, end)`.
    pub fragments: (u32, u32),
    /// See [`super::flag`].
    pub flags: u16,
    /// Depth of the container.
    pub depth: u16,
    /// 1 to 6 inside `h1` to `h6`, else 0.
    pub heading: u8,
}

impl Block {
    /// Linked tokens over tokens; 0 without tokens.
    pub fn link_density(&self) -> f64 {
        if self.tokens == 0 { 0.0 } else { f64::from(self.linked_tokens) / f64::from(self.tokens) }
    }
}
