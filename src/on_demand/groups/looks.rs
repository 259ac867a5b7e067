//! What single blocks look like, read once for all groups that they are in: numbers, sentences, where their links lead.

use crate::base::fallible::List;
use crate::read::class_words::{item, items_in};
use crate::read::html::attributes::Name;
use crate::read::page::Page;
use crate::read::page::sentences::{ends_sentence, is_question_mark};
use crate::read::page::unicode::is_letter;

/// The bytes of an address that are read, and of the longest part of it that names what follows.
const MAX_ADDRESS: usize = 256;
const MAX_SEGMENT: usize = 12;
/// The most digits of a number that counts something.
const MAX_DIGITS: usize = 4;

/// What a block looks like.
#[derive(Clone, Copy, Default)]
pub(super) struct Look {
    /// The number that it begins with, or none.
    pub number: Option<u16>,
    /// It is a number and nothing else, such as votes.
    pub is_number: bool,
    /// It ends as a sentence does.
    pub ends_sentence: bool,
    /// It ends as a question does.
    pub asks: bool,
    /// A link in it leads to an image, or to the pages with a keyword: by its address, its `rel`, or as a hashtag.
    pub leads_to_image: bool,
    pub leads_to_tag: bool,
}

/// By block.
pub(super) fn looks(page: &Page<'_>) -> List<Look> {
    let mut looks: List<Look> = page.blocks.iter().map(|block| look(page.text_of(block))).collect();
    let mut block = 0;
    for link in page.links {
        while page.blocks.get(block).is_some_and(|block| block.text.1 <= link.text.0) {
            block += 1;
        }
        let Some(look) = looks.get_mut(block) else { break };
        let value = |name| {
            let attribute = page.tree.attribute(&page.tree.nodes[link.node as usize], name);
            let value = attribute.map_or(&b""[..], |attribute| page.tree.raw_value(attribute));
            &value[..value.len().min(MAX_ADDRESS)]
        };
        let address = value(Name::HREF);
        let text = page.text_of_link(link);
        let is_declared = value(Name::REL).split(u8::is_ascii_whitespace).any(|word| word.eq_ignore_ascii_case(b"tag"));
        look.leads_to_image |= is_image(address);
        look.leads_to_tag |= is_declared || is_hashtag(text) || is_of_tag(address);
    }
    looks
}

fn look(text: &str) -> Look {
    let text = text.trim();
    let unsigned = text.trim_start_matches(['+', '-', '\u{2212}', '#']);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    let number = if digits <= MAX_DIGITS { unsigned[..digits].parse().ok() } else { None };
    Look {
        number,
        is_number: number.is_some() && digits == unsigned.len(),
        ends_sentence: ends_sentence(text) && !text.ends_with(is_question_mark),
        asks: text.ends_with(is_question_mark),
        ..Look::default()
    }
}

/// Whether the text of a link is a word after `#`. Numbers of entries are none.
fn is_hashtag(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|word| word.starts_with(is_letter) && !word.contains(' '))
}

/// Whether an address ends as files of images do.
fn is_image(address: &[u8]) -> bool {
    let path = address.split(|byte| matches!(byte, b'?' | b'#')).next().unwrap_or_default();
    const ENDS: [&[u8]; 6] = [b".jpg", b".jpeg", b".png", b".gif", b".webp", b".avif"];
    ENDS.iter().any(|end| path.len() > end.len() && path[path.len() - end.len()..].eq_ignore_ascii_case(end))
}

/// Whether a folder or a parameter of an address says that a keyword follows: `/tag/rain`, `?tag=rain`.
fn is_of_tag(address: &[u8]) -> bool {
    let mut at = 0;
    while let Some(length) = address[at..].iter().position(|byte| matches!(byte, b'/' | b'?' | b'&' | b'=')) {
        let segment = &address[at..at + length];
        let has_more = address.len() > at + length + 1;
        if has_more && length <= MAX_SEGMENT && items_in(segment) & 1 << item::TAG != 0 {
            return true;
        }
        at += length + 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{is_hashtag, is_image, is_of_tag, look};

    #[test]
    fn numbers_and_ends() {
        let numbers = |text| (look(text).number, look(text).is_number);
        assert_eq!(numbers("12"), (Some(12), true));
        assert_eq!(numbers("+3"), (Some(3), true));
        assert_eq!(numbers("2. Stir"), (Some(2), false));
        assert_eq!([numbers("Stir"), numbers(""), numbers("123456")], [(None, false); 3]);
        assert!(look("火を止める。").ends_sentence && look("Wie viel? ").asks && !look("Rain").ends_sentence);
    }

    #[test]
    fn hashtags() {
        assert!(is_hashtag("#rain") && is_hashtag("#雨"));
        assert!(!is_hashtag("#3") && !is_hashtag("#") && !is_hashtag("rain") && !is_hashtag("#of the day"));
    }

    #[test]
    fn addresses() {
        assert!(is_image(b"/a/b.JPG") && is_image(b"x.png?w=3") && !is_image(b"/png") && !is_image(b".gif"));
        for address in ["/tag/rain", "https://example.org/tags/rain/", "/search?tag=rain", "/keyword/rain"] {
            assert!(is_of_tag(address.as_bytes()), "{address}");
        }
        for address in ["/tag", "/tags/", "/rain", "/price-tag-maker/", ""] {
            assert!(!is_of_tag(address.as_bytes()), "{address}");
        }
    }
}
