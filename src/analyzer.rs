//! The analyzer: one page after another through all tables and algorithms.

use crate::arena::{self, Arena, Arenas, Bump, OutOfMemory, Scratch};
use crate::document::Document;
use crate::encoding::{self, DecodeError};
use crate::error::Error;
use crate::fingerprint::{Fingerprint, FingerprintOptions};
use crate::fusion::{self, FusionInput};
use crate::html::node::truncated;
use crate::html::{self, ParseOptions, Tree, TreeSize, Workspace};
use crate::limits::{CancelToken, OnLimit, Watch};
use crate::mask::{MaskMethod, Model};
use crate::options::Options;
use crate::page::{self, BOUNDARIES, Contexts, Page, TokenMode, flag};
use crate::pipeline::{self, MaskInputs};
use crate::style_density::{self, StyleDensityOptions};
use crate::tag_path::{self, TokenCount};
use crate::visual;
use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

/// Analyzes pages, one at a time, and keeps their memory for the next.
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
    cancel: Option<CancelToken>,
    model: Option<Arc<Model>>,
}

impl Analyzer {
    /// An analyzer with these settings. Takes no memory yet.
    pub fn new(options: Options) -> Analyzer {
        Analyzer { options, ..Analyzer::default() }
    }

    /// The same, to be stopped by `token`.
    #[cfg(feature = "capi")]
    pub(crate) fn with_token(options: Options, token: CancelToken) -> Analyzer {
        Analyzer { options, cancel: Some(token), ..Analyzer::default() }
    }

    /// Analyzes one page as found: any bytes, in any encoding.
    ///
    /// # Errors
    /// If the page is longer than [`crate::Limits::max_input`], if memory runs out, if a limit is reached that is to be
    /// an error, or if a [`CancelToken`] stops it.
    pub fn analyze<'a>(&'a mut self, bytes: &'a [u8]) -> Result<Document<'a>, Error> {
        self.analyze_as(bytes, None)
    }

    /// The same, with the charset that came with the page, such as that of HTTP's `Content-Type`. An unknown label is
    /// ignored; a byte order mark wins over it.
    ///
    /// # Errors
    /// As for [`Analyzer::analyze`].
    pub fn analyze_as<'a>(&'a mut self, bytes: &'a [u8], charset: Option<&str>) -> Result<Document<'a>, Error> {
        let Analyzer { options, arenas, workspace, cancel, model } = self;
        let options = &*options;
        let mut way = Way { len: bytes.len(), truncated: 0, warm: arenas.allocated_bytes() > 0 };
        let limit = options.limits.longest_input();
        if way.len as u64 > limit {
            if options.limits.on_limit != OnLimit::TruncateInput {
                return Err(Error::TooLarge { len: way.len as u64, limit });
            }
            way = Way { len: limit as usize, truncated: truncated::INPUT, ..way };
        }
        let stacks = Cell::new(std::mem::take(workspace));
        let attempt = Attempt { options, cancel: cancel.as_ref(), stacks: &stacks, model: model.as_deref() };
        let result = arenas.retry_with(PageAttempt { attempt, way, bytes, charset });
        *workspace = stacks.into_inner();
        result.map_err(|refusal| {
            if refusal == Refusal::Error(Error::Cancelled)
                && let Some(token) = cancel
            {
                token.clear();
            }
            refusal.into()
        })
    }

    /// Takes another model for [`MaskMethod::Learned`]; `None` for the built-in one. Analyzers can share one.
    ///
    /// ```
    /// use blockmask::{Analyzer, Options, mask::Model};
    ///
    /// let mut analyzer = Analyzer::new(Options::default());
    /// match Model::read(b"what a file holds") {
    ///     Ok(model) => analyzer.set_model(Some(model.into())),
    ///     Err(error) => assert_eq!(error.to_string(), "not a model of this program"),
    /// }
    /// ```
    pub fn set_model(&mut self, model: Option<Arc<Model>>) {
        self.model = model;
    }

