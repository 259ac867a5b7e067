//! The class `Page`.

use crate::analyzed::Analyzed;
use crate::collect;
use crate::dict;
use crate::error;
use crate::facts;
use crate::fingerprint::Fingerprint;
use crate::groups;
use crate::joined::JoinedText;
use crate::offsets::argument;
use crate::pool::Pool;
use crate::request::Request;
use crate::tree::Tree;
use crate::values::{FlagSet, Named, slice};
use blockmask::{
    Document, EncodingSource, FactOptions, Fallbacks, Field, MarkdownOptions, PageKind, PageLayout, Parts,
    PassageOptions, Truncation,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::sync::Arc;

/// The results for one page.
///
/// Offsets in `text` are in characters. Offsets in the page as it was passed in (`source_start`, `source_end`,
/// `source`, `main_regions`) are in bytes if it was bytes, and in characters if it was a str. So `html[block.source]` is
/// always what a block was made from, and `page.text[block.text_range]` its text.
///
/// A page keeps its HTML and its tables. Attributes and methods make Python objects from them on demand. A page can be
/// compared, printed and pickled.
///
/// >>> import blockmask
/// >>> html = b"<nav><a href=/>Home</a></nav><p>Rain fell on the city for the third day, and the river rose."
/// >>> page = blockmask.analyze(html)
/// >>> for block in page.blocks:
/// ...     print(block.field, block.weight, block.text)
/// link 2 Home
/// text 4 Rain fell on the city for the third day, and the river rose.
/// >>> page.html[page.blocks[0].source]
/// b'Home'
#[pyclass(frozen, module = "blockmask")]
pub struct Page {
    request: Request,
    pool: Arc<Pool>,
    analyzed: Arc<Analyzed>,
    text: PyOnceLock<Py<PyString>>,
    blocks: Rows,
    segments: Rows,
    links: Rows,
    images: Rows,
    annotations: Rows,
    comments: Rows,
    layout_areas: Rows,
    visual_areas: Rows,
}

/// A tuple of rows, made when it is first asked for.
type Rows = PyOnceLock<Py<PyTuple>>;

impl Page {
    /// Analyzes a page.
    pub fn new(py: Python<'_>, request: Request, pool: Arc<Pool>) -> PyResult<Page> {
        let analyzed = Arc::new(request.analyze(py, &pool)?);
        Ok(Page {
            request,
            pool,
            analyzed,
            text: PyOnceLock::new(),
            blocks: Rows::new(),
            segments: Rows::new(),
            links: Rows::new(),
            images: Rows::new(),
            annotations: Rows::new(),
            comments: Rows::new(),
            layout_areas: Rows::new(),
            visual_areas: Rows::new(),
        })
    }

    /// What it was made of, and the analyzers that did it.
    pub fn request(&self) -> (&Request, &Pool) {
        (&self.request, &self.pool)
    }

    /// Its address, if it is known.
    pub fn address(&self) -> Option<&str> {
        self.request.address.as_deref()
    }

    /// Its document, or an exception unless these parts were computed.
    pub fn require(&self, py: Python<'_>, parts: Parts) -> PyResult<&Document<'_>> {
        let document = self.document();
        let missing = Parts::from_bits(parts.bits() & !document.parts().bits());
        if missing.is_empty() { Ok(document) } else { Err(error::not_computed(py, missing)) }
    }

    fn document(&self) -> &Document<'_> {
        self.analyzed.document()
    }

    /// A tuple of rows, which are collected while other threads of Python run.
    fn tuple<'py, T>(
        &self,
        py: Python<'py>,
        rows: &Rows,
        collect: fn(&Analyzed) -> Vec<T>,
    ) -> PyResult<Bound<'py, PyTuple>>
    where
        T: Send + IntoPyObject<'py>,
    {
        let make = || PyTuple::new(py, self.analyzed.make(py, || collect(&self.analyzed))?).map(Bound::unbind);
        Ok(rows.get_or_try_init(py, make)?.bind(py).clone())
    }
}

