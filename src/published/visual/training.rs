//! The features of the areas of a page, from which `lab/` trains the classifiers, and an analysis without limits.

use super::features::{self, Features};
use super::geometry::{self, Geometry};
use super::{Visual, analyze_within, areas, cascade, layout, text_runs};
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::limits::Watch;
use crate::read::page::Page;

/// Annotates a page without limits of its caller.
pub fn analyze<'a>(arena: &'a Bump, page: &Page<'_>) -> Visual<'a> {
    // The only error is cancellation, and the default watch cannot be cancelled.
    analyze_within(arena, page, &Watch::default()).unwrap_or_default()
}

/// An area's index and its features.
pub type FeatureRow = (u32, [u8; features::COUNT]);

/// The features of all visible areas, in order: for training and inspection.
pub fn feature_rows<'a>(arena: &'a Bump, page: &Page<'_>) -> ArenaVec<'a, FeatureRow> {
    rows(arena, page, None)
}

/// The features of all visible areas with the geometry of a real renderer.
pub fn feature_rows_with_geometry<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    geometry: &dyn Geometry,
) -> ArenaVec<'a, FeatureRow> {
    rows(arena, page, Some(geometry))
}

fn rows<'a>(arena: &'a Bump, page: &Page<'_>, geometry: Option<&dyn Geometry>) -> ArenaVec<'a, FeatureRow> {
    let styles = cascade::styles(arena, &page.tree, &Watch::default()).unwrap_or_default();
    let runs = text_runs::text_runs(arena, page, &styles);
    let mut layout = layout::lay_out(arena, page, &styles, runs);
    let mut raw = areas::areas(arena, page, &styles, runs, &layout);
    if let Some(geometry) = geometry {
        geometry::apply(geometry, runs, &mut layout, &mut raw);
    }
    let features = Features::new(arena, page, &styles, runs, &layout, &raw);
    let mut rows = ArenaVec::with_capacity_in(raw.len(), arena);
    rows.extend(features.visible().iter().enumerate().map(|(position, &area)| (area, features.row(position))));
    rows
}
