//! The parser alone: bytes to a tree, without text, blocks or mask.

use super::{Analyzer, Input};
use crate::base::error::Error;
use crate::base::limits::{CancelToken, Limits};
use crate::document::{OwnedDocument, Tree};
use crate::options::Options;

/// Parses pages into trees and does nothing else: no text, no blocks, no mask. It reuses its memory for the next page, as
/// an [`Analyzer`] does; use one per thread.
///
/// The tree is the standard's, with all texts of whitespace; an analysis leaves some out ([`Document::tree`](
/// crate::Document::tree)). [`Limits`] apply, and [`Tree::truncation`] tells which were reached.
///
/// ```
/// use blockmask::{Limits, Parser};
///
/// let html = b"<!DOCTYPE html><p>Rain <b title=a&amp;b>fell</b>.";
/// let mut parser = Parser::new(Limits::default());
/// let tree = parser.parse(html)?;
/// let b = tree.nodes().find(|node| node.name() == "b").unwrap();
/// assert_eq!(&html[b.start_tag().unwrap()], b"<b title=a&amp;b>");
/// assert_eq!(b.attribute("title").unwrap().value(), "a&b");
/// assert_eq!(b.parent().unwrap().name(), "p");
/// assert_eq!(b.text(), "fell");
/// # Ok::<(), blockmask::Error>(())
/// ```
#[derive(Default)]
pub struct Parser {
    analyzer: Analyzer,
}

impl Parser {
    /// Creates a parser. It does not allocate before the first page.
    pub fn new(limits: Limits) -> Parser {
        Parser { analyzer: Analyzer::new(Options { limits, ..Options::default() }) }
    }

    /// Parses a page: any bytes, in any encoding.
    ///
    /// # Errors
    /// As for [`Analyzer::analyze`].
    pub fn parse<'a>(&'a mut self, bytes: &'a [u8]) -> Result<Tree<'a>, Error> {
        self.parse_input(Input::new(bytes))
    }

    /// Parses a page with hints, of which only the charset matters.
    ///
    /// # Errors
    /// As for [`Analyzer::analyze`].
    pub fn parse_input<'a, S>(&'a mut self, input: Input<'_, &'a S>) -> Result<Tree<'a>, Error>
    where
        S: AsRef<[u8]> + ?Sized,
    {
        self.run(input, None)
    }

    /// Parses a fragment: markup that is the content of an element, such as what is assigned to `innerHTML`. `context` is
    /// the name of the element: `body`, `td`, or in another namespace `svg path`, `math mi`. Its nodes are the children
    /// of the document, without `html`, `head` or `body` around them.
    ///
    /// ```
    /// use blockmask::{Input, Limits, Parser};
    ///
    /// let mut parser = Parser::new(Limits::default());
    /// let tree = parser.parse_fragment(Input::new("<td>1<td>2"), "tr")?;
    /// assert_eq!(tree.root().children().map(|node| node.text()).collect::<Vec<_>>(), ["1", "2"]);
    /// assert!(tree.root().children().all(|node| node.name() == "td"));
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Analyzer::analyze`].
    pub fn parse_fragment<'a, S>(&'a mut self, input: Input<'_, &'a S>, context: &str) -> Result<Tree<'a>, Error>
    where
        S: AsRef<[u8]> + ?Sized,
    {
        self.run(input, Some(context))
    }

    /// Parses a page, or with a context element a fragment, to a document that owns its memory and has nothing but the
    /// [tree](crate::Document::tree).
    ///
    /// # Errors
    /// As for [`Analyzer::analyze_owned`].
    pub fn parse_owned<S: AsRef<[u8]>>(
        &mut self,
        input: Input<'_, S>,
        context: Option<&str>,
    ) -> Result<OwnedDocument<S>, Error> {
        self.analyzer.analyze_owned_input(Input { hints: input.hints.for_tree(context), ..input })
    }

    /// Takes the memory of a document for the next pages, and returns its page; see [`Analyzer::reuse`].
    pub fn reuse<S>(&mut self, document: OwnedDocument<S>) -> S {
        self.analyzer.reuse(document)
    }

    /// A token with which other threads can cancel parsing.
    pub fn cancel_token(&mut self) -> CancelToken {
        self.analyzer.cancel_token()
    }

    fn run<'a, S>(&'a mut self, input: Input<'_, &'a S>, context: Option<&str>) -> Result<Tree<'a>, Error>
    where
        S: AsRef<[u8]> + ?Sized,
    {
        let hints = input.hints.for_tree(context);
        self.analyzer.analyze_bytes(input.source.as_ref(), hints).map(|document| document.tree())
    }
}
