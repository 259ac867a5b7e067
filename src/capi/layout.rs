//! Layout.
//!
//! The layout of a page and its areas: the article, its comments or the posts of a thread, or the entries of a list.
//! They are computed if the option style_density is set. The text of an area need not be one range of the normalized
//! text; blockmask_get_area_text lends it.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::pointer::Out;
use super::push::Pushed;
use super::records::{BLOCKMASK_NONE, borrow};
use super::status::{Failure, blockmask_status};
use crate::Document;
use crate::style_density::Area;
use std::ffi::c_char;

/// layout: not computed.
pub const BLOCKMASK_LAYOUT_NONE: u32 = 0;
/// layout: one main text.
pub const BLOCKMASK_LAYOUT_ARTICLE: u32 = 1;
/// layout: a main text with comments, or a post with answers.
pub const BLOCKMASK_LAYOUT_ARTICLE_WITH_COMMENTS: u32 = 2;
/// layout: several areas, or none.
pub const BLOCKMASK_LAYOUT_MULTIPLE: u32 = 3;

/// role of an area: the article, or the post that opens a thread.
pub const BLOCKMASK_AREA_ARTICLE: u32 = 1;
/// role of an area: a comment, or an answer.
pub const BLOCKMASK_AREA_COMMENT: u32 = 2;
/// role of an area: one of several items of equal rank.
pub const BLOCKMASK_AREA_ITEM: u32 = 3;

/// An area of a page.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_area {
    /// First byte of its first character.
    pub source_start: u32,
    /// One past its last character.
    pub source_end: u32,
    /// One of BLOCKMASK_AREA_.
    pub role: u32,
    /// The index of the area that it answers or is part of, or BLOCKMASK_NONE.
    pub parent: u32,
    /// How many ancestors it has among the areas.
    pub depth: u32,
    /// Characters of its text.
    pub characters: u32,
    /// Bytes of its text.
    pub text_length: u32,
}

/// Writes the layout of the page: one of BLOCKMASK_LAYOUT_.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_layout(analyzer: *mut blockmask_analyzer, layout: *mut u32) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let mut out = unsafe { Out::new(layout, "layout") }?;
        out.write(layout_number(state.held.document()?));
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes the address, the number and the stride of the areas, which are in page order. There are none if they were not
/// computed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_areas(
    analyzer: *mut blockmask_analyzer,
    areas: *mut *const blockmask_area,
    count: *mut usize,
    stride: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { borrow(analyzer, (areas, "areas"), count, Some(stride), State::areas) }
}

/// Writes the address of the text of an area and its length in bytes: UTF-8 that is not terminated by a zero, with line
/// feeds between blocks. It is borrowed from the analyzer, valid until it takes the next page.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_area_text(
    analyzer: *mut blockmask_analyzer,
    area: usize,
    text: *mut *const c_char,
    length: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let (mut out, mut out_length) = unsafe { (Out::new(text, "text")?, Out::new(length, "length")?) };
        let areas = areas(state.held.document()?);
        let found = areas.get(area).ok_or_else(|| Failure::no_such("area", area, areas.len()))?;
        out.write(found.text.as_ptr().cast());
        out_length.write(found.text.len());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

fn layout_number(document: &Document<'_>) -> u32 {
    document.layout().map_or(BLOCKMASK_LAYOUT_NONE, |layout| layout as u32)
}

impl State {
    pub fn areas(&mut self) -> Result<&[blockmask_area], Failure> {
        let State { held, tables, pushed, .. } = self;
        let document = held.document()?;
        tables.areas.fill(areas(document).iter().map(|area| area_record(document, area, pushed)))
    }
}

fn areas<'a>(document: &Document<'a>) -> &'a [Area<'a>] {
    document.style_density().map_or(&[], |found| found.areas)
}

fn area_record(document: &Document<'_>, area: &Area<'_>, pushed: &Pushed) -> blockmask_area {
    let source = pushed.to_source(document.source_range(area.source));
    blockmask_area {
        source_start: source.start as u32,
        source_end: source.end as u32,
        role: area.role as u32,
        parent: area.parent.unwrap_or(BLOCKMASK_NONE),
        depth: area.depth,
        characters: area.characters,
        text_length: area.text.len() as u32,
    }
}
