//! Every function of the C interface reports memory that the system refuses: for each function of
//! `include/symbols.txt`, each of its allocations is refused in turn. A function without a case here fails the test.
#![cfg(feature = "capi")]
#![allow(unsafe_code)]

use blockmask::capi::groups::*;
use blockmask::capi::versions::*;
use blockmask::capi::{
    analyzer::*, arrow::*, blocks::*, document::*, experimental::*, facts::*, fingerprint::*, names::*, options::*,
    page::*, passages::*, render::*, rules::*, selectors::*, site::*, start::*, status::*, tables::*, text::*, tree::*,
    version::*,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::c_char;
use std::mem::{MaybeUninit, zeroed};
use std::ptr::{null, null_mut};

thread_local! {
    /// Allocations that still succeed; `u64::MAX` for all.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    static REFUSED: Cell<u64> = const { Cell::new(0) };
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
    /// Whether nothing is left from the first refused allocation on, except what is freed.
    static EXHAUSTS: Cell<bool> = const { Cell::new(false) };
    /// The bytes that were freed since; `None` before.
    static FREED: Cell<Option<usize>> = const { Cell::new(None) };
}

struct RefusingAllocator;

/// Whether an allocation succeeds: all but the one when none is left; or none from then on for which not enough was freed.
fn is_allowed(size: usize) -> bool {
    ALLOCATED.set(ALLOCATED.get() + 1);
    if let Some(freed) = FREED.get() {
        let rest = freed.checked_sub(size);
        FREED.set(rest.or(Some(freed)));
        return rest.is_some();
    }
    match LEFT.get() {
        u64::MAX => true,
        0 => {
            REFUSED.set(REFUSED.get() + 1);
            LEFT.set(u64::MAX);
            FREED.set(EXHAUSTS.get().then_some(0));
            false
        }
        left => {
            LEFT.set(left - 1);
            true
        }
    }
}

// SAFETY: allowed calls are forwarded unchanged to the system allocator; NULL reports a refused allocation.
unsafe impl GlobalAlloc for RefusingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_allowed(layout.size()) { unsafe { System.alloc(layout) } } else { null_mut() }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !is_allowed(size) {
            return null_mut();
        }
        FREED.set(FREED.get().map(|freed| freed + layout.size()));
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        FREED.set(FREED.get().map(|freed| freed + layout.size()));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: RefusingAllocator = RefusingAllocator;

const PAGE: &str = "<title>Rain &amp; river</title><style>p{color:red}</style><h2>The third day</h2>\
    <p class='a b' id=c>Rain fell on the city for the <a href='x?a&amp;b'>third</a> <ruby>day<rt>dei</rt></ruby>.<img alt='A bridge' src=y><p hidden>No one";
const MODEL: &[u8] = include_bytes!("../src/judge/mask/model.bin");
const SOURCE: (*const c_char, usize) = (PAGE.as_ptr().cast(), PAGE.len());

const NO_TABLE: blockmask_table = blockmask_table { rows: null(), count: 0, stride: 0 };

/// What the functions are called with.
struct Fixture {
    analyzer: *mut blockmask_analyzer,
    document: *const blockmask_document,
    options: blockmask_options,
    experimental: blockmask_experimental_options,
    joined: *mut blockmask_rendered,
    site: *mut blockmask_site,
    fingerprint: blockmask_fingerprint,
}

impl Fixture {
    /// Analyzes the page, which an address tells from others.
    fn analyze(&mut self, address: &str) -> blockmask_status {
        let hints = hints(address);
        // SAFETY: variables of the right types; the page is static.
        unsafe { blockmask_analyze(self.analyzer, SOURCE.0, SOURCE.1, &hints, &mut self.document) }
    }
}

fn hints(address: &str) -> blockmask_hints {
    blockmask_hints {
        size: size_of::<blockmask_hints>(),
        charset: c"utf-8".as_ptr(),
        charset_length: 5,
        address: address.as_ptr().cast(),
        address_length: address.len(),
    }
}

/// An analyzer with page layout, layout areas and visual areas, and its document.
fn fixture() -> Fixture {
    // SAFETY: variables of the right types and sizes.
    unsafe {
        let mut all: Fixture = zeroed();
        let (size, size_2) = (size_of::<blockmask_options>(), size_of::<blockmask_experimental_options>());
        assert_eq!(blockmask_init_options(&mut all.options, size), BLOCKMASK_OK);
        assert_eq!(blockmask_init_experimental_options(&mut all.experimental, size_2), BLOCKMASK_OK);
        all.experimental.style_density = BLOCKMASK_STYLE_DENSITY_LEARNED;
        all.experimental.visual = 1;
        all.options.parts = BLOCKMASK_PARTS_ALL;
        let create = blockmask_create_experimental_analyzer;
        assert_eq!(create(&all.options, &all.experimental, &mut all.analyzer), BLOCKMASK_OK);
        assert_eq!(blockmask_create_site_with_secret(0, 0, &mut all.site), BLOCKMASK_OK);
        for address in ["a", "b"] {
            assert_eq!(all.analyze(address), BLOCKMASK_OK);
            assert_eq!(blockmask_add_to_site(all.site, all.document), BLOCKMASK_OK);
        }
        let mut fingerprint = null();
        assert_eq!(blockmask_get_fingerprint(all.document, &mut fingerprint), BLOCKMASK_OK);
        all.fingerprint = *fingerprint;
        assert_eq!(blockmask_render(all.document, BLOCKMASK_FORMAT_JOINED, 0, &mut all.joined), BLOCKMASK_OK);
        // A cold analyzer allocates most.
        assert_eq!(blockmask_reset_analyzer(all.analyzer), BLOCKMASK_OK);
        assert_eq!(all.analyze("a"), BLOCKMASK_OK);
        all
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        // SAFETY: made by the library, or NULL, and freed once.
        unsafe {
            blockmask_free(self.joined.cast());
            blockmask_free_site(self.site);
            blockmask_free_analyzer(self.analyzer);
        }
    }
}

/// It keeps answers and positions of each element.
const SELECTOR: &std::ffi::CStr = c"p:nth-last-child(odd of :not(a b)):has(a, b + i), [title*='x' i] .a.b";
const RULES: &std::ffi::CStr = c"blockmask rules 1\non *.org/*\ntemplate .a, p > b\ncomment p";

type Case = fn(&mut Fixture) -> blockmask_status;

/// A call of each function. What it makes is freed.
fn cases() -> BTreeMap<&'static str, Case> {
    let mut cases = BTreeMap::<&'static str, Case>::new();
    macro_rules! cases {
        ($($name:ident: |$all:pat_param| $call:expr;)*) => {$({
            // The function must exist.
            let _ = $name as *const ();
            // SAFETY: variables of the right types and sizes; what is passed is made by the library.
            #[allow(unused_unsafe)]
            let case: Case = |$all| unsafe { $call };
            assert!(cases.insert(stringify!($name), case).is_none());
        })*};
    }
    cases! {
        blockmask_abi_version: |_| i32::from(blockmask_abi_version() == 0);
        blockmask_version: |_| i32::from(blockmask_version().is_null());
        blockmask_status_text: |_| i32::from(blockmask_status_text(1).is_null());
        blockmask_last_error: |_| i32::from(blockmask_last_error().is_null());
        blockmask_name: |_| i32::from(blockmask_name(BLOCKMASK_NAMES_ROLE, 1).is_null());
        blockmask_init_options: |all| blockmask_init_options(&mut all.options, size_of::<blockmask_options>());
        blockmask_init_experimental_options: |all| {
            blockmask_init_experimental_options(&mut all.experimental, size_of::<blockmask_experimental_options>())
        };
        blockmask_create_analyzer: |all| {
            let mut analyzer = null_mut();
            let status = blockmask_create_analyzer(&all.options, &mut analyzer);
            blockmask_free_analyzer(analyzer);
            status
        };
        blockmask_create_experimental_analyzer: |all| {
            let mut analyzer = null_mut();
            let status = blockmask_create_experimental_analyzer(&all.options, &all.experimental, &mut analyzer);
            blockmask_free_analyzer(analyzer);
            status
        };
        blockmask_free_analyzer: |all| {
            blockmask_free_analyzer(std::mem::replace(&mut all.analyzer, null_mut()));
            BLOCKMASK_OK
        };
        blockmask_free: |all| {
            blockmask_free(std::mem::replace(&mut all.joined, null_mut()).cast());
            BLOCKMASK_OK
        };
        blockmask_analyze: |all| {
            blockmask_reset_analyzer(all.analyzer);
            all.analyze("")
        };
        blockmask_analyze_owned: |all| {
            let document = &mut null_mut();
            let status = blockmask_analyze_owned(all.analyzer, SOURCE.0, SOURCE.1, &hints(""), document);
            blockmask_free_document(*document);
            status
        };
        blockmask_parse: |all| {
            blockmask_reset_analyzer(all.analyzer);
            let mut tree = null();
            let (context, length) = (c"div".as_ptr(), 3);
            let status = blockmask_parse(all.analyzer, SOURCE.0, SOURCE.1, &hints(""), context, length, &mut tree);
            let nodes = |table| blockmask_get_table(tree, table, &mut { NO_TABLE });
            if status == BLOCKMASK_OK { [BLOCKMASK_TABLE_NODES, 1].map(nodes).into_iter().max().expect("tables") } else { status }
        };
        blockmask_parse_owned: |all| {
            let document = &mut null_mut();
            let status = blockmask_parse_owned(all.analyzer, SOURCE.0, SOURCE.1, null(), null(), 0, document);
            blockmask_free_document(*document);
            status
        };
        blockmask_compile_selector: |_| {
            let mut selector = null_mut();
            let status = blockmask_compile_selector(SELECTOR.as_ptr(), SELECTOR.count_bytes(), &mut selector);
            blockmask_free_selector(selector);
            status
        };
        blockmask_read_rules: |_| {
            let mut rules = null_mut();
            let status = blockmask_read_rules(RULES.as_ptr(), RULES.count_bytes(), &mut rules);
            blockmask_free_rules(rules);
            status
        };
        blockmask_free_rules: |_| {
            blockmask_free_rules(null_mut());
            BLOCKMASK_OK
        };
        blockmask_set_rules: |all| {
            let mut rules = null_mut();
            let status = blockmask_read_rules(RULES.as_ptr(), RULES.count_bytes(), &mut rules);
            let status = status.max(blockmask_set_rules(all.analyzer, rules));
            blockmask_free_rules(rules);
            status
        };
        blockmask_get_block_rules: |all| {
            let mut rules = NO_TABLE;
            let status = blockmask_get_block_rules(all.document, &mut rules);
            blockmask_free(rules.rows.cast_mut().cast());
            status
        };
        blockmask_free_selector: |_| {
            blockmask_free_selector(null_mut());
            BLOCKMASK_OK
        };
        blockmask_select: |all| {
            let (mut selector, mut nodes) = (null_mut(), NO_TABLE);
            let status = blockmask_compile_selector(SELECTOR.as_ptr(), SELECTOR.count_bytes(), &mut selector);
            let status = status.max(blockmask_select(all.document, selector, 0, &mut nodes));
            blockmask_free(nodes.rows.cast_mut().cast());
            blockmask_free_selector(selector);
            status
        };
        blockmask_closest: |all| {
            let mut selector = null_mut();
            let status = blockmask_compile_selector(SELECTOR.as_ptr(), SELECTOR.count_bytes(), &mut selector);
            let status = status.max(blockmask_closest(all.document, selector, 3, &mut 0));
            blockmask_free_selector(selector);
            status
        };
        blockmask_return_document: |all| {
            let document = &mut null_mut();
            match blockmask_analyze_owned(all.analyzer, SOURCE.0, SOURCE.1, null(), document) {
                BLOCKMASK_OK => blockmask_return_document(all.analyzer, *document),
                status => status,
            }
        };
        blockmask_free_document: |all| {
            let document = &mut null_mut();
            let status = blockmask_analyze_owned(all.analyzer, SOURCE.0, SOURCE.1, null(), document);
            blockmask_free_document(*document);
            status
        };
        blockmask_keep_result: |all| {
            let mut text = null_mut();
            let mut status = blockmask_render(all.document, BLOCKMASK_FORMAT_PLAIN, 0, &mut text);
            if status == BLOCKMASK_OK {
                status = blockmask_keep_result(all.document, text.cast());
            }
            if status != BLOCKMASK_OK {
                blockmask_free(text.cast());
            }
            status
        };
        blockmask_cancel_document: |all| {
            let document = &mut null_mut();
            let status = blockmask_analyze_owned(all.analyzer, SOURCE.0, SOURCE.1, null(), document);
            if status == BLOCKMASK_OK {
                assert_eq!(blockmask_cancel_document(*document), BLOCKMASK_OK);
            }
            blockmask_free_document(*document);
            status
        };
        blockmask_export_arrow: |all| {
            let hints = hints("");
            let size = size_of::<blockmask_input>();
            let input = blockmask_input { size, html: SOURCE.0, length: SOURCE.1, hints: &hints };
            let (mut schema, mut array) = (MaybeUninit::uninit(), MaybeUninit::uninit());
            let (out, rows) = (schema.as_mut_ptr(), array.as_mut_ptr());
            let status = blockmask_export_arrow(all.analyzer, &input, 1, BLOCKMASK_COLUMNS_ALL, out, rows);
            if status == BLOCKMASK_OK {
                drop((schema.assume_init(), array.assume_init()));
            }
            status
        };
        blockmask_cancel_analyzer: |all| blockmask_cancel_analyzer(all.analyzer);
        blockmask_reset_analyzer: |all| blockmask_reset_analyzer(all.analyzer);
        blockmask_set_model: |all| blockmask_set_model(all.analyzer, MODEL.as_ptr().cast(), MODEL.len());
        blockmask_get_memory_in_use: |all| blockmask_get_memory_in_use(all.analyzer, &mut 0);
        blockmask_get_blocks: |all| blockmask_get_blocks(all.document, &mut { NO_TABLE });
        blockmask_get_table: |all| {
            let table = |table| blockmask_get_table(all.document, table, &mut { NO_TABLE });
            TABLES.map(table).into_iter().max().expect("tables")
        };
        blockmask_get_page: |all| blockmask_get_page(all.document, &mut null());
        blockmask_get_fingerprint: |all| blockmask_get_fingerprint(all.document, &mut null());
        blockmask_match_fingerprints: |all| {
            blockmask_match_fingerprints(&all.fingerprint, &all.fingerprint, &mut 0, &mut 0.0, &mut 0)
        };
        blockmask_write_band_keys: |all| {
            blockmask_write_band_keys(&all.fingerprint, 1, [0; 8].as_mut_ptr(), &mut 0)
        };
        blockmask_diff_passages: |_| {
            let mut changes = NO_TABLE;
            let status = blockmask_diff_passages([1, 2].as_ptr(), 2, [2, 3].as_ptr(), 2, &mut changes);
            blockmask_free(changes.rows);
            status
        };
        blockmask_get_text: |all| blockmask_get_text(all.document, &mut null(), &mut 0);
        blockmask_map_offsets: |all| blockmask_map_offsets(all.document, &3, &mut 0, 1);
        blockmask_map_range: |all| {
            let status = blockmask_map_range(all.document, null(), 1, 4, &mut 0, &mut 0);
            status.max(blockmask_map_range(all.document, all.joined, 1, 4, &mut 0, &mut 0))
        };
        blockmask_join_fields: |all| {
            let mut joined = null_mut();
            let fields = 1 << BLOCKMASK_FIELD_TEXT | 1 << BLOCKMASK_FIELD_TITLE;
            let status = blockmask_join_fields(all.document, fields, &mut joined);
            blockmask_free(joined.cast());
            status
        };
        blockmask_create_site_with_secret: |_| {
            let mut site = null_mut();
            let status = blockmask_create_site_with_secret(9, 0, &mut site);
            blockmask_free_site(site);
            status
        };
        blockmask_free_site: |all| {
            blockmask_free_site(std::mem::replace(&mut all.site, null_mut()));
            BLOCKMASK_OK
        };
        blockmask_add_to_site: |all| {
            let mut site = null_mut();
            let status = blockmask_create_site_with_secret(1, 0, &mut site);
            let status = status.max(blockmask_add_to_site(site, all.document));
            blockmask_free_site(site);
            status
        };
        blockmask_merge_site: |all| {
            let mut site = null_mut();
            let status = blockmask_create_site_with_secret(3, 0, &mut site);
            let status = status.max(blockmask_merge_site(site, all.site));
            blockmask_free_site(site);
            status
        };
        blockmask_get_site_pages: |all| blockmask_get_site_pages(all.site, &mut 0);
        blockmask_write_site: |all| {
            let mut bytes = null_mut();
            let status = blockmask_write_site(all.site, &mut bytes, &mut 0);
            blockmask_free(bytes.cast());
            status
        };
        blockmask_restore_site: |all| {
            let (mut bytes, mut length, mut site) = (null_mut(), 0, null_mut());
            let mut status = blockmask_write_site(all.site, &mut bytes, &mut length);
            if status == BLOCKMASK_OK {
                status = blockmask_restore_site(bytes, length, &mut site);
            }
            blockmask_free(bytes.cast());
            blockmask_free_site(site);
            status
        };
        blockmask_set_site: |all| blockmask_set_site(all.analyzer, all.site);
        blockmask_get_field_defaults: |_| blockmask_get_field_defaults(1, &mut 0, &mut 0.0);
        blockmask_write_string: |all| {
            let strings = BLOCKMASK_STRING_TAG_PATH..=BLOCKMASK_STRING_ANNOTATION;
            let strings = strings.chain(BLOCKMASK_STRING_NODE_TEXT..=BLOCKMASK_STRING_ATTRIBUTE_VALUE);
            strings.map(|string| write_string(all, string, 0)).max().expect("strings")
        };
        blockmask_write_text_fragment: |all| {
            let mut buffer: [c_char; 64] = [0; 64];
            blockmask_write_text_fragment(all.document, 1, 4, buffer.as_mut_ptr(), 64, &mut 0)
        };
        blockmask_render: |all| {
            let mut worst = BLOCKMASK_OK;
            for format in BLOCKMASK_FORMAT_JOINED..=BLOCKMASK_FORMAT_ZONES {
                let mut rendered = null_mut();
                let flags = BLOCKMASK_RENDER_LINKS | BLOCKMASK_RENDER_IMAGES;
                worst = worst.max(blockmask_render(all.document, format, flags, &mut rendered));
                blockmask_free(rendered.cast());
            }
            worst
        };
        blockmask_cut_passages: |all| {
            let mut passages = NO_TABLE;
            let status = blockmask_cut_passages(all.document, 4, 2, 0, null(), 0, &mut passages);
            blockmask_free(passages.rows);
            status
        };
        blockmask_find_facts: |all| {
            let mut facts = NO_TABLE;
            let status = blockmask_find_facts(all.document, null(), &mut facts);
            blockmask_free(facts.rows);
            status
        };
        blockmask_blank_page: |all| {
            let mut copy: [c_char; PAGE.len()] = [0; PAGE.len()];
            blockmask_blank_page(all.document, copy.as_mut_ptr(), copy.len())
        };
    }
    cases
}

