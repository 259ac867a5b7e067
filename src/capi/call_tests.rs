//! Calls each function once, as a program would: for Miri, which cannot run programs in C.

use super::analyzer::*;
use super::arrow::*;
use super::batch::*;
use super::config::*;
use super::experimental::*;
use super::input::*;
use super::memory::blockmask_free;
use super::page::*;
use super::push::*;
use super::records::*;
use super::shapes::*;
use super::status::*;
use super::text::*;
use std::ffi::c_char;
use std::ptr::{null, null_mut};

const PAGE: &[u8] = b"<title>Rain &amp; river</title><h2>The third day</h2>\
    <p class='a b'>Rain fell on the city for the <a href='x?a&amp;b'>third</a> day, and the river rose.<p hidden>No one";

/// Runs `work` with a new analyzer.
///
/// SAFETY, for callers: what they pass is what the functions want; the analyzer is valid.
unsafe fn with_analyzer(work: impl FnOnce(*mut blockmask_analyzer)) {
    let (mut config, mut analyzer) = (null_mut(), null_mut());
    let mut message: [c_char; 8] = [1; 8];
    // SAFETY: all variables have the right types and sizes; what is made is freed once, and not used afterwards.
    unsafe {
        let mut options = std::mem::zeroed::<blockmask_options>();
        assert_eq!(blockmask_init_options(&mut options, size_of::<blockmask_options>()), BLOCKMASK_OK);
        let size = size_of::<blockmask_options>();
        options.mask = 99;
        let status = blockmask_create_config(&options, size, &mut config, message.as_mut_ptr(), message.len());
        assert_eq!((status, message[7]), (BLOCKMASK_BAD_OPTION, 0));
        options.mask = BLOCKMASK_MASK_DENSITY;
        options.parts = BLOCKMASK_PARTS_ALL;
        let mut experimental = std::mem::zeroed::<blockmask_experimental_options>();
        let (defaults, size_2) = (&mut experimental, size_of::<blockmask_experimental_options>());
        assert_eq!(blockmask_init_experimental_options(defaults, size_2), BLOCKMASK_OK);
        let (given, message) = (&experimental, null_mut());
        let status = blockmask_create_experimental_config(&options, size, given, size_2, &mut config, message, 0);
        assert_eq!(status, BLOCKMASK_OK);
        blockmask_free_config(config);
        assert_eq!(blockmask_create_config(&options, size, &mut config, null_mut(), 0), BLOCKMASK_OK);
        assert_eq!(blockmask_create_analyzer(config, &mut analyzer), BLOCKMASK_OK);
        blockmask_free_config(config);
        work(analyzer);
        blockmask_free_analyzer(analyzer);
    }
}

unsafe fn analyze(analyzer: *mut blockmask_analyzer) {
    // SAFETY: the caller's promise; the page is static.
    let status = unsafe { blockmask_analyze_page(analyzer, PAGE.as_ptr().cast(), PAGE.len(), c"utf-8".as_ptr(), 5) };
    assert_eq!(status, BLOCKMASK_OK);
}

