//! The functions that `blockmask.js` calls. JavaScript passes bytes in memory that [`allocate`] gave, and gets JSON or
//! HTML in memory that [`free`] takes back.
//!
//! The JSON equals the output of `blockmask blocks`, `facts`, `passages` and `select` with `--format jsonl`, text,
//! Markdown and HTML the output of `blockmask text` and `blockmask view`.

mod request;
mod utf16;

use blockmask::{Document, FactOptions, MarkdownOptions, Model, Selector};
use blockmask_cli::json::{self, lists};
use blockmask_cli::origin::Origin;
use blockmask_cli::view::data::View;
use blockmask_cli::view::page;
use request::{Output, Request};
use std::mem::ManuallyDrop;

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
pub unsafe extern "C" fn analyze(page: *const u8, page_len: usize, request: *const u8, request_len: usize) -> u64 {
    // SAFETY: as the caller promises.
    let (page, request) =
        unsafe { (std::slice::from_raw_parts(page, page_len), std::slice::from_raw_parts(request, request_len)) };
    let (status, text) = match result(page, request) {
        Ok(text) => (0, text),
        Err(message) => (1, message.into_bytes()),
    };
    let mut bytes = Vec::with_capacity(text.len() + 1);
    bytes.push(status);
    bytes.extend_from_slice(&text);
    let mut bytes = ManuallyDrop::new(bytes.into_boxed_slice().into_vec());
    (bytes.len() as u64) << 32 | bytes.as_mut_ptr() as u64
}

fn result(page: &[u8], request: &[u8]) -> Result<Vec<u8>, String> {
    let request: Request = serde_json::from_slice(request).map_err(|error| error.to_string())?;
    if request.output == Output::Changes {
        return changes_of(&request);
    }
    let mut analyzer = request.analyzer()?;
    let document = analyzer.analyze_input(request.input(page)).map_err(|error| error.to_string())?;
    let origin = Origin::of_path(&request.name);
    let json = match request.output {
        Output::View => return Ok(view_of(&document, &request)),
        Output::NormalizedText => return Ok(document.text().as_bytes().to_vec()),
        Output::Text => return Ok(document.plain_text().into_bytes()),
        Output::Html => return Ok(document.main_html().into_bytes()),
        Output::Markdown => return Ok(document.markdown(&markdown_options(&request)).into_text().into_bytes()),
        Output::Passages => passages_of(&document, &request)?,
        Output::Elements | Output::Matches => elements_of(&document, &request)?,
        Output::Nodes => lists::nodes(&document, &origin, &document.tree()),
        Output::Facts => facts_of(&document, &request),
        Output::TableCells => serde_json::to_vec(&document.table_cells()).map_err(|error| error.to_string())?,
        Output::Blocks | Output::Changes => json::selected(&document, &origin, &request.selection()?),
    };
    if !request.in_utf16 || (page.is_ascii() && document.text().is_ascii()) {
        return Ok(json);
    }
    Ok(utf16::offsets(&json, page, document.text()))
}

fn markdown_options(request: &Request) -> MarkdownOptions {
    let mut options = MarkdownOptions::default();
    options.links = request.links.unwrap_or(options.links);
    options.images = request.images.unwrap_or(options.images);
    options
}

fn facts_of(document: &Document<'_>, request: &Request) -> Vec<u8> {
    let agents: Vec<&str> = request.agents.iter().map(String::as_str).collect();
    let attributes: Vec<&str> = request.exclusion_attributes.iter().map(String::as_str).collect();
    let mut options = FactOptions::default();
    (options.x_robots_tag, options.headers) = (&request.x_robots_tag, &request.headers);
    (options.agents, options.exclusion_attributes) = (&agents, &attributes);
    options.properties = request.properties;
    lists::facts(document, &Origin::of_path(&request.name), || document.facts(&options))
}

fn elements_of(document: &Document<'_>, request: &Request) -> Result<Vec<u8>, String> {
    let selector = Selector::parse(&request.selector).map_err(|error| error.to_string())?;
    let tree = document.tree();
    let found = tree.select(&selector).map_err(|error| error.to_string())?;
    if request.output == Output::Matches {
        let indices: Vec<usize> = found.iter().map(|node| node.index()).collect();
        return serde_json::to_vec(&indices).map_err(|error| error.to_string());
    }
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

fn view_of(document: &Document<'_>, request: &Request) -> Vec<u8> {
    let model = request.mask.as_deref().is_none_or(|mask| mask == "learned").then(Model::built_in);
    page::html(&View::of(document, &Origin::of_path(&request.name), model)).into_bytes()
}

fn passages_of(document: &Document<'_>, request: &Request) -> Result<Vec<u8>, String> {
    let options = request.passage_options()?;
    let passages = match &request.token_starts {
        Some(starts) => {
            let starts = utf16::to_bytes(document.text(), starts);
            document.passages_by(&options, &starts.ok_or("tokenStarts must give ascending offsets of the text")?)
        }
        None => document.passages(&options),
    };
    Ok(lists::passages(document, &Origin::of_path(&request.name), &passages, request.text_fragments))
}
