//! The result of an analysis.
//!
//! A [`Document`] is a view of tables in the analyzer's memory. Internally, offsets are 32-bit byte offsets into the
//! page in UTF-8; this module converts them to ranges of the input bytes.

mod address;
mod block;
mod comment;
#[cfg(feature = "style-density")]
mod layout;
mod link;
mod output;
mod owned;
#[cfg(feature = "unstable")]
mod rules;
mod segment;
mod structure;
mod tag_paths;
mod text_map;
mod tree;
#[cfg(feature = "visual")]
mod visual;

pub use block::Block;
pub use comment::Comment;
#[cfg(feature = "style-density")]
pub use layout::LayoutArea;
pub use link::Link;
pub(crate) use output::OutputLimits;
pub use owned::OwnedDocument;
pub use segment::Segment;
pub use structure::{Image, ListItem, TableCell};
pub use tag_paths::TagPaths;
pub use tree::{Attribute, Node, NodeKind, Tree};
#[cfg(feature = "visual")]
pub use visual::{BlockVisibility, VisualArea};

use crate::base::arena::cancel;
use crate::base::budget::OutputBudget;
use crate::base::fallible::Text;
use crate::base::flags::{Fallbacks, Parts, Truncation};
use crate::base::internal::internal;
use crate::base::limits::CancelToken;
use crate::judge::comments::Comments;
use crate::judge::field::BlockField;
use crate::judge::fingerprint::Fingerprint;
use crate::judge::mask::{CommentMode, Mask, PAGE_KINDS, PageKind};
use crate::judge::rules::BlockRules;
use crate::judge::structure::Structure;
use crate::published::fusion::Segmentation;
#[cfg(feature = "style-density")]
use crate::published::style_density::StyleDensity;
use crate::published::tag_path::{Sequence, TagPath};
#[cfg(feature = "visual")]
use crate::published::visual::Visual;
use crate::read::address::Declared;
use crate::read::encoding::{Decoded, EncodingSource};
use crate::read::html::path::NodePath;
use crate::read::page::{Delimiters, Page, TokenMode};
use std::ops::Range;
use std::sync::OnceLock;

/// An analyzed page. It borrows the analyzer's memory and the caller's bytes.
///
/// All `source` ranges are byte ranges `[start, end)` of the input bytes, in any encoding; all `text` ranges are byte
/// ranges of [`Document::text`].
#[derive(Clone, Debug)]
pub struct Document<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) decoded: Decoded<'a>,
    pub(crate) page: Page<'a>,
    pub(crate) token_mode: TokenMode,
    pub(crate) segmentation: Segmentation<'a>,
    /// What was computed.
    pub(crate) parts: Parts,
    pub(crate) sequence: Sequence<'a>,
    pub(crate) tag_path: Option<TagPath<'a>>,
    #[cfg(feature = "style-density")]
    pub(crate) style_density: Option<StyleDensity<'a>>,
    pub(crate) mask: Mask<'a>,
    pub(crate) rules: BlockRules<'a>,
    /// The block that is the headline, or [`NONE`](crate::read::html::NONE).
    pub(crate) headline: u32,
    /// Whether the main text leaves the headline out.
    pub(crate) omits_headline: bool,
    pub(crate) comments: Comments<'a>,
    /// Blocks that the output shapes leave out.
    pub(crate) comment_mode: CommentMode,
    pub(crate) fields: &'a [BlockField],
    pub(crate) structure: Structure<'a>,
    pub(crate) declared: Declared,
    /// The address of the page, if the caller passed it.
    pub(crate) address: Option<&'a str>,
    /// [`Document::base_address`], once a relative reference needed it.
    pub(crate) base: OnceLock<Option<Text>>,
    /// [`Document::delimiters`], once formulas were asked for.
    pub(crate) delimiters: OnceLock<Option<Delimiters>>,
    pub(crate) fingerprint: Option<Fingerprint>,
    #[cfg(feature = "visual")]
    pub(crate) visual: Option<Visual<'a>>,
    pub(crate) recovered: bool,
    /// Limits that the tables do not record.
    pub(crate) truncation: Truncation,
    pub(crate) output: OutputLimits,
    /// The size of the arenas that hold the tables.
    pub(crate) memory: usize,
    /// The token of its analyzer, or its own once it was asked for, if it owns its memory.
    pub(crate) cancel: OnceLock<CancelToken>,
}

impl<'a> Document<'a> {
    /// The input bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The computed parts: [`Options::parts`](crate::Options::parts) and their dependencies.
    pub fn parts(&self) -> Parts {
        self.parts
    }

