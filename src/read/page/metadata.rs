//! Text from metadata: `articleBody` and product `description` of JSON-LD (schema.org), and of a page that shows nothing
//! until its scripts run its inline data ([`inline_data`]) or its `<meta>` description.
//!
//! Paywalled and script-rendered pages often state their content there and nowhere else. Text that the page also shows
//! is not taken again; a few substrings of it are searched for in the visible text to find that out.

use super::context::{Contexts, flag};
use super::inline_data;
use super::json_ld::{self, is_json_ld};
use super::normalize::{
    decode_angular_char, decode_attribute_char, decode_json_char, decode_json_inside, decode_nested_json_char,
    decode_percent_char,
};
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::base::sort::sort_by_key;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Tag, Tree};
use memchr::memmem::Finder;

/// A text in metadata, not yet decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MetadataText {
    /// The node that holds it: the text of a `script`, or the element with the attribute.
    pub node: u32,
    /// Its source range, without the quotes.
    pub source: (u32, u32),
    pub spelling: Spelling,
}

/// How a text is written in the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// As the value of an attribute.
    Attribute,
    /// As a string of JSON.
    Json,
    /// As a string of JSON that is a string of JSON or JavaScript itself.
    NestedJson,
    /// As a string of JavaScript for `decodeURIComponent`.
    Percent,
    /// As a string of JSON in such a string.
    PercentJson,
    /// As a string of JSON in the value of an attribute.
    AttributeJson,
    /// As a string of JSON in the state of Angular, whose quotes and signs of markup are references of its own.
    AngularJson,
}

impl Spelling {
    /// Those of strings in data.
    pub const OF_DATA: [Spelling; 6] = [
        Spelling::Json,
        Spelling::NestedJson,
        Spelling::Percent,
        Spelling::PercentJson,
        Spelling::AttributeJson,
        Spelling::AngularJson,
    ];

    /// The character of a string at `at`, with the length of its escapes.
    #[inline]
    pub fn decode(self, source: &[u8], at: usize) -> (char, usize) {
        match self {
            Spelling::NestedJson => decode_nested_json_char(source, at),
            Spelling::Percent => decode_percent_char(source, at),
            Spelling::PercentJson | Spelling::AttributeJson | Spelling::AngularJson => {
                decode_json_inside(at, |at| (at < source.len()).then(|| self.decode_outer(source, at)))
            }
            Spelling::Attribute | Spelling::Json => decode_json_char(source, at),
        }
    }

    /// The character at `at` of the string or the value that JSON stands in.
    #[inline]
    pub fn decode_outer(self, source: &[u8], at: usize) -> (char, usize) {
        match self {
            Spelling::AttributeJson => decode_attribute_char(source, at),
            Spelling::AngularJson => decode_angular_char(source, at),
            _ => decode_percent_char(source, at),
        }
    }
}

/// A shorter text is no content.
pub(super) const MIN_BYTES: usize = 60;
/// A page with less text depends on its scripts: it shows a title, and a plea to switch scripts on.
const SCRIPT_ONLY_BYTES: usize = 600;
/// Limit of candidates, each of which costs a search of the whole page; a page has one or two.
const MAX_CANDIDATES: usize = 16;
/// Length of the substrings that are searched for in the visible text.
const PROBE_LEN: usize = 24;

/// All texts that only the metadata of a page holds, in node order.
pub(super) fn find<'a>(arena: &'a Bump, tree: &Tree<'_>, contexts: &Contexts) -> &'a [MetadataText] {
    if contexts.typed_scripts == 0 && contexts.counts.bytes >= SCRIPT_ONLY_BYTES {
        return &[];
    }
    let mut found = ArenaVec::new_in(arena);
    let mut candidates_left = MAX_CANDIDATES;
    if contexts.typed_scripts > 0 {
        for &index in contexts.metadata_elements {
            let node = &tree.nodes[index as usize];
            if node.tag == Tag::SCRIPT && is_json_ld(tree, node) {
                find_in_script(tree, contexts, index + 1, &mut candidates_left, &mut found);
            }
        }
    }
    if found.is_empty() && contexts.counts.bytes < SCRIPT_ONLY_BYTES {
        inline_data::find(tree, contexts, &mut found);
        found.retain(|text| !is_visible(tree, contexts, text.source));
    }
    if found.is_empty() && contexts.counts.bytes < SCRIPT_ONLY_BYTES {
        found.extend(longest_description(tree, contexts).filter(|text| contexts.counts.bytes < 2 * length(text)));
    }
    found.into_bump_slice()
}

fn length(text: &MetadataText) -> usize {
    (text.source.1 - text.source.0) as usize
}

