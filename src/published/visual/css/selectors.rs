//! Selectors: compiled into a list of simple selectors and matched from right to left, as browsers do (Selectors Level
//! 4).
//!
//! Supported are type, class, id and universal selectors, attribute selectors for presence and equality, `:root`,
//! `:link`, `:first-child`, `:not()` of one simple selector, and the descendant and child combinators. Any other
//! selector is dropped, and so is one that cannot match the page because it names a class, id or element that the page
//! lacks.

use super::syntax::{find, identifier_end, is_identifier_byte, is_whitespace, skip_whitespace, stop, unescape};
use crate::base::arena::Vec as ArenaVec;
use crate::base::hash::hash_bytes;
use crate::published::visual::elements::{AtomKind, Atoms, Element, Elements};
use crate::read::html::attributes::Name;
use crate::read::html::names::{name_key, name_key_at};
use crate::read::html::scan::same_name;
use crate::read::html::{Attribute, NONE, Tree};

/// A simple selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimpleSelector {
    /// `*`.
    Universal,
    /// An element name, as an atom.
    Type(u32),
    /// A class, as an atom.
    Class(u32),
    /// An id, as an atom.
    Id(u32),
    /// `[name]`: the key of the name.
    HasAttribute(u64),
    /// `[name=value]`: the key of the name, and the range of the value in the page.
    AttributeEquals(u64, u32, u32),
    /// `:root`.
    Root,
    /// `:link`.
    Link,
    /// `:first-child`.
    FirstChild,
}

/// How the element of a test relates to the element of the test before it, in matching order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Combinator {
    /// It is the same element: both are in one compound selector.
    None,
    /// It is an ancestor.
    Descendant,
    /// It is the parent.
    Child,
}

/// One step of matching a selector.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// What the element must match, or must not if negated.
    pub simple: SimpleSelector,
    combinator: Combinator,
    negated: bool,
}

/// A compiled selector.
#[derive(Clone, Copy, Debug)]
pub struct Selector {
    /// Its tests, `[first, end)`, rightmost compound selector first, without the test that its bucket answers.
    pub tests: (u32, u32),
    /// Number of its rule.
    pub rule: u32,
    /// Specificity: ids, classes, types, 8 bits each, saturating.
    pub specificity: u32,
    /// The next selector in the same bucket, or [`NONE`].
    pub next: u32,
    /// Its bucket.
    pub bucket: Bucket,
    /// Bits of the Bloom filter that ancestors must have for their names, classes and ids.
    pub ancestors: u128,
    /// Bits that the subject must have for its attributes ([`attribute_bit`]) and their values ([`value_bit`]).
    pub attributes: u128,
}

/// The bucket of a selector in the rule set: an atom that its subject (the rightmost compound selector) requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bucket {
    /// A name, class or id of the page.
    Atom(u32),
    /// None: every element may match.
    Universal,
}

impl Bucket {
    /// The number of tests that hold for every element of the bucket.
    pub fn answered_tests(self) -> u32 {
        u32::from(self != Bucket::Universal)
    }
}

/// Compiles the complex selector in `source[at..]` and appends its tests to `tests`. `None` if it is dropped.
pub fn compile(source: &[u8], at: usize, atoms: &Atoms<'_>, tests: &mut ArenaVec<'_, Test>) -> Option<Selector> {
    let first = tests.len();
    let compiled = Compiler { source, atoms, tests, specificity: [0; 3] }.run(at);
    if compiled.is_none() {
        tests.truncate(first);
    }
    compiled
}

struct Compiler<'s, 't, 'n, 'a> {
    source: &'s [u8],
    atoms: &'s Atoms<'n>,
    tests: &'t mut ArenaVec<'a, Test>,
    specificity: [u32; 3],
}

