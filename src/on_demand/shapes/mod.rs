//! Output shapes for different search engines, as methods of [`Document`](crate::Document).
//!
//! | engine | hook | shape |
//! |---|---|---|
//! | any | a field per role, a boost per block | the block table: [`Document::blocks`](crate::Document::blocks) |
//! | analysis chains with a character filter | input and output of equal length | [`Document::blank_page`](crate::Document::blank_page) |
//! | in-place strippers that index zones by tag name | HTML in, HTML out | [`Document::zone_page`](crate::Document::zone_page) |
//! | plain text to read or embed | the main text | [`Document::main_text`](crate::Document::main_text) |
//! | fields for BM25F, columns | the texts of a field | [`Document::join_fields`](crate::Document::join_fields) |
//! | term generator loops | text, weight | [`Document::runs`](crate::Document::runs) |

mod blank;
mod joined;
mod runs;
mod units;
mod zone;

#[cfg(test)]
mod tests;

pub use joined::JoinedText;
pub(crate) use joined::Part;
#[cfg(feature = "capi")]
pub(crate) use joined::{Piece, map_range};
pub use runs::Run;
pub use units::UnsupportedEncoding;
#[cfg(feature = "capi")]
pub(crate) use zone::zone_to;

use crate::judge::mask::Role;

/// The name of the zone element for a role; `None` for the title, which already has an element.
const fn zone_name(role: Role) -> Option<&'static str> {
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
