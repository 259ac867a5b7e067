//! Target `capi`: calls of the C interface in any order, with valid and invalid arguments.
//!
//! The target avoids only undefined behavior that the library cannot detect: use after free, arrays shorter than their
//! length, and pages that change while in use. Everything else must return a status of the header, never
//! BLOCKMASK_PANIC. An address sanitizer detects out-of-bounds writes.

use super::calls::{self, Output};
use super::handle::Handle;
use arbitrary::{Result, Unstructured};
use blockmask::capi::analyzer::*;
use blockmask::capi::batch::*;
use blockmask::capi::config::*;
use blockmask::capi::input::*;
use blockmask::capi::status::*;
use blockmask::{Analyzer, Input, Options};
use std::ffi::CStr;
use std::ptr::{null, null_mut};
use std::sync::LazyLock;

/// The maximum number of calls per input.
const CALLS: usize = 64;

/// Makes the calls that the input encodes.
pub fn run(data: &[u8]) -> bool {
    static PAGES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(pages);
    let mut session = Session { analyzers: vec![(Handle::with_all_parts(), true)], pages: &PAGES };
    let mut input = Unstructured::new(data);
    for _ in 0..CALLS {
        if input.is_empty() || session.call(&mut input).is_err() {
            break;
        }
    }
    true
}

/// Fixed pages, which take only one byte of input to select.
fn pages() -> Vec<Vec<u8>> {
    let text = "Rain fell on the city for the third day, and the river rose. ";
    let article =
        format!("<title>T</title><nav><a href=/>Home</a></nav><h1>Rain</h1><p>{text}<p class=x>{}", text.repeat(4));
    let utf_16: Vec<u8> = [0xff, 0xfe].into_iter().chain(article.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let links = "<li><a href='x?a=1&amp;b=2'>one</a> two <b>three".repeat(30);
    vec![article.into_bytes(), utf_16, links.into_bytes(), b"\x1b$B\x30\x21\x1b(B".to_vec(), Vec::new()]
}

struct Session<'p> {
    /// Each analyzer, and whether it has the default configuration.
    analyzers: Vec<(Handle, bool)>,
    pages: &'p [Vec<u8>],
}

/// A page that outlives the session.
fn choose_page<'i>(input: &mut Unstructured<'i>, pages: &'i [Vec<u8>]) -> Result<&'i [u8]> {
    let choice: u8 = input.arbitrary()?;
    if let Some(page) = pages.get(usize::from(choice)) {
        return Ok(page);
    }
    let length = usize::from(choice).min(input.len());
    input.bytes(length)
}

impl<'p> Session<'p> {
    fn call(&mut self, input: &mut Unstructured<'p>) -> Result<()> {
        let index = usize::from(input.arbitrary::<u8>()?) % self.analyzers.len();
        let (handle, is_default) = &self.analyzers[index];
        let handle = match input.arbitrary::<u8>()? {
            // Every function must reject NULL.
            255 => null_mut(),
            _ => handle.0,
        };
        match input.arbitrary::<u8>()? % 20 {
            0..=3 => {
                let page = choose_page(input, self.pages)?;
                let compare = *is_default && !handle.is_null();
                calls::analyze(handle, page, calls::charset(input)?, compare);
            }
            4 => calls::analyze_nothing(handle, input.arbitrary()?, *is_default),
            5 => calls::get_page(handle, input)?,
            6 => calls::get_table(handle, input)?,
            7 => calls::copy_records(handle, input)?,
            8 => {
                calls::render(handle, input)?;
                calls::facts(handle, input)?;
                calls::records(handle);
            }
            9 => calls::map_offsets(handle, input)?,
            10 => calls::write_string(handle, input)?,
            11 => calls::blank(handle, input)?,
            12 => calls::zone(handle, Output::choose(input)?),
            13 => calls::runs(handle, input)?,
            14 => batch(handle, input, self.pages)?,
            15 => calls::push(handle, input)?,
            16 => forget(handle, input.arbitrary()?),
            17 => calls::last_error(handle, Output::choose(input)?),
            18 => self.create(input)?,
            19 if input.arbitrary::<u8>()? < 128 => calls::cancel(handle),
            _ => self.free(index),
        }
        Ok(())
    }

