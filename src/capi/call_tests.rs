//! Calls each function once, as a program would: for Miri, which cannot run programs in C.

use super::analyzer::*;
use super::arrow::*;
use super::blocks::*;
use super::document::*;
use super::experimental::*;
use super::facts::*;
use super::fingerprint::*;
use super::options::*;
use super::page::*;
use super::passages::*;
use super::render::*;
use super::start::*;
use super::status::*;
use super::structure::*;
use super::tables::*;
use super::text::*;
use std::ffi::c_char;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicI32, Ordering};

const PAGE: &[u8] = b"<title>Rain &amp; river</title><h2>The third day</h2>\
    <p class='a b'>Rain fell on the city for the <a href='x?a&amp;b'>third</a> day, and the river rose.<p hidden>No one";

const NO_TABLE: blockmask_table = blockmask_table { rows: null(), count: 0, stride: 0 };

/// Runs `work` with a new analyzer.
///
/// SAFETY, for callers: what they pass is what the functions want; the analyzer is valid.
unsafe fn with_analyzer(work: impl FnOnce(*mut blockmask_analyzer)) {
    let mut analyzer = null_mut();
    // SAFETY: all variables have the right types and sizes; what is made is freed once, and not used afterwards.
    unsafe {
        let mut options = std::mem::zeroed::<blockmask_options>();
        assert_eq!(blockmask_init_options(&mut options, size_of::<blockmask_options>()), BLOCKMASK_OK);
        options.mask = 99;
        assert_eq!(blockmask_create_analyzer(&options, &mut analyzer), BLOCKMASK_BAD_OPTION);
        let message = std::ffi::CStr::from_ptr(blockmask_last_error()).to_str().unwrap();
        assert_eq!(message, "mask is 99, which no value has");
        options.mask = BLOCKMASK_MASK_DENSITY;
        options.parts = BLOCKMASK_PARTS_ALL;
        let mut experimental = std::mem::zeroed::<blockmask_experimental_options>();
        let (defaults, size) = (&mut experimental, size_of::<blockmask_experimental_options>());
        assert_eq!(blockmask_init_experimental_options(defaults, size), BLOCKMASK_OK);
        assert_eq!(blockmask_create_experimental_analyzer(&options, &experimental, &mut analyzer), BLOCKMASK_OK);
        work(analyzer);
        blockmask_free_analyzer(analyzer);
    }
}

unsafe fn analyze(analyzer: *mut blockmask_analyzer) -> *const blockmask_document {
    let (charset, size) = (c"utf-8".as_ptr(), size_of::<blockmask_hints>());
    let hints = blockmask_hints { size, charset, charset_length: 5, address: null(), address_length: 0 };
    let mut document = null();
    // SAFETY: the caller's promise; the page is static.
    let status = unsafe { blockmask_analyze(analyzer, PAGE.as_ptr().cast(), PAGE.len(), &hints, &mut document) };
    assert_eq!(status, BLOCKMASK_OK);
    document
}

/// The rows of a table.
///
/// SAFETY, for callers: a document, and the type of the rows.
unsafe fn rows<'t, T>(document: *const blockmask_document, table: u32) -> &'t [T] {
    let mut found = NO_TABLE;
    // SAFETY: the caller's promise; tables are valid as long as the document.
    unsafe {
        assert_eq!(blockmask_get_table(document, table, &mut found), BLOCKMASK_OK);
        assert_eq!(found.stride, size_of::<T>());
        std::slice::from_raw_parts(found.rows.cast(), found.count)
    }
}

