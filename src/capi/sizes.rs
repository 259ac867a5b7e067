//! The size of each struct in version 0.2.0, the first with this binary interface. These numbers never change: programs
//! that were compiled then pass them, and the library accepts no smaller size.

use super::batch::blockmask_batch_page;
use super::comments::blockmask_comment;
use super::config::blockmask_options;
use super::experimental::blockmask_experimental_options;
use super::facts::blockmask_fact_options;
use super::input::blockmask_input;
use super::layout::blockmask_area;
use super::page::{blockmask_fingerprint, blockmask_page};
use super::pointer::Versioned;
use super::push::blockmask_attribute;
use super::records::{blockmask_block, blockmask_heading, blockmask_link, blockmask_region, blockmask_segment};
use super::shapes::blockmask_run;
use super::structure::{blockmask_block_structure, blockmask_image};
use super::visual::{blockmask_block_visibility, blockmask_visual_area};

/// Bytes of a pointer or a `size_t`.
const WORD: usize = size_of::<usize>();

macro_rules! first_sizes {
    ($($name:ident: $size:expr,)*) => {$(
        // SAFETY: `repr(C)`, of integers, floats and raw pointers; the sum of its fields is its size.
        unsafe impl Versioned for $name {
            const FIRST_SIZE: usize = $size;
        }
        const _: () = assert!(size_of::<$name>() >= <$name as Versioned>::FIRST_SIZE);
    )*};
}

first_sizes! {
    blockmask_options: 96,
    blockmask_experimental_options: 72,
    blockmask_page: 76,
    blockmask_fingerprint: 96,
    blockmask_block: 88,
    blockmask_segment: 36,
    blockmask_region: 8,
    blockmask_link: 16,
    blockmask_heading: 8,
    blockmask_comment: 28,
    blockmask_area: 28,
    blockmask_visual_area: 88,
    blockmask_block_visibility: 8,
    blockmask_block_structure: 48,
    blockmask_image: 24,
    blockmask_run: WORD + 40,
    blockmask_input: 6 * WORD,
    blockmask_fact_options: 6 * WORD,
    blockmask_attribute: 4 * WORD,
    blockmask_batch_page: 168,
}