impl Compiler<'_, '_, '_, '_> {
    fn run(mut self, start: usize) -> Option<Selector> {
        let first = self.tests.len();
        let mut at = skip_whitespace(self.source, start);
        // Left to right; the order is reversed below.
        let mut combinator = Combinator::None;
        loop {
            let compound = self.tests.len();
            let end = self.compound(at)?;
            if end == at {
                return None;
            }
            if compound == self.tests.len() {
                self.tests.push(Test {
                    simple: SimpleSelector::Universal,
                    combinator: Combinator::None,
                    negated: false,
                });
            }
            at = end;
            self.tests[compound].combinator = combinator;
            let after = skip_whitespace(self.source, at);
            match self.source.get(after) {
                None => break,
                Some(b'>') => {
                    combinator = Combinator::Child;
                    at = skip_whitespace(self.source, after + 1);
                }
                Some(_) if after > at => {
                    combinator = Combinator::Descendant;
                    at = after;
                }
                Some(_) => return None,
            }
        }
        let tests = &mut self.tests[first..];
        reverse_compounds(tests);
        let own = 1 + tests.iter().skip(1).take_while(|test| test.combinator == Combinator::None).count();
        let (subject, ancestors) = tests.split_at_mut(own.min(tests.len()));
        let bucket = bucket_of(subject);
        let required = subject.iter().filter(|test| !test.negated);
        let attributes = required.fold(0, |bits, test| bits | attribute_filter_bits(self.source, test.simple));
        let ancestors =
            ancestors.iter().filter(|test| !test.negated).fold(0, |bits, test| bits | filter_bit(test.simple));
        let [ids, classes, types] = self.specificity.map(|count| count.min(255));
        let end = self.tests.len() as u32;
        let specificity = ids << 16 | classes << 8 | types;
        // The bucket implies that the first test holds.
        let tests = (first as u32 + bucket.answered_tests(), end);
        Some(Selector { tests, rule: 0, specificity, next: NONE, bucket, ancestors, attributes })
    }

    /// A compound selector; returns the position after it.
    fn compound(&mut self, mut at: usize) -> Option<usize> {
        loop {
            at = match self.source.get(at) {
                Some(b'.') => self.atom(at + 1, AtomKind::Class, false)?,
                Some(b'#') => self.atom(at + 1, AtomKind::Id, false)?,
                Some(b'[') => self.attribute(at + 1, false)?,
                Some(b':') => self.pseudo_class(at + 1, false)?,
                Some(b'*') => at + 1,
                Some(&byte) if is_identifier_byte(byte) => self.atom(at, AtomKind::Type, false)?,
                _ => return Some(at),
            };
        }
    }

    fn push(&mut self, simple: SimpleSelector, negated: bool) {
        let level = match simple {
            SimpleSelector::Id(_) => 0,
            SimpleSelector::Type(_) => 2,
            _ => 1,
        };
        self.specificity[level] += 1;
        self.tests.push(Test { simple, combinator: Combinator::None, negated });
    }

    /// A type, class or id selector. If the page lacks the name, the selector is dropped, unless it is negated.
    fn atom(&mut self, at: usize, kind: AtomKind, negated: bool) -> Option<usize> {
        let end = identifier_end(self.source, at);
        if end == at {
            return None;
        }
        let mut buffer = [0; 64];
        let name = unescape(&self.source[at..end], &mut buffer);
        match self.atoms.find(kind, name) {
            Some(atom) => {
                let simple = match kind {
                    AtomKind::Type => SimpleSelector::Type(atom),
                    AtomKind::Class => SimpleSelector::Class(atom),
                    AtomKind::Id => SimpleSelector::Id(atom),
                };
                self.push(simple, negated);
            }
            None if negated => self.specificity[1] += 1,
            None => return None,
        }
        Some(end)
    }

    /// An attribute selector: `[name]` or `[name=value]`.
    fn attribute(&mut self, at: usize, negated: bool) -> Option<usize> {
        let start = skip_whitespace(self.source, at);
        let end = identifier_end(self.source, start);
        let key = name_key(self.source.get(start..end).filter(|name| !name.is_empty())?);
        let at = skip_whitespace(self.source, end);
        match self.source.get(at)? {
            b']' => {
                self.push(SimpleSelector::HasAttribute(key), negated);
                Some(at + 1)
            }
            b'=' => {
                let at = skip_whitespace(self.source, at + 1);
                let (start, end, after) = match *self.source.get(at)? {
                    quote @ (b'"' | b'\'') => {
                        let end = at + 1 + memchr::memchr(quote, &self.source[at + 1..])?;
                        (at + 1, end, end + 1)
                    }
                    _ => (at, identifier_end(self.source, at), identifier_end(self.source, at)),
                };
                let close = skip_whitespace(self.source, after);
                if self.source.get(close) != Some(&b']') {
                    return None;
                }
                self.push(SimpleSelector::AttributeEquals(key, start as u32, end as u32), negated);
                Some(close + 1)
            }
            _ => None,
        }
    }

