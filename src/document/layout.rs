//! The page layout and the layout areas by style density: the article, its comments or posts.

use super::Document;
#[cfg(any(feature = "capi", feature = "unstable"))]
use crate::base::internal::internal;
use crate::published::style_density::{self, LayoutAreaRole, PageLayout};
use std::ops::Range;

/// A layout area: the article, a comment, a post of a thread, or an entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LayoutArea<'a> {
    /// The role of the area on the page.
    pub role: LayoutAreaRole,
    /// The source range, from the first to the last character of the text.
    pub source: Range<usize>,
    /// The text: blocks separated by line feeds.
    pub text: &'a str,
    /// Unicode scalar values of `text`.
    pub characters: u32,
    /// The index of the area that this one answers, or of which it is a part.
    pub parent: Option<u32>,
    /// The number of ancestors by `parent`.
    pub depth: u32,
}

impl<'a> LayoutArea<'a> {
    fn new(document: &Document<'a>, entry: &style_density::Area<'a>) -> LayoutArea<'a> {
        let source = document.source_range(entry.source);
        let style_density::Area { role, text, characters, parent, depth, .. } = *entry;
        LayoutArea { role, source, text, characters, parent, depth }
    }
}

impl<'a> Document<'a> {
    /// Whether the page is an article, an article with comments, or has several texts of equal rank; `None` unless
    /// [`Options::style_density`](crate::Options::style_density) is set.
    pub fn page_layout(&self) -> Option<PageLayout> {
        self.style_density.as_ref().map(|found| found.layout)
    }

    /// The layout areas, in page order: the article, its comments, or the posts of a thread. Empty unless
    /// [`Options::style_density`](crate::Options::style_density) is set.
    pub fn layout_areas(&self) -> impl ExactSizeIterator<Item = LayoutArea<'a>> + '_ {
        let areas = self.style_density.as_ref().map_or(&[][..], |found| found.areas);
        areas.iter().map(|entry| LayoutArea::new(self, entry))
    }

    #[cfg(any(feature = "capi", feature = "unstable"))]
    internal! {
        /// The tables, for tests and the C interface.
        fn style_density(&self) -> Option<&style_density::StyleDensity<'a>> {
            self.style_density.as_ref()
        }
    }
}