#[test]
fn tables_stay_valid_while_others_are_borrowed() {
    let work = |analyzer: *mut blockmask_analyzer| {
        let (mut blocks, mut count, mut stride) = (null(), 0, 0);
        let (mut headings, mut heading_count) = (null(), 0);
        let (mut text, mut length) = (null(), 0);
        // SAFETY: the analyzer is valid, variables have the right types, and what is borrowed is read before the next
        // page.
        unsafe {
            analyze(analyzer);
            assert_eq!(blockmask_get_blocks(analyzer, &mut blocks, &mut count, &mut stride), BLOCKMASK_OK);
            assert_eq!(blockmask_get_text(analyzer, &mut text, &mut length), BLOCKMASK_OK);
            assert_eq!(blockmask_get_headings(analyzer, &mut headings, &mut heading_count, &mut stride), BLOCKMASK_OK);
            let mut page = std::mem::zeroed::<blockmask_page>();
            assert_eq!(blockmask_get_page(analyzer, &mut page, size_of::<blockmask_page>()), BLOCKMASK_OK);
            let mut fingerprint = std::mem::zeroed::<blockmask_fingerprint>();
            let (size, mut near) = (size_of::<blockmask_fingerprint>(), 7);
            assert_eq!(blockmask_get_fingerprint(analyzer, &mut fingerprint, size), BLOCKMASK_OK);
            let status = blockmask_compare_fingerprints(&fingerprint, &fingerprint, size, &mut near);
            assert_eq!((status, near), (BLOCKMASK_OK, 1));
            let (mut similarity, mut distance) = (0.5, 7);
            let status =
                blockmask_measure_fingerprints(&fingerprint, &fingerprint, size, &mut similarity, &mut distance);
            assert_eq!((status, similarity, distance), (BLOCKMASK_OK, 1.0, 0));
            let (mut keys, mut key_count) = ([7u64; 8], 9);
            let status = blockmask_get_band_keys(&fingerprint, size, 2, keys.as_mut_ptr(), &mut key_count);
            assert_eq!((status, key_count, &keys[4..]), (BLOCKMASK_OK, 4, &[0; 4][..]));
            let (mut probabilities, mut kinds) = (null(), 7);
            let status = blockmask_get_kind_probabilities(analyzer, &mut probabilities, &mut kinds);
            assert_eq!((status, kinds), (BLOCKMASK_OK, 0));
            let blocks = std::slice::from_raw_parts(blocks, count);
            let text = std::slice::from_raw_parts(text.cast::<u8>(), length);
            assert_eq!(&text[blocks[0].text_start as usize..blocks[0].text_end as usize], b"Rain & river");
            assert_eq!((count, heading_count, (*headings).block), (4, 1, 1));
            let mut copies = [std::mem::zeroed::<blockmask_block>(); 4];
            let (array, size) = (copies.as_mut_ptr().cast(), size_of::<blockmask_block>());
            let status = blockmask_copy_records(analyzer, BLOCKMASK_TABLE_BLOCKS, array, size, 4, &mut count);
            assert_eq!((status, copies[3].source_end), (BLOCKMASK_OK, blocks[3].source_end));
            let mut offsets = [0, blocks[2].text_start, u32::MAX];
            let array = offsets.as_mut_ptr();
            assert_eq!(blockmask_map_text_offsets(analyzer, array, array, offsets.len()), BLOCKMASK_OK);
            assert_eq!(offsets[1], blocks[2].source_start);
            let (mut start, mut end) = (0, 0);
            let status = blockmask_map_text_range(analyzer, 5, 6, &mut start, &mut end);
            assert_eq!((status, &PAGE[start as usize..end as usize]), (BLOCKMASK_OK, &b"&amp;"[..]));
        }
    };
    // SAFETY: as said above.
    unsafe { with_analyzer(work) };
}

#[test]
fn strings_and_shapes_are_written() {
    let work = |analyzer: *mut blockmask_analyzer| {
        let mut buffer: [c_char; 256] = [0; 256];
        let (start, mut length) = (buffer.as_mut_ptr(), 0);
        let (mut zoned, mut cursor) = (null_mut(), 0);
        // SAFETY: the analyzer is valid, places and buffers are of the right types and sizes.
        unsafe {
            assert_eq!(blockmask_blank_page(analyzer, start, buffer.len()), BLOCKMASK_NO_PAGE);
            analyze(analyzer);
            assert_eq!(blockmask_write_tag_path(analyzer, 2, start, 3, &mut length), BLOCKMASK_BUFFER_TOO_SMALL);
            assert_eq!(blockmask_write_tag_path(analyzer, 2, start, buffer.len(), &mut length), BLOCKMASK_OK);
            assert_eq!(length, "html/body/p.a.b".len());
            assert_eq!(blockmask_write_link_target(analyzer, 0, start, buffer.len(), &mut length), BLOCKMASK_OK);
            assert_eq!(length, "x?a&b".len());
            assert_eq!(blockmask_blank_page(analyzer, start, buffer.len()), BLOCKMASK_OK);
            assert_eq!(blockmask_zone_page(analyzer, &mut zoned, &mut length), BLOCKMASK_OK);
            assert!(length > PAGE.len());
            blockmask_free(zoned.cast());
            let mut run = std::mem::zeroed::<blockmask_run>();
            let size = size_of::<blockmask_run>();
            while blockmask_next_run(analyzer, &mut cursor, &mut run, size) == BLOCKMASK_OK {
                assert!(!std::slice::from_raw_parts(run.text.cast::<u8>(), run.text_length as usize).is_empty());
            }
            assert_eq!(cursor, 4);
        }
    };
    // SAFETY: as said above.
    unsafe { with_analyzer(work) };
}