#[test]
fn tables_stay_valid_while_others_are_made() {
    let work = |analyzer: *mut blockmask_analyzer| {
        let (mut text, mut length) = (null(), 0);
        let (mut page, mut fingerprint) = (null(), null());
        // SAFETY: the analyzer is valid, variables have the right types, and what is borrowed is read before the next
        // page.
        unsafe {
            let document = analyze(analyzer);
            let blocks: &[blockmask_block] = rows(document, BLOCKMASK_TABLE_BLOCKS);
            assert_eq!(blockmask_get_text(document, &mut text, &mut length), BLOCKMASK_OK);
            assert_eq!(blockmask_get_page(document, &mut page), BLOCKMASK_OK);
            assert_eq!(blockmask_get_fingerprint(document, &mut fingerprint), BLOCKMASK_OK);
            let (links, runs): (&[blockmask_link], &[blockmask_run]) =
                (rows(document, BLOCKMASK_TABLE_LINKS), rows(document, BLOCKMASK_TABLE_RUNS));
            let structure: &[blockmask_block_structure] = rows(document, BLOCKMASK_TABLE_STRUCTURE);
            assert_eq!(rows::<blockmask_image>(document, BLOCKMASK_TABLE_IMAGES).len(), 0);
            assert_eq!(rows::<blockmask_record>(document, BLOCKMASK_TABLE_RECORDS).len(), 0);
            assert_eq!(rows::<f32>(document, BLOCKMASK_TABLE_KIND_PROBABILITIES).len(), 0);
            let text = std::slice::from_raw_parts(text.cast::<u8>(), length);
            assert_eq!(&text[blocks[0].text_start as usize..blocks[0].text_end as usize], b"Rain & river");
            assert_eq!((blocks.len(), runs.len(), structure.len(), links.len()), (4, 4, 4, 1));
            let run = std::slice::from_raw_parts(runs[0].text.cast::<u8>(), runs[0].text_length as usize);
            assert_eq!((run, (*page).title_block, (*page).text_length as usize), (&b"Rain & river"[..], 0, length));

            let (mut near, mut similarity, mut distance) = (7, 0.5, 7);
            let match_all = blockmask_match_fingerprints;
            assert_eq!(match_all(fingerprint, fingerprint, &mut near, &mut similarity, &mut distance), BLOCKMASK_OK);
            assert_eq!((near, similarity, distance), (1, 1.0, 0));
            assert_eq!(match_all(fingerprint, fingerprint, null_mut(), null_mut(), null_mut()), BLOCKMASK_OK);
            let (mut keys, mut key_count) = ([7u64; 8], 9);
            assert_eq!(blockmask_write_band_keys(fingerprint, 2, keys.as_mut_ptr(), &mut key_count), BLOCKMASK_OK);
            assert_eq!((key_count, &keys[4..]), (4, &[0; 4][..]));

            let mut offsets = [0, blocks[2].text_start, u32::MAX];
            let array = offsets.as_mut_ptr();
            assert_eq!(blockmask_map_offsets(document, array, array, offsets.len()), BLOCKMASK_OK);
            assert_eq!(offsets[1], blocks[2].source_start);
            let (mut start, mut end) = (0, 0);
            assert_eq!(blockmask_map_range(document, null(), 5, 6, &mut start, &mut end), BLOCKMASK_OK);
            assert_eq!(&PAGE[start as usize..end as usize], b"&amp;");
        }
    };
    // SAFETY: as said above.
    unsafe { with_analyzer(work) };
}

#[test]
fn strings_and_texts_are_written() {
    let work = |analyzer: *mut blockmask_analyzer| {
        let mut buffer: [c_char; 256] = [0; 256];
        let (start, size, mut length) = (buffer.as_mut_ptr(), buffer.len(), 0);
        // SAFETY: the analyzer is valid, variables and buffers are of the right types and sizes.
        unsafe {
            let document = analyze(analyzer);
            let mut write = |string, index, capacity| {
                let status = blockmask_write_string(document, string, index, start, capacity, &mut length);
                (status, length)
            };
            assert_eq!(write(BLOCKMASK_STRING_TAG_PATH, 2, 3), (BLOCKMASK_BUFFER_TOO_SMALL, 15));
            assert_eq!(write(BLOCKMASK_STRING_TAG_PATH, 2, size), (BLOCKMASK_OK, "html/body/p.a.b".len()));
            assert_eq!(write(BLOCKMASK_STRING_LINK_TARGET, 0, size), (BLOCKMASK_OK, "x?a&b".len()));
            assert_eq!(write(BLOCKMASK_STRING_LINK_TARGET, 1, size).0, BLOCKMASK_BAD_ARGUMENT);
            assert_eq!(write(99, 0, size).0, BLOCKMASK_BAD_ARGUMENT);
            assert_eq!(blockmask_blank_page(document, start, size), BLOCKMASK_OK);
            for format in BLOCKMASK_FORMAT_JOINED..=BLOCKMASK_FORMAT_ZONES {
                let mut rendered: *mut blockmask_rendered = null_mut();
                assert_eq!(blockmask_render(document, format, 0, &mut rendered), BLOCKMASK_OK);
                let text = std::slice::from_raw_parts((*rendered).text.cast::<u8>(), (*rendered).length);
                assert!(text.windows(4).any(|word| word == b"Rain"), "{format}");
                let has_pieces = format == BLOCKMASK_FORMAT_JOINED || format == BLOCKMASK_FORMAT_MARKDOWN;
                assert_eq!(((*rendered).pieces.count > 0, (*rendered).truncation), (has_pieces, 0));
                let (mut start, mut end) = (0, 0);
                let status = blockmask_map_range(document, rendered, 0, 4, &mut start, &mut end);
                let is_joined = format == BLOCKMASK_FORMAT_JOINED;
                assert_eq!(status, if is_joined { BLOCKMASK_OK } else { BLOCKMASK_BAD_ARGUMENT });
                blockmask_free(rendered.cast());
            }
            let (mut passages, mut facts) = (NO_TABLE, NO_TABLE);
            assert_eq!(blockmask_cut_passages(document, 4, 0, 0, null(), 0, &mut passages), BLOCKMASK_OK);
            let first = &*passages.rows.cast::<blockmask_passage>();
            let roles = std::slice::from_raw_parts(first.roles, first.role_count as usize);
            assert_eq!(roles.iter().map(|role| role.tokens).sum::<u32>(), first.tokens);
            blockmask_free(passages.rows);
            assert_eq!(blockmask_find_facts(document, null(), &mut facts), BLOCKMASK_OK);
            blockmask_free(facts.rows);
        }
    };
    // SAFETY: as said above.
    unsafe { with_analyzer(work) };
}