    /// A pseudo-class.
    fn pseudo_class(&mut self, at: usize, negated: bool) -> Option<usize> {
        let end = identifier_end(self.source, at);
        let is = |name: &[u8]| same_name(&self.source[at..end], name);
        let simple = match () {
            () if is(b"root") => SimpleSelector::Root,
            () if is(b"link") || is(b"any-link") => SimpleSelector::Link,
            () if is(b"first-child") => SimpleSelector::FirstChild,
            () if is(b"not") && !negated && self.source.get(end) == Some(&b'(') => return self.not(end + 1),
            () => return None,
        };
        self.push(simple, negated);
        Some(end)
    }

    /// `:not(...)` of one simple selector.
    fn not(&mut self, at: usize) -> Option<usize> {
        let at = skip_whitespace(self.source, at);
        let end = match self.source.get(at)? {
            b'.' => self.atom(at + 1, AtomKind::Class, true)?,
            b'#' => self.atom(at + 1, AtomKind::Id, true)?,
            b'[' => self.attribute(at + 1, true)?,
            b':' => self.pseudo_class(at + 1, true)?,
            _ => self.atom(at, AtomKind::Type, true)?,
        };
        let close = skip_whitespace(self.source, end);
        (self.source.get(close) == Some(&b')')).then_some(close + 1)
    }
}

/// Reverses the order of the compound selectors, for matching from right to left. The combinator before a compound
/// moves to the first test of the compound on its left.
fn reverse_compounds(tests: &mut [Test]) {
    tests.reverse();
    // After this the first test of a compound, which has the combinator on its left, is the last one.
    let mut combinator = Combinator::None;
    let mut is_last_of_compound = true;
    for test in tests {
        let own = test.combinator;
        test.combinator = if is_last_of_compound { combinator } else { Combinator::None };
        is_last_of_compound = own != Combinator::None;
        if is_last_of_compound {
            combinator = own;
        }
    }
}

/// The bucket for the tests of a subject: its id, else a class, else its type. That test becomes the first one.
fn bucket_of(tests: &mut [Test]) -> Bucket {
    let (mut bucket, mut best, mut position) = (Bucket::Universal, 0, 0);
    for (at, test) in tests.iter().enumerate().filter(|(_, test)| !test.negated) {
        let (rank, atom) = match test.simple {
            SimpleSelector::Id(atom) => (3, atom),
            SimpleSelector::Class(atom) => (2, atom),
            SimpleSelector::Type(atom) => (1, atom),
            _ => continue,
        };
        if rank > best {
            (best, bucket, position) = (rank, Bucket::Atom(atom), at);
        }
    }
    tests.swap(0, position);
    bucket
}

fn filter_bit(simple: SimpleSelector) -> u128 {
    match simple {
        SimpleSelector::Type(atom) | SimpleSelector::Class(atom) | SimpleSelector::Id(atom) => Element::bit(atom),
        _ => 0,
    }
}

fn attribute_filter_bits(source: &[u8], simple: SimpleSelector) -> u128 {
    match simple {
        SimpleSelector::HasAttribute(key) => attribute_bit(Name::from_key(key), key).into(),
        SimpleSelector::AttributeEquals(key, start, end) => {
            let bit = attribute_bit(Name::from_key(key), key);
            u128::from(bit) | value_bit(bit, &source[start as usize..end as usize])
        }
        _ => 0,
    }
}

/// The filter bit, in the upper half, of the value of the attribute with the bit `attribute`.
pub fn value_bit(attribute: u64, value: &[u8]) -> u128 {
    1 << (64 + (hash_bytes(attribute, value) >> 58))
}

/// The filter bit, in the lower half, of an attribute: known names have their own, the others share 24.
#[inline]
pub fn attribute_bit(name: Name, key: u64) -> u64 {
    match name {
        Name::OTHER => 1 << (FIRST_SHARED_BIT + (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 59) * 3 / 4),
        name => 1 << name.0,
    }
}

/// The first of the bits that names share which are not known.
pub const FIRST_SHARED_BIT: u64 = 40;

