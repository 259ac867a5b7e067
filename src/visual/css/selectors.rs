//! Selectors: compiled to a list of tests, matched from right to left (Selectors Level 4, the parts that page sheets
//! use).
//!
//! Read are names, classes, ids, attributes that are there or have a value, `:root`, `:link`, `:first-child`, `:not()`
//! of one such test, and the combinators for descendants and children. A selector with anything else is left out, and
//! so is one that can never match the page: it names a class, an id or an element that the page does not have.

use super::syntax::{find, is_name, is_space, name_end, skip_space, stop, unescape};
use crate::arena::Vec as ArenaVec;
use crate::hash::hash_bytes;
use crate::html::attributes::Name;
use crate::html::names::{name_key, name_key_at};
use crate::html::scan::same_name;
use crate::html::{Attribute, Tree};
use crate::visual::elements::{Element, Elements, Names, Space};

/// What a test asks of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Nothing.
    Any,
    /// The number of a name, class or id among those of the page.
    Name(u32),
    /// The same.
    Class(u32),
    /// The same.
    Id(u32),
    /// The attribute of that name key, with any value.
    Attribute(u64),
    /// The attribute of that name key with the value at this place of the page.
    Value(u64, u32, u32),
    /// `:root`.
    Root,
    /// `:link`.
    Link,
    /// `:first-child`.
    FirstChild,
}

/// Where the element of a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The same element as that of the test before.
    Same,
    /// An ancestor of it.
    Ancestor,
    /// Its parent.
    Parent,
}

/// One test of a selector.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// What it asks.
    pub ask: Ask,
    place: Place,
    negated: bool,
}

/// A compiled selector.
#[derive(Clone, Copy, Debug)]
pub struct Selector {
    /// Its tests, `[first, end)`, those of the rightmost element first, without the one that its bucket answers.
    pub tests: (u32, u32),
    /// The rule that it is of.
    pub rule: u32,
    /// Ids, classes, names, 8 bits each (at most 255 of a kind).
    pub specificity: u32,
    /// The next selector that asks for the same name, class or id, or [`crate::html::NONE`].
    pub next: u32,
    /// Where it is filed.
    pub bucket: Bucket,
    /// Bits of names, classes and ids that ancestors must have.
    pub ancestors: u128,
    /// Bits of the attributes that the rightmost element must have ([`attribute_bit`]), and of their values
    /// ([`value_bit`]).
    pub attributes: u128,
}

/// Where a selector is filed: by what its rightmost element must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bucket {
    /// A name, class or id of the page.
    Of(u32),
    /// Every element may match.
    Any,
}

impl Bucket {
    /// How many tests it answers.
    pub fn tests(self) -> u32 {
        u32::from(self != Bucket::Any)
    }
}

/// Compiles the selector in `source[..end]` from `at` on; its tests go to `tests`. `None` if it is left out.
pub fn compile(
    source: &[u8],
    at: usize,
    names: &Names<'_>,
    tests: &mut ArenaVec<'_, Test>,
) -> Option<(Selector, Bucket)> {
    let first = tests.len();
    let compiled = Compiler { source, names, tests, specificity: [0; 3] }.run(at);
    if compiled.is_none() {
        tests.truncate(first);
    }
    compiled
}

struct Compiler<'s, 't, 'n, 'a> {
    source: &'s [u8],
    names: &'s Names<'n>,
    tests: &'t mut ArenaVec<'a, Test>,
    specificity: [u32; 3],
}