    /// The settings.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What other threads may stop this analyzer with.
    pub fn cancel_token(&mut self) -> CancelToken {
        self.cancel.get_or_insert_default().clone()
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

/// How much of a page is read.
struct Way {
    /// Bytes.
    len: usize,
    /// Why not all of it.
    truncated: u8,
    /// The arenas hold memory from earlier pages.
    warm: bool,
}

/// Why an attempt failed.
#[derive(Clone, Copy, PartialEq)]
enum Refusal {
    Error(Error),
    Memory(OutOfMemory),
}

impl From<OutOfMemory> for Refusal {
    fn from(memory: OutOfMemory) -> Refusal {
        Refusal::Memory(memory)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::Error(error)
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        match refusal {
            Refusal::Error(error) => error,
            Refusal::Memory(OutOfMemory::System) => Error::OutOfMemory,
            Refusal::Memory(OutOfMemory::Limit) => Error::LimitReached { limits: truncated::MEMORY },
        }
    }
}

/// Less of a page is not worth an attempt.
const SHORTEST: usize = 64;

impl Way {
    /// After a failure: whether to try again, with less memory held or with less of the page.
    fn shorten(&mut self, refusal: Refusal, options: &Options, arenas: &mut Arenas) -> bool {
        let Refusal::Memory(by) = refusal else { return false };
        *arenas = Arenas::default();
        if std::mem::take(&mut self.warm) {
            return true;
        }
        let may = by == OutOfMemory::Limit && options.limits.on_limit != OnLimit::Fail && self.len >= SHORTEST;
        // A code of UTF-16 has two bytes.
        self.len = (self.len / 2) & !1;
        self.truncated |= truncated::MEMORY;
        may
    }
}

/// Attempts at a page, each with less memory held or with less of the page than the one before.
struct PageAttempt<'w, 'i> {
    attempt: Attempt<'w>,
    way: Way,
    bytes: &'i [u8],
    charset: Option<&'w str>,
}

impl<'i> arena::Attempt<'i> for PageAttempt<'_, 'i> {
    type Output<'a>
        = Document<'a>
    where
        'i: 'a;
    type Error = Refusal;

    fn run<'a>(&self, arenas: &'a mut Arenas) -> Result<Document<'a>, Refusal>
    where
        'i: 'a,
    {
        arena::catch_out_of_memory(|| self.attempt.run(&self.way, arenas, self.bytes, self.charset))
            .unwrap_or_else(|memory| Err(memory.into()))
    }

    fn should_retry(&mut self, refusal: &Refusal, arenas: &mut Arenas) -> bool {
        self.way.shorten(*refusal, self.attempt.options, arenas)
    }
}

/// One attempt at a page.
struct Attempt<'w> {
    options: &'w Options,
    cancel: Option<&'w CancelToken>,
    stacks: &'w Cell<Workspace>,
    model: Option<&'w Model>,
}

