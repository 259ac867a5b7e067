//! The shapes in which search engines take a page: what each needs is a function of the [`Document`](crate::Document).
//!
//! | engine | hook | shape |
//! |---|---|---|
//! | any | a field a role, a boost a block | the block table: [`Document::blocks`](crate::Document::blocks) |
//! | analysis chains with a character filter | bytes in, as many bytes out | [`blank`] |
//! | in-place strippers that index zones by tag name | HTML in, HTML out | [`annotate`] |
//! | term generator loops | text, weight | [`runs`] |
//!
//! All of them speak of blocks in one of five [`Role`]s.

mod annotate;
mod blank;
mod runs;
mod units;

#[cfg(test)]
mod tests;

pub use annotate::annotate;
#[cfg(feature = "capi")]
pub(crate) use annotate::annotate_to;
pub use blank::blank;
pub use runs::{Run, run, runs};
pub use units::UnsupportedEncoding;

use crate::document::Block;
use crate::page::flag;

/// What a block is to an index; the numbers are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Role {
    /// Content.
    Main = 1,
    /// A heading of the content, inside `h1` to `h6`.
    Heading = 2,
    /// The title in the head.
    Title = 3,
    /// Navigation, advertising, what the template mask covers.
    Template = 4,
    /// Not shown: the `hidden` attribute, an inline style, or text from metadata that the options do not take.
    Hidden = 5,
}

impl Role {
    /// The role of a block: the first that fits of title, hidden, template, heading, main.
    pub fn of(block: &Block<'_, '_>) -> Role {
        match block.flags() {
            flags if flags & flag::IN_HEAD != 0 => Role::Title,
            flags if flags & flag::METADATA_SOURCE != 0 && !block.is_template() => Role::Main,
            flags if flags & flag::HIDDEN != 0 => Role::Hidden,
            _ if block.is_template() => Role::Template,
            _ if block.heading_level() != 0 => Role::Heading,
            _ => Role::Main,
        }
    }

    /// Whether it is main content: [`Role::Main`] or [`Role::Heading`].
    pub fn is_content(self) -> bool {
        matches!(self, Role::Main | Role::Heading)
    }

    /// The zone of [`annotate`] that holds blocks of the role; none for the title, which is an element already.
    pub fn zone(self) -> Option<&'static str> {
        match self {
            Role::Main => Some("blk-main"),
            Role::Heading => Some("blk-heading"),
            Role::Template => Some("blk-nav"),
            Role::Hidden => Some("blk-hidden"),
            Role::Title => None,
        }
    }
}
