//! Declarations of a page, mostly for search engines: Open Graph, schema.org in JSON-LD and microdata, canonical URL,
//! generator, classes of `body`. They are independent of the language of the page.

use crate::base::scale::{count, log};
use crate::read::address::is_canonical;
use crate::read::class_words::vocabulary::Vocabulary;
use crate::read::class_words::{GROUPS, groups_in};
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::{Page, is_json_ld};
use memchr::memmem::Finder;

/// Types of schema.org, grouped by the kind of page that they suggest.
pub(super) const TYPES: [(&str, &str); 14] = [
    ("article", "article blogposting newsarticle report blog scholarlyarticle opinionnewsarticle"),
    ("product", "product productgroup someproducts individualproduct productmodel vehicle book"),
    ("offer", "offer aggregateoffer"),
    ("discussion", "discussionforumposting qapage socialmediaposting"),
    ("question", "question answer faqpage"),
    ("comment", "comment usercomments"),
    ("list", "itemlist collectionpage searchresultspage offercatalog"),
    ("tech", "techarticle apireference softwareapplication softwaresourcecode howto"),
    ("org", "localbusiness service organization corporation professionalservice"),
    ("person", "person"),
    ("crumbs", "breadcrumblist"),
    ("review", "review aggregaterating"),
    ("webpage", "webpage"),
    ("place", "event place postaladdress geocoordinates"),
];
static TYPE_TABLE: Vocabulary<32> = Vocabulary::of(&TYPES);

/// Generators of pages, grouped by purpose.
pub(super) const GENERATORS: [(&str, &str); 4] = [
    (
        "docs",
        "vitepress mkdocs docutils sphinx docusaurus doxygen gitbook antora mdbook hugo jekyll asciidoctor dokuwiki \
         mediawiki",
    ),
    ("forum", "discourse vbulletin phpbb ubb xenforo mybb smf nodebb flarum invision vanilla discuz"),
    ("shop", "woocommerce shopify prestashop magento shopware opencart"),
    ("blog", "wordpress ghost drupal blogger typo3 joomla medium"),
];
static GENERATOR_TABLE: Vocabulary<16> = Vocabulary::of(&GENERATORS);

pub(super) const OWN: [&str; 11] = [
    "og_article",
    "og_product",
    "og_website",
    "published",
    "url",
    "url_depth",
    "url_last",
    "url_hyphens",
    "url_digits",
    "url_query",
    "url_html",
];

/// How many signals there are.
pub(super) const SIGNALS: usize = OWN.len() + TYPES.len() + GENERATORS.len() + 2 * GROUPS.len();

/// What is collected from the declarations.
#[derive(Default)]
struct Declarations<'a> {
    og_type: &'a [u8],
    published: bool,
    types: [u32; TYPES.len()],
    generators: u32,
    canonical: &'a [u8],
    og_url: &'a [u8],
}

/// The signals of a page.
pub(super) fn values(page: &Page<'_>) -> [u8; SIGNALS] {
    let tree = &page.tree;
    let found = find(page);
    let mut values = [0; SIGNALS];
    let (own, rest) = values.split_at_mut(OWN.len());
    let (types, rest) = rest.split_at_mut(TYPES.len());
    let (generators, rest) = rest.split_at_mut(GENERATORS.len());
    let (of_url, of_body) = rest.split_at_mut(GROUPS.len());
    let declared = types.iter_mut().zip(found.types).filter(|(_, count)| *count > 0);
    declared.for_each(|(value, count)| *value = log(count));
    spread(found.generators, generators);
    let url = if found.canonical.is_empty() { found.og_url } else { found.canonical };
    let url = Url::parse(url);
    let has = |word: &[u8]| u8::from(contains(found.og_type, word));
    own.copy_from_slice(&[
        has(b"article") | has(b"news") | has(b"post"),
        has(b"product") | has(b"item"),
        u8::from(found.og_type.eq_ignore_ascii_case(b"website")),
        u8::from(found.published),
        u8::from(!url.path.is_empty()),
        count(url.path.split(|&b| b == b'/').filter(|part| !part.is_empty()).count() as u32),
        log(url.last().len() as u32),
        count(url.last().iter().filter(|&&b| b == b'-' || b == b'_').count() as u32),
        count(url.path.iter().filter(|b| b.is_ascii_digit()).count() as u32),
        u8::from(url.has_query),
        u8::from(url.path.ends_with(b".html") || url.path.ends_with(b".htm")),
    ]);
    spread(groups_in(url.path) | groups_in(url.host), of_url);
    let of_nodes = [tree.html, tree.body].map(|node| tree.nodes.get(node as usize));
    let groups = of_nodes.into_iter().flatten().fold(0, |groups, node| groups | groups_of(tree, node));
    spread(groups, of_body);
    values
}