impl Attempt<'_> {
    fn run<'a>(
        &self,
        way: &Way,
        arenas: &'a mut Arenas,
        bytes: &'a [u8],
        charset: Option<&str>,
    ) -> Result<Document<'a>, Refusal> {
        arenas.begin_page();
        let Arenas { spare, tree, second_tree, tables, scratch } = arenas;
        let limits = &self.options.limits;
        let idle = tree.allocated_bytes()
            + second_tree.allocated_bytes()
            + tables.allocated_bytes()
            + scratch.allocated_bytes();
        let spare: &'a Bump = spare.begin(0, limits.memory_beside(idle))?;
        let mut decoded = encoding::decode(spare, &bytes[..way.len], charset).map_err(|error| match error {
            DecodeError::OutOfMemory => Refusal::Memory(spare.failure_cause(way.len)),
            _ => Refusal::Error(Error::TooLarge { len: bytes.len() as u64, limit: limits.longest_input() }),
        })?;
        if way.truncated != 0 {
            decoded.drop_cut_character();
        }
        let watch = Watch { steps: limits.max_steps, cancel: self.cancel.cloned() };
        let beside = scratch.allocated_bytes();
        let mut reader = Reader {
            options: self.options,
            stacks: self.stacks,
            spare,
            view: decoded.view,
            watch,
            beside,
            held: 0,
            need: 0,
        };
        reader.check(way.truncated)?;
        let (page, arena, recovered) = reader.read(tree, second_tree, tables)?;
        reader.check(page.truncation())?;
        let held = spare.allocated_bytes() + reader.held;
        let budget = Scratch::new(&mut *scratch, limits.memory_beside(held));
        let document = judge(arena, bytes, decoded, &page, self, &reader.watch, budget)?;
        reader.check(document.truncation())?;
        // With the memory of earlier pages a page may fit where it would not else, or the other way round; but it must not
        // matter what came before. Chunks that double, and what their ends waste, are at most this much more.
        let need = spare.high_water_mark() + reader.need + arena.high_water_mark() + scratch.high_water_mark();
        if way.warm && limits.memory_beside(need.saturating_mul(6)) == Some(0) {
            return Err(Refusal::Memory(OutOfMemory::Limit));
        }
        Ok(Document { recovered, truncated: document.truncated | way.truncated, ..document })
    }
}

/// Makes the tables of a page.
struct Reader<'w, 'a> {
    options: &'w Options,
    stacks: &'w Cell<Workspace>,
    spare: &'a Bump,
    view: &'a [u8],
    watch: Watch,
    /// Bytes that the scratch arena holds.
    beside: usize,
    /// Bytes that the trees hold.
    held: usize,
    /// Bytes that they need.
    need: usize,
}

impl<'a> Reader<'_, 'a> {
    /// Fails if somebody has stopped the analysis, or if a limit was reached and is to be an error.
    fn check(&self, limits: u8) -> Result<(), Refusal> {
        self.watch.check()?;
        match self.options.limits.on_limit {
            OnLimit::Fail if limits != 0 => Err(Error::LimitReached { limits }.into()),
            _ => Ok(()),
        }
    }

    /// Parses the page and makes its tables; also gives the arena of the tables, for those of the algorithms.
    ///
    /// A page whose text may be swallowed by an element that does not end where its author thinks is parsed once more, by
    /// rules that do not let it. Whether that helped is the last value.
    fn read(
        &mut self,
        first: &'a mut Arena,
        second: &'a mut Arena,
        tables: &'a mut Arena,
    ) -> Result<(Page<'a>, &'a Bump, bool), Refusal> {
        let idle = second.allocated_bytes() + tables.allocated_bytes();
        let (mut tree, mut contexts, arena) = self.parse(first, idle, false)?;
        let mut held = arena.allocated_bytes() + second.allocated_bytes();
        self.need = arena.high_water_mark();
        let mut recovered = false;
        if let Some(enough) = page::recovery_threshold(&tree, &contexts) {
            let idle = arena.allocated_bytes() + tables.allocated_bytes();
            let (second_tree, second_contexts, second) = self.parse(second, idle, true)?;
            held = arena.allocated_bytes() + second.allocated_bytes();
            self.need += second.high_water_mark();
            recovered = page::body_text_bytes(&second_tree, &second_contexts) >= enough;
            if recovered {
                (tree, contexts) = (second_tree, second_contexts);
            }
        }
        self.check(tree.truncated)?;
        self.held = held;
        let limits = &self.options.limits;
        let most = limits.memory_beside(held + self.spare.allocated_bytes() + self.beside);
        let arena: &'a Bump = tables.begin(page::arena_capacity(&tree, &contexts), most)?;
        let page = page::build(arena, tree, &contexts, &self.options.wrap, limits.max_blocks);
        Ok((page, arena, recovered))
    }

    /// Parses the page into an arena; `idle` bytes are held by others.
    fn parse(
        &mut self,
        arena: &'a mut Arena,
        idle: usize,
        recover: bool,
    ) -> Result<(Tree<'a>, Contexts<'a>, &'a Bump), Refusal> {
        let limits = &self.options.limits;
        let parse = ParseOptions {
            max_depth: limits.max_depth,
            max_nodes: limits.max_nodes,
            max_attributes: limits.max_attributes,
            recover,
            boundaries: &BOUNDARIES,
        };
        let size = TreeSize::estimate(self.view);
        let room = size.bytes() + size.nodes * page::CONTEXT_BYTES_PER_NODE;
        // While a tree is repaired, the spare arena takes about half as much as its nodes.
        let spare = self.spare.allocated_bytes();
        let left = limits.memory_beside(idle + spare + self.beside);
        self.spare.set_allocation_limit(left.map(|left| spare + left / 3));
        let arena: &'a Bump = arena.begin(room, left.map(|left| left - left / 3))?;
        let mut stacks = self.stacks.take();
        stacks.watch = std::mem::take(&mut self.watch);
        let tree = html::parse_sized(arena, self.spare, self.view, size, &parse, &mut stacks);
        self.watch = std::mem::take(&mut stacks.watch);
        self.stacks.set(stacks);
        self.watch.check()?;
        let contexts = page::contexts(arena, &tree, self.options.wrap.tokens == TokenMode::Paper);
        Ok((tree, contexts, arena))
    }
}