#[test]
fn a_flag_of_the_program_cancels_while_it_is_set() {
    let flag = AtomicI32::new(0);
    let (mut analyzer, mut document, mut owned) = (null_mut(), null(), null_mut());
    let mut rendered = null_mut();
    // SAFETY: variables of the right types; the flag stays until all is freed, once.
    unsafe {
        let mut options = std::mem::zeroed::<blockmask_options>();
        assert_eq!(blockmask_init_options(&mut options, size_of::<blockmask_options>()), BLOCKMASK_OK);
        assert!(options.cancel_flag.is_null());
        options.cancel_flag = flag.as_ptr().cast::<u8>().wrapping_add(1).cast();
        assert_eq!(blockmask_create_analyzer(&options, &mut analyzer), BLOCKMASK_BAD_POINTER);
        options.cancel_flag = flag.as_ptr().cast_const().cast();
        assert_eq!(blockmask_create_analyzer(&options, &mut analyzer), BLOCKMASK_OK);
        let (page, length) = (PAGE.as_ptr().cast(), PAGE.len());
        assert_eq!(blockmask_analyze_owned(analyzer, page, length, null(), &mut owned), BLOCKMASK_OK);
        assert_eq!(blockmask_analyze(analyzer, page, length, null(), &mut document), BLOCKMASK_OK);
        for (set, status) in [(-1, BLOCKMASK_CANCELLED), (1, BLOCKMASK_CANCELLED), (0, BLOCKMASK_OK)] {
            flag.store(set, Ordering::Relaxed);
            for document in [document, owned] {
                assert_eq!(blockmask_render(document, BLOCKMASK_FORMAT_PLAIN, 0, &mut rendered), status);
            }
            blockmask_free(rendered.cast());
            assert_eq!(flag.load(Ordering::Relaxed), set);
        }
        flag.store(1, Ordering::Relaxed);
        assert_eq!(blockmask_analyze(analyzer, page, length, null(), &mut document), BLOCKMASK_CANCELLED);
        assert_eq!(blockmask_analyze(analyzer, page, length, null(), &mut document), BLOCKMASK_CANCELLED);
        flag.store(0, Ordering::Relaxed);
        assert_eq!(blockmask_analyze(analyzer, page, length, null(), &mut document), BLOCKMASK_OK);
        blockmask_free_document(owned);
        blockmask_free_analyzer(analyzer);
    }
}

#[test]
fn results_that_a_document_keeps_are_freed_with_it() {
    let work = |analyzer: *mut blockmask_analyzer| {
        let mut owned = null_mut();
        // SAFETY: the analyzer is valid, variables have the right types, and each result is given away once.
        unsafe {
            assert_eq!(blockmask_keep_result(null(), null()), BLOCKMASK_BAD_POINTER);
            for _ in 0..2 {
                let document = analyze(analyzer);
                keep_all(document);
                assert_eq!(blockmask_keep_result(document, null()), BLOCKMASK_OK);
            }
            let (page, length) = (PAGE.as_ptr().cast(), PAGE.len());
            assert_eq!(blockmask_analyze_owned(analyzer, page, length, null(), &mut owned), BLOCKMASK_OK);
            keep_all(owned);
            blockmask_free_document(owned);
        }
    };
    // SAFETY: as said above.
    unsafe { with_analyzer(work) };
}

/// Gives a document results of itself, which stay readable.
///
/// SAFETY, for callers: a document.
unsafe fn keep_all(document: *const blockmask_document) {
    let (mut rendered, mut facts) = (null_mut(), NO_TABLE);
    // SAFETY: the caller's promise; variables have the right types.
    unsafe {
        assert_eq!(blockmask_render(document, BLOCKMASK_FORMAT_PLAIN, 0, &mut rendered), BLOCKMASK_OK);
        assert_eq!(blockmask_keep_result(document, rendered.cast()), BLOCKMASK_OK);
        assert_eq!(blockmask_find_facts(document, null(), &mut facts), BLOCKMASK_OK);
        assert_eq!(blockmask_keep_result(document, facts.rows), BLOCKMASK_OK);
        let text = std::slice::from_raw_parts((*rendered).text.cast::<u8>(), (*rendered).length);
        assert!(text.windows(4).any(|word| word == b"Rain"));
    }
}

