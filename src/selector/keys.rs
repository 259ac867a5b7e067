//! Keys: hashes of what selectors ask of an element, by which they are found.

use super::compiled::{AttributeTest, Compiled, ExactName, Simple};
use super::simple::with_value;
use crate::base::hash::mix;
use crate::read::css::selector::{self, Bits, Combinator, Operator, short, words};
use crate::read::html::attributes::Name;
use crate::read::html::{Namespace, Node, Tag, Tree};

/// What a key is of. No key is 0.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Any element.
    Any = 1,
    Id,
    Class,
    Attribute,
    /// An attribute with the beginning of its value.
    Beginning,
    /// An attribute with its value.
    Value,
    /// The name of an element that HTML does not know.
    Name,
    Tag,
    /// The tag of an element above, in any namespace.
    TagAbove,
}

fn key(kind: Kind, name: &[u8]) -> u64 {
    selector::key(kind as u64, name)
}

/// The key of an attribute with its value, or with what it begins with.
fn value_key(kind: Kind, name: &[u8], value: &[u8]) -> u64 {
    mix(key(kind, name), selector::key(0, value))
}

/// As much of the beginning of a value is in its key, in bytes.
const BEGINNING: usize = 8;

/// Which keys there are, so that few names of a page are hashed in vain.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    any: bool,
    names: bool,
    tags: Bits<4>,
    tags_above: Bits<4>,
    /// Classes and ids.
    words: Bits<16>,
    attributes: Bits<4>,
    /// Attributes whose values are in keys.
    valued: Bits<4>,
    /// The lengths of the beginnings of values, as bits.
    beginnings: u16,
    /// Of elements whose attributes may be wanted: bits of [`Node::known`].
    known: u16,
}

impl Wanted {
    /// The key of something that selectors ask for.
    fn key(&mut self, kind: Kind, name: &[u8]) -> u64 {
        match kind {
            Kind::Any => self.any = true,
            Kind::Name => self.names = true,
            Kind::Tag => self.tags.add(usize::from(name[0])),
            Kind::TagAbove => self.tags_above.add(usize::from(name[0])),
            _ => {
                self.words.add(short(name));
                self.known |= if kind == Kind::Id { Name::ID.bit() } else { Name::CLASS.bit() };
            }
        }
        key(kind, name)
    }

    /// The key of an attribute, with its value if `kind` says so.
    fn attribute_key(&mut self, kind: Kind, test: &AttributeTest) -> u64 {
        let name = name_of(&test.name);
        self.known |= test.name.known.bit();
        let value = match kind {
            Kind::Value => test.value.as_bytes(),
            Kind::Beginning => {
                let length = test.value.len().min(BEGINNING);
                self.beginnings |= 1 << length;
                &test.value.as_bytes()[..length]
            }
            _ => {
                self.attributes.add(short(name));
                return key(kind, name);
            }
        };
        self.valued.add(short(name));
        value_key(kind, name, value)
    }

    /// The keys of an element.
    pub fn for_each_key(&self, tree: &Tree<'_>, node: &Node, found: &mut impl FnMut(u64)) {
        if self.any {
            found(key(Kind::Any, b""));
        }
        let (tag, is_known) = (node.tag, node.namespace == Namespace::Html && node.tag != Tag::UNKNOWN);
        if is_known && self.tags.has(usize::from(tag.0)) {
            found(key(Kind::Tag, &[tag.0]));
        }
        if !is_known && self.names {
            found(key(Kind::Name, tree.raw_name(node)));
        }
        if self.tags_above.has(usize::from(tag.0)) {
            found(key(Kind::TagAbove, &[tag.0]));
        }
        if node.known & self.known == 0 {
            return;
        }
        for attribute in tree.each_attribute(node) {
            match attribute.name {
                Name::CLASS => with_value(tree, attribute, |value| {
                    let wanted = words(value).filter(|word| self.words.has(short(word)));
                    wanted.for_each(|word| found(key(Kind::Class, word)));
                }),
                Name::ID => with_value(tree, attribute, |value| {
                    if self.words.has(short(value)) {
                        found(key(Kind::Id, value));
                    }
                }),
                _ => {}
            }
            let name = tree.raw_attribute_name(attribute);
            if self.attributes.has(short(name)) {
                found(key(Kind::Attribute, name));
            }
            if self.valued.has(short(name)) {
                with_value(tree, attribute, |value| self.for_each_value_key(name, value, found));
            }
        }
    }

