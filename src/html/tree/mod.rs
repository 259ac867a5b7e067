//! Tree construction (HTML 13.2.6), laid out as the standard is: one file for each group of insertion modes.
//!
//! Every rule is a method on [`Builder`] that gives [`Flow::Done`], or [`Flow::Again`] where the standard says
//! "reprocess the token". Scripting is off. Text goes into the node table as pieces of source, never copied.

mod body;
mod body_end;
mod foreign;
mod formatting;
mod head;
mod insert;
mod order;
mod stack;
mod table;
mod tail;

use super::doctype::QuirksMode;
use super::node::{Attribute, NONE, Namespace, Node, Tree, truncated};
use super::tags::Tag;
use super::tokenizer::{DoctypeToken, Span, TagToken, TextToken, Token, Tokenizer};
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::limits::{Limits, Watch};
use formatting::Formatting;
use order::Order;
use smallvec::SmallVec;
use stack::{Open, Stack, Work};

/// How a page is parsed.
#[derive(Clone, Copy, Debug)]
pub struct ParseOptions {
    /// Elements nested deeper than this are attached to the deepest allowed one.
    pub max_depth: u16,
    /// The most entries of the node table, but for `html`, `head` and `body`; what comes after is not read.
    pub max_nodes: u32,
    /// The most entries of the attribute table; further attributes are left out.
    pub max_attributes: u32,
    /// Self-closing and unterminated raw text elements are empty: a second try at pages that swallow their own text.
    pub recover: bool,
    /// What each tag, as written, adds to the [`Node::gap`] of the next text.
    pub boundaries: &'static [u8; 256],
}

/// No boundary bits.
static NO_BOUNDARIES: [u8; 256] = [0; 256];

impl Default for ParseOptions {
    fn default() -> Self {
        let Limits { max_depth, max_nodes, max_attributes, .. } = Limits::default();
        ParseOptions { max_depth, max_nodes, max_attributes, recover: false, boundaries: &NO_BOUNDARIES }
    }
}

/// The stacks, kept from page to page so that they are allocated once.
#[derive(Default)]
pub struct Workspace {
    open: Vec<Open>,
    formatting: SmallVec<[formatting::Entry; 16]>,
    pending: SmallVec<[TextToken; 8]>,
    template_modes: SmallVec<[Mode; 8]>,
    /// What the page may still cost.
    pub(crate) watch: Watch,
}

/// How large the tables of a page will be, guessed from its `<`.
///
/// Of 1,793 real pages one in a hundred has more nodes or attributes; their tables then grow.
#[derive(Clone, Copy, Debug)]
pub struct TreeSize {
    /// Entries of the node table.
    pub nodes: usize,
    /// Entries of the attribute table.
    pub attributes: usize,
}

impl TreeSize {
    /// Counts the `<` in a quarter of a page, in all of a small one.
    pub fn estimate(source: &[u8]) -> TreeSize {
        // The samples are long, as memory is read ahead.
        const STEP: usize = 16 << 10;
        let looked_at = if source.len() < 2 * STEP { STEP } else { STEP / 4 };
        let count = |part: &[u8]| memchr::memchr_iter(b'<', &part[..part.len().min(looked_at)]).count();
        let tags = source.chunks(STEP).map(count).sum::<usize>() * (STEP / looked_at);
        // A small page may well be uneven, and has room to spare.
        let entries = tags + tags / 2 + 64 + (tags / 8).min(512);
        TreeSize { nodes: entries, attributes: entries }
    }

    /// Bytes of both tables.
    pub fn bytes(&self) -> usize {
        self.nodes * size_of::<Node>() + self.attributes * size_of::<Attribute>()
    }
}

/// Parses a page of less than 4 GiB into tables in `arena`, which had best have room for `size`. What is needed to
/// repair misnested markup goes into `spare`, so that it does not take that room.
pub fn parse_sized<'a>(
    arena: &'a Bump,
    spare: &'a Bump,
    source: &'a [u8],
    size: TreeSize,
    options: &ParseOptions,
    workspace: &mut Workspace,
) -> Tree<'a> {
    let nodes = ArenaVec::with_capacity_in(size.nodes.min(options.max_nodes as usize), arena);
    let attributes = ArenaVec::with_capacity_in(size.attributes.min(options.max_attributes as usize), arena);
    let mut builder = Builder::new(spare, source, nodes, attributes, options, std::mem::take(workspace));
    builder.run();
    builder.finish(workspace)
}

/// Parses a page of less than 4 GiB into tables in `arena`.
pub fn parse<'a>(arena: &'a Bump, source: &'a [u8], options: &ParseOptions, workspace: &mut Workspace) -> Tree<'a> {
    parse_sized(arena, arena, source, TreeSize::estimate(source), options, workspace)
}

