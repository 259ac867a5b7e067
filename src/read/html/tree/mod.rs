//! Tree construction (HTML, "Tree construction"), organized like the standard: one file for each group of insertion
//! modes.
//!
//! Every rule is a method of [`Builder`] that returns [`Flow::Done`], or [`Flow::Reprocess`] where the standard says
//! "reprocess the token". Scripting is disabled. Text nodes are spans of the source, never copies.

mod blank;
mod body;
mod body_end;
mod foreign;
mod formatting;
mod fragment;
mod head;
mod insert;
mod order;
mod stack;
mod table;
mod tail;

use super::doctype::QuirksMode;
use super::node::{Attribute, NONE, Namespace, Node, Tree, attribute_list};
use super::tags::Tag;
use super::token::{DoctypeToken, Span, TagToken, TextToken, Token};
use super::tokenizer::Tokenizer;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::flags::Truncation;
use crate::base::limits::{Limits, Watch};
use crate::base::simd::{self, Level, Task};
use blank::Blank;
use formatting::ActiveFormattingElements;
use order::Order;
use stack::{OpenElement, Stack, StepBudget};

/// Options of the parser.
#[derive(Clone, Copy, Debug)]
pub struct ParseOptions {
    /// Maximum depth of the tree; deeper elements become children of the deepest allowed one.
    pub max_depth: u16,
    /// Maximum length of the node table and number of blank texts left out of it, except for `html`, `head` and `body`;
    /// what comes after is not read.
    pub max_nodes: u32,
    /// Maximum length of the attribute table; further attributes are dropped.
    pub max_attributes: u32,
    /// Whether self-closing and unterminated raw text elements are empty: for a second attempt at pages that swallow
    /// their own text.
    pub recover: bool,
    /// For each tag, the bits that it sets in the [`Node::gap`] of the next text.
    pub boundaries: &'static [u8; 256],
    /// Boundary bits after which texts of only whitespace are left out of the tree, where they are neither next to
    /// other text nor all that an element contains. 0: all texts are nodes, as in the standard.
    pub omit_blanks_after: u8,
    /// The element whose content the source is; `None` for a whole document. The nodes of a fragment are children of the
    /// document.
    pub context: Option<FragmentContext>,
}

/// The element around a fragment (HTML, "Parsing HTML fragments").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FragmentContext {
    /// Its name; [`Tag::UNKNOWN`] for one that the parser treats like `span`.
    pub tag: Tag,
    /// Its namespace.
    pub namespace: Namespace,
}

/// No boundary bits.
static NO_BOUNDARIES: [u8; 256] = [0; 256];

impl Default for ParseOptions {
    fn default() -> Self {
        let Limits { max_depth, max_nodes, max_attributes, .. } = Limits::default();
        let (boundaries, omit_blanks_after) = (&NO_BOUNDARIES, 0);
        let context = None;
        ParseOptions { max_depth, max_nodes, max_attributes, recover: false, boundaries, omit_blanks_after, context }
    }
}

/// The parser's stacks, reused for the next page so that they are allocated once.
#[derive(Default)]
pub struct Workspace {
    open: Vec<OpenElement>,
    formatting: Vec<formatting::Entry>,
    pending_table_text: Vec<TextToken>,
    template_modes: Vec<InsertionMode>,
}

/// The estimated sizes of a page's tables.
///
/// One in a hundred of 1,793 real pages has more nodes or attributes than estimated; its tables then grow.
#[derive(Clone, Copy, Debug)]
pub struct TreeSize {
    /// Entries of the node table.
    pub nodes: usize,
    /// Entries of the attribute table.
    pub attributes: usize,
}

/// The number of bytes for each tag, below which nodes are counted before the tree is built.
const DENSE: usize = 16;