    /// The blocks, in source order.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = Block<'_, 'a>> + '_ {
        (0..self.page.blocks.len()).map(|index| Block::new(self, index))
    }

    /// The blocks of the main text, in source order: the headline, and all blocks that are not template.
    pub(crate) fn main_blocks(&self) -> impl Iterator<Item = Block<'_, 'a>> + '_ {
        self.blocks().inspect(|_| self.end_if_cancelled()).filter(Block::is_main)
    }

    /// The block with this index.
    pub fn block(&self, index: usize) -> Option<Block<'_, 'a>> {
        (index < self.page.blocks.len()).then(|| Block::new(self, index))
    }

    /// The segments, in source order: neighboring fragments of similar text density, fused by Block Fusion. Empty
    /// without [`Parts::SEGMENTS`].
    pub fn segments(&self) -> impl ExactSizeIterator<Item = Segment<'_, 'a>> + '_ {
        self.segmentation.segments.iter().map(|entry| Segment::new(self, entry))
    }

    /// The links, in source order. A link that spans several blocks has one entry per block.
    pub fn links(&self) -> impl ExactSizeIterator<Item = Link<'_, 'a>> + '_ {
        (0..self.page.links.len()).map(|index| Link::new(self, index))
    }

    /// The link with this index.
    #[cfg(feature = "capi")]
    pub(crate) fn link(&self, index: usize) -> Option<Link<'_, 'a>> {
        (index < self.page.links.len()).then(|| Link::new(self, index))
    }

    /// The reader comments on the article, in source order, for every value of
    /// [`Options::comments`](crate::Options::comments). Empty for a thread, whose posts are content.
    ///
    /// ```
    /// use blockmask::{Analyzer, Options};
    ///
    /// let story = "<p>Rain fell on the city for the third day, and the river rose by two metres.".repeat(9);
    /// let comment = "<b>Ann</b> <time>2 May 2026</time><p>My cellar is full of water, and nobody answers the phone.";
    /// let comments = format!("<div class=comments><h2>1 comment</h2><div class=comment>{comment}</div></div>");
    /// let html = format!("<article><h1>Rain</h1>{story}</article>{comments}");
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze(html.as_bytes())?;
    /// let comment = page.comments().next().unwrap();
    /// assert_eq!((comment.author(), comment.date()), (Some("Ann"), Some("2 May 2026")));
    /// assert_eq!(comment.text(), "My cellar is full of water, and nobody answers the phone.");
    /// assert!(!page.main_text().text().contains("cellar"));
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn comments(&self) -> impl ExactSizeIterator<Item = Comment<'_, 'a>> + '_ {
        (0..self.comments.units.len()).map(|index| Comment::new(self, index))
    }

    /// The one or two source ranges of the main region (tag path sequence). Empty if the page has no text, and without
    /// [`Parts::REGION`].
    pub fn main_regions(&self) -> impl ExactSizeIterator<Item = Range<usize>> + '_ {
        let ranges = self.tag_path.map_or(&[][..], |tag_path| tag_path.ranges);
        ranges.iter().map(|&range| self.source_range(range))
    }

    /// The normalized text of the whole page: whitespace collapsed, character references decoded, blocks separated by
    /// line feeds.
    pub fn text(&self) -> &'a str {
        self.page.text
    }

    /// The title: the text of the first `title` element in the head.
    pub fn title(&self) -> Option<&'a str> {
        self.page.title_block().map(|block| self.page.text_of(block))
    }

    /// The headline of the page: the visible block that names what it is about, such as the title of an article or of a
    /// thread, found by its words, its element and its place. The name of the site is not a headline. `None` if the page
    /// shows none, and without [`Parts::MASK`].
    ///
    /// The mask may classify the headline as template; the main text begins with it nevertheless, unless
    /// [`Options::omit_headline`](crate::Options::omit_headline) is set. It is the last heading in
    /// [`Block::heading_path`] of all blocks after it.
    ///
    /// ```
    /// use blockmask::{Analyzer, Options};
    ///
    /// let story = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.".repeat(4);
    /// let html = format!("<title>River floods city - The Daily</title><header><h1><a href=/>The Daily</a></h1></header>\
    ///     <h2>River floods city</h2>{story}");
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze(html.as_bytes())?;
    /// assert_eq!(page.headline().unwrap().text(), "River floods city");
    /// assert!(page.main_text().text().starts_with("River floods city\nRain"));
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn headline(&self) -> Option<Block<'_, 'a>> {
        self.block(self.headline as usize)
    }

    /// The name of the encoding of the page, such as `UTF-8` or `windows-1252`.
    pub fn encoding(&self) -> &'static str {
        self.decoded.encoding.name()
    }

    /// How the encoding was determined.
    pub fn encoding_source(&self) -> EncodingSource {
        self.decoded.source
    }

    /// Hashes of the main text and of the structure, for finding duplicates and near-duplicates; `None` without
    /// [`Parts::FINGERPRINT`].
    pub fn fingerprint(&self) -> Option<&Fingerprint> {
        self.fingerprint.as_ref()
    }

    /// The limits that truncated the analysis.
    pub fn truncation(&self) -> Truncation {
        let addresses = if self.leaves_out_addresses() { Truncation::OUTPUT } else { Truncation::default() };
        self.page.truncation() | self.truncation | addresses
    }

    /// What was made content because hardly any text of the page would have been content otherwise. None on nearly all
    /// pages.
    pub fn fallbacks(&self) -> Fallbacks {
        self.page.fallbacks | self.mask.fallbacks
    }

    /// Whether the page was parsed again in recovery mode, because an element without an end tag, or written as
    /// self-closing (`<script/>`), would have swallowed text.
    pub fn is_recovered(&self) -> bool {
        self.recovered
    }

    /// The most probable page kind; `None` unless the mask is [`MaskMethod::Learned`](crate::MaskMethod::Learned).
    pub fn kind(&self) -> Option<PageKind> {
        self.mask.kinds.map(|kinds| kinds.best())
    }

    /// The probability of a page kind, 0 to 1. The sum over all kinds is 1, or 0 if [`Document::kind`] is `None`.
    pub fn kind_probability(&self, kind: PageKind) -> f32 {
        self.kind_probabilities()[kind as usize]
    }
}