impl Compiler<'_, '_, '_, '_> {
    fn run(mut self, start: usize) -> Option<(Selector, Bucket)> {
        let first = self.tests.len();
        let mut at = skip_space(self.source, start);
        // Left to right; the place of a test is put right when its order is turned around.
        let mut place = Place::Same;
        loop {
            let compound = self.tests.len();
            let end = self.compound(at)?;
            if end == at {
                return None;
            }
            if compound == self.tests.len() {
                self.tests.push(Test { ask: Ask::Any, place: Place::Same, negated: false });
            }
            at = end;
            self.tests[compound].place = place;
            let after = skip_space(self.source, at);
            match self.source.get(after) {
                None => break,
                Some(b'>') => {
                    place = Place::Parent;
                    at = skip_space(self.source, after + 1);
                }
                Some(_) if after > at => {
                    place = Place::Ancestor;
                    at = after;
                }
                Some(_) => return None,
            }
        }
        let tests = &mut self.tests[first..];
        turn_around(tests);
        let own = 1 + tests.iter().skip(1).take_while(|test| test.place == Place::Same).count();
        let (rightmost, above) = tests.split_at_mut(own.min(tests.len()));
        let bucket = bucket_of(rightmost);
        let asked = rightmost.iter().filter(|test| !test.negated);
        let attributes = asked.fold(0, |bits, test| bits | bits_of_attribute(self.source, test.ask));
        let ancestors = above.iter().filter(|test| !test.negated).fold(0, |bits, test| bits | bit_of(test.ask));
        let [ids, classes, names] = self.specificity.map(|count| count.min(255));
        let end = self.tests.len() as u32;
        let specificity = ids << 16 | classes << 8 | names;
        // Whoever finds it in its bucket knows that the first test holds.
        let tests = (first as u32 + bucket.tests(), end);
        let next = crate::html::NONE;
        Some((Selector { tests, rule: 0, specificity, next, bucket, ancestors, attributes }, bucket))
    }

    /// The tests of one element. Gives the position after them.
    fn compound(&mut self, mut at: usize) -> Option<usize> {
        loop {
            at = match self.source.get(at) {
                Some(b'.') => self.named(at + 1, Space::Class, false)?,
                Some(b'#') => self.named(at + 1, Space::Id, false)?,
                Some(b'[') => self.attribute(at + 1, false)?,
                Some(b':') => self.pseudo(at + 1, false)?,
                Some(b'*') => at + 1,
                Some(&byte) if is_name(byte) => self.named(at, Space::Name, false)?,
                _ => return Some(at),
            };
        }
    }

    fn push(&mut self, ask: Ask, negated: bool) {
        let kind = match ask {
            Ask::Id(_) => 0,
            Ask::Name(_) => 2,
            _ => 1,
        };
        self.specificity[kind] += 1;
        self.tests.push(Test { ask, place: Place::Same, negated });
    }

    /// A name, class or id. One that the page does not have ends the selector, unless it is not to be there.
    fn named(&mut self, at: usize, space: Space, negated: bool) -> Option<usize> {
        let end = name_end(self.source, at);
        if end == at {
            return None;
        }
        let mut buffer = [0; 64];
        let name = unescape(&self.source[at..end], &mut buffer);
        match self.names.find(space, name) {
            Some(number) => {
                let ask = match space {
                    Space::Name => Ask::Name(number),
                    Space::Class => Ask::Class(number),
                    Space::Id => Ask::Id(number),
                };
                self.push(ask, negated);
            }
            None if negated => self.specificity[1] += 1,
            None => return None,
        }
        Some(end)
    }

    /// `[name]`, `[name=value]`.
    fn attribute(&mut self, at: usize, negated: bool) -> Option<usize> {
        let start = skip_space(self.source, at);
        let end = name_end(self.source, start);
        let key = name_key(self.source.get(start..end).filter(|name| !name.is_empty())?);
        let at = skip_space(self.source, end);
        match self.source.get(at)? {
            b']' => {
                self.push(Ask::Attribute(key), negated);
                Some(at + 1)
            }
            b'=' => {
                let at = skip_space(self.source, at + 1);
                let (from, to, after) = match *self.source.get(at)? {
                    quote @ (b'"' | b'\'') => {
                        let to = at + 1 + memchr::memchr(quote, &self.source[at + 1..])?;
                        (at + 1, to, to + 1)
                    }
                    _ => (at, name_end(self.source, at), name_end(self.source, at)),
                };
                let close = skip_space(self.source, after);
                if self.source.get(close) != Some(&b']') {
                    return None;
                }
                self.push(Ask::Value(key, from as u32, to as u32), negated);
                Some(close + 1)
            }
            _ => None,
        }
    }

