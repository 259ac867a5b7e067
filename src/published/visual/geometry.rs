//! Bounding boxes of a real renderer in place of the approximate layout, to measure how much they would improve the
//! classifiers (`docs/visual.md`).

use super::areas::{RawArea, union};
use super::layout::{Layout, Rect};
use super::text_runs::TextRun;
use crate::read::html::NONE;

/// The boxes of a renderer, in pixels from the top left corner of the page.
pub trait Geometry {
    /// The boxes of a text node, one for each line box that it is part of; empty if it is hidden.
    fn lines(&self, text: u32) -> &[Rect];
    /// The bounding box of an element.
    fn element(&self, node: u32) -> Option<Rect>;
}

/// Boxes whose tops differ by no more are on one line (the `nlines` feature of Burget and Burgetová 2011).
const SAME_LINE: i32 = 5;

/// Replaces the boxes of areas and separated boxes. Which lines form an area does not change.
pub(super) fn apply(geometry: &dyn Geometry, runs: &[TextRun], layout: &mut Layout<'_>, areas: &mut [RawArea]) {
    let mut page: Option<Rect> = None;
    // An area that the renderer does not show gets an empty box at the end of the previous one.
    let mut last = Rect::default();
    for area in areas.iter_mut().filter(|area| area.hidden == 0) {
        let area_runs = &runs[area.runs.0 as usize..area.runs.1 as usize];
        let boxes = || area_runs.iter().flat_map(|run| geometry.lines(run.node)).copied();
        let rect = boxes().reduce(union);
        area.rect = rect.unwrap_or(Rect { y: last.y.saturating_add(last.height), width: 0, height: 0, ..last });
        let mut top = i32::MIN;
        // In reading order, a new line starts where the top moves down.
        area.lines = boxes().fold(0, |lines, rect| {
            let is_new = rect.y > top.saturating_add(SAME_LINE);
            top = if is_new { rect.y } else { top };
            lines + u32::from(is_new)
        });
        area.lines = area.lines.max(1);
        last = area.rect;
        page = Some(page.map_or(area.rect, |page| union(page, area.rect)));
    }
    for separated in &mut layout.boxes {
        let rect = if separated.node == NONE { None } else { geometry.element(separated.node) };
        separated.rect = rect.unwrap_or(Rect { width: 0, height: 0, ..separated.rect });
    }
    if let (Some(separated), Some(page)) = (layout.boxes.first_mut(), page) {
        separated.rect = union(Rect { x: 0, y: 0, width: 1000, height: 0 }, page);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::arena::Bump;
    use crate::published::visual::{feature_rows, feature_rows_with_geometry, features};
    use crate::read::html::Tag;
    use crate::{Analyzer, Options};

    /// Text nodes with one box each.
    struct Boxes(Vec<(u32, [Rect; 1])>);

    impl Geometry for Boxes {
        fn lines(&self, text: u32) -> &[Rect] {
            self.0.iter().find(|entry| entry.0 == text).map_or(&[], |entry| &entry.1)
        }

        fn element(&self, _: u32) -> Option<Rect> {
            None
        }
    }

    /// The second paragraph moves to the right of the first, and takes two lines.
    #[test]
    fn renderer_boxes_replace_the_layout() {
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyzer.analyze(b"<p>One</p><p>Two <b>more</b>").unwrap();
        let (arena, page) = (Bump::new(), page.page());
        let texts = (0..page.tree.nodes.len() as u32).filter(|&i| page.tree.nodes[i as usize].tag == Tag::TEXT);
        let rects = [(0, 0), (500, 2), (500, 30)].map(|(x, y)| [Rect { x, y, width: 100, height: 20 }]);
        let boxes = Boxes(texts.zip(rects).collect());
        let value = |rows: &[(u32, [u8; features::COUNT])], row: usize, name: &str| {
            let at = features::NAMES.iter().position(|known| *known == name).unwrap();
            rows[row].1[at]
        };
        let estimated = feature_rows(&arena, page);
        let real = feature_rows_with_geometry(&arena, page, &boxes);
        assert_eq!(
            (value(&estimated, 1, "relx"), value(&estimated, 1, "nlines"), value(&estimated, 1, "aleft")),
            (2, 1, 0)
        );
        assert_eq!((value(&real, 1, "relx"), value(&real, 1, "nlines")), (141, 2));
        assert!(value(&real, 1, "aleft") > 0 && value(&real, 0, "aright") > 0);
        assert_eq!(value(&estimated, 1, "tlength"), value(&real, 1, "tlength"));
    }
}