/// The insertion modes. "Text" and "in table text" are loops of their own ([`Builder::raw_text_element`],
/// [`Builder::flush_table_text`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
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

/// Whether a token was dealt with, or is to be processed again in the mode that is now set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Done,
    Again,
}

struct Builder<'a> {
    /// For what is not part of the tree.
    spare: &'a Bump,
    source: &'a [u8],
    tokenizer: Tokenizer<'a, 'a>,
    nodes: ArenaVec<'a, Node>,
    order: Order<'a>,
    stack: Stack,
    formatting: Formatting,
    mode: Mode,
    template_modes: SmallVec<[Mode; 8]>,
    /// The pending table character tokens.
    pending: SmallVec<[TextToken; 8]>,
    /// The adjusted current node is not an HTML element.
    in_foreign: bool,
    foster_parenting: bool,
    frameset_ok: bool,
    /// The next text loses a line feed at its start.
    skip_line_feed: bool,
    /// Boundary bits of the tags since the last text.
    gap: u8,
    /// The current token's range in the source.
    token: Span,
    head: u32,
    body: u32,
    form: u32,
    /// A comment was put behind `body` or `html`, so that more content of theirs is out of order.
    comment_behind: bool,
    /// An element was closed while what is in it stayed open, or a comment went elsewhere than into the current node:
    /// where subtrees end is not where their elements were closed.
    out_of_step: bool,
    /// End tags to ignore, because their start tags were too deep to open an element.
    unopened: u32,
    /// Where `</body>` and `</html>` stood.
    body_end: u32,
    html_end: u32,
    /// Raw text elements whose end tag does not come any more (recovery only).
    unterminated: SmallVec<[u64; 4]>,
    quirks: QuirksMode,
    doctype: Option<DoctypeToken>,
    /// Bytes of text in an element whose end tag did not come.
    swallowed: u32,
    /// Bytes of text in raw text elements with self-closing start tags.
    self_closed: u32,
    truncated: u8,
    options: ParseOptions,
    /// The depth of the tree is this at most.
    deepest: usize,
    /// Reading stops when the node table is so long.
    enough_nodes: usize,
    watch: Watch,
}

/// `html`, `body` and what is in them are there whatever the limit is.
const LEAST_DEPTH: usize = 3;
/// Elements that one start tag may open: `<td>` those of its row and rows, too.
const MOST_IMPLIED: usize = 3;
/// Nodes that one token, and the end of the page, may add to the table, clones aside.
const NODES_OF_A_TOKEN: usize = 8;

impl<'a> Builder<'a> {
    fn new(
        spare: &'a Bump,
        source: &'a [u8],
        mut nodes: ArenaVec<'a, Node>,
        attributes: ArenaVec<'a, Attribute>,
        options: &ParseOptions,
        workspace: Workspace,
    ) -> Self {
        nodes.push(Node::document(source.len() as u32));
        let mut tokenizer = Tokenizer::new(source, attributes);
        tokenizer.max_attributes = options.max_attributes as usize;
        Builder {
            spare,
            source,
            tokenizer,
            nodes,
            order: Order::new(spare),
            stack: Stack::new(workspace.open, Work::new(source.len(), workspace.watch.steps)),
            formatting: Formatting::new(workspace.formatting),
            mode: Mode::Initial,
            template_modes: workspace.template_modes,
            pending: workspace.pending,
            in_foreign: false,
            foster_parenting: false,
            frameset_ok: true,
            skip_line_feed: false,
            gap: 0,
            token: Span { start: 0, end: 0 },
            head: NONE,
            body: NONE,
            form: NONE,
            comment_behind: false,
            out_of_step: false,
            unopened: 0,
            body_end: NONE,
            html_end: NONE,
            unterminated: SmallVec::new(),
            quirks: QuirksMode::NoQuirks,
            doctype: None,
            swallowed: 0,
            self_closed: 0,
            truncated: 0,
            options: *options,
            deepest: usize::from(options.max_depth).max(LEAST_DEPTH),
            enough_nodes: (options.max_nodes as usize).saturating_sub(NODES_OF_A_TOKEN),
            watch: workspace.watch,
        }
    }

    fn run(&mut self) {
        loop {
            let batch = self.watch.batch();
            let read = self.read(batch);
            self.watch.spend(u64::from(read) + self.stack.work.settle(self.watch.steps));
            if read < batch {
                break;
            }
            if self.watch.steps == 0 {
                if self.tokenizer.position() < self.source.len() {
                    self.truncated |= truncated::STEPS;
                }
                break;
            }
            if self.watch.is_cancelled() {
                break;
            }
        }
        self.end_of_input();
    }

