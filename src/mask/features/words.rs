//! Words of class names, ids and roles that tell what an element is for: the vocabulary of those who write templates.

use crate::html::{Attribute, Tree};
use crate::simd::{LANES, load};

/// The groups of words. An element belongs to the group of every word in its `class`, `id`, `role` and `itemprop`.
pub(crate) const GROUPS: [(&str, &str); 28] = [
    ("nav", "nav navbar navigation menu menubar menuitem submenu breadcrumb breadcrumbs topnav dropdown sitemap"),
    ("header", "header head masthead topbar top hero"),
    ("banner", "banner announcement alert notice notification"),
    ("footer", "footer foot bottom colophon copyright legal contentinfo disclaimer"),
    ("sidebar", "sidebar side aside rail widget widgets complementary column secondary"),
    ("comment", "comment comments commentlist reply replies respond disqus answer answers"),
    ("post", "post posts message messages thread threads topic topics forum discussion conversation postbody"),
    ("article", "article story entry blog news press articlebody hentry"),
    ("content", "content contents main maincontent body text copy prose rich richtext wysiwyg markdown"),
    ("ad", "ad ads adv advert advertisement sponsor sponsored promo promotion promoted adsense dfp outbrain taboola"),
    ("social", "social share sharing shares follow facebook twitter instagram linkedin addtoany sharedaddy"),
    ("related", "related recommended recommendations similar popular trending latest recent also"),
    ("more", "more read next previous prev pagination pager paging"),
    ("author", "author byline bio contributor writer editor"),
    ("date", "date time published timestamp updated datetime"),
    ("meta", "meta info metadata details tag tags category categories label labels topicslist"),
    ("form", "search form login signin signup register subscribe subscription newsletter input email field"),
    ("popup", "modal popup cookie cookies consent gdpr overlay dialog lightbox onetrust toast tooltip"),
    ("product", "product products cart shop sku price prices buy basket checkout wishlist variant woocommerce stock"),
    ("list", "list listing listings results result grid card cards tile tiles feed items item row teaser archive"),
    ("hidden", "hidden hide sr only skip visually screen reader offscreen print noprint invisible mobile"),
    ("media", "image images img gallery figure caption video slider carousel slide swiper slick photo player credit"),
    ("description", "description desc summary specs spec specifications overview features review reviews rating faq"),
    ("title", "title heading headline subtitle subheading h1 h2 h3 name kicker"),
    ("docs", "doc docs documentation code highlight readme wiki toc api reference guide section"),
    ("user", "user username avatar signature sig profile member members badge karma votes vote score rank"),
    ("quote", "quote blockquote pullquote testimonial testimonials"),
    ("control", "button btn cta link links tab tabs accordion panel toggle icon action actions toolbar language"),
];

/// Words are told apart by a 64-bit hash; two words of a table never share one (a test sees to it).
const SLOTS: usize = 1024;

/// Groups of words, by the hashes of the words.
pub(super) struct Vocabulary {
    /// 0 where there is none.
    hashes: [u64; SLOTS],
    groups: [u8; SLOTS],
}

impl Vocabulary {
    /// The table of up to 32 groups, each a name and its words in lower case.
    pub(super) const fn of(list: &[(&str, &str)]) -> Vocabulary {
        let mut table = Vocabulary { hashes: [0; SLOTS], groups: [0; SLOTS] };
        let mut group = 0;
        while group < list.len() {
            let words = list[group].1.as_bytes();
            let (mut at, mut start) = (0, 0);
            while at <= words.len() {
                if at == words.len() || words[at] == b' ' {
                    let hash = hash_of_long(words, start, at);
                    let mut slot = hash as usize % SLOTS;
                    while table.hashes[slot] != 0 {
                        slot = (slot + 1) % SLOTS;
                    }
                    table.hashes[slot] = hash;
                    table.groups[slot] = group as u8;
                    start = at + 1;
                }
                at += 1;
            }
            group += 1;
        }
        table
    }

