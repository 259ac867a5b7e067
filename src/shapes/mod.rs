//! The shapes in which search engines take a page: what each needs is a function of the [`Document`](crate::Document).
//!
//! | engine | hook | shape |
//! |---|---|---|
//! | any | a field a role, a boost a block | the block table: [`Document::blocks`](crate::Document::blocks) |
//! | analysis chains with a character filter | bytes in, as many bytes out | [`blank`] |
//! | in-place strippers that index zones by tag name | HTML in, HTML out | [`annotate`] |
//! | term generator loops | text, weight | [`runs`] |
//!
//! All of them speak of blocks by their [`Role`]s.

mod annotate;
mod blank;
mod runs;
mod units;

#[cfg(test)]
mod tests;

pub use crate::mask::Role;
pub use annotate::annotate;
#[cfg(feature = "capi")]
pub(crate) use annotate::annotate_to;
pub use blank::blank;
pub use runs::{Run, run, runs};
pub use units::UnsupportedEncoding;

/// The zone of [`annotate`] that holds blocks of the role; none for the title, which is an element already.
pub const fn zone(role: Role) -> Option<&'static str> {
    match role {
        Role::Main => Some("blk-main"),
        Role::Heading => Some("blk-heading"),
        Role::Comment => Some("blk-comment"),
        Role::Metadata => Some("blk-meta"),
        Role::Navigation => Some("blk-nav"),
        Role::Aside => Some("blk-aside"),
        Role::Legal => Some("blk-legal"),
        Role::Hidden => Some("blk-hidden"),
        Role::Title => None,
    }
}
