//! A page told event by event, as an indexer with a tokenizer of its own pushes it: the result is that of the page.

use super::handle::Handle;
use super::tree::names;
use blockmask::arena::{Bump, Vec as ArenaVec};
use blockmask::capi::analyzer::blockmask_analyze_page;
use blockmask::capi::push::*;
use blockmask::capi::records::*;
use blockmask::capi::status::BLOCKMASK_OK;
use blockmask::html::attributes::Name;
use blockmask::html::node::{Attribute, NONE};
use blockmask::html::text::{Decoding, TextSink, decode};
use blockmask::html::tokenizer::{Span, TagToken, TextToken, Token, Tokenizer, TokenizerState};
use blockmask::html::{Tag, names::name_key};
use std::ops::Range;
use std::ptr::null;

/// Elements after whose start tag a tokenizer reads text in another way.
const RAW: [&str; 9] = ["script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext", "title", "textarea"];

/// Pushes what the page has, analyzes it, and holds one against the other. `false` if the page is none to compare.
pub fn compare(page: &[u8]) -> bool {
    if !std::str::from_utf8(page).is_ok_and(is_comparable) {
        return false;
    }
    let (pushed, parsed) = (Handle::new(null()), Handle::new(null()));
    let is_as_written = push(&pushed, page);
    // SAFETY: the handle lives, and the page outlives what is read of it.
    let status = unsafe { blockmask_analyze_page(parsed.0, page.as_ptr().cast(), page.len(), c"utf-8".as_ptr(), 5) };
    assert_eq!(status, BLOCKMASK_OK);
    let (left, right) = (pushed.page().expect("a page"), parsed.page().expect("a page"));
    let blocks = (pushed.table(blockmask_get_blocks), parsed.table(blockmask_get_blocks));
    let of_metadata = |block: &blockmask_block| block.flags & BLOCKMASK_FLAG_METADATA_SOURCE != 0;
    let hides = |blocks: &[blockmask_block]| blocks.iter().any(|block| block.flags & BLOCKMASK_FLAG_HIDDEN != 0);
    // What a page leaves open at its end is closed by who pushes it. Whether text of metadata is offered, and whether a
    // page that hides nearly all of its text shows it after all, depends on lengths as they are written; and classes,
    // identifiers and styles are read as they are written.
    if !is_as_written
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
    // The ends of elements that are still open are that of the page, which may lie behind the last event.
    if left.source_length == right.source_length {
        assert_eq!(pushed.table(blockmask_get_links), parsed.table(blockmask_get_links));
        assert_eq!(pushed.table(blockmask_get_regions), parsed.table(blockmask_get_regions));
    }
    true
}

/// Whether a tokenizer alone knows how each text is read. In foreign content, lists of options and frames that depends
/// on the tree.
fn is_comparable(page: &str) -> bool {
    let page = page.to_ascii_lowercase();
    let has = |list: &[&str]| names(&page).any(|name| list.contains(&name));
    let has_foreign = has(&["svg", "math"]);
    let depends = has_foreign && (page.contains("<![cdata[") || has(&POINTS));
    let may_depend = has_foreign || has(&["select", "frameset"]);
    !(page.starts_with('\u{feff}') || depends || (may_depend && has(&RAW)))
}

const POINTS: [&str; 8] = ["foreignobject", "desc", "annotation-xml", "mi", "mo", "mn", "ms", "mtext"];

