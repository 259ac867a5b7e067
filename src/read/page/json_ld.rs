//! A tolerant scanner for the texts in JSON-LD: one pass over the bytes that finds strings by key and never fails,
//! since scripts in the wild are often truncated or not quite JSON.

use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag, Tree};
use memchr::memchr2;
use std::ops::Range;

/// Nesting depth of objects that is tracked; deeper objects are merged into the deepest.
const MAX_DEPTH: usize = 32;

/// The keys that matter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Type,
    ArticleBody,
    Description,
    Other,
}

/// An object that is still open.
#[derive(Clone, Default)]
struct Object {
    is_product: bool,
    description: Option<Range<usize>>,
}

/// Whether a script holds JSON-LD.
pub(crate) fn is_json_ld(tree: &Tree<'_>, script: &Node) -> bool {
    const TYPE: &[u8] = b"application/ld+json";
    tree.attribute(script, Name::TYPE).is_some_and(|attribute| {
        let value = tree.raw_value(attribute).trim_ascii();
        value.get(..TYPE.len()).is_some_and(|start| same_name(start, TYPE))
    })
}

/// The scripts of a page among its [`metadata_elements`](super::Page), with the source ranges of what they hold.
pub(crate) fn scripts<'t>(
    tree: &'t Tree<'_>,
    metadata: &'t [u32],
) -> impl Iterator<Item = (&'t Node, Range<usize>)> + 't {
    metadata.iter().filter_map(|&index| {
        let script = &tree.nodes[index as usize];
        let text = tree.nodes.get(index as usize + 1).filter(|node| node.tag == Tag::TEXT)?;
        (script.tag == Tag::SCRIPT).then_some((script, text.start as usize..text.end as usize))
    })
}

/// The source ranges of the scripts of a page that hold JSON-LD.
pub(crate) fn scripts_of_json_ld<'t>(
    tree: &'t Tree<'_>,
    metadata: &'t [u32],
) -> impl Iterator<Item = Range<usize>> + 't {
    scripts(tree, metadata).filter(|(script, _)| is_json_ld(tree, script)).map(|(_, text)| text)
}

/// What the scanner comes across, with offsets of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// An object begins.
    Open,
    /// The innermost object ends; there may be none.
    Close,
    /// A key of it, without the quotes.
    Key(Range<usize>),
    /// A string that is a value, without the quotes, escapes not decoded.
    Text(Range<usize>),
    /// A number, `true` or `false`.
    Literal(Range<usize>),
}

/// Calls `found` for the objects, strings and literals of a script, in their order. Arrays and `null` are passed over.
pub(crate) fn scan(json: &[u8], mut found: impl FnMut(Event)) {
    let mut at = 0;
    while let Some(&byte) = json.get(at) {
        at += 1;
        match byte {
            b'{' => found(Event::Open),
            b'}' => found(Event::Close),
            b'"' => {
                let Some(end) = string_end(json, at) else { return };
                let range = at..end;
                at = end + 1;
                found(if is_key(&json[at..]) { Event::Key(range) } else { Event::Text(range) });
            }
            b'-' | b'0'..=b'9' | b't' | b'f' => {
                let start = at - 1;
                at += json[at..].iter().take_while(|byte| is_in_literal(**byte)).count();
                if matches!(&json[start..at], [b'-' | b'0'..=b'9', ..] | b"true" | b"false") {
                    found(Event::Literal(start..at));
                }
            }
            _ => {}
        }
    }
}

/// Calls `found` with the range of each `articleBody`, and of each `description` of a product, without the quotes,
/// escapes not decoded. A description is reported when its object ends.
pub(super) fn find_texts(json: &[u8], mut found: impl FnMut(Range<usize>)) {
    let mut objects: [Object; MAX_DEPTH] = Default::default();
    let mut depth = 0;
    let mut key = Key::Other;
    scan(json, |event| match event {
        Event::Open => {
            depth += 1;
            objects[depth.min(MAX_DEPTH) - 1] = Object::default();
            key = Key::Other;
        }
        Event::Close if depth == 0 => {}
        Event::Close => {
            let object = std::mem::take(&mut objects[depth.min(MAX_DEPTH) - 1]);
            depth -= 1;
            if let Some(text) = object.description.filter(|_| object.is_product) {
                found(text);
            }
        }
        Event::Key(name) => key = key_of(&json[name]),
        Event::Text(range) => {
            let object = &mut objects[depth.clamp(1, MAX_DEPTH) - 1];
            let string = &json[range.clone()];
            match key {
                Key::Type => object.is_product |= is_product(string),
                Key::ArticleBody => found(range),
                Key::Description => {
                    object.description.get_or_insert(range);
                }
                Key::Other => {}
            }
        }
        Event::Literal(_) => {}
    });
}

