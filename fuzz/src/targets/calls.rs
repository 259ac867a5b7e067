//! Single calls of the C interface, each with its postconditions.

use super::capi::same_as_rust;
use arbitrary::{Result, Unstructured};
use blockmask::capi::analyzer::*;
use blockmask::capi::cancel::blockmask_cancel_analyzer;
use blockmask::capi::facts::{blockmask_fact_options, blockmask_find_facts};
use blockmask::capi::layout::blockmask_get_areas;
use blockmask::capi::main_list::blockmask_find_records;
use blockmask::capi::memory::blockmask_free;
use blockmask::capi::page::*;
use blockmask::capi::passages::{blockmask_cut_passages, blockmask_get_passage_roles};
use blockmask::capi::push::*;
use blockmask::capi::records::*;
use blockmask::capi::render::{blockmask_render, blockmask_render_markdown};
use blockmask::capi::shapes::*;
use blockmask::capi::status::*;
use blockmask::capi::structure::*;
use blockmask::capi::text::*;
use blockmask::capi::visual::*;
use std::ffi::CStr;
use std::ptr::{null, null_mut};

type Analyzer = *mut blockmask_analyzer;

/// A pointer for an output: mostly a valid one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Output {
    Valid,
    Null,
    Misaligned,
}

impl Output {
    /// A random choice, valid in 15 of 16 cases.
    pub fn choose(input: &mut Unstructured<'_>) -> Result<Output> {
        Ok(match input.arbitrary::<u8>()? {
            0..240 => Output::Valid,
            240..248 => Output::Null,
            _ => Output::Misaligned,
        })
    }

    /// The pointer. `buffer` must be larger than a `T`.
    fn pointer<T>(self, buffer: &mut [u64; 8]) -> *mut T {
        match self {
            Output::Valid => buffer.as_mut_ptr().cast(),
            Output::Null => null_mut(),
            Output::Misaligned => buffer.as_mut_ptr().cast::<u8>().wrapping_add(1).cast(),
        }
    }
}

/// Checks that a status is declared in the header and allowed here: not the statuses for internal bugs and for misuse
/// by several threads.
pub fn known(status: blockmask_status) {
    const KNOWN: [blockmask_status; 14] = [
        BLOCKMASK_OK,
        BLOCKMASK_END,
        BLOCKMASK_BAD_POINTER,
        BLOCKMASK_BAD_STRUCT_SIZE,
        BLOCKMASK_BAD_OPTION,
        BLOCKMASK_BAD_ARGUMENT,
        BLOCKMASK_NO_PAGE,
        BLOCKMASK_BUFFER_TOO_SMALL,
        BLOCKMASK_NOT_COMPUTED,
        BLOCKMASK_TOO_LARGE,
        BLOCKMASK_UNSUPPORTED_ENCODING,
        BLOCKMASK_OUT_OF_MEMORY,
        BLOCKMASK_LIMIT_REACHED,
        BLOCKMASK_CANCELLED,
    ];
    assert!(KNOWN.contains(&status), "status {status}");
    // SAFETY: the text is static and NUL-terminated.
    let text = unsafe { CStr::from_ptr(blockmask_status_text(status)) };
    assert!(text.to_str().is_ok_and(|text| !text.is_empty() && text != "unknown status"));
}

/// Checks that an invalid pointer causes an error.
fn expect_bad_pointer(status: blockmask_status, analyzer: Analyzer, output: Output) {
    known(status);
    if analyzer.is_null() || output != Output::Valid {
        assert_ne!(status, BLOCKMASK_OK);
    }
}

