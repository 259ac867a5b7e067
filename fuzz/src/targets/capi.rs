//! Target `capi`: calls of the C interface in any order, with valid and invalid arguments.
//!
//! The target avoids only undefined behavior that the library cannot detect: use after free, arrays shorter than their
//! length, and pages that change while in use. Everything else must return a status of the header, never
//! BLOCKMASK_PANIC. An address sanitizer detects out-of-bounds writes.

use super::calls;
use super::handle::{Handle, Reader};
use arbitrary::{Result, Unstructured};
use blockmask::capi::analyzer::*;
use blockmask::capi::blocks::blockmask_block;
use blockmask::capi::document::*;
use blockmask::capi::options::*;
use blockmask::capi::start::blockmask_create_analyzer;
use blockmask::capi::status::*;
use blockmask::capi::tables::BLOCKMASK_TABLE_BLOCKS;
use blockmask::{Analyzer, Input, Options};
use std::ffi::CStr;
use std::mem::offset_of;
use std::ptr::{null, null_mut};
use std::sync::LazyLock;

/// The maximum number of calls per input.
const CALLS: usize = 64;

/// Makes the calls that the input encodes.
pub fn run(data: &[u8]) -> bool {
    static PAGES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(pages);
    let mut session = Session { analyzers: vec![Analyzing::new()], owned: Vec::new(), pages: &PAGES };
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

/// An analyzer, its borrowed document, and whether it has the default limits.
struct Analyzing {
    handle: Handle,
    document: *const blockmask_document,
    is_default: bool,
}

impl Analyzing {
    fn new() -> Analyzing {
        Analyzing { handle: Handle::with_all_parts(), document: null(), is_default: true }
    }
}

struct Session<'p> {
    analyzers: Vec<Analyzing>,
    /// Documents of the caller's.
    owned: Vec<*mut blockmask_document>,
    pages: &'p [Vec<u8>],
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // SAFETY: made by blockmask_analyze_owned, and neither returned nor freed.
        self.owned.drain(..).for_each(|document| unsafe { blockmask_free_document(document) });
    }
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
        let of = &mut self.analyzers[index];
        let (handle, document) = match input.arbitrary::<u8>()? {
            // Every function must reject NULL.
            255 => (null_mut(), null()),
            choice => match self.owned.get(usize::from(choice)) {
                Some(owned) => (of.handle.0, owned.cast_const()),
                None => (of.handle.0, of.document),
            },
        };
        match input.arbitrary::<u8>()? % 20 {
            0..=3 => {
                let page = choose_page(input, self.pages)?;
                let compare = of.is_default && !handle.is_null();
                calls::analyze(handle, &mut of.document, page, calls::charset(input)?, compare);
            }
            4 => calls::analyze_nothing(handle, &mut of.document, input.arbitrary()?, of.is_default),
            5 => calls::get_page(document, input)?,
            6 | 7 => calls::get_table(document, input)?,
            8 => {
                calls::render(document, input)?;
                calls::facts(document, input)?;
            }
            9 => calls::map_offsets(document, input)?,
            10 => calls::write_string(document, input)?,
            11 => calls::blank(document, input)?,
            12 => calls::fingerprints(input)?,
            13 | 14 => own(handle, &mut self.owned, input, self.pages)?,
            15 => give_back(handle, &mut self.owned, input)?,
            16 => forget(handle),
            17 => calls::last_error(),
            18 => self.create(input)?,
            19 if input.arbitrary::<u8>()? < 128 => calls::cancel(handle, &mut of.document),
            _ => self.free(index),
        }
        Ok(())
    }

    /// Creates an analyzer with random options, which may be rejected.
    fn create(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        if self.analyzers.len() >= 4 {
            return Ok(());
        }
        if let Some(handle) = create(input)? {
            self.analyzers.push(Analyzing { handle, document: null(), is_default: false });
        }
        Ok(())
    }

    /// Frees an analyzer; the last one is replaced by a new one.
    fn free(&mut self, index: usize) {
        drop(self.analyzers.swap_remove(index));
        if self.analyzers.is_empty() {
            self.analyzers.push(Analyzing::new());
        }
    }
}

/// Words with the alignment of the options struct.
#[repr(align(8))]
struct Words<const COUNT: usize>([u32; COUNT]);