/// Writes one byte for each bit.
fn spread(bits: u32, values: &mut [u8]) {
    values.iter_mut().enumerate().for_each(|(i, value)| *value = (bits >> i & 1) as u8);
}

fn groups_of(tree: &Tree<'_>, node: &Node) -> u32 {
    let attributes = tree.attributes_of(node).iter().filter(|a| matches!(a.name, Name::CLASS | Name::ID));
    attributes.fold(0, |groups, attribute| groups | groups_in(tree.raw_value(attribute)))
}

fn find<'a>(page: &Page<'a>) -> Declarations<'a> {
    let tree = &page.tree;
    let mut found = Declarations::default();
    // To build them takes longer than all else on a small page, and few pages need them.
    let mut finders = None;
    for &index in page.metadata_elements {
        let node = &tree.nodes[index as usize];
        match node.tag {
            Tag::META => read_meta(tree, node, &mut found),
            Tag::LINK if found.canonical.is_empty() && is_canonical(page, node) => {
                found.canonical = tree.attribute(node, Name::HREF).map_or(&[], |href| tree.raw_value(href));
            }
            Tag::SCRIPT if is_json_ld(tree, node) => {
                let (types, published) =
                    finders.get_or_insert_with(|| (Finder::new(b"\"@type\""), Finder::new(b"datePublished")));
                for child in &tree.nodes[index as usize + 1..node.subtree_end as usize] {
                    let text = &tree.source[child.start as usize..child.end as usize];
                    found.published |= published.find(text).is_some();
                    types.find_iter(text).for_each(|at| add_type(type_at(&text[at + 7..]), &mut found));
                }
            }
            _ => {}
        }
        if node.known & Name::ITEMTYPE.bit() != 0
            && let Some(attribute) = tree.attribute(node, Name::ITEMTYPE)
        {
            let names = tree.raw_value(attribute).split(u8::is_ascii_whitespace);
            names.for_each(|name| add_type(name.rsplit(|&b| b == b'/').next().unwrap_or_default(), &mut found));
        }
        if node.known & Name::ITEMPROP.bit() != 0
            && let Some(attribute) = tree.attribute(node, Name::ITEMPROP)
        {
            found.published |= tree.raw_value(attribute).eq_ignore_ascii_case(b"datePublished");
        }
    }
    found
}

fn add_type(name: &[u8], found: &mut Declarations<'_>) {
    if let Some(group) = TYPE_TABLE.group_of_name(name) {
        found.types[group] += 1;
    }
}

/// The value after `"@type"`: a string, or the first one of a list.
fn type_at(text: &[u8]) -> &[u8] {
    let start = text.iter().take(64).position(|b| !(b.is_ascii_whitespace() || matches!(b, b':' | b'[')));
    let text = start.map_or(&[][..], |start| &text[start..]);
    let Some(text) = text.strip_prefix(b"\"") else { return &[] };
    text.iter().take(64).position(|&b| b == b'"').map_or(&[], |end| &text[..end])
}

