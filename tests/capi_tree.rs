//! The tree by the C interface: html5lib-tests, and what rows and strings say about a page.
#![cfg(feature = "capi")]
#![allow(unsafe_code)]

mod support;

use blockmask::capi::{
    analyzer::*, blocks::*, document::*, options::*, selectors::*, start::*, status::*, tables::*, text::*, tree::*,
};
use std::ffi::{CStr, c_char};
use std::mem::zeroed;
use std::ptr::{null, null_mut};
use support::dump::{self, Dump};
use support::html5lib::{SELECTED_CONTENT, run_tree_construction};
use support::{fixture, shared, tree_construction_files};

/// An analyzer whose depth is not limited, and the document of the page it parsed last.
struct Parsed<'p> {
    analyzer: *mut blockmask_analyzer,
    document: *const blockmask_document,
    bytes: &'p [u8],
}

impl<'p> Parsed<'p> {
    fn new(bytes: &'p [u8], context: Option<&str>) -> Parsed<'p> {
        let mut parsed = Parsed { analyzer: null_mut(), document: null(), bytes };
        // SAFETY: variables of the right types and sizes; the page lives as long as the result.
        unsafe {
            let mut options = zeroed();
            assert_eq!(blockmask_init_options(&mut options, size_of::<blockmask_options>()), BLOCKMASK_OK);
            options.max_depth = u16::MAX.into();
            assert_eq!(blockmask_create_analyzer(&options, &mut parsed.analyzer), BLOCKMASK_OK);
        }
        assert_eq!(parsed.parse(context), BLOCKMASK_OK);
        parsed
    }

    fn parse(&mut self, context: Option<&str>) -> blockmask_status {
        let (charset, charset_length) = (c"utf-8".as_ptr(), 5);
        let hints = blockmask_hints {
            size: size_of::<blockmask_hints>(),
            charset,
            charset_length,
            address: null(),
            address_length: 0,
        };
        let (html, length) = (self.bytes.as_ptr().cast(), self.bytes.len());
        let (context, context_length) =
            context.map_or((null(), 0), |name| (name.as_ptr().cast::<c_char>(), name.len()));
        // SAFETY: a page that lives as long as `self`, a name and a variable.
        unsafe { blockmask_parse(self.analyzer, html, length, &hints, context, context_length, &mut self.document) }
    }

    fn table<T>(&self, table: u32) -> &[T] {
        let mut rows = blockmask_table { rows: null(), count: 0, stride: 0 };
        // SAFETY: a document and a variable; the rows are of this type and live as long as the document.
        unsafe {
            assert_eq!(blockmask_get_table(self.document, table, &mut rows), BLOCKMASK_OK);
            assert_eq!(rows.stride, size_of::<T>());
            std::slice::from_raw_parts(rows.rows.cast(), rows.count)
        }
    }

    fn nodes(&self) -> &[blockmask_node] {
        self.table(BLOCKMASK_TABLE_NODES)
    }

    fn string(&self, string: u32, index: usize) -> String {
        let mut length = 0;
        // SAFETY: a document, a buffer of the length that the first call writes, and a variable.
        unsafe {
            let _ = blockmask_write_string(self.document, string, index, null_mut(), 0, &mut length);
            let mut buffer = vec![0u8; length];
            let (pointer, capacity) = (buffer.as_mut_ptr().cast(), length);
            let status = blockmask_write_string(self.document, string, index, pointer, capacity, &mut length);
            assert_eq!(status, BLOCKMASK_OK);
            String::from_utf8(buffer).expect("UTF-8")
        }
    }

    fn dump(&self) -> String {
        let nodes = self.nodes();
        let mut dump = Dump::default();
        let mut indents = vec![0usize; nodes.len()];
        for (index, node) in nodes.iter().enumerate().skip(1) {
            let indent = indents[node.parent as usize];
            indents[index] = indent + 1;
            let (name, text) = (name(node.name, node.name_length), || self.string(BLOCKMASK_STRING_NODE_TEXT, index));
            match node.node_kind {
                BLOCKMASK_NODE_DOCTYPE => {
                    let [public_id, system_id] =
                        [BLOCKMASK_STRING_PUBLIC_ID, BLOCKMASK_STRING_SYSTEM_ID].map(|id| self.string(id, index));
                    dump.doctype(indent, name, &public_id, &system_id);
                }
                BLOCKMASK_NODE_TEXT => dump.text(indent, &text()),
                BLOCKMASK_NODE_COMMENT => dump.comment(indent, &text()),
                // A comment when the tests were written.
                BLOCKMASK_NODE_PROCESSING_INSTRUCTION => {
                    let written = &self.bytes[node.source_start as usize..node.source_end as usize];
                    let written = String::from_utf8_lossy(written).into_owned();
                    dump.comment(indent, written.trim_start_matches('<').trim_end_matches('>'));
                }
                _ => {
                    let prefix = ["", "svg ", "math "][usize::from(node.node_namespace)];
                    dump.element(indent, prefix, name, &mut self.attributes(node));
                    if name == "template" && prefix.is_empty() {
                        dump.template_contents(indent + 1);
                        indents[index] = indent + 2;
                    }
                }
            }
        }
        dump.finish()
    }

    fn attributes(&self, node: &blockmask_node) -> Vec<dump::Attribute> {
        let rows: &[blockmask_attribute] = self.table(BLOCKMASK_TABLE_ATTRIBUTES);
        let mut attributes = Vec::new();
        if node.first_attribute == BLOCKMASK_NONE {
            return attributes;
        }
        let is_foreign = node.node_namespace != BLOCKMASK_NAMESPACE_HTML;
        for (index, row) in rows.iter().enumerate().skip(node.first_attribute as usize) {
            let name = support::public::dumped_name(name(row.name, row.name_length), is_foreign);
            attributes.push(dump::Attribute { name, value: self.string(BLOCKMASK_STRING_ATTRIBUTE_VALUE, index) });
            if row.is_last == 1 {
                break;
            }
        }
        attributes
    }
}

impl Drop for Parsed<'_> {
    fn drop(&mut self) {
        // SAFETY: made by the library, freed once.
        unsafe { blockmask_free_analyzer(self.analyzer) };
    }
}

