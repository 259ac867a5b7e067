//! From bytes to tables, on every page: encoding, tree, text, blocks, links, and the meaning of class names.

pub mod class_words;
pub mod encoding;
pub mod html;
pub mod page;
