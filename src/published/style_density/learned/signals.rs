//! Declarations of a page: words in classes and ids, in its URL, in its declared types.

use super::super::names;
use crate::read::address::{Reference, is_canonical};
use crate::read::class_words::dictionary::{Meaning, count, holder, with_meaning};
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::{Page, is_json_ld};

/// Words, each with the index of the bit that it sets.
pub(super) struct WordList {
    words: &'static [(&'static str, u8)],
    /// For each first byte, a bitmask of the words that begin with it.
    by_first: [u64; 128],
}

impl WordList {
    /// At most 64 words, in lower case.
    const fn new(words: &'static [(&'static str, u8)]) -> WordList {
        let mut by_first = [0; 128];
        let mut i = 0;
        while i < words.len() {
            let first = words[i].0.as_bytes()[0];
            by_first[first as usize] |= 1 << i;
            by_first[first.to_ascii_uppercase() as usize] |= 1 << i;
            i += 1;
        }
        WordList { words, by_first }
    }
}

/// Words for what an element contains, each with its number of [`holder`].
pub(super) static HOLDER_WORDS: WordList = {
    const WORDS: [(&str, u8); count(Meaning::Holder)] = with_meaning(Meaning::Holder);
    WordList::new(&WORDS)
};

/// Bits of [`HOLDER_WORDS`] for comments, and for posts in general.
pub(super) const COMMENTS: u32 = 1 << holder::COMMENT | 1 << holder::REPLY;
pub(super) const POSTS: u32 = COMMENTS
    | 1 << holder::POST
    | 1 << holder::MESSAGE
    | 1 << holder::THREAD
    | 1 << holder::ANSWER
    | 1 << holder::POST_TEXT;
/// The bit for what frames a page.
pub(super) const FRAME: u32 = 1 << holder::FRAME;

/// Words for the genre of a page: in its URL, in the classes of `html` and `body`, in the name of its generator, in its
/// declared types.
pub(super) static PAGE_WORDS: WordList = WordList::new(&[
    ("forum", 0),
    ("board", 0),
    ("community", 0),
    ("thread", 1),
    ("topic", 1),
    ("question", 2),
    ("qapage", 2),
    ("answers", 2),
    ("discussion", 3),
    ("phpbb", 4),
    ("vbulletin", 4),
    ("xenforo", 4),
    ("discourse", 4),
    ("invision", 4),
    ("mybb", 4),
    ("smf", 4),
    ("vanilla", 4),
    ("comment", 5),
    ("article", 6),
    ("blogposting", 6),
    ("story", 6),
    ("single", 7),
    ("blog", 7),
    ("news", 7),
    ("product", 8),
    ("collection", 9),
    ("categor", 9),
    ("catalog", 9),
    ("archive", 10),
    ("/tag", 10),
    ("search", 10),
    ("author", 10),
    ("list", 11),
    ("shop", 12),
    ("store", 12),
    ("/p/", 12),
    ("/dp/", 12),
    ("recipe", 13),
    ("review", 13),
    ("faq", 13),
    ("website", 14),
    ("home", 14),
    ("page", 15),
]);

/// The bits of the words of a list that occur in `value`, in any case.
pub(super) fn words(value: &[u8], list: &WordList) -> u32 {
    let value = &value[..value.len().min(MAX_VALUE)];
    let mut bits = 0;
    for (at, &byte) in value.iter().enumerate() {
        let mut left = list.by_first.get(usize::from(byte)).copied().unwrap_or(0);
        while left != 0 {
            let (word, bit) = list.words[left.trailing_zeros() as usize];
            left &= left - 1;
            let found = value.get(at..at + word.len());
            if found.is_some_and(|found| same_name(found, word.as_bytes())) {
                bits |= 1 << bit;
            }
        }
    }
    bits
}

/// Maximum of bytes that are read of a value.
const MAX_VALUE: usize = 1024;

/// The number of ancestors of a holder that are read.
const LEVELS: usize = 6;