const TABLES: [u32; 19] = [
    BLOCKMASK_TABLE_NODES,
    BLOCKMASK_TABLE_ATTRIBUTES,
    BLOCKMASK_TABLE_BLOCK_NODES,
    BLOCKMASK_TABLE_BLOCKS,
    BLOCKMASK_TABLE_LINKS,
    BLOCKMASK_TABLE_COMMENTS,
    BLOCKMASK_TABLE_STRUCTURE,
    BLOCKMASK_TABLE_IMAGES,
    BLOCKMASK_TABLE_RECORDS,
    BLOCKMASK_TABLE_RUNS,
    BLOCKMASK_TABLE_KIND_PROBABILITIES,
    BLOCKMASK_TABLE_ANNOTATIONS,
    BLOCKMASK_TABLE_SEGMENTS,
    BLOCKMASK_TABLE_MAIN_REGIONS,
    BLOCKMASK_TABLE_LAYOUT_AREAS,
    BLOCKMASK_TABLE_VISUAL_AREAS,
    BLOCKMASK_TABLE_BLOCK_VISIBILITY,
    BLOCKMASK_TABLE_GROUPS,
    BLOCKMASK_TABLE_GROUP_ITEMS,
];

/// The status of writing a string, into a buffer that is too small and into one that is not.
unsafe fn write_string(all: &Fixture, string: u32, index: usize) -> blockmask_status {
    let (mut buffer, mut length): ([c_char; 64], usize) = ([0; 64], 0);
    // SAFETY: the document is valid, and the buffer has 64 bytes.
    let mut write = |capacity| unsafe {
        blockmask_write_string(all.document, string, index, buffer.as_mut_ptr(), capacity, &mut length)
    };
    match write(1) {
        BLOCKMASK_BUFFER_TOO_SMALL => write(64),
        status => status,
    }
}