    fn pseudo(&mut self, at: usize, negated: bool) -> Option<usize> {
        let end = name_end(self.source, at);
        let is = |name: &[u8]| same_name(&self.source[at..end], name);
        let ask = match () {
            () if is(b"root") => Ask::Root,
            () if is(b"link") || is(b"any-link") => Ask::Link,
            () if is(b"first-child") => Ask::FirstChild,
            () if is(b"not") && !negated && self.source.get(end) == Some(&b'(') => return self.not(end + 1),
            () => return None,
        };
        self.push(ask, negated);
        Some(end)
    }

    /// `:not(...)` of one test.
    fn not(&mut self, at: usize) -> Option<usize> {
        let at = skip_space(self.source, at);
        let end = match self.source.get(at)? {
            b'.' => self.named(at + 1, Space::Class, true)?,
            b'#' => self.named(at + 1, Space::Id, true)?,
            b'[' => self.attribute(at + 1, true)?,
            b':' => self.pseudo(at + 1, true)?,
            _ => self.named(at, Space::Name, true)?,
        };
        let close = skip_space(self.source, end);
        (self.source.get(close) == Some(&b')')).then_some(close + 1)
    }
}

/// Brings tests from left to right into the order right to left, by elements: the tests of one element keep theirs, and
/// the combinator that stood before an element goes to the first test of the element on its left.
fn turn_around(tests: &mut [Test]) {
    tests.reverse();
    // Now the first test of an element, which knows the combinator on its left, is its last.
    let mut place = Place::Same;
    let mut begins = true;
    for test in tests {
        let own = test.place;
        test.place = if begins { place } else { Place::Same };
        begins = own != Place::Same;
        if begins {
            place = own;
        }
    }
}

/// The bucket for the tests of a rightmost element. The test that it answers becomes the first one.
fn bucket_of(tests: &mut [Test]) -> Bucket {
    let (mut bucket, mut best, mut place) = (Bucket::Any, 0, 0);
    for (at, test) in tests.iter().enumerate().filter(|(_, test)| !test.negated) {
        let (rank, number) = match test.ask {
            Ask::Id(number) => (3, number),
            Ask::Class(number) => (2, number),
            Ask::Name(number) => (1, number),
            _ => continue,
        };
        if rank > best {
            (best, bucket, place) = (rank, Bucket::Of(number), at);
        }
    }
    tests.swap(0, place);
    bucket
}

fn bit_of(ask: Ask) -> u128 {
    match ask {
        Ask::Name(number) | Ask::Class(number) | Ask::Id(number) => Element::bit(number),
        _ => 0,
    }
}

fn bits_of_attribute(source: &[u8], ask: Ask) -> u128 {
    match ask {
        Ask::Attribute(key) => attribute_bit(Name::from_key(key), key).into(),
        Ask::Value(key, from, to) => {
            let bit = attribute_bit(Name::from_key(key), key);
            u128::from(bit) | value_bit(bit, &source[from as usize..to as usize])
        }
        _ => 0,
    }
}

/// The bit of a value, in the upper half, of the attribute of a bit.
pub fn value_bit(attribute: u64, value: &[u8]) -> u128 {
    1 << (64 + (hash_bytes(attribute, value) >> 58))
}

/// The bit of an attribute among those that selectors ask for: known names have their own, the others share 32.
#[inline]
pub fn attribute_bit(name: Name, key: u64) -> u64 {
    match name {
        Name::OTHER => 1 << (32 + (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 59)),
        name => 1 << name.0,
    }
}

const _: () = assert!(Name::ALL.len() <= 32);