/// Runs the algorithms over the tables.
fn judge<'a>(
    arena: &'a Bump,
    bytes: &'a [u8],
    decoded: encoding::Decoded<'a>,
    page: &Page<'a>,
    attempt: &Attempt<'_>,
    watch: &Watch,
    mut scratch_arena: Scratch<'_>,
) -> Result<Document<'a>, Refusal> {
    let Attempt { options, model, .. } = *attempt;
    let input = FusionInput {
        fragments: page.fragments,
        line_sums: page.line_sums,
        text: page.text,
        links: page.links,
        wrap: options.wrap,
        source_of: &|text| page.text_map.to_view(text),
    };
    let room = fusion::scratch_capacity(page.fragments.len()).max(tag_path::scratch_capacity(page.tree.nodes.len()));
    let scratch = scratch_arena.begin(arena, room)?;
    let segmentation = fusion::segment(arena, scratch, &input, &options.fusion);
    let tokens_of = |nodes: Range<u32>| tokens_in(page, nodes);
    watch.check()?;
    let tag_path = tag_path::analyze(arena, scratch, &page.tree, &options.tag_path, &tokens_of, watch.steps);
    watch.check()?;
    let needs_areas = options.mask == MaskMethod::StyleDensity;
    let style_density = options.style_density.or(needs_areas.then(StyleDensityOptions::default));
    let style_density =
        style_density.map(|options| style_density::analyze_within(arena, page, &options, watch)).transpose()?;
    let inputs = MaskInputs { page, tag_path: &tag_path, style_density: style_density.as_ref(), model };
    let mask = pipeline::mask(arena, inputs, options, &mut scratch_arena)?;
    watch.check()?;
    let reading = FingerprintOptions { tokens: options.wrap.tokens, fold_case: options.fold_case };
    let fingerprint = Fingerprint::of_page(page.text, page.fragments, segmentation.segments, reading);
    let visual = options.visual.map(|_| visual::analyze_within(arena, page, watch)).transpose()?;
    let is_cut = tag_path.region.truncated || visual.is_some_and(|visual| visual.truncated);
    let truncated = if is_cut && watch.is_limited() { truncated::STEPS } else { 0 };
    Ok(Document {
        bytes,
        decoded,
        page: *page,
        segmentation,
        tag_path,
        style_density,
        mask,
        fingerprint,
        visual,
        recovered: false,
        truncated,
    })
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
