//! A block of text, the unit of indexing.

use super::Document;
use crate::base::flags::BlockFlags;
use crate::judge::field::{BlockField, Field, UNIT};
use crate::judge::mask::{BlockLabel, Role};
use crate::read::page::{self, Density, hashes};
use std::fmt;
use std::ops::Range;

/// A block of a document: text that is interrupted only by phrasing elements, such as `b` and `span`.
#[derive(Clone, Copy, Debug)]
pub struct Block<'d, 'a> {
    pub(super) document: &'d Document<'a>,
    pub(super) index: usize,
}

impl<'d, 'a> Block<'d, 'a> {
    pub(super) fn new(document: &'d Document<'a>, index: usize) -> Block<'d, 'a> {
        Block { document, index }
    }

    /// The entry of the block table.
    #[doc(hidden)]
    pub fn table_entry(&self) -> &'a page::Block {
        &self.document.page.blocks[self.index]
    }

    // Without the part that they belong to, the tables of labels and fields are empty.
    fn label(&self) -> BlockLabel {
        self.document.mask.labels.get(self.index).copied().unwrap_or_default()
    }

    fn field_entry(&self) -> BlockField {
        let unknown = BlockField { weight: UNIT, ..BlockField::default() };
        self.document.fields.get(self.index).copied().unwrap_or(unknown)
    }

    /// Its index among the blocks of the page.
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

    /// The range of its text in [`Document::text`].
    pub fn text_range(&self) -> Range<usize> {
        let (start, end) = self.table_entry().text;
        start as usize..end as usize
    }

    /// How many tokens it has.
    pub fn tokens(&self) -> u32 {
        self.table_entry().tokens
    }

    /// How many of its tokens begin inside a link.
    pub fn linked_tokens(&self) -> u32 {
        self.table_entry().linked_tokens
    }

    /// Tokens per line, as an exact fraction.
    pub fn text_density(&self) -> Density {
        self.table_entry().density
    }

    /// Linked tokens over tokens, 0 to 1.
    pub fn link_density(&self) -> f64 {
        self.table_entry().link_density()
    }

    /// Lines when wrapped at [`Options::wrap_width`](crate::Options::wrap_width) columns.
    pub fn lines(&self) -> u32 {
        self.table_entry().lines
    }

    /// Unicode scalar values of its text.
    pub fn characters(&self) -> u32 {
        self.table_entry().characters
    }

    /// 1 to 6 inside `h1` to `h6`, else 0.
    pub fn heading_level(&self) -> u8 {
        self.table_entry().heading
    }

    /// The depth in the tree of the element that contains it.
    pub fn depth(&self) -> u16 {
        self.table_entry().depth
    }

    /// Properties of its text.
    pub fn flags(&self) -> BlockFlags {
        let repeated = if self.label().is_duplicate { BlockFlags::REPEATED } else { BlockFlags::default() };
        let is_left_out = self.document.leaves_out(self.index);
        let left_out = if is_left_out { BlockFlags::LEFT_OUT } else { BlockFlags::default() };
        BlockFlags::from_bits(self.table_entry().flags.into()) | repeated | left_out
    }

    /// The index of the [comment](Document::comments) that it belongs to, as its text, its author and date, or a button.
    pub fn comment(&self) -> Option<usize> {
        self.document.comment_of(self.index).map(|comment| comment as usize)
    }

    /// The index of the segment in which it begins; `None` if it has no tokens or is the title, or without
    /// [`Parts::SEGMENTS`](crate::Parts::SEGMENTS).
    pub fn segment(&self) -> Option<usize> {
        let (first, end) = self.table_entry().fragments;
        let segment = self.document.segmentation.segment_of_fragment.get(first as usize)?;
        (first < end).then_some(*segment as usize)
    }

    /// Whether its text is in the main region by tag path sequence; needs
    /// [`Parts::REGION`](crate::Parts::REGION).
    pub fn is_in_main_region(&self) -> bool {
        let page::Block { first_text, container, .. } = *self.table_entry();
        self.document.tag_path.is_some_and(|tag_path| tag_path.holds(first_text, container))
    }

    /// Whether the template mask covers it: navigation, advertising and other boilerplate.
    pub fn is_template(&self) -> bool {
        self.label().is_template
    }

    /// Its role on the page.
    pub fn role(&self) -> Role {
        self.label().role
    }

    /// The probability that it is content, 0 to 1.
    pub fn probability(&self) -> f32 {
        self.label().probability
    }

    /// What it is for a search engine; [`Field::Text`] without [`Parts::FIELDS`](crate::Parts::FIELDS).
    pub fn field(&self) -> Field {
        self.field_entry().field
    }

    /// What its terms count in a ranking, in quarters: 4 is 1.0. It follows from [`Block::field`], whether the block is
    /// template or not; text that the page repeats counts less. 0 means not to be searched.
    ///
    /// In the block of a field with more than unit weight ([`Field::weight`]), terms count 1.0 if the block has more
    /// than 64 tokens, or if the page has very many of its kind: more than a quarter of its tokens, and more than 256.
    pub fn weight(&self) -> u8 {
        self.field_entry().weight
    }

    /// How many other pages it links to, if at least half of its tokens are linked; else 0. At most 65,535.
    pub fn link_targets(&self) -> u16 {
        self.field_entry().link_targets
    }

    /// The tag path of the element that contains it, such as `html/body/div.main/p`: element names from the root down,
    /// each followed by its classes. It is shortened if those of all blocks together exceed
    /// [`Limits::max_output`](crate::Limits::max_output). For many blocks [`Document::tag_paths`] takes less time.
    pub fn tag_path(&self) -> impl fmt::Display + use<'a> {
        self.document.path_of(self.table_entry().container)
    }

    /// A hash of its tag path: the names of the elements from the root to the one that contains it, each with its first
    /// three classes, without those of `html` and `body` and with long numbers replaced. It is the same on every
    /// machine, and may be stored with [`HASH_VERSION`](crate::HASH_VERSION): statistics over the pages of a site can
    /// be kept by it. Takes time linear in the depth.
    ///
    /// It is not keyed: an author can make pages whose hashes collide, which gains no more than to use the same path.
    pub fn path_hash(&self) -> u64 {
        hashes::path_hash(&self.document.page.tree, self.table_entry().container)
    }

    /// A hash of [`Block::text`], as stable as [`Block::path_hash`].
    pub fn text_hash(&self) -> u64 {
        hashes::text_hash(self.text())
    }
}
