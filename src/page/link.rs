//! Links: stretches of text inside `a` with an `href`.

/// One stretch of linked text. A link that spans several blocks has one entry in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Bytes of the normalized text, `[start, end)`.
    pub text: (u32, u32),
    /// Bytes of the UTF-8 view of the page.
    pub source: (u32, u32),
    /// The `a` element.
    pub node: u32,
}
