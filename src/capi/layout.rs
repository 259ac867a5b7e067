//! Layout.
//!
//! The layout of a page and its areas: the article, its comments or the posts of a thread, or the entries of a list.
//! They are computed if the option style_density is set. The text of an area need not be one range of the normalized
//! text; blockmask_get_area_text lends it. A library that was built without style density has none of this: the
//! functions return BLOCKMASK_NOT_BUILT.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::pointer::Out;
use super::records::borrow;
use super::status::blockmask_status;
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
        out.write(state.layout()?);
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
        let text = state.area_text(area)?;
        out.write(text.as_ptr().cast());
        out_length.write(text.len());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

#[cfg(feature = "style-density")]
mod built {
    use super::super::push::Pushed;
    use super::super::records::BLOCKMASK_NONE;
    use super::super::status::Failure;
    use super::{BLOCKMASK_LAYOUT_NONE, State, blockmask_area};
    use crate::Document;
    use crate::published::style_density::{Area, LayoutAreaRole, PageLayout};
    use std::ffi::CStr;

    impl State {
        pub fn layout(&self) -> Result<u32, Failure> {
            Ok(self.held.document()?.page_layout().map_or(BLOCKMASK_LAYOUT_NONE, |layout| layout as u32))
        }

        pub fn areas(&mut self) -> Result<&[blockmask_area], Failure> {
            let State { held, tables, pushed, .. } = self;
            let document = held.document()?;
            tables.areas.fill(areas(document).iter().map(|area| area_record(document, area, pushed)))
        }

        pub fn area_text(&self, area: usize) -> Result<&str, Failure> {
            let areas = areas(self.held.document()?);
            areas.get(area).map(|found| found.text).ok_or_else(|| Failure::no_such("area", area, areas.len()))
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

    pub fn layout_name(layout: u32) -> Option<&'static CStr> {
        PageLayout::from_number(layout).map(PageLayout::c_name)
    }

    pub fn area_role_name(role: u32) -> Option<&'static CStr> {
        LayoutAreaRole::from_number(role).map(LayoutAreaRole::c_name)
    }
}

#[cfg(not(feature = "style-density"))]
#[allow(clippy::unused_self)]
mod built {
    use super::super::status::Failure;
    use super::{State, blockmask_area};
    use std::ffi::CStr;

    impl State {
        pub fn layout(&self) -> Result<u32, Failure> {
            Err(Failure::not_built("style-density"))
        }

        pub fn areas(&mut self) -> Result<&[blockmask_area], Failure> {
            Err(Failure::not_built("style-density"))
        }

        pub fn area_text(&self, _: usize) -> Result<&str, Failure> {
            Err(Failure::not_built("style-density"))
        }
    }

    pub fn layout_name(_: u32) -> Option<&'static CStr> {
        None
    }

    pub fn area_role_name(_: u32) -> Option<&'static CStr> {
        None
    }
}

pub(super) use built::{area_role_name, layout_name};