    fn for_each_value_key(&self, name: &[u8], value: &[u8], found: &mut impl FnMut(u64)) {
        found(value_key(Kind::Value, name, value));
        let lengths = (1..=BEGINNING.min(value.len())).filter(|length| self.beginnings >> length & 1 == 1);
        lengths.for_each(|length| found(value_key(Kind::Beginning, name, &value[..length])));
    }
}

/// Whether a test wants a value that begins in a certain way.
fn begins(test: &AttributeTest) -> bool {
    matches!(test.operator, Operator::Prefix | Operator::Dash) && !test.value.is_empty()
}

/// What a simple selector asks for that has a key; `None` if nothing. For [`Kind::Name`] there may be a key of the tag, too.
fn kind_of(simple: &Simple) -> Option<Kind> {
    Some(match simple {
        Simple::Id(_) => Kind::Id,
        Simple::Class(_) => Kind::Class,
        Simple::Attribute(test) if !test.name.has_replacement() => match test.operator {
            Operator::Equal => Kind::Value,
            _ if begins(test) => Kind::Beginning,
            _ => Kind::Attribute,
        },
        Simple::Type(name) if !name.name.has_replacement() => Kind::Name,
        _ => return None,
    })
}

/// How rare what has a key is.
fn rank(kind: Kind) -> u8 {
    match kind {
        Kind::Any => 0,
        Kind::Tag | Kind::TagAbove | Kind::Name => 1,
        Kind::Attribute => 2,
        Kind::Beginning => 3,
        Kind::Class => 4,
        Kind::Value => 5,
        Kind::Id => 6,
    }
}

fn name_of(name: &ExactName) -> &[u8] {
    name.lower.as_bytes()
}

/// The key of the rarest thing that an element above the subject of a complex selector must have; 0 if none must have
/// anything. What is above a sibling is above the subject, too.
pub(super) fn key_above(compiled: &Compiled, complex: u32, wanted: &mut Wanted) -> u64 {
    let (subject, end) = compiled.complexes[complex as usize].compounds;
    let is_above = |compound: u32| {
        let left = compiled.compounds[compound as usize - 1].left;
        matches!(left, Combinator::Descendant | Combinator::Child)
    };
    let mut best: Option<(Kind, &Simple)> = None;
    for simple in (subject + 1..end).filter(|&compound| is_above(compound)).flat_map(|at| compiled.simples_of(at)) {
        let kind = match (kind_of(simple), simple) {
            (Some(Kind::Name), Simple::Type(name)) => match name.tag {
                Tag::UNKNOWN | Tag::HTML | Tag::BODY => continue,
                _ => Kind::TagAbove,
            },
            (Some(kind), _) => kind,
            (None, _) => continue,
        };
        if best.is_none_or(|(best, _)| rank(kind) > rank(best)) {
            best = Some((kind, simple));
        }
    }
    best.map_or(0, |(kind, simple)| match simple {
        Simple::Id(name) | Simple::Class(name) => wanted.key(kind, name.as_bytes()),
        Simple::Attribute(test) => wanted.attribute_key(kind, test),
        Simple::Type(name) => wanted.key(kind, &[name.tag.0]),
        _ => 0,
    })
}

/// The keys of the rarest thing that the subject of a complex selector must have, one of which it has: an id before a class,
/// an attribute and a name. The name of an element of HTML is known by its tag, as the standard implies some without their
/// tags.
pub(super) fn keys_of(compiled: &Compiled, complex: u32, wanted: &mut Wanted) -> [Option<u64>; 2] {
    let subject = compiled.complexes[complex as usize].compounds.0;
    let mut best: Option<(Kind, &Simple)> = None;
    for simple in compiled.simples_of(subject) {
        if let Some(kind) = kind_of(simple)
            && best.is_none_or(|(best, _)| rank(kind) > rank(best))
        {
            best = Some((kind, simple));
        }
    }
    match best {
        Some((kind, Simple::Id(name) | Simple::Class(name))) => [Some(wanted.key(kind, name.as_bytes())), None],
        Some((kind, Simple::Attribute(test))) => [Some(wanted.attribute_key(kind, test)), None],
        Some((kind, Simple::Type(name))) => {
            let of_tag = (name.tag != Tag::UNKNOWN).then(|| wanted.key(Kind::Tag, &[name.tag.0]));
            [Some(wanted.key(kind, name_of(&name.name))), of_tag]
        }
        _ => [Some(wanted.key(Kind::Any, b"")), None],
    }
}
