//! What the `class`, `id` and `role` of an element say about its purpose: `site-nav`, `article-body`, `comment-list`.
//!
//! Template authors all over the world use the same few hundred English words, so these attributes are the cheapest
//! hint at the function of a part of a page. The words are sorted into [`GROUPS`], one bit each; [`vocabulary`]
//! tokenizes attribute values and looks the words up, [`GroupCache`] keeps what was looked up. The mask, Content Seeker
//! and the visual classifier read their features from here.

mod cache;
pub(crate) mod vocabulary;

pub(crate) use cache::PathCache;
pub use cache::{ClassPaths, GroupCache};

use vocabulary::Vocabulary;

/// The groups: their names and their words, in lower case. An element belongs to the group of each of its words.
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

/// The bit of a group in the result of [`groups_in`]. A name that does not exist fails to compile in a constant.
pub(crate) const fn group(name: &str) -> u32 {
    let mut at = 0;
    while !is_equal(GROUPS[at].0.as_bytes(), name.as_bytes()) {
        at += 1;
    }
    1 << at
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
