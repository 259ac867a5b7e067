//! The main content as a [`tl::VDom`], for those who want selectors (feature `tl`).
//!
//! `tl` is a fast parser of small ambition: it matches start and end tags byte by byte, knows neither implied end tags
//! nor raw text, and leaves references as they are. Pages as found it gets wrong in most cases, but on the normalized
//! HTML of [`Document::main_html`] it sees the tree that this library saw.
//!
//! ```
//! use blockmask::{Analyzer, Options, tl_dom};
//!
//! let page = b"<P>Rain fell on the city for the third <A HREF='/day'>day</a>, and the river rose.<P><a href=/>Home";
//! let mut analyzer = Analyzer::new(Options::default());
//! let html = tl_dom::main_html(&analyzer.analyze(page)?);
//! let dom = tl_dom::parse_dom(&html).expect("main_html is shorter than 4 GiB");
//! let link = dom.query_selector("a[href]").and_then(|mut links| links.next()).unwrap();
//! assert_eq!(link.get(dom.parser()).unwrap().inner_text(dom.parser()), "day");
//! # Ok::<(), blockmask::Error>(())
//! ```

use crate::Document;

/// The main content as normalized HTML; the same as [`Document::main_html`].
pub fn main_html(document: &Document<'_>) -> String {
    document.main_html()
}

/// Reads normalized HTML. Texts and attribute values of the result have `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&nbsp;` and
/// `&#13;` in them, and the text of a `pre` may begin with a line feed that a browser would not show.
///
/// # Errors
/// If the text has 4 GiB or more.
pub fn parse_dom(html: &str) -> Result<tl::VDom<'_>, tl::ParseError> {
    tl::parse(html, tl::ParserOptions::default())
}
