//! Many selectors that are matched together: an element is asked only for those whose subject has one of its classes, its
//! id, its name, or one of its attributes, with the value if the selector names it; and only if an element above it may
//! have the class or the id that the selector wants there.

use super::Spent;
use super::above::Above;
use super::compiled::{AttributeTest, Combinator, Compiled, ExactName, Operator, Simple};
use super::error::SelectorError;
use super::matching::Matcher;
use super::parse::parse;
use super::simple::{with_value, words};
use crate::base::fallible::List;
use crate::base::hash::mix;
use crate::read::html::attributes::Name;
use crate::read::html::names::name_key;
use crate::read::html::{Namespace, Node, Tag, Tree};

/// Selectors by number.
#[derive(Debug, Default)]
pub(crate) struct SelectorSet {
    pub(super) compiled: Compiled,
    pub(super) len: u32,
    /// By the last bits of their keys, which `starts` is indexed by.
    pub(super) entries: List<Entry>,
    starts: List<u32>,
    /// The kinds of keys that there are, as bits.
    kinds: u8,
    /// The lengths of the beginnings of values that there are, as bits.
    beginnings: u16,
    /// The kinds of keys of elements above that there are, as bits.
    kinds_above: u8,
}

/// A complex selector of one of the selectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    complex: u32,
    pub selector: u32,
    /// The key of what an element above the subject must have; 0 for none.
    above: u64,
}

/// What a key is of.
#[derive(Clone, Copy)]
enum Kind {
    /// Any element.
    Any,
    Id,
    Class,
    Attribute,
    /// An attribute with the beginning of its value.
    Beginning,
    /// An attribute with its value.
    Value,
    Name,
    Tag,
}

fn key(kind: Kind, name: &[u8]) -> u64 {
    mix(kind as u64, name_key(name))
}

/// The key of an attribute with its value, or with what it begins with. Keys do not tell cases apart, as selectors may not.
fn value_key(kind: Kind, name: &[u8], value: &[u8]) -> u64 {
    mix(key(kind, name), name_key(value))
}

/// As much of the beginning of a value is in its key, in bytes.
const BEGINNING: usize = 8;

impl SelectorSet {
    /// Adds a selector, with the next number. [`SelectorSet::finish`] must follow the last one.
    pub fn add(&mut self, selector: &str) -> Result<(), SelectorError> {
        parse(selector, &mut self.compiled)?;
        let (first, end) = self.compiled.lists[self.compiled.whole() as usize].complexes;
        for complex in first..end {
            let keys = keys_of(&self.compiled, complex);
            let (kind, above) = key_above(&self.compiled, complex).unwrap_or((Kind::Any, 0));
            self.kinds_above |= u8::from(above != 0) << kind as u8;
            for (kind, key) in keys.into_iter().flatten() {
                self.kinds |= 1 << kind as u8;
                self.beginnings |= beginning_of(&self.compiled, complex);
                self.entries.push(Entry { key, complex, selector: self.len, above });
            }
        }
        self.len += 1;
        Ok(())
    }

    /// Sorts the selectors by their keys.
    pub fn finish(&mut self) {
        let slots = (2 * self.entries.len()).next_power_of_two();
        let slot = |key: u64| (key & (slots as u64 - 1)) as usize;
        self.entries.sort_unstable_by_key(|entry| (slot(entry.key), entry.key, entry.selector, entry.complex));
        let mut counts: List<u32> = std::iter::repeat_n(0, slots + 1).collect();
        self.entries.iter().for_each(|entry| counts[slot(entry.key) + 1] += 1);
        for at in 1..counts.len() {
            counts[at] += counts[at - 1];
        }
        self.starts = counts;
    }