#[test]
fn batches_and_pushed_pages() {
    let work = |analyzer: *mut blockmask_analyzer| {
        let input = |html: *const u8| blockmask_input {
            html: html.cast(),
            length: PAGE.len(),
            charset: c"utf-8".as_ptr(),
            charset_length: 5,
            address: null(),
            address_length: 0,
        };
        let inputs = [input(PAGE.as_ptr()), input(null())];
        let mut batch: *mut blockmask_batch = null_mut();
        let attribute =
            blockmask_attribute { name: c"id".as_ptr(), name_length: 2, value: c"a\"b".as_ptr(), value_length: 3 };
        let (mut bytes, mut message, mut length) = (0, null(), 0);
        // SAFETY: the analyzer is valid, places and inputs are of the right types and stay during the calls.
        unsafe {
            let (size, all) = (size_of::<blockmask_input>(), BLOCKMASK_BATCH_ALL);
            assert_eq!(blockmask_analyze_batch(analyzer, inputs.as_ptr(), size, 2, all, &mut batch), BLOCKMASK_OK);
            assert_eq!((*batch).failed, 1);
            blockmask_free(batch.cast());
            assert_eq!(blockmask_get_last_error(analyzer, &mut message, &mut length), BLOCKMASK_OK);
            assert_eq!(blockmask_begin_page(analyzer), BLOCKMASK_OK);
            let size = size_of::<blockmask_attribute>();
            let status = blockmask_push_start_tag(analyzer, c"p".as_ptr(), 1, &attribute, size, 1, 0, 0, 3);
            assert_eq!(status, BLOCKMASK_OK);
            assert_eq!(blockmask_push_text(analyzer, c"a & b".as_ptr(), 5, 3, 8), BLOCKMASK_OK);
            assert_eq!(blockmask_push_text(analyzer, c"a".as_ptr(), 1, 3, 8), BLOCKMASK_BAD_ARGUMENT);
            assert_eq!(blockmask_push_end_tag(analyzer, c"p".as_ptr(), 1, 8, 12), BLOCKMASK_OK);
            assert_eq!(blockmask_end_page(analyzer), BLOCKMASK_OK);
            // The text of the error is read after other calls.
            assert!(std::ffi::CStr::from_ptr(message).to_bytes().starts_with(b"the position"));
            assert_eq!(blockmask_get_memory_in_use(analyzer, &mut bytes), BLOCKMASK_OK);
            assert_eq!(blockmask_shrink_analyzer(analyzer), BLOCKMASK_OK);
            assert_eq!(blockmask_reset_analyzer(analyzer), BLOCKMASK_OK);
        }
        assert!(bytes > 4096);
    };
    // SAFETY: as said above.
    unsafe { with_analyzer(work) };
}

#[test]
fn arrow_batches_outlive_the_analyzer() {
    let mut schema = std::mem::MaybeUninit::uninit();
    let mut array = std::mem::MaybeUninit::uninit();
    let work = |analyzer: *mut blockmask_analyzer| {
        let page = blockmask_input { html: PAGE.as_ptr().cast(), length: PAGE.len(), ..NO_INPUT };
        let (inputs, size) = ([page, NO_INPUT], size_of::<blockmask_input>());
        let (first, schema, array) = (inputs.as_ptr(), schema.as_mut_ptr(), array.as_mut_ptr());
        // SAFETY: the analyzer is valid, places and inputs are of the right types and stay during the call.
        let status = unsafe {
            blockmask_export_batch(analyzer, first, size, inputs.len(), BLOCKMASK_COLUMNS_ALL, schema, array)
        };
        assert_eq!(status, BLOCKMASK_OK);
    };
    // SAFETY: as said above; the structs were written, and each is dropped once.
    unsafe {
        with_analyzer(work);
        drop((schema.assume_init(), array.assume_init()));
    }
}

#[test]
fn malformed_text_and_flags_of_pushed_pages() {
    let work = |analyzer: *mut blockmask_analyzer| {
        let (mut text, mut length) = (null(), 0);
        // SAFETY: the analyzer is valid, places and strings are of the right types and sizes.
        unsafe {
            let open = |flag| {
                blockmask_push_start_tag(
                    analyzer,
                    c"p".as_ptr(),
                    1,
                    null(),
                    size_of::<blockmask_attribute>(),
                    0,
                    flag,
                    0,
                    3,
                )
            };
            assert_eq!(blockmask_begin_page(analyzer), BLOCKMASK_OK);
            assert_eq!(
                [open(2), open(u32::MAX), open(1)],
                [BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_OK]
            );
            assert_eq!(blockmask_push_text(analyzer, c"a\xff\xfe b\xc3".as_ptr(), 6, 3, 9), BLOCKMASK_OK);
            assert_eq!(blockmask_end_page(analyzer), BLOCKMASK_OK);
            assert_eq!(blockmask_get_text(analyzer, &mut text, &mut length), BLOCKMASK_OK);
            let text = std::slice::from_raw_parts(text.cast::<u8>(), length);
            assert_eq!(text, "a\u{fffd} b\u{fffd}\n".as_bytes());
        }
    };
    // SAFETY: as said above.
    unsafe { with_analyzer(work) };
}