/// The words in the names of an element, and in the names of its ancestors.
pub(super) fn words_of_holder(tree: &Tree<'_>, node: u32) -> (u32, u32) {
    let words_of = |node: &Node| {
        let frame = matches!(node.tag, Tag::NAV | Tag::FOOTER | Tag::HEADER | Tag::ASIDE);
        let named = |name| words(names::value(tree, node, name), &HOLDER_WORDS);
        named(Name::CLASS) | named(Name::ID) | if frame { FRAME } else { 0 }
    };
    let own = words_of(&tree.nodes[node as usize]);
    let around = tree.ancestors(node).skip(1).take(LEVELS).map(|at| &tree.nodes[at as usize]);
    (own, around.take_while(|node| node.tag != Tag::BODY).fold(0, |above, node| above | words_of(node)))
}

/// The words of the page as a whole: of its declarations, and of its root elements and URL.
pub(super) struct PageWords {
    pub declared: u32,
    pub named: u32,
}

/// Maximum of declarations that are read.
const MAX_DECLARATIONS: usize = 64;

/// Reads the declarations of a page.
pub(super) fn page_words(page: &Page<'_>) -> PageWords {
    let tree = &page.tree;
    let mut found = PageWords { declared: 0, named: 0 };
    let mut left = MAX_DECLARATIONS;
    for node in tree.nodes {
        match node.tag {
            Tag::HTML | Tag::BODY => {
                found.named |= words(names::value(tree, node, Name::CLASS), &PAGE_WORDS);
                found.named |= words(names::value(tree, node, Name::ID), &PAGE_WORDS);
            }
            Tag::META if left > 0 => {
                left -= 1;
                read_meta(tree, node, &mut found);
            }
            Tag::LINK if is_canonical(page, node) => {
                found.named |= words_of_url(names::value(tree, node, Name::HREF));
            }
            Tag::SCRIPT if is_json_ld(tree, node) => {
                read_types(&tree.source[node.content as usize..node.end as usize], &mut found, &mut left);
            }
            _ => {}
        }
        if node.known & Name::ITEMTYPE.bit() != 0 && left > 0 {
            left -= 1;
            let kind = names::value(tree, node, Name::ITEMTYPE);
            let kind = kind.rsplit(|&byte| byte == b'/').next().unwrap_or(kind);
            found.declared |= words(kind, &PAGE_WORDS);
        }
    }
    found
}

fn read_meta(tree: &Tree<'_>, node: &Node, found: &mut PageWords) {
    let content = || tree.attribute(node, Name::CONTENT).map_or(&[][..], |attribute| tree.raw_value(attribute));
    let property = names::value(tree, node, Name::PROPERTY);
    if same_name(property, b"og:type") {
        found.declared |= words(content(), &PAGE_WORDS);
    } else if same_name(property, b"og:url") {
        found.named |= words_of_url(content());
    } else if tree.attribute(node, Name::NAME).is_some_and(|a| same_name(tree.raw_value(a), b"generator")) {
        found.named |= words(content(), &PAGE_WORDS);
    }
}

/// Reads the types of JSON-LD.
fn read_types(json: &[u8], found: &mut PageWords, left: &mut usize) {
    for at in memchr::memmem::find_iter(json, b"\"@type\"") {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let rest = &json[at + 7..];
        let mut strings = rest[..rest.len().min(80)].split(|&byte| byte == b'"');
        strings.next();
        found.declared |= words(strings.next().unwrap_or_default(), &PAGE_WORDS);
    }
}

/// The words of what follows the host in a URL.
fn words_of_url(url: &[u8]) -> u32 {
    let url = Reference::parse(url);
    [Some(url.path), url.query, url.fragment]
        .into_iter()
        .flatten()
        .fold(0, |bits, part| bits | words(part, &PAGE_WORDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_after_the_host() {
        let topic = words(b"topic", &PAGE_WORDS);
        assert_eq!(words_of_url(b"https://forum.example.org/topic/1"), topic);
        assert_eq!(words_of_url(b"/topic/1"), topic);
        assert_eq!(words_of_url(b"https://www.example.org/?topic=1"), topic);
        assert_eq!(words_of_url(b"https://forum.example.org"), 0);
    }

    #[test]
    fn types_of_json_ld() {
        let mut found = PageWords { declared: 0, named: 0 };
        read_types(br#"{"@type": "QAPage", "a": [{"@type":"Areas"}], "@type"#, &mut found, &mut 10);
        assert_eq!(found.declared, words(b"qapage", &PAGE_WORDS));
    }
}