/// Adds the texts of the script whose text is the node `text`.
fn find_in_script(
    tree: &Tree<'_>,
    contexts: &Contexts,
    text: u32,
    candidates_left: &mut usize,
    found: &mut ArenaVec<'_, MetadataText>,
) {
    let Some(node) = tree.nodes.get(text as usize).filter(|node| node.tag == Tag::TEXT) else { return };
    let first = found.len();
    json_ld::find_texts(&tree.source[node.start as usize..node.end as usize], |range| {
        let source = (node.start + range.start as u32, node.start + range.end as u32);
        if range.len() >= MIN_BYTES && *candidates_left > 0 {
            *candidates_left -= 1;
            if !is_visible(tree, contexts, source) {
                found.push(MetadataText { node: text, source, spelling: Spelling::Json });
            }
        }
    });
    sort_by_key(&mut found[first..], |text| text.source);
}

/// The longest description in a `meta` of the page.
fn longest_description(tree: &Tree<'_>, contexts: &Contexts) -> Option<MetadataText> {
    let description_of = |&index: &u32| {
        let node = tree.nodes.get(index as usize).filter(|node| node.tag == Tag::META)?;
        let names = [Name::NAME, Name::PROPERTY].into_iter().filter_map(|name| tree.attribute(node, name));
        let is_description = |name: &[u8]| {
            [&b"description"[..], b"og:description", b"twitter:description"].iter().any(|&n| same_name(name, n))
        };
        names.map(|name| tree.raw_value(name).trim_ascii()).find(|name| is_description(name))?;
        let content = tree.attribute(node, Name::CONTENT)?;
        Some(MetadataText {
            node: index,
            source: (content.value_start, content.value_end),
            spelling: Spelling::Attribute,
        })
    };
    let descriptions = contexts.metadata_elements.iter().filter_map(description_of);
    let longest = descriptions.max_by_key(|text| (length(text), std::cmp::Reverse(text.node)));
    longest.filter(|text| length(text) >= MIN_BYTES)
}

/// Whether the page shows this text too: a substring of it occurs in the visible text. A text without a substring that
/// can be searched for, because every character is escaped, counts as visible if the page has enough visible text.
fn is_visible(tree: &Tree<'_>, contexts: &Contexts, (start, end): (u32, u32)) -> bool {
    let text = &tree.source[start as usize..end as usize];
    let probes = [1, 3, 5].map(|sixth| probe(text, text.len() * sixth / 6).map(Finder::new));
    if probes.iter().all(Option::is_none) {
        return contexts.counts.bytes >= text.len() / 2;
    }
    contexts.texts(tree, flag::DROPPED | flag::HIDDEN).any(|node| {
        let visible = &tree.source[node.start as usize..node.end as usize];
        visible.len() >= PROBE_LEN && probes.iter().flatten().any(|probe| probe.find(visible).is_some())
    })
}

