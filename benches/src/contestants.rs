//! The parsers under comparison. Each is used as its documentation recommends for speed.

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

/// A parser, or a part of one. It may retain memory between pages.
pub struct Contestant {
    /// Its name in the tables.
    pub name: &'static str,
    /// A description of the work.
    pub work: &'static str,
    /// Processes one page.
    pub run: Box<dyn FnMut(&Page)>,
}

impl Contestant {
    fn new(name: &'static str, work: &'static str, run: impl FnMut(&Page) + 'static) -> Contestant {
        Contestant { name, work, run: Box::new(run) }
    }
}

/// The name of the baseline.
pub const TL: &str = "tl";
/// The name of the complete analysis.
pub const COMPLETE: &str = "blockmask, complete";
/// Name of the other peer that has a target.
pub const RCDOM: &str = "html5ever + rcdom";

/// All contestants.
pub fn all() -> Vec<Contestant> {
    let mut list = lower_bounds();
    list.extend(ours());
    list.extend(peers());
    list
}

/// Lower bounds for the time of any parser.
fn lower_bounds() -> Vec<Contestant> {
    let mut copy = Vec::new();
    vec![
        Contestant::new("memcpy", "a copy of the bytes", move |page| {
            copy.clear();
            copy.extend_from_slice(&page.bytes);
            black_box(copy.as_ptr());
        }),
        Contestant::new("memchr", "`memchr::memchr_iter` finds every `<`", |page| {
            black_box(memchr::memchr_iter(b'<', &page.bytes).fold(0, |sum: usize, at| sum.wrapping_add(at)));
        }),
    ]
}

fn ours() -> Vec<Contestant> {
    let (mut arena, mut tree, mut tables) =
        (RetainedArena::default(), RetainedArena::default(), RetainedArena::default());
    let (mut tree_workspace, mut tables_workspace) = (Workspace::default(), Workspace::default());
    let mut analyzer = Analyzer::new(Options::default());
    let (mut by_rules, mut learned) =
        (with_style_density(StyleDensityMethod::Paper), with_style_density(StyleDensityMethod::Learned));
    vec![
        Contestant::new("blockmask, tokenizer", "all tokens and attribute spans", move |page| {
            black_box(tokenize(arena.reset_for(page.bytes.len()), &page.bytes));
        }),
        Contestant::new("blockmask, tree", "tokenizer and complete tree construction", move |page| {
            let arena = tree.reset_for(page.bytes.len());
            black_box(html::parse(arena, &page.bytes, &parse_options(), &mut tree_workspace));
        }),
        Contestant::new("blockmask, tables", "tree, normalized text, fragments, blocks, links", move |page| {
            let arena = tables.reset_for(page.bytes.len());
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

fn with_style_density(method: StyleDensityMethod) -> Analyzer {
    let mut options = Options::default();
    options.style_density = Some(method);
    Analyzer::new(options)
}

fn peers() -> Vec<Contestant> {
    vec![
        Contestant::new(TL, "`tl::parse`, default options", |page| {
            black_box(tl::parse(&page.text, tl::ParserOptions::default()).is_ok());
        }),
        Contestant::new("html5ever, tokenizer", "tokens into a sink that discards them", |page| {
            let input = BufferQueue::default();
            input.push_back(page.text.as_str().into());
            let tokenizer = peer_tokenizer::Tokenizer::new(Sink, Default::default());
            let _ = tokenizer.feed(&input);
            tokenizer.end();
        }),
        Contestant::new(RCDOM, "`parse_document` into `RcDom`, including drop", |page| {
            let dom = html5ever::parse_document(RcDom::default(), Default::default()).one(page.text.as_str());
            black_box(dom.document.children.borrow().len());
        }),
        Contestant::new(
            "lol_html",
            "`HtmlRewriter` with handlers for all elements and all text, output discarded",
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
        Contestant::new("scraper", "`Html::parse_document`, including drop", |page| {
            black_box(scraper::Html::parse_document(&page.text).tree.nodes().len());
        }),
    ]
}

/// The parse options of the analyzer.
pub fn parse_options() -> ParseOptions {
    ParseOptions { boundaries: &BOUNDARIES, ..ParseOptions::default() }
}

/// An arena that is retained between pages, as in the analyzer.
#[derive(Default)]
pub struct RetainedArena {
    bump: Bump,
}

impl RetainedArena {
    /// Resets the arena, and grows it if a page of `len` bytes would not fit.
    pub fn reset_for(&mut self, len: usize) -> &Bump {
        self.bump.reset();
        if self.bump.chunk_capacity() < 2 * len + (64 << 10) {
            self.bump = Bump::with_capacity(2 * len + (64 << 10));
        }
        &self.bump
    }
}

/// Runs the tokenizer alone, switching its states as tree construction would. Returns the number of tokens.
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

/// Discards html5ever's tokens and switches the tokenizer states as tree construction would.
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
