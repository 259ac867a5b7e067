//! Names that selectors ask for: of elements, classes and ids.

use super::{Specificity, Spent};
use crate::base::hash::{hash_mapped, mix};
use crate::base::simd::{LANES, load, load_rest};
use crate::read::html::attributes::Name;
use crate::read::html::doctype::QuirksMode;
use crate::read::html::foreign_names;
use crate::read::html::names::{lower_packed, same_decoded_name};
use crate::read::html::scan::same_name;
use crate::read::html::text::{Decoding, EachCharacter, decode};
use crate::read::html::{Attribute, Namespace, Node, Tag, Tree};

/// A name, its escapes resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NameTest<'n> {
    /// Of an element, as written and as a tag.
    Type(&'n [u8], Tag),
    Class(&'n [u8]),
    Id(&'n [u8]),
}

impl<'n> NameTest<'n> {
    pub fn of_type(name: &'n [u8]) -> NameTest<'n> {
        NameTest::Type(name, Tag::from_name(name))
    }

    pub fn specificity(self) -> Specificity {
        match self {
            NameTest::Type(..) => Specificity::TYPE,
            NameTest::Class(_) => Specificity::CLASS,
            NameTest::Id(_) => Specificity::ID,
        }
    }

    /// The attribute that it is in, as a bit of [`Node::known`].
    pub fn known(self) -> u16 {
        match self {
            NameTest::Type(..) => 0,
            NameTest::Class(_) => Name::CLASS.bit(),
            NameTest::Id(_) => Name::ID.bit(),
        }
    }

    /// The name with its characters replaced.
    pub fn map<'m>(self, replace: impl Fn(&'n [u8]) -> &'m [u8]) -> NameTest<'m> {
        match self {
            NameTest::Type(name, _) => NameTest::of_type(replace(name)),
            NameTest::Class(name) => NameTest::Class(replace(name)),
            NameTest::Id(name) => NameTest::Id(replace(name)),
        }
    }

    /// Whether it is the name of an element of HTML, one of its classes or its id.
    pub fn is_same(self, of_element: NameTest<'_>, tree: &Tree<'_>) -> bool {
        match (self, of_element) {
            (NameTest::Type(_, tag), NameTest::Type(_, of_element)) => tag == of_element,
            (NameTest::Class(name), NameTest::Class(found)) | (NameTest::Id(name), NameTest::Id(found)) => {
                is_same(tree, found, name)
            }
            _ => false,
        }
    }

    /// Its hash, which does not tell cases apart, as selectors may not.
    #[inline]
    pub fn key(self) -> u64 {
        match self {
            NameTest::Type(_, tag) => mix(1, u64::from(tag.0)),
            NameTest::Class(name) => key(2, name),
            NameTest::Id(name) => key(3, name),
        }
    }

    /// A number that it shares with few others.
    #[inline]
    pub fn short(self) -> usize {
        match self {
            NameTest::Type(_, tag) => usize::from(tag.0),
            NameTest::Class(name) | NameTest::Id(name) => short(name),
        }
    }

    /// Whether an element has it. Takes steps in proportion to what is looked at.
    #[inline]
    pub fn is_of(self, tree: &Tree<'_>, node: &Node, steps: &mut u64) -> Result<bool, Spent> {
        let (attribute, name) = match self {
            NameTest::Type(name, tag) => return Ok(has_type(tree, node, tag, name)),
            NameTest::Class(name) => (Name::CLASS, name),
            NameTest::Id(name) => (Name::ID, name),
        };
        let found = find(tree, node, attribute, steps, |found| found.name == attribute)?;
        Ok(found.is_some_and(|found| match self {
            NameTest::Id(_) => has_id(tree, found, name),
            _ => has_class(tree, found, name),
        }))
    }
}

/// The first attribute of an element that is the one with a name.
pub(crate) fn find<'t>(
    tree: &Tree<'t>,
    node: &Node,
    name: Name,
    steps: &mut u64,
    is_it: impl Fn(&Attribute) -> bool,
) -> Result<Option<&'t Attribute>, Spent> {
    if name.bit() & !node.known != 0 {
        return Ok(None);
    }
    let mut passed = 0;
    let found = tree.each_attribute(node).find(|attribute| {
        passed += 1;
        is_it(attribute)
    });
    let length = found.map_or(0, |found| found.value_end - found.value_start);
    *steps = steps.checked_sub(passed / 8 + u64::from(length / 32)).ok_or(Spent)?;
    Ok(found)
}

fn has_type(tree: &Tree<'_>, node: &Node, tag: Tag, name: &[u8]) -> bool {
    match (node.namespace, node.tag) {
        (Namespace::Html, Tag::UNKNOWN) => tag == Tag::UNKNOWN && same_decoded_name(tree.raw_name(node), name),
        (Namespace::Html, of_node) => of_node == tag,
        (namespace, _) => same_decoded_name(tree.raw_name(node), name) && has_case_of(namespace, name),
    }
}