/// The start tags, and the texts before tags.
fn nodes_in(part: &[u8]) -> usize {
    let is_text = |byte: u8| !matches!(byte, b'>' | b' ' | b'\t'..=b'\r');
    let tags = memchr::memchr_iter(b'<', part);
    tags.map(|at| usize::from(part.get(at + 1) != Some(&b'/')) + usize::from(at > 0 && is_text(part[at - 1]))).sum()
}

impl TreeSize {
    /// Estimates by the `<` in a sample of a quarter of the page, or in all of a small one.
    pub fn estimate(source: &[u8]) -> TreeSize {
        // Long samples, which the hardware prefetcher supports.
        const INTERVAL: usize = 16 << 10;
        let sampled = if source.len() < 2 * INTERVAL { INTERVAL } else { INTERVAL / 4 };
        let samples = || source.chunks(INTERVAL).map(|part| &part[..part.len().min(sampled)]);
        let sum_of = |count: fn(&[u8]) -> usize| samples().map(count).sum::<usize>() * (INTERVAL / sampled);
        let tags = sum_of(|part| memchr::memchr_iter(b'<', part).count());
        let is_dense = source.len() < DENSE * tags;
        let nodes = if is_dense { sum_of(nodes_in) } else { 0 };
        // A small page may be uneven, and a generous capacity costs little.
        let spare = 64 + (tags / 8).min(512);
        let entries = tags + tags / 2 + spare;
        // An attribute has two bytes, a tag four with the text after it.
        let attributes = entries.min(source.len().saturating_sub(3 * tags) / 2 + 64);
        TreeSize { nodes: (entries - entries / 8).max(nodes + spare), attributes }
    }

    /// Bytes of both tables.
    pub fn bytes(&self) -> usize {
        self.nodes * size_of::<Node>() + self.attributes * size_of::<Attribute>()
    }
}

/// Parses a page of less than 4 GiB into tables in `arena`, which should have the capacity for `size`. Temporary tables
/// for the repair of misnested markup are allocated in `spare`, so that they do not use up that capacity. Steps are taken
/// from `watch`; once it has none left, or is cancelled, the rest of the page is not read.
pub(crate) fn parse_sized<'a>(
    arena: &'a Bump,
    spare: &'a Bump,
    source: &'a [u8],
    size: TreeSize,
    options: &ParseOptions,
    workspace: &mut Workspace,
    watch: &mut Watch,
) -> Tree<'a> {
    let nodes = ArenaVec::with_capacity_in(size.nodes.min(options.max_nodes as usize), arena);
    let attributes = ArenaVec::with_capacity_in(size.attributes.min(options.max_attributes as usize), arena);
    let budget = StepBudget::new(source.len(), watch.steps);
    let mut builder = Builder::new(spare, source, (nodes, attributes), options, std::mem::take(workspace), budget);
    builder.begin_fragment();
    builder.run(watch);
    builder.finish(workspace)
}

/// Parses a page of less than 4 GiB into tables in `arena`.
#[cfg(feature = "unstable")]
pub fn parse<'a>(arena: &'a Bump, source: &'a [u8], options: &ParseOptions, workspace: &mut Workspace) -> Tree<'a> {
    parse_sized(arena, arena, source, TreeSize::estimate(source), options, workspace, &mut Watch::default())
}

/// The insertion modes. "Text" and "in table text" are separate loops ([`Builder::raw_text_element`],
/// [`Builder::flush_table_text`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InsertionMode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// Whether a token is processed, or has to be reprocessed in the current insertion mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Done,
    Reprocess,
}

