//! A block of text, the unit of indexing.

use super::Document;
use crate::base::flags::BlockFlags;
use crate::base::internal::internal;
use crate::judge::field::{BlockField, Field, UNIT};
use crate::judge::mask::{BlockLabel, Role};
use crate::read::page::{self, Density, hashes};
use std::fmt;
use std::ops::Range;

/// A block of a document: text between two block-level tags. Phrasing elements such as `b` and `span` do not divide it.
#[derive(Clone, Copy, Debug)]
pub struct Block<'d, 'a> {
    pub(super) document: &'d Document<'a>,
    pub(super) index: usize,
}

impl<'d, 'a> Block<'d, 'a> {
    pub(super) fn new(document: &'d Document<'a>, index: usize) -> Block<'d, 'a> {
        Block { document, index }
    }

    internal! {
        /// The entry of the block table.
        fn table_entry(&self) -> &'a page::Block {
            &self.document.page.blocks[self.index]
        }
    }

    // The tables of labels and fields are empty if their part was not computed.
    fn label(&self) -> BlockLabel {
        self.document.mask.labels.get(self.index).copied().unwrap_or_default()
    }

    fn field_entry(&self) -> BlockField {
        let unknown = BlockField { weight: UNIT, ..BlockField::default() };
        self.document.fields.get(self.index).copied().unwrap_or(unknown)
    }

    /// The index among the blocks of the page.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The source range, from the first to the last character of the text.
    pub fn source(&self) -> Range<usize> {
        self.document.source_range(self.table_entry().source)
    }

    /// The normalized text.
    pub fn text(&self) -> &'a str {
        &self.document.page.text[self.text_range()]
    }

    /// The range of the text in [`Document::text`].
    pub fn text_range(&self) -> Range<usize> {
        let (start, end) = self.table_entry().text;
        start as usize..end as usize
    }

    /// The number of tokens.
    pub fn tokens(&self) -> u32 {
        self.table_entry().tokens
    }

    /// The number of tokens that begin inside a link.
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

    /// The length of the text in Unicode scalar values.
    pub fn characters(&self) -> u32 {
        self.table_entry().characters
    }

    /// 1 to 6 inside `h1` to `h6`, else 0.
    pub fn heading_level(&self) -> u8 {
        self.table_entry().heading
    }

    /// The depth in the tree of the element that contains the block.
    pub fn depth(&self) -> u16 {
        self.table_entry().depth
    }

    /// Flags such as hidden or duplicate.
    pub fn flags(&self) -> BlockFlags {
        let repeated = if self.label().is_duplicate { BlockFlags::REPEATED } else { BlockFlags::default() };
        let is_left_out = self.document.leaves_out(self.index);
        let left_out = if is_left_out { BlockFlags::LEFT_OUT } else { BlockFlags::default() };
        let headline = if self.is_headline() { BlockFlags::HEADLINE } else { BlockFlags::default() };
        BlockFlags::from_bits(self.table_entry().flags.into()) | repeated | left_out | headline
    }

    /// The index among the [`Rules`](crate::Rules) of the site of the rule that decided whether the block is content, or
    /// else of the last one that decided its role, field or weight; `None` if no rule decided anything.
    pub fn rule(&self) -> Option<usize> {
        self.document.rules.rule(self.index)
    }

    /// The index of the [comment](Document::comments) of which the block is the text, the author, the date or a button.
    pub fn comment(&self) -> Option<usize> {
        self.document.comment_of(self.index).map(|comment| comment as usize)
    }

    /// The index of the segment in which the block begins; `None` for the title, for a block without tokens, and
    /// without [`Parts::SEGMENTS`](crate::Parts::SEGMENTS).
    pub fn segment(&self) -> Option<usize> {
        let (first, end) = self.table_entry().fragments;
        let segment = self.document.segmentation.segment_of_fragment.get(first as usize)?;
        (first < end).then_some(*segment as usize)
    }

    /// Whether the block is in the main region; false without [`Parts::REGION`](crate::Parts::REGION).
    pub fn is_in_main_region(&self) -> bool {
        let page::Block { first_text, container, .. } = *self.table_entry();
        self.document.tag_path.is_some_and(|tag_path| tag_path.holds(first_text, container))
    }

    /// Whether the mask classifies the block as template: navigation, advertising and other boilerplate.
    pub fn is_template(&self) -> bool {
        self.label().is_template
    }

    internal! {
        /// Whether the block is the headline of the page.
        fn is_headline(&self) -> bool {
            self.index == self.document.headline as usize
        }
    }

    internal! {
        /// Whether the block is part of the main text: it is not template, or it is the headline.
        fn is_main(&self) -> bool {
            if self.is_headline() { !self.document.omits_headline } else { !self.is_template() }
        }
    }

    /// The role of the block on the page.
    pub fn role(&self) -> Role {
        self.label().role
    }

    /// The probability that the block is content, 0 to 1.
    pub fn probability(&self) -> f32 {
        self.label().probability
    }

    /// The search engine field; [`Field::Text`] without [`Parts::FIELDS`](crate::Parts::FIELDS).
    pub fn field(&self) -> Field {
        self.field_entry().field
    }

    /// The term weight in a ranking, in quarters: 4 is 1.0, and text with weight 0 should not be searched. The weight
    /// depends on [`Block::field`], not on the mask; text that is repeated in the page has a lower weight.
    ///
    /// Against keyword stuffing, the weight is at most 4 in a block of more than 64 tokens, and after the first 256
    /// tokens of a field or a quarter of the tokens of the page, whichever is more.
    pub fn weight(&self) -> u8 {
        self.field_entry().weight
    }

    /// The number of other pages to which the block links, at most 65,535; 0 if less than half of the tokens are
    /// linked.
    pub fn link_targets(&self) -> u16 {
        self.field_entry().link_targets
    }

    /// The tag path of the element that contains the block, such as `html/body/div.main/p`: the element names from the
    /// root, each followed by the classes. Paths are shortened if all paths of the page together exceed
    /// [`Limits::max_output`](crate::Limits::max_output). For many blocks [`Document::tag_paths`] is faster.
    pub fn tag_path(&self) -> impl fmt::Display + use<'a> {
        self.document.path_of(self.table_entry().container)
    }

    /// A hash of the tag path, for statistics over the pages of a site: the element names from the root, each with its
    /// first three classes (without the classes of `html` and `body`, and with long numbers replaced). It is the same
    /// on every machine, and can be stored together with [`HASH_VERSION`](crate::HASH_VERSION). Takes time linear in
    /// the depth.
    ///
    /// The hash is not keyed: an author can craft collisions, but they have no other effect than using the same path.
    pub fn path_hash(&self) -> u64 {
        hashes::path_hash(&self.document.page.tree, self.table_entry().container)
    }

    /// A hash of [`Block::text`], with the stability of [`Block::path_hash`].
    pub fn text_hash(&self) -> u64 {
        hashes::text_hash(self.text())
    }
}
