//! Words of class names, ids and roles that tell what an element is for: the vocabulary of those who write templates.

use crate::word_hash::{SEED, hash_step, slot_of};

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

/// Words are told apart by a 32-bit hash; two words of a table never share one (a test sees to it).
const SLOTS: usize = 1024;

/// Groups of words, by the hashes of the words.
pub(super) struct Vocabulary {
    hashes: [u32; SLOTS],
    groups: [u8; SLOTS],
}

impl Vocabulary {
    /// The table of up to 32 groups, each a name and its words in lower case.
    pub(super) const fn of(list: &[(&str, &str)]) -> Vocabulary {
        let mut table = Vocabulary { hashes: [0; SLOTS], groups: [0; SLOTS] };
        let mut group = 0;
        while group < list.len() {
            let words = list[group].1.as_bytes();
            let (mut at, mut hash) = (0, SEED);
            while at <= words.len() {
                if at == words.len() || words[at] == b' ' {
                    let mut slot = slot_of(hash, SLOTS);
                    while table.hashes[slot] != 0 {
                        slot = (slot + 1) % SLOTS;
                    }
                    table.hashes[slot] = hash;
                    table.groups[slot] = group as u8;
                    hash = SEED;
                } else {
                    hash = hash_step(hash, words[at]);
                }
                at += 1;
            }
            group += 1;
        }
        table
    }

    fn group_of(&self, hash: u32) -> Option<u8> {
        let mut slot = slot_of(hash, SLOTS);
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
        let hash = name.iter().take(MAX_BYTES).fold(SEED, |hash, &byte| hash_step(hash, byte.to_ascii_lowercase()));
        self.group_of(hash).map(usize::from)
    }
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
        let mut groups = 0;
        let (mut hash, mut len, mut was_lower) = (SEED, 0u32, false);
        let mut end_word = |hash: &mut u32, len: &mut u32| {
            if *len > 1 {
                groups |= self.group_of(*hash).map_or(0, |group| 1 << group);
            }
            (*hash, *len) = (SEED, 0);
        };
        for &byte in value.iter().take(MAX_BYTES) {
            if byte.is_ascii_alphanumeric() {
                if was_lower && byte.is_ascii_uppercase() {
                    end_word(&mut hash, &mut len);
                }
                hash = hash_step(hash, byte.to_ascii_lowercase());
                len += 1;
                was_lower = byte.is_ascii_lowercase();
            } else {
                end_word(&mut hash, &mut len);
                was_lower = false;
            }
        }
        end_word(&mut hash, &mut len);
        groups
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

    #[test]
    fn every_word_is_found_in_its_own_group() {
        for (i, (name, words)) in GROUPS.iter().enumerate() {
            for word in words.split(' ') {
                assert_eq!(groups_in(word.as_bytes()), 1 << i, "{word} of {name}");
            }
        }
    }
}
