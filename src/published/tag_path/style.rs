//! The style part of a tag path (Velloso and Dorneles 2013): what distinguishes two `div`s of one parent.
//!
//! A style is a 64-bit hash, 0 for an element without any. Attribute values are hashed as written: character references
//! are not decoded and nothing is copied. Only the whitespace of `class` is normalized, and that on a slow path which
//! is taken if hashing, eight bytes at a time, detects whitespace other than single spaces. A small direct-mapped cache
//! spares most values the hashing.

use crate::base::arena::{Bump, Vec};
use memchr::memmem;

use crate::base::hash::{hash_bytes, hash_mapped, mix};
use crate::base::intern::Interner;
use crate::read::html::attributes::Name;
use crate::read::html::node::{Attribute, NONE, Node, Tree};
use crate::read::html::scan::is_space;

/// Which attributes make the style of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
// Only experimental options choose another value.
#[cfg_attr(not(any(feature = "capi", feature = "unstable")), allow(dead_code))]
pub enum StyleMode {
    /// The whole `class` and the inline `style`, as in the paper.
    #[default]
    Raw,
    /// The most frequent class and the presentational attributes, as in the authors' later work (2017 to 2020).
    Reduced,
    /// None: a path consists of tag names alone.
    None,
}

/// The attributes of [`StyleMode::Raw`], as a bitmask of [`Node::known`].
const RAW_ATTRIBUTES: u16 = Name::CLASS.bit() | Name::STYLE.bit();

/// Hash seeds, so that `class="a"` and `style="a"` differ.
const CLASS_SEED: u64 = 1;
const STYLE_SEED: u64 = 2;
const WORD_SEED: u64 = 3;

/// A class that contains one of these marks a state or a position in a list, not a type of element.
const IGNORED_WORDS: [&[u8]; 8] = [b"highlight", b"special", b"last", b"odd", b"first", b"even", b"item", b"feature"];

/// The presentational attributes of [`StyleMode::Reduced`].
const PRESENTATIONAL: [Name; 10] = [
    Name::STYLE,
    Name::COLOR,
    Name::BGCOLOR,
    Name::WIDTH,
    Name::HEIGHT,
    Name::ALIGN,
    Name::VALIGN,
    Name::HALIGN,
    Name::COLSPAN,
    Name::ROWSPAN,
];

/// Scratch bytes of the cache of [`Styles`].
pub(super) fn scratch_capacity(nodes: usize) -> usize {
    size_of::<CachedClass>() << cache_bits(nodes)
}

/// The cache of a small page is small, as to clear it takes longer than to hash the classes again.
fn cache_bits(nodes: usize) -> u32 {
    nodes.max(1).ilog2().clamp(4, 9)
}

/// Hashes the styles of a page.
pub(super) struct Styles<'a, 't> {
    tree: &'t Tree<'t>,
    mode: StyleMode,
    /// For [`StyleMode::Reduced`].
    classes: Option<ClassCounts<'a>>,
    /// Scratch buffer for a normalized class value.
    buffer: Vec<'a, u8>,
    /// Direct-mapped cache of class values: most occur many times in a page.
    cache: &'a mut [CachedClass],
    /// The logarithm of its length.
    cache_bits: u32,
}

/// A class value, by its source range, and its hash.
#[derive(Clone, Copy, Default)]
struct CachedClass {
    start: u32,
    len: u32,
    hash: u64,
}

impl<'a, 't> Styles<'a, 't> {
    /// For [`StyleMode::Reduced`], call [`Styles::count_classes`] for every element first.
    pub(super) fn new(arena: &'a Bump, tree: &'t Tree<'t>, mode: StyleMode) -> Styles<'a, 't> {
        let classes = (mode == StyleMode::Reduced).then(|| ClassCounts::new(arena));
        let cache_bits = cache_bits(tree.nodes.len());
        let cache = arena.alloc_slice_fill_copy(1 << cache_bits, CachedClass::default());
        Styles { tree, mode, classes, buffer: Vec::new_in(arena), cache, cache_bits }
    }

    /// Which attributes make a style.
    pub(super) fn mode(&self) -> StyleMode {
        self.mode
    }

    /// Adds the classes of an element to the frequencies of the page.
    pub(super) fn count_classes(&mut self, node: &Node) {
        let Some(classes) = &mut self.classes else { return };
        if let Some(class) = self.tree.attribute(node, Name::CLASS) {
            words(self.tree.raw_value(class)).for_each(|word| classes.add(word));
        }
    }

    /// The style of an element.
    #[inline]
    pub(super) fn hash(&mut self, node: &Node) -> u64 {
        if node.attributes == NONE {
            return 0;
        }
        match self.mode {
            StyleMode::Raw if node.known & RAW_ATTRIBUTES == 0 => 0,
            StyleMode::Raw => self.raw_style(node),
            StyleMode::Reduced => self.reduced_style(node),
            StyleMode::None => 0,
        }
    }

