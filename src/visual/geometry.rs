//! Rectangles from outside, such as those of a real renderer, in place of the cheap layout: to find out what they add.

use super::areas::{RawArea, union};
use super::flow::{Flow, Rect};
use super::pieces::Piece;
use crate::html::NONE;

/// Where a renderer puts things, in pixels from the left and upper edge of the page.
pub trait Geometry {
    /// The boxes of a text node, one for each line that it stands on; none if it is not seen.
    fn lines(&self, text: u32) -> &[Rect];
    /// The box of an element.
    fn element(&self, node: u32) -> Option<Rect>;
}

/// Lines whose upper edges are closer than this are one (section 5.3).
const ONE_LINE: i32 = 5;

/// Moves areas and groups to where the renderer has them. Which texts form an area stays as it is.
pub(super) fn place(geometry: &dyn Geometry, pieces: &[Piece], flow: &mut Flow<'_>, areas: &mut [RawArea]) {
    let mut page: Option<Rect> = None;
    // An area that the renderer does not show stands, without size, where the one before it ends.
    let mut last = Rect::default();
    for area in areas.iter_mut().filter(|area| area.hidden == 0) {
        let of_area = &pieces[area.pieces.0 as usize..area.pieces.1 as usize];
        let boxes = || of_area.iter().flat_map(|piece| geometry.lines(piece.node)).copied();
        let rect = boxes().reduce(union);
        area.rect = rect.unwrap_or(Rect { y: last.y.saturating_add(last.height), width: 0, height: 0, ..last });
        let mut top = i32::MIN;
        // From left to right and down the page: a line begins where the text goes down.
        area.lines = boxes().fold(0, |lines, rect| {
            let is_new = rect.y > top.saturating_add(ONE_LINE);
            top = if is_new { rect.y } else { top };
            lines + u32::from(is_new)
        });
        area.lines = area.lines.max(1);
        last = area.rect;
        page = Some(page.map_or(area.rect, |page| union(page, area.rect)));
    }
    for group in &mut flow.groups {
        let rect = if group.node == NONE { None } else { geometry.element(group.node) };
        group.rect = rect.unwrap_or(Rect { width: 0, height: 0, ..group.rect });
    }
    if let (Some(group), Some(page)) = (flow.groups.first_mut(), page) {
        group.rect = union(Rect { x: 0, y: 0, width: 1000, height: 0 }, page);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Bump;
    use crate::html::Tag;
    use crate::visual::{VisualOptions, feature_rows, feature_rows_in, features};
    use crate::{Analyzer, Options};

    /// One box for each text node.
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
    fn areas_stand_where_the_renderer_has_them() {
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyzer.analyze(b"<p>One</p><p>Two <b>more</b>").unwrap();
        let (arena, options, page) = (Bump::new(), VisualOptions::default(), page.page());
        let texts = (0..page.tree.nodes.len() as u32).filter(|&i| page.tree.nodes[i as usize].tag == Tag::TEXT);
        let rects = [(0, 0), (500, 2), (500, 30)].map(|(x, y)| [Rect { x, y, width: 100, height: 20 }]);
        let boxes = Boxes(texts.zip(rects).collect());
        let value = |rows: &[(u32, [u8; features::COUNT])], row: usize, name: &str| {
            let at = features::NAMES.iter().position(|known| *known == name).unwrap();
            rows[row].1[at]
        };
        let cheap = feature_rows(&arena, page, &options);
        let real = feature_rows_in(&arena, page, &options, &boxes);
        assert_eq!((value(&cheap, 1, "relx"), value(&cheap, 1, "nlines"), value(&cheap, 1, "aleft")), (2, 1, 0));
        assert_eq!((value(&real, 1, "relx"), value(&real, 1, "nlines")), (141, 2));
        assert!(value(&real, 1, "aleft") > 0 && value(&real, 0, "aright") > 0);
        assert_eq!(value(&cheap, 1, "tlength"), value(&real, 1, "tlength"));
    }
}