struct Builder<'a> {
    /// The arena of temporary tables.
    spare: &'a Bump,
    source: &'a [u8],
    tokenizer: Tokenizer<'a, 'a>,
    nodes: ArenaVec<'a, Node>,
    /// The blank texts that are not nodes, in source order.
    blanks: ArenaVec<'a, Blank>,
    order: Order<'a>,
    stack: Stack,
    formatting: ActiveFormattingElements,
    mode: InsertionMode,
    template_modes: Vec<InsertionMode>,
    /// The "pending table character tokens".
    pending_table_text: Vec<TextToken>,
    /// Whether the adjusted current node is not an HTML element.
    in_foreign: bool,
    foster_parenting: bool,
    frameset_ok: bool,
    /// Whether a line feed at the start of the next text is dropped.
    skip_line_feed: bool,
    /// The boundary bits of the tags since the last text node.
    gap: u8,
    /// The current token's range in the source.
    token: Span,
    head: u32,
    body: u32,
    form: u32,
    /// Whether a comment was inserted after `body` or `html`, so that further content of them is not in preorder.
    has_trailing_comment: bool,
    /// Whether an element was closed before its descendants, or a comment was not inserted into the current node: then
    /// [`Node::subtree_end`] has to be computed again.
    subtree_ends_stale: bool,
    /// Number of end tags to ignore, as their start tags exceeded the depth limit.
    ignored_end_tags: u32,
    /// The end of the body, and the `</html>` tag.
    body_end: Span,
    html_end: Option<Span>,
    /// Keys of raw text elements without an end tag in the rest of the page (recovery only).
    unterminated: ArenaVec<'a, u64>,
    quirks: QuirksMode,
    doctype: Option<DoctypeToken>,
    /// See [`Tree::swallowed`].
    swallowed: u32,
    /// See [`Tree::self_closed`].
    self_closed: u32,
    truncation: Truncation,
    options: ParseOptions,
    /// Maximum depth of the tree.
    depth_limit: usize,
    /// Length of the node table at which reading stops. Each blank text that is not a node lowers it.
    node_limit: usize,
}

/// `html`, `body` and their children exist whatever the limit is.
const MIN_DEPTH_LIMIT: usize = 3;
/// Maximum number of elements that one start tag opens: `<td>` also opens its row and table body.
const MAX_IMPLIED_ELEMENTS: usize = 3;
/// Maximum number of nodes that one token, or the end of the page, adds to the table, not counting clones.
const MAX_NODES_PER_TOKEN: usize = 8;

/// Tokens to be processed by [`Builder::read`], compiled for each level of instructions.
struct Batch<'b, 'a> {
    builder: &'b mut Builder<'a>,
    tokens: u32,
}

impl Task for Batch<'_, '_> {
    type Output = u32;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u32 {
        self.builder.read(level, self.tokens)
    }
}

impl<'a> Builder<'a> {
    fn new(
        spare: &'a Bump,
        source: &'a [u8],
        (mut nodes, attributes): (ArenaVec<'a, Node>, ArenaVec<'a, Attribute>),
        options: &ParseOptions,
        workspace: Workspace,
        budget: StepBudget,
    ) -> Self {
        nodes.push(Node::document(source.len() as u32));
        let mut tokenizer = Tokenizer::new(source, attributes);
        tokenizer.max_attributes = options.max_attributes as usize;
        let blanks = if options.omit_blanks_after == 0 { 0 } else { nodes.capacity() * 2 / 5 };
        Builder {
            spare,
            source,
            tokenizer,
            nodes,
            blanks: ArenaVec::with_capacity_in(blanks, spare),
            order: Order::new(spare),
            stack: Stack::new(workspace.open, budget),
            formatting: ActiveFormattingElements::new(workspace.formatting),
            mode: InsertionMode::Initial,
            template_modes: workspace.template_modes,
            pending_table_text: workspace.pending_table_text,
            in_foreign: false,
            foster_parenting: false,
            frameset_ok: true,
            skip_line_feed: false,
            gap: 0,
            token: Span { start: 0, end: 0 },
            head: NONE,
            body: NONE,
            form: NONE,
            has_trailing_comment: false,
            subtree_ends_stale: false,
            ignored_end_tags: 0,
            body_end: Span { start: 0, end: 0 },
            html_end: None,
            unterminated: ArenaVec::new_in(spare),
            quirks: QuirksMode::NoQuirks,
            doctype: None,
            swallowed: 0,
            self_closed: 0,
            truncation: Truncation::default(),
            options: *options,
            depth_limit: usize::from(options.max_depth).max(MIN_DEPTH_LIMIT),
            node_limit: (options.max_nodes as usize).saturating_sub(MAX_NODES_PER_TOKEN),
        }
    }

