//! The features of blocks that the learned mask reads: bytes, made from the page tables in linear time, in integers
//! only, so that they are the same on every machine.
//!
//! | file | features |
//! |---|---|
//! | `text` | the block's own text: length, links, punctuation, capitals |
//! | `elements` | kinds of ancestors and how near they are; shares of text and links in the elements around the block |
//! | `words` | the words of class names that tell kinds of elements |
//! | `repetition` | blocks of the same tag path, membership in the main region, equal texts |
//! | `surroundings` | neighbours, windows, headings, segment, position |
//! | `whole_page` | totals of the page |

mod elements;
mod repetition;
mod scale;
mod surroundings;
mod text;
mod whole_page;
mod words;

use crate::fusion::Segmentation;
use crate::page::Page;
use crate::tag_path::TagPath;
use bumpalo::{Bump, collections::Vec};
use elements::{KINDS, NEAR_NAMES, SHARE_NAMES};
use repetition::Repetition;
use surroundings::Surroundings;
use text::Characters;

/// How many features a block has.
pub const COUNT: usize = text::NAMES.len()
    + KINDS
    + SHARE_NAMES.len()
    + repetition::NAMES.len()
    + surroundings::NAMES.len()
    + whole_page::NAMES.len();

/// Number of the features' meaning; a model is for one version.
pub const VERSION: u32 = 1;

/// Blocks that are scored side by side.
pub const LANES: usize = 16;

/// The features of [`LANES`] blocks, one array a feature.
pub type Group = [[u8; LANES]; COUNT];

/// The names of all features, as `group.name`.
pub fn names() -> std::vec::Vec<String> {
    let groups: [(&str, &[&str]); 6] = [
        ("text", &text::NAMES),
        ("near", &NEAR_NAMES),
        ("around", &SHARE_NAMES),
        ("repetition", &repetition::NAMES),
        ("surroundings", &surroundings::NAMES),
        ("page", &whole_page::NAMES),
    ];
    groups.iter().flat_map(|(group, names)| names.iter().map(move |name| format!("{group}.{name}"))).collect()
}

/// The features of all blocks, [`LANES`] blocks a group; the last group is filled up with empty ones.
pub fn features<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    segmentation: &Segmentation<'_>,
    tag_path: &TagPath<'_>,
) -> &'a [Group] {
    let blocks = page.blocks;
    if blocks.is_empty() {
        return &[];
    }
    let container_of = |node: u32| page.contexts[node as usize].container;
    let elements = elements::elements(arena, &page.tree, container_of, blocks);
    let repetition = Repetition::of(arena, page, &elements, tag_path);
    let surroundings = Surroundings::of(arena, blocks);
    let text_of = |i: usize| &page.text[blocks[i].text.0 as usize..blocks[i].text.1 as usize];
    let mut characters = Vec::with_capacity_in(blocks.len(), arena);
    characters.extend((0..blocks.len()).map(|i| Characters::of(text_of(i))));
    let whole_page = whole_page::values(&page.tree, blocks, &characters, &elements);
    // What is the same for all blocks is written a group at a time, the rest block by block.
    let mut blank: Group = [[0; LANES]; COUNT];
    let of_page = blank[COUNT - whole_page.len()..].iter_mut();
    of_page.zip(whole_page).for_each(|(row, value)| *row = [value; LANES]);
    let groups: &mut [Group] = arena.alloc_slice_fill_copy(blocks.len().div_ceil(LANES), blank);
    for (i, block) in blocks.iter().enumerate() {
        let near = elements.list[elements.of_blocks[i] as usize].near;
        let mut column = Column { group: &mut groups[i / LANES], lane: i % LANES, next: 0 };
        column.write(&text::values(block, text_of(i), &characters[i]));
        column.write(&near);
        column.write(&elements::share_values(&elements, i));
        column.write(&repetition.values(&elements, i, block, tag_path));
        column.write(&surroundings.values(page, segmentation, i));
    }
    groups
}

/// One block's lane of a group, written from the first feature on.
struct Column<'g> {
    group: &'g mut Group,
    lane: usize,
    next: usize,
}

impl Column<'_> {
    #[inline]
    fn write<const N: usize>(&mut self, values: &[u8; N]) {
        for (row, &value) in self.group[self.next..self.next + N].iter_mut().zip(values) {
            row[self.lane] = value;
        }
        self.next += N;
    }
}
