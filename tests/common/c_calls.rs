//! All that the C interface makes of a page. Tests bound the length of each by the length of the page, and its time. An
//! exported function that is missing here fails `tests/every_c_call.rs`.

use super::outputs::Coverage;
use blockmask::capi::{
    analyzer::*, arrow::*, cells::*, counts::*, document::*, experimental::*, facts::*, groups::*, languages::*,
    options::*, page::*, passages::*, quality::*, render::*, site::*, start::*, status::*, tables::*, text::*, tree::*,
};
use std::ffi::c_char;
use std::mem::{MaybeUninit, zeroed};
use std::ptr::{null, null_mut};

/// Something that the C interface makes of a page.
pub struct Call {
    pub name: &'static str,
    /// The functions that make it.
    pub functions: &'static [&'static str],
    /// Makes all of it, and returns its length in bytes.
    pub length: fn(&Page<'_>) -> usize,
    /// The fuzz target that makes it of any page.
    pub fuzz_target: &'static str,
}

/// An analyzer with all parts and its document.
pub struct Page<'p> {
    pub analyzer: *mut blockmask_analyzer,
    pub document: *const blockmask_document,
    pub bytes: &'p [u8],
}

impl<'p> Page<'p> {
    pub fn new(bytes: &'p [u8]) -> Page<'p> {
        // SAFETY: variables of the right types and sizes; the page lives as long as the result.
        unsafe {
            let (mut options, mut experimental) = (zeroed(), zeroed());
            ok(blockmask_init_options(&mut options, size_of::<blockmask_options>()));
            ok(blockmask_init_experimental_options(&mut experimental, size_of::<blockmask_experimental_options>()));
            options.parts = BLOCKMASK_PARTS_ALL;
            experimental.visual = 1;
            experimental.style_density = BLOCKMASK_STYLE_DENSITY_LEARNED;
            let mut page = Page { analyzer: null_mut(), document: null(), bytes };
            ok(blockmask_create_experimental_analyzer(&options, &experimental, &mut page.analyzer));
            page.analyze();
            page
        }
    }

    /// Analyzes the page again, which discards the tables that were made of it.
    pub fn analyze(&mut self) {
        let (html, length) = (self.bytes.as_ptr().cast(), self.bytes.len());
        // SAFETY: as above.
        ok(unsafe { blockmask_analyze(self.analyzer, html, length, null(), &mut self.document) });
    }

    fn table(&self, table: u32) -> blockmask_table {
        let mut rows = NO_TABLE;
        // SAFETY: a document and a variable.
        ok(unsafe { blockmask_get_table(self.document, table, &mut rows) });
        rows
    }

    /// The length of a string of all rows of a table.
    fn strings(&self, string: u32, table: u32) -> usize {
        let mut buffer = vec![0 as c_char; 1 << 16];
        let mut lengths = 0;
        for index in 0..self.table(table).count {
            let mut length = 0;
            // SAFETY: a document, a buffer of this length, and a variable.
            let status = unsafe {
                let (buffer, capacity) = (buffer.as_mut_ptr(), buffer.len());
                blockmask_write_string(self.document, string, index, buffer, capacity, &mut length)
            };
            assert!([BLOCKMASK_OK, BLOCKMASK_BUFFER_TOO_SMALL].contains(&status), "{status}");
            lengths += length;
        }
        lengths
    }

    fn rendered(&self, format: u32) -> usize {
        let mut rendered = null_mut();
        // SAFETY: a document and a variable; the result is freed once.
        unsafe {
            let flags = BLOCKMASK_RENDER_LINKS | BLOCKMASK_RENDER_IMAGES;
            match is_supported(blockmask_render(self.document, format, flags, &mut rendered)) {
                true => length_of(rendered),
                false => 0,
            }
        }
    }
}

impl Drop for Page<'_> {
    fn drop(&mut self) {
        // SAFETY: made by the library, freed once.
        unsafe { blockmask_free_analyzer(self.analyzer) };
    }
}

const NO_TABLE: blockmask_table = blockmask_table { rows: null(), count: 0, stride: 0 };

#[track_caller]
fn ok(status: blockmask_status) {
    assert_eq!(status, BLOCKMASK_OK);
}