/// Splits the list of selectors before a block at its commas: each is given the source up to its end, and its begin.
/// Gives the position of the brace that ends the list, or the length of the source.
pub fn each_in_list(source: &[u8], mut at: usize, mut each: impl FnMut(&[u8], usize)) -> usize {
    loop {
        let end = find(source, at, stop::COMMA | stop::OPEN | stop::CLOSE);
        let mut last = end;
        while last > at && is_space(source[last - 1]) {
            last -= 1;
        }
        each(&source[..last], at);
        if source.get(end) != Some(&b',') {
            return end;
        }
        at = end + 1;
    }
}

/// What is left of the work that a page's selectors may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Tests that may still be made.
    pub tests: u64,
}

/// Whether a selector matches an element. Once the budget is used up, none does.
///
/// The elements of tests that are joined as parent and child are a chain; chains are joined as ancestors. A chain that
/// is matched as far down as it goes leaves the most room to those above it, so that no other place needs a try.
pub fn matches(tree: &Tree<'_>, elements: &Elements<'_>, tests: &[Test], element: u32, budget: &mut Budget) -> bool {
    // The chain that is being matched: its first test, and the element that this is tried on.
    let (mut chain, mut base) = (0, element);
    // The rightmost element is given; the chains above it may move up.
    let mut may_move = false;
    let mut at = 0;
    let mut here = element;
    while let Some(test) = tests.get(at) {
        if budget.tests == 0 {
            return false;
        }
        budget.tests -= 1;
        let parent = || Some(elements.list[here as usize].parent).filter(|&parent| parent != crate::html::NONE);
        let target = match test.place {
            Place::Same => Some(here),
            Place::Parent => parent(),
            Place::Ancestor if at != chain || !may_move => {
                // A new chain begins: the one below it holds.
                let Some(above) = parent() else { return false };
                (chain, base, may_move) = (at, above, true);
                Some(above)
            }
            Place::Ancestor => Some(here),
        };
        let holds = target.is_some_and(|target| passes(tree, elements, test, target));
        if let (true, Some(target)) = (holds, target) {
            here = target;
            at += 1;
            continue;
        }
        if !may_move {
            return false;
        }
        base = elements.list[base as usize].parent;
        if base == crate::html::NONE {
            return false;
        }
        (at, here) = (chain, base);
    }
    true
}

fn passes(tree: &Tree<'_>, elements: &Elements<'_>, test: &Test, element: u32) -> bool {
    let element = &elements.list[element as usize];
    let attribute = |key| attribute(tree, element, key);
    let holds = match test.ask {
        Ask::Any => true,
        Ask::Name(number) => element.name == number,
        Ask::Class(number) => elements.has_class(element, number),
        Ask::Id(number) => element.id == number,
        Ask::Attribute(key) if elements.exact & attribute_bit(Name::from_key(key), key) != 0 => {
            element.attributes & u128::from(attribute_bit(Name::from_key(key), key)) != 0
        }
        Ask::Attribute(key) => attribute(key).is_some(),
        Ask::Value(key, from, to) => attribute(key) == Some(&tree.source[from as usize..to as usize]),
        Ask::Root => element.node == tree.html,
        Ask::Link => element.is_link,
        Ask::FirstChild => element.is_first_child,
    };
    holds != test.negated
}

/// More attributes of an element are not looked at.
pub const MAX_ATTRIBUTES: usize = 64;

/// The value of the attribute of a name key.
fn attribute<'a>(tree: &Tree<'a>, element: &Element, key: u64) -> Option<&'a [u8]> {
    let name = Name::from_key(key);
    if element.attributes & u128::from(attribute_bit(name, key)) == 0 {
        return None;
    }
    let attributes = tree.attributes_of(&tree.nodes[element.node as usize]);
    let is_it =
        |attribute: &&Attribute| attribute.name == name && (name != Name::OTHER || key_of(tree, attribute) == key);
    attributes.iter().take(MAX_ATTRIBUTES).find(is_it).map(|found| tree.raw_value(found))
}

/// The key of an attribute's name.
#[inline]
pub fn key_of(tree: &Tree<'_>, attribute: &Attribute) -> u64 {
    let from = attribute.name_start as usize;
    name_key_at(tree.source, from, from + usize::from(attribute.name_len))
}
