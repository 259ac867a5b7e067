//! The parsers under comparison. Each is used as its documentation recommends for speed.

use crate::pages::Page;
use crate::parsing::{RetainedArena, parse_options, tokenize};
use blockmask::internals::Watch;
use blockmask::internals::html::{self, Workspace};
use blockmask::internals::page::WrapOptions;
use blockmask::internals::style_density::StyleDensityMethod;
use blockmask::{Analyzer, Limits, Options, Parser, Parts};
use dom_smoothie::Readability;
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
/// The name of the analysis with the default parts.
pub const DEFAULT: &str = "blockmask, default parts";
/// The name of the analysis that returns the main text.
pub const MAIN_TEXT: &str = "blockmask, main text";
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

/// Parsers whose results are trees, as their callers reach them.
pub fn trees() -> Vec<Contestant> {
    let mut parser = Parser::new(Limits::default());
    let ours = Contestant::new("blockmask, Rust", "`Parser::parse`", move |page| {
        black_box(parser.parse(&page.bytes).is_ok());
    });
    vec![ours, tl(), rcdom(), scraper()]
}

/// Those that find the main text, between the two baselines.
pub fn main_text() -> Vec<Contestant> {
    let mut analyzer = Analyzer::new(Options::default());
    vec![
        tl(),
        default_parts(),
        Contestant::new(MAIN_TEXT, "the same, and the main text as a string", move |page| {
            black_box(analyzer.analyze(&page.bytes).map(|document| document.main_text()).is_ok());
        }),
        Contestant::new("dom_smoothie", "`Readability::parse`, default options: an article as HTML and text", |page| {
            let article = Readability::new(page.text.as_str(), None, None).and_then(|mut page| page.parse());
            black_box(article.is_ok());
        }),
        rcdom(),
    ]
}

fn default_parts() -> Contestant {
    let mut analyzer = Analyzer::new(Options::default());
    Contestant::new(DEFAULT, "`Analyzer::analyze`: encoding to mask, fields, weights and structure", move |page| {
        black_box(analyzer.analyze(&page.bytes).is_ok());
    })
}

fn ours() -> Vec<Contestant> {
    let (mut arena, mut tree, mut tables) =
        (RetainedArena::default(), RetainedArena::default(), RetainedArena::default());
    let (mut tree_workspace, mut tables_workspace) = (Workspace::default(), Workspace::default());
    let mut all = Analyzer::new(Options::with_parts(Parts::ALL));
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
            let mut contexts = blockmask::internals::page::ContextBuilder::new(arena, &tree, false);
            tree.nodes.iter().for_each(|node| contexts.add(node));
            let contexts = contexts.finish();
            black_box(blockmask::internals::page::build(
                arena,
                tree,
                &contexts,
                &WrapOptions::default(),
                false,
                u32::MAX,
                &Watch::default(),
            ));
        }),
        default_parts(),
        Contestant::new("blockmask, all parts", "also segments, main region and fingerprint", move |page| {
            black_box(all.analyze(&page.bytes).is_ok());
        }),
        Contestant::new(
            "blockmask, with layout (paper)",
            "default parts, page layout and layout areas by style density",
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

fn tl() -> Contestant {
    Contestant::new(TL, "`tl::parse`, default options", |page| {
        black_box(tl::parse(&page.text, tl::ParserOptions::default()).is_ok());
    })
}

fn rcdom() -> Contestant {
    Contestant::new(RCDOM, "`parse_document` into `RcDom`, including drop", |page| {
        let dom = html5ever::parse_document(RcDom::default(), Default::default()).one(page.text.as_str());
        black_box(dom.document.children.borrow().len());
    })
}

fn scraper() -> Contestant {
    Contestant::new("scraper", "`Html::parse_document`, including drop", |page| {
        black_box(scraper::Html::parse_document(&page.text).tree.nodes().len());
    })
}

fn peers() -> Vec<Contestant> {
    vec![
        tl(),
        Contestant::new("html5ever, tokenizer", "tokens into a sink that discards them", |page| {
            let input = BufferQueue::default();
            input.push_back(page.text.as_str().into());
            let tokenizer = peer_tokenizer::Tokenizer::new(Sink, Default::default());
            let _ = tokenizer.feed(&input);
            tokenizer.end();
        }),
        rcdom(),
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
        scraper(),
    ]
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
