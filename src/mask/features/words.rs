//! Words of class names, ids and roles that tell what an element is for: the vocabulary of those who write templates.

use super::vocabulary::Vocabulary;
use crate::arena::Bump;
use crate::html::attributes::Name;
use crate::html::{Attribute, Node, Tree};
use crate::mask::classes::OfClasses;
use crate::tag_path::TagPath;

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

static TABLE: Vocabulary<256> = Vocabulary::of(&GROUPS);

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

/// The groups of the words of an attribute value, as bits; see [`Vocabulary`].
pub(crate) fn groups_in(value: &[u8]) -> u32 {
    TABLE.groups_in(value)
}

/// What the names of elements say, as far as they were read: most values are written many times in a page.
#[derive(Default)]
pub struct SeenWords<'a> {
    classes: OfClasses<'a, u32>,
    values: SeenValues,
}

/// Marks the groups of a class that was read.
const READ: u32 = 1 << 31;

impl<'a> SeenWords<'a> {
    /// For the page of these tag paths.
    pub fn of_page(arena: &'a Bump, tag_path: &TagPath<'a>) -> SeenWords<'a> {
        SeenWords { classes: OfClasses::of_page(arena, tag_path), values: SeenValues::default() }
    }

    /// The groups of the words of an element's attributes, as bits; `names` are the bits of the attributes that are
    /// read ([`Name::bit`]). All elements must be of one page.
    pub(crate) fn groups_of(&mut self, tree: &Tree<'_>, index: u32, names: u16) -> u32 {
        const CLASS: u16 = Name::CLASS.bit();
        let element = &tree.nodes[index as usize];
        let names = element.known & names;
        if names == 0 {
            return 0;
        }
        let mut groups = 0;
        if names & CLASS != 0 {
            groups = self.classes.of(index, || READ | self.values.groups_of(tree, element, CLASS)) & !READ;
        }
        if names & !CLASS != 0 {
            groups |= self.values.groups_of(tree, element, names & !CLASS);
        }
        groups
    }
}

/// The attribute values read last.
struct SeenValues([Seen; SEEN]);

const SEEN: usize = 256;

/// A value, as its place in the source, and its groups.
#[derive(Clone, Copy)]
struct Seen {
    start: u32,
    len: u32,
    groups: u32,
}

impl Default for SeenValues {
    fn default() -> SeenValues {
        SeenValues([Seen { start: 0, len: 0, groups: 0 }; SEEN])
    }
}

impl SeenValues {
    fn groups_of(&mut self, tree: &Tree<'_>, element: &Node, names: u16) -> u32 {
        let read = tree.each_attribute(element).filter(|attribute| attribute.name.bit() & names != 0);
        read.fold(0, |groups, attribute| groups | self.groups_in(tree, attribute))
    }

    fn groups_in(&mut self, tree: &Tree<'_>, attribute: &Attribute) -> u32 {
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
        assert!(names(&format!("{} nav", "x".repeat(512))).is_empty());
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
