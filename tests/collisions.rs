//! Names that are crafted to have equal hashes are told apart by their bytes, and what is dropped is reported.

#[path = "../src/base/random.rs"]
#[allow(dead_code)]
mod random;

use blockmask::internals::html::names::name_key;
use blockmask::{Analyzer, BlockFlags, Truncation};
use random::Random;

/// The multiplicative inverse of the multiplier of [`name_key`] modulo 2^64.
const INVERSE: u64 = {
    let mut inverse = 1u64;
    let mut step = 0;
    while step < 6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(MULTIPLIER.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
};
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

fn mix(hash: u64, word: u64) -> u64 {
    let product = (hash ^ word).wrapping_mul(MULTIPLIER);
    product ^ product >> 32
}

/// `count` names of `prefix`, which has eight bytes, and 16 letters, digits and dashes, whose key is the key of
/// `target`.
fn colliding(target: &str, prefix: &str, count: usize) -> Vec<String> {
    let key = name_key(target.as_bytes());
    assert!(key >> 63 == 1, "the key of {target} is a hash");
    let start = mix(mix(24, 0), u64::from_le_bytes(prefix.as_bytes().try_into().expect("eight bytes")));
    let mut random = Random(7);
    let mut names = Vec::new();
    while names.len() < count {
        let mut middle = [0; 8];
        middle.fill_with(|| b'a' + random.below(26) as u8);
        let hash = mix(start, u64::from_le_bytes(middle));
        // The top bit of the hash is lost.
        for product in [key, key ^ 1 << 63] {
            let last = ((product ^ product >> 32).wrapping_mul(INVERSE) ^ hash).to_le_bytes();
            if last.iter().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')) {
                let rest: String = middle.iter().chain(&last).map(|&byte| char::from(byte)).collect();
                let name = format!("{prefix}{rest}");
                assert_eq!(name_key(name.as_bytes()), key);
                names.push(name);
            }
        }
    }
    names
}

fn flags(page: &str, text: &str) -> BlockFlags {
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(page.as_bytes()).expect("a document");
    let block = document.blocks().find(|block| block.text().starts_with(text));
    block.expect("a block with the text").flags()
}

#[test]
fn a_crafted_attribute_is_not_a_known_one() {
    for (name, flag) in [("aria-hidden", BlockFlags::ARIA_HIDDEN), ("data-nosnippet", BlockFlags::NO_SNIPPET)] {
        assert_eq!(flags(&format!("<p {name}=true>rain"), "rain"), flag);
        assert_eq!(
            flags(&format!("<p {}=true>rain", colliding(name, "data-xx-", 1)[0]), "rain"),
            BlockFlags::default()
        );
    }
}

/// The number of attributes of the `p` of a page, and what was dropped.
fn attributes(page: &str) -> (usize, Truncation) {
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(page.as_bytes()).expect("a document");
    let tree = &document.page().tree;
    let p = tree.nodes.iter().find(|node| node.tag == blockmask::internals::html::Tag::P).expect("a paragraph");
    (tree.attributes_of(p).len(), document.truncation())
}

#[test]
fn a_crafted_attribute_is_no_duplicate() {
    let names = colliding("data-of-the-page", "data-xx-", 6);
    let whole = Truncation::default();
    assert_eq!(attributes(&format!("<p {0}=1 {1}=2 {0}=3>", names[0], names[1])), (2, whole));
    let upper = names[0].to_uppercase();
    assert_eq!(attributes(&format!("<p {0}=1 {1}=2 {upper}=3>", names[0], names[1])), (2, whole));
    let few = names.join(" ");
    assert_eq!(attributes(&format!("<p {few} {few}>")), (6, whole));
    // Among many attributes a few names with one hash are compared; further ones are dropped, which is reported.
    let others: String = (0..20).map(|i| format!("a{i} ")).collect();
    let some = names[..3].join(" ");
    assert_eq!(attributes(&format!("<p {others} {some} {some} {others}>")), (23, whole));
    assert_eq!(attributes(&format!("<p {others} {few}>")), (24, Truncation::ATTRIBUTES));
}

#[test]
fn dropped_attributes_are_reported() {
    let many = |count: usize| (0..count).map(|i| format!(" a{i}=b")).collect::<String>();
    assert_eq!(attributes(&format!("<p{}>", many(2048))), (2048, Truncation::default()));
    assert_eq!(attributes(&format!("<p{}>", many(2049))), (2048, Truncation::ATTRIBUTES));
    let long = |len: usize| "a".repeat(len);
    assert_eq!(attributes(&format!("<p x {}=b y>", long(65_535))), (3, Truncation::default()));
    assert_eq!(attributes(&format!("<p x {}=b y>", long(65_536))), (2, Truncation::ATTRIBUTES));
}

#[test]
fn a_crafted_end_tag_closes_no_other_element() {
    let names = colliding("my-unknown-element", "element-", 2);
    let (one, other) = (&names[0], &names[1]);
    for (start, end) in [("", ""), ("<section>", "</section>"), ("<i>", "</i>")] {
        let inside = format!("<div>rain</div></{other}><div>snow</div></{one}>");
        let page = format!("<body>{start}<{one} hidden>{inside}{end}<div>sun");
        assert_eq!(flags(&page, "snow"), BlockFlags::HIDDEN, "{page}");
        assert_eq!(flags(&page, "sun"), BlockFlags::default(), "{page}");
    }
    // In foreign content, and closed in another case.
    let nodes = |page: &str| Analyzer::default().analyze(page.as_bytes()).expect("a document").page().tree.nodes.len();
    let depth = |end: &str| {
        let mut analyzer = Analyzer::default();
        let page = format!("<svg><{one}></{end}><g>");
        let document = analyzer.analyze(page.as_bytes()).expect("a document");
        document.page().tree.nodes.last().expect("a node").depth
    };
    assert_eq!((depth(one), depth(&one.to_uppercase()), depth(other)), (4, 4, 5));
    assert_eq!(nodes(&format!("<{one}></{other}>")), nodes(&format!("<{one}>")));
}

#[cfg(feature = "visual")]
#[test]
fn a_crafted_css_property_is_not_a_known_one() {
    let mut options = blockmask::Options::default();
    options.visual = true;
    let mut analyzer = Analyzer::new(options);
    let mut is_visible = |style: &str| {
        let page = format!("<style>{style}</style><body><p>rain fell on the city");
        let document = analyzer.analyze(page.as_bytes()).expect("a document");
        let block = document.blocks().next().expect("a block");
        block.visibility().is_none_or(|visibility| visibility.hidden.is_empty())
    };
    assert!(!is_visible("p{visibility:hidden}"));
    assert!(is_visible(&format!("p{{{}:hidden}}", colliding("visibility", "my-style", 1)[0])));
    let names = colliding("--color-of-the-page", "--style-", 2);
    assert!(is_visible(&format!(":root{{{}:none}}p{{display:var({})}}", names[0], names[1])));
    assert!(!is_visible(&format!(":root{{{0}:block;{1}:none}}p{{display:var({1})}}", names[0], names[1])));
    assert!(is_visible(&format!(":root{{{0}:block;{1}:none}}p{{display:var({0})}}", names[0], names[1])));
}
