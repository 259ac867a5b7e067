//! The main content as a [`tl::VDom`], which supports selectors (feature `tl`).
//!
//! `tl` is a fast parser that does not follow the HTML standard: it matches start and end tags byte by byte, knows
//! neither implied end tags nor raw text, and does not decode character references. It misparses most pages in the
//! wild, but on the normalized HTML of [`Document::main_html`](crate::Document::main_html) it builds the tree that this
//! library built.
//!
//! ```
//! use blockmask::{Analyzer, Options, tl_dom};
//!
//! let page = b"<P>Rain fell on the city for the third <A HREF='/day'>day</a>, and the river rose.<P><a href=/>Home";
//! let mut analyzer = Analyzer::new(Options::default());
//! let html = analyzer.analyze(page)?.main_html();
//! let dom = tl_dom::parse_dom(&html).expect("main_html is shorter than 4 GiB");
//! let link = dom.query_selector("a[href]").and_then(|mut links| links.next()).unwrap();
//! assert_eq!(link.get(dom.parser()).unwrap().inner_text(dom.parser()), "day");
//! # Ok::<(), blockmask::Error>(())
//! ```

/// Parses normalized HTML. Texts and attribute values of the result still have `&amp;`, `&lt;`, `&gt;`, `&quot;`,
/// `&nbsp;` and `&#13;` in them, and the text of a `pre` may begin with a line feed that a browser would drop.
///
/// # Errors
/// If the text has 4 GiB or more.
pub fn parse_dom(html: &str) -> Result<tl::VDom<'_>, tl::ParseError> {
    tl::parse(html, tl::ParserOptions::default())
}
