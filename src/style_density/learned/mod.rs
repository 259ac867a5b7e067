//! The learned method: what a template repeats, and a decision fitted on real pages.
//!
//! 1. Every text belongs to its nearest *holder*, an element such as `div`, `td`, `li` or `blockquote`; holders of one
//!    name and class are of one *kind* ([`groups`](mod@groups)).
//! 2. Shares and lengths of the page, of its largest holder and of its largest kinds, with what the page says of itself
//!    ([`signals`]), are [`features`]; their weighted sums tell an article, a thread and a list apart ([`model`]).
//! 3. The areas of each are found by rules ([`outline`]).

pub mod features;
mod groups;
mod model;
mod outline;
mod signals;
mod weights;

use super::areas::{self, Outline};
use super::own_text::{self, UNSEEN};
use super::{PageKind, Regions, StyleDensity};
use crate::arena::Bump;
use crate::error::Error;
use crate::limits::Watch;
use crate::page::{Page, flag};

/// What the decision tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Genre {
    /// One main text.
    Article = 0,
    /// A post and its answers.
    Thread = 1,
    /// Many things of one kind.
    List = 2,
}

/// Finds kind and areas.
pub(super) fn analyze<'a>(arena: &'a Bump, page: &Page<'_>, watch: &Watch) -> Result<StyleDensity<'a>, Error> {
    let places = own_text::places(arena, page.tree.nodes, &groups::HOLDERS);
    let (pieces, _) = own_text::own_text(arena, page, places, unseen(page));
    watch.check()?;
    let groups = groups::groups(arena, page, places, pieces);
    let seen = features::overview(page, &groups);
    let genre = model::genre(&seen.features);
    let sources = outline::Sources { page, places, pieces, groups: &groups, seen: &seen };
    watch.check()?;
    let answer = outline::outline(arena, &sources, genre);
    let areas = areas::build(arena, page, pieces, &answer.outlines, |i, _| answer.area_of_piece[i].checked_sub(1));
    Ok(StyleDensity {
        kind: answer.kind,
        no_content: pieces.is_empty(),
        areas,
        regions: Regions::default(),
        pieces,
        area_of_piece: answer.area_of_piece,
    })
}

/// What [`outline`] gives.
struct Answer<'a> {
    kind: PageKind,
    outlines: crate::arena::Vec<'a, Outline>,
    /// One more than the area of each piece; 0 for none.
    area_of_piece: &'a [u32],
}

/// The features of a page, for training.
pub fn features_of(arena: &Bump, page: &Page<'_>) -> features::Features {
    let places = own_text::places(arena, page.tree.nodes, &groups::HOLDERS);
    let (pieces, _) = own_text::own_text(arena, page, places, unseen(page));
    features::overview(page, &groups::groups(arena, page, places, pieces)).features
}

/// The text of `noscript` counts where there is more of it than of other text: the page needs scripts.
fn unseen(page: &Page<'_>) -> u16 {
    let (mut noscript, mut shown) = (0u64, 0u64);
    for block in page.blocks.iter().filter(|block| block.flags & (UNSEEN & !flag::NOSCRIPT) == 0) {
        let sum = if block.flags & flag::NOSCRIPT != 0 { &mut noscript } else { &mut shown };
        *sum += u64::from(block.tokens);
    }
    if noscript > shown { UNSEEN & !flag::NOSCRIPT } else { UNSEEN }
}
