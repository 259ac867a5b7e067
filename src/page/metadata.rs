//! Text that a page states for machines only: `articleBody` and product `description` of JSON-LD, and the description
//! in a `<meta>` of a page that shows nothing until its scripts run.

use super::context::{Contexts, flag};
use super::json_ld::{self, is_json_ld};
use crate::arena::{Bump, Vec as ArenaVec};
use crate::html::attributes::Name;
use crate::html::scan::same_name;
use crate::html::{Node, Tag, Tree};
use memchr::memmem::Finder;

/// One such text, not decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MetadataText {
    /// The node that holds it: the text of a `script`, or a `meta`.
    pub node: u32,
    /// Its place in the source, inside the quotes.
    pub source: (u32, u32),
    /// Whether it is a string of JSON, or else an attribute value.
    pub is_json: bool,
}

/// A shorter text is no content.
const LEAST_BYTES: usize = 60;
/// What a page may show and still count as one that needs its scripts: a title, and a plea to switch them on.
const SCRIPT_ONLY_BYTES: usize = 600;
/// Texts that are looked at; a page has one or two.
const MOST_TEXTS: usize = 16;
/// Length of the samples that are searched for among the text that is shown.
const PROBE: usize = 24;

/// All texts of a page that stand in its metadata and nowhere else, in order of nodes.
pub(super) fn find<'a>(arena: &'a Bump, tree: &Tree<'_>, contexts: &Contexts) -> &'a [MetadataText] {
    if contexts.scripts == 0 && contexts.shown.bytes >= SCRIPT_ONLY_BYTES {
        return &[];
    }
    let mut found = ArenaVec::new_in(arena);
    let mut looks = MOST_TEXTS;
    if contexts.scripts > 0 {
        for &index in contexts.statements {
            let node = &tree.nodes[index as usize];
            if node.tag == Tag::SCRIPT && is_json_ld(tree, node) {
                in_script(tree, contexts, index + 1, &mut looks, &mut found);
            }
        }
    }
    if found.is_empty() && contexts.shown.bytes < SCRIPT_ONLY_BYTES {
        found.extend(description(tree).filter(|text| contexts.shown.bytes < 2 * length(text)));
    }
    found.into_bump_slice()
}

fn length(text: &MetadataText) -> usize {
    (text.source.1 - text.source.0) as usize
}

/// The texts of one script whose text is the node `text`. Each is searched for in the whole page, so that only so many
/// are looked at.
fn in_script(
    tree: &Tree<'_>,
    contexts: &Contexts,
    text: u32,
    looks: &mut usize,
    found: &mut ArenaVec<'_, MetadataText>,
) {
    let Some(node) = tree.nodes.get(text as usize).filter(|node| node.tag == Tag::TEXT) else { return };
    let first = found.len();
    json_ld::texts(&tree.source[node.start as usize..node.end as usize], |range| {
        let source = (node.start + range.start as u32, node.start + range.end as u32);
        if range.len() >= LEAST_BYTES && *looks > 0 {
            *looks -= 1;
            if !is_shown(tree, contexts, source) {
                found.push(MetadataText { node: text, source, is_json: true });
            }
        }
    });
    found[first..].sort_unstable_by_key(|text| text.source);
}

/// The longest description that a `meta` gives.
fn description(tree: &Tree<'_>) -> impl Iterator<Item = MetadataText> {
    let of_meta = |(index, node): (usize, &Node)| {
        let names = [Name::NAME, Name::PROPERTY].into_iter().filter_map(|name| tree.attribute(node, name));
        let is_description = |name: &[u8]| {
            [&b"description"[..], b"og:description", b"twitter:description"].iter().any(|&n| same_name(name, n))
        };
        names.map(|name| tree.raw_value(name).trim_ascii()).find(|name| is_description(name))?;
        let content = tree.attribute(node, Name::CONTENT)?;
        Some(MetadataText { node: index as u32, source: (content.value_start, content.value_end), is_json: false })
    };
    let metas = tree.nodes.iter().enumerate().filter(|(_, node)| node.tag == Tag::META);
    let longest = metas.filter_map(of_meta).max_by_key(|text| (length(text), std::cmp::Reverse(text.node)));
    longest.filter(|text| length(text) >= LEAST_BYTES).into_iter()
}

/// Whether a sample of the text stands among the text that is shown too. A text without a sample that can be searched
/// for, because every character is escaped, is taken as shown if the page shows as much.
fn is_shown(tree: &Tree<'_>, contexts: &Contexts, (start, end): (u32, u32)) -> bool {
    let text = &tree.source[start as usize..end as usize];
    let probes = [1, 3, 5].map(|sixth| probe(text, text.len() * sixth / 6).map(Finder::new));
    if probes.iter().all(Option::is_none) {
        return contexts.shown.bytes >= text.len() / 2;
    }
    contexts.texts(tree, flag::DROPPED | flag::HIDDEN).any(|node| {
        let shown = &tree.source[node.start as usize..node.end as usize];
        shown.len() >= PROBE && probes.iter().flatten().any(|probe| probe.find(shown).is_some())
    })
}

