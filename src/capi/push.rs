//! Pushed pages.
//!
//! For indexers that parse pages themselves: instead of the bytes of the page they pass its tags and texts, one call
//! for each, between blockmask_begin_page and blockmask_end_page. The result is that of a page with these tags and
//! texts, with the positions that the caller passed. The input is the output of a tokenizer, not of a tree builder:
//! missing end tags are not to be added. All strings are UTF-8, with character references decoded, and not needed after
//! the call. A malformed sequence is read as U+FFFD, as in a page.
//!
//! Positions must ascend. Within a text they advance with its bytes, so a text should be split where its length differs
//! from that in the source: a character reference is a text of its own. As the bytes of the page are not known,
//! blockmask_blank_page and blockmask_zone_page return BLOCKMASK_NO_PAGE for a pushed page.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::pointer::{Structs, array};
use super::status::{BLOCKMASK_BAD_ARGUMENT, Failure, blockmask_status, failure};
use crate::analyzer::Hints;
use crate::read::html::Tag;
use crate::read::html::names::name_key;
use crate::read::html::tags::from_key;
use std::ffi::c_char;
use std::ops::Range;
use std::ptr::null;

/// An attribute of a start tag.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_attribute {
    /// The name.
    pub name: *const c_char,
    /// Its length in bytes.
    pub name_length: usize,
    /// The value; NULL with length 0 for an empty one.
    pub value: *const c_char,
    /// Its length in bytes.
    pub value_length: usize,
}

const NO_ATTRIBUTE: blockmask_attribute =
    blockmask_attribute { name: null(), name_length: 0, value: null(), value_length: 0 };

