//! What a caller sees of an analyzed page.

use crate::encoding::{Decoded, EncodingSource};
use crate::fingerprint::Fingerprint;
use crate::fusion::{Segment, Segmentation};
use crate::html::node::truncated;
use crate::mask::{Mask, PageKind, Role};
use crate::page::{self, Density, Page, flag};
use crate::style_density::StyleDensity;
use crate::tag_path::TagPath;
use crate::visual::Visual;
use std::ops::Range;

/// An analyzed page: tables in the analyzer's memory, and the caller's bytes.
///
/// All `source` ranges are byte ranges of the bytes that were passed in, in every encoding.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) decoded: Decoded<'a>,
    pub(crate) page: Page<'a>,
    pub(crate) segmentation: Segmentation<'a>,
    pub(crate) tag_path: TagPath<'a>,
    pub(crate) style_density: Option<StyleDensity<'a>>,
    pub(crate) mask: Mask<'a>,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) visual: Option<Visual<'a>>,
    pub(crate) recovered: bool,
    /// Limits that were reached outside of the tables.
    pub(crate) truncated: u8,
}

impl<'a> Document<'a> {
    /// The blocks in source order.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = Block<'_, 'a>> + '_ {
        (0..self.page.blocks.len()).map(|index| Block { document: self, index })
    }

    /// The block of that number.
    pub fn block(&self, index: usize) -> Option<Block<'_, 'a>> {
        (index < self.page.blocks.len()).then_some(Block { document: self, index })
    }

    /// The segments in source order; see [`crate::fusion`].
    pub fn segments(&self) -> &'a [Segment] {
        self.segmentation.segments
    }

    /// Sweeps of Block Fusion until nothing changed; 0 for the methods that fuse nothing.
    pub fn fusion_passes(&self) -> u32 {
        self.segmentation.passes
    }

    /// The byte range of a segment.
    pub fn segment_source(&self, segment: &Segment) -> Range<usize> {
        self.source_range(segment.source)
    }

    /// The main region by tag path sequence; see [`crate::tag_path`].
    pub fn tag_path(&self) -> &TagPath<'a> {
        &self.tag_path
    }

    /// The byte ranges of the main region: one, or two for a complement.
    pub fn region(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.tag_path.ranges.iter().map(|&range| self.source_range(range))
    }

    /// Page kind, article, comments and posts; none if [`crate::Options::style_density`] did not ask for them.
    pub fn style_density(&self) -> Option<&StyleDensity<'a>> {
        self.style_density.as_ref()
    }

    /// The normalized text of the whole page: whitespace collapsed, references decoded, blocks separated by line
    /// feeds.
    pub fn text(&self) -> &'a str {
        self.page.text
    }

    /// The source byte of an offset into [`Document::text`].
    pub fn source_of_text(&self, offset: usize) -> usize {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        self.decoded.map.to_source(self.page.text_map.to_view(offset)) as usize
    }

    /// The source bytes of a range of [`Document::text`]: from the first byte of its first character to one past the last
    /// byte of its last one, so that character references are included as a whole.
    pub fn map_text_range(&self, range: Range<usize>) -> Range<usize> {
        let text = self.page.text;
        let start = self.source_of_text(range.start);
        let Some(mut last) = range.end.min(text.len()).checked_sub(1).filter(|last| *last >= range.start) else {
            return start..start;
        };
        while !text.is_char_boundary(last) {
            last -= 1;
        }
        let end = self.page.text_map.end_in_view(self.page.tree.source, text, last);
        start..(self.decoded.map.to_source(end) as usize).max(start)
    }

    /// The title: the text of the first title in the head.
    pub fn title(&self) -> Option<&'a str> {
        let block = self.page.blocks.iter().find(|block| block.flags & flag::IN_HEAD != 0)?;
        Some(self.page.text_of(block))
    }

    /// Name of the encoding that the page was read in, such as `UTF-8` or `windows-1252`.
    pub fn encoding(&self) -> &'static str {
        self.decoded.encoding.name()
    }

    /// What decided on the encoding.
    pub fn encoding_source(&self) -> EncodingSource {
        self.decoded.source
    }

    /// The near-duplicate fingerprint of the largest segment that is not mostly links.
    pub fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// Whether a limit cut the analysis short; see [`Document::truncation`].
    pub fn is_truncated(&self) -> bool {
        self.truncation() != 0
    }

    /// Which limit cut the analysis short: bits of [`truncated`], 0 for none.
    pub fn truncation(&self) -> u8 {
        let search = if self.tag_path.region.truncated { truncated::WORK } else { 0 };
        let sheets = if self.visual.is_some_and(|visual| visual.truncated) { truncated::WORK } else { 0 };
        self.page.truncation() | search | sheets | self.truncated
    }

    /// Whether an element that ends too late hid text, so that the page was read again by more forgiving rules: one
    /// without an end, or one that its author took for empty, such as `<script/>`.
    pub fn is_recovered(&self) -> bool {
        self.recovered
    }

    /// What a reader sees, if it was asked for by [`crate::Options::visual`]; see [`crate::visual`].
    pub fn visual(&self) -> Option<&Visual<'a>> {
        self.visual.as_ref()
    }

    /// What the page is for, as far as can be told; none with [`crate::mask::MaskMethod::Density`].
    pub fn kind(&self) -> Option<PageKind> {
        self.mask.kinds.map(|kinds| kinds.best())
    }

    /// How likely the page is of each kind, in the order of [`PageKind::ALL`]: each 0 to 1, together 1, or all 0 where
    /// [`Document::kind`] is none.
    pub fn kind_probabilities(&self) -> [f32; PageKind::ALL.len()] {
        self.mask.kinds.map(|kinds| kinds.values()).unwrap_or_default()
    }

    /// The segmentation, with the segment of every fragment.
    pub fn segmentation(&self) -> &Segmentation<'a> {
        &self.segmentation
    }

    /// The tables that all algorithms read.
    pub fn page(&self) -> &Page<'a> {
        &self.page
    }

    /// The tag path of an element, such as `html/body/div.main/p`.
    pub fn path_of(&self, node: u32) -> crate::html::path::NodePath<'a> {
        crate::html::path::NodePath::new(&self.page.tree, node)
    }

    /// The page as it was passed in.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// A range of the UTF-8 view as a range of the caller's bytes.
    pub fn source_range(&self, (start, end): (u32, u32)) -> Range<usize> {
        self.decoded.map.to_source(start) as usize..self.decoded.map.to_source(end) as usize
    }
}

