//! A lack of memory ends the work on one page, not the run. What grows with the page is a [`Text`] or a [`List`], which
//! unwind if the system refuses memory; the small allocations of other code are served from the reserve of the program's
//! allocator, and the loops that make them [`check`] whether they were.

pub use blockmask::internals::arena::reserve::{ReservingAllocator, catch_refusal, check, has_memory};
pub use blockmask::internals::{List, Text};
use std::fmt::{Arguments, Write};

/// The text of a format.
pub fn text(format: Arguments<'_>) -> String {
    let mut text = Text::default();
    let _ = text.write_fmt(format);
    text.into_string()
}