/// The first substring at or after `start` that is written alike in JSON and in HTML: words with single spaces.
fn probe(text: &[u8], start: usize) -> Option<&[u8]> {
    let is_literal = |b: u8| b.is_ascii_alphanumeric() || b >= 0x80 || matches!(b, b' ' | b',' | b'.' | b'-');
    let mut len = 0;
    for (at, &byte) in text.iter().enumerate().skip(start) {
        len = if is_literal(byte) && !(byte == b' ' && at > 0 && text[at - 1] == b' ') { len + 1 } else { 0 };
        if len == PROBE_LEN {
            return text.get(at + 1 - PROBE_LEN..=at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::BlockFlags;
    use crate::{Analyzer, Options};

    const BODY: &str = "Rain fell on the city for the third day, and the river rose by two metres over night. \
        Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.";

    /// Texts of the blocks that come from metadata.
    fn metadata_texts(html: &str) -> Vec<String> {
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let from_metadata = page.blocks().filter(|block| block.flags().contains(BlockFlags::METADATA_SOURCE));
        from_metadata
            .map(|block| {
                assert!(block.segment().is_none());
                assert!(block.source().start >= html.find("<script").or(html.find("<meta")).unwrap());
                block.text().to_owned()
            })
            .collect()
    }

    fn json_ld(json: &str) -> String {
        format!("<title>Rain</title><script type='application/ld+json'>{json}</script><p>Subscribe to read on.</p>")
    }

    #[test]
    fn an_article_that_only_json_ld_holds_is_found() {
        let page = json_ld(&format!(r#"{{"@graph":[{{"@type":"NewsArticle","articleBody":"{BODY}"}}]}}"#));
        assert_eq!(metadata_texts(&page), [BODY]);
        let shown = format!("{page}<p>{BODY}</p>");
        assert!(metadata_texts(&shown).is_empty(), "it is visible as well");
    }

    #[test]
    fn escapes_references_and_tags_are_read() {
        let body = format!(
            r#"\u003cp\u003eCaf\u00e9 &amp; <b>bar</b>\/\ud83d\ude00 \"x\" {BODY}\n\nSecond\tparagraph <br/>1 < 2"#
        );
        let page = json_ld(&format!(r#"{{"articleBody":"{body}"}}"#));
        let first = format!("Café & bar /😀 \"x\" {BODY}");
        assert_eq!(metadata_texts(&page), [first.as_str(), "Second paragraph 1 < 2"]);
    }

    #[test]
    fn descriptions_count_for_products_only() {
        let product = format!(r#"{{"description":"{BODY}","offers":{{"@type":"Offer"}},"@type":["Product","Thing"]}}"#);
        assert_eq!(metadata_texts(&json_ld(&product)), [BODY]);
        let site = format!(r#"{{"@type":"WebSite","description":"{BODY}"}}"#);
        let full = format!("{}{}", json_ld(&site), "<p>There is other text that the page shows.".repeat(15));
        assert!(metadata_texts(&full).is_empty());
        assert_eq!(metadata_texts(&json_ld(&site)), [BODY], "the page shows nothing else");
    }

    #[test]
    fn descriptions_of_pages_that_need_scripts() {
        let head = format!("<title>Rain</title><meta name=Description content='{BODY} Tom &amp; Ann'>");
        let page = format!("{head}<div id=root></div><noscript>Please switch on JavaScript.</noscript>");
        assert_eq!(metadata_texts(&page), [format!("{BODY} Tom & Ann")]);
        let full = format!("{head}{}", "<p>There is other text that the page shows to everyone.".repeat(12));
        assert!(metadata_texts(&full).is_empty());
    }

    #[test]
    fn a_page_that_waits_for_its_scripts_has_the_text_of_its_data() {
        let data = format!(
            r#"{{"props":{{"css":"a{{b:c}} .x{{color:red;margin:0}} #y{{z:1}} and some more","body":"\u003cp\u003e{BODY}","again":"\u003cp\u003e{BODY}","url":"https://example.org/{}"}}}}"#,
            "path/".repeat(20)
        );
        let script = format!("<script id=__NEXT_DATA__ type='application/json'>{data}</script>");
        let shell = format!("<title>Rain</title><div id=root>Loading…</div>{script}");
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyzer.analyze(shell.as_bytes()).unwrap();
        let block = page.blocks().find(|block| block.text() == BODY).unwrap();
        assert!(!block.is_template() && shell[block.source()].contains("Rain fell"));
        assert_eq!(page.main_text().text(), BODY);
        assert_eq!(page.fallbacks(), crate::Fallbacks::METADATA);
        let shown = format!("<div id=root>{}</div>{script}", "<p>There is other text that the page shows.".repeat(20));
        assert!(metadata_texts(&shown).is_empty());
        // Surrogates that stand alone.
        let page = format!(r#"<script type=application/json>["{BODY} \ud800"]</script>"#);
        let page = analyzer.analyze(page.as_bytes()).unwrap();
        assert!(page.text().contains("gone. \u{fffd}"));
    }

    #[test]
    fn use_metadata_makes_it_content() {
        let page = json_ld(&format!(r#"{{"articleBody":"{BODY}"}}"#));
        let mut analyzer = Analyzer::new(Options { use_metadata: true, ..Options::default() });
        let page = analyzer.analyze(page.as_bytes()).unwrap();
        let block = page.blocks().find(|block| block.text() == BODY).unwrap();
        assert!(!block.is_template() && block.weight() == 4);
    }

    /// Each candidate costs a search of the whole page.
    #[test]
    fn the_number_of_candidates_is_limited() {
        let shown = format!(r#"{{"articleBody":"{BODY}"}},"#).repeat(super::MAX_CANDIDATES - 1);
        let other = format!(r#"{{"articleBody":"{}"}}"#, BODY.replace("the", "that"));
        let text = format!("<p>{BODY}</p>{}", "<p>There is other text that the page shows.".repeat(15));
        let page = |shown: &str| format!("{}{text}", json_ld(&format!("[{shown}{other}]")));
        assert_eq!(metadata_texts(&page(&shown)).len(), 1);
        assert!(metadata_texts(&page(&format!("{shown}{shown}"))).is_empty());
    }

    #[test]
    fn broken_json_does_no_harm() {
        let whole = format!(r#"{{"articleBody":"{BODY}\u12","x":[[{{"description":"{BODY}","@type":"Product"}}]]}}"#);
        for cut in 0..whole.len() {
            metadata_texts(&json_ld(&whole[..cut]));
            metadata_texts(&json_ld(&whole[cut..]));
        }
        metadata_texts(&json_ld(&r#"{"a":"#.repeat(10_000)));
        metadata_texts(&json_ld(&"]}".repeat(10_000)));
    }
}
