//! Exports the features of visual areas computed from a real layout: `export_layout FILE... > layout.jsonl`. Files may
//! be compressed by gzip; `-` reads their names from standard input.
//!
//! Blitz lays out each page on a canvas of 1000 by 800 pixels with the system's fonts, without external style sheets
//! and images, like the approximate layout. Every text is wrapped into its own element, whose boxes are queried
//! afterwards. The output has one JSON object per page: the file, the features of its areas in hexadecimal, the number
//! of texts and of those that Blitz renders, and the time. The features are missing if Blitz failed on the page.

#[path = "../../lab/src/pages.rs"]
mod pages;

use blitz_dom::{DocumentConfig, Node as LaidOut};
use blitz_html::HtmlDocument;
use blitz_traits::shell::{ColorScheme, Viewport};
use blockmask::internals::arena::Bump;
use blockmask::internals::html::{Tag, Tree};
use blockmask::internals::visual::{Geometry, Rect, feature_rows_with_geometry};
use blockmask::{Analyzer, Document, Options};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The attribute that holds the index of our node.
const NODE_INDEX: &str = "data-bm";
/// The element around each text.
const WRAPPER: &str = "bm-t";
/// The stack size in bytes; Blitz recurses over the tree.
const STACK_SIZE: usize = 1 << 30;

fn main() -> io::Result<()> {
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(export)?;
    worker.join().unwrap_or_else(|_| Err(io::Error::other("the worker thread panicked")))
}

fn export() -> io::Result<()> {
    // Blitz prints diagnostics to standard output, so the results are written at the end.
    let mut lines = Vec::new();
    let mut analyzer = Analyzer::new(Options::default());
    pages::each_page(|file, bytes| {
        let document = analyzer.analyze(bytes).map_err(io::Error::other)?;
        let found = catch_unwind(AssertUnwindSafe(|| record(&document)));
        let mut found = found.unwrap_or_else(|_| json!({}));
        found["file"] = file.into();
        lines.push(found.to_string());
        Ok(())
    })?;
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out)?;
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    out.flush()
}

fn record(document: &Document) -> Value {
    let start = Instant::now();
    let page = document.page();
    let boxes = Boxes::of(&page.tree);
    let milliseconds = start.elapsed().as_millis() as u64;
    let arena = Bump::new();
    let rows = feature_rows_with_geometry(&arena, page, &boxes);
    let hex = |row: &[u8]| {
        row.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    };
    let features: Vec<String> = rows.iter().map(|(_, row)| hex(row)).collect();
    let shown = boxes.texts.iter().filter(|lines| !lines.is_empty()).count();
    json!({ "features": features, "shown": shown, "texts": boxes.wrapped, "ms": milliseconds })
}

/// The boxes that Blitz computed, by our node.
struct Boxes {
    texts: Vec<Vec<Rect>>,
    elements: Vec<Option<Rect>>,
    /// The number of wrapped texts.
    wrapped: usize,
}

impl Geometry for Boxes {
    fn lines(&self, text: u32) -> &[Rect] {
        self.texts.get(text as usize).map_or(&[], Vec::as_slice)
    }

    fn element(&self, node: u32) -> Option<Rect> {
        self.elements.get(node as usize).copied().flatten()
    }
}

impl Boxes {
    fn of(tree: &Tree<'_>) -> Boxes {
        let (html, wrapped) = instrumented(tree);
        let viewport = Viewport::new(1000, 800, 1.0, ColorScheme::Light);
        // Relative URLs without a base would be an error.
        let base_url = Some("http://page.invalid/".to_owned());
        let config = DocumentConfig { viewport: Some(viewport), base_url, ..DocumentConfig::default() };
        let mut laid_out = HtmlDocument::from_html(&html, config);
        laid_out.resolve(0.0);
        let count = tree.nodes.len();
        let mut boxes = Boxes { texts: vec![Vec::new(); count], elements: vec![None; count], wrapped };
        for (id, node) in laid_out.tree().iter() {
            let Some(number) = node_index(node).filter(|&number| number < count) else { continue };
            let rects = laid_out.node_client_rects(id);
            let rects = rects.iter().map(|rect| {
                let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(|pixels| pixels as i32);
                Rect { x, y, width, height }
            });
            if tree.nodes[number].tag == Tag::TEXT {
                boxes.texts[number] = rects.filter(|rect| rect.width > 0 && rect.height > 0).collect();
            } else {
                boxes.elements[number] = rects.into_iter().next();
            }
        }
        boxes
    }
}

fn node_index(node: &LaidOut) -> Option<usize> {
    let attribute = node.attrs()?.iter().find(|attribute| *attribute.name.local == *NODE_INDEX)?;
    attribute.value.parse().ok()
}

/// The page with the node index as an attribute of every start tag and with every text wrapped, and the number of
/// texts.
fn instrumented(tree: &Tree<'_>) -> (String, usize) {
    const RAW: [Tag; 6] = [Tag::SCRIPT, Tag::STYLE, Tag::TITLE, Tag::TEXTAREA, Tag::OPTION, Tag::NOSCRIPT];
    let source = tree.source;
    let mut insertions: Vec<(usize, String)> = Vec::new();
    let mut wrapped = 0;
    for (number, node) in tree.nodes.iter().enumerate() {
        let (start, end) = (node.start as usize, node.end as usize);
        if node.tag == Tag::TEXT {
            let is_raw = tree.nodes.get(node.parent as usize).is_some_and(|parent| RAW.contains(&parent.tag));
            if !is_raw && source[start..end].iter().any(|byte| !byte.is_ascii_whitespace()) {
                insertions.push((start, format!("<{WRAPPER} {NODE_INDEX}={number}>")));
                insertions.push((end, format!("</{WRAPPER}>")));
                wrapped += 1;
            }
        } else if node.tag.is_element() {
            let name = tree.raw_name(node);
            let after = start + 1 + name.len();
            let is_tag = source.get(start) == Some(&b'<')
                && source.get(start + 1..after).is_some_and(|found| found.eq_ignore_ascii_case(name))
                && source.get(after).is_some_and(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'));
            if is_tag && !name.is_empty() {
                insertions.push((after, format!(" {NODE_INDEX}={number}")));
            }
        }
    }
    insertions.sort_by_key(|insertion| insertion.0);
    let (mut html, mut at) = (Vec::with_capacity(2 * source.len()), 0);
    for (position, text) in &insertions {
        html.extend_from_slice(&source[at..*position]);
        html.extend_from_slice(text.as_bytes());
        at = *position;
    }
    html.extend_from_slice(&source[at..]);
    (String::from_utf8_lossy(&html).into_owned(), wrapped)
}
