//! A page with hints: charset and address.

use crate::read::html::FragmentContext;

/// The bytes of a page with hints: borrowed as `&S` for [`Analyzer::analyze_input`](crate::Analyzer::analyze_input), or
/// owned as `S` for [`Analyzer::analyze_owned_input`](crate::Analyzer::analyze_owned_input). The document does not
/// borrow the hints.
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
pub struct Input<'h, S> {
    pub(crate) source: S,
    pub(crate) hints: Hints<'h>,
}

/// Hints: what is known about a page besides its bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hints<'h> {
    pub charset: Option<&'h str>,
    pub address: Option<&'h str>,
    /// Nothing but the tree is made.
    pub tree_only: Option<TreeOnly>,
}

/// How a page is parsed that is not analyzed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TreeOnly {
    /// The element whose content it is; `None` for a whole document.
    pub context: Option<FragmentContext>,
}

impl Hints<'_> {
    /// The hints for parsing alone: of a fragment, if the name of an element is given.
    pub fn for_tree(self, context: Option<&str>) -> Self {
        Hints { tree_only: Some(TreeOnly { context: context.map(FragmentContext::from_name) }), ..self }
    }
}

impl<'h, S> Input<'h, S> {
    /// A page: any bytes, in any encoding.
    pub fn new(source: S) -> Input<'h, S> {
        Input { source, hints: Hints::default() }
    }

    /// The charset declared outside the page, such as in the HTTP header `Content-Type`. Unknown labels are ignored,
    /// and a byte order mark takes precedence.
    #[must_use]
    pub fn charset(self, charset: &'h str) -> Input<'h, S> {
        Input { hints: Hints { charset: Some(charset), ..self.hints }, ..self }
    }

    /// A page that is parsed and not analyzed, or a fragment in this element.
    #[cfg(feature = "unstable")]
    pub fn tree_only(self, context: Option<&str>) -> Input<'h, S> {
        Input { hints: self.hints.for_tree(context), ..self }
    }

    /// The absolute address (URL) of the page. It is needed to resolve relative links, and to recognize links within
    /// the page; see [`Field`](crate::Field). Without it, the declared canonical address is used.
    #[must_use]
    pub fn address(self, address: &'h str) -> Input<'h, S> {
        Input { hints: Hints { address: Some(address), ..self.hints }, ..self }
    }
}