    fn run(&mut self, watch: &mut Watch) {
        loop {
            let batch = watch.batch();
            let read = simd::run(Batch { builder: self, tokens: batch });
            watch.spend(u64::from(read) + self.stack.budget.take_consumed(watch.steps));
            if read < batch {
                break;
            }
            if watch.steps == 0 {
                if self.tokenizer.position() < self.source.len() {
                    self.truncation |= Truncation::STEPS;
                }
                break;
            }
            if watch.is_cancelled() {
                break;
            }
        }
        self.end_of_input();
    }

    /// Processes up to `batch` tokens, fewer at the end of the page or at the node limit. Returns their number.
    #[inline(always)]
    fn read(&mut self, level: impl Level, batch: u32) -> u32 {
        for read in 0..batch {
            if self.nodes.len() > self.node_limit {
                self.truncation |= Truncation::NODES;
                return read;
            }
            // By reference: copying the token right after it was stored in parts would defeat store forwarding.
            match &self.tokenizer.next_at(level, self.in_foreign) {
                Token::Text(text) => self.text(text),
                Token::Start(tag) => self.start_tag(tag),
                Token::End(tag) => self.end_tag(tag),
                Token::Comment(span, text) => self.comment(*span, *text),
                Token::Doctype => self.doctype(),
                Token::Eof => return read,
            }
        }
        batch
    }

    /// Whether the node limit allows this many clones.
    fn has_capacity_for_clones(&mut self, clones: usize) -> bool {
        let has_room = self.nodes.len() + clones <= self.node_limit;
        if !has_room {
            self.truncation |= Truncation::NODES;
        }
        has_room
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: &TagToken) {
        self.begin_token(tag);
        if self.stack.len() + MAX_IMPLIED_ELEMENTS >= self.depth_limit && self.exceeds_depth_limit(tag) {
            return;
        }
        if self.in_foreign && !self.is_html_for_start_tag(tag) && self.start_in_foreign(tag) == Flow::Done {
            return;
        }
        while self.start_by_mode(tag) == Flow::Reprocess {}
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: &TagToken) {
        self.begin_token(tag);
        if self.ignored_end_tags > 0 {
            self.ignored_end_tags -= 1;
            return;
        }
        if self.in_foreign && self.end_in_foreign(tag) == Flow::Done {
            return;
        }
        while self.end_by_mode(tag) == Flow::Reprocess {}
    }

    /// Common to all tags: flushes pending table text and sets the gap before the next text.
    #[inline]
    fn begin_token(&mut self, tag: &TagToken) {
        if !self.pending_table_text.is_empty() {
            self.flush_table_text();
        }
        self.token = Span { start: tag.start, end: tag.end };
        self.gap |= self.options.boundaries[tag.tag.0 as usize];
        self.skip_line_feed = false;
    }

    fn start_by_mode(&mut self, tag: &TagToken) -> Flow {
        match self.mode {
            InsertionMode::InBody => self.start_in_body(tag),
            InsertionMode::InCell => self.start_in_cell(tag),
            InsertionMode::InTable => self.start_in_table(tag),
            InsertionMode::InTableBody => self.start_in_table_body(tag),
            InsertionMode::InRow => self.start_in_row(tag),
            InsertionMode::InCaption => self.start_in_caption(tag),
            InsertionMode::InColumnGroup => self.start_in_column_group(tag),
            InsertionMode::InTemplate => self.start_in_template(tag),
            InsertionMode::Initial => self.leave_initial(),
            InsertionMode::BeforeHtml => self.start_before_html(tag),
            InsertionMode::BeforeHead => self.start_before_head(tag),
            InsertionMode::InHead => self.start_in_head(tag),
            InsertionMode::InHeadNoscript => self.start_in_head_noscript(tag),
            InsertionMode::AfterHead => self.start_after_head(tag),
            InsertionMode::AfterBody | InsertionMode::AfterAfterBody => self.start_after_body(tag),
            InsertionMode::InFrameset => self.start_in_frameset(tag),
            InsertionMode::AfterFrameset | InsertionMode::AfterAfterFrameset => self.start_after_frameset(tag),
        }
    }

