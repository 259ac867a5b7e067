//! Error recovery: detects pages on which an element that ends later than its author meant swallows the visible text,
//! such as an unclosed `<textarea>` or `<script/>` written as in XML. The analyzer parses such a page a second time
//! with `ParseOptions::recover` and keeps the result that shows more text.

use super::context::{Contexts, flag};
use crate::read::html::{NONE, Tag, Tree};

/// How many bytes of body text a second parse must yield to replace the first; `None` if none is needed.
///
/// It is needed if an unclosed element holds all text that the page would show, or starts inside a `noscript`, which
/// browsers with scripts read as text; or if elements with self-closing start tags swallow a large share of the text.
pub(crate) fn recovery_threshold(tree: &Tree, contexts: &Contexts) -> Option<usize> {
    // The text in `noframes` is all that a page of frames has.
    if tree.body == NONE && tree.nodes.iter().any(|node| node.tag == Tag::NOFRAMES) {
        return Some(1);
    }
    if tree.swallowed == 0 && tree.self_closed == 0 {
        return None;
    }
    let visible = body_text_bytes(tree, contexts);
    if tree.swallowed > 0 && (visible == 0 || ends_noscript(swallowed_source(tree))) {
        return Some(1);
    }
    // Less than a quarter more is not worth it: such an element may hold code, or text that scripts fill in.
    let threshold = visible + visible / 4 + 1;
    (tree.self_closed as usize >= threshold - visible).then_some(threshold)
}

/// The source inside the unclosed element, up to the end of the page.
fn swallowed_source<'t>(tree: &Tree<'t>) -> &'t [u8] {
    &tree.source[tree.source.len() - tree.swallowed as usize..]
}

/// Whether this part of a page starts inside a `noscript`: its first mention is an end tag.
fn ends_noscript(source: &[u8]) -> bool {
    memchr::memmem::find(source, b"noscript").is_some_and(|at| source[..at].ends_with(b"</"))
}

/// Source bytes of all text outside of the head that is not dropped.
pub(crate) fn body_text_bytes(tree: &Tree, contexts: &Contexts) -> usize {
    contexts.texts(tree, flag::DROPPED | flag::IN_HEAD).map(|node| (node.end - node.start) as usize).sum()
}
