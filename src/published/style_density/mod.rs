//! Page layout and layout areas by style density: an article, an article with comments, or several areas of equal rank.
//! So an index can rank articles and comments separately. After Pappas, Katsimpras and Stamatatos 2012 (i-KNOW),
//! "Extracting Informative Textual Parts from Web Pages Containing User-Generated Content".
//!
//! Nodes with enough own text are *valid* ([`own_text`](mod@own_text)); valid nodes below the same strong element, such
//! as `div` or `table`, form a *region* ([`region`](mod@region)). The largest regions are candidates; their titles,
//! levels and classes decide ([`decision`](mod@decision)). The results are *areas* with a role: the article, its
//! comments or the posts of a thread, or the items of a list, in order and nested ([`areas`](mod@areas)). [`learned`]
//! finds areas with a classifier that was trained on real pages instead.

mod areas;
mod decision;
#[cfg(test)]
mod golden_tests;
pub mod learned;
mod names;
mod own_text;
mod region;
mod tag_set;

pub use crate::read::html::TagSet;
pub use own_text::TextSpan;
#[cfg(feature = "unstable")]
pub use region::Region;
pub use region::Regions;

use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::base::error::Error;
use crate::base::limits::Watch;
use crate::base::named::named;
use crate::judge::comments::Comments;
use crate::read::page::{Block, Page};
use areas::AreaRoot;

/// The algorithm that finds the layout and its areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum StyleDensityMethod {
    /// The rules of the paper.
    #[default]
    Paper = 1,
    /// A classifier trained on real pages, over groups of repeated elements; see [`learned`]. Finds posts that the
    /// paper's rules miss, and ignores the other options.
    Learned = 2,
}

named! {
    StyleDensityMethod { Paper = "paper", Learned = "learned" }
}

/// Parameters of [`analyze`]. The defaults are the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StyleDensityOptions {
    /// The algorithm.
    pub method: StyleDensityMethod,
    /// T1: the largest distance ([`Region::dfm`]) of a candidate from the largest region, 0 to 100. Default: 50.
    pub t1: u8,
    /// T2: a valid node has more characters of own text than this. Default: 20.
    pub t2: u32,
    /// The elements that are roots of regions.
    pub strong: TagSet,
    /// Whether a region whose parent is the root of another region is merged into that. Default: true.
    pub merge_nested: bool,
    /// How to read "closer to the root node and with an ancestor title to the closest level" of the paper: if true, as
    /// two conditions that the article must both meet; if false, the second one breaks ties of the first. Default:
    /// false.
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

/// The page layout: how the main text of a page is organized. The numbers are stable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum PageLayout {
    /// One main text.
    Article = 1,
    /// A main text, and comments on it or answers to it.
    ArticleWithComments = 2,
    /// Several areas: a list, the front page of a blog, posts of equal rank. Also a page without any text.
    #[default]
    Multiple = 3,
}

named! {
    PageLayout { Article = "article", ArticleWithComments = "article-with-comments", Multiple = "multiple" }
}

/// The role of a layout area on its page. The numbers are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum LayoutAreaRole {
    /// The article, or the post that opens a thread.
    Article = 1,
    /// A comment on the article, or an answer in a thread.
    Comment = 2,
    /// One of several areas of equal rank.
    Item = 3,
}

named! {
    LayoutAreaRole { Article = "article", Comment = "comment", Item = "item" }
}

/// A layout area of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area<'a> {
    /// The role of the area.
    pub role: LayoutAreaRole,
    /// The element that holds its text.
    pub node: u32,
    /// Its heading, or [`NONE`](crate::read::html::NONE).
    pub title: u32,
    /// Bytes of the UTF-8 view, from the first to the last character of its text.
    pub source: (u32, u32),
    /// Its text: blocks separated by line feeds.
    pub text: &'a str,
    /// Characters of `text`.
    pub characters: u32,
    /// The index of the area of which it is a part, or that it answers.
    pub parent: Option<u32>,
    /// The number of ancestors by `parent`.
    pub depth: u32,
}

/// The layout and the areas of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct StyleDensity<'a> {
    /// The layout.
    pub layout: PageLayout,
    /// The areas, in document order.
    pub areas: &'a [Area<'a>],
    /// All regions.
    // For tests and tools.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub regions: Regions<'a>,
    /// All visible text nodes, in the order of [`Page::text`].
    pub spans: &'a [TextSpan],
    /// One plus the area of each span; 0 for none.
    pub(crate) area_of_span: &'a [u32],
}

/// Finds regions, layout and areas. The learned method takes over the comments of an article.
#[cfg(feature = "unstable")]
pub fn analyze<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    comments: &Comments<'_>,
    options: &StyleDensityOptions,
) -> StyleDensity<'a> {
    // The default watch never cancels.
    analyze_within(arena, page, comments, options, &Watch::default()).unwrap_or_default()
}

/// Does what [`analyze`] does unless `watch` cancels it. Every pass visits each node or span once, so that no budget of
/// steps is needed.
pub(crate) fn analyze_within<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    comments: &Comments<'_>,
    options: &StyleDensityOptions,
    watch: &Watch,
) -> Result<StyleDensity<'a>, Error> {
    if options.method == StyleDensityMethod::Learned {
        return learned::analyze(arena, page, comments, watch);
    }
    let ancestors = own_text::ancestors(arena, page.tree.nodes, &options.strong);
    watch.check()?;
    let (spans, own) = own_text::own_text(arena, page, ancestors, own_text::EXCLUDED);
    watch.check()?;
    let regions = region::regions(arena, &page.tree, ancestors, own, options);
    watch.check()?;
    let decision = decision::decide(arena, page, &regions, spans, options);
    let mut roots = ArenaVec::new_in(arena);
    let area_of_region = arena.alloc_slice_fill_copy(regions.all.len(), 0u32);
    for (i, region) in regions.all.iter().enumerate() {
        if let Some(role) = decision.roles[i] {
            roots.push(AreaRoot { role, node: region.root, title: region.title });
            area_of_region[i] = roots.len() as u32;
        }
    }
    let area_of_span = arena.alloc_slice_fill_iter(
        spans.iter().map(|span| regions.of_owner(span.owner).map_or(0, |region| area_of_region[region as usize])),
    );
    let areas = areas::build(arena, page, spans, &roots, |i, _| area_of_span[i].checked_sub(1));
    Ok(StyleDensity { layout: decision.layout, areas, regions, spans, area_of_span })
}

impl StyleDensity<'_> {
    /// For each block of the page the number of its text bytes that belong to areas.
    pub fn bytes_in_areas<'a>(&self, arena: &'a Bump, blocks: &[Block]) -> &'a [u32] {
        let mut spans = self.spans.iter().zip(self.area_of_span).peekable();
        arena.alloc_slice_fill_iter(blocks.iter().map(|block| {
            let mut bytes = 0;
            // Spans are in the order of the text, and none of them is in two blocks.
            while let Some((span, area)) = spans.next_if(|(span, _)| span.text.0 < block.text.1) {
                bytes += if *area != 0 { span.text.1 - span.text.0 } else { 0 };
            }
            bytes
        }))
    }
}