    fn end_by_mode(&mut self, tag: &TagToken) -> Flow {
        match self.mode {
            InsertionMode::InBody => self.end_in_body(tag),
            InsertionMode::InCell => self.end_in_cell(tag),
            InsertionMode::InTable => self.end_in_table(tag),
            InsertionMode::InTableBody => self.end_in_table_body(tag),
            InsertionMode::InRow => self.end_in_row(tag),
            InsertionMode::InCaption => self.end_in_caption(tag),
            InsertionMode::InColumnGroup => self.end_in_column_group(tag),
            InsertionMode::InTemplate => self.end_in_template(tag),
            InsertionMode::Initial => self.leave_initial(),
            InsertionMode::BeforeHtml => self.end_before_html(tag),
            InsertionMode::BeforeHead => self.end_before_head(tag),
            InsertionMode::InHead => self.end_in_head(tag),
            InsertionMode::InHeadNoscript => self.end_in_head_noscript(tag),
            InsertionMode::AfterHead => self.end_after_head(tag),
            InsertionMode::AfterBody => self.end_after_body(tag),
            InsertionMode::AfterAfterBody => self.back_to_body(),
            InsertionMode::InFrameset => self.end_in_frameset(tag),
            InsertionMode::AfterFrameset => self.end_after_frameset(tag),
            InsertionMode::AfterAfterFrameset => Flow::Done,
        }
    }

    #[inline]
    fn text(&mut self, text: &TextToken) {
        let usual = matches!(self.mode, InsertionMode::InBody | InsertionMode::InCell);
        if !usual || self.skip_line_feed || self.in_foreign {
            return self.text_slow_path(*text);
        }
        (self.token.start, self.token.end) = (text.start, text.end);
        self.text_in_body(text);
    }

    fn text_slow_path(&mut self, mut text: TextToken) {
        if self.skip_line_feed {
            self.skip_line_feed = false;
            text.start += self.line_feed_len(&text);
            if text.start == text.end {
                return;
            }
        }
        self.token = Span { start: text.start, end: text.end };
        if self.in_foreign && !self.is_html_for_text() {
            return self.text_in_foreign(&text);
        }
        while self.text_by_mode(&mut text) == Flow::Reprocess && text.start < text.end {}
    }

    /// Processes text. Modes that treat leading whitespace separately remove it from the text.
    fn text_by_mode(&mut self, text: &mut TextToken) -> Flow {
        match self.mode {
            InsertionMode::InBody | InsertionMode::InCell | InsertionMode::InCaption | InsertionMode::InTemplate => {
                self.text_in_body(text)
            }
            InsertionMode::InTable | InsertionMode::InTableBody | InsertionMode::InRow => self.text_in_table(text),
            InsertionMode::InColumnGroup => self.text_in_column_group(text),
            InsertionMode::Initial => {
                self.split_leading_whitespace(text);
                if text.start < text.end { self.leave_initial() } else { Flow::Done }
            }
            InsertionMode::BeforeHtml | InsertionMode::BeforeHead => self.text_before_head(text),
            InsertionMode::InHead | InsertionMode::InHeadNoscript | InsertionMode::AfterHead => {
                self.text_around_head(text)
            }
            InsertionMode::AfterBody | InsertionMode::AfterAfterBody => self.text_after_body(text),
            InsertionMode::InFrameset | InsertionMode::AfterFrameset | InsertionMode::AfterAfterFrameset => {
                self.text_in_frameset(text)
            }
        }
    }