    /// Calls `found` with each element and the number of each selector that matches it, of those that are asked for. The
    /// elements are in document order.
    ///
    /// # Errors
    /// If the budget of steps, which is one for all selectors, is spent.
    pub fn for_each_match(
        &self,
        tree: &Tree<'_>,
        is_asked: impl Fn(u32) -> bool,
        mut found: impl FnMut(u32, u32),
    ) -> Result<(), Spent> {
        if self.entries.is_empty() {
            return Ok(());
        }
        let mut matcher = Matcher::new(&self.compiled, tree, tree.html, true);
        let mut open = Above::default();
        for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.tag.is_element()) {
            let element = index as u32;
            open.leave_before(element);
            let may_match = |selector: u32, above: u64| is_asked(selector) && open.may_have(above);
            self.for_each_match_of(&mut matcher, element, may_match, |selector| found(element, selector))?;
            if self.kinds_above != 0 && element + 1 < node.subtree_end {
                open.enter(node.subtree_end);
                self.for_each_key_above(tree, node, |key| open.add(key));
            }
        }
        Ok(())
    }

    /// Calls `found` with the number of each selector that matches an element. `may_match` gets the number of a selector and
    /// the key of what an element above must have; 0 for none.
    ///
    /// # Errors
    /// If the budget of steps is spent.
    pub fn for_each_match_of(
        &self,
        matcher: &mut Matcher<'_, '_>,
        element: u32,
        may_match: impl Fn(u32, u64) -> bool,
        mut found: impl FnMut(u32),
    ) -> Result<(), Spent> {
        let (tree, mut result) = (matcher.tree, Ok(()));
        let mut match_key = |key: u64| {
            let entries = self.slot(key);
            matcher.spend(entries.len() as u64 / 8)?;
            for entry in entries.iter().filter(|entry| entry.key == key && may_match(entry.selector, entry.above)) {
                if matcher.matches_one(entry.complex, element)? {
                    found(entry.selector);
                }
            }
            Ok(())
        };
        self.for_each_key(tree, &tree.nodes[element as usize], |key| {
            if result.is_ok() {
                result = match_key(key);
            }
        });
        result
    }

    /// The keys of an element that selectors want above others.
    pub fn for_each_key_above(&self, tree: &Tree<'_>, node: &Node, mut found: impl FnMut(u64)) {
        let has = |kind: Kind| self.kinds_above >> kind as u8 & 1 == 1;
        if has(Kind::Class) || has(Kind::Id) {
            names_of(tree, node, &mut found);
        }
        if node.known == 0 || !has(Kind::Attribute) && !has(Kind::Value) {
            return;
        }
        for attribute in tree.each_attribute(node) {
            let name = tree.raw_attribute_name(attribute);
            if has(Kind::Attribute) {
                found(key(Kind::Attribute, name));
            }
            if has(Kind::Value) {
                with_value(tree, attribute, |value| found(value_key(Kind::Value, name, value)));
            }
        }
    }

    fn for_each_value_key(&self, name: &[u8], value: &[u8], mut found: impl FnMut(u64)) {
        if self.kinds >> Kind::Value as u8 & 1 == 1 {
            found(value_key(Kind::Value, name, value));
        }
        let lengths = (1..=BEGINNING.min(value.len())).filter(|length| self.beginnings >> length & 1 == 1);
        lengths.for_each(|length| found(value_key(Kind::Beginning, name, &value[..length])));
    }

    /// The entries with this key, and others.
    fn slot(&self, key: u64) -> &[Entry] {
        let slot = (key & (self.starts.len() as u64 - 2)) as usize;
        let (start, end) = (self.starts[slot] as usize, self.starts[slot + 1] as usize);
        &self.entries[start..end]
    }

    /// The keys of an element.
    fn for_each_key(&self, tree: &Tree<'_>, node: &Node, mut found: impl FnMut(u64)) {
        let has = |kind: Kind| self.kinds >> kind as u8 & 1 == 1;
        if has(Kind::Any) {
            found(key(Kind::Any, b""));
        }
        let is_known = node.namespace == Namespace::Html && node.tag != Tag::UNKNOWN;
        if is_known && has(Kind::Tag) {
            found(key(Kind::Tag, &[node.tag.0]));
        }
        if !is_known && has(Kind::Name) {
            found(key(Kind::Name, tree.raw_name(node)));
        }
        let has_values = has(Kind::Value) || self.beginnings != 0;
        if has(Kind::Class) || has(Kind::Id) {
            names_of(tree, node, &mut found);
        }
        if !has(Kind::Attribute) && !has_values || node.known == 0 {
            return;
        }
        for attribute in tree.each_attribute(node) {
            if has(Kind::Attribute) {
                found(key(Kind::Attribute, tree.raw_attribute_name(attribute)));
            }
            if has_values {
                let name = tree.raw_attribute_name(attribute);
                with_value(tree, attribute, |value| self.for_each_value_key(name, value, &mut found));
            }
        }
    }
}

/// The length of the beginning of a value that is in the key of a complex selector, as a bit; 0 if none is.
fn beginning_of(compiled: &Compiled, complex: u32) -> u16 {
    let subject = compiled.complexes[complex as usize].compounds.0;
    let tests = compiled.simples_of(subject).iter().filter_map(|simple| match simple {
        Simple::Attribute(test) if begins(test) => Some(1 << test.value.len().min(BEGINNING)),
        _ => None,
    });
    tests.fold(0, |all, length: u16| all | length)
}

