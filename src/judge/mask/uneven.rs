//! Uneven rows: on pages that list products, blocks in a row on one tag path, of which the mask keeps some and leaves out
//! others, such as filters, menus and lists of shops. The products look alike to the model and are kept as a whole: rows
//! that it splits are hardly ever products.

use super::{BlockLabel, tokens_of_content};
use crate::published::tag_path::Sequence;
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The minimum number of blocks in a row.
const LEAST: usize = 4;
/// A row with at least this share of content is content.
const SHARE: [usize; 2] = [2, 3];

/// Labels such rows as template, unless they are most of the content.
pub(super) fn leave_out(page: &Page<'_>, sequence: &Sequence<'_>, labels: &mut [BlockLabel]) {
    let uneven = rows(page, sequence).filter(|row| is_uneven(labels, row.clone()));
    let tokens: u64 = uneven.map(|row| tokens_of_content(&page.blocks[row.clone()], &labels[row])).sum();
    if tokens == 0 || 2 * tokens > tokens_of_content(page.blocks, labels) {
        return;
    }
    for row in rows(page, sequence) {
        if is_uneven(labels, row.clone()) {
            labels[row].iter_mut().for_each(|label| label.is_template = true);
        }
    }
}

/// The blocks in a row on one tag path.
fn rows<'p>(page: &'p Page<'_>, sequence: &'p Sequence<'_>) -> impl Iterator<Item = Range<usize>> {
    let path_of = |block: &Block| sequence.path_of_node.get(block.container as usize);
    let mut end = 0;
    page.blocks.chunk_by(move |one, next| path_of(one) == path_of(next)).map(move |row| {
        let first = end;
        end += row.len();
        first..end
    })
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