const _: () = assert!(Name::ALL.len() as u64 <= FIRST_SHARED_BIT);

/// Splits a selector list at its commas. `each` gets the source up to the end of a selector, and its start. Returns the
/// position of the brace that ends the list, or the length of the source.
pub fn for_each_selector(source: &[u8], mut at: usize, mut each: impl FnMut(&[u8], usize)) -> usize {
    loop {
        let end = find(source, at, stop::COMMA | stop::OPEN | stop::CLOSE);
        let mut last = end;
        while last > at && is_whitespace(source[last - 1]) {
            last -= 1;
        }
        each(&source[..last], at);
        if source.get(end) != Some(&b',') {
            return end;
        }
        at = end + 1;
    }
}

/// What is left of the step budget of a page's cascade.
#[derive(Clone, Copy, Debug)]
pub struct StepBudget {
    /// Tests of selectors, bucket entries and declarations.
    pub steps: u64,
}

/// Whether a selector matches an element. Nothing matches once the budget is spent.
///
/// Compound selectors joined by child combinators form a chain; descendant combinators join chains. A chain that
/// matches at the lowest possible element leaves the most ancestors to the chains above it, so greedy matching needs no
/// backtracking into lower chains.
pub fn matches(
    tree: &Tree<'_>,
    elements: &Elements<'_>,
    tests: &[Test],
    element: u32,
    budget: &mut StepBudget,
) -> bool {
    // The current chain: its first test, and the element that this is tried on.
    let (mut chain, mut base) = (0, element);
    // The chain of the subject is fixed; the chains above it may move up.
    let mut may_move = false;
    let mut at = 0;
    let mut here = element;
    while let Some(test) = tests.get(at) {
        if budget.steps == 0 {
            return false;
        }
        budget.steps -= 1;
        let parent = || Some(elements.list[here as usize].parent).filter(|&parent| parent != NONE);
        let target = match test.combinator {
            Combinator::None => Some(here),
            Combinator::Child => parent(),
            Combinator::Descendant if at != chain || !may_move => {
                // The chain below matched; start the next one.
                let Some(above) = parent() else { return false };
                (chain, base, may_move) = (at, above, true);
                Some(above)
            }
            Combinator::Descendant => Some(here),
        };
        let holds = target.is_some_and(|target| matches_test(tree, elements, test, target));
        if let (true, Some(target)) = (holds, target) {
            here = target;
            at += 1;
            continue;
        }
        if !may_move {
            return false;
        }
        base = elements.list[base as usize].parent;
        if base == NONE {
            return false;
        }
        (at, here) = (chain, base);
    }
    true
}

fn matches_test(tree: &Tree<'_>, elements: &Elements<'_>, test: &Test, element: u32) -> bool {
    let element = &elements.list[element as usize];
    let attribute = |key| attribute(tree, element, key);
    let holds = match test.simple {
        SimpleSelector::Universal => true,
        SimpleSelector::Type(atom) => element.name == atom,
        SimpleSelector::Class(atom) => elements.has_class(element, atom),
        SimpleSelector::Id(atom) => element.id == atom,
        SimpleSelector::HasAttribute(key)
            if elements.exact_attributes & attribute_bit(Name::from_key(key), key) != 0 =>
        {
            element.attribute_filter & u128::from(attribute_bit(Name::from_key(key), key)) != 0
        }
        SimpleSelector::HasAttribute(key) => attribute(key).is_some(),
        SimpleSelector::AttributeEquals(key, start, end) => {
            attribute(key) == Some(&tree.source[start as usize..end as usize])
        }
        SimpleSelector::Root => element.node == tree.html,
        SimpleSelector::Link => element.is_link,
        SimpleSelector::FirstChild => element.is_first_child,
    };
    holds != test.negated
}

/// Attributes of an element beyond this number are ignored.
pub const MAX_ATTRIBUTES: usize = 64;

/// The value of an element's attribute, by the key of its name.
fn attribute<'a>(tree: &Tree<'a>, element: &Element, key: u64) -> Option<&'a [u8]> {
    let name = Name::from_key(key);
    if element.attribute_filter & u128::from(attribute_bit(name, key)) == 0 {
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
    let start = attribute.name_start as usize;
    name_key_at(tree.source, start, start + usize::from(attribute.name_len))
}