/// Whether a name has its capital letters where names of a namespace other than HTML have them.
fn has_case_of(namespace: Namespace, name: &[u8]) -> bool {
    let mut buffer = [0; 32];
    let Some(lower) = buffer.get_mut(..name.len()) else { return !name.iter().any(u8::is_ascii_uppercase) };
    lower.copy_from_slice(name);
    lower.make_ascii_lowercase();
    str::from_utf8(lower).is_ok_and(|lower| foreign_names::element_name(namespace, lower).as_bytes() == name)
}

/// Whether a value of `class` has a class. What stands between whitespace and is no reference, is what is written.
fn has_class(tree: &Tree<'_>, attribute: &Attribute, class: &[u8]) -> bool {
    let Some(&first) = class.first().filter(|&&first| first != b'&' && tree.quirks != QuirksMode::Quirks) else {
        return has_decoded(tree, attribute, class, true);
    };
    let (start, end) = (attribute.value_start as usize, attribute.value_end as usize);
    let ends = |at: usize| at == end || at < end && tree.source[at].is_ascii_whitespace();
    let is_plain = || !class.iter().any(|byte| *byte == b'&' || byte.is_ascii_whitespace());
    let (mut after_space, mut has_special) = (1, false);
    for at in (start..end).step_by(LANES) {
        let Some(bytes) = load(tree.source, at).or_else(|| load_rest(tree.source, at)) else { break };
        let inside = u32::MAX >> (u32::BITS - (end - at).min(LANES) as u32);
        let spaces = bytes.whitespace();
        let mut found = bytes.equal(first) & (spaces << 1 | after_space) & inside;
        after_space = spaces >> (LANES - 1) & 1;
        has_special |= bytes.either(b'&', 0) & inside != 0;
        while found != 0 {
            let word = at + found.trailing_zeros() as usize;
            if ends(word + class.len()) && tree.source[word..].starts_with(class) && is_plain() {
                return true;
            }
            found &= found - 1;
        }
    }
    has_special && has_decoded(tree, attribute, class, true)
}

/// Whether a value is an id; most are seen not to be by how they begin.
fn has_id(tree: &Tree<'_>, attribute: &Attribute, id: &[u8]) -> bool {
    let may_begin = |first: &u8| matches!(first, b'&' | b'\r' | 0) || is_same(tree, &[*first], &id[..id.len().min(1)]);
    tree.raw_value(attribute).first().is_none_or(may_begin) && has_decoded(tree, attribute, id, false)
}

/// Whether a value, or one of its words, is a name when its character references are decoded.
fn has_decoded(tree: &Tree<'_>, attribute: &Attribute, name: &[u8], by_words: bool) -> bool {
    let raw = tree.raw_value(attribute);
    if memchr::memchr3(b'&', b'\r', 0, raw).is_none() {
        return if by_words { words(raw).any(|word| is_same(tree, word, name)) } else { is_same(tree, raw, name) };
    }
    // How much of the name the word has so far; `None` if it is another one.
    let (mut length, mut has_name) = (Some(0), false);
    let (start, end) = (attribute.value_start as usize, attribute.value_end as usize);
    let each = |c: char| {
        if by_words && c.is_ascii_whitespace() {
            has_name |= length == Some(name.len());
            length = Some(0);
            return;
        }
        let mut buffer = [0; 4];
        let bytes = c.encode_utf8(&mut buffer).as_bytes();
        length = length.filter(|&at| name.get(at..at + bytes.len()).is_some_and(|part| is_same(tree, bytes, part)));
        length = length.map(|at| at + bytes.len());
    };
    decode(tree.source, start, end, Decoding::ATTRIBUTE, &mut EachCharacter(each));
    has_name || length == Some(name.len())
}

/// Whether two classes or ids are the same; in quirks mode, case does not matter.
fn is_same(tree: &Tree<'_>, one: &[u8], other: &[u8]) -> bool {
    one == other || tree.quirks == QuirksMode::Quirks && same_name(one, other)
}

pub(crate) fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// The hash of a name of a kind, which does not tell cases apart, as selectors may not.
#[inline]
pub(crate) fn key(kind: u64, name: &[u8]) -> u64 {
    hash_mapped(kind, name, lower_packed)
}

/// A number that a name shares with few others: by its length, its first and its last byte.
#[inline]
pub(crate) fn short(name: &[u8]) -> usize {
    let edge = |byte: Option<&u8>| usize::from(byte.copied().unwrap_or(0) | 0x20);
    edge(name.first()) * 5 + edge(name.last()) * 67 + name.len() * 37
}

/// A set of numbers below `64 * N`, which greater ones wrap around.
#[derive(Debug)]
pub(crate) struct Bits<const N: usize>([u64; N]);

impl<const N: usize> Default for Bits<N> {
    fn default() -> Bits<N> {
        Bits([0; N])
    }
}

impl<const N: usize> Bits<N> {
    pub fn add(&mut self, number: usize) {
        self.0[number / 64 % N] |= 1 << (number % 64);
    }

    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.0[number / 64 % N] >> (number % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; N]
    }
}