#[test]
fn a_document_lives_until_the_next_page() {
    let work = |analyzer: *mut blockmask_analyzer| {
        let (mut bytes, mut page) = (0, null());
        // SAFETY: the analyzer is valid, and variables have the right types.
        unsafe {
            let document = analyze(analyzer);
            assert_eq!(blockmask_get_page(document, &mut page), BLOCKMASK_OK);
            assert_eq!(blockmask_get_memory_in_use(analyzer, &mut bytes), BLOCKMASK_OK);
            assert!(bytes > 4096);
            assert_eq!(blockmask_reset_analyzer(analyzer), BLOCKMASK_OK);
            assert_eq!(blockmask_get_page(document, &mut page), BLOCKMASK_NO_PAGE);
            assert_eq!(blockmask_get_memory_in_use(analyzer, &mut bytes), BLOCKMASK_OK);
            assert!(bytes < 4096, "{bytes}");
        }
    };
    // SAFETY: as said above.
    unsafe { with_analyzer(work) };
}

#[test]
fn a_document_of_the_caller_outlives_page_and_analyzer() {
    let (mut analyzer, mut document, mut again, mut borrowed) = (null_mut(), null_mut(), null_mut(), null());
    let (mut text, mut length) = (null(), 0);
    let mut page = PAGE.to_vec();
    // SAFETY: variables have the right types, and what is made is freed once.
    unsafe {
        assert_eq!(blockmask_create_analyzer(null(), &mut analyzer), BLOCKMASK_OK);
        let own = |document| blockmask_analyze_owned(analyzer, page.as_ptr().cast(), page.len(), null(), document);
        assert_eq!((own(&mut document), own(&mut again)), (BLOCKMASK_OK, BLOCKMASK_OK));
        assert_eq!(blockmask_return_document(analyzer, document), BLOCKMASK_OK);
        assert_eq!(blockmask_analyze(analyzer, PAGE.as_ptr().cast(), PAGE.len(), null(), &mut borrowed), BLOCKMASK_OK);
        blockmask_free_document(borrowed.cast_mut());
        assert_eq!(blockmask_get_text(borrowed, &mut text, &mut length), BLOCKMASK_OK);
        assert_eq!(blockmask_return_document(analyzer, borrowed.cast_mut()), BLOCKMASK_BAD_ARGUMENT);
        assert_eq!(blockmask_return_document(analyzer, null_mut()), BLOCKMASK_BAD_POINTER);
        blockmask_free_analyzer(analyzer);
        page.fill(b'x');
        let links: &[blockmask_link] = rows(again, BLOCKMASK_TABLE_LINKS);
        let mut buffer: [c_char; 16] = [0; 16];
        let string = BLOCKMASK_STRING_LINK_TARGET;
        let status = blockmask_write_string(again, string, 0, buffer.as_mut_ptr(), buffer.len(), &mut length);
        assert_eq!((links.len(), status, length), (1, BLOCKMASK_OK, "x?a&b".len()));
        assert_eq!(buffer[0], b'x' as c_char);
        blockmask_free_document(again);
        blockmask_free_document(null_mut());
    }
}

#[test]
fn arrow_batches_outlive_the_analyzer() {
    let mut schema = std::mem::MaybeUninit::uninit();
    let mut array = std::mem::MaybeUninit::uninit();
    let work = |analyzer: *mut blockmask_analyzer| {
        let missing = blockmask_input { size: size_of::<blockmask_input>(), ..NO_INPUT };
        let page = blockmask_input { html: PAGE.as_ptr().cast(), length: PAGE.len(), ..missing };
        let inputs = [page, missing];
        let (first, schema, array) = (inputs.as_ptr(), schema.as_mut_ptr(), array.as_mut_ptr());
        // SAFETY: the analyzer is valid, variables and inputs are of the right types and stay during the call.
        let status =
            unsafe { blockmask_export_arrow(analyzer, first, inputs.len(), BLOCKMASK_COLUMNS_ALL, schema, array) };
        assert_eq!(status, BLOCKMASK_OK);
    };
    // SAFETY: as said above; the structs were written, and each is dropped once.
    unsafe {
        with_analyzer(work);
        drop((schema.assume_init(), array.assume_init()));
    }
}