/// One block of a document.
#[derive(Clone, Copy, Debug)]
pub struct Block<'d, 'a> {
    document: &'d Document<'a>,
    index: usize,
}

impl<'d, 'a> Block<'d, 'a> {
    /// The entry of the block table.
    pub fn table_entry(&self) -> &'a page::Block {
        &self.document.page.blocks[self.index]
    }

    /// Its place among the blocks.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its bytes in the source, from the first to the last character of its text.
    pub fn source(&self) -> Range<usize> {
        self.document.source_range(self.table_entry().source)
    }

    /// Its normalized text.
    pub fn text(&self) -> &'a str {
        &self.document.page.text[self.text_range()]
    }

    /// The place of its text in [`Document::text`].
    pub fn text_range(&self) -> Range<usize> {
        let (start, end) = self.table_entry().text;
        start as usize..end as usize
    }

    /// Tokens.
    pub fn tokens(&self) -> u32 {
        self.table_entry().tokens
    }

    /// Tokens that begin inside a link.
    pub fn linked_tokens(&self) -> u32 {
        self.table_entry().linked_tokens
    }

    /// Tokens per line, exactly.
    pub fn text_density(&self) -> Density {
        self.table_entry().density
    }

    /// Linked tokens over tokens, 0 to 1.
    pub fn link_density(&self) -> f64 {
        self.table_entry().link_density()
    }

    /// Lines when wrapped.
    pub fn lines(&self) -> u32 {
        self.table_entry().lines
    }

    /// Characters of its text.
    pub fn characters(&self) -> u32 {
        self.table_entry().characters
    }

    /// 1 to 6 inside `h1` to `h6`, else 0.
    pub fn heading_level(&self) -> u8 {
        self.table_entry().heading
    }

    /// Bits of [`flag`].
    pub fn flags(&self) -> u16 {
        self.table_entry().flags | if self.document.mask.labels[self.index].is_duplicate { flag::REPEATED } else { 0 }
    }

    /// The segment that holds its first fragment; none if the block has no token or is the title.
    pub fn segment(&self) -> Option<usize> {
        let (first, end) = self.table_entry().fragments;
        let segment = self.document.segmentation.segment_of_fragment.get(first as usize)?;
        (first < end).then_some(*segment as usize)
    }

    /// Whether its text is in the main region.
    pub fn is_in_region(&self) -> bool {
        self.document.mask.labels[self.index].is_in_region
    }

    /// Whether the template mask covers it: navigation, advertising, what is the same on every page of the site.
    pub fn is_template(&self) -> bool {
        self.document.mask.labels[self.index].is_template
    }

    /// What it is for.
    pub fn role(&self) -> Role {
        self.document.mask.labels[self.index].role
    }

    /// How likely it is content, 0 to 1.
    pub fn probability(&self) -> f32 {
        self.document.mask.labels[self.index].probability
    }

    /// What its words should count: 16 is 1.0, 0 is searchable but unscored.
    pub fn weight(&self) -> u8 {
        self.document.mask.labels[self.index].weight
    }

    /// The tag path of its container, such as `html/body/div.main/p`.
    pub fn path(&self) -> crate::html::path::NodePath<'a> {
        crate::html::path::NodePath::new(&self.document.page.tree, self.table_entry().container)
    }
}
