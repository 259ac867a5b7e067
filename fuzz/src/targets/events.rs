//! Differential test of the push interface: a page pushed event by event, as by an indexer with its own tokenizer,
//! gives the result of analyzing the page.

use super::handle::Handle;
use super::tree::names;
use blockmask::capi::analyzer::blockmask_analyze_page;
use blockmask::capi::push::*;
use blockmask::capi::records::*;
use blockmask::capi::status::BLOCKMASK_OK;
use blockmask::internals::arena::{Bump, Vec as ArenaVec};
use blockmask::internals::html::attributes::Name;
use blockmask::internals::html::node::{Attribute, NONE};
use blockmask::internals::html::text::{Decoding, TextSink, decode};
use blockmask::internals::html::token::{Span, TagToken, TextToken, Token, TokenizerState};
use blockmask::internals::html::tokenizer::Tokenizer;
use blockmask::internals::html::{Tag, names::name_key};
use std::ops::Range;

/// Elements whose start tags switch the state of the tokenizer.
const RAW: [&str; 9] = ["script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext", "title", "textarea"];

/// Pushes the page, analyzes it and compares the results. Returns `false` if the page is not comparable.
pub fn compare(page: &[u8]) -> bool {
    if !std::str::from_utf8(page).is_ok_and(is_comparable) {
        return false;
    }
    let (pushed, parsed) = (Handle::with_all_parts(), Handle::with_all_parts());
    let is_verbatim = push(&pushed, page);
    // SAFETY: the handle is valid, and the page outlives its use.
    let status = unsafe { blockmask_analyze_page(parsed.0, page.as_ptr().cast(), page.len(), c"utf-8".as_ptr(), 5) };
    assert_eq!(status, BLOCKMASK_OK);
    let (left, right) = (pushed.page().expect("a page"), parsed.page().expect("a page"));
    let blocks = (pushed.table(blockmask_get_blocks), parsed.table(blockmask_get_blocks));
    let of_metadata = |block: &blockmask_block| block.flags & BLOCKMASK_FLAG_METADATA_SOURCE != 0;
    let hides = |blocks: &[blockmask_block]| blocks.iter().any(|block| block.flags & BLOCKMASK_FLAG_HIDDEN != 0);
    // The results may differ if the page was not pushed verbatim, since classes, ids and styles are read undecoded. A
    // pusher closes the elements that the page leaves open at its end, so swallowed text is recovered differently. The
    // use of metadata, and the fallback for pages that hide nearly all of their text, depend on source lengths.
    if !is_verbatim
        || (left.is_recovered, right.is_recovered) != (0, 0)
        || blocks.0.iter().chain(&blocks.1).any(of_metadata)
        || hides(&blocks.0) != hides(&blocks.1)
    {
        return true;
    }
    assert_eq!(pushed.text(), parsed.text());
    assert_eq!(pushed.kind_probabilities(), parsed.kind_probabilities());
    assert_eq!(blocks.0, blocks.1);
    assert_eq!(pushed.table(blockmask_get_segments), parsed.table(blockmask_get_segments));
    assert_eq!(pushed.table(blockmask_get_headings), parsed.table(blockmask_get_headings));
    // Open elements end with the page, which may extend beyond the last event.
    if left.source_length == right.source_length {
        assert_eq!(pushed.table(blockmask_get_links), parsed.table(blockmask_get_links));
        assert_eq!(pushed.table(blockmask_get_regions), parsed.table(blockmask_get_regions));
    }
    true
}

/// Whether a tokenizer alone can determine its states. In foreign content, `select`, framesets and the columns of a
/// template they depend on the tree.
fn is_comparable(page: &str) -> bool {
    let page = page.to_ascii_lowercase();
    let has = |list: &[&str]| names(&page).any(|name| list.contains(&name));
    let has_foreign = has(&["svg", "math"]);
    let depends = has_foreign && (page.contains("<![cdata[") || has(&INTEGRATION_POINTS));
    let may_depend = has_foreign || has(&["select", "frameset"]) || (has(&["template"]) && has(&["col"]));
    !(page.starts_with('\u{feff}') || depends || (may_depend && has(&RAW)))
}

