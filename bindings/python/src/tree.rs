//! The classes `Tree`, `Node`, `Attribute` and `Selector`.

use crate::analyzed::Analyzed;
use crate::error::exception;
use crate::options;
use crate::request::Request;
use crate::rows::Block;
use crate::values::{FlagSet, slice};
use blockmask::Truncation;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The tree of a page, read-only: a sequence of its nodes in document order. Node 0 is the document.
///
/// Of a `Page`, whose tree lacks whitespace between two blocks, or of `blockmask.parse`. All slices are of the page as it
/// was passed in: in bytes if it was bytes, and in characters if it was a str.
///
/// >>> import blockmask
/// >>> html = "<ul><li><a href='/?a&amp;b'>One</a><li>Two</ul>"
/// >>> tree = blockmask.parse(html)
/// >>> [node.name for node in tree if node.kind == "element"]
/// ['html', 'head', 'body', 'ul', 'li', 'a', 'li']
/// >>> a = next(node for node in tree if node.name == "a")
/// >>> a.get("href"), html[a.attributes[0].value_source], html[a.start_tag], a.text
/// ('/?a&b', '/?a&amp;b', "<a href='/?a&amp;b'>", 'One')
#[pyclass(frozen, module = "blockmask", sequence)]
pub struct Tree {
    analyzed: Arc<Analyzed>,
}

impl Tree {
    /// The tree of an analyzed page.
    pub fn new(analyzed: Arc<Analyzed>) -> Tree {
        Tree { analyzed }
    }

    fn node(&self, index: usize) -> Node {
        Node { analyzed: Arc::clone(&self.analyzed), index }
    }
}

#[pymethods]
impl Tree {
    /// The document, which is node 0.
    #[getter]
    fn root(&self) -> Node {
        self.node(0)
    }

    /// The names of the limits that cut the page short, such as "nodes" for `max_nodes`; empty if none did.
    #[getter]
    fn truncation(&self) -> FlagSet<Truncation> {
        FlagSet(self.analyzed.document().truncation())
    }

    /// The element that contains a block of the page.
    fn node_of(&self, block: &Bound<'_, Block>) -> PyResult<Node> {
        let index = block.getattr("index")?.extract()?;
        let document = self.analyzed.document();
        let block = document.block(index).ok_or_else(|| PyIndexError::new_err("no such block"))?;
        Ok(self.node(block.node()))
    }

    /// The elements that a selector matches, in document order: a `Selector`, or the text of one.
    ///
    /// Raises LimitReachedError for a crafted selector that takes too many steps.
    #[pyo3(signature = (selector, /))]
    fn select(&self, py: Python<'_>, selector: AnySelector<'_>) -> PyResult<Vec<Node>> {
        self.node(0).select(py, selector)
    }

    fn __len__(&self) -> usize {
        self.analyzed.document().tree().nodes().len()
    }

    fn __iter__(&self) -> Nodes {
        Nodes { analyzed: Arc::clone(&self.analyzed), next: AtomicUsize::new(0) }
    }

    fn __getitem__(&self, index: isize) -> PyResult<Node> {
        let len = self.__len__();
        let index = if index < 0 { len.checked_add_signed(index) } else { usize::try_from(index).ok() };
        let index = index.filter(|&index| index < len);
        index.map(|index| self.node(index)).ok_or_else(|| PyIndexError::new_err("no such node"))
    }
}

/// A CSS selector, compiled once: of Selectors Level 4 what a document without scripts and users has.
///
/// Raises ValueError, which names the byte of the selector, for what is none. Any number of threads may use it.
///
/// >>> import blockmask
/// >>> items = blockmask.Selector("ul > li:not(.ad)")
/// >>> [node.text for node in blockmask.parse("<ul><li class=ad>1<li>2</ul>").select(items)]
/// ['2']
#[pyclass(frozen, module = "blockmask")]
pub struct Selector {
    selector: blockmask::Selector,
    text: String,
}

#[pymethods]
impl Selector {
    #[new]
    #[pyo3(signature = (selector, /))]
    fn new(selector: String) -> PyResult<Selector> {
        let compiled = compiled(&selector)?;
        Ok(Selector { selector: compiled, text: selector })
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Selector({:?})", self.text)
    }
}

