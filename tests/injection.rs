//! Every function of the C interface reports memory that the system refuses: for each function of
//! `include/symbols.txt`, each of its allocations is refused in turn. A function without a case here fails the test.
#![cfg(feature = "capi")]
#![allow(unsafe_code)]

use blockmask::capi::{
    analyzer::*, arrow::*, batch::*, cancel::*, comments::*, config::*, experimental::*, facts::*, fields::*, input::*,
    layout::*, main_list::*, memory::blockmask_free, model::*, names::*, page::*, passages::*, push::*, records::*,
    render::*, shapes::*, site::*, status::*, structure::*, text::*, version::*, visual::*,
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
}

struct RefusingAllocator;

/// Whether an allocation succeeds: all but the one when none is left.
fn is_allowed() -> bool {
    ALLOCATED.set(ALLOCATED.get() + 1);
    match LEFT.get() {
        u64::MAX => true,
        0 => {
            REFUSED.set(REFUSED.get() + 1);
            LEFT.set(u64::MAX);
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
        if is_allowed() { unsafe { System.alloc(layout) } } else { null_mut() }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if is_allowed() { unsafe { System.realloc(pointer, layout, size) } } else { null_mut() }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: RefusingAllocator = RefusingAllocator;

const PAGE: &str = "<title>Rain &amp; river</title><style>p{color:red}</style><h2>The third day</h2>\
    <p class='a b' id=c>Rain fell on the city for the <a href='x?a&amp;b'>third</a> day.<img alt='A bridge' src=y><p hidden>No one";
const MODEL: &[u8] = include_bytes!("../src/judge/mask/model.bin");
const SOURCE: (*const c_char, usize) = (PAGE.as_ptr().cast(), PAGE.len());

/// What the functions are called with.
struct Fixture {
    config: *mut blockmask_config,
    analyzer: *mut blockmask_analyzer,
    options: blockmask_options,
    experimental: blockmask_experimental_options,
    joined: *mut blockmask_joined_text,
    site: *mut blockmask_site,
    fingerprint: blockmask_fingerprint,
}

/// An analyzer with layout, areas and visual areas; with a page that was analyzed or begun.
fn fixture(is_begun: bool) -> Fixture {
    // SAFETY: variables of the right types and sizes.
    unsafe {
        let mut all: Fixture = zeroed();
        let (size, size_2) = (size_of::<blockmask_options>(), size_of::<blockmask_experimental_options>());
        assert_eq!(blockmask_init_options(&mut all.options, size), BLOCKMASK_OK);
        assert_eq!(blockmask_init_experimental_options(&mut all.experimental, size_2), BLOCKMASK_OK);
        all.options.style_density = BLOCKMASK_STYLE_DENSITY_LEARNED;
        all.options.visual = 1;
        all.options.parts = BLOCKMASK_PARTS_ALL;
        assert_eq!(blockmask_create_config(&all.options, size, &mut all.config, null_mut(), 0), BLOCKMASK_OK);
        assert_eq!(blockmask_create_analyzer(all.config, &mut all.analyzer), BLOCKMASK_OK);
        let analyze = || blockmask_analyze_page(all.analyzer, SOURCE.0, SOURCE.1, null(), 0);
        assert_eq!(analyze(), BLOCKMASK_OK);
        assert_eq!(blockmask_join_main_text(all.analyzer, &mut all.joined), BLOCKMASK_OK);
        assert_eq!(blockmask_create_site(0, &mut all.site), BLOCKMASK_OK);
        for address in c"ab".to_bytes().chunks(1) {
            assert_eq!(blockmask_add_to_site(all.site, all.analyzer, address.as_ptr().cast(), 1), BLOCKMASK_OK);
        }
        let size = size_of::<blockmask_fingerprint>();
        assert_eq!(blockmask_get_fingerprint(all.analyzer, &mut all.fingerprint, size), BLOCKMASK_OK);
        // A cold analyzer allocates most.
        assert_eq!(blockmask_shrink_analyzer(all.analyzer), BLOCKMASK_OK);
        assert_eq!(if is_begun { blockmask_begin_page(all.analyzer) } else { analyze() }, BLOCKMASK_OK);
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
            blockmask_free_config(self.config);
        }
    }
}

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
    macro_rules! table {
        ($get:ident, $all:expr) => {{
            let (mut records, mut count, mut stride) = (null(), 0, 0);
            $get($all.analyzer, &mut records, &mut count, &mut stride)
        }};
    }
    macro_rules! name {
        ($name:ident) => {
            if $name(1).is_null() { BLOCKMASK_BAD_ARGUMENT } else { BLOCKMASK_OK }
        };
    }
    cases! {
        blockmask_abi_version: |_| i32::from(blockmask_abi_version() == 0);
        blockmask_version: |_| i32::from(blockmask_version().is_null());
        blockmask_status_text: |_| name!(status_text);
        blockmask_area_role_name: |_| name!(blockmask_area_role_name);
        blockmask_encoding_source_name: |_| name!(blockmask_encoding_source_name);
        blockmask_field_name: |_| name!(blockmask_field_name);
        blockmask_flag_name: |_| name!(blockmask_flag_name);
        blockmask_hidden_name: |_| name!(blockmask_hidden_name);
        blockmask_kind_name: |_| name!(blockmask_kind_name);
        blockmask_type_name: |_| name!(blockmask_type_name);
        blockmask_layout_name: |_| name!(blockmask_layout_name);
        blockmask_role_name: |_| name!(blockmask_role_name);
        blockmask_truncation_name: |_| name!(blockmask_truncation_name);
        blockmask_visual_class_name: |_| name!(blockmask_visual_class_name);
        blockmask_init_options: |all| blockmask_init_options(&mut all.options, size_of::<blockmask_options>());
        blockmask_init_experimental_options: |all| {
            blockmask_init_experimental_options(&mut all.experimental, size_of::<blockmask_experimental_options>())
        };
        blockmask_create_config: |all| {
            let mut config = null_mut();
            let status =
                blockmask_create_config(&all.options, size_of::<blockmask_options>(), &mut config, null_mut(), 0);
            blockmask_free_config(config);
            status
        };
        blockmask_create_experimental_config: |all| {
            let mut config = null_mut();
            let (size, size_2) = (size_of::<blockmask_options>(), size_of::<blockmask_experimental_options>());
            let (options, given) = (&all.options, &all.experimental);
            let status =
                blockmask_create_experimental_config(options, size, given, size_2, &mut config, null_mut(), 0);
            blockmask_free_config(config);
            status
        };
        blockmask_create_analyzer: |all| {
            let mut analyzer = null_mut();
            let status = blockmask_create_analyzer(all.config, &mut analyzer);
            blockmask_free_analyzer(analyzer);
            status
        };
        blockmask_free_config: |all| {
            blockmask_free_config(std::mem::replace(&mut all.config, null_mut()));
            BLOCKMASK_OK
        };
        blockmask_free_analyzer: |all| {
            blockmask_free_analyzer(std::mem::replace(&mut all.analyzer, null_mut()));
            BLOCKMASK_OK
        };
        blockmask_free: |all| {
            blockmask_free(std::mem::replace(&mut all.joined, null_mut()).cast());
            BLOCKMASK_OK
        };
        blockmask_analyze_page: |all| {
            blockmask_shrink_analyzer(all.analyzer);
            blockmask_analyze_page(all.analyzer, SOURCE.0, SOURCE.1, c"utf-8".as_ptr(), 5)
        };
        blockmask_analyze_input: |all| {
            let input = input();
            blockmask_analyze_input(all.analyzer, &input, size_of_val(&input))
        };
        blockmask_analyze_batch: |all| {
            let (input, mut batch) = (input(), null_mut());
            let (size, parts) = (size_of_val(&input), BLOCKMASK_BATCH_ALL);
            let mut status = blockmask_analyze_batch(all.analyzer, &input, size, 1, parts, &mut batch);
            if status == BLOCKMASK_OK && (*batch).failed > 0 {
                status = BLOCKMASK_OUT_OF_MEMORY;
            }
            blockmask_free(batch.cast());
            status
        };
        blockmask_export_batch: |all| {
            let input = input();
            let (mut schema, mut array) = (MaybeUninit::uninit(), MaybeUninit::uninit());
            let (out, rows, size) = (schema.as_mut_ptr(), array.as_mut_ptr(), size_of_val(&input));
            let status = blockmask_export_batch(all.analyzer, &input, size, 1, BLOCKMASK_COLUMNS_ALL, out, rows);
            if status == BLOCKMASK_OK {
                drop((schema.assume_init(), array.assume_init()));
            }
            status
        };
        blockmask_begin_page: |all| blockmask_begin_page(all.analyzer);
        blockmask_push_start_tag: |all| {
            let attribute =
                blockmask_attribute { name: c"id".as_ptr(), name_length: 2, value: c"a&b".as_ptr(), value_length: 3 };
            let (attributes, size) = ([attribute; 3], size_of_val(&attribute));
            blockmask_push_start_tag(all.analyzer, c"p".as_ptr(), 1, attributes.as_ptr(), size, 3, 1, 0, 3)
        };
        blockmask_push_end_tag: |all| blockmask_push_end_tag(all.analyzer, c"p".as_ptr(), 1, 0, 3);
        blockmask_push_text: |all| blockmask_push_text(all.analyzer, c"a < b &".as_ptr(), 7, 0, 7);
        blockmask_push_declaration: |all| blockmask_push_declaration(all.analyzer, c"<!-- -->".as_ptr(), 8, 0, 8);
        blockmask_end_page: |all| {
            blockmask_push_text(all.analyzer, SOURCE.0, SOURCE.1, 0, SOURCE.1 as u32);
            blockmask_end_page(all.analyzer)
        };
        blockmask_cancel_analyzer: |all| blockmask_cancel_analyzer(all.analyzer);
        blockmask_reset_analyzer: |all| blockmask_reset_analyzer(all.analyzer);
        blockmask_shrink_analyzer: |all| blockmask_shrink_analyzer(all.analyzer);
        blockmask_set_model: |all| blockmask_set_model(all.analyzer, MODEL.as_ptr().cast(), MODEL.len());
        blockmask_get_memory_in_use: |all| blockmask_get_memory_in_use(all.analyzer, &mut 0);
        blockmask_get_last_error: |all| blockmask_get_last_error(all.analyzer, &mut null(), &mut 0);
        blockmask_get_blocks: |all| table!(blockmask_get_blocks, all);
        blockmask_get_segments: |all| table!(blockmask_get_segments, all);
        blockmask_get_regions: |all| table!(blockmask_get_regions, all);
        blockmask_get_links: |all| table!(blockmask_get_links, all);
        blockmask_get_headings: |all| table!(blockmask_get_headings, all);
        blockmask_get_areas: |all| table!(blockmask_get_areas, all);
        blockmask_get_comments: |all| table!(blockmask_get_comments, all);
        blockmask_get_structure: |all| table!(blockmask_get_structure, all);
        blockmask_get_images: |all| table!(blockmask_get_images, all);
        blockmask_get_visual_areas: |all| table!(blockmask_get_visual_areas, all);
        blockmask_get_block_visibility: |all| table!(blockmask_get_block_visibility, all);
        blockmask_get_kind_probabilities: |all| {
            blockmask_get_kind_probabilities(all.analyzer, &mut null(), &mut 0)
        };
        blockmask_copy_records: |all| {
            let mut records: [blockmask_block; 16] = zeroed();
            let size = size_of::<blockmask_block>();
            blockmask_copy_records(all.analyzer, BLOCKMASK_TABLE_BLOCKS, records.as_mut_ptr().cast(), size, 16, &mut 0)
        };
        blockmask_get_page: |all| {
            blockmask_get_page(all.analyzer, &mut zeroed::<blockmask_page>(), size_of::<blockmask_page>())
        };
        blockmask_get_fingerprint: |all| {
            blockmask_get_fingerprint(all.analyzer, &mut all.fingerprint, size_of::<blockmask_fingerprint>())
        };
        blockmask_compare_fingerprints: |all| {
            let size = size_of::<blockmask_fingerprint>();
            blockmask_compare_fingerprints(&all.fingerprint, &all.fingerprint, size, &mut 0)
        };
        blockmask_measure_fingerprints: |all| {
            let size = size_of::<blockmask_fingerprint>();
            blockmask_measure_fingerprints(&all.fingerprint, &all.fingerprint, size, &mut 0.0, &mut 0)
        };
        blockmask_get_band_keys: |all| {
            let size = size_of::<blockmask_fingerprint>();
            blockmask_get_band_keys(&all.fingerprint, size, 1, [0; 8].as_mut_ptr(), &mut 0)
        };
        blockmask_get_layout: |all| blockmask_get_layout(all.analyzer, &mut 0);
        blockmask_get_area_text: |all| {
            match blockmask_get_area_text(all.analyzer, 0, &mut null(), &mut 0) {
                // The page may have no area.
                BLOCKMASK_BAD_ARGUMENT => BLOCKMASK_OK,
                status => status,
            }
        };
        blockmask_get_text: |all| blockmask_get_text(all.analyzer, &mut null(), &mut 0);
        blockmask_map_text_offsets: |all| blockmask_map_text_offsets(all.analyzer, &3, &mut 0, 1);
        blockmask_map_text_range: |all| blockmask_map_text_range(all.analyzer, 1, 4, &mut 0, &mut 0);
        blockmask_map_joined_range: |all| {
            blockmask_map_joined_range(all.analyzer, all.joined, 1, 4, &mut 0, &mut 0)
        };
        blockmask_join_fields: |all| {
            let mut joined = null_mut();
            let fields = 1 << BLOCKMASK_FIELD_TEXT | 1 << BLOCKMASK_FIELD_TITLE;
            let status = blockmask_join_fields(all.analyzer, fields, &mut joined);
            blockmask_free(joined.cast());
            status
        };
        blockmask_join_main_text: |all| {
            let mut joined = null_mut();
            let status = blockmask_join_main_text(all.analyzer, &mut joined);
            blockmask_free(joined.cast());
            status
        };
        blockmask_create_site: |_| {
            let mut site = null_mut();
            let status = blockmask_create_site(9, &mut site);
            blockmask_free_site(site);
            status
        };
        blockmask_free_site: |all| {
            blockmask_free_site(std::mem::replace(&mut all.site, null_mut()));
            BLOCKMASK_OK
        };
        blockmask_add_to_site: |all| {
            let mut site = null_mut();
            let status = blockmask_create_site(1, &mut site);
            let status = status.max(blockmask_add_to_site(site, all.analyzer, c"c".as_ptr(), 1));
            blockmask_free_site(site);
            status
        };
        blockmask_merge_site: |all| {
            let mut site = null_mut();
            let status = blockmask_create_site(3, &mut site);
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
        blockmask_read_site: |all| {
            let (mut bytes, mut length, mut site) = (null_mut(), 0, null_mut());
            let mut status = blockmask_write_site(all.site, &mut bytes, &mut length);
            if status == BLOCKMASK_OK {
                status = blockmask_read_site(bytes, length, &mut site, null_mut(), 0);
            }
            blockmask_free(bytes.cast());
            blockmask_free_site(site);
            status
        };
        blockmask_set_site: |all| blockmask_set_site(all.analyzer, all.site);
        blockmask_get_field_defaults: |_| blockmask_get_field_defaults(1, &mut 0, &mut 0.0);
        blockmask_write_tag_path: |all| write_text(|buffer, capacity, length| {
            blockmask_write_tag_path(all.analyzer, 2, buffer, capacity, length)
        });
        blockmask_write_link_target: |all| write_text(|buffer, capacity, length| {
            blockmask_write_link_target(all.analyzer, 0, buffer, capacity, length)
        });
        blockmask_write_link_address: |all| write_text(|buffer, capacity, length| {
            blockmask_write_link_address(all.analyzer, 0, buffer, capacity, length)
        });
        blockmask_write_link_rel: |all| write_text(|buffer, capacity, length| {
            blockmask_write_link_rel(all.analyzer, 0, buffer, capacity, length)
        });
        blockmask_write_image_alt: |all| write_text(|buffer, capacity, length| {
            blockmask_write_image_alt(all.analyzer, 0, buffer, capacity, length)
        });
        blockmask_write_image_target: |all| write_text(|buffer, capacity, length| {
            blockmask_write_image_target(all.analyzer, 0, buffer, capacity, length)
        });
        blockmask_write_formatted_text: |all| write_text(|buffer, capacity, length| {
            blockmask_write_formatted_text(all.analyzer, 0, buffer, capacity, length)
        });
        blockmask_render: |all| {
            let mut worst = BLOCKMASK_OK;
            for format in [BLOCKMASK_FORMAT_PLAIN, BLOCKMASK_FORMAT_MARKDOWN, BLOCKMASK_FORMAT_HTML] {
                let mut text = null_mut();
                let options = BLOCKMASK_RENDER_LINKS | BLOCKMASK_RENDER_IMAGES;
                worst = worst.max(blockmask_render(all.analyzer, format, options, &mut text, &mut 0));
                blockmask_free(text.cast());
            }
            worst
        };
        blockmask_render_markdown: |all| {
            let mut markdown = null_mut();
            let status = blockmask_render_markdown(all.analyzer, BLOCKMASK_RENDER_LINKS, &mut markdown);
            blockmask_free(markdown.cast());
            status
        };
        blockmask_cut_passages: |all| {
            let mut passages = null_mut();
            let status = blockmask_cut_passages(all.analyzer, 4, 2, null(), 0, &mut passages, &mut 0);
            blockmask_free(passages.cast());
            status
        };
        blockmask_get_passage_roles: |all| {
            let mut passages = null_mut();
            let mut status = blockmask_cut_passages(all.analyzer, 4, 2, null(), 0, &mut passages, &mut 0);
            if status == BLOCKMASK_OK {
                status = blockmask_get_passage_roles(passages, &mut null(), &mut 0);
            }
            blockmask_free(passages.cast());
            status
        };
        blockmask_find_records: |all| {
            let mut records = null_mut();
            let status = blockmask_find_records(all.analyzer, &mut records, &mut 0);
            blockmask_free(records.cast());
            status
        };
        blockmask_find_facts: |all| {
            let mut facts = null_mut();
            let status = blockmask_find_facts(all.analyzer, null(), 0, &mut facts, &mut 0);
            blockmask_free(facts.cast());
            status
        };
        blockmask_blank_page: |all| {
            let mut copy: [c_char; PAGE.len()] = [0; PAGE.len()];
            blockmask_blank_page(all.analyzer, copy.as_mut_ptr(), copy.len())
        };
        blockmask_zone_page: |all| {
            let mut html = null_mut();
            let status = blockmask_zone_page(all.analyzer, &mut html, &mut 0);
            blockmask_free(html.cast());
            status
        };
        blockmask_next_run: |all| {
            let mut run = zeroed::<blockmask_run>();
            blockmask_next_run(all.analyzer, &mut 0, &mut run, size_of::<blockmask_run>())
        };
    }
    cases
}

/// [`blockmask_status_text`] takes another type than the other functions that return names.
fn status_text(status: u32) -> *const c_char {
    blockmask_status_text(status as blockmask_status)
}

fn input() -> blockmask_input {
    blockmask_input {
        html: SOURCE.0,
        length: SOURCE.1,
        charset: null(),
        charset_length: 0,
        address: null(),
        address_length: 0,
    }
}

/// The status of a call that writes a text, into a buffer that is too small and into one that is not.
fn write_text(call: impl Fn(*mut c_char, usize, *mut usize) -> blockmask_status) -> blockmask_status {
    let mut buffer: [c_char; 64] = [0; 64];
    let mut length = 0;
    match call(buffer.as_mut_ptr(), 1, &mut length) {
        BLOCKMASK_BUFFER_TOO_SMALL if length < 64 => call(buffer.as_mut_ptr(), 64, &mut length),
        status => status,
    }
}

/// Calls a function while its allocation `number` is refused, counted from 0. Returns its status, how many were
/// refused, and how many it made.
fn call(case: Case, is_begun: bool, number: u64) -> (blockmask_status, u64, u64) {
    let mut all = fixture(is_begun);
    REFUSED.set(0);
    ALLOCATED.set(0);
    LEFT.set(number);
    let status = case(&mut all);
    LEFT.set(u64::MAX);
    let (refused, allocated) = (REFUSED.get(), ALLOCATED.get());
    if !all.analyzer.is_null() {
        // The analyzer stays usable.
        // SAFETY: the analyzer is valid, and so is the page.
        let again = unsafe { blockmask_analyze_page(all.analyzer, SOURCE.0, SOURCE.1, null(), 0) };
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
        let is_begun = name.starts_with("blockmask_push_") || name == "blockmask_end_page";
        for number in 0.. {
            let (status, refused, _) = call(case, is_begun, number);
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

/// Errors, too: their texts need memory, but the status does not depend on it.
#[test]
fn errors_keep_their_status_without_memory() {
    let errors: [(Case, blockmask_status); 4] = [
        (|all| unsafe { blockmask_push_start_tag(all.analyzer, c"1".as_ptr(), 1, null(), 32, 0, 0, 0, 1) }, 13),
        (|all| unsafe { blockmask_write_tag_path(all.analyzer, 99, null_mut(), 0, &mut 0) }, BLOCKMASK_NO_PAGE),
        (|all| unsafe { blockmask_set_model(all.analyzer, c"no model".as_ptr(), 8) }, BLOCKMASK_BAD_OPTION),
        (|all| unsafe { blockmask_get_text(all.analyzer, null_mut(), null_mut()) }, BLOCKMASK_BAD_POINTER),
    ];
    for (case, expected) in errors {
        for number in 0..3 {
            assert_eq!(call(case, true, number).0, expected);
        }
    }
}

#[test]
fn texts_on_demand_take_no_memory() {
    let cases = cases();
    for name in ["blockmask_map_text_range", "blockmask_next_run"] {
        assert_eq!(call(cases[name], false, u64::MAX), (BLOCKMASK_OK, 0, 0), "{name}");
    }
    // SAFETY: the analyzer is valid, and the buffer has 64 bytes.
    let texts: Case = |all| unsafe {
        let mut buffer: [c_char; 64] = [0; 64];
        let path = blockmask_write_tag_path(all.analyzer, 2, buffer.as_mut_ptr(), 64, &mut 0);
        path.max(blockmask_write_link_target(all.analyzer, 0, buffer.as_mut_ptr(), 64, &mut 0))
    };
    assert_eq!(call(texts, false, u64::MAX), (BLOCKMASK_OK, 0, 0));
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