/// Calls a function while its allocation `number` is refused, counted from 0. Returns its status, how many were
/// refused, and how many it made.
fn call(case: Case, number: u64) -> (blockmask_status, u64, u64) {
    let mut all = fixture();
    REFUSED.set(0);
    ALLOCATED.set(0);
    LEFT.set(number);
    let status = case(&mut all);
    LEFT.set(u64::MAX);
    FREED.set(None);
    let (refused, allocated) = (REFUSED.get(), ALLOCATED.get());
    if !all.analyzer.is_null() {
        // The analyzer stays usable.
        let again = all.analyze("");
        assert!([BLOCKMASK_OK, BLOCKMASK_CANCELLED].contains(&again), "{again}");
    }
    (status, refused, allocated)
}

#[test]
fn every_exported_function_reports_refused_memory() {
    let cases = cases();
    let symbols: Vec<&str> = include_str!("../include/symbols.txt").lines().collect();
    let missing: Vec<_> = symbols.iter().filter(|symbol| !cases.contains_key(**symbol)).collect();
    assert!(missing.is_empty(), "functions without a case: {missing:?}");
    assert_eq!(cases.len(), symbols.len(), "cases of functions that are not exported");
    let mut total = 0;
    for (name, case) in cases {
        for number in 0.. {
            let (status, refused, _) = call(case, number);
            if refused == 0 {
                assert_eq!(status, BLOCKMASK_OK, "{name} with enough memory");
                break;
            }
            assert!([BLOCKMASK_OK, BLOCKMASK_OUT_OF_MEMORY].contains(&status), "{name}, allocation {number}: {status}");
            total += 1;
        }
    }
    println!("{total} refused allocations");
    assert!(total > 200, "{total}");
}

