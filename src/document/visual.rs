//! Visual areas, and the visibility of blocks.

use super::{Block, Document};
use crate::base::flags::HiddenReasons;
#[cfg(feature = "unstable")]
use crate::published::visual::Visual;
use crate::published::visual::{self, VisualClass, luminance};
use std::ops::Range;

/// A visual area: neighboring lines of a block with the same style.
///
/// Positions are in pixels on a canvas 1,000 pixels wide. They are approximate, and external style sheets are not read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct VisualArea {
    /// The class of the area.
    pub class: VisualClass,
    /// The probability of the class, 0 to 1.
    pub probability: f32,
    /// The source range, from the first to the last character of the text.
    pub source: Range<usize>,
    /// The range of the text in [`Document::text`].
    pub text: Range<usize>,
    /// The index of the block that contains the area.
    pub block: u32,
    /// Why the area is not visible; empty if it is visible.
    pub hidden: HiddenReasons,
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width; 0 if the area is not visible.
    pub width: i32,
    /// Height; 0 if the area is not visible.
    pub height: i32,
    /// Lines of text; 0 if the area is not visible.
    pub lines: u32,
    /// Characters.
    pub characters: u32,
    /// Bold characters.
    pub bold: u32,
    /// Italic characters.
    pub italic: u32,
    /// Characters in links.
    pub linked: u32,
    /// Mean font size in thousandths of a pixel.
    pub font_size: u32,
    /// Color of the first character, 0xRRGGBB.
    pub color: u32,
    /// Background color of the first character, 0xRRGGBB.
    pub background: u32,
    /// Relative luminance of `color` in millionths, 0 for black.
    pub luminance: u32,
    /// Relative luminance of `background` in millionths.
    pub background_luminance: u32,
}

impl VisualArea {
    fn new(document: &Document<'_>, entry: &visual::VisualArea) -> VisualArea {
        VisualArea {
            class: entry.class,
            probability: f32::from(entry.score) / 255.0,
            source: document.source_range(entry.source),
            text: entry.text.0 as usize..entry.text.1 as usize,
            block: entry.block,
            hidden: HiddenReasons::from_bits(entry.hidden.into()),
            x: entry.rect.x,
            y: entry.rect.y,
            width: entry.rect.width,
            height: entry.rect.height,
            lines: entry.lines,
            characters: entry.characters,
            bold: entry.bold,
            italic: entry.italic,
            linked: entry.linked,
            font_size: entry.font_size,
            color: entry.color.0 >> 8,
            background: entry.background.0 >> 8,
            luminance: luminance(entry.color),
            background_luminance: luminance(entry.background),
        }
    }
}

/// The number of invisible characters of a block, and the reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlockVisibility {
    /// The number of characters that are not visible.
    pub hidden_characters: u32,
    /// The reasons. Each applies to at least one of the characters.
    pub hidden: HiddenReasons,
}

impl<'a> Document<'a> {
    /// The visual areas, in tree order. Empty unless [`Options::visual`](crate::Options::visual) is set.
    pub fn visual_areas(&self) -> impl ExactSizeIterator<Item = VisualArea> + '_ {
        let areas = self.visual.map_or(&[][..], |visual| visual.areas);
        areas.iter().map(|entry| VisualArea::new(self, entry))
    }

    /// The tables, for tests and training. Not stable.
    #[cfg(feature = "unstable")]
    pub fn visual(&self) -> Option<&Visual<'a>> {
        self.visual.as_ref()
    }
}

impl Block<'_, '_> {
    /// The invisible part of the block; `None` unless [`Options::visual`](crate::Options::visual) is set.
    pub fn visibility(&self) -> Option<BlockVisibility> {
        let entry = self.document.visual?.blocks.get(self.index)?;
        let hidden = HiddenReasons::from_bits(entry.hidden.into());
        Some(BlockVisibility { hidden_characters: entry.hidden_characters, hidden })
    }
}
