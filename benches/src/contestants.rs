//! What is measured: each contestant does its work on one page, its own way of being used well.

use crate::pages::Page;
use blockmask::arena::Bump;
use blockmask::arena::Vec as ArenaVec;
use blockmask::html::tokenizer::{Token, Tokenizer, TokenizerState};
use blockmask::html::{self, ParseOptions, Tag, Workspace};
use blockmask::page::{BOUNDARIES, WrapOptions};
use blockmask::style_density::StyleDensityMethod;
use blockmask::{Analyzer, Options};
use html5ever::tendril::TendrilSink;
use html5ever::tokenizer::{self as peer_tokenizer, BufferQueue, TagKind, TokenSink, TokenSinkResult, states::RawKind};
use lol_html::{HtmlRewriter, Settings, doc_text, element};
use markup5ever_rcdom::RcDom;
use std::hint::black_box;

/// Something that works on one page. It may keep memory from page to page.
pub struct Contestant {
    /// The name in the table.
    pub name: &'static str,
    /// What exactly it does.
    pub work: &'static str,
    /// Does it.
    pub run: Box<dyn FnMut(&Page)>,
}

impl Contestant {
    fn new(name: &'static str, work: &'static str, run: impl FnMut(&Page) + 'static) -> Contestant {
        Contestant { name, work, run: Box::new(run) }
    }
}

/// Name of the contestant that all others are compared with.
pub const TL: &str = "tl";
/// Name of the complete analysis.
pub const COMPLETE: &str = "blockmask, complete";
/// Name of the other peer that has a target.
pub const RCDOM: &str = "html5ever + rcdom";

/// All contestants.
pub fn all() -> Vec<Contestant> {
    let mut list = bounds();
    list.extend(ours());
    list.extend(peers());
    list
}

/// What no parser can beat.
fn bounds() -> Vec<Contestant> {
    let mut copy = Vec::new();
    vec![
        Contestant::new("memcpy", "a copy of the bytes", move |page| {
            copy.clear();
            copy.extend_from_slice(&page.bytes);
            black_box(copy.as_ptr());
        }),
        Contestant::new("memchr", "every `<` found by `memchr::memchr_iter`", |page| {
            black_box(memchr::memchr_iter(b'<', &page.bytes).fold(0, |sum: usize, at| sum.wrapping_add(at)));
        }),
    ]
}

fn ours() -> Vec<Contestant> {
    let (mut arena, mut tree, mut tables) = (Room::default(), Room::default(), Room::default());
    let (mut tree_workspace, mut tables_workspace) = (Workspace::default(), Workspace::default());
    let mut analyzer = Analyzer::new(Options::default());
    let (mut by_rules, mut learned) = (with_kinds(StyleDensityMethod::Paper), with_kinds(StyleDensityMethod::Learned));
    vec![
        Contestant::new("blockmask, tokenizer", "all tokens and attribute spans", move |page| {
            black_box(tokenize(arena.begin(page.bytes.len()), &page.bytes));
        }),
        Contestant::new("blockmask, tree", "tokenizer and complete tree construction", move |page| {
            let arena = tree.begin(page.bytes.len());
            black_box(html::parse(arena, &page.bytes, &parse_options(), &mut tree_workspace));
        }),
        Contestant::new("blockmask, tables", "tree, normalized text, fragments, blocks, links", move |page| {
            let arena = tables.begin(page.bytes.len());
            let tree = html::parse(arena, &page.bytes, &parse_options(), &mut tables_workspace);
            let contexts = blockmask::page::contexts(arena, &tree, false);
            black_box(blockmask::page::build(arena, tree, &contexts, &WrapOptions::default(), u32::MAX));
        }),
        Contestant::new(COMPLETE, "`Analyzer::analyze`: encoding to mask and fingerprint", move |page| {
            black_box(analyzer.analyze(&page.bytes).is_ok());
        }),
        Contestant::new(
            "blockmask, with layout (paper)",
            "complete, and layout and areas by style density",
            move |page| {
                black_box(by_rules.analyze(&page.bytes).is_ok());
            },
        ),
        Contestant::new("blockmask, with layout (learned)", "the same, by the learned method", move |page| {
            black_box(learned.analyze(&page.bytes).is_ok());
        }),
    ]
}