/// Whether a page could be written: nothing can be into the encoding of some pages.
#[track_caller]
fn is_supported(status: blockmask_status) -> bool {
    let is_supported = status != BLOCKMASK_UNSUPPORTED_ENCODING;
    ok(if is_supported { status } else { BLOCKMASK_OK });
    is_supported
}

fn rows_of(table: blockmask_table) -> usize {
    table.count * table.stride
}

/// The length of a rendered text, which is freed.
///
/// SAFETY, for callers: a result of the library.
unsafe fn length_of(rendered: *mut blockmask_rendered) -> usize {
    // SAFETY: the caller's promise.
    unsafe {
        let length = (*rendered).length + rows_of((*rendered).pieces);
        blockmask_free(rendered.cast());
        length
    }
}

const fn call(name: &'static str, functions: &'static [&'static str], length: fn(&Page<'_>) -> usize) -> Call {
    Call { name, functions, length, fuzz_target: "capi" }
}

const TABLE: &[&str] = &["blockmask_get_table"];
const RENDER: &[&str] = &["blockmask_render"];
const STRING: &[&str] = &["blockmask_write_string"];
const FRAGMENT: &[&str] = &["blockmask_write_text_fragment"];

pub const CALLS: &[Call] = &[
    call("blocks", &["blockmask_get_blocks", "blockmask_get_table"], |page| {
        let mut rows = NO_TABLE;
        // SAFETY: a document and a variable.
        ok(unsafe { blockmask_get_blocks(page.document, &mut rows) });
        rows_of(rows)
    }),
    call("links", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_LINKS))),
    call("comments", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_COMMENTS))),
    call("structure", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_STRUCTURE))),
    call("images", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_IMAGES))),
    call("records", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_RECORDS))),
    call("groups", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_GROUPS))),
    call("group items", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_GROUP_ITEMS))),
    call("runs", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_RUNS))),
    call("annotations", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_ANNOTATIONS))),
    call("page kinds", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_KIND_PROBABILITIES))),
    call("segments", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_SEGMENTS))),
    call("main regions", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_MAIN_REGIONS))),
    call("layout areas", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_LAYOUT_AREAS))),
    call("visual areas", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_VISUAL_AREAS))),
    call("visibility", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_BLOCK_VISIBILITY))),
    call("table cells", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_CELLS))),
    call("cell headers", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_CELL_HEADERS))),
    call("counts", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_COUNTS))),
    call("block counts", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_BLOCK_COUNTS))),
    call("page language", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_PAGE_LANGUAGE))),
    call("block languages", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_BLOCK_LANGUAGES))),
    call("quality", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_QUALITY))),
    call("nodes", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_NODES))),
    call("attributes", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_ATTRIBUTES))),
    call("nodes of blocks", TABLE, |page| rows_of(page.table(BLOCKMASK_TABLE_BLOCK_NODES))),
    call("node texts", STRING, |page| page.strings(BLOCKMASK_STRING_NODE_TEXT, BLOCKMASK_TABLE_NODES)),
    call("attribute values", STRING, |page| page.strings(BLOCKMASK_STRING_ATTRIBUTE_VALUE, BLOCKMASK_TABLE_ATTRIBUTES)),
    call("text", &["blockmask_get_text", "blockmask_get_page"], |page| {
        let (mut text, mut length, mut of_page) = (null(), 0, null());
        // SAFETY: a document and variables.
        unsafe {
            ok(blockmask_get_text(page.document, &mut text, &mut length));
            ok(blockmask_get_page(page.document, &mut of_page));
        }
        length
    }),
    call("tag paths", STRING, |page| page.strings(BLOCKMASK_STRING_TAG_PATH, BLOCKMASK_TABLE_BLOCKS)),
    call("formatted texts", STRING, |page| page.strings(BLOCKMASK_STRING_FORMATTED_TEXT, BLOCKMASK_TABLE_BLOCKS)),
    call("link targets", STRING, |page| page.strings(BLOCKMASK_STRING_LINK_TARGET, BLOCKMASK_TABLE_LINKS)),
    call("link addresses", STRING, |page| page.strings(BLOCKMASK_STRING_LINK_ADDRESS, BLOCKMASK_TABLE_LINKS)),
    call("link relations", STRING, |page| page.strings(BLOCKMASK_STRING_LINK_REL, BLOCKMASK_TABLE_LINKS)),
    call("image texts", STRING, |page| page.strings(BLOCKMASK_STRING_IMAGE_ALT, BLOCKMASK_TABLE_IMAGES)),
    call("image targets", STRING, |page| page.strings(BLOCKMASK_STRING_IMAGE_TARGET, BLOCKMASK_TABLE_IMAGES)),
    call("annotation texts", STRING, |page| page.strings(BLOCKMASK_STRING_ANNOTATION, BLOCKMASK_TABLE_ANNOTATIONS)),
    call("text fragments", FRAGMENT, |page| {
        let (mut buffer, mut length) = ([0 as c_char; 4096], 0);
        let runs = page.table(BLOCKMASK_TABLE_RUNS).count as u32;
        // SAFETY: a document, a buffer of this length, and a variable.
        ok(unsafe {
            blockmask_write_text_fragment(page.document, runs, u32::MAX, buffer.as_mut_ptr(), buffer.len(), &mut length)
        });
        length
    }),
    call("mapped offsets", &["blockmask_map_offsets", "blockmask_map_range"], |page| {
        let rows = page.table(BLOCKMASK_TABLE_RUNS);
        // SAFETY: the rows of the table, which are of this type.
        let runs: &[blockmask_run] = unsafe { std::slice::from_raw_parts(rows.rows.cast(), rows.count) };
        let mut offsets: Vec<u32> = runs.iter().map(|run| run.text_start).collect();
        // SAFETY: a document, an array of this length, and variables.
        unsafe {
            let array = offsets.as_mut_ptr();
            ok(blockmask_map_offsets(page.document, array, array, offsets.len()));
            for run in runs {
                let (start, end) = (run.text_start, run.text_start + run.text_length);
                ok(blockmask_map_range(page.document, null(), start, end, &mut 0, &mut 0));
            }
        }
        4 * offsets.len()
    }),
    call("joined fields", &["blockmask_join_fields", "blockmask_free"], |page| {
        let mut joined = null_mut();
        // SAFETY: a document and a variable; the result is freed once.
        unsafe {
            ok(blockmask_join_fields(page.document, BLOCKMASK_FIELDS_VISIBLE, &mut joined));
            length_of(joined)
        }
    }),
    call("main text", RENDER, |page| page.rendered(BLOCKMASK_FORMAT_JOINED)),
    call("plain text", RENDER, |page| page.rendered(BLOCKMASK_FORMAT_PLAIN)),
    call("Markdown", RENDER, |page| page.rendered(BLOCKMASK_FORMAT_MARKDOWN)),
    call("HTML", RENDER, |page| page.rendered(BLOCKMASK_FORMAT_HTML)),
    call("zones", RENDER, |page| page.rendered(BLOCKMASK_FORMAT_ZONES)),
    call("blanked page", &["blockmask_blank_page"], |page| {
        let mut copy = vec![0 as c_char; page.bytes.len()];
        // SAFETY: a document and a buffer as long as its page.
        let status = unsafe { blockmask_blank_page(page.document, copy.as_mut_ptr(), copy.len()) };
        if is_supported(status) { copy.len() } else { 0 }
    }),
    call("passages", &["blockmask_cut_passages"], |page| {
        let mut passages = NO_TABLE;
        // SAFETY: a document and a variable; the rows are of this type, and freed once.
        unsafe {
            ok(blockmask_cut_passages(page.document, 256, 128, 0, null(), 0, &mut passages));
            let rows: &[blockmask_passage] = std::slice::from_raw_parts(passages.rows.cast(), passages.count);
            let length = rows_of(passages) + rows.iter().map(|passage| passage.length).sum::<usize>();
            blockmask_free(passages.rows);
            length
        }
    }),
    call("facts", &["blockmask_find_facts"], |page| {
        let mut facts = NO_TABLE;
        // SAFETY: as for passages.
        unsafe {
            ok(blockmask_find_facts(page.document, null(), &mut facts));
            let rows: &[blockmask_fact] = std::slice::from_raw_parts(facts.rows.cast(), facts.count);
            let length = rows_of(facts) + rows.iter().map(|fact| fact.name_length + fact.value_length).sum::<usize>();
            blockmask_free(facts.rows);
            length
        }
    }),
    // The last two discard the document.
    Call { fuzz_target: "site", ..call("site statistics", SITE, site) },
    Call { fuzz_target: "arrow", ..call("Arrow", &["blockmask_export_arrow"], arrow) },
];

