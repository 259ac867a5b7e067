//! Page layout and layout areas.
//!
//! The page layout, and its areas: the article, its comments or the posts of a thread, or the entries of a list. They
//! are computed if style_density is set. The layout is in the field page_layout of blockmask_page.

use super::document::View;
use super::experimental::Experimental;
use super::start::blockmask_table;
use super::status::Failure;
use crate::Document;
use std::ffi::CStr;

/// page_layout: not computed.
pub const BLOCKMASK_PAGE_LAYOUT_NONE: u32 = 0;
/// page_layout: one main text.
pub const BLOCKMASK_PAGE_LAYOUT_ARTICLE: u32 = 1;
/// page_layout: a main text with comments, or a post with answers.
pub const BLOCKMASK_PAGE_LAYOUT_ARTICLE_WITH_COMMENTS: u32 = 2;
/// page_layout: several layout areas, or none.
pub const BLOCKMASK_PAGE_LAYOUT_MULTIPLE: u32 = 3;

/// role of a layout area: the article, or the post that opens a thread.
pub const BLOCKMASK_LAYOUT_AREA_ARTICLE: u32 = 1;
/// role of a layout area: a comment, or an answer.
pub const BLOCKMASK_LAYOUT_AREA_COMMENT: u32 = 2;
/// role of a layout area: one of several items of equal rank.
pub const BLOCKMASK_LAYOUT_AREA_ITEM: u32 = 3;

/// string of a layout area: its text, with line feeds between blocks. It need not be one range of the normalized text.
pub const BLOCKMASK_STRING_LAYOUT_AREA: u32 = 65;

/// A layout area.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_layout_area {
    /// First byte of its first character in the bytes of the page.
    pub source_start: u32,
    /// One past its last character.
    pub source_end: u32,
    /// One of BLOCKMASK_LAYOUT_AREA_.
    pub role: u32,
    /// The index of the layout area that it answers or is part of, or BLOCKMASK_NONE.
    pub parent: u32,
    /// How many ancestors it has among the layout areas.
    pub depth: u32,
    /// Characters of its text.
    pub characters: u32,
    /// Bytes of its text.
    pub text_length: u32,
}

#[cfg(feature = "style-density")]
mod built {
    use super::super::blocks::BLOCKMASK_NONE;
    use super::*;
    use crate::published::style_density::{Area, LayoutAreaRole, PageLayout};

    pub fn page_layout(document: &Document<'_>) -> u32 {
        document.page_layout().map_or(BLOCKMASK_PAGE_LAYOUT_NONE, |layout| layout as u32)
    }

    impl Experimental {
        pub fn layout_areas(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
            let document = view.document;
            self.layout_areas.fill(areas(document).iter().map(|area| row(document, area)))
        }
    }

    pub fn layout_area_text<'v>(string: u32, index: usize, view: &View<'v>) -> Result<Option<&'v str>, Failure> {
        if string != BLOCKMASK_STRING_LAYOUT_AREA {
            return Ok(None);
        }
        let areas = areas(view.document);
        let found = areas.get(index).ok_or_else(|| Failure::no_such("layout area", index, areas.len()))?;
        Ok(Some(found.text))
    }

    fn areas<'a>(document: &Document<'a>) -> &'a [Area<'a>] {
        document.style_density().map_or(&[], |found| found.areas)
    }

    fn row(document: &Document<'_>, area: &Area<'_>) -> blockmask_layout_area {
        let source = document.source_range(area.source);
        blockmask_layout_area {
            source_start: source.start as u32,
            source_end: source.end as u32,
            role: area.role as u32,
            parent: area.parent.unwrap_or(BLOCKMASK_NONE),
            depth: area.depth,
            characters: area.characters,
            text_length: area.text.len() as u32,
        }
    }

    pub fn page_layout_name(layout: u32) -> Option<&'static CStr> {
        match layout {
            BLOCKMASK_PAGE_LAYOUT_NONE => Some(c"none"),
            _ => PageLayout::from_number(layout).map(PageLayout::c_name),
        }
    }

    pub fn area_role_name(role: u32) -> Option<&'static CStr> {
        LayoutAreaRole::from_number(role).map(LayoutAreaRole::c_name)
    }
}

#[cfg(not(feature = "style-density"))]
#[allow(clippy::unused_self)]
mod built {
    use super::*;

    pub fn page_layout(_: &Document<'_>) -> u32 {
        BLOCKMASK_PAGE_LAYOUT_NONE
    }

    impl Experimental {
        pub fn layout_areas(&mut self, _: &View<'_>) -> Result<blockmask_table, Failure> {
            Err(Failure::not_built("style-density"))
        }
    }

    pub fn layout_area_text<'v>(string: u32, _: usize, _: &View<'v>) -> Result<Option<&'v str>, Failure> {
        if string == BLOCKMASK_STRING_LAYOUT_AREA { Err(Failure::not_built("style-density")) } else { Ok(None) }
    }

    pub fn page_layout_name(layout: u32) -> Option<&'static CStr> {
        (layout == BLOCKMASK_PAGE_LAYOUT_NONE).then_some(c"none")
    }

    pub fn area_role_name(_: u32) -> Option<&'static CStr> {
        None
    }
}

pub(super) use built::{area_role_name, layout_area_text, page_layout, page_layout_name};
