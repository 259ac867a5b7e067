//! Visual areas.
//!
//! The page as a reader sees it: which text is the heading, the author, the date, a paragraph, and which is not
//! visible. These tables are computed if visual is set. Positions are in pixels, on a canvas 1000 wide, as far as they
//! follow from the page itself: external style sheets are not read.

use super::document::View;
use super::experimental::Experimental;
use super::start::blockmask_table;
use super::status::Failure;
use std::ffi::CStr;

/// visual_class: none of these.
pub const BLOCKMASK_VISUAL_NONE: u32 = 0;
/// visual_class: the main heading. A page has at most one.
pub const BLOCKMASK_VISUAL_H1: u32 = 1;
/// visual_class: a heading of a section.
pub const BLOCKMASK_VISUAL_H2: u32 = 2;
/// visual_class: a line below the main heading that continues it.
pub const BLOCKMASK_VISUAL_SUBTITLE: u32 = 3;
/// visual_class: the first paragraph, where it sums up the article.
pub const BLOCKMASK_VISUAL_PEREX: u32 = 4;
/// visual_class: a paragraph of the article.
pub const BLOCKMASK_VISUAL_PARAGRAPH: u32 = 5;
/// visual_class: who wrote it.
pub const BLOCKMASK_VISUAL_AUTHOR: u32 = 6;
/// visual_class: when it was published.
pub const BLOCKMASK_VISUAL_DATE: u32 = 7;
/// visual_class: author and date together.
pub const BLOCKMASK_VISUAL_AUTHORDATE: u32 = 8;

/// hidden: display none, or the hidden attribute.
pub const BLOCKMASK_HIDDEN_DISPLAY: u32 = 1;
/// hidden: visibility hidden.
pub const BLOCKMASK_HIDDEN_VISIBILITY: u32 = 2;
/// hidden: opacity 0.
pub const BLOCKMASK_HIDDEN_OPACITY: u32 = 4;
/// hidden: the font or the box is too small.
pub const BLOCKMASK_HIDDEN_SIZE: u32 = 8;
/// hidden: the color is nearly equal to the background.
pub const BLOCKMASK_HIDDEN_COLOR: u32 = 16;
/// hidden: moved out of the viewport.
pub const BLOCKMASK_HIDDEN_OFFSCREEN: u32 = 32;
/// hidden: clipped away by clip or clip-path.
pub const BLOCKMASK_HIDDEN_CLIPPED: u32 = 64;

/// A visual area: neighboring lines of one block in one style.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blockmask_visual_area {
    /// First byte of its first character in the bytes of the page.
    pub source_start: u32,
    /// One past its last character.
    pub source_end: u32,
    /// Where it begins in the normalized text.
    pub text_start: u32,
    /// One past its end in the normalized text.
    pub text_end: u32,
    /// The index of its block.
    pub block: u32,
    /// Left edge in pixels.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width; 0 if it is not visible.
    pub width: i32,
    /// Height.
    pub height: i32,
    /// Lines of text; 0 if it is not visible.
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
    /// Color of its background, 0xRRGGBB.
    pub background: u32,
    /// Luminance of the color in millionths, 0 for black.
    pub luminance: u32,
    /// Luminance of the background.
    pub background_luminance: u32,
    /// The probability of the class, 0 to 1.
    pub probability: f32,
    /// One of BLOCKMASK_VISUAL_.
    pub visual_class: u32,
    /// Union of BLOCKMASK_HIDDEN_; 0 if it is visible.
    pub hidden: u32,
}

/// What a reader sees of a block; the table has one row for each block.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_block_visibility {
    /// Characters of the block that are not visible.
    pub hidden_characters: u32,
    /// Why: union of BLOCKMASK_HIDDEN_ over these characters.
    pub hidden: u32,
}

#[cfg(feature = "visual")]
mod built {
    use super::*;
    use crate::document::VisualArea;
    use crate::published::visual::VisualClass;

    impl Experimental {
        pub fn visual_areas(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
            self.visual_areas.fill(view.document.visual_areas().map(|area| row(&area)))
        }

        pub fn block_visibility(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
            let blocks = view.document.visual.map_or(&[][..], |visual| visual.blocks);
            self.block_visibility.fill(blocks.iter().map(|block| blockmask_block_visibility {
                hidden_characters: block.hidden_characters,
                hidden: block.hidden.into(),
            }))
        }
    }

    fn row(area: &VisualArea) -> blockmask_visual_area {
        blockmask_visual_area {
            source_start: area.source.start as u32,
            source_end: area.source.end as u32,
            text_start: area.text.start as u32,
            text_end: area.text.end as u32,
            block: area.block,
            x: area.x,
            y: area.y,
            width: area.width,
            height: area.height,
            lines: area.lines,
            characters: area.characters,
            bold: area.bold,
            italic: area.italic,
            linked: area.linked,
            font_size: area.font_size,
            color: area.color,
            background: area.background,
            luminance: area.luminance,
            background_luminance: area.background_luminance,
            probability: area.probability,
            visual_class: area.class as u32,
            hidden: area.hidden.bits(),
        }
    }

    pub fn visual_class_name(visual_class: u32) -> Option<&'static CStr> {
        VisualClass::from_number(visual_class).map(VisualClass::c_name)
    }
}

#[cfg(not(feature = "visual"))]
#[allow(clippy::unused_self)]
mod built {
    use super::*;

    impl Experimental {
        pub fn visual_areas(&mut self, _: &View<'_>) -> Result<blockmask_table, Failure> {
            Err(Failure::not_built("visual"))
        }

        pub fn block_visibility(&mut self, _: &View<'_>) -> Result<blockmask_table, Failure> {
            Err(Failure::not_built("visual"))
        }
    }

    pub fn visual_class_name(_: u32) -> Option<&'static CStr> {
        None
    }
}

pub(super) use built::visual_class_name;
