//! The learned method: groups of repeated elements, and a linear classifier trained on real pages. The paper's rules
//! miss most threads and lists of today's pages; templates repeat the markup of every post, which is what this method
//! uses.
//!
//! 1. Every text belongs to its nearest *holder*, an element such as `div`, `td`, `li` or `blockquote`; holders with
//!    the same tag and class are of one *kind* ([`groups`](mod@groups)).
//! 2. Shares and lengths of the page, of its largest holder and of its largest kinds, and declarations of the page
//!    ([`signals`]), are [`features`]; a logistic regression separates articles, threads and lists ([`model`]).
//! 3. Rules find the areas of each genre ([`areas`](mod@areas)).

mod areas;
pub mod features;
mod groups;
mod model;
mod signals;
mod weights;

use super::areas::{AreaRoot, build};
use super::own_text::{self, EXCLUDED};
use super::{PageLayout, Regions, StyleDensity};
use crate::base::arena::{Bump, Vec};
use crate::base::error::Error;
use crate::base::limits::Watch;
use crate::judge::comments::Comments;
use crate::read::page::{Page, flag};

/// The classes of the classifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Genre {
    /// One main text.
    Article = 0,
    /// A post and its answers.
    Thread = 1,
    /// Many things of one kind.
    List = 2,
}

/// Finds layout and areas.
pub(super) fn analyze<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    comments: &Comments<'_>,
    watch: &Watch,
) -> Result<StyleDensity<'a>, Error> {
    let ancestors = own_text::ancestors(arena, page.tree.nodes, &groups::HOLDERS);
    let (spans, _) = own_text::own_text(arena, page, ancestors, excluded(page));
    watch.check()?;
    let groups = groups::groups(arena, page, ancestors, spans);
    let summary = features::summarize(page, &groups);
    let genre = model::genre(&summary.features);
    let context = areas::Context { page, ancestors, spans, groups: &groups, summary: &summary, comments };
    watch.check()?;
    let found = areas::find(arena, &context, genre);
    let areas = build(arena, page, spans, &found.roots, |i, _| found.area_of_span[i].checked_sub(1));
    Ok(StyleDensity {
        layout: found.layout,
        areas,
        regions: Regions::default(),
        spans,
        area_of_span: found.area_of_span,
    })
}

/// The result of [`areas::find`].
struct Areas<'a> {
    layout: PageLayout,
    roots: Vec<'a, AreaRoot>,
    /// One plus the area of each span; 0 for none.
    area_of_span: &'a [u32],
}

/// The features of a page, for training.
#[cfg(feature = "unstable")]
pub fn features_of(arena: &Bump, page: &Page<'_>) -> features::Features {
    let ancestors = own_text::ancestors(arena, page.tree.nodes, &groups::HOLDERS);
    let (spans, _) = own_text::own_text(arena, page, ancestors, excluded(page));
    features::summarize(page, &groups::groups(arena, page, ancestors, spans)).features
}

/// The flags of excluded text: text in `noscript` counts if there is more of it than of other text, as on a page that
/// needs scripts.
fn excluded(page: &Page<'_>) -> u16 {
    let (mut noscript, mut shown) = (0u64, 0u64);
    for block in page.blocks.iter().filter(|block| block.flags & (EXCLUDED & !flag::NOSCRIPT) == 0) {
        let sum = if block.flags & flag::NOSCRIPT != 0 { &mut noscript } else { &mut shown };
        *sum += u64::from(block.tokens);
    }
    if noscript > shown { EXCLUDED & !flag::NOSCRIPT } else { EXCLUDED }
}
