//! Prices and ratings in short texts, as written.

use crate::judge::comments::rating::{opening_rating, rating};
use crate::judge::mask::price::price;
use crate::read::page::Page;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A number with a currency beside it: "$12.50", "1 299,- EUR".
    Price,
    /// Stars, or a number of points out of some: "★★★★☆", "4.5/5", "4 out of 5".
    Rating,
}

/// All values, by number.
pub(super) const VALUES: [Value; 2] = [Value::Price, Value::Rating];

/// Longer blocks are text, which may begin with a rating.
const MAX_BYTES: usize = 140;

/// The text range of the value in a block.
pub(super) fn find(page: &Page<'_>, block: usize, value: Value) -> Option<(u32, u32)> {
    let start = page.blocks[block].text.0;
    let text = page.text_of(&page.blocks[block]);
    let (first, end) = match value {
        Value::Rating if text.len() > MAX_BYTES => opening_rating(text)?,
        Value::Rating => rating(text)?,
        Value::Price if text.len() > MAX_BYTES => return None,
        Value::Price => price(text)?,
    };
    Some((start + first as u32, start + end as u32))
}