fn name<'n>(name: *const c_char, length: u32) -> &'n str {
    // SAFETY: a name of a row, whose document lives while the test reads it.
    let bytes = unsafe { std::slice::from_raw_parts(name.cast::<u8>(), length as usize) };
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[allow(clippy::unnecessary_wraps)] // As `run_tree_construction` expects it.
fn dumped(markup: &str, context: Option<&str>) -> Option<String> {
    Some(Parsed::new(markup.as_bytes(), context).dump())
}

#[test]
fn trees_are_the_standards() {
    run_tree_construction("own trees, C", &[fixture("tree.dat"), fixture("standard.dat")], &[], dumped);
    let Some(folder) = shared("html5lib-tests") else { return };
    run_tree_construction("html5lib trees, C", &tree_construction_files(&folder), SELECTED_CONTENT, dumped);
}

#[test]
fn rows_say_where_nodes_are() {
    let html = b"<P CLASS='a&amp;b' X-Y=1>Rain <svg viewbox=0><LINEARGRADIENT/></svg><b>fell</b> &lt; <my-Tag>x";
    let parsed = Parsed::new(html, Some("body"));
    let nodes = parsed.nodes();
    let names: Vec<_> = nodes.iter().map(|node| name(node.name, node.name_length)).collect();
    assert_eq!(names, ["", "p", "", "svg", "linearGradient", "b", "", "", "my-tag", ""]);
    let p = &nodes[1];
    assert_eq!((p.parent, p.first_child, p.next_sibling, p.subtree_end, p.depth), (0, 2, BLOCKMASK_NONE, 10, 1));
    assert_eq!((nodes[0].parent, nodes[2].next_sibling, nodes[2].first_child), (BLOCKMASK_NONE, 3, BLOCKMASK_NONE));
    assert_eq!((p.source_start, p.content_start, p.has_start_tag, p.has_end_tag), (0, 25, 1, 0));
    let b = &nodes[5];
    assert_eq!(&html[b.source_start as usize..b.source_end as usize], b"<b>fell</b>");
    assert_eq!((&html[b.content_start as usize..b.content_end as usize], b.has_end_tag), (&b"fell"[..], 1));
    assert_eq!(parsed.string(BLOCKMASK_STRING_NODE_TEXT, 7), " < ");
    assert_eq!(parsed.string(BLOCKMASK_STRING_NODE_TEXT, 5), "");
    let attributes: &[blockmask_attribute] = parsed.table(BLOCKMASK_TABLE_ATTRIBUTES);
    let names: Vec<_> = attributes.iter().map(|row| (name(row.name, row.name_length), row.is_last)).collect();
    assert_eq!(names, [("class", 0), ("x-y", 1), ("viewBox", 1)]);
    assert_eq!((p.first_attribute, nodes[3].first_attribute, b.first_attribute), (0, 2, BLOCKMASK_NONE));
    assert_eq!(parsed.string(BLOCKMASK_STRING_ATTRIBUTE_VALUE, 0), "a&b");
    let value = attributes[0].value_source_start as usize..attributes[0].value_source_end as usize;
    assert_eq!(&html[value], b"a&amp;b");
    assert_eq!(&html[attributes[0].name_source_start as usize..attributes[0].name_source_end as usize], b"CLASS");
}

#[test]
fn nodes_and_blocks_find_each_other() {
    let mut parsed = Parsed::new(b"<title>T</title><div>a<p>b</p>c</div>", None);
    assert!(parsed.table::<blockmask_block>(BLOCKMASK_TABLE_BLOCKS).is_empty());
    assert!(parsed.table::<u32>(BLOCKMASK_TABLE_BLOCK_NODES).is_empty());
    let (html, length) = (parsed.bytes.as_ptr().cast(), parsed.bytes.len());
    // SAFETY: a page that lives as long as the analyzer, and a variable.
    unsafe { assert_eq!(blockmask_analyze(parsed.analyzer, html, length, null(), &mut parsed.document), BLOCKMASK_OK) };
    let (nodes, of_blocks) = (parsed.nodes(), parsed.table::<u32>(BLOCKMASK_TABLE_BLOCK_NODES));
    let names: Vec<_> = of_blocks.iter().map(|&node| &nodes[node as usize]).collect();
    let names: Vec<_> =
        names.iter().map(|node| (name(node.name, node.name_length), node.first_block, node.end_block)).collect();
    assert_eq!(names, [("title", 0, 1), ("div", 1, 4), ("p", 2, 3), ("div", 1, 4)]);
}

/// A document that is gone, a row that is not there and a pointer that is NULL give a status.
#[test]
fn misuse_gives_a_status() {
    let mut parsed = Parsed::new(b"<p a=b>x", None);
    let mut rows = blockmask_table { rows: null(), count: 0, stride: 0 };
    let (mut length, document) = (0, parsed.document);
    // SAFETY: a valid analyzer and document, and variables; NULL is allowed to be refused.
    unsafe {
        let mut write = |string, index| blockmask_write_string(document, string, index, null_mut(), 0, &mut length);
        assert_eq!(write(BLOCKMASK_STRING_NODE_TEXT, 100), BLOCKMASK_BAD_ARGUMENT);
        assert_eq!(write(BLOCKMASK_STRING_ATTRIBUTE_VALUE, 1), BLOCKMASK_BAD_ARGUMENT);
        let mut parse = |html| blockmask_parse(parsed.analyzer, html, 1, null(), null(), 0, &mut parsed.document);
        assert_eq!(parse(null()), BLOCKMASK_BAD_POINTER);
        let nothing = blockmask_parse(parsed.analyzer, null(), 0, null(), null(), 0, null_mut());
        assert_eq!(nothing, BLOCKMASK_BAD_POINTER);
        assert_eq!(blockmask_cancel_analyzer(parsed.analyzer), BLOCKMASK_OK);
        assert_eq!(parsed.parse(None), BLOCKMASK_CANCELLED);
        assert_eq!(blockmask_get_table(document, BLOCKMASK_TABLE_NODES, &mut rows), BLOCKMASK_NO_PAGE);
        let (mut selector, mut node) = (null_mut(), 0);
        assert_eq!(blockmask_compile_selector(c"p".as_ptr(), 1, &mut selector), BLOCKMASK_OK);
        for (gone, expected) in [(document, BLOCKMASK_NO_PAGE), (null(), BLOCKMASK_BAD_POINTER)] {
            assert_eq!(blockmask_select(gone, selector, 0, &mut rows), expected);
            assert_eq!(blockmask_closest(gone, selector, 1, &mut node), expected);
        }
        blockmask_free_selector(selector);
        for (text, place) in [("p:nosuch", "byte 1"), ("[a='b", "byte 3"), (&"p,".repeat(600_000), "1 MiB")] {
            let status = blockmask_compile_selector(text.as_ptr().cast(), text.len(), &mut selector);
            assert_eq!(status, BLOCKMASK_BAD_ARGUMENT);
            let message = CStr::from_ptr(blockmask_last_error()).to_str().unwrap();
            assert!(message.contains(place), "{message}");
        }
        let mut owned = null_mut();
        let status = blockmask_parse_owned(parsed.analyzer, c"<td>".as_ptr(), 4, null(), c"tr".as_ptr(), 2, &mut owned);
        assert_eq!(status, BLOCKMASK_OK);
        assert_eq!(blockmask_get_table(owned, BLOCKMASK_TABLE_NODES, &mut rows), BLOCKMASK_OK);
        assert_eq!(rows.count, 2);
        assert_eq!(blockmask_select(owned, null(), 0, &mut rows), BLOCKMASK_BAD_POINTER);
        blockmask_free_document(owned);
    }
}