    /// Class and inline style, each only if it is not empty. Not inlined: most elements have neither.
    #[inline(never)]
    fn raw_style(&mut self, node: &Node) -> u64 {
        let has_style = node.known & Name::STYLE.bit() != 0;
        let (mut class, mut style) = (0, 0);
        for attribute in self.tree.each_attribute(node) {
            if attribute.name == Name::CLASS {
                class = self.cached_class_hash(attribute);
                if !has_style {
                    break;
                }
            } else if attribute.name == Name::STYLE {
                let value = self.tree.raw_value(attribute);
                style = if value.is_empty() { 0 } else { hash_bytes(STYLE_SEED, value) };
            }
        }
        if style == 0 { class } else { mix(class, style) }
    }

    /// [`Styles::class_hash`] of an attribute, from the cache if possible.
    #[inline]
    fn cached_class_hash(&mut self, attribute: &Attribute) -> u64 {
        let value = self.tree.raw_value(attribute);
        let (Some(first), Some(last)) = (value.first_chunk::<8>(), value.last_chunk::<8>()) else {
            return self.class_hash(value);
        };
        let ends = u64::from_le_bytes(*first).rotate_left(7) ^ u64::from_le_bytes(*last) ^ value.len() as u64;
        let slot = (ends.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.cache_bits)) as usize;
        let CachedClass { start, len, hash } = self.cache[slot];
        if same_bytes(&self.tree.source[start as usize..][..len as usize], value) {
            return hash;
        }
        let hash = self.class_hash(value);
        self.cache[slot] = CachedClass { start: attribute.value_start, len: value.len() as u32, hash };
        hash
    }

    /// The hash of a class value with normalized whitespace: trimmed, single spaces. 0 if nothing is left.
    #[inline]
    fn class_hash(&mut self, value: &[u8]) -> u64 {
        let value = trim(value);
        if value.is_empty() {
            return 0;
        }
        let mut spacing = SpacingCheck::default();
        let hash = hash_mapped(CLASS_SEED, value, |word| spacing.add(word));
        if spacing.is_normal() { hash } else { self.normalized_class_hash(value) }
    }

    /// Slow path of [`Styles::class_hash`]: normalizes the value first.
    #[cold]
    fn normalized_class_hash(&mut self, value: &[u8]) -> u64 {
        self.buffer.clear();
        for word in words(value) {
            if !self.buffer.is_empty() {
                self.buffer.push(b' ');
            }
            self.buffer.extend_from_slice_copy(word);
        }
        if self.buffer.is_empty() { 0 } else { hash_bytes(CLASS_SEED, &self.buffer) }
    }

    /// The element's most frequent class and its presentational attributes, independent of their order.
    fn reduced_style(&mut self, node: &Node) -> u64 {
        let mut style: u64 = 0;
        for attribute in self.tree.attributes_of(node) {
            let value = self.tree.raw_value(attribute);
            if attribute.name == Name::CLASS {
                style = style.wrapping_add(self.main_class(value));
            } else if PRESENTATIONAL.contains(&attribute.name) && !value.is_empty() {
                style = style.wrapping_add(hash_bytes(mix(STYLE_SEED, u64::from(attribute.name.0)), value));
            }
        }
        style
    }

    /// A hash of the class that is most frequent in the page, the first of a tie; 0 without any.
    fn main_class(&mut self, value: &[u8]) -> u64 {
        let Some(classes) = &mut self.classes else { return 0 };
        let mut best = (0, 0);
        for word in words(value) {
            let (count, form) = classes.count(word);
            if count > best.0 {
                best = (count, form);
            }
        }
        if best.0 == 0 { 0 } else { mix(WORD_SEED, u64::from(best.1)) }
    }
}

/// Frequencies of the classes of the page, each in its reduced form.
struct ClassCounts<'a> {
    /// Classes as written.
    written: Interner<'a>,
    /// By class as written: the number of its reduced form, 0 for an ignored one. Computed once for each class.
    reduced: Vec<'a, u32>,
    /// Reduced forms.
    forms: Interner<'a>,
    /// By the number of the reduced form.
    counts: Vec<'a, u32>,
    /// Scratch buffer for a reduced form.
    buffer: Vec<'a, u8>,
}

impl<'a> ClassCounts<'a> {
    fn new(arena: &'a Bump) -> ClassCounts<'a> {
        ClassCounts {
            written: Interner::new(arena, 128),
            reduced: table_with_zero(arena),
            forms: Interner::new(arena, 128),
            counts: table_with_zero(arena),
            buffer: Vec::new_in(arena),
        }
    }

    /// The number of the reduced form of a class, 0 if it is ignored.
    fn form(&mut self, word: &[u8]) -> u32 {
        let written = self.written.intern(hash_bytes(WORD_SEED, word)) as usize;
        if let Some(&form) = self.reduced.get(written) {
            return form;
        }
        let form = reduce_word(word, &mut self.buffer).map_or(0, |hash| self.forms.intern(hash));
        self.reduced.push(form);
        if self.counts.len() <= form as usize {
            self.counts.push(0);
        }
        form
    }

    fn add(&mut self, word: &[u8]) {
        let form = self.form(word);
        self.counts[form as usize] += 1;
    }

    /// The frequency and the number of the reduced form of a class; 0 for an ignored one.
    fn count(&mut self, word: &[u8]) -> (u32, u32) {
        let form = self.form(word);
        // A form that the interner failed to store was counted under another number, but occurs at least once.
        if form == 0 { (0, 0) } else { (self.counts[form as usize].max(1), form) }
    }
}

/// A table with an entry for number 0, which interners never hand out.
fn table_with_zero(arena: &Bump) -> Vec<'_, u32> {
    let mut table = Vec::new_in(arena);
    table.push(0);
    table
}

