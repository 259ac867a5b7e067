//! Comments that exclude the text after them from an index or a snippet: `googleoff` and `noindex`.

use super::super::context::flag;
use crate::read::html::scan;

/// The flags of text that such comments set, [`flag::NO_INDEX`] and [`flag::NO_SNIPPET`], until the matching ones.
#[derive(Default)]
pub(super) struct Exclusion {
    pub flags: u16,
}

impl Exclusion {
    /// Applies a comment such as `<!-- googleoff: index -->`, without its delimiters.
    pub fn apply(&mut self, comment: &[u8]) {
        match comment.trim_ascii_start() {
            [b'g', b'o', b'o', b'g', b'l', b'e', b'o', b'f', b'f', scope @ ..] => self.flags |= excluded_by(scope),
            [b'g', b'o', b'o', b'g', b'l', b'e', b'o', b'n', scope @ ..] => match excluded_by(scope) {
                flag::NO_INDEX if !is_scope(scope, b"index") => self.flags = 0,
                excluded => self.flags &= !excluded,
            },
            b"noindex" => self.flags |= flag::NO_INDEX,
            b"/noindex" => self.flags &= !flag::NO_INDEX,
            _ => {}
        }
    }
}

/// What a `googleoff` comment with this scope excludes text from. The scope `anchor` is about the targets of links;
/// `all`, none and unknown ones are about everything.
fn excluded_by(scope: &[u8]) -> u16 {
    match () {
        () if is_scope(scope, b"snippet") => flag::NO_SNIPPET,
        () if is_scope(scope, b"anchor") => 0,
        () => flag::NO_INDEX,
    }
}

fn is_scope(text: &[u8], name: &[u8]) -> bool {
    let text = text.trim_ascii();
    scan::same_name(text.strip_prefix(b":").unwrap_or(text).trim_ascii(), name)
}
