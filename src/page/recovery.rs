//! Pages whose text an element swallows that does not end where its author thinks: when to read one once more, by rules
//! that do not let it.

use super::context::{Contexts, flag};
use crate::html::Tree;

/// Bytes of text that a second try must show, if one is to be made.
///
/// That is if an unclosed element is all that the page shows, or stands in a `noscript`, which readers do not see; or if
/// elements with self-closing start tags, as XML has them, swallow much beside what the page shows.
pub(crate) fn text_to_be_recovered(tree: &Tree, contexts: &Contexts) -> Option<usize> {
    if tree.swallowed == 0 && tree.self_closed == 0 {
        return None;
    }
    let shown = text_outside_of_head(tree, contexts);
    if tree.swallowed > 0 && (shown == 0 || ends_noscript(swallowed_by(tree))) {
        return Some(1);
    }
    // A quarter more, or it was not worth it: what such an element holds may be code and text that waits for a script.
    let enough = shown + shown / 4 + 1;
    (tree.self_closed as usize >= enough - shown).then_some(enough)
}

/// The bytes that an unclosed element holds.
fn swallowed_by<'t>(tree: &Tree<'t>) -> &'t [u8] {
    &tree.source[tree.source.len() - tree.swallowed as usize..]
}

/// Whether a part of a page begins inside of `noscript`: its end tag comes, without a start tag before it.
///
/// To a browser with scripts all of a `noscript` is text: an element that does not end in there swallows nothing.
fn ends_noscript(source: &[u8]) -> bool {
    memchr::memmem::find(source, b"noscript").is_some_and(|at| source[..at].ends_with(b"</"))
}

/// Bytes of text outside of the head that are shown.
pub(crate) fn text_outside_of_head(tree: &Tree, contexts: &Contexts) -> usize {
    contexts.texts(tree, flag::DROPPED | flag::IN_HEAD).map(|node| (node.end - node.start) as usize).sum()
}