fn compiled(selector: &str) -> PyResult<blockmask::Selector> {
    blockmask::Selector::parse(selector).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A selector, or the text of one.
#[derive(FromPyObject)]
pub enum AnySelector<'py> {
    Compiled(Bound<'py, Selector>),
    Text(String),
}

/// Asks a page with a selector, without the interpreter.
fn ask<T: Send>(
    py: Python<'_>,
    selector: &AnySelector<'_>,
    ask: impl FnOnce(&blockmask::Selector) -> Result<T, blockmask::Error> + Send,
) -> PyResult<T> {
    let found = match selector {
        AnySelector::Compiled(selector) => {
            let selector = &selector.get().selector;
            py.detach(|| ask(selector))
        }
        AnySelector::Text(text) => {
            let selector = compiled(text)?;
            py.detach(|| ask(&selector))
        }
    };
    found.map_err(|error| exception(py, &error))
}

/// The nodes of a tree, one after the other.
#[pyclass(frozen, module = "blockmask")]
struct Nodes {
    analyzed: Arc<Analyzed>,
    next: AtomicUsize,
}

#[pymethods]
impl Nodes {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<Node> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        let is_node = index < self.analyzed.document().tree().nodes().len();
        is_node.then(|| Node { analyzed: Arc::clone(&self.analyzed), index })
    }
}

/// A node of a `Tree`. It keeps its page alive.
#[pyclass(frozen, module = "blockmask")]
pub struct Node {
    analyzed: Arc<Analyzed>,
    /// The index in the tree.
    #[pyo3(get)]
    index: usize,
}

impl Node {
    fn read<T>(&self, read: impl FnOnce(blockmask::Node<'_, '_>) -> T) -> T {
        let tree = self.analyzed.document().tree();
        // An index that the tree gave.
        read(tree.node(self.index).unwrap_or(tree.root()))
    }

    fn other(&self, other: impl FnOnce(blockmask::Node<'_, '_>) -> Option<usize>) -> Option<Node> {
        let index = self.read(other)?;
        Some(Node { analyzed: Arc::clone(&self.analyzed), index })
    }

    fn slice<'py>(&self, py: Python<'py>, range: Range<usize>) -> PyResult<Bound<'py, PyAny>> {
        slice(py, self.analyzed.source(range))
    }
}