/// A pending request ends a call that makes something of the document, which goes on to be valid.
#[test]
fn requests_cancel_what_is_made_of_a_document() {
    let cases = cases();
    for name in [
        "blockmask_cut_passages",
        "blockmask_find_facts",
        "blockmask_get_table",
        "blockmask_join_fields",
        "blockmask_render",
    ] {
        let mut all = fixture();
        // SAFETY: an analyzer.
        assert_eq!(unsafe { blockmask_cancel_analyzer(all.analyzer) }, BLOCKMASK_OK);
        assert_eq!(cases[name](&mut all), BLOCKMASK_CANCELLED, "{name}");
        assert_eq!(cases[name](&mut all), BLOCKMASK_OK, "{name} again");
        assert_eq!(all.analyze(""), BLOCKMASK_OK, "{name}, and the next page");
        // The same of an owned document, which only its own requests stop.
        let (lent, mut owned) = (all.document, null_mut());
        // SAFETY: an analyzer, documents that are freed once and later, and variables of the right types.
        unsafe {
            let status = blockmask_analyze_owned(all.analyzer, SOURCE.0, SOURCE.1, null(), &mut owned);
            all.document = owned;
            assert_eq!((status, blockmask_cancel_document(owned)), (BLOCKMASK_OK, BLOCKMASK_OK));
            assert_eq!(cases[name](&mut all), BLOCKMASK_CANCELLED, "{name} of an owned document");
            assert_eq!(blockmask_cancel_analyzer(all.analyzer), BLOCKMASK_OK);
            assert_eq!(cases[name](&mut all), BLOCKMASK_OK, "{name} again");
            all.document = lent;
            blockmask_free_document(owned);
            assert_eq!(blockmask_cancel_document(lent), BLOCKMASK_BAD_ARGUMENT);
        }
    }
}