/// The first stretch from `from` on that looks the same in JSON and in HTML: words, single spaces.
fn probe(text: &[u8], from: usize) -> Option<&[u8]> {
    let same = |b: u8| b.is_ascii_alphanumeric() || b >= 0x80 || matches!(b, b' ' | b',' | b'.' | b'-');
    let mut len = 0;
    for (at, &byte) in text.iter().enumerate().skip(from) {
        len = if same(byte) && !(byte == b' ' && at > 0 && text[at - 1] == b' ') { len + 1 } else { 0 };
        if len == PROBE {
            return text.get(at + 1 - PROBE..=at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::page::flag;
    use crate::{Analyzer, Options};

    const BODY: &str = "Rain fell on the city for the third day, and the river rose by two metres over night. \
        Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.";

    /// Text and probability of the blocks that come from metadata.
    fn offered(html: &str) -> Vec<String> {
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let of_metadata = page.blocks().filter(|block| block.flags() & flag::METADATA_SOURCE != 0);
        of_metadata
            .map(|block| {
                assert!(block.is_template() && block.weight() == 0 && block.segment().is_none());
                assert!(block.source().start >= html.find("<script").or(html.find("<meta")).unwrap());
                block.text().to_owned()
            })
            .collect()
    }

    fn json_ld(json: &str) -> String {
        format!("<title>Rain</title><script type='application/ld+json'>{json}</script><p>Subscribe to read on.</p>")
    }

    #[test]
    fn an_article_that_only_json_ld_holds_is_offered() {
        let page = json_ld(&format!(r#"{{"@graph":[{{"@type":"NewsArticle","articleBody":"{BODY}"}}]}}"#));
        assert_eq!(offered(&page), [BODY]);
        let shown = format!("{page}<p>{BODY}</p>");
        assert!(offered(&shown).is_empty(), "it is shown as well");
    }

    #[test]
    fn escapes_references_and_tags_are_read() {
        let body = format!(
            r#"\u003cp\u003eCaf\u00e9 &amp; <b>bar</b>\/\ud83d\ude00 \"x\" {BODY}\n\nSecond\tparagraph <br/>1 < 2"#
        );
        let page = json_ld(&format!(r#"{{"articleBody":"{body}"}}"#));
        let first = format!("Café & bar /😀 \"x\" {BODY}");
        assert_eq!(offered(&page), [first.as_str(), "Second paragraph 1 < 2"]);
    }

    #[test]
    fn descriptions_count_for_products_only() {
        let product = format!(r#"{{"description":"{BODY}","offers":{{"@type":"Offer"}},"@type":["Product","Thing"]}}"#);
        assert_eq!(offered(&json_ld(&product)), [BODY]);
        let site = format!(r#"{{"@type":"WebSite","description":"{BODY}"}}"#);
        assert!(offered(&json_ld(&site)).is_empty());
    }

    #[test]
    fn descriptions_of_pages_that_need_scripts() {
        let head = format!("<title>Rain</title><meta name=Description content='{BODY} Tom &amp; Ann'>");
        let page = format!("{head}<div id=root></div><noscript>Please switch on JavaScript.</noscript>");
        assert_eq!(offered(&page), [format!("{BODY} Tom & Ann")]);
        let full = format!("{head}{}", "<p>There is other text that the page shows to everyone.".repeat(12));
        assert!(offered(&full).is_empty());
    }

    #[test]
    fn it_is_content_if_the_caller_says_so() {
        let page = json_ld(&format!(r#"{{"articleBody":"{BODY}"}}"#));
        let mut analyzer = Analyzer::new(Options { use_metadata: true, ..Options::default() });
        let page = analyzer.analyze(page.as_bytes()).unwrap();
        let block = page.blocks().find(|block| block.text() == BODY).unwrap();
        assert!(!block.is_template() && block.weight() == 16);
    }

    /// Each look goes through the whole page.
    #[test]
    fn only_so_many_texts_are_looked_at() {
        let shown = format!(r#"{{"articleBody":"{BODY}"}},"#).repeat(super::MOST_TEXTS - 1);
        let other = format!(r#"{{"articleBody":"{}"}}"#, BODY.replace("the", "that"));
        let page = |shown: &str| format!("{}<p>{BODY}</p>", json_ld(&format!("[{shown}{other}]")));
        assert_eq!(offered(&page(&shown)).len(), 1);
        assert!(offered(&page(&format!("{shown}{shown}"))).is_empty());
    }

    #[test]
    fn broken_json_does_no_harm() {
        let whole = format!(r#"{{"articleBody":"{BODY}\u12","x":[[{{"description":"{BODY}","@type":"Product"}}]]}}"#);
        for cut in 0..whole.len() {
            offered(&json_ld(&whole[..cut]));
            offered(&json_ld(&whole[cut..]));
        }
        offered(&json_ld(&r#"{"a":"#.repeat(10_000)));
        offered(&json_ld(&"]}".repeat(10_000)));
    }
}