    /// Reads so many tokens; fewer if the page or the room for nodes ends. Gives their number.
    fn read(&mut self, batch: u32) -> u32 {
        for read in 0..batch {
            if self.nodes.len() > self.enough_nodes {
                self.truncated |= truncated::NODES;
                return read;
            }
            // Tokens are read where they were written: copying what was just written in parts would stall.
            match &self.tokenizer.next(self.in_foreign) {
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

    /// Whether so many clones may be added to the node table.
    fn has_room_for_clones(&mut self, clones: usize) -> bool {
        let has_room = self.nodes.len() + clones <= self.enough_nodes;
        if !has_room {
            self.truncated |= truncated::NODES;
        }
        has_room
    }

    fn start_tag(&mut self, tag: &TagToken) {
        self.begin_token(tag);
        if self.stack.len() + MOST_IMPLIED >= self.deepest && self.too_deep(tag) {
            return;
        }
        if self.in_foreign && !self.is_html_for_start_tag(tag) && self.start_in_foreign(tag) == Flow::Done {
            return;
        }
        while self.start_by_mode(tag) == Flow::Again {}
    }

    fn end_tag(&mut self, tag: &TagToken) {
        self.begin_token(tag);
        if self.unopened > 0 {
            self.unopened -= 1;
            return;
        }
        if self.in_foreign && self.end_in_foreign(tag) == Flow::Done {
            return;
        }
        while self.end_by_mode(tag) == Flow::Again {}
    }

    /// What all tags do: end pending table text, then open a gap in the text.
    #[inline]
    fn begin_token(&mut self, tag: &TagToken) {
        if !self.pending.is_empty() {
            self.flush_table_text();
        }
        self.token = Span { start: tag.start, end: tag.end };
        self.gap |= self.options.boundaries[tag.tag.0 as usize];
        self.skip_line_feed = false;
    }

    fn start_by_mode(&mut self, tag: &TagToken) -> Flow {
        match self.mode {
            Mode::InBody => self.start_in_body(tag),
            Mode::InCell => self.start_in_cell(tag),
            Mode::InTable => self.start_in_table(tag),
            Mode::InTableBody => self.start_in_table_body(tag),
            Mode::InRow => self.start_in_row(tag),
            Mode::InCaption => self.start_in_caption(tag),
            Mode::InColumnGroup => self.start_in_column_group(tag),
            Mode::InTemplate => self.start_in_template(tag),
            Mode::Initial => self.leave_initial(),
            Mode::BeforeHtml => self.start_before_html(tag),
            Mode::BeforeHead => self.start_before_head(tag),
            Mode::InHead => self.start_in_head(tag),
            Mode::InHeadNoscript => self.start_in_head_noscript(tag),
            Mode::AfterHead => self.start_after_head(tag),
            Mode::AfterBody | Mode::AfterAfterBody => self.start_after_body(tag),
            Mode::InFrameset => self.start_in_frameset(tag),
            Mode::AfterFrameset | Mode::AfterAfterFrameset => self.start_after_frameset(tag),
        }
    }

    fn end_by_mode(&mut self, tag: &TagToken) -> Flow {
        match self.mode {
            Mode::InBody => self.end_in_body(tag),
            Mode::InCell => self.end_in_cell(tag),
            Mode::InTable => self.end_in_table(tag),
            Mode::InTableBody => self.end_in_table_body(tag),
            Mode::InRow => self.end_in_row(tag),
            Mode::InCaption => self.end_in_caption(tag),
            Mode::InColumnGroup => self.end_in_column_group(tag),
            Mode::InTemplate => self.end_in_template(tag),
            Mode::Initial => self.leave_initial(),
            Mode::BeforeHtml => self.end_before_html(tag),
            Mode::BeforeHead => self.end_before_head(tag),
            Mode::InHead => self.end_in_head(tag),
            Mode::InHeadNoscript => self.end_in_head_noscript(tag),
            Mode::AfterHead => self.end_after_head(tag),
            Mode::AfterBody => self.end_after_body(tag),
            Mode::AfterAfterBody => self.back_to_body(),
            Mode::InFrameset => self.end_in_frameset(tag),
            Mode::AfterFrameset => self.end_after_frameset(tag),
            Mode::AfterAfterFrameset => Flow::Done,
        }
    }

    #[inline]
    fn text(&mut self, text: &TextToken) {
        let usual = matches!(self.mode, Mode::InBody | Mode::InCell);
        if !usual || self.skip_line_feed || self.in_foreign {
            return self.unusual_text(*text);
        }
        (self.token.start, self.token.end) = (text.start, text.end);
        self.text_in_body(text);
    }

    fn unusual_text(&mut self, mut text: TextToken) {
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
        while self.text_by_mode(&mut text) == Flow::Again && text.start < text.end {}
    }

    /// Processes text; where a mode treats whitespace at its start apart, it takes that off the text.
    fn text_by_mode(&mut self, text: &mut TextToken) -> Flow {
        match self.mode {
            Mode::InBody | Mode::InCell | Mode::InCaption | Mode::InTemplate => self.text_in_body(text),
            Mode::InTable | Mode::InTableBody | Mode::InRow => self.text_in_table(text),
            Mode::InColumnGroup => self.text_in_column_group(text),
            Mode::Initial => {
                self.take_blank(text);
                if text.start < text.end { self.leave_initial() } else { Flow::Done }
            }
            Mode::BeforeHtml | Mode::BeforeHead => self.text_before_head(text),
            Mode::InHead | Mode::InHeadNoscript | Mode::AfterHead => self.text_around_head(text),
            Mode::AfterBody | Mode::AfterAfterBody => self.text_after_body(text),
            Mode::InFrameset | Mode::AfterFrameset | Mode::AfterAfterFrameset => self.text_in_frameset(text),
        }
    }

    fn comment(&mut self, span: Span, text: Span) {
        if !self.pending.is_empty() {
            self.flush_table_text();
        }
        self.token = span;
        self.skip_line_feed = false;
        match self.mode {
            // Foreign content stays open behind `</body>`, and its rules come before those of the mode.
            _ if self.in_foreign => self.insert_comment(text),
            Mode::Initial | Mode::BeforeHtml => self.append_comment(0, text),
            Mode::AfterBody => {
                self.comment_behind = true;
                self.append_comment(self.html(), text);
            }
            Mode::AfterAfterBody | Mode::AfterAfterFrameset => {
                self.comment_behind = true;
                self.append_comment(0, text);
            }
            _ => self.insert_comment(text),
        }
    }

    fn doctype(&mut self) {
        let Some(doctype) = self.tokenizer.doctype else { return };
        if !self.pending.is_empty() {
            self.flush_table_text();
        }
        self.token = doctype.span;
        self.skip_line_feed = false;
        if self.mode == Mode::Initial {
            self.quirks = super::doctype::quirks_mode(self.source, &doctype);
            self.doctype = Some(doctype);
            let mut node = self.new_node(Tag::DOCTYPE, Namespace::Html);
            node.content = node.start;
            self.add_last(0, node);
            self.mode = Mode::BeforeHtml;
        }
    }

    /// The root element; the document before there is one.
    fn html(&self) -> u32 {
        self.stack.get(0).map_or(0, |open| open.node)
    }

    fn finish(mut self, workspace: &mut Workspace) -> Tree<'a> {
        let root = self.nodes.iter().position(|n| n.tag == Tag::HTML && n.parent == 0).map_or(NONE, |i| i as u32);
        if self.stack.work.exhausted && self.truncated & truncated::STEPS == 0 {
            self.truncated |= truncated::WORK;
        }
        if self.tokenizer.left_out_attributes {
            self.truncated |= truncated::ATTRIBUTES;
        }
        let moved = self.order.is_linked();
        let mut nodes = self.nodes;
        nodes[0].subtree_end = nodes.len() as u32;
        let places = match moved {
            true => self.order.sort(self.spare, &mut nodes),
            false => ArenaVec::new_in(self.spare),
        };
        if moved || self.out_of_step {
            order::finish(&mut nodes, moved);
        }
        let place = |node: u32| if moved && node != NONE { places[node as usize] } else { node };
        let tree = Tree {
            source: self.source,
            html: place(root),
            head: place(self.head),
            body: place(self.body),
            nodes: nodes.into_bump_slice(),
            attributes: self.tokenizer.attributes.into_bump_slice(),
            quirks: self.quirks,
            truncated: self.truncated,
            swallowed: self.swallowed,
            self_closed: self.self_closed,
            doctype: self.doctype,
            source_order: if moved { source_order(places) } else { &[] },
        };
        self.pending.clear();
        self.template_modes.clear();
        *workspace = Workspace {
            open: self.stack.into_storage(),
            formatting: self.formatting.into_storage(),
            pending: self.pending,
            template_modes: self.template_modes,
            watch: self.watch,
        };
        tree
    }
}

/// The places of all nodes that are still in the tree, in the order in which they were made.
fn source_order(mut places: ArenaVec<'_, u32>) -> &[u32] {
    places.retain(|&place| place != NONE);
    places.into_bump_slice()
}

/// Adds an item to a stack that is kept between pages.
fn push_within<A: smallvec::Array>(arena: &Bump, stack: &mut SmallVec<A>, item: A::Item) {
    if stack.try_reserve(1).is_err() {
        arena.out_of_memory(0);
    }
    stack.push(item);
}

/// The attribute list of an element while the table still grows.
fn list(attributes: &[Attribute], first: u32) -> &[Attribute] {
    super::node::attribute_list(attributes, first)
}
