//! The style part of a tag path (spec 2.2): what tells two `div`s of one parent apart.
//!
//! A style is one 64-bit hash, 0 for an element without any. Attribute values are hashed as written: character
//! references are not decoded and nothing is copied. Only the whitespace of `class` is normalized, and only if the
//! hashing, eight bytes at a time, comes across some that is not a single space between two words.

use crate::arena::Bump;
use crate::arena::Vec;
use memchr::memmem;

use crate::hash::{hash_bytes, hash_mapped, mix};
use crate::html::attributes::Name;
use crate::html::node::{Attribute, NONE, Node, Tree};
use crate::html::scan::is_space;
use crate::intern::Interner;

/// Which attributes make the style of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StyleMode {
    /// The whole `class` and the inline `style`, as in the paper.
    #[default]
    Raw,
    /// The most frequent class, and the presentational attributes, as in the authors' later work.
    Reduced,
    /// None: a path is made of tag names alone.
    None,
}

/// Kinds of values, so that `class="a"` and `style="a"` differ.
const CLASS_SEED: u64 = 1;
const STYLE_SEED: u64 = 2;
const WORD_SEED: u64 = 3;

/// A class word that holds one of these marks a state or a place in a list, not a kind of element.
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

/// Computes styles; keeps what [`StyleMode::Reduced`] has learned about the page.
pub(super) struct Styles<'a, 't> {
    tree: &'t Tree<'t>,
    mode: StyleMode,
    classes: Option<ClassCounts<'a>>,
    /// Scratch: a class value or word in normal form.
    buffer: Vec<'a, u8>,
    /// The class values read last.
    seen: [SeenClass; SEEN],
}

/// Most class values are written many times in a page.
const SEEN: usize = 1 << SEEN_BITS;
const SEEN_BITS: u32 = 9;

/// A class value, as its place in the source, and its hash in normal form.
#[derive(Clone, Copy, Default)]
struct SeenClass {
    start: u32,
    len: u32,
    hash: u64,
}

impl<'a, 't> Styles<'a, 't> {
    /// For [`StyleMode::Reduced`], call [`Styles::count_classes`] for every element first.
    pub(super) fn new(arena: &'a Bump, tree: &'t Tree<'t>, mode: StyleMode) -> Styles<'a, 't> {
        let classes = (mode == StyleMode::Reduced).then(|| ClassCounts::new(arena));
        Styles { tree, mode, classes, buffer: Vec::new_in(arena), seen: [SeenClass::default(); SEEN] }
    }

    /// Adds the class words of one element to the page's counts.
    pub(super) fn count_classes(&mut self, node: &Node) {
        let Some(classes) = &mut self.classes else { return };
        if let Some(class) = self.tree.attribute(node, Name::CLASS) {
            words(self.tree.raw_value(class)).for_each(|word| classes.add(word));
        }
    }

    /// The style of an element.
    #[inline]
    pub(super) fn of(&mut self, node: &Node) -> u64 {
        if node.attributes == NONE {
            return 0;
        }
        match self.mode {
            StyleMode::Raw => self.raw(node),
            StyleMode::Reduced => self.reduced(node),
            StyleMode::None => 0,
        }
    }

    /// Class and inline style, each only if it is not empty.
    #[inline]
    fn raw(&mut self, node: &Node) -> u64 {
        if node.known & (Name::CLASS.bit() | Name::STYLE.bit()) == 0 {
            return 0;
        }
        let (mut class, mut style) = (0, 0);
        for attribute in self.tree.each_attribute(node) {
            if attribute.name == Name::CLASS {
                class = self.seen_class(attribute);
            } else if attribute.name == Name::STYLE {
                let value = self.tree.raw_value(attribute);
                style = if value.is_empty() { 0 } else { hash_bytes(STYLE_SEED, value) };
            }
        }
        if style == 0 { class } else { mix(class, style) }
    }

    /// [`Styles::class_hash`] of an attribute, perhaps known from one with the same value.
    #[inline]
    fn seen_class(&mut self, attribute: &Attribute) -> u64 {
        let value = self.tree.raw_value(attribute);
        let (Some(first), Some(last)) = (value.first_chunk::<8>(), value.last_chunk::<8>()) else {
            return self.class_hash(value);
        };
        let ends = u64::from_le_bytes(*first).rotate_left(7) ^ u64::from_le_bytes(*last) ^ value.len() as u64;
        let slot = (ends.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SEEN_BITS)) as usize;
        let SeenClass { start, len, hash } = self.seen[slot];
        if self.tree.source[start as usize..][..len as usize] == *value {
            return hash;
        }
        let hash = self.class_hash(value);
        self.seen[slot] = SeenClass { start: attribute.value_start, len: value.len() as u32, hash };
        hash
    }

    /// The hash of a class value in normal form: trimmed, single spaces. 0 if nothing is left.
    #[inline]
    fn class_hash(&mut self, value: &[u8]) -> u64 {
        let value = trimmed(value);
        if value.is_empty() {
            return 0;
        }
        let mut spacing = Spacing::default();
        let hash = hash_mapped(CLASS_SEED, value, |word| spacing.add(word));
        if spacing.is_regular() { hash } else { self.irregular_class(value) }
    }

    /// The same for a value that has to be normalized first.
    #[cold]
    fn irregular_class(&mut self, value: &[u8]) -> u64 {
        self.buffer.clear();
        for word in words(value) {
            if !self.buffer.is_empty() {
                self.buffer.push(b' ');
            }
            self.buffer.extend_from_slice_copy(word);
        }
        if self.buffer.is_empty() { 0 } else { hash_bytes(CLASS_SEED, &self.buffer) }
    }

    /// The element's most frequent class and its presentational attributes, whatever their order.
    fn reduced(&mut self, node: &Node) -> u64 {
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

    /// A number for the word of a class value that is most frequent in the page (the first one of equals), or 0.
    fn main_class(&mut self, value: &[u8]) -> u64 {
        let Some(classes) = &mut self.classes else { return 0 };
        let mut best = (0, 0);
        for word in words(value) {
            let (count, kind) = classes.count(word);
            if count > best.0 {
                best = (count, kind);
            }
        }
        if best.0 == 0 { 0 } else { mix(WORD_SEED, u64::from(best.1)) }
    }
}

