//! The analyzer: one page after another through all tables and algorithms.

use crate::arena::{Arena, Arenas};
use crate::document::Document;
use crate::encoding::{self, DecodeError};
use crate::error::Error;
use crate::fingerprint::{Fingerprint, FingerprintOptions};
use crate::fusion::{self, FusionInput};
use crate::html::{self, ParseOptions, Tag, Tree, TreeSize, Workspace, node_flag};
use crate::mask;
use crate::options::Options;
use crate::page::{self, BOUNDARIES, Context, Contexts, Page, TokenMode, flag};
use crate::tag_path::{self, TokenCount};
use bumpalo::Bump;
use std::ops::Range;

/// Analyses pages, one at a time, and keeps their memory for the next.
///
/// It owns all memory of a page; a [`Document`] borrows from it. Use one for each thread: it may move between threads
/// but not be shared. After the first pages it makes no call to the allocator.
///
/// ```
/// let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
/// let page = analyzer.analyze(b"<title>T</title><p>Hello <b>wor</b>ld, how are you today?</p>").unwrap();
/// let text: Vec<&str> = page.blocks().map(|block| block.text()).collect();
/// assert_eq!(text, ["T", "Hello world, how are you today?"]);
/// ```
#[derive(Default)]
pub struct Analyzer {
    options: Options,
    arenas: Arenas,
    workspace: Workspace,
}

impl Analyzer {
    /// An analyzer with these settings. Takes no memory yet.
    pub fn new(options: Options) -> Analyzer {
        Analyzer { options, ..Analyzer::default() }
    }

    /// Analyses one page as found: any bytes, in any encoding.
    ///
    /// # Errors
    /// If the page is longer than [`crate::Limits::max_input`], or memory runs out.
    pub fn analyze<'a>(&'a mut self, bytes: &'a [u8]) -> Result<Document<'a>, Error> {
        self.analyze_as(bytes, None)
    }

    /// The same, with the charset that came with the page, such as that of HTTP's `Content-Type`. An unknown label is
    /// ignored; a byte order mark wins over it.
    ///
    /// # Errors
    /// As for [`Analyzer::analyze`].
    pub fn analyze_as<'a>(&'a mut self, bytes: &'a [u8], charset: Option<&str>) -> Result<Document<'a>, Error> {
        let limit = self.options.limits.max_input.min(u64::from(u32::MAX) - 1);
        let too_large = Error::TooLarge { len: bytes.len() as u64, limit };
        if bytes.len() as u64 > limit {
            return Err(too_large);
        }
        let Analyzer { options, arenas, workspace } = self;
        let spare: &'a Bump = arenas.spare.begin();
        let decoded = encoding::decode(spare, bytes, charset).map_err(|error| match error {
            DecodeError::OutOfMemory => Error::OutOfMemory,
            _ => too_large,
        })?;
        let (page, arena, recovered) = read(
            &mut arenas.tree,
            &mut arenas.second_tree,
            &mut arenas.tables,
            spare,
            decoded.view,
            options,
            workspace,
        );
        Ok(judge(arena, bytes, decoded, page, recovered, options))
    }

    /// The settings.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Gives all memory back to the system; the next page takes new.
    pub fn shrink(&mut self) {
        self.arenas = Arenas::default();
        self.workspace = Workspace::default();
    }

    /// Bytes of memory held for pages.
    pub fn memory_in_use(&self) -> usize {
        self.arenas.allocated_bytes()
    }
}

/// Parses the page and makes its tables; also gives the arena of the tables, for those of the algorithms.
///
/// A page that shows no text is parsed once more, by rules that do not let an unclosed element swallow it; whether that
/// helped is the last value.
fn read<'a>(
    tree_arena: &'a mut Arena,
    second_arena: &'a mut Arena,
    table_arena: &'a mut Arena,
    spare: &'a Bump,
    view: &'a [u8],
    options: &Options,
    workspace: &mut Workspace,
) -> (Page<'a>, &'a Bump, bool) {
    let mut parse = ParseOptions {
        max_depth: options.limits.max_depth,
        max_nodes: options.limits.max_nodes,
        recover: false,
        boundaries: &BOUNDARIES,
    };
    let drop_noscript = options.wrap.tokens == TokenMode::Paper;
    let size = TreeSize::estimate(view);
    let room = size.bytes() + size.nodes * size_of::<Context>();
    let arena: &'a Bump = tree_arena.begin_with(room);
    let mut tree = html::parse_sized(arena, spare, view, size, &parse, workspace);
    let mut contexts = page::contexts(arena, &tree, drop_noscript);
    let mut recovered = false;
    if tree.swallowed > 0 && !shows_text(&tree, &contexts) {
        parse.recover = true;
        let arena: &'a Bump = second_arena.begin_with(room);
        let second = html::parse_sized(arena, spare, view, size, &parse, workspace);
        let second_contexts = page::contexts(arena, &second, drop_noscript);
        recovered = shows_text(&second, &second_contexts);
        if recovered {
            (tree, contexts) = (second, second_contexts);
        }
    }
    let arena: &'a Bump = table_arena.begin_with(page::room(&tree, &contexts));
    (page::build(arena, tree, &contexts, &options.wrap), arena, recovered)
}

/// Whether any text outside of the head is shown.
fn shows_text(tree: &Tree, contexts: &Contexts) -> bool {
    tree.nodes.iter().any(|node| {
        node.tag == Tag::TEXT
            && node.flags & node_flag::BLANK == 0
            && contexts.of_nodes[node.parent as usize].flags & (flag::DROPPED | flag::IN_HEAD) == 0
    })
}

/// Runs the algorithms over the tables.
fn judge<'a>(
    arena: &'a Bump,
    bytes: &'a [u8],
    decoded: encoding::Decoded<'a>,
    page: Page<'a>,
    recovered: bool,
    options: &Options,
) -> Document<'a> {
    let input = FusionInput {
        fragments: page.fragments,
        line_sums: page.line_sums,
        text: page.text,
        links: page.links,
        wrap: options.wrap,
        source_of: &|text| page.text_map.to_view(text),
    };
    let segmentation = fusion::segment(arena, &input, &options.fusion);
    let tokens_of = |nodes: Range<u32>| tokens_in(&page, nodes);
    let tag_path = tag_path::analyse(arena, &page.tree, &options.tag_path, &tokens_of);
    let verdicts = mask::judge(arena, &page, &segmentation, &tag_path, options.mask);
    let verdicts = if options.use_metadata { mask::take_metadata(arena, &page, verdicts) } else { verdicts };
    let reading = FingerprintOptions { tokens: options.wrap.tokens, fold_case: options.fold_case };
    let fingerprint = Fingerprint::of_page(page.text, page.fragments, segmentation.segments, reading);
    Document { bytes, decoded, page, segmentation, tag_path, verdicts, fingerprint, recovered }
}

/// Tokens of the blocks whose container is among these nodes.
fn tokens_in(page: &Page, nodes: Range<u32>) -> TokenCount {
    let inside =
        page.blocks.iter().filter(|block| nodes.contains(&block.container) && block.flags & flag::IN_HEAD == 0);
    inside.fold(TokenCount::default(), |sum, block| TokenCount {
        tokens: sum.tokens + block.tokens,
        linked: sum.linked + block.linked_tokens,
    })
}
