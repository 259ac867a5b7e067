//! Single calls of the C interface, each with its postconditions.

use super::capi::same_as_rust;
use arbitrary::{Result, Unstructured};
use blockmask::capi::analyzer::{blockmask_analyzer, blockmask_cancel_analyzer};
use blockmask::capi::document::blockmask_document;
use blockmask::capi::facts::{blockmask_fact, blockmask_fact_options, blockmask_find_facts};
use blockmask::capi::fingerprint::*;
use blockmask::capi::options::blockmask_hints;
use blockmask::capi::page::blockmask_get_page;
use blockmask::capi::passages::{blockmask_cut_passages, blockmask_passage};
use blockmask::capi::render::*;
use blockmask::capi::start::*;
use blockmask::capi::status::*;
use blockmask::capi::tables::blockmask_get_table;
use blockmask::capi::text::*;
use std::ffi::CStr;
use std::ptr::{null, null_mut};

type Analyzer = *mut blockmask_analyzer;
type Document = *const blockmask_document;

const NO_TABLE: blockmask_table = blockmask_table { rows: null(), count: 0, stride: 0 };

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
    const KNOWN: [blockmask_status; 13] = [
        BLOCKMASK_OK,
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
fn expect_bad_pointer<T>(status: blockmask_status, handle: *const T, output: Output) {
    known(status);
    if handle.is_null() || output != Output::Valid {
        assert_ne!(status, BLOCKMASK_OK);
    }
}

/// The declared charset of a page.
pub fn charset(input: &mut Unstructured<'_>) -> Result<Option<&'static CStr>> {
    let charsets = [c"utf-8", c"gbk", c"windows-1252", c"iso-2022-jp", c"\xff\xfe", c"", c"none such"];
    let choice = usize::from(input.arbitrary::<u8>()?);
    Ok(choice.checked_sub(200).map(|choice| charsets[choice % charsets.len()]))
}

/// Analyzes a page. With `compare`, compares the result with the Rust interface.
pub fn analyze(analyzer: Analyzer, document: &mut Document, page: &[u8], charset: Option<&CStr>, compare: bool) {
    let (label, charset_length) = charset.map_or((null(), 0), |label| (label.as_ptr(), label.count_bytes()));
    let size = size_of::<blockmask_hints>();
    let hints = blockmask_hints { size, charset: label, charset_length, address: null(), address_length: 0 };
    // SAFETY: the analyzer is valid or NULL, and the page outlives it.
    let status = unsafe { blockmask_analyze(analyzer, page.as_ptr().cast(), page.len(), &hints, document) };
    expect_bad_pointer(status, analyzer, Output::Valid);
    if compare {
        assert_eq!(status, BLOCKMASK_OK);
        same_as_rust(*document, page, charset);
    }
}

/// A NULL page is valid with length 0 and an error otherwise. Even an empty page can exceed a small memory limit.
pub fn analyze_nothing(analyzer: Analyzer, document: &mut Document, length: u8, has_default_limits: bool) {
    // SAFETY: the analyzer is valid or NULL; NULL is checked before any byte is read.
    let status = unsafe { blockmask_analyze(analyzer, null(), length.into(), null(), document) };
    let is_fine = length == 0 && !analyzer.is_null();
    // A cancellation may be pending from a page that was rejected.
    let failures = [BLOCKMASK_LIMIT_REACHED, BLOCKMASK_CANCELLED];
    let may_fail = is_fine && !has_default_limits && failures.contains(&status);
    assert!(may_fail || status == if is_fine { BLOCKMASK_OK } else { BLOCKMASK_BAD_POINTER }, "status {status}");
}

/// A cancellation stops the next page, and only that.
pub fn cancel(analyzer: Analyzer, document: &mut Document) {
    let page = c"<p>Rain fell on the city";
    // SAFETY: the analyzer is valid or NULL, the page is static.
    unsafe {
        let status = blockmask_cancel_analyzer(analyzer);
        known(status);
        let first = blockmask_analyze(analyzer, page.as_ptr(), page.count_bytes(), null(), document);
        // A page that exceeds a small limit leaves the cancellation pending for the next page.
        assert!([BLOCKMASK_BAD_POINTER, BLOCKMASK_CANCELLED, BLOCKMASK_TOO_LARGE].contains(&first), "{first}");
    }
}

/// Asks for the properties of a page and for its fingerprint.
pub fn get_page(document: Document, input: &mut Unstructured<'_>) -> Result<()> {
    let (output, mut buffer) = (Output::choose(input)?, [0; 8]);
    // SAFETY: the document is valid or NULL; the output is valid, or NULL or misaligned.
    let statuses = unsafe {
        [
            blockmask_get_page(document, output.pointer(&mut buffer)),
            blockmask_get_fingerprint(document, output.pointer(&mut buffer)),
        ]
    };
    statuses.into_iter().for_each(|status| expect_bad_pointer(status, document, output));
    Ok(())
}

/// Compares any fingerprint with itself.
pub fn fingerprints(input: &mut Unstructured<'_>) -> Result<()> {
    let fingerprint = blockmask_fingerprint {
        size: size_of::<blockmask_fingerprint>() as u32,
        version: input.arbitrary()?,
        is_valid: input.arbitrary()?,
        tokens: 20,
        min_hashes: [1; 8],
        sim_hash: 0,
        content_hash: 0,
        structure_hash: 0,
    };
    let (mut near, mut similarity, mut distance, mut keys, mut count) = (7, 7.0, 99, [0; 8], 9);
    let rows = input.int_in_range(0..=9)?;
    // SAFETY: all are variables of their types, and there is room for 8 keys.
    let statuses = unsafe {
        (
            blockmask_match_fingerprints(&fingerprint, &fingerprint, &mut near, &mut similarity, &mut distance),
            blockmask_write_band_keys(&fingerprint, rows, keys.as_mut_ptr(), &mut count),
        )
    };
    assert!(statuses.0 == BLOCKMASK_OK && near <= 1 && (0.0..=1.0).contains(&similarity) && distance <= 64);
    assert!((statuses.1 == BLOCKMASK_OK) == (1..=8).contains(&rows) && (statuses.1 != BLOCKMASK_OK || count <= 8));
    Ok(())
}

/// Borrows a table, sometimes with an invalid pointer for it.
pub fn get_table(document: Document, input: &mut Unstructured<'_>) -> Result<()> {
    let (output, table, mut buffer) = (Output::choose(input)?, input.arbitrary::<u8>()? % 16, [0; 8]);
    // SAFETY: the document is valid or NULL; the output is valid, or NULL or misaligned.
    let status = unsafe {
        match table {
            0 => blockmask_get_blocks(document, output.pointer(&mut buffer)),
            table => blockmask_get_table(document, table.into(), output.pointer(&mut buffer)),
        }
    };
    expect_bad_pointer(status, document, output);
    Ok(())
}

/// Maps text offsets, including out-of-range ones, in place; and a text range.
pub fn map_offsets(document: Document, input: &mut Unstructured<'_>) -> Result<()> {
    let mut offsets = vec![0u32; input.int_in_range(0..=8)?];
    for offset in &mut offsets {
        *offset = if input.ratio(1, 8)? { input.arbitrary()? } else { input.arbitrary::<u8>()?.into() };
    }
    offsets.sort_unstable();
    let output = offsets.as_mut_ptr();
    // SAFETY: the document is valid or NULL; input and output are one array, which is allowed.
    let status = unsafe { blockmask_map_offsets(document, output, output, offsets.len()) };
    expect_bad_pointer(status, document, Output::Valid);
    assert!(status != BLOCKMASK_OK || offsets.is_sorted(), "{offsets:?}");
    let (mut start, mut end, range) = (0, 0, (input.arbitrary::<u8>()?, input.arbitrary::<u8>()?));
    // SAFETY: the document is valid or NULL; both are variables of their types.
    let status = unsafe { blockmask_map_range(document, null(), range.0.into(), range.1.into(), &mut start, &mut end) };
    expect_bad_pointer(status, document, Output::Valid);
    assert!(start <= end && (start == end || range.0 < range.1), "{start}-{end} for {range:?}");
    Ok(())
}

/// Writes a string into a buffer of exactly the declared capacity.
pub fn write_string(document: Document, input: &mut Unstructured<'_>) -> Result<()> {
    let number = input.arbitrary::<u8>()?;
    let mut buffer = vec![0u8; input.arbitrary::<u8>()?.into()];
    let (output, mut value) = (Output::choose(input)?, [0; 8]);
    let length = output.pointer(&mut value);
    let (start, capacity) = (buffer.as_mut_ptr().cast(), buffer.len());
    // SAFETY: the document is valid or NULL, and the buffer has its capacity.
    let status = unsafe {
        blockmask_write_string(document, u32::from(number % 9), (number / 9).into(), start, capacity, length)
    };
    expect_bad_pointer(status, document, output);
    if status == BLOCKMASK_OK {
        assert!(std::str::from_utf8(&buffer[..value[0] as usize]).is_ok());
    }
    assert!(status != BLOCKMASK_BUFFER_TOO_SMALL || value[0] as usize > capacity);
    let range = (input.arbitrary::<u16>()?.into(), input.arbitrary::<u16>()?.into());
    // SAFETY: the document is valid or NULL, and the buffer has its capacity.
    let status = unsafe { blockmask_write_text_fragment(document, range.0, range.1, start, capacity, length) };
    expect_bad_pointer(status, document, output);
    if status == BLOCKMASK_OK {
        assert!(buffer[..value[0] as usize].is_ascii());
    }
    Ok(())
}

/// Writes a blanked copy into a buffer of exactly the declared capacity.
pub fn blank(document: Document, input: &mut Unstructured<'_>) -> Result<()> {
    let mut buffer = vec![0u8; usize::from(input.arbitrary::<u8>()?) * 16];
    // SAFETY: the document is valid or NULL, and the buffer has its capacity.
    let status = unsafe { blockmask_blank_page(document, buffer.as_mut_ptr().cast(), buffer.len()) };
    expect_bad_pointer(status, document, Output::Valid);
    Ok(())
}

/// Renders in any format, joins any fields, and cuts passages by any tokens.
pub fn render(document: Document, input: &mut Unstructured<'_>) -> Result<()> {
    let (format, flags) = (input.arbitrary::<u8>()? % 6, input.arbitrary::<u8>()? % 5);
    let (mut rendered, mut joined) = (null_mut(), null_mut());
    // SAFETY: the document is valid or NULL; both are variables of their types.
    let statuses = unsafe {
        [
            blockmask_render(document, format.into(), flags.into(), &mut rendered),
            blockmask_join_fields(document, u32::from(input.arbitrary::<u16>()?), &mut joined),
        ]
    };
    for (status, rendered) in statuses.into_iter().zip([rendered, joined]) {
        expect_bad_pointer(status, document, Output::Valid);
        if status == BLOCKMASK_OK {
            check_rendered(rendered);
        }
    }
    let mut starts = vec![0u32; input.int_in_range(0..=8)?];
    for start in &mut starts {
        *start = if input.ratio(1, 8)? { input.arbitrary()? } else { input.arbitrary::<u8>()?.into() };
    }
    starts.sort_unstable();
    let (max, overlap) = (input.arbitrary::<u8>()?.into(), input.arbitrary::<u8>()?.into());
    let (pointer, mut passages) = (if input.arbitrary()? { null() } else { starts.as_ptr() }, NO_TABLE);
    // SAFETY: the document is valid or NULL; there are as many starts as passed.
    let status = unsafe {
        blockmask_cut_passages(
            document,
            max,
            overlap,
            input.arbitrary::<u32>()? % 3,
            pointer,
            starts.len(),
            &mut passages,
        )
    };
    expect_bad_pointer(status, document, Output::Valid);
    if status == BLOCKMASK_OK {
        // SAFETY: there are as many passages as returned, with texts and roles in the same memory, which is freed once.
        unsafe {
            for passage in std::slice::from_raw_parts(passages.rows.cast::<blockmask_passage>(), passages.count) {
                let text = std::slice::from_raw_parts(passage.text.cast::<u8>(), passage.length);
                assert!(std::str::from_utf8(text).is_ok());
                let roles = std::slice::from_raw_parts(passage.roles, passage.role_count as usize);
                assert_eq!(roles.iter().map(|role| role.tokens).sum::<u32>(), passage.tokens);
            }
            blockmask_free(passages.rows);
        }
    }
    Ok(())
}

/// Checks what was rendered, and frees it.
fn check_rendered(rendered: *mut blockmask_rendered) {
    // SAFETY: the text and the pieces have the lengths of the struct; all are freed once.
    unsafe {
        let bytes = std::slice::from_raw_parts((*rendered).text.cast::<u8>(), (*rendered).length);
        // Zones are in the encoding of the page.
        if (*rendered).format != BLOCKMASK_FORMAT_ZONES {
            let text = std::str::from_utf8(bytes).expect("UTF-8");
            let pieces = &(*rendered).pieces;
            for piece in std::slice::from_raw_parts(pieces.rows.cast::<blockmask_piece>(), pieces.count) {
                assert!(text.get(piece.rendered_start as usize..piece.rendered_end as usize).is_some());
            }
        }
        assert!(bytes.iter().map(|&byte| u64::from(byte)).sum::<u64>() < u64::MAX);
        blockmask_free(rendered.cast());
    }
}

/// Finds the facts with any header, and with crawlers and attributes of the same text.
pub fn facts(document: Document, input: &mut Unstructured<'_>) -> Result<()> {
    let header: &str = input.arbitrary()?;
    let (text, length) = (header.as_ptr().cast(), header.len());
    let options = blockmask_fact_options {
        size: size_of::<blockmask_fact_options>(),
        x_robots_tag: text,
        x_robots_tag_length: length,
        agents: text,
        agents_length: length,
        exclusion_attributes: text,
        exclusion_attributes_length: length,
        headers: text,
        headers_length: length,
        properties: u64::from(input.arbitrary::<bool>()?),
    };
    let mut facts = NO_TABLE;
    // SAFETY: the document is valid or NULL; the options have the size that they say.
    let status = unsafe { blockmask_find_facts(document, &options, &mut facts) };
    expect_bad_pointer(status, document, Output::Valid);
    if status == BLOCKMASK_OK {
        // SAFETY: there are as many facts as returned, with texts in the same memory, which is freed once.
        unsafe {
            for fact in std::slice::from_raw_parts(facts.rows.cast::<blockmask_fact>(), facts.count) {
                let texts = [
                    (fact.name, fact.name_length),
                    (fact.value, fact.value_length),
                    (fact.object_type, fact.object_type_length),
                ];
                for (text, length) in texts {
                    assert!(std::str::from_utf8(std::slice::from_raw_parts(text.cast::<u8>(), length)).is_ok());
                }
                assert!(fact.source_start <= fact.source_end);
            }
            blockmask_free(facts.rows);
        }
    }
    Ok(())
}

/// Reads the message of the last error.
pub fn last_error() {
    // SAFETY: the message is NUL-terminated.
    let message = unsafe { CStr::from_ptr(blockmask_last_error()) };
    assert!(message.count_bytes() < 256 && message.to_str().is_ok());
}
