//! Visual areas.
//!
//! What a reader takes for the heading, the author, the date, a paragraph, and what a reader does not see. These tables
//! are there if the option visual is set, and empty if not. Positions on the page are in pixels, on a canvas 1000 wide,
//! as far as they follow from the page itself: external sheets are not read.

use super::analyzer::{State, blockmask_analyzer};
use super::records::get;
use super::status::{Failure, blockmask_status};
use crate::visual::VisualArea;

/// area_class: none of the others.
pub const BLOCKMASK_CLASS_NONE: u8 = 0;
/// area_class: the main heading. A page has one at most.
pub const BLOCKMASK_CLASS_H1: u8 = 1;
/// area_class: a heading of a section.
pub const BLOCKMASK_CLASS_H2: u8 = 2;
/// area_class: a line below the main heading that goes on from it.
pub const BLOCKMASK_CLASS_SUBTITLE: u8 = 3;
/// area_class: the first paragraph, where it sums up the article.
pub const BLOCKMASK_CLASS_PEREX: u8 = 4;
/// area_class: a paragraph of the article.
pub const BLOCKMASK_CLASS_PARAGRAPH: u8 = 5;
/// area_class: who wrote it.
pub const BLOCKMASK_CLASS_AUTHOR: u8 = 6;
/// area_class: when it was published.
pub const BLOCKMASK_CLASS_DATE: u8 = 7;
/// area_class: author and date in one.
pub const BLOCKMASK_CLASS_AUTHORDATE: u8 = 8;

/// hidden: display none, or the hidden attribute.
pub const BLOCKMASK_HIDDEN_DISPLAY: u8 = 1;
/// hidden: visibility hidden.
pub const BLOCKMASK_HIDDEN_VISIBILITY: u8 = 2;
/// hidden: opacity 0.
pub const BLOCKMASK_HIDDEN_OPACITY: u8 = 4;
/// hidden: a font or a box of next to no size.
pub const BLOCKMASK_HIDDEN_SIZE: u8 = 8;
/// hidden: the color of its background, or nearly.
pub const BLOCKMASK_HIDDEN_COLOR: u8 = 16;
/// hidden: moved out of the window.
pub const BLOCKMASK_HIDDEN_OFFSCREEN: u8 = 32;
/// hidden: cut off by clip or clip-path.
pub const BLOCKMASK_HIDDEN_CLIPPED: u8 = 64;

/// An area: neighboring lines of text in one block that look the same.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blockmask_visual_area {
    /// First byte of its first character.
    pub source_start: u32,
    /// One past its last character.
    pub source_end: u32,
    /// Its normalized text.
    pub text_start: u32,
    /// One past its normalized text.
    pub text_end: u32,
    /// The block that it lies in.
    pub block: u32,
    /// Left edge in pixels.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width; 0 if it is not seen.
    pub width: i32,
    /// Height.
    pub height: i32,
    /// Lines of text; 0 if it is not seen.
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
    /// What that stands on, 0xRRGGBB.
    pub background: u32,
    /// Luminance of the color in millionths, 0 for black.
    pub luminance: u32,
    /// Luminance of the background.
    pub background_luminance: u32,
    /// How sure the class is, 0 to 1.
    pub probability: f32,
    /// One of BLOCKMASK_CLASS_.
    pub area_class: u8,
    /// Union of BLOCKMASK_HIDDEN_; 0 if it is seen.
    pub hidden: u8,
    /// Zero.
    pub reserved: [u8; 2],
}

/// What is seen of a block; the table has one record for each block.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_block_look {
    /// Characters of the block that are not seen.
    pub hidden_characters: u32,
    /// Why: union of BLOCKMASK_HIDDEN_ over these.
    pub hidden: u8,
    /// Zero.
    pub reserved: [u8; 3],
}

/// Writes where the areas of the page are, how many, and the distance in bytes from one to the next. They come in the
/// order of the tree.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_visual_areas(
    analyzer: *mut blockmask_analyzer,
    areas: *mut *const blockmask_visual_area,
    count: *mut usize,
    stride: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller's promises are the same.
    unsafe { get(analyzer, (areas, "areas"), count, stride, State::visual_areas) }
}

/// The same of what is seen of each block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_block_looks(
    analyzer: *mut blockmask_analyzer,
    looks: *mut *const blockmask_block_look,
    count: *mut usize,
    stride: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller's promises are the same.
    unsafe { get(analyzer, (looks, "looks"), count, stride, State::block_looks) }
}

impl State {
    fn visual_areas(&mut self) -> Result<&[blockmask_visual_area], Failure> {
        let State { held, tables, pushed, .. } = self;
        let document = held.document()?;
        let areas = document.visual().map_or(&[][..], |visual| visual.areas);
        let record = |area: &VisualArea| {
            let source = pushed.to_source(document.source_range(area.source));
            blockmask_visual_area {
                source_start: source.start as u32,
                source_end: source.end as u32,
                ..area_record(area)
            }
        };
        tables.visual_areas.made_of(areas.iter().map(record))
    }

    fn block_looks(&mut self) -> Result<&[blockmask_block_look], Failure> {
        let State { held, tables, .. } = self;
        let looks = held.document()?.visual().map_or(&[][..], |visual| visual.blocks);
        tables.block_looks.made_of(looks.iter().map(|look| blockmask_block_look {
            hidden_characters: look.hidden_characters,
            hidden: look.hidden,
            reserved: [0; 3],
        }))
    }
}

fn area_record(area: &VisualArea) -> blockmask_visual_area {
    blockmask_visual_area {
        source_start: 0,
        source_end: 0,
        text_start: area.text.0,
        text_end: area.text.1,
        block: area.block,
        x: area.rect.x,
        y: area.rect.y,
        width: area.rect.width,
        height: area.rect.height,
        lines: area.lines,
        characters: area.characters,
        bold: area.bold,
        italic: area.italic,
        linked: area.linked,
        font_size: area.font_size,
        color: area.color.0 >> 8,
        background: area.background.0 >> 8,
        luminance: crate::visual::luminance(area.color),
        background_luminance: crate::visual::luminance(area.background),
        probability: f32::from(area.score) / 255.0,
        area_class: area.class as u8,
        hidden: area.hidden,
        reserved: [0; 2],
    }
}

// In the order of the library's own, for a test that holds the two together.
#[cfg(test)]
pub(super) const CLASSES: [u8; 9] = [
    BLOCKMASK_CLASS_NONE,
    BLOCKMASK_CLASS_H1,
    BLOCKMASK_CLASS_H2,
    BLOCKMASK_CLASS_SUBTITLE,
    BLOCKMASK_CLASS_PEREX,
    BLOCKMASK_CLASS_PARAGRAPH,
    BLOCKMASK_CLASS_AUTHOR,
    BLOCKMASK_CLASS_DATE,
    BLOCKMASK_CLASS_AUTHORDATE,
];
#[cfg(test)]
pub(super) const REASONS: [u8; 7] = [
    BLOCKMASK_HIDDEN_DISPLAY,
    BLOCKMASK_HIDDEN_VISIBILITY,
    BLOCKMASK_HIDDEN_OPACITY,
    BLOCKMASK_HIDDEN_SIZE,
    BLOCKMASK_HIDDEN_COLOR,
    BLOCKMASK_HIDDEN_OFFSCREEN,
    BLOCKMASK_HIDDEN_CLIPPED,
];