fn read_meta<'a>(tree: &Tree<'a>, node: &Node, found: &mut Declarations<'a>) {
    let value = |name| tree.attribute(node, name).map_or(&[][..], |attribute| tree.raw_value(attribute));
    let content = value(Name::CONTENT);
    for name in [value(Name::PROPERTY), value(Name::NAME)] {
        match name {
            b"og:type" if found.og_type.is_empty() => found.og_type = content.trim_ascii(),
            b"og:url" => found.og_url = content.trim_ascii(),
            b"article:published_time" | b"article:modified_time" => found.published = true,
            _ if name.eq_ignore_ascii_case(b"generator") => found.generators |= generators(content),
            _ => {}
        }
    }
}

/// The groups of the generators in `content`. `WordPress` is one word, unlike in class names.
fn generators(content: &[u8]) -> u32 {
    let words = content[..content.len().min(256)].split(|b| !b.is_ascii_alphanumeric());
    words.filter_map(|word| GENERATOR_TABLE.group_of_name(word)).fold(0, |groups, group| groups | 1 << group)
}

/// Whether `value` contains `word`, in any case.
fn contains(value: &[u8], word: &[u8]) -> bool {
    value.windows(word.len()).take(256).any(|part| part.eq_ignore_ascii_case(word))
}

/// The informative parts of a URL, as the model was trained to see them: up to the first slash all is the host, even in a
/// relative one, which [`Reference`](crate::read::address::Reference) reads otherwise.
#[derive(Default)]
struct Url<'a> {
    /// The first label of the host's name.
    host: &'a [u8],
    /// From the slash on, without query and fragment.
    path: &'a [u8],
    has_query: bool,
}

impl<'a> Url<'a> {
    fn parse(url: &'a [u8]) -> Url<'a> {
        let url = &url[..url.len().min(2048)];
        let end = url.iter().position(|&b| b == b'?' || b == b'#').unwrap_or(url.len());
        let (whole, query) = url.split_at(end);
        let after_scheme = whole.windows(2).position(|pair| pair == b"//").map_or(whole, |at| &whole[at + 2..]);
        let slash = after_scheme.iter().position(|&b| b == b'/').unwrap_or(after_scheme.len());
        let (host, path) = after_scheme.split_at(slash);
        let host = host.split(|&b| b == b'.').next().unwrap_or_default();
        Url { host, path, has_query: query.starts_with(b"?") }
    }

    /// The last part of the path that is not empty.
    fn last(&self) -> &'a [u8] {
        self.path.rsplit(|&b| b == b'/').find(|part| !part.is_empty()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Analyzer, Options};

    fn found(html: &str) -> Vec<(String, u8)> {
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let values = values(page.page());
        super::super::training::signal_names().into_iter().zip(values).filter(|(_, value)| *value > 0).collect()
    }

    #[test]
    fn signals_of_each_source() {
        let html = r#"<html class="docs"><head><meta property="og:type" content="og:product">
            <meta name=Generator content="Drupal 10; woocommerce 8.4">
            <link rel=canonical href="https://forum.example.org/shop/item-12/?page=2#top">
            <script type="application/ld+json">{"@type": ["Product", "X"], "a": {"@type":"Offer"}}</script>
            <script>{"@type": "Person"}</script></head>
            <body><div itemscope itemtype="https://schema.org/Comment"><i itemprop=datePublished>now</i></div>"#;
        let expected = [
            ("og_product", 1),
            ("published", 1),
            ("url", 1),
            ("url_depth", 2),
            ("url_last", log(7)),
            ("url_hyphens", 1),
            ("url_digits", 2),
            ("url_query", 1),
            ("type_product", 16),
            ("type_offer", 16),
            ("type_comment", 16),
            ("generator_shop", 1),
            ("generator_blog", 1),
            ("url_post", 1),
            ("url_product", 1),
            ("url_list", 1),
            ("body_docs", 1),
        ];
        assert_eq!(found(html), expected.map(|(name, value)| (name.to_owned(), value)));
    }

    #[test]
    fn no_signals_and_broken_ones() {
        assert_eq!(found("<p>x"), []);
        assert_eq!(found("<link rel=canonical href='//'><script type=application/ld+json>\"@type\"</script>"), []);
        assert_eq!(found("<script type=application/ld+json>\"@type\": \"Product</script>"), []);
    }
}