/// The tables behind the results.
impl<'a> Document<'a> {
    internal! {
        /// The probability of each kind, by number; all 0 if [`Document::kind`] is `None`.
        fn kind_probabilities(&self) -> [f32; PAGE_KINDS] {
            self.mask.kinds.map(|kinds| kinds.values()).unwrap_or_default()
        }

        /// The maximum number of bytes that a program should print for the page:
        /// [`Limits::max_output`](crate::Limits::max_output).
        fn output_limit(&self) -> u64 {
            self.output.bytes
        }

        /// The budget of an output of the page.
        fn output_budget(&self) -> OutputBudget {
            OutputBudget::new(self.output.bytes)
        }

        /// The comments.
        fn comment_tables(&self) -> &Comments<'a> {
            &self.comments
        }

        /// The tables of the page.
        fn page(&self) -> &Page<'a> {
            &self.page
        }

        /// The tag path of an element, such as `html/body/div.main/p`.
        fn path_of(&self, node: u32) -> NodePath<'a> {
            NodePath::new(&self.page.tree, node, self.output.path)
        }

        /// Converts a range of the page in UTF-8 to a range of the input bytes.
        fn source_range(&self, range: (u32, u32)) -> Range<usize> {
            self.decoded.map.to_source(range.0) as usize..self.decoded.map.to_source(range.1) as usize
        }
    }

    /// The segments and what they are made of.
    #[cfg(feature = "unstable")]
    pub fn segmentation(&self) -> &Segmentation<'a> {
        &self.segmentation
    }

    /// The paths of all elements; without positions if the main region was not requested.
    #[cfg(feature = "unstable")]
    pub fn sequence(&self) -> &Sequence<'a> {
        &self.sequence
    }

    /// The main region; `None` unless it was asked for.
    #[cfg(feature = "unstable")]
    pub fn tag_path(&self) -> Option<&TagPath<'a>> {
        self.tag_path.as_ref()
    }

    /// Unwinds if what is derived of the page was cancelled, inside of [`or_end`](crate::base::fallible::or_end).
    pub(crate) fn end_if_cancelled(&self) {
        if self.cancel.get().is_some_and(CancelToken::is_cancelled) {
            cancel();
        }
    }

    /// The delimiters of formulas that a script draws from the text; `None` if there are none.
    pub(crate) fn delimiters(&self) -> Option<Delimiters> {
        *self.delimiters.get_or_init(|| Delimiters::of(&self.page))
    }

    /// The index of the comment to which a block belongs.
    pub(crate) fn comment_of(&self, block: usize) -> Option<u32> {
        self.comments.unit_of(block)
    }

    /// Whether the output shapes leave a block out because of [`Options::comments`](crate::Options::comments).
    pub(crate) fn leaves_out(&self, block: usize) -> bool {
        self.comment_mode.leaves_out(self.comments.part(block))
    }
}