/// Nothing is left from an allocation on: the process goes on, though unwinding takes memory, too.
#[test]
fn no_exported_function_ends_a_process_without_memory() {
    EXHAUSTS.set(true);
    for (name, case) in cases() {
        for number in 0.. {
            let (status, refused, _) = call(case, number);
            if refused == 0 {
                break;
            }
            assert!([BLOCKMASK_OK, BLOCKMASK_OUT_OF_MEMORY].contains(&status), "{name}, allocation {number}: {status}");
        }
    }
    EXHAUSTS.set(false);
}

/// Errors, too: their texts need memory, but the status does not depend on it.
#[test]
fn errors_keep_their_status_without_memory() {
    let errors: [(Case, blockmask_status); 4] = [
        (|all| unsafe { write_string(all, BLOCKMASK_STRING_TAG_PATH, 99) }, BLOCKMASK_BAD_ARGUMENT),
        (|all| unsafe { blockmask_get_table(all.document, 99, &mut { NO_TABLE }) }, BLOCKMASK_BAD_ARGUMENT),
        (|all| unsafe { blockmask_set_model(all.analyzer, c"no model".as_ptr(), 8) }, BLOCKMASK_BAD_OPTION),
        (|all| unsafe { blockmask_get_text(all.document, null_mut(), null_mut()) }, BLOCKMASK_BAD_POINTER),
    ];
    for (case, expected) in errors {
        for number in 0..3 {
            assert_eq!(call(case, number).0, expected);
        }
    }
}