/// How often each class word occurs in the page, in its reduced form.
struct ClassCounts<'a> {
    /// Words as written.
    written: Interner<'a>,
    /// The number of the reduced form of each written word, 0 for an ignored one; computed once a word.
    reduced: Vec<'a, u32>,
    /// Reduced forms.
    forms: Interner<'a>,
    /// By the number of the reduced form.
    counts: Vec<'a, u32>,
    /// Scratch: a reduced form.
    buffer: Vec<'a, u8>,
}

impl<'a> ClassCounts<'a> {
    fn new(arena: &'a Bump) -> ClassCounts<'a> {
        ClassCounts {
            written: Interner::new(arena, 128),
            reduced: of_zero(arena),
            forms: Interner::new(arena, 128),
            counts: of_zero(arena),
            buffer: Vec::new_in(arena),
        }
    }

    /// The number of the reduced form of a word, 0 if it is ignored.
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

    /// How often the reduced form of a word occurs, and its number; 0 for an ignored word.
    fn count(&mut self, word: &[u8]) -> (u32, u32) {
        let form = self.form(word);
        // A form that the table could not remember was counted under another number: at least once it occurs.
        if form == 0 { (0, 0) } else { (self.counts[form as usize].max(1), form) }
    }
}

/// A table with the entry of number 0.
fn of_zero(arena: &Bump) -> Vec<'_, u32> {
    let mut table = Vec::new_in(arena);
    table.push(0);
    table
}

/// The words of a class value, split at the whitespace of HTML.
fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|&b| is_space(b)).filter(|word| !word.is_empty())
}

/// The hash of a class word without digits and in lower case; none if nothing is left or the word is ignored.
fn reduce_word(word: &[u8], buffer: &mut Vec<'_, u8>) -> Option<u64> {
    buffer.clear();
    buffer.extend(word.iter().filter(|b| !b.is_ascii_digit()).map(u8::to_ascii_lowercase));
    let ignored = buffer.is_empty() || IGNORED_WORDS.iter().any(|ignored| memmem::find(buffer, ignored).is_some());
    (!ignored).then(|| hash_bytes(WORD_SEED, buffer))
}

/// Looks for whitespace that is not a single space, eight bytes at a time.
///
/// May find some without need (a backspace, or `!` after a space), never misses any.
#[derive(Default)]
struct Spacing {
    /// Bit 7 is set if the byte before the next word is a space.
    after_space: u64,
    /// Not 0 once something irregular was seen.
    irregular: u64,
}

impl Spacing {
    /// Looks at eight bytes as a little-endian word, which it gives back; zeros count for nothing.
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
    fn is_regular(&self) -> bool {
        self.irregular == 0
    }
}

/// A value without whitespace around it. Many sites leave a space at the end.
#[inline]
fn trimmed(mut value: &[u8]) -> &[u8] {
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

/// The top bit of every byte that is zero, and perhaps of a byte of 1 right after one.
#[inline]
fn zero_bytes(word: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    word.wrapping_sub(EACH) & !word & (EACH * 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the fast path takes a class value as it is.
    fn is_regular(value: &[u8]) -> bool {
        let mut spacing = Spacing::default();
        hash_mapped(0, value, |word| spacing.add(word));
        spacing.is_regular()
    }

    #[test]
    fn irregular_white_space_is_found_at_every_place() {
        for len in 1..40 {
            let plain = vec![b'x'; len];
            assert!(is_regular(&plain));
            for i in 0..len {
                let mut value = plain.clone();
                for space in [b'\t', b'\n', 0x0c, b'\r'] {
                    value[i] = space;
                    assert!(!is_regular(&value), "{space} at {i} of {len}");
                }
                value[i] = b' ';
                assert!(is_regular(&value), "space at {i} of {len}");
                if i > 0 {
                    value[i - 1] = b' ';
                    assert!(!is_regular(&value), "two spaces before {i} of {len}");
                }
            }
        }
        assert!(is_regular("caf\u{e9} \u{fc}ber a b c d e f g\0\u{1}".as_bytes()));
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