/// The number of products that a script describes. Parts of a product, such as its variants and what is like it, are none.
pub(crate) fn count_products(json: &[u8]) -> u32 {
    // For each open object whether it is a product, and how many products are in it.
    let mut objects = [(false, 0u32); MAX_DEPTH + 1];
    let (mut depth, mut is_type) = (0usize, false);
    scan(json, |event| match event {
        Event::Open => {
            depth += 1;
            objects[depth.min(MAX_DEPTH)] = (false, 0);
        }
        Event::Close if depth == 0 => {}
        Event::Close => {
            let (is_product, inside) = std::mem::take(&mut objects[depth.min(MAX_DEPTH)]);
            depth -= 1;
            objects[depth.min(MAX_DEPTH)].1 += if is_product { 1 } else { inside };
        }
        Event::Key(name) => is_type = key_of(&json[name]) == Key::Type,
        Event::Text(text) => objects[depth.min(MAX_DEPTH)].0 |= is_type && is_product(&json[text]),
        Event::Literal(_) => {}
    });
    objects[0].1
}

/// Whether a type of schema.org is a product.
fn is_product(name: &[u8]) -> bool {
    name.ends_with(b"Product") || name.ends_with(b"ProductGroup")
}

fn is_in_literal(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-')
}

/// The position of the closing quote.
fn string_end(json: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += memchr2(b'"', b'\\', json.get(at..)?)?;
        if json[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

fn is_key(after: &[u8]) -> bool {
    after.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b':')
}

fn key_of(name: &[u8]) -> Key {
    match name {
        b"@type" => Key::Type,
        b"articleBody" => Key::ArticleBody,
        b"description" => Key::Description,
        _ => Key::Other,
    }
}

#[cfg(test)]
mod tests {
    fn texts(json: &str) -> Vec<&str> {
        let mut found = Vec::new();
        super::find_texts(json.as_bytes(), |range| found.push(&json[range]));
        found
    }

    #[test]
    fn keys_are_distinguished_from_values() {
        assert_eq!(texts(r#"{"articleBody": "one \"two\" \\", "x": "articleBody"}"#), [r#"one \"two\" \\"#]);
        assert!(texts(r#"["articleBody", "one"]"#).is_empty());
        assert_eq!(texts(r#"{"@type":"Product","description":"one","brand":{"description":"two"}}"#), ["one"]);
        assert_eq!(
            texts(r#"{"isA":{"@type":"http://schema.org/Product","description":"inner"},"description":"outer"}"#),
            ["inner"]
        );
    }

    #[test]
    fn variants_of_a_product_are_one_product() {
        for (json, products) in [
            (r#"{"@type":"Product","name":"Product"}"#, 1),
            (r#"{"@graph":[{"@type":"WebPage"},{"@type":["Product","Thing"]}]}"#, 1),
            (r#"{"hasVariant":[{"@type":"Product"},{"@type":"Product"}],"@type":"ProductGroup"}"#, 1),
            (
                r#"{"@type":"ItemList","itemListElement":[{"item":{"@type":"Product"}},{"item":{"@type":"Product"}}]}"#,
                2,
            ),
            (r#"{"@type":"Article","about":"Product"}"#, 0),
            (r#"}{"@type":"Product""#, 0),
        ] {
            assert_eq!(super::count_products(json.as_bytes()), products, "{json}");
        }
    }

    #[test]
    fn malformed_json_is_ignored() {
        for json in ["", "\"", "{\"articleBody\":\"open", "}}}}", "<!-- {\"articleBody\": 3} -->", "\\"] {
            assert!(texts(json).is_empty(), "{json}");
        }
        let deep = "{\"a\":".repeat(100) + r#"{"@type":"Product","description":"d"}"#;
        assert_eq!(texts(&deep), ["d"]);
    }
}