#[test]
fn texts_on_demand_take_no_memory() {
    assert_eq!(call(cases()["blockmask_map_range"], u64::MAX), (BLOCKMASK_OK, 0, 0));
    // SAFETY: the document is valid, and the buffer has 64 bytes.
    let texts: Case = |all| unsafe {
        let (mut buffer, write): ([c_char; 64], _) = ([0; 64], blockmask_write_string);
        let path = write(all.document, BLOCKMASK_STRING_TAG_PATH, 2, buffer.as_mut_ptr(), 64, &mut 0);
        path.max(write(all.document, BLOCKMASK_STRING_LINK_TARGET, 0, buffer.as_mut_ptr(), 64, &mut 0))
    };
    assert_eq!(call(texts, u64::MAX), (BLOCKMASK_OK, 0, 0));
}

#[test]
fn handles_that_were_freed_are_refused() {
    // Memory of the test's, in which there never was an analyzer.
    let other = [0u64; 512];
    // SAFETY: the analyzer is only asked whether it is one.
    let status = unsafe { blockmask_cancel_analyzer(other.as_ptr().cast()) };
    assert_eq!(status, BLOCKMASK_BAD_POINTER);
}

/// The C interface does not use what ends the process when memory runs out.
#[test]
fn no_infallible_allocation_in_the_c_interface() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/capi");
    let forbidden = [
        "format!",
        ".to_string()",
        ".to_owned()",
        ".to_vec()",
        "vec!",
        ".collect",
        "Arc::new",
        "Rc::new",
        "String::from",
    ];
    for file in std::fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path()) {
        if file.file_name().is_some_and(|name| name.to_string_lossy().ends_with("tests.rs")) {
            continue;
        }
        let source = std::fs::read_to_string(&file).expect("a file");
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let found = forbidden.iter().find(|word| line.contains(**word));
            assert!(found.is_none(), "{}: {line}", file.display());
        }
    }
}