/// The declared charset of a page.
pub fn charset(input: &mut Unstructured<'_>) -> Result<Option<&'static CStr>> {
    let charsets = [c"utf-8", c"gbk", c"windows-1252", c"iso-2022-jp", c"\xff\xfe", c"", c"none such"];
    let choice = usize::from(input.arbitrary::<u8>()?);
    Ok(choice.checked_sub(200).map(|choice| charsets[choice % charsets.len()]))
}

/// Analyzes a page. With `compare`, compares the result with that of the Rust interface.
pub fn analyze(analyzer: Analyzer, page: &[u8], charset: Option<&CStr>, compare: bool) {
    let (label, label_length) = charset.map_or((null(), 0), |label| (label.as_ptr(), label.count_bytes()));
    // SAFETY: the analyzer is valid or NULL, and the page outlives it.
    let status = unsafe { blockmask_analyze_page(analyzer, page.as_ptr().cast(), page.len(), label, label_length) };
    expect_bad_pointer(status, analyzer, Output::Valid);
    if compare {
        assert_eq!(status, BLOCKMASK_OK);
        same_as_rust(analyzer, page, charset);
    }
}

/// A NULL page is valid with length 0 and an error otherwise. Even an empty page can exceed a small memory limit.
pub fn analyze_nothing(analyzer: Analyzer, length: u8, has_default_limits: bool) {
    // SAFETY: the analyzer is valid or NULL; NULL is checked before any byte is read.
    let status = unsafe { blockmask_analyze_page(analyzer, null(), length.into(), null(), 0) };
    let is_fine = length == 0 && !analyzer.is_null();
    // A cancellation may be pending from a page that was rejected.
    let failures = [BLOCKMASK_LIMIT_REACHED, BLOCKMASK_CANCELLED];
    let may_fail = is_fine && !has_default_limits && failures.contains(&status);
    assert!(may_fail || status == if is_fine { BLOCKMASK_OK } else { BLOCKMASK_BAD_POINTER }, "status {status}");
}

/// A cancellation stops the next page, and only that.
pub fn cancel(analyzer: Analyzer) {
    let page = c"<p>Rain fell on the city";
    // SAFETY: the analyzer is valid or NULL, the page is static.
    unsafe {
        let status = blockmask_cancel_analyzer(analyzer);
        known(status);
        let first = blockmask_analyze_page(analyzer, page.as_ptr(), page.count_bytes(), null(), 0);
        // A page that exceeds a small limit leaves the cancellation pending for the next page.
        assert!([BLOCKMASK_BAD_POINTER, BLOCKMASK_CANCELLED, BLOCKMASK_TOO_LARGE].contains(&first), "{first}");
    }
}

/// Writes the properties of a page into a struct of any size.
pub fn get_page(analyzer: Analyzer, input: &mut Unstructured<'_>) -> Result<()> {
    let size = match input.arbitrary::<u8>()? {
        0..128 => size_of::<blockmask_page>(),
        _ => usize::from(input.arbitrary::<u16>()?) % 5000,
    };
    let mut bytes = vec![u64::MAX; size.div_ceil(8).max(1)];
    // SAFETY: the analyzer is valid or NULL, and there are as many bytes as passed.
    let statuses = unsafe {
        [
            blockmask_get_page(analyzer, bytes.as_mut_ptr().cast(), size),
            blockmask_get_fingerprint(analyzer, bytes.as_mut_ptr().cast(), size),
        ]
    };
    statuses.into_iter().for_each(|status| expect_bad_pointer(status, analyzer, Output::Valid));
    let (mut probabilities, mut count) = (null(), 0);
    // SAFETY: the analyzer is valid or NULL, and both are variables of their types.
    let status = unsafe { blockmask_get_kind_probabilities(analyzer, &mut probabilities, &mut count) };
    if status == BLOCKMASK_OK {
        // SAFETY: borrowed from the analyzer, with this count.
        let sum: f32 = unsafe { std::slice::from_raw_parts(probabilities, count) }.iter().sum();
        assert!(count == 0 || (sum - 1.0).abs() < 1e-3);
    }
    let mut near = 7;
    let fingerprint = blockmask_fingerprint {
        min_hashes: [1; 8],
        sim_hash: 0,
        tokens: 20,
        version: input.arbitrary()?,
        is_valid: input.arbitrary()?,
        reserved: [0; 2],
        content_hash: 0,
        structure_hash: 0,
    };
    // SAFETY: all three are variables of their types.
    let status =
        unsafe { blockmask_compare_fingerprints(&fingerprint, &fingerprint, size_of_val(&fingerprint), &mut near) };
    assert!(status == BLOCKMASK_OK && near <= 1);
    let (mut similarity, mut distance, mut keys, mut count) = (7.0, 99, [0; 8], 9);
    let rows = input.int_in_range(0..=9)?;
    // SAFETY: all are variables of their types, and there is room for 8 keys.
    let statuses = unsafe {
        let size = size_of_val(&fingerprint);
        (
            blockmask_measure_fingerprints(&fingerprint, &fingerprint, size, &mut similarity, &mut distance),
            blockmask_get_band_keys(&fingerprint, size, rows, keys.as_mut_ptr(), &mut count),
        )
    };
    assert!(statuses.0 == BLOCKMASK_OK && (0.0..=1.0).contains(&similarity) && distance <= 64);
    assert!((statuses.1 == BLOCKMASK_OK) == (1..=8).contains(&rows) && (statuses.1 != BLOCKMASK_OK || count <= 8));
    Ok(())
}

/// Borrows a table, sometimes with an invalid pointer for its count.
pub fn get_table(analyzer: Analyzer, input: &mut Unstructured<'_>) -> Result<()> {
    let (output, table) = (Output::choose(input)?, input.arbitrary::<u8>()?);
    let (mut buffer, mut stride) = ([0; 8], 0);
    let count = output.pointer(&mut buffer);
    // SAFETY: the analyzer is valid or NULL; the output is valid, or NULL or misaligned.
    let status = unsafe {
        match table % 10 {
            0 => blockmask_get_blocks(analyzer, &mut null(), count, &mut stride),
            1 => blockmask_get_segments(analyzer, &mut null(), count, &mut stride),
            2 => blockmask_get_regions(analyzer, &mut null(), count, &mut stride),
            3 => blockmask_get_links(analyzer, &mut null(), count, &mut stride),
            4 => blockmask_get_headings(analyzer, &mut null(), count, &mut stride),
            5 => blockmask_get_areas(analyzer, &mut null(), count, &mut stride),
            6 => blockmask_get_visual_areas(analyzer, &mut null(), count, &mut stride),
            7 => blockmask_get_structure(analyzer, &mut null(), count, &mut stride),
            8 => blockmask_get_images(analyzer, &mut null(), count, &mut stride),
            _ => blockmask_get_block_visibility(analyzer, &mut null(), count, &mut stride),
        }
    };
    expect_bad_pointer(status, analyzer, output);
    Ok(())
}

/// Copies a table into an array of exactly the declared capacity.
pub fn copy_records(analyzer: Analyzer, input: &mut Unstructured<'_>) -> Result<()> {
    let table = u32::from(input.arbitrary::<u8>()?) % 13;
    let capacity = usize::from(input.arbitrary::<u8>()?);
    let size = match input.arbitrary::<u8>()? % 8 {
        0 => size_of::<blockmask_block>(),
        1 => size_of::<blockmask_segment>(),
        2 => size_of::<blockmask_region>(),
        3 => size_of::<blockmask_link>(),
        other => usize::from(input.arbitrary::<u8>()?) * usize::from(other),
    };
    let mut array = vec![0u64; (size * capacity).div_ceil(8)];
    let (output, mut buffer) = (Output::choose(input)?, [0; 8]);
    let count = output.pointer(&mut buffer);
    let records = if input.ratio(1, 16)? { null_mut() } else { array.as_mut_ptr().cast() };
    // SAFETY: the analyzer is valid or NULL, and the array has `capacity` records of `size` bytes.
    let status = unsafe { blockmask_copy_records(analyzer, table, records, size, capacity, count) };
    expect_bad_pointer(status, analyzer, output);
    assert!(status != BLOCKMASK_OK || buffer[0] as usize <= capacity);
    Ok(())
}

/// Maps text offsets, including out-of-range ones, in place; and a text range.
pub fn map_offsets(analyzer: Analyzer, input: &mut Unstructured<'_>) -> Result<()> {
    let mut offsets = vec![0u32; input.int_in_range(0..=8)?];
    for offset in &mut offsets {
        *offset = if input.ratio(1, 8)? { input.arbitrary()? } else { input.arbitrary::<u8>()?.into() };
    }
    offsets.sort_unstable();
    let output = offsets.as_mut_ptr();
    // SAFETY: the analyzer is valid or NULL; input and output are one array, which is allowed.
    let status = unsafe { blockmask_map_text_offsets(analyzer, output, output, offsets.len()) };
    expect_bad_pointer(status, analyzer, Output::Valid);
    assert!(status != BLOCKMASK_OK || offsets.is_sorted(), "{offsets:?}");
    let (mut start, mut end, range) = (0, 0, (input.arbitrary::<u8>()?, input.arbitrary::<u8>()?));
    // SAFETY: the analyzer is valid or NULL; both are variables of their types.
    let status = unsafe { blockmask_map_text_range(analyzer, range.0.into(), range.1.into(), &mut start, &mut end) };
    expect_bad_pointer(status, analyzer, Output::Valid);
    assert!(start <= end && (start == end || range.0 < range.1), "{start}-{end} for {range:?}");
    Ok(())
}

/// Writes a string into a buffer of exactly the declared capacity.
pub fn write_string(analyzer: Analyzer, input: &mut Unstructured<'_>) -> Result<()> {
    let number = usize::from(input.arbitrary::<u8>()?);
    let mut buffer = vec![0u8; input.arbitrary::<u8>()?.into()];
    let (output, mut value) = (Output::choose(input)?, [0; 8]);
    let length = output.pointer(&mut value);
    let (start, capacity) = (buffer.as_mut_ptr().cast(), buffer.len());
    let write = [
        blockmask_write_tag_path,
        blockmask_write_link_target,
        blockmask_write_link_address,
        blockmask_write_link_rel,
        blockmask_write_image_alt,
        blockmask_write_image_target,
        blockmask_write_formatted_text,
    ][number % 7];
    // SAFETY: the analyzer is valid or NULL, and the buffer has its capacity.
    let status = unsafe { write(analyzer, number / 7, start, capacity, length) };
    expect_bad_pointer(status, analyzer, output);
    if status == BLOCKMASK_OK {
        assert!(std::str::from_utf8(&buffer[..value[0] as usize]).is_ok());
    }
    assert!(status != BLOCKMASK_BUFFER_TOO_SMALL || value[0] as usize > capacity);
    Ok(())
}

/// Writes a blanked copy into a buffer of exactly the declared capacity.
pub fn blank(analyzer: Analyzer, input: &mut Unstructured<'_>) -> Result<()> {
    let mut buffer = vec![0u8; usize::from(input.arbitrary::<u8>()?) * 16];
    // SAFETY: the analyzer is valid or NULL, and the buffer has its capacity.
    let status = unsafe { blockmask_blank_page(analyzer, buffer.as_mut_ptr().cast(), buffer.len()) };
    expect_bad_pointer(status, analyzer, Output::Valid);
    Ok(())
}

/// Requests a copy with zones and frees it.
pub fn zone(analyzer: Analyzer, output: Output) {
    let (mut html, mut buffer) = (null_mut(), [0; 8]);
    // SAFETY: the analyzer is valid or NULL; the output is valid, or NULL or misaligned.
    let status = unsafe { blockmask_zone_page(analyzer, &mut html, output.pointer(&mut buffer)) };
    expect_bad_pointer(status, analyzer, output);
    if status == BLOCKMASK_OK {
        assert!(!html.is_null());
        // SAFETY: the copy has the returned length and is freed once.
        unsafe {
            let copy = std::slice::from_raw_parts(html.cast::<u8>(), buffer[0] as usize);
            assert!(copy.iter().map(|&byte| u64::from(byte)).sum::<u64>() < u64::MAX);
            blockmask_free(html.cast());
        }
    }
}

/// Renders the main content, and cuts it into passages by any tokens.
pub fn render(analyzer: Analyzer, input: &mut Unstructured<'_>) -> Result<()> {
    let (format, options) = (input.arbitrary::<u8>()? % 5, input.arbitrary::<u8>()? % 5);
    let (mut text, mut length) = (null_mut(), 0);
    // SAFETY: the analyzer is valid or NULL; both are variables of their types.
    let status = unsafe { blockmask_render(analyzer, format.into(), options.into(), &mut text, &mut length) };
    expect_bad_pointer(status, analyzer, Output::Valid);
    if status == BLOCKMASK_OK {
        // SAFETY: the text has the returned length and is freed once.
        unsafe {
            assert!(std::str::from_utf8(std::slice::from_raw_parts(text.cast::<u8>(), length)).is_ok());
            blockmask_free(text.cast());
        }
    }
    let mut markdown = null_mut();
    // SAFETY: the analyzer is valid or NULL; the other is a variable of its type.
    let status = unsafe { blockmask_render_markdown(analyzer, options.into(), &mut markdown) };
    expect_bad_pointer(status, analyzer, Output::Valid);
    if status == BLOCKMASK_OK {
        // SAFETY: the text and the ranges have the lengths of the struct; all are freed once.
        unsafe {
            let text = std::slice::from_raw_parts((*markdown).text.cast::<u8>(), (*markdown).length);
            let text = std::str::from_utf8(text).expect("UTF-8");
            for range in std::slice::from_raw_parts((*markdown).ranges, (*markdown).count) {
                assert!(text.get(range.start as usize..range.end as usize).is_some());
            }
            blockmask_free(markdown.cast());
        }
    }
    let mut starts = vec![0u32; input.int_in_range(0..=8)?];
    for start in &mut starts {
        *start = if input.ratio(1, 8)? { input.arbitrary()? } else { input.arbitrary::<u8>()?.into() };
    }
    starts.sort_unstable();
    let (max, overlap) = (input.arbitrary::<u8>()?.into(), input.arbitrary::<u8>()?.into());
    let (pointer, mut passages, mut count) = (if input.arbitrary()? { null() } else { starts.as_ptr() }, null_mut(), 0);
    // SAFETY: the analyzer is valid or NULL; there are as many starts as passed, and both are variables of their types.
    let status =
        unsafe { blockmask_cut_passages(analyzer, max, overlap, pointer, starts.len(), &mut passages, &mut count) };
    expect_bad_pointer(status, analyzer, Output::Valid);
    if status == BLOCKMASK_OK {
        // SAFETY: there are as many passages as returned, with texts and roles in the same memory, which is freed once.
        unsafe {
            for passage in std::slice::from_raw_parts(passages, count) {
                let text = std::slice::from_raw_parts(passage.text.cast::<u8>(), passage.length);
                assert!(std::str::from_utf8(text).is_ok());
                let (mut roles, mut count) = (null(), 0);
                assert_eq!(blockmask_get_passage_roles(passage, &mut roles, &mut count), BLOCKMASK_OK);
                let roles = std::slice::from_raw_parts(roles, count);
                assert_eq!(roles.iter().map(|role| role.tokens).sum::<u32>(), passage.tokens);
            }
            blockmask_free(passages.cast());
        }
    }
    Ok(())
}

/// Finds the facts with any header, and with crawlers and attributes of the same text.
pub fn facts(analyzer: Analyzer, input: &mut Unstructured<'_>) -> Result<()> {
    let header: &str = input.arbitrary()?;
    let (text, length) = (header.as_ptr().cast(), header.len());
    let options = blockmask_fact_options {
        x_robots_tag: text,
        x_robots_tag_length: length,
        agents: text,
        agents_length: length,
        exclusion_attributes: text,
        exclusion_attributes_length: length,
    };
    let (mut facts, mut count) = (null_mut(), 0);
    // SAFETY: the analyzer is valid or NULL; the options have the size that is passed, both others are variables.
    let status = unsafe { blockmask_find_facts(analyzer, &options, size_of_val(&options), &mut facts, &mut count) };
    expect_bad_pointer(status, analyzer, Output::Valid);
    if status == BLOCKMASK_OK {
        // SAFETY: there are as many facts as returned, with texts in the same memory, which is freed once.
        unsafe {
            for fact in std::slice::from_raw_parts(facts, count) {
                for (text, length) in [(fact.name, fact.name_length), (fact.value, fact.value_length)] {
                    assert!(std::str::from_utf8(std::slice::from_raw_parts(text.cast::<u8>(), length)).is_ok());
                }
                assert!(fact.source_start <= fact.source_end);
            }
            blockmask_free(facts.cast());
        }
    }
    Ok(())
}

/// Finds the records of the main list.
pub fn records(analyzer: Analyzer) {
    let (mut records, mut count) = (null_mut(), 0);
    // SAFETY: the analyzer is valid or NULL; both are variables of their types.
    let status = unsafe { blockmask_find_records(analyzer, &mut records, &mut count) };
    expect_bad_pointer(status, analyzer, Output::Valid);
    if status == BLOCKMASK_OK {
        // SAFETY: there are as many records as returned, in memory that is freed once.
        unsafe {
            let found = std::slice::from_raw_parts(records, count);
            assert!(found.iter().all(|record| record.first_block < record.end_block));
            assert!(found.is_sorted_by(|a, b| a.end_block <= b.first_block));
            blockmask_free(records.cast());
        }
    }
}

/// Iterates over the runs from any cursor.
pub fn runs(analyzer: Analyzer, input: &mut Unstructured<'_>) -> Result<()> {
    let mut cursor = if input.ratio(1, 4)? { input.arbitrary()? } else { 0 };
    // The struct of a later version may be larger.
    let size = size_of::<blockmask_run>() + usize::from(input.ratio(1, 8)?) * 24;
    let mut buffer = [0u64; (size_of::<blockmask_run>() + 24).div_ceil(8)];
    loop {
        let run = buffer.as_mut_ptr().cast::<blockmask_run>();
        // SAFETY: the buffer is aligned and larger than the struct, the analyzer is valid or NULL.
        let status = unsafe { blockmask_next_run(analyzer, &mut cursor, run, size) };
        expect_bad_pointer(status, analyzer, Output::Valid);
        if status != BLOCKMASK_OK {
            return Ok(());
        }
        // SAFETY: the run was just written, and its text is borrowed from the analyzer.
        let text = unsafe { std::slice::from_raw_parts((*run).text.cast::<u8>(), (*run).text_length as usize) };
        assert!(!text.is_empty() && std::str::from_utf8(text).is_ok());
    }
}

/// Pushes a page, or a part of one.
pub fn push(analyzer: Analyzer, input: &mut Unstructured<'_>) -> Result<()> {
    let steps: u8 = input.arbitrary()?;
    let text = c"Rain fell & rose <here>";
    let (start, length, size) = (text.as_ptr(), text.count_bytes(), size_of::<blockmask_attribute>());
    // SAFETY: the analyzer is valid or NULL, the strings have their lengths.
    unsafe {
        if steps & 1 != 0 {
            known(blockmask_begin_page(analyzer));
        }
        if steps & 2 != 0 {
            known(blockmask_push_start_tag(analyzer, c"p".as_ptr(), 1, null(), size, 0, 0, 0, 3));
        }
        if steps & 4 != 0 {
            known(blockmask_push_text(analyzer, start, length, 3, 3 + length as u32));
        }
        if steps & 8 != 0 {
            known(blockmask_push_end_tag(analyzer, c"p".as_ptr(), 1, 40, 44));
        }
        if steps & 16 != 0 {
            known(blockmask_push_declaration(analyzer, start, length, 44, 50));
        }
        if steps & 32 != 0 {
            known(blockmask_end_page(analyzer));
        }
    }
    Ok(())
}

/// Reads the message of the last error.
pub fn last_error(analyzer: Analyzer, output: Output) {
    let (mut message, mut buffer) = (null(), [0; 8]);
    // SAFETY: the analyzer is valid or NULL; the output is valid, or NULL or misaligned.
    let status = unsafe { blockmask_get_last_error(analyzer, &mut message, output.pointer(&mut buffer)) };
    expect_bad_pointer(status, analyzer, output);
    if status == BLOCKMASK_OK {
        // SAFETY: the message is NUL-terminated.
        let message = unsafe { CStr::from_ptr(message) };
        assert!(message.count_bytes() == buffer[0] as usize && message.to_str().is_ok());
    }
}