fn with_kinds(method: StyleDensityMethod) -> Analyzer {
    let mut options = Options::default();
    options.style_density = Some(method);
    Analyzer::new(options)
}

fn peers() -> Vec<Contestant> {
    vec![
        Contestant::new(TL, "`tl::parse`, default options", |page| {
            black_box(tl::parse(&page.text, tl::ParserOptions::default()).is_ok());
        }),
        Contestant::new("html5ever, tokenizer", "tokens into a sink that drops them", |page| {
            let input = BufferQueue::default();
            input.push_back(page.text.as_str().into());
            let tokenizer = peer_tokenizer::Tokenizer::new(Sink, Default::default());
            let _ = tokenizer.feed(&input);
            tokenizer.end();
        }),
        Contestant::new(RCDOM, "`parse_document` into `RcDom`, and its release", |page| {
            let dom = html5ever::parse_document(RcDom::default(), Default::default()).one(page.text.as_str());
            black_box(dom.document.children.borrow().len());
        }),
        Contestant::new(
            "lol_html",
            "`HtmlRewriter` with handlers for all elements and all text, output dropped",
            |page| {
                let settings = Settings::new()
                    .with_strict(false)
                    .append_element_content_handler(element!("*", |element| {
                        black_box(element.attributes().len());
                        Ok(())
                    }))
                    .append_document_content_handler(doc_text!(|text| {
                        black_box(text.as_str().len());
                        Ok(())
                    }));
                let mut rewriter = HtmlRewriter::new(settings, |output: &[u8]| {
                    black_box(output.len());
                });
                let written = rewriter.write(page.text.as_bytes());
                black_box(written.is_ok() && rewriter.end().is_ok());
            },
        ),
        Contestant::new("scraper", "`Html::parse_document`, and its release", |page| {
            black_box(scraper::Html::parse_document(&page.text).tree.nodes().len());
        }),
    ]
}

/// How the analyzer parses.
pub fn parse_options() -> ParseOptions {
    ParseOptions { boundaries: &BOUNDARIES, ..ParseOptions::default() }
}

/// Memory that is kept from page to page, as the analyzer does.
#[derive(Default)]
pub struct Room {
    bump: Bump,
}

impl Room {
    /// Empties the arena; makes it larger if a page of `len` bytes would not fit.
    pub fn begin(&mut self, len: usize) -> &Bump {
        self.bump.reset();
        if self.bump.chunk_capacity() < 2 * len + (64 << 10) {
            self.bump = Bump::with_capacity(2 * len + (64 << 10));
        }
        &self.bump
    }
}

/// Runs the tokenizer alone, its text states switched as tree construction would. Gives the number of tokens.
pub fn tokenize(arena: &Bump, bytes: &[u8]) -> usize {
    let attributes = ArenaVec::with_capacity_in(bytes.len() / 48 + 64, arena);
    let mut tokenizer = Tokenizer::new(bytes, attributes);
    let mut tokens = 0;
    loop {
        match tokenizer.next(false) {
            Token::Eof => return tokens,
            Token::Start(tag) => {
                if let Some(kind) = text_kind(tag.tag) {
                    tokenizer.switch_to(kind, tag.key);
                }
            }
            _ => {}
        }
        tokens += 1;
    }
}

#[inline]
fn text_kind(tag: Tag) -> Option<TokenizerState> {
    match tag {
        Tag::SCRIPT => Some(TokenizerState::ScriptData),
        Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES => Some(TokenizerState::RawText),
        Tag::TITLE | Tag::TEXTAREA => Some(TokenizerState::RcData),
        Tag::PLAINTEXT => Some(TokenizerState::PlainText),
        _ => None,
    }
}

/// Drops html5ever's tokens; switches the text states as tree construction would.
struct Sink;

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: peer_tokenizer::Token, _line: u64) -> TokenSinkResult<()> {
        let peer_tokenizer::Token::TagToken(tag) = token else { return TokenSinkResult::Continue };
        if tag.kind != TagKind::StartTag {
            return TokenSinkResult::Continue;
        }
        match &*tag.name {
            "script" => TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" => TokenSinkResult::RawData(RawKind::Rawtext),
            "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            "plaintext" => TokenSinkResult::Plaintext,
            _ => TokenSinkResult::Continue,
        }
    }
}