const INTEGRATION_POINTS: [&str; 8] = ["foreignobject", "desc", "annotation-xml", "mi", "mo", "mn", "ms", "mtext"];

/// Pushes the page. Returns whether the events represent the page verbatim.
fn push(handle: &Handle, page: &[u8]) -> bool {
    // SAFETY: the handle is valid.
    assert_eq!(unsafe { blockmask_begin_page(handle.0) }, BLOCKMASK_OK);
    let arena = Bump::new();
    let mut tokenizer = Tokenizer::new(page, ArenaVec::new_in(&arena));
    let mut pusher = Pusher { handle, page, is_verbatim: true };
    let mut end = 0;
    loop {
        let token = tokenizer.next(false);
        let span = match &token {
            Token::Eof => break,
            Token::Text(text) => Span { start: text.start, end: text.end },
            Token::Start(tag) | Token::End(tag) => Span { start: tag.start, end: tag.end },
            Token::Comment(whole, _) => *whole,
            Token::Doctype => tokenizer.doctype.as_ref().expect("the current declaration").span,
        };
        // The tokenizer dropped some markup, which splits a text that is contiguous for the pusher.
        pusher.is_verbatim &= span.start == end;
        end = span.end;
        match token {
            Token::Eof => break,
            Token::Text(text) => pusher.text(&text),
            Token::Start(tag) => {
                let kind = match tag.tag {
                    Tag::SCRIPT => TokenizerState::ScriptData,
                    Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES => TokenizerState::RawText,
                    Tag::TITLE | Tag::TEXTAREA => TokenizerState::RcData,
                    Tag::PLAINTEXT => TokenizerState::PlainText,
                    _ => TokenizerState::Data,
                };
                if kind != TokenizerState::Data {
                    tokenizer.switch_to(kind, name_key(&page[tag.start as usize + 1..tag.name_end as usize]));
                }
                pusher.start_tag(&tag, tokenizer.attributes.get(tag.attributes as usize..).unwrap_or_default());
            }
            Token::End(tag) => pusher.end_tag(&tag),
            Token::Comment(whole, text) => pusher.comment(whole, text),
            Token::Doctype => pusher.declaration(span),
        }
    }
    // SAFETY: the handle is valid.
    assert_eq!(unsafe { blockmask_end_page(handle.0) }, BLOCKMASK_OK);
    pusher.is_verbatim
}

/// Values of so many bytes are less than 256 bytes long if each of them is written as a reference.
const MAX_ESCAPED: usize = 40;

struct Pusher<'p> {
    handle: &'p Handle,
    page: &'p [u8],
    is_verbatim: bool,
}

