//! Arrow.
//!
//! Many pages in one call, with their results as Arrow columns for pyarrow, Polars, DuckDB, Spark, Go, R and others: a
//! struct array with one row for each page, in the Arrow C data interface, which they import without copying. See
//! <https://arrow.apache.org/docs/format/CDataInterface.html>. No Arrow library is needed. This header declares the two
//! structs of the interface unless another one has.
//!
//! Two columns come first, whatever is selected. status is a string that is never null: ok, or the name of a failure,
//! such as too-large, limit-reached, out-of-memory, cancelled, panic, bad-pointer, or missing if there is no page. It
//! is an open set. error is a string: the message of a failure.
//!
//! The other columns are in the order of their constants, and null if the page failed. Strings are large_string, lists
//! have 32-bit offsets, all integers are signed. Enums are their names, flags lists of names. docs/arrow.md lists the fields
//! of each struct with their types.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, catch, enter};
use super::options::blockmask_hints;
use super::pointer::{Out, Structs, array};
use super::status::{
    BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_POINTER, BLOCKMASK_CANCELLED, BLOCKMASK_LIMIT_REACHED,
    BLOCKMASK_OUT_OF_MEMORY, BLOCKMASK_PANIC, BLOCKMASK_TOO_LARGE, Failure, blockmask_status, failure,
};
use crate::arrow::{ArrowArray, ArrowSchema, BatchBuilder, Columns, Refused};
use crate::base::error::name;
use crate::{Analyzer, FactOptions};
use std::ffi::c_char;
use std::ptr::null;

/// columns: main_text, string. The headline and the blocks that are not template, separated by line feeds.
pub const BLOCKMASK_COLUMN_MAIN_TEXT: u32 = 1;
/// columns: text, string. The normalized text, which ranges of text refer to.
pub const BLOCKMASK_COLUMN_TEXT: u32 = 2;
/// columns: title, string. Null if the page has none.
pub const BLOCKMASK_COLUMN_TITLE: u32 = 4;
/// columns: kind, string. Null if the mask does not classify pages.
pub const BLOCKMASK_COLUMN_KIND: u32 = 8;
/// columns: encoding, string.
pub const BLOCKMASK_COLUMN_ENCODING: u32 = 16;
/// columns: is_recovered, bool.
pub const BLOCKMASK_COLUMN_IS_RECOVERED: u32 = 32;
/// columns: truncation, list of string. The limits that truncated the analysis.
pub const BLOCKMASK_COLUMN_TRUNCATION: u32 = 64;
/// columns: blocks, list of struct.
pub const BLOCKMASK_COLUMN_BLOCKS: u32 = 128;
/// columns: segments, list of struct.
pub const BLOCKMASK_COLUMN_SEGMENTS: u32 = 256;
/// columns: main_regions, list of struct.
pub const BLOCKMASK_COLUMN_MAIN_REGIONS: u32 = 512;
/// columns: links, list of struct.
pub const BLOCKMASK_COLUMN_LINKS: u32 = 1024;
/// columns: fingerprint, struct; its hashes have the bits of those in blockmask_fingerprint.
pub const BLOCKMASK_COLUMN_FINGERPRINT: u32 = 2048;
/// columns: kind_probabilities, list of struct. Null as kind is.
pub const BLOCKMASK_COLUMN_KIND_PROBABILITIES: u32 = 4096;
/// columns: main_html, string. The main content as normalized HTML.
pub const BLOCKMASK_COLUMN_MAIN_HTML: u32 = 8192;
/// columns: comments, list of struct.
pub const BLOCKMASK_COLUMN_COMMENTS: u32 = 16384;
/// columns: images, list of struct: the images with an alternative text.
pub const BLOCKMASK_COLUMN_IMAGES: u32 = 32768;
/// columns: records, list of struct.
pub const BLOCKMASK_COLUMN_RECORDS: u32 = 65536;
/// columns: facts, struct: what the page says about itself, without HTTP headers.
pub const BLOCKMASK_COLUMN_FACTS: u32 = 131072;
/// columns: headline, string. Null if the page has none.
pub const BLOCKMASK_COLUMN_HEADLINE: u32 = 262144;
/// columns: annotations, list of struct.
pub const BLOCKMASK_COLUMN_ANNOTATIONS: u32 = 524288;
/// columns: fallbacks, list of string.
pub const BLOCKMASK_COLUMN_FALLBACKS: u32 = 1048576;
/// columns: groups, list of struct.
pub const BLOCKMASK_COLUMN_GROUPS: u32 = 2097152;
/// columns: markdown, string, by default options.
pub const BLOCKMASK_COLUMN_MARKDOWN: u32 = 16777216;
/// columns: passages, list of struct, by default options.
pub const BLOCKMASK_COLUMN_PASSAGES: u32 = 33554432;
/// columns: properties, list of struct: what the page declares about entities.
pub const BLOCKMASK_COLUMN_PROPERTIES: u32 = 1073741824;
/// columns: main_text, title, kind, blocks and fingerprint.
pub const BLOCKMASK_COLUMNS_DEFAULT: u32 = 2189;
/// columns: all of them.
pub const BLOCKMASK_COLUMNS_ALL: u32 = 2147483647;

