//! What is read of a page besides its blocks: titles, metadata, redirects.

use blockmask::internals::html::Tag;
use blockmask::internals::html::attributes::Name;
use blockmask::internals::html::node::Node;
use blockmask::{Analyzer, Document, Options, Parts};

/// Calls `work` with the analyzed page, unless it cannot be analyzed.
pub fn with_document<T>(bytes: &[u8], work: impl FnOnce(&Document<'_>) -> T) -> Option<T> {
    Analyzer::new(Options::with_parts(Parts::default() | Parts::FINGERPRINT))
        .analyze(bytes)
        .ok()
        .map(|document| work(&document))
}

/// Whether a page only sends its reader elsewhere.
pub fn is_redirect(bytes: &[u8]) -> bool {
    let has_refresh = |document: &Document<'_>| {
        let tree = &document.page().tree;
        metas(document)
            .any(|node| tree.attributes_of(node).iter().any(|a| tree.raw_value(a).eq_ignore_ascii_case(b"refresh")))
    };
    // Only small pages are redirects, and most pages have none.
    bytes.len() < 4096 && with_document(bytes, has_refresh).unwrap_or(false)
}

/// The content of the `meta` elements with this name.
pub fn meta(document: &Document<'_>, name: &str) -> Vec<String> {
    let tree = &document.page().tree;
    let value = |node: &Node, name| tree.attribute(node, name).map(|attribute| tree.value_of(attribute));
    metas(document)
        .filter(|node| value(node, Name::NAME).is_some_and(|found| found.eq_ignore_ascii_case(name)))
        .filter_map(|node| value(node, Name::CONTENT))
        .collect()
}

fn metas<'d>(document: &'d Document<'_>) -> impl Iterator<Item = &'d Node> {
    document.page().tree.nodes.iter().filter(|node| node.tag == Tag::META)
}

/// The words of a text: runs of letters and digits, in lower case, and pairs of characters of scripts without spaces.
pub fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let runs = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    runs.flat_map(|run| if run.chars().any(has_no_spaces) { pairs(run) } else { vec![run.to_lowercase()] })
}

/// Whether a character is of a script that writes no spaces: Han, kana, Thai.
fn has_no_spaces(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// The pairs of successive characters of scripts without spaces, single ones, and the words between them.
fn pairs(run: &str) -> Vec<String> {
    let chars: Vec<char> = run.chars().collect();
    let parts = chars.chunk_by(|one, next| has_no_spaces(*one) == has_no_spaces(*next));
    parts
        .flat_map(|part| match part {
            [first, _, ..] if has_no_spaces(*first) => {
                part.windows(2).map(|pair| pair.iter().collect()).collect::<Vec<String>>()
            }
            _ => vec![part.iter().collect::<String>().to_lowercase()],
        })
        .collect()
}

/// FNV-1a with 64 bits.
pub fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