const SITE: &[&str] = &[
    "blockmask_add_to_site",
    "blockmask_create_site_with_secret",
    "blockmask_free_site",
    "blockmask_get_site_pages",
    "blockmask_merge_site",
    "blockmask_restore_site",
    "blockmask_set_site",
    "blockmask_write_site",
];

/// The length of the statistics of the page, which go through all functions of a site.
fn site(page: &Page<'_>) -> usize {
    let (mut bytes, mut length) = (null_mut(), 0);
    // SAFETY: what the library made, freed once.
    unsafe {
        let [mut site, mut merged, mut restored] = [null_mut(); 3];
        ok(blockmask_create_site_with_secret(1, 7, &mut site));
        ok(blockmask_create_site_with_secret(1, 7, &mut merged));
        ok(blockmask_add_to_site(site, page.document));
        ok(blockmask_merge_site(merged, site));
        ok(blockmask_write_site(merged, &mut bytes, &mut length));
        ok(blockmask_restore_site(bytes, length, &mut restored));
        ok(blockmask_get_site_pages(restored, &mut 0));
        blockmask_free(bytes.cast());
        ok(blockmask_set_site(page.analyzer, restored));
        [site, merged, restored].into_iter().for_each(|site| blockmask_free_site(site));
    }
    length
}

