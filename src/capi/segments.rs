//! Segments and main regions.
//!
//! Segments are neighboring text of like density, which Block Fusion joins; the main region is the part of the page
//! with the most text by its tag paths.

use super::document::View;
use super::experimental::Experimental;
use super::start::blockmask_table;
use super::status::Failure;
use crate::Parts;

/// parts: the segments, and where blocks lie in them. Passages then rather end where a segment ends.
pub const BLOCKMASK_PART_SEGMENTS: u32 = 8;
/// parts: the main region, and which blocks are in it.
pub const BLOCKMASK_PART_REGION: u32 = 16;

/// A segment: neighboring text that belongs together by its density.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_segment {
    /// First byte of its first character in the bytes of the page.
    pub source_start: u32,
    /// One past its last character.
    pub source_end: u32,
    /// Where it begins in the normalized text.
    pub text_start: u32,
    /// One past its end in the normalized text.
    pub text_end: u32,
    /// Tokens.
    pub tokens: u32,
    /// Tokens that begin inside a link.
    pub linked_tokens: u32,
    /// Lines when wrapped.
    pub lines: u32,
    /// Text density as an exact fraction, as in blockmask_block.
    pub density_tokens: u32,
    /// Its denominator.
    pub density_lines: u32,
}

/// A part of the main region, with its tags: there are one or two.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_main_region {
    /// First byte in the bytes of the page.
    pub source_start: u32,
    /// One past the last byte.
    pub source_end: u32,
}

impl Experimental {
    pub fn segments(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        let document = view.computed(Parts::SEGMENTS, "the segments were", "SEGMENTS")?;
        self.segments.fill(document.segments().map(|segment| {
            let (source, text, density) = (segment.source(), segment.text_range(), segment.text_density());
            blockmask_segment {
                source_start: source.start as u32,
                source_end: source.end as u32,
                text_start: text.start as u32,
                text_end: text.end as u32,
                tokens: segment.tokens(),
                linked_tokens: segment.linked_tokens(),
                lines: segment.lines(),
                density_tokens: density.tokens,
                density_lines: density.lines,
            }
        }))
    }

    pub fn main_regions(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        let document = view.computed(Parts::REGION, "the main region was", "REGION")?;
        self.main_regions.fill(
            document
                .main_regions()
                .map(|range| blockmask_main_region { source_start: range.start as u32, source_end: range.end as u32 }),
        )
    }
}
