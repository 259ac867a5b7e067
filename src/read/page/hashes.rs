//! Hashes of the tag paths and texts of blocks: equal paths and equal texts have equal hashes, on every machine and for
//! every page, so that statistics over the pages of a site can be kept by them.
//!
//! # The frozen definition, version 1
//! Words are 64 bits wide, arithmetic is modulo 2^64, and `mix(state, word) = fold(state ^ word) + word`, where
//! `fold(x)` is the low half of the 128-bit product of x and 0x243F6A8885A308D3, xor its high half.
//!
//! 1. The hash of a byte string under a seed: `h = seed ^ length in bytes`, then `h = mix(h, word)` for each word of 8
//!    bytes, first byte lowest, the last padded with zeros.
//! 2. Text hash: the hash of the text of the block in UTF-8, whitespace collapsed, under [`TEXT_SEED`].
//! 3. Path hash: `h = PATH_SEED`; for each element from the root to the one that contains the block, `h = mix(h, hash
//!    of its name in ASCII lower case under NAME_SEED)`, and then, unless it is `html` or `body`, `h = mix(h, hash of
//!    the word under CLASS_SEED)` for each of the first [`MAX_CLASSES`] words of its class attribute. Names and class
//!    attributes are cut after [`MAX_PART`] bytes of the page in UTF-8, then decoded as in the DOM. In each class a run
//!    of at least [`MIN_DIGITS`] ASCII digits counts as one `0`: it is the number of a page or of a record, and not of
//!    its place. The classes of `html` and `body` describe a page, too.
//!
//! A page can be crafted so that its hashes collide with the hashes of another. That has the same effect as showing the
//! same text on the same path.

use crate::base::hash::{hash_bytes, hash_mapped, mix};
use crate::read::html::Tag;
use crate::read::html::attributes::Name;
use crate::read::html::chain::Chain;
use crate::read::html::names::lower_packed;
use crate::read::html::node::{NONE, Node, Tree};
use crate::read::html::scan::is_space;
use crate::read::html::text::{Decoding, decode};
use smallvec::SmallVec;

/// The number of the definition in the module's documentation. Only hashes of one version can be compared.
pub const HASH_VERSION: u32 = 1;

const TEXT_SEED: u64 = 0x5445_5854;
const PATH_SEED: u64 = 0x5041_5448;
const NAME_SEED: u64 = 0x4E41_4D45;
const CLASS_SEED: u64 = 0x434C_4153;

/// Further classes of an element often name its topic or state.
const MAX_CLASSES: usize = 3;
/// Maximum bytes of a name or class attribute, as in [`NodePath`](crate::read::html::path::NodePath).
const MAX_PART: usize = 256;
/// Shorter numbers are widths of columns or levels.
const MIN_DIGITS: usize = 3;

/// The hash of a normalized text.
pub fn text_hash(text: &str) -> u64 {
    hash_bytes(TEXT_SEED, text.as_bytes())
}

/// The hash of the path of an element, in time linear in its depth.
pub fn path_hash(tree: &Tree<'_>, element: u32) -> u64 {
    let mut path: SmallVec<[u32; 32]> = SmallVec::new();
    // The document, node 0, has no name.
    path.extend(tree.ancestors(element).take_while(|&at| at != 0));
    path.iter().rev().fold(PATH_SEED, |hash, &node| enter(tree, &tree.nodes[node as usize], hash))
}

/// [`path_hash`] of one element after the other.
pub(crate) fn next_path_hash(tree: &Tree<'_>, element: u32, hashes: &mut Chain<u64>) -> u64 {
    let hash = |above: Option<u64>, node| enter(tree, &tree.nodes[node as usize], above.unwrap_or(PATH_SEED));
    hashes.go_to(tree, element, hash).unwrap_or(PATH_SEED)
}

/// The hashes of the paths of a page's elements, each computed once: linear in the size of the page.
pub struct PathHashes<'m> {
    /// By node: its hash, or 0 before it is known.
    known: &'m mut [u64],
}

