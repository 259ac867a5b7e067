//! Page kind and regions by style density (Pappas, Katsimpras and Stamatatos, i-KNOW 2012; spec 3): is the page an
//! article, an article with comments, or does it have several main areas?
//!
//! Nodes with enough text of their own are *valid* ([`own_text`](mod@own_text)); those below one strong element, such
//! as `div` or `table`, make a *region* ([`region`](mod@region)). The largest regions are candidates; their titles,
//! levels and classes decide ([`decision`](mod@decision)). What comes out are *areas* with a role: the article, its
//! comments or the posts of a thread, or the areas of a list, in order and nested ([`areas`](mod@areas)).

mod areas;
mod decision;
#[cfg(test)]
mod golden_tests;
pub mod learned;
mod names;
mod own_text;
mod region;
mod tag_set;

pub use crate::html::TagSet;
pub use own_text::Piece;
pub use region::{Region, Regions};

use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::error::Error;
use crate::limits::Watch;
use crate::page::{Block, Page};
use areas::Outline;

/// Who decides on the page kind and its areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum StyleDensityMethod {
    /// The rules of the paper.
    #[default]
    Paper = 0,
    /// A decision fitted on real pages, over what a template repeats; see [`learned`]. Finds posts that the paper's
    /// rules do not find. The other options mean nothing to it.
    Learned = 1,
}

impl StyleDensityMethod {
    /// All methods.
    pub const ALL: [StyleDensityMethod; 2] = [StyleDensityMethod::Paper, StyleDensityMethod::Learned];

    /// The name used in options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            StyleDensityMethod::Paper => "sd",
            StyleDensityMethod::Learned => "learned",
        }
    }

    /// The method of that name.
    pub fn from_name(name: &str) -> Option<StyleDensityMethod> {
        StyleDensityMethod::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// Options of [`analyze`]. The default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StyleDensityOptions {
    /// Who decides.
    pub method: StyleDensityMethod,
    /// T1: a region is a candidate if it is not further than this from the largest, 0 to 100. Default: 50.
    pub t1: u8,
    /// T2: a node needs more characters of its own than this. Default: 20.
    pub t2: u32,
    /// Which elements are the roots of regions.
    pub strong: TagSet,
    /// A region right below the root of another one is part of it.
    pub merge_nested: bool,
    /// An article among several candidates is the one nearest to the root, and also the only one as near to its title:
    /// "closer to the root node and with an ancestor title to the closest level" taken as two conditions. Else the
    /// second one only decides where the first does not. Default: no.
    pub strict_article: bool,
}

impl Default for StyleDensityOptions {
    fn default() -> StyleDensityOptions {
        StyleDensityOptions {
            method: StyleDensityMethod::Paper,
            t1: 50,
            t2: 20,
            strong: TagSet::PAPER,
            merge_nested: true,
            strict_article: false,
        }
    }
}

/// What a page is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum PageKind {
    /// One main text.
    Article = 0,
    /// A main text, and comments or answers to it.
    ArticleWithComments = 1,
    /// Several areas: a list, the front page of a blog, posts of equal rank. Also a page without any text.
    #[default]
    Multiple = 2,
}

impl PageKind {
    /// All kinds.
    pub const ALL: [PageKind; 3] = [PageKind::Article, PageKind::ArticleWithComments, PageKind::Multiple];

    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            PageKind::Article => "article",
            PageKind::ArticleWithComments => "article-with-comments",
            PageKind::Multiple => "multiple",
        }
    }
}

/// What an area is on its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Role {
    /// The article, or the post that opens a thread.
    Article = 0,
    /// A comment on the article, or an answer in a thread.
    Comment = 1,
    /// One of several areas of equal rank.
    Area = 2,
}

impl Role {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Article => "article",
            Role::Comment => "comment",
            Role::Area => "area",
        }
    }
}

/// One area of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area<'a> {
    /// What it is.
    pub role: Role,
    /// The element that holds its text.
    pub node: u32,
    /// The heading that stands for it, or [`NONE`](crate::html::NONE).
    pub title: u32,
    /// Bytes of the UTF-8 view, from the first to the last character of its text.
    pub source: (u32, u32),
    /// Its text: blocks separated by line feeds.
    pub text: &'a str,
    /// Characters of `text`.
    pub characters: u32,
    /// The area that it is part of, or that it answers.
    pub parent: Option<u32>,
    /// How many areas are above it by `parent`.
    pub depth: u32,
}

/// The answer for a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct StyleDensity<'a> {
    /// The page kind.
    pub kind: PageKind,
    /// There is no region: the page shows hardly any text.
    pub no_content: bool,
    /// The areas that belong to the answer, in document order.
    pub areas: &'a [Area<'a>],
    /// All regions.
    pub regions: Regions<'a>,
    /// All texts, in the order of [`Page::text`].
    pub pieces: &'a [Piece],
    /// One more than the area of each piece; 0 for none.
    pub(crate) area_of_piece: &'a [u32],
}

/// Finds regions, page kind and areas.
pub fn analyze<'a>(arena: &'a Bump, page: &Page<'_>, options: &StyleDensityOptions) -> StyleDensity<'a> {
    // Nobody stops it.
    analyze_within(arena, page, options, &Watch::default()).unwrap_or_default()
}

/// The same, until somebody stops it. Every pass looks once at each node or text; reading these has paid for the steps.
pub(crate) fn analyze_within<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    options: &StyleDensityOptions,
    watch: &Watch,
) -> Result<StyleDensity<'a>, Error> {
    if options.method == StyleDensityMethod::Learned {
        return learned::analyze(arena, page, watch);
    }
    let places = own_text::places(arena, page.tree.nodes, &options.strong);
    watch.check()?;
    let (pieces, own) = own_text::own_text(arena, page, places, own_text::UNSEEN);
    watch.check()?;
    let regions = region::regions(arena, &page.tree, places, own, options);
    watch.check()?;
    let decision = decision::decide(arena, page, &regions, pieces, options);
    let mut outlines = ArenaVec::new_in(arena);
    let area_of_region = arena.alloc_slice_fill_copy(regions.all.len(), 0u32);
    for (i, region) in regions.all.iter().enumerate() {
        if let Some(role) = decision.roles[i] {
            outlines.push(Outline { role, node: region.root, title: region.title });
            area_of_region[i] = outlines.len() as u32;
        }
    }
    let area_of_piece = arena.alloc_slice_fill_iter(
        pieces.iter().map(|piece| regions.of_owner(piece.owner).map_or(0, |region| area_of_region[region as usize])),
    );
    let areas = areas::build(arena, page, pieces, &outlines, |i, _| area_of_piece[i].checked_sub(1));
    let no_content = regions.all.is_empty();
    Ok(StyleDensity { kind: decision.kind, no_content, areas, regions, pieces, area_of_piece })
}

impl StyleDensity<'_> {
    /// For each block of the page the number of its text bytes that belong to areas.
    pub fn bytes_in_areas<'a>(&self, arena: &'a Bump, blocks: &[Block]) -> &'a [u32] {
        let mut pieces = self.pieces.iter().zip(self.area_of_piece).peekable();
        arena.alloc_slice_fill_iter(blocks.iter().map(|block| {
            let mut bytes = 0;
            // Pieces are in the order of the text, and none of them is in two blocks.
            while let Some((piece, area)) = pieces.next_if(|(piece, _)| piece.text.0 < block.text.1) {
                bytes += if *area != 0 { piece.text.1 - piece.text.0 } else { 0 };
            }
            bytes
        }))
    }
}