#[pymethods]
impl Node {
    /// What it is: "document", "doctype", "element", "text", "comment" or "processing-instruction".
    #[getter]
    fn kind(&self) -> &'static str {
        self.read(|node| node.kind().name())
    }

    /// The name of an element as in the DOM, such as "div" or "foreignObject"; of a document type; the target of a
    /// processing instruction; empty for others.
    #[getter]
    fn name(&self) -> String {
        self.read(|node| node.name().into_owned())
    }

    /// The namespace of an element: "html", "svg" or "mathml".
    #[getter]
    fn namespace(&self) -> &'static str {
        self.read(|node| node.namespace().name())
    }

    /// Its depth in the tree; 0 for the document.
    #[getter]
    fn depth(&self) -> u16 {
        self.read(|node| node.depth())
    }

    /// Its parent; None for the document.
    #[getter]
    fn parent(&self) -> Option<Node> {
        self.other(|node| node.parent().map(|node| node.index()))
    }

    /// Its first child; None if it has none.
    #[getter]
    fn first_child(&self) -> Option<Node> {
        self.other(|node| node.first_child().map(|node| node.index()))
    }

    /// Its next sibling; None if it is the last.
    #[getter]
    fn next_sibling(&self) -> Option<Node> {
        self.other(|node| node.next_sibling().map(|node| node.index()))
    }

    /// One past the index of its last descendant.
    #[getter]
    fn subtree_end(&self) -> usize {
        self.read(|node| node.subtree_end())
    }

    /// Its children.
    #[getter]
    fn children(&self) -> Vec<Node> {
        let indices: Vec<usize> = self.read(|node| node.children().map(|child| child.index()).collect());
        indices.into_iter().map(|index| Node { analyzed: Arc::clone(&self.analyzed), index }).collect()
    }

    /// Where it is: from its start tag to its end tag, or where it was closed.
    #[getter]
    fn source<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.slice(py, self.read(|node| node.source()))
    }

    /// Where its start tag is; None if that is implied, and for nodes that are no elements.
    #[getter]
    fn start_tag<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.read(|node| node.start_tag()).map(|range| self.slice(py, range)).transpose()
    }

    /// What is between its tags, or the delimiters of a comment.
    #[getter]
    fn content<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.slice(py, self.read(|node| node.content()))
    }

    /// Where its end tag is; None if that is implied, and for nodes that are no elements.
    #[getter]
    fn end_tag<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.read(|node| node.end_tag()).map(|range| self.slice(py, range)).transpose()
    }

    /// Its attributes, in source order.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let attributes: Vec<Attribute> = self.read(|node| {
            let attribute = |found: blockmask::Attribute<'_, '_>| Attribute {
                name: found.name().into_owned(),
                value: found.value(),
                name_source: self.analyzed.source(found.name_source()),
                value_source: self.analyzed.source(found.value_source()),
            };
            node.attributes().map(attribute).collect()
        });
        PyTuple::new(py, attributes)
    }

    /// The value of an attribute, character references decoded; `default` if it has none of this name.
    #[pyo3(signature = (name, default = None))]
    fn get(&self, name: &str, default: Option<String>) -> Option<String> {
        self.read(|node| node.attribute(name).map(|attribute| attribute.value())).or(default)
    }

    /// Its text, decoded: of a text or comment its own, of a processing instruction its data, of an element or the document
    /// the text of all its descendants.
    #[getter]
    fn text(&self) -> String {
        self.read(|node| node.text())
    }

    /// The public identifier of a document type declaration; None if there is none.
    #[getter]
    fn public_id(&self) -> Option<String> {
        self.read(|node| node.public_id())
    }

    /// The system identifier of a document type declaration; None if there is none.
    #[getter]
    fn system_id(&self) -> Option<String> {
        self.read(|node| node.system_id())
    }

    /// The blocks that have characters in it, as a slice of `Page.blocks`.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        slice(py, self.read(|node| node.blocks()))
    }

    /// The descendants that a selector matches, in document order; `:scope` is this node.
    #[pyo3(signature = (selector, /))]
    fn select(&self, py: Python<'_>, selector: AnySelector<'_>) -> PyResult<Vec<Node>> {
        let indices = ask(py, &selector, |selector| {
            self.read(|node| Ok(node.select(selector)?.iter().map(|found| found.index()).collect::<Vec<_>>()))
        })?;
        Ok(indices.into_iter().map(|index| Node { analyzed: Arc::clone(&self.analyzed), index }).collect())
    }

    /// Whether a selector matches this element.
    #[pyo3(signature = (selector, /))]
    fn matches(&self, py: Python<'_>, selector: AnySelector<'_>) -> PyResult<bool> {
        ask(py, &selector, |selector| self.read(|node| node.matches(selector)))
    }

    /// The element itself, or the innermost one around it, that a selector matches; None if there is none.
    #[pyo3(signature = (selector, /))]
    fn closest(&self, py: Python<'_>, selector: AnySelector<'_>) -> PyResult<Option<Node>> {
        let index =
            ask(py, &selector, |selector| self.read(|node| Ok(node.closest(selector)?.map(|found| found.index()))))?;
        Ok(index.map(|index| Node { analyzed: Arc::clone(&self.analyzed), index }))
    }

    fn __eq__(&self, other: &Node) -> bool {
        Arc::ptr_eq(&self.analyzed, &other.analyzed) && self.index == other.index
    }

    fn __hash__(&self) -> usize {
        self.index
    }

    fn __repr__(&self) -> String {
        format!("Node({}, {:?}, {:?})", self.index, self.kind(), self.name())
    }
}

/// An attribute of an element.
#[pyclass(frozen, module = "blockmask")]
pub struct Attribute {
    /// Its name as in the DOM, such as "class", "viewBox" or "xlink:href".
    #[pyo3(get)]
    name: String,
    /// Its value, character references decoded; empty if there is none.
    #[pyo3(get)]
    value: String,
    name_source: Range<usize>,
    value_source: Range<usize>,
}

#[pymethods]
impl Attribute {
    /// Where its name is.
    #[getter]
    fn name_source<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        slice(py, self.name_source.clone())
    }

    /// Where its value is as written, without quotes.
    #[getter]
    fn value_source<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        slice(py, self.value_source.clone())
    }

    fn __repr__(&self) -> String {
        format!("Attribute({:?}, {:?})", self.name, self.value)
    }
}

/// Parses a page to a `Tree` and does nothing else: no text, no blocks, no mask.
///
/// `html` and `charset` are as for `extract`. `context` is None for a whole document; for a fragment it is the name of the
/// element whose content it is, such as "body", "td", "svg path" or "math mi", and the nodes are children of the document.
/// Of the options only the limits matter.
///
/// >>> import blockmask
/// >>> [node.text for node in blockmask.parse("<td>1<td>2", context="tr").root.children]
/// ['1', '2']
#[pyfunction]
#[pyo3(signature = (html, *, context = None, charset = None, **options))]
pub fn parse(
    html: &Bound<'_, PyAny>,
    context: Option<&str>,
    charset: Option<String>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Tree> {
    let py = html.py();
    let pool = options::pool(py, options)?;
    let request = Request::new(html, charset, None, &pool)?;
    Ok(Tree::new(Arc::new(request.parse(py, &pool, context)?)))
}
