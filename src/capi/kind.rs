//! Page types.
//!
//! What a page is, and its areas: the article, its comments or the posts of a thread, or the entries of a list. They
//! are found only if the option style_density asks for them. Areas are records as those of the section Records; their
//! texts are told one by one, as an area need not be one stretch of the normalized text.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::pointer::Out;
use super::push::Pushed;
use super::records::{BLOCKMASK_NONE, get};
use super::status::{BLOCKMASK_BAD_ARGUMENT, Failure, blockmask_status};
use crate::Document;
use crate::style_density::{Area, PageLayout};
use std::ffi::c_char;

/// page type: not asked for.
pub const BLOCKMASK_PAGE_TYPE_UNKNOWN: u32 = 0;
/// page type: one main text.
pub const BLOCKMASK_PAGE_TYPE_ARTICLE: u32 = 1;
/// page type: a main text with comments, or a post with answers.
pub const BLOCKMASK_PAGE_TYPE_ARTICLE_WITH_COMMENTS: u32 = 2;
/// page type: several areas, or none.
pub const BLOCKMASK_PAGE_TYPE_MULTIPLE: u32 = 3;

/// role of an area: the article, or the post that opens a thread.
pub const BLOCKMASK_AREA_ARTICLE: u32 = 1;
/// role of an area: a comment, or an answer.
pub const BLOCKMASK_AREA_COMMENT: u32 = 2;
/// role of an area: one of several of equal rank.
pub const BLOCKMASK_AREA_AREA: u32 = 3;

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
    /// The number of the area that it answers or is part of, or BLOCKMASK_NONE.
    pub parent: u32,
    /// How many areas are above it.
    pub depth: u32,
    /// Characters of its text.
    pub characters: u32,
    /// Bytes of its text.
    pub text_length: u32,
}

/// Writes the page type: one of BLOCKMASK_PAGE_TYPE_.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_page_type(
    analyzer: *mut blockmask_analyzer,
    kind: *mut u32,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller's promise is the same.
        let mut out = unsafe { Out::new(kind, "kind") }?;
        out.write(
            state.held.document()?.style_density().map_or(BLOCKMASK_PAGE_TYPE_UNKNOWN, |found| number(found.layout)),
        );
        Ok(())
    };
    // SAFETY: the caller's promise about the analyzer is the same.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes where the areas of the page are, in the order of the page, how many, and the distance in bytes from one to
/// the next. There are none if they were not asked for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_areas(
    analyzer: *mut blockmask_analyzer,
    areas: *mut *const blockmask_area,
    count: *mut usize,
    stride: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller's promises are the same.
    unsafe { get(analyzer, (areas, "areas"), count, stride, State::areas) }
}

/// Writes where the text of an area is, and its length in bytes: UTF-8, blocks separated by line feeds, without a zero
/// at its end, borrowed from the analyzer until it takes the next page.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_area_text(
    analyzer: *mut blockmask_analyzer,
    area: usize,
    text: *mut *const c_char,
    length: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller's promises are the same.
        let (mut out, mut out_length) = unsafe { (Out::new(text, "text")?, Out::new(length, "length")?) };
        let areas = areas(state.held.document()?);
        let Some(found) = areas.get(area) else {
            return Err(Failure::new(BLOCKMASK_BAD_ARGUMENT, format!("there is no area {area}, but {}", areas.len())));
        };
        out.write(found.text.as_ptr().cast());
        out_length.write(found.text.len());
        Ok(())
    };
    // SAFETY: the caller's promise about the analyzer is the same.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

fn number(kind: PageLayout) -> u32 {
    kind as u32
}

pub(super) fn areas<'a>(document: &Document<'a>) -> &'a [Area<'a>] {
    document.style_density().map_or(&[], |found| found.areas)
}

pub(super) fn area_record(document: &Document<'_>, area: &Area<'_>, pushed: &Pushed) -> blockmask_area {
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