impl<'m> PathHashes<'m> {
    /// `known` has a zero for each node of the page.
    pub fn new(known: &'m mut [u64]) -> PathHashes<'m> {
        PathHashes { known }
    }

    /// [`path_hash`].
    pub fn of(&mut self, tree: &Tree<'_>, element: u32) -> u64 {
        // Up to the first ancestor with a hash. Until they get one, elements remember the child that led to them.
        let (mut at, mut child) = (element, NONE);
        let mut hash = PATH_SEED;
        while let Some(known) = self.known.get_mut(at as usize).filter(|_| at != 0) {
            if *known != 0 {
                hash = *known;
                break;
            }
            *known = child.into();
            child = at;
            at = tree.nodes[at as usize].parent;
        }
        while let Some(known) = self.known.get_mut(child as usize) {
            hash = enter(tree, &tree.nodes[child as usize], hash);
            child = *known as u32;
            *known = hash;
        }
        hash
    }
}

/// The hash of an element's path, given the hash of its parent's path.
fn enter(tree: &Tree<'_>, node: &Node, outer: u64) -> u64 {
    let hash = mix(outer, name_hash(cut(tree.raw_name(node))));
    if matches!(node.tag, Tag::HTML | Tag::BODY) {
        return hash;
    }
    let Some(class) = tree.attribute(node, Name::CLASS) else { return hash };
    let classes = cut(tree.raw_value(class));
    let is_plain = |byte: u8| byte.wrapping_sub(1) < 0x7F && byte != b'&';
    with_classes(hash, classes, is_plain).unwrap_or_else(|| {
        let mut decoded = String::new();
        decode(classes, 0, classes.len(), Decoding::ATTRIBUTE, &mut decoded);
        with_classes(hash, decoded.as_bytes(), |_| true).unwrap_or(hash)
    })
}

fn cut(part: &[u8]) -> &[u8] {
    &part[..part.len().min(MAX_PART)]
}

fn name_hash(name: &[u8]) -> u64 {
    // ASCII without NUL is in the DOM as written.
    match name.iter().all(|byte| byte.wrapping_sub(1) < 0x7F) {
        true => hash_mapped(NAME_SEED, name, lower_packed),
        false => hash_bytes(NAME_SEED, Tree::decoded_name(name).as_bytes()),
    }
}

/// The hash of an element with its first classes; `None` if one of them has a byte that is not plain. Each byte is read
/// once.
#[inline]
fn with_classes(mut hash: u64, classes: &[u8], is_plain: impl Fn(u8) -> bool) -> Option<u64> {
    let mut at = 0;
    for _ in 0..MAX_CLASSES {
        while classes.get(at).is_some_and(|&byte| is_space(byte)) {
            at += 1;
        }
        let (start, mut digits, mut has_number) = (at, 0, false);
        while let Some(&byte) = classes.get(at).filter(|&&byte| !is_space(byte)) {
            if !is_plain(byte) {
                return None;
            }
            digits = if byte.is_ascii_digit() { digits + 1 } else { 0 };
            has_number |= digits == MIN_DIGITS;
            at += 1;
        }
        let class = &classes[start..at];
        if class.is_empty() {
            break;
        }
        hash = mix(hash, if has_number { numbered_class_hash(class) } else { hash_bytes(CLASS_SEED, class) });
    }
    Some(hash)
}

/// The hash of a class in which long numbers are replaced.
fn numbered_class_hash(word: &[u8]) -> u64 {
    let mut replaced: SmallVec<[u8; 64]> = SmallVec::new();
    for run in word.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()) {
        let is_number = run.len() >= MIN_DIGITS && run[0].is_ascii_digit();
        replaced.extend_from_slice(if is_number { b"0" } else { run });
    }
    hash_bytes(CLASS_SEED, &replaced)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Analyzer, Document};

    /// The path and text hashes of the blocks of a page.
    fn hashes(html: &str) -> Vec<(u64, u64)> {
        let mut analyzer = Analyzer::default();
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        assert_memo_agrees(&page);
        page.blocks().map(|block| (block.path_hash(), block.text_hash())).collect()
    }

    fn assert_memo_agrees(page: &Document<'_>) {
        let tree = &page.page().tree;
        let mut known = vec![0; tree.nodes.len()];
        let mut memo = PathHashes::new(&mut known);
        for block in page.blocks().chain(page.blocks()) {
            assert_eq!(memo.of(tree, block.table_entry().container), block.path_hash(), "{}", block.tag_path());
        }
    }

    #[test]
    fn values_are_frozen() {
        let html = "<html class=x><body class='page-9'><DIV class=' main  post-1234 a b'><p>Rain fell";
        assert_eq!(hashes(html), [(path_of(&["html", "body", "div.main.post-0.a", "p"]), text_of("Rain fell"))]);
        // These numbers change only with the version.
        assert_eq!(hashes("<p>Rain fell"), [(FROZEN_PATH, FROZEN_TEXT)]);
    }

    const FROZEN_PATH: u64 = 12_701_802_305_087_801_105;
    const FROZEN_TEXT: u64 = 7_065_117_383_115_275;

    /// The definition in its plainest form.
    fn hash_of(seed: u64, bytes: &[u8]) -> u64 {
        let mut hash = seed ^ bytes.len() as u64;
        for word in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            hash = mix_of(hash, u64::from_le_bytes(padded));
        }
        hash
    }

    fn mix_of(state: u64, word: u64) -> u64 {
        let product = u128::from(state ^ word) * 0x243F_6A88_85A3_08D3;
        (product as u64 ^ (product >> 64) as u64).wrapping_add(word)
    }

    fn path_of(elements: &[&str]) -> u64 {
        elements.iter().fold(PATH_SEED, |hash, element| {
            let mut parts = element.split('.');
            let name = parts.next().unwrap().as_bytes();
            parts.fold(mix_of(hash, hash_of(NAME_SEED, name)), |hash, class| {
                mix_of(hash, hash_of(CLASS_SEED, class.as_bytes()))
            })
        })
    }

    fn text_of(text: &str) -> u64 {
        hash_of(TEXT_SEED, text.as_bytes())
    }

    #[test]
    fn paths_and_texts_that_differ_have_other_hashes() {
        let paths =
            ["<p>a", "<div>a", "<p class=x>a", "<p class=y>a", "<div><p>a", "<p class='x y'>a", "<p class='y x'>a"];
        let found: Vec<u64> = paths.iter().map(|html| hashes(html)[0].0).collect();
        for (i, hash) in found.iter().enumerate() {
            assert!(!found[..i].contains(hash), "{}", paths[i]);
        }
        assert_ne!(hashes("<p>a")[0].1, hashes("<p>b")[0].1);
        assert_eq!(hashes("<p>a  <b>b</b>\n")[0], hashes("<P>a b")[0]);
    }

    #[test]
    fn numbers_of_records_and_classes_of_the_page_do_not_count() {
        let path = |html: &str| hashes(html)[0].0;
        assert_eq!(path("<p class=post-1234>a"), path("<p class=post-567>a"));
        assert_ne!(path("<p class=col-12>a"), path("<p class=col-6>a"));
        assert_eq!(path("<body class=home><p>a"), path("<p>a"));
        assert_eq!(path("<p class='a b c d'>a"), path("<p class='a b c e f'>a"));
        assert_eq!(path("<p class='a&amp;b&#32;c'>a"), path("<p class='a&b c'>a"));
    }

    #[test]
    fn deep_and_long_paths() {
        let deep = "<div class=a>".repeat(600) + "x";
        assert_eq!(hashes(&deep).len(), 1);
        let long = |end: &str| hashes(&format!("<p class='{}{end}'>x", "a".repeat(300)))[0].0;
        assert_eq!(long("b"), long("c"));
    }
}