/// One page of many.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_input {
    /// sizeof(blockmask_input), the same in all elements of an array.
    pub size: usize,
    /// The page, or NULL if there is none.
    pub html: *const c_char,
    /// Its length in bytes.
    pub length: usize,
    /// What is known about it besides its bytes, or NULL.
    pub hints: *const blockmask_hints,
}

pub(super) const NO_INPUT: blockmask_input = blockmask_input { size: 0, html: null(), length: 0, hints: null() };

/// Analyzes count pages and writes their results, a struct array with count rows, and its schema. columns is a union of
/// BLOCKMASK_COLUMN_; their parts are always computed. The inputs are not needed after the call. The analyzer then
/// holds no document.
///
/// Both structs are the caller's, who need not initialize them and owns what they refer to afterwards: each is released
/// once, by its release function, or given to a consumer that does so. They are independent of the analyzer, of each
/// other and of the thread, but the library must stay loaded. Buffers are aligned to 8 bytes, or to the width of their
/// values if that is less.
///
/// Each page is a row, also one that fails, without effect on the others; a page whose html is NULL is missing. After
/// blockmask_cancel_analyzer the rest is cancelled. Even after a panic the next pages are analyzed, as the analyzer is
/// reset. A list of all rows together has at most 2^31 - 1 items: a page beyond that is too-large. An error is returned
/// only if nothing is written at all: BLOCKMASK_OUT_OF_MEMORY, or invalid arguments. For a schema alone, count is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_export_arrow(
    analyzer: *mut blockmask_analyzer,
    inputs: *const blockmask_input,
    count: usize,
    columns: u32,
    schema: *mut ArrowSchema,
    array: *mut ArrowArray,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises two variables and `count` inputs.
        let (mut out_schema, mut out_array, inputs) = unsafe {
            let inputs = Structs::new(inputs, count, NO_INPUT, "inputs")?;
            (Out::new(schema, "schema")?, Out::new(array, "array")?, inputs)
        };
        if columns & !BLOCKMASK_COLUMNS_ALL != 0 {
            return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "columns is {columns}, which has unknown bits"));
        }
        let columns = Columns::from_bits(columns);
        let batch = state.with_parts(columns.parts(), |analyzer, renew| fill(analyzer, renew, &inputs, columns))?;
        let (schema, array) = batch.try_finish()?;
        out_schema.write(schema);
        out_array.write(array);
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

fn fill(
    analyzer: &mut Analyzer,
    renew: impl Fn(&mut Analyzer),
    inputs: &Structs<'_, blockmask_input>,
    columns: Columns,
) -> Result<BatchBuilder, Failure> {
    let mut batch = BatchBuilder::new(columns);
    let mut cancelled = false;
    for input in inputs.iter() {
        if input.html.is_null() {
            batch.try_push_failure("missing", "there is no page: html is NULL")?;
            continue;
        }
        // A request to cancel stops the rest.
        let added = match cancelled {
            true => Err(Failure::new(BLOCKMASK_CANCELLED, "the analysis was cancelled")),
            false => catch(|| add(analyzer, &input, &mut batch)),
        };
        match added {
            Ok(added) => added?,
            Err(failure) => {
                cancelled = failure.status == BLOCKMASK_CANCELLED;
                if failure.status == BLOCKMASK_PANIC {
                    renew(analyzer);
                }
                batch.try_push_failure(status_name(failure.status), &failure.message)?;
            }
        }
    }
    Ok(batch)
}

// Analyzes a page and adds it. The inner error concerns the batch.
fn add(
    analyzer: &mut Analyzer,
    input: &blockmask_input,
    batch: &mut BatchBuilder,
) -> Result<Result<(), Refused>, Failure> {
    // SAFETY: the caller promises `length` bytes, and hints or NULL, that stay during the call.
    let (html, hints) =
        unsafe { (array(input.html.cast(), input.length, "html")?, blockmask_hints::read(input.hints)?) };
    let document = analyzer.analyze_bytes(html, hints)?;
    Ok(batch.try_push(&document, &FactOptions::default()))
}

// The name of what can happen to a page.
fn status_name(status: blockmask_status) -> &'static str {
    match status {
        BLOCKMASK_TOO_LARGE => name::TOO_LARGE,
        BLOCKMASK_LIMIT_REACHED => name::LIMIT_REACHED,
        BLOCKMASK_OUT_OF_MEMORY => name::OUT_OF_MEMORY,
        BLOCKMASK_CANCELLED => name::CANCELLED,
        BLOCKMASK_PANIC => "panic",
        BLOCKMASK_BAD_POINTER => "bad-pointer",
        _ => "unknown",
    }
}

impl From<Refused> for Failure {
    fn from(_: Refused) -> Failure {
        Failure::out_of_memory()
    }
}
