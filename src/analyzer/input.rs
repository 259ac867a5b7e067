//! A page with what is known about it.

/// The bytes of a page, and what is known about them. The page is borrowed as long as its [`Document`](crate::Document)
/// lives, the rest is not.
///
/// ```
/// use blockmask::{Analyzer, Input, Options};
///
/// let mut analyzer = Analyzer::new(Options::default());
/// let input = Input::new(b"<p>Caf\xe9</p>").charset("iso-8859-1").address("https://example.org/menu.html");
/// let page = analyzer.analyze_input(input)?;
/// assert_eq!(page.text().trim_end(), "Caf\u{e9}");
/// # Ok::<(), blockmask::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Input<'a, 'h> {
    pub(crate) bytes: &'a [u8],
    pub(crate) hints: Hints<'h>,
}

/// What is known about a page besides its bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hints<'h> {
    pub charset: Option<&'h str>,
    pub address: Option<&'h str>,
}

impl<'a, 'h> Input<'a, 'h> {
    /// A page: any bytes, in any encoding.
    pub fn new(bytes: &'a [u8]) -> Input<'a, 'h> {
        Input { bytes, hints: Hints::default() }
    }

    /// The charset that came with the page, such as that of HTTP's `Content-Type`. Unknown labels are ignored, and a
    /// byte order mark takes precedence.
    #[must_use]
    pub fn charset(self, charset: &'h str) -> Input<'a, 'h> {
        Input { hints: Hints { charset: Some(charset), ..self.hints }, ..self }
    }

    /// The address (URL) from which the page came, absolute. It tells links within the page from links to other pages;
    /// see [`Field`](crate::Field). The canonical address that the page declares serves, too.
    #[must_use]
    pub fn address(self, address: &'h str) -> Input<'a, 'h> {
        Input { hints: Hints { address: Some(address), ..self.hints }, ..self }
    }
}
