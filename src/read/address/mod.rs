//! Addresses of pages and of the targets of their links. All that the library knows about them is decided here.
//!
//! | file | decides |
//! |---|---|
//! | `reference` | the parts of a reference, and what it resolves to (RFC 3986) |
//! | `declared` | what `rel` says, and which elements declare the canonical address and the base of a page |
//! | `own_page` | the address of a page, and whether a link leads to the page itself |
//!
//! Addresses are spans of the text that they stand in; only [`resolve`] writes new ones. No step is longer than the text
//! it reads, and addresses of more than [`MAX_LENGTH`] bytes are unknown.

mod declared;
mod own_page;
mod reference;

pub(crate) use declared::{Declared, has_rel, is_canonical, is_in_head};
pub(crate) use own_page::{OwnPage, leads_home, may_hide_its_scheme, own_address};
pub(crate) use reference::{MAX_LENGTH, Reference, resolve};