/// Begins a page. The previous one is discarded, even if it was begun and not ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_begin_page(analyzer: *mut blockmask_analyzer) -> blockmask_status {
    let work = |state: &mut State| {
        state.forget();
        state.pushed.begin();
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Adds a start tag with its attributes in order; of two with equal names the first counts. attribute_size is
/// sizeof(blockmask_attribute). is_self_closing is 1 if the tag ends with "/>", else 0; no other value. The
/// position is that of the tag, from its first byte to one past its last.
///
/// Returns BLOCKMASK_BAD_ARGUMENT, and adds nothing, if a name has a character at which a tokenizer would have ended
/// it, if positions do not ascend, or if no page was begun; and BLOCKMASK_OUT_OF_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_push_start_tag(
    analyzer: *mut blockmask_analyzer,
    name: *const c_char,
    name_length: usize,
    attributes: *const blockmask_attribute,
    attribute_size: usize,
    attribute_count: usize,
    is_self_closing: u32,
    source_start: u32,
    source_end: u32,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let (name, attributes) = unsafe {
            let attributes = Structs::new(attributes, attribute_size, attribute_count, NO_ATTRIBUTE, "attributes")?;
            (array(name.cast(), name_length, "name")?, attributes)
        };
        check_name(name)?;
        if is_self_closing > 1 {
            return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "is_self_closing is {is_self_closing}, not 0 or 1"));
        }
        state.pushed.add(source_start..source_end, |page| {
            page.reserve(name.len() + 1 + TAG_END, 0)?;
            page.html.push(b'<');
            page.html.extend_from_slice(name);
            for attribute in attributes.iter() {
                // SAFETY: the caller promises for each attribute what it promises for its own arguments.
                let (name, value) = unsafe {
                    (
                        array(attribute.name.cast(), attribute.name_length, "the name of an attribute")?,
                        array(attribute.value.cast(), attribute.value_length, "the value of an attribute")?,
                    )
                };
                page.attribute(name, value)?;
            }
            page.html.extend_from_slice(if is_self_closing != 0 { b"/>" } else { b">" });
            page.opened(name, is_self_closing != 0);
            Ok(())
        })
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Adds an end tag. Errors are those of blockmask_push_start_tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_push_end_tag(
    analyzer: *mut blockmask_analyzer,
    name: *const c_char,
    name_length: usize,
    source_start: u32,
    source_end: u32,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let name = unsafe { array(name.cast(), name_length, "name") }?;
        check_name(name)?;
        state.pushed.add(source_start..source_end, |page| {
            page.reserve(name.len() + 3, 0)?;
            page.html.extend_from_slice(b"</");
            page.html.extend_from_slice(name);
            page.html.push(b'>');
            page.closed(name);
            Ok(())
        })
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Adds text, including that of scripts and styles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_push_text(
    analyzer: *mut blockmask_analyzer,
    text: *const c_char,
    length: usize,
    source_start: u32,
    source_end: u32,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let text = unsafe { array(text.cast(), length, "text") }?;
        state.pushed.add(source_start..source_end, |page| page.text(text, source_start..source_end))
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Adds a comment or a document type declaration as written, from "<!" to ">". Both are optional: a comment matters
/// only if it says what not to index, a declaration only on pages with tables in paragraphs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_push_declaration(
    analyzer: *mut blockmask_analyzer,
    markup: *const c_char,
    length: usize,
    source_start: u32,
    source_end: u32,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let markup = unsafe { array(markup.cast::<u8>(), length, "markup") }?;
        if !markup.starts_with(b"<!") || !markup.ends_with(b">") {
            return Err(Failure::new(BLOCKMASK_BAD_ARGUMENT, "a declaration begins with <! and ends with >"));
        }
        state.pushed.add(source_start..source_end, |page| {
            page.reserve(markup.len(), 0)?;
            page.html.extend_from_slice(markup);
            Ok(())
        })
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Ends the page and analyzes it. The analyzer then holds the result, as after blockmask_analyze_page, and the errors
/// are those of that function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_end_page(analyzer: *mut blockmask_analyzer) -> blockmask_status {
    let work = |state: &mut State| {
        if state.pushed.stage != Stage::Open {
            return Err(not_begun());
        }
        state.pushed.stage = Stage::Ended;
        let html = std::mem::take(&mut state.pushed.html);
        // SAFETY: the buffer is put back where nothing changes it before the document is forgotten; moving a `Vec` does
        // not move its bytes.
        let result = unsafe { state.held.analyze(&html, Hints { charset: Some("utf-8"), address: None }) };
        state.pushed.html = html;
        result
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Bytes of `/>`.
const TAG_END: usize = 2;

fn not_begun() -> Failure {
    Failure::new(BLOCKMASK_BAD_ARGUMENT, "no page was begun with blockmask_begin_page")
}

/// Bytes of a name that an error quotes.
const MAX_QUOTED: usize = 64;

fn check_name(name: &[u8]) -> Result<(), Failure> {
    let ends = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' | b'/' | b'>');
    if name.first().is_some_and(u8::is_ascii_alphabetic) && !name.iter().any(ends) {
        return Ok(());
    }
    Err(failure!(BLOCKMASK_BAD_ARGUMENT, "\"{}\" is not a tag name", name[..name.len().min(MAX_QUOTED)].escape_ascii()))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    // The current page, if any, was not pushed.
    #[default]
    Unused,
    Open,
    Ended,
}

// A pushed page: serialized to HTML, with a map from there to the caller's positions.
#[derive(Default)]
pub(super) struct Pushed {
    html: Vec<u8>,
    spans: Vec<Span>,
    stage: Stage,
    // The raw text element that is open, such as script: its text is neither decoded nor interrupted by tags.
    raw: Option<Tag>,
    // Open elements of svg and math, which have no raw text.
    foreign: u32,
    // Where the last event ended.
    source_end: u32,
}

// A range of the HTML, up to the next span, and its range in the source.
#[derive(Clone, Copy)]
struct Span {
    html: u32,
    source: (u32, u32),
}

impl Pushed {
    fn begin(&mut self) {
        self.html.clear();
        self.spans.clear();
        (self.stage, self.raw, self.foreign, self.source_end) = (Stage::Open, None, 0, 0);
    }

    pub fn forget(&mut self) {
        self.stage = Stage::Unused;
    }

    /// Whether the current page was pushed.
    pub fn was_pushed(&self) -> bool {
        self.stage == Stage::Ended
    }

    pub fn memory_in_use(&self) -> usize {
        self.html.capacity() + self.spans.capacity() * size_of::<Span>()
    }

    /// Bytes of the source, up to the end of the last event.
    pub fn source_length(&self) -> u32 {
        self.source_end
    }

    /// A range of the analyzed bytes as a range of the source.
    pub fn to_source(&self, range: Range<usize>) -> Range<usize> {
        if !self.was_pushed() {
            return range;
        }
        let start = self.span_at(range.start).map_or(0, |(span, _)| span.at(range.start));
        let last = range.end.checked_sub(1).filter(|_| !range.is_empty());
        let end = match last.and_then(|last| self.span_at(last)) {
            Some((span, end)) if end == range.end => span.source.1 as usize,
            Some((span, _)) => span.at(range.end),
            None => start,
        };
        start..end.max(start)
    }

    // The span of a byte, and its end in the HTML.
    fn span_at(&self, offset: usize) -> Option<(Span, usize)> {
        let after = self.spans.partition_point(|span| span.html as usize <= offset);
        let span = *self.spans.get(after.checked_sub(1)?)?;
        Some((span, self.spans.get(after).map_or(self.html.len(), |next| next.html as usize)))
    }

    // Adds the event of one call, or nothing at all.
    fn add(&mut self, source: Range<u32>, write: impl FnOnce(&mut Self) -> Result<(), Failure>) -> Result<(), Failure> {
        if self.stage != Stage::Open {
            return Err(not_begun());
        }
        if source.start < self.source_end || source.end < source.start {
            let Range { start, end } = source;
            return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "the position {start}-{end} is before {}", self.source_end));
        }
        let (html, spans) = (self.html.len(), self.spans.len());
        self.reserve(0, 1)?;
        self.span(source.start, source.end);
        let result = write(self);
        if result.is_err() {
            self.html.truncate(html);
            self.spans.truncate(spans);
        } else {
            self.source_end = source.end;
        }
        result
    }

    // Reserves memory, which may fail, so that the writes that follow cannot fail.
    fn reserve(&mut self, bytes: usize, spans: usize) -> Result<(), Failure> {
        let made = self.html.try_reserve(bytes).is_ok() && self.spans.try_reserve(spans).is_ok();
        if made { Ok(()) } else { Err(Failure::out_of_memory()) }
    }

    fn span(&mut self, start: u32, end: u32) {
        // A page of 4 GiB is refused by blockmask_end_page.
        self.spans.push(Span { html: self.html.len().min(u32::MAX as usize) as u32, source: (start, end) });
    }

    fn attribute(&mut self, name: &[u8], value: &[u8]) -> Result<(), Failure> {
        let ends = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' | b'/' | b'>' | b'=');
        if name.is_empty() || name.iter().skip(1).any(ends) || (name[0] != b'=' && ends(&name[0])) {
            let quoted = name[..name.len().min(MAX_QUOTED)].escape_ascii();
            return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "\"{quoted}\" is not an attribute name"));
        }
        let longer = value.iter().filter(|byte| matches!(byte, b'&' | b'"' | b'\r')).count();
        // The end of the tag is written after the last attribute.
        self.reserve(name.len() + value.len() + 5 * longer + 4 + TAG_END, 0)?;
        self.html.push(b' ');
        self.html.extend_from_slice(name);
        self.html.extend_from_slice(b"=\"");
        for &byte in value {
            match byte {
                b'&' => self.html.extend_from_slice(b"&amp;"),
                b'"' => self.html.extend_from_slice(b"&quot;"),
                b'\r' => self.html.extend_from_slice(b"&#13;"),
                _ => self.html.push(byte),
            }
        }
        self.html.push(b'"');
        Ok(())
    }

    fn opened(&mut self, name: &[u8], is_self_closing: bool) {
        let tag = tag_of(name);
        match tag {
            Tag::SVG | Tag::MATH if !is_self_closing => self.foreign += 1,
            Tag::SCRIPT | Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES | Tag::PLAINTEXT
                if self.foreign == 0 =>
            {
                self.raw = Some(tag);
            }
            _ => {}
        }
    }

    fn closed(&mut self, name: &[u8]) {
        let tag = tag_of(name);
        if matches!(tag, Tag::SVG | Tag::MATH) {
            self.foreign = self.foreign.saturating_sub(1);
        }
        if self.raw == Some(tag) {
            self.raw = None;
        }
    }

    // Text, escaped so that it is parsed as itself.
    fn text(&mut self, text: &[u8], source: Range<u32>) -> Result<(), Failure> {
        if self.raw.is_some() {
            self.reserve(text.len(), 0)?;
            self.html.extend_from_slice(text);
            return Ok(());
        }
        let longer = text.iter().filter(|byte| matches!(byte, b'&' | b'<' | b'\r')).count();
        self.reserve(text.len() + 4 * longer, 2 * longer)?;
        for (index, &byte) in text.iter().enumerate() {
            let written: &[u8] = match byte {
                b'&' => b"&amp;",
                b'<' => b"&lt;",
                b'\r' => b"&#13;",
                _ => {
                    self.html.push(byte);
                    continue;
                }
            };
            // A reference is longer than its character, so a span begins before and after it. The last character ends
            // where the text does, even if it is longer in the source.
            let at = |index: usize| match index < text.len() {
                true => source.start.saturating_add(index as u32).min(source.end),
                false => source.end,
            };
            self.span(at(index), at(index + 1));
            self.html.extend_from_slice(written);
            self.span(at(index + 1), source.end);
        }
        Ok(())
    }
}

impl Span {
    fn at(&self, offset: usize) -> usize {
        (self.source.0 as usize + offset.saturating_sub(self.html as usize)).min(self.source.1 as usize)
    }
}

fn tag_of(name: &[u8]) -> Tag {
    // No known name is longer.
    let mut lower = [0; 16];
    let Some(lower) = lower.get_mut(..name.len()) else { return Tag::UNKNOWN };
    lower.copy_from_slice(name);
    lower.make_ascii_lowercase();
    from_key(name_key(lower), lower)
}