/// Whether a test wants a value that begins in a certain way.
fn begins(test: &AttributeTest) -> bool {
    matches!(test.operator, Operator::Prefix | Operator::Dash) && !test.value.is_empty()
}

/// The keys of the classes and the id of an element.
fn names_of(tree: &Tree<'_>, node: &Node, mut found: impl FnMut(u64)) {
    if node.known & (Name::CLASS.bit() | Name::ID.bit()) == 0 {
        return;
    }
    for attribute in tree.each_attribute(node) {
        match attribute.name {
            Name::CLASS => with_value(tree, attribute, |value| {
                words(value).for_each(|word| found(key(Kind::Class, word)));
            }),
            Name::ID => with_value(tree, attribute, |value| found(key(Kind::Id, value))),
            _ => {}
        }
    }
}

/// The key of what an element above the subject of a complex selector must have, of the nearest one; `None` if none must
/// have anything. What is above a sibling is above the subject, too.
fn key_above(compiled: &Compiled, complex: u32) -> Option<(Kind, u64)> {
    let (subject, end) = compiled.complexes[complex as usize].compounds;
    let is_above = |compound: u32| {
        let left = compiled.compounds[compound as usize - 1].left;
        matches!(left, Combinator::Descendant | Combinator::Child)
    };
    let above = (subject + 1..end).filter(|&compound| is_above(compound));
    let mut keys = above.flat_map(|compound| compiled.simples_of(compound)).filter_map(|simple| match simple {
        Simple::Id(id) => Some((Kind::Id, key(Kind::Id, id.as_bytes()))),
        Simple::Class(class) => Some((Kind::Class, key(Kind::Class, class.as_bytes()))),
        Simple::Attribute(test) if !test.name.has_replacement() => {
            let (name, value) = (name_of(&test.name), test.value.as_bytes());
            Some(match test.operator {
                Operator::Equal => (Kind::Value, value_key(Kind::Value, name, value)),
                _ => (Kind::Attribute, key(Kind::Attribute, name)),
            })
        }
        _ => None,
    });
    keys.next()
}

/// The rarest thing that the subject of a complex selector must have: an id before a class, an attribute and a name. The
/// name of an element of HTML is known by its tag, as the standard implies some without their tags.
fn keys_of(compiled: &Compiled, complex: u32) -> [Option<(Kind, u64)>; 2] {
    let subject = compiled.complexes[complex as usize].compounds.0;
    let mut best = (Kind::Any, [Some((Kind::Any, key(Kind::Any, b""))), None]);
    for simple in compiled.simples_of(subject) {
        let (kind, keys) = match simple {
            Simple::Id(id) => one(Kind::Id, id.as_bytes()),
            Simple::Class(class) => one(Kind::Class, class.as_bytes()),
            Simple::Attribute(test) if !test.name.has_replacement() => of_attribute(test),
            Simple::Type(name) if !name.name.has_replacement() => {
                let of_tag = (name.tag != Tag::UNKNOWN).then(|| (Kind::Tag, key(Kind::Tag, &[name.tag.0])));
                let keys = [Some((Kind::Name, key(Kind::Name, name_of(&name.name)))), of_tag];
                (Kind::Name, keys)
            }
            _ => continue,
        };
        if rank(kind) > rank(best.0) {
            best = (kind, keys);
        }
    }
    best.1
}

fn of_attribute(test: &AttributeTest) -> (Kind, [Option<(Kind, u64)>; 2]) {
    let (name, value) = (name_of(&test.name), test.value.as_bytes());
    let (kind, value) = match test.operator {
        Operator::Equal => (Kind::Value, value),
        _ if begins(test) => (Kind::Beginning, &value[..value.len().min(BEGINNING)]),
        _ => return one(Kind::Attribute, name),
    };
    (kind, [Some((kind, value_key(kind, name, value))), None])
}

fn one(kind: Kind, name: &[u8]) -> (Kind, [Option<(Kind, u64)>; 2]) {
    (kind, [Some((kind, key(kind, name))), None])
}

fn name_of(name: &ExactName) -> &[u8] {
    name.lower.as_bytes()
}

fn rank(kind: Kind) -> u8 {
    match kind {
        Kind::Any => 0,
        Kind::Tag | Kind::Name => 1,
        Kind::Attribute => 2,
        Kind::Beginning => 3,
        Kind::Class => 4,
        Kind::Value => 5,
        Kind::Id => 6,
    }
}
