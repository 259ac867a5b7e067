//! The functions that `blockmask.js` calls. JavaScript passes bytes in memory that [`allocate`] gave, and gets JSON or
//! HTML in memory that [`free`] takes back.
//!
//! The JSON equals the output of `blockmask blocks`, `passages` and `select` with `--format jsonl`, the HTML the output of
//! `blockmask view`.

use blockmask::{Analyzer, Document, Input, Model, Options, Parts, PassageOptions, Selector};
use blockmask_cli::json::{self, lists};
use blockmask_cli::origin::Origin;
use blockmask_cli::view::data::View;
use blockmask_cli::view::page;
use serde::Deserialize;
use std::mem::ManuallyDrop;

/// What JavaScript passes beside a page.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Request {
    name: String,
    charset: Option<String>,
    obey_charset: bool,
    address: Option<String>,
    mask: Option<String>,
    comments: Option<String>,
    omit_headline: bool,
    omit_metadata: bool,
    max_input: Option<u64>,
    max_tokens: Option<u32>,
    overlap_tokens: Option<u32>,
    main_only: bool,
    text_fragments: bool,
    /// Offsets in the text, in code units of UTF-16, as in strings of JavaScript.
    token_starts: Option<Vec<usize>>,
    /// The ids of the passages of two versions, in hexadecimal digits.
    old_ids: Vec<String>,
    new_ids: Vec<String>,
    selector: String,
}

/// What [`analyze`] gives: the JSON of blocks, or one of these.
const VIEW: u32 = 1;
const PASSAGES: u32 = 2;
/// The normalized text.
const TEXT: u32 = 3;
/// The cells of data tables.
const TABLE_CELLS: u32 = 6;
/// What became of passages, which needs no page.
const CHANGES: u32 = 4;
/// The elements that a selector matches, of a page that is only parsed.
const ELEMENTS: u32 = 5;

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
    format: u32,
) -> u64 {
    // SAFETY: as the caller promises.
    let (page, request) =
        unsafe { (std::slice::from_raw_parts(page, page_len), std::slice::from_raw_parts(request, request_len)) };
    let (status, text) = match result(page, request, format) {
        Ok(text) => (0, text),
        Err(message) => (1, message.into_bytes()),
    };
    let mut bytes = Vec::with_capacity(text.len() + 1);
    bytes.push(status);
    bytes.extend_from_slice(&text);
    let mut bytes = ManuallyDrop::new(bytes.into_boxed_slice().into_vec());
    (bytes.len() as u64) << 32 | bytes.as_mut_ptr() as u64
}

fn result(page: &[u8], request: &[u8], format: u32) -> Result<Vec<u8>, String> {
    let request: Request = serde_json::from_slice(request).map_err(|error| error.to_string())?;
    if format == CHANGES {
        return changes_of(&request);
    }
    let mut options = options(&request)?;
    match format {
        PASSAGES => options.parts = Parts::STRUCTURE | Parts::SEGMENTS,
        TEXT => options.parts = Parts::MASK,
        TABLE_CELLS => options.parts = Parts::STRUCTURE,
        _ => {}
    }
    let mut analyzer = Analyzer::new(options);
    let mut input = Input::new(page);
    if let Some(charset) = &request.charset {
        input = input.charset(charset);
    }
    if let Some(address) = &request.address {
        input = input.address(address);
    }
    if format == ELEMENTS {
        input = input.tree_only();
    }
    let document = analyzer.analyze_input(input).map_err(|error| error.to_string())?;
    match format {
        VIEW => Ok(view_of(&document, request)),
        PASSAGES => passages_of(&document, request),
        ELEMENTS => elements_of(&document, &request),
        TEXT => Ok(document.text().as_bytes().to_vec()),
        TABLE_CELLS => serde_json::to_vec(&document.table_cells()).map_err(|error| error.to_string()),
        _ => Ok(json::blocks(&document, &Origin::of_path(&request.name))),
    }
}

fn elements_of(document: &Document<'_>, request: &Request) -> Result<Vec<u8>, String> {
    let selector = Selector::parse(&request.selector).map_err(|error| error.to_string())?;
    let tree = document.tree();
    let found = tree.select(&selector).map_err(|error| error.to_string())?;
    Ok(lists::elements(document, &Origin::of_path(&request.name), &found))
}

fn changes_of(request: &Request) -> Result<Vec<u8>, String> {
    let ids = |ids: &[String]| -> Result<Vec<u64>, String> {
        let number = |id: &String| u64::from_str_radix(id, 16).map_err(|_| format!("{id:?} is no id of a passage"));
        ids.iter().map(number).collect()
    };
    let changes = blockmask::diff_passages(&ids(&request.old_ids)?, &ids(&request.new_ids)?);
    let row = |change: &blockmask::PassageChange| {
        serde_json::json!({
            "change_kind": change.change_kind.name(),
            "old_passage": change.old_passage,
            "new_passage": change.new_passage,
        })
    };
    serde_json::to_vec(&changes.iter().map(row).collect::<Vec<_>>()).map_err(|error| error.to_string())
}

fn options(request: &Request) -> Result<Options, String> {
    let mut options = Options::with_parts(Parts::ALL);
    options.obey_charset = request.obey_charset;
    options.omit_headline = request.omit_headline;
    options.omit_metadata = request.omit_metadata;
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
    page::html(&View::of(document, &Origin::of_path(&request.name), model)).into_bytes()
}

fn passages_of(document: &Document<'_>, request: Request) -> Result<Vec<u8>, String> {
    let mut options = PassageOptions::default();
    options.max_tokens = request.max_tokens.unwrap_or(options.max_tokens);
    options.overlap_tokens = request.overlap_tokens.unwrap_or(options.overlap_tokens);
    options.main_only = request.main_only;
    if options.max_tokens == 0 {
        return Err("maxTokens is 0; it must be 1 or more".to_owned());
    }
    let passages = match &request.token_starts {
        Some(starts) => {
            let starts = to_bytes(document.text(), starts);
            document.passages_by(&options, &starts.ok_or("tokenStarts must give ascending offsets of the text")?)
        }
        None => document.passages(&options),
    };
    Ok(lists::passages(document, &Origin::of_path(&request.name), &passages, request.text_fragments))
}

/// Offsets in UTF-16 of a text as offsets in bytes; `None` if one does not ascend or is inside of a character.
fn to_bytes(text: &str, offsets: &[usize]) -> Option<Vec<u32>> {
    let mut utf16 = 0;
    let mut starts = text.char_indices().map(|(start, c)| {
        let at = utf16;
        utf16 += c.len_utf16();
        (at, start as u32)
    });
    let byte_of = |&offset: &usize| starts.find(|&(at, _)| at >= offset).filter(|&(at, _)| at == offset);
    offsets.iter().map(byte_of).map(|found| found.map(|(_, start)| start)).collect()
}
