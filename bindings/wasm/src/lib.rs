//! The functions that `blockmask.js` calls. JavaScript passes bytes in memory that [`allocate`] gave, and gets JSON or
//! HTML in memory that [`free`] takes back.
//!
//! The JSON is that of `blockmask blocks --format jsonl`, the view that of `blockmask view`: the same files make both.

#[allow(dead_code, reason = "the command line has more formats")]
mod output;
#[allow(dead_code, reason = "the command line compares pages")]
mod view;

use blockmask::{Analyzer, Document, Input, Model, Options, Parts};
use output::Origin;
use serde::Deserialize;
use std::mem::ManuallyDrop;

/// What JavaScript passes beside a page.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Request {
    name: String,
    charset: Option<String>,
    address: Option<String>,
    mask: Option<String>,
    comments: Option<String>,
    max_input: Option<u64>,
}

/// Memory for `len` bytes, aligned to one.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(len: usize) -> *mut u8 {
    ManuallyDrop::new(vec![0; len]).as_mut_ptr()
}

/// Frees memory of this length that this module gave.
///
/// # Safety
/// `bytes` is of [`allocate`] or of [`analyze`], with its length, and is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(bytes: *mut u8, len: usize) {
    // SAFETY: as the caller promises; vectors that are given away have no spare capacity.
    drop(unsafe { Vec::from_raw_parts(bytes, len, len) });
}

/// Analyzes a page, and gives the address of the result in the lower half and its length in the upper half of a number.
/// The first byte of the result is 0, or 1 if the rest is a message.
///
/// # Safety
/// `page` and `request` are readable for their lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn analyze(
    page: *const u8,
    page_len: usize,
    request: *const u8,
    request_len: usize,
    wants_view: bool,
) -> u64 {
    // SAFETY: as the caller promises.
    let (page, request) =
        unsafe { (std::slice::from_raw_parts(page, page_len), std::slice::from_raw_parts(request, request_len)) };
    let (status, text) = match result(page, request, wants_view) {
        Ok(text) => (0, text),
        Err(message) => (1, message.into_bytes()),
    };
    let mut bytes = Vec::with_capacity(text.len() + 1);
    bytes.push(status);
    bytes.extend_from_slice(&text);
    let mut bytes = ManuallyDrop::new(bytes.into_boxed_slice().into_vec());
    (bytes.len() as u64) << 32 | bytes.as_mut_ptr() as u64
}

fn result(page: &[u8], request: &[u8], wants_view: bool) -> Result<Vec<u8>, String> {
    let request: Request = serde_json::from_slice(request).map_err(|error| error.to_string())?;
    let mut options = options(&request)?;
    // The view shows the facts, which have dates from the visible text as well.
    options.visual = wants_view;
    let mut analyzer = Analyzer::new(options);
    let mut input = Input::new(page);
    if let Some(charset) = &request.charset {
        input = input.charset(charset);
    }
    if let Some(address) = &request.address {
        input = input.address(address);
    }
    let document = analyzer.analyze_input(input).map_err(|error| error.to_string())?;
    Ok(if wants_view { view_of(&document, request) } else { output::json::blocks(&document, &Origin(request.name)) })
}

fn options(request: &Request) -> Result<Options, String> {
    let mut options = Options::with_parts(Parts::ALL);
    if let Some(mask) = &request.mask {
        options.mask = mask.parse().map_err(|_| format!("unknown mask {mask:?}"))?;
    }
    if let Some(comments) = &request.comments {
        options.comments = comments.parse().map_err(|_| format!("unknown mode of comments {comments:?}"))?;
    }
    if let Some(max_input) = request.max_input {
        options.limits.max_input = max_input;
    }
    Ok(options)
}

fn view_of(document: &Document<'_>, request: Request) -> Vec<u8> {
    let model = request.mask.as_deref().is_none_or(|mask| mask == "learned").then(Model::built_in);
    view::page::html(&view::data::View::of(document, &Origin(request.name), model.as_ref())).into_bytes()
}