#[pymethods]
impl Page {
    /// The page as it was passed in; a copy of its bytes if they could have changed since (`bytearray`, `mmap`).
    #[getter]
    fn html(&self, py: Python<'_>) -> Py<PyAny> {
        self.request.source.object().clone_ref(py)
    }

    /// The text of the whole page: whitespace collapsed, character references decoded, blocks separated by line feeds.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.text.get_or_init(py, || PyString::new(py, self.document().text()).unbind()).bind(py).clone()
    }

    /// The tree that was analyzed.
    #[getter]
    fn tree(&self) -> Tree {
        Tree::new(Arc::clone(&self.analyzed))
    }

    /// The main text: the headline and all blocks that are not template, separated by line feeds.
    #[getter]
    fn main_text(&self, py: Python<'_>) -> PyResult<String> {
        self.analyzed.make(py, || self.document().main_text().into_text())
    }

    /// The text of the first `title` element in the head; None if there is none.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.document().title()
    }

    /// The headline that the page shows; None if it shows none. Its block has the flag "headline".
    #[getter]
    fn headline(&self) -> Option<&str> {
        self.document().headline().map(|block| block.text())
    }

    /// The most probable kind of the page, such as "article" or "forum"; None unless the mask is "learned".
    #[getter]
    fn kind(&self) -> Option<Named<PageKind>> {
        self.document().kind().map(Named)
    }

    /// The probability of each kind, 0 to 1; empty unless the mask is "learned".
    #[getter]
    fn kind_probabilities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict::kind_probabilities(py, &self.analyzed)
    }

    /// The name of its encoding, such as "UTF-8" or "windows-1252"; "UTF-8" if it was passed in as a str.
    #[getter]
    fn encoding(&self) -> &str {
        self.document().encoding()
    }

    /// How its encoding was determined, such as "bom", "meta" or "detector"; "hint" if it was passed in as a str.
    #[getter]
    fn encoding_source(&self) -> Named<EncodingSource> {
        Named(self.document().encoding_source())
    }

    /// The names of the limits that cut the analysis short, such as "nodes" for `max_nodes`; empty if none did.
    #[getter]
    fn truncation(&self) -> FlagSet<Truncation> {
        FlagSet(self.document().truncation())
    }

    /// The names of what was made content because hardly any text would have been content otherwise: "template",
    /// "comments", "no-index", "hidden", "metadata" or "rules"; empty on nearly all pages.
    #[getter]
    fn fallbacks(&self) -> FlagSet<Fallbacks> {
        FlagSet(self.document().fallbacks())
    }

    /// Whether the page was parsed by more forgiving rules, because an element swallowed much of its text.
    #[getter]
    fn is_recovered(&self) -> bool {
        self.document().is_recovered()
    }

    /// The names of the parts that were computed: the option `parts`, and what those parts need.
    #[getter]
    fn parts(&self) -> FlagSet<Parts> {
        FlagSet(self.document().parts())
    }

    /// The blocks, in the order of the source.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.tuple(py, &self.blocks, collect::blocks)
    }

    /// The segments, in the order of the source: neighboring text of similar density.
    /// Raises `NotComputedError` without the part "segments".
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.require(py, Parts::SEGMENTS)?;
        self.tuple(py, &self.segments, collect::segments)
    }

    /// Where the repeated records of the page are, by tag path sequence: none, one or two slices of the source.
    /// Raises `NotComputedError` without the part "region".
    #[getter]
    fn main_regions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.require(py, Parts::REGION)?;
        let regions = collect::main_regions(&self.analyzed).into_iter().map(|region| slice(py, region));
        PyTuple::new(py, regions.collect::<PyResult<Vec<_>>>()?)
    }

    /// The links, in the order of the source.
    #[getter]
    fn links<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.tuple(py, &self.links, collect::links)
    }

    /// The images with an alternative text, in source order. An engine may index that text as a separate field.
    /// Raises `NotComputedError` without the part "structure".
    #[getter]
    fn images<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.require(py, Parts::STRUCTURE)?;
        self.tuple(py, &self.images, collect::images)
    }

    /// The formulas of the page and the readings of its text, by the place of that text.
    ///
    /// >>> import blockmask
    /// >>> page = blockmask.analyze("<p>その<ruby>地震<rt>じしん</rt></ruby>は<math alttext='M_7'><mi>M</mi></math>だった。")
    /// >>> [(found.annotation_type, page.text[found.text_range], found.text) for found in page.annotations]
    /// [('reading', '地震', 'じしん'), ('formula', 'M_7', 'M_7')]
    #[getter]
    fn annotations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.tuple(py, &self.annotations, collect::annotations)
    }

    /// The hashes of the main text and of the structure, to find duplicates and near-duplicates. Raises
    /// `NotComputedError` without the part "fingerprint".
    #[getter]
    fn fingerprint(&self, py: Python<'_>) -> PyResult<Fingerprint> {
        let fingerprint = self.document().fingerprint().copied().map(Fingerprint);
        fingerprint.ok_or_else(|| error::not_computed(py, Parts::FINGERPRINT))
    }

    /// What the page consists of: "article", "article-with-comments" or "multiple"; None without `style_density`.
    #[getter]
    fn page_layout(&self) -> Option<Named<PageLayout>> {
        self.document().page_layout().map(Named)
    }

    /// What readers wrote under the article, whatever the option `comments` says; a thread has none.
    ///
    /// >>> import blockmask
    /// >>> story = "<p>Rain fell on the city for the third day, and the river rose by two metres over night." * 9
    /// >>> comment = "<b>Ann</b> <time>2 May 2026</time><p>My cellar is full of water, and nobody answers the phone."
    /// >>> comments = f"<div class=comments><h2>1 comment</h2><div class=comment>{comment}</div></div>"
    /// >>> html = f"<article><h1>Rain</h1>{story}</article>{comments}"
    /// >>> [(comment.author, comment.date, comment.text) for comment in blockmask.analyze(html).comments]
    /// [('Ann', '2 May 2026', 'My cellar is full of water, and nobody answers the phone.')]
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.tuple(py, &self.comments, collect::comments)
    }

    /// The areas of the layout: the article, its comments, or the posts of a thread; empty without `style_density`.
    #[getter]
    fn layout_areas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.tuple(py, &self.layout_areas, collect::layout_areas)
    }

    /// The visual areas, such as headline, author and date by visual style; empty without the option `visual`.
    #[getter]
    fn visual_areas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.tuple(py, &self.visual_areas, collect::visual_areas)
    }

    /// The page as weighted runs of text, for engines with a loop over terms: one for each block that the option
    /// `comments` does not leave out.
    fn runs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, collect::runs(&self.analyzed))
    }

    /// The main text with a map back to the page: the texts of the blocks that are not template, separated by line feeds.
    fn join_main_text(slf: &Bound<'_, Self>) -> PyResult<JoinedText> {
        let analyzed = &slf.get().analyzed;
        let joined = analyzed.make(slf.py(), || analyzed.document().main_text())?;
        Ok(JoinedText::new(slf.clone().into_any().unbind(), Arc::clone(analyzed), None, joined))
    }

    /// Joins the texts of the blocks in these fields, such as "title" and "h1", separated by line feeds.
    #[pyo3(signature = (*fields))]
    fn join_fields(slf: &Bound<'_, Self>, fields: &Bound<'_, PyTuple>) -> PyResult<JoinedText> {
        let names = fields.iter().map(|field| Ok(field.extract::<Named<Field>>()?.0));
        let names: Vec<Field> = names.collect::<PyResult<_>>()?;
        let analyzed = &slf.get().analyzed;
        let joined = analyzed.make(slf.py(), || analyzed.document().join_fields(&names))?;
        let fields = Some(fields.clone().unbind());
        Ok(JoinedText::new(slf.clone().into_any().unbind(), Arc::clone(analyzed), fields, joined))
    }

    /// Where the character of `text` at an offset is in the page as it was passed in.
    fn map_text_offset(&self, offset: i64) -> PyResult<usize> {
        let at = argument("offset", offset)?;
        Ok(self.analyzed.source_of_text(at..at).start)
    }

    /// Where a range of characters of `text` is in the page as it was passed in, for highlighting. A character
    /// reference is never cut, and offsets beyond the text are treated like its end.
    ///
    /// >>> import blockmask
    /// >>> html = b"<p>Caf&eacute; <b>noir</b> at noon"
    /// >>> page = blockmask.analyze(html)
    /// >>> start = page.text.find("Caf\u00e9")
    /// >>> html[page.map_text_range(start, start + 4)]
    /// b'Caf&eacute;'
    fn map_text_range<'py>(&self, py: Python<'py>, start: i64, stop: i64) -> PyResult<Bound<'py, PyAny>> {
        let range = argument("start", start)?..argument("stop", stop)?;
        slice(py, self.analyzed.source_of_text(range))
    }

    /// The fragment of an address that leads to a range of characters of `text`, to be appended to the address of the
    /// page: on `#:~:text=` and percent-encoded words a browser scrolls to the range and marks it. If words do not tell
    /// where the range is, `#` and the nearest `id` before it, or nothing.
    ///
    /// >>> import blockmask
    /// >>> page = blockmask.analyze("<p>Rain fell, and the river rose by two metres.")
    /// >>> start = page.text.find("river")
    /// >>> page.text_fragment(start, start + 10)
    /// '#:~:text=river%20rose'
    fn text_fragment(&self, py: Python<'_>, start: i64, stop: i64) -> PyResult<String> {
        let range = argument("start", start)?..argument("stop", stop)?;
        Ok(py.detach(|| self.analyzed.text_fragment(range)))
    }

    /// The main content as normalized HTML.
    fn to_html(&self, py: Python<'_>) -> PyResult<String> {
        let document = self.require(py, Parts::MASK)?;
        self.analyzed.make(py, || document.main_html())
    }

    /// The main text as Markdown: CommonMark, with tables.
    ///
    /// >>> import blockmask
    /// >>> html = "<h1>How to bake bread</h1><p>Flour, <b>water</b> and salt, and time enough for the dough \
    /// ... to rise twice, once in the bowl and once in its form."
    /// >>> print(blockmask.analyze(html).to_markdown())
    /// # How to bake bread
    /// <BLANKLINE>
    /// Flour, **water** and salt, and time enough for the dough to rise twice, once in the bowl and once in its form.
    /// <BLANKLINE>
    #[pyo3(signature = (*, links=true, images=false))]
    fn to_markdown(&self, py: Python<'_>, links: bool, images: bool) -> PyResult<String> {
        let mut options = MarkdownOptions::default();
        (options.links, options.images) = (links, images);
        let document = self.require(py, Parts::STRUCTURE)?;
        self.analyzed.make(py, || document.markdown(&options).into_text())
    }

    /// The main text as Markdown, as `to_markdown` returns it, and for each block in it a pair: the index of the block,
    /// and its slice of the Markdown, in characters. The slice has all lines of the block, with the markers of a
    /// heading or of code. All blocks of a table have the slice of the whole table. Then what truncated it: `output` if
    /// targets of links, lists, quotations or tables are missing, but none of the text, because of `max_output`.
    ///
    /// >>> import blockmask
    /// >>> html = "<h1>The river</h1><p>Rain fell on the <b>city</b> for the third day."
    /// >>> page = blockmask.analyze(html)
    /// >>> markdown, blocks, truncation = page.to_markdown_with_blocks()
    /// >>> for index, part in blocks:
    /// ...     print(page.blocks[index].source, markdown[part])
    /// slice(4, 13, None) # The river
    /// slice(21, 68, None) Rain fell on the **city** for the third day.
    #[pyo3(signature = (*, links=true, images=false))]
    fn to_markdown_with_blocks<'py>(
        &self,
        py: Python<'py>,
        links: bool,
        images: bool,
    ) -> PyResult<(String, Bound<'py, PyList>, FlagSet<Truncation>)> {
        let mut options = MarkdownOptions::default();
        (options.links, options.images) = (links, images);
        let document = self.require(py, Parts::STRUCTURE)?;
        let (text, ranges, truncation) = self.analyzed.make(py, || collect::markdown(document, &options))?;
        let blocks = ranges.into_iter().map(|(block, range)| Ok((block, slice(py, range)?)));
        Ok((text, PyList::new(py, blocks.collect::<PyResult<Vec<_>>>()?)?, FlagSet(truncation)))
    }

    /// The main text with an empty line between paragraphs, and with its line breaks.
    fn to_text(&self, py: Python<'_>) -> PyResult<String> {
        let document = self.require(py, Parts::STRUCTURE)?;
        self.analyzed.make(py, || document.plain_text())
    }

    /// The text in passages of at most `max_tokens` tokens, each of which repeats at most `overlap_tokens` of the one
    /// before. They respect sentences, headings, lists, tables and code. Besides the main text they have what else a query
    /// may ask for, such as links in the page, but no menus, legal text and comments that are left out; with `main_only`
    /// they have the main text.
    ///
    /// >>> import blockmask
    /// >>> html = "<p>Rain fell on the city for the third day! The river rose, and the old bridge was closed."
    /// >>> for passage in blockmask.analyze(html).passages(max_tokens=12):
    /// ...     print(passage.tokens, passage.text)
    /// 9 Rain fell on the city for the third day!
    /// 9 The river rose, and the old bridge was closed.
    ///
    /// `token_starts`, for the tokens of another tokenizer, are the offsets in `text` at which they begin, ascending.
    ///
    /// >>> import re
    /// >>> page = blockmask.analyze(html)
    /// >>> starts = [token.start() for token in re.finditer(r"\w{1,4}", page.text)]
    /// >>> [passage.tokens for passage in page.passages(max_tokens=12, token_starts=starts)]
    /// [10, 12]
    #[pyo3(signature = (*, max_tokens=256, overlap_tokens=0, main_only=false, token_starts=None))]
    fn passages<'py>(
        &self,
        py: Python<'py>,
        max_tokens: u32,
        overlap_tokens: u32,
        main_only: bool,
        token_starts: Option<Vec<usize>>,
    ) -> PyResult<Bound<'py, PyList>> {
        if max_tokens == 0 {
            return Err(PyValueError::new_err("max_tokens=0: must be 1 or more"));
        }
        let mut options = PassageOptions::default();
        (options.max_tokens, options.overlap_tokens, options.main_only) = (max_tokens, overlap_tokens, main_only);
        self.require(py, Parts::STRUCTURE | Parts::SEGMENTS)?;
        let passages =
            self.analyzed.make(py, || collect::passages(&self.analyzed, &options, token_starts.as_deref()))?;
        let passages =
            passages.ok_or_else(|| PyValueError::new_err("token_starts: must be ascending offsets in text"))?;
        PyList::new(py, passages)
    }

    /// What the page says about itself to search engines: the directives of its author, its canonical address, dates
    /// and other metadata. `x_robots_tag` has the values of these headers, one per line; the directives for the
    /// crawlers in `agents` apply in addition to the directives for all; `exclusion_attributes` are attributes that
    /// exclude an element from the index; `headers` are other headers, each `name: value` on a line, of which
    /// `Link`, `X-Robots-Tag`, `Content-Language`, `Content-Usage`, `Content-Signal`, `tdm-reservation` and `tdm-policy`
    /// are read. With `properties` the result has all values that the page declares about entities in JSON-LD, microdata and RDFa Lite.
    ///
    /// >>> import blockmask
    /// >>> html = "<meta name=robots content=nofollow><meta property=article:published_time content=2026-05-02><p>Rain"
    /// >>> facts = blockmask.analyze(html).facts(x_robots_tag="noarchive")
    /// >>> facts["robots"]["rules"]
    /// ['nofollow', 'noarchive']
    /// >>> facts["published"]
    /// {'date': '2026-05-02', 'confidence': 0.91, 'origin': 'meta', 'source_start': 81, 'source_end': 91}
    #[pyo3(signature = (*, x_robots_tag="", agents=None, exclusion_attributes=None, headers="", properties=false))]
    fn facts<'py>(
        &self,
        py: Python<'py>,
        x_robots_tag: &str,
        agents: Option<Vec<String>>,
        exclusion_attributes: Option<Vec<String>>,
        headers: &str,
        properties: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (agents, attributes) = (agents.unwrap_or_default(), exclusion_attributes.unwrap_or_default());
        let agents: Vec<&str> = agents.iter().map(String::as_str).collect();
        let attributes: Vec<&str> = attributes.iter().map(String::as_str).collect();
        let mut options = FactOptions::default();
        (options.x_robots_tag, options.headers, options.properties) = (x_robots_tag, headers, properties);
        (options.agents, options.exclusion_attributes) = (&agents, &attributes);
        self.require(py, Parts::MASK)?;
        let facts = self.analyzed.make(py, || facts::of(&self.analyzed, &options))?;
        facts::to_dict(py, &facts)
    }

    /// The records of the main list of the page, such as search results, offers or the posts of a thread: for each the
    /// slice of the page that holds its text, and the slice of its blocks.
    ///
    /// >>> import blockmask
    /// >>> offer = "<li><h3>%s</h3><p>The river guide in its third edition.<b>12.50</b></li>"
    /// >>> html = "<h1>Maps</h1><ul>" + "".join(offer % river for river in ("Rhine", "Main", "Neckar")) + "</ul>"
    /// >>> page = blockmask.analyze(html, mask="density")
    /// >>> for source, blocks in page.records():
    /// ...     print(html[source][:10], [block.text for block in page.blocks[blocks]][0])
    /// Rhine</h3> Rhine
    /// Main</h3>< Main
    /// Neckar</h3 Neckar
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.require(py, Parts::MASK)?;
        let records = self.analyzed.make(py, || collect::records(&self.analyzed))?;
        let slices = records.into_iter().map(|(source, blocks)| Ok((slice(py, source)?, slice(py, blocks)?)));
        PyList::new(py, slices.collect::<PyResult<Vec<_>>>()?)
    }

    /// The repeated parts of the page, by place, and what they are: comments, posts, offers, teasers, menus. The items
    /// have author, date, rating and price, where the page shows them, as the JSON of the command line has them.
    ///
    /// >>> import blockmask
    /// >>> offer = "<li><h3><a href=/x>%s</a></h3><p>The river guide in its third edition.</p><b>$12.50</b></li>"
    /// >>> html = "<h1>Maps</h1><ul>" + "".join(offer % river for river in ("Rhine", "Main", "Neckar")) + "</ul>"
    /// >>> [group] = blockmask.analyze(html).groups()
    /// >>> group["group_kind"], [item["price"] for item in group["items"]]
    /// ('offers', ['$12.50', '$12.50', '$12.50'])
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.require(py, Parts::MASK)?;
        let json = self.analyzed.make(py, || groups::json(&self.analyzed))?;
        groups::to_value(py, json)
    }

    /// The cells of the data tables of the page, in its order, each with its headers, which are indices of cells: by
    /// `headers`, `scope` and `th` as HTML says, and guessed where a table has none of them.
    ///
    /// >>> import blockmask
    /// >>> page = blockmask.analyze("<table><tr><td><th>Rain<tr><th>Monday<td>30 mm</table>")
    /// >>> cell = page.table_cells()[3]
    /// >>> cell["row"], cell["column"], cell["headers"]
    /// (1, 1, [1, 2])
    fn table_cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.require(py, Parts::STRUCTURE)?;
        let json = self.analyzed.make(py, || groups::table_cells(&self.analyzed))?;
        groups::to_value(py, json)
    }

    /// The quality of the main text: whether a crawler should keep it or hand the page to a slower tool.
    ///
    /// >>> import blockmask
    /// >>> blockmask.analyze("<title>404 Not Found</title><h1>Not Found</h1>").quality()
    /// {'score': 0.1, 'reason': 'error-page'}
    fn quality<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let document = self.require(py, Parts::MASK)?;
        let json = self.analyzed.make(py, || serde_json::to_string(&document.quality()))?;
        groups::to_value(py, json)
    }

    /// The language of the main text, by its letters, or else as declared.
    ///
    /// >>> import blockmask
    /// >>> blockmask.analyze("<p>Am dritten Tag fiel Regen auf die Stadt.").page_language()["language"]
    /// 'de'
    fn page_language<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = self.analyzed.make(py, || serde_json::to_string(&self.analyzed.document().page_language()))?;
        groups::to_value(py, json)
    }

    /// The language of each block, template or not, by its index.
    fn block_languages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = self.analyzed.make(py, || serde_json::to_string(&self.analyzed.document().block_languages()))?;
        groups::to_value(py, json)
    }

    /// The counts of the main text, by which corpora are filtered. Without the mask all text is main text.
    ///
    /// >>> import blockmask
    /// >>> blockmask.analyze("<p>Rain fell on the city. The river rose.").counts()["sentences"]
    /// 2
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = self.analyzed.make(py, || serde_json::to_string(&self.analyzed.document().counts()))?;
        groups::to_value(py, json)
    }

    /// The counts of each block, template or not, by its index.
    ///
    /// >>> import blockmask
    /// >>> page = blockmask.analyze("<p>Rain fell.<p>The river rose.")
    /// >>> [counts["words"] for counts in page.block_counts()]
    /// [2, 3]
    fn block_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = self.analyzed.make(py, || serde_json::to_string(&self.analyzed.document().block_counts()))?;
        groups::to_value(py, json)
    }

    /// The main region as normalized HTML.
    fn pruned_html(&self, py: Python<'_>) -> PyResult<String> {
        let document = self.require(py, Parts::REGION)?;
        self.analyzed.make(py, || document.pruned_html())
    }

    /// What is on the page as plain dicts, lists, strings and numbers, with the names that the command line prints as
    /// JSON; what `Page.facts`, `Page.quality`, `Page.counts`, `Page.records` and `Page.groups` find is not part of it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.analyzed.unless_cancelled(py, || dict::of_page(py, &self.analyzed))
    }

    /// Cancels what other threads are making of this page: their calls raise `CancelledError`. The page stays, and later
    /// calls succeed.
    fn cancel(&self) {
        self.analyzed.cancel();
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("blockmask._notebook")?.call_method1("page_html", (slf,))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let value = |name: &str| Ok::<_, PyErr>(slf.getattr(name)?.repr()?.to_string());
        let blocks = slf.get().document().blocks().len();
        Ok(format!("Page(title={}, kind={}, blocks={blocks})", value("title")?, value("kind")?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Page) -> PyResult<bool> {
        let (this, that) = (self.document(), other.document());
        let is_same_page =
            self.request.source.is_text() == other.request.source.is_text() && this.bytes() == that.bytes();
        Ok(is_same_page && this.parts() == that.parts() && self.to_dict(py)?.eq(other.to_dict(py)?)?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("blockmask._native")?.getattr("_reduce_page")?.call1((slf,))
    }
}