/// Analyzes the page as well. `tests/output.rs` bounds the columns.
fn arrow(page: &Page<'_>) -> usize {
    let (html, length) = (page.bytes.as_ptr().cast(), page.bytes.len());
    let input = blockmask_input { size: size_of::<blockmask_input>(), html, length, hints: null() };
    let (mut schema, mut array) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    // SAFETY: an analyzer, a page and variables; both structs were written and are released.
    unsafe {
        let (out, rows) = (schema.as_mut_ptr(), array.as_mut_ptr());
        ok(blockmask_export_arrow(page.analyzer, &input, 1, BLOCKMASK_COLUMNS_ALL, out, rows));
        drop((schema.assume_init(), array.assume_init()));
    }
    0
}

/// Functions without a call of their own: why none is needed.
pub const OTHERS: &[Coverage] = &[
    Coverage {
        why: "the analysis: tests/hostile.rs measures it",
        of: &[
            "blockmask_analyze",
            "blockmask_analyze_owned",
            "blockmask_parse",
            "blockmask_parse_owned",
            "blockmask_return_document",
            "blockmask_free_document",
            "blockmask_free_analyzer",
        ],
    },
    Coverage {
        why: "numbers of nodes or blocks, each once: src/selector/tests.rs and src/judge/rules/tests.rs bound the steps",
        of: &[
            "blockmask_compile_selector",
            "blockmask_free_selector",
            "blockmask_select",
            "blockmask_closest",
            "blockmask_read_rules",
            "blockmask_free_rules",
            "blockmask_set_rules",
            "blockmask_get_block_rules",
        ],
    },
    Coverage {
        why: "of constant size and time",
        of: &[
            "blockmask_abi_version",
            "blockmask_cancel_analyzer",
            "blockmask_cancel_document",
            "blockmask_create_analyzer",
            "blockmask_create_experimental_analyzer",
            "blockmask_get_field_defaults",
            "blockmask_get_fingerprint",
            "blockmask_init_experimental_options",
            "blockmask_init_options",
            "blockmask_keep_result",
            "blockmask_last_error",
            "blockmask_match_fingerprints",
            "blockmask_name",
            "blockmask_reset_analyzer",
            "blockmask_status_text",
            "blockmask_version",
            "blockmask_write_band_keys",
        ],
    },
    Coverage { why: "reads no page: fuzz target model", of: &["blockmask_set_model"] },
    Coverage { why: "compares ids, and reads no page", of: &["blockmask_diff_passages"] },
    Coverage { why: "adds up the memory of tables", of: &["blockmask_get_memory_in_use"] },
];