/// Splits a class value at HTML whitespace.
fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|&b| is_space(b)).filter(|word| !word.is_empty())
}

/// The hash of a class without digits and in lower case; `None` if nothing is left or the class is ignored.
fn reduce_word(word: &[u8], buffer: &mut Vec<'_, u8>) -> Option<u64> {
    buffer.clear();
    buffer.extend(word.iter().filter(|b| !b.is_ascii_digit()).map(u8::to_ascii_lowercase));
    let ignored = buffer.is_empty() || IGNORED_WORDS.iter().any(|ignored| memmem::find(buffer, ignored).is_some());
    (!ignored).then(|| hash_bytes(WORD_SEED, buffer))
}

/// Detects whitespace other than single spaces, eight bytes at a time.
///
/// False positives are possible (a backspace, or `!` after a space), false negatives are not.
#[derive(Default)]
struct SpacingCheck {
    /// Bit 7 is set if the byte before the next word is a space.
    after_space: u64,
    /// Nonzero once such whitespace was found.
    irregular: u64,
}

impl SpacingCheck {
    /// Checks eight bytes, a little-endian word, and returns them; zeros are padding.
    #[inline]
    fn add(&mut self, word: u64) -> u64 {
        const EACH: u64 = 0x0101_0101_0101_0101;
        let spaces = zero_bytes(word ^ (EACH * 0x20));
        // Tab, line feed, form feed and carriage return are among 8 to 15.
        let controls = zero_bytes((word & (EACH * 0xf8)) ^ (EACH * 0x08));
        self.irregular |= controls | (spaces & (spaces << 8 | self.after_space));
        self.after_space = spaces >> 56;
        word
    }

    #[inline]
    fn is_normal(&self) -> bool {
        self.irregular == 0
    }
}

/// Trims HTML whitespace. Many sites leave a space at the end.
#[inline]
fn trim(mut value: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = value
        && is_space(*first)
    {
        value = rest;
    }
    while let [rest @ .., last] = value
        && is_space(*last)
    {
        value = rest;
    }
    value
}

/// Whether two values of at least eight bytes are equal, without a call of `memcmp`: most have less than thirty.
#[inline]
fn same_bytes(one: &[u8], other: &[u8]) -> bool {
    let ((words, _), (other_words, _)) = (one.as_chunks::<8>(), other.as_chunks::<8>());
    one.len() == other.len()
        && one.last_chunk::<8>() == other.last_chunk()
        && words.iter().zip(other_words).all(|(a, b)| a == b)
}

/// The high bit of every byte that is zero, and possibly of a byte of 1 right above one.
#[inline]
fn zero_bytes(word: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    word.wrapping_sub(EACH) & !word & (EACH * 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the fast path accepts a class value.
    fn is_normal(value: &[u8]) -> bool {
        let mut spacing = SpacingCheck::default();
        hash_mapped(0, value, |word| spacing.add(word));
        spacing.is_normal()
    }

    #[test]
    fn irregular_whitespace_is_detected_at_every_position() {
        for len in 1..40 {
            let plain = vec![b'x'; len];
            assert!(is_normal(&plain));
            for i in 0..len {
                let mut value = plain.clone();
                for space in [b'\t', b'\n', 0x0c, b'\r'] {
                    value[i] = space;
                    assert!(!is_normal(&value), "{space} at {i} of {len}");
                }
                value[i] = b' ';
                assert!(is_normal(&value), "space at {i} of {len}");
                if i > 0 {
                    value[i - 1] = b' ';
                    assert!(!is_normal(&value), "two spaces before {i} of {len}");
                }
            }
        }
        assert!(is_normal("caf\u{e9} \u{fc}ber a b c d e f g\0\u{1}".as_bytes()));
    }

    #[test]
    fn reduced_words() {
        let arena = Bump::new();
        let mut buffer = Vec::new_in(&arena);
        let mut hash = |word: &[u8]| reduce_word(word, &mut buffer);
        assert_eq!(hash(b"Post-12"), hash(b"post-"));
        assert!(hash(b"post").is_some());
        for ignored in [b"list-item".as_slice(), b"ODD", b"42", b"firstborn", b"features2"] {
            assert_eq!(hash(ignored), None);
        }
    }
}