impl Pusher<'_> {
    fn slice(&self, start: u32, end: u32) -> &[u8] {
        &self.page[start as usize..end as usize]
    }

    fn start_tag(&mut self, tag: &TagToken, list: &[Attribute]) {
        let count = if tag.attributes == NONE {
            0
        } else {
            list.iter().position(|a| a.flags & Attribute::LAST != 0).map_or(0, |last| last + 1)
        };
        let values: Vec<String> = list[..count].iter().map(|attribute| self.value(attribute)).collect();
        for (attribute, value) in list.iter().zip(&values) {
            let raw = self.slice(attribute.value_start, attribute.value_end);
            // An ampersand is pushed as a reference, which makes the value longer: a long class is cut elsewhere.
            let is_cut_alike = raw.len() <= MAX_ESCAPED || !raw.contains(&b'&');
            self.is_verbatim &= attribute.name == Name::HREF || raw == value.as_bytes() && is_cut_alike;
        }
        let attribute = |(attribute, value): (&Attribute, &String)| {
            let name = self.slice(attribute.name_start, attribute.name_start + u32::from(attribute.name_len));
            let (name_length, value_length) = (name.len(), value.len());
            blockmask_attribute { name: name.as_ptr().cast(), name_length, value: value.as_ptr().cast(), value_length }
        };
        let attributes: Vec<blockmask_attribute> = list.iter().zip(&values).map(attribute).collect();
        let (name, closing) = (self.slice(tag.start + 1, tag.name_end), u32::from(tag.self_closing));
        // SAFETY: the handle is valid, and all strings outlive the call.
        let status = unsafe {
            let (name, length) = (name.as_ptr().cast(), name.len());
            let (list, size, count) = (attributes.as_ptr(), size_of::<blockmask_attribute>(), attributes.len());
            blockmask_push_start_tag(self.handle.0, name, length, list, size, count, closing, tag.start, tag.end)
        };
        assert_eq!(status, BLOCKMASK_OK, "{tag:?}");
    }

    fn value(&self, attribute: &Attribute) -> String {
        let mut text = String::new();
        let (start, end) = (attribute.value_start as usize, attribute.value_end as usize);
        decode(self.page, start, end, Decoding::ATTRIBUTE, &mut text);
        text
    }

    fn end_tag(&self, tag: &TagToken) {
        let name = self.slice(tag.start + 2, tag.name_end);
        let (start, length) = (name.as_ptr().cast(), name.len());
        // SAFETY: the handle is valid, and the name outlives the call.
        let status = unsafe { blockmask_push_end_tag(self.handle.0, start, length, tag.start, tag.end) };
        assert_eq!(status, BLOCKMASK_OK, "{tag:?}");
    }

    /// Pushes a comment, normalized to `<!--` and `-->`.
    fn comment(&self, whole: Span, text: Span) {
        let markup = [b"<!--", self.slice(text.start, text.end), b"-->"].concat();
        self.declare(&markup, whole);
    }

    fn declaration(&self, whole: Span) {
        let markup = self.slice(whole.start, whole.end);
        if markup.ends_with(b">") {
            self.declare(markup, whole);
        }
    }

    fn declare(&self, markup: &[u8], Span { start, end }: Span) {
        // SAFETY: the handle is valid, and the markup outlives the call.
        let status =
            unsafe { blockmask_push_declaration(self.handle.0, markup.as_ptr().cast(), markup.len(), start, end) };
        assert_eq!(status, BLOCKMASK_OK, "{markup:?}");
    }

    /// Pushes decoded text in chunks that are either verbatim or one character reference.
    fn text(&self, token: &TextToken) {
        let (start, end) = (token.start as usize, token.end as usize);
        if !matches!(token.state, TokenizerState::Data | TokenizerState::RcData) {
            self.chunk(&self.page[start..end], start..end);
            return;
        }
        // Tree construction decides how to handle NUL, so it is pushed unchanged.
        let how = Decoding { references: true, attribute: false, replace_nul: true };
        let mut at = start;
        for part in self.page[start..end].split_inclusive(|&byte| byte == 0) {
            let part_end = at + part.len();
            let text_end = part_end - usize::from(part.ends_with(b"\0"));
            decode(&self.page[..end], at, text_end, how, &mut &*self);
            if text_end < part_end {
                self.chunk(b"\0", text_end..part_end);
            }
            at = part_end;
        }
    }

    fn chunk(&self, text: &[u8], source: Range<usize>) {
        let (start, end) = (source.start as u32, source.end as u32);
        // SAFETY: the handle is valid, and the text outlives the call.
        let status = unsafe { blockmask_push_text(self.handle.0, text.as_ptr().cast(), text.len(), start, end) };
        assert_eq!(status, BLOCKMASK_OK, "{text:?}");
    }
}

impl TextSink for &Pusher<'_> {
    fn plain(&mut self, bytes: &[u8], at: usize) {
        self.chunk(bytes, at..at + bytes.len());
    }

    fn replaced(&mut self, text: &str, source: Range<usize>) {
        self.chunk(text.as_bytes(), source);
    }
}
