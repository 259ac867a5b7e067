//! Links: ranges of text inside an `a` element with an `href`.

/// A range of linked text. A link that spans several blocks has an entry for each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Bytes of the normalized text, `[start, end)`.
    pub text: (u32, u32),
    /// Bytes of the UTF-8 view of the page.
    pub source: (u32, u32),
    /// Node index of the `a` element.
    pub node: u32,
}