    fn comment(&mut self, span: Span, text: Span) {
        if !self.pending_table_text.is_empty() {
            self.flush_table_text();
        }
        self.token = span;
        self.skip_line_feed = false;
        match self.mode {
            // Foreign content remains open after `</body>`, and its rules precede the rules of the insertion mode.
            _ if self.in_foreign => self.insert_comment(text),
            InsertionMode::Initial | InsertionMode::BeforeHtml => self.append_comment(0, text),
            InsertionMode::AfterBody => {
                self.has_trailing_comment = true;
                self.append_comment(self.html(), text);
            }
            InsertionMode::AfterAfterBody | InsertionMode::AfterAfterFrameset => {
                self.has_trailing_comment = true;
                self.append_comment(0, text);
            }
            _ => self.insert_comment(text),
        }
    }

    fn doctype(&mut self) {
        let Some(doctype) = self.tokenizer.doctype else { return };
        if !self.pending_table_text.is_empty() {
            self.flush_table_text();
        }
        self.token = doctype.span;
        self.skip_line_feed = false;
        if self.mode == InsertionMode::Initial {
            self.quirks = super::doctype::quirks_mode(self.source, &doctype);
            self.doctype = Some(doctype);
            let mut node = self.new_node(Tag::DOCTYPE, Namespace::Html);
            node.content = node.start;
            self.append_child(0, node);
            self.mode = InsertionMode::BeforeHtml;
        }
    }

    /// The root element, or the document if there is none yet.
    fn html(&self) -> u32 {
        self.stack.get(0).map_or(0, |open| open.node)
    }

    fn finish(mut self, workspace: &mut Workspace) -> Tree<'a> {
        let root = self.nodes.iter().position(|n| n.tag == Tag::HTML && n.parent == 0).map_or(NONE, |i| i as u32);
        if self.stack.budget.exhausted && !self.truncation.contains(Truncation::STEPS) {
            self.truncation |= Truncation::WORK;
        }
        if self.tokenizer.drops_attributes() {
            self.truncation |= Truncation::ATTRIBUTES;
        }
        let moved = self.order.is_linked();
        let mut nodes = self.nodes;
        nodes[0].subtree_end = nodes.len() as u32;
        let new_indices = match moved {
            true => self.order.sort_preorder(self.spare, &mut nodes),
            false => ArenaVec::new_in(self.spare),
        };
        if moved || self.subtree_ends_stale {
            order::set_subtree_ends(&mut nodes, moved);
        }
        let new_index = |node: u32| if moved && node != NONE { new_indices[node as usize] } else { node };
        let tree = Tree {
            source: self.source,
            html: new_index(root),
            head: new_index(self.head),
            body: new_index(self.body),
            nodes: nodes.into_bump_slice(),
            attributes: self.tokenizer.attributes.into_bump_slice(),
            quirks: self.quirks,
            truncation: self.truncation,
            swallowed: self.swallowed,
            self_closed: self.self_closed,
            omitted_blanks: if moved { 0 } else { self.blanks.len() as u32 },
            doctype: self.doctype,
            source_order: if moved { self.order.source_order(self.spare, &new_indices, &self.blanks) } else { &[] },
        };
        self.pending_table_text.clear();
        self.template_modes.clear();
        *workspace = Workspace {
            open: self.stack.into_storage(),
            formatting: self.formatting.into_storage(),
            pending_table_text: self.pending_table_text,
            template_modes: self.template_modes,
        };
        tree
    }
}

/// Pushes onto a stack that is reused between pages.
fn push_to_stack<T>(arena: &Bump, stack: &mut Vec<T>, item: T) {
    if stack.try_reserve(1).is_err() {
        arena.out_of_memory(0);
    }
    stack.push(item);
}
