//! The first five functions.
//!
//! Most programs need only these. An analyzer takes one page after another and reuses its memory: after the first pages
//! of a crawl it makes no more calls to the system's allocator. Use one analyzer for each thread; it may move from
//! thread to thread between two calls. A document is the result for one page. Any number of threads may read a document
//! at the same time.

use super::analyzer::{State, blockmask_analyzer};
use super::document::blockmask_document;
use super::guard::{Accept, enter, read, without_handle};
use super::malloc::boxed;
use super::mark;
use super::options::{blockmask_hints, blockmask_options, options_of};
use super::pointer::{Out, array};
use super::status::blockmask_status;
use std::ffi::{c_char, c_void};
use std::ptr::null;

/// Rows that the library made: of type T, BLOCKMASK_AT(T, table, index) is the row at an index.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_table {
    /// The first row. If there is none, the address is not NULL and must not be read.
    pub rows: *const c_void,
    /// The number of rows.
    pub count: usize,
    /// Bytes from one row to the next.
    pub stride: usize,
}

/// Creates an analyzer, to be freed with blockmask_free_analyzer. NULL for the options means the defaults; the options
/// are copied. Returns BLOCKMASK_BAD_OPTION, and blockmask_last_error names the option, or BLOCKMASK_NOT_BUILT if the
/// library was built without what the options ask for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_create_analyzer(
    options: *const blockmask_options,
    analyzer: *mut *mut blockmask_analyzer,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises a variable, and options or NULL.
        let (mut out, (options, flag)) = unsafe { (Out::new(analyzer, "analyzer")?, options_of(options, null())?) };
        out.write(Box::into_raw(boxed(blockmask_analyzer::new(options, flag)?)?));
        Ok(())
    })
}

/// Analyzes one page: any bytes, in any encoding. Broken markup is no error. NULL with length 0 is an empty page. hints
/// holds what is known about the page besides its bytes, or is NULL.
///
/// Writes the address of the document. It is borrowed: it belongs to the analyzer, and is valid until the next call
/// that analyzes or exports pages, sets a model or a site, or resets or frees the analyzer; blockmask_analyze_owned
/// makes one that the caller owns. The page is not copied: its bytes must not change as long as the borrowed document
/// is used. The hints are not needed after the call.
///
/// Returns BLOCKMASK_TOO_LARGE if the page is longer than max_input, BLOCKMASK_LIMIT_REACHED if it reaches another
/// limit and on_limit says so, BLOCKMASK_CANCELLED after blockmask_cancel_analyzer, and BLOCKMASK_OUT_OF_MEMORY. The
/// analyzer stays usable; the previous document is gone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_analyze(
    analyzer: *mut blockmask_analyzer,
    html: *const c_char,
    length: usize,
    hints: *const blockmask_hints,
    document: *mut *const blockmask_document,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises a variable, `length` bytes that stay as long as the document is used, and hints
        // or NULL.
        unsafe {
            let mut out = Out::new(document, "document")?;
            let (html, hints) = (array(html.cast(), length, "html")?, blockmask_hints::read(hints)?);
            out.write(state.held.analyze(html, hints)?);
        }
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes the table of the blocks of a page, in source order. Its rows are blockmask_block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_blocks(
    document: *const blockmask_document,
    blocks: *mut blockmask_table,
) -> blockmask_status {
    // SAFETY: the caller promises a document and a variable.
    unsafe {
        read(document, |view| {
            let mut out = Out::new(blocks, "blocks")?;
            out.write(view.tables().blocks(view)?);
            Ok(())
        })
    }
}

/// Writes the address of the normalized text of a page, and its length in bytes. It is UTF-8, whatever the encoding of
/// the page, and not terminated by a zero: whitespace is collapsed, character references are decoded, and blocks are
/// separated by line feeds. Rows of tables refer to it by offsets. An empty text has an address that is not NULL and
/// must not be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_text(
    document: *const blockmask_document,
    text: *mut *const c_char,
    length: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller promises a document and two variables.
    unsafe {
        read(document, |view| {
            let (mut out, mut out_length) = (Out::new(text, "text")?, Out::new(length, "length")?);
            let text = view.document.text();
            out.write(text.as_ptr().cast());
            out_length.write(text.len());
            Ok(())
        })
    }
}

/// Frees an analyzer, or NULL, and its borrowed document. No thread may be inside a call with either of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_free_analyzer(analyzer: *mut blockmask_analyzer) {
    // SAFETY: by the header's rules NULL, or made by blockmask_create_analyzer, freed once and used by nobody else now.
    unsafe { mark::free(analyzer) }
}