    /// Creates an analyzer with random options, which may be rejected.
    fn create(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        if self.analyzers.len() >= 4 {
            return Ok(());
        }
        if let Some(config) = config(input)? {
            self.analyzers.push((Handle::new(config), false));
            // SAFETY: created by blockmask_create_config and freed once; the analyzer does not keep it.
            unsafe { blockmask_free_config(config) };
        }
        Ok(())
    }

    /// Frees an analyzer; the last one is replaced by a new one.
    fn free(&mut self, index: usize) {
        drop(self.analyzers.swap_remove(index));
        if self.analyzers.is_empty() {
            self.analyzers.push((Handle::with_all_parts(), true));
        }
    }
}

const NO_INPUT: blockmask_input =
    blockmask_input { html: null(), length: 0, charset: null(), charset_length: 0, address: null(), address_length: 0 };

/// Words with the alignment of the options struct.
#[repr(align(8))]
struct Words<const COUNT: usize>([u32; COUNT]);

/// A configuration of the default options with some words changed; `None` if it is rejected.
fn config(input: &mut Unstructured<'_>) -> Result<Option<*mut blockmask_config>> {
    const WORDS: usize = 40;
    /// The size of the struct in the first version.
    const SMALLEST: usize = 96;
    let mut words = Words([0u32; WORDS]);
    let words = &mut words.0;
    let size = match input.arbitrary::<u8>()? {
        0..200 => size_of::<blockmask_options>(),
        other => usize::from(other) % (4 * WORDS + 1),
    };
    // SAFETY: the size is at most that of the words.
    let status = unsafe { blockmask_init_options(words.as_mut_ptr().cast(), size) };
    let is_bad = size < SMALLEST || !size.is_multiple_of(align_of::<blockmask_options>());
    assert_eq!(status, if is_bad { BLOCKMASK_BAD_STRUCT_SIZE } else { BLOCKMASK_OK });
    for _ in 0..input.int_in_range(0..=4)? {
        let word = input.int_in_range(0..=WORDS - 1)?;
        words[word] = if input.ratio(1, 4)? { input.arbitrary()? } else { u32::from(input.arbitrary::<u8>()?) % 8 };
    }
    let (mut config, mut message) = (null_mut(), [1; 64]);
    let capacity = input.int_in_range(0..=message.len())?;
    // SAFETY: the words cover the size, and the message has its capacity.
    let status =
        unsafe { blockmask_create_config(words.as_ptr().cast(), size, &mut config, message.as_mut_ptr(), capacity) };
    calls::known(status);
    if status != BLOCKMASK_OK && capacity > 0 {
        assert!(message[..capacity].contains(&0), "the message is not NUL-terminated");
    }
    Ok((status == BLOCKMASK_OK).then_some(config))
}

fn forget(handle: *mut blockmask_analyzer, how: u8) {
    // SAFETY: the handle lives or is NULL.
    let status = match how % 2 {
        0 => unsafe { blockmask_shrink_analyzer(handle) },
        _ => unsafe { blockmask_reset_analyzer(handle) },
    };
    let mut memory = 0;
    // SAFETY: the handle lives or is NULL, and the variable is valid.
    assert_eq!(unsafe { blockmask_get_memory_in_use(handle, &mut memory) }, status);
    assert!(
        status == BLOCKMASK_BAD_POINTER && handle.is_null() || status == BLOCKMASK_OK && memory < 64 << 10,
        "{memory}"
    );
}

