//! From bytes to tables, on every page: encoding, tree, text, blocks, links, addresses, the meaning of class names.

pub(crate) mod address;
pub mod class_words;
#[cfg_attr(not(feature = "visual"), allow(dead_code))]
pub mod css;
pub mod encoding;
pub mod html;
pub mod page;