    #[inline]
    fn group_of(&self, hash: u64) -> Option<u8> {
        let mut slot = hash as usize % SLOTS;
        loop {
            match self.hashes[slot] {
                0 => return None,
                known if known == hash => return Some(self.groups[slot]),
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }

    /// The group of a name as a whole, in any case.
    pub(super) fn group_of_name(&self, name: &[u8]) -> Option<usize> {
        self.group_of(hash_of_long(name, 0, name.len().min(MAX_BYTES))).map(usize::from)
    }
}

/// The hash of a word of up to sixteen bytes, padded with zeros.
#[inline]
const fn hash_of(word: u128, len: usize) -> u64 {
    step(len as u64, word)
}

/// The hash of the word `bytes[at..end]` of any length, its capitals taken for small letters.
const fn hash_of_long(bytes: &[u8], mut at: usize, end: usize) -> u64 {
    let mut hash = (end - at) as u64;
    loop {
        let (mut part, mut i) = (0, 0);
        while i < 16 && at < end {
            part |= ((bytes[at] | 0x20) as u128) << (8 * i);
            (i, at) = (i + 1, at + 1);
        }
        hash = step(hash, part);
        if at == end {
            return hash;
        }
    }
}

/// Never 0.
#[inline]
const fn step(hash: u64, part: u128) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let first = (hash ^ part as u64).wrapping_mul(ODD);
    let second = (first ^ first >> 32 ^ (part >> 64) as u64).wrapping_mul(ODD);
    (second ^ second >> 32) | 1 << 63
}

static TABLE: Vocabulary = Vocabulary::of(&GROUPS);

/// Longer attribute values are cut: their words cost time, and the first ones tell enough.
const MAX_BYTES: usize = 512;

/// The bit of a group in what [`groups_in`] gives.
pub(crate) const fn group(name: &str) -> u32 {
    let mut at = 0;
    // Unknown names do not compile.
    while !is_equal(GROUPS[at].0.as_bytes(), name.as_bytes()) {
        at += 1;
    }
    1 << at
}

const fn is_equal(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The groups of the words of an attribute value, as bits. Words end at any byte that is no ASCII letter or digit, and
/// before a capital that follows a small letter.
pub(crate) fn groups_in(value: &[u8]) -> u32 {
    TABLE.groups_in(value)
}

impl Vocabulary {
    /// See [`groups_in`].
    pub(super) fn groups_in(&self, value: &[u8]) -> u32 {
        let value = &value[..value.len().min(MAX_BYTES)];
        let mut groups = 0;
        let mut at = 0;
        while at < value.len() {
            let window = Window::of(&value[at..]);
            let mut starts = window.starts;
            let mut next = LANES;
            while starts != 0 {
                let start = starts.trailing_zeros() as usize;
                let Some(len) = window.len_of_word(start) else {
                    // Seen whole from its start, unless it is a very long one.
                    next = start;
                    break;
                };
                if len > 1 {
                    groups |= self.bit_of(hash_of(window.word(start, len), len));
                }
                starts &= starts - 1;
            }
            at += next;
            if next == 0 {
                let end = end_of_word(value, at);
                groups |= self.bit_of(hash_of_long(value, at, end));
                at = end;
            }
        }
        groups
    }

    #[inline]
    fn bit_of(&self, hash: u64) -> u32 {
        self.group_of(hash).map_or(0, |group| 1 << group)
    }
}

/// Sixteen bytes of a value, at the start of a word or behind the end of one.
struct Window {
    bytes: u128,
    /// A bit for each first byte of a word.
    starts: u32,
    /// A bit for each byte that ends the word before it; also one behind the last byte of the value.
    stops: u32,
}

impl Window {
    /// The beginning of a value.
    #[inline]
    fn of(value: &[u8]) -> Window {
        let mut padded = [0; LANES];
        let bytes = value.first_chunk::<LANES>().unwrap_or_else(|| {
            padded[..value.len()].copy_from_slice(value);
            &padded
        });
        let [words, upper, lower] =
            load(bytes, 0).map_or([0; 3], |lanes| [lanes.alphanumeric(), lanes.upper(), lanes.lower()]);
        let humps = upper & lower << 1;
        let end = u32::from(value.len() <= LANES) << LANES;
        let stops = !words & ((1 << LANES) - 1) | humps | end;
        Window { bytes: u128::from_le_bytes(*bytes), starts: words & (!(words << 1) | humps), stops }
    }

    /// Of the word that starts there, if its end is in the window.
    #[inline]
    fn len_of_word(&self, start: usize) -> Option<usize> {
        let stops = self.stops >> start >> 1;
        (stops != 0).then(|| 1 + stops.trailing_zeros() as usize)
    }

    /// The word in lower case, padded with zeros.
    #[inline]
    fn word(&self, start: usize, len: usize) -> u128 {
        const SPACES: u128 = u128::from_ne_bytes([0x20; LANES]);
        let unused = 8 * (LANES - len) as u32;
        ((self.bytes >> (8 * start)) | SPACES) << unused >> unused
    }
}

/// Where the word ends that starts at `start`.
fn end_of_word(value: &[u8], start: usize) -> usize {
    let pairs = value[start..].windows(2);
    let is_end =
        |pair: &[u8]| !pair[1].is_ascii_alphanumeric() || pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    start + 1 + pairs.take_while(|pair| !is_end(pair)).count()
}

/// What the values of attributes read last say: most are written many times in a page.
pub struct SeenWords([Seen; SEEN]);

const SEEN: usize = 256;

/// A value, as its place in the source, and its groups.
#[derive(Clone, Copy)]
struct Seen {
    start: u32,
    len: u32,
    groups: u32,
}

impl Default for SeenWords {
    fn default() -> SeenWords {
        SeenWords([Seen { start: 0, len: 0, groups: 0 }; SEEN])
    }
}

impl SeenWords {
    /// The groups of the words of an attribute's value, as bits. All attributes must be of one page.
    pub(crate) fn groups_in(&mut self, tree: &Tree<'_>, attribute: &Attribute) -> u32 {
        let value = tree.raw_value(attribute);
        let (Some(first), Some(last)) = (value.first(), value.last()) else { return 0 };
        let middle = value[value.len() / 2];
        let slot = value.len() * 31 + usize::from(*first) * 7 + usize::from(*last) * 3 + usize::from(middle);
        let Seen { start, len, groups } = &mut self.0[slot % SEEN];
        if tree.source[*start as usize..(*start + *len) as usize] != *value {
            (*start, *len) = (attribute.value_start, value.len() as u32);
            *groups = groups_in(value);
        }
        *groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(value: &str) -> Vec<&'static str> {
        let groups = groups_in(value.as_bytes());
        (0..GROUPS.len()).filter(|i| groups >> i & 1 == 1).map(|i| GROUPS[i].0).collect()
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
        assert!(names("navy adder x d 123 \u{e9}").is_empty());
        assert!(names(&format!("{} nav", "x".repeat(MAX_BYTES))).is_empty());
    }

    /// Byte by byte.
    fn naive_groups(value: &[u8]) -> u32 {
        let (mut groups, mut word, mut before) = (0, String::new(), b' ');
        for &byte in value.iter().take(MAX_BYTES).chain(b" ") {
            let ends = !byte.is_ascii_alphanumeric() || before.is_ascii_lowercase() && byte.is_ascii_uppercase();
            if ends {
                let is_word =
                    |(_, words): &&(&str, &str)| word.len() > 1 && words.split(' ').any(|known| known == word);
                groups |= GROUPS.iter().position(|group| is_word(&group)).map_or(0, |at| 1 << at);
                word.clear();
            }
            if byte.is_ascii_alphanumeric() {
                word.push(char::from(byte.to_ascii_lowercase()));
            }
            before = byte;
        }
        groups
    }

    #[test]
    fn words_are_those_that_a_naive_reader_finds() {
        let pieces = [
            "nav",
            "Nav",
            "-",
            " ",
            "_",
            "side",
            "bar",
            "X",
            "ad",
            "ads",
            "é",
            "more",
            "9",
            "copyright",
            "articlebody",
            "recommendations",
            "Recommendations",
            "averyveryverylongword",
            "\n",
        ];
        let mut seed = 88_172_645_463_325_252_u64;
        for _ in 0..20_000 {
            let mut value = String::new();
            for _ in 0..1 + (seed >> 20) % 24 {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                value.push_str(pieces[(seed >> 32) as usize % pieces.len()]);
            }
            assert_eq!(groups_in(value.as_bytes()), naive_groups(value.as_bytes()), "{value}");
        }
        let long = format!("{} nav", "Word".repeat(MAX_BYTES / 4 - 1));
        assert_eq!(groups_in(long.as_bytes()), naive_groups(long.as_bytes()));
    }

    #[test]
    fn every_word_is_found_in_its_own_group() {
        for (i, (name, words)) in GROUPS.iter().enumerate() {
            for word in words.split(' ') {
                assert_eq!(groups_in(word.as_bytes()), 1 << i, "{word} of {name}");
            }
        }
    }
}
