//! A page pushed token by token from another tokenizer has the result of the page itself.
#![cfg(feature = "capi")]
// The functions under test are those that C programs call.
#![allow(unsafe_code)]

#[path = "../fuzz/src/targets/handle.rs"]
#[allow(dead_code)]
mod handle;

use blockmask::capi::{analyzer::*, push::*, records::*, status::BLOCKMASK_OK};
use flate2::read::MultiGzDecoder;
use handle::Handle;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, State};
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use std::cell::{Cell, RefCell};
use std::io::Read;
use std::path::PathBuf;
use std::ptr::null;

/// The blocks of a page, each with its text.
fn blocks_of(handle: &Handle) -> Vec<(blockmask_block, String)> {
    let text = handle.text();
    let text_of = |block: &blockmask_block| text[block.text_start as usize..block.text_end as usize].to_owned();
    handle.table(blockmask_get_blocks).iter().map(|block: &blockmask_block| (*block, text_of(block))).collect()
}

/// Pushes what html5ever's tokenizer finds.
struct Pusher<'h> {
    handle: &'h Handle,
    position: Cell<u32>,
    foreign: Cell<u32>,
    text: RefCell<String>,
}

impl Pusher<'_> {
    fn next(&self) -> (u32, u32) {
        let start = self.position.get();
        self.position.set(start + 1000);
        (start, start + 1000)
    }

    fn flush(&self) {
        let text = self.text.take();
        if !text.is_empty() {
            let (start, end) = self.next();
            // SAFETY: the handle is valid, and the text is not needed after the call.
            let status = unsafe { blockmask_push_text(self.handle.0, text.as_ptr().cast(), text.len(), start, end) };
            assert_eq!(status, BLOCKMASK_OK);
        }
    }

    fn declare(&self, markup: &str) {
        let (start, end) = self.next();
        // SAFETY: as in `flush`.
        let status =
            unsafe { blockmask_push_declaration(self.handle.0, markup.as_ptr().cast(), markup.len(), start, end) };
        assert_eq!(status, BLOCKMASK_OK);
    }

    fn tag(&self, tag: &Tag) -> TokenSinkResult<()> {
        let (start, end) = self.next();
        let name: &str = &tag.name;
        if tag.kind == TagKind::EndTag {
            if matches!(name, "svg" | "math") {
                self.foreign.set(self.foreign.get().saturating_sub(1));
            }
            // SAFETY: as in `flush`.
            let status = unsafe { blockmask_push_end_tag(self.handle.0, name.as_ptr().cast(), name.len(), start, end) };
            assert_eq!(status, BLOCKMASK_OK);
            return TokenSinkResult::Continue;
        }
        let attribute = |attribute: &html5ever::Attribute| blockmask_attribute {
            name: attribute.name.local.as_ptr().cast(),
            name_length: attribute.name.local.len(),
            value: attribute.value.as_ptr().cast(),
            value_length: attribute.value.len(),
        };
        let attributes: Vec<blockmask_attribute> = tag.attrs.iter().map(attribute).collect();
        let (name_start, closing) = (name.as_ptr().cast(), u32::from(tag.self_closing));
        // SAFETY: as in `flush`; the attributes point into the tag.
        let status = unsafe {
            let (list, count) = (attributes.as_ptr(), attributes.len());
            let size = size_of::<blockmask_attribute>();
            blockmask_push_start_tag(self.handle.0, name_start, name.len(), list, size, count, closing, start, end)
        };
        assert_eq!(status, BLOCKMASK_OK);
        match name {
            "svg" | "math" if !tag.self_closing => self.foreign.set(self.foreign.get() + 1),
            _ if self.foreign.get() > 0 => {}
            "script" => return TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" => return TokenSinkResult::RawData(RawKind::Rawtext),
            "title" | "textarea" => return TokenSinkResult::RawData(RawKind::Rcdata),
            "plaintext" => return TokenSinkResult::Plaintext,
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl TokenSink for Pusher<'_> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match &token {
            Token::CharacterTokens(text) => {
                self.text.borrow_mut().push_str(text);
                return TokenSinkResult::Continue;
            }
            Token::NullCharacterToken => {
                self.text.borrow_mut().push('\0');
                return TokenSinkResult::Continue;
            }
            Token::ParseError(_) => return TokenSinkResult::Continue,
            _ => self.flush(),
        }
        match token {
            Token::TagToken(tag) => return self.tag(&tag),
            Token::CommentToken(text) => self.declare(&format!("<!--{text}-->")),
            Token::DoctypeToken(doctype) => {
                let quoted = |id: &Option<StrTendril>| id.as_ref().map(|id| format!(" \"{id}\"")).unwrap_or_default();
                let name = doctype.name.as_deref().unwrap_or("");
                let kind = match (&doctype.public_id, &doctype.system_id) {
                    (None, None) => "",
                    (Some(_), _) => " public",
                    (None, Some(_)) => " system",
                };
                let (public, system) = (quoted(&doctype.public_id), quoted(&doctype.system_id));
                self.declare(&format!("<!doctype {name}{kind}{public}{system}>"));
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn push(handle: &Handle, html: &str) {
    // SAFETY: the handle is valid.
    assert_eq!(unsafe { blockmask_begin_page(handle.0) }, BLOCKMASK_OK);
    let (position, foreign) = (Cell::new(0), Cell::new(0));
    let pusher = Pusher { handle, position, foreign, text: RefCell::default() };
    let options = TokenizerOpts { initial_state: Some(State::Data), ..TokenizerOpts::default() };
    let tokenizer = Tokenizer::new(pusher, options);
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(html));
    // It returns when it wants a script to be run, too.
    while !queue.is_empty() {
        let _ = tokenizer.feed(&queue);
    }
    tokenizer.end();
    tokenizer.sink.flush();
    // SAFETY: the handle is valid.
    assert_eq!(unsafe { blockmask_end_page(handle.0) }, BLOCKMASK_OK);
}

/// What must be equal: all but positions.
fn without_positions(blocks: Vec<(blockmask_block, String)>) -> Vec<(blockmask_block, String)> {
    let clear = |block| blockmask_block { source_start: 0, source_end: 0, ..block };
    blocks.into_iter().map(|(block, text)| (clear(block), text)).collect()
}

#[test]
fn real_pages_pushed_are_the_pages_parsed() {
    let shared = std::env::var_os("BLOCKMASK_SHARED").map_or_else(|| "../shared".into(), PathBuf::from);
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(shared).join("corpus");
    let (pushed, parsed) = (Handle::new(null()), Handle::new(null()));
    let (mut pages, mut different) = (0, Vec::new());
    for folder in ["aeb", "magic-html-article", "trafilatura-eval", "webseg-rkrzr"] {
        let entries = std::fs::read_dir(corpus.join(folder).join("html")).into_iter().flatten();
        for path in entries.map(|entry| entry.expect("an entry").path()).take(80) {
            let mut bytes = Vec::new();
            let file = std::fs::File::open(&path).expect("a page");
            MultiGzDecoder::new(file).read_to_end(&mut bytes).expect("a page");
            let html = String::from_utf8_lossy(&bytes).into_owned();
            let html = html.trim_start_matches('\u{feff}');
            push(&pushed, html);
            // SAFETY: the handle is valid, and the page outlives what is read of it.
            let status =
                unsafe { blockmask_analyze_page(parsed.0, html.as_ptr().cast(), html.len(), c"utf-8".as_ptr(), 5) };
            assert_eq!(status, BLOCKMASK_OK);
            pages += 1;
            let (left, right) = (without_positions(blocks_of(&pushed)), without_positions(blocks_of(&parsed)));
            if left != right {
                let first = left.iter().zip(&right).find(|(left, right)| left != right);
                different.push(format!("{}: {first:#?}", path.display()));
            }
        }
    }
    if pages == 0 {
        println!("skipped: there is no corpus in {}", corpus.display());
    }
    assert!(different.is_empty(), "{} of {pages} differ: {}", different.len(), different.join("\n"));
}
