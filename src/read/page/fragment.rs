//! Fragments: the atomic blocks of Block Fusion (Kohlschütter and Nejdl 2008), with their wrapped lines.

/// What a tag adds to the gap between two texts: the bitmask that fragments, blocks and Block Fusion are cut by.
///
/// [`gap::FORCE`] and [`gap::OTHER`] encode the tag sets of the rule-based method (Kohlschütter and Nejdl 2008,
/// equation 8): T_ForceGap, T_NoGap (neither bit) and the rest.
pub mod gap {
    /// A tag that always separates: `h1`-`h6 ul dl ol hr table address img script`.
    pub const FORCE: u8 = 1;
    /// A tag that is in neither list: the densities decide.
    pub const OTHER: u8 = 2;
    /// Any tag but `a`: the fragment ends.
    pub const FRAGMENT: u8 = 4;
    /// A tag that is not phrasing content: the block ends.
    pub const BLOCK: u8 = 8;
    /// A line break or a replaced element: separates words.
    pub const SPACE: u8 = 16;
    /// A drawing or a custom element: separates words, but not a word from punctuation.
    pub const WORD: u8 = 32;
}

/// The text between two neighboring tags other than `a`, with at least one token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fragment {
    /// Bytes of the normalized text, `[start, end)`.
    pub text: (u32, u32),
    /// Bytes of the UTF-8 view of the page, from the first to the last character of the text.
    pub source: (u32, u32),
    /// Wrapped lines, `[first, end)`, numbered over the whole page; never empty.
    pub lines: (u32, u32),
    /// Tokens, `[first, end)`, numbered over the whole page; never empty.
    pub tokens: (u32, u32),
    /// Number of its tokens that begin inside a link.
    pub linked_tokens: u32,
    /// Union of the [`gap`] bits of all tags since the previous fragment.
    pub gap: u8,
}
