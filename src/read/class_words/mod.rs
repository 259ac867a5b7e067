//! What the `class`, `id` and `role` of an element say about its purpose: `site-nav`, `article-body`, `comment-list`.
//!
//! Template authors all over the world use the same few hundred English words, so these attributes are the cheapest
//! hint at the function of a part of a page. The [`dictionary`] has all of them, with their meanings. Most readers know a
//! word by its [group](GROUPS), one bit each; [`vocabulary`] tokenizes attribute values and looks the words up,
//! [`GroupCache`] keeps what was looked up.

mod cache;
pub(crate) mod dictionary;
pub(crate) mod vocabulary;

pub(crate) use cache::PathCache;
pub use cache::{ClassPaths, GroupCache};
pub(crate) use dictionary::{GROUPS, item};

use dictionary::{Meaning, count, with_meaning};
use vocabulary::Vocabulary;

static TABLE: Vocabulary<256> = {
    const WORDS: [(&str, u8); count(Meaning::Group)] = with_meaning(Meaning::Group);
    // `commentbody` and `comment123`, but not `commentary`, an article.
    Vocabulary::of_words(&WORDS).with_beginning("comment", b'a', dictionary::group_number("comment"))
};

/// The bit of a group in the result of [`groups_in`]. A name that does not exist fails to compile in a constant.
pub(crate) const fn group(name: &str) -> u32 {
    1 << dictionary::group_number(name)
}

/// Whether two names are equal, in constants.
pub(crate) const fn is_equal(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The groups of the words of an attribute value, as a bitmask.
pub(crate) fn groups_in(value: &[u8]) -> u32 {
    TABLE.groups_in(value)
}

static ITEMS: Vocabulary<256> = {
    const WORDS: [(&str, u8); count(Meaning::Item)] = with_meaning(Meaning::Item);
    Vocabulary::of_words(&WORDS)
};

/// What the words of an attribute value or a heading say about the items of a group, as bits numbered in [`item`].
pub(crate) fn items_in(value: &[u8]) -> u32 {
    ITEMS.groups_in(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(value: &str) -> Vec<&'static str> {
        let groups = groups_in(value.as_bytes());
        (0..GROUPS.len()).filter(|i| groups >> i & 1 == 1).map(|i| GROUPS[i]).collect()
    }

    #[test]
    fn groups_by_name() {
        assert_eq!((group("nav"), group("header"), group("banner")), (1, 2, 4));
    }

    #[test]
    fn words_of_class_names() {
        assert_eq!(names("site-header__nav"), ["nav", "header"]);
        assert_eq!(names("postBody isHidden"), ["post", "content", "hidden"]);
        assert_eq!(names("COMMENT_list"), ["comment", "list"]);
        assert_eq!(names("commentlinks"), ["comment"]);
        assert_eq!(names("CommentFormContainer4"), ["comment", "form"]);
        assert!(names("commentary incomment").is_empty());
        assert!(names("navy adder x d 123 \u{e9}").is_empty());
        assert!(names(&format!("{} nav", "x".repeat(512))).is_empty());
    }

    #[test]
    fn every_word_is_found_in_its_own_group() {
        for (word, group) in with_meaning::<{ count(Meaning::Group) }>(Meaning::Group) {
            assert_eq!(groups_in(word.as_bytes()), 1 << group, "{word}");
        }
    }
}