/// Pushes the page; tells whether what is pushed means what is written.
fn push(handle: &Handle, page: &[u8]) -> bool {
    // SAFETY: the handle lives.
    assert_eq!(unsafe { blockmask_begin_page(handle.0) }, BLOCKMASK_OK);
    let arena = Bump::new();
    let mut tokenizer = Tokenizer::new(page, ArenaVec::new_in(&arena));
    let mut teller = Teller { handle, page, is_as_written: true };
    let mut end = 0;
    loop {
        let token = tokenizer.next(false);
        let span = match &token {
            Token::Eof => break,
            Token::Text(text) => Span { start: text.start, end: text.end },
            Token::Start(tag) | Token::End(tag) => Span { start: tag.start, end: tag.end },
            Token::Comment(whole, _) => *whole,
            Token::Doctype => tokenizer.doctype.as_ref().expect("the declaration that was just met").span,
        };
        // Markup that is dropped parts a text in two, which are one to who pushes them.
        teller.is_as_written &= span.start == end;
        end = span.end;
        match token {
            Token::Eof => break,
            Token::Text(text) => teller.text(&text),
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
                teller.start_tag(&tag, tokenizer.attributes.get(tag.attributes as usize..).unwrap_or_default());
            }
            Token::End(tag) => teller.end_tag(&tag),
            Token::Comment(whole, text) => teller.comment(whole, text),
            Token::Doctype => teller.declaration(span),
        }
    }
    // SAFETY: the handle lives.
    assert_eq!(unsafe { blockmask_end_page(handle.0) }, BLOCKMASK_OK);
    teller.is_as_written
}

struct Teller<'p> {
    handle: &'p Handle,
    page: &'p [u8],
    is_as_written: bool,
}

impl Teller<'_> {
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
            self.is_as_written &= attribute.name == Name::HREF || raw == value.as_bytes();
        }
        let attribute = |(attribute, value): (&Attribute, &String)| {
            let name = self.slice(attribute.name_start, attribute.name_start + u32::from(attribute.name_len));
            let (name_length, value_length) = (name.len(), value.len());
            blockmask_attribute { name: name.as_ptr().cast(), name_length, value: value.as_ptr().cast(), value_length }
        };
        let attributes: Vec<blockmask_attribute> = list.iter().zip(&values).map(attribute).collect();
        let (name, closing) = (self.slice(tag.start + 1, tag.name_end), u32::from(tag.self_closing));
        // SAFETY: the handle lives, and all strings live during the call.
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
        // SAFETY: the handle lives, and the name lives during the call.
        let status = unsafe { blockmask_push_end_tag(self.handle.0, start, length, tag.start, tag.end) };
        assert_eq!(status, BLOCKMASK_OK, "{tag:?}");
    }

    /// As it is written, or what else has its text.
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
        // SAFETY: the handle lives, and the markup lives during the call.
        let status =
            unsafe { blockmask_push_declaration(self.handle.0, markup.as_ptr().cast(), markup.len(), start, end) };
        assert_eq!(status, BLOCKMASK_OK, "{markup:?}");
    }

    /// Decoded, in pieces that are as long as in the source, or stand for one reference.
    fn text(&self, token: &TextToken) {
        let (start, end) = (token.start as usize, token.end as usize);
        if !matches!(token.state, TokenizerState::Data | TokenizerState::RcData) {
            self.piece(&self.page[start..end], start..end);
            return;
        }
        // What NUL becomes is told by the tree, so it is pushed as it is.
        let how = Decoding { references: true, attribute: false, replace_nul: true };
        let mut at = start;
        for part in self.page[start..end].split_inclusive(|&byte| byte == 0) {
            let behind = at + part.len();
            let text_end = behind - usize::from(part.ends_with(b"\0"));
            decode(&self.page[..end], at, text_end, how, &mut &*self);
            if text_end < behind {
                self.piece(b"\0", text_end..behind);
            }
            at = behind;
        }
    }

    fn piece(&self, text: &[u8], source: Range<usize>) {
        let (start, end) = (source.start as u32, source.end as u32);
        // SAFETY: the handle lives, and the text lives during the call.
        let status = unsafe { blockmask_push_text(self.handle.0, text.as_ptr().cast(), text.len(), start, end) };
        assert_eq!(status, BLOCKMASK_OK, "{text:?}");
    }
}

impl TextSink for &Teller<'_> {
    fn plain(&mut self, bytes: &[u8], at: usize) {
        self.piece(bytes, at..at + bytes.len());
    }

    fn replaced(&mut self, text: &str, source: Range<usize>) {
        self.piece(text.as_bytes(), source);
    }
}
