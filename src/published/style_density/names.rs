//! Keywords for comments in classes and ids (Pappas et al. 2012).

use crate::base::hash::{hash_bytes, mix};
use crate::read::class_words::dictionary::{Meaning, count, with_meaning};
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tree};

/// Words of class and id that mention comments.
const COMMENT_WORDS: [(&str, u8); count(Meaning::CommentKeyword)] = with_meaning(Meaning::CommentKeyword);

/// Words before a colon in running text that introduce a quotation.
const ATTRIBUTIONS: [&[u8]; 2] = [b"wrote", b"said"];

/// A hash of the class attribute, whitespace normalized; none if there is no class.
pub(super) fn class_hash(tree: &Tree<'_>, node: &Node) -> Option<u64> {
    let class = value(tree, node, Name::CLASS);
    let mut words = class.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let first = hash_bytes(1, words.next()?);
    Some(words.fold(first, |hash, word| mix(hash, hash_bytes(2, word))))
}

/// Whether class or id contain a word for comments.
pub(super) fn mentions_comments(tree: &Tree<'_>, node: &Node) -> bool {
    [Name::CLASS, Name::ID].into_iter().any(|name| {
        let value = value(tree, node, name);
        COMMENT_WORDS.iter().any(|(word, _)| contains(value, word.as_bytes()))
    })
}

/// Whether the class contains the word `comment`.
pub(super) fn class_mentions_comments(tree: &Tree<'_>, node: &Node) -> bool {
    contains(prefix(value(tree, node, Name::CLASS)), b"comment")
}

/// The first bytes of a value, for callers that read it again for each child of the element.
pub(super) fn prefix(value: &[u8]) -> &[u8] {
    &value[..value.len().min(256)]
}

/// Whether a text contains `wrote:` or `said:`.
pub(super) fn has_attribution(text: &str) -> bool {
    memchr::memchr_iter(b':', text.as_bytes()).any(|colon| {
        let before = &text.as_bytes()[..colon];
        ATTRIBUTIONS.iter().any(|word| {
            let start = before.len().saturating_sub(word.len());
            same_name(&before[start..], word)
        })
    })
}

/// The value of an attribute as written; empty if there is none.
pub(super) fn value<'a>(tree: &Tree<'a>, node: &Node, name: Name) -> &'a [u8] {
    tree.attribute(node, name).map_or(&[], |attribute| tree.raw_value(attribute))
}

/// Whether `value` contains `word`, which is in lower case, in any case.
pub(super) fn contains(value: &[u8], word: &[u8]) -> bool {
    let Some(&first) = word.first() else { return true };
    let mut starts = memchr::memchr2_iter(first, first.to_ascii_uppercase(), value);
    starts.any(|at| value.get(at..at + word.len()).is_some_and(|found| same_name(found, word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_colons() {
        assert!(has_attribution("Jane WROTE: no"));
        assert!(has_attribution("said:"));
        assert!(!has_attribution("He said so: no"));
        assert!(!has_attribution(": wrote"));
    }

    #[test]
    fn words_in_any_case() {
        assert!(contains(b"x Comment-list", b"comment"));
        assert!(!contains(b"com ment", b"comment"));
        assert!(!contains(b"", b"comment"));
    }
}