/// An analyzer with the default options of which some words are changed; `None` if they are rejected.
fn create(input: &mut Unstructured<'_>) -> Result<Option<Handle>> {
    const WORDS: usize = 40;
    /// The size of the struct in the first version.
    const SMALLEST: usize = 96;
    let mut words = Words([0u32; WORDS]);
    let words = &mut words.0;
    let size = match input.arbitrary::<u8>()? {
        0..200 => size_of::<blockmask_options>(),
        other => usize::from(other) % (4 * WORDS + 1),
    };
    // SAFETY: the size is at most the size of the words.
    let status = unsafe { blockmask_init_options(words.as_mut_ptr().cast(), size) };
    let is_bad = size < SMALLEST || !size.is_multiple_of(align_of::<blockmask_options>());
    assert_eq!(status, if is_bad { BLOCKMASK_BAD_STRUCT_SIZE } else { BLOCKMASK_OK });
    for _ in 0..input.int_in_range(0..=4)? {
        let word = input.int_in_range(0..=WORDS - 1)?;
        words[word] = if input.ratio(1, 4)? { input.arbitrary()? } else { u32::from(input.arbitrary::<u8>()?) % 8 };
    }
    // What the library cannot check: that a struct has as many bytes as it says, and that a flag can be read.
    words[0] = words[0].min(4 * WORDS as u32);
    let flag = offset_of!(blockmask_options, cancel_flag) / size_of::<u32>();
    words[flag..flag + size_of::<usize>() / size_of::<u32>()].fill(0);
    let mut analyzer = null_mut();
    // SAFETY: the words cover the size that they begin with.
    let status = unsafe { blockmask_create_analyzer(words.as_ptr().cast(), &mut analyzer) };
    calls::known(status);
    calls::last_error();
    assert_eq!(status == BLOCKMASK_OK, !analyzer.is_null());
    Ok((status == BLOCKMASK_OK).then_some(Handle(analyzer)))
}

fn forget(handle: *mut blockmask_analyzer) {
    let mut memory = 0;
    // SAFETY: the handle lives or is NULL, and the variable is valid.
    let status = unsafe { blockmask_reset_analyzer(handle) };
    // SAFETY: as above.
    assert_eq!(unsafe { blockmask_get_memory_in_use(handle, &mut memory) }, status);
    assert!(
        status == BLOCKMASK_BAD_POINTER && handle.is_null() || status == BLOCKMASK_OK && memory < 64 << 10,
        "{memory}"
    );
}

/// Makes a document of the caller's, of which there may be a few.
fn own<'i>(
    handle: *mut blockmask_analyzer,
    owned: &mut Vec<*mut blockmask_document>,
    input: &mut Unstructured<'i>,
    pages: &'i [Vec<u8>],
) -> Result<()> {
    let (page, mut document) = (choose_page(input, pages)?.to_vec(), null_mut());
    // SAFETY: the handle lives or is NULL, and the page has its length.
    let status = unsafe { blockmask_analyze_owned(handle, page.as_ptr().cast(), page.len(), null(), &mut document) };
    calls::known(status);
    drop(page);
    if status == BLOCKMASK_OK {
        Reader(document).check();
        owned.push(document);
    }
    if owned.len() > 4 {
        // SAFETY: made above, and freed once.
        unsafe { blockmask_free_document(owned.remove(0)) };
    }
    Ok(())
}

/// Returns a document of the caller's to any analyzer.
fn give_back(
    handle: *mut blockmask_analyzer,
    owned: &mut Vec<*mut blockmask_document>,
    input: &mut Unstructured<'_>,
) -> Result<()> {
    let document = owned.pop().unwrap_or_default();
    let document = if input.ratio(1, 16)? { handle.cast() } else { document };
    // SAFETY: the analyzer is valid or NULL, and so is what is to be a document.
    let status = unsafe { blockmask_return_document(handle, document) };
    calls::known(status);
    if status != BLOCKMASK_OK && !document.is_null() && document.cast() != handle {
        // SAFETY: it was not taken.
        unsafe { blockmask_free_document(document) };
    }
    Ok(())
}

/// What a C program gets of a page is what a Rust program gets.
pub fn same_as_rust(document: *const blockmask_document, page: &[u8], charset: Option<&CStr>) {
    let mut analyzer = Analyzer::new(Options::default());
    let charset = charset.and_then(|charset| charset.to_str().ok());
    let expected = match charset {
        Some(charset) => analyzer.analyze_input(Input::new(page).charset(charset)),
        None => analyzer.analyze(page),
    };
    let (expected, reader) = (expected.expect("within the limits"), Reader(document));
    reader.check();
    assert_eq!(reader.text(), expected.text());
    let blocks: Vec<blockmask_block> = reader.table(BLOCKMASK_TABLE_BLOCKS);
    assert_eq!(blocks.len(), expected.blocks().len());
    for (block, expected) in blocks.iter().zip(expected.blocks()) {
        assert_eq!(block.source_start as usize..block.source_end as usize, expected.source());
        assert_eq!((block.weight, block.is_template == 1), (expected.weight(), expected.is_template()));
    }
}
