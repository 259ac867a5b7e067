//! Uneven rows: on pages that list products, blocks in a row on one tag path, of which the mask keeps some and leaves out
//! others, such as filters, menus and lists of shops. The products look alike to the model and are kept as a whole: rows
//! that it splits are hardly ever products.

use super::BlockLabel;
use crate::published::tag_path::Sequence;
use crate::read::page::Page;
use std::ops::Range;

/// The minimum number of blocks in a row.
const LEAST: usize = 4;
/// A row with at least this share of content is content.
const SHARE: [usize; 2] = [2, 3];

/// Labels such rows as template, unless they are most of the content.
pub(super) fn leave_out(page: &Page<'_>, sequence: &Sequence<'_>, labels: &mut [BlockLabel]) {
    let path_of = |i: usize| sequence.path_of_node.get(page.blocks[i].container as usize);
    let row_at = |first: usize| {
        let path = path_of(first);
        first..(first + 1..page.blocks.len()).find(|&i| path_of(i) != path).unwrap_or(page.blocks.len())
    };
    let [mut uneven, mut all, mut first] = [0; 3];
    while first < page.blocks.len() {
        let row = row_at(first);
        let kept =
            row.clone().filter(|&i| !labels[i].is_template).map(|i| page.blocks[i].tokens as usize).sum::<usize>();
        all += kept;
        uneven += if is_uneven(labels, row.clone()) { kept } else { 0 };
        first = row.end;
    }
    if uneven == 0 || 2 * uneven > all {
        return;
    }
    first = 0;
    while first < page.blocks.len() {
        let row = row_at(first);
        first = row.end;
        if is_uneven(labels, row.clone()) {
            labels[row].iter_mut().for_each(|label| label.is_template = true);
        }
    }
}

/// Whether some blocks of a row are content, but too few. Copies and notices do not count.
fn is_uneven(labels: &[BlockLabel], row: Range<usize>) -> bool {
    let counted = labels[row].iter().filter(|label| !label.is_duplicate && !label.is_notice);
    let (mut blocks, mut kept) = (0, 0);
    for label in counted {
        (blocks, kept) = (blocks + 1, kept + usize::from(!label.is_template));
    }
    let [part, whole] = SHARE;
    blocks >= LEAST && kept > 0 && whole * kept < part * blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(kept: &[u8]) -> Vec<BlockLabel> {
        kept.iter()
            .map(|&kept| BlockLabel { is_template: kept == 0, is_duplicate: kept == 2, ..BlockLabel::default() })
            .collect()
    }

    #[test]
    fn a_row_with_too_little_content_is_uneven() {
        for (kept, uneven) in [
            (&[1, 0, 0, 1][..], true),
            (&[1, 0, 1, 0, 0, 0, 0], true),
            (&[1, 1, 0, 0, 1, 1], false),
            (&[1, 1, 1, 1], false),
            (&[0, 0, 0, 0], false),
            (&[1, 0, 2, 0], false),
        ] {
            assert_eq!(is_uneven(&labels(kept), 0..kept.len()), uneven, "{kept:?}");
        }
    }
}