/// A batch, held against the single pages.
fn batch<'i>(handle: *mut blockmask_analyzer, input: &mut Unstructured<'i>, pages: &'i [Vec<u8>]) -> Result<()> {
    let pages: Vec<&[u8]> =
        (0..input.int_in_range(0..=4)?).map(|_| choose_page(input, pages)).collect::<Result<_>>()?;
    let mut inputs: Vec<blockmask_input> = pages
        .iter()
        .map(|page| blockmask_input { html: page.as_ptr().cast(), length: page.len(), ..NO_INPUT })
        .collect();
    let is_broken = input.ratio(1, 16)?;
    if let Some(first) = inputs.first_mut().filter(|_| is_broken) {
        *first = blockmask_input { html: null(), length: 7, ..NO_INPUT };
    }
    let parts = u32::from(input.arbitrary::<u8>()?) % 68;
    let size = size_of::<blockmask_input>() + usize::from(input.ratio(1, 16)?);
    let mut batch = null_mut();
    // SAFETY: the handle lives or is NULL, the inputs are as many as said, and so are the bytes of their pages.
    let status = unsafe { blockmask_analyze_batch(handle, inputs.as_ptr(), size, inputs.len(), parts, &mut batch) };
    calls::known(status);
    if status != BLOCKMASK_OK {
        assert!(batch.is_null());
        return Ok(());
    }
    // SAFETY: the batch has the bytes that it says, aligned for its records.
    unsafe {
        let bytes = std::slice::from_raw_parts(batch.cast::<u8>(), (*batch).size as usize);
        let records = batch.cast::<u8>().add((*batch).pages.offset as usize).cast::<blockmask_batch_page>();
        let records = std::slice::from_raw_parts(records, (*batch).pages.count as usize);
        assert_eq!(records.len(), pages.len());
        assert_eq!(records.iter().filter(|record| record.status != BLOCKMASK_OK).count() as u64, (*batch).failed);
        for record in records {
            check_slices(record, bytes, parts);
        }
        blockmask_free_batch(batch);
    }
    Ok(())
}

unsafe fn blockmask_free_batch(batch: *mut blockmask_batch) {
    // SAFETY: made by blockmask_analyze_batch, and freed once, by the caller's promise.
    unsafe { blockmask::capi::memory::blockmask_free(batch.cast()) };
}

/// The tables of a page lie in the batch.
fn check_slices(record: &blockmask_batch_page, batch: &[u8], parts: u32) {
    let slices = [record.text, record.blocks, record.segments, record.regions, record.links, record.headings];
    for (bit, slice) in slices.into_iter().enumerate() {
        let end = slice.offset + u64::from(slice.count) * u64::from(slice.stride);
        assert!(end <= batch.len() as u64 && slice.offset.is_multiple_of(8), "{slice:?}");
        assert!(parts & 1 << bit != 0 || slice.count == 0, "a part that was not selected");
    }
    if record.status == BLOCKMASK_OK && parts & BLOCKMASK_BATCH_TEXT != 0 {
        let start = record.text.offset as usize;
        assert!(std::str::from_utf8(&batch[start..start + record.text.count as usize]).is_ok());
    }
}

/// What a C program gets of a page is what a Rust program gets.
pub fn same_as_rust(handle: *mut blockmask_analyzer, page: &[u8], charset: Option<&CStr>) {
    let mut analyzer = Analyzer::new(Options::default());
    let charset = charset.and_then(|charset| charset.to_str().ok());
    let document = match charset {
        Some(charset) => analyzer.analyze_input(Input::new(page).charset(charset)),
        None => analyzer.analyze(page),
    };
    let document = document.expect("within the limits");
    // It is freed by who made it.
    let handle = std::mem::ManuallyDrop::new(Handle(handle));
    handle.check();
    assert_eq!(handle.text(), document.text());
    let blocks = handle.table(blockmask::capi::records::blockmask_get_blocks);
    assert_eq!(blocks.len(), document.blocks().len());
    for (block, expected) in blocks.iter().zip(document.blocks()) {
        assert_eq!(block.source_start as usize..block.source_end as usize, expected.source());
        assert_eq!((block.weight, block.is_template == 1), (expected.weight(), expected.is_template()));
    }
}
