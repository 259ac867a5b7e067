//! Text from metadata: `articleBody` and product `description` of JSON-LD (schema.org), and the `<meta>` description of
//! a page that shows nothing until its scripts run.
//!
//! Paywalled and script-rendered pages often state their content there and nowhere else. Text that the page also shows
//! is not taken again; a few substrings of it are searched for in the visible text to find that out.

use super::context::{Contexts, flag};
use super::json_ld::{self, Event, is_json_ld};
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::base::hash::hash_bytes;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag, Tree};
use memchr::memmem::Finder;

/// A text in metadata, not yet decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MetadataText {
    /// The node that holds it: the text of a `script`, or a `meta`.
    pub node: u32,
    /// Its source range, without the quotes.
    pub source: (u32, u32),
    /// Whether it is a JSON string; else an attribute value.
    pub is_json: bool,
}

/// A shorter text is no content.
const MIN_BYTES: usize = 60;
/// A page with less text depends on its scripts: it shows a title, and a plea to switch scripts on.
const SCRIPT_ONLY_BYTES: usize = 600;
/// Limit of candidates, each of which costs a search of the whole page; a page has one or two.
const MAX_CANDIDATES: usize = 16;
/// Limits of the texts in inline JSON.
const MAX_DATA_TEXTS: usize = 256;
const MAX_DATA_BYTES: usize = 1 << 20;
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
    if found.is_empty() && contexts.counts.bytes < SCRIPT_ONLY_BYTES && contexts.typed_scripts > 0 {
        find_in_data(tree, contexts, &mut found);
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
                found.push(MetadataText { node: text, source, is_json: true });
            }
        }
    });
    found[first..].sort_unstable_by_key(|text| text.source);
}

/// Adds the prose in inline JSON, from which scripts make the page (`__NEXT_DATA__` and the like). Texts that are there
/// twice are taken once.
fn find_in_data(tree: &Tree<'_>, contexts: &Contexts, found: &mut ArenaVec<'_, MetadataText>) {
    let mut hashes = [0u64; MAX_DATA_TEXTS];
    for &index in contexts.metadata_elements {
        let node = &tree.nodes[index as usize];
        let text = index + 1;
        let Some(json) = tree.nodes.get(text as usize).filter(|text| text.tag == Tag::TEXT) else { continue };
        if node.tag != Tag::SCRIPT || !is_json(tree, node) {
            continue;
        }
        let source = &tree.source[json.start as usize..json.end as usize];
        json_ld::scan(source, |event| {
            let Event::Text(range) = event else { return };
            let hash = hash_bytes(0, &source[range.clone()]);
            if found.len() < MAX_DATA_TEXTS
                && is_prose(&source[range.clone()])
                && !hashes[..found.len()].contains(&hash)
            {
                hashes[found.len()] = hash;
                let source = (json.start + range.start as u32, json.start + range.end as u32);
                found.push(MetadataText { node: text, source, is_json: true });
            }
        });
    }
}

/// Whether a script holds JSON.
fn is_json(tree: &Tree<'_>, script: &Node) -> bool {
    let kind = tree.attribute(script, Name::TYPE).map(|kind| tree.raw_value(kind).trim_ascii());
    kind.is_some_and(|kind| same_name(kind, b"application/json"))
}

/// Whether a string of JSON is a text for readers, not code, an address or a list: it has words of usual length, ends of
/// sentences, and few signs.
fn is_prose(text: &[u8]) -> bool {
    if text.len() < MIN_BYTES || text.len() > MAX_DATA_BYTES {
        return false;
    }
    let count = |is: fn(&u8) -> bool| text.iter().filter(|byte| is(byte)).count();
    let letters = count(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    let (spaces, signs) = (count(|&byte| byte == b' '), count(|byte| b"{}[]=;|$@_#%".contains(byte)));
    let has_words =
        5 * letters >= 3 * text.len() && (15 * spaces >= text.len() || 2 * count(|byte| !byte.is_ascii()) > text.len());
    let ends = text.iter().any(|byte| b".!?".contains(byte)) || text.windows(3).any(|end| end == "。".as_bytes());
    has_words && ends && 40 * signs <= text.len()
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
        Some(MetadataText { node: index, source: (content.value_start, content.value_end), is_json: false })
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
        assert!(metadata_texts(&json_ld(&site)).is_empty());
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
        let page = |shown: &str| format!("{}<p>{BODY}</p>", json_ld(&format!("[{shown}{other}]")));
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
